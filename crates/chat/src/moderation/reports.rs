//! Reports to the managers of a server: `report`.

use table::{DAY, GameNo, ModAct, ModEntry, harmless};

use super::entry::{MAX_WHY, entry, logged};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step},
    },
    message::{Audience, Reply},
    naming::people::find_person,
    parse::plain_text::{escaped, shown},
    places::server_settings::reports_channel,
    text,
};

/// So many reports one person can send within a day.
const MOST_A_DAY: usize = 5;

/// `report #12|@ann why`
pub(crate) fn report(
    ctx: Context<'_>,
    no: Option<GameNo>,
    word: Option<&str>,
    why: &str,
) -> Handled {
    if word.is_none() && ctx.named(no).is_none() && !ctx.addressed {
        return Ok(Step::Silent); // Talk that begins so.
    }
    let since = ctx.written_at().saturating_sub(DAY);
    if ctx.world.moderation().count_reports(ctx.author(), since)? >= MOST_A_DAY {
        return ctx.say_to_author(text::too_many_reports(MOST_A_DAY));
    }
    let why = harmless(why, MAX_WHY);
    let who = word.map(|word| find_person(ctx, word)).transpose()?;
    let game = match ctx.named(no) {
        Some(no) => Some(ctx.game(no)?.no()),
        None => None,
    };
    if why.is_empty() || (who.is_none() && game.is_none()) {
        return ctx.say_to_author(text::report_what(ctx.prefix));
    }
    let of = [game.map(|no| no.to_string()), who.as_ref().map(|person| shown(&person.name))];
    let of = of.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let entry = entry(ctx, ModAct::Report, why.clone());
    let id = who.as_ref().map(|person| person.id.clone());
    let rows = vec![logged(ModEntry { who: id, game, ..entry })];
    let people = ctx.people().into_iter().chain(who).collect();
    let audience = Audience::Only(ctx.author().clone());
    let mut replies = vec![Reply { audience, ..ctx.reply(text::reported()) }];
    if let Some(channel) = reports_channel(ctx.world, ctx.msg.server.as_ref())? {
        let words = text::report_for_managers(&ctx.author_name(), &of, &escaped(&why), ctx.prefix);
        replies.push(Reply::new(channel, words));
    }
    Ok(Step::Change(Change { rows, people, replies, ..Change::default() }))
}
