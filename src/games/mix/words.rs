//! Game Mix in words: plies, positions and results; `words/lists.rs` has the lists of moves, and
//! `refusals.rs` what is said when a move is not possible.

pub(super) mod lists;

use super::{
    Kind, Line, Position, Report, Sq,
    ends::{CHECKMATE, CONNECTION, MATERIAL, STALEMATE},
};
use crate::games::{
    Actor, Outcome, Reason, Rules as _, Seat, SeatSet,
    text::{count, list, number},
};

/// The kinds in the order of lists, the greatest first.
const LISTED: [Kind; 7] =
    [Kind::King, Kind::Dama, Kind::Liner, Kind::Knight, Kind::Silver, Kind::Checker, Kind::Pawn];

/// What a seat is called.
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

/// How many men stand on which line, if a Liner attacks a King along it: as many as the squares
/// that lie between.
fn counted(at: Sq, kind: Kind, king: Sq) -> Option<(u32, String)> {
    let line = Line::through(at, king).filter(|_| kind == Kind::Liner)?;
    Some((at.distance(king).into(), line_words(line, king)))
}

/// A ply: what happened, then what came of it.
pub(super) fn ply(report: &Report, actor: Actor<'_>) -> String {
    let who = match actor {
        Actor::Named(name) => name,
        Actor::Me => "I",
    };
    let (mv, name) = (report.mv, report.kind.name());
    let line = Line::through(mv.from(), mv.to()).zip(report.count);
    let line = line.map(|(line, n)| format!("{} on {}", men(n.into()), line_words(line, mv.to())));
    let taken = list(report.taken.iter().map(|(at, kind)| the(*kind, *at)));
    let mut text = match (taken.is_empty(), line) {
        (true, None) => format!("{who} moved {mv} ({name})."),
        (true, Some(line)) => format!("{who} moved {mv} ({name}: {line})."),
        (false, None) if report.is_passing => {
            format!("{who} moved {mv}: the {name} takes {taken} in passing.")
        }
        (false, None) => format!("{who} moved {mv}: the {name} takes {taken}."),
        (false, Some(line)) => format!("{who} moved {mv}: the {name} takes {taken} ({line})."),
    };
    if let Some(made) = report.promoted {
        text += &format!(" The {name} becomes a {}.", made.name());
    }
    match report.outcome {
        Some(Outcome::Win(_, CHECKMATE)) => text += " Checkmate.",
        None if !report.checkers.is_empty() => text += &check(report),
        _ => {}
    }
    text
}

/// ` Check by the Liner on e6: five men stand on file e.`
fn check(report: &Report) -> String {
    if let [(at, kind)] = *report.checkers
        && let Some((n, line)) = counted(at, kind, report.king)
    {
        return format!(" Check by {}: {} stand on {line}.", the(kind, at), men(n));
    }
    format!(" Check by {}.", attackers(&report.checkers, report.king))
}

/// The men that attack a side's King.
pub(super) fn checkers(position: &Position, seat: Seat) -> Vec<(Sq, Kind)> {
    let kind = |at: Sq| Some((at, position.kind_at(at)?));
    position.checkers_of(seat).filter_map(kind).collect()
}

/// The position as a list: a line per side, then what else counts.
pub(super) fn position(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = Seat::all(2).map(|seat| side_words(position, seat)).collect();
    lines.extend(standing(position));
    if let Some(passed) = position.legal_passing() {
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
        let squares: Vec<String> = position.pieces(seat, kind).map(|at| at.to_string()).collect();
        let plural = if squares.len() == 1 { "" } else { "s" };
        (!squares.is_empty()).then(|| format!("{}{plural} {}", kind.name(), squares.join(", ")))
    };
    let groups: Vec<String> = LISTED.into_iter().filter_map(group).collect();
    format!("{}: {}.", seat_name(seat), groups.join("; "))
}

/// A check, or the end that stands on the board.
fn standing(position: &Position) -> Option<String> {
    let name = |seat: Seat| seat_name(seat).to_owned();
    let ended = position.outcome().and_then(|outcome| end(position, outcome, &name));
    if let Some(ended) = ended {
        return Some(sentence(&ended));
    }
    let (seat, king) = (position.turn(), position.king(position.turn()));
    let by = attackers(&checkers(position, seat), king);
    (!by.is_empty()).then(|| format!("{} is in check by {by}.", seat_name(seat)))
}

