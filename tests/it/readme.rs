//! Checks the README and the pages that took its tables: the README is short and shows each game
//! once, the table of commands is the program's own, and every dependency has its reason.

use std::{collections::BTreeSet, fs, path::Path};

use chat::{commands, text::command_table};

/// How many words the README has at most.
const MAX_WORDS: usize = 1_500;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("it is there")
}

#[test]
fn the_readme_is_short_and_shows_each_game_once() {
    let readme = read("README.md");
    let words = readme.split_whitespace().count();
    assert!(words <= MAX_WORDS, "{words} words, where {MAX_WORDS} are the most");
    let pictures: Vec<&str> = readme
        .split("](")
        .filter_map(|rest| rest.split_once(".png)"))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(pictures, ["docs/lyra", "docs/martian", "docs/mix", "docs/cyvasse"]);
}

#[test]
fn the_table_of_commands_is_the_command_table() {
    let page = read("docs/COMMANDS.md");
    let (_, rest) = page.split_once("<!-- commands -->").expect("the marker");
    let (table, _) = rest.split_once("<!-- /commands -->").expect("the other marker");
    assert_eq!(table.trim(), command_table(commands()).trim());
}

/// The names of the dependencies that the workspace lists, without our own crates.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let mut sections = manifest.split("\n[");
    let section = sections.find(|section| section.starts_with("workspace.dependencies]"));
    section
        .expect("the section")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.contains("path = "))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        .collect()
}

/// The names of the crates in the tables of a page.
fn rows(page: &str) -> BTreeSet<&str> {
    page.lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn every_dependency_has_its_reason_and_no_other_crate_has_one() {
    let (page, manifest) = (read("docs/DEPENDENCIES.md"), read("Cargo.toml"));
    let (named, explained) = (dependencies(&manifest), rows(&page));
    let unexplained: Vec<_> = named.difference(&explained).collect();
    assert!(unexplained.is_empty(), "docs/DEPENDENCIES.md gives no reason for {unexplained:?}");
    let unused: Vec<_> = explained.difference(&named).collect();
    assert!(unused.is_empty(), "Cargo.toml does not name {unused:?}");
    assert!(named.len() > 20, "the manifest was not read");
}
