//! Outcomes of matches, and the result line that all games share.

use std::fmt::Write as _;

use super::seat::{Seat, SeatSet};

/// The reason why a match ended: by a rule of its game, or in a way that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// An end that only this game's rules know; each game lists its own in
    /// [`Rules::ENDS`](super::Rules::ENDS).
    Rule(RuleEnd),
    /// Too many plies were played without progress.
    Progress,
    /// The same position occurred too often.
    Repetition,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A player was absent or broke the terms.
    Forfeit,
    /// The players agreed on a draw.
    Agreement,
    /// The host decided, for instance at its limit of plies.
    Adjudication,
}

/// An end that the rules of only one game know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleEnd {
    /// The word in the result line, unique among all games, for instance `checkmate`.
    pub key: &'static str,
    /// The end in a few words for pictures, where names have no room; `None` where the board shows it.
    pub panel: Option<&'static str>,
}

impl Reason {
    /// The reasons that every game has.
    const COMMON: [Self; 7] = [
        Self::Progress,
        Self::Repetition,
        Self::Resignation,
        Self::Time,
        Self::Forfeit,
        Self::Agreement,
        Self::Adjudication,
    ];

    /// A reason that only one game has, for the list of that game's ends.
    pub(super) const fn rule(key: &'static str, panel: Option<&'static str>) -> Self {
        Self::Rule(RuleEnd { key, panel })
    }

    /// The word that stands for the reason in the result line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Rule(end) => end.key,
            Self::Progress => "progress",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Agreement => "agreement",
            Self::Adjudication => "adjudication",
        }
    }

    /// The reason in a word or two, as people read it behind a result.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rule(RuleEnd { panel: Some(words), .. }) => words,
            Self::Rule(_) => "by the rules",
            Self::Progress => "no progress",
            Self::Time => "time ran out",
            Self::Adjudication => "adjudicated",
            Self::Repetition | Self::Resignation | Self::Forfeit | Self::Agreement => self.key(),
        }
    }
}

/// The way a match ended; a match that goes on has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// These seats won, for this reason.
    Win(SeatSet, Reason),
    /// The match was drawn, for this reason.
    Draw(Reason),
    /// The match ended before it counted, without a winner.
    Aborted,
}

impl Outcome {
    /// A win of `seat` alone.
    #[must_use]
    pub const fn win(seat: Seat, reason: Reason) -> Self {
        Self::Win(SeatSet::of(seat), reason)
    }
}

/// The result line of a match: `ongoing`, `aborted`, `draw` with a reason, or `win` with the
/// numbers of the winning seats and a reason. [`parse_result`](super::parse_result) reads it.
///
/// ```
/// use martian_cake_games::{Outcome, Reason, Seat, result_text};
///
/// assert_eq!(result_text(None), "ongoing");
/// assert_eq!(result_text(Some(Outcome::Draw(Reason::Repetition))), "draw repetition");
/// let win = Outcome::win(Seat::SECOND, Reason::Resignation);
/// assert_eq!(result_text(Some(win)), "win 2 resignation");
/// ```
#[must_use]
pub fn result_text(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "ongoing".to_owned(),
        Some(Outcome::Aborted) => "aborted".to_owned(),
        Some(Outcome::Draw(reason)) => format!("draw {}", reason.key()),
        Some(Outcome::Win(seats, reason)) => {
            let mut text = "win ".to_owned();
            for (i, seat) in seats.iter().enumerate() {
                let gap = if i == 0 { "" } else { "," };
                let _ = write!(text, "{gap}{seat}");
            }
            let _ = write!(text, " {}", reason.key());
            text
        }
    }
}

/// Reads a result line of games whose rules know these `ends`; `None` if the text is not a result
/// line. `Some(None)` stands for `ongoing`.
pub(super) fn read_result(
    text: &str,
    ends: impl IntoIterator<Item = Reason>,
) -> Option<Option<Outcome>> {
    let mut known = ends.into_iter().chain(Reason::COMMON);
    let mut reason = |key: &str| known.find(|reason| reason.key() == key);
    let words: Vec<&str> = text.split(' ').collect();
    let outcome = match *words.as_slice() {
        ["ongoing"] => None,
        ["aborted"] => Some(Outcome::Aborted),
        ["draw", key] => Some(Outcome::Draw(reason(key)?)),
        ["win", seats, key] => {
            let seats: Option<SeatSet> = seats
                .split(',')
                .map(|n| Seat::from_index(n.parse::<u8>().ok()?.checked_sub(1)?))
                .collect();
            Some(Outcome::Win(seats?, reason(key)?))
        }
        _ => return None,
    };
    // Only the canonical spelling counts: `win 2,1 …` and `win 01 …` do not.
    (result_text(outcome) == text).then_some(outcome)
}
