//! Bans from all of the bot: `owner ban`, `owner unban`.

use table::{
    Ban, BannedFrom, ModAct, ModEntry, ModWrite, Person, PersonId, Platform, ServerId, Setting,
    harmless,
};

use super::{
    kept_out::{self, BANNED_SERVERS},
    line::Act,
};
use crate::{
    events::withdrawn_from,
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    message::Consent,
    moderation::{
        ask::sure,
        entry::{MAX_WHY, entry, logged},
    },
    parse::plain_text::shown,
    personal_data::plays_no_more::check_plays,
    text,
    world::scopes,
};

/// `owner ban person ID why`, `owner unban person ID why`
pub(super) fn person(ctx: Context<'_>, id: &str, act: Act, why: &str, is_sure: bool) -> Handled {
    let who = person_of(ctx, id)?;
    let name = text::person_with_id(&shown(&ctx.world.ratings().name_of(&who)), who.key());
    let is_banned = kept_out::ban_of(ctx.world, &who)?.is_some();
    let refused = match act {
        Act::Ban if ctx.world.is_owner(&who) => Some(text::no_ban_of_owner()),
        Act::Ban if is_banned => Some(text::kept_out_already(&name)),
        Act::Unban if !is_banned => Some(text::not_kept_out(&name)),
        Act::Ban | Act::Unban => None,
    };
    if let Some(words) = refused {
        return ctx.say_to_author(words);
    }
    let why = match reason(ctx, why, act, "person", who.key(), is_sure, &name)? {
        Asked::Sure(why) => why,
        Asked::Not(step) => return Ok(step),
    };
    let scope = scopes::OF_OWNER.to_owned();
    let (mut change, write, words) = match act {
        Act::Ban => {
            let (change, left) = withdrawn_from(*ctx, &who, |_| true)?;
            let ban = Ban {
                scope,
                who: who.clone(),
                from: BannedFrom::All,
                until: None,
                why: why.clone(),
            };
            (change, ModWrite::Ban(ban), text::person_kept_out(&name, &left))
        }
        Act::Unban => {
            let write = ModWrite::Unban { scope, who: who.clone() };
            (Change::default(), write, text::person_let_in(&name))
        }
    };
    change.people.extend(ctx.people());
    change.rows.push(Write::Moderation(write));
    change.rows.push(noted(ctx, act, Some(who), why));
    change.replies.push(ctx.reply(words));
    Ok(Step::Change(change))
}

/// `owner ban server ID why`, `owner unban server ID why`
pub(super) fn server(ctx: Context<'_>, id: &str, act: Act, why: &str, is_sure: bool) -> Handled {
    let platform = ctx.author().platform();
    if !platform.has_servers() || !is_id(platform, id) {
        return ctx.say_to_author(text::no_such_id(ctx.prefix));
    }
    let server = ServerId::new(platform, id);
    let name = text::server_with_id(id);
    match (act, kept_out::is_server_banned(ctx.world, &server)?) {
        (Act::Ban, true) => return ctx.say_to_author(text::kept_out_already(&name)),
        (Act::Unban, false) => return ctx.say_to_author(text::not_kept_out(&name)),
        (Act::Ban, false) | (Act::Unban, true) => {}
    }
    let why = match reason(ctx, why, act, "server", id, is_sure, &name)? {
        Asked::Sure(why) => why,
        Asked::Not(step) => return Ok(step),
    };
    let value = (act == Act::Ban).then(|| why.clone());
    let (scope, key) = (BANNED_SERVERS.to_owned(), server.to_string());
    let rows = vec![
        Write::Setting(Setting { scope, key, value }),
        noted(ctx, act, None, format!("server {id}, {why}")),
    ];
    let words = match act {
        Act::Ban => text::server_kept_out(&name),
        Act::Unban => text::server_let_in(&name),
    };
    let replies = vec![ctx.reply(words)];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// Returns `true` if this can be the key of a person or a server on a platform.
fn is_id(platform: Platform, key: &str) -> bool {
    match platform {
        Platform::Discord => key.len() <= 20 && key.bytes().all(|byte| byte.is_ascii_digit()),
        Platform::Local => true,
    }
}

/// The person with this key on the owner's platform, whether they are known or not, unless they were forgotten.
pub(super) fn person_of(ctx: Context<'_>, key: &str) -> Handled<PersonId> {
    let platform = ctx.author().platform();
    if !is_id(platform, key) {
        return Err(ctx.refuse(text::no_such_id(ctx.prefix)));
    }
    let who = PersonId::new(platform, key);
    // Nothing that names somebody forgotten is kept again.
    check_plays(ctx, &who)?;
    Ok(who)
}

/// The reason of an owner who is sure, or the step that asks for what is missing.
enum Asked {
    Sure(String),
    Not(Step),
}

/// Sees to it that an act has a reason, and that the owner was asked once.
fn reason(
    ctx: Context<'_>,
    why: &str,
    act: Act,
    kind: &str,
    id: &str,
    is_sure: bool,
    name: &str,
) -> Handled<Asked> {
    let why = harmless(why, MAX_WHY);
    let line = |why: &str| format!("owner {} {kind} {id} {why}", act.word());
    if why.is_empty() {
        let line = format!("{}{}", ctx.prefix, line("why"));
        return ctx.say_to_author(text::owner_says_why(&line)).map(Asked::Not);
    }
    if is_sure && !is_stale(ctx) {
        return Ok(Asked::Sure(why));
    }
    let asked = match act {
        Act::Ban => text::keep_out_sure,
        Act::Unban => text::let_in_sure,
    };
    Ok(Asked::Not(sure(ctx, None::<&Person>, |_| line(&why), |shown| asked(name, shown))))
}

/// Returns `true` for a tap on a question that was asked too long ago to count.
pub(super) fn is_stale(ctx: Context<'_>) -> bool {
    match &ctx.msg.consent {
        Consent::Tapped(Some(question)) => question.until < ctx.msg.at,
        Consent::Tapped(None) | Consent::Typed => false,
    }
}

/// The line of the owner's log about an act.
fn noted(ctx: Context<'_>, act: Act, who: Option<PersonId>, words: String) -> Write {
    let act = match act {
        Act::Ban => ModAct::Ban,
        Act::Unban => ModAct::Unban,
    };
    let scope = scopes::OF_OWNER.to_owned();
    logged(ModEntry { scope, who, ..entry(ctx, act, words) })
}
