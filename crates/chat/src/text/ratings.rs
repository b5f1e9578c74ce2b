//! Ratings, and whether a game counts for them.

use games::whose;
use pairing::ratings::{GAMES_WITH_ONE_OPPONENT, NotRated, Rating, TIMEOUTS_IN_A_ROW};
use scene::CurvePoint;
use table::{GameNo, Millis};

use super::phrases::span;

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

/// Returns what a game has changed: `Ratings: ann 1662? (+162), ben 1338? (−162).`
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

/// Returns why a game that was to be rated does not count, or not for everybody.
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
        NotRated::Timeouts => {
            return format!(
                "Nobody gains by the loss on time: whoever lost so has lost {TIMEOUTS_IN_A_ROW} games in a \
                 row before it on time this week."
            );
        }
    };
    format!("It does not count for ratings: {why}.")
}

/// Refuses a rated game with a bot.
#[must_use]
pub fn rated_with_bot() -> String {
    "Games with the bot are casual. Leave out `rated`, or challenge a person.".to_owned()
}

/// Refuses a rated game without a clock.
#[must_use]
pub fn rated_needs_clock(line: &str, prefix: &str) -> String {
    format!(
        "A rated game needs a clock, or it could stand still for ever. `{prefix}{line}` has one."
    )
}

/// Refuses a rated game with somebody whose account is too new on this server; `name` is `None` for the
/// author.
#[must_use]
pub fn account_too_new(name: Option<&str>, least: u32, left: Millis) -> String {
    let whose =
        name.map_or_else(|| "Your account".to_owned(), |name| whose("The", "account", name));
    format!(
        "{whose} is too new for rated games here: this server asks for {}, with {} to go. Casual games \
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

/// Returns how old accounts have to be from now on, as it is told to whoever has set it.
#[must_use]
pub fn rated_min_age_is_set(least: u32) -> String {
    if least == 0 {
        "rated games are open to all accounts.".to_owned()
    } else {
        format!("rated games are for accounts of at least {}.", days(least))
    }
}

/// Returns how old an account has to be on this server for rated games.
#[must_use]
pub fn rated_min_age_shown(least: u32) -> String {
    if least == 0 {
        "Rated games are open to all accounts".to_owned()
    } else {
        format!("Rated games are for accounts of at least {}", days(least))
    }
}

/// A rating with the number of games behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedLine {
    /// The rating as it is now.
    pub rating: Rating,
    /// After how many rated games.
    pub games: u32,
}

impl RatedLine {
    /// `1662? ± 580, 3 games`, as the picture has it.
    #[must_use]
    pub fn plain(&self) -> String {
        self.words().replace("**", "")
    }

    /// `**1662?** ± 580, 3 games`: 95 times in 100 the true strength lies within.
    fn words(&self) -> String {
        let games = if self.games == 1 { "game" } else { "games" };
        let Self { rating, games: n } = self;
        format!("**{}** ± {}, {n} {games}", points(rating), rating.spread())
    }
}

/// Returns what the picture of a rating's course shows, for people who cannot see it.
#[must_use]
pub fn course_alt(title: &str, note: &str, points: &[CurvePoint]) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let least = points.iter().map(|one| one.rating).min().unwrap_or(first.rating);
    let most = points.iter().map(|one| one.rating).max().unwrap_or(first.rating);
    let weeks = points.len();
    let curve = if weeks == 1 {
        format!("One week with games, that of {}.", first.label)
    } else {
        format!(
            "{weeks} weeks with games, from {} at {} to {} at {}; least {least}, greatest {most}.",
            first.label, first.rating, last.label, last.rating
        )
    };
    format!("The course of a rating: {title}. {note}. {curve}")
}

/// Returns what somebody has in a game; `elsewhere` is what all their games on the platform come to.
#[must_use]
pub fn rating_line(
    title: &str,
    rated: &RatedLine,
    is_overall: bool,
    elsewhere: Option<&RatedLine>,
) -> String {
    let words = rated.words();
    match elsewhere {
        Some(all) => format!("{title}: {words}; overall {}.", all.words()),
        None if is_overall => format!("{title}: {words}, all of them elsewhere."),
        None => format!("{title}: {words}."),
    }
}

/// The ratings of somebody in lines; `name` is `None` for the author.
#[must_use]
pub fn ratings_of(name: Option<&str>, lines: &[String]) -> String {
    let head = name.map_or_else(|| "Your ratings".to_owned(), |name| format!("Ratings of {name}"));
    let is_provisional = lines.iter().any(|line| line.contains("?**"));
    let note = if is_provisional {
        "\n`?`: provisional, too few games yet. ±: 95 times in 100 the true strength lies within."
    } else {
        ""
    };
    format!("{head}\n{}{note}", lines.join("\n"))
}

