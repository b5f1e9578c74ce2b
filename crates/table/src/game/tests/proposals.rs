//! Draw offers and their answers.

use games::{Outcome, Reason};

use super::*;
use crate::{
    Answer,
    Proposed::{Draw, Takeback},
    Stage,
};

const AGREED: Stage = Stage::Over(Outcome::Draw(Reason::Agreement));

#[test]
fn two_agree_or_play_on() {
    let mut game = duel();
    refused(&mut game, |game| game.accept_proposal(Draw, &[seat(2)], NOW), ActionError::NoProposal);
    assert_eq!(
        events(game.propose(Draw, seat(1), &[], NOW).unwrap()),
        [LogEvent::DrawOffer(seat(1))]
    );
    refused(&mut game, |game| game.propose(Draw, seat(1), &[], NOW), ActionError::ProposesAlready);
    refused(&mut game, |game| game.accept_proposal(Draw, &[seat(1)], NOW), ActionError::NoProposal);
    refused(&mut game, |game| game.accept_proposal(Draw, &[], NOW), ActionError::NoProposal);
    refused(&mut game, |game| game.decline_proposal(Draw, seat(1), NOW), ActionError::NoProposal);
    assert_eq!(
        events(game.decline_proposal(Draw, seat(2), NOW).unwrap()),
        [LogEvent::DrawDecline(seat(2))]
    );
    refused(&mut game, |game| game.accept_proposal(Draw, &[seat(2)], NOW), ActionError::NoProposal);

    refused(&mut game, |game| game.propose(Draw, seat(1), &[], NOW), ActionError::AskedBefore);

    game.propose(Draw, seat(2), &[], NOW).unwrap();
    let agreed = events(game.accept_proposal(Draw, &[seat(1)], NOW).unwrap());
    assert_eq!(agreed, [LogEvent::Agreement(Some(seat(1)))]);
    assert_eq!(game.stage(), AGREED);
    assert!(game.proposal(Draw).is_none());
    refused(&mut game, |game| game.propose(Draw, seat(1), &[], NOW), ActionError::NotRunning);
}

#[test]
fn one_offer_is_made_for_each_move_of_the_offering_seat() {
    let mut game = duel();
    let offer = |game: &mut Game, by| game.propose(Draw, seat(by), &[], NOW);
    offer(&mut game, 1).unwrap();
    game.decline_proposal(Draw, seat(2), NOW).unwrap();
    refused(&mut game, |game| offer(game, 1), ActionError::AskedBefore);
    moves(&mut game);
    offer(&mut game, 1).unwrap();
    // Whoever answers by moving on has declined nothing; the offer stands, and is not made twice.
    moves(&mut game);
    refused(&mut game, |game| offer(game, 1), ActionError::ProposesAlready);
    game.decline_proposal(Draw, seat(2), NOW).unwrap();
    refused(&mut game, |game| offer(game, 1), ActionError::AskedBefore);
    // A move of the other one is no move of this one, and each has an offer of their own.
    offer(&mut game, 2).unwrap();
    game.decline_proposal(Draw, seat(1), NOW).unwrap();
    moves(&mut game);
    offer(&mut game, 1).unwrap();
    // Behind a takeback another move is the last one.
    game.decline_proposal(Draw, seat(2), NOW).unwrap();
    game.propose(Takeback, seat(1), &[(seat(2), Answer::Accept)], NOW).unwrap();
    offer(&mut game, 1).unwrap();
}

#[test]
fn an_offer_stands_until_its_seat_moves_again() {
    let mut game = duel();
    game.propose(Draw, seat(1), &[], NOW).unwrap();
    game.decline_proposal(Draw, seat(2), NOW).unwrap();
    moves(&mut game);
    game.propose(Draw, seat(1), &[], NOW).unwrap();
    moves(&mut game);
    assert_eq!(game.answers_awaited(Draw, &id("ben")), [seat(2)]);
    moves(&mut game);
    assert!(game.proposal(Draw).is_none());
    refused(&mut game, |game| game.accept_proposal(Draw, &[seat(2)], NOW), ActionError::NoProposal);
}

