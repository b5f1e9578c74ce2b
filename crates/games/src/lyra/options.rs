//! Options of the game and their text (section 7).

use std::{fmt, str::FromStr};

use crate::{
    OptionLine, OptionsError,
    options::{line, range, words, zero_or_range},
    text::{self, Short, option_parts, plain_number, wrong_value},
};

/// The options of a game: the inventor's variants and the house rules. `Default` is the official
/// game.
///
/// Options are only made by reading their text, so none that is refused there can exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub(super) classic: bool,
    pub(super) v1: bool,
    pub(super) v2: bool,
    pub(super) v3: bool,
    pub(super) v4: bool,
    pub(super) v5: bool,
    pub(super) jump_soldiers: bool,
    pub(super) inherit_full: bool,
    pub(super) captain_diag_all: bool,
    pub(super) repetition: u8,
    pub(super) progress: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            classic: false,
            v1: false,
            v2: false,
            v3: false,
            v4: false,
            v5: false,
            jump_soldiers: false,
            inherit_full: false,
            captain_diag_all: false,
            repetition: 3,
            progress: 40,
        }
    }
}

/// The options in the order of the rules page, which is that of the canonical text.
pub(super) const LINES: &[OptionLine] = &[
    line("combat", words(&["dice", "classic"]), "dice", "classic: no dice, every attack is a hit"),
    line("v1", words(&["on", "off"]), "off", "officers step over lower-ranking friends only"),
    line("v2", words(&["on", "off"]), "off", "the Assassin keeps every movement it captures"),
    line(
        "v3",
        words(&["on", "off"]),
        "off",
        "Soldiers promote below two own Lieutenants, else turn round",
    ),
    line("v4", words(&["on", "off"]), "off", "a Lieutenant may become a Captain on its last rank"),
    line("v5", words(&["on", "off"]), "off", "only equal rolls push; the lower roll is removed"),
    line("jump", words(&["any", "soldiers"]), "any", "which friends an officer may step over"),
    line(
        "inherit",
        words(&["printed", "full"]),
        "printed",
        "what an Assassin gains from an Assassin",
    ),
    line("captain_diag", words(&["forward", "all"]), "forward", "diagonal steps of the Captain"),
    line("repetition", zero_or_range(2, 100), "3", "occurrence of a position that draws; 0 = off"),
    line(
        "progress",
        range(0, 1000),
        "40",
        "turns each without attack or promotion that draw; 0 = off",
    ),
];

/// Words that stand for an option by themselves (section 7, short names).
pub(super) const WORDS: &[&str] = &["v1", "v2", "v3", "v4", "v5", "classic", "dice", "standard"];

/// The meanings of these words. `standard`, which means all defaults, can only stand alone.
const SHORTS: &[Short] = &[
    ("v1", "v1", "on"),
    ("v2", "v2", "on"),
    ("v3", "v3", "on"),
    ("v4", "v4", "on"),
    ("v5", "v5", "on"),
    ("classic", "combat", "classic"),
    ("dice", "combat", "dice"),
];

impl Options {
    /// Returns `true` if attacks hit without dice (R1).
    #[must_use]
    pub const fn classic(&self) -> bool {
        self.classic
    }

    /// Variant 1: officers step over lower-ranking friends only.
    #[must_use]
    pub const fn v1(&self) -> bool {
        self.v1
    }

    /// Variant 2: the Assassin keeps every movement it captures.
    #[must_use]
    pub const fn v2(&self) -> bool {
        self.v2
    }

    /// Variant 3: Soldiers promote only below two own Lieutenants.
    #[must_use]
    pub const fn v3(&self) -> bool {
        self.v3
    }

    /// Variant 4: a Lieutenant may become a Captain.
    #[must_use]
    pub const fn v4(&self) -> bool {
        self.v4
    }

    /// Variant 5: the lower roll is removed.
    #[must_use]
    pub const fn v5(&self) -> bool {
        self.v5
    }

