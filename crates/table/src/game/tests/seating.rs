//! Sitting down, getting up, and the start.

use games::Outcome;

use super::*;
use crate::{OFFER_LIFE, Stage};

/// The instant at which the offers of these tests close.
const END: Millis = 1_000 + OFFER_LIFE;

#[test]
fn who_is_asked_sits_on_the_seat_that_is_kept_and_others_on_the_first_open_one() {
    let mut game = offer(vec![sits("ann"), Occupant::Open, asked("ben"), Occupant::Open]);
    game.sit_down(person("ben"), NOW).unwrap();
    game.sit_down(person("carl"), NOW).unwrap();
    assert_eq!(game.seats(), [sits("ann"), sits("carl"), sits("ben"), Occupant::Open]);
    refused(&mut game, |game| game.sit_down(person("ann"), NOW), ActionError::OwnOffer);
    refused(&mut game, |game| game.sit_down(person("ben"), NOW), ActionError::SitsAlready);
}

#[test]
fn nobody_takes_the_seat_of_somebody_who_is_asked() {
    let mut game = offer(vec![sits("ann"), asked("ben")]);
    refused(&mut game, |game| game.sit_down(person("carl"), NOW), ActionError::NotSeated);
    refused(&mut game, |game| game.decline(&id("carl"), NOW), ActionError::NotSeated);
    refused(&mut game, |game| game.start(|_| 0, said("m2")), ActionError::NotFull);
    game.sit_down(person("ben"), NOW).unwrap();
    assert!(game.is_full());
}

#[test]
fn to_decline_closes_an_offer_of_two_and_frees_a_seat_among_more() {
    let mut two = offer(vec![sits("ann"), asked("ben")]);
    refused(&mut two, |game| game.decline(&id("ann"), NOW), ActionError::OwnOffer);
    assert_eq!(events(two.decline(&id("ben"), NOW).unwrap()), [LogEvent::Abort(None)]);
    assert_eq!(two.stage(), Stage::Over(Outcome::Aborted));

    let mut three = offer(vec![sits("ann"), asked("ben"), asked("carl")]);
    assert_eq!(three.decline(&id("ben"), NOW), Ok(Vec::new()));
    assert_eq!(three.seats(), [sits("ann"), Occupant::Open, asked("carl")]);
    three.sit_down(person("carl"), NOW).unwrap();
    refused(&mut three, |game| game.decline(&id("carl"), NOW), ActionError::SitsAlready);
}

#[test]
fn seats_are_left_freed_and_filled() {
    let mut game = offer(vec![sits("ann"), sits("ben"), asked("carl")]);
    refused(&mut game, |game| game.fill(3, NOW), ActionError::NothingOpen);
    refused(&mut game, |game| game.get_up(&id("ann"), NOW), ActionError::OwnOffer);
    refused(&mut game, |game| game.free_seat(&id("ann"), NOW), ActionError::OwnOffer);
    // Who is asked does not sit, but the challenger can take the question back.
    refused(&mut game, |game| game.get_up(&id("carl"), NOW), ActionError::NotSeated);
    refused(&mut game, |game| game.free_seat(&id("dora"), NOW), ActionError::NotSeated);
    game.get_up(&id("ben"), NOW).unwrap();
    game.free_seat(&id("carl"), NOW).unwrap();
    assert_eq!(game.seats(), [sits("ann"), Occupant::Open, Occupant::Open]);
    game.fill(3, NOW).unwrap();
    assert_eq!(game.seats(), [sits("ann"), Occupant::Bot(3), Occupant::Bot(3)]);
}

#[test]
fn a_start_gives_out_the_seats_and_takes_the_salt() {
    let mut game = offer(vec![sits("ann"), Occupant::Bot(2), sits("ben")]);
    game.start(|_| 0, said("m2")).unwrap();
    assert_eq!(game.seats(), [sits("ann"), Occupant::Bot(2), sits("ben")]);
    assert_eq!((game.last_salt(), game.created(), game.moved()), ("m2", NOW, NOW));
    assert!(game.is_running() && game.challenger().is_none());

    let mut by_host = offer(vec![Occupant::Bot(1), Occupant::Bot(2)]);
    by_host.start(|_| 0, Stamp { at: NOW, salt: None }).unwrap();
    assert_eq!(by_host.last_salt(), "m1");
}

#[test]
fn an_offer_ends_at_its_instant_and_only_then() {
    let mut game = offer(vec![sits("ann"), asked("ben")]);
    refused(&mut game, |game| game.expire(END - 1), ActionError::NotDue);
    // Nobody answers it any more, even if it has not been closed yet.
    refused(&mut game, |game| game.sit_down(person("ben"), END), ActionError::Closed);
    refused(&mut game, |game| game.withdraw(END), ActionError::Closed);
    assert_eq!(events(game.expire(END).unwrap()), [LogEvent::Abort(None)]);
    refused(&mut game, |game| game.expire(END), ActionError::Closed);
}

#[test]
fn a_closed_offer_takes_nothing() {
    let mut withdrawn = offer(vec![sits("ann"), Occupant::Open]);
    assert_eq!(events(withdrawn.withdraw(NOW).unwrap()), [LogEvent::Abort(None)]);
    for game in [&mut withdrawn, &mut duel()] {
        refused(game, |game| game.sit_down(person("carl"), NOW), ActionError::Closed);
        refused(game, |game| game.decline(&id("ben"), NOW), ActionError::Closed);
        refused(game, |game| game.get_up(&id("ben"), NOW), ActionError::Closed);
        refused(game, |game| game.free_seat(&id("ben"), NOW), ActionError::Closed);
        refused(game, |game| game.fill(1, NOW), ActionError::Closed);
        refused(game, |game| game.start(|_| 0, said("m2")), ActionError::Closed);
        refused(game, |game| game.withdraw(NOW), ActionError::Closed);
        refused(game, |game| game.expire(END), ActionError::Closed);
    }
}
