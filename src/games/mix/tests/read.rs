//! Moves as people type them: what they are read as, and what is said where they are none.

use std::fmt::Write as _;

use insta::assert_snapshot;
use proptest::prelude::*;

use super::{
    super::{Position, read::is_full},
    Case, START, at,
};
use crate::games::{
    Play, Present as _, ReadError, Refusal, Roll, Rules as _,
    conformance::{Draw, legal_moves},
};

/// What a text is read as, in the words of `typed.txt`.
fn came_to(position: &Position, typed: &str) -> String {
    match position.read(typed) {
        Ok(mv) => format!("`{mv}`"),
        Err(ReadError::NotAMove) => "cannot be read".to_owned(),
        Err(ReadError::Ambiguous(moves)) => {
            let moves: Vec<String> = moves.iter().map(|mv| format!("`{mv}`")).collect();
            format!("ambiguous: {}", moves.join(", "))
        }
        Err(ReadError::Refused(Refusal { fault, near })) => {
            assert!(near.iter().all(|mv| position.is_legal(mv)) && near.len() <= 4, "{typed}");
            match (&fault, near.first()) {
                (super::super::Fault::Castling, _) => "no castling".to_owned(),
                (super::super::Fault::TakenByJump { victim, .. }, Some(mv)) => {
                    format!("no such legal move; to take {victim}: `{mv}`")
                }
                _ => "no such legal move".to_owned(),
            }
        }
    }
}

#[test]
fn typed_moves_of_the_rules_page() {
    let cases = Case::all();
    let mut rows = 0;
    for line in data!("typed.txt") {
        let [place, typed, expected] = line.splitn(3, "; ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position = match cases.iter().find(|case| case.name.starts_with(place)) {
            Some(case) => *case.play().position(),
            None => at(START, "-"),
        };
        // Here the page tells no more than that it is none.
        let found = came_to(&position, typed);
        let found = if expected == "no such legal move" {
            found.split(';').next().unwrap_or_default().to_owned()
        } else {
            found
        };
        assert_eq!(found, expected, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 44);
}

/// The refusals of these texts, with the moves near.
fn refusals(options: &str, position: &str, typed: &[&str]) -> String {
    let position = at(position, options);
    let mut lines = String::new();
    for typed in typed {
        match position.read(typed) {
            Err(ReadError::Refused(Refusal { fault, near })) => {
                assert!(near.iter().all(|mv| position.is_legal(mv)) && near.len() <= 4, "{typed}");
                let near: Vec<String> = near.iter().map(ToString::to_string).collect();
                let words = position.fault_words(typed, &fault);
                let _ = writeln!(lines, "{words} [{}]", near.join(" "));
            }
            other => panic!("{typed}: {other:?}"),
        }
    }
    lines
}
