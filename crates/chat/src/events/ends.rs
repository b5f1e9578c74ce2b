//! The end of an edition, and the next edition of its event.

use event::{
    Edition, EditionEvent, EditionSettings, Form, LEAGUE_GRACE, Stage, Who, table, weekly_after,
};
use games::{Seat, SeatSet};
use pairing::history::Colour;
use table::{DAY, Game, GameNo, Millis};

use super::{posts, progress::Progress};
use crate::events::channel_lost::is_homeless;
use crate::{
    handling::{
        cause::Scope,
        changes::{announced_with_board, change_of},
        step::InternalError,
    },
    text,
    time::{notices::zone_called, time_left::notice_ends},
    world::World,
};

/// How many from the end of a group of a league change places with as many from the top of the next one.
const MOVERS: usize = 2;
/// The least time between the end of a league and the start of the next one of its event: a day.
const BETWEEN_LEAGUES: Millis = DAY;

/// All rounds are over: the podium, and the next edition.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn finish(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    progress.add(EditionEvent::Finished)?;
    let reply = posts::podium(progress)?;
    progress.post("podium", reply);
    next_edition(progress)
}

/// An edition is called off; its event goes on. Its log keeps why without the name of anybody.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn cancel(
    progress: &mut Progress<'_>,
    kept: String,
    said: &str,
) -> Result<(), InternalError> {
    progress.add(EditionEvent::Cancelled { why: kept })?;
    let reply = posts::cancelled(progress, said);
    progress.post("cancelled", reply);
    next_edition(progress)
}

/// Makes and announces the next edition of a weekly event.
fn next_edition(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let (scope, old) = (progress.scope, &progress.edition);
    let Some(settings) = next_settings(scope.world, old)? else { return Ok(()) };
    // Nobody could read its announcement.
    if is_homeless(scope.world, old) {
        return Ok(());
    }
    if scope.world.editions().nth_edition(old.event(), old.ordinal() + 1)?.is_some() {
        return Ok(());
    }
    let place = (old.place().clone(), old.server().cloned());
    let of = (old.event(), old.ordinal() + 1);
    let no = scope.world.editions().fresh();
    let made = Edition::new(no, of, place, settings, (progress.now(), None));
    let (made, deadline) = announced(scope, made)?;
    progress.merge(made, deadline);
    Ok(())
}

/// A new edition with its announcement, and when something about it is due first.
///
/// # Errors
/// [`InternalError`] if the settings of its place cannot be read.
pub(super) fn announced(
    scope: Scope<'_>,
    made: Edition,
) -> Result<(Progress<'_>, Option<Millis>), InternalError> {
    let mut progress = Progress::made(scope, made);
    let reply = posts::announcement(&progress)?;
    progress.post("announcement", reply);
    let deadline = scope.world.now().saturating_add(1);
    Ok((progress, Some(deadline)))
}

/// Returns what the next edition is set up with; `None` if there is none.
fn next_settings(
    world: &dyn World,
    last: &Edition,
) -> Result<Option<EditionSettings>, InternalError> {
    let Some(start) = next_start(last, world.now()) else { return Ok(None) };
    let settings = last.settings();
    let initial = drawn_colour(world)?;
    Ok(Some(EditionSettings { start, initial, ..settings.clone() }))
}

/// A colour by lot.
///
/// # Errors
/// [`InternalError`] if the system gives nothing random.
pub(super) fn drawn_colour(world: &dyn World) -> Result<Colour, InternalError> {
    let lot = world.fresh_secret()?;
    Ok(if lot.bytes()[0].is_multiple_of(2) { Colour::White } else { Colour::Black })
}

/// Returns when the next edition begins; `None` if there is none. One that a manager has begun early stands for
/// that of its week. Between a league that was played and the next one there is at least a day in which one can
/// enter.
fn next_start(last: &Edition, now: Millis) -> Option<Millis> {
    let settings = last.settings();
    let zone = zone_called(&settings.zone)?;
    let over = last.began().and(last.ends()).map(|ends| ends.saturating_add(BETWEEN_LEAGUES));
    let after = over.unwrap_or(settings.start).max(settings.start).max(now);
    weekly_after(after, settings.weekly?, &zone)
}

/// Returns when it is said next that the time of a running league is over, or what is still being played is
/// decided whatever it is; `None` for an evening.
pub(super) fn last_call(progress: &Progress<'_>) -> Option<Millis> {
    let edition = &progress.edition;
    let ends = edition.ends().filter(|_| edition.stage() == Stage::Running)?;
    let Some(said) = edition.time_over_said() else { return Some(ends) };
    // However late it was said, all the time behind it is left to them.
    Some(notice_ends(progress.scope.world, edition.place(), said.max(ends), LEAGUE_GRACE))
}

