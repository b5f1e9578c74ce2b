//! Playing a finished game again: `rematch`.

use std::sync::Arc;

use games::Seat;
use table::{Game, GameNo, Occupant, OfferTerms, PersonId, SeatChoice, Stage};

use super::{
    answer::accept,
    limits::check_limits,
    new_offer::{make, offered_again},
    rated::{check_rated, usual_clock},
    same::{NewOffer, standing},
};
use crate::{
    actions::action::{Action, Weight},
    handling::{
        context::Context,
        step::{Change, Handled, InternalError, Step},
    },
    message::Reply,
    moderation::checks::{check_asked, check_may_play, note_asked},
    naming::{names::is_bot, titles::bot_line},
    places::closed_channel::{begun_elsewhere, place_of_new_game},
    text,
    world::{World, game_list_row::GameListRow},
};

/// `rematch`
pub(crate) fn rematch(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let no = game_to_repeat(ctx, no)?;
    let game = ctx.game(no)?;
    let Some(seat) = game.seat_of(ctx.author()) else {
        return Ok(Step::Say(vec![game_of_others(ctx, &game)]));
    };
    if !matches!(game.stage(), Stage::Over(_)) {
        return ctx.say_about(no, text::rematch_running(no, ctx.prefix));
    }
    if let Some(theirs) = rematch_for(ctx.world, ctx.author(), &game)? {
        return accept(ctx, Some(theirs.no()));
    }
    if let Some(begun) = begun_rematch(ctx, &game)? {
        return ctx.say_about(begun, text::rematch_begun(begun, ctx.prefix));
    }
    let new = repetition(ctx, &game, seat)?;
    if let Some(own) = standing(ctx.world, &new, ctx.written_at())? {
        return offered_again(ctx, &own);
    }
    check_may_play(ctx, new.server.as_ref(), new.terms.rated)?;
    check_asked(ctx, &new.others)?;
    check_limits(ctx, &new.others)?;
    if new.terms.rated {
        check_rated(ctx, &new.others, new.server.as_ref())?;
    }
    let mut made = make(*ctx, new)?;
    made.replies.extend(begun_elsewhere(ctx, &made.game));
    let mut change = Change::from(made);
    note_asked(ctx, &mut change)?;
    Ok(Step::Change(change))
}

/// Returns what somebody is told who did not play in a game: how to get one of the same kind.
fn game_of_others(ctx: Context<'_>, game: &Game) -> Reply {
    let bot = bot_line(game);
    let open = bot.replacen("bot", "anyone", 1);
    let words = text::rematch_of_others(game.no(), &open, &bot, ctx.is_private(), ctx.prefix);
    let find = Action::command(&open).with_label("Find an opponent");
    let find = (!ctx.is_private()).then(|| find.weighing(Weight::Primary));
    let actions = find.into_iter().chain([Action::command(&bot)]).collect();
    Reply { actions, ..ctx.reply_about(game.no(), words) }
}

/// The finished game that is to be played again: the one that is named or before the author, otherwise their last
/// one, from this place if they have finished one here.
fn game_to_repeat(ctx: Context<'_>, no: Option<GameNo>) -> Handled<GameNo> {
    if let Some(no) = ctx.named(no) {
        return Ok(no);
    }
    if let Some(no) = ctx.facing
        && ctx.world.game_list_row(no)?.is_some_and(|game| game.is_over())
    {
        return Ok(no);
    }
    let finished = ctx.world.finished_games_of(ctx.author())?;
    let mut played = finished.iter().filter(|game| game.was_played());
    let last = played.clone().next();
    let here = played.find(|game: &&GameListRow| game.place == ctx.msg.place);
    match here.or(last) {
        Some(game) => Ok(game.no),
        None => Err(ctx.refuse(text::no_rematch(ctx.prefix))),
    }
}

