//! Reminders of a clock that runs, and putting them off: `snooze`.

use games::Seat;
use table::{
    Clock, ClockEvent, DAY, Game, GameNo, MINUTE, Millis, Occupant, Pause, Person, span_text,
};

use super::{
    prefs::{Prefs, TurnNotice},
    schedule::{self, NextReminder, Run, is_last},
};
use crate::{
    handling::{
        cause::Scope,
        changes::change_of,
        context::Context,
        selection::game_to_act_in,
        step::{Handled, InternalError, SingleChange},
    },
    message::{Fallback, Reply},
    naming::names::{mention, others_listed},
    play::announcements::public,
    text,
    time::time_left::{deadline, pauses},
    world::World,
};

/// The shortest and the longest time for which reminders are put off, in milliseconds: a minute, and 30
/// days.
const SNOOZES: std::ops::RangeInclusive<Millis> = MINUTE..=30 * DAY;
/// Where so little is left, nothing is put off any more, in milliseconds.
const TOO_LATE: Millis = MINUTE;

/// A reminder of a game: whom it reminds, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reminder {
    seat: Seat,
    next: NextReminder,
}

impl Reminder {
    /// Returns when it is due.
    pub(crate) const fn at(&self) -> Millis {
        self.next.at
    }
}

/// The next reminder of a running game; `None` if there is none.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn next_reminder(
    world: &dyn World,
    game: &Game,
) -> Result<Option<Reminder>, InternalError> {
    let mut first: Option<Reminder> = None;
    for (seat, clock) in game.clocks().running() {
        let Occupant::Person(person) = game.occupant(seat) else { continue };
        let prefs = Prefs::of(world, &person.id)?;
        let pauses = pauses(world, game, seat)?;
        let run = run_of(clock, &pauses);
        if let Some(next) = run.and_then(|run| schedule::next_reminder(run, &prefs, world.now()))
            && first.is_none_or(|first| next.at < first.next.at)
        {
            first = Some(Reminder { seat, next });
        }
    }
    Ok(first)
}

/// Returns what a clock that runs tells of its run.
fn run_of<'a>(clock: &Clock, pauses: &'a [Pause]) -> Option<Run<'a>> {
    let run = clock.run()?;
    let (done, told, snoozed) = (run.reminded, run.told, run.snoozed);
    Some(Run { since: run.since, left: clock.left_in_run(), pauses, done, told, snoozed })
}

/// Reminds a player whose reminder is due.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(crate) fn remind(
    scope: Scope<'_>,
    game: &Game,
    reminder: Reminder,
) -> Result<SingleChange, InternalError> {
    let Reminder { seat, next } = reminder;
    let (mut game, now) = (game.clone(), scope.world.now());
    let reply = match game.occupant(seat) {
        Occupant::Person(person) => Some(reply(scope, &game, (seat, person), next)?),
        Occupant::Asked(_) | Occupant::Bot(_) | Occupant::Open => None,
    };
    let added =
        game.note_clock(ClockEvent::Reminded { seat, n: next.done, left: next.left }, now)?;
    let mut change = change_of(scope, game, added);
    change.replies.extend(reply);
    Ok(change)
}

/// The message that reminds: in private if the person hears of their turns there, otherwise where the game
/// is played. It pings nobody else.
fn reply(
    scope: Scope<'_>,
    game: &Game,
    (seat, person): (Seat, &Person),
    next: NextReminder,
) -> Result<Reply, InternalError> {
    let (world, no) = (scope.world, game.no());
    let prefs = Prefs::of(world, &person.id)?;
    let pauses = pauses(world, game, seat)?;
    let clock = game.clocks().of(seat);
    let run = clock.and_then(|clock| run_of(clock, &pauses));
    let is_last = run.is_some_and(|run| is_last(run, &prefs, next));
    let over = deadline(world, game, seat)?.unwrap_or_else(|| world.now());
    let against = others_listed(game, Some(seat));
    let words =
        |prefix: &str| text::reminder(&mention(person), no, &against, over, is_last, prefix);
    let in_public = words(&scope.prefix_of(game));
    let ping = vec![person.id.clone()];
    if prefs.turn != TurnNotice::Private {
        return Ok(public(game, in_public, ping));
    }
    let fallback = Fallback { place: game.place().clone(), text: in_public };
    let place = person.id.private_place();
    Ok(Reply { place, fallback: Some(fallback), ..public(game, words(""), ping) })
}

/// `snooze 3h`
pub(crate) fn snooze(ctx: Context<'_>, no: Option<GameNo>, span: Option<Millis>) -> Handled {
    let Some(span) = span.filter(|span| SNOOZES.contains(span)) else {
        return ctx.say(text::snooze_unread(ctx.prefix));
    };
    let no = match ctx.game_to_act(no) {
        Some(no) => Some(no),
        None => only_waiting(ctx)?,
    };
    let (game, _) = game_to_act_in(ctx, no, |no| format!("snooze {} {no}", span_text(span)))?;
    let Some((seat, over)) = own_run(ctx, &game)? else {
        return ctx.say_about(game.no(), text::nothing_to_snooze(game.no(), ctx.prefix));
    };
    let now = ctx.world.now();
    if over - now < TOO_LATE {
        return ctx.say_about(game.no(), text::too_late_to_snooze(game.no(), over, ctx.prefix));
    }
    // A tenth of what is left stays for the move.
    let until = now.saturating_add(span).min(over - (over - now) / 10);
    let is_cut = until < now.saturating_add(span);
    let mut game = game;
    let added = game.note_clock(ClockEvent::Snoozed { seat, until }, now)?;
    let words = text::snoozed(game.no(), until, over, is_cut);
    let mut change = change_of(*ctx, game, added);
    change.replies.push(ctx.reply_about(change.game.no(), words));
    Ok(change.into())
}

/// The only game that waits for the author here, if there is just one.
fn only_waiting(ctx: Context<'_>) -> Result<Option<GameNo>, InternalError> {
    let mut games = ctx.running_games()?;
    games.retain(|game| game.waits_for(ctx.author()));
    Ok(if let [one] = games.as_slice() { Some(one.no) } else { None })
}

/// The seat of the author whose clock runs, and when its time is over.
fn own_run(ctx: Context<'_>, game: &Game) -> Result<Option<(Seat, Millis)>, InternalError> {
    for (seat, _) in game.clocks().running() {
        let is_own =
            matches!(game.occupant(seat), Occupant::Person(one) if one.id == *ctx.author());
        if let Some(over) = deadline(ctx.world, game, seat)?.filter(|_| is_own) {
            return Ok(Some((seat, over)));
        }
    }
    Ok(None)
}
