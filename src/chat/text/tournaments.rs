//! What is said about events, by themselves and to those who take part.

use super::{
    clocks::{clock_words, exact_span},
    phrases::{dated, instant, span},
    standings::{StandingsStage, group_title, standings_stage},
};
use crate::{
    edition::{Form, Format, Gone, LEAGUE_GRACE, TournamentEvent, TournamentSettings, Who},
    table::{EventGame, GameNo, Millis, PersonId, TimeControl, TournamentNo},
    tournament::{
        berger::Way,
        event::{Bye, Entry, Points, Score},
    },
};

/// What an edition is set up with, for sentences.
#[derive(Clone, Debug)]
pub struct EventTerms<'a> {
    /// The name of the event, harmless to show.
    pub name: String,
    /// The title of the game.
    pub game: &'a str,
    /// All else that it is set up with.
    pub settings: &'a TournamentSettings,
    /// How it is paired, once that is known.
    pub way: Option<Way>,
}

/// Why somebody has no game in a round.
#[derive(Clone, Copy, Debug)]
pub enum FreeLine<'a> {
    /// They are left over.
    LeftOver,
    /// They have asked for half a point.
    Half,
    /// They have asked to be left out.
    Zero,
    /// Their opponent has gone.
    Walkover(&'a str),
    /// It is their round to rest.
    Rests,
}

