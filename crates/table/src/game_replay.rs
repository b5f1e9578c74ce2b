//! A game that is shown once more, ply by ply: from its log or its record, never from pictures of it that
//! were kept.

use std::{iter, sync::Arc};

use games::{BySeat, Seat};
use scene::{Animated, Frame, PlyNote, Scene};
use serde::{Deserialize, Serialize};

use super::{
    any_position::AnyPosition,
    board_recipe::BoardReplay,
    game::Game,
    ids::GameNo,
    log::{LogEvent, PlyRoll},
    picture::{Caption, Highlight, moment},
    played_position::start_position,
};
use crate::replay::Replayed;

/// For how long an animation goes on at most, in hundredths of a second.
const LONGEST: u32 = 6_000;
/// For how long the position is shown from which it goes on, and the end.
const START: u32 = 150;
const END: u32 = 300;
/// For how long a ply is shown, and one with dice: at least, and where there is time enough.
const PLY: [u32; 2] = [35, 50];
const FIGHT: [u32; 2] = [70, 160];

/// The plies of a game with all that pictures of them show.
#[derive(Debug)]
pub struct GameReplay {
    start: Box<dyn AnyPosition>,
    /// The events: without what was taken back, unless it shows all of that.
    events: Vec<LogEvent>,
    shows_all: bool,
    /// Of the start and of each ply how many events have happened by then: after the last one all of them.
    ends: Vec<usize>,
    caption: Caption,
}

/// The events of a log without what was taken back. What was proposed after a ply that is gone is gone with
/// it; nobody can have left since.
fn standing(events: &[LogEvent]) -> Vec<LogEvent> {
    let mut standing = Vec::with_capacity(events.len());
    // Where each ply that stands has its place among those events, with its number.
    let mut plies: Vec<(u32, usize)> = Vec::new();
    let mut played = 0;
    for event in events {
        match event {
            LogEvent::Takeback(to) => {
                let stays = plies.partition_point(|(number, _)| number <= to);
                if let Some((_, at)) = plies.get(stays) {
                    standing.truncate(*at);
                }
                plies.truncate(stays);
                continue;
            }
            LogEvent::Ply { .. } => {
                played += 1;
                plies.push((played, standing.len()));
            }
            _ => {}
        }
        standing.push(event.clone());
    }
    standing
}

impl GameReplay {
    /// The plies that stand among these events, which follow a start; `None` if there are none. The caption is
    /// that of every picture, but for the outcome.
    pub(crate) fn new(
        start: Box<dyn AnyPosition>,
        events: &[LogEvent],
        caption: Caption,
    ) -> Option<Self> {
        Self::of_events(start, standing(events), caption)
    }

    /// All plies among these events, as pictures of before showed them: also what was taken back.
    fn of_all(start: Box<dyn AnyPosition>, events: &[LogEvent], caption: Caption) -> Option<Self> {
        let replay = Self::of_events(start, events.to_vec(), caption)?;
        Some(Self { shows_all: true, ..replay })
    }

    fn of_events(
        start: Box<dyn AnyPosition>,
        events: Vec<LogEvent>,
        caption: Caption,
    ) -> Option<Self> {
        let plies: Vec<usize> =
            events.iter().zip(0..).filter(|(event, _)| event.is_ply()).map(|(_, at)| at).collect();
        let mut ends = vec![*plies.first()?];
        ends.extend(plies.iter().map(|at| at + 1));
        *ends.last_mut()? = events.len();
        Some(Self { start, events, shows_all: false, ends, caption })
    }

    /// Returns how many plies it shows.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.ends.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns what had come of the game behind a ply, 0 being the start; `None` if there is no such ply. Behind
    /// the last one, all that has happened since has come about as well.
    #[must_use]
    pub fn at(&self, ply: u32) -> Option<Replayed> {
        let mut curve = Replayed::new(self.start.boxed_clone());
        self.go_on(&mut curve, 0, *self.ends.get(ply as usize)?)?;
        Some(curve)
    }

