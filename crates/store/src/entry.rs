//! Entries: all that the host writes, each with its text. Whoever applies the same entries in the same order to the
//! same database comes to the same rows.

use std::fmt;

use data_encoding::HEXLOWER;
use rusqlite::Connection;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use signing::HostKey;
use table::{Millis, StoredRating};

use super::{Batch, StoreError, ratings, transaction};

/// The newest format of the text that this program knows. Whatever changes in an entry makes a new one; the one before
/// is read and written, too, so that a process of each can share a log.
pub const FORMAT: u32 = 1;

/// The formats that a program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// The oldest one.
    pub oldest: u32,
    /// The newest one.
    pub newest: u32,
}

impl Default for Formats {
    /// Those of this program.
    fn default() -> Self {
        Self { oldest: FORMAT.saturating_sub(1).max(1), newest: FORMAT }
    }
}

impl Formats {
    /// The one in which to write for readers of which one knows none that is newer than this.
    #[cfg(feature = "postgres")]
    pub(super) fn for_readers(self, newest: u32) -> u32 {
        newest.clamp(self.oldest, self.newest)
    }
}

/// Something that the host writes in one transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::large_enum_variant, reason = "nearly all are batches")]
pub enum Entry {
    /// The outcome of a message, a deadline, or a word of the platform.
    Batch(Batch),
    /// The key with which the host signs records, unless it has one.
    HostKey(Hidden),
    /// All ratings, by this version of the formulas, in place of those that there are.
    Ratings {
        /// The version of the formulas.
        formulas: u32,
        /// The ratings, in no order.
        ratings: Vec<StoredRating>,
    },
    /// Another process has become the one that writes. It changes no row.
    Takeover {
        /// When it did; no time of what follows lies before that.
        at: Millis,
    },
}

/// A text of entries that this program does not take.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// It is of another format.
    #[error("entries of format {found}, and this program knows those from {} to {}", known.oldest, known.newest)]
    Format {
        /// The format of the text.
        found: u32,
        /// The formats that are known.
        known: Formats,
    },
    /// It is not what its format says; the fault, without any value.
    #[error("entries that cannot be read: line {line}, column {column}")]
    Text {
        /// The line of the fault, from 1.
        line: usize,
        /// The column of the fault.
        column: usize,
    },
}

/// A text of entries. Its format comes first, so that one of a newer program is told by it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    format: u32,
    entries: Vec<Entry>,
}

/// The same as it is written.
#[derive(Serialize)]
struct GroupRef<'a> {
    format: u32,
    entries: &'a [&'a Entry],
}

/// The part of such a text that all formats have.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl Entry {
    /// The text of some entries in a format that this program knows, as one line of JSON. It holds secrets.
    ///
    /// # Errors
    /// [`EntryError::Text`] for a text that could not be read back, such as a file name that is no UTF-8.
    pub fn to_text(format: u32, entries: &[&Self]) -> Result<String, EntryError> {
        serde_json::to_string(&GroupRef { format, entries }).map_err(|error| fault(&error))
    }

    /// The entries of a text.
    ///
    /// # Errors
    /// [`EntryError`] for another format, and for anything that is unknown in this one.
    pub fn from_text(known: Formats, text: &str) -> Result<Vec<Self>, EntryError> {
        let Head { format: found } = serde_json::from_str(text).map_err(|error| fault(&error))?;
        if !(known.oldest..=known.newest).contains(&found) {
            return Err(EntryError::Format { found, known });
        }
        let Group { format, entries } =
            serde_json::from_str(text).map_err(|error| fault(&error))?;
        debug_assert_eq!(format, found, "the head of the same text");
        Ok(entries)
    }

    /// Writes it.
    pub(super) fn apply(&self, conn: &Connection) -> Result<(), StoreError> {
        debug_assert!(self.is_read_back(), "an entry is not what its text says");
        match self {
            Self::Batch(batch) => transaction::batch(conn, batch),
            Self::HostKey(key) => transaction::keep_host_key(conn, &HostKey::from_bytes(key.0)),
            Self::Ratings { formulas, ratings } => ratings::replace(conn, *formulas, ratings),
            Self::Takeover { .. } => Ok(()),
        }
    }

    /// Returns `true` if somebody is forgotten by it, so that nothing from before may stay.
    #[cfg(feature = "postgres")]
    pub(super) fn forgets(&self) -> bool {
        matches!(self, Self::Batch(batch) if !batch.forgotten.is_empty())
    }

    /// The time at which it was written, if it says.
    #[cfg(feature = "postgres")]
    pub(super) fn at(&self) -> Option<Millis> {
        match self {
            Self::Batch(Batch { at, .. }) | Self::Takeover { at } => Some(*at),
            Self::HostKey(_) | Self::Ratings { .. } => None,
        }
    }

    fn is_read_back(&self) -> bool {
        let text = Self::to_text(FORMAT, &[self]);
        let read = text.and_then(|text| Self::from_text(Formats::default(), &text));
        read.is_ok_and(|read| read == [self.clone()])
    }
}

/// The place of a fault; its words would repeat what stands there.
fn fault(error: &serde_json::Error) -> EntryError {
    EntryError::Text { line: error.line(), column: error.column() }
}

/// A key or chance that nobody may see. Its text is hex digits, and its debug form shows nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hidden(pub [u8; 32]);

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(…)")
    }
}

impl Serialize for Hidden {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&HEXLOWER.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Hidden {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bytes = HEXLOWER.decode(String::deserialize(from)?.as_bytes()).ok();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| D::Error::custom("not 32 bytes"))
    }
}

/// The text of the secret of dice.
pub(super) mod secret {
    use dice::Secret;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::Hidden;

    pub(crate) fn serialize<S: Serializer>(secret: &Secret, to: S) -> Result<S::Ok, S::Error> {
        Hidden(*secret.bytes()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Secret, D::Error> {
        Hidden::deserialize(from).map(|Hidden(bytes)| Secret::from_bytes(bytes))
    }
}
