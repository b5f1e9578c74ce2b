//! Moves that are taken back.

use games::{PlayError, SeatSet, random::Random};
use scene::Animated as _;

use super::*;
use crate::{
    Answer, BoardRecipe, BoardReplay, CardRecipe, ClockEvent, Clocks, GameReplay, HOUR, LegalMove,
    PlyRoll,
    Proposed::Takeback,
    ReplayRecipe, Replayed, ShownSeats, TimeControl,
    record::{self, Record},
    start_position,
};

/// A legal move that throws no dice, if there is one.
fn quiet(game: &Game, random: &mut Random) -> Option<LegalMove> {
    let position = game.position();
    let moves = position.moves();
    let mut quiet: Vec<LegalMove> =
        moves.iter().filter_map(|text| position.legal_move(text)).collect();
    quiet.retain(|mv| mv.dice.is_empty());
    (!quiet.is_empty()).then(|| random.pick(&quiet).clone())
}

/// Plays so many moves without dice.
fn play_quietly(game: &mut Game, n: usize) {
    let mut random = Random::new(3);
    for _ in 0..n {
        let mv = quiet(game, &mut random).expect("a move without dice");
        game.play(&mv, false, said("m3")).unwrap();
    }
}

fn take_back(game: &mut Game, by: u8) -> Vec<LogEvent> {
    game.propose(Takeback, seat(by), &[], NOW).unwrap();
    let other = seat(by).other();
    events(game.accept_proposal(Takeback, &[other], NOW).unwrap())
}

#[test]
fn the_position_before_the_last_own_move_stands_again_and_numbering_goes_on() {
    let mut game = duel();
    let start = game.position().position_text();
    play_quietly(&mut game, 1);
    let after_one = game.position().position_text();
    play_quietly(&mut game, 2);
    // Seat 2 asks, though seat 1 has moved since: both plies are gone.
    assert_eq!(take_back(&mut game, 2), [LogEvent::Takeback(1)]);
    assert_eq!(game.position().position_text(), after_one);
    assert_eq!((game.position().to_move(), game.position().ply()), (seat(2), 3));
    assert!(game.position().ply_words(3, games::Actor::Me).is_empty());
    // Another move of the other's is the last one now, and it is a request of its own.
    assert_eq!(take_back(&mut game, 1), [LogEvent::Takeback(0)]);
    assert_eq!(game.position().position_text(), start);
    refused(&mut game, |g| g.propose(Takeback, seat(1), &[], NOW), ActionError::NothingToTakeBack);
    play_quietly(&mut game, 1);
    assert_eq!((game.position().ply(), game.position().last_of(seat(1))), (4, Some(4)));

    let text = Record::of_game(&game).to_text();
    assert!(text.contains("\ntakeback 1\ntakeback 0\n4. "), "{text}");
    assert_eq!(Record::parse(&text), Ok(Record::of_game(&game)));
}

#[test]
fn no_position_has_the_number_of_an_earlier_one() {
    let mut game = duel();
    let mut numbers = vec![game.position_no()];
    for plies in [1, 1, 1] {
        play_quietly(&mut game, plies);
        numbers.push(game.position_no());
    }
    // As long as nothing is taken back, it is the number of plies.
    assert_eq!(numbers, [0, 1, 2, 3]);
    game.propose(Takeback, seat(1), &[], NOW).unwrap();
    assert_eq!(game.position_no(), 3);
    game.accept_proposal(Takeback, &[seat(2)], NOW).unwrap();
    assert_eq!((game.position().ply(), game.position_no()), (3, 4));
    play_quietly(&mut game, 1);
    assert_eq!((game.position().ply(), game.position_no()), (4, 5));
}

#[test]
fn a_request_ends_with_an_answer_a_move_or_a_leaving_and_is_made_once_a_move() {
    let mut game = duel();
    play_quietly(&mut game, 2);
    let ask = |game: &mut Game| game.propose(Takeback, seat(1), &[], NOW);
    ask(&mut game).unwrap();
    assert_eq!(game.answers_awaited(Takeback, &id("ben")), [seat(2)]);
    refused(&mut game, ask, ActionError::ProposesAlready);
    refused(
        &mut game,
        |game| game.accept_proposal(Takeback, &[seat(1)], NOW),
        ActionError::NoProposal,
    );
    game.decline_proposal(Takeback, seat(2), NOW).unwrap();
    refused(&mut game, ask, ActionError::AskedBefore);
    play_quietly(&mut game, 2);
    ask(&mut game).unwrap();
    // Whoever moves on has answered.
    play_quietly(&mut game, 1);
    assert_eq!(game.proposal(Takeback), None);
    refused(
        &mut game,
        |game| game.accept_proposal(Takeback, &[seat(2)], NOW),
        ActionError::NoProposal,
    );
}

