//! The choices in the form for making an event, which writes the line that makes it.

use games::GameKind;
use serde::Serialize;

use super::{
    create::{MOST_ROUNDS, MOST_WEEKS, zone_named},
    visible::manages_page,
};
use crate::{
    handling::{privacy::Asker, step::InternalError},
    places::server_settings::default_game,
    world::World,
};

/// The choices of whoever makes an event, with what is usual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventForm {
    /// The games that are played, the usual one first.
    pub games: Vec<GameChoice>,
    /// The name of the zone by whose clocks a start is read.
    pub zone: String,
    /// The most rounds of an evening.
    pub most_rounds: u8,
    /// The longest league, in weeks.
    pub most_weeks: u8,
}

/// A game of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GameChoice {
    /// Its word in a command.
    pub key: &'static str,
    /// Its name as people know it.
    pub title: &'static str,
}

/// Returns what a form for a new event offers; `None` for somebody who makes no events where they ask.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn event_form(world: &dyn World, asker: Asker<'_>) -> Result<Option<EventForm>, InternalError> {
    if !manages_page(world, asker)? {
        return Ok(None);
    }
    let Some(zone) = zone_named(world, asker.place, asker.server)? else { return Ok(None) };
    let usual = default_game(world, asker.place, asker.server)?;
    let mut kinds = GameKind::ALL;
    kinds.sort_by_key(|kind| *kind != usual);
    let games = kinds.map(|kind| GameChoice { key: kind.key(), title: kind.title() });
    Ok(Some(EventForm {
        games: games.to_vec(),
        zone,
        most_rounds: MOST_ROUNDS,
        most_weeks: MOST_WEEKS,
    }))
}
