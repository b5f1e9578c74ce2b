//! Under which names settings and vacations are kept.

use crate::table::{Game, PersonId, ServerId};

/// The scope of a person's own settings.
pub(super) fn of_person(who: &PersonId) -> String {
    format!("person:{who}")
}

/// The scope of the settings of a server, or of all places that have none.
pub(super) fn of_server(server: Option<&ServerId>) -> String {
    server.map_or_else(|| "server:none".to_owned(), |server| format!("server:{server}"))
}

/// The scope whose rules hold for a game.
pub(super) fn of_game(game: &Game) -> String {
    of_server(game.server())
}