#[test]
fn nothing_goes_back_across_dice_or_before_the_first_move() {
    let (mut game, mut random) =
        (offer_of(GameKind::ALL[0], "", vec![sits("ann"), sits("ben")]), Random::new(9));
    game.start(|_| 0, said("m2")).unwrap();
    refused(&mut game, |g| g.propose(Takeback, seat(1), &[], NOW), ActionError::NothingToTakeBack);
    let mut fights = 0;
    while game.is_running() && fights < 5 {
        let position = game.position();
        let moves = position.moves();
        let moves: Vec<LegalMove> =
            moves.iter().filter_map(|text| position.legal_move(text)).collect();
        let fight = moves.iter().find(|mv| !mv.dice.is_empty()).cloned();
        let throws = fight.is_some();
        let mv = fight.unwrap_or_else(|| random.pick(&moves).clone());
        let by = position.to_move();
        game.play(&mv, false, said("m3")).unwrap();
        if throws && game.is_running() {
            fights += 1;
            let mut moved = vec![by, by.other()];
            moved.retain(|by| game.position().last_of(*by).is_some());
            for by in moved {
                let ask = |game: &mut Game| game.propose(Takeback, by, &[], NOW);
                refused(&mut game, ask, ActionError::CannotGoBack);
            }
        }
    }
    assert_eq!(fights, 5);
}

#[test]
fn the_clock_of_who_is_no_longer_to_move_stops_and_the_other_goes_on() {
    let timed = || {
        let clocks = Clocks::new(TimeControl::Bank { bank: 10 * HOUR, increment: HOUR }, 2);
        Game { clocks, ..duel() }
    };
    let ask = |game: &mut Game, who, at| {
        game.note_clock(ClockEvent::Asked(SeatSet::of(seat(who))), at).unwrap();
    };
    let mut game = timed();
    play_quietly(&mut game, 1);
    ask(&mut game, 2, NOW);
    let left = |game: &Game, who| game.clocks().of(seat(who)).unwrap().left();
    game.propose(Takeback, seat(1), &[], NOW + HOUR).unwrap();
    assert!(game.clocks().of(seat(2)).unwrap().run().is_some(), "a request stops nothing");
    game.accept_proposal(Takeback, &[seat(2)], NOW + 2 * HOUR).unwrap();
    assert_eq!((left(&game, 2), game.clocks().running().count()), (8 * HOUR, 0));
    // A clock of who stays to move goes on.
    let mut game = timed();
    play_quietly(&mut game, 2);
    ask(&mut game, 1, NOW);
    game.propose(Takeback, seat(1), &[(seat(2), Answer::Accept)], NOW + HOUR).unwrap();
    let clock = game.clocks().of(seat(1)).unwrap();
    assert_eq!((clock.run().map(|run| run.since), clock.left()), (Some(NOW), 10 * HOUR));
}

/// The part of a log that stands, by a judge that replays the plies that were not taken back.
#[derive(Default)]
struct Judge {
    /// The plies and leavings that stand, with the number of the last ply by then.
    line: Vec<(u32, LogEvent)>,
    plies: u32,
}

impl Judge {
    fn take(&mut self, event: &LogEvent) {
        match event {
            LogEvent::Ply { .. } => {
                self.plies += 1;
                self.line.push((self.plies, event.clone()));
            }
            LogEvent::Takeback(to) => self.line.retain(|(number, _)| number <= to),
            other if other.leaver().is_some() => {
                let last = self.line.last().map_or(0, |(number, _)| *number);
                self.line.push((last, other.clone()));
            }
            _ => {}
        }
    }

    /// Returns `true` if the position after this ply may stand again.
    fn goes_back_to(&self, to: u32) -> bool {
        let is_ply = |event: &LogEvent| event.is_ply();
        let stands =
            to == 0 || self.line.iter().any(|(number, event)| *number == to && is_ply(event));
        let mut undone = self.line.iter().filter(|(number, _)| *number > to).peekable();
        let forbids = |event: &LogEvent| match event {
            LogEvent::Ply { roll, .. } => *roll != PlyRoll::NoDice,
            other => other.leaver().is_some(),
        };
        stands && undone.peek().is_some() && !undone.any(|(_, event)| forbids(event))
    }

    fn curve(&self, game: &Game) -> Replayed {
        let mut curve = Replayed::new(start_position(game.kind(), game.options()).unwrap());
        for (_, event) in &self.line {
            curve.take(event).unwrap();
        }
        curve
    }
}

