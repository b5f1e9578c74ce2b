//! Options of the game and their text (rules, section 7).

use std::{fmt, str::FromStr};

use crate::{
    OptionLine, OptionsError,
    options::{line, range, words},
    text::{self, Short, option_parts, plain_number, wrong_value},
};

/// The squares where a man keeps its side from being connected (R3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Connect {
    /// No squares, because connections do not count at all.
    Off,
    /// The side's own first two ranks.
    #[default]
    Camp,
    /// The side's own first four ranks.
    Half,
}

/// The duty of Checkers and Damas to take (R20, R21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MustCapture {
    /// Nobody must take.
    #[default]
    Off,
    /// Each Checker or Dama that can take must do so if it moves.
    Piece,
    /// As soon as one Checker or Dama can take, none of them may do anything else.
    Army,
}

/// The options of a game. `Default` is the base game. Other options come from text alone, so that
/// a value which reading refuses cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    connect: Connect,
    connect_min: u8,
    tie_to_mover: bool,
    stalemate_draws: bool,
    bishop_check: bool,
    turning: bool,
    must_capture: MustCapture,
    friends_only: bool,
    displace: bool,
    progress: u16,
    bare: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connect: Connect::Camp,
            connect_min: 2,
            tie_to_mover: false,
            stalemate_draws: false,
            bishop_check: false,
            turning: false,
            must_capture: MustCapture::Off,
            friends_only: false,
            displace: false,
            progress: 20,
            bare: false,
        }
    }
}

/// The options in the order of the rules page, which is that of the canonical text.
pub(super) const LINES: &[OptionLine] = &[
    line(
        "preset",
        words(&["mix", "mixchess"]),
        "mix",
        "Mix Chess: checkmate alone wins, a Dama checks like a Bishop, 50 moves, bare Kings draw",
    ),
    line(
        "connect",
        words(&["off", "camp", "half"]),
        "camp",
        "a connection counts outside the own two ranks (camp), on the enemy's half (half), or not at all",
    ),
    line("connect_min", range(1, 16), "2", "smallest army, King included, that can connect"),
    line(
        "connect_tie",
        words(&["draw", "mover"]),
        "draw",
        "both connected after one move: a draw, or a win for who moved",
    ),
    line("stalemate", words(&["win", "draw"]), "win", "a stalemate wins for who gave it, or draws"),
    line(
        "dama_check",
        words(&["jump", "bishop"]),
        "jump",
        "a Dama checks by a jump that it could make, or along an open diagonal like a Bishop",
    ),
    line(
        "dama_path",
        words(&["straight", "turning"]),
        "straight",
        "a Dama takes several in one straight line, or may turn between two",
    ),
    line(
        "must_capture",
        words(&["off", "piece", "army"]),
        "off",
        "nobody must take; or each Checker and Dama that can; or all of them as soon as one can",
    ),
    line(
        "liner_leap",
        words(&["any", "friends"]),
        "any",
        "a Liner leaps over anybody, or over friends only",
    ),
    line(
        "checker_capture",
        words(&["jump", "displace"]),
        "jump",
        "a Checker takes by a jump, or by a step onto its neighbour",
    ),
    line(
        "progress",
        range(0, 1000),
        "20",
        "moves by each side without a capture, Pawn or Checker move that draw; 0 = never",
    ),
    line(
        "bare",
        words(&["on", "off"]),
        "off",
        "a King against King and one man, or two Knights, is a draw",
    ),
];

/// Words that stand for an option alone.
pub(super) const WORDS: &[&str] = &["mix", "mixchess", "bare"];

const SHORTS: &[Short] =
    &[("mix", "preset", "mix"), ("mixchess", "preset", "mixchess"), ("bare", "bare", "on")];

impl Options {
    /// The squares where a man keeps its side from being connected.
    #[must_use]
    #[inline]
    pub const fn connect(&self) -> Connect {
        self.connect
    }

    /// The least number of men, the King included, that can be connected, from 1 to 16.
    #[must_use]
    #[inline]
    pub const fn connect_min(&self) -> u8 {
        self.connect_min
    }

    /// Returns `true` if the side that moved wins if both are connected; otherwise it is a draw (R6).
    #[must_use]
    pub const fn tie_to_mover(&self) -> bool {
        self.tie_to_mover
    }

    /// Returns `true` if a stalemate is a draw; otherwise the side that gave it wins (R1).
    #[must_use]
    pub const fn stalemate_draws(&self) -> bool {
        self.stalemate_draws
    }

    /// Returns `true` if a Dama checks along an open diagonal; otherwise it checks by its jumps (R8, R9).
    #[must_use]
    #[inline]
    pub const fn bishop_check(&self) -> bool {
        self.bishop_check
    }

    /// Returns `true` if a Dama may turn between two captures.
    #[must_use]
    #[inline]
    pub const fn turning(&self) -> bool {
        self.turning
    }

    /// Returns which men must take.
    #[must_use]
    #[inline]
    pub const fn must_capture(&self) -> MustCapture {
        self.must_capture
    }

