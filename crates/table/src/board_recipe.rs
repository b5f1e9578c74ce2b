//! The recipe by which the picture of a game's board is drawn anew: the log has all that it shows, so of a
//! picture that was said no more is kept than how much of the log it was drawn from, and for whom.

use games::{ArrangementStep, BySeat, GameKind, Outcome, Seat};
use scene::{Mark, Scene, SideTime, Spot};
use serde::{Deserialize, Serialize};

use super::{
    any_position::AnyPosition,
    game::Game,
    ids::GameNo,
    log::LogEvent,
    picture::{Caption, Highlight, moment},
    played_position::start_position,
};
use crate::replay::Replayed;

/// The statements about the seats in the panel beside a board, besides what the log tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownSeats {
    /// The name of each side.
    pub names: BySeat<String>,
    /// The time that each has left; empty in a game without clocks.
    pub times: BySeat<Option<SideTime>>,
}

/// A picture of a game's board as it was at some time: what makes it, and the scene, if it has been
/// made. It is kept without the scene.
///
/// A hidden set-up in it is as hidden as it was then, since nothing behind its lines of the log is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRecipe {
    game: GameNo,
    /// How many lines the log had, but for drafts that this picture's viewers may not know of.
    lines: usize,
    /// The number of the seat whose side is at the bottom.
    facing: u8,
    /// Whether somebody has asked for this side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    side_asked: bool,
    /// The marks of how many last plies are shown.
    plies: u32,
    /// Whether it shows that seat's own men while they are arranged unseen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    own: bool,
    /// Whether the game was over by then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    over: bool,
    /// The names of the seats.
    names: BySeat<String>,
    /// The time that each had left; empty in a game without clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    times: BySeat<Option<SideTime>>,
    /// Whether every cell shows its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    named: bool,
    /// The spot that somebody has chosen there, which is marked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    focus: Option<Spot>,
    /// Whether it counts only the plies that stand. Boards of before counted all that were played.
    #[serde(default)]
    standing: bool,
    #[serde(skip)]
    scene: Option<Scene>,
}

impl Game {
    /// The least age of a board that shows whose turn it is now, as [`BoardRecipe::age`] counts: what
    /// players propose and answer passes no turn.
    #[must_use]
    pub fn turn_age(&self) -> usize {
        let known = self.log().iter().map(|line| &line.event).filter(|event| is_known(event, None));
        known.zip(1..).filter(|(event, _)| event.passes_turn()).map(|(_, n)| n).last().unwrap_or(0)
    }
}

impl BoardRecipe {
    /// The board of a game as it is now, with the marks of so many last plies, as everyone may see it.
    #[must_use]
    pub fn of(game: &Game, facing: Seat, plies: u32, seats: ShownSeats) -> Self {
        let ShownSeats { names, times } = seats;
        let mut recipe = Self {
            game: game.no(),
            lines: count_known(game, None),
            facing: u8::try_from(facing.index()).unwrap_or_default(),
            side_asked: false,
            plies,
            own: false,
            over: game.outcome().is_some(),
            names,
            times,
            named: false,
            focus: None,
            standing: true,
            scene: None,
        };
        recipe.draw(game.position(), game.outcome(), &game.terms().look);
        recipe
    }

    /// Returns what a seat sees of its own men while they are arranged unseen; `None` at any other time.
    #[must_use]
    pub fn of_own(game: &Game, seat: Seat, seats: ShownSeats) -> Option<Self> {
        let lines = count_known(game, Some(seat));
        let mut recipe = Self { own: true, lines, ..Self::of(game, seat, 0, seats) };
        recipe.draw(game.position(), game.outcome(), &game.terms().look);
        recipe.scene.is_some().then_some(recipe)
    }

    /// The board alone of a game, without names and clocks: what it shows is drawn from the game's log, up to so many
    /// of the lines that everybody knows of, or with `own` the person of the seat at the bottom.
    #[must_use]
    pub fn of_log(game: GameNo, lines: usize, facing: Seat, plies: u32, own: bool) -> Self {
        Self {
            game,
            lines,
            facing: u8::try_from(facing.index()).unwrap_or_default(),
            side_asked: true,
            plies,
            own,
            over: false,
            names: Vec::new(),
            times: Vec::new(),
            named: false,
            focus: None,
            standing: true,
            scene: None,
        }
    }

