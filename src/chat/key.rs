//! What a change keeps for itself while it is committed.

use crate::table::{GameNo, PersonId};

/// Something that at most one change at a time may concern. Changes that share a key take effect one
/// after the other; all others are independent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A game or offer.
    Game(GameNo),
    /// A person: what they have asked for takes effect in the order in which they asked.
    Person(PersonId),
}
