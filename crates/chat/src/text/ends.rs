//! Sentences said when players end a game, and what they can do afterwards.

use table::{EditionNo, GameNo, Millis, SURE_WITHIN};

use super::phrases::instant;

/// Asks whether the author is sure to give up.
#[must_use]
pub fn resign_sure(no: GameNo, against: &str, prefix: &str) -> String {
    format!("Give up {no} against {against}? Type `{prefix}resign {no} yes`.")
}

/// Asks whether the author is sure to leave a game that the others play on.
#[must_use]
pub fn resign_sure_of_many(no: GameNo, prefix: &str) -> String {
    format!(
        "Give up {no}? Your pieces stay, the others play on, and you cannot come back. \
         Type `{prefix}resign {no} yes`."
    )
}

/// So many games.
#[must_use]
pub fn n_games(n: usize) -> String {
    if n == 1 { "1 game".to_owned() } else { format!("{n} games") }
}

/// Asks whether the author is sure to give up all games that they play there, or anywhere.
#[must_use]
pub fn resign_all_sure(n: usize, place: Option<&str>, prefix: &str) -> String {
    let games = n_games(n);
    let what = match place {
        Some(place) => {
            format!("Give up {games}, all that you play {place}? Games elsewhere go on.")
        }
        None => format!("Give up {games}, all that you play anywhere?"),
    };
    format!("{what} Type `{prefix}resign all yes`.")
}

/// The author gives up so many games.
#[must_use]
pub fn resigning_all(n: usize) -> String {
    format!("You give up {}. Each one ends where it is played.", n_games(n))
}

/// Somebody says yes to what another was asked; `line` is what asks them.
#[must_use]
pub fn asked_of_other(line: &str) -> String {
    format!("Somebody else was asked that, so nothing was done. `{line}` asks you.")
}

/// Somebody says yes to what they were asked a while ago; `line` asks again.
#[must_use]
pub fn asked_before(line: &str) -> String {
    let seconds = SURE_WITHIN / 1_000;
    format!(
        "That was asked more than {seconds} seconds ago, so nothing was done. `{line}` asks again."
    )
}

/// Somebody has left a game that goes on.
#[must_use]
pub fn left_game(who: &str, no: GameNo) -> String {
    format!("**{who} gives up {no}** and is out; the pieces stay, and the others play on.")
}

/// Somebody has not come back to a game that was claimed, and that goes on.
#[must_use]
pub fn left_by_claim(who: &str, no: GameNo) -> String {
    format!(
        "**{who} has not come back to {no}** and is out; the pieces stay, and the others play on."
    )
}

/// The time of somebody is over in a game that goes on.
#[must_use]
pub fn left_by_time(who: &str, no: GameNo) -> String {
    format!(
        "**{who} is out of time in {no}** and out of it; the pieces stay, and the others play on."
    )
}

/// Asks whether the author is sure to end a game without a result.
#[must_use]
pub fn abort_sure(no: GameNo, against: &str, prefix: &str) -> String {
    format!("End {no} against {against} without a result? Type `{prefix}abort {no} yes`.")
}

/// Refuses to abort a game in which everyone has moved.
#[must_use]
pub fn abort_late(no: GameNo, prefix: &str) -> String {
    format!(
        "{no} can no longer be aborted: everyone has moved. `{prefix}draw offer` and `{prefix}resign {no}` end it."
    )
}

/// Somebody has ended a game without a result.
#[must_use]
pub fn aborted(no: GameNo, by: &str) -> String {
    format!("{by} ended {no} before it counted. No result.")
}

/// A game without a clock is closed sooner here than elsewhere if nobody moves in it.
#[must_use]
pub fn closes_sooner((warn, close): (u16, u16)) -> String {
    format!(
        "If nobody moves for {warn} days I say so, and after {close} the game is closed, with no result."
    )
}

/// Nobody has moved in a game for long; who is to move is warned that it will be closed.
#[must_use]
pub fn idle_warning(
    no: GameNo,
    who: &str,
    since: &str,
    (ends, can_be_claimed): (Millis, bool),
    prefix: &str,
) -> String {
    let claim = if can_be_claimed {
        format!(" Whoever waits can have an end sooner: `{prefix}claim {no}`.")
    } else {
        String::new()
    };
    format!(
        "{who}, {no} waits for you since {since}: `{prefix}board {no}` shows it. Without a move it is closed {}, with no result.{claim}",
        instant(ends)
    )
}

/// Somebody claims a game in which these have not moved for so long.
#[must_use]
pub fn claimed(
    no: GameNo,
    (by, absent): (&str, &str),
    since: &str,
    (ends, manages): (Millis, bool),
    prefix: &str,
) -> String {
    let end = if manages { "it is closed with no result" } else { "it is lost for you" };
    format!(
        "{absent}, {by} claims {no}, which waits for you since {since}: `{prefix}board {no}` shows it. Without a move {end} {}.",
        instant(ends)
    )
}

