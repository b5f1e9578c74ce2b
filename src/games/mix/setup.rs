//! Reading positions: the start of a game, the grammar and the faults of section 8.

use super::{Kind, Options, Position, Sq, SquareSet, report::COUNTER_MAX, squares::SIZE};
use crate::games::{
    PositionError, Seat,
    text::{excerpt, plain_number},
};

/// The start position (rules, section 3).
const START: &str = "lnskdsnl/ccppppcc/8/8/8/8/CCPPPPCC/LNSDKSNL w - 0 1";

/// The longest position text that is read.
const TEXT_MAX: usize = 200;

/// The start position of a new game.
pub(super) fn start(options: &Options) -> Position {
    parse(START, options).expect("the start position keeps every rule under all options")
}

/// Reads a position text; the error names its first fault in the order of section 8.
pub(super) fn parse(text: &str, options: &Options) -> Result<Position, PositionError> {
    read(text, options).map_err(PositionError)
}

fn read(text: &str, options: &Options) -> Result<Position, String> {
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

/// Faults 2 to 5, and the men.
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
    let named = || (1..=SIZE).rev().zip(&ranks);
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
    for (name, rank) in named() {
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

/// Fault 6.
fn check_kings(position: &Position) -> Result<(), String> {
    for (seat, side, letter) in [(Seat::FIRST, "White", 'K'), (Seat::SECOND, "Black", 'k')] {
        let kings = position.pieces(seat, Kind::King).size();
        if kings != 1 {
            return Err(format!("{side} must have exactly one King (`{letter}`), not {kings}"));
        }
    }
    Ok(())
}

/// Faults 7 and 8.
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

/// Faults 10 to 12.
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

/// Fault 13.
fn counter(text: &str, least: u16, what: &str) -> Result<u16, String> {
    plain_number(text, COUNTER_MAX).filter(|n| *n >= least).ok_or_else(|| {
        let shown = excerpt(text);
        format!("the {what} must be a plain number from {least} to {COUNTER_MAX}, not `{shown}`")
    })
}
