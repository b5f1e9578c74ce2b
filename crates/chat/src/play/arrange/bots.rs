//! The armies of bots.

use dice::{army_salt, army_seed};
use games::{ArrangementStep, Seat};
use table::{Game, LogEntry, Occupant, Stamp};

use crate::handling::{cause::Scope, step::InternalError};

/// Lets the bots of a game arrange what they can, and gives the new entries of the log: a whole
/// army at once where armies are hidden, one man when it is the bot's turn where they are open.
pub(crate) fn arrange_bots(
    scope: Scope<'_>,
    game: &mut Game,
) -> Result<Vec<LogEntry>, InternalError> {
    // The salt of a person's message stays the one that later rolls take.
    let stamp = Stamp { at: scope.world.now(), salt: None };
    let mut added = Vec::new();
    while let Some((seat, level)) = next_bot(game) {
        let seed = army_seed(&game.id(), game.secret(), seat.number());
        let army = scope
            .world
            .bot_army(game.kind(), game.options(), level, seed)
            .ok_or_else(|| InternalError("the bot knows no set-up".to_owned()))?;
        let open = game.position().arranging().filter(|arrangement| arrangement.is_open());
        let step = open.map(|open| open.next_step(&army).unwrap_or(ArrangementStep::Hold));
        added.extend(match step {
            Some(step) => game.place_openly(step, stamp)?,
            None => game.seal_army(seat, army, army_salt(&scope.world.fresh_secret()?), stamp)?,
        });
    }
    Ok(added)
}

/// A bot that has to arrange something now, and its level.
fn next_bot(game: &Game) -> Option<(Seat, u8)> {
    let awaited = game.position().arranging()?.awaited();
    awaited.iter().find_map(|seat| match game.occupant(seat) {
        Occupant::Bot(level) => Some((seat, *level)),
        _ => None,
    })
}
