//! What is said about ratings at the end of a game.

use super::at_end;
use crate::{
    chat::{cause::Scope, names::occupant_name, text},
    table::{Game, Occupant},
    tournament::ratings::Rating,
};

/// What the end of a game does to ratings, as a line; empty for a casual game.
pub(in crate::chat) fn ratings_line(scope: Scope<'_>, game: &Game) -> String {
    match at_end(scope.world, game) {
        Ok(Some(end)) => match end.refused {
            Some(why) => text::does_not_count(why),
            None => {
                let named = end.changes.into_iter().map(|(who, before, after)| {
                    let is_theirs = |one: &&Occupant| one.is_or_asks(&who);
                    let seat = game.seats().iter().find(is_theirs);
                    (seat.map(occupant_name).unwrap_or_default(), before, after)
                });
                let changes: Vec<(String, Rating, Rating)> = named.collect();
                text::ratings_changed(&changes)
            }
        },
        // The end itself fails for the same reason, and says so.
        Ok(None) | Err(_) => String::new(),
    }
}
