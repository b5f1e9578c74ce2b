//! Help and rules as the page shows them beside a board: nothing is said for them in the channel.

use games::{GameKind, rules_topics, rules_words};
use serde::Serialize;

/// Commands with a title in common.
#[derive(Debug, Serialize)]
pub(super) struct HelpGroup {
    title: &'static str,
    commands: Vec<HelpRow>,
}

/// A command in help.
#[derive(Debug, Serialize)]
struct HelpRow {
    usage: String,
    does: &'static str,
    /// A line to put into the message box.
    example: &'static str,
}

/// Every command, in groups.
pub(super) fn help() -> Vec<HelpGroup> {
    let group = |(title, families): (&'static str, &[&[chat::CommandInfo]])| {
        let commands = families.iter().copied().flatten();
        let row = |info: &chat::CommandInfo| HelpRow {
            usage: info.usage(),
            does: info.does,
            example: info.example,
        };
        HelpGroup { title, commands: commands.map(row).collect() }
    };
    chat::HELP.map(group).into()
}

/// The rules of a game about a topic. `S` is a run of text in one style.
#[derive(Debug, Serialize)]
pub(super) struct RulesPage<S> {
    title: &'static str,
    text: Vec<S>,
    /// The topics that can be read about.
    topics: Vec<&'static str>,
}

impl<S> RulesPage<S> {
    /// Reads it; `None` for a game or a topic that nobody knows. `spans` takes marked text apart.
    pub(super) fn of(key: &str, topic: &str, spans: impl Fn(&str) -> Vec<S>) -> Option<Self> {
        let kind = GameKind::from_key(key)?;
        let text = spans(&rules_words(kind, topic)?);
        let topics = rules_topics(kind).filter(|topic| rules_words(kind, topic).is_some());
        Some(Self { title: kind.title(), text, topics: topics.chain(["options"]).collect() })
    }
}
