//! The texts of positions and moves (rules, sections 8.1 and 8.3), and the start positions.

mod position_text;

pub(super) use position_text::parse;

use std::{
    fmt::{self, Write as _},
    str::FromStr,
};

use super::{Ban, Cell, Form, Move, Options, Position, Way};
use crate::MoveTextError;

/// The start of two seats, of four seats, and of one wedge (rules, section 4).
const NARROW: &str = "QQD1/QDP1/DPP1/4/4/1PPD/1PDQ/1DQQ";
const SQUARE: &str = "QQD2DQQ/QDP2PDQ/DPP2PPD/8/8/DPP2PPD/QDP2PDQ/QQD2DQQ";
const WEDGE: &str = "QQD1/QDP1/DPP1/4";

/// The start position of a new game.
pub(super) fn start(options: &Options) -> Position {
    let n = options.players();
    let board = match n {
        2 => NARROW.to_owned(),
        4 => SQUARE.to_owned(),
        _ => vec![WEDGE; n.into()].join("|"),
    };
    parse(&format!("{board} 1"), options)
        .expect("the start position keeps every rule under all options")
}

impl Form {
    /// The rows of a board in the order of its text, each a list of cells.
    pub(super) fn rows(self) -> Vec<Vec<Cell>> {
        if self.is_flat() {
            let row = |rank| (0..self.files()).filter_map(move |file| Cell::flat(file, rank));
            return (0..8).rev().map(|rank| row(rank).collect()).collect();
        }
        let row = |zone, u| (1..=4).rev().filter_map(move |v| Cell::wedge(zone, u, v)).collect();
        (0..self.seats()).flat_map(|zone| (1..=4).rev().map(move |u| row(zone, u))).collect()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.form();
        for (i, row) in form.rows().iter().enumerate() {
            f.write_str(match i {
                0 => "",
                _ if !form.is_flat() && i % 4 == 0 => "|",
                _ => "/",
            })?;
            self.write_row(f, row)?;
        }
        write!(f, " {} ", self.turn)?;
        write_list(f, self.seats().map(|seat| self.score(seat)))?;
        match self.ban {
            None => f.write_str(" -")?,
            Some(ban) => write!(f, " {ban}")?,
        }
        match self.clock {
            None => f.write_str(" -")?,
            Some(left) => write!(f, " {left}")?,
        }
        write!(f, " {}", self.quiet)?;
        if !self.out.is_empty() {
            f.write_char(' ')?;
            write_list(f, self.out.iter())?;
        }
        Ok(())
    }
}

impl Position {
    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: &[Cell]) -> fmt::Result {
        let mut empty = 0;
        for cell in row {
            let Some(kind) = self.piece_at(*cell) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_char(kind.letter())?;
            empty = 0;
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }
}

/// Writes items with commas between.
fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = T>,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
    }
    Ok(())
}

impl fmt::Display for Ban {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, way, to, call } = self;
        write!(f, "{from}{}{to}{}", way.sign(), if *call { "*" } else { "" })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is no canonical move.
const NOT_A_MOVE: MoveTextError = MoveTextError(
    "a move of Martian Chess is written like d3-d5, a4xb5, a2+b2 or A24xB41, with * to call the clock",
);

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads canonical text only; what people type is for [`Rules::read`](crate::Rules).
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let (body, call) = match text.strip_suffix('*') {
            Some(body) => (body, true),
            None => (text, false),
        };
        let at = body.find(['+', '-', 'x']).ok_or(NOT_A_MOVE)?;
        let cell = |name| Cell::parse(name).ok_or(NOT_A_MOVE);
        let (from, to) = (cell(&body[..at])?, cell(&body[at + 1..])?);
        let way = match body.as_bytes()[at] {
            b'+' => Way::Merge,
            b'-' => Way::Plain,
            _ => Way::Capture,
        };
        if from.is_flat() != to.is_flat() {
            return Err(NOT_A_MOVE);
        }
        Ok(Self { from, way, to, call })
    }
}
