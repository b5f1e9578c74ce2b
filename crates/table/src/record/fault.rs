//! The faults of a record, and how a fault quotes the text.

use crate::invisible::is_invisible;

/// The first fault of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault there and what it should be.
    pub what: String,
}

/// The first twelve characters of a text, with `…` if there are more and with `?` for each control
/// character and each invisible one, so that a message can quote what somebody sent.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 12;
    let is_hidden = |c: char| c.is_control() || is_invisible(c);
    let shown = text.chars().take(MOST).map(|c| if is_hidden(c) { '?' } else { c });
    let rest = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    shown.collect::<String>() + rest
}
