//! Whom a ban, a block or too many offers keep from what they ask for.

use table::{
    Asked, Ban, BannedFrom, DAY, Forgotten, Game, LogEntry, MINUTE, Millis, ModWrite, Occupant,
    Person, PersonId, ServerId,
};

use crate::{
    handling::{
        cause::Scope,
        context::Context,
        step::{Change, Handled, InternalError, Write},
    },
    naming::names::{listed, person_name},
    owner::ban_of as kept_out,
    parse::plain_text::{escaped, in_code, shown},
    text,
    world::{World, scopes},
};

/// The time in which nobody is pinged twice by the same person's offers.
const ASKED_BEFORE: Millis = 10 * MINUTE;
/// The time in which nobody is pinged by whoever they have declined.
const DECLINED_BEFORE: Millis = DAY;

/// The ban that keeps somebody from an activity in a server at the moment, if there is one: of its managers, or of
/// the bot's owner.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn ban_of(
    world: &dyn World,
    who: &PersonId,
    server: Option<&ServerId>,
    from: BannedFrom,
) -> Result<Option<Ban>, InternalError> {
    let mut bans = world.moderation().bans(&scopes::of_server(server), who)?;
    bans.extend(kept_out(world, who)?);
    bans.retain(|ban| ban.holds(world.now()) && (ban.from == from || ban.from == BannedFrom::All));
    Ok(bans.into_iter().max_by_key(|ban| ban.from))
}

/// Refuses the author what they are banned from in a server: to begin or to join a game, rated or not.
pub(crate) fn check_may_play(
    ctx: Context<'_>,
    server: Option<&ServerId>,
    rated: bool,
) -> Handled<()> {
    check(ctx, &ctx.msg.author, server, begun_by(rated))
}

/// The activity that beginning a game is.
const fn begun_by(rated: bool) -> BannedFrom {
    if rated { BannedFrom::Rated } else { BannedFrom::All }
}

/// Refuses rated games for somebody who has come back lately after they were forgotten.
fn check_is_rated(ctx: Context<'_>, person: &Person) -> Handled<()> {
    let mark = ctx.world.moderation().forgotten(&person.id)?;
    let from = mark.and_then(Forgotten::rated_from).filter(|from| *from > ctx.world.now());
    let Some(from) = from else { return Ok(()) };
    let name = (person.id != *ctx.author()).then(|| shown(&person.name));
    Err(ctx.refuse(text::rated_after_return(name.as_deref(), from)))
}

/// Refuses somebody who is banned from an activity in a server.
pub(crate) fn check(
    ctx: Context<'_>,
    person: &Person,
    server: Option<&ServerId>,
    from: BannedFrom,
) -> Handled<()> {
    if from == BannedFrom::Rated {
        check_is_rated(ctx, person)?;
    }
    let Some(ban) = ban_of(ctx.world, &person.id, server, from)? else { return Ok(()) };
    Err(ctx.refuse(if person.id == *ctx.author() {
        text::you_are_banned(ban.from, ban.until, &escaped(&ban.why))
    } else if ban.scope == scopes::OF_OWNER {
        text::they_are_kept_out(&shown(&person.name))
    } else {
        text::they_are_banned(&shown(&person.name), ban.from)
    }))
}

/// Returns `true` if one of two people blocks the other one.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn are_apart(
    world: &dyn World,
    one: &PersonId,
    other: &PersonId,
) -> Result<bool, InternalError> {
    let moderation = world.moderation();
    Ok(moderation.has_blocked(one, other)? || moderation.has_blocked(other, one)?)
}

/// Returns `true` if the author and anybody who sits in an offer are kept apart, or one of them is banned from what it
/// would begin.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn is_apart_from(ctx: Context<'_>, offer: &Game) -> Result<bool, InternalError> {
    let server = offer.server().or(ctx.msg.server.as_ref());
    let from = begun_by(offer.terms().rated);
    for (_, person) in offer.people() {
        let is_other = person.id != *ctx.author();
        let is_out = is_other && ban_of(ctx.world, &person.id, server, from)?.is_some();
        if is_out || is_other && are_apart(ctx.world, ctx.author(), &person.id)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses an offer of the author's to somebody whom they block, or whom the bot's owner keeps out.
pub(crate) fn check_asked(ctx: Context<'_>, others: &[Occupant]) -> Handled<()> {
    for other in others {
        let Occupant::Asked(person) = other else { continue };
        if kept_out(ctx.world, &person.id)?.is_some() {
            return Err(ctx.refuse(text::they_are_kept_out(&shown(&person.name))));
        }
        if ctx.world.moderation().has_blocked(ctx.author(), &person.id)? {
            let (name, code) = (shown(&person.name), in_code(&person.name));
            return Err(ctx.refuse(text::you_block(&name, &code, ctx.prefix)));
        }
    }
    Ok(())
}

/// Declines a new offer for those who block its challenger, as they would by hand. Returns their names.
///
/// # Errors
/// [`InternalError`] if the store cannot be read, or the offer does not take it.
pub(crate) fn decline_for_blockers(
    scope: Scope<'_>,
    game: &mut Game,
) -> Result<(Vec<LogEntry>, String), InternalError> {
    let (mut added, mut names) = (Vec::new(), Vec::new());
    let Some(challenger) = game.challenger().map(|person| person.id.clone()) else {
        return Ok((added, String::new()));
    };
    for occupant in game.seats().to_vec() {
        if let Occupant::Asked(person) = occupant
            && scope.world.moderation().has_blocked(&person.id, &challenger)?
        {
            names.push(person_name(game.seats(), &person));
            added.extend(game.decline(&person.id, scope.stamp().at)?);
        }
    }
    Ok((added, listed(&names)))
}

/// Notes whom a new offer of the author's asks, and pings nobody whom they have asked a moment ago, or who has
/// declined them lately.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn note_asked(ctx: Context<'_>, change: &mut Change) -> Result<(), InternalError> {
    let (author, now) = (ctx.author(), ctx.written_at());
    let offers = change.games.iter().map(|one| &one.game).filter(|game| game.is_challenger(author));
    let asked = offers.flat_map(Game::seats).filter_map(|seat| match seat {
        Occupant::Asked(person) => Some(person.id.clone()),
        _ => None,
    });
    for whom in asked.collect::<Vec<_>>() {
        let before = ctx.world.moderation().asked(author, &whom)?;
        let is_lately =
            |at: Option<Millis>, span| at.is_some_and(|at| at.saturating_add(span) > now);
        if is_lately(before.at, ASKED_BEFORE) || is_lately(before.declined, DECLINED_BEFORE) {
            change.replies.iter_mut().for_each(|reply| reply.ping.retain(|id| *id != whom));
        }
        let asked = Asked { at: Some(now), ..before };
        let write = ModWrite::Asked { by: author.clone(), whom, asked };
        change.rows.push(Write::Moderation(write));
    }
    Ok(())
}

/// The note that somebody has declined an offer.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn note_declined(ctx: Context<'_>, by: &PersonId) -> Result<Write, InternalError> {
    let whom = ctx.author();
    let before = ctx.world.moderation().asked(by, whom)?;
    let asked = Asked { declined: Some(ctx.written_at()), ..before };
    Ok(Write::Moderation(ModWrite::Asked { by: by.clone(), whom: whom.clone(), asked }))
}
