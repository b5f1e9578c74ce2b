//! The bot's permissions in a channel: `check`.

use table::{PlaceId, PlaceKind};

use crate::{
    handling::{
        context::Context,
        step::{Handled, Step},
    },
    message::Reply,
    places::{
        place_report::{Findings, Permission, PlaceReport},
        server_settings::{Threads, threads},
    },
    text,
};

/// `check`; `named` is the channel that it names, by the platform's key.
pub(crate) fn check(ctx: Context<'_>, named: Option<&str>) -> Handled {
    match &ctx.msg.report {
        Some(PlaceReport::Found(found)) => tell(ctx, found),
        Some(PlaceReport::NoSuchChannel) => ctx.say(text::no_such_channel(ctx.prefix)),
        // Whoever plays chess says it too.
        None if !ctx.addressed => Ok(Step::Silent),
        None if ctx.is_on_page() => ctx.say(text::nothing_to_check()),
        None if named.is_none() && ctx.is_private() => ctx.say(text::check_which_channel()),
        None => ctx.say(text::check_failed(ctx.prefix)),
    }
}

/// Tells what was found out: in private, if it is about this very place and nothing can be written here.
fn tell(ctx: Context<'_>, found: &Findings) -> Handled {
    let found = &without_what_is_not_used(ctx, found)?;
    let reply = ctx.reply(text::checked(found, ctx.prefix));
    let is_here = ctx.msg.place.kind() == PlaceKind::Channel(&found.channel);
    if is_here && found.is_closed() && !ctx.msg.private_answers {
        let place = ctx.author().private_place();
        return Ok(Step::Say(vec![Reply { place, reply_to: None, ..reply }]));
    }
    Ok(Step::Say(vec![reply]))
}

/// Without the permission to open threads where games have none of their own.
fn without_what_is_not_used(ctx: Context<'_>, found: &Findings) -> Handled<Findings> {
    let channel = PlaceId::channel(ctx.msg.place.platform(), &found.channel);
    let mut found = found.clone();
    if threads(ctx.world, &channel, ctx.msg.server.as_ref())? == Threads::Never {
        found.permissions.retain(|(one, _)| *one != Permission::OpenThreads);
    }
    Ok(found)
}
