//! The armies of bots.

use crate::{
    chat::{cause::Scope, context::log_failure, step::InternalError},
    dice::{army_salt, army_seed},
    games::{ArrangementStep, Seat},
    table::{Game, LogEntry, LogEvent, Occupant},
};

/// Lets the bots of a game arrange what they can, and gives the new entries of the log: a whole
/// army at once where armies are hidden, one man when it is the bot's turn where they are open.
pub(in crate::chat) fn arrange_bots(
    scope: Scope<'_>,
    game: &mut Game,
) -> Result<Vec<LogEntry>, InternalError> {
    let mut added = Vec::new();
    while let Some((seat, level)) = next_bot(game) {
        let seed = army_seed(&game.id(), game.secret(), seat.number());
        let army = scope
            .world
            .bot_army(game.kind(), game.options(), level, seed)
            .ok_or_else(|| InternalError("the bot knows no set-up".to_owned()))?;
        let event = match game.position().arranging() {
            Some(open) if open.is_open() => match open.next_step(&army) {
                Some(ArrangementStep::Place(text)) => LogEvent::Place(text),
                _ => LogEvent::Hold,
            },
            _ => LogEvent::Army(army, army_salt(&scope.world.fresh_secret()?)),
        };
        let entry = LogEntry { at: scope.world.now(), seat: Some(seat), event };
        game.add(entry.clone()).map_err(log_failure)?;
        added.push(entry);
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
