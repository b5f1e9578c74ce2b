//! The bot's evaluation of a position of Game Mix.
//!
//! For each side the evaluator sums up log-odds in thousandths: its men and how far they have come,
//! what they can reach, the attackers near the enemy King, and how near the army is to a
//! connection. The difference of the two sums becomes an expected score.

use games::{
    Branch, Roll, Seat,
    mix::{Connect, Kind, Move, Options, Position, Sq, SquareSet},
};

use super::{
    connection::{FAR, steps_to_connect, value_of_steps},
    net::{INPUTS, inputs, phase},
    reach,
    weights::{PLAIN, Weights},
};
use crate::{evaluate::Evaluate, fixed_point::squash, net::Net};

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Mix {
    weights: Weights,
    /// The worth of each number of steps to a connection.
    connection: [i32; FAR + 1],
    /// Whether armies can connect at all.
    connects: bool,
    /// The smallest army that can connect.
    least: u32,
    /// Whether anything but the men counts.
    full: bool,
    /// How many plies of captures are followed beyond the depth; 0 if none are.
    quiescence_depth: u32,
    /// The net beside the weights.
    net: Option<&'static Net<INPUTS>>,
}

/// The men at the start of a game. Positions that are typed in can have more, and the sums of the net have no room
/// for all of their inputs.
const MOST_MEN: u32 = 32;

/// [`Mix::quiescence_depth`] of an evaluator that sees tactics.
const QUIESCENCE_DEPTH: u32 = 6;

impl Mix {
    /// An evaluator with these weights for games under these options. If it `sees_tactics`, it
    /// follows captures beyond the depth of the search.
    #[must_use]
    pub fn new(weights: &Weights, options: &Options, sees_tactics: bool) -> Self {
        Self {
            weights: *weights,
            connection: std::array::from_fn(|steps| value_of_steps(&weights.connection, steps)),
            connects: options.connect() != Connect::Off,
            least: options.connect_min().into(),
            full: *weights != PLAIN,
            quiescence_depth: if sees_tactics { QUIESCENCE_DEPTH } else { 0 },
            net: None,
        }
    }

    /// The same evaluator with a net beside the weights, for the default options alone.
    #[must_use]
    pub fn with_net(self, net: &'static Net<INPUTS>) -> Self {
        Self { net: Some(net), ..self }
    }

    /// Returns what the men of a side are worth.
    fn material(&self, position: &Position, seat: Seat) -> i32 {
        let worth = |kind: &Kind| {
            self.weights.worth[kind.index()] * position.pieces(seat, *kind).size() as i32
        };
        Kind::ALL.iter().map(worth).sum()
    }

    /// The log-odds of a side without what its men are worth and how near they are to a connection.
    fn strength(&self, position: &Position, seat: Seat) -> i32 {
        let weights = &self.weights;
        let of = |kind| position.pieces(seat, kind);
        let rank =
            |at: Sq| usize::from(if seat == Seat::FIRST { at.rank() } else { 7 - at.rank() });
        let mut sum: i32 = of(Kind::Pawn).map(|at| weights.pawn[rank(at)]).sum();
        sum += of(Kind::Checker).map(|at| weights.checker[rank(at)]).sum::<i32>();
        sum += self.reach_value(position, seat);
        sum
    }

    /// Returns what the squares are worth that the men of a side reach, those beside the enemy King among them.
    fn reach_value(&self, position: &Position, seat: Seat) -> i32 {
        let weights = &self.weights;
        let of = |kind| position.pieces(seat, kind);
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
        let mobility = moves.sum::<i32>() / 8;
        let ring = position.pieces(seat.other(), Kind::King).grown();
        let all = steps | silvers | knights | liners;
        mobility + weights.siege * (all & ring).size() as i32
    }

    /// The steps that keep the side to move, and the other, from a connection.
    pub(super) fn steps(&self, position: &Position) -> [usize; 2] {
        let steps =
            |seat| if self.connects { steps_to_connect(position, seat, self.least) } else { FAR };
        [position.turn(), position.turn().other()].map(steps)
    }

