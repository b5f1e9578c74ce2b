//! The stored logs of events, as handlers may read them.

use event::{Edition, Results, pairing};
use pairing::{dutch::Pairing, history::PairingHistory};
use table::{Correction, EditionNo, Millis, PersonId, PlaceId, Platform, ServerId};

use crate::handling::step::InternalError;

/// An edition of an event in brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionListRow {
    /// The number of the edition.
    pub no: EditionNo,
    /// The name of the event, as it was typed.
    pub name: String,
    /// Where it is held.
    pub place: PlaceId,
    /// Whether it has begun and goes on.
    pub is_running: bool,
    /// Whether it is over, or was called off.
    pub is_over: bool,
}

/// Read access to what is kept about events. Every lookup uses an index.
pub trait EditionLog {
    /// The edition with this number; `None` if there is none.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read, or its log does not replay.
    fn edition(&self, no: EditionNo) -> Result<Option<Edition>, InternalError>;
    /// Returns what has come of the games of an edition.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn results(&self, no: EditionNo) -> Result<Results, InternalError>;
    /// The results of games of an edition that were put right, and when, the first one first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn corrections(&self, no: EditionNo) -> Result<Vec<(Millis, Correction)>, InternalError>;
    /// The editions of a server, or of all places of a platform that belong to none, the newest first, at
    /// most so many.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn held_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        most: u32,
    ) -> Result<Vec<EditionListRow>, InternalError>;
    /// Those of them that are not over, and those in which something has happened since an instant: those that are
    /// being played first, then those to come, at most so many.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn lately_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        since: Millis,
        most: u32,
    ) -> Result<Vec<EditionNo>, InternalError>;
    /// The editions in which a person takes part and that are not over, the newest first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn with(&self, who: &PersonId) -> Result<Vec<EditionNo>, InternalError>;
    /// An edition by its event and its number there, from 1.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn nth_edition(
        &self,
        event: EditionNo,
        ordinal: u32,
    ) -> Result<Option<EditionNo>, InternalError>;
    /// The pairing of the next round of an edition that stands so; `None` while it is to be made aside, since
    /// it takes long.
    fn pairing(&self, _no: EditionNo, event: &PairingHistory) -> Option<Pairing> {
        Some(pairing(event))
    }
    /// A number that no edition has.
    fn fresh(&self) -> EditionNo;
}
