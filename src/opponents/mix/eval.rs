//! How the bot sees a position of Game Mix.
//!
//! For each side a sum of log-odds in thousandths: its men and how far they have come, what they
//! can reach, what bears on the King, and how near the army is to a connection. The difference is
//! squashed to an expected score.

use super::reach;
use crate::{
    engine::{evaluate::Evaluate, fixed_point::squash},
    games::{
        Branch, Roll, Seat,
        mix::{Connect, Kind, Move, Options, Position, Sq, SquareSet},
    },
};

/// Weights in thousandths of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What a man is worth, by [`Kind::index`]; the King's is 0, he is never exchanged.
    pub worth: [i32; 7],
    /// What a Pawn gains on each rank, counted from its owner's side.
    pub pawn: [i32; 8],
    /// The same for a Checker.
    pub checker: [i32; 8],
    /// Eight squares that Liners, Knights, Silvers, Damas can go to.
    pub mobility: [i32; 4],
    /// A square at the enemy King that is attacked.
    pub siege: i32,
    /// What a side gains when 1, 2, 4, 7, 11 steps keep it from a connection; in between in
    /// proportion, and nothing from 16 steps on.
    pub connection: [i32; 5],
    /// The advantage of being to move.
    pub tempo: i32,
}

/// The steps of [`Weights::connection`], and those from which on no connection is in sight.
const KNOTS: [usize; 6] = [1, 2, 4, 7, 11, 16];

/// [`KNOTS`], the last.
const FAR: usize = 16;

/// Men alone: the yardstick `greedy` keeps this.
pub const PLAIN: Weights = Weights {
    worth: [200, 300, 800, 500, 600, 1000, 0],
    pawn: [0; 8],
    checker: [0; 8],
    mobility: [0; 4],
    siege: 0,
    connection: [0; 5],
    tempo: 0,
};

/// The weights that play where small armies connect outside two ranks: found by play itself, 6000 rounds at depth 2
/// (SPSA, `docs/ENGINE.md`). Taking men brings the enemy nearer to a connection, so men are worth
/// little, and the way to the own connection much.
pub const TUNED: Weights = Weights {
    worth: [200, -43, 212, 311, 540, 324, 0],
    pawn: [0, 0, 89, 315, 74, -59, 173, 0],
    checker: [0, 0, 135, 151, 141, 85, 125, 0],
    mobility: [129, 199, 149, -37],
    siege: -61,
    connection: [1748, 1257, 888, 523, 273],
    tempo: 102,
};

/// The weights that play where men count for more, because no army connects, or not so soon; set
/// by hand.
pub const STEADY: Weights = Weights {
    worth: [200, 300, 800, 500, 600, 1000, 0],
    pawn: [0, 0, 0, 20, 60, 120, 260, 0],
    checker: [0, 0, 10, 30, 80, 160, 350, 0],
    mobility: [120, 80, 80, 96],
    siege: 40,
    connection: [2000, 1400, 750, 320, 90],
    tempo: 60,
};

/// The greatest least army for which [`TUNED`] plays; with 6 it loses to [`STEADY`].
const SMALL: u8 = 4;

/// The weights that play under these options.
#[must_use]
pub fn weights(options: &Options) -> &'static Weights {
    let soon = options.connect() == Connect::Camp && options.connect_min() <= SMALL;
    if soon { &TUNED } else { &STEADY }
}

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Mix {
    weights: Weights,
    /// What a side gains by the steps to its connection.
    connection: [i32; FAR + 1],
    /// Whether armies can connect at all, and with how many men.
    connects: bool,
    least: u32,
    /// Whether terms beside the men count.
    full: bool,
    /// How many plies of captures are followed beyond the depth; 0 where nothing is looked at.
    quiescence_depth: u32,
}

/// [`Mix::quiescence_depth`] of an evaluator that looks on.
const QUIESCENCE_DEPTH: u32 = 6;

