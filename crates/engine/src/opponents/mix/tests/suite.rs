//! Positions with one right answer.

use games::mix::Position;

use super::{OPTIONS, find::find};
use crate::{Limit, opponents::tests::suite::SuiteTask};

fn tasks() -> Vec<SuiteTask<Position>> {
    SuiteTask::all(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/mix/suite.txt"
    )))
}

#[test]
fn the_suite_is_proven() {
    let tasks = tasks();
    assert!(tasks.len() >= 30, "{}", tasks.len());
    tasks.iter().for_each(SuiteTask::prove);
}

#[test]
fn the_bot_finds_the_right_move_and_the_distance() {
    tasks().iter().for_each(|task| task.ask(Limit::Nodes(30_000)));
}

/// Prints lines for the suite: `cargo test --release new_lines -- --ignored --nocapture`.
#[test]
#[ignore = "by hand: prints new lines for the suite"]
#[expect(clippy::print_stdout, reason = "it is asked for what it prints")]
fn new_lines_for_the_suite() {
    for options in OPTIONS {
        find(options, 7, 2500).iter().for_each(|line| println!("{line}"));
    }
}
