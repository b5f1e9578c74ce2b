//! The net of Martian Chess for three to six seats: which inputs a position has, as one of the seats sees it.
//!
//! The cells of a zone are counted from the centre of the board, in the same way on every board, so that one
//! net serves for all of them.

use games::{
    Rules as _, Seat,
    martian::{CellSet, Form, Kind, Options, Position},
};

use super::{
    MANY_SEATS, Martian,
    eval::{Reach, Reaches, points},
};
use crate::net::{
    Net,
    seats::{SeatsGame, View},
};

/// The cells of a zone.
const CELLS: usize = 16;
/// Three to six.
const SEATS: usize = 4;
/// None to sixteen pieces, all that a zone has room for.
const COUNTS: usize = 17;
/// Leads from -15 to 15.
const MOST_LEAD: i32 = 15;
const LEADS: usize = 2 * MOST_LEAD as usize + 1;
/// A clock of six seats starts at 21.
const CLOCKS: usize = 22;

/// Which of the three kinds there are.
const SETS: usize = 8;

/// The number of seats and how many turns it takes until it is this one's.
const PIECES: usize = SEATS * Seat::MAX as usize;
const LEAD: usize = PIECES + 3 * CELLS;
const OVER_MEAN: usize = LEAD + LEADS;
const COUNT: usize = OVER_MEAN + LEADS;
const LEAST: usize = COUNT + COUNTS;
const MOVES: usize = LEAST + COUNTS;
/// The kinds of victims of each own kind, for the mover and for those who wait.
const ATTACKS: usize = MOVES + COUNTS;
/// The kinds of attackers of each own kind: of anybody, then of the mover.
const THREATS: usize = ATTACKS + 2 * 3 * SETS;
const GUARDS: usize = THREATS + 2 * 3 * SETS;
const CLOCK: usize = GUARDS + SETS;

/// The number of inputs, the constant one, the last, among them.
pub(super) const INPUTS: usize = CLOCK + CLOCKS + 1;

/// The cell within its zone of each cell of the flat board of four, as the zones of wedges have it.
const SQUARE_CELLS: [u8; 64] = {
    let (mut cells, mut at) = ([0; 64], 0);
    while at < 64 {
        let (file, rank) = (at / 8, at % 8);
        // How far from the centre a cell is along its file and its rank.
        let along_file = if rank < 4 { 3 - rank } else { rank - 4 };
        let along_rank = if file < 4 { 3 - file } else { file - 4 };
        // A piece that leaves a zone by u comes into the next zone, clockwise.
        let (u, v) = if (file < 4) == (rank < 4) {
            (along_file, along_rank)
        } else {
            (along_rank, along_file)
        };
        cells[at] = (u * 4 + v) as u8;
        at += 1;
    }
    cells
};

/// The most inputs that a view has, the constant one not among them.
pub(super) const MOST: usize = 7 + CELLS + 10;

/// The inputs of a view; only the first ones of the list are in it.
pub(super) struct Inputs {
    list: [u16; MOST],
    len: usize,
}

impl Inputs {
    #[inline]
    const fn push(&mut self, input: usize) {
        self.list[self.len] = input as u16;
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

/// A position with what all of its views have in common.
pub(super) struct Table<'a> {
    position: &'a Position,
    reaches: &'a Reaches,
    /// The cells that pieces of each kind see, their owners' pieces left out.
    seen: [CellSet; 3],
    /// The points of all seats.
    points: i32,
    /// The points of the seats that have most of them.
    most: [i32; 2],
    /// The numbers of pieces of the seats that have least of them.
    least: [usize; 2],
    phase: usize,
}

impl<'a> Table<'a> {
    /// A position in which no seat is out.
    pub(super) fn new(position: &'a Position, reaches: &'a Reaches) -> Self {
        let mut table = Self {
            position,
            reaches,
            seen: [CellSet::EMPTY; 3],
            points: 0,
            most: [0; 2],
            least: [COUNTS - 1; 2],
            phase: phase(position),
        };
        for seat in position.seats() {
            let cells = &reaches[seat.index()].by_kind;
            table.seen.iter_mut().zip(cells).for_each(|(all, some)| *all |= *some);
            let (points, [first, second]) = (points(position, seat), table.most);
            table.points += points;
            table.most = [first.max(points), second.max(first.min(points))];
            let (count, [first, second]) = (count(position, seat), table.least);
            table.least = [first.min(count), second.min(first.max(count))];
        }
        table
    }

    /// The log-odds that the net gives a seat, in thousandths.
    #[inline]
    pub(super) fn log_odds(&self, net: &Net<INPUTS>, seat: Seat) -> i32 {
        net.log_odds(&net.sums(self.inputs(seat).as_slice()), self.phase)
    }

