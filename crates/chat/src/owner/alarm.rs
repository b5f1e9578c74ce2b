//! Alarms for the owner.

/// Something of which the owner is told, since only they can mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// The disk of the database takes nothing.
    NoRoom,
    /// There has been no backup for two days.
    NoBackup,
    /// A reply has been unsent for ten minutes.
    Unsent,
    /// Files with these names were set aside beside the database before somebody asked to be forgotten.
    SetAside(Vec<String>),
    /// Somebody was forgotten whom these processes on other machines may still know, and archives of the database server.
    Elsewhere(Vec<String>),
}

impl Alarm {
    /// The word under which it is kept when the owner was told last.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::NoRoom => "no-room",
            Self::NoBackup => "no-backup",
            Self::Unsent => "unsent",
            Self::SetAside(_) => "set-aside",
            Self::Elsewhere(_) => "elsewhere",
        }
    }
}
