//! Looks at what the bot has: `owner servers`, `owner log`, `owner export`.

use table::{ModAct, ModEntry, PersonId};

use super::{banning::person_of, kept_out::is_server_banned};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step},
    },
    message::{Attachment, Audience, Reply},
    moderation::entry::{entry, logged},
    parse::plain_text::{escaped, shown},
    personal_data::data_file,
    text,
    world::scopes,
};

/// So many lines of the log are shown.
const LOG_LINES: u32 = 15;
/// So many servers are shown, those in which most goes on.
const LISTED: usize = 20;

/// `owner servers`
pub(super) fn servers(ctx: Context<'_>) -> Handled {
    let mut servers = ctx.world.servers()?;
    servers.sort_by_key(|one| std::cmp::Reverse((one.running, one.finished)));
    let mut lines = Vec::new();
    for one in servers.iter().take(LISTED) {
        let is_banned = is_server_banned(ctx.world, &one.server)?;
        lines.push(text::server_line(one.server.key(), (one.running, one.finished), is_banned));
    }
    let running = servers.iter().map(|one| one.running).sum();
    let finished = servers.iter().map(|one| one.finished).sum();
    ctx.say_to_author(text::servers(servers.len(), (running, finished), &lines))
}

/// `owner log`
pub(super) fn log(ctx: Context<'_>) -> Handled {
    let name =
        |id: &PersonId| text::person_with_id(&shown(&ctx.world.ratings().name_of(id)), id.key());
    let entries = ctx.world.moderation().mod_log(scopes::OF_OWNER, LOG_LINES)?;
    let lines = entries.into_iter().map(|entry| {
        let words = escaped(&entry.words);
        let (of, words) = match &entry.who {
            Some(who) => (name(who), words),
            None => (words, String::new()),
        };
        text::mod_line(entry.at, &name(&entry.by), entry.act, &of, &words)
    });
    ctx.say_to_author(text::owner_log(&lines.collect::<Vec<_>>()))
}

/// `owner export ID`
pub(super) fn export(ctx: Context<'_>, id: &str) -> Handled {
    let who = person_of(ctx, id)?;
    let file = data_file(ctx, &who)?;
    let name = text::person_with_id(&shown(&ctx.world.ratings().name_of(&who)), who.key());
    let audience = Audience::Only(ctx.author().clone());
    let mut reply = Reply { audience, ..ctx.reply(text::data_of_person(&name)) };
    reply.attachments.push(Attachment::File(file));
    let scope = scopes::OF_OWNER.to_owned();
    let entry = entry(ctx, ModAct::Export, String::new());
    let rows = vec![logged(ModEntry { scope, who: Some(who), ..entry })];
    let (people, replies) = (ctx.people(), vec![reply]);
    Ok(Step::Change(Change { rows, people, replies, ..Change::default() }))
}
