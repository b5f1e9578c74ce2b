//! Headless commands: one file per family, plain lines on stdout, diagnostics on stderr.

pub mod engine;

/// How a command ended, for the exit code.
#[derive(Debug)]
pub enum Failure {
    /// The call is wrong: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Failed(String),
}

impl Failure {
    /// The exit code.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) => 1,
        }
    }

    /// The message for stderr.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Usage(text) | Self::Failed(text) => text,
        }
    }
}