#[test]
fn what_stands_is_what_a_replay_without_the_plies_taken_back_gives() {
    let mut random = Random::new(77);
    let (mut back, mut refusals) = (0, 0);
    for kind in GameKind::ALL.into_iter().filter(|kind| !arranges(*kind)) {
        for (n, round) in seats(kind).flat_map(|n| (0..6).map(move |round| (n, round))) {
            let mut game = offer_of(kind, "", (1..=n).map(|i| sits(&format!("p{i}"))).collect());
            game.start(|_| 0, said("m2")).unwrap();
            let mut judge = Judge::default();
            for _ in 0..80 {
                if !game.is_running() {
                    break;
                }
                let to = u32::try_from(random.below(game.position().ply() as usize + 2)).unwrap();
                let event = match random.below(12) {
                    0..3 => {
                        let mut curve = game.curve.clone();
                        let taken = curve.take(&LogEvent::Takeback(to));
                        assert_eq!(
                            taken.is_ok(),
                            judge.goes_back_to(to),
                            "{kind:?} {round} {to} {:?}",
                            judge.line
                        );
                        if taken.is_err() {
                            assert_eq!(taken, Err(PlayError::NotBack));
                            refusals += 1;
                            continue;
                        }
                        back += 1;
                        LogEvent::Takeback(to)
                    }
                    3 if n > 2 && random.below(8) == 0 => {
                        LogEvent::Resign(game.position().to_move())
                    }
                    _ => {
                        let mv = quiet(&game, &mut random).filter(|_| random.below(20) > 0);
                        let any = || game.position().legal_move(&game.position().moves()[0]);
                        let mv = mv.or_else(any).expect("a legal move");
                        game.play(&mv, false, said("m3")).unwrap();
                        judge.take(&game.log().last().unwrap().event.clone());
                        continue;
                    }
                };
                game.add(NOW, event.clone()).unwrap();
                judge.take(&event);
                let curve = judge.curve(&game);
                let (stands, right) = (game.position(), curve.position());
                assert_eq!(stands.position_text(), right.position_text());
                assert_eq!(
                    stands.positions_since_irreversible(),
                    right.positions_since_irreversible()
                );
                assert_eq!((stands.moves(), stands.fights()), (right.moves(), right.fights()));
                assert_eq!(stands.ply(), judge.plies);
            }
        }
    }
    assert!(back > 50 && refusals > 50, "{back} {refusals}");
}

/// A game that ends, in which the third of four plies was taken back.
fn with_a_ply_taken_back() -> Game {
    let mut game = offer_of(GameKind::ALL[0], "", vec![sits("ann"), sits("ben")]);
    game.start(|_| 0, said("m2")).unwrap();
    let play = |game: &mut Game, typed: &str| {
        let mv = game.position().read(typed).unwrap();
        game.play(&mv, false, said("m3")).unwrap();
    };
    ["f2-f3", "d5-d4", "e2-e3"].iter().for_each(|typed| play(&mut game, typed));
    take_back(&mut game, 1);
    play(&mut game, "c2-c3");
    game.resign(seat(2), NOW).unwrap();
    game
}

/// What is shown behind each ply: which it is, and the text of the position.
fn shown(replay: &GameReplay) -> Vec<(String, String)> {
    let behind = |ply| {
        let position = replay.at(ply).unwrap().position().position_text();
        (replay.still(ply).unwrap().panel.moment, position)
    };
    (0..=replay.plies()).map(behind).collect()
}

#[test]
fn what_is_shown_and_counted_is_the_game_that_stands() {
    let game = with_a_ply_taken_back();
    let position = game.position();
    assert_eq!(
        (position.ply(), position.standing(), position.n_standing()),
        (4, &[1, 2, 4][..], 3)
    );
    assert_eq!([0, 2, 3, 4].map(|ply| position.n_standing_behind(ply)), [3, 1, 1, 0]);

    let recipe = ReplayRecipe::of(&game, Vec::new(), None).unwrap();
    let replay = recipe.replay().unwrap();
    let moments: Vec<String> = shown(replay).into_iter().map(|(moment, _)| moment).collect();
    assert_eq!(moments, ["the start", "move 1", "move 2", "move 3"]);
    let words = |ply| replay.still(ply).unwrap().panel.plies[0].short.clone();
    assert_eq!([1, 2, 3].map(words), ["f2–f3", "d5–d4", "c2–c3"]);
    let frames: Vec<_> = replay.frames().map(|frame| frame.scene.board.pieces).collect();
    assert_eq!(frames.len(), 4);
    assert_eq!(ReplayRecipe::of(&game, Vec::new(), Some(4)), None, "no such ply stands");

    let card = CardRecipe::of(&game, Vec::new(), String::new()).unwrap();
    assert_eq!(card.sheet().unwrap().length, "3 moves");
    let board = BoardRecipe::of(&game, seat(1), 1, ShownSeats::default());
    assert_eq!(board.scene().unwrap().panel.moment, "move 3");
    assert_eq!(board.scene().unwrap().panel.moment, card.sheet().unwrap().scene.panel.moment);

    let text = Record::of_game(&game).to_text();
    assert!(text.contains("\n3. e2-e3\ntakeback 2\n4. c2-c3\nresign 2\n"), "{text}");
    let read = record::replay(&text).unwrap().unwrap();
    assert_eq!(shown(&read.replay), shown(replay));
    assert_eq!(read.replay.card(&read.date, "").unwrap().length, "3 moves");
}