    /// The start of a game with default options, without a word beside it, and with the first army that has a name
    /// where men are arranged; `None` if it has none.
    #[must_use]
    pub fn start_scene(kind: GameKind) -> Option<Scene> {
        let caption = Caption {
            facing: Seat::FIRST,
            names: Vec::new(),
            outcome: None,
            number: None,
            look: String::new(),
            times: Vec::new(),
        };
        let mut position = start_position(kind, "")?;
        while let Some(men) = position.arranging() {
            let seat = men.awaited().iter().next()?;
            let army = men.changed(seat, men.names().first()?, &mut |_| 0).ok()?;
            position.arrange(seat, &ArrangementStep::Done(army)).ok()?;
        }
        Some(position.scene(&caption, Highlight::Plies(0)))
    }

    /// The marks of how many last plies it shows.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns `true` if everybody knows of a line of the log, so that it counts among those that a board shows.
    #[must_use]
    pub fn counts(event: &LogEvent) -> bool {
        is_known(event, None)
    }

    /// Returns how many lines of the game's log it shows, of those that its viewers may know of.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// The same with a mark on what somebody has chosen there.
    #[must_use]
    pub fn with_focus(self, focus: Option<Spot>) -> Self {
        let mut recipe = Self { focus, ..self };
        recipe.add_marks(focus, false);
        recipe
    }

    /// Writes the name of every cell into it.
    pub fn show_names(&mut self) {
        self.named = true;
        self.add_marks(None, true);
    }

    /// Adds marks that no ply has left.
    fn add_marks(&mut self, focus: Option<Spot>, named: bool) {
        if let Some(scene) = &mut self.scene {
            scene.board.marks.extend(focus.map(Mark::Focus));
            scene.board.marks.extend(named.then_some(Mark::Names));
        }
    }

    /// Notes that somebody has asked for this side, so that no viewer gets their own side instead.
    pub const fn keep_side(&mut self) {
        self.side_asked = true;
    }

    /// Returns `true` if every viewer gets the side that it has.
    #[must_use]
    pub const fn keeps_side(&self) -> bool {
        self.side_asked || self.own
    }

    /// The game whose board it is.
    #[must_use]
    pub const fn game(&self) -> GameNo {
        self.game
    }

    /// Returns how much of the game's log it shows, in lines: of two boards of a game for the same viewers the
    /// later one shows more, or as much. `None` for what one player alone sees before the game.
    #[must_use]
    pub const fn age(&self) -> Option<usize> {
        if self.own { None } else { Some(self.lines) }
    }

    /// Returns `true` if it shows how the game ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Returns what the picture shows; `None` if it was read from where it is kept, and not drawn since.
    #[must_use]
    pub const fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
    }

    /// Returns what the panel beside the board says, as far as the position does not tell it.
    fn caption(&self, facing: Seat, outcome: Option<Outcome>, look: &str) -> Caption {
        Caption {
            facing,
            names: self.names.clone(),
            outcome,
            number: Some(self.game.0),
            look: look.to_owned(),
            times: self.times.clone(),
        }
    }

    fn draw(&mut self, position: &dyn AnyPosition, outcome: Option<Outcome>, look: &str) {
        let facing = Seat::from_index(self.facing).unwrap_or(Seat::FIRST);
        let caption = self.caption(facing, outcome, look);
        self.scene = if self.own {
            position.own_scene(&caption, facing).map(|(scene, _)| scene)
        } else {
            Some(position.scene(&caption, Highlight::Plies(self.plies)))
        };
        if let Some(scene) = self.scene.as_mut().filter(|_| !self.standing)
            && position.arranging().is_none()
        {
            scene.panel.moment = moment(position.ply());
        }
        self.add_marks(self.focus, self.named);
    }

    /// Draws it from a replay of its game, which goes on to the line up to which this picture goes.
    /// Without such lines it has no scene then.
    pub fn redraw(&mut self, replay: &mut BoardReplay) {
        self.scene = None;
        let own = Seat::from_index(self.facing).filter(|_| self.own);
        if replay.game == self.game && replay.go_behind(self.lines, own) {
            self.draw(replay.curve.position(), replay.curve.outcome(), &replay.look);
        }
    }
}

/// Returns `true` if somebody knows of a line of the log: a draft is known to its own seat alone, and no board
/// shows clocks.
fn is_known(event: &LogEvent, own: Option<Seat>) -> bool {
    match event {
        LogEvent::Draft(seat, _) => own == Some(*seat),
        LogEvent::Clock(_) => false,
        _ => true,
    }
}

/// Returns how many lines of a game's log everybody knows of, or the person of a seat.
fn count_known(game: &Game, own: Option<Seat>) -> usize {
    game.log().iter().filter(|line| is_known(&line.event, own)).count()
}

