//! Settings of a server, or of the page: `server show`, `server set`.

mod addressing;
mod asked;
mod boards;
mod item;
mod new_games;
mod place;
mod rated;
mod values;

pub(crate) use addressing::{
    Manager, channel_key, channels, is_in, manages, may_manage, mentions, reports_channel,
};
pub use addressing::{PREFIX_SETTING, server_of_prefix};
pub(crate) use new_games::{default_clock, default_game};
pub(crate) use place::zone;
pub use place::{Threads, threads};
pub(crate) use rated::too_new;

use asked::{Asked, Read};
use item::{ITEMS, Item};
use table::Setting;

use super::{
    place_report::PlaceReport,
    threads::{kept_report, missing_for_threads},
};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    text,
    world::scopes,
};

/// `server show`
pub(crate) fn show(ctx: Context<'_>) -> Handled {
    let scope = scopes::of_server(ctx.msg.server.as_ref());
    let platform = ctx.msg.place.platform();
    let mut lines = Vec::new();
    for item in ITEMS.iter().filter(|item| item.is_on(platform)) {
        let how = (item.shown)(ctx, &scope)?;
        lines.push(text::setting_shown(&how, &item.line(), item.also, ctx.prefix));
    }
    if !ctx.is_private() {
        lines.extend(shown_here(ctx)?);
    }
    ctx.say(lines.join("\n"))
}

/// Returns what the channel of the message has for itself, if it has something.
fn shown_here(ctx: Context<'_>) -> Handled<Option<String>> {
    let scope = channel_here(ctx)?;
    let mut own = Vec::new();
    for item in &ITEMS {
        let mut is_chosen = false;
        for key in (item.by_channel)() {
            is_chosen |= ctx.world.setting(&scope, &key)?.is_some();
        }
        if is_chosen {
            own.push(((item.shown)(ctx, &scope)?, item.word));
        }
    }
    Ok((!own.is_empty()).then(|| text::settings_here(&own, ctx.prefix)))
}

/// Returns what completes the value of a setting.
pub(crate) fn completions(what: &str, typed: &str) -> Vec<String> {
    let item = ITEMS.iter().find(|item| item.word == what);
    item.map(|item| (item.values)(&typed.trim().to_lowercase())).unwrap_or_default()
}

/// `server set WHAT VALUE`
pub(crate) fn set(ctx: Context<'_>, what: &str, typed: &str) -> Handled {
    let scope = scopes::of_server(ctx.msg.server.as_ref());
    let platform = ctx.msg.place.platform();
    let item = ITEMS.iter().find(|item| item.word == what);
    let Some(item) = item.filter(|item| item.is_on(platform)) else {
        return ctx.say(text::not_on_the_page(what, ctx.prefix));
    };
    let (typed, here) = without_here(item, typed.trim());
    let scope = if here { channel_here(ctx)? } else { scope };
    let line = &item.line();
    let Read { settings, mut rows, how } = (item.read)(Asked { ctx, line, typed })?;
    rows.extend(
        settings
            .into_iter()
            .map(|(key, value)| Write::Setting(Setting { scope: scope.clone(), key, value })),
    );
    if here {
        // So that it is known whose channel it is when the server goes.
        let (of, value) = (scopes::of_server(ctx.msg.server.as_ref()), Some("here".to_owned()));
        rows.push(Write::Setting(Setting { scope: of, key: scope, value }));
    }
    let needs = threads_need(ctx, item).unwrap_or_default();
    rows.extend(kept_report(ctx.msg).map(Write::Setting));
    let replies = vec![ctx.reply(format!("{}{needs}", text::server_set(&how, here)))];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// Returns what is missing in this channel for threads of games, if they are set and it is known that something
/// is: a line of its own.
fn threads_need(ctx: Context<'_>, item: &Item) -> Option<String> {
    let Some(PlaceReport::Found(found)) =
        ctx.msg.report.as_ref().filter(|_| item.word == "threads")
    else {
        return None;
    };
    let missing = missing_for_threads(found);
    let link = found.invite.as_ref().map(|invite| invite.with_threads.as_str());
    let words = || format!("\n{}", text::threads_need(&missing, link, ctx.prefix));
    (!missing.is_empty()).then(words)
}

/// A value without `here` at its end, and whether that was there, where a channel can have the setting for
/// itself.
fn without_here<'t>(item: &Item, typed: &'t str) -> (&'t str, bool) {
    match typed.rsplit_once(' ') {
        Some((value, here)) if item.is_by_channel() && here.eq_ignore_ascii_case("here") => {
            (value.trim_end(), true)
        }
        _ => (typed, false),
    }
}

/// The scope of the channel of the message; for a thread that of its channel.
fn channel_here(ctx: Context<'_>) -> Handled<String> {
    if ctx.is_private() {
        return Err(ctx.refuse(text::no_channel_here(ctx.prefix)));
    }
    Ok(scopes::of_channel(ctx.msg.within.as_ref().unwrap_or(&ctx.msg.place)))
}

/// The sentence for whoever may not set the bot there, or asks where there is no server.
pub(crate) fn refusal(ctx: Context<'_>) -> Handled<String> {
    let is_page = ctx.is_on_page();
    Ok(if ctx.msg.server.is_none() && !is_page {
        text::no_server_here(ctx.prefix)
    } else {
        text::not_manager(is_page, ctx.prefix)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        handling::{cause::Cause, step::Early},
        message::Addressing,
        tests::{NewWorld, channel, message},
    };

    #[test]
    fn all_that_is_offered_is_taken() {
        let (world, msg) = (NewWorld::default(), message("ann", channel(), Addressing::Channel));
        let scope = world.scope(Cause::Message(&msg));
        let ctx = Context {
            scope,
            msg: &msg,
            prefix: "!",
            addressed: true,
            replied_game: None,
            facing: None,
        };
        for item in &ITEMS {
            let values = completions(item.word, "");
            assert!(!values.is_empty(), "{}", item.word);
            for value in values.iter().map(String::as_str).chain(item.also.iter().copied()) {
                let (typed, _) = without_here(item, value);
                let read = (item.read)(Asked { ctx, line: "", typed });
                assert!(!matches!(read, Err(Early::Answered(_))), "{} {value}", item.word);
                assert!(!read.unwrap().settings.is_empty(), "{} {value}", item.word);
            }
        }
    }
}
