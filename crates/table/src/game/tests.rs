//! Tests of all actions: what they do, what they refuse, and that their log lines tell the whole
//! story.

mod ending;
mod plans;
mod playing;
mod proposals;
mod random;
mod seating;
mod takebacks;

use dice::Secret;
use games::{GameKind, Seat, arranges, canonical_options, seats};

use super::{ActionError, Game, Stamp};
use crate::{
    GameNo, LogEntry, LogEvent, Millis, NewGame, Occupant, OfferTerms, Person, PersonId, PlaceId,
    Platform, SeatChoice,
};

/// When everything in these games happens, unless a test says otherwise.
const NOW: Millis = 5_000;

fn seat(number: u8) -> Seat {
    Seat::from_index(number - 1).unwrap()
}

fn id(name: &str) -> PersonId {
    PersonId::new(Platform::Local, name)
}

fn person(name: &str) -> Person {
    Person { id: id(name), name: name.to_owned() }
}

fn sits(name: &str) -> Occupant {
    Occupant::Person(person(name))
}

fn asked(name: &str) -> Occupant {
    Occupant::Asked(person(name))
}

/// An offer of the first game that so many can play, with the seats in the order of the offer.
fn offer(occupants: Vec<Occupant>) -> Game {
    let n = u8::try_from(occupants.len()).unwrap();
    let plays = |kind: &GameKind| seats(*kind).contains(&n) && !arranges(*kind);
    let kind = GameKind::ALL.into_iter().find(plays).unwrap();
    offer_of(kind, "", occupants)
}

fn offer_of(kind: GameKind, options: &str, occupants: Vec<Occupant>) -> Game {
    let n = u8::try_from(occupants.len()).unwrap();
    let terms =
        OfferTerms { seat_choice: SeatChoice::White, listed: true, ..OfferTerms::default() };
    let new = NewGame {
        no: GameNo(12),
        kind,
        options: canonical_options(kind, options, n).unwrap(),
        place: PlaceId::channel(Platform::Local, "channel"),
        server: None,
        seats: occupants,
        terms,
        secret: Secret::from_bytes([7; 32]),
        salt: "m1".to_owned(),
        at: 1_000,
    };
    Game::offer(new).unwrap()
}

/// A running match of these occupants, in the order of its seats.
fn started(occupants: Vec<Occupant>) -> Game {
    let mut game = offer(occupants);
    game.start(|_| 0, said("m2")).unwrap();
    game
}

/// A running match of two people.
fn duel() -> Game {
    started(vec![sits("ann"), sits("ben")])
}

/// A running match of three people.
fn trio() -> Game {
    started(vec![sits("ann"), sits("ben"), sits("carl")])
}

/// A message with this salt asks for an action.
const fn said(salt: &str) -> Stamp<'_> {
    Stamp { at: NOW, salt: Some(salt) }
}

/// The seat to move plays some legal move.
fn moves(game: &mut Game) -> Vec<LogEntry> {
    let mv = game.position().read(&game.position().example_move().unwrap()).unwrap();
    game.play(&mv, false, said("m3")).unwrap()
}

fn events(added: Vec<LogEntry>) -> Vec<LogEvent> {
    added.into_iter().map(|entry| entry.event).collect()
}

/// Checks that an action is refused for this reason, and leaves no trace.
#[track_caller]
fn refused<T: std::fmt::Debug + PartialEq>(
    game: &mut Game,
    action: impl FnOnce(&mut Game) -> Result<T, ActionError>,
    error: ActionError,
) {
    let before = format!("{game:?}");
    assert_eq!(action(game), Err(error));
    assert_eq!(format!("{game:?}"), before);
}
