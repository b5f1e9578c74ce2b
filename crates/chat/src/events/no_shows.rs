//! Games to which somebody does not come.

use event::{Edition, EditionEvent, Entrant, Form, GameResult, Gone, Who};
use games::{Outcome, Reason, Seat, SeatSet};
use table::{Clock, Game, GameNo, Millis, Occupant, PersonId, runs_out};

use super::{
    ends::last_call,
    progress::{LOOK_AGAIN, Progress},
};
use crate::{
    handling::{
        changes::{announced_with_board, change_of},
        step::InternalError,
    },
    naming::names::name_at,
    text,
    time::{deadlines::credit, idle::nobody_arranged, time_left::pauses},
    world::World,
};

/// Whoever does not come to so many games plays no further rounds.
const MOST_NO_SHOWS: usize = 2;

/// Somebody who has to act for the first time in a game.
struct Awaited {
    seat: Seat,
    who: PersonId,
    /// Until when; `None` while their clock stands and nobody knows until when.
    until: Option<Millis>,
}

/// Ends the games in which somebody had to act for the first time by now. Whoever has missed too many plays no
/// further rounds.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or a game does not take it.
pub(super) fn no_shows(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let (world, now) = (progress.scope.world, progress.now());
    for game in begun(progress)? {
        let awaited = first_acts(world, &game, progress.edition.settings().no_show)?;
        let late = awaited.into_iter().filter_map(|one| {
            let at = one.until.filter(|at| *at <= now && world.heard_until(game.place()) >= *at)?;
            Some((one, at))
        });
        let late: Vec<(Awaited, Millis)> = late.collect();
        let Some(first) = late.iter().map(|(_, at)| *at).min() else { continue };
        let mut first_late = late.into_iter().filter(|(_, at)| *at == first).map(|(one, _)| one);
        match (first_late.next(), first_late.next()) {
            (Some(one), None) => forfeit(progress, &game, one, first)?,
            // None of them was later than the others.
            (Some(one), Some(other)) => {
                let both = [one.who, other.who];
                progress.game(nobody_arranged(progress.scope, &game, first)?);
                both.into_iter().try_for_each(|who| missed(progress, who, game.no()))?;
            }
            (None, _) => {}
        }
    }
    Ok(())
}

/// Returns when the next such game is to be looked at; also when a league is to be over.
///
/// # Errors
/// [`InternalError`] if the state cannot be read.
pub(super) fn next_no_show(progress: &Progress<'_>) -> Result<Option<Millis>, InternalError> {
    let (world, now) = (progress.scope.world, progress.now());
    // What is over but not all heard is looked at again soon.
    let later = |at: Option<Millis>| at.filter(|at| *at > now).unwrap_or(now + LOOK_AGAIN);
    let mut instants: Vec<Millis> =
        last_call(progress).map(|at| later(Some(at))).into_iter().collect();
    let within = progress.edition.settings().no_show;
    // The clocks of games that only begin do not run before now.
    if progress.begins_games() && progress.edition.settings().form == Form::Evening {
        instants.push(now.saturating_add(within));
    }
    for game in begun(progress)? {
        instants.extend(first_acts(world, &game, within)?.into_iter().map(|one| later(one.until)));
    }
    Ok(instants.into_iter().min())
}

/// The running games of an evening in which not everybody has acted yet.
fn begun(progress: &Progress<'_>) -> Result<Vec<Game>, InternalError> {
    if progress.edition.settings().form != Form::Evening {
        return Ok(Vec::new());
    }
    let boards = progress.edition.rounds().last().into_iter().flat_map(|round| &round.boards);
    let mut games = Vec::new();
    for board in boards {
        let is_young = |result: &GameResult| !result.is_over() && !result.both_have_moved();
        if progress.results.get(&board.game).is_some_and(is_young)
            && let Some(game) = progress.scope.world.game(board.game)?
        {
            games.push(Game::clone(&game));
        }
    }
    Ok(games)
}

/// Returns who has to act for the first time in a game of two seats, and until when.
fn first_acts(
    world: &dyn World,
    game: &Game,
    within: Millis,
) -> Result<Vec<Awaited>, InternalError> {
    let mut found = Vec::new();
    for seat in game.position().awaits().iter().filter(|seat| !game.has_acted(*seat)) {
        let Occupant::Person(person) = game.occupant(seat) else { continue };
        let since = game.clocks().of(seat).and_then(Clock::run).map(|run| run.since);
        let pauses = pauses(world, game, seat)?;
        let until = since.and_then(|since| runs_out(since, within, &pauses));
        found.push(Awaited { seat, who: person.id.clone(), until });
    }
    Ok(found)
}

fn forfeit(
    progress: &mut Progress<'_>,
    game: &Game,
    late: Awaited,
    at: Millis,
) -> Result<(), InternalError> {
    let Awaited { seat, who, .. } = late;
    let mut game = game.clone();
    let mut added = credit(progress.scope.world, &mut game, seat, at)?;
    added.extend(game.forfeit(seat, at)?);
    let change = change_of(progress.scope, game, added);
    let words = text::did_not_come(&name_at(&change.game, seat));
    let no = change.game.no();
    progress.game_among_others(announced_with_board(progress.scope, change, words));
    missed(progress, who, no)
}

/// Notes of whom the clock has run out before they came, which may be earlier than they had to.
///
/// # Errors
/// [`InternalError`] if the edition does not take it.
pub(super) fn note_missed(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    if progress.edition.settings().form != Form::Evening {
        return Ok(());
    }
    let boards = progress.edition.rounds().last().map(|round| round.boards.clone());
    for board in boards.unwrap_or_default() {
        let is_short = |result: &GameResult| result.is_over() && !result.both_have_moved();
        if !progress.results.get(&board.game).is_some_and(is_short) {
            continue;
        }
        let Some(game) = progress.scope.world.game(board.game)? else { continue };
        for seat in absent(&game).iter() {
            let number = if seat == Seat::FIRST { board.white } else { board.black };
            let entrant = progress.edition.entrant(number);
            let Some(who) = entrant.and_then(Entrant::person).cloned() else { continue };
            if !is_noted(&progress.edition, &who, board.game) {
                missed(progress, who, board.game)?;
            }
        }
    }
    Ok(())
}

/// Returns who has done nothing in a game in which time ran out before they did.
fn absent(game: &Game) -> SeatSet {
    let out_of_time = match game.outcome() {
        Some(Outcome::Win(winners, Reason::Time)) => {
            Seat::all(game.position().n_seats()).filter(|seat| !winners.contains(*seat)).collect()
        }
        Some(Outcome::Aborted) if game.position().arranging().is_some() => game.position().awaits(),
        _ => SeatSet::default(),
    };
    out_of_time.iter().filter(|seat| !game.has_acted(*seat)).collect()
}

fn is_noted(edition: &Edition, who: &PersonId, game: GameNo) -> bool {
    edition.log().iter().any(|entry| match &entry.event {
        EditionEvent::NoShow { who: one, game: of } => one == who && *of == game,
        _ => false,
    })
}

/// Somebody did not come to a game.
fn missed(progress: &mut Progress<'_>, who: PersonId, game: GameNo) -> Result<(), InternalError> {
    progress.add(EditionEvent::NoShow { who: who.clone(), game })?;
    let missed = progress.edition.entrant_of(&who).map_or(0, |one| one.no_shows);
    if missed >= MOST_NO_SHOWS {
        progress.add(EditionEvent::Went { who: Who::Person(who), why: Gone::NoShows })?;
    }
    Ok(())
}
