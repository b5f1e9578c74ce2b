//! Turns and their texts, and the texts of positions (rules, sections 6 and 9); `parse.rs` reads
//! positions.

use std::{fmt, str::FromStr};

use super::{Centre, Figure, Hex, Kind, Position, Terrain, hexes::EDGE};
use crate::games::Seat;

/// The greatest value of the counters of a position; they stop there.
pub(super) const COUNTER_MAX: u16 = u16::MAX;

/// A turn: up to three parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The corner that becomes the centre for the enemy's ruined fortress.
    pub corner: Option<Hex>,
    /// What the man on the own fortress becomes before the move.
    pub promotion: Option<Kind>,
    /// The rest.
    pub deed: Deed,
}

/// The main part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
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

impl Deed {
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
        match self.deed {
            Deed::Step { from, to, crowns } => {
                write!(f, "{from}{to}{}", if crowns { "=K" } else { "" })
            }
            Deed::Enter(at) => write!(f, "D@{at}"),
            Deed::Pass => f.write_str("pass"),
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
    let deed = parse_deed(parts.next()?)?;
    parts.next().is_none().then_some(Move { corner, promotion, deed })
}

fn parse_deed(text: &str) -> Option<Deed> {
    if text == "pass" {
        return Some(Deed::Pass);
    }
    if let Some(hex) = text.strip_prefix("D@") {
        return Hex::parse(hex).ok().map(Deed::Enter);
    }
    let (hexes, crowns) = match text.strip_suffix("=K") {
        Some(hexes) => (hexes, true),
        None => (text, false),
    };
    // The second hex begins with the second letter.
    let second = hexes.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let (from, to) = hexes.split_at(second);
    let (from, to) = (Hex::parse(from).ok()?, Hex::parse(to).ok()?);
    (from != to).then_some(Deed::Step { from, to, crowns })
}

/// The hexes of a row of the board, from left to right.
pub(super) fn row(number: u8) -> impl Iterator<Item = Hex> {
    let y = number as i8 - EDGE as i8;
    (-5..=5).filter_map(move |x| Hex::new(x, y))
}

/// Writes a row of signs, with runs of nothing as numbers.
pub(super) fn write_row(
    f: &mut impl fmt::Write,
    signs: impl IntoIterator<Item = Option<char>>,
) -> fmt::Result {
    let mut empty = 0;
    for sign in signs {
        let Some(sign) = sign else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        empty = 0;
        f.write_char(sign)?;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl Position {
    /// The sign of what stands on a hex.
    fn sign(&self, at: Hex) -> Option<char> {
        if self.mountains.contains(at) {
            return Some('^');
        }
        let letter = self.kind_at(at)?.letter();
        let white = self.men_of(Seat::FIRST).contains(at);
        Some(if white { letter } else { letter.to_ascii_lowercase() })
    }
}

impl fmt::Display for Centre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fortress(hex) => write!(f, "{hex}"),
            Self::Ruin(hex) => write!(f, "@{hex}"),
            Self::Fallen => f.write_str("?"),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in (1..=11).rev() {
            write_row(f, row(number).map(|at| self.sign(at)))?;
            f.write_str(if number > 1 { "/" } else { " " })?;
        }
        let side = if self.turn == Seat::FIRST { 'w' } else { 'b' };
        let [white, black] = self.centres;
        write!(f, "{side} {white},{black} ")?;
        write_terrain(f, self)?;
        let hands = match self.in_hand {
            [false, false] => "-",
            [true, false] => "D",
            [false, true] => "d",
            [true, true] => "Dd",
        };
        write!(f, " {hands} {} {}", self.quiet, self.number)
    }
}

fn write_terrain(f: &mut fmt::Formatter<'_>, position: &Position) -> fmt::Result {
    let mut is_first = true;
    for terrain in Terrain::ALL {
        let mut hexes: Vec<Hex> = position.ground(terrain).collect();
        if hexes.is_empty() {
            continue;
        }
        hexes.sort_by_key(|hex| (hex.x(), hex.y()));
        let names: Vec<String> = hexes.iter().map(ToString::to_string).collect();
        let gap = if is_first { "" } else { ";" };
        write!(f, "{gap}{}={}", terrain.letter(), names.join(","))?;
        is_first = false;
    }
    if is_first { f.write_str("-") } else { Ok(()) }
}

impl Figure {
    /// Its letter in set-up texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Man(kind) => kind.letter(),
            Self::Mountain => 'M',
        }
    }

    /// The figure with this letter in any case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        if letter.eq_ignore_ascii_case(&'m') {
            return Some(Self::Mountain);
        }
        Kind::from_letter(letter).map(Self::Man)
    }
}
