//! Vacations: times in which the clocks of a person stand, as far as the server allows it.

mod allowance;
mod command;

pub(crate) use allowance::{MOST_DAYS, USUAL_DAYS};
pub(crate) use command::vacation;

use table::{Game, Millis, Occupant, Person, PersonId};

use crate::{
    handling::step::InternalError,
    naming::names::person_name,
    text,
    world::{World, scopes},
};

/// The key of the setting of a server: how many days a year its people may be away.
pub(crate) const DAYS: &str = "vacation_days";

/// Until when a person is away at this instant, by the rules of a scope; `None` if they are not.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn away_until(
    world: &dyn World,
    who: &PersonId,
    scope: &str,
    now: Millis,
) -> Result<Option<Millis>, InternalError> {
    let vacations = world.vacations(who, scope, now)?;
    Ok(vacations.into_iter().find(|(since, _)| *since <= now).map(|(_, until)| until))
}

/// Until when a person is away at this instant so that their clock stands in a game; `None` if it does not: an event
/// has to end when it was said to.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn away_in(
    world: &dyn World,
    who: &PersonId,
    game: &Game,
    now: Millis,
) -> Result<Option<Millis>, InternalError> {
    match game.terms().event {
        Some(_) => Ok(None),
        None => away_until(world, who, &scopes::of_game(game), now),
    }
}

/// Says which of the people on these seats are away at this instant by the rules of a scope, each in a sentence;
/// one of them is left out, if asked.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn who_is_away(
    world: &dyn World,
    seats: &[Occupant],
    but: Option<&PersonId>,
    scope: &str,
    now: Millis,
) -> Result<Vec<String>, InternalError> {
    let mut people: Vec<&Person> = Vec::new();
    for person in seats.iter().filter_map(Occupant::who) {
        if Some(&person.id) != but && !people.contains(&person) {
            people.push(person);
        }
    }
    let sentence = |person: &Person| {
        let until = away_until(world, &person.id, scope, now)?;
        Ok(until.map(|until| text::away(&person_name(seats, person), until)))
    };
    people.into_iter().filter_map(|person| sentence(person).transpose()).collect()
}

/// Returns how many days a year people may be away by the rules of a scope.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn days(world: &dyn World, scope: &str) -> Result<u16, InternalError> {
    let chosen = world.setting(scope, DAYS)?;
    Ok(chosen.and_then(|days| days.parse().ok()).unwrap_or(USUAL_DAYS))
}
