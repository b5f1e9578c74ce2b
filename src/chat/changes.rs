//! How entries are added to a change of a game, and how the change is announced.

use super::{
    actions::actions,
    announcements::announcement,
    context::{Context, log_failure},
    step::{InternalError, SingleChange, Step},
};
use crate::{
    games::Seat,
    table::{LogEntry, LogEvent, PersonId},
};

/// Adds one more log entry of a seat to a change.
pub(super) fn add_entry(
    ctx: Context<'_>,
    change: &mut SingleChange,
    seat: Seat,
    event: LogEvent,
) -> Result<(), InternalError> {
    let entry = LogEntry { at: ctx.world.now(), seat: Some(seat), event };
    change.game.add(entry.clone()).map_err(log_failure)?;
    change.added.push(entry);
    Ok(())
}

/// A change announced in the game's place with the picture: what happened in words, then the end
/// or whose turn it is. Everyone whom that concerns is pinged once, the author never.
pub(super) fn announced_with_board(
    ctx: Context<'_>,
    mut change: SingleChange,
    words: String,
) -> SingleChange {
    let prefix = ctx.prefix_of(change.game.place());
    let mut reply = announcement(&change.game, words, &prefix);
    change.game.announced = change.game.position().ply();
    reply.ping.retain(|who| who != ctx.author());
    // The reply answers the author's message, so that the author is offered the next actions, too.
    reply.reply_to = (*change.game.place() == ctx.msg.place).then(|| ctx.msg.id.clone());
    change.replies.push(reply);
    change.replies.extend(ctx.note_elsewhere(&change.game));
    change
}

/// A change announced in words alone.
pub(super) fn announced_in_words(
    ctx: Context<'_>,
    mut change: SingleChange,
    words: String,
    ping: Vec<PersonId>,
) -> Step {
    change.replies = ctx.announce(&change.game, words, ping);
    if let Some(reply) = change.replies.first_mut() {
        reply.actions = actions(&change.game);
    }
    change.into()
}
