//! Answers to whoever asks about events.

use event::Free;
use pairing::{
    history::{Bye, Entry, Number, Points, Score},
    standings::TieBreak,
};
use table::{EditionNo, GameNo, Millis};

use super::{
    EventTerms, GroupLines, codes_shown, event_terms, points_shown, standings_shown,
    tie_break_named,
};
use crate::text::{
    phrases::dated,
    standings::{StandingsStage, standings_stage},
};

/// A game of a round as lists show it.
#[derive(Clone, Debug)]
pub struct PairLine {
    /// Who has White.
    pub white: String,
    /// Who has Black.
    pub black: String,
    /// The number of the game.
    pub game: GameNo,
    /// Its result; `None` while it is played.
    pub result: Option<String>,
}

/// An event in a list.
#[must_use]
pub fn event_listed(
    no: EditionNo,
    terms: &EventTerms<'_>,
    stage: &str,
    (takes_part, is_over): (bool, bool),
) -> String {
    let mine = match (takes_part, is_over) {
        (false, _) => "",
        (true, false) => " You take part.",
        (true, true) => " You took part.",
    };
    format!("**{no}** {}: {}, {stage}.{mine}", terms.name, terms.settings.game.title())
}

/// An event has not begun.
#[must_use]
pub fn event_opens(start: Millis, is_paused: bool) -> String {
    if is_paused { "paused".to_owned() } else { format!("begins {}", dated(start)) }
}

/// A league is being played.
#[must_use]
pub fn league_runs() -> String {
    "being played".to_owned()
}

/// An evening is being played.
#[must_use]
pub fn event_runs((round, of): (usize, usize), is_paused: bool) -> String {
    let paused = if is_paused { ", paused" } else { "" };
    match round {
        0 => format!("before round 1 of {of}{paused}"),
        round => format!("round {round} of {of}{paused}"),
    }
}

/// An event has ended.
#[must_use]
pub fn event_ended() -> String {
    "over".to_owned()
}

/// An event was called off.
#[must_use]
pub fn event_was_cancelled() -> String {
    "called off".to_owned()
}

/// All about an event.
#[must_use]
pub fn event_info(
    no: EditionNo,
    terms: &EventTerms<'_>,
    stage: &str,
    (entrants, is_over): (&[String], bool),
    managers: &str,
    mine: &str,
) -> String {
    let who = if entrants.is_empty() {
        "Nobody has entered.".to_owned()
    } else {
        const MOST: usize = 20;
        let more = entrants.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names = entrants.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
        let take = if is_over { "took" } else { "take" };
        format!("{} {take} part: {names}{more}.", entrants.len())
    };
    let terms = format!("**{}** ({no}), {stage}. {}", terms.name, event_terms(terms));
    format!("{terms} {managers}\n{who}\n{mine}")
}

/// Returns how to enter an event.
#[must_use]
pub fn join_enters_you(no: EditionNo, prefix: &str) -> String {
    format!("`{prefix}tournament join {no}` enters you.")
}

/// Whoever asks cannot enter an event as it stands.
#[must_use]
pub fn nobody_enters_now(no: EditionNo, prefix: &str) -> String {
    format!("You do not take part. `{prefix}tournament standings {no}` shows how it stands.")
}

/// An event is over, so nothing comes next in it.
#[must_use]
pub fn see_how_it_ended(no: EditionNo, prefix: &str) -> String {
    format!("`{prefix}tournament standings {no}` shows how it ended.")
}

/// Somebody has no game in this round any more.
#[must_use]
pub fn you_wait_for_the_round(is_paused: bool, is_last: bool) -> String {
    let what = if is_last { "It ends" } else { "The next round begins" };
    if is_paused {
        format!("You take part. The event is paused; {} when it goes on.", what.to_lowercase())
    } else {
        format!("You take part. {what} as soon as all games of this round are over.")
    }
}

/// Somebody has no game in a round, and why; `None` of whoever has gone.
#[must_use]
pub fn you_are_free(why: Free, round: usize, name: impl Fn(Number) -> String) -> Option<String> {
    Some(match why {
        Free::LeftOver => format!("You have the bye in round {round}, and a point."),
        Free::AskedHalf => format!("You sit out round {round} for half a point."),
        Free::AskedZero => format!("You sit out round {round}."),
        Free::Walkover(other) => {
            format!("You have a point in round {round}, since {} has left.", name(other))
        }
        Free::Missing(_) => return None,
        Free::Rests => format!("You have no game in round {round}."),
    })
}

/// Somebody has played all games of a league.
#[must_use]
pub fn your_league_games_are_over() -> String {
    "You take part, and all your games are over.".to_owned()
}

/// Returns what holds for somebody who has entered an event that has not begun.
#[must_use]
pub fn you_have_entered(is_here: bool, must_check_in: bool) -> String {
    match (is_here, must_check_in) {
        (true, _) => "You have entered and are checked in.".to_owned(),
        (false, true) => "You have entered; do not forget to check in before it begins.".to_owned(),
        (false, false) => "You have entered.".to_owned(),
    }
}

