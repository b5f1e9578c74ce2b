//! Checks the words of comments: docs that say what an item is, without a detour, and no words that
//! mean something else elsewhere.

use std::{fs, path::PathBuf};

use super::{libraries, root, rust_files};

/// The number of docs that begin in a roundabout way, outside tests. It may only fall: whoever
/// rewrites some sets it to what is left.
const MOST_ROUNDABOUT: usize = 126;

/// Questions at the start of a doc, where a noun says what the item is. Counts, and `Whether`
/// before a `bool`, are good.
const QUESTIONS: [&str; 3] = ["What ", "Whether ", "How "];

/// Starts of questions that are good.
const COUNTS: [&str; 2] = ["How many ", "How often "];

/// Detours at the start of a doc, around a noun that would do.
const DETOURS: [&str; 12] = [
    "The basis of ",
    "The circumstances of ",
    "The content of ",
    "The contents of ",
    "The extent to which ",
    "The knowledge ",
    "The manner in which ",
    "The progress of ",
    "The requirement",
    "The result of a look ",
    "The treatment of ",
    "The way in which ",
];

/// Words that comments do not use: the glossary has others for these things.
const REFUSED: [&str; 8] =
    ["gate", "gates", "gated", "door", "doors", "sitter", "sitters", "sitter's"];

/// The sources outside tests of all libraries, of the program, of the benches and of `xtask`.
pub(super) fn sources() -> Vec<PathBuf> {
    let others = ["src", "benches", "xtask/src"].map(|folder| root().join(folder));
    let mut found = Vec::new();
    for folder in libraries().into_iter().map(|(_, src)| src).chain(others) {
        rust_files(&folder, &mut found);
    }
    found.retain(|path| {
        let below = path.strip_prefix(root()).unwrap();
        !below.iter().any(|part| part == "tests" || part == "tests.rs")
    });
    assert!(found.len() > 500, "the sources were not found");
    found
}

/// The lines of a source outside its module of tests, which stands last.
pub(super) fn outside_tests(text: &str) -> Vec<&str> {
    text.lines().take_while(|line| *line != "mod tests {").collect()
}

/// The text of a doc comment on this line, if there is one.
fn doc(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
}

/// The numbers of the lines on which a doc begins in a roundabout way.
fn roundabout(text: &str) -> Vec<usize> {
    let lines = outside_tests(text);
    let begins = |index: usize| index == 0 || doc(lines[index - 1]).is_none_or(str::is_empty);
    let is_roundabout = |index: usize| {
        let Some(doc_text) = doc(lines[index]) else { return false };
        let starts = |words: &[&str]| words.iter().any(|word| doc_text.starts_with(word));
        let mut behind = lines[index..].iter().map(|line| line.trim_start());
        let item = behind.find(|line| doc(line).is_none() && !line.starts_with("#["));
        let is_bool = doc_text.starts_with("Whether ")
            && item.is_some_and(|item| item.contains("bool") || item.contains("Bool"));
        starts(&DETOURS) || starts(&QUESTIONS) && !starts(&COUNTS) && !is_bool
    };
    (0..lines.len())
        .filter(|&index| begins(index) && is_roundabout(index))
        .map(|index| index + 1)
        .collect()
}

/// The first refused word in the comment of a line.
fn refused(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    // A comment behind code has a space before it, unlike `https://`.
    let comment = if line.starts_with("//") { line } else { line.split_once(" // ")?.1 };
    let lower = comment.to_lowercase();
    let mut words = lower.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
    words.find_map(|word| REFUSED.into_iter().find(|refused| *refused == word))
}

#[test]
fn docs_that_begin_in_a_roundabout_way_only_become_fewer() {
    let mut found = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let lines = roundabout(&text).into_iter();
        found.extend(lines.map(|line| format!("{}:{line}", path.display())));
    }
    let many = found.len();
    assert!(many <= MOST_ROUNDABOUT, "{many}, more than {MOST_ROUNDABOUT}:\n{}", found.join("\n"));
}

#[test]
fn comments_have_no_refused_word() {
    let mut faults = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            if let Some(word) = refused(line) {
                faults.push(format!("{}:{}: {word}", path.display(), number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn roundabout_docs_and_refused_words_are_found() {
    assert_eq!(roundabout("//! What is said.\n\n/// How men move.\nfn f() {}"), [1, 3]);
    assert_eq!(roundabout("/// A line.\n/// What follows.\n///\n/// What else.\nfn f() {}"), [4]);
    assert_eq!(roundabout("/// How many there are.\nn: u8,\n/// Whether it is.\nb: bool,"), [0; 0]);
    assert_eq!(roundabout("/// Whether it is.\n#[serde(default)]\nb: Stage,"), [1]);
    assert_eq!(roundabout("    /// The treatment of men.\nfn f() {}"), [1]);
    assert_eq!(roundabout("mod tests {\n    /// What is there.\n}"), [0; 0]);
    assert_eq!(refused("    /// A Gate with a few places."), Some("gate"));
    assert_eq!(refused("let gate = 1; // the doors"), Some("doors"));
    assert_eq!(refused("let gate = aggregate(\"https://gate\"); // delegates"), None);
}
