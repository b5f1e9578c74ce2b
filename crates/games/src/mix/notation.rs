//! The texts of positions and moves (rules, sections 8 and 9): the start position, reading and
//! writing.

use std::{fmt, str::FromStr};

use super::{
    kinds::Kind,
    moves::{MAX_JUMPS, Move},
    options::Options,
    position::{COUNTER_MAX, Position},
    squares::{SIZE, Sq, SquareSet},
};
use crate::{
    MoveTextError, PositionError, Seat,
    text::{excerpt, plain_number},
};

/// The start position (rules, section 3).
const START: &str = "lnskdsnl/ccppppcc/8/8/8/8/CCPPPPCC/LNSDKSNL w - 0 1";

/// The longest position text that is read.
const TEXT_MAX: usize = 200;

/// The start position of a new game under these options.
pub(super) fn start(options: &Options) -> Position {
    parse_position(START, options).expect("the start position keeps every rule under all options")
}

/// Reads a position text; the error names its first fault in the order of section 8.
pub(super) fn parse_position(text: &str, options: &Options) -> Result<Position, PositionError> {
    position_or_fault(text, options).map_err(PositionError)
}

fn position_or_fault(text: &str, options: &Options) -> Result<Position, String> {
    if text.len() > TEXT_MAX {
        return Err(format!("a position has at most {TEXT_MAX} bytes, not {}", text.len()));
    }
    let fields: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
    let &[placement, side, passed, clock, number] = fields.as_slice() else {
        return Err(format!(
            "a position has five fields with spaces between, not {}: men, side to move, en passant \
             square, clock, move number",
            fields.len()
        ));
    };
    let mut position = Position::empty(options);
    put_men(&mut position, placement)?;
    check_kings(&position)?;
    check_ranks(&position)?;
    position.turn = match side {
        "w" => Seat::FIRST,
        "b" => Seat::SECOND,
        _ => return Err(format!("the side to move must be `w` or `b`, not `{}`", excerpt(side))),
    };
    position.en_passant = read_passed(&position, passed)?;
    position.clock = counter(clock, 0, "clock")?;
    position.number = counter(number, 1, "move number")?;
    if let Some(passed) = position.en_passant.filter(|_| position.clock != 0) {
        return Err(format!(
            "the en passant square {passed} says that a Pawn has just moved, so the clock must be \
             0, not {}",
            position.clock
        ));
    }
    Ok(position)
}

/// Puts the men on the board; finds the faults 2 to 5.
fn put_men(position: &mut Position, text: &str) -> Result<(), String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(SIZE) {
        let n = ranks.len();
        return Err(format!("the board must have eight ranks with `/` between, not {n}"));
    }
    let is_letter = |c: char| c.is_ascii_alphabetic() && Kind::from_letter(c).is_some();
    let is_known = |c: &char| matches!(c, '1'..='8' | '/') || is_letter(*c);
    if let Some(wrong) = text.chars().find(|c| !is_known(c)) {
        return Err(format!(
            "the board has `{}`, which is neither a man (P, C, L, S, N, D, K or small) nor a digit \
             1 to 8",
            excerpt(wrong.encode_utf8(&mut [0; 4]))
        ));
    }
    check_widths(&ranks)?;
    for (name, rank) in (1..=SIZE).rev().zip(&ranks) {
        let mut file = 0;
        for c in rank.chars() {
            if let (Some(kind), Some(at)) = (Kind::from_letter(c), Sq::new(file, name - 1)) {
                let seat = if c.is_ascii_uppercase() { Seat::FIRST } else { Seat::SECOND };
                position.put(seat, kind, at);
            }
            file += c.to_digit(10).map_or(1, |gap| gap as u8);
        }
    }
    Ok(())
}

/// Finds the faults 4 and 5 of the ranks, which come from the last to the first.
fn check_widths(ranks: &[&str]) -> Result<(), String> {
    let named = || (1..=SIZE).rev().zip(ranks);
    for (name, rank) in named() {
        let digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
        if rank.as_bytes().windows(2).any(digits) {
            return Err(format!("rank {name} has two digits in a row; write their sum"));
        }
    }
    for (name, rank) in named() {
        let width: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        if width != u32::from(SIZE) {
            return Err(format!("rank {name} must fill 8 squares, not {width}"));
        }
    }
    Ok(())
}

