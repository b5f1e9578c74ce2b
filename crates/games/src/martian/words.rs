//! Martian Chess in words: plies, positions, moves and results; `refusals.rs` has what is said
//! when a move is not possible.

use scene::PlyNote;

use super::{
    Cell, CellSet, Deadlock, Form, Kind, Move, Position, Report, Way,
    results::{AUTO27, CLOCK, EMPTY, QUIET_LIMIT},
};
use crate::{
    Actor, Outcome, Rules as _, Seat, SeatSet,
    text::{capitalised, commas, count, list, sentence},
    whose,
};

/// Returns what a seat is called on a board of this form.
pub(super) const fn seat_name(form: Form, seat: Seat) -> &'static str {
    const NARROW: [&str; 2] = ["South", "North"];
    const SQUARE: [&str; 4] = ["South-West", "North-West", "North-East", "South-East"];
    const WEDGES: [&str; 6] = ["zone A", "zone B", "zone C", "zone D", "zone E", "zone F"];
    let names: &[&str] = match form {
        Form::Narrow => &NARROW,
        Form::Square => &SQUARE,
        _ => &WEDGES,
    };
    if seat.index() < names.len() { names[seat.index()] } else { "" }
}

/// Returns what a zone is called in the picture, in one character: its letter, or on flat boards the number of
/// its seat.
pub(super) const fn zone_label(form: Form, seat: Seat) -> &'static str {
    const FLAT: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
    const WEDGES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
    if form.is_flat() { FLAT[seat.index()] } else { WEDGES[seat.index()] }
}

/// `North's zone`, `zone B`.
pub(super) fn zone_words(form: Form, seat: Seat) -> String {
    let name = seat_name(form, seat);
    if form.is_flat() { format!("{name}'s zone") } else { name.to_owned() }
}

/// `1 point`, `3 points`.
pub(super) fn points(n: u64) -> String {
    count(n, "point")
}

/// Returns how a kind moves (rules, section 5).
pub(super) const fn movement(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "one step diagonally, in any direction",
        Kind::Drone => "one or two steps straight along a line, without turning or jumping",
        Kind::Queen => "straight or diagonally, as far as the way is free",
    }
}

/// A ply in words: what happened, then what came of it.
pub(super) fn ply(report: &Report, actor: Actor<'_>) -> String {
    let Report { kind, .. } = report;
    // A call of the clock is told in words, not by its sign.
    let mv = Move { call: false, ..report.mv };
    let who = match actor {
        Actor::Named(name) => name,
        Actor::Me => "I",
    };
    let kind_name = kind.name();
    let owner = seat_name(report.form, report.zone);
    let mut text = match report.met {
        None if report.zone == report.seat => format!("{who} moved {mv} ({kind_name})."),
        None => format!("{who} moved {mv} ({kind_name}). It belongs to {owner} now."),
        Some(met) if mv.way == Way::Capture => {
            let man = match actor {
                Actor::Named(name) => whose("The", kind_name, name),
                Actor::Me => format!("My {kind_name}"),
            };
            let (won, all) = (points(met.pips().into()), report.score);
            format!(
                "{man} on {} takes the {} on {} for {won}, {all} in all. The {kind_name} belongs to {owner} \
                 now.",
                mv.from,
                met.name(),
                mv.to
            )
        }
        Some(met) => merged(report, who, met),
    };
    match report.clock {
        Some(left) if report.mv.call => {
            let moves = count(left.into(), "move");
            text += &format!(
                " {who} called the end clock: after {moves} without a capture the game is over."
            );
        }
        Some(left) if report.outcome.is_none() && mv.is_capture() => {
            text += &format!(" The end clock starts again at {left}.");
        }
        _ => {}
    }
    text
}

fn merged(report: &Report, who: &str, met: Kind) -> String {
    let (mv, kind) = (Move { call: false, ..report.mv }, report.kind);
    let both = if kind == met {
        format!("two {}s", kind.name())
    } else {
        format!("{} and {}", kind.name(), met.name())
    };
    let made = report.made().map_or("", Kind::name);
    format!("{who} merged {mv}: {both} are one {made} now.")
}

