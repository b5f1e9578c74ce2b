//! The logs of events.

use event::{EditionEvent, EditionSettings, Form, Format, Gone, Who};
use table::{EditionNo, GameNo, Millis, PersonId};

use super::{event_clock, filler_name, rounds_shown, weeks};
use crate::parse::plain_text::shown;
use crate::text::{
    clocks::exact_span,
    phrases::{dated, instant},
};

/// A line of the log of an event.
#[must_use]
pub fn log_line(at: Millis, by: Option<&str>, what: &str) -> String {
    let by = by.map_or_else(String::new, |name| format!(" ({name})"));
    format!("{}: {what}{by}", instant(at))
}

/// Returns where the log of an event goes on.
#[must_use]
pub fn older_lines(no: EditionNo, page: usize, of: usize, prefix: &str) -> String {
    format!("Older lines: `{prefix}tournament log {no} {page}`, of {of} pages.")
}

/// Returns what has happened in an event, in words; `before` is what it was set up with until then.
#[must_use]
pub fn event_words(
    event: &EditionEvent,
    before: Option<&EditionSettings>,
    name_of: &dyn Fn(&PersonId) -> String,
) -> String {
    let who_name = |who: &Who| match who {
        Who::Person(id) => name_of(id),
        Who::Bot(level) => filler_name(*level),
    };
    match event {
        EditionEvent::Created { .. } => "announced".to_owned(),
        EditionEvent::Edited { settings } => {
            let changes = before.map(|before| changes(before, settings)).unwrap_or_default();
            if changes.is_empty() {
                "edited, but nothing changed".to_owned()
            } else {
                format!("edited: {}", changes.join("; "))
            }
        }
        EditionEvent::Joined { who, .. } => format!("{} entered", who_name(who)),
        EditionEvent::Went { who, why } => {
            let how = match why {
                Gone::Left => "left",
                Gone::TakenOut => "was taken out",
                Gone::NoShows => "is out, after two games without coming",
            };
            format!("{} {how}", who_name(who))
        }
        EditionEvent::CheckedIn { who } => format!("{} checked in", name_of(who)),
        EditionEvent::Reminded => "reminder".to_owned(),
        EditionEvent::CheckInOpened => "check-in opened".to_owned(),
        EditionEvent::Started { players, .. } => format!("began with {} players", players.len()),
        EditionEvent::Paired { round, boards, .. } => {
            let plural = if boards.len() == 1 { "" } else { "s" };
            format!("round {} paired, {} game{plural}", round + 1, boards.len())
        }
        EditionEvent::Unpaired { round } => format!("round {} taken back", round + 1),
        EditionEvent::ByeAsked { who, round } => {
            format!("{} sits out round {}", name_of(who), round + 1)
        }
        EditionEvent::NoShow { who, game } => format!("{} did not come to {game}", name_of(who)),
        EditionEvent::Decided { game, how } => format!("{game}: {how}"),
        EditionEvent::TimeOver => "its time is over, and some games are not".to_owned(),
        EditionEvent::Paused => "paused".to_owned(),
        EditionEvent::PlaceLost => "paused, since its channel is gone".to_owned(),
        EditionEvent::Resumed => "resumed".to_owned(),
        EditionEvent::Moved { .. } => "moved to another channel".to_owned(),
        EditionEvent::Finished => "over".to_owned(),
        EditionEvent::Cancelled { why } => format!("called off: {why}"),
    }
}

/// The result of a game of an event was put right; `None` if it has none any more.
#[must_use]
pub fn put_right(no: GameNo, result: Option<&str>, reason: &str) -> String {
    let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    format!("{no} put right, {}{why}", result.unwrap_or("no result"))
}

/// Returns what is not as it was before, as it is now.
fn changes(before: &EditionSettings, now: &EditionSettings) -> Vec<String> {
    let form = match (now.form, now.format) {
        (Form::League, _) => "league",
        (Form::Evening, Format::Swiss) => "evening by Swiss pairing",
        (Form::Evening, Format::RoundRobin) => "evening of everybody against everybody",
        (Form::Evening, Format::Auto) => "evening",
    };
    let is_evening = now.form == Form::Evening;
    let within = |span: Millis| format!("{} to come to a game", exact_span(span));
    let here = match now.check_in {
        0 => "no check-in".to_owned(),
        span => format!("check-in {} before", exact_span(span)),
    };
    let fill = now.filler.map_or_else(
        || "no bot fills up".to_owned(),
        |level| format!("{}, fills up", filler_name(level)),
    );
    let game = if now.options.is_empty() {
        now.game.title().to_owned()
    } else {
        format!("{} ({})", now.game.title(), now.options)
    };
    let weekly = if now.weekly.is_some() { "every week" } else { "no further week" };
    let all = [
        (before.name != now.name, format!("name “{}”", shown(&now.name))),
        ((&before.game, &before.options) != (&now.game, &now.options), game),
        ((before.form, before.format) != (now.form, now.format), form.to_owned()),
        (is_evening && before.rounds != now.rounds, rounds_shown(now.rounds)),
        (!is_evening && before.period != now.period, weeks(now.period)),
        (is_evening && before.clock != now.clock, event_clock(now.clock)),
        (before.rated != now.rated, if now.rated { "rated" } else { "casual" }.to_owned()),
        (before.start != now.start, format!("start {}", dated(now.start))),
        (before.check_in != now.check_in, here),
        (before.no_show != now.no_show, within(now.no_show)),
        (before.filler != now.filler, fill),
        (before.weekly.is_some() != now.weekly.is_some(), weekly.to_owned()),
    ];
    all.into_iter().filter(|(is_new, _)| *is_new).map(|(_, words)| words).collect()
}
