//! Somebody is forgotten by a request that reached the owner: `owner forget`.

use table::{ModAct, ModEntry, Person};

use super::banning::{is_stale, person_of};
use crate::{
    handling::{
        context::Context,
        step::{Change, Handled, Step, Write},
    },
    moderation::{
        ask::sure,
        entry::{entry, logged},
    },
    parse::plain_text::shown,
    text,
    world::scopes,
};

/// `owner forget ID`
pub(super) fn forget(ctx: Context<'_>, id: &str, is_sure: bool) -> Handled {
    let who = person_of(ctx, id)?;
    let name = text::person_with_id(&shown(&ctx.world.ratings().name_of(&who)), who.key());
    if !is_sure || is_stale(ctx) {
        let line = format!("owner forget {}", who.key());
        let words = |typed: &str| text::owner_forget_sure(&name, typed);
        return Ok(sure(ctx, None::<&Person>, |_| line.clone(), words));
    }
    let scope = scopes::OF_OWNER.to_owned();
    let noted =
        ModEntry { scope, who: Some(who.clone()), ..entry(ctx, ModAct::Forget, String::new()) };
    let rows = vec![logged(noted), Write::Forget(who, text::forgotten_by_owner())];
    let replies = vec![ctx.reply(text::owner_has_forgotten())];
    Ok(Step::Change(Change { rows, people: ctx.people(), replies, ..Change::default() }))
}