/// A ply in a few words for the picture.
pub(super) fn note(report: &Report, name: &dyn Fn(Seat) -> String) -> PlyNote {
    let mv = Move { call: false, ..report.mv };
    let short = mv.to_string().replace('x', "×").replace('-', "–");
    let kind = report.kind.name();
    let met = report.captured().map(|met| format!("takes a {}: +{}", met.name(), met.pips()));
    let made = report.made().map(|made| format!("two become one {}", made.name()));
    let goes =
        (report.zone != report.seat).then(|| format!("the {kind} goes to {}", name(report.zone)));
    let calls = report.mv.call.then(|| "the end clock is called".to_owned());
    let came = met.into_iter().chain(made).chain(goes).chain(calls).collect();
    PlyNote { words: format!("{kind} {short}"), came, short, fight: None }
}

/// The position as a list: one line per seat, then what else counts.
pub(super) fn position(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = position.seats().map(|seat| seat_words(position, seat)).collect();
    if position.has_teams() {
        lines.push(format!("{}.", team_words(position, &|seat| name(position, seat))));
    }
    if let Some(ban) = position.ban() {
        lines.push(format!("No-undo: {ban} is not allowed now."));
    }
    lines.extend(state(position).map(|words| sentence(&words)));
    lines.into_iter().map(|line| capitalised(&line)).collect()
}

fn name(position: &Position, seat: Seat) -> String {
    seat_name(position.form(), seat).to_owned()
}

/// `South, 3 points: Queens c1, d1; Pawn b2.`
fn seat_words(position: &Position, seat: Seat) -> String {
    let mut groups = Vec::new();
    for kind in [Kind::Queen, Kind::Drone, Kind::Pawn] {
        let cells = cells(position, position.pieces(seat, kind));
        match cells.len() {
            0 => {}
            1 => groups.push(format!("{} {}", kind.name(), cells[0])),
            _ => groups.push(format!("{}s {}", kind.name(), commas(&cells))),
        }
    }
    let out = if position.out().contains(seat) { ", has left" } else { "" };
    let pieces = if groups.is_empty() { "no piece".to_owned() } else { groups.join("; ") };
    let score = points(position.score(seat).into());
    format!("{}, {score}{out}: {pieces}.", name(position, seat))
}

/// The cells of a set, by name.
pub(super) fn cells(position: &Position, set: CellSet) -> Vec<Cell> {
    set.indices().map(|index| position.cell(index)).collect()
}

/// `South-West and North-East have 12 points together, North-West and South-East 9`
fn team_words(position: &Position, name: &dyn Fn(Seat) -> String) -> String {
    let teams: Vec<String> = position
        .sides()
        .map(|side| {
            format!("{} have {}", list(side.iter().map(name)), points(position.total(side)))
        })
        .collect();
    format!("Together {}", teams.join(", "))
}

/// Returns what else counts: `end clock: 5 moves left`.
pub(super) fn state(position: &Position) -> Option<String> {
    match position.options().deadlock() {
        Deadlock::Clock => {
            Some(format!("end clock: {} left", count(position.clock()?.into(), "move")))
        }
        Deadlock::Auto27 if position.quiet() > 0 => {
            Some(format!("{} of {QUIET_LIMIT} moves without a capture", position.quiet()))
        }
        Deadlock::Auto27 | Deadlock::Off => None,
    }
}

/// The end of a game by the rules, and what decided it.
struct Decided {
    /// Why it ended: `the zone of ben is empty`.
    why: String,
    winners: SeatSet,
    /// The points of the winners; `None` if all sides have as many.
    most: Option<u64>,
    /// Returns `true` if others had as many points as the one whose zone is empty.
    is_tie: bool,
    /// Returns `true` if several sides have won.
    is_shared: bool,
}

impl Decided {
    /// `None` for an end that does not come from the rules.
    fn of(position: &Position, outcome: Outcome, name: &dyn Fn(Seat) -> String) -> Option<Self> {
        let (winners, reason) = match outcome {
            Outcome::Win(winners, reason) => (winners, reason),
            Outcome::Draw(reason) => (SeatSet::default(), reason),
            Outcome::Aborted => return None,
        };
        let ender = position.seats().find(|seat| position.pieces_of(*seat).is_empty());
        let why = match reason {
            EMPTY => format!("the zone of {} is empty", name(ender?)),
            CLOCK => "its end clock ran out".to_owned(),
            AUTO27 => format!("{QUIET_LIMIT} moves without a capture"),
            _ => return None,
        };
        let most = winners.iter().map(|seat| position.total(position.side_of(seat))).max();
        let equals = position.sides().filter(|side| Some(position.total(*side)) == most).count();
        let is_shared = winners.iter().next().is_some_and(|seat| position.side_of(seat) != winners);
        let is_tie = equals > 1 && !is_shared && reason == EMPTY;
        Some(Self { why, winners, most, is_tie, is_shared })
    }
}

