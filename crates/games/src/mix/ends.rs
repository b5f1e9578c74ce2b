//! Ends and results (rules, section 6).

use super::{
    kinds::Kind,
    options::Connect,
    position::Position,
    squares::{Sq, SquareSet},
};
use crate::{Outcome, Reason, Seat};

/// A King in check with no legal move left.
pub(super) const CHECKMATE: Reason = Reason::rule("checkmate", Some("checkmate"));
/// All men of a side together, outside its own camp.
pub(super) const CONNECTION: Reason = Reason::rule("connection", Some("connection"));
/// No legal move left, and no check.
pub(super) const STALEMATE: Reason = Reason::rule("stalemate", Some("stalemate"));
/// Too few men left to win.
pub(super) const MATERIAL: Reason = Reason::rule("material", Some("too few men"));

/// A position that occurs this often is a draw (R25).
const REPETITIONS: u32 = 3;

impl Position {
    /// Returns `true` if all men of a side form one group outside its own camp (section 6).
    #[must_use]
    #[inline]
    pub fn is_connected(&self, seat: Seat) -> bool {
        let men = self.men_of(seat);
        !men.meets(self.camp(seat))
            && self.options().connect() != Connect::Off
            && men.size() >= u32::from(self.options().connect_min())
            && group(men, men.first()) == men
    }

    /// Returns `true` if at least one side is connected: then the game is decided, and nobody may move.
    #[must_use]
    #[inline]
    pub fn is_connected_any(&self) -> bool {
        self.is_connected(Seat::FIRST) || self.is_connected(Seat::SECOND)
    }

    /// The squares where no man of a side may stand if it is to be connected.
    #[must_use]
    #[inline]
    pub const fn camp(&self, seat: Seat) -> SquareSet {
        let camps = &CAMPS[self.options().connect() as usize];
        camps[seat.index() & 1]
    }

    /// The men of a side in groups of men that touch by side or corner, in the order of their first
    /// squares.
    pub fn groups(&self, seat: Seat) -> impl Iterator<Item = SquareSet> {
        let mut left = self.men_of(seat);
        std::iter::from_fn(move || {
            let found = group(left, Some(left.first()?));
            left = left.without(found);
            Some(found)
        })
    }

    /// The end that stands on the board: rows 1 to 5 of the table in section 6.
    pub(super) fn end_on_board(&self) -> Option<Outcome> {
        let (other, mover) = (self.turn, self.turn.other());
        let connected = self.is_connected_any();
        let stuck = !self.can_move();
        if stuck && self.is_check() {
            return Some(Outcome::win(mover, CHECKMATE));
        }
        if connected {
            let wins = |seat| Some(Outcome::win(seat, CONNECTION));
            return match (self.is_connected(mover), self.is_connected(other)) {
                (true, true) if !self.options().tie_to_mover() => Some(Outcome::Draw(CONNECTION)),
                (true, _) => wins(mover),
                (false, _) => wins(other),
            };
        }
        match stuck {
            false => None,
            true if self.options().stalemate_draws() => Some(Outcome::Draw(STALEMATE)),
            true => Some(Outcome::win(mover, STALEMATE)),
        }
    }

    /// A draw that leaves the list of moves as it is: rows 6 to 9. `seen` is how often the position
    /// has occurred.
    pub(super) fn draw_by_count(&self, seen: u32) -> Option<Outcome> {
        let progress = u32::from(self.options().progress());
        let reason = if self.lacks_material() {
            MATERIAL
        } else if progress > 0 && u32::from(self.clock) >= 2 * progress {
            Reason::Progress
        } else if seen >= REPETITIONS {
            Reason::Repetition
        } else {
            return None;
        };
        Some(Outcome::Draw(reason))
    }

    /// Returns `true` if too few men are left to win, rows 6 and 7: bare Kings, and under `bare` a King against
    /// too little.
    pub(super) fn lacks_material(&self) -> bool {
        let men = self.men().size();
        if men == 2 {
            return true;
        }
        let lone = Seat::all(2).any(|seat| self.men_of(seat).size() == 1);
        let knights = self.of_kind(Kind::Knight).size();
        self.options().bare() && lone && (men == 3 || men == 4 && knights == 2)
    }
}

/// The group of men that the one on `from` belongs to; empty if `from` is `None`.
fn group(men: SquareSet, from: Option<Sq>) -> SquareSet {
    let mut found = from.map_or(SquareSet::EMPTY, SquareSet::of);
    loop {
        let grown = found.grown() & men;
        if grown == found {
            return found;
        }
        found = grown;
    }
}

/// The own camps of White and of Black, by [`Connect`].
const CAMPS: [[SquareSet; 2]; 3] = {
    const fn ranks(ranks: &[u8]) -> SquareSet {
        let (mut bits, mut i) = (0, 0);
        while i < ranks.len() {
            bits |= SquareSet::rank(ranks[i]).bits();
            i += 1;
        }
        SquareSet::from_bits(bits)
    }
    [
        [SquareSet::EMPTY; 2],
        [ranks(&[0, 1]), ranks(&[6, 7])],
        [ranks(&[0, 1, 2, 3]), ranks(&[4, 5, 6, 7])],
    ]
};
