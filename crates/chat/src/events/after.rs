//! Consequences of the end of a game for its event.

use std::collections::BTreeSet;

use table::{EditionNo, Key, Stage};

use crate::{
    handling::step::{Change, Write},
    world::World,
};

/// The deadlines of the events in which games of this change have ended: each is looked at at once, but for one
/// that the change has looked at itself.
#[must_use]
pub fn after_games(world: &dyn World, change: &Change) -> Vec<Write> {
    let ended = change.games.iter().map(|one| &one.game);
    let ended = ended.filter(|game| matches!(game.stage(), Stage::Over(_)));
    let events: BTreeSet<EditionNo> =
        ended.filter_map(|game| Some(game.terms().event?.edition)).collect();
    let has_deadline = |key: &Key| {
        change.rows.iter().filter_map(Write::deadline).any(|(written, _)| written == *key)
    };
    let keys = events.into_iter().map(Key::Edition).filter(|key| !has_deadline(key));
    keys.map(|key| Write::Deadline(key, Some(world.now()))).collect()
}
