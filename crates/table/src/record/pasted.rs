//! A record as it was before it was pasted into a message, or saved by another program.

use std::borrow::Cow;

/// The layers of quotation and of code in which a record may stand.
const LAYERS: usize = 3;

/// Returns the record in a text, as it was before it was pasted: out of code and quotation, each line from its
/// first sign on, with line feeds and plain quotation marks. Nothing else of it changes, so that its signature
/// can be judged. `None` if the text is no record.
#[must_use]
pub fn pasted(text: &str) -> Option<String> {
    unwrapped(text).map(|(record, _)| record)
}

/// The record in a text like [`pasted`], and how many lines stand before it.
pub(super) fn unwrapped(text: &str) -> Option<(String, usize)> {
    let mut text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let mut before = 0;
    for _ in 0..LAYERS {
        let inside = unquoted(bare(&text, &mut before));
        text = within_code(bare(&inside, &mut before), &mut before).to_owned();
    }
    let mut record = String::with_capacity(text.len());
    for line in bare(&text, &mut before).lines() {
        record.extend([&*plain_tag(line.trim_matches(is_blank)), "\n"]);
    }
    record.pop();
    record.starts_with('[').then_some((record, before))
}

/// The text without what nobody sees at its ends; adds the lines in front of it that go.
fn bare<'t>(text: &'t str, before: &mut usize) -> &'t str {
    let rest = text.trim_start_matches(is_blank);
    *before += text[..text.len() - rest.len()].matches('\n').count();
    rest.trim_end_matches(is_blank)
}

/// Returns `true` for what nobody sees at the edge of a line.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

/// The text without the marks of one quotation: `> ` in front of its lines, or `>>> ` in front of all.
fn unquoted(text: &str) -> String {
    if let Some(rest) = text.strip_prefix(">>> ") {
        return rest.to_owned();
    }
    if !text.starts_with('>') {
        return text.to_owned();
    }
    let without = |line: &str| {
        let bare = line.trim_start_matches(is_blank);
        let inside = bare.strip_prefix('>').unwrap_or(bare);
        inside.strip_prefix(' ').unwrap_or(inside).to_owned()
    };
    text.lines().map(without).collect::<Vec<_>>().join("\n")
}

/// The inside of the code with which a text begins, without the language that it names, which is a line more in
/// front of it; the whole text if it begins with none.
fn within_code<'t>(text: &'t str, before: &mut usize) -> &'t str {
    let inside = text.trim_start_matches('`');
    let fence = &text[..text.len() - inside.len()];
    if fence.is_empty() {
        return text;
    }
    let inside = inside.split_once(fence).map_or(inside, |(inside, _)| inside);
    let (first, rest) = inside.split_once('\n').unwrap_or((inside, ""));
    let is_language = first.chars().all(|c| c.is_alphanumeric() || "+-_. ".contains(c));
    if !is_language {
        return inside;
    }
    *before += 1;
    rest
}