/// The log of a game on which boards are drawn anew: cheaply if they are asked for in the order in which
/// they were said, since the replay goes on from one to the next.
#[derive(Clone, Debug)]
pub struct BoardReplay {
    game: GameNo,
    kind: GameKind,
    options: String,
    look: String,
    log: Vec<LogEvent>,
    curve: Replayed,
    /// How many lines the course has taken.
    taken: usize,
}

impl BoardReplay {
    /// The replay of a game with these options, display options and log; `None` if the game has no such
    /// options.
    #[must_use]
    pub fn new(
        game: GameNo,
        kind: GameKind,
        options: String,
        look: String,
        log: Vec<LogEvent>,
    ) -> Option<Self> {
        let curve = Replayed::new(start_position(kind, &options)?);
        Some(Self { game, kind, options, look, log, curve, taken: 0 })
    }

    /// The number of lines of the log that everybody knows of.
    #[must_use]
    pub fn known_lines(&self) -> usize {
        self.log.iter().filter(|event| is_known(event, None)).count()
    }

    /// Goes to where so many lines are known to everybody, and lists the plies that stand there: how many lines each
    /// had behind it. `None` if the log has fewer.
    pub fn plies(&mut self, lines: usize) -> Option<Vec<usize>> {
        if !self.go_behind(lines, None) {
            return None;
        }
        let (standing, mut played, mut known) = (self.curve.position().standing(), 0, 0);
        let mut plies = Vec::with_capacity(standing.len());
        for event in self.log.iter().take(self.taken) {
            known += usize::from(is_known(event, None));
            if matches!(event, LogEvent::Ply { .. }) {
                played += 1;
                plies.extend(standing.binary_search(&played).is_ok().then_some(known));
            }
        }
        Some(plies)
    }

