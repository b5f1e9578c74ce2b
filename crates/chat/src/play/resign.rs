//! Ending a game, or leaving it, without the other players' consent: `resign` and `abort`.

use games::Seat;
use table::{ActionError, Game, GameNo, LogEntry, Millis, PersonId};

use crate::{
    actions::{
        action::{Action, Weight},
        board_action,
    },
    handling::{
        cause::Scope,
        changes::{announced_in_words, announced_with_board, change_of},
        context::Context,
        selection::game_to_act_in,
        step::{Handled, InternalError, SingleChange, Step},
    },
    message::Reply,
    naming::names::{listed, name_at, others_listed},
    text,
    time::deadlines::{check_in_time, credit},
};

/// `resign`
pub(crate) fn resign(ctx: Context<'_>, no: Option<GameNo>, confirmed: bool) -> Handled {
    let (game, seat) = game_to_act_in(ctx, no, |no| again("resign", no, confirmed))?;
    if !confirmed {
        return ask_to_confirm(ctx, &game, "resign", resign_question(ctx, &game, seat));
    }
    Ok(give_up(*ctx, game, seat)?.into())
}

/// A seat gives up: the game ends, or goes on without it.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(crate) fn give_up(
    scope: Scope<'_>,
    game: Game,
    seat: Seat,
) -> Result<SingleChange, InternalError> {
    leave(scope, game, seat, (Game::resign, text::left_game))
}

/// A manner of leaving a game, and the words for it where the others play on.
type Leave =
    (fn(&mut Game, Seat, Millis) -> Result<Vec<LogEntry>, ActionError>, fn(&str, GameNo) -> String);

/// A seat leaves a game in some way, and that ends, or goes on without it.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(crate) fn leave(
    scope: Scope<'_>,
    mut game: Game,
    seat: Seat,
    (leave, left): Leave,
) -> Result<SingleChange, InternalError> {
    let (was_in_turn, at) = (game.position().to_move() == seat, scope.stamp().at);
    let mut added = credit(scope.world, &mut game, seat, at)?;
    added.extend(leave(&mut game, seat, at)?);
    let change = change_of(scope, game, added);
    let goes_on = change.game.is_running();
    let words = if goes_on || change.added.len() > 1 {
        left(&name_at(&change.game, seat), change.game.no())
    } else {
        String::new()
    };
    let mut change = announced_with_board(scope, change, words);
    if goes_on && !was_in_turn {
        // It has been announced before whose turn it is.
        change.replies.iter_mut().for_each(|reply| reply.ping.clear());
    }
    Ok(change)
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
pub(crate) fn abort(ctx: Context<'_>, no: Option<GameNo>, confirmed: bool) -> Handled {
    let (game, seat) = game_to_act_in(ctx, no, |no| again("abort", no, confirmed))?;
    check_in_time(ctx, &game)?;
    if game.terms().event.is_some() {
        return ctx.say_about(game.no(), text::no_abort_in_events(game.no(), ctx.prefix));
    }
    if game.all_have_moved() {
        return ctx.say_about(game.no(), text::abort_late(game.no(), ctx.prefix));
    }
    if !confirmed {
        let words = text::abort_sure(game.no(), &others_listed(&game, Some(seat)), ctx.prefix);
        return ask_to_confirm(ctx, &game, "abort", words);
    }
    Ok(break_off(*ctx, game, seat)?.into())
}

/// A seat ends a game that does not count yet.
fn break_off(scope: Scope<'_>, mut game: Game, seat: Seat) -> Result<SingleChange, ActionError> {
    let added = game.abort(seat, scope.stamp().at)?;
    game.mark_announced();
    let words = text::aborted(game.no(), &scope.name_of(&game, seat));
    let people = game.people().map(|(_, person)| person.id.clone());
    let ping: Vec<PersonId> = people.filter(|id| !scope.is_asked_by(id)).collect();
    Ok(announced_in_words(scope, change_of(scope, game, added), words, ping))
}

/// A command with the number of a game, and with `yes` behind it if that confirms it.
fn again(command: &str, no: GameNo, confirmed: bool) -> String {
    if confirmed { format!("{command} {no} yes") } else { format!("{command} {no}") }
}

/// Asks whether the author is sure; the command with `yes` behind it confirms.
fn ask_to_confirm(ctx: Context<'_>, game: &Game, command: &str, question: String) -> Handled {
    let line = again(command, game.no(), true);
    let label = format!("Yes, {}", again(command, game.no(), false));
    let yes = Action::command(&format!("{command} yes")).with_label(&label).with_line(line);
    let yes = yes.weighing(Weight::Danger).answering(ctx.question()).about(game);
    let actions = vec![yes, board_action(game).with_label("No, back to the board")];
    Ok(Step::Say(vec![Reply { actions, game: Some(game.no()), ..ctx.reply(question) }]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        handling::cause::Cause,
        tests::{NewWorld, message, person, started},
    };
    use table::{Key, Stage};

    #[test]
    fn a_seat_leaves_without_a_message() {
        let (world, game) = (NewWorld::default(), started(&["ann", "ben", "carl", "dora"]));
        let key = Key::Game(game.no());
        let scope = world.scope(Cause::Due(&key, 0));
        let change = give_up(scope, game, Seat::FIRST).unwrap();
        assert_eq!((change.game.stage(), change.added.len()), (Stage::Running, 1));
        assert!(change.replies[0].text.contains("ann gives up"), "{}", change.replies[0].text);
        // The turn has passed on.
        assert_eq!(change.replies[0].ping, [person("ben").id]);

        let change = give_up(scope, change.game, Seat::SECOND).unwrap();
        let seat = change.game.position().to_move();
        let change = give_up(scope, change.game, seat).unwrap();
        assert!(matches!(change.game.stage(), Stage::Over(_)));
        assert_eq!(change.replies[0].ping.len(), 4);
        assert!(give_up(scope, change.game, Seat::FIRST).is_err());
    }

    #[test]
    fn whoever_asks_for_an_abort_is_not_pinged() {
        let (world, game) = (NewWorld::default(), started(&["ann", "ben"]));
        let msg = message("ben", game.place().clone(), crate::Addressing::Channel);
        let change = break_off(world.scope(Cause::Message(&msg)), game, Seat::SECOND).unwrap();
        assert_eq!(change.replies[0].ping, [person("ann").id]);
        assert_eq!((change.people, change.replies.len()), (vec![person("ben")], 1));
    }
}
