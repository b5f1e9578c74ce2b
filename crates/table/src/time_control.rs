//! Time controls: the time that the players of a game have.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{
    log::Millis,
    span::{DAY, HOUR, parse_span, span_text},
};

/// The shortest time for a move, and the shortest bank, in milliseconds.
pub const SHORTEST_TIME: Millis = 10_000;
/// The longest time for a move, in milliseconds: 60 days.
pub const LONGEST_MOVE: Millis = 60 * DAY;
/// The longest bank, in milliseconds: a year.
pub const LONGEST_BANK: Millis = 365 * DAY;
/// The clock of a rated game of which nobody has said another one: three days for each move. Without any it
/// could stand still instead of being lost.
pub const RATED_CLOCK: TimeControl = TimeControl::PerMove(3 * DAY);
/// A span that stands alone is a bank if it is shorter than this; a longer one would be ambiguous.
const LIVE: Millis = 6 * HOUR;

/// The amount of time that each player has.
///
/// ```
/// use martian_cake_table::{HOUR, DAY, TimeControl};
///
/// let days: TimeControl = "2d/move".parse().expect("it is one");
/// assert_eq!(days, TimeControl::PerMove(2 * 86_400_000));
/// assert_eq!("7 d + 12h".parse::<TimeControl>().map(|time| time.to_string()), Ok("7d+12h".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    Unlimited,
    /// This much for each move, in milliseconds.
    PerMove(Millis),
    /// This much for the whole game, and a little more after each move.
    Bank {
        /// The time with which a player begins, and the most that they ever have, in milliseconds.
        bank: Millis,
        /// The time that each move adds, in milliseconds.
        increment: Millis,
    },
}

/// The reason why a text is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// It has not the form of one.
    #[error("not a clock")]
    Form,
    /// It is a span alone, of which nobody knows whether it is meant for each move or for the game.
    #[error("for each move, or for the whole game")]
    Ambiguous,
    /// It is shorter than [`SHORTEST_TIME`].
    #[error("too short")]
    TooShort,
    /// It is longer than [`LONGEST_MOVE`] or [`LONGEST_BANK`].
    #[error("too long")]
    TooLong,
}

impl TimeControl {
    /// Returns `true` if there is a limit.
    #[must_use]
    pub const fn is_limited(self) -> bool {
        !matches!(self, Self::Unlimited)
    }

    /// Returns what a player has at the start, in milliseconds; `None` without a limit.
    #[must_use]
    pub const fn start(self) -> Option<Millis> {
        match self {
            Self::Unlimited => None,
            Self::PerMove(time) => Some(time),
            Self::Bank { bank, .. } => Some(bank),
        }
    }

    /// Returns what a player has after a move that was begun with `left` and took `used`; `None` without a
    /// limit. Time for each move is whole again, a bank grows by its increment up to what it was.
    #[must_use]
    pub fn after_move(self, left: Millis, used: Millis) -> Option<Millis> {
        match self {
            Self::Unlimited => None,
            Self::PerMove(time) => Some(time),
            Self::Bank { bank, increment } => {
                let rest = left.saturating_sub(used).max(0);
                // Time that somebody was given may be more than the bank; it is not taken away.
                Some(rest.saturating_add(increment).min(bank.max(rest)))
            }
        }
    }

    /// Returns what a player has whose clock was begun with `left`, took `used` and stops without a move;
    /// `None` without a limit. Time for each move is whole again, and a bank does not grow.
    #[must_use]
    pub fn without_move(self, left: Millis, used: Millis) -> Option<Millis> {
        match self {
            Self::Unlimited | Self::PerMove(_) => self.after_move(left, used),
            Self::Bank { .. } => Some(left.saturating_sub(used).max(0)),
        }
    }

    fn checked(self) -> Result<Self, TimeControlError> {
        let (time, longest) = match self {
            Self::Unlimited => return Ok(self),
            Self::PerMove(time) => (time, LONGEST_MOVE),
            Self::Bank { bank, increment } => (bank.max(increment), LONGEST_BANK),
        };
        let least = match self {
            Self::Bank { bank, .. } => bank,
            Self::Unlimited | Self::PerMove(_) => time,
        };
        if least < SHORTEST_TIME {
            Err(TimeControlError::TooShort)
        } else if time > longest {
            Err(TimeControlError::TooLong)
        } else {
            Ok(self)
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::PerMove(time) => write!(f, "{}/move", span_text(*time)),
            Self::Bank { bank, increment } => {
                write!(f, "{}+{}", span_text(*bank), span_text(*increment))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let text = text.trim().to_lowercase();
        let span = |text: &str| parse_span(text).ok_or(TimeControlError::Form);
        if matches!(text.as_str(), "none" | "unlimited") {
            return Ok(Self::Unlimited);
        }
        if let Some((time, unit)) = text.split_once('/') {
            return match unit.trim() {
                "move" | "ply" | "turn" => Self::PerMove(span(time)?).checked(),
                _ => Err(TimeControlError::Form),
            };
        }
        if let Some((bank, increment)) = text.split_once('+') {
            let increment = match increment.trim() {
                "0" => 0,
                increment => span(increment)?,
            };
            return Self::Bank { bank: span(bank)?, increment }.checked();
        }
        match span(&text)? {
            bank if bank < LIVE => Self::Bank { bank, increment: 0 }.checked(),
            _ => Err(TimeControlError::Ambiguous),
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (typed, shown) in [
            ("none", "none"),
            ("2d/move", "2d/move"),
            ("1.5d / move", "36h/move"),
            ("7d+12h", "7d+12h"),
            ("30m+10s", "30m+10s"),
            ("15m", "15m+0s"),
            ("15m+0", "15m+0s"),
            ("10s/MOVE", "10s/move"),
            ("1h30m/move", "90m/move"),
            ("1h30m+10s", "90m+10s"),
            ("unlimited", "none"),
        ] {
            let control: TimeControl = typed.parse().expect(typed);
            assert_eq!(control.to_string(), shown);
            assert_eq!(shown.parse(), Ok(control));
        }
        for (typed, error) in [
            ("", TimeControlError::Form),
            ("2d/game", TimeControlError::Form),
            ("2d+", TimeControlError::Form),
            ("2/move", TimeControlError::Form),
            ("2d", TimeControlError::Ambiguous),
            ("5s/move", TimeControlError::TooShort),
            ("0s+10s", TimeControlError::TooShort),
            ("61d/move", TimeControlError::TooLong),
            ("366d+0", TimeControlError::TooLong),
            ("1d+366d", TimeControlError::TooLong),
        ] {
            assert_eq!(typed.parse::<TimeControl>(), Err(error), "{typed}");
        }
    }

    #[test]
    fn a_bank_is_capped_at_what_it_was_and_time_for_a_move_is_whole_again() {
        let bank = TimeControl::Bank { bank: 10 * HOUR, increment: 2 * HOUR };
        assert_eq!(bank.after_move(10 * HOUR, HOUR), Some(10 * HOUR));
        assert_eq!(bank.after_move(10 * HOUR, 5 * HOUR), Some(7 * HOUR));
        assert_eq!(bank.after_move(HOUR, 3 * HOUR), Some(2 * HOUR));
        assert_eq!(bank.after_move(20 * HOUR, HOUR), Some(19 * HOUR), "a gift stays");
        assert_eq!(TimeControl::PerMove(HOUR).after_move(5, 3), Some(HOUR));
        assert_eq!(TimeControl::Unlimited.after_move(5, 3), None);
    }
}
