//! The occupant of a seat.

use super::ids::{Person, PersonId};

/// The person or bot that plays a seat of a game, or is to play a seat of an offer.
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

impl Occupant {
    /// Returns `true` if it is this person, or the one who is asked.
    #[must_use]
    pub fn is_or_asks(&self, who: &PersonId) -> bool {
        self.who().is_some_and(|person| person.id == *who)
    }

    /// The person who sits here or is asked to.
    #[must_use]
    pub const fn who(&self) -> Option<&Person> {
        match self {
            Self::Person(person) | Self::Asked(person) => Some(person),
            Self::Bot(_) | Self::Open => None,
        }
    }
}