    /// The inputs of a seat's view.
    #[inline]
    pub(super) fn inputs(&self, seat: Seat) -> Inputs {
        let mut inputs = Inputs { list: [0; MOST], len: 0 };
        let position = self.position;
        let n_seats = usize::from(position.n_seats());
        let (own, mover) = (seat.index(), position.to_move().index());
        let turns = if own < mover { own + n_seats - mover } else { own - mover };
        inputs.push((n_seats.clamp(3, 2 + SEATS) - 3) * usize::from(Seat::MAX) + turns);
        let is_square = position.form() == Form::Square;
        for kind in Kind::ALL {
            for at in position.pieces(seat, kind).indices() {
                let cell = if is_square { SQUARE_CELLS[at].into() } else { at % CELLS };
                inputs.push(PIECES + kind.index() * CELLS + cell);
            }
        }
        self.standing(seat, &mut inputs);
        self.contacts(seat, &mut inputs);
        if let Some(left) = position.clock() {
            inputs.push(CLOCK + usize::from(left).min(CLOCKS - 1));
        }
        inputs
    }

    /// The inputs of a seat's points and numbers of pieces beside those of the others.
    #[inline]
    fn standing(&self, seat: Seat, inputs: &mut Inputs) {
        let position = self.position;
        let (points, count) = (points(position, seat), count(position, seat));
        // Among the others, the first is the second where the first is this seat.
        let most = self.most[usize::from(points == self.most[0])];
        let least = self.least[usize::from(count == self.least[0])];
        let n_seats = i32::from(position.n_seats());
        let over_mean = (points * n_seats - self.points).div_euclid(n_seats);
        for (from, lead) in [(LEAD, points - most), (OVER_MEAN, over_mean)] {
            inputs.push(from + (lead.clamp(-MOST_LEAD, MOST_LEAD) + MOST_LEAD) as usize);
        }
        inputs.push(COUNT + count);
        inputs.push(LEAST + least);
    }

    /// The inputs of where a seat's pieces can go, which ones they see, and which ones see them.
    #[inline]
    fn contacts(&self, seat: Seat, inputs: &mut Inputs) {
        let position = self.position;
        let mover = position.to_move();
        let reach = &self.reaches[seat.index()];
        inputs.push(MOVES + (reach.n_cells as usize / 3).min(COUNTS - 1));
        let waits = usize::from(seat != mover);
        let of_mover = &self.reaches[mover.index()].by_kind;
        let of_kind = Kind::ALL.map(|kind| position.pieces_of_kind(kind));
        let own = of_kind.map(|cells| cells & position.zone(seat));
        for kind in Kind::ALL.map(Kind::index) {
            let victims = set_of(|victim| reach.by_kind[kind] & of_kind[victim]);
            inputs.push(ATTACKS + (waits * 3 + kind) * SETS + victims);
            // No seat's reach has its own pieces in it.
            let threats = set_of(|attacker| self.seen[attacker] & own[kind]);
            inputs.push(THREATS + kind * SETS + threats);
            let next = set_of(|attacker| of_mover[attacker] & own[kind]);
            inputs.push(THREATS + (3 + kind) * SETS + next);
        }
        inputs.push(GUARDS + set_of(|kind| reach.guarded & own[kind]));
    }
}

/// The number of pieces of a seat.
#[inline]
fn count(position: &Position, seat: Seat) -> usize {
    (position.pieces_of(seat).size() as usize).min(COUNTS - 1)
}

/// The kinds for which there are cells, as a number below [`SETS`].
#[inline]
fn set_of(cells: impl Fn(usize) -> CellSet) -> usize {
    let bit = |kind: usize| usize::from(!cells(kind).is_empty()) << kind;
    bit(0) | bit(1) | bit(2)
}

/// The set of output weights, by the mean number of pieces of a seat.
#[inline]
pub(super) fn phase(position: &Position) -> usize {
    (2 * position.occupied().size() as usize / (5 * usize::from(position.n_seats()))).min(3)
}

/// The weights that play, made by `cargo xtask train martian-seats`.
pub(super) static NET: Net<INPUTS> = Net::from_bytes(include_bytes!("seats.bin"));

impl SeatsGame for Position {
    const LAMBDA: f32 = 0.95;
    const INPUTS: usize = INPUTS;

    fn options_to_learn() -> Vec<Options> {
        (3..=Seat::MAX).filter_map(|n_seats| Options::default().for_players(n_seats)).collect()
    }

    fn views(&self) -> Vec<View> {
        let eval = Self::evaluator_for_seats(None, self.options());
        let reaches = Reach::of_all(self);
        let table = Table::new(self, &reaches);
        let view = |seat: Seat| View {
            inputs: table.inputs(seat).as_slice().to_vec(),
            beside: eval.seat_odds(self, seat) as f32 / 1000.0,
        };
        self.seats().map(view).collect()
    }

    fn phase(&self) -> usize {
        phase(self)
    }

    fn evaluator_for_seats(net: Option<&[u8]>, options: &Options) -> Martian {
        let plain = Martian::new(&MANY_SEATS, options, true);
        match net {
            None => plain,
            Some(bytes) => plain.with_seats_net(Net::leaked(bytes)),
        }
    }
}