    /// The picture behind a ply, with the marks of that ply.
    #[must_use]
    pub fn still(&self, ply: u32) -> Option<Scene> {
        Some(self.scene(&self.at(ply)?))
    }

    /// Returns which plies its animation shows, unless it shows all: `the last 140 of 500 plies`.
    #[must_use]
    pub fn shown_words(&self) -> Option<String> {
        let (shown, plies) = (self.n_frames() - 1, self.plies());
        (shown < plies).then(|| format!("the last {shown} of {plies} plies"))
    }

    /// Of each picture of the animation how many events it shows, and for how long it is shown.
    fn shown(&self) -> Vec<(usize, u16)> {
        let [before @ .., last] = self.ends.as_slice() else { return Vec::new() };
        let most = LONGEST - START - END;
        let (mut least, mut wished, mut spans) = (0, 0, Vec::new());
        for &end in before.iter().skip(1).rev() {
            let [short, long] = self.span(end);
            if least + short > most {
                break;
            }
            (least, wished) = (least + short, wished + long);
            spans.push((end, [short, long]));
        }
        let start = before[before.len() - 1 - spans.len()];
        let (more, spare) = (wished - least, most - least);
        let held = |[short, long]: [u32; 2]| short + (long - short) * spare.min(more) / more.max(1);
        let plies = spans.into_iter().rev().map(|(end, span)| (end, held(span)));
        let all = iter::once((start, START)).chain(plies).chain([(*last, END)]);
        all.map(|(end, held)| (end, held as u16)).collect()
    }

    /// For how long the picture of a ply is shown that ends behind so many events: at least, and at most.
    fn span(&self, end: usize) -> [u32; 2] {
        let ply = self.events[..end].iter().rev().find_map(|event| match event {
            LogEvent::Ply { roll, .. } => Some(roll),
            _ => None,
        });
        if ply.is_none_or(|roll| *roll == PlyRoll::NoDice) { PLY } else { FIGHT }
    }

    /// Lets the events behind so many take effect, up to so many; `None` if they do not fit.
    fn go_on(&self, curve: &mut Replayed, from: usize, to: usize) -> Option<()> {
        self.events.get(from..to)?.iter().try_for_each(|event| curve.take(event).ok())
    }

    /// The seat at the bottom of every picture.
    pub(crate) const fn facing(&self) -> Seat {
        self.caption.facing
    }

    /// The picture of what had come of the game by then.
    pub(crate) fn scene(&self, curve: &Replayed) -> Scene {
        let caption = Caption { outcome: curve.outcome(), ..self.caption.clone() };
        let mut scene = curve.position().scene(&caption, Highlight::Plies(1));
        if self.shows_all {
            scene.panel.moment = moment(curve.position().ply());
        }
        scene
    }
}

impl Animated for GameReplay {
    fn first(&self) -> Option<Scene> {
        self.still(0)
    }

    /// One for each ply that it shows, and one more.
    fn n_frames(&self) -> u32 {
        u32::try_from(self.shown().len()).unwrap_or(u32::MAX)
    }

    /// The pictures of the start and of every ply, each with the time for which it is shown: at most a minute
    /// in all, a fight longer than other plies, the end longest. Where that is too little for all of them, it shows
    /// the last plies that fit, and the first picture says so.
    fn frames(&self) -> Box<dyn Iterator<Item = Frame> + '_> {
        let shown = self.shown();
        let mut words = self.shown_words();
        let mut curve = Replayed::new(self.start.boxed_clone());
        let mut taken = 0;
        Box::new(shown.into_iter().map_while(move |(end, hundredths)| {
            self.go_on(&mut curve, taken, end)?;
            taken = end;
            let mut scene = self.scene(&curve);
            if let Some(words) = words.take() {
                scene.panel.plies = vec![PlyNote::of_move(words)];
            }
            Some(Frame { scene, hundredths })
        }))
    }
}

