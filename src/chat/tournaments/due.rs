//! What an edition does by itself.

use super::{
    ends::{adjudicate_late, finish},
    no_shows::{next_no_show, no_shows},
    posts,
    progress::{LOOK_AGAIN, Progress},
    rounds::{Opening, open_next},
    start::start,
};
use crate::{
    chat::{
        cause::{Cause, Scope},
        step::{Change, InternalError, Row, Step},
        world::World,
    },
    edition::{TournamentEvent, Upcoming, upcoming},
    table::{Key, Millis, Pause, PauseCause, TournamentNo},
};

/// How much may happen at one instant: a reminder, the check-in, the start, a round that nobody plays, the
/// end are fewer.
const MOST_AT_ONCE: usize = 64;

/// Does what is due in an edition by now. The state decides, so that a wake which comes late, twice or for
/// nothing does the right thing once.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take the change.
pub(in crate::chat) fn tournament_due(
    world: &dyn World,
    key: &Key,
    no: TournamentNo,
) -> Result<Step, InternalError> {
    let Some(tournament) = world.tournaments().tournament(no)? else {
        let rows = vec![Row::Wake(key.clone(), None)];
        return Ok(Step::Change(Change { rows, ..Change::default() }));
    };
    let scope = Scope { world, cause: Cause::Due(key, world.now()) };
    let mut progress = Progress::new(scope, tournament)?;
    let wake = go_on(&mut progress)?;
    Ok(match progress.awaited.take() {
        // Nothing of it has happened yet: once the pairing is there, all is looked at afresh.
        Some(event) => Step::Pair(no, event),
        None => Step::Change(progress.into_change(wake)),
    })
}

/// Lets happen whatever is due by now, and says when something is due next. A round whose pairing is to be made
/// first is due at once: whoever asks for something in the event is answered meanwhile.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn go_on(progress: &mut Progress<'_>) -> Result<Option<Millis>, InternalError> {
    for _ in 0..MOST_AT_ONCE {
        let next = next_of(progress);
        match next.at() {
            Some(Millis::MAX) => return Ok(Some(progress.now().saturating_add(LOOK_AGAIN))),
            Some(at) if at > progress.now() => return Ok(Some(at)),
            _ => {}
        }
        match next {
            Upcoming::Reminder(_) => {
                progress.add(TournamentEvent::Reminded)?;
                let reply = posts::reminder(progress);
                progress.post("reminder", reply);
            }
            Upcoming::CheckIn(_) => {
                progress.add(TournamentEvent::CheckInOpened)?;
                let reply = posts::check_in(progress);
                progress.post("check-in", reply);
            }
            Upcoming::Start(_) => start(progress)?,
            Upcoming::RoundOver => match open_next(progress)? {
                Opening::Opened | Opening::Paused => {}
                Opening::Awaited => return Ok(Some(progress.now())),
                Opening::NoMore => finish(progress)?,
            },
            Upcoming::Games => {
                let was = progress.results.clone();
                no_shows(progress)?;
                adjudicate_late(progress)?;
                if progress.results == was {
                    return next_no_show(progress);
                }
            }
            Upcoming::Nothing => return Ok(None),
        }
    }
    // Whatever else is due comes at once, in a change of its own.
    Ok(Some(progress.now().saturating_add(1)))
}

/// What comes next. The start waits for whoever could not check in while the host was away.
fn next_of(progress: &Progress<'_>) -> Upcoming {
    let tournament = &progress.tournament;
    let place = tournament.place();
    let outages = progress
        .scope
        .world
        .outages(place, tournament.settings().start.saturating_sub(tournament.settings().check_in));
    let pauses: Vec<Pause> = outages
        .into_iter()
        .map(|(from, to)| Pause { from, to, cause: PauseCause::Outage })
        .collect();
    upcoming(tournament, &progress.results, &pauses)
}
