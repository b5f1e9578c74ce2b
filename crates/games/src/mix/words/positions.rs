//! A position in words: the men of each side, and what counts now.

use super::{attackers, checkers, ends, seat_name};
use crate::{
    Rules as _, Seat,
    mix::{kinds::Kind, position::Position},
    text::{commas, count, sentence},
};

/// The kinds in the order of lists, the greatest first.
const LISTED: [Kind; 7] =
    [Kind::King, Kind::Dama, Kind::Liner, Kind::Knight, Kind::Silver, Kind::Checker, Kind::Pawn];

/// The position as a list: a line per side, then what else counts.
pub(in crate::mix) fn position(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = Seat::all(2).map(|seat| side_words(position, seat)).collect();
    lines.extend(standing(position));
    if let Some(passed) = position.legal_en_passant() {
        lines.push(format!("A Pawn can take in passing on {passed}."));
    }
    if let Some(n) = moves_to_draw(position) {
        let moves = count(n.into(), "more move");
        let without = "without a capture, Pawn move or Checker move";
        lines.push(format!("Draw after {moves} each {without}."));
    }
    lines
}

/// `White: King e1; Dama d1; Silvers c1, f1.`
fn side_words(position: &Position, seat: Seat) -> String {
    let group = |kind: Kind| {
        let squares = position.pieces(seat, kind);
        let plural = if squares.size() == 1 { "" } else { "s" };
        (!squares.is_empty()).then(|| format!("{}{plural} {}", kind.name(), commas(squares)))
    };
    let groups: Vec<String> = LISTED.into_iter().filter_map(group).collect();
    format!("{}: {}.", seat_name(seat), groups.join("; "))
}

/// A check, or the end that stands on the board.
fn standing(position: &Position) -> Option<String> {
    let name = |seat: Seat| seat_name(seat).to_owned();
    let ended = position.outcome().and_then(|outcome| ends::words(position, outcome, &name));
    if let Some(ended) = ended {
        return Some(sentence(&ended));
    }
    let (seat, king) = (position.turn(), position.king(position.turn()));
    let by = attackers(&checkers(position, seat), king);
    (!by.is_empty()).then(|| format!("{} is in check by {by}.", seat_name(seat)))
}

/// Returns what counts now in a few words: `check, draw in 3 moves`.
pub(in crate::mix) fn state(position: &Position) -> Option<String> {
    if position.outcome().is_some() {
        return None;
    }
    let mut words = Vec::new();
    if position.is_check() {
        words.push("check".to_owned());
    }
    let draw = |n: u32| format!("draw in {}", count(n.into(), "move"));
    words.extend(moves_to_draw(position).map(draw));
    (!words.is_empty()).then(|| words.join(", "))
}

/// Returns how many moves of each side without progress are left until the draw, once three quarters of them
/// are gone.
fn moves_to_draw(position: &Position) -> Option<u32> {
    let (limit, clock) =
        (2 * u32::from(position.options().progress()), u32::from(position.clock()));
    let left = limit.checked_sub(clock).filter(|left| *left > 0 && 4 * clock >= 3 * limit)?;
    Some(left.div_ceil(2))
}
