//! The bot's evaluation of a position of Martian Chess.
//!
//! For each side there is a sum of log-odds in thousandths: its points, what stands in its zones, and
//! how near it is to ending the game as the leader. With two sides, their difference makes the
//! expected score; more sides share one point in proportion to their odds.

use games::{
    Branch, Roll, Rules as _, Seat, SeatSet,
    martian::{CellSet, Kind, Move, Options, Position},
};

use super::{
    net::{INPUTS, inputs, phase},
    seats::{self, Table},
};
use crate::{
    evaluate::{Evaluate, Shares},
    fixed_point::{shares_of, squash},
    net::Net,
    random::stir,
};

/// Weights in thousandths of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The worth of a point at the start of the game.
    pub point: i32,
    /// By how much more a point is worth when the board is empty.
    pub late_point: i32,
    /// The worth of a piece in its owner's zone, by [`Kind::index`].
    pub worth: [i32; 3],
    /// The worth for pieces in the owner's zone of being able to go to sixteen cells.
    pub mobility: i32,
    /// The worth of each point of a piece that could be taken next; only the most valuable victim counts.
    pub threat: i32,
    /// The gain of a leader from having 1, 2, 3, 4 pieces left.
    pub near_end: [i32; 4],
    /// The gain of a leader when the clock is about to run out.
    pub clock: i32,
    /// The advantage of being the side to move.
    pub tempo: i32,
}

/// Weights that count points alone; the yardstick `greedy` keeps them.
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

/// The weights that the bot plays with where two have seats.
pub const TUNED: Weights = Weights {
    point: 250,
    late_point: 400,
    worth: [0, 10, 40],
    mobility: 60,
    threat: 30,
    near_end: [600, 300, 150, 50],
    clock: 600,
    tempo: 0,
};

/// The weights that the bot plays with where three or more have seats: what can be taken next counts
/// more, since everybody takes something.
pub const MANY_SEATS: Weights = Weights { mobility: 100, threat: 200, ..TUNED };

/// The weights that the bot plays with under these options.
#[must_use]
pub fn weights(options: &Options) -> &'static Weights {
    if Position::start(options).n_seats() == 2 { &TUNED } else { &MANY_SEATS }
}

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Martian {
    weights: Weights,
    /// The seats that win and lose with each seat.
    allies: [SeatSet; Seat::MAX as usize],
    /// How many plies of captures are followed beyond the depth.
    quiescence_depth: u32,
    /// The net beside the weights where two have seats.
    net: Option<&'static Net<INPUTS>>,
    /// The net that is asked for each seat where more have seats and none has left.
    seats_net: Option<&'static Net<{ seats::INPUTS }>>,
}

/// [`Martian::quiescence_depth`] by the number of seats; with many seats, most captures concern
/// somebody else.
const QUIESCENCE_DEPTH: [u32; Seat::MAX as usize + 1] = [0, 0, 6, 2, 2, 0, 0];

/// The points that are on the board for each seat at the start.
const PIPS: i32 = 18;

impl Martian {
    /// An evaluator with these weights for games under these options; one that `sees_tactics` follows
    /// captures beyond its depth.
    #[must_use]
    pub fn new(weights: &Weights, options: &Options, sees_tactics: bool) -> Self {
        let start = Position::start(options);
        let allies = std::array::from_fn(|i| {
            let seat = Seat::from_index(i as u8).unwrap_or(Seat::FIRST);
            start.side_of(seat)
        });
        let quiescence_depth =
            if sees_tactics { QUIESCENCE_DEPTH[usize::from(start.n_seats())] } else { 0 };
        Self { weights: *weights, allies, quiescence_depth, net: None, seats_net: None }
    }

    /// The same evaluator with a net beside the weights, for the default options alone.
    #[must_use]
    pub fn with_net(self, net: &'static Net<INPUTS>) -> Self {
        Self { net: Some(net), ..self }
    }

    /// The same evaluator with a net beside the weights, for three to six seats, each for itself.
    #[must_use]
    pub fn with_seats_net(self, net: &'static Net<{ seats::INPUTS }>) -> Self {
        Self { seats_net: Some(net), ..self }
    }

