//! Steps that an edition takes by itself when they are due.

use event::{Edition, EditionEvent, Results, Upcoming, upcoming};
use table::{EditionNo, Key, Millis, Pause, PauseCause};

use super::{
    ends::{end_late_games, finish},
    leaving::{give_up_left, next_given_up},
    no_shows::{next_no_show, no_shows, note_missed},
    posts,
    progress::{LOOK_AGAIN, Progress},
    rounds::{Opening, open_next},
    start::start,
};
use crate::events::channel_lost::stand_still_if_homeless;
use crate::{
    handling::{
        cause::{Cause, Scope},
        step::{Change, InternalError, Step, Write},
    },
    world::World,
};

/// The most steps that may be due at one instant: a reminder, the check-in, the start, a round that nobody
/// plays, the end are fewer.
const MOST_AT_ONCE: usize = 64;

/// Does what is due in an edition by now. The state decides, so that a deadline which comes late, twice or for
/// nothing does the right thing once.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take the change.
pub(crate) fn edition_due(
    world: &dyn World,
    key: &Key,
    no: EditionNo,
) -> Result<Step, InternalError> {
    let Some(edition) = world.editions().edition(no)? else {
        let rows = vec![Write::Deadline(key.clone(), None)];
        return Ok(Step::Change(Change { rows, ..Change::default() }));
    };
    let scope = Scope { world, cause: Cause::Due(key, world.now()) };
    let mut progress = Progress::new(scope, edition)?;
    if let Upcoming::Start(at) = next_of(&progress)
        && at <= world.now()
        && !is_heard(&progress, at)
    {
        return Ok(Step::Silent);
    }
    let deadline = go_on(&mut progress)?;
    Ok(match progress.awaited.take() {
        // Nothing of it has happened yet: once the pairing is there, all is looked at afresh.
        Some(event) => Step::Pair(no, event),
        None => Step::Change(progress.into_change(deadline)),
    })
}

/// Returns `true` if everything is known that was said before an instant. Who has said in time that they are
/// there may not be heard yet, and is not to be left out.
fn is_heard(progress: &Progress<'_>, at: Millis) -> bool {
    progress.scope.world.heard_until(progress.edition.place()) >= at
}

/// Lets happen whatever is due by now, and says when something is due next. A round whose pairing is to be made
/// first is due at once: whoever asks for something in the event is answered meanwhile.
///
/// # Errors
/// [`InternalError`] if the state cannot be read or does not take it.
pub(super) fn go_on(progress: &mut Progress<'_>) -> Result<Option<Millis>, InternalError> {
    // Whoever has asked for something has not asked for this.
    progress.by = None;
    for _ in 0..MOST_AT_ONCE {
        stand_still_if_homeless(progress)?;
        let next = next_of(progress);
        match next.at() {
            Some(Millis::MAX) => return Ok(Some(progress.now().saturating_add(LOOK_AGAIN))),
            Some(at) if at > progress.now() => return Ok(Some(at)),
            _ => {}
        }
        match next {
            Upcoming::Reminder(_) => remind(progress)?,
            Upcoming::CheckIn(_) => open_check_in(progress)?,
            Upcoming::Start(at) if !is_heard(progress, at) => {
                return Ok(Some(at.max(progress.scope.world.now().saturating_add(1))));
            }
            Upcoming::Start(_) | Upcoming::Restart(_) => start(progress)?,
            Upcoming::RoundOver => match next_round(progress)? {
                Opening::Opened | Opening::Paused => {}
                Opening::Awaited => return Ok(Some(progress.now())),
                Opening::NoMore => finish(progress)?,
            },
            Upcoming::Games => {
                let was = progress.results.clone();
                note_missed(progress)?;
                no_shows(progress)?;
                give_up_left(progress)?;
                end_late_games(progress)?;
                if progress.results == was {
                    let next = [next_no_show(progress)?, next_given_up(progress)];
                    return Ok(next.into_iter().flatten().min());
                }
            }
            Upcoming::Nothing => return Ok(None),
        }
    }
    // Whatever else is due comes at once, in a change of its own.
    Ok(Some(progress.now().saturating_add(1)))
}

/// Reminds of the start. Of another start it is told once more, also of one that was set before.
fn remind(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    progress.add(EditionEvent::Reminded)?;
    let settings = progress.edition.settings();
    if settings.check_in_opens().unwrap_or(settings.start) <= progress.now() {
        // It comes so late that there is something better to say.
        return Ok(());
    }
    let reply = posts::reminder(progress);
    progress.post(&format!("reminder:{}", progress.edition.log().len()), reply);
    Ok(())
}

fn open_check_in(progress: &mut Progress<'_>) -> Result<(), InternalError> {
    progress.add(EditionEvent::CheckInOpened)?;
    let line = progress.edition.log().len();
    let start = begins(progress.scope.world, &progress.edition);
    for (reply, n) in posts::check_in(progress, start).into_iter().zip(1..) {
        progress.post(&format!("check-in:{line}:{n}"), reply);
    }
    Ok(())
}

/// Opens the next round, once it is known who did not come to the last one.
fn next_round(progress: &mut Progress<'_>) -> Result<Opening, InternalError> {
    note_missed(progress)?;
    open_next(progress)
}

/// Returns when an edition begins that has not begun, as far as is known: later than it was set up to if nobody
/// could check in for a while.
pub(super) fn begins(world: &dyn World, edition: &Edition) -> Millis {
    match upcoming(edition, &Results::new(), &outages(world, edition)) {
        Upcoming::Start(at) if at < Millis::MAX => at,
        _ => edition.settings().start,
    }
}

/// Returns what comes next. The start waits for whoever could not check in while the host was away.
fn next_of(progress: &Progress<'_>) -> Upcoming {
    let edition = &progress.edition;
    upcoming(edition, &progress.results, &outages(progress.scope.world, edition))
}

/// Returns when nobody could be heard in the place of an edition since its check-in began.
fn outages(world: &dyn World, edition: &Edition) -> Vec<Pause> {
    let settings = edition.settings();
    let since = settings.check_in_opens().unwrap_or(settings.start);
    world
        .outages(edition.place(), since)
        .into_iter()
        .map(|(from, to)| Pause { from, to, cause: PauseCause::Outage })
        .collect()
}
