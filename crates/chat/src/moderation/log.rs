//! Read access to what moderators and players have decided about people.

use table::{Asked, Ban, Forgotten, Millis, ModEntry, PersonId};

use crate::handling::step::InternalError;

/// Read access to bans, blocks and reports. Every lookup uses an index.
pub trait ModerationLog {
    /// The bans of a person in a scope, also those whose time is over.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn bans(&self, scope: &str, who: &PersonId) -> Result<Vec<Ban>, InternalError>;
    /// The log of a scope's moderation, the newest line first, at most `limit`.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn mod_log(&self, scope: &str, limit: u32) -> Result<Vec<ModEntry>, InternalError>;
    /// Returns how many reports a person has made since an instant.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn count_reports(&self, by: &PersonId, since: Millis) -> Result<usize, InternalError>;
    /// The people whom a person blocks.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn blocks(&self, person: &PersonId) -> Result<Vec<PersonId>, InternalError>;
    /// Returns `true` if a person blocks another one.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn has_blocked(&self, person: &PersonId, other: &PersonId) -> Result<bool, InternalError>;
    /// Returns when a person last asked another one for a game, as far as that is kept.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn asked(&self, by: &PersonId, whom: &PersonId) -> Result<Asked, InternalError>;
    /// The mark of a person who has asked to be forgotten; `None` for anybody else.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn forgotten(&self, who: &PersonId) -> Result<Option<Forgotten>, InternalError>;
    /// The words that a person is still to be told in private, the oldest first.
    ///
    /// # Errors
    /// [`InternalError`] if the store cannot be read.
    fn notices(&self, person: &PersonId) -> Result<Vec<String>, InternalError>;
}