    /// The log-odds of the side to move by the weights alone.
    pub(super) fn weighed(&self, position: &Position, steps: [usize; 2]) -> i32 {
        let (us, them) = (position.turn(), position.turn().other());
        let men = self.material(position, us) - self.material(position, them);
        if !self.full {
            return men;
        }
        let [ours, theirs] = steps.map(|steps| self.connection[steps]);
        men + self.strength(position, us) + ours - self.strength(position, them) - theirs
            + self.weights.tempo
    }

    /// The log-odds of the side to move.
    fn odds(&self, position: &Position) -> i32 {
        let steps = if self.full { self.steps(position) } else { [FAR; 2] };
        let mut odds = self.weighed(position, steps);
        if !self.full {
            return odds;
        }
        if let Some(net) = self.net.filter(|_| position.men().size() <= MOST_MEN) {
            let mut sums = net.start();
            inputs(position, steps, |input| net.add(&mut sums, input));
            odds += net.log_odds(&sums, phase(position));
        }
        match self.left(position) {
            Some(left) if left < FADING => odds * left as i32 / FADING as i32,
            _ => odds,
        }
    }

    /// The plies left until a draw without progress; `None` if the options have no such draw.
    fn left(&self, position: &Position) -> Option<u32> {
        let limit = 2 * u32::from(position.options().progress());
        (limit > 0).then(|| limit.saturating_sub(u32::from(position.clock())))
    }
}

/// A lead counts for less and less from this many plies before a draw without progress.
const FADING: u32 = 20;

/// The amount that a promotion adds to the order value of a move.
const PROMOTION_ORDER: i32 = 600;

impl Evaluate<Position> for Mix {
    /// An id for each start, each target, and each of three promotions or none.
    const N_MOVE_IDS: usize = 64 * 64 * 4;

    fn value(&self, position: &Position) -> i32 {
        squash(self.odds(position))
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash64()
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        self.left(position)
    }

    fn tactical_score(&self, position: &Position, mv: &Move) -> Option<i32> {
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

    fn move_id(&self, mv: &Move) -> u16 {
        let promotion = match mv.promotion() {
            None => 0,
            Some(Kind::Liner) => 1,
            Some(Kind::Knight) => 2,
            Some(_) => 3,
        };
        ((promotion * 64 + mv.from().index()) * 64 + mv.to().index()) as u16
    }

    fn is_shared_outcome(&self, _branch: &Branch) -> bool {
        false
    }

    fn ending_value(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.moves_unsorted(out);
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }

    fn is_noisy(&self, position: &Position, mv: &Move) -> bool {
        position.is_capture(*mv) || self.promotes(position, mv)
    }

    fn quiescence_depth(&self) -> u32 {
        self.quiescence_depth
    }

    fn hard_to_see(&self, position: &Position, mv: &Move) -> Option<u32> {
        let (from, to) = (mv.from(), mv.to());
        let (ahead, behind) = (to.rank() > from.rank(), to.rank() < from.rank());
        let backward = if position.turn() == Seat::FIRST { behind } else { ahead };
        let hard = position.is_capture(*mv) && (backward || from.distance(to) > 1);
        hard.then(|| (from.index() * 64 + to.index()) as u32)
    }

    fn counts_plies(&self) -> bool {
        true
    }

    fn extends_line(&self, position: &Position) -> bool {
        self.quiescence_depth > 0 && position.is_check()
    }

    fn allows_selectivity(&self) -> bool {
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
    /// Returns `true` if a move promotes a Pawn or a Checker.
    fn promotes(&self, position: &Position, mv: &Move) -> bool {
        let last = if position.turn() == Seat::FIRST { 7 } else { 0 };
        mv.promotion().is_some()
            || mv.to().rank() == last && position.of_kind(Kind::Checker).contains(mv.from())
    }
}