/// A tag with plain quotation marks in place of those that a phone has put around its value, or escaped within it;
/// any other line as it is.
fn plain_tag(line: &str) -> Cow<'_, str> {
    let is_curly = |c: char| matches!(c, '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}');
    let is_quote = |c: char| c == '"' || is_curly(c);
    let tag = line.strip_prefix('[').and_then(|tag| tag.strip_suffix(']'));
    let parts = tag.and_then(|tag| tag.split_once(char::is_whitespace));
    let bare = parts.and_then(|(name, value)| {
        let value = value.trim_matches(is_blank);
        Some((name, value.strip_prefix(is_quote)?.strip_suffix(is_quote)?))
    });
    let Some((name, value)) = bare else { return line.into() };
    let mut plain = String::with_capacity(line.len());
    let mut is_escaped = false;
    for c in value.chars() {
        plain.push(if is_escaped && is_curly(c) { '"' } else { c });
        is_escaped = c == '\\' && !is_escaped;
    }
    format!("[{name} \"{plain}\"]").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "[Game \"g\"]\n[White \"a > `b`\"]\n\n1. c2-c3 {s1}\nongoing";

    #[test]
    fn quotation_marks_of_a_phone_become_plain() {
        for (tag, plain) in [
            ("[Game \u{201C}g\u{201D}]", "[Game \"g\"]"),
            ("[Game\u{a0}\u{AB}g\u{BB}]", "[Game \"g\"]"),
            ("[Game \"g\u{201D}]", "[Game \"g\"]"),
            ("[Seat1 \u{201E}a \\\u{201C}b\\\u{201D}\u{201C}]", "[Seat1 \"a \\\"b\\\"\"]"),
            // What belongs to a name stays.
            ("[Seat1 \"a \u{201C}b\u{201D}\"]", "[Seat1 \"a \u{201C}b\u{201D}\"]"),
            ("[Seat1 \"a\\\\\u{201C}\"]", "[Seat1 \"a\\\\\u{201C}\"]"),
            ("[Seat1 \"a\u{a0}b\"]", "[Seat1 \"a\u{a0}b\"]"),
            ("1. \u{201C}a\u{201D}", "1. \u{201C}a\u{201D}"),
        ] {
            assert_eq!(plain_tag(tag), plain);
        }
    }

    #[test]
    fn lines_in_front_of_a_record_are_counted() {
        for (form, before) in [
            (RECORD.to_owned(), 0),
            (format!("\n \r\n{RECORD}"), 2),
            (format!("```\n{RECORD}\n```"), 1),
            (format!("\n```text\n\n{RECORD}\n```"), 3),
            (format!("> ```\n> {}\n> ```", RECORD.replace('\n', "\n> ")), 1),
        ] {
            assert_eq!(unwrapped(&form), Some((RECORD.to_owned(), before)), "{form:?}");
        }
    }

    #[test]
    fn a_record_is_found_however_it_was_pasted() {
        let quoted = |text: &str| format!("> {}", text.replace('\n', "\n> "));
        // A fence is longer than what stands within it.
        let fenced = |text: &str| format!("```\n{text}\n```");
        let plain = RECORD.replace('`', "");
        let curly = plain.replace("\"g\"", "\u{201C}g\u{201D}").replace(" \"a", " \u{201E}a");
        let curly = curly.replace("b\"]", "b\u{201C}]");
        for (form, record) in [
            (RECORD.to_owned(), RECORD),
            (fenced(RECORD), RECORD),
            (fenced(RECORD).replacen("```\n", "```text\n", 1), RECORD),
            (format!("```{plain}```"), &plain),
            (format!("`{plain}`"), &plain),
            (format!("~{plain}").replacen('~', "\u{feff}", 1), &plain),
            (quoted(RECORD), RECORD),
            (quoted(RECORD).replace("> \n", ">\n"), RECORD),
            (quoted(&fenced(RECORD)), RECORD),
            (quoted(&quoted(RECORD)), RECORD),
            (fenced(&quoted(RECORD)), RECORD),
            (format!(">>> {}", fenced(RECORD)), RECORD),
            (RECORD.replace('\n', "\r\n"), RECORD),
            (fenced(RECORD).replace('\n', "\r"), RECORD),
            (quoted(RECORD).replace('\n', "\r"), RECORD),
            (format!("    {}", RECORD.replace('\n', "\n    ")), RECORD),
            (format!("\t{}", fenced(RECORD).replace('\n', "\n\t")), RECORD),
            (format!("{}\nis it sound?", fenced(RECORD)), RECORD),
            (curly, &plain),
        ] {
            assert_eq!(pasted(&form).as_deref(), Some(record), "{form}");
        }
    }

    #[test]
    fn other_texts_are_no_records() {
        for text in ["", "```", "> ", "it please", "> it", "```text\nit\n```", "#12", "\r\r"] {
            assert_eq!(pasted(text), None, "{text}");
        }
    }
}
