//! The logs of events.

use super::filler_name;
use crate::{
    chat::text::phrases::instant,
    edition::{Gone, TournamentEvent, Who},
    table::{Millis, PersonId, TournamentNo},
};

/// A line of the log of an event.
#[must_use]
pub fn log_line(at: Millis, by: Option<&str>, what: &str) -> String {
    let by = by.map_or_else(String::new, |name| format!(" ({name})"));
    format!("{}: {what}{by}", instant(at))
}

/// Where the log of an event goes on.
#[must_use]
pub fn older_lines(no: TournamentNo, page: usize, of: usize, prefix: &str) -> String {
    format!("Older lines: `{prefix}tournament log {no} {page}`, of {of} pages.")
}

/// What has happened in an event, in words.
#[must_use]
pub fn event_words(event: &TournamentEvent, name_of: &dyn Fn(&PersonId) -> String) -> String {
    let who_name = |who: &Who| match who {
        Who::Person(id) => name_of(id),
        Who::Bot(level) => filler_name(*level),
    };
    match event {
        TournamentEvent::Created { .. } => "announced".to_owned(),
        TournamentEvent::Edited { .. } => "set up otherwise".to_owned(),
        TournamentEvent::Joined { who, .. } => format!("{} entered", who_name(who)),
        TournamentEvent::Went { who, why } => {
            let how = match why {
                Gone::Left => "left",
                Gone::TakenOut => "was taken out",
                Gone::NoShows => "is out, after two games without coming",
            };
            format!("{} {how}", who_name(who))
        }
        TournamentEvent::CheckedIn { who } => format!("{} checked in", name_of(who)),
        TournamentEvent::Reminded => "reminder".to_owned(),
        TournamentEvent::CheckInOpened => "check-in opened".to_owned(),
        TournamentEvent::Started { players, .. } => format!("began with {} players", players.len()),
        TournamentEvent::Paired { round, boards, .. } => {
            let plural = if boards.len() == 1 { "" } else { "s" };
            format!("round {} paired, {} game{plural}", round + 1, boards.len())
        }
        TournamentEvent::Unpaired { round } => format!("round {} taken back", round + 1),
        TournamentEvent::ByeAsked { who, round } => {
            format!("{} sits out round {}", name_of(who), round + 1)
        }
        TournamentEvent::NoShow { who, game } => format!("{} did not come to {game}", name_of(who)),
        TournamentEvent::Decided { game, how } => format!("{game}: {how}"),
        TournamentEvent::TimeOver => "its time is over, and some games are not".to_owned(),
        TournamentEvent::Paused => "paused".to_owned(),
        TournamentEvent::Resumed => "resumed".to_owned(),
        TournamentEvent::Moved { .. } => "moved to another channel".to_owned(),
        TournamentEvent::Finished => "over".to_owned(),
        TournamentEvent::Cancelled { why } => format!("called off: {why}"),
    }
}
