//! Conditional moves: what somebody says beforehand, for themselves alone, and what comes of it when
//! the next ply is played.

mod faults;
mod follow;
mod premove;
mod view;

use games::Seat;
use table::{Game, HeldPlan};

pub(crate) use follow::{Followed, drop_plans, follow};
pub(crate) use premove::{mistyped, premove};
pub(crate) use view::plan_view;
pub use view::{PlanLine, PlanView};

use crate::{handling::step::InternalError, world::World};

/// Returns what is registered for the position as it stands.
fn held(world: &dyn World, game: &Game, seat: Seat) -> Result<Option<HeldPlan>, InternalError> {
    let stored = world.plan(game.no(), seat)?;
    let held = stored.and_then(|stored| HeldPlan::from_stored(seat, stored));
    Ok(held.filter(|held| held.ply == game.position().ply()))
}

/// Returns `true` if conditional moves can be said in a running game: all men stand, and two are still in it.
pub(crate) fn can_plan(game: &Game) -> bool {
    game.position().arranging().is_none() && game.position().active().len() == 2
}
