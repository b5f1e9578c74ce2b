//! Steps that follow when the platform has a board.

use games::{Seat, SeatSet};
use table::{ClockEvent, Game, Occupant};

use super::{
    cause::{Cause, Delivery, Scope},
    changes::change_of,
    step::{InternalError, Step},
};
use crate::world::World;

/// Returns what a delivered board leads to: the clocks of those whom it asks for a move run from then on.
/// Whether that still fits is seen in the state: the game may have gone on since the board was said.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn delivered(world: &dyn World, delivery: &Delivery) -> Result<Step, InternalError> {
    let Some(game) = world.game(delivery.game)? else { return Ok(Step::Silent) };
    let asked = asked_by(&game, delivery);
    if asked.is_empty() {
        return Ok(Step::Silent);
    }
    let mut game = Game::clone(&game);
    let added = game.note_clock(ClockEvent::Asked(asked), delivery.at)?;
    let scope = Scope { world, cause: Cause::Delivery(delivery) };
    Ok(change_of(scope, game, added).into())
}

/// Returns whom a delivered board asks for a move, of those whose clocks stand: those who have to move, if it
/// shows that it is their turn; the person in whose private chat it shows their own men, if they still arrange
/// them. In a private chat nobody but its owner is asked.
pub(crate) fn asked_by(game: &Game, delivery: &Delivery) -> SeatSet {
    let is_asked = match (delivery.shows, game.position().arranging()) {
        (Some(age), Some(men)) => men.is_open() && age >= game.turn_age(),
        (Some(age), None) => age >= game.turn_age(),
        (None, men) => men.is_some(),
    };
    if !is_asked {
        return SeatSet::default();
    }
    let owner = delivery.place.owner();
    let reads = |seat: &Seat| match (&owner, game.occupant(*seat)) {
        (None, _) => true,
        (Some(owner), Occupant::Person(person)) => person.id == *owner,
        (Some(_), _) => false,
    };
    game.seats_to_ask().iter().filter(reads).collect()
}
