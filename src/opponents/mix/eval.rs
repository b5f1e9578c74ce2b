//! How the bot sees a position of Game Mix.
//!
//! For each side a sum of log-odds in thousandths: its men and how far they have come, what they
//! can reach, what bears on the King, and how near the army is to a connection. The difference is
//! squashed to an expected score.

use super::reach;
use crate::{
    engine::{fixed::squash, search::Evaluate},
    games::{
        Branch, Roll, Seat,
        mix::{Connect, Kind, Move, Options, Position, SquareSet},
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
    /// A square that a Liner, a Knight, a Silver, a Dama can go to.
    pub mobility: [i32; 4],
    /// A square at the enemy King that is attacked.
    pub siege: i32,
    /// An enemy man that is attacked, by the share of its worth in hundredths.
    pub threat: i32,
    /// What a side gains when so many steps keep it from a connection, by their number.
    pub connection: [i32; STEPS],
    /// The advantage of being to move.
    pub tempo: i32,
}

/// Steps to a connection from which on none is in sight.
const STEPS: usize = 16;

/// Men alone: the yardstick `greedy` keeps this.
pub const PLAIN: Weights = Weights {
    worth: [200, 300, 800, 500, 600, 1000, 0],
    pawn: [0; 8],
    checker: [0; 8],
    mobility: [0; 4],
    siege: 0,
    threat: 0,
    connection: [0; STEPS],
    tempo: 0,
};

/// The weights that play.
pub const TUNED: Weights = Weights {
    worth: [200, 300, 800, 500, 600, 1000, 0],
    pawn: [0, 0, 0, 20, 60, 120, 260, 0],
    checker: [0, 0, 10, 30, 80, 160, 350, 0],
    mobility: [15, 10, 10, 12],
    siege: 40,
    threat: 0,
    connection: [3000, 2000, 1400, 1000, 750, 550, 420, 320, 240, 180, 130, 90, 60, 40, 20, 0],
    tempo: 60,
};

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Mix {
    weights: Weights,
    /// Whether armies can connect at all, and with how many men.
    connects: bool,
    least: u32,
    /// Whether terms beside the men count.
    full: bool,
    /// How many plies of captures are followed beyond the depth; 0 where nothing is looked at.
    beyond: u32,
}

/// [`Mix::beyond`] of an evaluator that looks on.
const BEYOND: u32 = 6;

impl Mix {
    /// An evaluator with these weights for games under these options; one that `looks_on` follows
    /// captures beyond its depth.
    #[must_use]
    pub fn new(weights: &Weights, options: &Options, looks_on: bool) -> Self {
        Self {
            weights: *weights,
            connects: options.connect() != Connect::Off,
            least: options.connect_min().into(),
            full: *weights != PLAIN,
            beyond: if looks_on { BEYOND } else { 0 },
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
        let rank = |at: crate::games::mix::Sq| {
            usize::from(if seat == Seat::FIRST { at.rank() } else { 7 - at.rank() })
        };
        let mut sum: i32 = of(Kind::Pawn).map(|at| weights.pawn[rank(at)]).sum();
        sum += of(Kind::Checker).map(|at| weights.checker[rank(at)]).sum::<i32>();
        let own = position.men_of(seat);
        let steps = reach::pawns(of(Kind::Pawn), seat) | of(Kind::King).grown();
        let silvers = reach::silvers(of(Kind::Silver), seat);
        let knights = reach::knights(of(Kind::Knight));
        let damas = reach::slides(position, of(Kind::Dama));
        let mut liners = SquareSet::EMPTY;
        for at in of(Kind::Liner) {
            let targets = reach::liner(position, at);
            sum += weights.mobility[0] * targets.without(own).size() as i32;
            liners = liners | targets;
        }
        sum += weights.mobility[1] * knights.without(own).size() as i32;
        sum += weights.mobility[2] * silvers.without(own).size() as i32;
        sum += weights.mobility[3] * damas.size() as i32;
        let ring = position.pieces(seat.other(), Kind::King).grown();
        let all = steps | silvers | knights | liners;
        sum += weights.siege * (all & ring).size() as i32;
        if self.connects {
            sum += weights.connection[self.steps_to_connect(position, seat)];
        }
        sum
    }

    /// About how many King's steps keep a side from a connection: those of its men outside the
    /// biggest group to it, and one for each man in the camp.
    fn steps_to_connect(&self, position: &Position, seat: Seat) -> usize {
        const FAR: usize = STEPS - 1;
        let men = position.men_of(seat);
        let out = men.without(position.camp(seat));
        let n_in = (men.size() - out.size()) as usize;
        if men.size() < self.least || n_in >= FAR {
            return FAR;
        }
        let mut group = SquareSet::EMPTY;
        let mut left = out;
        while let Some(first) = left.first() {
            let mut found = SquareSet::of(first);
            loop {
                let grown = found.grown() & out;
                if grown == found {
                    break;
                }
                found = grown;
            }
            left = left.without(found);
            if found.size() > group.size() {
                group = found;
            }
        }
        if group.is_empty() {
            return FAR;
        }
        let mut steps = n_in;
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
        let limit = 2 * u32::from(position.rules().progress());
        (limit > 0).then(|| limit.saturating_sub(u32::from(position.clock())))
    }
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

    fn beyond(&self) -> u32 {
        self.beyond
    }

    fn counts_plies(&self) -> bool {
        true
    }

    fn extends(&self, position: &Position) -> bool {
        self.beyond > 0 && position.is_check()
    }

    fn selective(&self) -> bool {
        self.beyond > 0
    }

    fn pass(&self, position: &Position) -> Option<Position> {
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
