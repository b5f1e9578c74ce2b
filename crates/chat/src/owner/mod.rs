//! The owner of the bot: lines by which they keep people and servers out of all of it, and look after it. To
//! everybody else no such line exists.

mod alarm;
mod banning;
mod forgetting;
mod kept_out;
mod line;
mod looking;

pub use alarm::Alarm;
pub use kept_out::{BANNED_SERVERS, is_server_banned, server_of_ban};

pub(crate) use kept_out::{ban_of, turned_away};
pub(crate) use line::{OwnerLine, read};

use crate::{
    handling::{context::Context, step::Handled},
    text,
};

/// Does what a line of the owner's says.
pub(crate) fn run(ctx: Context<'_>, line: OwnerLine<'_>) -> Handled {
    match line {
        OwnerLine::Person { id, act, why, is_sure } => banning::person(ctx, id, act, why, is_sure),
        OwnerLine::Server { id, act, why, is_sure } => banning::server(ctx, id, act, why, is_sure),
        OwnerLine::Forget { id, is_sure } => forgetting::forget(ctx, id, is_sure),
        OwnerLine::Export(id) => looking::export(ctx, id),
        OwnerLine::Servers => looking::servers(ctx),
        OwnerLine::Log => looking::log(ctx),
        OwnerLine::Unread => ctx.say_to_author(text::owner_lines(ctx.prefix)),
    }
}
