//! Moves, their dice, and what comes before the first one.

use games::{ArrangementStep, Outcome, PlayError, Reason, SeatSet, random::Random};

use super::*;
use crate::{LegalMove, MAX_PLIES, PlyRoll, Proposed, Stage, record};

/// A legal move of the seat to move, one with dice if there is one.
fn some_move(game: &Game, random: &mut Random) -> LegalMove {
    let position = game.position();
    let moves: Vec<LegalMove> =
        position.moves().iter().filter_map(|text| position.legal_move(text)).collect();
    let with_dice: Vec<&LegalMove> = moves.iter().filter(|mv| !mv.dice.is_empty()).collect();
    with_dice.first().map_or_else(|| random.pick(&moves).clone(), |mv| (*mv).clone())
}

/// A match of a person against a bot in a game with dice.
fn with_dice() -> Game {
    let kind = GameKind::ALL.into_iter().find(|kind| {
        !arranges(*kind) && seats(*kind).contains(&2) && {
            offer_of(*kind, "", vec![sits("ann"), Occupant::Bot(1)]).position().rolls_dice()
        }
    });
    let mut game = offer_of(kind.unwrap(), "", vec![sits("ann"), Occupant::Bot(1)]);
    game.start(|_| 0, said("m2")).unwrap();
    game
}

#[test]
fn rolls_take_the_salt_of_the_mover_and_a_bots_that_of_the_last_person() {
    let (mut game, mut random) = (with_dice(), Random::new(5));
    let (mut of_person, mut of_bot) = (0, 0);
    while of_person == 0 || of_bot == 0 {
        assert!(game.is_running(), "both have thrown before the match ends");
        let mv = some_move(&game, &mut random);
        let is_bot = matches!(game.occupant(game.position().to_move()), Occupant::Bot(_));
        let (ply, salt) = (game.position().ply() + 1, format!("m{}", game.position().ply() + 1));
        let stamp = Stamp { at: NOW, salt: (!is_bot).then_some(&salt) };
        let expected = if is_bot { format!("{}.{ply}", game.last_salt()) } else { salt.clone() };
        let added = events(game.play(&mv, false, stamp).unwrap());
        let Some(LogEvent::Ply { roll, .. }) = added.first() else { panic!("{added:?}") };
        assert_eq!(*roll == PlyRoll::NoDice, mv.dice.is_empty());
        if let PlyRoll::Faces(faces, used) = roll {
            assert_eq!(used.as_ref(), Some(&expected));
            assert!(mv.dice.check(faces).is_ok());
            *if is_bot { &mut of_bot } else { &mut of_person } += 1;
        }
    }
    game.resign(Seat::FIRST, NOW).ok();
    let record = record::Record::of_game(&game).to_text();
    assert_eq!(record::verify(&record).unwrap().verdict, record::Verdict::Proven);
}

#[test]
fn a_draw_is_offered_along_with_a_move() {
    let mut game = duel();
    let mv = some_move(&game, &mut Random::new(1));
    let added = events(game.play(&mv, true, said("m3")).unwrap());
    assert_eq!(added.len(), 2);
    assert_eq!(added[1], LogEvent::DrawOffer(Seat::FIRST));
    assert_eq!(game.answers_awaited(Proposed::Draw, &id("ben")), [Seat::SECOND]);
}

#[test]
fn a_move_is_taken_only_where_it_was_read() {
    let mut game = duel();
    let mv = some_move(&game, &mut Random::new(1));
    moves(&mut game);
    let illegal = ActionError::Rules(PlayError::Illegal);
    refused(&mut game, |game| game.play(&mv, false, said("m4")), illegal);
    refused(
        &mut offer(vec![sits("ann"), asked("ben")]),
        |game| game.play(&mv, false, said("m4")),
        ActionError::NotRunning,
    );
    game.resign(Seat::FIRST, NOW).unwrap();
    refused(&mut game, |game| game.play(&mv, false, said("m4")), ActionError::NotRunning);
}

#[test]
fn the_host_ends_a_match_at_its_limit_of_plies() {
    let endless = GameKind::ALL.into_iter().find_map(|kind| {
        let options = canonical_options(kind, "repetition=0,progress=0", 2).ok()?;
        Some((kind, options))
    });
    let (kind, options) = endless.unwrap();
    let mut game = offer_of(kind, &options, vec![sits("ann"), sits("ben")]);
    game.start(|_| 0, said("m2")).unwrap();
    let mut random = Random::new(3);
    let mut last = Vec::new();
    while game.is_running() {
        let position = game.position();
        let quiet: Vec<LegalMove> = position
            .moves()
            .iter()
            .filter_map(|text| position.legal_move(text))
            .filter(|mv| mv.dice.is_empty())
            .collect();
        let mv = random.pick(&quiet).clone();
        // With the last move of the match no draw is offered any more.
        last = game.play(&mv, true, said("m3")).unwrap();
    }
    assert_eq!(game.position().ply(), MAX_PLIES);
    assert_eq!(events(last)[1..], [LogEvent::Adjudication(SeatSet::default())]);
    assert_eq!(game.stage(), Stage::Over(Outcome::Draw(Reason::Adjudication)));
}

