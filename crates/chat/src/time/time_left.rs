//! The clocks of a game, and when their time is over: what the game tells of its clocks, together with the
//! times that are not counted.

use games::{BySeat, Seat};
use table::{Clock, Game, Millis, Occupant, Pause, PauseCause, PlaceId, runs_out};

use crate::{
    handling::step::InternalError,
    world::{World, scopes},
};

/// The pauses of a seat's present run that are not credited in the log; none while its clock stands.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn pauses(
    world: &dyn World,
    game: &Game,
    seat: Seat,
) -> Result<Vec<Pause>, InternalError> {
    let Some(run) = game.clocks().of(seat).and_then(Clock::run) else { return Ok(Vec::new()) };
    let outages = world.outages(game.place(), run.since).into_iter();
    let mut pauses: Vec<Pause> =
        outages.map(|(from, to)| Pause { from, to, cause: PauseCause::Outage }).collect();
    // An event has to end when it was said to.
    let may_rest = game.terms().event.is_none();
    if let Occupant::Person(person) = game.occupant(seat)
        && may_rest
    {
        let scope = scopes::of_game(game);
        for (from, to) in world.vacations(&person.id, &scope, run.since)? {
            pauses.push(Pause { from, to: Some(to), cause: PauseCause::Vacation });
        }
    }
    Ok(game.clocks().of(seat).map_or_else(Vec::new, |clock| clock.open_pauses(&pauses)))
}

/// Returns when a time is over that was given to people in a place at an instant, without the outages that began
/// and ended since then, in which nobody could use it. A place that stays away keeps nothing for ever.
pub(crate) fn notice_ends(
    world: &dyn World,
    place: &PlaceId,
    given: Millis,
    time: Millis,
) -> Millis {
    let outages = world.outages(place, given).into_iter();
    let over = outages.filter(|(from, to)| *from >= given && to.is_some());
    let pauses: Vec<Pause> =
        over.map(|(from, to)| Pause { from, to, cause: PauseCause::Outage }).collect();
    runs_out(given, time, &pauses).unwrap_or(Millis::MAX)
}

/// Returns when the time of a seat is over; `None` while its clock stands, for good or in a pause of which
/// nobody knows the end.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn deadline(
    world: &dyn World,
    game: &Game,
    seat: Seat,
) -> Result<Option<Millis>, InternalError> {
    let Some(clock) = game.clocks().of(seat).filter(|clock| clock.run().is_some()) else {
        return Ok(None);
    };
    Ok(clock.deadline(&pauses(world, game, seat)?))
}

/// Returns when the time of the first of the seats is over that are to act and of which this is true; `None`
/// while their clocks stand.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn turn_ends(
    world: &dyn World,
    game: &Game,
    of: impl Fn(Seat) -> bool,
) -> Result<Option<Millis>, InternalError> {
    let mut first = None;
    for seat in game.position().awaits().iter().filter(|seat| of(*seat)) {
        first = first.into_iter().chain(deadline(world, game, seat)?).min();
    }
    Ok(first)
}

/// Returns when clocks are looked at: now, or once the game is over when it ended.
pub(crate) fn shown_at(world: &dyn World, game: &Game) -> Millis {
    if game.outcome().is_some() { game.moved() } else { world.now() }
}

/// Returns what the clock of each seat shows now, or showed as the game ended.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn lefts(world: &dyn World, game: &Game) -> Result<BySeat<Millis>, InternalError> {
    let left = |seat| {
        let clock = game.clocks().of(seat);
        let pauses = pauses(world, game, seat)?;
        Ok(clock.map_or(0, |clock| clock.left_at(shown_at(world, game), &pauses)))
    };
    Seat::all(game.position().n_seats()).map(left).collect()
}
