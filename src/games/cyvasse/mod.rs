//! Cyvasse by Michael Le Page, version 5.0: two armies that are arranged unseen, tiers that add up
//! when men attack together, terrain, fortresses, and a Dragon that may come late.
//!
//! Sections and rulings (Q1, Q2, …) named in this module's docs are those of the game's rules
//! page, version 1; `docs/rules/cyvasse.md` has the rules for players.
//!
//! # Layout
//! - [`Hex`], [`HexSet`], `tables`: the board. [`Kind`], [`Terrain`]: the men and their ground.
//! - `reach`: what a man bears on; [`Army`] holds it for a side. [`Assault`]: who may capture whom.
//!   `turns`: legal turns as lists and single questions. `report`: playing a turn, and telling of
//!   it.
//! - `notation` and `parse`: texts of turns and positions. `options`: what can be changed.
//! - [`Setup`]: how a side arranges its men; `arrangement`: both sides doing so, and who sees what.
//! - `read` and `faults`: turns as people type them, and why one is none; `refusals` says it,
//!   with the `sums` of an attack.

mod army;
mod arrangement;
mod assault;
mod explain;
mod faults;
mod help;
mod hexes;
mod kinds;
mod notation;
mod options;
mod parse;
mod perft;
mod reach;
mod read;
mod refusals;
mod report;
mod setup;
mod show;
mod sums;
mod tables;
mod turns;
mod words;
mod zobrist;

#[cfg(test)]
mod tests;

pub use army::{Army, Man};
pub use assault::{Assault, Bonus};
pub use faults::Fault;
pub use hexes::{Hex, HexSet};
pub use kinds::{Kind, Terrain};
pub use notation::{Deed, Move, MoveTextError};
pub use options::{DragonStart, Flanking, Options};
pub use report::Report;
pub use setup::{Figure, Setup, SetupFault, home};

use std::ops::RangeInclusive;

use crate::games::{
    Arranging, Branch, Dice, GameKind, OptionLine, Outcome, Perft, PositionError, ReadError,
    Reason, Roll, Rules, Seat,
};

/// The hex round which Horses ride on behalf of a side's fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Centre {
    /// An intact fortress.
    Fortress(Hex),
    /// Ruined; this hex is the centre now.
    Ruin(Hex),
    /// Just ruined; the enemy has still to name the corner.
    Fallen,
}

impl Centre {
    /// The hex, if there is one.
    #[must_use]
    #[inline]
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::Fortress(hex) | Self::Ruin(hex) => Some(hex),
            Self::Fallen => None,
        }
    }
}

/// A position of Cyvasse with its options.
///
/// # Equality
/// `Eq` and `Hash` count everything, counters and options too. What a repetition would compare is
/// [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The hexes of each kind, both sides together.
    kinds: [HexSet; 9],
    /// The men of White and of Black.
    sides: [HexSet; 2],
    mountains: HexSet,
    /// By terrain; also where it is covered.
    grounds: [HexSet; 3],
    centres: [Centre; 2],
    /// Whether each side's Dragon is in its hand.
    in_hand: [bool; 2],
    turn: Seat,
    /// Turns of either side since the last progress.
    quiet: u16,
    /// Full turns, from 1.
    number: u16,
    /// The hash of men and mountains, kept up to date by every change.
    zobrist: u64,
    options: Options,
}

/// What two positions share that count as the same: all but counters and options. The game has no
/// rule of repetition; this is for those who ask whether a position came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    kinds: [HexSet; 9],
    white: HexSet,
    centres: [Centre; 2],
    in_hand: [bool; 2],
    turn: Seat,
}

/// Access for searches, which look at a position from inside.
impl Position {
    /// A board without men, White to move, fortresses on f1 and f11.
    fn empty(options: &Options) -> Self {
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

    /// All men.
    #[must_use]
    #[inline]
    pub fn men(&self) -> HexSet {
        self.sides[0] | self.sides[1]
    }

    /// The men of a side.
    #[must_use]
    #[inline]
    pub const fn men_of(&self, seat: Seat) -> HexSet {
        self.sides[seat.index() & 1]
    }

    /// The men of one kind of a side.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> HexSet {
        self.kinds[kind.index()] & self.men_of(seat)
    }

    /// The mountains.
    #[must_use]
    #[inline]
    pub const fn mountains(&self) -> HexSet {
        self.mountains
    }

    /// The hexes of a terrain.
    #[must_use]
    #[inline]
    pub const fn ground(&self, terrain: Terrain) -> HexSet {
        self.grounds[terrain.index()]
    }

    /// A side's centre.
    #[must_use]
    #[inline]
    pub const fn centre(&self, seat: Seat) -> Centre {
        self.centres[seat.index() & 1]
    }

