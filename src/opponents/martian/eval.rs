//! How the bot sees a position of Martian Chess.
//!
//! For each side a sum of log-odds in thousandths: points, what stands in its zones, how near it
//! is to ending the game as the leader. Two sides make an expected score of their difference, more
//! sides share the point by them.

use crate::{
    engine::{
        fixed::{shares_of, squash},
        random::mix,
        search::{Evaluate, Shares},
    },
    games::{
        Branch, Roll, Rules as _, Seat, SeatSet,
        martian::{CellSet, Kind, Move, Options, Position},
    },
};

/// Weights in thousandths of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A point at the start of the game.
    pub point: i32,
    /// What a point is worth more when the board is empty.
    pub late_point: i32,
    /// A piece in the own zone, by [`Kind::index`].
    pub worth: [i32; 3],
    /// Sixteen cells that pieces in the own zone can go to.
    pub mobility: i32,
    /// A point that could be taken next, counted at the dearest victim only.
    pub threat: i32,
    /// What a leader gains from having 1, 2, 3, 4 pieces left.
    pub near_end: [i32; 4],
    /// What a leader gains when the clock is about to run out.
    pub clock: i32,
    /// The advantage of being to move.
    pub tempo: i32,
}

/// Points alone: the yardstick `greedy` keeps this.
pub const PLAIN: Weights = Weights {
    point: 300,
    late_point: 0,
    worth: [0; 3],
    mobility: 0,
    threat: 0,
    near_end: [0; 4],
    clock: 0,
    tempo: 0,
};

/// The weights that play.
pub const TUNED: Weights = Weights {
    point: 250,
    late_point: 400,
    worth: [0, 20, 60],
    mobility: 20,
    threat: 40,
    near_end: [600, 300, 150, 50],
    clock: 600,
    tempo: 0,
};

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Martian {
    weights: Weights,
    /// The seats that win and lose with each seat.
    allies: [SeatSet; Seat::MAX as usize],
    looks_on: bool,
}

/// How many plies of captures are followed beyond the depth.
const BEYOND: u32 = 6;

/// The points that are on the board for each seat at the start.
const PIPS: i32 = 18;

impl Martian {
    /// An evaluator with these weights for games under these options; one that `looks_on` follows
    /// captures beyond its depth.
    #[must_use]
    pub fn new(weights: &Weights, options: &Options, looks_on: bool) -> Self {
        let start = Position::start(options);
        let allies = std::array::from_fn(|i| {
            let seat = Seat::from_index(i as u8).unwrap_or(Seat::FIRST);
            start.side_of(seat)
        });
        Self { weights: *weights, allies, looks_on }
    }

    /// What a point is worth now.
    fn point(&self, position: &Position) -> i32 {
        let late = self.weights.late_point;
        if late == 0 {
            return self.weights.point;
        }
        let full = PIPS * i32::from(position.n_seats());
        let on_board = |kind: Kind| {
            let pieces = position.seats().map(|seat| position.pieces(seat, kind).count());
            (pieces.sum::<u32>() * kind.pips()) as i32
        };
        let left: i32 = Kind::ALL.into_iter().map(on_board).sum();
        self.weights.point + late * (full - left).max(0) / full
    }

    /// The log-odds of one seat; `lead` is by how much its side leads all others.
    fn strength(&self, position: &Position, seat: Seat, lead: i32) -> i32 {
        let weights = &self.weights;
        let mut sum = 0;
        let mut n_pieces = 0;
        let mut n_cells = 0;
        let mut seen = CellSet::EMPTY;
        let own = position.pieces_of(seat);
        for kind in Kind::ALL {
            let pieces = position.pieces(seat, kind);
            sum += weights.worth[kind.index()] * pieces.count() as i32;
            n_pieces += pieces.count() as usize;
            if weights.mobility != 0 || weights.threat != 0 {
                for at in pieces.indices() {
                    let reach = position.reach(kind, at).without(own);
                    n_cells += reach.count() as i32;
                    seen |= reach;
                }
            }
        }
        sum += weights.mobility * n_cells / 16;
        if weights.threat != 0 {
            let victims = seen & position.occupied();
            let pips = |at| position.piece_at(position.cell(at)).map_or(0, Kind::pips) as i32;
            sum += weights.threat * victims.indices().map(pips).max().unwrap_or(0);
        }
        if let Some(left) = position.clock().filter(|_| lead > 0) {
            let full = i32::from(position.full_clock());
            sum += weights.clock * (full + 1 - i32::from(left)) / full;
        }
        if lead >= 0 {
            sum += weights.near_end.get(n_pieces.wrapping_sub(1)).copied().unwrap_or(0);
        }
        sum
    }

