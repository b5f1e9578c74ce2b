//! Posts about events, which go to all without being asked for.

use event::{Free, FreeRound};
use pairing::history::Number;
use table::{EditionNo, GameNo, Millis};

use super::{EventTerms, GroupLines, codes_shown, event_terms, players_shown, standings_shown};
use crate::{
    naming::names::listed,
    text::{
        phrases::{dated, instant, span},
        standings::group_title,
    },
};

/// An edition is announced.
#[must_use]
pub fn event_announced(
    no: EditionNo,
    ordinal: u32,
    terms: &EventTerms<'_>,
    managers: &str,
    prefix: &str,
) -> String {
    let which = if ordinal > 1 { format!(", edition {ordinal}") } else { String::new() };
    let check_in = match terms.settings.check_in {
        0 => String::new(),
        time => {
            let time = span(time);
            let time = time.strip_prefix("1 ").unwrap_or(&time);
            format!(" Check in during the last {time} before.")
        }
    };
    format!(
        "**{}** ({no}{which}): {}\nIt begins {}.{check_in} `{prefix}tournament join {no}` to enter. {managers}",
        terms.name,
        event_terms(terms),
        dated(terms.settings.start),
    )
}

/// The reminder of the start.
#[must_use]
pub fn event_reminder(no: EditionNo, terms: &EventTerms<'_>, count: usize, prefix: &str) -> String {
    format!(
        "**{}** ({no}) begins {}. {} so far; `{prefix}tournament join {no}` to enter.",
        terms.name,
        dated(terms.settings.start),
        players_shown(count),
    )
}

/// One can check in.
#[must_use]
pub fn check_in_opens(
    no: EditionNo,
    (name, start): (&str, Millis),
    mentions: &[String],
    prefix: &str,
) -> String {
    let who = if mentions.is_empty() { String::new() } else { format!("{}\n", mentions.join(" ")) };
    format!(
        "{who}**{name}** ({no}) begins {}. Say that you are here: `{prefix}tournament checkin {no}`. Whoever \
         does not, is not paired.",
        instant(start),
    )
}

/// The others whom the check-in calls, since one message cannot name all.
#[must_use]
pub fn more_to_check_in(no: EditionNo, mentions: &[String]) -> String {
    format!("{}\nSay that you are here, too ({no}).", mentions.join(" "))
}

/// Returns what is said of an edition that is made where games have no threads.
#[must_use]
pub fn large_needs_threads(most: usize, is_off: bool, prefix: &str) -> String {
    let how = match is_off {
        true => format!(": `{prefix}server set threads ask`"),
        false => format!(", which I cannot open: `{prefix}check` shows why"),
    };
    format!("\nMore than {most} games at once need threads here{how}.")
}

/// An edition cannot begin, or go on, without threads: they are off, or refused. `is_early` if it was to begin before
/// its time.
#[must_use]
pub fn event_needs_threads(
    no: EditionNo,
    has_begun: bool,
    games: usize,
    (is_off, is_early): (bool, bool),
    prefix: &str,
) -> String {
    let begin = if has_begun { "go on" } else { "begin" };
    let again = if is_early { "start" } else { "resume" };
    let how = match is_off {
        true => format!(
            "threads are switched off here. Whoever manages the server types `{prefix}server set threads \
             always`, then"
        ),
        false => format!(
            "I cannot open threads here. `{prefix}check` shows what is missing; whoever manages the server \
             gives it to me, and types"
        ),
    };
    format!(
        "{no} cannot {begin}: {games} games at once are too many for one channel, and {how} \
         `{prefix}tournament {again} {no}`."
    )
}

/// A game of a round: `1. ann (White) – ben #12`, without the number.
#[must_use]
pub fn board_line(white: &str, black: &str, game: GameNo) -> String {
    format!("{white} (White) – {black} {game}")
}

/// Returns why somebody has no game in a round; `None` for who is simply not there. `name` says how people are
/// named.
#[must_use]
pub fn free_line(free: &FreeRound, name: impl Fn(Number) -> String) -> Option<String> {
    let who = name(free.number);
    Some(match free.why {
        Free::LeftOver => format!("{who} is left over and has a point"),
        Free::AskedHalf => format!("{who} sits out for half a point"),
        Free::AskedZero => format!("{who} sits out"),
        Free::Walkover(other) => format!("{who} has a point, since {} has left", name(other)),
        Free::Missing(_) => return None,
        Free::Rests => format!("{who} rests"),
    })
}

/// A round begins.
#[must_use]
pub fn round_begins(
    no: EditionNo,
    name: &str,
    (round, of): (usize, usize),
    (boards, more): (&[String], usize),
    free: &[String],
    given_up: bool,
) -> String {
    let mut words = format!("**{name}** ({no}), round {round} of {of}.");
    for (board, n) in boards.iter().zip(1..) {
        words.push_str(&format!("\n{n}. {board}"));
    }
    if more > 0 {
        words.push_str(&format!("\nand {more} more; each board calls its players."));
    }
    if !free.is_empty() {
        words.push_str(&format!("\n{}.", free.join("; ")));
    }
    if given_up {
        words.push_str(
            "\nThe rules of pairing allowed no other round: some meet again or keep their colour.",
        );
    }
    words
}

