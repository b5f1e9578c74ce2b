//! What may be due at an instant.

use std::{fmt, str::FromStr};

use super::ids::{GameNo, PersonId};

/// Something that may be due at an instant, each with one instant at most: the next. It is written
/// `game:12`, `person:local:ann`, `tournament:7`, `task:clean-up`.
///
/// ```
/// use martian_cake::table::{GameNo, WakeKey};
///
/// assert_eq!("game:12".parse(), Ok(WakeKey::Game(GameNo(12))));
/// assert_eq!(WakeKey::Game(GameNo(12)).to_string(), "game:12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WakeKey {
    /// A game or offer.
    Game(GameNo),
    /// A person.
    Person(PersonId),
    /// A tournament, by its number.
    Tournament(u32),
    /// What the host does by itself from time to time, by its name.
    Task(String),
}

impl fmt::Display for WakeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(no) => write!(f, "game:{}", no.0),
            Self::Person(id) => write!(f, "person:{id}"),
            Self::Tournament(number) => write!(f, "tournament:{number}"),
            Self::Task(name) => write!(f, "task:{name}"),
        }
    }
}

/// A text that names nothing of which this program knows that it may be due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no key of a wake")]
pub struct WakeKeyError;

impl FromStr for WakeKey {
    type Err = WakeKeyError;

    fn from_str(text: &str) -> Result<Self, WakeKeyError> {
        let (kind, key) = text.split_once(':').ok_or(WakeKeyError)?;
        let number = || key.parse().map_err(|_| WakeKeyError);
        let read = match kind {
            "game" => Self::Game(GameNo(number()?)),
            "person" => Self::Person(key.parse().map_err(|_| WakeKeyError)?),
            "tournament" => Self::Tournament(number()?),
            "task" if !key.is_empty() => Self::Task(key.to_owned()),
            _ => return Err(WakeKeyError),
        };
        // `+7` and `007` are read as numbers too, but one thing has one text.
        if read.to_string() == text { Ok(read) } else { Err(WakeKeyError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Platform;

    #[test]
    fn keys_read_back_and_no_others_do() {
        let keys = [
            WakeKey::Game(GameNo(12)),
            WakeKey::Person(PersonId::new(Platform::Discord, "80351110224678912")),
            WakeKey::Tournament(7),
            WakeKey::Task("clean-up".to_owned()),
        ];
        for key in keys {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "game", "game:", "game:+7", "game:007", "person:ann", "task:", "round:1"] {
            assert_eq!(text.parse::<WakeKey>(), Err(WakeKeyError), "{text}");
        }
    }
}
