//! Small texts that all games share: options, numbers, lists, what is shown of an input.

use std::fmt;

use super::{OptionLine, OptionsError};

/// A word that stands for an option alone: the word, the key and the value that it means.
pub(super) type Short = (&'static str, &'static str, &'static str);

/// The parts of an options text: which option, and the value that it is to have.
///
/// # Errors
/// What is missing, unknown or given twice, with what is allowed.
pub(super) fn option_parts<'t>(
    text: &'t str,
    lines: &'static [OptionLine],
    shorts: &[Short],
) -> Result<Vec<(&'static OptionLine, &'t str)>, OptionsError> {
    let mut parts: Vec<(&'static OptionLine, &str)> = Vec::new();
    for part in text.split(',').filter(|_| !text.is_empty()) {
        let (line, value) = option_part(part, lines, shorts)?;
        if parts.iter().any(|(given, _)| given.key == line.key) {
            let OptionLine { key, values, .. } = line;
            let text = format!("the option `{key}` is given twice; allowed once: {values}");
            return Err(OptionsError(text));
        }
        parts.push((line, value));
    }
    Ok(parts)
}

fn option_part<'t>(
    part: &'t str,
    lines: &'static [OptionLine],
    shorts: &[Short],
) -> Result<(&'static OptionLine, &'t str), OptionsError> {
    if part.is_empty() {
        return Err(OptionsError("an option is missing beside a comma".to_owned()));
    }
    let short = shorts.iter().find(|(word, ..)| *word == part);
    let (key, value) = match (short, part.split_once('=')) {
        (Some((_, key, value)), _) => (*key, Some(*value)),
        (None, Some((key, value))) => (key, Some(value)),
        (None, None) => (part, None),
    };
    let unknown = || unknown_option(key, lines, shorts);
    let line = lines.iter().find(|line| line.key == key).ok_or_else(unknown)?;
    match value {
        None | Some("") => {
            let OptionLine { key, values, .. } = line;
            Err(OptionsError(format!("the option `{key}` needs a value; allowed: {values}")))
        }
        Some(value) => Ok((line, value)),
    }
}

fn unknown_option(key: &str, lines: &[OptionLine], shorts: &[Short]) -> OptionsError {
    let keys: Vec<&str> = lines.iter().map(|line| line.key).collect();
    // A bare key is no name of its own.
    let names = shorts.iter().map(|(word, ..)| *word).filter(|word| !keys.contains(word));
    let names: Vec<&str> = names.collect();
    let more = if names.is_empty() {
        String::new()
    } else {
        format!("; short names: {}", names.join(", "))
    };
    let (shown, keys) = (excerpt(key), keys.join(", "));
    OptionsError(format!("there is no option `{shown}`; allowed: {keys}{more}"))
}

/// An option has a value that its line does not allow.
pub(super) fn wrong_value(line: &OptionLine, value: &str) -> OptionsError {
    let OptionLine { key, values, .. } = line;
    OptionsError(format!("the option `{key}` cannot be `{}`; allowed: {values}", excerpt(value)))
}

/// Writes these options as canonical text.
pub(super) fn write_options(
    f: &mut fmt::Formatter<'_>,
    parts: impl IntoIterator<Item = (&'static str, String)>,
) -> fmt::Result {
    for (i, (key, value)) in parts.into_iter().enumerate() {
        write!(f, "{}{key}={value}", if i == 0 { "" } else { "," })?;
    }
    Ok(())
}

/// The first few characters of an input, fit to be shown.
pub(super) fn excerpt(text: &str) -> String {
    const MOST: usize = 12;
    let shown = text.chars().take(MOST).map(|c| if c.is_ascii_graphic() { c } else { '?' });
    let rest = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    shown.collect::<String>() + rest
}

/// Reads digits without sign and leading zero, up to `max`.
pub(super) fn plain_number(text: &str, max: u16) -> Option<u16> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|n| plain && *n <= max)
}

/// The kind that is called by its name or its single letter, in any case.
pub(super) fn called<T: Copy>(
    kinds: impl IntoIterator<Item = T>,
    typed: &str,
    name: fn(T) -> &'static str,
    letter: fn(T) -> char,
) -> Option<T> {
    let is_letter = |kind: T| {
        let mut letters = typed.chars();
        letters.next().is_some_and(|first| first.eq_ignore_ascii_case(&letter(kind)))
            && letters.next().is_none()
    };
    kinds.into_iter().find(|kind| name(*kind).eq_ignore_ascii_case(typed) || is_letter(*kind))
}

/// A word without the `s` of a plural; the word itself if fewer than `least` bytes would be left.
pub(super) fn singular(word: &str, least: usize) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() >= least).unwrap_or(word)
}

/// `a1`, `a1 and b2`, `a1, b2 and c3`.
pub(super) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `a1`, `a1, b2`, `a1, b2, c3`.
pub(super) fn commas<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(", ")
}

/// The same words with a capital at the start, if they start with an ASCII letter.
pub(super) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The same words as a sentence: with a capital at the start and a full stop.
pub(super) fn sentence(words: &str) -> String {
    capitalised(words) + "."
}

/// `1 move`, `3 moves`.
pub(super) fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// `no`, `one`, `two` up to sixteen; a greater number in figures.
pub(super) fn number(n: u32) -> String {
    const WORDS: [&str; 17] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// The letter that is the whole text; `None` for any other text.
pub(super) fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let first = letters.next();
    first.filter(|_| letters.next().is_none())
}
