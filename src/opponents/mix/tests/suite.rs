//! Positions with one right answer, proven by a judge that looks at everything.

use super::{
    OPTIONS,
    find::{find, kind_of},
    position,
    solve::{Verdict, children, ends_by, moves_that, solve},
    thought,
};
use crate::{
    engine::{Limit, sure::Sure},
    games::mix::Position,
};

/// A line of the suite: `KIND N | options | position | moves`.
struct Task {
    text: String,
    kind: String,
    n: u32,
    position: Position,
    /// The right moves.
    moves: Vec<String>,
}

impl Task {
    fn all() -> Vec<Self> {
        let lines =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mix/suite.txt")).lines();
        lines.filter(|line| !line.starts_with('#')).map(Self::new).collect()
    }

    fn new(line: &str) -> Self {
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[task, options, text, moves] = fields.as_slice() else { panic!("{line}") };
        let (kind, n) = task.split_once(' ').unwrap();
        Self {
            text: line.to_owned(),
            kind: kind.to_owned(),
            n: n.parse().unwrap(),
            position: position(text, if options == "-" { "" } else { options }),
            moves: moves.split(' ').map(str::to_owned).collect(),
        }
    }

    /// The plies to look: a win in n moves ends with the n-th of the side to move; `avoid` counts
    /// plies.
    fn plies(&self) -> u32 {
        if self.kind == "avoid" { self.n } else { 2 * self.n - 1 }
    }

    /// No win is nearer, these moves and no others win in time, and so it ends.
    fn prove_win(&self) {
        let (position, plies, mut budget) = (&self.position, self.plies(), u64::MAX);
        if plies > 1 {
            let sooner = solve(position, plies - 2, &mut budget);
            assert_eq!(sooner, Verdict::Open, "{}", self.text);
        }
        let winning = moves_that(position, plies, Verdict::Loses, &mut budget);
        assert_eq!(winning, self.moves, "{}", self.text);
        let (winner, reason) = ends_by(position, plies, &mut budget).unwrap();
        assert_eq!((winner, kind_of(reason)), (position.turn(), Some(self.kind.as_str())));
    }

    /// All moves but one lose in time.
    fn prove_rescue(&self) {
        let mut budget = u64::MAX;
        let lost = moves_that(&self.position, self.plies(), Verdict::Wins, &mut budget);
        let all = children(&self.position).map(|(mv, _)| mv);
        let safe: Vec<String> = all.filter(|mv| !lost.contains(mv)).collect();
        assert_eq!((safe.len(), &safe), (1, &self.moves), "{}", self.text);
    }
}

#[test]
fn the_suite_is_proven() {
    let tasks = Task::all();
    assert!(tasks.len() >= 30, "{}", tasks.len());
    for task in &tasks {
        if task.kind == "avoid" { task.prove_rescue() } else { task.prove_win() }
    }
}

#[test]
fn the_bot_finds_the_right_move_and_the_distance() {
    for task in Task::all() {
        let choice = thought(&task.position, Limit::Nodes(30_000));
        let chosen = &choice.report.moves[choice.chosen];
        assert!(task.moves.contains(&chosen.mv.to_string()), "{} not {}", task.text, chosen.mv);
        if task.kind != "avoid" {
            let end = Sure { wins: true, plies: task.plies() };
            assert_eq!(chosen.end, Some(end), "{}", task.text);
            assert_eq!(end.moves(), task.n);
        }
    }
}

/// Prints lines for the suite: `cargo test --release new_lines -- --ignored --nocapture`.
#[test]
#[ignore = "finds new lines, which takes minutes"]
#[expect(clippy::print_stdout, reason = "it is asked for what it prints")]
fn new_lines_for_the_suite() {
    for options in OPTIONS {
        find(options, 7, 2500).iter().for_each(|line| println!("{line}"));
    }
}
