//! Answering somebody else's offer: `accept`, `decline` and `leave`.

use super::{
    limits::check_running,
    seats::{after_change_of_seats, seat_index},
};
use crate::{
    chat::{
        changes::change_by,
        command::DrawWord,
        context::Context,
        draws,
        names::mention,
        selection::{challenger, check_open, is_challenger, offer_to_answer, offer_to_leave},
        step::Handled,
        text,
    },
    table::{Game, GameNo, LogEvent, Occupant},
};

/// `accept`: accepts a draw if one is offered to the author here, otherwise an offer.
pub(in crate::chat) fn accept(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if ctx.named_game(no).is_none() && draws::is_offered(ctx)? {
        return draws::draw(ctx, None, DrawWord::Accept);
    }
    let mut game = offer_to_answer(ctx, no, "accept")?;
    check_answerable(ctx, &game)?;
    check_running(ctx, &ctx.author_name(), &ctx.world.open_games_of(ctx.author())?)?;
    if let Some(challenger) = challenger(&game) {
        check_running(ctx, "The challenger", &ctx.world.open_games_of(&challenger.id)?)?;
    }
    let free = || game.seats().iter().position(|occupant| *occupant == Occupant::Open);
    if let Some(at) = seat_index(&game, ctx.author()).or_else(free) {
        game.seats[at] = Occupant::Person(ctx.msg.author.clone());
    }
    after_change_of_seats(*ctx, game, |seats| text::sat_down(&ctx.author_name(), seats))
}

/// `decline`: declines a draw if one is offered to the author here, otherwise an offer.
pub(in crate::chat) fn decline(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if ctx.named_game(no).is_none() && draws::is_offered(ctx)? {
        return draws::draw(ctx, None, DrawWord::Decline);
    }
    let mut game = offer_to_answer(ctx, no, "decline")?;
    check_answerable(ctx, &game)?;
    let Some(at) = seat_index(&game, ctx.author()) else {
        // An offer to anyone stays open for the others.
        return ctx.say(text::open_to_others(game.no()));
    };
    if game.seats().len() > 2 {
        game.seats[at] = Occupant::Open;
        let words = |seats: &str| text::seat_declined(&ctx.author_name(), seats);
        return after_change_of_seats(*ctx, game, words);
    }
    let to = challenger(&game).map(|person| (mention(person), person.id.clone()));
    let (to, ping) = to.unwrap_or_else(|| ("The offer".to_owned(), ctx.author().clone()));
    let mut change = change_by(*ctx, game, None, LogEvent::Abort)?;
    let words = text::declined(&ctx.author_name(), &to, change.game.no());
    change.replies = ctx.announce(&change.game, words, vec![ping]);
    Ok(change.into())
}

/// Refuses an answer to an offer that is closed, or that does not ask the author.
fn check_answerable(ctx: Context<'_>, game: &Game) -> Handled<()> {
    check_open(ctx, game)?;
    let has_room = game.seats().contains(&Occupant::Open);
    if is_challenger(game, ctx.author()) {
        Err(ctx.refuse(text::own_offer(game.no(), ctx.prefix)))
    } else if game.seat_of(ctx.author()).is_some() {
        Err(ctx.refuse(text::sits_already(game.no(), ctx.prefix)))
    } else if !has_room && seat_index(game, ctx.author()).is_none() {
        Err(ctx.refuse(text::not_asked(game.no(), ctx.prefix)))
    } else {
        Ok(())
    }
}

/// `leave`
pub(in crate::chat) fn leave(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let mut game = offer_to_leave(ctx, no)?;
    let no = game.no();
    if game.is_running() {
        return ctx.say(match game.seat_of(ctx.author()) {
            Some(_) => text::leave_running(no, ctx.prefix),
            None => text::not_your_game(no, ctx.prefix),
        });
    }
    check_open(ctx, &game)?;
    if is_challenger(&game, ctx.author()) {
        return ctx.say(text::leave_own(no, ctx.prefix));
    }
    let Some(seat) = game.seat_of(ctx.author()) else {
        return ctx.say(text::not_seated(no, ctx.prefix));
    };
    game.seats[seat.index()] = Occupant::Open;
    after_change_of_seats(*ctx, game, |seats| text::got_up(&ctx.author_name(), seats))
}
