//! Leaving, adjudication and abort.

use games::{Outcome, PlayError, Reason, SeatSet, result_text};

use super::*;
use crate::{Stage, record::Record};

/// A way in which a seat leaves.
type Leave = fn(&mut Game, Seat, Millis) -> Result<Vec<LogEntry>, ActionError>;

const WAYS: [(Leave, Reason, &str); 3] = [
    (Game::resign, Reason::Resignation, "resign"),
    (Game::run_out_of_time, Reason::Time, "time"),
    (Game::forfeit, Reason::Forfeit, "forfeit"),
];

#[test]
fn of_two_the_other_wins() {
    for (leave, reason, word) in WAYS {
        // In turn or not.
        for leaver in [seat(1), seat(2)] {
            let mut game = duel();
            let added = leave(&mut game, leaver, NOW + 1).unwrap();
            assert_eq!(added, game.log());
            assert_eq!((added.len(), added[0].at, game.moved()), (1, NOW + 1, NOW + 1));
            assert_eq!(game.stage(), Stage::Over(Outcome::win(leaver.other(), reason)));
            let text = Record::of_game(&game).to_text();
            let result = result_text(game.outcome());
            assert!(text.ends_with(&format!("\n{word} {leaver}\n{result}\n")), "{text}");
            assert_eq!(Record::parse(&text), Ok(Record::of_game(&game)));
            refused(&mut game, |game| leave(game, leaver.other(), NOW), ActionError::NotRunning);
        }
    }
}

#[test]
fn of_three_the_others_play_on_until_one_is_left() {
    for (leave, reason, _) in WAYS {
        let mut game = trio();
        leave(&mut game, seat(1), NOW).unwrap();
        assert!(game.is_running() && game.has_left(&id("ann")));
        assert_eq!(game.position().to_move(), seat(2));
        let gone = ActionError::Rules(PlayError::Gone);
        refused(&mut game, |game| leave(game, seat(1), NOW), gone);
        leave(&mut game, seat(2), NOW).unwrap();
        assert_eq!(game.stage(), Stage::Over(Outcome::win(seat(3), reason)));
    }
}

#[test]
fn the_host_decides() {
    let both: SeatSet = [seat(1), seat(3)].into_iter().collect();
    let mut game = trio();
    game.adjudicate(both, NOW).unwrap();
    assert_eq!(game.stage(), Stage::Over(Outcome::Win(both, Reason::Adjudication)));
    let text = Record::of_game(&game).to_text();
    assert!(text.ends_with("\nadjudication 1,3\nwin 1,3 adjudication\n"), "{text}");
    assert_eq!(Record::parse(&text), Ok(Record::of_game(&game)));

    let mut drawn = trio();
    drawn.adjudicate(SeatSet::default(), NOW).unwrap();
    let text = Record::of_game(&drawn).to_text();
    assert!(text.ends_with("\nadjudication draw\ndraw adjudication\n"), "{text}");
    refused(&mut drawn, |game| game.adjudicate(both, NOW), ActionError::NotRunning);

    let mut left = trio();
    left.resign(seat(3), NOW).unwrap();
    refused(&mut left, |game| game.adjudicate(both, NOW), ActionError::Gone);
    let foreign = SeatSet::of(seat(6));
    refused(&mut left, |game| game.adjudicate(foreign, NOW), ActionError::Gone);
}

#[test]
fn a_match_is_aborted_until_everyone_has_moved_or_left() {
    let mut game = duel();
    moves(&mut game);
    let mut early = game.clone();
    assert_eq!(events(early.abort(seat(2), NOW).unwrap()), [LogEvent::Abort(Some(seat(2)))]);
    assert_eq!(early.stage(), Stage::Over(Outcome::Aborted));
    refused(&mut early, |game| game.abort(seat(1), NOW), ActionError::NotRunning);
    moves(&mut game);
    refused(&mut game, |game| game.abort(seat(1), NOW), ActionError::TooLate);

    let mut three = trio();
    moves(&mut three);
    three.run_out_of_time(seat(2), NOW).unwrap();
    let mut early = three.clone();
    early.abort(seat(3), NOW).unwrap();
    moves(&mut three);
    refused(&mut three, |game| game.abort(seat(1), NOW), ActionError::TooLate);
}
