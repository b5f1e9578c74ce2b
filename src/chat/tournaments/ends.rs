//! How an edition ends, and how its event goes on.

use std::collections::BTreeMap;

use super::{posts, progress::Progress};
use crate::{
    chat::{
        cause::Scope,
        changes::{announced_with_board, change_of},
        notices::zone_called,
        step::InternalError,
        text,
    },
    edition::{
        Form, Stage, Tournament, TournamentEvent, TournamentSettings, Who, table, weekly_after,
    },
    games::SeatSet,
    table::{Game, Millis},
};

/// How long an unfinished league waits for its games or a manager, at most, in milliseconds: three days.
const GRACE: Millis = 3 * 86_400_000;

/// How many from the end of a group of a league change places with as many from the top of the next one.
const MOVERS: usize = 2;

/// All rounds are over: the podium, and the next edition.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn finish(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    progress.add(TournamentEvent::Finished)?;
    let reply = posts::podium(progress)?;
    progress.post("podium", reply);
    next_edition(progress)
}

/// An edition is called off; its event goes on.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn cancel(progress: &mut Progress<'_>, why: String) -> Result<(), InternalError> {
    progress.add(TournamentEvent::Cancelled { why: why.clone() })?;
    let reply = posts::cancelled(progress, &why);
    progress.post("cancelled", reply);
    next_edition(progress)
}

/// Makes and announces the next edition of a weekly event.
fn next_edition(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let Some(settings) = next_settings(progress.tournament.settings(), progress.now()) else {
        return Ok(());
    };
    let (scope, old) = (progress.scope, &progress.tournament);
    if scope.world.tournaments().edition(old.event(), old.edition() + 1)?.is_some() {
        return Ok(());
    }
    let place = (old.place().clone(), old.server().cloned());
    let of = (old.event(), old.edition() + 1);
    let no = scope.world.tournaments().fresh();
    let made = Tournament::new(no, of, place, settings, (progress.now(), None));
    let (made, wake) = announced(scope, made);
    progress.join(made, wake);
    Ok(())
}

/// A new edition with its announcement, and when something about it is due first.
pub(super) fn announced(scope: Scope<'_>, made: Tournament) -> (Progress<'_>, Option<Millis>) {
    let mut progress = Progress::made(scope, made);
    let reply = posts::announcement(&progress);
    progress.post("announcement", reply);
    let wake = scope.world.now().saturating_add(1);
    (progress, Some(wake))
}

/// What the next edition is set up with; `None` if there is none.
fn next_settings(settings: &TournamentSettings, now: Millis) -> Option<TournamentSettings> {
    let weekly = settings.weekly?;
    let zone = zone_called(&settings.zone)?;
    let after = match settings.form {
        Form::Evening => settings.start.max(now),
        Form::League => settings.start.saturating_add(settings.period).max(now),
    };
    let start = weekly_after(after, weekly, &zone)?;
    Some(TournamentSettings { start, ..settings.clone() })
}

/// When a league is decided whatever is still being played; `None` for an evening.
pub(super) fn last_call(progress: &Progress<'_>) -> Option<Millis> {
    let tournament = &progress.tournament;
    let ends = tournament.settings().ends().filter(|_| tournament.stage() == Stage::Running)?;
    Some(ends.saturating_add(GRACE))
}

/// Calls the games of a league drawn that are not over long after its end.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn adjudicate_late(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    if last_call(progress).is_none_or(|at| at > progress.now()) {
        return Ok(());
    }
    let boards: Vec<_> =
        progress.tournament.rounds().iter().flat_map(|round| round.boards.clone()).collect();
    for board in boards {
        let is_over = progress.results.get(&board.game).is_some_and(|result| result.is_over());
        if is_over {
            continue;
        }
        let Some(game) = progress.scope.world.game(board.game)? else { continue };
        let mut game = Game::clone(&game);
        let added = game.adjudicate(SeatSet::default(), progress.now())?;
        let change = change_of(progress.scope, game, added);
        progress.game(announced_with_board(progress.scope, change, text::league_is_over()));
    }
    Ok(())
}

/// Where each of these players stands in the order of strength, from 0. Without an edition before, that is
/// the order in which they come; otherwise they stand as they ended then, with the last of each group
/// and the first of the next one changed, and who is new behind them.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(super) fn order_after_last(
    progress: &Progress<'_>,
    players: &[Who],
) -> Result<Vec<usize>, InternalError> {
    let log = progress.scope.world.tournaments();
    let (event, edition) = (progress.tournament.event(), progress.tournament.edition());
    let mut last = None;
    if edition > 1
        && let Some(no) = log.edition(event, edition - 1)?
    {
        last = log.tournament(no)?.filter(|last| last.stage() == Stage::Finished);
    }
    let Some(last) = last else { return Ok((0..players.len()).collect()) };
    let results = log.results(last.no())?;
    let stood: Vec<Vec<Who>> = table(&last, &results)
        .iter()
        .map(|table| {
            let numbers = table.standings.lines.iter().map(|line| line.number);
            numbers.filter_map(|number| Some(last.entrant(number)?.who.clone())).collect()
        })
        .collect();
    let before: BTreeMap<String, usize> =
        moved(stood).iter().map(|who| format!("{who:?}")).zip(0..).collect();
    let place = |who: &Who| before.get(&format!("{who:?}")).copied().unwrap_or(usize::MAX);
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&at| (place(&players[at]), at));
    let mut places = vec![0; players.len()];
    for (rank, at) in order.into_iter().enumerate() {
        places[at] = rank;
    }
    Ok(places)
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