/// The claim in these words of a game of which no warning was given, since those who are to move have left its server.
#[must_use]
pub fn claimed_unwarned(claim: &str) -> String {
    format!("{claim} You have left the server, so there was no warning before.")
}

/// Refuses the second claim of somebody within a week.
#[must_use]
pub fn claim_again(no: GameNo, at: Millis) -> String {
    format!("You can claim a game once a week: {no} again {}.", instant(at))
}

/// A game that was claimed by somebody who manages the server is closed.
#[must_use]
pub fn claim_closed(no: GameNo, players: &str) -> String {
    format!(
        "{players}: {no} was claimed and nobody has moved, so it is closed. No result, since who claimed it manages the server."
    )
}

/// Refuses the claim of a game with clocks.
#[must_use]
pub fn claim_with_clock(no: GameNo, prefix: &str) -> String {
    format!("{no} has clocks: whoever runs out of time loses it. `{prefix}clock {no}` shows them.")
}

/// Refuses the claim of a game of an event.
#[must_use]
pub fn claim_in_event(no: GameNo) -> String {
    format!("{no} is of an event: its managers decide about whoever does not come.")
}

/// Refuses the claim of somebody for whom others wait.
#[must_use]
pub fn claim_own_turn(no: GameNo, prefix: &str) -> String {
    format!("{no} waits for you: `{prefix}board {no}` shows it.")
}

/// Refuses a claim before those who are to move were warned, which is done at an instant if it is known.
#[must_use]
pub fn claim_early(no: GameNo, absent: &str, warns: Option<Millis>) -> String {
    let when = warns.map_or_else(String::new, |at| format!(": {}", instant(at)));
    format!("You can claim {no} once I have warned {absent}{when}.")
}

/// Refuses a claim while somebody who is to move is on vacation.
#[must_use]
pub fn claim_on_vacation(no: GameNo, who: &str, until: Millis) -> String {
    format!("{who} is on vacation until {}; you can claim {no} then.", instant(until))
}

/// Refuses a claim beside one that stands.
#[must_use]
pub fn claim_stands(no: GameNo, ends: Millis) -> String {
    format!("{no} is claimed already: without a move it ends {}.", instant(ends))
}

/// Refuses a claim that is made elsewhere than in the server in which the game is played.
#[must_use]
pub fn claim_elsewhere(no: GameNo, channel: Option<&str>) -> String {
    match channel {
        Some(channel) => format!("Claim {no} where it is played: {channel}."),
        None => format!("Claim {no} where it is played."),
    }
}

/// Refuses a claim that is read back late, of which it is not known whether whoever made it manages the server.
#[must_use]
pub fn claim_late(no: GameNo) -> String {
    format!("I was away when you claimed {no}. Please claim it again.")
}

/// A game in which nobody has moved is closed.
#[must_use]
pub fn idle_closed(no: GameNo, players: &str, since: &str) -> String {
    format!("{players}: nobody has moved in {no} for {since}, so it is closed. No result.")
}

/// A game is closed in which nobody has arranged their men in time.
#[must_use]
pub fn nobody_arranged(no: GameNo, players: &str) -> String {
    format!("{players}: nobody has arranged their men in {no} in time, so it is closed. No result.")
}

/// Returns what can be done with a finished game, of an event perhaps; `dice` if it has rolls to verify.
#[must_use]
pub fn afterwards(no: GameNo, event: Option<EditionNo>, dice: bool, prefix: &str) -> String {
    let first =
        if dice { format!("Dice opened: `{prefix}verify {no}` · the") } else { "The".to_owned() };
    let last = match event {
        Some(event) => format!("the standings: `{prefix}tournament standings {event}`"),
        None => format!("again with the seats changed: `{prefix}rematch`"),
    };
    format!("{first} game as text: `{prefix}record {no}` · {last}")
}

/// Refuses a rematch of a game that goes on.
#[must_use]
pub fn rematch_running(no: GameNo, prefix: &str) -> String {
    format!("{no} is not over yet; a rematch comes after it. `{prefix}board {no}` shows it.")
}

/// Refuses a second rematch of a game: the first one has begun, and nobody has moved in it.
#[must_use]
pub fn rematch_begun(no: GameNo, prefix: &str) -> String {
    format!("{no} is that rematch, and it has begun. `{prefix}board {no}` shows it.")
}

/// Refuses a rematch where the author has finished no game.
#[must_use]
pub fn no_rematch(prefix: &str) -> String {
    format!("You have no finished game to play again. `{prefix}challenge bot` starts one.")
}