/// Says of a league whose time is over that some of its games are not; long after that, ends these.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn end_late_games(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let games = progress.games_being_played()?;
    if last_call(progress).is_none_or(|at| at > progress.now()) {
        return Ok(());
    }
    if progress.edition.time_over_said().is_none() && !games.is_empty() {
        progress.add(EditionEvent::TimeOver)?;
        let numbers: Vec<GameNo> = games.iter().map(Game::no).collect();
        let reply = posts::runs_late(progress, &numbers);
        progress.post("late", reply);
        return Ok(());
    }
    for mut game in games {
        let winners = ahead_on_points(&game);
        let added = game.adjudicate(winners, progress.now())?;
        let change = change_of(progress.scope, game, added);
        let words = text::league_is_over(!winners.is_empty());
        progress.game_among_others(announced_with_board(progress.scope, change, words));
    }
    Ok(())
}

/// Returns who has more points than everybody else, where the game counts points; otherwise nobody.
fn ahead_on_points(game: &Game) -> SeatSet {
    let scores = game.position().scores().unwrap_or_default();
    let most = scores.iter().max();
    let ahead: SeatSet = Seat::all(game.position().n_seats())
        .filter(|seat| scores.get(seat.index()) == most)
        .collect();
    if most.is_some() && ahead.iter().count() == 1 { ahead } else { SeatSet::default() }
}

/// The places of these players in the list, the strongest first. Without a league of the game before in this event,
/// they stay in the order in which they come; otherwise they stand as they ended then, with the last of each group and
/// the first of the next one changed, and who is new behind them.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(super) fn order_after_last(
    progress: &Progress<'_>,
    players: &[Who],
) -> Result<Vec<usize>, InternalError> {
    let log = progress.scope.world.editions();
    let (event, ordinal) = (progress.edition.event(), progress.edition.ordinal());
    let mut last = None;
    for before in (1..ordinal).rev() {
        let Some(no) = log.nth_edition(event, before)? else { break };
        last = log.edition(no)?.filter(|last| was_such_a_league(last, &progress.edition));
        if last.is_some() {
            break;
        }
    }
    let Some(last) = last else { return Ok((0..players.len()).collect()) };
    let results = log.results(last.no())?;
    let stood: Vec<Vec<Who>> = table(&last, &results)
        .iter()
        .map(|table| {
            let numbers = table.standings.lines.iter().map(|line| line.number);
            let people = numbers.filter_map(|number| last.entrant(number));
            // A bot that fills up takes nobody's way up or down.
            let people = people.filter(|one| one.person().is_some());
            people.map(|one| one.who.clone()).collect()
        })
        .collect();
    let before = moved(stood);
    let place = |who: &Who| before.iter().position(|one| one == who).unwrap_or(usize::MAX);
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_cached_key(|&at| place(&players[at]));
    Ok(order)
}

/// Returns `true` if an edition was a league of the same game as another one, and was played to its end.
fn was_such_a_league(last: &Edition, now: &Edition) -> bool {
    let (then, now) = (last.settings(), now.settings());
    last.stage() == Stage::Finished && then.form == Form::League && then.game == now.game
}

/// Groups one behind the other, of whose neighbours the last and the first have changed places.
fn moved(mut groups: Vec<Vec<Who>>) -> Vec<Who> {
    for at in 1..groups.len() {
        let (above, below) = groups.split_at_mut(at);
        let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else { break };
        let movers = MOVERS.min(above.len() / 2).min(below.len() / 2);
        let from = above.len() - movers;
        above[from..].swap_with_slice(&mut below[..movers]);
    }
    groups.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{
        Weekly,
        sample::{happen, new_edition, settings},
    };
    use table::{HOUR, WEEK};

    /// Friday, 2 October 2026, 19:00 in Berlin; summer time ends on the 25th.
    const FRIDAY: Millis = 1_790_960_400_000;

    fn league(period: Millis) -> Edition {
        new_edition(EditionSettings {
            start: FRIDAY,
            period,
            zone: "Europe/Berlin".to_owned(),
            weekly: Some(Weekly { weekday: 5, minute: 19 * 60 }),
            ..settings(Form::League)
        })
    }

    #[test]
    fn the_next_league_leaves_time_to_enter_also_when_summer_time_ends() {
        for (weeks, next) in [(1, 2 * WEEK), (5, 6 * WEEK + HOUR)] {
            let mut last = league(weeks * WEEK);
            let started = EditionEvent::Started {
                players: Vec::new(),
                ratings: Vec::new(),
                groups: Vec::new(),
                system: None,
            };
            happen(&mut last, FRIDAY, started);
            assert_eq!(next_start(&last, FRIDAY + weeks * WEEK), Some(FRIDAY + next), "{weeks}");
        }
        assert_eq!(next_start(&league(5 * WEEK), FRIDAY), Some(FRIDAY + WEEK), "it was not played");
    }
}
