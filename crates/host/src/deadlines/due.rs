//! The host's own acts, when something is due: deadlines are taken from their table, a few at a
//! time, and each has its turn like a message.

use std::time::Duration;

use chat::{Change, InternalError, Step, World as _, Write};
use table::{Area, Key, Millis};

use super::timers::Timer;
use crate::{
    clock::Sleep,
    deadlines::pending_deadlines::CHUNK,
    event_loop::HostLoop,
    host_event::MessageOutcome,
    or_log::OrLog as _,
    queues::work::{Work, WorkStep},
    state::committed_state::CommittedState,
};

/// The longest time in which the loop does not look at the clock: so late it notices at most that the
/// wall clock was set.
const LONGEST_REST: Duration = Duration::from_secs(60);

/// Returns `true` if this puts a deadline behind the present instant, or does away with it.
fn is_later(next: Option<Option<Millis>>, now: Millis) -> bool {
    next.is_some_and(|due| due.is_none_or(|at| at > now))
}

impl HostLoop {
    /// A pause until there may be something to do, even if nothing comes in.
    pub(crate) fn rest(&self) -> Sleep {
        // In this order: time that passes in between makes the pause shorter and not longer.
        let (instant, now) = (self.base.clock.instant(), self.base.clock.now());
        let longest = instant + LONGEST_REST;
        if self.ending.is_near() {
            return self.base.clock.sleep_until(self.ending.halts_at().unwrap_or(longest));
        }
        let due = self.deadlines.next().map(|at| {
            let millis = u64::try_from(at.saturating_sub(now)).unwrap_or(0);
            instant + Duration::from_millis(millis).min(LONGEST_REST)
        });
        let until = due.into_iter().chain(self.base.timers.next()).min();
        self.base.clock.sleep_until(until.map_or(longest, |until| until.min(longest)))
    }

    /// Lets the timers go off whose instant has come, unless the host is ending.
    pub(crate) fn fire_timers(&mut self) {
        if self.ending.is_near() {
            return;
        }
        let now = self.base.clock.instant();
        while let Some(timer) = self.base.timers.take_due(now) {
            match timer {
                Timer::Patience(no, ply) => {
                    self.turns.arrive(&mut self.base, Work::StillThinking(no, ply))
                }
                Timer::BotRetry(no) => self.bots.think_at_start(&mut self.base, no),
                Timer::DeadlineRetry(key) => self.deadlines.retry(&key),
                Timer::MarkRetry => self.retries.mark_again(&self.base),
                Timer::ThreadRetry => {
                    let works = self.retries.take_threads().into_iter();
                    works.for_each(|work| self.turns.arrive(&mut self.base, work));
                }
                Timer::SyncRetry => self.link.write_sync_state(&self.base),
                Timer::SyncSweep => {
                    self.link.sweep_sync_state(&mut self.base);
                    self.link.sweep_outages(&self.base.state);
                    self.link.drop_left_servers(&self.base);
                }
                Timer::WhoLeft(message) => {
                    self.aside.who_left(&mut self.turns, &message, Vec::new());
                }
                Timer::Unsent => self.look_at_unsent(),
                Timer::Alive => {
                    if self.link.note_alive(&mut self.base) {
                        self.deadlines.word_came();
                    }
                }
            }
        }
    }

    /// Takes some of what is due by now, unless the host is ending. What is left waits until the next
    /// input has been looked at.
    pub(crate) fn take_deadlines(&mut self) {
        let now = self.base.state.now();
        let is_due = self.deadlines.next().is_some_and(|next| next <= now);
        if !is_due || self.ending.is_near() {
            return;
        }
        let rows = self.base.state.reader().deadlines_after(self.deadlines.passed(), CHUNK);
        let Some(rows) = rows.or_log("what is due could not be read") else {
            let rest = Millis::try_from(LONGEST_REST.as_millis()).unwrap_or(Millis::MAX);
            return self.deadlines.not_before(now.saturating_add(rest));
        };
        for key in self.deadlines.take(rows, now) {
            self.turns.arrive(&mut self.base, Work::Due(key));
        }
    }

