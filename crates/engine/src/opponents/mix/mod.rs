//! The bot's play of Game Mix: its evaluation of a position, and its levels.

mod connection;
mod eval;
mod net;
mod reach;
#[cfg(test)]
mod tests;
mod tuning;
mod weights;

pub use eval::Mix;
pub use weights::{PLAIN, STEADY, TUNED, Weights, weights};

use games::mix::{Options, Position};

use crate::{
    EvalStyle, Opponent,
    levels::{Effort, Level, N_HIGHER, N_LEVELS},
};

/// The levels from the fourth on.
const LEVELS: [Level; N_HIGHER] = [
    Level::new(Effort::Depth(1), true, 11_500, 58_000),
    Level::new(Effort::Depth(2), true, 15_000, 72_000),
    Level::new(Effort::Depth(3), true, 18_000, 78_000),
    Level::new(Effort::Nodes(800_000), true, 0, 0),
];

impl Opponent for Position {
    entry_points!();

    type Eval = Mix;

    const RATINGS: [u16; N_LEVELS as usize] = [838, 1287, 1799, 2072, 2373, 2649, 3325];

    fn higher_levels(_options: &Options) -> &'static [Level; N_HIGHER] {
        &LEVELS
    }

    fn evaluator(style: EvalStyle, options: &Options) -> Mix {
        match style {
            EvalStyle::Full => {
                let plain = Mix::new(weights(options), options, true);
                if *options == Options::default() { plain.with_net(&net::NET) } else { plain }
            }
            EvalStyle::WithoutTactics => Mix::new(weights(options), options, false),
            EvalStyle::Yardstick => Mix::new(&PLAIN, options, false),
        }
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[
            ("", "lnskdsnl/ccppppcc/8/8/8/8/CCPPPPCC/LNSDKSNL w - 0 1"),
            ("", "2skd2s/ccp5/4Lpc1/Cn1p2c1/5p2/2P2D2/C6C/LNS2KNl w d6 0 19"),
            ("", "ln2ssn1/2L1C1kc/2L5/4p3/D1P1PC2/7l/C3KP2/1NS2SN1 b - 0 19"),
            ("", "2k5/4s3/1P6/1d6/8/8/n1D5/d5NK b - 1 36"),
            ("connect=half", "2k5/4s3/1P6/1d6/8/8/n1D5/d5NK b - 1 36"),
            ("dama_path=turning", MIDDLE),
            ("must_capture=army", MIDDLE),
            ("liner_leap=friends", MIDDLE),
            ("checker_capture=displace", MIDDLE),
            ("preset=mixchess", MIDDLE),
        ]
    }
}

/// A rich middle game, which is a bench position under each of several options.
const MIDDLE: &str = "Dnskns2/6cc/2pp2d1/2CN4/3PPp2/5CC1/1SP1DP2/L3KSNL w - 0 19";
