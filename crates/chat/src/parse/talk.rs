//! Tells what people say to each other from commands that take any words.

use super::{command::Command, plain_text::words, typos::is_common};
use crate::commands::{Form, Parameter, ParameterKind, Where, find_in};

/// Words with which people begin to say why they do not want to play.
const REASONS: [&str; 17] = [
    "sorry", "no", "not", "thanks", "thank", "busy", "later", "maybe", "too", "i", "i'm", "im",
    "my", "can't", "cant", "because", "please",
];

/// Returns `true` if a line that reads as a command with free words is more likely said to somebody else, where
/// others read it and nothing says that it is meant for the bot.
#[must_use]
pub(crate) fn is_talk(command: &Command, line: &str) -> bool {
    if command.values.game_no().is_some() || command.info.place == Where::Unseen {
        return false;
    }
    let words = words(line);
    let behind = find_in(&words).and_then(|(_, n)| words.get(n..)).unwrap_or_default();
    let [first, others @ ..] = behind else { return false };
    let first = first.to_lowercase();
    let has = |is_meant: fn(&Parameter) -> bool| command.info.parameters.iter().any(is_meant);
    if has(|one| one.kind == ParameterKind::Talk) {
        return !REASONS.contains(&first.trim_end_matches([',', '.', '!']));
    }
    // A single word is a value.
    has(|one| one.required && one.kind == ParameterKind::Text && one.form == Form::Rest)
        && !others.is_empty()
        && is_common(&first)
}
