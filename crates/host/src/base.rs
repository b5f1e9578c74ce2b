//! The common ground of the loop's parts: the store, the clock, the committed state, the threads beside the
//! loop, and the numbers that are given out.

use std::{sync::Arc, time::Duration};

use chat::{Alarm, Outgoing, Reply, World as _};
use store::{Batch, LogThrottle, OutboxRow, Store, StoreError};
use table::Key;
use tokio::sync::mpsc;

use crate::{
    clock::Clock,
    deadlines::timers::{Timer, Timers},
    input::{AdapterInput, Delivered, Input, LinkInput, SpeechInput},
    jobs::Jobs,
    queues::key_queues::Ticket,
    replies::outbox::outbox_row,
    state::committed_state::CommittedState,
};

/// The common ground of the loop's parts.
#[derive(Debug)]
pub(crate) struct Base {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) state: CommittedState,
    pub(crate) jobs: Jobs,
    /// Matters that are to be looked at again in a while.
    pub(crate) timers: Timers,
    /// The way into the loop for the ends of writes.
    pub(crate) inputs: mpsc::UnboundedSender<Input>,
    /// The last number that was given out to a ticket, a reply or a search.
    last_number: u64,
    /// The last outbox number that was given out.
    last_outbox: u64,
}

impl Base {
    /// The base of a loop that is about to start, whose store has given out outbox numbers up to this one.
    pub(crate) fn new(
        (store, clock): (Store, Arc<dyn Clock>),
        state: CommittedState,
        jobs: Jobs,
        inputs: mpsc::UnboundedSender<Input>,
        last_outbox: u64,
    ) -> Self {
        let timers = Timers::default();
        // One number stays unused at each start: `next_outbox` adds one before it gives a number out.
        let last_outbox = last_outbox + 1;
        Self { store, clock, state, jobs, timers, inputs, last_number: 0, last_outbox }
    }

    /// A number that nothing else has, greater than all before.
    pub(crate) const fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// The ticket of something that arrives now.
    pub(crate) const fn next_ticket(&mut self) -> Ticket {
        Ticket(self.next_number())
    }

    /// An outbox number that no reply has had.
    pub(crate) const fn next_outbox(&mut self) -> u64 {
        self.last_outbox += 1;
        self.last_outbox
    }

    /// Replies under the next outbox numbers, and their rows.
    pub(crate) fn numbered(&mut self, replies: Vec<Reply>) -> (Vec<Outgoing>, Vec<OutboxRow>) {
        let numbered = replies.into_iter().map(|reply| {
            let id = self.next_outbox();
            let row = outbox_row(id, &reply);
            (Outgoing::new(Some(id), reply), row)
        });
        numbered.unzip()
    }

    /// Sets a timer that goes off after a pause.
    pub(crate) fn set_timer(&mut self, pause: Duration, timer: Timer) {
        self.timers.set(self.clock.instant() + pause, timer);
    }

    /// An empty batch of the present instant.
    pub(crate) fn batch(&self) -> Batch {
        Batch { at: self.state.now(), ..Batch::default() }
    }

    /// Commits a batch: the one way in which the loop writes. `then` gives the input by which the loop learns of
    /// the end, if it is to learn of it, and runs on the thread of the store.
    pub(crate) fn write(
        &self,
        batch: Batch,
        then: impl FnOnce(Result<(), StoreError>) -> Option<Input> + Send + 'static,
    ) {
        let inputs = self.inputs.clone();
        let (clock, begun) = (Arc::clone(&self.clock), self.clock.instant());
        self.store.commit(batch, move |result| {
            let end = if result.is_ok() { "written" } else { "failed" };
            metrics::counter!("martian_cake_commits_total", "end" => end).increment(1);
            metrics::histogram!("martian_cake_commit_seconds").record(clock.instant() - begun);
            let is_full = matches!(result, Err(StoreError::NoRoom(_)));
            let alarm = is_full.then_some(Input::Adapter(AdapterInput::Alarm(Alarm::NoRoom)));
            alarm.into_iter().chain(then(result)).for_each(|input| drop(inputs.send(input)));
        });
    }

    /// Commits a batch for which nobody waits. If it cannot be written, the log says `what` is amiss.
    pub(crate) fn write_unawaited(&self, batch: Batch, what: &'static str) {
        let throttle = self.store.throttle().clone();
        self.write(batch, move |result| {
            log_unwritten(&throttle, what, &result.err()?);
            None
        });
    }

    /// Marks a reply as delivered; nobody waits for that.
    pub(crate) fn mark_delivered(&self, delivered: Delivered) {
        let at = delivered.at;
        let marks = vec![delivered.clone().mark()];
        let batch = Batch { delivered: marks, at, ..Batch::default() };
        let throttle = self.store.throttle().clone();
        self.write(batch, move |result| {
            let error = result.err()?;
            if matches!(error, StoreError::NoRoom(_)) {
                return Some(Input::Speech(SpeechInput::Unmarked(delivered)));
            }
            // If the store has stopped, the reply comes again after the next start.
            log_unwritten(&throttle, "a delivered reply could not be marked", &error);
            None
        });
    }

    /// Writes that something about these keys is due now. If that cannot be written, it is found when it is due
    /// anyway.
    pub(crate) fn wake_now(&self, keys: impl Iterator<Item = Key>) {
        let at = self.state.now();
        let deadlines: Vec<_> = keys.map(|key| (key, Some(at))).collect();
        let woken = deadlines.clone();
        self.write(Batch { deadlines, ..self.batch() }, move |result| {
            result.ok().map(|()| Input::Link(LinkInput::Woken(woken)))
        });
    }

    /// Puts a line about a panic into the program's log, once a minute.
    pub(crate) fn log_panic(&self, what: &'static str) {
        self.store.throttle().pass(what, &what, |line| tracing::error!("{line}"));
    }
}

/// Logs that something could not be written, and why, once a minute. A store that has stopped, or has no room, says
/// so itself.
pub(crate) fn log_unwritten(throttle: &LogThrottle, what: &'static str, error: &StoreError) {
    match error {
        StoreError::Stopped | StoreError::Unknown | StoreError::NoRoom(_) => {}
        error => throttle.pass(what, error, |line| tracing::error!("{what}: {line}")),
    }
}
