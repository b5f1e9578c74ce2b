//! Sentences about events: here what its parts have in common, its terms and standings.

mod entering;
mod games;
mod lists;
mod log;
mod managing;
mod posts;

use event::{EditionSettings, Form, Format, LEAGUE_GRACE};
use pairing::{
    history::Points,
    standings::{System, TieBreak},
};
use table::{Millis, TimeControl, WEEK};

use super::{
    clocks::{clock_words, exact_span},
    phrases::span,
    standings::group_title,
};

pub use entering::*;
pub use games::*;
pub use lists::*;
pub use log::*;
pub use managing::*;
pub use posts::*;

/// The set-up of an edition, for use in sentences.
#[derive(Clone, Debug)]
pub struct EventTerms<'a> {
    /// The name of the event, harmless to show.
    pub name: String,
    /// All that it is set up with.
    pub settings: &'a EditionSettings,
    /// The pairing system, once it is known.
    pub system: Option<System>,
}

/// The standings of an event, or of one group of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupLines {
    /// Which group, from 0, if there are several.
    pub group: Option<usize>,
    /// The tie-breaks, the first one first.
    pub tie_breaks: Vec<TieBreak>,
    /// The lines, the best first.
    pub lines: Vec<StandingLine>,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingLine {
    /// The place, from 1; `None` for a bot that fills up.
    pub place: Option<usize>,
    /// The name, harmless to show.
    pub name: String,
    /// Whether they play no further rounds.
    pub gone: bool,
    /// The points in tenths.
    pub points: Points,
    /// The values of the tie-breaks.
    pub tie_breaks: Vec<String>,
}

/// The most lines of standings in a message.
const MOST_LINES: usize = 12;
/// So many groups of a league are shown in a text: about as much as a message of Discord holds.
const MOST_GROUPS: usize = 6;

/// Points as people read them: `2½`.
#[must_use]
pub fn points_shown(tenths: Points) -> String {
    match (tenths / 10, tenths % 10) {
        (0, 5) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, 5) => format!("{whole}½"),
        (whole, part) => format!("{whole}.{part}"),
    }
}

/// Returns how an edition is held, in a sentence: its game, its form, its clock, and whether it is rated.
#[must_use]
pub fn event_terms(terms: &EventTerms<'_>) -> String {
    let settings = terms.settings;
    let game = settings.game.title();
    let options = if settings.options.is_empty() {
        String::new()
    } else {
        format!(" ({})", settings.options)
    };
    let rated = if settings.rated { "rated" } else { "casual" };
    let filler = settings.filler.map(|level| {
        format!(" My level {level} plays whoever would be left over, casual and without a place.")
    });
    let filler = filler.unwrap_or_default();
    match settings.form {
        Form::Evening => {
            let rounds = match (terms.system, settings.format) {
                (Some(System::RoundRobin), _) | (None, Format::RoundRobin) => {
                    "everybody against everybody".to_owned()
                }
                (Some(System::Swiss), _) | (None, Format::Swiss) => rounds_shown(settings.rounds),
                (None, Format::Auto) => format!(
                    "{}, or everybody against everybody if few come",
                    rounds_shown(settings.rounds)
                ),
            };
            let clock = event_clock(settings.clock);
            let evening =
                if settings.weekly.is_some() { "an evening a week" } else { "one evening" };
            let come = exact_span(settings.no_show);
            format!(
                "{game}{options}, {evening}: {rounds}; each player has {clock}, {rated}. Whoever does not come to a \
                 game within {come} loses it.{filler}"
            )
        }
        Form::League => format!(
            "{game}{options}, a league over {}: groups of at most six, all games of a group at once; \
             each player has {}, no vacation, {rated}. What is not decided {} after its end goes by the points of the game, and is \
             drawn where it has none.{filler}",
            weeks(settings.period),
            event_clock(settings.clock),
            span(LEAGUE_GRACE),
        ),
    }
}

/// Whom to ask about an event: whoever has made it, by name where that is known, and those who manage its place.
#[must_use]
pub fn whom_to_ask(maker: Option<&str>, is_page: bool) -> String {
    let managers = match is_page {
        true => "whoever took the first name on this page",
        false => "whoever manages this server or has its manager role",
    };
    match maker {
        Some(name) => format!("Made by {name}; managed by {managers}."),
        None => format!("Managed by {managers}."),
    }
}

/// The length of a league in words.
fn weeks(period: Millis) -> String {
    match period / WEEK {
        1 => "a week".to_owned(),
        weeks => format!("{weeks} weeks"),
    }
}

/// So many rounds in words.
fn rounds_shown(rounds: u16) -> String {
    if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") }
}

/// The clock of the games of an event in words.
fn event_clock(control: TimeControl) -> String {
    match control {
        TimeControl::Bank { bank, increment: 0 } => format!("{} for the game", exact_span(bank)),
        TimeControl::Bank { bank, increment } => {
            format!("{} and {} more for each move", exact_span(bank), exact_span(increment))
        }
        control => clock_words(control),
    }
}

fn players_shown(count: usize) -> String {
    match count {
        0 => "Nobody has entered".to_owned(),
        1 => "1 has entered".to_owned(),
        count => format!("{count} have entered"),
    }
}

/// Standings in lines: `1. ann 4½ (12, 14, 9)`, and `left` behind that for who plays on no more. The dot is escaped, since places are shared, and what reads as a
/// numbered list is numbered anew by Discord.
#[must_use]
pub fn standings_shown(groups: &[GroupLines]) -> String {
    let group = |group: &GroupLines| {
        let mut lines: Vec<String> = Vec::new();
        if let Some(at) = group.group {
            lines.push(format!("{}:", group_title(at)));
        }
        lines.extend(group.lines.iter().take(MOST_LINES).map(|line| {
            let place = line.place.map(|place| format!("{place}\\. ")).unwrap_or_default();
            format!(
                "{place}{} **{}** ({}){}",
                line.name,
                points_shown(line.points),
                line.tie_breaks.join(", "),
                if line.gone { ", left" } else { "" },
            )
        }));
        let more = group.lines.len().saturating_sub(MOST_LINES);
        if more > 0 {
            lines.push(format!("and {more} more."));
        }
        lines.join("\n")
    };
    let mut shown: Vec<String> = groups.iter().take(MOST_GROUPS).map(group).collect();
    let more = groups.len().saturating_sub(MOST_GROUPS);
    if more > 0 {
        shown.push(format!("and {more} more group{}.", if more == 1 { "" } else { "s" }));
    }
    shown.join("\n")
}

/// A tie-break by its name, and its code in the picture of the standings.
fn tie_break_named(tie_break: TieBreak) -> String {
    format!("{} ({})", tie_break.name(), tie_break.code())
}

/// The tie-breaks that stand in brackets.
fn codes_shown(groups: &[GroupLines]) -> String {
    let tie_breaks = groups.first().map(|group| group.tie_breaks.iter().copied());
    tie_breaks.into_iter().flatten().map(tie_break_named).collect::<Vec<_>>().join(", ")
}

/// Returns what the bot is called that fills up.
#[must_use]
pub fn filler_name(level: u8) -> String {
    format!("Martian Cake, level {level}")
}

/// A result to which not both have moved.
#[must_use]
pub fn by_forfeit(result: &str) -> String {
    format!("{result} by forfeit")
}