/// The games of somebody in an event.
#[must_use]
pub fn your_event_games(games: &[String]) -> String {
    format!("You play {}.", games.join(", "))
}

/// There are no standings yet.
#[must_use]
pub fn no_standings_yet(no: EditionNo, start: Millis) -> String {
    format!("{no} has no standings yet. It begins {}.", dated(start))
}

/// The standings of an event.
#[must_use]
pub fn standings_of(
    no: EditionNo,
    name: &str,
    stage: StandingsStage,
    groups: &[GroupLines],
) -> String {
    format!(
        "**{name}** ({no}) {}; in brackets {}:\n{}",
        standings_stage(stage),
        codes_shown(groups),
        standings_shown(groups)
    )
}

/// Returns whose points stand in where nobody was met.
#[must_use]
pub fn dummy() -> String {
    "a dummy opponent".to_owned()
}

/// Returns what a dummy opponent is.
#[must_use]
pub fn about_dummy() -> String {
    "A dummy opponent stands in for each round without a game.".to_owned()
}

/// A term of a tie-break.
#[must_use]
pub fn term(value: &str, whom: &str, is_cut: bool) -> String {
    let cut = if is_cut { ", cut" } else { "" };
    format!("{value} ({whom}{cut})")
}

/// A tie-break with what it is made of.
#[must_use]
pub fn tie_break_sum(tie_break: TieBreak, value: &str, terms: &[String]) -> String {
    let named = tie_break_named(tie_break);
    if terms.is_empty() {
        format!("{named}: {value}")
    } else {
        format!("{named}: {value} = {}", terms.join(" + "))
    }
}

/// Returns what a place is made of.
#[must_use]
pub fn place_explained(
    name: &str,
    place: Option<usize>,
    points: Points,
    sums: &[String],
) -> String {
    let place = place.map_or_else(|| "no place".to_owned(), |place| format!("place {place}"));
    let unit = if (1..=10).contains(&points) { "point" } else { "points" };
    format!("{name}: {place}, {} {unit}.\n{}", points_shown(points), sums.join("\n"))
}

/// Returns what somebody has come to in a round, in a word or two.
#[must_use]
pub const fn done_in_round(entry: Entry) -> &'static str {
    match entry {
        Entry::Game { score: Score::Win, .. } => "won",
        Entry::Game { score: Score::Draw, .. } => "drew",
        Entry::Game { score: Score::Loss, .. } => "lost",
        Entry::Forfeit { score: Score::Win, .. } => "won by forfeit",
        Entry::Forfeit { score: Score::Draw, .. } => "drawn without a game",
        Entry::Forfeit { score: Score::Loss, .. } => "lost by forfeit",
        Entry::Bye { bye: Bye::Allocated | Bye::Full } => "a point without a game",
        Entry::Bye { bye: Bye::Half } => "half a point without a game",
        Entry::Bye { bye: Bye::Zero } | Entry::Absent => "no game",
    }
}

/// The same of a game that is not over.
#[must_use]
pub const fn plays_in_round() -> &'static str {
    "plays"
}

/// There is no such round.
#[must_use]
pub fn no_such_round(no: EditionNo, paired: usize, start: Millis) -> String {
    if paired == 0 {
        format!("No round of {no} is paired. Its start: {}.", dated(start))
    } else {
        format!("{no} has rounds 1 to {paired} so far.")
    }
}

/// A round with its results.
#[must_use]
pub fn round_shown(no: EditionNo, round: usize, lines: &[PairLine], free: &[String]) -> String {
    const MOST: usize = 40;
    let line = |(line, n): (&PairLine, usize)| {
        let result = line.result.as_deref().unwrap_or("is played");
        format!("{n}. {} – {} {result} {}", line.white, line.black, line.game)
    };
    let mut words = vec![format!("{no}, round {round}:")];
    words.extend(lines.iter().zip(1..).take(MOST).map(line));
    if lines.len() > MOST {
        words.push(format!("and {} more.", lines.len() - MOST));
    }
    if !free.is_empty() {
        words.push(format!("Without a game: {}.", free.join(", ")));
    }
    words.join("\n")
}

/// Returns where a list of events goes on.
#[must_use]
pub fn more_events(page: usize, of: usize, prefix: &str) -> String {
    format!("More: `{prefix}tournament list {page}`, of {of} pages.")
}

/// An event as a file.
#[must_use]
pub fn event_exported(no: EditionNo, as_json: bool) -> String {
    match as_json {
        true => format!(
            "{no} as a file: its players, and what each has done in each round that is over."
        ),
        false => {
            format!("{no} as a file. `martian-cake standings FILE` and other programs read it.")
        }
    }
}
