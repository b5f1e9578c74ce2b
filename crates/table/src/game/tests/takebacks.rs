//! Moves that are taken back.

use games::{PlayError, SeatSet, random::Random};

use super::*;
use crate::{
    Answer, ClockEvent, Clocks, HOUR, LegalMove, PlyRoll, Proposed::Takeback, Replayed,
    TimeControl, record::Record, start_position,
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
