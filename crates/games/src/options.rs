//! The table of a game's options: keys, the values that each may have, defaults and meanings.

use std::fmt;

/// One option of a game, as the command `games` lists it: `  key=one|two (one): …`.
#[derive(Clone, Copy, Debug)]
pub struct OptionLine {
    /// The key of the option, before the `=`.
    pub key: &'static str,
    /// The values that it may have.
    pub values: OptionValues,
    /// The value that holds if the option is not given.
    pub default: &'static str,
    /// The meaning of the option, in one line.
    pub meaning: &'static str,
}

/// The values that an option may have. `Display` writes them as people read them: `on|off`,
/// `0, 2 to 100`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number, without sign and leading zero.
    Numbers {
        /// Whether 0, which switches the option off, is allowed although it is below `least`.
        or_zero: bool,
        /// The least number.
        least: u32,
        /// The greatest number; `None` where there is no limit.
        most: Option<u32>,
    },
}

impl OptionValues {
    /// The words to choose from; none where the value is a number.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Words(words) => words,
            Self::Numbers { .. } => &[],
        }
    }

    /// Returns `true` if the option may have this value.
    ///
    /// ```
    /// use martian_cake_games::OptionValues;
    ///
    /// let values = OptionValues::Numbers { or_zero: true, least: 2, most: Some(100) };
    /// assert!(values.allow("0") && values.allow("100"));
    /// assert!(!values.allow("1") && !values.allow("02"));
    /// assert_eq!(values.to_string(), "0, 2 to 100");
    /// ```
    #[must_use]
    pub fn allow(self, value: &str) -> bool {
        match self {
            Self::Words(words) => words.contains(&value),
            Self::Numbers { or_zero, least, most } => {
                let plain = value == "0" || !value.starts_with(['0', '+']);
                let in_range =
                    |n: u64| n >= u64::from(least) && most.is_none_or(|most| n <= u64::from(most));
                plain && value.parse().is_ok_and(|n| or_zero && n == 0 || in_range(n))
            }
        }
    }

    /// Values to suggest: all words; of numbers the ends of the range.
    #[must_use]
    pub fn suggestions(self) -> Vec<String> {
        match self {
            Self::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Self::Numbers { or_zero, least, most } => {
                let zero = or_zero.then_some(0);
                zero.into_iter().chain([least]).chain(most).map(|n| n.to_string()).collect()
            }
        }
    }
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(&words.join("|")),
            Self::Numbers { or_zero, least, most } => {
                if *or_zero {
                    f.write_str("0, ")?;
                }
                match most {
                    Some(most) => write!(f, "{least} to {most}"),
                    None => write!(f, "{least} or more"),
                }
            }
        }
    }
}

/// The reason why an options text is refused; the message names what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionsError(pub String);

/// A line of a table of options.
pub(super) const fn line(
    key: &'static str,
    values: OptionValues,
    default: &'static str,
    meaning: &'static str,
) -> OptionLine {
    OptionLine { key, values, default, meaning }
}

/// One of these words.
pub(super) const fn words(words: &'static [&'static str]) -> OptionValues {
    OptionValues::Words(words)
}

/// A number in this range.
pub(super) const fn range(least: u32, most: u32) -> OptionValues {
    OptionValues::Numbers { or_zero: false, least, most: Some(most) }
}

/// 0, or a number in this range.
pub(super) const fn zero_or_range(least: u32, most: u32) -> OptionValues {
    OptionValues::Numbers { or_zero: true, least, most: Some(most) }
}

/// This number or a greater one.
pub(super) const fn at_least(least: u32) -> OptionValues {
    OptionValues::Numbers { or_zero: false, least, most: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_and_judged() {
        assert_eq!(words(&["on", "off"]).to_string(), "on|off");
        assert!(words(&["on", "off"]).allow("off") && !words(&["on", "off"]).allow("on|off"));
        assert_eq!(range(1, 16).to_string(), "1 to 16");
        assert!(!range(1, 16).allow("0") && !range(1, 16).allow("17") && range(1, 16).allow("16"));
        assert_eq!(at_least(0).to_string(), "0 or more");
        assert!(at_least(0).allow("4294967296") && !at_least(0).allow("+1"));
        assert!(!at_least(0).allow("") && !at_least(0).allow("-1"));
    }

    #[test]
    fn every_suggestion_is_allowed() {
        for values in [words(&["a", "b"]), range(1, 16), zero_or_range(2, 100), at_least(0)] {
            assert!(!values.suggestions().is_empty());
            for value in values.suggestions() {
                assert!(values.allow(&value), "{value} of {values}");
            }
        }
    }
}
