//! When the player to move is reminded that their time runs out: a function of the run of their clock,
//! of what they wish, and of what was done already.

use table::{DAY, HOUR, MINUTE, Millis, Pause, paused, runs_out};

use super::prefs::{Prefs, Reminding};

/// Nobody is reminded in a run that begins with less: such a game is played at one sitting.
const LIVE: Millis = HOUR;
/// The time before quiet hours at which a reminder comes that would be too late after them.
const BEFORE_QUIET: Millis = 10 * MINUTE;

/// A run of a clock, from the message that asks to the answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    /// When it began.
    pub(crate) since: Millis,
    /// The time left then.
    pub(crate) left: Millis,
    /// When the clock stands.
    pub(crate) pauses: &'a [Pause],
    /// How many of the reminders of this run are done.
    pub(crate) done: u32,
    /// The time left of which the last one told, with what was given since: those that tell of less are still
    /// to come, whatever the player has wished since. `None` if only their number is known.
    pub(crate) told: Option<Millis>,
    /// When the player has asked to be reminded next.
    pub(crate) snoozed: Option<Millis>,
}

/// The reminder that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextReminder {
    /// When it is due; not later than now if it is due already.
    pub(crate) at: Millis,
    /// How many of the run's reminders are done with it: several that come together are one.
    pub(crate) done: u32,
    /// The time left of which the last of these tells; `None` if none of them was due.
    pub(crate) left: Option<Millis>,
}

/// The next reminder of a run; `None` if there is none any more, as once the time is over, or if nobody
/// knows when the clock goes on.
pub(crate) fn next_reminder(run: Run<'_>, prefs: &Prefs, now: Millis) -> Option<NextReminder> {
    let points = points(run, &prefs.remind);
    let done = usize::try_from(run.done).ok()?;
    let count = |points: usize| u32::try_from(points).unwrap_or(u32::MAX).max(run.done);
    let deadline = run.deadline().filter(|deadline| now < *deadline)?;
    // A deadline that has come nearer since, as a vacation ended early, may leave no time for the snooze.
    let snoozed = run.snoozed.and_then(|until| run.after_pauses(until)).filter(|at| *at < deadline);
    let placed = |point: &Point| Some((run.placed(*point, prefs)?, *point));
    let placed: Vec<(Millis, Point)> = points.iter().filter_map(placed).collect();
    if let Some(at) = snoozed {
        // What quiet hours have put before that is done with it, too.
        let passed = placed.iter().enumerate().rfind(|(_, (placed, _))| *placed <= at);
        let left = passed.map(|(_, (_, point))| point.left).or(run.told);
        return Some(NextReminder { at, done: count(passed.map_or(0, |(n, _)| n + 1)), left });
    }
    let is_open = |(n, (_, point)): &(usize, &(Millis, Point))| match run.told {
        Some(told) => point.left < told,
        None => *n >= done,
    };
    let open = || placed.iter().enumerate().filter(is_open);
    let coming = open().map(|(_, (at, _))| *at).filter(|at| *at > now).min();
    let last_due = open().rfind(|(_, (at, _))| *at <= now);
    let at = match last_due {
        Some((_, (_, point))) => {
            let late = run.late(*point, prefs, now);
            coming.map_or(late, |coming| coming.min(late))
        }
        None => coming?,
    };
    // Every one up to the last that is due by then is done with it.
    let by = at.max(now);
    let (with, (_, last)) = open().rfind(|(_, (at, _))| *at <= by)?;
    Some(NextReminder { at, done: count(with + 1), left: Some(last.left) })
}

/// Returns `true` if no reminder of a run comes behind this one.
pub(crate) fn is_last(run: Run<'_>, prefs: &Prefs, next: NextReminder) -> bool {
    let points = points(run, &prefs.remind);
    match next.left {
        Some(left) => points.iter().all(|point| point.left >= left),
        None => points.len() <= usize::try_from(next.done).unwrap_or(usize::MAX),
    }
}

