//! Work that is put off: until the disk has room, or until all is looked at that was said in a place.

use std::time::Duration;

use crate::{
    base::Base, deadlines::timers::Timer, input::Delivered, queues::holds::Holds,
    queues::work::Work,
};

/// How long it is waited with what found no room on the disk.
const PAUSE: Duration = Duration::from_secs(30);

/// The work and the marks that are put off.
#[derive(Debug, Default)]
pub(crate) struct Retries {
    /// Replies that the platform has and that are to be marked once the disk has room.
    unmarked: Vec<Delivered>,
    /// Work about threads that is done once the disk has room.
    threads: Vec<Work>,
    /// Work that takes a game out of a place once all is looked at that was said there.
    held: Vec<Work>,
}

impl Retries {
    /// A reply could not be marked as delivered, since the disk has no room: that is tried again.
    pub(crate) fn mark_later(&mut self, base: &mut Base, delivered: Delivered) {
        if self.unmarked.is_empty() {
            base.set_timer(PAUSE, Timer::MarkRetry);
        }
        self.unmarked.push(delivered);
    }

    /// Marks what could not be marked before.
    pub(crate) fn mark_again(&mut self, base: &Base) {
        for delivered in std::mem::take(&mut self.unmarked) {
            base.mark_delivered(delivered);
        }
    }

    /// What is done about a thread could not be stored, since the disk has no room: it is tried again.
    pub(crate) fn try_thread_later(&mut self, base: &mut Base, work: Work) {
        if self.threads.is_empty() {
            base.set_timer(PAUSE, Timer::ThreadRetry);
        }
        self.threads.push(work);
    }

    /// Takes out what is done about threads and could not be stored before.
    pub(crate) fn take_threads(&mut self) -> Vec<Work> {
        std::mem::take(&mut self.threads)
    }

    /// Work takes a game out of a place in which something may have been said that is not looked at yet.
    pub(crate) fn hold(&mut self, work: Work) {
        self.held.push(work);
    }

    /// Takes out the work that lets games leave places of which nothing is waited for any more.
    pub(crate) fn take_free(&mut self, holds: &Holds) -> Vec<Work> {
        let is_free = |work: &mut Work| !work.leaves().is_some_and(|place| holds.covers(place));
        self.held.extract_if(.., is_free).collect()
    }
}
