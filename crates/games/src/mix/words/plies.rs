//! A ply in words.

use scene::PlyNote;

use super::{attackers, counted, line_words, men, the};
use crate::{
    Actor, Outcome,
    mix::{ends::CHECKMATE, report::Report, tables::Line},
    text::list,
};

/// A ply in a few sentences: what the move was, then what it led to.
pub(in crate::mix) fn ply(report: &Report, actor: Actor<'_>) -> String {
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

/// A ply in a few words for the picture.
pub(in crate::mix) fn note(report: &Report) -> PlyNote {
    let mv = report.mv;
    let sign = if report.taken.is_empty() { "–" } else { "×" };
    let way: Vec<String> =
        [mv.from()].into_iter().chain(mv.path()).map(|at| at.to_string()).collect();
    let short = way.join(sign);
    let taken = match report.taken.as_slice() {
        [] => None,
        [(_, kind)] => Some(format!("takes the {}", kind.name())),
        several => Some(format!("takes {} men", several.len())),
    };
    let passing = report.is_passing.then(|| "in passing".to_owned());
    let made = report.promoted.map(|made| format!("becomes a {}", made.name()));
    let end = match report.outcome {
        Some(Outcome::Win(_, CHECKMATE)) => Some("checkmate".to_owned()),
        None if !report.checkers.is_empty() => Some("check".to_owned()),
        _ => None,
    };
    let came = taken.into_iter().chain(passing).chain(made).chain(end).collect();
    PlyNote { words: format!("{} {short}", report.kind.name()), came, short, fight: None }
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