    /// It is the turn of something that was due when it was taken.
    pub(crate) fn come_due(&mut self, key: &Key) -> Result<WorkStep, InternalError> {
        if self.link.is_held(&self.base.state, key) {
            self.deadlines.hold(key);
            return Ok(WorkStep::Done(MessageOutcome::Silent));
        }
        match chat::due(&self.base.state, key)? {
            Step::Change(change)
                if is_later(
                    deadline_of(&self.base.state, &change, key)?,
                    self.base.state.now(),
                ) =>
            {
                Ok(WorkStep::Commit(change))
            }
            // Committed, it would be done again at once, and told again.
            Step::Change(_) => Err(InternalError("what is done leaves it due".to_owned())),
            // Not all is heard that was said before that.
            Step::Silent => {
                self.deadlines.await_word(key);
                Ok(WorkStep::Done(MessageOutcome::Silent))
            }
            Step::Pair(no, event) => {
                self.aside.pair(&self.base, &mut self.deadlines, no, *event);
                Ok(WorkStep::Done(MessageOutcome::Silent))
            }
            Step::Say(_) | Step::AskBot(..) | Step::AskWhoLeft(_) | Step::Verify(_) => {
                Err(InternalError("what is said leaves it due".to_owned()))
            }
        }
    }

    /// What was due has failed on our side: it is tried again after a pause, and everything else goes
    /// on.
    pub(crate) fn deadline_failed(&mut self, key: &Key, what: &str) {
        let pause = self.deadlines.fail(key);
        // Whom it concerns is not for the log.
        let due = match key {
            Key::Person(_) => "something of a person".to_owned(),
            key => key.to_string(),
        };
        tracing::error!("{due} was due, which failed and is tried again in {pause:?}: {what}");
        self.base.set_timer(pause, Timer::DeadlineRetry(key.clone()));
    }

    /// What was due could not be stored, since the disk has no room: it is tried again after a pause, but
    /// a minute at most, since room may come at any time.
    pub(crate) fn deadline_without_room(&mut self, key: &Key) {
        let pause = self.deadlines.fail(key).min(LONGEST_REST);
        self.base.set_timer(pause, Timer::DeadlineRetry(key.clone()));
    }

    /// The change that this work has led to is committed, and with it these deadlines.
    pub(crate) fn deadlines_written(&mut self, work: &Work, deadlines: &[(Key, Option<Millis>)]) {
        self.deadlines.all_written(deadlines);
        if let Work::Due(key) = work {
            let due = deadlines.iter().find(|(written, _)| written == key).map(|(_, due)| *due);
            if !self.deadlines.is_done(key, due) {
                self.deadline_failed(key, "it is still due after what was done");
            }
        }
    }

    /// What is due there waits no more.
    pub(crate) fn release_area(&mut self, area: &Area) {
        if self.link.release(&self.base, area) {
            self.deadlines.release();
            if matches!(area, Area::Platform(_)) {
                self.link.drop_left_servers(&self.base);
            }
            let free = self.retries.take_free(&self.link.contact.holds());
            free.into_iter().for_each(|work| self.turns.arrive(&mut self.base, work));
            self.tell_refusals();
        }
    }
}

/// Returns when something about a key is due next by a change; `None` if the change says nothing of that.
fn deadline_of(
    state: &CommittedState,
    change: &Change,
    key: &Key,
) -> Result<Option<Option<Millis>>, InternalError> {
    if let Key::Game(no) = key
        && let Some(one) = change.games.iter().find(|one| one.game.no() == *no)
    {
        return chat::next_deadline(state, &one.game).map(Some);
    }
    let mut rows = change.rows.iter().filter_map(Write::deadline);
    Ok(rows.find(|(written, _)| written == key).map(|(_, due)| due))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_has_to_move_its_wake_on() {
        for (next, is_done) in
            [(Some(None), true), (Some(Some(11)), true), (Some(Some(10)), false), (None, false)]
        {
            assert_eq!(is_later(next, 10), is_done, "{next:?}");
        }
    }
}
