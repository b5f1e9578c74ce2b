//! Keys of what changes concern, and of what may be due at an instant.

use std::{fmt, str::FromStr};

use super::{
    ids::{EditionNo, GameNo, PersonId},
    rated::ScaleName,
};

/// Something that at most one change at a time may concern, and that may be due at an instant. Changes
/// that share a key take effect one after the other; all others are independent. A key has one instant
/// at most, the next at which anything about it is due.
///
/// It is written `game:12`, `person:local:ann`, `tournament:7`, `task:clean-up`; that of ratings names a
/// [`ScaleName`].
///
/// ```
/// use martian_cake_table::{GameNo, Key};
///
/// assert_eq!("game:12".parse(), Ok(Key::Game(GameNo(12))));
/// assert_eq!(Key::Game(GameNo(12)).to_string(), "game:12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A game or offer.
    Game(GameNo),
    /// A person: what they have asked for takes effect in the order in which they asked.
    Person(PersonId),
    /// An edition of an event.
    Edition(EditionNo),
    /// The ratings of a scale.
    Scale(ScaleName),
    /// A task that the host does by itself from time to time, by its name.
    Task(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(no) => write!(f, "game:{}", no.0),
            Self::Person(id) => write!(f, "person:{id}"),
            Self::Edition(no) => write!(f, "tournament:{}", no.0),
            Self::Scale(scale) => write!(f, "scale:{scale}"),
            Self::Task(name) => write!(f, "task:{name}"),
        }
    }
}

/// A text that is no key which this program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no key that this program knows")]
pub struct KeyError;

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let (kind, key) = text.split_once(':').ok_or(KeyError)?;
        let number = || key.parse().map_err(|_| KeyError);
        let read = match kind {
            "game" => Self::Game(GameNo(number()?)),
            "person" => Self::Person(key.parse().map_err(|_| KeyError)?),
            "tournament" => Self::Edition(EditionNo(number()?)),
            "scale" => Self::Scale(key.parse().map_err(|_| KeyError)?),
            "task" if !key.is_empty() => Self::Task(key.to_owned()),
            _ => return Err(KeyError),
        };
        // `+7` and `007` are read as numbers too, but one thing has one text.
        if read.to_string() == text { Ok(read) } else { Err(KeyError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Platform;
    use games::GameKind;

    #[test]
    fn keys_read_back_and_no_others_do() {
        let keys = [
            Key::Game(GameNo(12)),
            Key::Person(PersonId::new(Platform::Discord, "80351110224678912")),
            Key::Edition(EditionNo(7)),
            Key::Scale(ScaleName::new(GameKind::ALL[0], "", 2)),
            Key::Task("clean-up".to_owned()),
        ];
        for key in keys {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "game", "game:", "game:+7", "game:007", "person:ann", "task:", "round:1"] {
            assert_eq!(text.parse::<Key>(), Err(KeyError), "{text}");
        }
    }
}
