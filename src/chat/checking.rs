//! Which channel a message asks to look at, before it is handled.

use super::{
    commands::CHECK,
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
    let text = fold(&msg.text);
    let after_prefix = without_prefix(&text, prefix);
    let is_private = msg.addressing == Addressing::Private;
    if after_prefix.is_none() && !msg.to_bot && !is_private {
        return None;
    }
    let Reading::Command(command) = parse::read(bare(msg, after_prefix, &text)) else {
        return None;
    };
    if command.info.path != CHECK {
        return None;
    }
    let own = || match msg.place.kind() {
        PlaceKind::Channel(key) if !is_private => Some(key.to_owned()),
        _ => None,
    };
    command.values.channel().map(str::to_owned).or_else(own)
}
