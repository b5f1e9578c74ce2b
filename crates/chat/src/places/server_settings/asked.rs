//! The typed value of a setting, and the rows and the sentence that it leads to.

use crate::{
    handling::{
        context::Context,
        step::{Handled, Write},
    },
    parse::plain_text::echo,
    text,
};

/// The requested value of a setting.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The message.
    pub(super) ctx: Context<'a>,
    /// A whole line that sets it, without a prefix.
    pub(super) line: &'a str,
    /// The value as typed, without `here` where that stands for the channel.
    pub(super) typed: &'a str,
}

impl Asked<'_> {
    /// The value in lower case.
    pub(super) fn lower(&self) -> String {
        self.typed.to_lowercase()
    }

    /// Returns `true` if it asks for what holds where nothing is chosen.
    pub(super) fn is_reset(&self) -> bool {
        matches!(self.lower().as_str(), "default" | "off" | "none" | "reset")
    }

    /// Returns what was read; if nothing could be, the answer says how the line goes.
    pub(super) fn or_unread(&self, read: Option<Read>) -> Handled<Read> {
        let unread = || text::server_unread(&echo(self.typed), self.line, self.ctx.prefix);
        read.ok_or_else(|| self.ctx.refuse(unread()))
    }
}

/// The value of a setting as it was read: the rows to write and the sentence to say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// Keys with their values; `None` goes back to what holds where nothing is chosen.
    pub(super) settings: Vec<(String, Option<String>)>,
    /// The rows to write beside it.
    pub(super) rows: Vec<Write>,
    /// The new state, as a sentence that goes on from "Set:".
    pub(super) how: String,
}

impl Read {
    /// One key with its value.
    pub(super) fn one(key: &str, value: impl Into<Option<String>>, how: String) -> Self {
        Self { settings: vec![(key.to_owned(), value.into())], rows: Vec::new(), how }
    }
}
