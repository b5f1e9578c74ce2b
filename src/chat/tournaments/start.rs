//! An edition begins, or is called off for want of players.

use std::cmp::Reverse;

use super::{
    crowded::crowded,
    ends::{cancel, order_after_last},
    progress::Progress,
};
use crate::{
    chat::{step::InternalError, text},
    edition::{Entrant, Form, TournamentEvent, Who},
    tournament::{berger::group_sizes, event::Number, standings::System},
};

/// The fewest people for whom an edition begins.
pub(super) const FEWEST: usize = 2;

/// Begins an edition with those who are there. Its first round is due then.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn start(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let present = present(progress);
    if present.len() < FEWEST {
        return cancel(progress, text::too_few_came(present.len(), FEWEST));
    }
    let filler = progress.tournament.settings().filler;
    let filler = filler.filter(|_| wants_filler(progress, present.len()));
    let form = progress.tournament.settings().form;
    if crowded(progress, games_at_once(form, present.len(), filler.is_some()))? {
        return Ok(());
    }
    let mut players = present;
    if let Some(level) = filler {
        let who = Who::Bot(level);
        let name = text::filler_name(level);
        progress.add(TournamentEvent::Joined { who: who.clone(), name, rating: 0 })?;
        players.push(who);
    }
    let groups = match progress.tournament.settings().form {
        Form::Evening => Vec::new(),
        Form::League => groups_of(progress, &players)?,
    };
    progress.add(TournamentEvent::Started { players, groups })
}

/// Whether a bot enters: where the rounds are set from the beginning it makes them even, and otherwise it
/// stands by for each round.
fn wants_filler(progress: &Progress<'_>, players: usize) -> bool {
    let system = progress.tournament.settings().system(players);
    system == System::Swiss || players % 2 == 1
}

/// How many are there.
pub(super) fn count_present(progress: &Progress<'_>) -> usize {
    present(progress).len()
}

/// Those who are there, the highest rated first; of equals whoever has entered first.
fn present(progress: &Progress<'_>) -> Vec<Who> {
    let tournament = &progress.tournament;
    // Whoever is there when a manager begins need not have checked in before that was asked.
    let asks = tournament.check_in_opened().is_some();
    let mut present: Vec<&Entrant> =
        tournament.entrants().iter().filter(|one| one.is_here || !asks).collect();
    present.sort_by_key(|one| Reverse(one.rating));
    present.into_iter().map(|one| one.who.clone()).collect()
}

/// How many games so many people have at once, and the bot that fills up if there is one.
fn games_at_once(form: Form, people: usize, with_filler: bool) -> usize {
    let players = people + usize::from(with_filler);
    match form {
        Form::Evening => players / 2,
        Form::League => {
            let sizes = group_sizes(players).into_iter();
            sizes.map(|size| size * size.saturating_sub(1) / 2).sum()
        }
    }
}

/// The groups of a league by start numbers. In the first edition ratings decide; later the groups of the
/// edition before, of whose neighbours the last two and the first two change places.
fn groups_of(progress: &Progress<'_>, players: &[Who]) -> Result<Vec<Vec<Number>>, InternalError> {
    let order = order_after_last(progress, players)?;
    let number = |at: &usize| Number::try_from(at + 1).unwrap_or(Number::MAX);
    let numbers: Vec<Number> = order.iter().map(number).collect();
    let mut rest = &*numbers;
    let group = |size: usize| {
        let (group, later) = rest.split_at(size);
        rest = later;
        group.to_vec()
    };
    Ok(group_sizes(players.len()).into_iter().map(group).collect())
}
