//! Lyra, by version 1 of its rules page (`docs/rules/lyra.md`); R5, section 4 and the like in
//! the comments below are places there.
//!
//! [`Position`] is a small value that is copied to be played on: bitboards by kind and by side,
//! what the Assassins hold, who moves, the quiet counter, and the options of the game. Moves are
//! found from tables (`moves.rs`), judged one by one by arithmetic, and played by `report.rs`.

mod board;
mod combat;
mod explain;
mod help;
mod moves;
mod notation;
mod options;
mod perft;
mod pieces;
mod read;
mod report;
mod show;
mod tables;
mod words;

#[cfg(test)]
mod tests;

pub use board::{Bitboard, SIZE, Sq};
pub use combat::{Odds, Verdict, dice, judge};
pub use moves::{Action, Arrival, JumpRule, Move, Obstacle, Promotion};
pub use notation::MoveTextError;
pub use options::Options;
pub use pieces::{Held, Kind, Piece, Side};
pub use read::Fault;
pub use report::{Deed, Fight, Report};

use std::ops::RangeInclusive;

use crate::games::{
    Branch, Dice, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError, Reason, Roll,
    Rules, Seat,
};

/// A position of Lyra with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, the quiet counter and the options too. What repetition
/// compares is [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of each kind, both sides together.
    kinds: [Bitboard; 6],
    /// The squares of each side, White first.
    sides: [Bitboard; 2],
    /// What each side's Assassin holds, White's first.
    held: [Held; 2],
    side: Side,
    quiet: u16,
    options: Options,
}

/// What two positions share that count as the same for repetition: the board with reversed
/// Soldiers, the side to move and both sets (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u64; 4]);

/// Access for searches, which look at a position from inside.
impl Position {
    /// What stands on a square.
    #[must_use]
    pub fn piece_at(&self, at: Sq) -> Option<Piece> {
        let side = Side::ALL.into_iter().find(|side| self.side_squares(*side).contains(at))?;
        Some(Piece { side, kind: self.kind_on(at) })
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    fn kind_on(&self, at: Sq) -> Kind {
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

    /// What the Assassin of a side holds.
    #[must_use]
    pub const fn held(&self, side: Side) -> Held {
        self.held[side.index()]
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Plies in a row without attack and without promotion (section 6).
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The options of the game.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whether a General has fallen.
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

    fn position_key(&self) -> Key {
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

    /// The kinds of attacker and victim of a legal attack.
    fn fighters(&self, mv: Move) -> Option<(Kind, Kind)> {
        let action = mv.action().filter(|action| action.attack)?;
        Some((self.kind_on(action.from), self.kind_on(action.to)))
    }
}

/// A General fell.
const GENERAL: Reason = Reason::rule("general", None);

impl Rules for Position {
    const KIND: GameKind = GameKind::Lyra;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] = &[GENERAL];
    const COUNTS_COMMANDS: bool = true;

    type Options = Options;
    type Move = Move;
    type Key = Key;
    type Report = Report;
    type Fault = Fault;

    fn start(options: &Options) -> Self {
        notation::start(options)
    }

    fn from_position_text(text: &str, options: &Options) -> Result<Self, PositionError> {
        notation::parse(text, options)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn option_lines() -> &'static [OptionLine] {
        options::LINES
    }

    fn option_words() -> &'static [&'static str] {
        options::WORDS
    }

    fn with_seats(options: Options, n: u8) -> Option<Options> {
        (n == 2).then_some(options)
    }

    fn n_seats(&self) -> u8 {
        2
    }

    fn to_move(&self) -> Seat {
        self.side.seat()
    }

    fn outcome(&self) -> Option<Outcome> {
        let fallen =
            Side::ALL.into_iter().find(|side| self.pieces(*side, Kind::General).is_empty())?;
        Some(Outcome::win(fallen.other().seat(), GENERAL))
    }

    fn drawn_by_count(&self, seen: u32) -> Option<Outcome> {
        let Options { progress, repetition, .. } = self.options;
        if self.is_decided() {
            None
        } else if progress > 0 && self.quiet >= 2 * progress {
            Some(Outcome::Draw(Reason::Progress))
        } else if repetition > 0 && seen >= u32::from(repetition) {
            Some(Outcome::Draw(Reason::Repetition))
        } else {
            None
        }
    }

    fn key(&self) -> Key {
        self.position_key()
    }

    fn forgets_past(&self) -> bool {
        self.quiet == 0
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list(out);
    }

    fn is_legal(&self, mv: &Move) -> bool {
        match mv {
            Move::Action(action) => self.is_legal_action(action),
            Move::Pass => self.must_pass(),
        }
    }

    fn dice(&self, mv: &Move) -> Dice {
        self.fighters(*mv)
            .map_or(Dice::NONE, |(attacker, victim)| combat::dice(attacker, victim, &self.options))
    }

    fn branches(&self, mv: &Move, out: &mut Vec<Branch>) {
        match self.fighters(*mv) {
            Some((attacker, victim)) => combat::branches(attacker, victim, &self.options, out),
            None => out.push(Branch { roll: Roll::NONE, weight: 1, mark: None }),
        }
    }

    fn apply(&mut self, mv: &Move, roll: &Roll) -> Report {
        self.play_and_tell(*mv, roll)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, Fault>> {
        read::read(self, text)
    }
}
