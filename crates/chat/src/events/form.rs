//! The choices in the form for making an event, which writes the line that makes it.

use games::GameKind;
use serde::Serialize;

use super::{
    create::{MOST_ROUNDS, MOST_WEEKS, zone_named},
    visible::manages_page,
};
use crate::{
    handling::{privacy::Asker, step::InternalError},
    parse::plain_text::shown,
    places::server_settings::default_game,
    text,
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

/// The answer to somebody who wants to make an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NewEvent {
    /// The choices of whoever makes one here.
    Form(EventForm),
    /// Who makes them, for everybody else.
    Refused(String),
}

/// Returns the form for a new event, or who makes events here; `None` where no form is shown.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn event_form(world: &dyn World, asker: Asker<'_>) -> Result<Option<NewEvent>, InternalError> {
    if !manages_page(world, asker)? {
        let Some(owner) = world.page_owner()? else { return Ok(None) };
        let name_of = |person| shown(&world.ratings().name_of(person));
        let words = text::only_owner_runs_events(&name_of(&owner), &name_of(asker.who), "");
        return Ok(Some(NewEvent::Refused(words)));
    }
    let Some(zone) = zone_named(world, asker.place, asker.server)? else { return Ok(None) };
    let usual = default_game(world, asker.place, asker.server)?;
    let mut kinds = GameKind::ALL;
    kinds.sort_by_key(|kind| *kind != usual);
    let games = kinds.map(|kind| GameChoice { key: kind.key(), title: kind.title() });
    Ok(Some(NewEvent::Form(EventForm {
        games: games.to_vec(),
        zone,
        most_rounds: MOST_ROUNDS,
        most_weeks: MOST_WEEKS,
    })))
}
