//! The position: what stands where, whose turn it is, and what can be asked of it.

use super::{Bitboard, Held, Kind, Odds, Options, Piece, Side, Sq, Verdict};

/// The greatest quiet counter that a position text can hold (section 8.1).
pub(super) const QUIET_MAX: u16 = 9999;

/// A position of Lyra with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, the quiet counter and the options too. What repetition
/// compares is [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of each kind, both sides together.
    pub(super) kinds: [Bitboard; 6],
    /// The squares of each side, White first.
    pub(super) sides: [Bitboard; 2],
    /// The pieces that each side's Assassin holds, White's first.
    pub(super) held: [Held; 2],
    pub(super) side: Side,
    pub(super) quiet: u16,
    pub(super) options: Options,
}

/// The features shared by two positions that count as the same for repetition: the board with reversed Soldiers, the
/// side to move and both sets (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u64; 4]);

/// Questions to a position beside what [`Rules`](crate::Rules) asks.
impl Position {
    /// The piece on a square; `None` if the square is empty.
    #[must_use]
    pub fn piece_at(&self, at: Sq) -> Option<Piece> {
        let side = Side::ALL.into_iter().find(|side| self.side_squares(*side).contains(at))?;
        Some(Piece { side, kind: self.kind_on(at) })
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    pub(super) fn kind_on(&self, at: Sq) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess.
        let bit = |kind: Kind| usize::from(self.kinds[kind.index()].contains(at));
        Kind::ALL[bit(Kind::Reversed)
            + 2 * bit(Kind::Lieutenant)
            + 3 * bit(Kind::Captain)
            + 4 * bit(Kind::Assassin)
            + 5 * bit(Kind::General)]
    }

    /// The squares of a side's pieces of one kind.
    #[must_use]
    pub fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub const fn side_squares(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// Returns what the Assassin of a side holds; nothing if the side has none.
    #[must_use]
    pub const fn held(&self, side: Side) -> Held {
        self.held[side.index()]
    }

    /// Returns whose turn it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The quiet counter: how many plies in a row had no attack and no promotion (section 6).
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The options of the game.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns `true` if a General has fallen, which ends the game.
    #[must_use]
    #[inline]
    pub fn is_decided(&self) -> bool {
        let generals = self.kinds[Kind::General.index()];
        self.sides.into_iter().any(|side| (side & generals).is_empty())
    }

    /// The chances of an attack by the piece on `from` on the one on `to`; `None` where either
    /// square is empty.
    #[must_use]
    pub fn odds(&self, from: Sq, to: Sq) -> Option<Odds> {
        Some(Odds::of(self.piece_at(from)?.kind, self.piece_at(to)?.kind, &self.options))
    }

    /// The chance of an attack in whole percent; `None` where every attack hits.
    pub(super) fn percent(&self, from: Sq, to: Sq) -> Option<u8> {
        let odds = self.odds(from, to).filter(|_| !self.options.classic)?;
        Some(odds.percent(Verdict::Hit))
    }

    /// A hash of what [`Key`] holds, equal on every machine and in every run.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        // Two 64-bit products folded to 64 bits, as wyhash does; the odd constants have high
        // bits that no key word has, so no factor is ever 0.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product as u64) ^ (product >> 64) as u64
        };
        let Key([a, b, c, d]) = self.position_key();
        let left = fold(a ^ 0xa076_1d64_78bd_642f, b ^ 0xe703_7ed1_a0b4_28db);
        let right = fold(c ^ 0x8ebc_6af0_9c88_c6e3, d ^ 0x5899_65cc_7537_4cc3);
        fold(left ^ 0x1d8e_4e27_c47d_124f, right ^ 0xeb44_acca_b455_d165)
    }

    pub(super) fn position_key(&self) -> Key {
        let on = |kind: Kind| self.kinds[kind.index()].0;
        // The kind of each square as a number of three bits, V 1 to G 5 and S 6.
        let low = on(Kind::Reversed) | on(Kind::Captain) | on(Kind::General);
        let middle = on(Kind::Lieutenant) | on(Kind::Captain) | on(Kind::Soldier);
        let high = on(Kind::Assassin) | on(Kind::General) | on(Kind::Soldier);
        let [white, black] = self.held.map(|held| u64::from(held.bits()));
        let white_squares = self.sides[Side::White.index()].0;
        let state = (self.side.index() as u64) << 8 | black << 4 | white;
        Key([low, middle, high, white_squares | state << Sq::COUNT])
    }
}
