//! The bot's play of Lyra: its levels and evaluators.

pub mod endings;
mod eval;
mod inputs;
mod net;
#[cfg(test)]
mod tests;
mod tuning;

pub use eval::{Lyra, PLAIN, TUNED, Weights};

use games::lyra::{Options, Position};

use crate::{
    EvalStyle, Opponent,
    levels::{Effort, Level, N_HIGHER, N_LEVELS},
};

/// The levels from the fourth on.
const LEVELS: [Level; N_HIGHER] = [
    Level::new(Effort::Depth(1), true, 29_000, 105_000),
    Level::new(Effort::Depth(2), true, 18_000, 70_000),
    Level::new(Effort::Nodes(8_000), true, 9_500, 48_000),
    Level::new(Effort::Nodes(1_000_000), true, 0, 0),
];

impl Opponent for Position {
    entry_points!();

    type Eval = Lyra;

    const RATINGS: [u16; N_LEVELS as usize] = [743, 1038, 1368, 1550, 1730, 1894, 2148];

    fn higher_levels(_options: &Options) -> &'static [Level; N_HIGHER] {
        &LEVELS
    }

    fn evaluator(style: EvalStyle, options: &Options) -> Lyra {
        match style {
            EvalStyle::Full => {
                let plain = Lyra::new(&TUNED, options, true);
                if *options == Options::default() {
                    plain.with_net(&net::NET).with_endings()
                } else {
                    plain
                }
            }
            EvalStyle::WithoutTactics => Lyra::new(&TUNED, options, false),
            EvalStyle::Yardstick => Lyra::new(&PLAIN, options, false),
        }
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[
            ("", "lcgacl/ssssss/6/6/SSSSSS/LCAGCL w -/- 0"),
            ("", "lcgacl/s1sss1/1s3s/S2S2/1SS1SS/LCAGCL w -/- 0"),
            ("", "2g3/1c4/3A2/2s3/1L2G1/6 w C/- 4"),
            ("", "2a1g1/2c3/1S2s1/3A2/2C1s1/1G4 w L/S 2"),
            ("", "3g2/6/1S4/6/4G1/6 w -/- 10"),
            ("combat=classic", MIDDLE),
            ("v1=on", MIDDLE),
            ("v2=on", MIDDLE),
            ("v3=on", MIDDLE),
            ("v4=on", MIDDLE),
            ("v5=on", MIDDLE),
        ]
    }
}

/// A position in the middle of a game, for one bench position under each variant.
const MIDDLE: &str = "lcgacl/s1sss1/1s3s/S2S2/1SS1SS/LCAGCL w -/- 0";
