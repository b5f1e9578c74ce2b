//! `db ratings --check`: whether the ratings of the database are those that come of its games.

use std::path::Path;

use clap::Args;
use host::{RatingCheck, replay_game};

use super::failure::{CommandOutcome, Failure};

/// How many faults a message lists; any others are only counted.
const LISTED: usize = 10;

#[derive(Debug, Args)]
pub(super) struct RatingsArgs {
    /// Recomputes everything from the logs of the games and compares
    #[arg(long, required = true)]
    check: bool,
}

/// Replays all games, rates those that were rated, and compares with what is kept.
pub(super) fn run(path: &Path, _args: &RatingsArgs) -> CommandOutcome {
    let mut unread = Vec::new();
    let check = store::over_ratings(path, RatingCheck::new, |check, row, events| {
        match replay_game(&row, &events, |_| String::new()) {
            Ok(game) => check.see(&game),
            Err(what) => unread.push(format!("{}: {what}", row.no)),
        }
        Ok::<(), Failure>(())
    })?;
    let (faults, games, ratings) = check.finish();
    let mut wrong = unread;
    wrong.extend(faults);
    if wrong.is_empty() {
        return Ok(match ratings {
            Some(ratings) => format!("ok {games} rated games, {ratings} ratings\n"),
            None => format!(
                "ok {games} rated games; the ratings are by older formulas, and the next start of the bot computes \
                 them anew\n"
            ),
        });
    }
    let more = wrong.len().saturating_sub(LISTED);
    wrong.truncate(LISTED);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    Err(Failure::Failed(wrong.join("\n")))
}
