//! What a message asks for that needs something of the platform, found out before it is handled.

use super::{
    command::Command,
    commands::{CHECK, Who},
    dispatch::bare,
    message::{Addressing, Incoming},
    parse::{self, Reading},
    plain_text::{fold, without_prefix},
};
use crate::table::PlaceKind;

/// The channel that a typed message asks to check, by the platform's key: the one that it names, or its
/// own. `None` for any other message, and for one in private that names none.
#[must_use]
pub fn channel_to_check(msg: &Incoming, prefix: &str) -> Option<String> {
    let command = command_of(msg, prefix)?;
    if command.info.path != CHECK {
        return None;
    }
    let is_private = msg.addressing == Addressing::Private;
    let own = || match msg.place.kind() {
        PlaceKind::Channel(key) if !is_private => Some(key.to_owned()),
        _ => None,
    };
    command.values.channel().map(str::to_owned).or_else(own)
}

/// Whether a typed message asks for what only those may do who manage its server.
#[must_use]
pub fn asks_to_manage(msg: &Incoming, prefix: &str) -> bool {
    command_of(msg, prefix).is_some_and(|command| command.info.who == Who::Manager)
}

/// The command that a typed message asks for, if it is surely meant for the bot.
fn command_of(msg: &Incoming, prefix: &str) -> Option<Command> {
    let text = fold(&msg.text);
    let after_prefix = without_prefix(&text, prefix);
    let is_private = msg.addressing == Addressing::Private;
    if after_prefix.is_none() && !msg.to_bot && !is_private {
        return None;
    }
    match parse::read(bare(msg, after_prefix, &text)) {
        Reading::Command(command) => Some(command),
        Reading::Bad(_) | Reading::Other(..) => None,
    }
}
