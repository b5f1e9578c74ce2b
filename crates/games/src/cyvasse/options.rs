//! Options of the game and their text (rules, section 8).

use std::{fmt, str::FromStr};

use crate::{
    OptionLine, OptionsError,
    options::{at_least, line, words},
    text::{self, Short, option_parts, wrong_value},
};

/// The rule by which helpers of lower tiers add up (Q9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flanking {
    /// Each counts half as much as one a tier above.
    #[default]
    Halves,
    /// Several of a tier make one fewer of the next tier.
    Cascade,
}

/// The place of the Dragons when the game begins (Q13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DragonStart {
    /// On the board or in hand, as each player likes.
    #[default]
    Choice,
    /// On the board, as part of the army.
    Board,
    /// In hand, to come out later.
    Hold,
}

/// The options of a game. `Default` is the base game. They are only ever read from text, so no
/// value can be held that the reader refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub(super) flanking: Flanking,
    pub(super) no_dragon_flanks: bool,
    pub(super) dragon: DragonStart,
    pub(super) entry_by_path: bool,
    pub(super) instant_ruin: bool,
    pub(super) forced_promotion: bool,
    pub(super) bonus_for_any: bool,
    pub(super) ports: bool,
    pub(super) progress: u64,
    pub(super) open_setup: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            flanking: Flanking::Halves,
            no_dragon_flanks: false,
            dragon: DragonStart::Choice,
            entry_by_path: false,
            instant_ruin: false,
            forced_promotion: false,
            bonus_for_any: false,
            ports: false,
            progress: 50,
            open_setup: false,
        }
    }
}

/// All options in the order of the rules page, which is that of the canonical text.
pub(super) const LINES: &[OptionLine] = &[
    line(
        "flanking",
        words(&["halves", "cascade"]),
        "halves",
        "helpers a tier lower count half each, or several of a tier make one fewer of the next",
    ),
    line(
        "dragon_flanks",
        words(&["yes", "no"]),
        "yes",
        "whether a Dragon helps a King who captures",
    ),
    line(
        "dragon",
        words(&["choice", "board", "hold"]),
        "choice",
        "the Dragon starts where its player likes, on the board, or in hand",
    ),
    line(
        "dragon_entry",
        words(&["area", "path"]),
        "area",
        "the Dragon comes out within four hexes of the fortress, or only where it could fly from it",
    ),
    line(
        "ruin",
        words(&["delayed", "instant"]),
        "delayed",
        "a fortress falls when its owner leaves an enemy on it, or as soon as an enemy enters",
    ),
    line(
        "promotion",
        words(&["optional", "forced"]),
        "optional",
        "a man on his own fortress may be promoted, or must be",
    ),
    line(
        "fortress_bonus",
        words(&["owner", "any"]),
        "owner",
        "a fortress helps its owner's men in defence, or anybody's",
    ),
    line("ports", words(&["off", "on"]), "off", "men sail from corner to corner"),
    line(
        "progress",
        at_least(0),
        "50",
        "full turns without progress that end the game in a draw; 0 = never",
    ),
    line(
        "setup",
        words(&["secret", "open"]),
        "secret",
        "men are placed behind a screen, or openly in turns",
    ),
    line(
        "preset",
        words(&["v50", "v51"]),
        "v50",
        "v51: cascade, Dragon on the board and no helper, instant ruin, forced promotion",
    ),
];

/// Words that stand for an option without a value.
pub(super) const WORDS: &[&str] = &["dragon_flanks", "ports"];

const SHORTS: &[Short] = &[("dragon_flanks", "dragon_flanks", "yes"), ("ports", "ports", "on")];

impl Options {
    /// Returns how helpers of lower tiers add up.
    #[must_use]
    #[inline]
    pub const fn flanking(&self) -> Flanking {
        self.flanking
    }

    /// Returns `true` if a Dragon helps others to capture (Q11).
    #[must_use]
    #[inline]
    pub const fn dragon_flanks(&self) -> bool {
        !self.no_dragon_flanks
    }

    /// Returns where the Dragons are when the game begins.
    #[must_use]
    pub const fn dragon(&self) -> DragonStart {
        self.dragon
    }

    /// Returns `true` if a Dragon comes out only where it could fly from the fortress (Q14).
    #[must_use]
    pub const fn entry_by_path(&self) -> bool {
        self.entry_by_path
    }