#[test]
fn pictures_of_before_are_drawn_as_they_were_said() {
    let game = with_a_ply_taken_back();
    let log = game.log().iter().map(|line| line.event.clone()).collect();
    let mut log =
        BoardReplay::new(game.no(), game.kind(), String::new(), String::new(), log).unwrap();
    let of_before = |kept: &serde_json::Value| {
        let mut kept = kept.clone();
        let fields = kept.as_object_mut().unwrap();
        if let Some(card) = fields.get_mut("card").and_then(serde_json::Value::as_object_mut) {
            card.remove("standing").unwrap();
        } else {
            fields.remove("standing").unwrap();
        }
        kept.to_string()
    };
    let replay = ReplayRecipe::of(&game, Vec::new(), Some(3)).unwrap();
    let mut kept: ReplayRecipe =
        serde_json::from_str(&of_before(&serde_json::to_value(&replay).unwrap())).unwrap();
    kept.redraw(&log);
    let panel = kept.still().unwrap().panel;
    assert_eq!((&*panel.moment, &*panel.plies[0].short), ("move 3", "e2–e3"));
    assert_eq!(kept.replay().unwrap().still(4).unwrap().panel.moment, "move 4");

    let card = CardRecipe::of(&game, Vec::new(), String::new()).unwrap();
    let mut kept: CardRecipe =
        serde_json::from_str(&of_before(&serde_json::to_value(&card).unwrap())).unwrap();
    kept.redraw(&log);
    assert_eq!(kept.sheet().unwrap().length, "4 moves");

    let board = BoardRecipe::of(&game, seat(1), 1, ShownSeats::default());
    let mut kept: BoardRecipe =
        serde_json::from_str(&of_before(&serde_json::to_value(&board).unwrap())).unwrap();
    kept.redraw(&mut log);
    assert_eq!(kept.scene().unwrap().panel.moment, "move 4");
}

/// Plays at random, and takes back now and then; what stands is told by moves alone.
fn played_with_takebacks(mut game: Game, random: &mut Random) -> (Game, Vec<LegalMove>) {
    let (n_seats, mut stands) = (game.position().n_seats(), Vec::new());
    for _ in 0..60 {
        if !game.is_running() {
            break;
        }
        let seats: Vec<Seat> = Seat::all(n_seats).collect();
        let by = *random.pick(&seats);
        if random.below(3) == 0 && game.check_proposal(Takeback, by).is_ok() {
            let others = seats.into_iter().filter(|seat| *seat != by);
            let all: Vec<_> = others.map(|seat| (seat, Answer::Accept)).collect();
            game.propose(Takeback, by, &all, NOW).unwrap();
            stands.truncate(game.position().n_standing() as usize);
        } else if let Some(mv) = quiet(&game, random) {
            game.play(&mv, false, said("m3")).unwrap();
            stands.push(mv);
        }
    }
    (game, stands)
}

#[test]
fn a_game_with_takebacks_is_shown_like_one_in_which_they_were_never_played() {
    let (mut random, mut n_taken_back) = (Random::new(7), 0);
    for kind in GameKind::ALL.into_iter().filter(|kind| !arranges(*kind)) {
        for n_seats in seats(kind).chain(seats(kind)) {
            let begin = || {
                let people = (0..n_seats).map(|n| sits(&format!("p{n}"))).collect();
                let mut game = offer_of(kind, "", people);
                game.start(|_| 0, said("m2")).unwrap();
                game
            };
            let (game, stands) = played_with_takebacks(begin(), &mut random);
            let mut plain = begin();
            for mv in &stands {
                plain.play(mv, false, said("m3")).unwrap();
            }
            assert_eq!(game.position().n_standing(), plain.position().ply(), "{kind:?}");
            assert_eq!(game.position().position_text(), plain.position().position_text());
            n_taken_back += game.position().ply() - game.position().n_standing();
            let of = |game: &Game| ReplayRecipe::of(game, Vec::new(), None);
            let (one, other) = (of(&game), of(&plain));
            assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (&one, &other) {
                assert_eq!(
                    shown(one.replay().unwrap()),
                    shown(other.replay().unwrap()),
                    "{kind:?}"
                );
            }
        }
    }
    assert!(n_taken_back > 20, "{n_taken_back}");
}