    /// A side's fortress, while it is intact.
    #[must_use]
    #[inline]
    pub const fn fortress(&self, seat: Seat) -> Option<Hex> {
        match self.centre(seat) {
            Centre::Fortress(hex) => Some(hex),
            Centre::Ruin(_) | Centre::Fallen => None,
        }
    }

    /// Whether a side keeps its Dragon in hand.
    #[must_use]
    #[inline]
    pub const fn has_dragon_in_hand(&self, seat: Seat) -> bool {
        self.in_hand[seat.index() & 1]
    }

    /// Whether a side's King stands on the board.
    #[must_use]
    #[inline]
    pub fn has_king(&self, seat: Seat) -> bool {
        !self.pieces(seat, Kind::King).is_empty()
    }

    /// The kind of man on a hex.
    #[must_use]
    #[inline]
    pub fn kind_at(&self, at: Hex) -> Option<Kind> {
        self.men().contains(at).then(|| self.kind_on(at))
    }

    /// The side whose man stands on a hex.
    #[must_use]
    pub fn owner(&self, at: Hex) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men_of(*seat).contains(at))
    }

    /// The kind of the man on an occupied hex.
    #[inline]
    fn kind_on(&self, at: Hex) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess.
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

    /// Whose turn it is.
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

    /// The same position with the other side to move, as after a pass that the rules may not
    /// allow: for searches that ask what a threat is worth. A fortress that is due to fall stays.
    #[must_use]
    pub fn passed(&self) -> Self {
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
    fn put(&mut self, seat: Seat, kind: Kind, at: Hex) {
        self.kinds[kind.index()] |= HexSet::of(at);
        self.sides[seat.index() & 1] |= HexSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }

    #[inline]
    fn remove(&mut self, seat: Seat, kind: Kind, at: Hex) {
        self.kinds[kind.index()] &= !HexSet::of(at);
        self.sides[seat.index() & 1] &= !HexSet::of(at);
        self.zobrist ^= zobrist::man(seat, kind, at);
    }

    /// The end by a King (section 7).
    fn end_by_king(&self) -> Option<Outcome> {
        let (us, them) = (self.turn, self.turn.other());
        if !self.has_king(them) {
            return Some(Outcome::win(us, KING));
        }
        let lost = !self.has_king(us) && !self.has_turn();
        lost.then_some(Outcome::win(them, KING))
    }
}

/// A King was lost and could not be replaced.
const KING: Reason = Reason::rule("king", Some("no King"));

impl Rules for Position {
    const KIND: GameKind = GameKind::Cyvasse;
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ENDS: &'static [Reason] = &[KING];
    const COUNTS_COMMANDS: bool = false;

    type Options = Options;
    type Move = Move;
    type Key = Key;
    type Report = Report;
    type Fault = faults::Fault;

    /// Bastion against Bastion; two set-ups that players have made are [`Setup::start`].
    fn start(options: &Options) -> Self {
        let bastion = Setup::bastion();
        Setup::start([&bastion, &bastion], options)
    }

    fn from_position_text(text: &str, options: &Options) -> Result<Self, PositionError> {
        parse::parse(text, options)
    }

    fn arranging(options: &Options) -> Option<Box<dyn Arranging<Self>>> {
        Some(Box::new(arrangement::Screen::new(options)))
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
        Self::SEATS.contains(&n).then_some(options)
    }

    fn n_seats(&self) -> u8 {
        2
    }

    fn to_move(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end_by_king()
    }

    fn drawn_by_count(&self, _seen: u32) -> Option<Outcome> {
        let limit = self.options.progress.saturating_mul(2);
        let is_over = limit > 0 && u64::from(self.quiet) >= limit;
        is_over.then_some(Outcome::Draw(Reason::Progress))
    }

    fn key(&self) -> Key {
        let Self { kinds, centres, in_hand, turn, .. } = *self;
        Key { kinds, white: self.sides[0], centres, in_hand, turn }
    }

    fn forgets_past(&self) -> bool {
        self.quiet == 0
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let start = out.len();
        self.turns(out);
        out[start..].sort_by_cached_key(|mv| mv.sort_key());
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(*mv)
    }

    fn dice(&self, _mv: &Move) -> Dice {
        Dice::NONE
    }

    fn branches(&self, _mv: &Move, out: &mut Vec<Branch>) {
        out.push(Branch { roll: Roll::NONE, weight: 1, mark: None });
    }

    fn apply(&mut self, mv: &Move, _roll: &Roll) -> Report {
        self.play_and_tell(*mv)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }

    fn read(&self, text: &str) -> Result<Move, ReadError<Move, faults::Fault>> {
        read::read(self, text)
    }
}
