//! `premove`, or `if`: somebody registers, looks at or drops their conditional moves.

use games::Seat;
use table::{Game, GameNo, HeldPlan, Key, Plan, TypedClause};

use super::{can_plan, faults::fault_words, held};
use crate::{
    handling::{
        context::Context,
        selection::game_to_act_in,
        step::{Change, Early, Handled, Step, Write},
    },
    message::{Audience, Reply},
    naming::names::name_at,
    parse::{PlanWords, is_like_plan, plain_text::echo, read_plan, thought_of_at},
    play::moves::is_full_move,
    text,
};

/// How many characters of a line are repeated where it has to be sent again with a game's number.
const MOST_REPEATED: usize = 100;

/// `premove …`, `if …`
pub(crate) fn premove(ctx: Context<'_>, no: Option<GameNo>, typed: &str) -> Handled {
    if !ctx.is_unseen() {
        return in_public(ctx, typed);
    }
    let again = |no: GameNo| {
        let is_short = typed.chars().count() <= MOST_REPEATED;
        format!("{no} premove {}", if is_short { typed } else { "…" })
    };
    let (game, seat) = game_to_act_in(ctx, no, again).map_err(|stop| alone(ctx, stop))?;
    let (at, typed) = thought_of_at(typed);
    if at.is_some_and(|ply| ply != game.position().ply()) {
        return say(ctx, game.no(), text::plan_too_late(game.no()));
    }
    match read_plan(typed) {
        PlanWords::Show => show(ctx, &game, seat),
        PlanWords::Clear => clear(ctx, &game, seat),
        PlanWords::Lines(lines) => register(ctx, &game, seat, &lines),
    }
}

/// Answers a line that was probably meant as these conditional moves, but for its first word.
pub(crate) fn mistyped(ctx: Context<'_>, word: &str, line: &str) -> Handled {
    if !ctx.is_unseen() {
        return in_public(ctx, line);
    }
    let words = text::did_you_mean(&echo(word), line, ctx.prefix);
    let audience = Audience::Only(ctx.author().clone());
    Ok(Step::Say(vec![Reply { audience, ..ctx.reply(words) }]))
}

/// Refuses what was typed in public, without repeating it.
fn in_public(ctx: Context<'_>, typed: &str) -> Handled {
    let is_command = matches!(typed.to_lowercase().as_str(), "show" | "clear");
    if !ctx.addressed && !is_command && !is_like_plan(typed, is_full_move) {
        return Ok(Step::Silent);
    }
    let is_read = matches!(read_plan(typed), PlanWords::Lines(_)) && ctx.msg.others_present;
    ctx.say(text::plan_in_public(is_read))
}

/// The same answer, for the author alone.
fn alone(ctx: Context<'_>, stop: Early) -> Early {
    match stop {
        Early::Answered(Step::Say(replies)) => {
            let only = |reply| Reply { audience: Audience::Only(ctx.author().clone()), ..reply };
            Early::Answered(Step::Say(replies.into_iter().map(only).collect()))
        }
        stop => stop,
    }
}

/// An answer about a game, for the author alone.
fn answer(ctx: Context<'_>, no: GameNo, words: String) -> Reply {
    let audience = Audience::Only(ctx.author().clone());
    Reply { audience, ..ctx.reply_about(no, words) }
}

fn say(ctx: Context<'_>, no: GameNo, words: String) -> Handled {
    Ok(Step::Say(vec![answer(ctx, no, words)]))
}

/// Answers `premove show`.
fn show(ctx: Context<'_>, game: &Game, seat: Seat) -> Handled {
    let no = game.no();
    let words = match held(ctx.world, game, seat)? {
        Some(held) => {
            format!("{}\n{}", text::plan_head(no, false), plan_words(game, seat, &held.plan))
        }
        None => text::no_plan(no),
    };
    say(ctx, no, words)
}

/// A plan in words, and what it waits for.
fn plan_words(game: &Game, seat: Seat, plan: &Plan) -> String {
    let line = plan.to_string();
    if plan.waits_for_owner() {
        text::plan_after_own(game.no(), &line)
    } else {
        let active = game.position().active().without(seat);
        let opponent = active.iter().next().unwrap_or_else(|| seat.other());
        text::plan_after_other(game.no(), &line, &name_at(game, opponent))
    }
}

/// Drops what is registered.
fn clear(ctx: Context<'_>, game: &Game, seat: Seat) -> Handled {
    let no = game.no();
    if ctx.world.plan(no, seat)?.is_none() {
        return say(ctx, no, text::no_plan(no));
    }
    change(ctx, game, seat, None, text::plan_dropped(no))
}

/// Registers what was typed, in place of what was registered before.
fn register(ctx: Context<'_>, game: &Game, seat: Seat, lines: &[Vec<TypedClause>]) -> Handled {
    let no = game.no();
    if !can_plan(game) {
        let is_arranging = game.position().arranging().is_some();
        let words = if is_arranging { text::plans_after_set_up } else { text::plans_for_two };
        return say(ctx, no, words(no));
    }
    let plan = match Plan::read(game.position(), seat, lines) {
        Ok(plan) => plan,
        Err(fault) => return say(ctx, no, fault_words(game, seat, &fault, ctx.prefix)),
    };
    let replaces = held(ctx.world, game, seat)?.is_some();
    let head = text::plan_head(no, replaces);
    let words = format!("{head}\n{}", plan_words(game, seat, &plan));
    let (ply, salt) = (game.position().ply(), ctx.msg.salt.clone());
    let held = HeldPlan { seat, ply, plan, salt, at: ctx.written_at() };
    change(ctx, game, seat, Some(&held), words)
}

/// The change of what is registered. The game itself does not change, but it must not go on meanwhile.
fn change(
    ctx: Context<'_>,
    game: &Game,
    seat: Seat,
    plan: Option<&HeldPlan>,
    words: String,
) -> Handled {
    let row = Write::Plan { game: game.no(), seat, plan: plan.map(HeldPlan::to_stored) };
    Ok(Step::Change(Change {
        rows: vec![row],
        people: ctx.people(),
        holds: vec![Key::Game(game.no())],
        replies: vec![answer(ctx, game.no(), words)],
        ..Change::default()
    }))
}
