//! Showing boards: `board` and `next`.

use games::Seat;
use table::{BoardRecipe, Game, GameNo, Highlight, Stage};

use super::game_list::most_urgent;
use crate::{
    handling::{
        context::Context,
        selection::game_in_question,
        step::{Handled, Step},
    },
    message::Reply,
    naming::titles::name_of,
    parse::command::BoardView,
    pictures::{picture, status},
    play::results::result_words,
    text,
};

/// `board`
pub(crate) fn board(ctx: Context<'_>, no: Option<GameNo>, view: BoardView) -> Handled {
    let game = game_in_question(ctx, no)?;
    if matches!(game.stage(), Stage::Offered(_)) {
        return ctx.say_about(game.no(), text::not_started(game.no(), ctx.prefix));
    }
    let facing = match view {
        BoardView::Text => return ctx.say_about(game.no(), as_text(&game)),
        BoardView::Side(seat) if seat.number() > game.position().n_seats() => {
            return ctx.say_about(game.no(), text::no_such_seat(game.position().n_seats()));
        }
        BoardView::Side(seat) => seat,
        BoardView::Usual | BoardView::Names => game.facing(),
        BoardView::Flipped => opposite(&game),
    };
    let (state, last) = (state_words(&game), game.position().last_ply_words());
    let words = if last.is_empty() { state } else { format!("{last}\n{state}") };
    // The alt text begins with the last ply alone: the state is in it anyway.
    let mut reply = Reply {
        attachments: vec![picture(ctx.world, &game, facing, Highlight::Plies(1), &last)],
        game: Some(game.no()),
        ..ctx.reply(words)
    };
    match view {
        BoardView::Usual => {}
        BoardView::Names => reply.recipes_mut().for_each(BoardRecipe::show_names),
        _ => reply.recipes_mut().for_each(BoardRecipe::keep_side),
    }
    Ok(Step::Say(vec![reply]))
}

/// The seat across from the one from which a board is usually shown.
fn opposite(game: &Game) -> Seat {
    let seats = Seat::all(game.position().n_seats()).collect::<Vec<_>>();
    let usual = game.facing().index();
    seats
        .get((usual + seats.len().div_ceil(2)) % seats.len().max(1))
        .copied()
        .unwrap_or(Seat::FIRST)
}

/// The position without a picture.
fn as_text(game: &Game) -> String {
    let (state, last) = (state_words(game), game.position().last_ply_words());
    let last = if last.is_empty() { last } else { format!(" Last: {last}") };
    format!("{state}{last}\n{}", game.position().position_words().join("\n"))
}

/// Returns who is to move, or how the game ended.
fn state_words(game: &Game) -> String {
    status(game)
        .unwrap_or_else(|| format!("{} {}: {}.", game.no(), name_of(game), result_words(game)))
}

/// `next`
pub(crate) fn next(ctx: Context<'_>) -> Handled {
    match most_urgent(ctx)? {
        Some(no) => board(ctx, Some(no), BoardView::Usual),
        None => ctx.say_of_own_games(text::nothing_waits(ctx.prefix)),
    }
}
