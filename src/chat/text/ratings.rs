//! Ratings, and whether a game counts for them.

use super::phrases::span;
use crate::{
    table::{GameNo, Millis},
    tournament::ratings::{GAMES_WITH_ONE_OPPONENT, NotRated, Rating, TIMEOUTS_IN_A_ROW},
};

/// A number of whole days.
fn days(n: u32) -> String {
    if n == 1 { "1 day".to_owned() } else { format!("{n} days") }
}

/// A rating as people read it: `1532`, or `1532?` while it is provisional.
#[must_use]
pub fn points(rating: &Rating) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{}{mark}", rating.points())
}

/// What a game has changed: `Ratings: ann 1662? (+162), ben 1338? (−162).`
#[must_use]
pub fn ratings_changed(changes: &[(String, Rating, Rating)]) -> String {
    let line = |(name, before, after): &(String, Rating, Rating)| {
        let by = after.points() - before.points();
        let sign = if by < 0 { "−" } else { "+" };
        format!("{name} {} ({sign}{})", points(after), by.unsigned_abs())
    };
    let lines: Vec<String> = changes.iter().map(line).collect();
    format!("Ratings: {}.", lines.join(", "))
}

/// Why a game that was to be rated does not count.
#[must_use]
pub fn does_not_count(why: NotRated) -> String {
    let why = match why {
        NotRated::Casual => "it is casual".to_owned(),
        NotRated::Seats => "it has another number of seats".to_owned(),
        NotRated::Bot => "a bot took part".to_owned(),
        NotRated::SamePerson => "somebody played against themselves".to_owned(),
        NotRated::NoMove => "somebody made no move".to_owned(),
        NotRated::SameOpponent => format!(
            "two of you have had {GAMES_WITH_ONE_OPPONENT} rated games with each other this week"
        ),
        NotRated::Timeouts => format!(
            "somebody has lost {TIMEOUTS_IN_A_ROW} games in a row on time this week"
        ),
    };
    format!("It does not count for ratings: {why}.")
}

/// Refuses a rated game with a bot.
#[must_use]
pub fn rated_with_bot() -> String {
    "Games with the bot are casual. Leave out `rated`, or challenge a person.".to_owned()
}

/// Refuses a rated game with somebody whose account is too new on this server; `name` is `None` for the
/// author.
#[must_use]
pub fn account_too_new(name: Option<&str>, least: u32, left: Millis) -> String {
    let whose = name.map_or_else(|| "Your account".to_owned(), |name| format!("{name}'s account"));
    format!(
        "{whose} is too new for rated games here: this server asks for {}, {} are left. Casual games \
         are open to all.",
        days(least),
        span(left),
    )
}

/// Refuses to fill the open seats of a rated offer with bots.
#[must_use]
pub fn no_bots_in_rated(no: GameNo, prefix: &str) -> String {
    format!(
        "Offer {no} is rated, so its seats are for people. `{prefix}withdraw` takes it back; a casual \
         one can be filled with bots."
    )
}

/// How old an account has to be on this server for rated games.
#[must_use]
pub fn rated_min_age_shown(least: u32) -> String {
    if least == 0 {
        "Rated games are open to all accounts".to_owned()
    } else {
        format!("Rated games are for accounts of at least {}", days(least))
    }
}
