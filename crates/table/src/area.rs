//! A part of the world in which something holds: a place, or a whole platform.

use std::{fmt, str::FromStr};

use super::{
    ids::{IdError, Platform},
    place::PlaceId,
};

/// The place or platform in which something holds. It is written `platform:discord` or
/// `place:discord:41771983423143937`.
///
/// ```
/// use martian_cake_table::{Area, PlaceId, Platform};
///
/// assert_eq!(Area::Platform(Platform::Local).to_string(), "platform:local");
/// let place = Area::Place(PlaceId::channel(Platform::Local, "channel"));
/// assert_eq!("place:local:channel".parse(), Ok(place));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// In one place.
    Place(PlaceId),
    /// On a whole platform.
    Platform(Platform),
}

impl Area {
    /// The platform on which it lies.
    #[must_use]
    pub const fn platform(&self) -> Platform {
        match self {
            Self::Place(place) => place.platform(),
            Self::Platform(platform) => *platform,
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => write!(f, "place:{place}"),
            Self::Platform(platform) => write!(f, "platform:{platform}"),
        }
    }
}

impl FromStr for Area {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        match text.split_once(':').ok_or(IdError)? {
            ("place", place) => place.parse().map(Self::Place),
            ("platform", name) => name.parse().map(Self::Platform),
            _ => Err(IdError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_read_back_and_nothing_else_does() {
        for text in ["platform:discord", "place:discord:7", "place:local:private:ann"] {
            assert_eq!(text.parse::<Area>().map(|area| area.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "platform", "platform:", "platform:irc", "place:", "place:7", "game:7"] {
            assert_eq!(text.parse::<Area>(), Err(IdError), "{text}");
        }
    }
}
