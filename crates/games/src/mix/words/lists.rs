//! Legal moves in words: those that somebody asks about, lists of them, and what a single one does.

use super::{attackers, ends, line_words, seat_name, the};
use crate::{
    Outcome, Rules as _, Seat, legal_moves,
    mix::{
        kinds::Kind,
        liner_lines::{LinerLine, Target},
        moves::Move,
        position::Position,
        squares::{Sq, SquareSet},
    },
    text::{called, commas, count, list, singular},
};

/// The legal moves that somebody asks about: all, or those of a man or of a kind.
pub(in crate::mix) fn about(position: &Position, text: &str) -> Result<Vec<Move>, String> {
    let mut moves = legal_moves(position);
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Ok(moves);
    }
    let wanted = asked(position, &text)?;
    moves.retain(|mv| wanted.contains(mv.from()));
    match wanted.first().and_then(|at| Some((at, position.kind_at(at)?))) {
        Some((at, kind)) if moves.is_empty() && position.outcome().is_none() => {
            let none = if wanted.size() == 1 {
                format!("No move for {}", the(kind, at))
            } else {
                format!("None of {}'s {}s can move", seat_name(position.turn()), kind.name())
            };
            Err(format!("{none}: `why {at}` tells the reason."))
        }
        _ => Ok(moves),
    }
}

/// The own men that somebody asks about by square, kind or letter.
fn asked(position: &Position, text: &str) -> Result<SquareSet, String> {
    let (seat, name) = (position.turn(), seat_name(position.turn()));
    if let Some(at) = Sq::parse(text) {
        return match (position.kind_at(at), position.owner(at)) {
            (Some(_), Some(owner)) if owner == seat => Ok(SquareSet::of(at)),
            (Some(kind), Some(owner)) => Err(format!(
                "The {} on {at} is {}'s, and {name} is to move.",
                kind.name(),
                seat_name(owner)
            )),
            _ => Err(format!("No man stands on {at}.")),
        };
    }
    let stem = singular(text, 2);
    let Some(named) = called(Kind::ALL, stem, Kind::name, Kind::letter) else {
        return Err(
            "Ask for all moves with `legal`, for one man with its square (`legal a1`), or \
                    for a kind (`legal liner`)."
                .to_owned(),
        );
    };
    let of_kind = position.pieces(seat, named);
    if of_kind.is_empty() {
        return Err(format!("{name} has no {} now.", named.name()));
    }
    Ok(of_kind)
}

/// Legal moves: of one man with all details, of several man by man.
pub(in crate::mix) fn moves(position: &Position, moves: &[Move]) -> String {
    let (Some(first), Some(last)) = (moves.first(), moves.last()) else {
        let over = position.outcome().is_some();
        return if over { "The game is over: no moves." } else { "No legal move." }.to_owned();
    };
    // A list of one man's moves starts and ends with its square.
    if first.from() == last.from() {
        return of_one_man(position, first.from(), moves);
    }
    let man = |moves: &[Move]| {
        let from = moves.first().map_or(Sq::at(0), |mv| mv.from());
        let name = position.kind_at(from).map_or("", Kind::name);
        let moves = commas(moves.iter().map(|mv| brief(position, *mv)));
        format!("{name} {from} {moves}")
    };
    let men: Vec<String> = moves.chunk_by(|a, b| a.from() == b.from()).map(man).collect();
    format!("{}: {}.", count(moves.len() as u64, "move"), men.join("; "))
}

/// `` `a1xd4` (takes a Pawn) ``
fn brief(position: &Position, mv: Move) -> String {
    let taken = position.taken_by(mv).into_iter().map(|(_, kind)| format!("a {}", kind.name()));
    match list(taken) {
        taken if taken.is_empty() => format!("`{mv}`"),
        taken => format!("`{mv}` (takes {taken})"),
    }
}

/// `the Pawn on c3 and the Knight on e5`
pub(in crate::mix) fn taken(position: &Position, mv: Move) -> String {
    let passing = if position.is_passing(mv) { " in passing" } else { "" };
    let men = list(position.taken_by(mv).into_iter().map(|(at, kind)| the(kind, at)));
    format!("{men}{passing}")
}

