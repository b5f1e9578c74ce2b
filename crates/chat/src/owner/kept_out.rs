//! People and servers that the owner keeps out of all of the bot.

use table::{Ban, PersonId, ServerId, Setting};

use crate::{
    handling::{
        cause::reply_to,
        step::{InternalError, Step},
    },
    message::{Audience, Incoming, Reply},
    parse::plain_text::escaped,
    text,
    world::{World, scopes},
};

/// The scope under which the servers stand that are kept out, each with the reason.
pub const BANNED_SERVERS: &str = "owner:servers";

/// The ban by which the owner keeps somebody out, if there is one.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn ban_of(world: &dyn World, who: &PersonId) -> Result<Option<Ban>, InternalError> {
    let bans = world.moderation().bans(scopes::OF_OWNER, who)?;
    Ok(bans.into_iter().find(|ban| ban.holds(world.now())))
}

/// The one answer to somebody who is kept out, wherever there would be an answer.
pub(crate) fn turned_away(msg: &Incoming, ban: &Ban, step: &Step) -> Step {
    if matches!(step, Step::Silent) {
        return Step::Silent;
    }
    let audience = Audience::Only(msg.author.id.clone());
    let words = text::kept_out(&escaped(&ban.why));
    Step::Say(vec![Reply { audience, ..reply_to(msg, words) }])
}

/// Returns `true` if the owner keeps the bot out of a server.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub fn is_server_banned(world: &dyn World, server: &ServerId) -> Result<bool, InternalError> {
    Ok(world.setting(BANNED_SERVERS, &server.to_string())?.is_some())
}

/// The server that is kept out from now on by what is written here; `None` if none is.
#[must_use]
pub fn server_of_ban(setting: &Setting) -> Option<ServerId> {
    let is_ban = setting.scope == BANNED_SERVERS && setting.value.is_some();
    is_ban.then(|| setting.key.parse().ok()).flatten()
}
