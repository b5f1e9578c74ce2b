//! How entries are added to a change of a game, and how the change is announced.

use super::{
    actions::actions,
    announcements::announcement,
    cause::Scope,
    context::log_failure,
    step::{InternalError, SingleChange, Step},
};
use crate::{
    games::Seat,
    table::{Game, LogEntry, LogEvent, PersonId},
};

/// A change of a game by one new log entry of a seat, without replies yet.
pub(super) fn change_by(
    scope: Scope<'_>,
    game: Game,
    seat: impl Into<Option<Seat>>,
    event: LogEvent,
) -> Result<SingleChange, InternalError> {
    let mut game = game;
    let entry = LogEntry { at: scope.world.now(), seat: seat.into(), event };
    game.add(entry.clone()).map_err(log_failure)?;
    let people = scope.people();
    Ok(SingleChange { game, added: vec![entry], people, replies: Vec::new() })
}

/// Adds one more log entry of a seat to a change.
pub(super) fn add_entry(
    scope: Scope<'_>,
    change: &mut SingleChange,
    seat: Seat,
    event: LogEvent,
) -> Result<(), InternalError> {
    let entry = LogEntry { at: scope.world.now(), seat: Some(seat), event };
    change.game.add(entry.clone()).map_err(log_failure)?;
    change.added.push(entry);
    Ok(())
}

/// A change announced in the game's place with the picture: what happened in words, then the end
/// or whose turn it is. Everyone whom that concerns is pinged once, the author never.
pub(super) fn announced_with_board(
    scope: Scope<'_>,
    mut change: SingleChange,
    words: String,
) -> SingleChange {
    let prefix = scope.prefix_of(change.game.place());
    let mut reply = announcement(&change.game, words, &prefix);
    change.game.announced = change.game.position().ply();
    reply.ping.retain(|who| !scope.is_asked_by(who));
    // The reply answers the author's message, so that the author is offered the next actions, too.
    let here = scope.message().filter(|msg| msg.place == *change.game.place());
    reply.reply_to = here.map(|msg| msg.id.clone());
    change.replies.push(reply);
    change.replies.extend(scope.note_elsewhere(&change.game));
    change
}

/// A change announced in words alone.
pub(super) fn announced_in_words(
    scope: Scope<'_>,
    mut change: SingleChange,
    words: String,
    ping: Vec<PersonId>,
) -> Step {
    change.replies = scope.announce(&change.game, words, ping);
    if let Some(reply) = change.replies.first_mut() {
        reply.actions = actions(&change.game);
    }
    change.into()
}