/// The standings of an event, or of one group of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupLines {
    /// Which group, from 0, if there are several.
    pub group: Option<usize>,
    /// The codes of the tie-breaks, the first one first.
    pub codes: Vec<String>,
    /// The lines, the best first.
    pub lines: Vec<StandingLine>,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingLine {
    /// The place, from 1.
    pub place: usize,
    /// The name, harmless to show.
    pub name: String,
    /// The points in tenths.
    pub points: Points,
    /// What the tie-breaks come to.
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

/// How an edition is held, in a sentence: its game, its form, its clock, and whether it is rated.
#[must_use]
pub fn event_terms(terms: &EventTerms<'_>) -> String {
    let EventTerms { game, settings, .. } = terms;
    let options = if settings.options.is_empty() {
        String::new()
    } else {
        format!(" ({})", settings.options)
    };
    let rated = if settings.rated { "rated" } else { "casual" };
    match settings.form {
        Form::Evening => {
            let rounds = match (terms.way, settings.format) {
                (Some(Way::RoundRobin), _) | (None, Format::RoundRobin) => {
                    "everybody against everybody".to_owned()
                }
                (Some(Way::Swiss), _) | (None, Format::Swiss) => rounds_shown(settings.rounds),
                (None, Format::Auto) => format!(
                    "{}, or everybody against everybody if few come",
                    rounds_shown(settings.rounds)
                ),
            };
            let clock = event_clock(settings.clock);
            let evening =
                if settings.weekly.is_some() { "an evening a week" } else { "one evening" };
            format!("{game}{options}, {evening}: {rounds}; each player has {clock}, {rated}.")
        }
        Form::League => format!(
            "{game}{options}, a league over {}: groups of at most six, all games of a group at once; \
             each player has {}, no vacation, {rated}. What is not decided {} after its end goes by the points of the game, and is \
             drawn where it has none.",
            weeks(settings.period),
            event_clock(settings.clock),
            span(LEAGUE_GRACE),
        ),
    }
}

/// The length of a league in words.
fn weeks(period: Millis) -> String {
    const WEEK: Millis = 7 * 86_400_000;
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

/// An edition is announced.
#[must_use]
pub fn event_announced(
    no: TournamentNo,
    edition: u32,
    terms: &EventTerms<'_>,
    prefix: &str,
) -> String {
    let which = if edition > 1 { format!(", edition {edition}") } else { String::new() };
    let check_in = match terms.settings.check_in {
        0 => String::new(),
        time => format!(" Check in during the last {} before.", span(time)),
    };
    format!(
        "**{}** ({no}{which}): {}\nIt begins {}.{check_in} `{prefix}tournament join {no}` to enter.",
        terms.name,
        event_terms(terms),
        dated(terms.settings.start),
    )
}

/// The reminder of the start.
#[must_use]
pub fn event_reminder(
    no: TournamentNo,
    terms: &EventTerms<'_>,
    count: usize,
    prefix: &str,
) -> String {
    format!(
        "**{}** ({no}) begins {}. {} so far; `{prefix}tournament join {no}` to enter.",
        terms.name,
        dated(terms.settings.start),
        players_shown(count),
    )
}

fn players_shown(count: usize) -> String {
    match count {
        0 => "Nobody has entered".to_owned(),
        1 => "1 has entered".to_owned(),
        count => format!("{count} have entered"),
    }
}

/// One can check in.
#[must_use]
pub fn check_in_opens(
    no: TournamentNo,
    terms: &EventTerms<'_>,
    mentions: &[String],
    prefix: &str,
) -> String {
    let who = if mentions.is_empty() { String::new() } else { format!("{}\n", mentions.join(" ")) };
    format!(
        "{who}**{}** ({no}) begins {}. Say that you are here: `{prefix}tournament checkin {no}`. Whoever \
         does not, is not paired.",
        terms.name,
        instant(terms.settings.start),
    )
}

/// The others whom the check-in calls, since one message cannot name all.
#[must_use]
pub fn more_to_check_in(no: TournamentNo, mentions: &[String]) -> String {
    format!("{}\nSay that you are here, too ({no}).", mentions.join(" "))
}

/// What is said of an edition that is made where games have no threads.
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
    no: TournamentNo,
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

/// Somebody has no game in a round.
#[must_use]
pub fn free_line(who: &str, why: FreeLine<'_>) -> String {
    match why {
        FreeLine::LeftOver => format!("{who} is left over and has a point"),
        FreeLine::Half => format!("{who} sits out for half a point"),
        FreeLine::Zero => format!("{who} sits out"),
        FreeLine::Walkover(other) => format!("{who} has a point, since {other} has left"),
        FreeLine::Rests => format!("{who} rests"),
    }
}

/// A round begins.
#[must_use]
pub fn round_begins(
    no: TournamentNo,
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

/// Standings in lines: `1. ann 4½ (12, 14, 9)`. The dot is escaped, since places are shared, and what reads as a
/// numbered list is numbered anew by Discord.
#[must_use]
pub fn standings_shown(groups: &[GroupLines]) -> String {
    let group = |group: &GroupLines| {
        let mut lines: Vec<String> = Vec::new();
        if let Some(at) = group.group {
            lines.push(format!("{}:", group_title(at)));
        }
        lines.extend(group.lines.iter().take(MOST_LINES).map(|line| {
            format!(
                "{}\\. {} **{}** ({})",
                line.place,
                line.name,
                points_shown(line.points),
                line.tie_breaks.join(", "),
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

/// The codes of the tie-breaks that stand in brackets.
fn codes_shown(groups: &[GroupLines]) -> String {
    groups.first().map(|group| group.codes.join(", ")).unwrap_or_default()
}

/// An edition is over: who has won, and the standings.
#[must_use]
pub fn event_is_won(
    no: TournamentNo,
    name: &str,
    groups: &[GroupLines],
    best_fight: Option<&str>,
) -> String {
    let first = |group: &GroupLines| {
        let best = group.lines.iter().filter(|line| line.place == 1);
        best.map(|line| line.name.clone()).collect::<Vec<_>>().join(" and ")
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
pub fn event_cancelled(no: TournamentNo, name: &str, why: &str, goes_on: bool) -> String {
    let next = if goes_on { " The next one is announced below." } else { "" };
    format!("**{name}** ({no}) is called off: {why}.{next}")
}

/// Why an edition is called off to which too few came.
#[must_use]
pub fn too_few_came(count: usize, fewest: usize) -> String {
    match count {
        0 => format!("nobody came, and it takes {fewest}"),
        1 => format!("only one player came, and it takes {fewest}"),
        count => format!("only {count} came, and it takes {fewest}"),
    }
}

/// What the bot is called that fills up.
#[must_use]
pub fn filler_name(level: u8) -> String {
    format!("Martian Cake, level {level}")
}

/// The end of an event is another one, since a result was put right.
#[must_use]
pub fn standings_put_right(
    no: TournamentNo,
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

/// What is said at the end of a game to which somebody did not come.
#[must_use]
pub fn did_not_come(name: &str) -> String {
    format!("{name} did not come in time.")
}

/// What is said at the end of a game of somebody who has left its event.
#[must_use]
pub fn left_event_game(name: &str) -> String {
    format!("{name} has left the event.")
}

/// What is said at the end of a game of a league that is over.
#[must_use]
pub fn league_is_over(by_points: bool) -> String {
    let how = if by_points { "points decide" } else { "a draw" };
    format!("The league is over, and this game is not: {how}, as was said beforehand.")
}

/// The time of a league is over, and some of its games are not.
#[must_use]
pub fn league_runs_late(
    no: TournamentNo,
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

/// There is no such edition, or none that may be seen from here.
#[must_use]
pub fn no_such_event(no: TournamentNo, prefix: &str) -> String {
    format!("There is no event {no} here. `{prefix}tournament list` shows which there are.")
}

/// There is no event here at all.
#[must_use]
pub fn no_event_here(prefix: &str) -> String {
    format!(
        "There is no event here. Whoever manages this place makes one, for instance: `{prefix}tournament \
         create \"Friday\" evening start:\"Fri 19:00\"`."
    )
}

/// Several events could be meant.
#[must_use]
pub fn which_event(events: &[(TournamentNo, String)]) -> String {
    let line = |(no, name): &(TournamentNo, String)| format!("`{no}` {name}");
    let lines: Vec<String> = events.iter().map(line).collect();
    format!(
        "Which event? {}. Type that again with its number behind it, for instance `{}`.",
        lines.join(", "),
        events.first().map_or_else(String::new, |(no, _)| no.to_string()),
    )
}

/// Somebody has entered.
#[must_use]
pub fn entered(no: TournamentNo, name: &str, count: usize, is_late: bool) -> String {
    let from = if is_late { " and is paired from the next round on" } else { "" };
    format!("{name} has entered {no}{from}. {}.", players_shown(count))
}

/// An edition is over.
#[must_use]
pub fn event_is_over(no: TournamentNo, prefix: &str) -> String {
    format!("{no} is over. `{prefix}tournament standings {no}` shows how it ended.")
}

/// Somebody enters twice.
#[must_use]
pub fn entered_before(no: TournamentNo, other: Option<&str>, prefix: &str) -> String {
    let who = other.map_or_else(|| "You have".to_owned(), |name| format!("{name} has"));
    format!("{who} entered {no} already. `{prefix}tournament info {no}` shows when it begins.")
}

/// A manager has taken somebody out, who wants to come back.
#[must_use]
pub fn was_taken_out(no: TournamentNo) -> String {
    format!("A manager has taken you out of {no}; only a manager can add you again.")
}

/// Somebody did not come to two games, and wants to come back.
#[must_use]
pub fn is_out_by_no_shows(no: TournamentNo) -> String {
    format!(
        "You are out of {no}, after two games to which you did not come; a manager can add you again."
    )
}

/// An edition has no room.
#[must_use]
pub fn event_is_full(no: TournamentNo, most: usize) -> String {
    format!("{no} is full: {most} people have entered, and more it cannot hold.")
}

/// Where everybody meets everybody nobody can enter late.
#[must_use]
pub fn too_late_for_table(no: TournamentNo, prefix: &str) -> String {
    format!(
        "{no} has begun, and everybody plays everybody there, so nobody can enter late. `{prefix}tournament \
         list` shows what comes next."
    )
}

/// There is no further round.
#[must_use]
pub fn last_round_is_played(no: TournamentNo, prefix: &str) -> String {
    format!(
        "The last round of {no} is being played. `{prefix}tournament list` shows what comes next."
    )
}

/// Somebody has left an edition; the prefix if there is a way back.
#[must_use]
pub fn left_event(no: TournamentNo, name: &str, prefix: Option<&str>) -> String {
    let back = prefix.map(|prefix| format!(" `{prefix}tournament join {no}` leads back."));
    format!("{name} has left {no}.{}", back.unwrap_or_default())
}

/// Somebody has left before.
#[must_use]
pub fn left_before(no: TournamentNo) -> String {
    format!("You have left {no} before.")
}

/// Somebody has not entered.
#[must_use]
pub fn not_entered(no: TournamentNo, prefix: &str) -> String {
    format!("You have not entered {no}. `{prefix}tournament join {no}` does that.")
}

/// It has begun, so nobody need check in.
#[must_use]
pub fn check_in_is_over(no: TournamentNo, prefix: &str) -> String {
    format!(
        "{no} has begun: nobody checks in any more. `{prefix}tournament info {no}` shows how it stands."
    )
}

/// Nobody has to check in.
#[must_use]
pub fn no_check_in(no: TournamentNo, start: Millis) -> String {
    format!("Nobody has to check in to {no}. It begins {}.", dated(start))
}

/// One cannot check in yet.
#[must_use]
pub fn check_in_later(no: TournamentNo, opens: Millis, is_entered: bool, prefix: &str) -> String {
    let now = if is_entered {
        " You have entered.".to_owned()
    } else {
        format!(" Until then `{prefix}tournament join {no}` enters you.")
    };
    format!("You can check in to {no} {}.{now}", instant(opens))
}

/// Somebody has checked in before.
#[must_use]
pub fn checked_in_before(no: TournamentNo, start: Millis) -> String {
    format!("You are checked in to {no}. It begins {}.", instant(start))
}

/// Somebody has checked in.
#[must_use]
pub fn checked_in(no: TournamentNo, name: &str, here: usize, start: Millis) -> String {
    format!("{name} is here ({here} so far). {no} begins {}.", instant(start))
}

/// There are no byes where everybody plays everybody.
#[must_use]
pub fn no_byes_in_table(no: TournamentNo) -> String {
    format!("In {no} everybody plays everybody, so nobody can sit out a round.")
}

/// Somebody has asked for this bye before.
#[must_use]
pub fn bye_asked_before(no: TournamentNo, round: usize) -> String {
    format!("You sit out round {round} of {no} already.")
}

/// Somebody has asked for a bye.
#[must_use]
pub fn bye_asked(
    no: TournamentNo,
    name: &str,
    round: usize,
    is_first: bool,
    is_swiss: bool,
) -> String {
    let unless = if is_swiss {
        ""
    } else {
        " Should so few come that everybody plays everybody, there are no byes."
    };
    let points = if is_first {
        "for half a point"
    } else {
        "without points, since it is not the first time"
    };
    format!("{name} sits out round {round} of {no}, {points}.{unless}")
}

/// A game of a round as lists show it.
#[derive(Clone, Debug)]
pub struct PairLine {
    /// Who has White.
    pub white: String,
    /// Who has Black.
    pub black: String,
    /// The number of the game.
    pub game: GameNo,
    /// How it has ended; `None` while it is played.
    pub result: Option<String>,
}

/// An event needs a channel.
#[must_use]
pub fn event_needs_channel(prefix: &str) -> String {
    format!(
        "An event lives in a channel, where all can read what becomes of it. Type `{prefix}tournament create \
         …` there."
    )
}

/// A server has to say by whose clocks it lives.
#[must_use]
pub fn event_needs_zone(prefix: &str) -> String {
    format!(
        "By whose clocks does it begin? Type `{prefix}server set zone Europe/Berlin`, with your own zone, and \
         then this line again."
    )
}

/// An event needs a start.
#[must_use]
pub fn event_needs_start(prefix: &str) -> String {
    format!(
        "When does it begin? Put `start:\"Fri 19:00\"` into the line, for instance `{prefix}tournament create \
         \"Friday\" start:\"Fri 19:00\"`."
    )
}

/// An event needs a name.
#[must_use]
pub fn event_needs_name(prefix: &str) -> String {
    format!("What is it called? `{prefix}tournament create \"Friday\" start:\"Fri 19:00\"`.")
}

/// A start that cannot be read, or is over.
#[must_use]
pub fn start_unread(typed: &str, prefix: &str) -> String {
    format!(
        "`{typed}` is over, or no time that I can read. As in `{prefix}tournament create \"Friday\" \
         start:\"Fri 19:00\"`; also `start:19:00`, `start:\"tomorrow 19:00\"`, `start:\"2026-12-04 19:00\"`, \
         `start:30m`."
    )
}

/// An evening has so many rounds at most.
#[must_use]
pub fn rounds_out_of_range(most: u8) -> String {
    format!("An evening has 1 to {most} rounds: `rounds:5`.")
}

/// A league lasts so long at most.
#[must_use]
pub fn weeks_out_of_range(most: u8) -> String {
    format!("A league lasts 1 to {most} weeks: `weeks:5`.")
}

/// The clock of a league follows from its length.
#[must_use]
pub fn league_has_its_clock() -> String {
    "In a league each player has half of its time for each game, so that it ends when it should; leave \
     `clock:` out. `weeks:5` says how long it is."
        .to_owned()
}

/// In a league everybody meets everybody.
#[must_use]
pub fn league_has_its_pairing() -> String {
    "In the groups of a league everybody meets everybody; `swiss`, `roundrobin` and `auto` are for an \
     `evening`."
        .to_owned()
}

/// The clock of an evening has to be one for a sitting.
#[must_use]
pub fn evening_needs_live_clock(prefix: &str) -> String {
    format!(
        "An evening needs a clock for one sitting, at most three hours a player: `clock:15m` or \
         `clock:5m+10s`. For games over days make a league: `{prefix}tournament create \"NAME\" league \
         weeks:5 start:\"Fri 19:00\"`."
    )
}

/// The time of a check-in cannot be read.
#[must_use]
pub fn check_in_unread(typed: &str, prefix: &str) -> String {
    format!(
        "`{typed}` is no time for a check-in, which is at most a day: `checkin:15m`, or `checkin:off`. \
         `{prefix}help tournament create` shows the line."
    )
}

/// The level of the bot that fills up cannot be read.
#[must_use]
pub fn fill_unread(typed: &str, prefix: &str) -> String {
    format!(
        "`{typed}` is no level of the bot: `fill:1` to `fill:7`, or `fill:off`. `{prefix}help tournament create` shows the line."
    )
}

/// The options of the game cannot be read.
#[must_use]
pub fn event_options_unread(game: &str, why: &str, prefix: &str) -> String {
    format!("{game} has no such options: {why}. `{prefix}rules {game} options` lists them.")
}

/// Only managers run events.
#[must_use]
pub fn only_managers_run_events(is_page: bool) -> String {
    if is_page {
        "Only whoever took the first name on this page can do that.".to_owned()
    } else {
        "Only whoever manages this server, or has its manager role, can do that.".to_owned()
    }
}

/// An event belongs to another server.
#[must_use]
pub fn event_of_another_server(no: TournamentNo) -> String {
    format!("{no} belongs to another server, and is managed there.")
}

/// An event has begun.
#[must_use]
pub fn event_has_begun(no: TournamentNo, prefix: &str) -> String {
    format!("{no} has begun already. `{prefix}tournament info {no}` shows how it stands.")
}

/// An event is set up otherwise.
#[must_use]
pub fn event_edited(no: TournamentNo, terms: &EventTerms<'_>) -> String {
    let again = match terms.settings.weekly {
        Some(_) => ", and then every week at that time",
        None => "",
    };
    format!(
        "**{}** ({no}) from now on: {} It begins {}{again}.",
        terms.name,
        event_terms(terms),
        dated(terms.settings.start)
    )
}

/// An event is not weekly.
#[must_use]
pub fn event_is_single(no: TournamentNo) -> String {
    format!("{no} does not come again as it is.")
}

/// An event does not come again.
#[must_use]
pub fn weekly_is_off(no: TournamentNo, prefix: &str) -> String {
    format!(
        "After {no} the event does not come again. `{prefix}tournament weekly …` makes a new one."
    )
}

/// An event is paused.
#[must_use]
pub fn event_is_paused(no: TournamentNo, prefix: &str) -> String {
    format!("{no} is paused already; `{prefix}tournament resume {no}` lets it go on.")
}

/// An edition cannot begin with so few.
#[must_use]
pub fn too_few_to_begin(no: TournamentNo, there: usize, fewest: usize, prefix: &str) -> String {
    let there = match there {
        0 => "nobody is there".to_owned(),
        1 => "only one player is there".to_owned(),
        there => format!("only {there} are there"),
    };
    format!(
        "{no} takes {fewest} players, and {there}. `{prefix}tournament join {no}` is the way in, `{prefix}tournament \
         cancel {no}` calls it off."
    )
}

/// An event has been paused.
#[must_use]
pub fn event_paused(no: TournamentNo, prefix: &str) -> String {
    format!(
        "{no} is paused: no further round begins, and games go on. `{prefix}tournament resume {no}` ends that."
    )
}

/// The place of an event is gone.
#[must_use]
pub fn event_place_gone(no: TournamentNo, name: &str, prefix: &str) -> String {
    format!(
        "The channel of **{name}** ({no}) is gone, so it is paused. Type `{prefix}tournament resume {no}` in \
         another channel of the server: there it goes on. `{prefix}tournament cancel {no}` calls it off."
    )
}

/// An event is not paused.
#[must_use]
pub fn event_is_not_paused(no: TournamentNo) -> String {
    format!("{no} is not paused.")
}

/// An event goes on.
#[must_use]
pub fn event_resumed(no: TournamentNo) -> String {
    format!("{no} goes on.")
}

/// Asks whether an event is to be called off.
#[must_use]
pub fn cancel_sure(no: TournamentNo, name: &str, count: usize, prefix: &str) -> String {
    let whom = match count {
        0 => "Nobody has entered it".to_owned(),
        1 => "1 has entered it".to_owned(),
        count => format!("{count} have entered it"),
    };
    format!(
        "Call off **{name}** ({no})? {whom}. Games of it that are being played end \
         without a result. Type `{prefix}tournament cancel {no} yes` within a minute."
    )
}

/// Why an event is called off that a manager has called off.
#[must_use]
pub fn cancelled_by(name: &str) -> String {
    format!("{name} has called it off")
}

/// A game of an event is closed without a result.
#[must_use]
pub fn event_game_closed(game: GameNo, no: TournamentNo, called: &[String]) -> String {
    let called = if called.is_empty() { String::new() } else { format!("{}: ", called.join(", ")) };
    format!(
        "{called}**{game} is closed** without a result, since its round of {no} does not count."
    )
}

/// There is no round to take back.
#[must_use]
pub fn no_round_to_undo(no: TournamentNo) -> String {
    format!("{no} has no round that could be taken back.")
}

/// A round cannot be taken back any more.
#[must_use]
pub fn round_has_begun(no: TournamentNo, round: usize) -> String {
    format!("Round {round} of {no} has begun: somebody has moved, so it stays.")
}

/// A round is taken back.
#[must_use]
pub fn round_undone(no: TournamentNo, round: usize, prefix: &str) -> String {
    format!(
        "Round {round} of {no} is taken back, and the event is paused. Add or withdraw whom you like; \
         `{prefix}tournament resume {no}` pairs it anew."
    )
}

/// Somebody does not take part.
#[must_use]
pub fn does_not_take_part(no: TournamentNo, name: &str) -> String {
    format!("{name} does not take part in {no}.")
}

/// A manager has taken somebody out.
#[must_use]
pub fn taken_out(no: TournamentNo, name: &str) -> String {
    format!("{name} is taken out of {no}.")
}

/// A manager has named no game.
#[must_use]
pub fn which_event_game(prefix: &str) -> String {
    format!(
        "Which game? As in `{prefix}tournament adjudicate #12 draw`, or as a reply to its board."
    )
}

/// A game belongs to no event.
#[must_use]
pub fn no_event_game(no: GameNo) -> String {
    format!("{no} belongs to no event.")
}

/// A game is over, so that its result has to be corrected.
#[must_use]
pub fn correct_instead(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} is over. `{prefix}mod result {no} 1-0 why` puts its result right, and the standings with it."
    )
}

/// Somebody does not play in a game.
#[must_use]
pub fn plays_not_there(no: GameNo, name: &str) -> String {
    format!("{name} does not play in {no}.")
}

/// A result cannot be read.
#[must_use]
pub fn adjudication_unread(no: GameNo, prefix: &str) -> String {
    format!("How does {no} end? `{prefix}tournament adjudicate {no} 1-0`, `0-1` or `draw`.")
}

/// How a manager has ended a game that somebody loses.
#[must_use]
pub fn decided_forfeit(name: &str) -> String {
    format!("A manager has decided: {name} loses.")
}

/// How a manager has ended a game.
#[must_use]
pub fn decided_result(winner: Option<&str>) -> String {
    match winner {
        Some(name) => format!("A manager has decided: {name} wins."),
        None => "A manager has decided: a draw.".to_owned(),
    }
}

/// An event in a list.
#[must_use]
pub fn event_listed(
    no: TournamentNo,
    terms: &EventTerms<'_>,
    stage: &str,
    takes_part: bool,
) -> String {
    let mine = if takes_part { " You take part." } else { "" };
    format!("**{no}** {}: {}, {stage}.{mine}", terms.name, terms.game)
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
    no: TournamentNo,
    terms: &EventTerms<'_>,
    stage: &str,
    entrants: &[String],
    mine: &str,
) -> String {
    let who = if entrants.is_empty() {
        "Nobody has entered.".to_owned()
    } else {
        const MOST: usize = 20;
        let more = entrants.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names = entrants.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
        format!("{} take part: {names}{more}.", entrants.len())
    };
    format!("**{}** ({no}), {stage}. {}\n{who}\n{mine}", terms.name, event_terms(terms))
}

/// How to enter an event.
#[must_use]
pub fn join_enters_you(no: TournamentNo, prefix: &str) -> String {
    format!("`{prefix}tournament join {no}` enters you.")
}

/// Whoever asks cannot enter an event as it stands.
#[must_use]
pub fn nobody_enters_now(no: TournamentNo, prefix: &str) -> String {
    format!("You do not take part. `{prefix}tournament standings {no}` shows how it stands.")
}

/// An event is over, so nothing comes next in it.
#[must_use]
pub fn see_how_it_ended(no: TournamentNo, prefix: &str) -> String {
    format!("`{prefix}tournament standings {no}` shows how it ended.")
}

/// Somebody has no game in this round any more.
#[must_use]
pub fn you_wait_for_the_round(is_paused: bool) -> String {
    if is_paused {
        "You take part. The event is paused; the next round begins when it goes on.".to_owned()
    } else {
        "You take part. The next round begins as soon as all games of this one are over.".to_owned()
    }
}

/// Somebody has played all games of a league.
#[must_use]
pub fn your_league_games_are_over() -> String {
    "You take part, and all your games are over.".to_owned()
}

/// What holds for somebody who has entered an event that has not begun.
#[must_use]
pub fn you_have_entered(is_here: bool, has_check_in: bool) -> String {
    match (is_here, has_check_in) {
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
pub fn no_standings_yet(no: TournamentNo, start: Millis) -> String {
    format!("{no} has no standings yet. It begins {}.", dated(start))
}

/// The standings of an event.
#[must_use]
pub fn standings_of(
    no: TournamentNo,
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

/// Whose points stand in where nobody was met.
#[must_use]
pub fn dummy() -> String {
    "nobody".to_owned()
}

/// A term of a tie-break.
#[must_use]
pub fn term(value: &str, whom: &str, is_cut: bool) -> String {
    let cut = if is_cut { ", cut" } else { "" };
    format!("{value} ({whom}{cut})")
}

/// A tie-break with what it is made of.
#[must_use]
pub fn tie_break_sum(code: &str, value: &str, terms: &[String]) -> String {
    if terms.is_empty() {
        format!("{code} {value}")
    } else {
        format!("{code} {value} = {}", terms.join(" + "))
    }
}

/// What a place is made of.
#[must_use]
pub fn place_explained(name: &str, place: usize, points: Points, sums: &[String]) -> String {
    format!("{name}: place {place}, {} points.\n{}", points_shown(points), sums.join("\n"))
}

/// What somebody has come to in a round, in a word or two.
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

/// A result to which not both have moved.
#[must_use]
pub fn by_forfeit(result: &str) -> String {
    format!("{result} by forfeit")
}

/// There is no such round.
#[must_use]
pub fn no_such_round(no: TournamentNo, paired: usize, start: Millis) -> String {
    if paired == 0 {
        format!("No round of {no} is paired. Its start: {}.", dated(start))
    } else {
        format!("{no} has rounds 1 to {paired} so far.")
    }
}

/// A round with its results.
#[must_use]
pub fn round_shown(no: TournamentNo, round: usize, lines: &[PairLine], free: &[String]) -> String {
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

/// How many events are not listed.
#[must_use]
pub fn more_events(count: usize) -> String {
    format!("and {count} more.")
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

/// An event as a file.
#[must_use]
pub fn event_exported(no: TournamentNo, as_json: bool) -> String {
    match as_json {
        true => format!(
            "{no} as a file: its players, and what each has done in each round that is over."
        ),
        false => {
            format!("{no} as a file. `martian-cake standings FILE` and other programs read it.")
        }
    }
}

/// Nobody gives time in events: others wait for their games.
#[must_use]
pub fn no_gifts_in_events(no: GameNo) -> String {
    format!("{no} is a game of an event, where others wait for its end, so nobody can give time.")
}

/// There are no takebacks in events.
#[must_use]
pub fn no_takebacks_in_events(no: GameNo) -> String {
    format!("{no} is a game of an event, and there a move stands.")
}

/// Games of events cannot be aborted.
#[must_use]
pub fn no_abort_in_events(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} is a game of an event, so it needs a result: `{prefix}draw offer` or `{prefix}resign {no}`."
    )
}

/// Of which round of which event a game is, before the words that start it.
#[must_use]
pub fn of_round(event: EventGame) -> String {
    format!("{}, round {}: ", event.tournament, event.round)
}
