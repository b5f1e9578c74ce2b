//! Options of the game and their text (rules, section 7).

use std::{
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

use crate::{
    OptionLine, OptionsError,
    options::{line, words},
    text::{self, Short, option_parts, wrong_value},
};

/// The condition under which a move may not be taken straight back (R9 to R11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UndoRule {
    /// No-undo is in force in games of two seats only.
    #[default]
    Auto,
    /// No-undo is in force with any number of seats.
    On,
    /// No-undo is never in force.
    Off,
}

/// The rule that ends an endless game (rules, section 6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deadlock {
    /// A seat may call the clock, which ends the game after so many moves without a capture.
    #[default]
    Clock,
    /// 27 moves in a row without a capture end the game.
    Auto27,
    /// Nothing ends it.
    Off,
}

/// The options of a game; `Default` is the game of two.
///
/// Options are only made by reading their text, so none that is refused there can exist.
///
/// # Equality
/// Options without a number of players equal those with two, since the canonical text leaves both
/// out; only [`Options::given_players`] tells them apart.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub(super) players: Option<u8>,
    pub(super) undo_rule: UndoRule,
    pub(super) promotion: bool,
    pub(super) deadlock: Deadlock,
    pub(super) closed: bool,
    pub(super) teams: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: None,
            undo_rule: UndoRule::Auto,
            promotion: true,
            deadlock: Deadlock::Clock,
            closed: false,
            teams: false,
        }
    }
}

/// The options in the order of the rules page, which is that of the canonical text.
pub(super) const LINES: &[OptionLine] = &[
    line("players", words(&["2", "3", "4", "5", "6"]), "2", "number of seats"),
    line(
        "undo_rule",
        words(&["auto", "on", "off"]),
        "auto",
        "no-undo: a piece that has just come may not go straight back; auto: with two players only",
    ),
    line(
        "promotion",
        words(&["on", "off"]),
        "on",
        "two small pieces may merge where the bigger kind is missing",
    ),
    line(
        "deadlock",
        words(&["clock", "auto27", "off"]),
        "clock",
        "what ends an endless game: an end clock that anybody may call, 27 moves without capture, nothing",
    ),
    line(
        "centre",
        words(&["nearest", "closed"]),
        "nearest",
        "five players: whether diagonals go on over the centre point",
    ),
    line("teams", words(&["on", "off"]), "off", "four players: seats 1 and 3 against 2 and 4"),
];

/// Words that stand for an option by themselves: a key alone means `on` where that is a value.
pub(super) const WORDS: &[&str] = &["undo_rule", "promotion", "teams"];

const SHORTS: &[Short] =
    &[("undo_rule", "undo_rule", "on"), ("promotion", "promotion", "on"), ("teams", "teams", "on")];

impl Options {
    /// The number of seats of a new game, 2 to 6.
    #[must_use]
    pub const fn players(&self) -> u8 {
        match self.players {
            Some(players) => players,
            None => 2,
        }
    }

    /// The number of seats, if the text named one: a position must agree with it.
    #[must_use]
    pub const fn given_players(&self) -> Option<u8> {
        self.players
    }

    /// The same options for so many seats; `None` outside 2 to 6.
    #[must_use]
    pub const fn for_players(self, players: u8) -> Option<Self> {
        match players {
            2..=6 => Some(Self { players: Some(players), ..self }),
            _ => None,
        }
    }

    /// Returns when no-undo is in force.
    #[must_use]
    pub const fn undo_rule(&self) -> UndoRule {
        self.undo_rule
    }

    /// Returns `true` if no-undo is in force in a game that began with so many seats.
    #[must_use]
    #[inline]
    pub const fn no_undo(&self, seats: u8) -> bool {
        match self.undo_rule {
            UndoRule::Auto => seats == 2,
            UndoRule::On => true,
            UndoRule::Off => false,
        }
    }

    /// Returns `true` if pieces may merge.
    #[must_use]
    pub const fn promotion(&self) -> bool {
        self.promotion
    }

    /// Returns what ends an endless game.
    #[must_use]
    pub const fn deadlock(&self) -> Deadlock {
        self.deadlock
    }

    /// Returns `true` if diagonals end at the centre of the board of five (R19).
    #[must_use]
    pub const fn centre_closed(&self) -> bool {
        self.closed
    }

    /// Returns `true` if four seats play as two teams (R21).
    #[must_use]
    pub const fn teams(&self) -> bool {
        self.teams
    }

    /// The values in the order of [`LINES`], each as its place in the list of values there, from 0.
    const fn places(&self) -> [u8; 6] {
        [
            self.players() - 2,
            self.undo_rule as u8,
            !self.promotion as u8,
            self.deadlock as u8,
            self.closed as u8,
            !self.teams as u8,
        ]
    }

    /// Sets the option of this line of the table; `None` if the value is not there.
    fn set(&mut self, line: &OptionLine, value: &str) -> Option<()> {
        let place = line.values.words().iter().position(|allowed| *allowed == value)?;
        match line.key {
            "players" => self.players = Some(u8::try_from(place).ok()? + 2),
            "undo_rule" => {
                self.undo_rule = [UndoRule::Auto, UndoRule::On, UndoRule::Off][place];
            }
            "promotion" => self.promotion = place == 0,
            "deadlock" => {
                self.deadlock = [Deadlock::Clock, Deadlock::Auto27, Deadlock::Off][place];
            }
            "centre" => self.closed = place == 1,
            _ => self.teams = place == 0,
        }
        Some(())
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.places() == other.places()
    }
}

impl Eq for Options {}

impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.places().hash(state);
    }
}

impl fmt::Display for Options {
    /// The parts that differ from the default, in the order of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |line: &OptionLine, place: u8| {
            line.values.words().get(usize::from(place)).copied().unwrap_or_default().to_owned()
        };
        let parts = LINES.iter().zip(self.places());
        let parts = parts.map(|(line, place)| (line, value(line, place)));
        let changed = parts.filter(|(line, value)| *value != line.default);
        text::write_options(f, changed.map(|(line, value)| (line.key, value)))
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        for (line, value) in option_parts(text, LINES, SHORTS)? {
            options.set(line, value).ok_or_else(|| wrong_value(line, value))?;
        }
        Ok(options)
    }
}
