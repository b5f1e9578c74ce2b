//! The end of a command: with the text to print, or with a failure.

/// The reason why a command failed, with the text for stderr.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The call is wrong: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Failed(String),
    /// The database is damaged, or was changed by somebody else: exit code 3, so that a service manager does not start
    /// the program on it again.
    Damaged(String),
    /// Another process has the games, or this one has to begin anew: exit code 75, for a temporary failure, behind which
    /// a service manager starts the program again.
    HandedOver(String),
}

impl Failure {
    /// The exit code of the program: 1 to 3, or 75.
    #[must_use]
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) => 1,
            Self::Damaged(_) => 3,
            Self::HandedOver(_) => 75,
        }
    }

    /// The message for stderr, one or more lines.
    #[must_use]
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Usage(text)
            | Self::Failed(text)
            | Self::Damaged(text)
            | Self::HandedOver(text) => text,
        }
    }
}

/// The whole text that a command prints, or the reason why it failed.
pub(crate) type CommandOutcome = Result<String, Failure>;
