//! Questions about moves: `legal`, `odds` and `why`.
//!
//! Words behind these commands may be talk (`why not?`), so what cannot be answered is refused
//! only where the message is surely meant.

use games::Seat;
use table::{Explanation, Game, GameNo, Highlight, NotPlayed};

use crate::{
    actions::{example_move, pick::pick},
    handling::{
        context::Context,
        selection::game_in_question,
        step::{Handled, Step},
    },
    message::{Addressing, Reply},
    naming::names::name_at,
    parse::plain_text::echo,
    play::refusals::{check_running, refuse_move},
    text,
};

/// `legal`
pub(crate) fn legal(ctx: Context<'_>, no: Option<GameNo>, topic: &str) -> Handled {
    let game = game_in_question(ctx, no)
        .map_err(|stop| if topic.is_empty() { stop } else { ctx.unless_talk(stop) })?;
    check_running(ctx, &game)?;
    let plays = game.seat_of(ctx.author()).is_some();
    match game.position().legal(topic) {
        Ok(mut answer) => {
            if !game.waits_for(ctx.author()) {
                let mover = name_at(&game, game.position().to_move());
                answer.words = text::legal_of_other(&mover, &answer.words);
            }
            let pick = pick(&game, ctx.author(), topic);
            Ok(Step::Say(vec![Reply { pick, ..shown(ctx, &game, answer) }]))
        }
        // Men that are placed in turns are chosen as well.
        Err(words) if let Some(pick) = pick(&game, ctx.author(), topic) => {
            // Whoever taps is shown the list, and needs no words on what else could be asked.
            let words = if ctx.msg.private_answers { text::choose() } else { words };
            Ok(Step::Say(vec![Reply { pick: Some(pick), ..ctx.reply_about(game.no(), words) }]))
        }
        // Words about a game of the author's own are hardly talk.
        Err(words)
            if plays && ctx.msg.addressing != Addressing::Channel && !topic.contains(' ') =>
        {
            ctx.say_about(game.no(), words)
        }
        Err(words) => ctx.say_about_if_addressed(game.no(), words),
    }
}

/// `odds`
pub(crate) fn odds(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    let game = game_in_question(ctx, no).map_err(|stop| ctx.unless_talk(stop))?;
    check_running(ctx, &game)?;
    match game.position().odds(typed) {
        Ok(words) => ctx.say_about(game.no(), words),
        Err(NotPlayed::NotAMove) => {
            let words = text::not_a_move(&echo(typed), &example_move(&game), ctx.prefix);
            ctx.say_about_if_addressed(game.no(), words)
        }
        Err(error) => refuse_move(ctx, &game, typed, error),
    }
}

/// `why`
pub(crate) fn why(ctx: Context<'_>, no: Option<GameNo>, square: &str) -> Handled {
    let game = game_in_question(ctx, no).map_err(|stop| ctx.unless_talk(stop))?;
    match game.position().why(square) {
        Ok(answer) => show(ctx, &game, answer),
        Err(words) if square.bytes().any(|byte| byte.is_ascii_digit()) => {
            ctx.say_about(game.no(), words)
        }
        Err(words) => ctx.say_about_if_addressed(game.no(), words),
    }
}

/// An answer with its marks on the board, seen from the author's side.
fn show(ctx: Context<'_>, game: &Game, answer: Explanation) -> Handled {
    Ok(Step::Say(vec![shown(ctx, game, answer)]))
}

fn shown(ctx: Context<'_>, game: &Game, answer: Explanation) -> Reply {
    let Explanation { words, marks } = answer;
    ctx.reply_with_board(game, words, side_of_author(ctx, game), Highlight::Marks(&marks))
}

/// The side from which the author sees a game.
fn side_of_author(ctx: Context<'_>, game: &Game) -> Seat {
    match game.seats_of(ctx.author()).collect::<Vec<_>>().as_slice() {
        [only] => *only,
        _ => game.facing(),
    }
}
