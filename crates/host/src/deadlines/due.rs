//! What the host does by itself when something is due: deadlines are taken from their table, a few at a
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
    queues::{
        key_queues::Ticket,
        work::{Work, WorkStep},
    },
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
        let (instant, now) = (self.clock.instant(), self.clock.now());
        let longest = instant + LONGEST_REST;
        if self.is_ending() {
            return self.clock.sleep_until(self.halts_at().unwrap_or(longest));
        }
        let due = self.deadlines.next().map(|at| {
            let millis = u64::try_from(at.saturating_sub(now)).unwrap_or(0);
            instant + Duration::from_millis(millis).min(LONGEST_REST)
        });
        let until = due.into_iter().chain(self.timers.next()).min();
        self.clock.sleep_until(until.map_or(longest, |until| until.min(longest)))
    }

    /// Lets the timers go off whose instant has come, unless the host is ending.
    pub(crate) fn fire_timers(&mut self) {
        if self.is_ending() {
            return;
        }
        let now = self.clock.instant();
        while let Some(timer) = self.timers.take_due(now) {
            match timer {
                Timer::Patience(no, ply) => self.arrive(Work::StillThinking(no, ply)),
                Timer::BotRetry(no) => self.let_bot_think(no),
                Timer::DeadlineRetry(key) => self.deadlines.retry(&key),
                Timer::MarkRetry => self.mark_again(),
                Timer::ThreadRetry => self.try_threads_again(),
                Timer::SyncRetry => self.write_sync_state(),
                Timer::SyncSweep => {
                    self.sweep_sync_state();
                    self.sweep_outages();
                }
                Timer::Alive => self.note_alive(),
            }
        }
    }

    /// Takes some of what is due by now, unless the host is ending. What is left waits until the next
    /// input has been looked at.
    pub(crate) fn take_deadlines(&mut self) {
        let now = self.state.now();
        let is_due = self.deadlines.next().is_some_and(|next| next <= now);
        if !is_due || self.is_ending() {
            return;
        }
        match self.state.reader().deadlines_after(self.deadlines.passed(), CHUNK) {
            Ok(rows) => {
                for key in self.deadlines.take(rows, now) {
                    self.arrive(Work::Due(key));
                }
            }
            Err(error) => {
                tracing::error!("what is due could not be read: {error}");
                let rest = Millis::try_from(LONGEST_REST.as_millis()).unwrap_or(Millis::MAX);
                self.deadlines.not_before(now.saturating_add(rest));
            }
        }
    }

    /// It is the turn of something that was due when it was taken.
    pub(crate) fn come_due(&mut self, key: &Key) -> Result<WorkStep, InternalError> {
        if self.is_held(key) {
            self.deadlines.hold(key);
            return Ok(WorkStep::Done(MessageOutcome::Silent));
        }
        match chat::due(&self.state, key)? {
            Step::Change(change) if is_later(self.deadline_of(&change, key)?, self.state.now()) => {
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
                self.pair(no, *event);
                Ok(WorkStep::Done(MessageOutcome::Silent))
            }
            step @ (Step::Say(_) | Step::AskBot(..) | Step::Verify(_)) => {
                Err(InternalError(format!("{step:?} leaves it due")))
            }
        }
    }

    /// Returns when something about a key is due next by a change; `None` if the change says nothing of that.
    fn deadline_of(
        &self,
        change: &Change,
        key: &Key,
    ) -> Result<Option<Option<Millis>>, InternalError> {
        if let Key::Game(no) = key
            && let Some(one) = change.games.iter().find(|one| one.game.no() == *no)
        {
            return chat::next_deadline(&self.state, &one.game).map(Some);
        }
        let mut rows = change.rows.iter().filter_map(Write::deadline);
        Ok(rows.find(|(written, _)| written == key).map(|(_, due)| due))
    }

    /// What was due has failed on our side: it is tried again after a pause, and everything else goes
    /// on.
    pub(crate) fn deadline_failed(&mut self, ticket: Ticket, key: &Key, what: &str) {
        let pause = self.deadlines.fail(key);
        tracing::error!("{key} was due, which failed and is tried again in {pause:?}: {what}");
        self.take_again_after(ticket, key, pause);
    }

    /// What was due could not be stored, since the disk has no room: it is tried again after a pause, but
    /// a minute at most, since room may come at any time.
    pub(crate) fn deadline_without_room(&mut self, ticket: Ticket, key: &Key) {
        let pause = self.deadlines.fail(key).min(LONGEST_REST);
        self.take_again_after(ticket, key, pause);
    }

    fn take_again_after(&mut self, ticket: Ticket, key: &Key, pause: Duration) {
        self.timers.set(self.clock.instant() + pause, Timer::DeadlineRetry(key.clone()));
        self.finish(ticket, MessageOutcome::Failed);
    }

    /// The change that this work has led to is committed, and with it these deadlines.
    pub(crate) fn deadlines_written(
        &mut self,
        ticket: Ticket,
        work: &Work,
        deadlines: &[(Key, Option<Millis>)],
    ) {
        for (key, due) in deadlines {
            self.deadlines.written(key, *due);
        }
        if let Work::Due(key) = work {
            let due = deadlines.iter().find(|(written, _)| written == key).map(|(_, due)| *due);
            if !self.deadlines.is_done(key, due) {
                self.deadline_failed(ticket, key, "it is still due after what was done");
            }
        }
    }

    /// From now on what is due there waits.
    pub(crate) fn hold_area(&mut self, area: Area) {
        self.state.holds().hold(area.clone());
        self.note_reach(area);
    }

    /// What is due there waits no more.
    pub(crate) fn release_area(&mut self, area: &Area) {
        let is_free = self.state.holds().release(area);
        if is_free {
            self.note_reach(area.clone());
            self.deadlines.release();
            self.take_up_held();
            self.tell_refusals();
        }
    }

    /// Returns `true` if what is due about this key has to wait.
    fn is_held(&self, key: &Key) -> bool {
        if !self.state.holds().any() {
            return false;
        }
        match key {
            Key::Game(no) => {
                self.state.place_of(*no).is_some_and(|place| self.state.holds().covers(&place))
            }
            Key::Person(id) => self.state.holds().has(&Area::Platform(id.platform())),
            // Somebody may have entered, or left, who is not heard yet.
            Key::Edition(_) => self.state.holds().has(&Area::Platform(self.settings.platform)),
            Key::Scale(_) | Key::Task(_) => false,
        }
    }
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
