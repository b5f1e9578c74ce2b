//! When something about a game is due by its clocks, and what pauses have to do with it.

use games::Seat;
use table::{ClockEvent, Game, LogEntry, MINUTE, Millis, Occupant, Stage};

use super::{
    claimed::pending,
    idle::{self, Idle},
    notices::next_reminder,
    time_left::{deadline, pauses},
};
use crate::{
    handling::{
        cause::Scope,
        changes::{announced_with_board, change_of},
        context::Context,
        step::{Early, Handled, InternalError, SingleChange},
    },
    naming::names::name_at,
    play::announcements::turn,
    text,
    world::World,
};

/// The time after which a time-out, or the end of a claim, that cannot be called yet is looked at again.
pub(crate) const LOOK_AGAIN: Millis = MINUTE;

/// The next instant at which something about a game is due, even if nobody says anything, as far as it is
/// known by now; `None` if nothing will be.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub fn next_deadline(world: &dyn World, game: &Game) -> Result<Option<Millis>, InternalError> {
    match game.stage() {
        Stage::Offered(until) => Ok(Some(until)),
        Stage::Over(_) => Ok(None),
        Stage::Running => {
            let idle = idle::next(world, game)?.map(Idle::at);
            let claim = pending(world, game)?.map(|(_, at)| at);
            Ok(next_of_running(world, game)?.into_iter().chain(idle).chain(claim).min())
        }
    }
}

fn next_of_running(world: &dyn World, game: &Game) -> Result<Option<Millis>, InternalError> {
    let mut next: Option<Millis> = None;
    for (seat, _) in game.clocks().running() {
        // A clock that stands in a pause of which nobody knows the end is looked at from time to time.
        let at = deadline(world, game, seat)?.unwrap_or(world.now().saturating_add(LOOK_AGAIN));
        next = Some(next.map_or(at, |next| next.min(at)));
    }
    let reminder = next_reminder(world, game)?.map(|reminder| reminder.at());
    Ok(next.into_iter().chain(reminder).min())
}

/// Credits the pauses of a seat's run up to an instant, before something ends that run.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn credit(
    world: &dyn World,
    game: &mut Game,
    seat: Seat,
    until: Millis,
) -> Result<Vec<LogEntry>, InternalError> {
    let pauses = pauses(world, game, seat)?;
    let clock = game.clocks().of(seat);
    // While men are arranged unseen, nobody's time is moved on by what others have done.
    let until = if game.position().arranging().is_some() { until } else { game.moves_at(until) };
    let paused = clock.map(|clock| clock.uncounted(until, &pauses)).unwrap_or_default();
    if paused.whole() == 0 {
        return Ok(Vec::new());
    }
    Ok(game.note_clock(ClockEvent::Credited { seat, paused }, until)?)
}

/// Credits the pauses of the clocks that run up to an instant, of the seats of which this is true.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn credit_running(
    world: &dyn World,
    game: &mut Game,
    until: Millis,
    of: impl Fn(Seat) -> bool,
) -> Result<Vec<LogEntry>, InternalError> {
    if !game.is_running() {
        return Ok(Vec::new());
    }
    let running = game.clocks().running().map(|(seat, _)| seat);
    let meant: Vec<Seat> = running.filter(|seat| of(*seat)).collect();
    let mut added = Vec::new();
    for seat in meant {
        added.extend(credit(world, game, seat, until)?);
    }
    Ok(added)
}

/// The seat whose time was over by this instant, and since when: the one whose deadline was first.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(crate) fn overdue(
    world: &dyn World,
    game: &Game,
    by: Millis,
) -> Result<Option<(Seat, Millis)>, InternalError> {
    overdue_of(world, game, by, |_| true)
}

/// The same among the seats of which this is true.
fn overdue_of(
    world: &dyn World,
    game: &Game,
    by: Millis,
    of: impl Fn(&Seat) -> bool,
) -> Result<Option<(Seat, Millis)>, InternalError> {
    let mut first: Option<(Seat, Millis)> = None;
    for (seat, _) in game.clocks().running().filter(|(seat, _)| of(seat)) {
        if let Some(at) = deadline(world, game, seat)?.filter(|at| *at <= by)
            && first.is_none_or(|(_, first)| at < first)
        {
            first = Some((seat, at));
        }
    }
    Ok(first)
}

/// Refuses what somebody does in a game after their own time was over when they wrote it: that ends the
/// game for them, unless something that they wrote in time may still be on its way. The time of others is
/// none of their business: it is called when it is due.
pub(crate) fn check_in_time(ctx: Context<'_>, game: &Game) -> Handled<()> {
    let mine = |seat: &Seat| matches!(game.occupant(*seat), Occupant::Person(who) if who.id == *ctx.author());
    let Some((seat, at)) = overdue_of(ctx.world, game, ctx.written_at(), mine)? else {
        return Ok(());
    };
    if ctx.world.heard_until(game.place()) < at {
        return Err(ctx.refuse_about(game.no(), text::was_too_late(game.no())));
    }
    Err(Early::Answered(time_out(*ctx, game, seat, at)?.into()))
}

/// The time of a seat is over: it loses, or leaves where more than one other plays on.
///
/// # Errors
/// [`InternalError`] if the game does not take it.
pub(crate) fn time_out(
    scope: Scope<'_>,
    game: &Game,
    seat: Seat,
    at: Millis,
) -> Result<SingleChange, InternalError> {
    let mut game = game.clone();
    let was_in_turn = game.position().to_move() == seat;
    let mut added = credit(scope.world, &mut game, seat, at)?;
    added.extend(game.run_out_of_time(seat, at)?);
    let change = change_of(scope, game, added);
    let goes_on = change.game.is_running();
    let words = if goes_on {
        text::left_by_time(&name_at(&change.game, seat), change.game.no())
    } else {
        String::new()
    };
    let mut change = announced_with_board(scope, change, words);
    if goes_on && !was_in_turn && change.game.position().arranging().is_none() {
        // It has been announced before whose turn it is.
        let (_, turn) = turn(&change.game);
        change
            .replies
            .iter_mut()
            .for_each(|reply| reply.ping.retain(|who| Some(who) != turn.as_ref()));
    }
    Ok(change)
}
