//! What the challenger can do with an offer, `withdraw`, `fill` and `remove`, and how an offer runs
//! out.

use super::seats::{after_change_of_seats, asked_people, seat_index, seats_words};
use crate::{
    chat::{
        announcements::public,
        cause::Scope,
        changes::change_by,
        context::Context,
        names::listed,
        people::find_person,
        plain_text::shown,
        selection::own_offer,
        step::{Change, Handled, InternalError},
        text,
    },
    table::{Game, GameNo, LogEvent, Occupant},
};

/// `withdraw`
pub(in crate::chat) fn withdraw(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = own_offer(ctx, no, "withdraw")?;
    let mut change = change_by(*ctx, game, None, LogEvent::Abort)?;
    let words = text::withdrawn(&ctx.author_name(), change.game.no());
    change.replies = ctx.announce(&change.game, words, Vec::new());
    Ok(change.into())
}

/// `fill`
pub(in crate::chat) fn fill(ctx: Context<'_>, no: Option<GameNo>, level: u8) -> Handled {
    let mut game = own_offer(ctx, no, "fill")?;
    if !game.seats.contains(&Occupant::Open) {
        let waiting: Vec<String> =
            asked_people(&game).iter().map(|person| shown(&person.name)).collect();
        let first = waiting.first().map_or("", String::as_str);
        return ctx.say(text::nothing_to_fill(&listed(&waiting), first, ctx.prefix));
    }
    for occupant in game.seats.iter_mut().filter(|occupant| **occupant == Occupant::Open) {
        *occupant = Occupant::Bot(level);
    }
    after_change_of_seats(*ctx, game, |seats| text::filled(level, seats))
}

/// `remove @ann`
pub(in crate::chat) fn remove(ctx: Context<'_>, no: Option<GameNo>, word: &str) -> Handled {
    let mut game = own_offer(ctx, no, &format!("remove @{word}"))?;
    let person = find_person(ctx, word)?;
    if person.id == *ctx.author() {
        return ctx.say(text::leave_own(game.no(), ctx.prefix));
    }
    let name = shown(&person.name);
    let Some(at) = seat_index(&game, &person.id) else {
        return ctx.say(text::not_in_offer(&name, game.no(), &seats_words(&game)));
    };
    game.seats[at] = Occupant::Open;
    after_change_of_seats(*ctx, game, |seats| text::removed(&name, seats))
}

/// The change that closes an offer whose time is over.
///
/// # Errors
/// [`InternalError`] if the log does not take it.
pub fn expire_offer(scope: Scope<'_>, game: &Game) -> Result<Change, InternalError> {
    let mut change = change_by(scope, game.clone(), None, LogEvent::Abort)?;
    let words = text::expired(game.no(), game.seats().len() > 2);
    change.replies.push(public(game, words, Vec::new()));
    Ok(change.into())
}