    /// Returns `true` if a fortress falls as soon as an enemy enters it (Q19, Q20).
    #[must_use]
    #[inline]
    pub const fn instant_ruin(&self) -> bool {
        self.instant_ruin
    }

    /// Returns `true` if a promotion that is possible must be made (Q15).
    #[must_use]
    #[inline]
    pub const fn forced_promotion(&self) -> bool {
        self.forced_promotion
    }

    /// Returns `true` if a fortress helps the men of both sides in defence (Q4).
    #[must_use]
    #[inline]
    pub const fn bonus_for_any(&self) -> bool {
        self.bonus_for_any
    }

    /// Returns `true` if men sail from port to port (Q23, Q24).
    #[must_use]
    #[inline]
    pub const fn ports(&self) -> bool {
        self.ports
    }

    /// Returns how many full turns without progress end the game in a draw; 0 for no such limit (Q22).
    #[must_use]
    pub const fn progress(&self) -> u64 {
        self.progress
    }

    /// Returns `true` if men are placed openly, in turns, rather than behind a screen.
    #[must_use]
    pub const fn open_setup(&self) -> bool {
        self.open_setup
    }

    fn apply_v51(&mut self) {
        self.flanking = Flanking::Cascade;
        self.dragon = DragonStart::Board;
        self.instant_ruin = true;
        self.forced_promotion = true;
        self.no_dragon_flanks = true;
    }

    /// The value of an option as text.
    fn value(&self, key: &str) -> String {
        let either = |flag: bool, off: &str, on: &str| if flag { on } else { off }.to_owned();
        match key {
            "flanking" => either(self.flanking == Flanking::Cascade, "halves", "cascade"),
            "dragon_flanks" => either(self.no_dragon_flanks, "yes", "no"),
            "dragon" => ["choice", "board", "hold"][self.dragon as usize].to_owned(),
            "dragon_entry" => either(self.entry_by_path, "area", "path"),
            "ruin" => either(self.instant_ruin, "delayed", "instant"),
            "promotion" => either(self.forced_promotion, "optional", "forced"),
            "fortress_bonus" => either(self.bonus_for_any, "owner", "any"),
            "ports" => either(self.ports, "off", "on"),
            "progress" => self.progress.to_string(),
            _ => either(self.open_setup, "secret", "open"),
        }
    }

    /// Sets an option of [`LINES`] other than the preset; `None` if its line does not allow the
    /// value.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let either = |off: &str, on: &str| match value {
            _ if value == off => Some(false),
            _ if value == on => Some(true),
            _ => None,
        };
        match key {
            "flanking" => {
                let cascade = either("halves", "cascade")?;
                self.flanking = if cascade { Flanking::Cascade } else { Flanking::Halves };
            }
            "dragon_flanks" => self.no_dragon_flanks = either("yes", "no")?,
            "dragon" => {
                self.dragon = match value {
                    "choice" => DragonStart::Choice,
                    "board" => DragonStart::Board,
                    "hold" => DragonStart::Hold,
                    _ => return None,
                };
            }
            "dragon_entry" => self.entry_by_path = either("area", "path")?,
            "ruin" => self.instant_ruin = either("delayed", "instant")?,
            "promotion" => self.forced_promotion = either("optional", "forced")?,
            "fortress_bonus" => self.bonus_for_any = either("owner", "any")?,
            "ports" => self.ports = either("off", "on")?,
            "progress" => self.progress = whole_number(value)?,
            _ => self.open_setup = either("secret", "open")?,
        }
        Some(())
    }
}

/// Reads a number without sign and leading zero.
fn whole_number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = LINES.iter().filter(|line| line.key != "preset");
        let changed = keys
            .map(|line| (line, self.value(line.key)))
            .filter(|(line, value)| value != line.default)
            .map(|(line, value)| (line.key, value));
        text::write_options(f, changed)
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    /// The preset is applied first, wherever it stands; the other parts are set on top of it.
    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let parts = option_parts(text, LINES, SHORTS)?;
        let mut options = Self::default();
        for (line, value) in &parts {
            match (line.key, *value) {
                ("preset", "v51") => options.apply_v51(),
                ("preset", "v50") => {}
                ("preset", _) => return Err(wrong_value(line, value)),
                _ => {}
            }
        }
        for (line, value) in parts.into_iter().filter(|(line, _)| line.key != "preset") {
            options.set(line.key, value).ok_or_else(|| wrong_value(line, value))?;
        }
        Ok(options)
    }
}
