//! Bans from rated games, from events, or from everything new: `mod ban`, `mod unban`, `mod log`.

use event::Edition;
use table::{
    Ban, BannedFrom, HOUR, Millis, ModAct, ModEntry, ModWrite, Person, PersonId, harmless,
    parse_span,
};

use super::{
    ask::{sure, where_it_is},
    entry::{MAX_WHY, entry, logged, tell},
};
use crate::{
    events::withdrawn_from_all,
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    naming::people::find_person,
    parse::plain_text::{escaped, in_code, shown},
    text,
    world::scopes,
};

/// The shortest ban.
const SHORTEST: Millis = HOUR;
/// So many lines of the log are shown.
const LOG_LINES: u32 = 15;

/// `mod ban @ann [rated|events|all] [30d] why`
pub(crate) fn ban(ctx: Context<'_>, word: Option<&str>, typed: &str, is_sure: bool) -> Handled {
    let person = find_person(ctx, word.unwrap_or_default())?;
    if person.id == *ctx.author() {
        return ctx.say(text::no_self_ban());
    }
    let (first, rest) = typed.split_once(' ').unwrap_or((typed, ""));
    let (from, rest) = match BannedFrom::from_word(&first.to_lowercase()) {
        Some(from) => (from, rest.trim()),
        None => (BannedFrom::All, typed),
    };
    let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
    let (length, why) = match parse_span(first) {
        Some(length) => (Some(length), after.trim()),
        None => (None, rest),
    };
    if length.is_some_and(|length| length < SHORTEST) {
        return ctx.say(text::span_unread(ctx.prefix));
    }
    let why = harmless(why, MAX_WHY);
    let name = shown(&person.name);
    let span = length.map(|_| format!("{first} ")).unwrap_or_default();
    let line = |who: &str, why: &str| format!("mod ban {who} {} {span}{why}", from.word());
    if why.is_empty() {
        let who = format!("@{}", in_code(&person.name));
        return ctx.say(text::say_why(&format!("{}{}", ctx.prefix, line(&who, "why"))));
    }
    let until = length.map(|length| ctx.written_at().saturating_add(length));
    if !is_sure {
        let line = |who: &str| line(who, &why);
        return Ok(sure(ctx, Some(&person), line, |shown| {
            text::ban_sure(&name, from, until, shown)
        }));
    }
    let scope = scopes::of_server(ctx.msg.server.as_ref());
    let (mut change, left) = match from {
        BannedFrom::Rated => (Change::default(), Vec::new()),
        BannedFrom::Events | BannedFrom::All => {
            let is_here = |edition: &Edition| edition.server() == ctx.msg.server.as_ref();
            withdrawn_from_all(ctx, &person.id, is_here)?
        }
    };
    let notice = text::ban_notice(&where_it_is(ctx), from, until, &escaped(&why));
    let words = match until {
        Some(_) => format!("{} {first}, {why}", from.word()),
        None => format!("{}, {why}", from.word()),
    };
    change.rows.extend(noted(ctx, ModAct::Ban, &person, words));
    change.rows.push(tell(&person.id, notice));
    let ban = Ban { scope, who: person.id.clone(), from, until, why };
    change.rows.push(Write::Moderation(ModWrite::Ban(ban)));
    change.people.extend(ctx.people().into_iter().chain([person]));
    change.replies.push(ctx.reply(text::banned(&name, from, until, &left)));
    Ok(Step::Change(change))
}

/// `mod unban @ann`
pub(crate) fn unban(ctx: Context<'_>, word: Option<&str>, is_sure: bool) -> Handled {
    let person = find_person(ctx, word.unwrap_or_default())?;
    let (name, scope) = (shown(&person.name), scopes::of_server(ctx.msg.server.as_ref()));
    let bans = ctx.world.moderation().bans(&scope, &person.id)?;
    if !bans.iter().any(|ban| ban.holds(ctx.world.now())) {
        return ctx.say(text::not_banned(&name));
    }
    if !is_sure {
        let line = |who: &str| format!("mod unban {who}");
        return Ok(sure(ctx, Some(&person), line, |shown| text::unban_sure(&name, shown)));
    }
    let mut rows = noted(ctx, ModAct::Unban, &person, String::new());
    rows.push(tell(&person.id, text::unban_notice(&where_it_is(ctx))));
    rows.push(Write::Moderation(ModWrite::Unban { scope, who: person.id }));
    let replies = vec![ctx.reply(text::unbanned(&name))];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}

/// The line of the log for something that concerns a person.
fn noted(ctx: Context<'_>, act: ModAct, who: &Person, words: String) -> Vec<Write> {
    vec![logged(ModEntry { who: Some(who.id.clone()), ..entry(ctx, act, words) })]
}

/// `mod log`
pub(crate) fn log(ctx: Context<'_>) -> Handled {
    let scope = scopes::of_server(ctx.msg.server.as_ref());
    let name = |id: &PersonId| shown(&ctx.world.ratings().name_of(id));
    let entries = ctx.world.moderation().mod_log(&scope, LOG_LINES)?;
    let lines = entries.into_iter().map(|entry| {
        let of = [entry.who.as_ref().map(&name), entry.game.map(|no| no.to_string())];
        let of: Vec<String> = of.into_iter().flatten().collect();
        text::mod_line(entry.at, &name(&entry.by), entry.act, &of.join(" "), &escaped(&entry.words))
    });
    ctx.say_to_author(text::mod_log(&lines.collect::<Vec<_>>()))
}