/// A reminder as the clock alone would have it.
#[derive(Clone, Copy, Debug)]
struct Point {
    /// When so much time is left.
    at: Millis,
    /// The time left.
    left: Millis,
}

/// The reminders of a run, the first one first.
fn points(run: Run<'_>, remind: &Reminding) -> Vec<Point> {
    if run.left < LIVE {
        return Vec::new();
    }
    let mut lefts = match remind {
        Reminding::Usual => {
            let last_call = if run.left >= DAY { HOUR } else { run.left / 50 };
            vec![run.left / 2, run.left / 10, last_call]
        }
        Reminding::Before(spans) => spans.clone(),
    };
    lefts.retain(|left| *left < run.left);
    lefts.sort_unstable_by(|one, other| other.cmp(one));
    lefts.dedup();
    let point = |left| Some(Point { at: runs_out(run.since, run.left - left, run.pauses)?, left });
    lefts.into_iter().filter_map(point).collect()
}

impl Run<'_> {
    /// Returns when the time is over.
    fn deadline(self) -> Option<Millis> {
        runs_out(self.since, self.left, self.pauses)
    }

    /// Returns how much time is left at an instant.
    fn left_at(self, at: Millis) -> Millis {
        self.left - (at - self.since - paused(self.since, at, self.pauses).whole())
    }

    /// This instant, or the end of the pause in which it lies; `None` if nobody knows that end.
    fn after_pauses(self, at: Millis) -> Option<Millis> {
        let over = |pause: &Pause| pause.from <= at && pause.to.is_none_or(|to| at < to);
        match self.pauses.iter().find(|pause| over(pause)) {
            None => Some(at),
            Some(pause) => self.after_pauses(pause.to?),
        }
    }

    /// Returns when a reminder comes: as the clock has it, or where that is in quiet hours after these, if at
    /// least half of the time that it tells of is left then, otherwise before them. If the run began too late
    /// for that, it comes as soon after them as may be, and in them only if they outlast the deadline.
    fn placed(self, point: Point, prefs: &Prefs) -> Option<Millis> {
        let at = self.after_pauses(point.at)?;
        let Some((begin, _)) = prefs.quiet.as_ref().and_then(|quiet| quiet.around(at)) else {
            return Some(at);
        };
        let after = self.after_quiet(at, prefs).filter(|after| self.left_at(*after) > 0);
        if let Some(after) = after.filter(|after| self.left_at(*after) * 2 >= point.left) {
            return Some(after);
        }
        let before = begin - BEFORE_QUIET;
        let is_free = self.after_pauses(before) == Some(before)
            && prefs.quiet.as_ref().is_none_or(|quiet| quiet.around(before).is_none());
        Some(if before > self.since && is_free { before } else { after.unwrap_or(at) })
    }

    /// Returns when a reminder comes that was due by now: at once, but in quiet hours after these if that
    /// leaves time enough.
    fn late(self, point: Point, prefs: &Prefs, now: Millis) -> Millis {
        let tells_of = point.left.min(self.left_at(now));
        let after = self.after_quiet(now, prefs);
        after.filter(|after| self.left_at(*after) * 2 >= tells_of).unwrap_or(now)
    }

    /// The first instant from this one on in which neither hours are quiet nor the clock stands.
    fn after_quiet(self, at: Millis, prefs: &Prefs) -> Option<Millis> {
        let awake = |at| match prefs.quiet.as_ref().and_then(|quiet| quiet.around(at)) {
            Some((_, end)) => self.after_pauses(end),
            None => self.after_pauses(at),
        };
        let mut at = at;
        // A pause may end in quiet hours, and these in the next pause.
        for _ in 0..=2 * self.pauses.len() + 1 {
            let next = awake(at)?;
            if next == at {
                return Some(at);
            }
            at = next;
        }
        None
    }
}

#[cfg(test)]
mod tests;
