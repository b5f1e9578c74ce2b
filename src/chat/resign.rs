//! Ending a game, or leaving it, without the other players' consent: `resign` and `abort`.

use super::{
    action::{Action, Weight},
    actions::board_action,
    changes::{announced_with_board, change_of},
    context::Context,
    message::Reply,
    names::{listed, name_at, others_listed},
    selection::game_to_act_in,
    step::{Handled, Step},
    text,
};
use crate::{
    games::Seat,
    table::{Game, GameNo, PersonId},
};

/// `resign`
pub(super) fn resign(ctx: Context<'_>, no: Option<GameNo>, confirmed: bool) -> Handled {
    let (mut game, seat) = game_to_act_in(ctx, no, "resign")?;
    if !confirmed {
        return ask_to_confirm(ctx, &game, "resign", resign_question(ctx, &game, seat));
    }
    let was_in_turn = game.position().to_move() == seat;
    let added = game.resign(seat, ctx.world.now())?;
    let change = change_of(*ctx, game, added);
    let goes_on = change.game.is_running();
    let words = if goes_on || change.added.len() > 1 {
        text::left_game(&name_at(&change.game, seat), change.game.no())
    } else {
        String::new()
    };
    let mut change = announced_with_board(*ctx, change, words);
    if goes_on && !was_in_turn {
        // It has been announced before whose turn it is.
        change.replies.iter_mut().for_each(|reply| reply.ping.clear());
    }
    Ok(change.into())
}

/// Asks whether the author is sure to give up.
fn resign_question(ctx: Context<'_>, game: &Game, seat: Seat) -> String {
    let active = game.position().active();
    if active.len() > 2 {
        return text::resign_sure_of_many(game.no(), ctx.prefix);
    }
    let left = active.without(seat).iter().map(|seat| name_at(game, seat));
    text::resign_sure(game.no(), &listed(&left.collect::<Vec<_>>()), ctx.prefix)
}

/// `abort`
pub(super) fn abort(ctx: Context<'_>, no: Option<GameNo>, confirmed: bool) -> Handled {
    let (mut game, seat) = game_to_act_in(ctx, no, "abort")?;
    if game.all_have_moved() {
        return ctx.say_about(game.no(), text::abort_late(game.no(), ctx.prefix));
    }
    if !confirmed {
        let words = text::abort_sure(game.no(), &others_listed(&game, Some(seat)), ctx.prefix);
        return ask_to_confirm(ctx, &game, "abort", words);
    }
    let added = game.abort(seat, ctx.world.now())?;
    game.mark_announced();
    let mut change = change_of(*ctx, game, added);
    let words = text::aborted(change.game.no(), &ctx.author_name());
    let people = change.game.people().map(|(_, person)| person.id.clone());
    let ping: Vec<PersonId> = people.filter(|id| id != ctx.author()).collect();
    change.replies = ctx.announce(&change.game, words, ping);
    Ok(change.into())
}

/// Asks whether the author is sure; the command with `yes` behind it confirms.
fn ask_to_confirm(ctx: Context<'_>, game: &Game, command: &str, question: String) -> Handled {
    let line = format!("{command} {} yes", game.no());
    let yes = Action::command(&format!("{command} yes")).with_label(&format!("Yes, {command}"));
    let mut yes = yes.with_line(line).weighing(Weight::Danger);
    (yes.game, yes.ply) = (Some(game.no()), Some(game.position().ply()));
    let actions = vec![yes, board_action(game).with_label("No, back to the board")];
    Ok(Step::Say(vec![Reply { actions, game: Some(game.no()), ..ctx.reply(question) }]))
}