    /// Returns `true` if officers step over Soldiers only (R5).
    #[must_use]
    pub const fn jump_soldiers(&self) -> bool {
        self.jump_soldiers
    }

    /// Returns `true` if a captured Assassin hands over what it held (R8).
    #[must_use]
    pub const fn inherit_full(&self) -> bool {
        self.inherit_full
    }

    /// Returns `true` if Captains step diagonally back as well (R21).
    #[must_use]
    pub const fn captain_diag_all(&self) -> bool {
        self.captain_diag_all
    }

    /// At which occurrence of a position the game is drawn; 0 is off.
    #[must_use]
    pub const fn repetition(&self) -> u8 {
        self.repetition
    }

    /// Returns how many turns of each side without attack and promotion make a draw; 0 is off.
    #[must_use]
    pub const fn progress(&self) -> u16 {
        self.progress
    }

    /// The value of an option as text.
    fn value(&self, key: &str) -> String {
        let on = |flag: bool| if flag { "on" } else { "off" };
        match key {
            "combat" => if self.classic { "classic" } else { "dice" }.to_owned(),
            "v1" => on(self.v1).to_owned(),
            "v2" => on(self.v2).to_owned(),
            "v3" => on(self.v3).to_owned(),
            "v4" => on(self.v4).to_owned(),
            "v5" => on(self.v5).to_owned(),
            "jump" => if self.jump_soldiers { "soldiers" } else { "any" }.to_owned(),
            "inherit" => if self.inherit_full { "full" } else { "printed" }.to_owned(),
            "captain_diag" => if self.captain_diag_all { "all" } else { "forward" }.to_owned(),
            "repetition" => self.repetition.to_string(),
            _ => self.progress.to_string(),
        }
    }

    /// Sets an option of [`LINES`]; `None` if the value is not in the table.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "combat" => self.classic = either(value, "dice", "classic")?,
            "v1" => self.v1 = either(value, "off", "on")?,
            "v2" => self.v2 = either(value, "off", "on")?,
            "v3" => self.v3 = either(value, "off", "on")?,
            "v4" => self.v4 = either(value, "off", "on")?,
            "v5" => self.v5 = either(value, "off", "on")?,
            "jump" => self.jump_soldiers = either(value, "any", "soldiers")?,
            "inherit" => self.inherit_full = either(value, "printed", "full")?,
            "captain_diag" => self.captain_diag_all = either(value, "forward", "all")?,
            "repetition" => {
                let n = plain_number(value, 100).filter(|n| *n != 1)?;
                self.repetition = u8::try_from(n).ok()?;
            }
            _ => self.progress = plain_number(value, 1000)?,
        }
        Some(())
    }
}

impl fmt::Display for Options {
    /// The parts that differ from the default, in the order of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = LINES.iter().map(|line| (line, self.value(line.key)));
        let changed = parts.filter(|(line, value)| *value != line.default);
        text::write_options(f, changed.map(|(line, value)| (line.key, value)))
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        if text == "standard" {
            return Ok(options);
        }
        if text.split(',').any(|part| part == "standard") {
            let text = "`standard` means all defaults and is only read alone";
            return Err(OptionsError(text.to_owned()));
        }
        for (line, value) in option_parts(text, LINES, SHORTS)? {
            options.set(line.key, value).ok_or_else(|| wrong_value(line, value))?;
        }
        if options.classic && options.v5 {
            return Err(OptionsError(
                "v5 needs dice, so `combat=classic` and `v5=on` cannot go together (R18)"
                    .to_owned(),
            ));
        }
        Ok(options)
    }
}

/// Returns whether `value` is the second of two values; `None` if it is neither.
fn either(value: &str, first: &str, second: &str) -> Option<bool> {
    match value {
        _ if value == first => Some(false),
        _ if value == second => Some(true),
        _ => None,
    }
}
