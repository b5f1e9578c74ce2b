//! A row of the command table.

use super::{Parameter, ParameterKind, Values};
use crate::{
    handling::{
        context::Context,
        step::{Handled, Step},
    },
    text,
};

/// A command: all that is known about it, and its handler. Reading, usage lines, help, the
/// table of docs/COMMANDS.md, slash commands and completion come from it.
#[derive(Clone, Copy)]
pub struct CommandInfo {
    /// The name that people type, in lower case: one word or two.
    pub path: &'static str,
    /// Other words that mean the same.
    pub aliases: &'static [&'static str],
    /// Its parameters, in the order of its usage line.
    pub parameters: &'static [Parameter],
    /// Who may do it.
    pub who: Who,
    /// Where it may be typed.
    pub place: Where,
    /// Who sees the answer.
    pub seen_by: SeenBy,
    /// Its purpose, in one line.
    pub does: &'static str,
    /// Its effect: it only asks, or it acts.
    pub(crate) effect: Effect,
    /// Where it is followed although the bot does not speak there.
    pub(crate) in_silence: InSilence,
    /// When the platform is asked first what the bot may do in the channel.
    pub(crate) report: ReportNeed,
    /// A line to copy, without a prefix.
    pub example: &'static str,
    /// The slash command that does the same, of one word or two; `None` if there is none, since
    /// another slash command or a button does it.
    pub slash: Option<&'static str>,
    /// The answer to somebody who may not use it, or not there.
    pub(crate) refusal: fn(Context<'_>) -> Handled<String>,
    /// The handler.
    pub(crate) run: fn(Context<'_>, &Values) -> Handled,
}

/// The people who may use a command. All others are refused: by dispatch where it takes a manager, and by the
/// search for the game or the offer where it takes somebody who sits in it.
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
    /// In the places of a server, or of the page: it is about nothing else. Elsewhere it is refused.
    InServer,
    /// The same, and in private with the channel that it is about.
    OfChannel,
}

/// The effect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It only asks.
    Asks,
    /// It wants something to be done.
    Acts,
}

/// Where a command is followed in a channel of a server in which the bot does not speak. Where its author alone
/// sees the answer, it is followed anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InSilence {
    /// Where a game or offer that it is about, or one of its author, is open there.
    WithGame,
    /// Where an event that is not over is held there.
    WithEvent,
    /// Everywhere for whoever may manage the server, for others as with a game.
    ForManagers,
    /// Nowhere: it would begin something.
    Never,
}

/// When a command needs to know what the bot may do in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportNeed {
    Never,
    Always,
    /// Where it gives threads to games.
    ForThreads,
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
    /// A question that anyone may ask anywhere: what most rows are like.
    pub(super) const QUESTION: Self = Self {
        path: "",
        aliases: &[],
        parameters: &[],
        who: Who::Anyone,
        place: Where::Anywhere,
        seen_by: SeenBy::Place,
        does: "",
        effect: Effect::Asks,
        in_silence: InSilence::WithGame,
        report: ReportNeed::Never,
        example: "",
        slash: None,
        refusal: |ctx| Ok(text::only_managers(ctx.is_on_page())),
        run: |_, _| Ok(Step::Silent),
    };

    /// The same for what wants something to be done.
    pub(super) const DEED: Self = Self { effect: Effect::Acts, ..Self::QUESTION };

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
