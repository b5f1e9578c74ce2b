//! Refusals: of a typed move, and of what was asked about a game that is not running.

use table::{Game, Highlight, NotPlayed, Stage};

use super::results::result_words;
use crate::{
    actions::{action::Action, example_move},
    handling::{
        context::Context,
        step::{Handled, Step},
    },
    parse::plain_text::echo,
    text,
};

/// The answer to a move that was not taken: what is wrong, why, and the legal moves near to it,
/// which its picture marks.
pub(crate) fn refuse_move(ctx: Context<'_>, game: &Game, typed: &str, error: NotPlayed) -> Handled {
    match error {
        NotPlayed::NotAMove => ctx
            .say_about(game.no(), text::not_a_move(&echo(typed), &example_move(game), ctx.prefix)),
        NotPlayed::Ambiguous { open, choices } => {
            let words = text::ambiguous(open.as_deref(), &echo(typed), &choices);
            let mut reply = ctx.reply(words);
            reply.actions = choices.iter().map(|(mv, _)| Action::of_move(mv)).collect();
            reply.game = Some(game.no());
            Ok(Step::Say(vec![reply]))
        }
        NotPlayed::Refused { words, near, marks } => {
            let words = text::refused(&words, &near, ctx.prefix);
            let facing = game.seat_of(ctx.author()).unwrap_or_else(|| game.facing());
            let mut reply = ctx.reply_with_board(game, words, facing, Highlight::Marks(&marks));
            reply.actions = near.iter().map(|mv| Action::of_move(mv)).collect();
            Ok(Step::Say(vec![reply]))
        }
    }
}

/// Refuses to go on with a game that has not begun or has ended.
pub(crate) fn check_running(ctx: Context<'_>, game: &Game) -> Handled<()> {
    match game.stage() {
        Stage::Running => Ok(()),
        Stage::Offered(_) => {
            Err(ctx.refuse_about(game.no(), text::not_started(game.no(), ctx.prefix)))
        }
        Stage::Over(_) => {
            Err(ctx
                .refuse_about(game.no(), text::is_over(game.no(), &result_words(game), ctx.prefix)))
        }
    }
}