/// Returns why the rules ended the game, and what decided it.
pub(super) fn end(
    position: &Position,
    outcome: Outcome,
    name: &dyn Fn(Seat) -> String,
) -> Option<String> {
    let Decided { why, winners, most, is_tie, is_shared } = Decided::of(position, outcome, name)?;
    let names = list(winners.iter().map(name));
    let is_one = winners.len() == 1;
    Some(match most {
        None => format!("{why}, and all have {}", equal_points(position)),
        Some(_) if is_tie => {
            format!("{why}, and {names} {} the tie", if is_one { "wins" } else { "win" })
        }
        Some(most) if is_shared => format!("{why}; {names} share the lead with {}", points(most)),
        Some(most) => {
            format!(
                "{why}; {names} {} the most points, {most}",
                if is_one { "has" } else { "have" }
            )
        }
    })
}

/// The same for a picture that names the winners beside it.
pub(super) fn short_end(
    position: &Position,
    outcome: Outcome,
    name: &dyn Fn(Seat) -> String,
) -> Option<String> {
    let Decided { why, most, is_tie, is_shared, .. } = Decided::of(position, outcome, name)?;
    Some(match most {
        None => format!("{why}; all have {}", equal_points(position)),
        Some(_) if is_tie => format!("{why}, which wins the tie"),
        Some(most) if is_shared => format!("{why}; shared lead, {}", points(most)),
        Some(most) => format!("{why}; most points, {most}"),
    })
}

/// The points that each side has where all have as many.
fn equal_points(position: &Position) -> String {
    points(position.sides().map(|side| position.total(side)).max().unwrap_or(0))
}

/// `Pawn`, `Pawn, makes a Queen`
pub(super) fn label(position: &Position, mv: Move) -> String {
    let Some(kind) = position.piece_at(mv.from) else { return String::new() };
    let made = position.piece_at(mv.to).filter(|_| mv.way == Way::Merge);
    match made.and_then(|other| kind.merged(other)) {
        Some(made) => format!("{}, makes a {}", kind.name(), made.name()),
        None => kind.name().to_owned(),
    }
}

/// The legal moves, grouped by kind of move.
pub(super) fn moves(position: &Position, moves: &[Move]) -> String {
    let (Some(first), Some(last)) = (moves.first(), moves.last()) else {
        let over = position.outcome().is_some();
        return if over { "The game is over: no moves." } else { "No legal move." }.to_owned();
    };
    let of = |way: Way, words: &dyn Fn(&Move) -> String| -> Vec<String> {
        moves.iter().filter(|mv| mv.way == way).map(words).collect()
    };
    let met = |mv: &Move| position.piece_at(mv.to);
    let capture = |mv: &Move| {
        let victim = met(mv);
        let won = points(victim.map_or(0, Kind::pips).into());
        format!("`{mv}` ({}, {won})", victim.map_or("", Kind::name))
    };
    let merge = |mv: &Move| {
        let made = position.piece_at(mv.from).zip(met(mv)).and_then(|(a, b)| a.merged(b));
        format!("`{mv}` (makes a {})", made.map_or("", Kind::name))
    };
    // A list of one piece's moves starts and ends with its cell.
    let one = first.from == last.from;
    let groups = [
        (if one { "moves" } else { "to empty cells" }, of(Way::Plain, &|mv| format!("`{mv}`"))),
        ("captures", of(Way::Capture, &capture)),
        ("merges", of(Way::Merge, &merge)),
    ];
    let parts: Vec<String> = groups
        .iter()
        .filter(|(_, moves)| !moves.is_empty())
        .map(|(what, moves)| format!("{what} {}", moves.join(", ")))
        .collect();
    let head = if one {
        format!("{} {}", position.piece_at(first.from).map_or("", Kind::name), first.from)
    } else {
        format!("{} moves", moves.len())
    };
    format!("{head}: {}.", parts.join("; "))
}

/// Returns what a move brings, which is certain since there are no dice.
pub(super) fn odds(position: &Position, mv: Move) -> String {
    let won = position.piece_at(mv.to).filter(|_| mv.is_capture());
    let sure = "there are no dice in this game";
    match won {
        None => format!("`{mv}` is certain: {sure}."),
        Some(victim) => format!(
            "`{mv}` is certain: {sure}. It takes a {} for {}.",
            victim.name(),
            points(victim.pips().into())
        ),
    }
}
