//! A ply in words.

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

/// ` Check by the Liner on e6: five men stand on file e.`
fn check(report: &Report) -> String {
    if let [(at, kind)] = *report.checkers
        && let Some((n, line)) = counted(at, kind, report.king)
    {
        return format!(" Check by {}: {} stand on {line}.", the(kind, at), men(n));
    }
    format!(" Check by {}.", attackers(&report.checkers, report.king))
}
