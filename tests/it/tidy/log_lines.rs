//! Checks that no line of the log names a person, or a private chat.

use std::fs;

use super::comments::{outside_tests, sources};

/// The ways into the log.
const MACROS: [&str; 5] = [
    "tracing::trace!(",
    "tracing::debug!(",
    "tracing::info!(",
    "tracing::warn!(",
    "tracing::error!(",
];

/// Parts of such a line that would name somebody, or may.
const NAMING: [&str; 14] = [
    "{person",
    "{who",
    "{author",
    "{user",
    "{owner",
    "{target",
    "{key",
    "{incoming",
    "{message:?",
    "{step",
    ".place",
    ".author",
    ".person",
    ".who",
];

/// The arguments of a call that begins behind its opening bracket.
fn arguments(text: &str) -> &str {
    let mut open = 1;
    let end = text.find(|c| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open == 0
    });
    &text[..end.unwrap_or(text.len())]
}

#[test]
fn no_line_of_the_log_names_a_person() {
    let (mut lines, mut faults) = (0, Vec::new());
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let text = outside_tests(&text).join("\n");
        for line in MACROS.iter().flat_map(|call| text.split(call).skip(1)).map(arguments) {
            lines += 1;
            // A place is written as the function gives it that makes it fit for the log.
            let is_raw = line.contains("{place") && !text.contains("in_log(");
            if is_raw || NAMING.iter().any(|part| line.contains(part)) {
                faults.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert!(lines > 80, "the lines of the log were not found: {lines}");
    assert!(faults.is_empty(), "{faults:#?}");
}
