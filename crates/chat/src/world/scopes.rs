//! Under which names settings and vacations are kept.

use table::{Game, GameNo, PersonId, PlaceId, ServerId};

use crate::{handling::step::InternalError, world::World};

/// The key under which the name of a person's account is kept.
pub(crate) const ACCOUNT: &str = "account";

/// The scope of what the owner of the bot has decided about people.
pub(crate) const OF_OWNER: &str = "owner";

/// The scope of a person's own settings.
pub(crate) fn of_person(who: &PersonId) -> String {
    format!("person:{who}")
}

/// The scope of the settings of a server, or of all places that have none.
pub(crate) fn of_server(server: Option<&ServerId>) -> String {
    server.map_or_else(|| "server:none".to_owned(), |server| format!("server:{server}"))
}

/// The scope whose rules hold for a game.
pub(crate) fn of_game(game: &Game) -> String {
    of_server(game.server())
}

/// The scope of what is kept of one game beside its log.
pub(crate) fn of_one_game(no: GameNo) -> String {
    format!("game:{}", no.0)
}

/// The scope of what a channel has of its own.
pub(crate) fn of_channel(channel: &PlaceId) -> String {
    format!("place:{channel}")
}

/// The scopes of what holds in a place, the nearest first: in a private chat what its person has chosen,
/// elsewhere what the channel has of its own, for a thread that of its channel, and what its server has.
pub(crate) fn of_place(
    world: &dyn World,
    place: &PlaceId,
    server: Option<&ServerId>,
) -> Vec<String> {
    if let Some(owner) = place.owner() {
        return vec![of_person(&owner)];
    }
    let channel = world.channel_of(place);
    let channel = of_channel(channel.as_ref().unwrap_or(place));
    // A place without a server is a private chat where there are servers.
    let has_rules = server.is_some() || !place.platform().has_servers();
    std::iter::once(channel).chain(has_rules.then(|| of_server(server))).collect()
}

/// The scopes that hold where the settings of a scope of this server are shown, the nearest first: what a
/// channel has not chosen is as in its server.
pub(crate) fn in_effect(scope: &str, server: Option<&ServerId>) -> [String; 2] {
    [scope.to_owned(), of_server(server)]
}

/// Returns what the first of these scopes has under a key that has something.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn first_chosen(
    world: &dyn World,
    scopes: &[String],
    key: &str,
) -> Result<Option<String>, InternalError> {
    for scope in scopes {
        if let Some(chosen) = world.setting(scope, key)? {
            return Ok(Some(chosen));
        }
    }
    Ok(None)
}
