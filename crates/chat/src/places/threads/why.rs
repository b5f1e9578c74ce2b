//! Why there is no thread for a game, or not any more.

use table::Millis;

use crate::places::place_report::Permission;

/// The reason why a thread cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoThread {
    /// The bot lacks a permission.
    Lacks(Permission),
    /// The server has as many active threads as the platform allows.
    Full,
    /// The platform has no threads in such places.
    NotHere,
    /// The message at which it was to be opened is gone.
    NoMessage,
    /// The platform refuses it, and will refuse it again.
    Refused,
    /// The platform did not answer.
    Failed,
}

impl NoThread {
    /// Returns how it is kept that this was told.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Lacks(Permission::SendInThreads) => "permission to write",
            Self::Lacks(_) => "permission",
            Self::Full => "full",
            Self::NotHere => "kind",
            Self::NoMessage => "message",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// The reason why a thread takes nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostThread {
    /// It was deleted.
    Gone,
    /// Somebody has locked it.
    Locked,
    /// The bot lacks a permission.
    Lacks(Permission),
    /// Somebody has sent the bot into a timeout, until then.
    TimedOut(Millis),
    /// It is archived, and the server has as many active threads as the platform allows.
    Full,
    /// The platform does not say why.
    Closed,
}
