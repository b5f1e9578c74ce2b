//! `pair` of the real program: what it prints, gives up and refuses.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{
    fs,
    process::{Command, Output},
};

use tempfile::TempDir;

/// One line of a report file: a player with the points and the rounds, each in ten columns.
fn player(number: u32, points: &str, rounds: &str) -> String {
    format!(
        "001 {number:>4}      {:<33} {:>4}{:>28}{points:>4} {number:>4}{rounds}\n",
        "Somebody", "", ""
    )
}

fn pair(file: &str, more: &[&str]) -> Output {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("event.trf");
    fs::write(&path, file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    command.current_dir(folder.path()).arg("pair").arg(&path).args(more).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn the_bye_goes_to_who_has_missed_least() {
    let file = [
        "XXR 3\n".to_owned(),
        player(1, "1.0", "     3 w 1"),
        player(2, "1.0", "     4 b 1"),
        player(3, "0.0", "     1 b 0"),
        player(4, "0.0", "     2 w 0"),
        player(5, "0.0", "  0000 - Z"),
    ];
    let output = pair(&file.concat(), &[]);
    assert_eq!((stdout(&output), stderr(&output)), ("2 1\n3 5\nbye 4\n", ""));
}

#[test]
fn a_round_that_cannot_be_paired_gives_up_a_rematch_or_says_so() {
    let file =
        ["XXR 3\n".to_owned(), player(1, "1.0", "     2 w 1"), player(2, "0.0", "     1 b 0")];
    let output = pair(&file.concat(), &[]);
    assert_eq!(stdout(&output), "2 1\n");
    assert_eq!(stderr(&output), "martian-cake: given up: 1 and 2 have met before\n");
    let output = pair(&file.concat(), &["--strict"]);
    assert_eq!((stdout(&output), stderr(&output)), ("impossible\n", ""));
    let apart = format!("{}XXP 1 2\n", file.concat());
    assert_eq!(stdout(&pair(&apart, &[])), "impossible\n");
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_its_line() {
    let file = ["XXR 3\n".to_owned(), player(1, "1.0", "     7 w 1")];
    let output = pair(&file.concat(), &[]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    assert_eq!(stderr(&output), "martian-cake: line 2: round 1: there is no player 7\n");
    let over =
        ["XXR 1\n".to_owned(), player(1, "1.0", "     2 w 1"), player(2, "0.0", "     1 b 0")];
    let output = pair(&over.concat(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("all 1 rounds are played"), "{}", stderr(&output));
}
