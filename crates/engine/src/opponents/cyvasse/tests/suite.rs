//! Positions with one right answer, and where they come from.

use games::{
    Rules as _,
    cyvasse::{Kind, Options, Position},
};

use super::OPTIONS;
use crate::{
    Limit,
    opponents::tests::suite::{SuiteTask, game, line_of},
    random::SplitMix,
};

fn tasks() -> Vec<SuiteTask<Position>> {
    SuiteTask::all(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/cyvasse/suite.txt"
    )))
}

#[test]
fn the_suite_is_proven() {
    let tasks = tasks();
    assert!(tasks.len() >= 20, "{}", tasks.len());
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
        let rules: Options = options.parse().unwrap();
        for index in 0..400 {
            let mut random = SplitMix::part(7, index);
            let found = if index % 100 == 0 {
                game(&rules, &mut random)
            } else {
                few_men(&rules, &mut random).into_iter().collect()
            };
            found.iter().filter_map(line_of).for_each(|line| println!("{line}"));
        }
    }
}

/// Some men anywhere on the board, more of them White's than Black's; `None` where that is no
/// position, or one that is over.
pub(super) fn few_men(options: &Options, random: &mut SplitMix) -> Option<Position> {
    let mut letters = vec![Kind::King.letter(), 'k'];
    for _ in 0..4 + random.below(5) {
        let letter = Kind::ALL[2 + random.below(7) as usize].letter();
        let ours = random.below(3) > 0;
        letters.push(if ours { letter } else { letter.to_ascii_lowercase() });
    }
    let mut board: Vec<Option<char>> = vec![None; 91];
    for letter in letters {
        board[random.below(91) as usize] = Some(letter);
    }
    let mut rest = board.as_slice();
    let rows = (6..=11).chain((6..=10).rev()).map(|width| {
        let (row, behind) = rest.split_at(width);
        rest = behind;
        let (mut text, mut gap) = (String::new(), 0);
        for place in row {
            match place {
                None => gap += 1,
                Some(letter) => {
                    if gap > 0 {
                        text += &gap.to_string();
                    }
                    text.push(*letter);
                    gap = 0;
                }
            }
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    });
    let rows: Vec<String> = rows.collect();
    let side = if random.below(2) == 0 { "w" } else { "b" };
    let position =
        Position::from_position_text(&format!("{} {side} h2,d10 - - 0 1", rows.join("/")), options)
            .ok()?;
    position.outcome().is_none().then_some(position)
}
