//! Challenges: `challenge`, `seek` and `bot`.

use super::{
    answer::accept,
    limits::check_limits,
    new_offer::{NewOffer, make},
};
use crate::{
    chat::{
        command::{Challenge, Invited},
        context::Context,
        people::find_person,
        plain_text::shown,
        step::{Handled, Stop},
        text,
    },
    games::{GameKind, canonical_look, canonical_options, seats},
    table::{GameNo, Occupant, OfferTerms},
};

/// `challenge …`, `seek …` or `bot …`
pub(in crate::chat) fn challenge(ctx: Context<'_>, asked: &Challenge) -> Handled {
    let n = n_seats(ctx, asked)?;
    let (options, look) = options(ctx, asked, n)?;
    if asked.seat_choice.seat().is_some_and(|seat| seat.number() > n) {
        return ctx.say(text::no_such_seat(n));
    }
    if ctx.is_private() && asked.who.iter().any(|who| !matches!(who, Invited::Bot(_))) {
        return ctx.say(text::only_us_here(&ctx.world.settings(&ctx.msg.place).prefix));
    }
    let seeks = matches!(asked.who.as_slice(), [Invited::Someone]);
    if seeks && let Some(offer) = offer_to_take(ctx, asked, n, &options)? {
        return accept(ctx, Some(offer));
    }
    let others = others(ctx, &asked.who, n)?;
    check_limits(ctx, &others)?;
    let terms = OfferTerms { seat_choice: asked.seat_choice, listed: asked.listed, look };
    let (challenger, place) = (ctx.msg.author.clone(), ctx.msg.place.clone());
    let new = NewOffer { challenger, kind: asked.kind, options, terms, others, place };
    let mut made = make(*ctx, new)?;
    if seeks {
        let meanwhile = text::meanwhile(asked.kind.key(), ctx.prefix);
        made.replies.iter_mut().for_each(|reply| reply.text.push_str(&meanwhile));
    }
    Ok(made.into())
}

/// The oldest open offer of this place that the author could take and that fits what they ask for:
/// the same game, and the same seats and options where they name some.
fn offer_to_take(
    ctx: Context<'_>,
    asked: &Challenge,
    n: u8,
    options: &str,
) -> Handled<Option<GameNo>> {
    if asked.seat_choice.seat().is_some() {
        return Ok(None);
    }
    let mut open = ctx.world.open_games_at(&ctx.msg.place)?;
    open.retain(|offer| offer.kind == asked.kind && offer.asks(ctx.author()));
    open.sort_by_key(|offer| (offer.created, offer.no));
    for offer in open {
        let Some(game) = ctx.world.game(offer.no)? else { continue };
        let fits_seats = asked.players.is_none() || game.seats().len() == usize::from(n);
        let fits_options = asked.options.is_empty() || game.options() == options;
        if fits_seats && fits_options {
            return Ok(Some(offer.no));
        }
    }
    Ok(None)
}

/// How many seats the game is to have: the number that is named, otherwise one for each who is
/// invited and one for the challenger.
fn n_seats(ctx: Context<'_>, asked: &Challenge) -> Handled<u8> {
    let (allowed, title) = (seats(asked.kind), asked.kind.title());
    let named = u8::try_from(asked.who.len() + 1).unwrap_or(u8::MAX);
    let n = asked.players.unwrap_or_else(|| named.max(*allowed.start()));
    if !allowed.contains(&n) {
        let fits = |kind: &GameKind| seats(*kind).contains(&n);
        let other = GameKind::ALL.into_iter().find(fits).map(GameKind::key);
        return Err(ctx.refuse(text::seats_not_allowed(title, &allowed, n, other, ctx.prefix)));
    }
    if named > n {
        let enough = allowed.contains(&named);
        return Err(ctx.refuse(text::too_many_asked(title, named, n, enough, ctx.prefix)));
    }
    Ok(n)
}

/// The canonical texts of the options and of the display options.
fn options(ctx: Context<'_>, asked: &Challenge, n: u8) -> Handled<(String, String)> {
    let kind = asked.kind;
    canonical_options(kind, &asked.options, n)
        .and_then(|options| Ok((options, canonical_look(kind, &asked.look)?)))
        .map_err(|error| ctx.refuse(text::bad_options(&error.0, kind.key(), ctx.prefix)))
}

/// Who sits or is asked besides the challenger. Seats for which nobody is named stay open, or go to
/// more bots if only bots are named.
fn others(ctx: Context<'_>, invited: &[Invited], n: u8) -> Handled<Vec<Occupant>> {
    let mut others: Vec<Occupant> = Vec::new();
    for who in invited {
        let occupant = match who {
            Invited::Anyone | Invited::Someone => Occupant::Open,
            Invited::Bot(level) => Occupant::Bot(*level),
            Invited::Person(word) => asked_person(ctx, word, &others)?,
        };
        others.push(occupant);
    }
    let only_bots = invited.iter().all(|who| matches!(who, Invited::Bot(_)));
    let rest = others.last().filter(|_| only_bots).cloned().unwrap_or(Occupant::Open);
    others.resize(usize::from(n.saturating_sub(1)).max(others.len()), rest);
    Ok(others)
}

/// The seat of a person who is asked: neither the author nor one of those named before.
fn asked_person(ctx: Context<'_>, word: &str, before: &[Occupant]) -> Result<Occupant, Stop> {
    let person = find_person(ctx, word)?;
    if person.id == *ctx.author() {
        return Err(ctx.refuse(text::yourself(ctx.prefix)));
    }
    if before.iter().any(|other| other.is_or_asks(&person.id)) {
        return Err(ctx.refuse(text::asked_twice(&shown(&person.name), ctx.prefix)));
    }
    Ok(Occupant::Asked(person))
}
