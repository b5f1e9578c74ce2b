//! What is kept about events, as handlers may read it.

use crate::{
    chat::step::InternalError,
    edition::{Results, Tournament, pairing},
    table::{Correction, Millis, PersonId, PlaceId, Platform, ServerId, TournamentNo},
    tournament::{dutch::Pairing, event::Event},
};

/// An edition of an event in brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentBrief {
    /// The number of the edition.
    pub no: TournamentNo,
    /// The name of the event, as it was typed.
    pub name: String,
    /// Where it is held.
    pub place: PlaceId,
    /// Whether it is over, or was called off.
    pub is_over: bool,
}

/// Read access to what is kept about events. Every lookup uses an index.
pub trait TournamentLog {
    /// The edition with this number; `None` if there is none.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read, or its log does not replay.
    fn tournament(&self, no: TournamentNo) -> Result<Option<Tournament>, InternalError>;
    /// What has come of the games of an edition.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn results(&self, no: TournamentNo) -> Result<Results, InternalError>;
    /// The results of games of an edition that were put right, and when, the first one first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn corrections(&self, no: TournamentNo) -> Result<Vec<(Millis, Correction)>, InternalError>;
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
    ) -> Result<Vec<TournamentBrief>, InternalError>;
    /// Those of them that are not over, and those in which something has happened since an instant, the
    /// newest first, at most so many.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn lately_in(
        &self,
        platform: Platform,
        server: Option<&ServerId>,
        since: Millis,
        most: u32,
    ) -> Result<Vec<TournamentNo>, InternalError>;
    /// The editions in which a person takes part and that are not over, the newest first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn with(&self, who: &PersonId) -> Result<Vec<TournamentNo>, InternalError>;
    /// An edition by its event and its number there, from 1.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn edition(
        &self,
        event: TournamentNo,
        edition: u32,
    ) -> Result<Option<TournamentNo>, InternalError>;
    /// The pairing of the next round of an edition that stands so; `None` while it is to be made aside, since
    /// it takes long.
    fn pairing(&self, _no: TournamentNo, event: &Event) -> Option<Pairing> {
        Some(pairing(event))
    }
    /// A number that no edition has.
    fn fresh(&self) -> TournamentNo;
}
