//! Answering somebody else's offer: `accept`, `decline` and `leave`.

use std::sync::Arc;

use table::{ActionError, Game, GameNo, Proposed};

use super::{
    limits::check_running, rated::check_age, same::others_like, seats::after_change_of_seats,
};
use crate::{
    handling::{
        changes::change_of,
        context::Context,
        selection::{offer_to_answer, offer_to_leave},
        step::{Change, Early, Handled, InternalError, SingleChange, Step},
    },
    moderation::checks::{check_may_play, is_apart_from, note_declined},
    naming::names::mention,
    parse::command::ProposalWord,
    play::{draws, proposals::answered, takeback},
    text,
};

/// `accept`: accepts what is proposed to the author, if anything is, otherwise an offer.
pub(crate) fn accept(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if let Some(what) = answered(ctx, no, "accept")? {
        return answer(ctx, no, what, ProposalWord::Accept);
    }
    let mut game = offer_to_answer(ctx, no, "accept")?;
    let server = ctx.server_of(game.place());
    check_may_play(ctx, game.server().or(server.as_ref()), game.terms().rated)?;
    if is_apart_from(ctx, &game)? {
        return ctx.say_about(game.no(), text::offer_closed(game.no(), ctx.prefix));
    }
    let same = others_like(ctx.world, &game, ctx.written_at())?;
    let sits = game.sit_down(ctx.msg.author.clone(), ctx.written_at());
    sits.map_err(|error| refusal(ctx, &game, error))?;
    let name = ctx.name_in(&game);
    check_running(ctx, &name, ctx.author())?;
    if game.terms().rated {
        check_age(ctx, &ctx.msg.author, game.server().or(server.as_ref()))?;
    }
    if let Some(challenger) = game.challenger() {
        check_running(ctx, "The challenger", &challenger.id)?;
    }
    let words = |seats: &str| text::sat_down(&name, seats);
    let change = after_change_of_seats(*ctx, game, words)?;
    Ok(Step::Change(answered_with(ctx, change, same)?))
}

/// `decline`: declines what is proposed to the author, if anything is, otherwise an offer.
pub(crate) fn decline(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    if let Some(what) = answered(ctx, no, "decline")? {
        return answer(ctx, no, what, ProposalWord::Decline);
    }
    let game = offer_to_answer(ctx, no, "decline")?;
    Ok(Step::Change(declined(ctx, game)?))
}

/// The author declines an offer to them.
pub(crate) fn declined(ctx: Context<'_>, mut game: Game) -> Handled<Change> {
    let same = others_like(ctx.world, &game, ctx.written_at())?;
    let added = match game.decline(ctx.author(), ctx.written_at()) {
        // An offer to anyone stays open for the others.
        Err(ActionError::NotSeated) if game.has_open_seat() => {
            return Err(ctx.refuse_about(game.no(), text::open_to_others(game.no())));
        }
        declined => declined.map_err(|error| refusal(ctx, &game, error))?,
    };
    let name = ctx.name_in(&game);
    if game.is_offered() {
        let words = |seats: &str| text::seat_declined(&name, seats);
        return Ok(after_change_of_seats(*ctx, game, words)?.into());
    }
    let noted = game.challenger().map(|person| note_declined(ctx, &person.id)).transpose()?;
    let to = game.challenger().map(|person| (mention(person), person.id.clone()));
    let (to, ping) = to.unwrap_or_else(|| ("The offer".to_owned(), ctx.author().clone()));
    let words = text::declined(&name, &to, game.no());
    let mut change = change_of(*ctx, game, added);
    change.replies = ctx.announce(&change.game, words, vec![ping]);
    let mut change = answered_with(ctx, change, same)?;
    change.rows.extend(noted);
    Ok(change)
}

/// Answers a proposal of another player.
fn answer(ctx: Context<'_>, no: Option<GameNo>, what: Proposed, word: ProposalWord) -> Handled {
    match what {
        Proposed::Draw => draws::draw(ctx, no, word),
        Proposed::Takeback => takeback::takeback(ctx, no, word),
    }
}

/// Returns why an offer does not take an answer of the author's.
fn refusal(ctx: Context<'_>, game: &Game, error: ActionError) -> Early {
    let no = game.no();
    match error {
        ActionError::Closed => ctx.refuse_about(no, text::offer_closed(no, ctx.prefix)),
        ActionError::OwnOffer => ctx.refuse_about(no, text::own_offer(no, ctx.prefix)),
        ActionError::SitsAlready => ctx.refuse_about(no, text::sits_already(no, ctx.prefix)),
        ActionError::NotSeated => ctx.refuse_about(no, text::not_asked(no, ctx.prefix)),
        other => other.into(),
    }
}

/// `leave`
pub(crate) fn leave(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let mut game = offer_to_leave(ctx, no)?;
    let no = game.no();
    if game.is_running() {
        let words = match game.seat_of(ctx.author()) {
            Some(_) => text::leave_running(no, ctx.prefix),
            None => text::not_your_game(no, ctx.prefix),
        };
        return ctx.say_about(no, words);
    }
    match game.get_up(ctx.author(), ctx.written_at()) {
        Ok(()) => {
            let name = ctx.name_in(&game);
            let words = |seats: &str| text::got_up(&name, seats);
            Ok(after_change_of_seats(*ctx, game, words)?.into())
        }
        Err(ActionError::OwnOffer) => ctx.say_about(no, text::leave_own(no, ctx.prefix)),
        Err(ActionError::NotSeated) => ctx.say_about(no, text::not_seated(no, ctx.prefix)),
        Err(other) => Err(refusal(ctx, &game, other)),
    }
}

/// The answer to an offer, by which those that are the same are closed: they are answered with it.
fn answered_with(
    ctx: Context<'_>,
    answer: SingleChange,
    same: Vec<Arc<Game>>,
) -> Result<Change, InternalError> {
    let mut change = Change::from(answer);
    for offer in same {
        let mut offer = Game::clone(&offer);
        let no = offer.no();
        let added = offer.withdraw(ctx.written_at())?;
        change.add(change_of(*ctx, offer, added));
        if let Some(reply) = change.replies.first_mut() {
            reply.text.push_str(&text::same_is_closed(no));
        }
    }
    Ok(change)
}
