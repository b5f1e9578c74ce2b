//! The ids of games, people and places, in a form that is the same for every platform.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Number of a game or offer over the whole database, shown as `#12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameNo(pub u32);

impl fmt::Display for GameNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The id of a person: the platform and the key there, `discord:80351110224678912` or `local:ann`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PersonId(pub String);

impl PersonId {
    /// The platform, the part before the first colon.
    #[must_use]
    pub fn platform(&self) -> &str {
        self.0.split_once(':').map_or("", |(platform, _)| platform)
    }

    /// The private chat of this person with the bot.
    #[must_use]
    pub fn private_place(&self) -> PlaceId {
        PlaceId(format!("{}:private:{}", self.platform(), self.key()))
    }

    /// The key on that platform, the part after the first colon.
    #[must_use]
    pub fn key(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, key)| key)
    }
}

/// A person with the name to show, as the platform gives it: it may hold anything, and the
/// chat makes it harmless before it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    /// The person's id, which stays the same whatever the name is.
    pub id: PersonId,
    /// Name to show.
    pub name: String,
}

/// The id of a place where something is said: the platform and the key there,
/// `discord:41771983423143937`, `local:channel` or `local:private:ann`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlaceId(pub String);
