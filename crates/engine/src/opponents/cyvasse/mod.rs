//! The bot's play of Cyvasse: its evaluator, its levels, and the armies that it arranges.

mod book;
mod eval;
mod net;
#[cfg(test)]
mod tests;
mod tuning;
mod weights;

pub use book::{BOOK, choose_army};
pub use eval::Evaluator;
pub use weights::{PLAIN, TUNED, Weights};

use games::cyvasse::{Options, Position};

use crate::{
    EvalStyle, Opponent,
    levels::{Effort, Level, N_HIGHER, N_LEVELS},
    random::SplitMix,
};

/// The levels from the fourth on.
const LEVELS: [Level; N_HIGHER] = [
    Level::new(Effort::Depth(1), true, 63_000, 185_000),
    Level::new(Effort::Depth(2), true, 56_000, 170_000),
    Level::new(Effort::Nodes(24_000), true, 26_000, 86_000),
    Level::new(Effort::Nodes(400_000), true, 0, 0),
];

impl Opponent for Position {
    entry_points!();

    type Eval = Evaluator;

    const RATINGS: [u16; N_LEVELS as usize] = [830, 1434, 1664, 1874, 2115, 2356, 2738];

    fn higher_levels(_options: &Options) -> &'static [Level; N_HIGHER] {
        &LEVELS
    }

    fn evaluator(style: EvalStyle, options: &Options) -> Evaluator {
        match style {
            EvalStyle::Full => {
                let plain = Evaluator::new(&TUNED, true);
                if *options == Options::default() {
                    plain.with_net(&net::NET, net::FEWEST_MEN)
                } else {
                    plain
                }
            }
            EvalStyle::WithoutTactics => Evaluator::new(&TUNED, false),
            EvalStyle::Yardstick => Evaluator::new(&PLAIN, false),
        }
    }

    fn opening_start(options: &Options, random: &mut SplitMix) -> Self {
        let armies =
            [random.next_u64(), random.next_u64()].map(|seed| choose_army(options, N_LEVELS, seed));
        Self::from_armies([&armies[0], &armies[1]], options)
    }

    fn choose_army(options: &Options, level: u8, seed: u64) -> Option<String> {
        Some(choose_army(options, level, seed).to_string())
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[
            ("", "bastion+bastion"),
            ("", "vanguard+harbour"),
            ("dragon_flanks=no", "vanguard+bastion"),
            ("ports=on", P2),
            ("", P3),
            ("flanking=cascade,fortress_bonus=any", P4),
            ("ruin=instant,promotion=forced", P5),
            ("dragon_entry=path", "harbour+bastion"),
            ("dragon=board,setup=open", "vanguard+vanguard"),
            ("progress=10", "harbour+harbour"),
            ("", P1),
            ("preset=v51", P4),
        ]
    }
}

// Middle games of the rules page, section 11.
const P1: &str = "h2k2/2^d^1t/t1^ll^2/c1^s1s^2/2r2r1r2/1T9/3H2R1c1/^1CS1S2^/1L^2^LH/1E1KRE1/^1R2^ \
                  w h1,d10 h=a8,d4,i8,j4;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 14";
const P2: &str = "3k2/he^1^e1/2^ll^2/2^3^2/2S3L1r1/11/3R^^4/5s3/1LE^^3/1^1R1^1/dK4 \
                  b ?,d10 h=a8,d4,e2,i8;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 26";
const P3: &str = "6/he^k^dh/2^ll^1t/1t^3^2/C1S1rr4/2c8/4RRR3/^3DS1c^/HL^1R^2/1ER2E1/^1s2^ \
                  w h1,d10 h=a8,d4,i8,j4;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 0 12";
const P4: &str = "h2k2/2^T^e1/2^l1^1h/1H^3^c1/C6s2/11/10/^7^/EL^1S^L1/2RR1E1/^1K2^ \
                  b h1,d10 h=a8,d4,i8,j4;f=d8,f4,f8,h4;g=d9,e3,e9,j3 - 6 23";
const P5: &str = "1d2hk/h^1r1^c/1l1^^el1/t1rs2r2/er1r^^1r2/6c4/4RR1RR1/1R^S2^1C/TR^L1^1T/H1^K^EH/2E1D1 \
                  b @h2,f11 h=c4,g10,h8,k4;f=d8,f4,f8,h4;g=b9,g3,g9,h3 - 1 11";