    /// The log-odds of every side with a seat in the game, by its first seat.
    fn sides(&self, position: &Position) -> [Side; Seat::MAX as usize] {
        let mut sides = [Side::default(); Seat::MAX as usize];
        let active = position.active();
        for seat in active.iter() {
            let leader = self.allies[seat.index()].iter().find(|ally| active.contains(*ally));
            let side = &mut sides[leader.unwrap_or(seat).index()];
            side.plays = true;
        }
        for seat in position.seats() {
            let leader = self.allies[seat.index()].iter().find(|ally| active.contains(*ally));
            if let Some(leader) = leader {
                sides[leader.index()].points += position.score(seat) as i32;
            }
        }
        let point = self.point(position);
        let points = sides;
        for seat in active.iter() {
            let leader = self.allies[seat.index()].iter().find(|ally| active.contains(*ally));
            let own = leader.unwrap_or(seat).index();
            let others = points.iter().enumerate().filter(|(i, side)| side.plays && *i != own);
            let lead = points[own].points - others.map(|(_, side)| side.points).max().unwrap_or(0);
            sides[own].odds += self.strength(position, seat, lead);
        }
        for side in &mut sides {
            side.odds += point * side.points;
        }
        sides[position.to_move().index()].odds += self.weights.tempo;
        sides
    }
}

/// A side as the evaluator sees it, in the place of its first seat.
#[derive(Clone, Copy, Default)]
struct Side {
    plays: bool,
    points: i32,
    odds: i32,
}

impl Evaluate<Position> for Martian {
    /// From and to.
    const N_SLOTS: usize = 96 * 96;

    fn value(&self, position: &Position) -> i32 {
        let sides = self.sides(position);
        let camp = self.allies[position.to_move().index()];
        let mut odds = 0;
        for seat in position.seats() {
            let side = &sides[seat.index()];
            if side.plays {
                odds += if camp.contains(seat) { side.odds } else { -side.odds };
            }
        }
        squash(odds)
    }

    fn shares(&self, position: &Position) -> Shares {
        let sides = self.sides(position);
        let mut odds = [0; Seat::MAX as usize];
        let mut n = 0;
        for side in sides.iter().filter(|side| side.plays) {
            odds[n] = side.odds;
            n += 1;
        }
        let mut parts = [0; Seat::MAX as usize];
        shares_of(&odds[..n], &mut parts);
        let mut shares = [0; Seat::MAX as usize];
        let mut next = parts.into_iter();
        for (seat, side) in position.seats().zip(&sides) {
            if side.plays {
                shares[seat.index()] = next.next().unwrap_or(0);
            }
        }
        shares
    }

    fn allies(&self, seat: Seat) -> SeatSet {
        self.allies[seat.index()]
    }

    fn hash(&self, position: &Position) -> u64 {
        // Points are not in the key, but who has more of them decides.
        let first = position.score(Seat::FIRST);
        let points = position.seats().skip(1).fold(0, |hash: u64, seat| {
            hash << 12 ^ u64::from(position.score(seat).wrapping_sub(first))
        });
        position.hash64() ^ mix(points)
    }

    /// Under `auto27` the quiet count is in the hash, and no other count ends a game.
    fn plies_left(&self, _position: &Position) -> Option<u32> {
        None
    }

    fn order(&self, position: &Position, mv: &Move) -> Option<i32> {
        let pips = |cell| position.piece_at(cell).map_or(0, |kind| kind.pips() as i32);
        // The piece that takes is the other's afterwards: a small one is sent before a big one.
        mv.is_capture().then(|| 16 * pips(mv.to) - pips(mv.from))
    }

    fn slot(&self, mv: &Move) -> u16 {
        (mv.from.index() * 96 + mv.to.index()) as u16
    }

    fn shared(&self, _branch: &Branch) -> bool {
        false
    }

    fn settled(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }

    fn noisy(&self, _position: &Position, mv: &Move) -> bool {
        mv.is_capture()
    }

    fn beyond(&self) -> u32 {
        if self.looks_on { BEYOND } else { 0 }
    }

    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.captures(out);
    }
}