#[test]
fn three_agree_once_the_last_has_answered() {
    let mut game = trio();
    game.propose(Draw, seat(2), &[], NOW).unwrap();
    let one = events(game.accept_proposal(Draw, &[seat(3)], NOW).unwrap());
    assert_eq!(one, [LogEvent::DrawAccept(seat(3))]);
    refused(&mut game, |game| game.accept_proposal(Draw, &[seat(3)], NOW), ActionError::NoProposal);
    let both = [seat(1), seat(3)];
    refused(&mut game, |game| game.accept_proposal(Draw, &both, NOW), ActionError::NoProposal);
    let last = events(game.accept_proposal(Draw, &[seat(1)], NOW).unwrap());
    assert_eq!(last, [LogEvent::Agreement(Some(seat(1)))]);
    assert_eq!(game.stage(), AGREED);
}

#[test]
fn a_person_on_two_seats_answers_for_both() {
    let mut game = started(vec![sits("ann"), sits("ben"), sits("ben")]);
    game.propose(Draw, seat(1), &[], NOW).unwrap();
    let seats = game.answers_awaited(Draw, &id("ben"));
    assert_eq!(seats, [seat(2), seat(3)]);
    let agreed = events(game.accept_proposal(Draw, &seats, NOW).unwrap());
    assert_eq!(agreed, [LogEvent::Agreement(Some(seat(2)))]);

    let mut own = started(vec![sits("ann"), sits("ben"), sits("ben")]);
    own.propose(Draw, seat(2), &[(seat(3), Answer::Accept)], NOW).unwrap();
    refused(&mut own, |game| game.propose(Draw, seat(3), &[], NOW), ActionError::ProposesAlready);
}

#[test]
fn bots_answer_at_once() {
    use Answer::{Accept, Decline};
    let table = || started(vec![sits("ann"), Occupant::Bot(1), Occupant::Bot(2)]);
    let mut game = table();
    let answers = [(seat(2), Accept), (seat(3), Accept)];
    assert_eq!(
        events(game.propose(Draw, seat(1), &answers, NOW).unwrap()),
        [
            LogEvent::DrawOffer(seat(1)),
            LogEvent::DrawAccept(seat(2)),
            LogEvent::DrawAccept(seat(3)),
            LogEvent::Agreement(Some(seat(1))),
        ]
    );
    assert_eq!(game.stage(), AGREED);

    // After the first that declines, nobody is asked any more.
    let mut game = table();
    let answers = [(seat(2), Decline), (seat(3), Accept)];
    assert_eq!(
        events(game.propose(Draw, seat(1), &answers, NOW).unwrap()),
        [LogEvent::DrawOffer(seat(1)), LogEvent::DrawDecline(seat(2))]
    );
    assert!(game.is_running() && game.proposal(Draw).is_none());
    let own = [(seat(1), Accept)];
    refused(&mut table(), |game| game.propose(Draw, seat(1), &own, NOW), ActionError::NoProposal);
}

#[test]
fn a_seat_that_leaves_need_not_answer() {
    let mut game = trio();
    game.propose(Draw, seat(1), &[], NOW).unwrap();
    game.accept_proposal(Draw, &[seat(2)], NOW).unwrap();
    assert_eq!(
        events(game.run_out_of_time(seat(3), NOW).unwrap()),
        [LogEvent::Time(seat(3)), LogEvent::Agreement(Some(seat(1)))]
    );
    assert_eq!(game.stage(), AGREED);
}

#[test]
fn an_offer_leaves_with_its_seat() {
    let mut game = trio();
    game.propose(Draw, seat(1), &[], NOW).unwrap();
    assert_eq!(events(game.resign(seat(1), NOW).unwrap()), [LogEvent::Resign(seat(1))]);
    refused(&mut game, |game| game.accept_proposal(Draw, &[seat(2)], NOW), ActionError::NoProposal);
    refused(&mut game, |game| game.propose(Draw, seat(1), &[], NOW), ActionError::Gone);
    let gone = [(seat(1), Answer::Accept)];
    refused(&mut game, |game| game.propose(Draw, seat(2), &gone, NOW), ActionError::NoProposal);
    // Only those who still play are asked.
    game.propose(Draw, seat(2), &[], NOW).unwrap();
    game.accept_proposal(Draw, &[seat(3)], NOW).unwrap();
    assert_eq!(game.stage(), AGREED);
}
