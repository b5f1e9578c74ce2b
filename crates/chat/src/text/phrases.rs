//! Parts of sentences that several files share: spans of time, numbers, lists of code.

use table::{MINUTE, Millis};

use crate::message::placeholder::Placeholder;

/// A span of time, short: `4 minutes`, `2 days`.
#[must_use]
pub fn span(millis: Millis) -> String {
    let minutes = millis / MINUTE;
    let (n, unit) = match minutes {
        ..1 => return "less than a minute".to_owned(),
        1..120 => (minutes, "minute"),
        120..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}

/// An instant, as each platform tells it: `in 2 days`, `3 hours ago`.
#[must_use]
pub fn instant(at: Millis) -> String {
    Placeholder::Instant(at).tag()
}

/// An instant as a date, and from now.
#[must_use]
pub(super) fn dated(at: Millis) -> String {
    Placeholder::Date(at).tag()
}

/// Texts to type, joined by commas: `` `a`, `b` ``.
#[must_use]
pub fn codes<T: AsRef<str>>(items: &[T]) -> String {
    let codes: Vec<String> = items.iter().map(|item| format!("`{}`", item.as_ref())).collect();
    codes.join(", ")
}

/// A text as a sentence: with a capital, and a full stop unless it ends with one or with a
/// question mark.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '?']) { text } else { format!("{text}.") }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A number in words up to nine, in digits from ten.
pub(super) fn number(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A move as it is typed where commands have this prefix. Where only a mention of the bot is read, a bare
/// move is not, unless it replies to a board.
pub(crate) fn move_line(mv: &str, prefix: &str) -> String {
    if prefix.starts_with('@') {
        format!("`{prefix}{mv}`, or `{mv}` in a reply to the board")
    } else {
        format!("`{mv}`")
    }
}
