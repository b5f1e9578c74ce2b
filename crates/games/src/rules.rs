//! The trait by which every game tells its rules.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::RangeInclusive,
    str::FromStr,
};

use super::{
    Arranging, Branch, BySeat, Dice, GameKind, MoveTextError, OptionLine, OptionsError, Outcome,
    Perft, Reason, Roll, Seat, SeatSet, perft::reference_perft,
};

/// The rules of a game, implemented by its positions. A position is complete: it holds what the
/// position text and the options text say.
///
/// `Display` writes the canonical position text. `Eq` and `Hash` count everything, counters and
/// options included; what repetition compares is [`Rules::Key`].
pub trait Rules: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Which game this is.
    const KIND: GameKind;

    /// The version of the game's rules page; records and the store carry it.
    const VERSION: u32;

    /// The numbers of seats with which the game can be played.
    const SEATS: RangeInclusive<u8>;

    /// The ends that only this game's rules know, each a [`Reason::Rule`].
    const ENDS: &'static [Reason];

    /// Whether [`Rules::perft`] counts moves apart from the ways in which they turn out, because
    /// some moves throw dice.
    const COUNTS_COMMANDS: bool;

    /// One line per option for the commands `games` and `rules`, in the order of the rules page.
    const OPTION_LINES: &'static [OptionLine];

    /// The words that each stand for a whole option, key and value, as the rules page lists them;
    /// `Options` reads them too.
    const OPTION_WORDS: &'static [&'static str];

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

    /// The features that two positions must share to count as a repetition.
    type Key: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// The effects of a ply, as data: enough to describe it in words and to draw it, without the position before it.
    type Report: Clone + Debug + Send + Sync + 'static;

    /// The reason why a text is not a legal move here, as data.
    type Fault: Clone + Eq + Debug + Send + Sync + 'static;

    /// The start position under these options.
    fn start(options: &Self::Options) -> Self;

    /// Reads a canonical position text.
    ///
    /// # Errors
    /// [`PositionError`] names the broken rules in words.
    fn from_position_text(text: &str, options: &Self::Options) -> Result<Self, PositionError>;

    /// The arrangement that comes before the first ply under these options, in games in which the
    /// players arrange their men themselves; `None` in others.
    fn arranging(_options: &Self::Options) -> Option<Box<dyn Arranging<Self>>> {
        None
    }

    /// The options under which this game is played.
    fn options(&self) -> &Self::Options;

    /// Returns what the game is called under these options: its own name, or that of a variation.
    fn title(_options: &Self::Options) -> &'static str {
        Self::KIND.title()
    }

    /// Families of options whose games are so different that each has ratings of its own, beside the
    /// family of all others: the key of each, and what a game of it is called.
    const FAMILIES: &'static [(&'static str, &'static str)] = &[];

    /// The key of the family to which these options belong, one of [`Self::FAMILIES`]; `None` for the
    /// family of all others.
    fn family(_options: &Self::Options) -> Option<&'static str> {
        None
    }

    /// The same options for a game of `n` seats; `None` if the game cannot be played by so many.
    ///
    /// The default is for games in which the options say nothing about the number of seats.
    fn with_seats(options: Self::Options, n: u8) -> Option<Self::Options> {
        Self::SEATS.contains(&n).then_some(options)
    }

    /// The number of seats with which this match began; it never changes.
    ///
    /// The default is for games that are always played with the same number of seats.
    fn n_seats(&self) -> u8 {
        *Self::SEATS.start()
    }

    /// The seats that have not left the game.
    fn active(&self) -> SeatSet {
        Seat::all(self.n_seats()).collect()
    }

    /// Lets a seat leave the game, in its turn or not: it resigned, or its time ran out. Returns the
    /// winners if that ends the game; otherwise the others play on from the position.
    ///
    /// The default is for games of two seats: the other seat wins, and the position stays.
    fn leave(&mut self, seat: Seat) -> Option<SeatSet> {
        Some(SeatSet::of(seat.other()))
    }

    /// The points of each seat, in games that count points; `None` in others.
    fn scores(&self) -> Option<BySeat<u32>> {
        None
    }

    /// The seat whose turn it is, or would be if the game is over.
    fn to_move(&self) -> Seat;

    /// The end that the position itself shows, without counters; `None` if the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The end by counters, where `seen` is how often this position has occurred, this time
    /// included; `None` if no counter ends the game.
    fn drawn_by_count(&self, seen: u32) -> Option<Outcome>;

    /// Returns what repetition compares.
    fn key(&self) -> Self::Key;

    /// Returns `true` if the ply before this position was irreversible, so that no earlier position can come
    /// back: repetition is counted from this position on.
    fn is_after_irreversible_ply(&self) -> bool;

    /// Appends every legal move of the seat to move, sorted bytewise by text and without
    /// duplicates; none where the game is decided on the board.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Returns `true` if `mv` is legal here, found without a list of all moves.
    fn is_legal(&self, mv: &Self::Move) -> bool;

    /// The dice that a legal move throws.
    ///
    /// The default is for games without dice.
    fn dice(&self, _mv: &Self::Move) -> Dice {
        Dice::NONE
    }

    /// Appends the different ways in which a legal move can turn out. Their weights add up to the
    /// number of all rolls, 1 for a move without dice. In the first one the move succeeds.
    ///
    /// The default is for games without dice.
    fn branches(&self, _mv: &Self::Move, out: &mut Vec<Branch>) {
        out.push(Branch::WITHOUT_DICE);
    }

    /// Plays a legal move with a roll that fits [`Rules::dice`], unchecked.
    ///
    /// The caller has checked both; [`super::Play::play`] is the checked way.
    fn apply(&mut self, mv: &Self::Move, roll: &Roll) -> Self::Report;

    /// Counts the lines of play from here to this depth, in plies. Counters and repetition are
    /// ignored.
    ///
    /// A game overrides this only to be faster; the result is the same.
    fn perft(&self, depth: u32) -> Perft {
        reference_perft(self, depth)
    }

    /// Reads a move as people type it.
    ///
    /// # Errors
    /// [`ReadError`] tells apart talk, a text that fits several moves, and one that fits none.
    fn read(&self, text: &str) -> Result<Self::Move, ReadError<Self::Move, Self::Fault>>;
}

/// The legal moves of a position, sorted bytewise by text; empty where the game is decided on the
/// board.
///
/// ```
/// use martian_cake_games::{GameKind, Rules, legal_moves};
/// use martian_cake_games::with_game;
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

/// The reason why a typed text could not be read as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError<M, F> {
    /// The text does not have the form of a move: it may be talk.
    NotAMove,
    /// Several legal moves fit; they are sorted by text.
    Ambiguous(Vec<M>),
    /// The text has the form of a move, but no legal move fits it.
    Refused(Refusal<M, F>),
}

/// The reason why a move is not possible, and the moves that are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal<M, F> {
    /// The reason, as data.
    pub fault: F,
    /// Legal moves that are similar to what was typed, most similar first; at most a handful.
    pub near: Vec<M>,
}

/// The reason why a position text is refused; the message names in words the rules that it breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);