/// Finds fault 6: a side without exactly one King.
fn check_kings(position: &Position) -> Result<(), String> {
    for (seat, side, letter) in [(Seat::FIRST, "White", 'K'), (Seat::SECOND, "Black", 'k')] {
        let kings = position.pieces(seat, Kind::King).size();
        if kings != 1 {
            return Err(format!("{side} must have exactly one King (`{letter}`), not {kings}"));
        }
    }
    Ok(())
}

/// Finds the faults 7 and 8: men on ranks where they cannot stand.
fn check_ranks(position: &Position) -> Result<(), String> {
    let stands =
        |kind: Kind, seat: Seat, rank: u8| position.pieces(seat, kind) & SquareSet::rank(rank);
    let sides = [(Seat::FIRST, "White"), (Seat::SECOND, "Black")];
    let on_last = |kind| {
        sides.map(|(seat, side)| {
            let last = if seat == Seat::FIRST { 7 } else { 0 };
            (stands(kind, seat, last), side, "last")
        })
    };
    let on_first = sides.map(|(seat, side)| {
        let first = if seat == Seat::FIRST { 0 } else { 7 };
        (stands(Kind::Pawn, seat, first), side, "first")
    });
    let faults = [
        (Kind::Pawn, on_last(Kind::Pawn)),
        (Kind::Checker, on_last(Kind::Checker)),
        (Kind::Pawn, on_first),
    ];
    for (kind, found) in faults {
        for (set, side, which) in found {
            if let Some(at) = set.first() {
                let name = kind.name();
                return Err(format!("a {side} {name} cannot stand on {at}, its {which} rank"));
            }
        }
    }
    Ok(())
}

/// Reads the square that a Pawn has just passed over; finds the faults 10 to 12.
fn read_passed(position: &Position, text: &str) -> Result<Option<Sq>, String> {
    if text == "-" {
        return Ok(None);
    }
    let Some(passed) = Sq::parse(text) else {
        let shown = excerpt(text);
        return Err(format!("the en passant field must be `-` or a square, not `{shown}`"));
    };
    let white = position.turn == Seat::FIRST;
    let (rank, back) = if white { (5, -1) } else { (2, 1) };
    if passed.rank() != rank {
        let (side, rank) = (if white { "White" } else { "Black" }, rank + 1);
        return Err(format!(
            "with {side} to move the en passant square must be on rank {rank}, not {passed}"
        ));
    }
    let empty = |at: Option<Sq>| at.is_some_and(|at| !position.men().contains(at));
    let pawns = position.pieces(position.turn.other(), Kind::Pawn);
    let has_pawn = passed.offset(0, back).is_some_and(|at| pawns.contains(at));
    if !empty(Some(passed)) || !empty(passed.offset(0, -back)) || !has_pawn {
        return Err(format!(
            "no Pawn can just have passed over {passed}: that square and the one behind it must be \
             empty, and the enemy Pawn must stand before it"
        ));
    }
    Ok(Some(passed))
}

/// Reads the clock or the move number; finds fault 13.
fn counter(text: &str, least: u16, what: &str) -> Result<u16, String> {
    plain_number(text, COUNTER_MAX).filter(|n| *n >= least).ok_or_else(|| {
        let shown = excerpt(text);
        format!("the {what} must be a plain number from {least} to {COUNTER_MAX}, not `{shown}`")
    })
}

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

/// The error of a text that is no canonical move.
const NOT_A_MOVE: MoveTextError = MoveTextError("this is no move text");

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads nothing but canonical text; what people type is read by
    /// [`Rules::read`](crate::Rules::read).
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        parse_move(text).filter(|mv| mv.to_string() == text).ok_or(NOT_A_MOVE)
    }
}

/// Reads a move text; what follows the letter of a promotion is not looked at.
fn parse_move(text: &str) -> Option<Move> {
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

/// Returns `true` if a Dama could land on these squares in turn: each at least two diagonal steps on.
fn is_path(from: Sq, landings: &[Sq]) -> bool {
    let starts = std::iter::once(&from).chain(landings);
    starts.zip(landings).all(|(a, b)| {
        let files = a.file().abs_diff(b.file());
        files >= 2 && files == a.rank().abs_diff(b.rank())
    })
}
