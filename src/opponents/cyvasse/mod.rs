//! How the bot plays Cyvasse: what it sees in a position, and its levels.

mod eval;

pub use eval::{Cyvasse, PLAIN, Weights};

use crate::{
    engine::{
        Opponent, Style,
        levels::{Effort, Level, N_LEVELS},
    },
    games::cyvasse::{Options, Position, Setup},
};

/// The levels, the weakest first.
const LEVELS: [Level; N_LEVELS as usize] = [
    Level::new(Effort::Depth(1), false, 200_000, 1_000_000),
    Level::new(Effort::Depth(1), false, 40_000, 200_000),
    Level::new(Effort::Depth(1), true, 20_000, 60_000),
    Level::new(Effort::Depth(2), true, 10_000, 40_000),
    Level::new(Effort::Depth(2), true, 6_000, 30_000),
    Level::new(Effort::Depth(3), true, 4_000, 20_000),
    Level::new(Effort::Nodes(100_000), true, 0, 0),
];

impl Opponent for Position {
    type Eval = Cyvasse;

    fn levels(_options: &Options) -> &'static [Level; N_LEVELS as usize] {
        &LEVELS
    }

    fn evaluator(_style: Style, _options: &Options) -> Cyvasse {
        Cyvasse::new(&PLAIN)
    }

    fn set_up(options: &Options, _level: u8, _seed: u64) -> Option<String> {
        Setup::named("default", options.dragon()).map(|setup| setup.to_string())
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
