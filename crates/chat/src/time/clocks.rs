//! Clocks as people ask about them and change them: `clock` and `time give`.

use games::Seat;
use table::{
    ClockEvent, DAY, Game, GameNo, HOUR, LogEvent, MINUTE, Millis, Occupant, PauseCause, PersonId,
    SECOND,
};

use super::{
    idle_days::warning_ahead,
    time_left::{deadline, pauses, shown_at},
    vacation::away_in,
};
use crate::{
    handling::{
        changes::{announced_in_words, change_of},
        context::Context,
        selection::{game_in_question, game_to_act_in},
        step::{Handled, InternalError},
    },
    message::placeholder::Placeholder,
    naming::names::name_at,
    text,
    time::deadlines::check_in_time,
};

/// The most that a player is given in a turn, in milliseconds: 30 days.
const MOST_GIVEN: Millis = 30 * DAY;

/// `clock`
pub(crate) fn clock(ctx: Context<'_>, no: Option<GameNo>) -> Handled {
    let game = game_in_question(ctx, no)?;
    let control = game.terms().clock;
    if !control.is_limited() {
        let none = text::has_no_clock(game.no(), ctx.prefix);
        let ahead = warning_ahead(ctx.world, &game)?;
        return ctx.say_about(
            game.no(),
            [Some(none), ahead].into_iter().flatten().collect::<Vec<_>>().join("\n"),
        );
    }
    let mut lines = vec![text::clock_head(game.no(), control)];
    for seat in Seat::all(game.position().n_seats()) {
        lines.extend(seat_line(ctx, &game, seat)?);
    }
    if game.is_running() && game.clocks().running().next().is_none() {
        lines.push(text::clocks_stand());
    }
    ctx.say_about(game.no(), lines.join("\n"))
}

/// Returns what the clock of a seat shows; `None` for the seat of a bot.
fn seat_line(ctx: Context<'_>, game: &Game, seat: Seat) -> Result<Option<String>, InternalError> {
    let (Occupant::Person(who), Some(clock)) = (game.occupant(seat), game.clocks().of(seat)) else {
        return Ok(None);
    };
    let pauses = pauses(ctx.world, game, seat)?;
    let now = shown_at(ctx.world, game);
    let is_out = pauses.iter().any(|pause| {
        let is_now = pause.from <= now && pause.to.is_none_or(|to| now < to);
        is_now && pause.cause == PauseCause::Outage
    });
    let away = away_in(ctx.world, &who.id, game, now)?;
    let mut words = vec![text::clock_left(&name_at(game, seat), clock.left_at(now, &pauses))];
    let run = clock.run().filter(|_| game.is_running());
    words.extend(match (run, away) {
        (Some(_), _) if is_out => Some(text::stands_in_outage()),
        (Some(_), Some(until)) => Some(text::stands_on_vacation(until)),
        (Some(_), None) => Some(match deadline(ctx.world, game, seat)? {
            Some(at) if at > now => text::clock_runs_until(&Placeholder::Instant(at).tag()),
            Some(_) => text::clock_is_over(),
            None => text::clock_stands(),
        }),
        (None, Some(until)) if game.is_running() => Some(text::would_stand_on_vacation(until)),
        (None, _) => None,
    });
    let uncounted = clock.uncounted(now, &pauses);
    let credited = clock.credited();
    let outage = credited.outage + uncounted.outage;
    let vacation = credited.vacation + uncounted.vacation;
    if outage + vacation > 0 {
        words.push(text::credited(outage, vacation));
    }
    Ok(Some(words.join(" ")))
}

/// `time give 1d`
pub(crate) fn give(ctx: Context<'_>, no: Option<GameNo>, span: Millis) -> Handled {
    let (mut game, seat) =
        game_to_act_in(ctx, no, |no| format!("time give {} {no}", text::exact_span(span)))?;
    if !game.terms().clock.is_limited() {
        return ctx.say_about(game.no(), text::has_no_clock(game.no(), ctx.prefix));
    }
    if game.terms().event.is_some() {
        return ctx.say_about(game.no(), text::no_gifts_in_events(game.no()));
    }
    if span <= 0 || span > MOST_GIVEN {
        return ctx.say_about(game.no(), text::gift_out_of_range(MOST_GIVEN, ctx.prefix));
    }
    let Some(to) = receiver(&game, seat) else {
        return ctx.say_about(game.no(), text::nobody_to_give_to(game.no()));
    };
    check_in_time(ctx, &game)?;
    if deadline(ctx.world, &game, to)?.is_some_and(|over| over <= ctx.written_at()) {
        return ctx.say_about(game.no(), text::too_late_to_give(game.no()));
    }
    if span > MOST_GIVEN.saturating_sub(given_in_turn(&game, to)) {
        return ctx.say_about(game.no(), text::enough_given(MOST_GIVEN, game.no()));
    }
    let added = game.note_clock(ClockEvent::Given { from: seat, to, span }, ctx.written_at())?;
    let words = text::time_given(&ctx.name_in(&game), &name_at(&game, to), span, game.no());
    // Nobody has to do anything about a gift.
    Ok(announced_in_words(*ctx, change_of(*ctx, game, added), words, Vec::new()).into())
}

/// Returns what somebody can give the opponent at a touch; `None` where they can give nothing.
pub(crate) fn gift(game: &Game, who: &PersonId) -> Option<Millis> {
    let start = game.clocks().control().start().filter(|_| game.is_running())?;
    let giver =
        game.seat_of(who).filter(|_| !game.has_left(who) && game.terms().event.is_none())?;
    let span = match start {
        DAY.. => DAY,
        HOUR.. => 10 * MINUTE,
        _ => 15 * SECOND,
    };
    let to = receiver(game, giver)?;
    (span <= MOST_GIVEN.saturating_sub(given_in_turn(game, to))).then_some(span)
}

/// Returns what a seat was given since a turn was last passed on.
fn given_in_turn(game: &Game, of: Seat) -> Millis {
    let events = game.log().iter().rev().map(|entry| &entry.event);
    let gift = |event: &LogEvent| match event {
        LogEvent::Clock(ClockEvent::Given { to, span, .. }) if *to == of => *span,
        _ => 0,
    };
    let given = events.take_while(|event| !event.passes_turn()).map(gift);
    given.fold(0, Millis::saturating_add)
}

/// Returns who is given time by a seat: the opponent of two; of more, whoever is to move. `None` if that is a
/// bot, or the giver.
fn receiver(game: &Game, giver: Seat) -> Option<Seat> {
    let to = match game.position().n_seats() {
        2 => giver.other(),
        _ => game.position().to_move(),
    };
    (to != giver && matches!(game.occupant(to), Occupant::Person(_))).then_some(to)
}
