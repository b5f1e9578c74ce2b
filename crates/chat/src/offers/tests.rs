//! Offers and starts for which nobody writes a message.

use games::Outcome;
use table::{EditionNo, Key, LogEvent, OFFER_LIFE, Occupant, OfferTerms, SeatChoice, Stage};

use super::{expire_offer, new_offer::make, same::NewOffer};
use crate::{
    handling::{cause::Cause, step::Change},
    tests::{NewWorld, channel, game_for, person},
};

/// An offer by the first of two people to the second, who has agreed to play already or is asked.
fn pairing(one: &str, two: &str, agreed: bool) -> NewOffer {
    let (kind, options) = game_for(2);
    let two = person(two);
    let terms =
        OfferTerms { seat_choice: SeatChoice::White, listed: true, ..OfferTerms::default() };
    NewOffer {
        challenger: person(one),
        kind,
        options,
        terms,
        others: vec![if agreed { Occupant::Person(two) } else { Occupant::Asked(two) }],
        place: channel(),
        server: None,
    }
}

#[test]
fn a_paired_round_is_one_change() {
    let world = NewWorld::default();
    let key = Key::Edition(EditionNo(3));
    let scope = world.scope(Cause::Due(&key, 0));
    let mut round = Change::default();
    for n in 0..100 {
        let (white, black) = (format!("white{n}"), format!("black{n}"));
        round.add(make(scope, pairing(&white, &black, true)).unwrap());
    }
    assert_eq!((round.games.len(), round.replies.len(), round.people.len()), (100, 100, 0));
    for ((change, reply), n) in round.games.iter().zip(&round.replies).zip(1..) {
        assert_eq!((change.game.no().0, change.game.stage()), (n, Stage::Running));
        assert_eq!((&reply.place, &reply.reply_to), (&channel(), &None));
        // Nobody has asked for it, so whoever is to move is pinged, and the prefix is the place's.
        assert_eq!(reply.ping, [person(&format!("white{}", n - 1)).id]);
        assert!(reply.text.contains("`!"), "{}", reply.text);
    }
}

#[test]
fn an_offer_expires_once_and_not_early() {
    let world = NewWorld::default();
    let offer = make(world.scope(Cause::Host), pairing("ann", "ben", false)).unwrap().game;
    let key = Key::Game(offer.no());
    let scope = world.scope(Cause::Due(&key, OFFER_LIFE));
    world.now.set(OFFER_LIFE - 1);
    assert!(expire_offer(scope, &offer).is_err());
    world.now.set(OFFER_LIFE);
    let change = expire_offer(scope, &offer).unwrap();
    let closed = &change.games[0];
    assert_eq!(closed.added[0].event, LogEvent::Abort(None));
    assert_eq!(closed.game.stage(), Stage::Over(Outcome::Aborted));
    assert!(change.replies[0].ping.is_empty() && change.people.is_empty());
    assert!(expire_offer(scope, &closed.game).is_err());
}
