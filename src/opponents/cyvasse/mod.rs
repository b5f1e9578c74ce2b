//! How the bot plays Cyvasse: what it sees in a position, and its levels.

mod book;
mod eval;
mod weigh;

pub use book::{BOOK, set_up};
pub use eval::{Cyvasse, PLAIN, TUNED, Weights};

use crate::{
    engine::{
        Opponent, Style,
        levels::{Effort, Level, N_LEVELS},
        random::SplitMix,
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

    fn evaluator(style: Style, _options: &Options) -> Cyvasse {
        match style {
            Style::Full => Cyvasse::new(&TUNED, true),
            Style::Short => Cyvasse::new(&TUNED, false),
            Style::Plain => Cyvasse::new(&PLAIN, false),
        }
    }

    fn opening_start(options: &Options, random: &mut SplitMix) -> Self {
        let setups =
            [random.next_u64(), random.next_u64()].map(|seed| set_up(options, N_LEVELS, seed));
        Setup::start([&setups[0], &setups[1]], options)
    }

    fn set_up(options: &Options, level: u8, seed: u64) -> Option<String> {
        Some(set_up(options, level, seed).to_string())
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
