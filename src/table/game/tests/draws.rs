//! Draw offers and their answers.

use super::*;
use crate::{
    games::{Outcome, Reason},
    table::{DrawAnswer, Stage},
};

const AGREED: Stage = Stage::Over(Outcome::Draw(Reason::Agreement));

#[test]
fn two_agree_or_play_on() {
    let mut game = duel();
    refused(&mut game, |game| game.accept_draw(&[seat(2)], NOW), ActionError::NoDrawOffer);
    assert_eq!(events(game.offer_draw(seat(1), &[], NOW).unwrap()), [LogEvent::DrawOffer(seat(1))]);
    refused(&mut game, |game| game.offer_draw(seat(1), &[], NOW), ActionError::OffersAlready);
    refused(&mut game, |game| game.accept_draw(&[seat(1)], NOW), ActionError::NoDrawOffer);
    refused(&mut game, |game| game.accept_draw(&[], NOW), ActionError::NoDrawOffer);
    refused(&mut game, |game| game.decline_draw(seat(1), NOW), ActionError::NoDrawOffer);
    assert_eq!(events(game.decline_draw(seat(2), NOW).unwrap()), [LogEvent::DrawDecline(seat(2))]);
    refused(&mut game, |game| game.accept_draw(&[seat(2)], NOW), ActionError::NoDrawOffer);

    game.offer_draw(seat(2), &[], NOW).unwrap();
    let agreed = events(game.accept_draw(&[seat(1)], NOW).unwrap());
    assert_eq!(agreed, [LogEvent::Agreement(Some(seat(1)))]);
    assert_eq!(game.stage(), AGREED);
    refused(&mut game, |game| game.offer_draw(seat(1), &[], NOW), ActionError::NotRunning);
}

#[test]
fn an_offer_stands_until_its_seat_moves_again() {
    let mut game = duel();
    game.offer_draw(seat(1), &[], NOW).unwrap();
    game.decline_draw(seat(2), NOW).unwrap();
    moves(&mut game);
    game.offer_draw(seat(1), &[], NOW).unwrap();
    moves(&mut game);
    assert_eq!(game.draw_awaits(&id("ben")), [seat(2)]);
    moves(&mut game);
    assert!(game.draw_offer().is_none());
    refused(&mut game, |game| game.accept_draw(&[seat(2)], NOW), ActionError::NoDrawOffer);
}

#[test]
fn three_agree_once_the_last_has_answered() {
    let mut game = trio();
    game.offer_draw(seat(2), &[], NOW).unwrap();
    let one = events(game.accept_draw(&[seat(3)], NOW).unwrap());
    assert_eq!(one, [LogEvent::DrawAccept(seat(3))]);
    refused(&mut game, |game| game.accept_draw(&[seat(3)], NOW), ActionError::NoDrawOffer);
    let both = [seat(1), seat(3)];
    refused(&mut game, |game| game.accept_draw(&both, NOW), ActionError::NoDrawOffer);
    let last = events(game.accept_draw(&[seat(1)], NOW).unwrap());
    assert_eq!(last, [LogEvent::Agreement(Some(seat(1)))]);
    assert_eq!(game.stage(), AGREED);
}

#[test]
fn a_person_on_two_seats_answers_for_both() {
    let mut game = started(vec![sits("ann"), sits("ben"), sits("ben")]);
    game.offer_draw(seat(1), &[], NOW).unwrap();
    let seats = game.draw_awaits(&id("ben"));
    assert_eq!(seats, [seat(2), seat(3)]);
    let agreed = events(game.accept_draw(&seats, NOW).unwrap());
    assert_eq!(agreed, [LogEvent::Agreement(Some(seat(2)))]);

    let mut own = started(vec![sits("ann"), sits("ben"), sits("ben")]);
    own.offer_draw(seat(2), &[(seat(3), DrawAnswer::Accept)], NOW).unwrap();
    refused(&mut own, |game| game.offer_draw(seat(3), &[], NOW), ActionError::OffersAlready);
}

#[test]
fn bots_answer_at_once() {
    use DrawAnswer::{Accept, Decline};
    let table = || started(vec![sits("ann"), Occupant::Bot(1), Occupant::Bot(2)]);
    let mut game = table();
    let answers = [(seat(2), Accept), (seat(3), Accept)];
    assert_eq!(
        events(game.offer_draw(seat(1), &answers, NOW).unwrap()),
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
        events(game.offer_draw(seat(1), &answers, NOW).unwrap()),
        [LogEvent::DrawOffer(seat(1)), LogEvent::DrawDecline(seat(2))]
    );
    assert!(game.is_running() && game.draw_offer().is_none());
    let own = [(seat(1), Accept)];
    refused(&mut game, |game| game.offer_draw(seat(1), &own, NOW), ActionError::NoDrawOffer);
}

#[test]
fn a_seat_that_leaves_need_not_answer() {
    let mut game = trio();
    game.offer_draw(seat(1), &[], NOW).unwrap();
    game.accept_draw(&[seat(2)], NOW).unwrap();
    assert_eq!(
        events(game.run_out_of_time(seat(3), NOW).unwrap()),
        [LogEvent::Time(seat(3)), LogEvent::Agreement(Some(seat(1)))]
    );
    assert_eq!(game.stage(), AGREED);
}

#[test]
fn an_offer_leaves_with_its_seat() {
    let mut game = trio();
    game.offer_draw(seat(1), &[], NOW).unwrap();
    assert_eq!(events(game.resign(seat(1), NOW).unwrap()), [LogEvent::Resign(seat(1))]);
    refused(&mut game, |game| game.accept_draw(&[seat(2)], NOW), ActionError::NoDrawOffer);
    refused(&mut game, |game| game.offer_draw(seat(1), &[], NOW), ActionError::Gone);
    let gone = [(seat(1), DrawAnswer::Accept)];
    refused(&mut game, |game| game.offer_draw(seat(2), &gone, NOW), ActionError::NoDrawOffer);
    // Only those who still play are asked.
    game.offer_draw(seat(2), &[], NOW).unwrap();
    game.accept_draw(&[seat(3)], NOW).unwrap();
    assert_eq!(game.stage(), AGREED);
}