impl Mix {
    /// An evaluator with these weights for games under these options; one that `sees_tactics` follows
    /// captures beyond its depth.
    #[must_use]
    pub fn new(weights: &Weights, options: &Options, sees_tactics: bool) -> Self {
        Self {
            weights: *weights,
            connection: std::array::from_fn(|steps| gain(&weights.connection, steps)),
            connects: options.connect() != Connect::Off,
            least: options.connect_min().into(),
            full: *weights != PLAIN,
            quiescence_depth: if sees_tactics { QUIESCENCE_DEPTH } else { 0 },
        }
    }

    /// The men of a side by their worth.
    fn material(&self, position: &Position, seat: Seat) -> i32 {
        let worth = |kind: &Kind| {
            self.weights.worth[kind.index()] * position.pieces(seat, *kind).size() as i32
        };
        Kind::ALL.iter().map(worth).sum()
    }

    /// The log-odds of a side beside its men.
    fn strength(&self, position: &Position, seat: Seat) -> i32 {
        let weights = &self.weights;
        let of = |kind| position.pieces(seat, kind);
        let rank =
            |at: Sq| usize::from(if seat == Seat::FIRST { at.rank() } else { 7 - at.rank() });
        let mut sum: i32 = of(Kind::Pawn).map(|at| weights.pawn[rank(at)]).sum();
        sum += of(Kind::Checker).map(|at| weights.checker[rank(at)]).sum::<i32>();
        let own = position.men_of(seat);
        let steps = reach::pawns(of(Kind::Pawn), seat) | of(Kind::King).grown();
        let silvers = reach::silvers(of(Kind::Silver), seat);
        let knights = reach::knights(of(Kind::Knight));
        let damas = reach::slides(position, of(Kind::Dama));
        let (mut liners, mut n_liner) = (SquareSet::EMPTY, 0);
        for at in of(Kind::Liner) {
            let targets = reach::liner(position, at);
            n_liner += targets.without(own).size() as i32;
            liners |= targets;
        }
        let size = |set: SquareSet| set.without(own).size() as i32;
        let squares = [n_liner, size(knights), size(silvers), size(damas)];
        let moves = weights.mobility.iter().zip(squares).map(|(weight, n)| weight * n);
        sum += moves.sum::<i32>() / 8;
        let ring = position.pieces(seat.other(), Kind::King).grown();
        let all = steps | silvers | knights | liners;
        sum += weights.siege * (all & ring).size() as i32;
        if self.connects {
            sum += self.connection[self.steps_to_connect(position, seat)];
        }
        sum
    }

    /// About how many King's steps keep a side from a connection: those of its men outside the
    /// biggest group to it, and one for each man in the camp.
    fn steps_to_connect(&self, position: &Position, seat: Seat) -> usize {
        let men = position.men_of(seat);
        let out = men.without(position.camp(seat));
        let n_in = (men.size() - out.size()) as usize;
        if men.size() < self.least || n_in >= FAR {
            return FAR;
        }
        let size = groups(out).map(SquareSet::size).max().unwrap_or(0);
        let biggest = groups(out).filter(|group| group.size() == size);
        // Of equal groups the one that the others reach soonest.
        biggest.map(|group| steps_to(group, men, n_in)).min().unwrap_or(FAR)
    }

    /// The log-odds of the side to move.
    fn odds(&self, position: &Position) -> i32 {
        let (us, them) = (position.turn(), position.turn().other());
        let men = self.material(position, us) - self.material(position, them);
        if !self.full {
            return men;
        }
        let odds =
            men + self.strength(position, us) - self.strength(position, them) + self.weights.tempo;
        match self.left(position) {
            Some(left) if left < FADING => odds * left as i32 / FADING as i32,
            _ => odds,
        }
    }

    fn left(&self, position: &Position) -> Option<u32> {
        let limit = 2 * u32::from(position.options().progress());
        (limit > 0).then(|| limit.saturating_sub(u32::from(position.clock())))
    }
}

