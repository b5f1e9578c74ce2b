//! The bot's play of Martian Chess: its levels, what it assumes about several opponents, and when it calls
//! the clock.

mod eval;
mod net;
mod random_move;
mod seats;
#[cfg(test)]
mod tests;
mod tuning;

pub use eval::{MANY_SEATS, Martian, PLAIN, TUNED, Weights, weights};

use games::{
    Rules as _,
    martian::{Move, Options, Position},
};

use crate::{
    EvalStyle, Opponent, OpponentModel,
    levels::{Effort, Level, N_HIGHER, N_LEVELS},
    random::SplitMix,
    scoring,
};

/// The levels from the fourth on for two seats.
const TWO: [Level; N_HIGHER] = [
    Level::new(Effort::Depth(1), true, 50_000, 165_000),
    Level::new(Effort::Depth(2), true, 38_000, 126_000),
    Level::new(Effort::Depth(3), true, 28_000, 102_000),
    Level::new(Effort::Nodes(1_600_000), true, 0, 0),
];

/// The levels for three and four seats.
const FEW: [Level; N_HIGHER] = [
    Level::new(Effort::Depth(2), true, 10_000, 40_000),
    Level::new(Effort::Depth(3), true, 6_000, 30_000),
    Level::new(Effort::Nodes(10_000), true, 4_000, 20_000),
    Level::new(Effort::Nodes(50_000), true, 0, 0),
];

/// The levels for five and six seats.
const MANY: [Level; N_HIGHER] = [
    Level::new(Effort::Depth(3), true, 10_000, 40_000),
    Level::new(Effort::Nodes(2_000), true, 6_000, 30_000),
    Level::new(Effort::Nodes(10_000), true, 4_000, 20_000),
    Level::new(Effort::Nodes(60_000), true, 0, 0),
];

/// After this many quiet moves a bot whose score is level calls the clock, so that games end.
const PATIENCE: u32 = 30;

impl Opponent for Position {
    entry_points!();

    type Eval = Martian;

    const RATINGS: [u16; N_LEVELS as usize] = [769, 1151, 1439, 1725, 2017, 2295, 2701];

    fn higher_levels(options: &Options) -> &'static [Level; N_HIGHER] {
        match Position::start(options).n_seats() {
            ..=2 => &TWO,
            3..=4 => &FEW,
            _ => &MANY,
        }
    }

    fn evaluator(style: EvalStyle, options: &Options) -> Martian {
        match style {
            EvalStyle::Full => {
                let plain = Martian::new(weights(options), options, true);
                // The nets have learnt the default rules alone.
                if !has_default_rules(options) {
                    plain
                } else if options.players() == 2 {
                    plain.with_net(&net::NET)
                } else {
                    plain.with_seats_net(&seats::NET)
                }
            }
            EvalStyle::WithoutTactics => Martian::new(weights(options), options, false),
            EvalStyle::Yardstick => Martian::new(&PLAIN, options, false),
        }
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[
            ("", "QQD1/QDP1/DPP1/4/4/1PPD/1PDQ/1DQQ 1 0,0 - - 0"),
            ("", "QQ2/Q1P1/DP2/1D2/P1P1/2PD/1P1Q/1D1Q 1 3,5 - - 2"),
            ("", "4/1Q2/DP2/1D2/4/2PD/1P1Q/4 2 9,8 - 7 2"),
            ("promotion=off", "4/1Q2/DP2/1D2/4/2PD/1P1Q/4 1 9,8 - - 2"),
            ("deadlock=auto27", "4/1Q2/DP2/1D2/4/2PD/1P1Q/4 1 9,8 - - 24"),
            ("players=3", "QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4 1 0,0,0 - - 0"),
            ("players=4", "QQD2DQQ/QDP2PDQ/DPP2PPD/8/8/DPP2PPD/QDP2PDQ/QQD2DQQ 1 0,0,0,0 - - 0"),
            (
                "players=4,teams=on",
                "QQD2DQQ/Q4PDQ/DPP3PD/2P5/4D3/DP4PD/QDP2PDQ/QQ4QQ 3 2,2,1,2 - - 0",
            ),
            (
                "players=5",
                "QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|QQD1/QDP1/DPP1/4|\
                          QQD1/QDP1/DPP1/4 1 0,0,0,0,0 - - 0",
            ),
        ]
    }

    fn random_move(&self, random: &mut SplitMix, spare: &mut Vec<Move>) -> Option<Move> {
        random_move::random_move(self, random, spare)
    }

    /// As duels showed (`docs/ENGINE.md`): with the net each side plays for itself, and of the moves of others only
    /// the four most promising ones are looked at. Without it that holds for more than four sides.
    fn opponent_model(&self) -> OpponentModel {
        let has_net =
            has_default_rules(self.options()) && self.active().len() == self.n_seats().into();
        if has_net || self.active().len() > 4 {
            OpponentModel::MaxN { width: 4 }
        } else {
            OpponentModel::Paranoid
        }
    }

    /// The move with a call of the clock: only for a side that leads, or is level after many quiet
    /// moves.
    fn declaring_move(&self, mv: &Move) -> Option<Move> {
        let next = self.after(*mv);
        let lead = lead(&next, self);
        let idle = !mv.is_capture() && (lead > 0 || lead == 0 && self.quiet() >= PATIENCE);
        (self.may_call() && idle).then(|| mv.calling())
    }

    /// A side that leads calls if the search says that it keeps the lead; after many quiet moves any
    /// side calls that does not lose by it.
    fn prefers_declaring(&self, plain: i32, declaring: i32) -> bool {
        let eval = Self::evaluator(EvalStyle::WithoutTactics, self.options());
        let draw = scoring::fair_share(&eval, self).value();
        if self.quiet() >= PATIENCE {
            declaring + 2 * MOST_LOSS >= plain.min(draw)
        } else {
            declaring > draw && declaring + MOST_LOSS >= plain
        }
    }
}

/// Returns `true` if the options are the default ones but for the number of players.
fn has_default_rules(options: &Options) -> bool {
    Options::default().for_players(options.players()) == Some(*options)
}

/// The most that a call of the clock may seem to cost, in millionths of 2p - 1, since the two searches that
/// are compared are not alike.
const MOST_LOSS: i32 = 40_000;

/// By how many points the side to move in `before` leads all others in `now`.
fn lead(now: &Position, before: &Position) -> i64 {
    let total =
        |seat| -> i64 { now.side_of(seat).iter().map(|seat| i64::from(now.score(seat))).sum() };
    let me = before.to_move();
    let mine = now.side_of(me);
    let others = now.active().iter().filter(|seat| !mine.contains(*seat)).map(total);
    total(me) - others.max().unwrap_or(0)
}
