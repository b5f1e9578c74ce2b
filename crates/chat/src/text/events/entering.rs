//! Sentences for those who take part in events, or want to.

use table::{EditionNo, GameNo, Millis};

use super::players_shown;
use crate::text::phrases::{dated, instant};

/// There is no such edition, or none that may be seen from here.
#[must_use]
pub fn no_such_event(no: EditionNo, prefix: &str) -> String {
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

/// There is no event here at all; `who` says who makes one.
#[must_use]
pub fn no_event_yet(who: &str) -> String {
    format!("There is no event here yet. {who}")
}

/// Several events could be meant.
#[must_use]
pub fn which_event(events: &[(EditionNo, String)]) -> String {
    let line = |(no, name): &(EditionNo, String)| format!("`{no}` {name}");
    let lines: Vec<String> = events.iter().map(line).collect();
    format!(
        "Which event? {}. Type that again with its number behind it, for instance `{}`.",
        lines.join(", "),
        events.first().map_or_else(String::new, |(no, _)| no.to_string()),
    )
}

/// From when on somebody plays who has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaysFrom {
    /// It has not begun.
    Start,
    /// From the next round on.
    NextRound,
    /// From the first round on, which is paired anew at this instant if nobody else comes.
    Restart(Millis),
}

/// Somebody has entered.
#[must_use]
pub fn entered(no: EditionNo, name: &str, count: usize, from: PlaysFrom) -> String {
    let (late, anew) = match from {
        PlaysFrom::Start => ("", String::new()),
        PlaysFrom::NextRound => (" and is paired from the next round on", String::new()),
        PlaysFrom::Restart(at) => ("", format!(" Round 1 is paired anew {}.", instant(at))),
    };
    format!("{name} has entered {no}{late}. {}.{anew}", players_shown(count))
}

/// Somebody has come to a round robin in which nobody has moved, so that its first games are closed.
#[must_use]
pub fn begins_once_more(no: EditionNo, closed: &[GameNo]) -> String {
    let games: Vec<String> = closed.iter().map(ToString::to_string).collect();
    let games = match &*games {
        [] => String::new(),
        [game] => format!(" {game} is closed without a result."),
        games => format!(" {} are closed without results.", games.join(", ")),
    };
    format!(
        "{no} takes a newcomer, since nobody has moved yet. Round 1 is paired anew, a minute after the last \
         one.{games}"
    )
}

/// An edition is over.
#[must_use]
pub fn event_is_over(no: EditionNo, prefix: &str) -> String {
    format!("{no} is over. `{prefix}tournament standings {no}` shows how it ended.")
}

/// Somebody enters twice.
#[must_use]
pub fn entered_before(no: EditionNo, other: Option<&str>, prefix: &str) -> String {
    let who = other.map_or_else(|| "You have".to_owned(), |name| format!("{name} has"));
    format!("{who} entered {no} already. `{prefix}tournament info {no}` shows when it begins.")
}

/// A manager has taken somebody out, who wants to come back.
#[must_use]
pub fn was_taken_out(no: EditionNo) -> String {
    format!("A manager has taken you out of {no}; only a manager can add you again.")
}

/// Somebody did not come to two games, and wants to come back.
#[must_use]
pub fn is_out_by_no_shows(no: EditionNo) -> String {
    format!(
        "You are out of {no}, after two games to which you did not come; a manager can add you again."
    )
}

/// An edition has no room.
#[must_use]
pub fn event_is_full(no: EditionNo, most: usize) -> String {
    format!("{no} is full: {most} people have entered, and more it cannot hold.")
}

/// Where everybody meets everybody nobody can enter late: in a league after its start, on an evening after its first
/// move.
#[must_use]
pub fn too_late_for_table(no: EditionNo, is_league: bool, prefix: &str) -> String {
    let late = if is_league { "late" } else { "after the first move or result" };
    format!(
        "{no} has begun, and everybody plays everybody there, so nobody can enter {late}. `{prefix}tournament \
         list` shows what comes next."
    )
}

/// There is no further round.
#[must_use]
pub fn last_round_is_played(no: EditionNo, prefix: &str) -> String {
    format!(
        "The last round of {no} is being played. `{prefix}tournament list` shows what comes next."
    )
}

