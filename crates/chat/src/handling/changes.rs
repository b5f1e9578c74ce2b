//! Changes that actions on games lead to, and their announcements.

use table::{Game, LogEntry, PersonId};

use super::{cause::Scope, step::SingleChange};
use crate::{play::announcements::announcement, time::notices::ask_as_wished};

/// The change of a game by an action that has added these lines to its log, without replies yet.
pub(crate) fn change_of(scope: Scope<'_>, game: Game, added: Vec<LogEntry>) -> SingleChange {
    SingleChange { game, added, people: scope.people(), replies: Vec::new() }
}

/// A change announced in the game's place with the picture: what happened in words, then the end
/// or whose turn it is. Everyone whom that concerns is pinged once, the author never.
pub(crate) fn announced_with_board(
    scope: Scope<'_>,
    mut change: SingleChange,
    words: String,
) -> SingleChange {
    let mut reply = announcement(scope, &change.game, words);
    change.game.mark_announced();
    reply.ping.retain(|who| !scope.is_asked_by(who));
    // The reply answers the author's message, so that the author is offered the next actions, too.
    let here = scope.message().filter(|msg| msg.place == *change.game.place());
    reply.reply_to = here.map(|msg| msg.id.clone());
    let private = ask_as_wished(scope.world, &change.game, &mut reply);
    change.replies.push(reply);
    change.replies.extend(private);
    change.replies.extend(scope.note_elsewhere(&change.game));
    change
}

/// A change announced in words alone.
pub(crate) fn announced_in_words(
    scope: Scope<'_>,
    mut change: SingleChange,
    words: String,
    ping: Vec<PersonId>,
) -> SingleChange {
    change.replies = scope.announce(&change.game, words, ping);
    change
}
