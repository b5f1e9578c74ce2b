//! Commands of the challenger for an offer, `withdraw`, `fill` and `remove`, and the expiry of offers.

use table::{ActionError, Game, GameNo, Occupant, PersonId, Stage};

use super::seats::{after_change_of_seats, asked_names, asked_people, seats_words};
use crate::{
    handling::{
        cause::Scope,
        changes::change_of,
        context::Context,
        selection::own_offer,
        step::{Change, Handled, InternalError},
    },
    naming::{
        names::{mention, person_name},
        people::find_person,
    },
    parse::plain_text::in_code,
    play::announcements::public,
    text,
};

/// `withdraw`
pub(crate) fn withdraw(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let mut game = own_offer(ctx, no, "withdraw")?;
    let added = game.withdraw(ctx.written_at())?;
    let mut change = change_of(*ctx, game, added);
    let words = text::withdrawn(&ctx.name_in(&change.game), change.game.no());
    change.replies = ctx.announce(&change.game, words, Vec::new());
    Ok(change.into())
}

/// `fill`
pub(crate) fn fill(ctx: Context<'_>, no: Option<GameNo>, level: u8) -> Handled {
    let mut game = own_offer(ctx, no, "fill")?;
    if game.terms().rated {
        return ctx.say_about(game.no(), text::no_bots_in_rated(game.no(), ctx.prefix));
    }
    match game.fill(level, ctx.written_at()) {
        Ok(()) => Ok(after_change_of_seats(*ctx, game, |seats| text::filled(level, seats))?.into()),
        Err(ActionError::NothingOpen) => {
            let first = asked_people(&game).first().map(|person| in_code(&person.name));
            let (waiting, first) = (asked_names(&game), first.unwrap_or_default());
            ctx.say_about(game.no(), text::nothing_to_fill(&waiting, &first, ctx.prefix))
        }
        Err(other) => Err(other.into()),
    }
}

/// `remove @ann`
pub(crate) fn remove(ctx: Context<'_>, no: Option<GameNo>, word: &str) -> Handled {
    let mut game = own_offer(ctx, no, &format!("remove @{word}"))?;
    let person = find_person(ctx, word)?;
    let name = person_name(game.seats(), &person);
    match game.free_seat(&person.id, ctx.written_at()) {
        Ok(()) => {
            Ok(after_change_of_seats(*ctx, game, |seats| text::removed(&name, seats))?.into())
        }
        Err(ActionError::OwnOffer) => {
            ctx.say_about(game.no(), text::leave_own(game.no(), ctx.prefix))
        }
        Err(ActionError::NotSeated) => {
            ctx.say_about(game.no(), text::not_in_offer(&name, game.no(), &seats_words(&game)))
        }
        Err(other) => Err(other.into()),
    }
}

/// Somebody leaves an offer without a word of theirs: their own is withdrawn, from another's they are taken out.
///
/// # Errors
/// [`InternalError`] if the offer does not take it.
pub(crate) fn left_by(
    scope: Scope<'_>,
    mut game: Game,
    who: &PersonId,
) -> Result<Change, InternalError> {
    let at = scope.stamp().at;
    if matches!(game.stage(), Stage::Offered(until) if until <= at) {
        return expire_offer(scope, &game);
    }
    let sits = game.seats().iter().filter_map(Occupant::who).find(|person| person.id == *who);
    let name = sits.map_or_else(String::new, |person| person_name(game.seats(), person));
    let (added, words) = if game.is_challenger(who) {
        (game.withdraw(at)?, text::withdrawn(&name, game.no()))
    } else if game.seat_of(who).is_some() {
        game.get_up(who, at)?;
        (Vec::new(), String::new())
    } else {
        let to = game.challenger().map_or_else(String::new, mention);
        (game.decline(who, at)?, text::declined(&name, &to, game.no()))
    };
    if game.is_offered() {
        let words = |seats: &str| text::removed(&name, seats);
        return Ok(after_change_of_seats(scope, game, words)?.into());
    }
    let ping = game.challenger().map(|person| person.id.clone()).into_iter().collect();
    let mut change = change_of(scope, game, added);
    change.replies = scope.announce(&change.game, words, ping);
    Ok(change.into())
}

/// The change that closes an offer whose time is over.
///
/// # Errors
/// [`InternalError`] if it is no offer, or its time is not over.
pub(crate) fn expire_offer(scope: Scope<'_>, game: &Game) -> Result<Change, InternalError> {
    let mut game = game.clone();
    let added = game.expire(scope.world.now())?;
    let mut change = change_of(scope, game, added);
    let words = text::expired(change.game.no(), change.game.seats().len() > 2);
    change.replies.push(public(&change.game, words, Vec::new()));
    Ok(change.into())
}
