//! Game Mix in words: names of sides, men and lines, shared by all other words.

pub(super) mod ends;
pub(super) mod lists;
pub(super) mod plies;
pub(super) mod positions;

use super::{kinds::Kind, position::Position, squares::Sq, tables::Line};
use crate::{
    Seat,
    text::{list, number},
};

/// The name of a side.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "White" } else { "Black" }
}

/// `the Pawn on c3`
pub(super) fn the(kind: Kind, at: Sq) -> String {
    format!("the {} on {at}", kind.name())
}

/// `one man`, `five men`
pub(super) fn men(n: u32) -> String {
    format!("{} {}", number(n), if n == 1 { "man" } else { "men" })
}

/// A line through a square: `file e`, `rank 1`, `the diagonal a1-h8`.
pub(super) fn line_words(line: Line, at: Sq) -> String {
    let name = at.to_string();
    let (file, rank) = name.split_at(1);
    let squares = line.of(at);
    match (line, squares.first(), squares.last()) {
        (Line::File, ..) => format!("file {file}"),
        (Line::Rank, ..) => format!("rank {rank}"),
        (_, Some(first), Some(last)) => format!("the diagonal {first}-{last}"),
        _ => String::new(),
    }
}

/// The men that attack a King: `the Liner on e6 (five men on file e) and the Knight on f3`.
pub(super) fn attackers(attackers: &[(Sq, Kind)], king: Sq) -> String {
    list(attackers.iter().map(|(at, kind)| match counted(*at, *kind, king) {
        Some((n, line)) => format!("{} ({} on {line})", the(*kind, *at), men(n)),
        None => the(*kind, *at),
    }))
}

/// The number of men on the line along which a Liner attacks a King, which is the distance between
/// them, and the name of the line; `None` for other men.
fn counted(at: Sq, kind: Kind, king: Sq) -> Option<(u32, String)> {
    let line = Line::through(at, king).filter(|_| kind == Kind::Liner)?;
    Some((at.distance(king).into(), line_words(line, king)))
}

/// The men that attack a side's King.
pub(super) fn checkers(position: &Position, seat: Seat) -> Vec<(Sq, Kind)> {
    let kind = |at: Sq| Some((at, position.kind_at(at)?));
    position.checkers_of(seat).filter_map(kind).collect()
}
