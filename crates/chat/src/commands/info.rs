//! A row of the command table.

use super::{Parameter, ParameterKind, Values};
use crate::handling::{context::Context, step::Handled};

/// A command: all that is known about it, and its handler. Reading, usage lines, help, the
/// table of docs/COMMANDS.md, slash commands and completion come from it.
#[derive(Clone, Copy)]
pub struct CommandInfo {
    /// What people type, in lower case: one word or two.
    pub path: &'static str,
    /// Other words that mean the same.
    pub aliases: &'static [&'static str],
    /// What it takes, in the order of its usage line.
    pub parameters: &'static [Parameter],
    /// Who may do it.
    pub who: Who,
    /// Where it may be typed.
    pub place: Where,
    /// Who sees the answer.
    pub seen_by: SeenBy,
    /// What it does, in one line.
    pub does: &'static str,
    /// A line to copy, without a prefix.
    pub example: &'static str,
    /// The slash command that does the same, of one word or two; `None` if there is none, since
    /// another slash command or a button does it.
    pub slash: Option<&'static str>,
    /// What does it.
    pub(crate) run: fn(Context<'_>, &Values) -> Handled,
}

/// The people who may use a command. The handler refuses all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever can write where the bot reads.
    Anyone,
    /// Who plays in the game, or sits in the offer.
    Player,
    /// Who has made the offer.
    Challenger,
    /// Who may manage the server, or the page.
    Manager,
}

/// The places in which a command may be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In every place where the bot reads.
    Anywhere,
    /// Where nobody else reads it: in a private chat, or as a slash command whose answer only its
    /// author sees.
    Unseen,
    /// In the places of a server, or of the page: it is about nothing else. Elsewhere it is told so.
    InServer,
}

/// The people who see the answer to a command, where the platform can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Everyone in the place.
    Place,
    /// The author of the command alone.
    Author,
}

impl CommandInfo {
    /// Returns what follows the command's name in its usage line, as help shows it.
    #[must_use]
    pub fn arguments(&self) -> String {
        let words: Vec<String> = self.parameters.iter().map(Parameter::usage).collect();
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The command's name with all that it takes: `board [#12] [text|flip|white|black|seat:N]`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.path, self.arguments()).trim_end().to_owned()
    }

    /// The path and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.path).chain(self.aliases.iter().copied())
    }

    /// The first parameter of which this is true.
    pub(crate) fn parameter(
        &self,
        is_meant: impl Fn(ParameterKind) -> bool,
    ) -> Option<&'static Parameter> {
        self.parameters.iter().find(|parameter| is_meant(parameter.kind))
    }
}

impl PartialEq for CommandInfo {
    /// No two commands have the same path.
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for CommandInfo {}

impl std::fmt::Debug for CommandInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CommandInfo").field(&self.path).finish()
    }
}
