//! Makes typed text plain: without the typography of phones, split into words, and with names and
//! quotations that are harmless to show.

use table::{MAX_NAME, is_invisible, without_piles};

/// Undoes what phones and word processors do to plain text: curly quotes, long dashes, thin and
/// unbreakable spaces, invisible marks.
#[must_use]
pub(crate) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{2032}' => out.push('\''),
            '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2033}' | '\u{00AB}'
            | '\u{00BB}' => out.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => {
                out.push('-');
            }
            c if c.is_whitespace() => out.push(' '),
            c if is_invisible(c) => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// A folded text without the prefix that it begins with; `None` if it does not, or there is none.
#[must_use]
pub(crate) fn without_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    text.strip_prefix(prefix).filter(|_| !prefix.is_empty()).map(str::trim)
}

/// Splits folded text into words; `"several words"` and `@"Ann B"` are one word each.
#[must_use]
pub(crate) fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The first words of a folded text that stand within quotation marks, with nothing before and behind them but
/// spaces; `None` if there are none.
#[must_use]
pub(crate) fn quoted(text: &str) -> Option<String> {
    let mut parts = text.split('"');
    let mut before = parts.next()?;
    while let (Some(within), Some(behind)) = (parts.next(), parts.next()) {
        let is_apart = before.is_empty() || before.ends_with(' ');
        if is_apart && (behind.is_empty() || behind.starts_with(' ')) && !within.is_empty() {
            return Some(within.to_owned());
        }
        before = behind;
    }
    None
}

/// A name as it may be shown anywhere: without control or direction marks, without anything that
/// marks up text or mentions anyone, at most [`MAX_NAME`] characters long, and never empty.
#[must_use]
pub(crate) fn shown(name: &str) -> String {
    let clean = harmless(name, MAX_NAME);
    if clean.is_empty() { "someone".to_owned() } else { clean }
}

/// Returns what somebody wrote, in one line of at most so many characters that marks nothing up, pings nobody
/// and leads nowhere.
#[must_use]
pub(crate) fn harmless(typed: &str, most: usize) -> String {
    let clean: String = typed
        .chars()
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .filter(|c| !matches!(c, '*' | '`' | '|' | '~' | '\\' | '<' | '>' | '@' | '#' | '[' | ']'))
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .collect();
    let clean: String = without_piles(&clean).chars().take(most).collect();
    unlinked(clean.trim().trim_matches('_').trim())
}

/// Returns what was typed, short and harmless enough to be repeated inside `code`.
#[must_use]
pub(crate) fn echo(typed: &str) -> String {
    let clean: String =
        typed.chars().filter(|c| !c.is_control() && !is_invisible(*c) && *c != '`').collect();
    let clean: String = without_piles(&clean).chars().take(24).collect();
    let cut = typed.chars().count() > 24;
    format!("{}{}", unlinked(clean.trim()).trim(), if cut { "…" } else { "" })
}

/// The word among these that a mistyped one in lower case was probably meant to be.
#[must_use]
pub(crate) fn nearest_of<'w>(typed: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let far = |word: &str| strsim::damerau_levenshtein(word, typed);
    let near = words.filter(|word| far(word) * 3 <= word.chars().count() + 1);
    near.min_by_key(|word| far(word))
}

/// A text in which nothing is left that a platform would make a link of, or show a card of as it does of
/// an invitation (`discord.gg/…`), which needs no scheme: `://`, and a slash behind a name with a dot,
/// become a space.
fn unlinked(text: &str) -> String {
    let text = text.replace("://", " ");
    let words = text.split(' ').map(|word| {
        let Some(slash) = word.find('/') else { return word.to_owned() };
        let is_host = word[..slash].contains('.');
        if is_host { word.replace('/', " ") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_phone_typography() {
        assert_eq!(fold("c2\u{2013}c3"), "c2-c3");
        assert_eq!(fold("\u{201C}Ann\u{201D}\u{00A0}b\u{200B}"), "\"Ann\" b");
        assert_eq!(fold("  a\n\tb "), "a  b");
    }

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(words("challenge @\"Ann B\" bot"), ["challenge", "@Ann B", "bot"]);
        assert_eq!(words("\"open"), ["open"]);
        assert!(words("  ").is_empty());
    }

    #[test]
    fn what_stands_within_quotation_marks_is_found() {
        for (text, found) in [
            ("weekly \"League\" league start:\"Fri 19:00\"", Some("League")),
            ("weekly start:\"Fri 19:00\" \"Our Friday\"", Some("Our Friday")),
            ("\"alone\"", Some("alone")),
            ("weekly start:\"Fri 19:00\"", None),
            ("weekly \"\" \"open", None),
            ("weekly Friday", None),
        ] {
            assert_eq!(quoted(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_slip_is_near_what_was_meant() {
        let themes = ["wood", "slate", "paper", "contrast"];
        for (typed, meant) in [
            ("slat", Some("slate")),
            ("contast", Some("contrast")),
            ("conrtats", Some("contrast")),
            ("woud", Some("wood")),
            ("mars", None),
            ("", None),
        ] {
            assert_eq!(nearest_of(typed, themes.into_iter()), meant, "{typed}");
        }
    }

    #[test]
    fn nothing_that_is_repeated_is_a_link() {
        for (name, harmless) in [
            ("discord.gg/abc", "discord.gg abc"),
            ("join discord.gg/abc/def now", "join discord.gg abc def now"),
            ("https://discord.com/invite/abc", "https discord.com invite abc"),
            ("DISCORD.GG/ABC", "DISCORD.GG ABC"),
            ("disc\u{200b}ord.gg/a", "discord.gg a"),
            ("discord.gg`/`a", "discord.gg a"),
            ("discord.gg://a", "discord.gg a"),
            ("AC/DC", "AC/DC"),
            ("St. Ann / Ben", "St. Ann / Ben"),
            ("://", "someone"),
        ] {
            assert_eq!(shown(name), harmless, "{name}");
        }
        assert_eq!(echo("http://a.b/c"), "http a.b c");
        assert_eq!(echo("discord.gg/abc"), "discord.gg abc");
        assert_eq!(echo("c2/c3"), "c2/c3");
    }

    #[test]
    fn names_are_harmless() {
        assert_eq!(shown("@everyone"), "everyone");
        assert_eq!(shown("**x** `y` <@1>"), "x y 1");
        assert_eq!(shown("\u{202E}evil"), "evil");
        assert_eq!(shown("___"), "someone");
        let piled = format!("a{}nn", "\u{301}\u{200b}".repeat(20));
        assert_eq!(shown(&piled), "a\u{301}\u{301}nn");
        assert_eq!(echo(&piled), "a\u{301}\u{301}nn…");
        assert_eq!(shown(&"n".repeat(99)).len(), MAX_NAME);
    }
}