#[test]
fn men_are_arranged_before_the_first_move() {
    let kind = GameKind::ALL.into_iter().find(|kind| arranges(*kind)).unwrap();
    let mut game = offer_of(kind, "", vec![sits("ann"), sits("ben")]);
    let army = |game: &Game, seat: Seat| {
        let arrangement = game.position().arranging().unwrap();
        let name = arrangement.names()[0];
        arrangement.changed(seat, name, &mut |_| 0).unwrap()
    };
    let first = army(&game, Seat::FIRST);
    refused(&mut game, |game| game.draft(Seat::FIRST, first, NOW), ActionError::NotRunning);
    game.start(|_| 0, said("m2")).unwrap();
    let (first, second) = (army(&game, Seat::FIRST), army(&game, Seat::SECOND));

    let illegal = ActionError::Rules(PlayError::Illegal);
    refused(&mut game, |game| game.place_openly(ArrangementStep::Hold, said("m3")), illegal);
    let hidden = ArrangementStep::Done(first.clone());
    refused(&mut game, |game| game.place_openly(hidden, said("m3")), illegal);
    let wrong = "no army".to_owned();
    refused(
        &mut game,
        |game| game.seal_army(Seat::FIRST, wrong, "ab".to_owned(), said("m3")),
        illegal,
    );
    refused(
        &mut game,
        |game| game.propose(Proposed::Draw, Seat::FIRST, &[], NOW),
        ActionError::StillArranging,
    );

    // A draft leaves no trace for others, not even its time.
    game.draft(Seat::FIRST, first.clone(), NOW + 1).unwrap();
    assert_eq!((game.moved(), game.last_salt()), (NOW, "m2"));
    game.seal_army(Seat::FIRST, first.clone(), "ab".to_owned(), said("m3")).unwrap();
    assert_eq!(game.last_salt(), "m3");
    refused(
        &mut game,
        |game| game.seal_army(Seat::FIRST, first, "ab".to_owned(), said("m4")),
        illegal,
    );
    let stamp = Stamp { at: NOW + 9, salt: None };
    game.seal_army(Seat::SECOND, second, "cd".to_owned(), stamp).unwrap();
    assert_eq!((game.moved(), game.last_salt()), (NOW + 9, "m3"));
    assert!(game.position().arranging().is_none());
    moves(&mut game);
}

#[test]
fn an_army_takes_no_time_from_the_other_player() {
    let kind = GameKind::ALL.into_iter().find(|kind| arranges(*kind)).unwrap();
    let mut game = offer_of(kind, "", vec![sits("ann"), sits("ben")]);
    game.start(|_| 0, said("m2")).unwrap();
    // That of the second player is heard first, though it was written last.
    for (seat, at) in [(Seat::SECOND, NOW + 9), (Seat::FIRST, NOW + 4)] {
        let arrangement = game.position().arranging().unwrap();
        let army = arrangement.changed(seat, arrangement.names()[0], &mut |_| 0).unwrap();
        let stamp = Stamp { at, salt: None };
        let added = game.seal_army(seat, army, "0f".repeat(16), stamp).unwrap();
        assert_eq!((added[0].at, game.moved()), (at, NOW + 9));
    }
    let mv = game.position().example_move().unwrap();
    let legal = game.position().legal_move(&mv).unwrap();
    let added = game.play(&legal, false, Stamp { at: NOW + 5, salt: Some("m3") }).unwrap();
    assert_eq!(added[0].at, NOW + 9, "the game has begun then");
}

#[test]
fn a_draw_word_that_is_heard_first_takes_no_time_from_a_move() {
    let mut game = duel();
    game.propose(Proposed::Draw, Seat::SECOND, &[], NOW + 100).unwrap();
    game.decline_proposal(Proposed::Draw, Seat::FIRST, NOW + 200).unwrap();
    let mv = some_move(&game, &mut Random::new(1));
    let stamp = Stamp { at: NOW + 50, salt: Some("m3") };
    assert_eq!(game.play(&mv, false, stamp).unwrap()[0].at, NOW + 50);
    assert_eq!(game.moves_at(NOW), NOW + 50);
}
