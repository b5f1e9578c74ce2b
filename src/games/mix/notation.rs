//! The texts of positions and moves (rules, sections 8 and 9); `setup.rs` reads positions.

use std::{fmt, str::FromStr};

use super::{Kind, Move, Position, Sq, attacks::MAX_JUMPS, squares::SIZE};
use crate::games::{MoveTextError, Seat};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for file in 0..SIZE {
                let letter = Sq::new(file, rank).and_then(|at| self.letter(at));
                let Some(letter) = letter else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                write!(f, "{letter}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.turn == Seat::FIRST { "w " } else { "b " })?;
        match self.en_passant {
            Some(passed) => write!(f, "{passed}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.clock, self.number)
    }
}

impl Position {
    /// The letter of the man on a square, a capital for White.
    fn letter(&self, at: Sq) -> Option<char> {
        let letter = self.kind_at(at)?.letter();
        let white = self.men_of(Seat::FIRST).contains(at);
        Some(if white { letter } else { letter.to_ascii_lowercase() })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from())?;
        let gap = if self.is_jump() { "x" } else { "" };
        for at in self.path() {
            write!(f, "{gap}{at}")?;
        }
        match self.promotion() {
            Some(kind) => write!(f, "={}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What is said of a text that is no canonical move.
const NOT_A_MOVE: MoveTextError = MoveTextError("this is no move text");

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads canonical text alone; what people type is read by
    /// [`Rules::read`](crate::games::Rules::read).
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        parse(text).filter(|mv| mv.to_string() == text).ok_or(NOT_A_MOVE)
    }
}

fn parse(text: &str) -> Option<Move> {
    let from = Sq::parse(text.get(..2)?)?;
    let rest = text.get(2..)?;
    if let Some(path) = rest.strip_prefix('x') {
        let landings: Option<Vec<Sq>> = path.split('x').map(Sq::parse).collect();
        let landings = landings.filter(|landings| landings.len() <= MAX_JUMPS)?;
        return is_path(from, &landings).then(|| Move::jump(from, &landings));
    }
    let step = Move::step(from, Sq::parse(rest.get(..2)?).filter(|to| *to != from)?);
    match rest.get(2..)?.strip_prefix('=') {
        None => Some(step),
        Some(letter) => {
            let kind = Kind::PROMOTIONS.into_iter().find(|kind| letter.starts_with(kind.letter()));
            kind.map(|kind| step.promoting(kind))
        }
    }
}

/// Whether a Dama could land on these squares in turn: each at least two diagonal steps on.
fn is_path(from: Sq, landings: &[Sq]) -> bool {
    let starts = std::iter::once(&from).chain(landings);
    starts.zip(landings).all(|(a, b)| {
        let files = a.file().abs_diff(b.file());
        files >= 2 && files == a.rank().abs_diff(b.rank())
    })
}