fn of_one_man(position: &Position, from: Sq, moves: &[Move]) -> String {
    let Some(kind) = position.kind_at(from) else { return String::new() };
    let head = format!("{} {from}", kind.name());
    if kind == Kind::Liner {
        return format!("{head}: {}.", of_liner(position, from, moves));
    }
    let is_capture = |mv: &&Move| position.is_capture(**mv);
    let plain: Vec<String> =
        moves.iter().filter(|mv| !is_capture(mv)).map(|mv| format!("`{mv}`")).collect();
    let captures: Vec<String> = moves
        .iter()
        .filter(is_capture)
        .map(|mv| format!("`{mv}` takes {}", taken(position, *mv)))
        .collect();
    let plain = (!plain.is_empty()).then(|| format!("moves {}", plain.join(", ")));
    let parts: Vec<String> = plain.into_iter().chain(captures).collect();
    format!("{head}: {}.", parts.join("; "))
}

/// The moves of a Liner line by line, then the lines that lead nowhere.
fn of_liner(position: &Position, from: Sq, moves: &[Move]) -> String {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for line in LinerLine::all(position, from) {
        let on_line = |mv: &&Move| line.targets.iter().any(|(to, _)| *to == mv.to());
        let of_line: Vec<String> =
            moves.iter().filter(on_line).map(|mv| brief(position, *mv)).collect();
        let (n, name) = (line.men.size(), line_words(line.line, from));
        if of_line.is_empty() {
            closed.push(format!("{name} holds {n}, {}", closed_words(&line)));
        } else {
            let what = if n == 1 { "man" } else { "men" };
            open.push(format!("{} ({n} {what} on {name})", of_line.join(", ")));
        }
    }
    let open = open.join(", ");
    [vec![open], closed].concat().join("; ")
}

/// Returns why a line of a Liner leads nowhere.
fn closed_words(line: &LinerLine) -> String {
    if line.targets.is_empty() {
        return "off the board".to_owned();
    }
    let why = |(to, found): &(Sq, Target)| match found {
        Target::Friend(kind) => format!("its own {} is on {to}", kind.name()),
        Target::King => format!("the enemy King is on {to}"),
        Target::Blocked(at) => format!("the enemy on {at} is in between"),
        Target::Free | Target::Takes(_) => format!("{to} would expose the King"),
    };
    list(line.targets.iter().map(why))
}

/// Returns what distinguishes a move from others: `Pawn`, `Pawn, becomes a Liner`, `Dama, takes c4 and e4`.
pub(in crate::mix) fn label(position: &Position, mv: Move) -> String {
    let name = position.kind_at(mv.from()).map_or("", Kind::name);
    match mv.promotion() {
        Some(made) => format!("{name}, becomes a {}", made.name()),
        None if mv.is_jump() => format!("{name}, takes {}", list(mv.jumped())),
        None => name.to_owned(),
    }
}

/// Returns what a move does, which is certain in a game without dice.
pub(in crate::mix) fn odds(position: &Position, mv: Move) -> String {
    let mut after = *position;
    let report = after.play_and_report(mv);
    let does = if report.taken.is_empty() {
        "takes nothing".to_owned()
    } else {
        format!("takes {}", taken(position, mv))
    };
    let mut text = format!("`{mv}` {does}. There are no dice in this game.");
    if let Some(made) = report.promoted {
        text += &format!(" The {} becomes a {}.", report.kind.name(), made.name());
    }
    let name = |seat: Seat| seat_name(seat).to_owned();
    let outcome = report.outcome.or_else(|| after.drawn_by_count(1));
    match outcome.and_then(|outcome| Some((outcome, ends::words(&after, outcome, &name)?))) {
        None if report.checkers.is_empty() => {}
        None => {
            text += &format!(" It gives check by {}.", attackers(&report.checkers, report.king));
        }
        Some((outcome, why)) => {
            let what = match outcome {
                Outcome::Win(winners, _) if winners.contains(report.seat) => "wins",
                Outcome::Win(..) => "loses",
                Outcome::Draw(_) | Outcome::Aborted => "draws",
            };
            text += &format!(" It {what}: {why}.");
        }
    }
    text
}
