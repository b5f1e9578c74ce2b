//! Settings of a server, or of the page: `server show`, `server set`.

mod addressing;
mod games;
mod item;

pub use addressing::{PREFIX_SETTING, server_of_prefix};
pub(super) use addressing::{channels, is_in, manages, mentions};
pub(super) use games::{default_clock, idle_days};

use super::{
    context::Context,
    scopes,
    step::{Change, Handled, Row, Step, Stop},
    text,
};
use crate::table::{Platform, Setting};
use item::{Asked, ITEMS, Read};

/// `server show`
pub(super) fn show(ctx: Context<'_>) -> Handled {
    let (scope, platform) = (scope_here(ctx)?, ctx.msg.place.platform());
    let mut lines = Vec::new();
    for item in ITEMS.iter().filter(|item| item.is_on(platform)) {
        let how = (item.shown)(ctx, &scope)?;
        lines.push(text::setting_shown(&how, &item.line(), item.also, ctx.prefix));
    }
    ctx.say(lines.join("\n"))
}

/// `server set WHAT VALUE`
pub(super) fn set(ctx: Context<'_>, what: &str, typed: &str) -> Handled {
    let (scope, platform) = (scope_here(ctx)?, ctx.msg.place.platform());
    if !manages(ctx.world, ctx.msg)? {
        return ctx.say(text::not_manager(platform == Platform::Local, ctx.prefix));
    }
    let item = ITEMS.iter().find(|item| item.word == what);
    let Some(item) = item.filter(|item| item.is_on(platform)) else {
        return ctx.say(text::not_on_the_page(what, ctx.prefix));
    };
    let Read { settings, mut rows, how } = (item.read)(Asked { ctx, item, typed: typed.trim() })?;
    let row = |(key, value)| Row::Setting(Setting { scope: scope.clone(), key, value });
    rows.extend(settings.into_iter().map(row));
    let replies = vec![ctx.reply(text::server_set(&how))];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// The scope of the place of the message: its server, or the page.
fn scope_here(ctx: Context<'_>) -> Handled<String> {
    let is_page = ctx.msg.place.platform() == Platform::Local;
    match &ctx.msg.server {
        None if !is_page => Err::<_, Stop>(ctx.refuse(text::no_server_here(ctx.prefix))),
        server => Ok(scopes::of_server(server.as_ref())),
    }
}