/// The same words with a capital at the start and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(Some('.')).collect()
}

/// What counts now in a few words: `check, draw in 3 moves`.
pub(super) fn state(position: &Position) -> Option<String> {
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

/// How many moves of each side without progress are left until the draw, once three quarters of
/// them are gone.
fn moves_to_draw(position: &Position) -> Option<u32> {
    let (limit, clock) =
        (2 * u32::from(position.options().progress()), u32::from(position.clock()));
    let left = limit.checked_sub(clock).filter(|left| *left > 0 && 4 * clock >= 3 * limit)?;
    Some(left.div_ceil(2))
}

/// Why the rules ended the game.
pub(super) fn end(
    position: &Position,
    outcome: Outcome,
    name: &dyn Fn(Seat) -> String,
) -> Option<String> {
    Some(match outcome {
        Outcome::Win(_, CHECKMATE) => checkmate(position, name),
        Outcome::Win(winners, CONNECTION) => connection(position, winners, name),
        Outcome::Draw(CONNECTION) => {
            format!("one move connected both sides, {}", both_armies(position, name))
        }
        Outcome::Win(_, STALEMATE) => {
            let stuck = name(position.turn());
            format!("{stuck} is not in check and has no legal move; such a stalemate wins")
        }
        Outcome::Draw(STALEMATE) => {
            format!("stalemate: {} is not in check and has no legal move", name(position.turn()))
        }
        Outcome::Draw(MATERIAL) => material(position),
        Outcome::Draw(Reason::Progress) => format!(
            "{} by each side without a capture, Pawn move or Checker move",
            count(position.options().progress().into(), "move")
        ),
        Outcome::Draw(Reason::Repetition) => "the position has come for the third time".to_owned(),
        _ => return None,
    })
}

/// `ben's King on e1 is mated by the Liner on e6 (five men on file e), and d2 and f2 are covered`
fn checkmate(position: &Position, name: &dyn Fn(Seat) -> String) -> String {
    let (loser, covered) = (position.turn(), position.covered(position.turn()));
    let king = position.king(loser);
    let by = attackers(&checkers(position, loser), king);
    let way_out = match covered.size() {
        0 => "it has no square to go to".to_owned(),
        1 => format!("{} is covered", list(covered)),
        _ => format!("{} are covered", list(covered)),
    };
    format!("{}'s King on {king} is mated by {by}, and {way_out}", name(loser))
}

fn connection(position: &Position, winners: SeatSet, name: &dyn Fn(Seat) -> String) -> String {
    let mover = position.turn().other();
    let Some(winner) = winners.iter().next() else { return String::new() };
    if position.is_connected(winner.other()) {
        let armies = both_armies(position, name);
        return format!("one move connected both sides, {armies}, and {} made it", name(mover));
    }
    let group = group(position, winner, name);
    if winner == mover { group } else { format!("{group} since {}'s own move", name(mover)) }
}

/// `ann's two men and ben's three`
fn both_armies(position: &Position, name: &dyn Fn(Seat) -> String) -> String {
    let size = |seat: Seat| position.men_of(seat).size();
    let (first, second) = (Seat::FIRST, Seat::SECOND);
    format!(
        "{}'s {} and {}'s {}",
        name(first),
        men(size(first)),
        name(second),
        number(size(second))
    )
}

/// `all five of ann's men stand in one group`
fn group(position: &Position, seat: Seat, name: &dyn Fn(Seat) -> String) -> String {
    let all = match position.men_of(seat).size() {
        1 => return format!("{}'s lone King counts as a group", name(seat)),
        2 => "both".to_owned(),
        n => format!("all {}", number(n)),
    };
    format!("{all} of {}'s men stand in one group", name(seat))
}

/// Which men are too few.
fn material(position: &Position) -> String {
    let more = position.men().without(position.of_kind(Kind::King));
    let kinds: Vec<Kind> = more.filter_map(|at| position.kind_at(at)).collect();
    match kinds.as_slice() {
        [] => "only the two Kings are left".to_owned(),
        [one] => format!("a King and a {} cannot win against a bare King", one.name()),
        _ => format!("a King and {} Knights cannot win against a bare King", number(2)),
    }
}
