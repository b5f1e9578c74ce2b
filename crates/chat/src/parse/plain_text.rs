//! Makes typed text plain: without the typography of phones, split into words, and with names and
//! quotations that are harmless to show.

use table::{plain_name, unlinked, without_invisible, without_piles};

/// Undoes what phones and word processors do to plain text: curly quotes, long dashes, thin and
/// unbreakable spaces, invisible marks.
#[must_use]
pub(crate) fn fold(text: &str) -> String {
    // Nearly all that is typed is plain already.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text.trim().to_owned();
    }
    let mut out = String::with_capacity(text.len());
    // Some blanks are invisible marks as well, and yet they part words.
    let spaced = text.replace(char::is_whitespace, " ");
    for c in without_invisible(&spaced).chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{2032}' => out.push('\''),
            '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2033}' | '\u{00AB}'
            | '\u{00BB}' => out.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => {
                out.push('-');
            }
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

/// The name of a person, an event or a channel in a text of Markdown: a [`plain_name`] whose marks are escaped.
#[must_use]
pub(crate) fn shown(name: &str) -> String {
    escaped(&plain_name(name))
}

/// A plain text as one of Markdown that shows it character by character, wherever it stands there.
///
/// A backslash makes nothing of a letter or a digit, so a list is undone at the dot behind its number.
#[must_use]
pub(crate) fn escaped(plain: &str) -> String {
    let mut out = String::with_capacity(plain.len());
    for (at, c) in plain.char_indices() {
        let is_mark = match c {
            '\\' | '*' | '_' | '~' | '|' | '`' | ':' => true,
            // These mean something only where a line begins.
            '#' | '-' | '+' | '>' => at == 0,
            '.' => at > 0 && plain[..at].bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A name as a command takes it behind its `@`, for a line in `code`.
#[must_use]
pub(crate) fn in_code(name: &str) -> String {
    let plain = plain_name(name).replace('`', "");
    if plain.contains(' ') { format!("\"{plain}\"") } else { plain }
}

/// A text of Markdown as it reads without its marks, for where it is not formatted: what is escaped stays, and so
/// does all that stands in `code`.
#[must_use]
pub(crate) fn unmarked(text: &str) -> String {
    let (mut out, mut in_code) = (String::with_capacity(text.len()), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '`' => in_code = !in_code,
            '*' if !in_code => {}
            '\\' if !in_code => {
                out.push(chars.next_if(char::is_ascii_punctuation).unwrap_or(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns what was typed, short and harmless enough to be repeated inside `code`.
#[must_use]
pub(crate) fn echo(typed: &str) -> String {
    let seen = without_invisible(typed);
    let clean: String = seen.chars().filter(|c| !c.is_control() && *c != '`').collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

    #[test]
    fn folds_phone_typography() {
        assert_eq!(fold("why\u{2028}c3"), "why c3");
        assert_eq!(fold("c2\u{2013}c3"), "c2-c3");
        assert_eq!(fold("\u{201C}Ann\u{201D}\u{00A0}b\u{200B}"), "\"Ann\" b");
        assert_eq!(fold("  a\n\tb "), "a  b");
        assert_eq!(fold("c2\u{200d}-c3 علی\u{200c}رضا"), "c2-c3 علی\u{200c}رضا");
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
        let themes = scene::Theme::ALL.map(scene::Theme::key);
        for (typed, meant) in [
            ("slat", Some("slate")),
            ("contast", Some("contrast")),
            ("conrtats", Some("contrast")),
            ("woud", Some("wood")),
            ("marz", Some("mars")),
            ("moon", None),
            ("", None),
        ] {
            assert_eq!(nearest_of(typed, themes.into_iter()), meant, "{typed}");
        }
    }

    #[test]
    fn nothing_that_is_repeated_is_a_link() {
        assert_eq!(echo("http://a.b/c"), "http a.b c");
        assert_eq!(echo("discord.gg/abc"), "discord.gg abc");
        assert_eq!(echo("c2/c3"), "c2/c3");
        let piled = format!("a{}nn", "\u{301}\u{200b}".repeat(20));
        assert_eq!(echo(&piled), "a\u{301}\u{301}nn…");
    }

    #[test]
    fn names_show_what_they_are_in_markdown() {
        for (name, text) in [
            ("ann", "ann"),
            ("Ann B. (2-3), #4 > 5!", "Ann B. (2-3), #4 > 5!"),
            ("_ann_", "\\_ann\\_"),
            ("ann_", "ann\\_"),
            ("**x** `y` ~~z~~ ||w||", "\\*\\*x\\*\\* \\`y\\` \\~\\~z\\~\\~ \\|\\|w\\|\\|"),
            ("a\\_b\\", "a\\\\\\_b\\\\"),
            (":smile:", "\\:smile\\:"),
            ("# ann", "\\# ann"),
            ("-# ann", "\\-# ann"),
            (">>> ann", "\\>>> ann"),
            ("12. ann 3.", "12\\. ann 3."),
            (".ann", ".ann"),
            ("<@everyone>[x](y)", "everyone>x(y)"),
        ] {
            assert_eq!(shown(name), text, "{name}");
        }
    }

    /// Shows a text as Discord does, which drops a backslash before whatever is no letter, digit or space;
    /// `None` if a mark in it means more than itself.
    fn in_markdown(text: &str) -> Option<String> {
        let (mut out, mut chars) = (String::new(), text.chars());
        let (mut at_start, mut digits) = (true, true);
        while let Some(c) = chars.next() {
            let is_first = std::mem::take(&mut at_start);
            match c {
                '\\' => {
                    let next = chars.next().filter(|c| !c.is_ascii_alphanumeric() && *c != ' ')?;
                    out.push(next);
                }
                '*' | '_' | '~' | '|' | '`' | ':' | '<' | '@' | '[' | ']' => return None,
                '#' | '-' | '+' | '>' if is_first => return None,
                '.' if digits && !is_first => return None,
                c => out.push(c),
            }
            digits &= c.is_ascii_digit();
        }
        Some(out)
    }

    #[test]
    fn any_name_of_marks_is_shown_as_it_is() {
        let marks: Vec<char> = "\\*_~|`:#-+>.<@[]/1a ".chars().collect();
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..20_000 {
            let length = random.random_range(1..8);
            let name: String =
                (0..length).map(|_| marks[random.random_range(0..marks.len())]).collect();
            let (plain, text) = (plain_name(&name), shown(&name));
            assert_eq!(in_markdown(&text).as_deref(), Some(&*plain), "{name:?} as {text:?}");
            assert_eq!(unmarked(&text), plain, "{name:?}");
            let bold = unmarked(&format!("**{text}**: `a\\_*b`"));
            assert_eq!(bold, format!("{plain}: a\\_*b"));
        }
    }
}
