//! The id of a place where something is said.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::ids::{IdError, PersonId, Platform, ServerId};

/// The prefix of a person's key in the id of their private chat.
const PRIVATE: &str = "private:";

/// The id of a place where something is said: `discord:41771983423143937`, `local:channel` or
/// `local:private:ann`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlaceId {
    platform: Platform,
    spot: Spot,
}

/// A place on its platform.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Spot {
    /// The channel with this key.
    Channel(String),
    /// The private chat of the person with this key.
    Private(String),
}

/// The kind of place that an id names, with what the platform calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKind<'a> {
    /// A channel with its key on the platform. A thread is one too, and so is a private chat that
    /// its platform numbers like a channel.
    Channel(&'a str),
    /// The private chat of this person with the bot, which may have to be opened first.
    Private(PersonId),
}

impl PlaceId {
    /// The channel with this key on a platform.
    #[must_use]
    pub fn channel(platform: Platform, key: impl Into<String>) -> Self {
        Self { platform, spot: Spot::Channel(key.into()) }
    }

    /// The private chat of a person with the bot.
    #[must_use]
    pub fn private(person: &PersonId) -> Self {
        Self { platform: person.platform(), spot: Spot::Private(person.key().to_owned()) }
    }

    /// The platform to which it belongs.
    #[must_use]
    pub const fn platform(&self) -> Platform {
        self.platform
    }

    /// Returns what kind of place it is.
    #[must_use]
    pub fn kind(&self) -> PlaceKind<'_> {
        match &self.spot {
            Spot::Channel(key) => PlaceKind::Channel(key),
            Spot::Private(key) => PlaceKind::Private(PersonId::new(self.platform, key)),
        }
    }

    /// The one person who reads it, if the id says so.
    #[must_use]
    pub fn owner(&self) -> Option<PersonId> {
        match self.kind() {
            PlaceKind::Channel(_) => None,
            PlaceKind::Private(person) => Some(person),
        }
    }

    /// Returns `true` if it is a private chat with the bot: a platform may number one like a channel, which then is
    /// one without a server.
    #[must_use]
    pub fn is_private(&self, server: Option<&ServerId>) -> bool {
        self.owner().is_some() || self.platform().has_servers() && server.is_none()
    }
}

impl fmt::Display for PlaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.spot {
            Spot::Channel(key) => write!(f, "{}:{key}", self.platform),
            Spot::Private(key) => write!(f, "{}:{PRIVATE}{key}", self.platform),
        }
    }
}

impl FromStr for PlaceId {
    type Err = IdError;

    fn from_str(id: &str) -> Result<Self, IdError> {
        let (platform, key) = Platform::split(id)?;
        match key.strip_prefix(PRIVATE) {
            Some("") => Err(IdError),
            Some(person) => Ok(Self { platform, spot: Spot::Private(person.to_owned()) }),
            None => Ok(Self::channel(platform, key)),
        }
    }
}

impl TryFrom<String> for PlaceId {
    type Error = IdError;

    fn try_from(id: String) -> Result<Self, IdError> {
        id.parse()
    }
}

impl From<PlaceId> for String {
    fn from(id: PlaceId) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_their_spelling_and_say_what_they_are() {
        let ann = PersonId::new(Platform::Local, "ann");
        for (id, owner) in [
            ("local:channel", None),
            ("local:private:ann", Some(ann.clone())),
            ("discord:41771983423143937", None),
            ("discord:private:801", Some(PersonId::new(Platform::Discord, "801"))),
        ] {
            let place: PlaceId = id.parse().unwrap();
            assert_eq!(place.to_string(), id);
            assert_eq!(serde_json::to_string(&place).unwrap(), format!("{id:?}"));
            assert_eq!(place.owner(), owner, "{id}");
        }
        assert_eq!(ann.private_place().to_string(), "local:private:ann");
        let channel = PlaceId::channel(Platform::Discord, "5");
        assert_eq!(channel.kind(), PlaceKind::Channel("5"));
    }

    #[test]
    fn a_channel_without_a_server_is_a_private_chat_where_there_are_servers() {
        let server = ServerId::new(Platform::Discord, "500");
        let chat = PlaceId::channel(Platform::Discord, "5");
        assert!(chat.is_private(None) && !chat.is_private(Some(&server)));
        assert!(!PlaceId::channel(Platform::Local, "channel").is_private(None));
        assert!(PersonId::new(Platform::Local, "ann").private_place().is_private(None));
    }

    #[test]
    fn other_texts_are_no_places() {
        for text in ["channel", "local:", "local:private:", "irc:channel"] {
            assert_eq!(text.parse::<PlaceId>(), Err(IdError), "{text}");
        }
    }
}
