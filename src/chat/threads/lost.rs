//! What follows when the thread of a game takes nothing any more: the game goes back to the channel in
//! which the thread was opened.

use super::{kept::channel_of_own_thread, why::LostThread};
use crate::{
    chat::{
        announcements::public,
        rehouse::shown_again,
        step::{Change, GameChange, InternalError, Step},
        text,
        timing::credit_running,
        world::World,
    },
    table::{Game, GameNo, PlaceId, Stage},
};

/// A game goes back to the channel of its thread, where its people hear so. Whether that still fits is seen
/// in the state: it may have gone there already.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn thread_lost(
    world: &dyn World,
    no: GameNo,
    thread: &PlaceId,
    why: LostThread,
) -> Result<Step, InternalError> {
    let Some(game) = world.game(no)?.filter(|game| game.place() == thread) else {
        return Ok(Step::Silent);
    };
    let Some(channel) = channel_of_own_thread(world, thread)? else { return Ok(Step::Silent) };
    if matches!(game.stage(), Stage::Over(_)) {
        return Ok(Step::Silent);
    }
    let mut game = Game::clone(&game);
    let added = credit_running(world, &mut game, world.now(), |_| true)?;
    game.move_to(channel);
    let words = text::thread_lost(no, why);
    let reply = if game.is_running() {
        shown_again(world, &game, words)
    } else {
        public(&game, words, Vec::new())
    };
    Ok(Step::Change(Change {
        games: vec![GameChange { game, added }],
        replies: vec![reply],
        ..Change::default()
    }))
}
