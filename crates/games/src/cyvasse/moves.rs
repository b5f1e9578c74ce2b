//! Moves of up to three parts, and their texts (rules, section 6).

use std::{fmt, str::FromStr};

use super::{Hex, Kind};
use crate::MoveTextError;

/// One move of a player, which has up to three parts. `Display` writes the canonical text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The corner that becomes the centre of the enemy's ruined fortress.
    pub corner: Option<Hex>,
    /// The kind that the man in the player's own fortress becomes before the action.
    pub promotion: Option<Kind>,
    /// The main part, which every move has.
    pub action: Action,
}

/// The main part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A man goes from one hex to another, with or without a capture.
    Step {
        /// The hex that he leaves.
        from: Hex,
        /// The hex where he arrives.
        to: Hex,
        /// Whether he is crowned King on arriving.
        crowns: bool,
    },
    /// The Dragon comes out of the hand on this hex.
    Enter(Hex),
    /// Nothing is moved, which is legal only where nothing can move.
    Pass,
}

impl Action {
    /// The hex where a man arrives; `None` for a pass.
    #[must_use]
    pub const fn target(self) -> Option<Hex> {
        match self {
            Self::Step { to, .. } => Some(to),
            Self::Enter(at) => Some(at),
            Self::Pass => None,
        }
    }

    /// The hex that a man leaves; `None` for an entry and a pass.
    #[must_use]
    pub const fn origin(self) -> Option<Hex> {
        match self {
            Self::Step { from, .. } => Some(from),
            Self::Enter(_) | Self::Pass => None,
        }
    }
}

impl Move {
    /// The text in a fixed size, filled with zeros: keys sort as the texts do.
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

/// The error for a text that is no canonical move.
const NOT_A_MOVE: MoveTextError = MoveTextError("this is no turn text");

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads canonical text alone; [`Rules::read`](crate::Rules::read) reads what people
    /// type.
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        parse(text).filter(|mv| mv.to_string() == text).ok_or(NOT_A_MOVE)
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
