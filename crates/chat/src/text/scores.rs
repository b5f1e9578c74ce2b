//! Sentences about the scores of finished games, for one person or between two.

use table::Millis;

use super::phrases::instant;

/// The results of some finished games for a person, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there are.
    pub games: usize,
    /// How many the person won.
    pub won: usize,
    /// How many the person lost.
    pub lost: usize,
    /// How many were drawn.
    pub drawn: usize,
    /// How many somebody else won than the two who are compared.
    pub others_won: usize,
    /// How many ended without a result.
    pub without_result: usize,
}

impl Tally {
    /// Returns what was neither won nor lost, as further clauses.
    fn rest(&self) -> String {
        let parts = [
            (self.drawn, "drawn"),
            (self.others_won, "won by others"),
            (self.without_result, "without a result"),
        ];
        let parts = parts.into_iter().filter(|(n, _)| *n > 0);
        parts.map(|(n, what)| format!(", {n} {what}")).collect()
    }

    fn count(&self) -> String {
        games(self.games)
    }
}

fn games(n: usize) -> String {
    format!("{n} {}", if n == 1 { "game" } else { "games" })
}

/// The games of the author with somebody, all together.
#[must_use]
pub fn score(name: &str, all: &Tally) -> String {
    format!(
        "You and {name}: {}. You won {}, {name} {}{}.",
        all.count(),
        all.won,
        all.lost,
        all.rest()
    )
}

/// The same in one kind of game.
#[must_use]
pub fn score_in(title: &str, all: &Tally) -> String {
    format!("{title}: {}, {} to {}{}.", all.count(), all.won, all.lost, all.rest())
}

/// The author asked for the score with themselves.
#[must_use]
pub fn score_of_oneself(prefix: &str) -> String {
    format!(
        "A score is between two people: `{prefix}score @name`. `{prefix}profile` tells of your games."
    )
}

/// The author has finished no game with somebody.
#[must_use]
pub fn no_games_together(name: &str, prefix: &str) -> String {
    format!(
        "You and {name} have finished no game together. `{prefix}challenge @name` starts one; `{prefix}profile` tells of your games."
    )
}

/// The games of a person, all together; `name` is `None` for the author.
#[must_use]
pub fn profile(name: Option<&str>, finished: &Tally, running: usize, since: Millis) -> String {
    let who = name.unwrap_or("You");
    let mut text = format!("**{who}**: first game {}, {running} running now.", instant(since));
    if finished.games > 0 {
        let Tally { won, lost, .. } = finished;
        let (count, rest) = (finished.count(), finished.rest());
        text.push_str(&format!(" {count} finished: {won} won, {lost} lost{rest}."));
    }
    text
}

/// The finished games of a person in one kind of game.
#[must_use]
pub fn profile_in(title: &str, all: &Tally) -> String {
    format!("{title}: {}, {} won, {} lost{}.", all.count(), all.won, all.lost, all.rest())
}

/// Somebody else's profile in a private chat counts no more than the games that they have played with the author.
#[must_use]
pub fn profile_of_shared_games(name: &str) -> String {
    format!(
        "In private I count only the games of {name} in which you play too. Ask in a channel where {name} \
         plays for all that are played there."
    )
}

/// Somebody has no games that can be seen from a private chat, though they may have others.
#[must_use]
pub fn profile_elsewhere(name: &str) -> String {
    format!(
        "In private I tell of the games of {name} only if you play in them too, and there are none. Ask in a \
         channel where {name} plays."
    )
}

/// A person has no games that may be told here; `name` is `None` for the author.
#[must_use]
pub fn empty_profile(name: Option<&str>, prefix: &str) -> String {
    match name {
        Some(name) => {
            format!("I know of no game of {name} here. `{prefix}challenge @name` starts one.")
        }
        None => format!("You have played no game yet. `{prefix}challenge bot` starts one."),
    }
}
