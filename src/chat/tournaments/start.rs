//! An edition begins, or is called off for want of players.

use std::cmp::Reverse;

use super::{ends::cancel, posts, progress::Progress, rounds::open_next};
use crate::{
    chat::{
        server_settings::{Threads, threads},
        step::InternalError,
        text,
    },
    edition::{Entrant, Form, TournamentEvent, Who},
    tournament::{berger::groups, event::Number},
};

/// The fewest people for whom an edition begins.
const FEWEST: usize = 2;
/// So many games at once can be followed in one channel.
const MOST_IN_CHANNEL: usize = 8;

/// Begins an edition with those who are there.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn start(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let present = present(progress);
    if present.len() < FEWEST {
        return cancel(progress, text::too_few_came(present.len(), FEWEST));
    }
    if needs_threads(progress, present.len())? {
        progress.add(TournamentEvent::Paused)?;
        let reply = posts::needs_threads(progress, present.len() / 2);
        progress.post(&format!("threads:{}", progress.tournament.log().len()), reply);
        return Ok(());
    }
    let mut players = present;
    if let Some(level) = progress.tournament.settings().filler
        && wants_filler(progress, players.len())
    {
        let who = Who::Bot(level);
        let name = text::filler_name(level);
        progress.add(TournamentEvent::Joined { who: who.clone(), name, rating: 0 })?;
        players.push(who);
    }
    let groups = match progress.tournament.settings().form {
        Form::Evening => Vec::new(),
        Form::League => groups_of(progress, &players)?,
    };
    progress.add(TournamentEvent::Started { players, groups })?;
    open_next(progress)?;
    Ok(())
}

/// Whether a bot enters: where the rounds are set from the beginning it makes them even, and otherwise it
/// stands by for each round.
fn wants_filler(progress: &Progress<'_>, players: usize) -> bool {
    let settings = progress.tournament.settings();
    let is_swiss = settings.form == Form::Evening
        && match settings.format {
            crate::edition::Format::Swiss => true,
            crate::edition::Format::RoundRobin => false,
            crate::edition::Format::Auto => players > usize::from(settings.rounds) + 1,
        };
    is_swiss || players % 2 == 1
}

/// Those who are there, the highest rated first; of equals whoever has entered first.
fn present(progress: &Progress<'_>) -> Vec<Who> {
    let tournament = &progress.tournament;
    let asks = tournament.settings().check_in > 0;
    let mut present: Vec<&Entrant> =
        tournament.entrants().iter().filter(|one| one.is_here || !asks).collect();
    present.sort_by_key(|one| Reverse(one.rating));
    present.into_iter().map(|one| one.who.clone()).collect()
}

/// Whether there would be more games at once than a channel can carry, and no threads for them.
fn needs_threads(progress: &Progress<'_>, players: usize) -> Result<bool, InternalError> {
    let tournament = &progress.tournament;
    let games = match tournament.settings().form {
        Form::Evening => players / 2,
        Form::League => players * 2,
    };
    if games <= MOST_IN_CHANNEL || !tournament.place().platform().has_servers() {
        return Ok(false);
    }
    let chosen = threads(progress.scope.world, tournament.place(), tournament.server())?;
    Ok(chosen == Threads::Never)
}

/// The groups of a league by start numbers. In the first edition ratings decide; later the groups of the
/// edition before, of whose neighbours the last two and the first two change places.
fn groups_of(progress: &Progress<'_>, players: &[Who]) -> Result<Vec<Vec<Number>>, InternalError> {
    let order = super::ends::order_after_last(progress, players)?;
    // Whoever stands higher counts as stronger.
    let strength: Vec<u32> =
        order.iter().map(|place| u32::try_from(players.len() - place).unwrap_or(0)).collect();
    let number = |at: usize| Number::try_from(at + 1).unwrap_or(Number::MAX);
    let by_group = groups(&strength).into_iter();
    Ok(by_group.map(|group| group.into_iter().map(number).collect()).collect())
}
