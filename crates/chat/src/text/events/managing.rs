//! Sentences for those who make and manage events.

use table::{EditionNo, Millis};

use super::{EventTerms, event_terms};
use crate::text::{
    clocks::exact_span,
    phrases::{dated, instant},
};

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

/// An event that is to begin at once is begun, not set up anew.
#[must_use]
pub fn start_by_command(no: EditionNo, prefix: &str) -> String {
    format!(
        "`start` is when {no} is to begin, for instance `start:\"Fri 19:00\"` or `start:30m`. To begin it now, with \
         whoever is there: `{prefix}tournament start {no}`."
    )
}

/// An event needs a name.
#[must_use]
pub fn event_needs_name(prefix: &str) -> String {
    format!("What is it called? `{prefix}tournament create \"Friday\" start:\"Fri 19:00\"`.")
}

/// A start that is over.
#[must_use]
pub fn start_is_over(typed: &str) -> String {
    format!(
        "`{typed}` is over already. Name a later start, for instance `start:\"tomorrow 19:00\"`."
    )
}

/// A start that is too far away.
#[must_use]
pub fn start_too_far(typed: &str) -> String {
    format!(
        "`{typed}` is more than a year away. An event begins within a year; make this one nearer to its time."
    )
}

/// A start of which it is not said whether its hour, from 1 to 12, is one of the morning. The day as typed, if any.
#[must_use]
pub fn which_half_of_day(day: &str, hour: i16) -> String {
    let (first, which) = match hour {
        12 => (12, "At noon, or at midnight"),
        hour => (hour, "In the morning, or in the evening"),
    };
    let typed = |hour: i16| match day {
        "" => format!("`start:{hour}:00`"),
        day => format!("`start:\"{day} {hour}:00\"`"),
    };
    format!("{which}? Type {} or {}.", typed(first), typed((hour + 12) % 24))
}

