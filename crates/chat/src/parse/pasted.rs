//! A record out of a message, however it was pasted there.

/// The layers of quotation and of code in which a record may stand.
const LAYERS: usize = 3;

/// Returns the record in a text, as it was before it was pasted: out of code and quotation, each line from its
/// first sign on, with line feeds and plain quotation marks. Nothing else of it changes, so that its signature
/// can be judged. `None` if the text is no record.
#[must_use]
pub(crate) fn pasted_record(text: &str) -> Option<String> {
    let mut text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    for _ in 0..LAYERS {
        text = within_code(unquoted(text.trim_matches(is_blank)).trim_matches(is_blank)).to_owned();
    }
    let lines =
        text.trim_matches(is_blank).lines().map(|line| plain_tag(line.trim_matches(is_blank)));
    let record = lines.collect::<Vec<_>>().join("\n");
    record.starts_with('[').then_some(record)
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

/// The inside of the code with which a text begins, without the language that it names; the whole text if it
/// begins with none.
fn within_code(text: &str) -> &str {
    let inside = text.trim_start_matches('`');
    let fence = &text[..text.len() - inside.len()];
    if fence.is_empty() {
        return text;
    }
    let inside = inside.split_once(fence).map_or(inside, |(inside, _)| inside);
    let (first, rest) = inside.split_once('\n').unwrap_or((inside, ""));
    let is_language = first.chars().all(|c| c.is_alphanumeric() || "+-_. ".contains(c));
    if is_language { rest } else { inside }
}

/// A tag with plain quotation marks in place of those that a phone has put around its value; any other line as
/// it is.
fn plain_tag(line: &str) -> String {
    let is_curly = |c: char| matches!(c, '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}');
    let value = line.strip_prefix('[').and_then(|tag| tag.strip_suffix(']')?.split_once(' '));
    let bare = value.and_then(|(name, value)| {
        Some((name, value.strip_prefix(is_curly)?.strip_suffix(is_curly)?))
    });
    match bare {
        Some((name, value)) => format!("[{name} \"{value}\"]"),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "[Game \"g\"]\n[White \"a > `b`\"]\n\n1. c2-c3 {s1}\nongoing";

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
            assert_eq!(pasted_record(&form).as_deref(), Some(record), "{form}");
        }
    }

    #[test]
    fn other_texts_are_no_records() {
        for text in ["", "```", "> ", "it please", "> it", "```text\nit\n```", "#12", "\r\r"] {
            assert_eq!(pasted_record(text), None, "{text}");
        }
    }
}
