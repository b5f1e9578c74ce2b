//! The rules of the games, and what all of them have in common.
//!
//! Everything below this module is pure: no input or output, no clock, no random source, no
//! async. Dice come in as values ([`Roll`]); the caller draws them, the rules only say which
//! dice a move throws ([`Rules::dice`]).

pub mod arrange;
mod bits;
mod chance;
#[cfg(test)]
mod conformance;
mod outcome;
pub mod perft;
mod play;
mod present;
mod rules;
mod seat;
pub mod square;
mod text;
mod zobrist;

pub mod cyvasse;
pub mod lyra;
pub mod martian;
pub mod mix;

pub use arrange::{Arranged, Arrangement, Arranging, NotArranged, Sight};
pub use chance::{Branch, Dice, Die, Roll, RollError};
pub use outcome::{Outcome, Reason, parse_result, result_text};
pub use perft::Perft;
pub use play::{Past, Play, PlayError};
pub use present::{Actor, Dress, Lesson, Present};
pub use rules::{OptionLine, OptionsError, PositionError, ReadError, Refusal, Rules};
pub use seat::{BySeat, Seat, SeatSet};

use std::ops::RangeInclusive;

/// The games that this host knows.
///
/// The only places that match on it make a game's table, its engine job or its command-line
/// run; everything else works through traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Lyra: 6×6, fights with polyhedral dice.
    Lyra,
    /// Martian Chess: two to six seats, pieces owned by where they stand.
    Martian,
    /// Game Mix: chess and draughts men, and the Liner; also its variation Mix Chess.
    Mix,
    /// Cyvasse: 91 hexes, armies that are arranged unseen, tiers that add up.
    Cyvasse,
}

impl GameKind {
    /// Every game, in the order in which they are listed to people.
    pub const ALL: [Self; 4] = [Self::Lyra, Self::Martian, Self::Mix, Self::Cyvasse];

    /// The key in commands, records and the store, for instance `lyra`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Lyra => "lyra",
            Self::Martian => "martian",
            Self::Mix => "mix",
            Self::Cyvasse => "cyvasse",
        }
    }

    /// The name shown to people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lyra => "Lyra",
            Self::Martian => "Martian Chess",
            Self::Mix => "Game Mix",
            Self::Cyvasse => "Cyvasse",
        }
    }

    /// Reads a key in any case; `None` if no game has it.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key().eq_ignore_ascii_case(key))
    }
}

/// Calls generic code with the position type of a [`GameKind`]: `with_game!(kind, G => expr)`.
///
/// This is the one place that maps a kind to its rules.
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::games::GameKind::Lyra => {
                type $game = $crate::games::lyra::Position;
                $body
            }
            $crate::games::GameKind::Martian => {
                type $game = $crate::games::martian::Position;
                $body
            }
            $crate::games::GameKind::Mix => {
                type $game = $crate::games::mix::Position;
                $body
            }
            $crate::games::GameKind::Cyvasse => {
                type $game = $crate::games::cyvasse::Position;
                $body
            }
        }
    };
}

/// The rules of a game in short, all (empty topic) or about one topic; `None` for a topic that the
/// game does not know.
#[must_use]
pub fn rules_words(kind: GameKind, topic: &str) -> Option<String> {
    with_game!(kind, G => <G as Present>::rules_words(topic))
}

/// The board that goes with these words, where a game has one.
#[must_use]
pub fn rules_board(kind: GameKind, topic: &str) -> Option<Lesson> {
    with_game!(kind, G => <G as Present>::rules_board(topic))
}

/// The version of a game's rules page, for records and the store.
#[must_use]
pub fn rules_version(kind: GameKind) -> u32 {
    with_game!(kind, G => <G as Rules>::VERSION)
}

/// The options of a game and the words that stand for one alone.
#[must_use]
pub fn option_words(kind: GameKind) -> (&'static [OptionLine], &'static [&'static str]) {
    with_game!(kind, G => (<G as Rules>::option_lines(), <G as Rules>::option_words()))
}

/// What a game is called under options of this text: its own name, or that of a variation.
#[must_use]
pub fn title(kind: GameKind, options: &str) -> &'static str {
    with_game!(kind, G => {
        let options = options.parse::<<G as Rules>::Options>();
        options.map_or_else(|_| kind.title(), |options| <G as Rules>::title(&options))
    })
}

/// The numbers of seats that a game can be played with.
#[must_use]
pub fn seats(kind: GameKind) -> RangeInclusive<u8> {
    with_game!(kind, G => <G as Rules>::SEATS)
}

/// Canonical options text of what somebody typed, for a game of `n` seats.
///
/// # Errors
/// [`OptionsError`] names what is allowed.
pub fn canonical_options(kind: GameKind, text: &str, n: u8) -> Result<String, OptionsError> {
    with_game!(kind, G => {
        let options = text.parse::<<G as Rules>::Options>()?;
        match <G as Rules>::with_seats(options, n) {
            Some(options) => Ok(options.to_string()),
            None => Err(OptionsError(format!("{} cannot be played by {n}", kind.title()))),
        }
    })
}

/// Canonical options text without what only says how many play.
#[must_use]
pub fn options_for_any_seats(kind: GameKind, text: &str) -> String {
    with_game!(kind, G => {
        let options = text.parse::<<G as Rules>::Options>().ok();
        let fewest = *<G as Rules>::SEATS.start();
        let bare = options.and_then(|options| <G as Rules>::with_seats(options, fewest));
        bare.map_or_else(|| text.to_owned(), |bare| bare.to_string())
    })
}

/// Whether players of a game arrange their men themselves, under its default options.
#[must_use]
pub fn arranges(kind: GameKind) -> bool {
    with_game!(kind, G => <G as Rules>::arranging(&Default::default()).is_some())
}

/// What can be chosen of the looks of a game.
#[must_use]
pub fn look_lines(kind: GameKind) -> &'static [OptionLine] {
    with_game!(kind, G => <G as Present>::look_lines())
}

/// Canonical text of display options, without the defaults, in the order of [`look_lines`].
///
/// # Errors
/// [`OptionsError`] names what is allowed.
pub fn canonical_look(kind: GameKind, text: &str) -> Result<String, OptionsError> {
    let parts: Vec<&str> = text.split(',').filter(|part| !part.is_empty()).collect();
    let mut chosen = Vec::new();
    for line in look_lines(kind) {
        let values =
            || parts.iter().filter_map(|part| part.strip_prefix(line.key)?.strip_prefix('='));
        let Some(value) = values().next() else { continue };
        if values().count() > 1 {
            return Err(OptionsError(format!("`{}` stands twice", line.key)));
        }
        if !line.values.split('|').any(|allowed| allowed == value) {
            let allowed = line.values.replace('|', ", ");
            return Err(OptionsError(format!("`{}` can be {allowed}", line.key)));
        }
        if value != line.default {
            chosen.push(format!("{}={value}", line.key));
        }
    }
    Ok(chosen.join(","))
}

/// Whether a text has the form of a move with from and to, in any game.
#[must_use]
pub fn is_full_move_text(kind: GameKind, text: &str) -> bool {
    with_game!(kind, G => <G as Present>::is_full_move_text(text))
}