/// A start that cannot be read.
#[must_use]
pub fn start_unread(typed: &str, prefix: &str) -> String {
    format!(
        "`{typed}` is no time that I can read. As in `{prefix}tournament create \"Friday\" \
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

/// An evening has no weeks.
#[must_use]
pub fn weeks_are_for_leagues() -> String {
    "An evening takes one sitting; `weeks:` is for a `league`. `rounds:5` says how many rounds it has."
        .to_owned()
}

/// A league has no rounds.
#[must_use]
pub fn rounds_are_for_evenings() -> String {
    "In a league everybody has all games of the group at once; `rounds:` is for an `evening`. `weeks:5` says how long \
     a league is."
        .to_owned()
}

/// A round robin takes as many rounds as it takes.
#[must_use]
pub fn round_robin_has_its_rounds() -> String {
    "Everybody against everybody takes as many rounds as there are opponents: leave `rounds:` out. With `auto` it is \
     played where the rounds suffice, else by the Swiss system."
        .to_owned()
}

/// The games of events have two seats.
#[must_use]
pub fn events_are_for_two() -> String {
    "In events two play a game: leave `players` out of the options.".to_owned()
}

/// In a league nobody has to come at an instant.
#[must_use]
pub fn league_has_no_shows() -> String {
    "In a league everybody plays when they like, so nobody has to come at a time; `noshow:` is for an `evening`."
        .to_owned()
}

/// The time within which one has to come is too short, or longer than the clock.
#[must_use]
pub fn no_show_out_of_range(least: Millis, clock: Millis) -> String {
    format!(
        "Whoever has to come needs at least {}, and the clock of a game has {}: `noshow:` lies between them.",
        exact_span(least),
        exact_span(clock)
    )
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
pub fn only_managers(is_page: bool) -> String {
    if is_page {
        "Only whoever took the first name on this page can do that.".to_owned()
    } else {
        "Only whoever manages this server, or has its manager role, can do that.".to_owned()
    }
}

/// On the page one person runs the events: who it is, and how to be let in.
#[must_use]
pub fn only_owner_runs_events(owner: &str, name: &str, prefix: &str) -> String {
    format!(
        "Only {owner}, who took the first name on this page, makes and manages events here. Ask {owner} for one, or to be \
         let into one (`{prefix}tournament add @{name}`); `{prefix}tournament list` shows those that you can join."
    )
}

/// An event belongs to another server.
#[must_use]
pub fn event_of_another_server(no: EditionNo) -> String {
    format!("{no} belongs to another server, and is managed there.")
}

/// An event has begun.
#[must_use]
pub fn event_has_begun(no: EditionNo, prefix: &str) -> String {
    format!("{no} has begun already. `{prefix}tournament info {no}` shows how it stands.")
}

/// An event is set up otherwise.
#[must_use]
pub fn event_edited(no: EditionNo, terms: &EventTerms<'_>) -> String {
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
pub fn event_is_single(no: EditionNo) -> String {
    format!("{no} does not come again as it is.")
}

/// An event does not come again.
#[must_use]
pub fn weekly_is_off(no: EditionNo, prefix: &str) -> String {
    format!(
        "After {no} the event does not come again. `{prefix}tournament weekly …` makes a new one."
    )
}

/// An event is paused.
#[must_use]
pub fn event_is_paused(no: EditionNo, prefix: &str) -> String {
    format!("{no} is paused already; `{prefix}tournament resume {no}` lets it go on.")
}

/// An edition cannot begin with so few.
#[must_use]
pub fn too_few_to_begin(no: EditionNo, there: usize, fewest: usize, prefix: &str) -> String {
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
pub fn event_paused(no: EditionNo, prefix: &str) -> String {
    format!(
        "{no} is paused: no further round begins, and games go on. `{prefix}tournament resume {no}` ends that."
    )
}

/// The place of an event is gone.
#[must_use]
pub fn event_place_gone(no: EditionNo, name: &str, prefix: &str) -> String {
    format!(
        "The channel of **{name}** ({no}) is gone, so it is paused. Type `{prefix}tournament resume {no}` in \
         another channel of the server: there it goes on. `{prefix}tournament cancel {no}` calls it off."
    )
}

/// An event is not paused.
#[must_use]
pub fn event_is_not_paused(no: EditionNo) -> String {
    format!("{no} is not paused.")
}

/// An event goes on; `start` if it begins at another time by that.
#[must_use]
pub fn event_resumed(no: EditionNo, start: Option<Millis>) -> String {
    let begins = start.map(|at| format!(" It begins {}.", instant(at))).unwrap_or_default();
    format!("{no} goes on.{begins}")
}

/// Asks whether an event is to be called off.
#[must_use]
pub fn cancel_sure(no: EditionNo, name: &str, count: usize, prefix: &str) -> String {
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

/// Returns why an event is called off that a manager has called off.
#[must_use]
pub fn cancelled_by(name: &str) -> String {
    format!("{name} has called it off")
}

/// There is no round to take back.
#[must_use]
pub fn no_round_to_undo(no: EditionNo) -> String {
    format!("{no} has no round that could be taken back.")
}

/// A round cannot be taken back any more.
#[must_use]
pub fn round_has_begun(no: EditionNo, round: usize, has_moved: bool) -> String {
    let why = if has_moved { "somebody has moved" } else { "a game of it has a result" };
    format!("Round {round} of {no} has begun: {why}, so it stays.")
}

/// A round is taken back.
#[must_use]
pub fn round_undone(no: EditionNo, round: usize, prefix: &str) -> String {
    format!(
        "Round {round} of {no} is taken back, and the event is paused. Add or withdraw whom you like; \
         `{prefix}tournament resume {no}` pairs it anew."
    )
}

/// Somebody does not take part.
#[must_use]
pub fn does_not_take_part(no: EditionNo, name: &str) -> String {
    format!("{name} does not take part in {no}.")
}

/// A manager has taken somebody out.
#[must_use]
pub fn taken_out(no: EditionNo, name: &str) -> String {
    format!("{name} is taken out of {no}.")
}
