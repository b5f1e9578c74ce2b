//! The ids of games, people, messages and servers, in a form that is the same for every platform.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{log::Millis, place::PlaceId};

/// Number of a game or offer over the whole database, shown as `#12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameNo(pub u32);

impl fmt::Display for GameNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Number of an edition of an event over the whole database, shown as `T7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EditionNo(pub u32);

impl fmt::Display for EditionNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// A platform on which people meet the bot. Every id of a person, a place, a message or a server belongs to one
/// platform and begins with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Platform {
    /// Discord, through its gateway.
    Discord,
    /// The page that this program serves itself.
    Local,
}

impl Platform {
    /// Every platform that this program knows.
    pub const ALL: [Self; 2] = [Self::Discord, Self::Local];

    /// The name with which ids begin, `discord` or `local`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Discord => "discord",
            Self::Local => "local",
        }
    }

    /// Returns `true` if the salts of rolls are ids that the platform makes itself, so that neither a player
    /// nor whoever runs the program can choose one. Otherwise each mover's own device draws them.
    #[must_use]
    pub const fn makes_salts(self) -> bool {
        match self {
            Self::Discord => true,
            Self::Local => false,
        }
    }

    /// Returns `true` if its places belong to servers, but for private chats.
    #[must_use]
    pub const fn has_servers(self) -> bool {
        match self {
            Self::Discord => true,
            Self::Local => false,
        }
    }

    /// The platform that an id begins with, and the key behind the colon.
    pub(super) fn split(id: &str) -> Result<(Self, &str), IdError> {
        let (name, key) = id.split_once(':').ok_or(IdError)?;
        if key.is_empty() { Err(IdError) } else { Ok((name.parse()?, key)) }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Platform {
    type Err = IdError;

    fn from_str(name: &str) -> Result<Self, IdError> {
        Self::ALL.into_iter().find(|one| one.name() == name).ok_or(IdError)
    }
}

/// The first instant that Discord's ids know, the beginning of 2015 UTC.
const DISCORD_EPOCH: Millis = 1_420_070_400_000;

impl PersonId {
    /// Returns when the person's account was made, as far as the id tells: Discord's count milliseconds in
    /// their upper 42 bits.
    ///
    /// ```
    /// use martian_cake_table::{PersonId, Platform};
    ///
    /// let nelly = PersonId::new(Platform::Discord, "175928847299117063");
    /// assert_eq!(nelly.made_at(), Some(1_462_015_105_796));
    /// assert_eq!(PersonId::new(Platform::Local, "ann").made_at(), None);
    /// ```
    #[must_use]
    pub fn made_at(&self) -> Option<Millis> {
        let id: u64 = self.key_on(Platform::Discord)?.parse().ok()?;
        Some(DISCORD_EPOCH.saturating_add(Millis::try_from(id >> 22).ok()?))
    }
}

/// A text that is no id: it names no platform that this program knows, or no key behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id without a known platform and a key")]
pub struct IdError;

/// Defines ids that are a platform and a key on it, written `discord:80351110224678912`.
macro_rules! platform_ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name {
            platform: Platform,
            key: String,
        }

        impl $name {
            /// The id with this key on a platform.
            #[must_use]
            pub fn new(platform: Platform, key: impl Into<String>) -> Self {
                Self { platform, key: key.into() }
            }

            /// The platform to which it belongs.
            #[must_use]
            pub const fn platform(&self) -> Platform {
                self.platform
            }

            /// The key on that platform, without the platform's name.
            #[must_use]
            pub fn key(&self) -> &str {
                &self.key
            }

            /// The key, if it belongs to this platform.
            #[must_use]
            pub fn key_on(&self, platform: Platform) -> Option<&str> {
                (self.platform == platform).then_some(&self.key)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}:{}", self.platform, self.key)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(id: &str) -> Result<Self, IdError> {
                Platform::split(id).map(|(platform, key)| Self::new(platform, key))
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(id: String) -> Result<Self, IdError> {
                id.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }
    )*};
}

platform_ids! {
    /// The id of a person, `discord:80351110224678912` or `local:ann`.
    PersonId;
    /// The id of a message, of a person or of the bot, `discord:1274019562035904613` or `local:17`.
    MessageId;
    /// The id of a server: a community on a platform with its own channels and settings.
    ServerId;
}

impl MessageId {
    /// Returns `true` if this message was written after another one of the same platform, whose ids are numbers
    /// that grow.
    #[must_use]
    pub fn is_after(&self, other: &Self) -> bool {
        let size = |id: &Self| id.key.len();
        self.platform == other.platform && (size(self), &self.key) > (size(other), &other.key)
    }
}

impl PersonId {
    /// The private chat of this person with the bot.
    #[must_use]
    pub fn private_place(&self) -> PlaceId {
        PlaceId::private(self)
    }
}

/// A person with the name to show, as the platform gives it: it may hold anything, and the
/// chat makes it harmless before it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The person's id, which stays the same whatever the name is.
    pub id: PersonId,
    /// Name to show.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_their_spelling() {
        for id in ["discord:80351110224678912", "local:ann", "local:o'brien", "local:a:b"] {
            let person: PersonId = id.parse().unwrap();
            assert_eq!(person.to_string(), id);
            assert_eq!(serde_json::to_string(&person).unwrap(), format!("{id:?}"));
            assert_eq!(serde_json::from_str::<PersonId>(&format!("{id:?}")).unwrap(), person);
        }
        let server: ServerId = "discord:41771983423143937".parse().unwrap();
        assert_eq!((server.platform(), server.key()), (Platform::Discord, "41771983423143937"));
        assert_eq!(server.key_on(Platform::Local), None);
    }

    #[test]
    fn messages_are_ordered_as_numbers() {
        let id = |key: &str| MessageId::new(Platform::Discord, key);
        assert!(id("10").is_after(&id("9")) && id("20").is_after(&id("10")));
        assert!(!id("9").is_after(&id("10")) && !id("9").is_after(&id("9")));
        assert!(!id("10").is_after(&MessageId::new(Platform::Local, "9")));
    }

    #[test]
    fn other_texts_are_no_ids() {
        for text in ["", "ann", "local:", ":ann", "irc:ann", "Local:ann"] {
            assert_eq!(text.parse::<MessageId>(), Err(IdError), "{text}");
            assert!(serde_json::from_str::<PersonId>(&format!("{text:?}")).is_err(), "{text}");
        }
    }
}