    /// Returns what a point is worth with as many points on the board as there are.
    fn point(&self, position: &Position) -> i32 {
        let pips = |kind: Kind| (position.pieces_of_kind(kind).size() * kind.pips()) as i32;
        let left: i32 = Kind::ALL.into_iter().map(pips).sum();
        let full = PIPS * i32::from(position.n_seats());
        self.weights.point + self.weights.late_point * (full - left).max(0) / full
    }

    /// The log-odds of one seat, points left out; `reach` is where its pieces can go,
    /// if that counts, and `lead` is by how much its side leads all others.
    fn strength(&self, position: &Position, seat: Seat, reach: Option<&Reach>, lead: i32) -> i32 {
        let weights = &self.weights;
        let kinds = Kind::ALL.map(|kind| position.pieces(seat, kind));
        let own = kinds[0] | kinds[1] | kinds[2];
        let mut sum = 0;
        for kind in Kind::ALL {
            sum += weights.worth[kind.index()] * kinds[kind.index()].size() as i32;
        }
        if let Some(reach) = reach {
            sum += weights.mobility * reach.n_cells / 16;
            let seen = reach.all();
            let is_seen = |kind: &Kind| !(seen & position.pieces_of_kind(*kind)).is_empty();
            let dearest = Kind::ALL.into_iter().rev().find(is_seen);
            sum += weights.threat * dearest.map_or(0, |kind| kind.pips() as i32);
        }
        if let Some(left) = position.clock().filter(|_| lead > 0) {
            let full = i32::from(position.full_clock());
            sum += weights.clock * (full + 1 - i32::from(left)) / full;
        }
        if lead >= 0 {
            let n_pieces = own.size() as usize;
            sum += weights.near_end.get(n_pieces.wrapping_sub(1)).copied().unwrap_or(0);
        }
        sum
    }

    /// Returns `true` if it counts where pieces can go.
    const fn counts_reach(&self) -> bool {
        self.weights.mobility != 0 || self.weights.threat != 0
    }

    /// Where the pieces of a seat can go; `None` if it counts for nothing.
    fn reach(&self, position: &Position, seat: Seat) -> Option<Reach> {
        self.counts_reach().then(|| Reach::of(position, seat))
    }

    /// The log-odds of a seat that is a side of its own and has not left.
    pub(super) fn seat_odds(&self, position: &Position, seat: Seat) -> i32 {
        self.sides(position)[seat.index()].odds
    }

    /// The log-odds of the side to move against the other, where each is one seat.
    pub(super) fn duel(&self, position: &Position) -> i32 {
        let (me, other) = (position.to_move(), position.to_move().other());
        let reaches = [self.reach(position, me), self.reach(position, other)];
        let [mine, theirs] = reaches.each_ref().map(Option::as_ref);
        let lead = points(position, me) - points(position, other);
        let weighed = self.point(position) * lead + self.strength(position, me, mine, lead)
            - self.strength(position, other, theirs, -lead)
            + self.weights.tempo;
        let (Some(net), Some(mine), Some(theirs)) = (self.net, mine, theirs) else {
            return weighed;
        };
        let mut sums = net.start();
        inputs(position, [mine, theirs], |input| net.add(&mut sums, input));
        weighed + net.log_odds(&sums, phase(position))
    }

    /// Returns what counts for every side that still has a seat in the game, at the index of its first such
    /// seat.
    fn sides(&self, position: &Position) -> [SideStats; Seat::MAX as usize] {
        let active = position.active();
        let head =
            |seat: Seat| self.allies[seat.index()].iter().find(|ally| active.contains(*ally));
        let mut sides = [SideStats::default(); Seat::MAX as usize];
        for seat in position.seats() {
            // A side that has left altogether has no place.
            if let Some(head) = head(seat) {
                let side = &mut sides[head.index()];
                side.plays = true;
                side.points += points(position, seat);
            }
        }
        let point = self.point(position);
        let points = sides;
        let reaches = self.counts_reach().then(|| Reach::of_all(position));
        for seat in active.iter() {
            let own = head(seat).unwrap_or(seat).index();
            let others = points.iter().enumerate().filter(|(i, side)| side.plays && *i != own);
            let most = others.map(|(_, side)| side.points).max().unwrap_or(0);
            sides[own].odds += self.strength(
                position,
                seat,
                reaches.as_ref().map(|reaches| &reaches[seat.index()]),
                points[own].points - most,
            );
        }
        for side in &mut sides {
            side.odds += point * side.points;
        }
        if let Some(head) = head(position.to_move()) {
            sides[head.index()].odds += self.weights.tempo;
        }
        if let (Some(net), Some(reaches)) = (self.seats_net, &reaches)
            && position.out().is_empty()
        {
            let table = Table::new(position, reaches);
            for seat in position.seats() {
                sides[seat.index()].odds += table.log_odds(net, seat);
            }
        }
        sides
    }
}