/// Somebody has no rating, in all games or in one, or none in this server; `name` is `None` for the author.
#[must_use]
pub fn no_rating(
    name: Option<&str>,
    game: Option<(&str, &str)>,
    in_server: bool,
    prefix: &str,
) -> String {
    let who = name.map_or_else(|| "You have".to_owned(), |name| format!("{name} has"));
    let of = game.map(|(title, _)| format!(" of {title}")).unwrap_or_default();
    let here = if in_server { " in this server" } else { "" };
    let key = game.map(|(_, words)| format!("{words} ")).unwrap_or_default();
    format!(
        "{who} finished no rated game{of}{here} yet. `{prefix}challenge @name {key}rated` starts one."
    )
}

/// Refuses to tell the ratings of somebody else in a private chat.
#[must_use]
pub fn rating_of_others_elsewhere(name: &str) -> String {
    format!(
        "In private I tell your own ratings alone. Ask for those of {name} in a channel of a server in \
         which you both play."
    )
}

/// Refuses to list people in a private chat.
#[must_use]
pub fn top_elsewhere(title: &str, words: &str) -> String {
    format!(
        "Each server has its own best in {title}: type `top {words}` in a channel of one. `rating` tells your own \
         ratings."
    )
}

/// Above the table of a game.
#[must_use]
pub fn top_head(title: &str, is_server: bool) -> String {
    format!("**{title}**, the best {}:", if is_server { "of this server" } else { "here" })
}

/// A line of the table, with the place of somebody who has one. The dot is escaped, since
/// places have gaps, and what reads as a numbered list is numbered anew by Discord.
#[must_use]
pub fn top_line(place: Option<usize>, name: &str, rating: &Rating) -> String {
    let place = place.map(|place| format!("{place}\\. ")).unwrap_or_default();
    format!("{place}{name} **{}** ± {}", points(rating), rating.spread())
}

/// Below a table in which somebody has no place yet.
#[must_use]
pub fn without_place() -> String {
    "`?`: provisional, without a place until there are more games.".to_owned()
}

/// Below a table in which somebody's rating is not provisional, but not won over enough people of whom that is true.
#[must_use]
pub fn too_few_opponents(n: usize) -> String {
    format!(
        "Who has no place and no `?` has yet to play with {n} people who have no `?` either, or with all others \
         where they are fewer."
    )
}

/// Returns how many people the table has in all.
#[must_use]
pub fn rated_people(n: usize, listed: usize) -> String {
    format!("{n} people have a rating; {listed} of them are shown.")
}

/// Nobody has a rating in a game here.
#[must_use]
pub fn nobody_rated(title: &str, words: &str, prefix: &str) -> String {
    format!(
        "Nobody has finished a rated game of {title} here yet. `{prefix}challenge @name {words} rated` starts \
         one."
    )
}

/// The ratings of the bots in a game, by level from 1: they do not change.
#[must_use]
pub fn bot_ratings(title: &str, ratings: &[u16]) -> String {
    let levels: Vec<String> = (1..).zip(ratings).map(|(n, one)| format!("{n}: {one}")).collect();
    format!("My levels in {title}, measured and fixed: {}.", levels.join(", "))
}

/// Refuses `mod …` of somebody who does not manage the server; `is_page` if it is the local page.
#[must_use]
pub fn only_managers_correct(is_page: bool) -> String {
    let who = if is_page {
        "whoever took the first name on this page"
    } else {
        "the server's owner, or somebody with the permission *Manage Server* or the manager role,"
    };
    format!("Only {who} can put a result right, close a game or ban anybody.")
}

/// A correction of a game that belongs elsewhere.
#[must_use]
pub fn belongs_to_another_server(no: GameNo) -> String {
    format!("{no} is a game of another server; its result can be put right there.")
}

/// A correction names no game.
#[must_use]
pub fn correct_which(prefix: &str) -> String {
    format!("Which game? `{prefix}mod result #12 1-0 why`.")
}

/// A correction of a game that goes on.
#[must_use]
pub fn not_over_yet(no: GameNo) -> String {
    format!("{no} goes on; a result can be put right once there is one.")
}

/// The result of a correction is none that this game can have.
#[must_use]
pub fn result_unread(no: GameNo, prefix: &str) -> String {
    format!(
        "Which result? `{prefix}mod result {no}` with `1-0`, `0-1`, `draw`, `@name` of who won, or `none` \
         for a game that does not count; then why."
    )
}

/// A correction to what is so already.
#[must_use]
pub fn result_is_so(no: GameNo, result: &str) -> String {
    format!("{no} stands so already: {result}.")
}

/// A result was put right, behind the names of its players; `ratings` is what that means for ratings.
#[must_use]
pub fn result_corrected(no: GameNo, result: &str, reason: &str, ratings: &str) -> String {
    let why = if reason.is_empty() { String::new() } else { format!(" Why: {reason}.") };
    format!("the result of {no} is put right: {result}.{why} {ratings}").trim_end().to_owned()
}

/// A corrected game counts for ratings.
#[must_use]
pub fn ratings_follow() -> String {
    "Ratings are as if it had ended so.".to_owned()
}

/// A corrected game is one without a result, so that ratings are as if it had not been played.
#[must_use]
pub fn counts_no_more() -> String {
    "It does not count for ratings any more.".to_owned()
}