/// A replay of a hosted game, or one ply of it, as it was asked for at some time. It is kept without the
/// game's log, from which it is drawn anew.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReplayRecipe {
    /// The game.
    replays: GameNo,
    /// How many lines the log had.
    lines: usize,
    /// The number of the seat whose side is at the bottom.
    facing: u8,
    /// The names of the seats.
    names: BySeat<String>,
    /// The one ply that is shown; `None` for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// Whether it shows and counts only the plies that stand. Those of before showed all that were played.
    #[serde(default)]
    standing: bool,
    #[serde(skip)]
    replay: Option<Arc<GameReplay>>,
}

impl PartialEq for ReplayRecipe {
    /// What they show follows from the log, so it is not compared.
    fn eq(&self, other: &Self) -> bool {
        let shown = |one: &Self| (one.ply, one.standing, one.replay.is_some());
        let key = |one: &Self| (one.replays, one.lines, one.facing, shown(one));
        key(self) == key(other) && self.names == other.names
    }
}

impl Eq for ReplayRecipe {}

impl ReplayRecipe {
    /// The replay of a game as far as it has gone by now, or one ply of it. `None` where there is nothing to
    /// show, or nothing that everybody may see: before the first ply, and while men are arranged.
    #[must_use]
    pub fn of(game: &Game, names: BySeat<String>, ply: Option<u32>) -> Option<Self> {
        let log: Vec<LogEvent> = game.log().iter().map(|line| line.event.clone()).collect();
        let facing = u8::try_from(game.replay_facing().index()).unwrap_or_default();
        let lines = log.len();
        let (replays, standing) = (game.no(), true);
        let mut recipe = Self { replays, lines, facing, names, ply, standing, replay: None };
        let start = start_position(game.kind(), game.options())?;
        recipe.draw(start, &log, &game.terms().look);
        let shows = game.position().arranging().is_none() && recipe.is_drawn();
        shows.then_some(recipe)
    }

    /// The game that is replayed.
    #[must_use]
    pub const fn game(&self) -> GameNo {
        self.replays
    }

    /// Returns `true` if one ply of it is shown, which does not move.
    #[must_use]
    pub const fn is_still(&self) -> bool {
        self.ply.is_some()
    }

    /// The game with its plies; `None` if it was read from where it is kept, and not drawn since.
    #[must_use]
    pub fn replay(&self) -> Option<&Arc<GameReplay>> {
        self.replay.as_ref()
    }

    /// The picture of the one ply that is shown; `None` if all of them are, or none is drawn.
    #[must_use]
    pub fn still(&self) -> Option<Scene> {
        self.replay.as_ref()?.still(self.ply?)
    }

    /// Returns `true` if it can be shown.
    fn is_drawn(&self) -> bool {
        let ply = self.ply.unwrap_or_default();
        self.replay.as_ref().is_some_and(|replay| ply <= replay.plies())
    }

    /// Draws it from a replay of its game, up to the line up to which it goes. Without such lines it shows
    /// nothing then.
    pub fn redraw(&mut self, board: &BoardReplay) {
        self.replay = None;
        if let Some((start, log, look)) = board.of_game(self.replays) {
            self.draw(start, log, look);
        }
    }

    fn draw(&mut self, start: Box<dyn AnyPosition>, log: &[LogEvent], look: &str) {
        let caption = Caption {
            facing: Seat::from_index(self.facing).unwrap_or(Seat::FIRST),
            names: self.names.clone(),
            outcome: None,
            number: Some(self.replays.0),
            look: look.to_owned(),
            // Nobody has written down what the clocks showed.
            times: Vec::new(),
        };
        let events = log.get(..self.lines).unwrap_or_default();
        let replay = if self.standing { GameReplay::new } else { GameReplay::of_all };
        self.replay = replay(start, events, caption).map(Arc::new);
    }
}
