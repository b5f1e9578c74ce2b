//! How the bot plays Game Mix: its levels.

mod eval;

pub use eval::Mix;

use crate::{
    engine::{
        Opponent, Style,
        levels::{Effort, Freedom, Level, N_LEVELS},
    },
    games::mix::{Options, Position},
};

/// A row of the table of levels; temperature and cut in millionths of the expected score.
const fn level(effort: Effort, looks_on: bool, temperature: u32, cut: u32) -> Level {
    Level { effort, looks_on, freedom: Freedom { temperature, cut } }
}

/// The levels, the weakest first.
const LEVELS: [Level; N_LEVELS as usize] = [
    level(Effort::Depth(1), false, 300_000, 1_000_000),
    level(Effort::Depth(1), false, 40_000, 200_000),
    level(Effort::Depth(1), true, 20_000, 60_000),
    level(Effort::Depth(2), true, 10_000, 40_000),
    level(Effort::Depth(3), true, 6_000, 30_000),
    level(Effort::Depth(4), true, 4_000, 20_000),
    level(Effort::Nodes(100_000), true, 0, 0),
];

impl Opponent for Position {
    type Eval = Mix;

    fn levels(_options: &Options) -> &'static [Level; N_LEVELS as usize] {
        &LEVELS
    }

    fn evaluator(_style: Style, _options: &Options) -> Mix {
        Mix
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
