//! Choices of people and servers, and facts that they have told of themselves, beside games.

use super::{ids::PersonId, log::Millis};
use serde::{Deserialize, Serialize};

/// A choice that a person or a server has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Whose setting it is, at most 300 characters: `person:discord:80351110224678912`,
    /// `server:discord:41771983423143937`, or `server:none` where there is no server.
    pub scope: String,
    /// Its name, at most 100 characters, by which it is read again.
    pub key: String,
    /// The value chosen, at most 1,000 characters; `None` goes back to the default.
    pub value: Option<String>,
}

/// A vacation of a person, or one that was ended early: it is known by person, scope and beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// The person who is away.
    pub person: PersonId,
    /// The scope of the server whose rules allow it, as in a setting.
    pub scope: String,
    /// Since when they are away.
    pub since: Millis,
    /// Until when, not before `since`.
    pub until: Millis,
}
