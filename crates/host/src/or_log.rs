//! Failures after which the loop goes on without what it wanted: a line in the program's log is all that comes of them.

use std::fmt::Display;

/// A result of which only success matters.
pub(crate) trait OrLog<T> {
    /// What there is; after a failure `None`, and a line in the program's log that says `what` is amiss and why.
    fn or_log(self, what: impl Display) -> Option<T>;
}

impl<T, E: Display> OrLog<T> for Result<T, E> {
    fn or_log(self, what: impl Display) -> Option<T> {
        self.inspect_err(|error| tracing::error!("{what}: {error}")).ok()
    }
}
