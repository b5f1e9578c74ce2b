//! An edition begins, or is called off for want of players.

use std::cmp::Reverse;

use event::{EditionEvent, EditionSettings, Entrant, Form, Stage, Who};
use pairing::{berger::group_sizes, history::Number, standings::System};

use super::{
    crowded::paused_if_crowded,
    ends::{cancel, order_after_last},
    entering::rating_in,
    progress::Progress,
};
use crate::{handling::step::InternalError, text};

/// The fewest people for whom an edition begins.
pub(super) const FEWEST: usize = 2;

/// Begins an edition with those who are there, or once more with those who are in it. Its first round is due then.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn start(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    let there = count_present(progress);
    if there < FEWEST {
        let why = text::too_few_came(there, FEWEST);
        return cancel(progress, why.clone(), &why);
    }
    let present = present(progress)?;
    let settings = progress.edition.settings();
    let filler = settings.filler.filter(|_| wants_filler(settings, present.len()));
    let form = settings.form;
    if paused_if_crowded(
        progress,
        games_at_once(form, present.len() + usize::from(filler.is_some())),
    )? {
        return Ok(());
    }
    let (mut players, mut ratings): (Vec<Who>, Vec<u32>) = present.into_iter().unzip();
    if let Some(level) = filler {
        let who = Who::Bot(level);
        let name = text::filler_name(level);
        progress.add(EditionEvent::Joined { who: who.clone(), name, rating: 0 })?;
        players.push(who);
        ratings.push(0);
    }
    let groups = match form {
        Form::Evening => Vec::new(),
        Form::League => groups_of(progress, &players)?,
    };
    let system = Some(progress.edition.settings().system(players.len()));
    progress.add(EditionEvent::Started { players, ratings, groups, system })
}

/// Returns `true` if a bot enters: in a Swiss edition it stands by for each round; otherwise it comes where
/// fewer have to sit out with it than without.
fn wants_filler(settings: &EditionSettings, players: usize) -> bool {
    let odd_groups = |players: usize| match settings.form {
        Form::Evening => players % 2,
        Form::League => group_sizes(players).into_iter().filter(|size| size % 2 == 1).count(),
    };
    match settings.system(players) {
        System::Swiss => true,
        System::RoundRobin => odd_groups(players + 1) < odd_groups(players),
    }
}

/// Those who take part, in the order in which they have entered: whoever is there, and whoever has said before that
/// they come after the first round.
fn here<'a>(progress: &'a Progress<'_>) -> impl Iterator<Item = &'a Entrant> + Clone {
    let edition = &progress.edition;
    // Whoever is there when a manager begins need not have checked in before that was asked.
    let asks = edition.check_in_opened().is_some();
    let has_begun = edition.stage() == Stage::Running;
    edition.entrants().iter().filter(move |one| match has_begun {
        // The bot that fills up comes only if it is needed now, too.
        true => one.gone.is_none() && one.person().is_some(),
        false => one.is_here || !asks || one.misses_first_round(),
    })
}

/// Returns how many are there and can play in the first round.
pub(super) fn count_present(progress: &Progress<'_>) -> usize {
    let here = here(progress);
    match progress.edition.settings().system(here.clone().count()) {
        System::Swiss => here.filter(|one| !one.misses_first_round()).count(),
        // Nobody sits out a round there, but whoever has said so may not be there either.
        System::RoundRobin => here.filter(|one| one.is_here || !one.misses_first_round()).count(),
    }
}

/// Those who take part with their ratings now, the highest rated first; of equals whoever has entered first.
fn present(progress: &Progress<'_>) -> Result<Vec<(Who, u32)>, InternalError> {
    let rated = |one: &Entrant| {
        let rating = match one.person() {
            Some(person) => rating_in(progress.scope.world, &progress.edition, person)?,
            None => one.rating,
        };
        Ok((one.who.clone(), rating))
    };
    let mut present = here(progress).map(rated).collect::<Result<Vec<_>, InternalError>>()?;
    present.sort_by_key(|(_, rating)| Reverse(*rating));
    Ok(present)
}

/// Returns how many games so many players have at once.
fn games_at_once(form: Form, players: usize) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Format, sample::settings};

    #[test]
    fn a_bot_comes_where_fewer_sit_out_with_it() {
        let evening = |rounds| EditionSettings { rounds, ..settings(Form::Evening) };
        let table = EditionSettings { format: Format::RoundRobin, ..settings(Form::Evening) };
        for (settings, players, comes) in [
            (evening(5), 5, true),
            (evening(5), 4, false),
            // Five would need five rounds to meet everybody.
            (evening(4), 5, true),
            (evening(4), 6, true),
            (table.clone(), 9, true),
            (table, 10, false),
            (settings(Form::League), 5, true),
            (settings(Form::League), 6, false),
            // Two groups of five, of which it can only fill one.
            (settings(Form::League), 10, true),
            // Five, four and four: with the bot two groups would be odd.
            (settings(Form::League), 13, false),
        ] {
            assert_eq!(wants_filler(&settings, players), comes, "{players} in {settings:?}");
        }
    }
}
