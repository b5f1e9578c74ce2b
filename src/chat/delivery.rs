//! What follows when the platform has a board.

use super::{
    cause::Delivery,
    step::{InternalError, Step},
    world::World,
};

/// What changes by a delivery: a game may wait for its board to be seen before it goes on. Nothing in
/// a game waits for that so far, so nothing changes.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take the change.
pub fn delivered(_world: &dyn World, _delivery: &Delivery) -> Result<Step, InternalError> {
    Ok(Step::Silent)
}
