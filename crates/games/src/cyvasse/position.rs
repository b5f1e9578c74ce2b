//! A position with its options, and questions about what stands where.

use super::{
    centre::Centre,
    hexes::{Hex, HexSet},
    kinds::{Kind, Terrain},
    options::Options,
    zobrist,
};
use crate::Seat;

/// A position of Cyvasse with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, counters and options too. [`Key`] is what a repetition would
/// compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The hexes of each kind, both sides together, by [`Kind::index`].
    pub(super) kinds: [HexSet; 9],
    /// The hexes of all men of White and of Black.
    pub(super) sides: [HexSet; 2],
    pub(super) mountains: HexSet,
    /// The hexes of each terrain, by [`Terrain::index`]; men and mountains may stand on them.
    pub(super) grounds: [HexSet; 3],
    pub(super) centres: [Centre; 2],
    /// Whether each side has its Dragon in hand.
    pub(super) in_hand: [bool; 2],
    pub(super) turn: Seat,
    /// Turns of either side since the last progress (section 7).
    pub(super) quiet: u16,
    /// The number of the full turn, from 1.
    pub(super) number: u16,
    /// The hash of men and mountains; every change keeps it up to date.
    pub(super) zobrist: u64,
    pub(super) options: Options,
}

/// The features shared by two positions that count as the same: all but counters and options. The game has no rule of
/// repetition; this is for callers that want to know whether a position came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub(super) kinds: [HexSet; 9],
    pub(super) white: HexSet,
    pub(super) centres: [Centre; 2],
    pub(super) in_hand: [bool; 2],
    pub(super) turn: Seat,
}

/// Access for searches, which look at a position from inside.
impl Position {
    /// A board without men, White to move, fortresses on f1 and f11.
    pub(super) fn empty(options: &Options) -> Self {
        let [_, f11, _, _, f1, _] = Hex::CORNERS;
        Self {
            kinds: [HexSet::EMPTY; 9],
            sides: [HexSet::EMPTY; 2],
            mountains: HexSet::EMPTY,
            grounds: [HexSet::EMPTY; 3],
            centres: [Centre::Fortress(f1), Centre::Fortress(f11)],
            in_hand: [false; 2],
            turn: Seat::FIRST,
            quiet: 0,
            number: 1,
            zobrist: 0,
            options: *options,
        }
    }

    /// The hexes of all men of both sides.
    #[must_use]
    #[inline]
    pub fn men(&self) -> HexSet {
        self.sides[0] | self.sides[1]
    }

    /// The hexes of all men of one side.
    #[must_use]
    #[inline]
    pub const fn men_of(&self, seat: Seat) -> HexSet {
        self.sides[seat.index() & 1]
    }

    /// The hexes of a side's men of one kind.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> HexSet {
        self.kinds[kind.index()] & self.men_of(seat)
    }

    /// The hexes of all mountains, which belong to no side.
    #[must_use]
    #[inline]
    pub const fn mountains(&self) -> HexSet {
        self.mountains
    }

    /// The hexes of a terrain, whether or not something stands on them.
    #[must_use]
    #[inline]
    pub const fn ground(&self, terrain: Terrain) -> HexSet {
        self.grounds[terrain.index()]
    }

    /// The centre round which Horses ride on behalf of a side.
    #[must_use]
    #[inline]
    pub const fn centre(&self, seat: Seat) -> Centre {
        self.centres[seat.index() & 1]
    }

    /// The hex of a side's fortress; `None` once it has fallen.
    #[must_use]
    #[inline]
    pub const fn fortress(&self, seat: Seat) -> Option<Hex> {
        match self.centre(seat) {
            Centre::Fortress(hex) => Some(hex),
            Centre::Ruin(_) | Centre::Fallen => None,
        }
    }

    /// Returns `true` if a side has its Dragon in hand.
    #[must_use]
    #[inline]
    pub const fn has_dragon_in_hand(&self, seat: Seat) -> bool {
        self.in_hand[seat.index() & 1]
    }

    /// Returns `true` if a side's King stands on the board.
    #[must_use]
    #[inline]
    pub fn has_king(&self, seat: Seat) -> bool {
        !self.pieces(seat, Kind::King).is_empty()
    }

    /// The kind of the man on a hex; `None` where nobody stands.
    #[must_use]
    #[inline]
    pub fn kind_at(&self, at: Hex) -> Option<Kind> {
        self.men().contains(at).then(|| self.kind_on(at))
    }

    /// The side whose man stands on a hex; `None` where nobody stands.
    #[must_use]
    pub fn owner(&self, at: Hex) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men_of(*seat).contains(at))
    }

    /// The kind of the man on a hex, on which there must be one.
    #[inline]
    pub(super) fn kind_on(&self, at: Hex) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess a branch.
        let of_kinds = self.kinds.iter().enumerate();
        let index: usize = of_kinds.map(|(i, set)| i * usize::from(set.contains(at))).sum();
        Kind::ALL[index.min(8)]
    }

    /// The options of the game.
    #[must_use]
    #[inline]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Turns of either side since the last progress (section 7).
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The same position with the other side to move, as after a pass that the rules may not allow.
    /// Searches use it to see what a threat is worth. A fortress that is due to fall stays intact.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        Self { turn: self.turn.other(), quiet: self.quiet.saturating_add(1), ..*self }
    }

    /// A hash of what [`Key`] holds, equal on every machine and in every run.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        let turn = if self.turn == Seat::FIRST { 0 } else { zobrist::BLACK };
        Seat::all(2).fold(self.zobrist ^ turn, |hash, seat| {
            let hand = if self.has_dragon_in_hand(seat) { zobrist::hand(seat) } else { 0 };
            hash ^ hand ^ zobrist::centre(seat, self.centre(seat))
        })
    }

    #[inline]
    pub(super) fn put(&mut self, seat: Seat, kind: Kind, at: Hex) {
        self.kinds[kind.index()] |= HexSet::of(at);
        self.sides[seat.index() & 1] |= HexSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }

    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, kind: Kind, at: Hex) {
        self.kinds[kind.index()] &= !HexSet::of(at);
        self.sides[seat.index() & 1] &= !HexSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }
}
