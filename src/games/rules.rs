//! The trait that every game's position implements.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::RangeInclusive,
    str::FromStr,
};

use super::{
    Arranging, Branch, BySeat, Dice, GameKind, MoveTextError, Outcome, Perft, Reason, Roll, Seat,
    SeatSet,
};

/// A complete position of a game together with its options: what the position text holds plus
/// the options text.
///
/// `Display` writes the canonical position text. `Eq` and `Hash` count everything, counters and
/// options included; what repetition compares is [`Rules::Key`].
pub trait Rules: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Which game this is.
    const KIND: GameKind;

    /// The version of the game's rules page, as records and the store carry it.
    const VERSION: u32;

    /// The numbers of seats that the game can be played with.
    const SEATS: RangeInclusive<u8>;

    /// The ends that only this game's rules know, each a [`Reason::Rule`].
    const ENDS: &'static [Reason];

    /// Whether [`Rules::perft`] tells commands apart from the ways in which they turn out.
    const COUNTS_COMMANDS: bool;

    /// The options; `Default` is the official game, `Display` the canonical options text, and
    /// `FromStr` reads the options text of the command line and of records.
    type Options: Clone
        + Eq
        + Default
        + Debug
        + Display
        + FromStr<Err = OptionsError>
        + Send
        + Sync
        + 'static;

    /// A move; `Display` and `FromStr` are its canonical text, which needs no position.
    type Move: Clone
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = MoveTextError>
        + Send
        + Sync
        + 'static;

    /// What two positions must share to count as a repetition.
    type Key: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// What a ply did, as data: enough to tell it in words and to draw it, without the position
    /// before it.
    type Report: Clone + Debug + Send + Sync + 'static;

    /// Why a text is no legal move here, as data.
    type Fault: Clone + Eq + Debug + Send + Sync + 'static;

    /// The start position under these options.
    fn start(options: &Self::Options) -> Self;

    /// Reads a canonical position text.
    ///
    /// # Errors
    /// [`PositionError`] names the broken rules in words.
    fn from_position_text(text: &str, options: &Self::Options) -> Result<Self, PositionError>;

    /// What players do before the first ply under these options, in games in which they arrange
    /// their men themselves.
    fn arranging(_options: &Self::Options) -> Option<Box<dyn Arranging<Self>>> {
        None
    }

    /// The options of this game.
    fn options(&self) -> &Self::Options;

    /// A line per option for `games` and `rules`, in the order of the rules page.
    fn option_lines() -> &'static [OptionLine];

    /// Words that stand for an option alone, such as `v1` or `classic`, as the rules page lists
    /// them; `Options` reads them too.
    fn option_words() -> &'static [&'static str];

    /// What the game is called under these options: its own name, or that of a variation.
    fn title(_options: &Self::Options) -> &'static str {
        Self::KIND.title()
    }

    /// The same options for a game of `n` seats; `None` if it cannot be played so.
    fn with_seats(options: Self::Options, n: u8) -> Option<Self::Options>;

    /// How many seats this match began with; it never changes.
    fn n_seats(&self) -> u8;

    /// The seats that have not left the game.
    fn active(&self) -> SeatSet {
        Seat::all(self.n_seats()).collect()
    }

    /// A seat leaves the game, in its turn or not: it resigned, or its time ran out. Gives the
    /// winners if that ends the game; otherwise the position is what the others play on from.
    ///
    /// Here for games of two: the other seat wins, and the position stays.
    fn leave(&mut self, seat: Seat) -> Option<SeatSet> {
        Some(SeatSet::of(seat.other()))
    }

    /// The points of each seat, in games that count them.
    fn scores(&self) -> Option<BySeat<u32>> {
        None
    }

    /// Whose turn it is (or would be, in a finished position).
    fn to_move(&self) -> Seat;

    /// The end that stands on the board itself, without counters.
    fn outcome(&self) -> Option<Outcome>;

    /// The end by counters: `seen` is how often this position has occurred, this time included.
    fn drawn_by_count(&self, seen: u32) -> Option<Outcome>;

    /// What repetition compares.
    fn key(&self) -> Self::Key;

    /// Whether the game's rules look back for repetitions no further than to this position, as
    /// after a ply that cannot be undone.
    fn is_after_irreversible_ply(&self) -> bool;

    /// Appends every legal move of the seat to move, sorted bytewise by text, without doubles;
    /// none where the game is decided on the board.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Whether `mv` is legal, found without listing the moves.
    fn is_legal(&self, mv: &Self::Move) -> bool;

    /// The dice that a legal move throws.
    fn dice(&self, mv: &Self::Move) -> Dice;

    /// Appends the different ways a legal move can turn out; their weights add up to the number
    /// of all rolls (1 for a move without dice). The first one is the move's success.
    fn branches(&self, mv: &Self::Move, out: &mut Vec<Branch>);

    /// Plays a legal move with a roll that fits [`Rules::dice`].
    ///
    /// The caller has checked both; see [`super::Play::play`] for the checked way.
    fn apply(&mut self, mv: &Self::Move, roll: &Roll) -> Self::Report;

    /// Counts the lines of play from here to this depth, counters and repetition ignored.
    ///
    /// A game overrides this only to be faster; the result is the same.
    fn perft(&self, depth: u32) -> Perft {
        super::perft::slow(self, depth)
    }

    /// Reads a move as people type it.
    ///
    /// # Errors
    /// [`ReadError`] tells talk from a move that could be several or none.
    fn read(&self, text: &str) -> Result<Self::Move, ReadError<Self::Move, Self::Fault>>;
}

/// The legal moves of a position, sorted bytewise by text; empty where the game is decided on the
/// board.
///
/// ```
/// use martian_cake::{
///     games::{GameKind, Rules, legal_moves},
///     with_game,
/// };
///
/// with_game!(GameKind::ALL[0], G => {
///     let start = <G as Rules>::start(&Default::default());
///     let moves = legal_moves(&start);
///     assert!(!moves.is_empty());
///     assert!(moves.iter().all(|mv| start.is_legal(mv)));
/// });
/// ```
#[must_use]
pub fn legal_moves<G: Rules>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Why a typed text gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError<M, F> {
    /// The text is outside the grammar of moves: talk, perhaps.
    NotAMove,
    /// Several legal moves fit, sorted by text.
    Ambiguous(Vec<M>),
    /// It reads as a move, but none like it is legal.
    Refused(Refusal<M, F>),
}

/// A move that is not possible: the reason, and what is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal<M, F> {
    /// Why not, as data.
    pub fault: F,
    /// Legal moves near to what was typed, best first; at most a handful.
    pub near: Vec<M>,
}

/// One option of a game as `games` lists it: `  combat=dice|classic (dice): …`.
#[derive(Clone, Copy, Debug)]
pub struct OptionLine {
    /// Key.
    pub key: &'static str,
    /// Allowed values, as shown: `on|off`, `0, 2 to 100`.
    pub values: &'static str,
    /// Default value.
    pub default: &'static str,
    /// What it does, in one line.
    pub meaning: &'static str,
}

/// An options text that is not taken; the message names what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionsError(pub String);

/// A position text that is not taken; the message names the broken rules in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);
