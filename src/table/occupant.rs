//! The occupant of a seat.

use super::ids::Person;

/// Who plays a seat of a game, or is to play a seat of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person; in an offer, one who has sat down.
    Person(Person),
    /// A person who is asked by name and has not answered; only in an offer.
    Asked(Person),
    /// The bot, at this level.
    Bot(u8),
    /// Nobody yet, so that anyone may sit down; only in an offer.
    Open,
}
