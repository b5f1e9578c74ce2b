//! The occupant of a seat.

use super::ids::{Person, PersonId};

/// The name under which the bot plays, whatever its level.
pub const BOT: &str = "Martian Cake";
/// The name under which a seat is open.
pub const ANYONE: &str = "anyone";

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

    /// The name as the platform gave it, with the id of whom it is; that of a bot, or for nobody yet, is of
    /// nobody's id.
    #[must_use]
    pub fn called(&self) -> (Option<&PersonId>, &str) {
        match self {
            Self::Person(person) | Self::Asked(person) => (Some(&person.id), &person.name),
            Self::Bot(_) => (None, BOT),
            Self::Open => (None, ANYONE),
        }
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