/// Somebody would lose games of a league by leaving it: how many at once, and how many later.
#[must_use]
pub fn league_games_are_lost(at_once: usize, later: usize) -> String {
    let games = |n: usize| if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
    let now = match at_once {
        0 => String::new(),
        n => format!(" {} in which somebody has moved you lose at once.", games(n)),
    };
    let later = match later {
        0 => String::new(),
        n => format!(
            " {} in which nobody has you lose a day later, unless you come back before.",
            games(n)
        ),
    };
    format!("{now}{later}")
}

/// Somebody would lose the game of an evening by leaving it.
#[must_use]
pub fn evening_game_is_lost() -> String {
    " You lose the game that you have.".to_owned()
}

/// Somebody wants to leave an event that is being played, and would lose games by that.
#[must_use]
pub fn leave_sure((no, name): (EditionNo, &str), lost: &str, prefix: &str) -> String {
    format!(
        "Leave **{name}** ({no})?{lost} Type `{prefix}tournament leave {no} yes` within a minute."
    )
}

/// Somebody has left an edition. If there is a way back: the prefix, and whether it is a league.
#[must_use]
pub fn left_event(no: EditionNo, name: &str, way_back: Option<(&str, bool)>) -> String {
    let back = way_back.map(|(prefix, is_league)| {
        let to_what = match is_league {
            true => ", within a day, to the games in which nobody has moved",
            false => "",
        };
        format!(" `{prefix}tournament join {no}` leads back{to_what}.")
    });
    format!("{name} has left {no}.{}", back.unwrap_or_default())
}

/// Somebody has left before.
#[must_use]
pub fn left_before(no: EditionNo) -> String {
    format!("You have left {no} before.")
}

/// Somebody has not entered.
#[must_use]
pub fn not_entered(no: EditionNo, prefix: &str) -> String {
    format!("You have not entered {no}. `{prefix}tournament join {no}` does that.")
}

/// It has begun, so nobody need check in.
#[must_use]
pub fn check_in_is_over(no: EditionNo, prefix: &str) -> String {
    format!(
        "{no} has begun: nobody checks in any more. `{prefix}tournament info {no}` shows how it stands."
    )
}

/// Nobody has to check in.
#[must_use]
pub fn no_check_in(no: EditionNo, start: Millis) -> String {
    format!("Nobody has to check in to {no}. It begins {}.", dated(start))
}

/// One cannot check in yet.
#[must_use]
pub fn check_in_later(no: EditionNo, opens: Millis, is_entered: bool, prefix: &str) -> String {
    let now = if is_entered {
        " You have entered.".to_owned()
    } else {
        format!(" Until then `{prefix}tournament join {no}` enters you.")
    };
    format!("You can check in to {no} {}.{now}", instant(opens))
}

/// Somebody has tapped the way out of an event that has begun.
#[must_use]
pub fn leave_by_word(no: EditionNo, prefix: &str) -> String {
    format!(
        "{no} has begun, so this changes nothing. `{prefix}tournament leave {no}` takes you out of it, and gives up what \
         you are playing in it."
    )
}

/// Somebody has checked in before.
#[must_use]
pub fn checked_in_before(no: EditionNo, start: Millis) -> String {
    format!("You are checked in to {no}. It begins {}.", instant(start))
}

/// Somebody has checked in.
#[must_use]
pub fn checked_in(no: EditionNo, name: &str, here: usize, start: Millis) -> String {
    format!("{name} is here ({here} so far). {no} begins {}.", instant(start))
}

/// There are no byes where everybody plays everybody.
#[must_use]
pub fn no_byes_in_table(no: EditionNo) -> String {
    format!("In {no} everybody plays everybody, so nobody can sit out a round.")
}

/// Somebody has asked for this bye before.
#[must_use]
pub fn bye_asked_before(no: EditionNo, round: usize) -> String {
    format!("You sit out round {round} of {no} already.")
}

/// Somebody has asked for a bye. `may_check_in` is true before a start at which others check in.
#[must_use]
pub fn bye_asked(
    (no, name): (EditionNo, &str),
    round: usize,
    is_first: bool,
    is_swiss: bool,
    may_check_in: bool,
) -> String {
    let come = if may_check_in { " Whoever sits it out need not check in." } else { "" };
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
    format!("{name} sits out round {round} of {no}, {points}.{come}{unless}")
}