/// The groups of men that touch by side or corner.
fn groups(men: SquareSet) -> impl Iterator<Item = SquareSet> {
    let mut left = men;
    std::iter::from_fn(move || {
        let mut found = SquareSet::of(left.first()?);
        loop {
            let grown = found.grown() & men;
            if grown == found {
                left = left.without(found);
                return Some(found);
            }
            found = grown;
        }
    })
}

/// The King's steps that bring all men to touch a group, and some more; at most [`FAR`].
fn steps_to(group: SquareSet, men: SquareSet, more: usize) -> usize {
    let mut steps = more;
    let mut reached = group.grown();
    loop {
        let rest = men.without(reached).size() as usize;
        if rest == 0 || steps >= FAR {
            return steps.min(FAR);
        }
        steps += rest;
        reached = reached.grown();
    }
}

/// What so many steps to a connection are worth: in proportion between the [`KNOTS`].
fn gain(knots: &[i32; 5], steps: usize) -> i32 {
    let at = |n: usize| knots.get(n).copied().unwrap_or(0);
    let Some(next) = KNOTS.iter().position(|knot| *knot >= steps) else { return 0 };
    if next == 0 {
        return at(0);
    }
    let (low, high) = (KNOTS[next - 1] as i32, KNOTS[next] as i32);
    at(next) + (at(next - 1) - at(next)) * (high - steps as i32) / (high - low)
}

/// From how many plies before a draw without progress on a lead counts for less and less.
const FADING: u32 = 20;

/// Order value of a promotion beside what it takes.
const PROMOTION_ORDER: i32 = 600;

impl Evaluate<Position> for Mix {
    /// From, to, and one of three promotions or none.
    const N_SLOTS: usize = 64 * 64 * 4;

    fn value(&self, position: &Position) -> i32 {
        squash(self.odds(position))
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash64()
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        self.left(position)
    }

    fn order(&self, position: &Position, mv: &Move) -> Option<i32> {
        let captures = position.is_capture(*mv);
        let promotes = self.promotes(position, mv);
        if !captures && !promotes {
            return None;
        }
        let worth = |kind: Kind| self.weights.worth[kind.index()];
        let mut order = if promotes { PROMOTION_ORDER } else { 0 };
        if captures {
            let taken = position.victims(*mv).filter_map(|at| position.kind_at(at));
            order += taken.map(worth).sum::<i32>();
        }
        let mover = position.kind_at(mv.from()).map_or(0, worth);
        Some(16 * order - mover)
    }

    fn slot(&self, mv: &Move) -> u16 {
        let promotion = match mv.promotion() {
            None => 0,
            Some(Kind::Liner) => 1,
            Some(Kind::Knight) => 2,
            Some(_) => 3,
        };
        ((promotion * 64 + mv.from().index()) * 64 + mv.to().index()) as u16
    }

    fn shared(&self, _branch: &Branch) -> bool {
        false
    }

    fn settled(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.moves_unsorted(out);
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }

    fn noisy(&self, position: &Position, mv: &Move) -> bool {
        position.is_capture(*mv) || self.promotes(position, mv)
    }

    fn quiescence_depth(&self) -> u32 {
        self.quiescence_depth
    }

    fn counts_plies(&self) -> bool {
        true
    }

    fn extends(&self, position: &Position) -> bool {
        self.quiescence_depth > 0 && position.is_check()
    }

    fn selective(&self) -> bool {
        self.quiescence_depth > 0
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        let us = position.turn();
        let men = position
            .men_of(us)
            .without(position.pieces(us, Kind::Pawn) | position.pieces(us, Kind::Checker));
        // The King and three men that can always go somewhere.
        (men.size() > 3 && !position.is_check()).then(|| position.passed())
    }
}

impl Mix {
    /// Whether a move makes a Pawn or Checker something better.
    fn promotes(&self, position: &Position, mv: &Move) -> bool {
        let last = if position.turn() == Seat::FIRST { 7 } else { 0 };
        mv.promotion().is_some()
            || mv.to().rank() == last && position.of_kind(Kind::Checker).contains(mv.from())
    }
}