    /// Returns `true` if the game is over where it has gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.curve.outcome().is_some()
    }

    /// The start of the game with this number, its log and its display options; `None` if it is another game.
    pub(crate) fn of_game(&self, no: GameNo) -> Option<(Box<dyn AnyPosition>, &[LogEvent], &str)> {
        let start = start_position(self.kind, &self.options)?;
        (no == self.game).then_some((start, &*self.log, &*self.look))
    }

    /// Replays until so many lines are known to everybody, or to the person of a seat; `false` if the log
    /// has fewer or does not fit.
    fn go_behind(&mut self, known: usize, own: Option<Seat>) -> bool {
        let mut known_lines = (1..).zip(&self.log).filter(|(_, event)| is_known(event, own));
        let last = match known.checked_sub(1) {
            Some(before) => known_lines.nth(before).map(|(n, _)| n),
            None => Some(0),
        };
        last.is_some_and(|lines| self.go_to(lines))
    }

    /// Replays up to a number of lines; `false` if the log has fewer or does not fit.
    fn go_to(&mut self, lines: usize) -> bool {
        if lines < self.taken {
            let Some(start) = start_position(self.kind, &self.options) else { return false };
            self.curve = Replayed::new(start);
            self.taken = 0;
        }
        while self.taken < lines {
            let Some(event) = self.log.get(self.taken) else { return false };
            if self.curve.take(event).is_err() {
                return false;
            }
            self.taken += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewGame, Occupant, OfferTerms, PlaceId, Platform, Stamp};
    use dice::Secret;

    fn replay(game: &Game) -> BoardReplay {
        let log = game.log().iter().map(|entry| entry.event.clone()).collect();
        let (options, look) = (game.options().to_owned(), game.terms().look.clone());
        BoardReplay::new(game.no(), game.kind(), options, look, log).unwrap()
    }

    /// A game of bots of this kind that has begun, or in which men are arranged.
    fn begun(kind: GameKind, no: u32) -> Game {
        begun_with(kind, "", no)
    }

    fn begun_with(kind: GameKind, options: &str, no: u32) -> Game {
        let seats = start_position(kind, options).unwrap().n_seats();
        let new = NewGame {
            no: GameNo(no),
            kind,
            options: options.to_owned(),
            place: PlaceId::channel(Platform::Local, "channel"),
            server: None,
            seats: (0..seats).map(|_| Occupant::Bot(1)).collect(),
            terms: OfferTerms::default(),
            secret: Secret::from_bytes([7; 32]),
            salt: "m1".to_owned(),
            at: 0,
        };
        let mut game = Game::offer(new).unwrap();
        game.start(|_| 0, Stamp { at: 1, salt: Some("m2") }).unwrap();
        game
    }

    /// Every board of a game from its offer to its end, for each side, with one and with several plies.
    fn boards(mut game: Game, mut random: u64, most: u32) -> (Game, Vec<BoardRecipe>) {
        let mut boards = Vec::new();
        loop {
            let seats = game.position().n_seats();
            let names = (0..seats).map(|n| format!("seat {n}")).collect();
            let left = SideTime { part: 250, text: "1d".to_owned() };
            let shown = ShownSeats { names, times: vec![None, Some(left)] };
            for seat in Seat::all(seats) {
                let recipe = |plies| BoardRecipe::of(&game, seat, plies, shown.clone());
                boards.extend([0, 1, 3].map(recipe));
                let mut named = recipe(2);
                named.show_names();
                boards.push(named);
                boards.extend(BoardRecipe::of_own(&game, seat, shown.clone()));
            }
            let moves = game.position().moves();
            if !game.is_running() || moves.is_empty() || game.position().ply() >= most {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let text = &moves[(random >> 33) as usize % moves.len()];
            let mv = game.position().legal_move(text).unwrap();
            game.play(&mv, false, Stamp { at: 2, salt: Some("m3") }).unwrap();
        }
        if game.is_running() {
            let seat = game.position().to_move();
            game.run_out_of_time(seat, 9).unwrap();
            boards.push(BoardRecipe::of(&game, seat, 1, ShownSeats::default()));
        }
        (game, boards)
    }

    #[test]
    fn every_board_is_drawn_anew_as_it_was_said() {
        let mut drawn = 0;
        for kind in GameKind::ALL {
            for no in 1..=4 {
                let (game, boards) = boards(begun(kind, no), u64::from(no), 60);
                let mut replay = replay(&game);
                // In their order and against it, as a page scrolls.
                for board in boards.iter().chain(boards.iter().rev().step_by(17)) {
                    let kept = serde_json::to_string(board).unwrap();
                    let mut read: BoardRecipe = serde_json::from_str(&kept).unwrap();
                    assert_eq!(read.scene(), None);
                    read.redraw(&mut replay);
                    assert_eq!(&read, board, "{kind:?} {kept}");
                    drawn += 1;
                }
            }
        }
        assert!(drawn > 2_000, "{drawn}");
    }

    /// Options with each number of seats, for the games that have them.
    const OPTIONS: [&str; 6] =
        ["", "players=3", "players=4", "players=4,teams=on", "players=5", "players=6"];

    #[test]
    fn a_board_that_is_turned_to_a_seat_is_the_one_that_is_drawn_for_it() {
        let mut turned = 0;
        let all = GameKind::ALL.into_iter().flat_map(|kind| OPTIONS.map(|options| (kind, options)));
        for (kind, options) in all.filter(|&(kind, text)| start_position(kind, text).is_some()) {
            let (_, boards) = boards(begun_with(kind, options, 7), 7, 24);
            let open: Vec<&BoardRecipe> = boards.iter().filter(|it| !it.own).collect();
            // Those of one position, with as many plies marked.
            let is_twin = |one: &BoardRecipe, other: &BoardRecipe| {
                (one.lines, one.plies) == (other.lines, other.plies)
            };
            for (n, one) in open.iter().enumerate() {
                let nearby = &open[n.saturating_sub(20)..(n + 20).min(open.len())];
                for other in nearby.iter().filter(|other| is_twin(one, other)) {
                    let scene = one.scene().unwrap().clone().seen_from(other.facing);
                    assert_eq!(Some(&scene), other.scene(), "{kind:?} {options}");
                    assert_eq!(scene.facing(), other.facing);
                    turned += usize::from(one.facing != other.facing);
                }
            }
            let own = boards.iter().find(|it| it.own).and_then(BoardRecipe::scene);
            assert!(own.is_none_or(|own| own.clone().seen_from(1 - own.facing()) == *own));
        }
        assert!(turned > 1_000, "{turned}");
    }

    #[test]
    fn a_log_that_is_shorter_or_another_games_gives_no_picture() {
        let kind = GameKind::ALL[0];
        let (game, boards) = boards(begun(kind, 1), 1, 5);
        let mut last = boards.last().unwrap().clone();
        last.redraw(&mut replay(&begun(kind, 1)));
        assert_eq!(last.scene(), None);
        last.redraw(&mut replay(&begun(kind, 2)));
        assert_eq!(last.scene(), None);
        last.redraw(&mut replay(&game));
        assert_eq!(&last, boards.last().unwrap());
    }
}