/// The points of a seat, as far as they count: positions that are typed in can have any number of them.
pub(super) fn points(position: &Position, seat: Seat) -> i32 {
    position.score(seat).min(10_000) as i32
}

/// Where the pieces of a seat can go.
pub(super) struct Reach {
    /// The cells that the pieces of each kind see, own pieces left out.
    pub(super) by_kind: [CellSet; 3],
    /// The own pieces that others see.
    pub(super) guarded: CellSet,
    /// The sum of the numbers of cells that each piece can go to.
    pub(super) n_cells: i32,
}

/// Where the pieces of each seat can go.
pub(super) type Reaches = [Reach; Seat::MAX as usize];

impl Reach {
    /// The reach of nobody.
    const NONE: Self = Self { by_kind: [CellSet::EMPTY; 3], guarded: CellSet::EMPTY, n_cells: 0 };

    /// The reaches of all seats that have not left, and none for the others.
    #[inline]
    pub(super) fn of_all(position: &Position) -> Reaches {
        let mut reaches = [Self::NONE; Seat::MAX as usize];
        for seat in position.active().iter() {
            reaches[seat.index()] = Self::of(position, seat);
        }
        reaches
    }

    #[inline]
    pub(super) fn of(position: &Position, seat: Seat) -> Self {
        let own = position.pieces_of(seat);
        let mut reach = Self::NONE;
        for kind in Kind::ALL {
            let mut seen = CellSet::EMPTY;
            for at in position.pieces(seat, kind).indices() {
                let cells = position.reach(kind, at);
                reach.n_cells += cells.without(own).size() as i32;
                seen |= cells;
            }
            reach.by_kind[kind.index()] = seen.without(own);
            reach.guarded |= seen & own;
        }
        reach
    }

    /// The cells that any of the pieces sees.
    fn all(&self) -> CellSet {
        let [pawns, drones, queens] = self.by_kind;
        pawns | drones | queens
    }
}

/// The evaluator's counts of a side; they stand at the index of the side's first seat.
#[derive(Clone, Copy, Default)]
struct SideStats {
    plays: bool,
    points: i32,
    odds: i32,
}

impl Evaluate<Position> for Martian {
    /// One for each start and target.
    const N_MOVE_IDS: usize = 96 * 96;

    fn value(&self, position: &Position) -> i32 {
        if position.n_seats() == 2 {
            return squash(self.duel(position));
        }
        let sides = self.sides(position);
        let allies = self.allies[position.to_move().index()];
        let mut odds = 0;
        for seat in position.seats() {
            let side = &sides[seat.index()];
            if side.plays {
                odds += if allies.contains(seat) { side.odds } else { -side.odds };
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
        position.hash64() ^ stir(points)
    }

    /// Under `auto27` the quiet count is in the hash, and no other count ends a game.
    fn plies_left(&self, _position: &Position) -> Option<u32> {
        None
    }

    fn tactical_score(&self, position: &Position, mv: &Move) -> Option<i32> {
        let pips = |cell| position.piece_at(cell).map_or(0, |kind| kind.pips() as i32);
        // The piece that takes belongs to the other side afterwards, so small ones take first.
        mv.is_capture().then(|| 16 * pips(mv.to) - pips(mv.from))
    }

    fn move_id(&self, mv: &Move) -> u16 {
        (mv.from.index() * 96 + mv.to.index()) as u16
    }

    fn is_shared_outcome(&self, _branch: &Branch) -> bool {
        false
    }

    fn ending_value(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    /// Every capture goes into another zone, so none is backward.
    fn hard_to_see(&self, position: &Position, mv: &Move) -> Option<u32> {
        let hard = mv.is_capture() && position.distance(mv.from, mv.to) > 1;
        hard.then(|| self.move_id(mv).into())
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }

    fn is_noisy(&self, _position: &Position, mv: &Move) -> bool {
        mv.is_capture()
    }

    fn quiescence_depth(&self) -> u32 {
        self.quiescence_depth
    }

    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.captures(out);
    }
}