/// The offer to play a game again, in which everyone moves on by one seat: with two players, the one
/// who had White now has Black.
fn repetition(ctx: Context<'_>, game: &Game, seat: Seat) -> Handled<NewOffer> {
    let n = game.seats().len();
    let others: Vec<Occupant> = (1..n)
        .filter_map(|step| game.seats().get((seat.index() + step) % n).cloned())
        .map(|occupant| match occupant {
            Occupant::Person(person) if person.id != *ctx.author() => Occupant::Asked(person),
            other => other,
        })
        .collect();
    let next = u8::try_from((seat.index() + 1) % n).unwrap_or(0) + 1;
    let terms = OfferTerms {
        rated: game.terms().rated,
        seat_choice: SeatChoice::Seat(next),
        listed: true,
        look: game.terms().look.clone(),
        clock: usual_clock(game.terms().clock, game.terms().rated),
        event: None,
    };
    // Nobody else reads a private chat, so people play again where they played.
    let asks_people = others.iter().any(|other| matches!(other, Occupant::Asked(_)));
    let place = if asks_people && ctx.is_private() {
        game.place().clone()
    } else {
        place_of_new_game(ctx, Some(game.place()), &others)?
    };
    let (kind, options) = (game.kind(), game.options().to_owned());
    let challenger = ctx.msg.author.clone();
    // Asked for from elsewhere, it still belongs to the server of the game that is played again there.
    let of_before = game.server().filter(|_| place == *game.place());
    let server = ctx.server_of(&place).or_else(|| of_before.cloned());
    Ok(NewOffer { challenger, kind, options, terms, others, place, server })
}

/// The game in which the finished one is being played again, if no person has moved in it yet: whoever has tapped
/// twice does not want a second one.
fn begun_rematch(ctx: Context<'_>, finished: &Game) -> Result<Option<GameNo>, InternalError> {
    let mut seats = finished.seats().to_vec();
    seats.rotate_right(1);
    for row in ctx.all_running_games()? {
        if row.no > finished.no()
            && (row.kind, &row.seats) == (finished.kind(), &seats)
            && let Some(game) = ctx.world.game(row.no)?
            && is_on_terms_of(&game, finished)
            && !has_person_moved(&game)
        {
            return Ok(Some(game.no()));
        }
    }
    Ok(None)
}

fn has_person_moved(game: &Game) -> bool {
    let mut plies = game.log().iter().map(|entry| &entry.event).filter(|event| event.is_ply());
    plies.any(|ply| ply.seat().is_none_or(|seat| !is_bot(game, seat)))
}

/// Returns `true` if a game or an offer is played as the rematch of a finished game is.
fn is_on_terms_of(game: &Game, finished: &Game) -> bool {
    let (ours, theirs) = (game.terms(), finished.terms());
    (game.kind(), game.options()) == (finished.kind(), finished.options())
        && (ours.clock, ours.rated) == (usual_clock(theirs.clock, theirs.rated), theirs.rated)
}

/// An open offer to somebody, by another player of the finished game and on the same terms: a second
/// `rematch` accepts it.
pub(crate) fn rematch_for(
    world: &dyn World,
    who: &PersonId,
    finished: &Game,
) -> Result<Option<Arc<Game>>, InternalError> {
    if !matches!(finished.stage(), Stage::Over(_)) || finished.seat_of(who).is_none() {
        return Ok(None);
    }
    let asks_me =
        |occupant: &Occupant| matches!(occupant, Occupant::Asked(person) if person.id == *who);
    for game_list_row in world.open_games_of(who)? {
        let to_me = game_list_row.seats.iter().any(asks_me);
        let from_them = finished.people().any(|(_, person)| game_list_row.is_offer_of(&person.id));
        if to_me
            && from_them
            && let Some(offer) = world.game(game_list_row.no)?
            && is_on_terms_of(&offer, finished)
        {
            return Ok(Some(offer));
        }
    }
    Ok(None)
}