    /// Returns `true` if a Liner leaps over friends only (R18).
    #[must_use]
    #[inline]
    pub const fn friends_only(&self) -> bool {
        self.friends_only
    }

    /// Returns `true` if a Checker takes by stepping onto an enemy (R13).
    #[must_use]
    #[inline]
    pub const fn displace(&self) -> bool {
        self.displace
    }

    /// The full moves without progress that make a draw, up to 1000; 0 if they never do (R22).
    #[must_use]
    #[inline]
    pub const fn progress(&self) -> u16 {
        self.progress
    }

    /// Returns `true` if a King against a King and one man, or two Knights, is a draw (R24).
    #[must_use]
    #[inline]
    pub const fn bare(&self) -> bool {
        self.bare
    }

    /// Returns `true` if all five options that make up Mix Chess are set so.
    #[must_use]
    pub fn is_mix_chess(&self) -> bool {
        let mut chess = *self;
        chess.apply_mix_chess();
        chess == *self
    }

    /// Sets the five options of Mix Chess.
    fn apply_mix_chess(&mut self) {
        self.connect = Connect::Off;
        self.stalemate_draws = true;
        self.bishop_check = true;
        self.progress = 50;
        self.bare = true;
    }

    /// The value of the option with this key as text.
    fn value(&self, key: &str) -> String {
        let either = |flag: bool, off: &str, on: &str| if flag { on } else { off }.to_owned();
        match key {
            "preset" => either(self.is_mix_chess(), "mix", "mixchess"),
            "connect" => ["off", "camp", "half"][self.connect as usize].to_owned(),
            "connect_min" => self.connect_min.to_string(),
            "connect_tie" => either(self.tie_to_mover, "draw", "mover"),
            "stalemate" => either(self.stalemate_draws, "win", "draw"),
            "dama_check" => either(self.bishop_check, "jump", "bishop"),
            "dama_path" => either(self.turning, "straight", "turning"),
            "must_capture" => ["off", "piece", "army"][self.must_capture as usize].to_owned(),
            "liner_leap" => either(self.friends_only, "any", "friends"),
            "checker_capture" => either(self.displace, "jump", "displace"),
            "progress" => self.progress.to_string(),
            _ => either(self.bare, "off", "on"),
        }
    }

    /// Sets an option of [`LINES`]; `None` if the table does not allow the value.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "connect" => {
                let all = [("off", Connect::Off), ("camp", Connect::Camp), ("half", Connect::Half)];
                self.connect = one_of(value, &all)?;
            }
            "connect_min" => {
                let least = plain_number(value, 16).filter(|n| *n > 0)?;
                self.connect_min = u8::try_from(least).ok()?;
            }
            "connect_tie" => self.tie_to_mover = either(value, "draw", "mover")?,
            "stalemate" => self.stalemate_draws = either(value, "win", "draw")?,
            "dama_check" => self.bishop_check = either(value, "jump", "bishop")?,
            "dama_path" => self.turning = either(value, "straight", "turning")?,
            "must_capture" => {
                let off = ("off", MustCapture::Off);
                let all = [off, ("piece", MustCapture::Piece), ("army", MustCapture::Army)];
                self.must_capture = one_of(value, &all)?;
            }
            "liner_leap" => self.friends_only = either(value, "any", "friends")?,
            "checker_capture" => self.displace = either(value, "jump", "displace")?,
            "progress" => self.progress = plain_number(value, 1000)?,
            "bare" => self.bare = either(value, "off", "on")?,
            // The preset is set before all others.
            _ => drop(either(value, "mix", "mixchess")?),
        }
        Some(())
    }
}

/// Returns what a word of this list means; `None` if the list does not have it.
fn one_of<T: Copy>(value: &str, all: &[(&str, T)]) -> Option<T> {
    all.iter().find(|(name, _)| *name == value).map(|(_, meaning)| *meaning)
}

/// Returns whether `value` is the second of two words; `None` if it is neither.
fn either(value: &str, first: &str, second: &str) -> Option<bool> {
    one_of(value, &[(first, false), (second, true)])
}

impl fmt::Display for Options {
    /// Writes Mix Chess as its preset, then what differs from the default, in the order of the
    /// table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PRESET: [&str; 5] = ["connect", "stalemate", "dama_check", "progress", "bare"];
        let chess = self.is_mix_chess();
        let parts = LINES.iter().filter(|line| !(chess && PRESET.contains(&line.key)));
        let parts = parts.map(|line| (line, self.value(line.key)));
        let changed = parts.filter(|(line, value)| *value != line.default);
        text::write_options(f, changed.map(|(line, value)| (line.key, value)))
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let parts = option_parts(text, LINES, SHORTS)?;
        let mut options = Self::default();
        if parts.iter().any(|(line, value)| (line.key, *value) == ("preset", "mixchess")) {
            options.apply_mix_chess();
        }
        for (line, value) in parts {
            options.set(line.key, value).ok_or_else(|| wrong_value(line, value))?;
        }
        Ok(options)
    }
}
