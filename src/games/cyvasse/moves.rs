//! Moves, each a turn of up to three parts, and their texts (rules, section 6).

use std::{fmt, str::FromStr};

use super::{Hex, Kind};

/// A turn: up to three parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The corner that becomes the centre for the enemy's ruined fortress.
    pub corner: Option<Hex>,
    /// What the man on the own fortress becomes before the move.
    pub promotion: Option<Kind>,
    /// The rest.
    pub action: Action,
}

/// The main part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A man goes from one hex to another, with or without a capture.
    Step {
        /// Where from.
        from: Hex,
        /// Where to.
        to: Hex,
        /// Whether he is crowned by arriving.
        crowns: bool,
    },
    /// The Dragon is brought out on this hex.
    Enter(Hex),
    /// Nothing can move.
    Pass,
}

impl Action {
    /// The hex where a man arrives.
    #[must_use]
    pub const fn target(self) -> Option<Hex> {
        match self {
            Self::Step { to, .. } => Some(to),
            Self::Enter(at) => Some(at),
            Self::Pass => None,
        }
    }

    /// The hex that a man leaves.
    #[must_use]
    pub const fn origin(self) -> Option<Hex> {
        match self {
            Self::Step { from, .. } => Some(from),
            Self::Enter(_) | Self::Pass => None,
        }
    }
}

impl Move {
    /// Its text in a fixed size, filled with zeros: sorts as the text does.
    pub(super) fn sort_key(&self) -> [u8; 16] {
        let mut key = [0; 16];
        for (to, from) in key.iter_mut().zip(self.to_string().bytes()) {
            *to = from;
        }
        key
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(corner) = self.corner {
            write!(f, "@{corner} ")?;
        }
        if let Some(kind) = self.promotion {
            write!(f, "={} ", kind.letter())?;
        }
        match self.action {
            Action::Step { from, to, crowns } => {
                write!(f, "{from}{to}{}", if crowns { "=K" } else { "" })
            }
            Action::Enter(at) => write!(f, "D@{at}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no turn in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no turn text")]
pub struct MoveTextError;

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads canonical text alone; what people type is read by
    /// [`Rules::read`](crate::games::Rules::read).
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        parse(text).filter(|mv| mv.to_string() == text).ok_or(MoveTextError)
    }
}

fn parse(text: &str) -> Option<Move> {
    let mut parts = text.split(' ').peekable();
    let corner = parts.next_if(|part| part.starts_with('@'));
    let corner = match corner {
        Some(part) => {
            let hex = Hex::parse(part.strip_prefix('@')?).ok()?;
            Some(Some(hex).filter(|hex| Hex::CORNERS.contains(hex))?)
        }
        None => None,
    };
    let promotion = match parts.next_if(|part| part.starts_with('=')) {
        Some(part) => {
            let letter = part.strip_prefix('=')?.chars().next()?;
            let kind = Kind::from_letter(letter);
            Some(kind.filter(|kind| !matches!(kind, Kind::Rabble | Kind::Dragon))?)
        }
        None => None,
    };
    let action = parse_action(parts.next()?)?;
    parts.next().is_none().then_some(Move { corner, promotion, action })
}

fn parse_action(text: &str) -> Option<Action> {
    if text == "pass" {
        return Some(Action::Pass);
    }
    if let Some(hex) = text.strip_prefix("D@") {
        return Hex::parse(hex).ok().map(Action::Enter);
    }
    let (hexes, crowns) = match text.strip_suffix("=K") {
        Some(hexes) => (hexes, true),
        None => (text, false),
    };
    // The second hex begins with the second letter.
    let second = hexes.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let (from, to) = hexes.split_at(second);
    let (from, to) = (Hex::parse(from).ok()?, Hex::parse(to).ok()?);
    (from != to).then_some(Action::Step { from, to, crowns })
}
