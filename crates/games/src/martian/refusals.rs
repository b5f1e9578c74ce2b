//! Sentences said when a typed text is no legal move: what, then why.

use super::{
    Fault, Kind, NoMerge, Position, Way,
    read::{self, CellName},
    words::{movement, seat_name, zone_words},
};
use crate::{Present as _, Rules as _, legal_moves};

/// Returns why a typed text is no legal move.
pub(super) fn words(position: &Position, typed: &str, fault: &Fault) -> String {
    match fault {
        Fault::Over => "The game is over, so no move is taken.".to_owned(),
        Fault::NoSuchCell(name) => no_such_cell(position, name),
        Fault::SameCell(at) => format!("{} goes nowhere: it starts and ends on {at}.", said(typed)),
        Fault::ClockRuns(left) => format!(
            "The end clock is running already ({left} left), so it cannot be called again: leave out \
             the call."
        ),
        Fault::NoClock => {
            "There is no end clock to call under these options: leave out the call.".to_owned()
        }
        Fault::OwnPieceThere(at, kind) => {
            let next = match stuck(position, *at).is_empty() {
                true => "; say where it should go",
                false => " and cannot move now",
            };
            format!("Your own {} stands on {at}{next}.", kind.name())
        }
        Fault::NoSuchPiece(kind) => format!("There is no {} in your zone.", kind.name()),
        Fault::NothingReaches { to, named } => {
            let whose = named.map_or("pieces".to_owned(), |kind| format!("{}s", kind.name()));
            format!("None of your {whose} can go to {to} now.")
        }
        _ => format!("{} is not possible: {}", said(typed), reason(position, fault)),
    }
}

/// Returns what follows "is not possible:"; empty for the faults that are told in another form.
fn reason(position: &Position, fault: &Fault) -> String {
    let form = position.form();
    match fault {
        Fault::NoPiece(at) => format!("no piece stands on {at}."),
        Fault::NotYours { at, kind, owner } => format!(
            "the {} on {at} is in {}; you play {}.",
            kind.name(),
            zone_words(form, *owner),
            seat_name(form, position.to_move())
        ),
        Fault::WrongPiece { at, kind, named } => {
            format!("a {} stands on {at}, not a {}.", kind.name(), named.name())
        }
        Fault::WrongWay { kind, from } => {
            format!("a {} moves {}.{}", kind.name(), movement(*kind), stuck(position, *from))
        }
        Fault::TooFar { kind, from } => format!(
            "it is too far; a {} moves {}.{}",
            kind.name(),
            movement(*kind),
            stuck(position, *from)
        ),
        Fault::Blocked { at, by } => {
            let whose = if position.own().contains(*at) { "your own" } else { "the" };
            format!("{whose} {} on {at} is in the way, and no piece jumps.", by.name())
        }
        Fault::OwnPiece { to, kind, why } => {
            format!("your own {} stands on {to}, and {}.", kind.name(), no_merge(*why))
        }
        Fault::JustCame(ban) => format!(
            "by the no-undo rule this piece, which has just come from {}, may not go straight back; \
             it may go there in a later turn.",
            ban.to
        ),
        Fault::WrongSign { said, to, is } => wrong_sign(position, *said, *to, *is),
        _ => String::new(),
    }
}

/// Returns what was typed, tidied: only what the grammar of moves can express.
fn said(typed: &str) -> String {
    let Some(typed) = read::parse(typed) else { return "This".to_owned() };
    let shown =
        |name: &CellName| name.cell().map_or_else(|| name.0.clone(), |cell| cell.to_string());
    let piece = typed.named.map_or_else(String::new, |kind| kind.letter().to_string());
    let from = typed.from.as_ref().map_or_else(String::new, shown);
    let sign = match (typed.sign, &typed.from) {
        (Some(way), _) => way.sign().to_string(),
        (None, Some(_)) => Way::Plain.sign().to_string(),
        (None, None) => String::new(),
    };
    let call = if typed.call { "*" } else { "" };
    format!("{piece}{from}{sign}{}{call}", shown(&typed.to))
}

fn no_such_cell(position: &Position, name: &str) -> String {
    let form = position.form();
    let known = CellName(name.to_owned()).cell();
    let typed = if form.is_flat() { name.to_lowercase() } else { name.to_uppercase() };
    let shown = known.map_or(typed, |cell| cell.to_string());
    let mut cells = form.cells();
    let (first, last) = (cells.next(), cells.last());
    let (first, last) = (
        first.map_or_else(String::new, |cell| cell.to_string()),
        last.map_or_else(String::new, |cell| cell.to_string()),
    );
    let what = if form.is_flat() {
        format!("This board has files and ranks, {first} to {last}")
    } else {
        format!(
            "This board has zones; a cell is a zone letter and two numbers from 1 to 4, {first} to \
             {last}"
        )
    };
    let example = position
        .example_move()
        .map_or_else(String::new, |mv| format!("; a move is for instance `{mv}`"));
    format!("There is no cell {shown} here. {what}{example}.")
}

/// Returns why two pieces do not merge, after "your own … stands there, and".
fn no_merge(why: NoMerge) -> String {
    match why {
        NoMerge::Queen => "a Queen never merges".to_owned(),
        NoMerge::Drones => "two Drones never merge".to_owned(),
        NoMerge::Have(kind, at) => {
            format!("they cannot merge, because you have a {} on {at}", kind.name())
        }
        NoMerge::Off => "promotions are off in this game".to_owned(),
    }
}

/// Returns what stands on the target, where the sign in the text says otherwise.
fn wrong_sign(position: &Position, said: Way, to: super::Cell, is: Way) -> String {
    let kind = position.piece_at(to).map_or("piece", Kind::name);
    match (said, is) {
        (Way::Merge, Way::Plain) => format!("{to} is empty, so there is nothing to merge with."),
        (_, Way::Plain) => format!("{to} is empty, so there is nothing to take."),
        (_, Way::Capture) => {
            let zone = zone_words(position.form(), position.owner(to));
            format!("the {kind} on {to} is in {zone}, so this is a capture.")
        }
        (_, Way::Merge) => {
            format!("your own {kind} stands on {to}, so this is no capture but a merge.")
        }
    }
}

/// ` Your Queen on c1 cannot move now.`, for a piece without any move.
fn stuck(position: &Position, from: super::Cell) -> String {
    let moves = legal_moves(position);
    match position.piece_at(from) {
        Some(kind) if moves.iter().all(|mv| mv.from != from) => {
            format!(" Your {} on {from} cannot move now.", kind.name())
        }
        _ => String::new(),
    }
}