fn league_head(no: EditionNo, name: &str, until: Millis) -> String {
    format!("**{name}** ({no}) begins: all games at once, until {}.", dated(until))
}

/// A league begins: the games of each group, one in a line.
#[must_use]
pub fn league_begins(no: EditionNo, name: &str, until: Millis, groups: &[Vec<String>]) -> String {
    let mut words = league_head(no, name, until);
    for (games, at) in groups.iter().zip(0..) {
        if groups.len() > 1 {
            words.push_str(&format!("\n{}:", group_title(at)));
        }
        for game in games {
            words.push_str(&format!("\n{game}"));
        }
    }
    words
}

/// The same of a league that has too many games for one message: who is in each group, as far as that fits into `room`
/// UTF-16 units.
#[must_use]
pub fn large_league_begins(
    no: EditionNo,
    name: &str,
    until: Millis,
    groups: &[Vec<String>],
    room: usize,
) -> String {
    let whole = |shown: usize| {
        let mut words = league_head(no, name, until);
        for (names, at) in groups.iter().zip(0..shown) {
            let title = format!("{}: ", group_title(at));
            let title = if groups.len() > 1 { &title } else { "" };
            words.push_str(&format!("\n{title}{}", names.join(", ")));
        }
        words.push_str(&match groups.len() - shown {
            0 => "\nEach board calls its players.".to_owned(),
            1 => "\nand 1 more group; each board calls its players.".to_owned(),
            more => format!("\nand {more} more groups; each board calls its players."),
        });
        words
    };
    let mut fewer_and_fewer = (0..=groups.len()).rev().map(whole);
    fewer_and_fewer.find(|words| words.encode_utf16().count() <= room).unwrap_or_default()
}

/// An edition is over: who has won, and the standings.
#[must_use]
pub fn event_is_won(
    no: EditionNo,
    name: &str,
    groups: &[GroupLines],
    best_fight: Option<&str>,
) -> String {
    let first = |group: &GroupLines| {
        let best = group.lines.iter().filter(|line| line.place == Some(1));
        listed(&best.map(|line| line.name.clone()).collect::<Vec<_>>())
    };
    let winners: Vec<String> = groups.iter().map(first).filter(|names| !names.is_empty()).collect();
    let mut words = if winners.is_empty() {
        format!("**{name}** ({no}) is over.")
    } else {
        format!("**{}** won **{name}** ({no}).", winners.join("; "))
    };
    words.push_str(&format!(" In brackets {}:\n", codes_shown(groups)));
    words.push_str(&standings_shown(groups));
    if let Some(fight) = best_fight {
        words.push('\n');
        words.push_str(fight);
    }
    words
}

/// The fight of an event that people talk about.
#[must_use]
pub fn best_fight(name: &str, percent: u8, game: GameNo) -> String {
    format!("Best fight: {name} hit with {percent} % in {game}, and won.")
}

/// An edition is called off.
#[must_use]
pub fn event_cancelled(no: EditionNo, name: &str, why: &str, goes_on: bool) -> String {
    let next = if goes_on { " The next one is announced below." } else { "" };
    format!("**{name}** ({no}) is called off: {why}.{next}")
}

/// Returns why an edition is called off to which too few came.
#[must_use]
pub fn too_few_came(count: usize, fewest: usize) -> String {
    match count {
        0 => format!("nobody came, and it takes {fewest}"),
        1 => format!("only one player came, and it takes {fewest}"),
        count => format!("only {count} came, and it takes {fewest}"),
    }
}

/// The end of an event is another one, since a result was put right.
#[must_use]
pub fn standings_put_right(
    no: EditionNo,
    name: &str,
    game: GameNo,
    groups: &[GroupLines],
) -> String {
    format!(
        "The result of {game} was put right, so **{name}** ({no}) has ended like this, in brackets {}:\n{}",
        codes_shown(groups),
        standings_shown(groups)
    )
}

/// The time of a league is over, and some of its games are not.
#[must_use]
pub fn league_runs_late(
    no: EditionNo,
    name: &str,
    games: &[GameNo],
    until: Millis,
    prefix: &str,
) -> String {
    const MOST: usize = 12;
    let more = games.len().saturating_sub(MOST);
    let mut shown: Vec<String> = games.iter().take(MOST).map(GameNo::to_string).collect();
    shown.extend((more > 0).then(|| format!("{more} more")));
    format!(
        "The time of **{name}** ({no}) is over; still played: {}, since clocks stood while I was away. They \
         have until {}. A manager can decide one: `{prefix}tournament adjudicate {} draw`. What is left goes \
         by the points of the game, and is drawn where it has none.",
        shown.join(", "),
        dated(until),
        games.first().map_or_else(String::new, GameNo::to_string),
    )
}
