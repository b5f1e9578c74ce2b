//! How a match ends, and the result line that all games share.

use std::fmt::Write as _;

use super::{Seat, SeatSet};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Lyra: a General fell.
    General,
    /// Martian Chess: a zone is empty.
    Empty,
    /// Martian Chess: the clock that a player called ran out.
    Clock,
    /// Martian Chess: 27 moves without a capture.
    Auto27,
    /// Cyvasse: a King was lost and could not be replaced.
    King,
    /// Game Mix: a King in check with no legal move left.
    Checkmate,
    /// Game Mix: all men of a side together, outside its own camp.
    Connection,
    /// Game Mix: no legal move left, and no check.
    Stalemate,
    /// Game Mix: too few men left to win.
    Material,
    /// Too many plies without progress.
    Progress,
    /// The same position too often.
    Repetition,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A player was absent or broke the terms.
    Forfeit,
    /// The players agreed.
    Agreement,
    /// The host decided, for instance at its limit of plies.
    Adjudication,
}

impl Reason {
    const ALL: [Self; 16] = [
        Self::General,
        Self::Empty,
        Self::Clock,
        Self::Auto27,
        Self::King,
        Self::Checkmate,
        Self::Connection,
        Self::Stalemate,
        Self::Material,
        Self::Progress,
        Self::Repetition,
        Self::Resignation,
        Self::Time,
        Self::Forfeit,
        Self::Agreement,
        Self::Adjudication,
    ];

    /// The word in the result line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Empty => "empty",
            Self::Clock => "clock",
            Self::Auto27 => "auto27",
            Self::King => "king",
            Self::Checkmate => "checkmate",
            Self::Connection => "connection",
            Self::Stalemate => "stalemate",
            Self::Material => "material",
            Self::Progress => "progress",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Agreement => "agreement",
            Self::Adjudication => "adjudication",
        }
    }
}

/// The end of a match; a match that goes on has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// These seats won.
    Win(SeatSet, Reason),
    /// Nobody won.
    Draw(Reason),
    /// Ended before it counted.
    Aborted,
}

impl Outcome {
    /// `seat` alone won.
    #[must_use]
    pub const fn win(seat: Seat, reason: Reason) -> Self {
        Self::Win(SeatSet::of(seat), reason)
    }
}

/// The result line: `ongoing`, `win 1 general`, `draw repetition`, `aborted`.
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

/// Reads a result line; `None` if it is none. `Some(None)` is `ongoing`.
#[must_use]
pub fn parse_result(text: &str) -> Option<Option<Outcome>> {
    let reason = |key: &str| Reason::ALL.into_iter().find(|reason| reason.key() == key);
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
    // Only the canonical spelling counts: `win 2,1 …` or `win 01 …` is none.
    (result_text(outcome) == text).then_some(outcome)
}
