//! How the bot plays Martian Chess: its levels, what it believes of many others, and when it calls
//! the clock.

mod draw;
mod eval;
mod weigh;

pub use eval::{MANY_SEATS, Martian, PLAIN, TUNED, Weights, weights};

use crate::{
    engine::{
        Creed, Opponent, Style,
        levels::{Effort, Freedom, Level, N_LEVELS},
        random::SplitMix,
    },
    games::{
        Rules as _,
        martian::{Move, Options, Position},
    },
};

/// A row of the table of levels; temperature and cut in millionths of the expected score.
const fn level(effort: Effort, looks_on: bool, temperature: u32, cut: u32) -> Level {
    Level { effort, looks_on, freedom: Freedom { temperature, cut } }
}

/// The levels for two seats, the weakest first.
const TWO: [Level; N_LEVELS as usize] = [
    level(Effort::Depth(1), false, 700_000, 1_000_000),
    level(Effort::Depth(1), false, 25_000, 150_000),
    level(Effort::Depth(1), true, 20_000, 60_000),
    level(Effort::Depth(2), true, 10_000, 40_000),
    level(Effort::Depth(3), true, 6_000, 30_000),
    level(Effort::Depth(4), true, 4_000, 20_000),
    level(Effort::Nodes(200_000), true, 0, 0),
];

/// The levels for three and four seats.
const FEW: [Level; N_LEVELS as usize] = [
    level(Effort::Depth(1), false, 300_000, 1_000_000),
    level(Effort::Depth(1), false, 40_000, 200_000),
    level(Effort::Depth(1), true, 20_000, 60_000),
    level(Effort::Depth(2), true, 10_000, 40_000),
    level(Effort::Depth(3), true, 6_000, 30_000),
    level(Effort::Nodes(8_000), true, 4_000, 20_000),
    level(Effort::Nodes(60_000), true, 0, 0),
];

/// The levels for five and six seats. The others' moves are foreseen, one a turn, so depth costs
/// little until the bot's next turn.
const MANY: [Level; N_LEVELS as usize] = [
    level(Effort::Depth(1), false, 300_000, 1_000_000),
    level(Effort::Depth(1), false, 40_000, 200_000),
    level(Effort::Depth(2), true, 20_000, 60_000),
    level(Effort::Depth(4), true, 10_000, 40_000),
    level(Effort::Depth(6), true, 6_000, 30_000),
    level(Effort::Nodes(3_000), true, 4_000, 20_000),
    level(Effort::Nodes(30_000), true, 0, 0),
];

/// After so many quiet moves a bot that is level calls the clock, so that games end.
const PATIENCE: u32 = 30;

impl Opponent for Position {
    type Eval = Martian;

    fn levels(options: &Options) -> &'static [Level; N_LEVELS as usize] {
        match Position::start(options).n_seats() {
            ..=2 => &TWO,
            3..=4 => &FEW,
            _ => &MANY,
        }
    }

    fn evaluator(style: Style, options: &Options) -> Martian {
        match style {
            Style::Full => Martian::new(weights(options), options, true),
            Style::Short => Martian::new(weights(options), options, false),
            Style::Plain => Martian::new(&PLAIN, options, false),
        }
    }

    fn bench_positions() -> &'static [(&'static str, &'static str)] {
        &[("", "QQD1/QDP1/DPP1/4/4/1PPD/1PDQ/1DQQ 1 0,0 - - 0")]
    }

    fn any_move(&self, random: &mut SplitMix, spare: &mut Vec<Move>) -> Option<Move> {
        draw::any_move(self, random, spare)
    }

    /// By duels (`docs/ENGINE.md`): of three or four sides all are feared; of more each is taken to
    /// help itself to the dearest piece.
    fn creed(n_sides: u8) -> Creed {
        if n_sides <= 4 { Creed::Paranoid } else { Creed::MaxN { width: 1 } }
    }

    /// The move with a call of the clock: only for who leads, or is level after a long idle time.
    fn special(&self, mv: &Move) -> Option<Move> {
        let next = self.after(*mv);
        let lead = lead(&next, self);
        let idle = !mv.is_capture() && (lead > 0 || lead == 0 && self.quiet() >= PATIENCE);
        (self.may_call() && idle).then(|| mv.calling())
    }

    /// Who calls must not lose by it.
    fn prefers_special(&self, plain: i32, special: i32) -> bool {
        special + MOST_LOSS >= plain && (special > 0 || self.quiet() >= PATIENCE)
    }
}

/// What a call of the clock may cost, in millionths of 2p - 1: the two searches are not alike.
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
