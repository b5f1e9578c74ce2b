//! The end of a host whose store has stopped: nothing more is handled, whoever has something under
//! way hears it once, and the loop ends. Nothing of that needs the store.

use std::time::Duration;

use chat::{Incoming, Reply, World as _};
use table::{HOUR, MessageId, Millis, PlaceId};

use crate::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    messages::answer,
    queues::{key_queues::Ticket, work::Work},
};

/// How long commits are waited for that are under way; a disk that hangs answers none.
const GRACE: Duration = Duration::from_secs(5);

/// A game that was last moved in longer ago has nobody who waits in front of it.
const LIVELY_MILLIS: Millis = HOUR;

impl HostLoop {
    /// Returns `true` if a halted loop has nothing to wait for any more.
    pub(crate) fn has_halted(&self) -> bool {
        let is_late = |until| self.base.clock.instant() >= until;
        self.ending.halts_at().is_some_and(|at| self.turns.pending.is_empty() || is_late(at))
    }

    /// The store has stopped: what waits is dropped, searches end, and the places hear why.
    pub(crate) fn halt(&mut self) {
        if self.ending.halts_at().is_some() {
            return;
        }
        // What the log of several processes has not answered by now, the next start finds there or not.
        let grace = if self.is_handed_over() { Duration::ZERO } else { GRACE };
        self.ending.halt(self.base.clock.instant() + grace);
        for (ticket, work) in self.give_up(false) {
            self.halt_work(ticket, &work);
        }
        let since = self.base.state.now().saturating_sub(LIVELY_MILLIS);
        let places = self.base.state.lively_places(since, &self.bots.games());
        self.bots.stop_all();
        places.into_iter().for_each(|place| self.tell_of_halt(place, None));
    }

    /// Some work was not done because the store has stopped, and has changed nothing.
    pub(crate) fn halt_work(&mut self, ticket: Ticket, work: &Work) {
        if let Some(source) = work.source() {
            self.tell_of_halt(source.place.clone(), Some(&source.id));
        }
        self.finish(ticket, MessageOutcome::Dropped);
    }

    /// The store has stopped while a change was written. Whoever asked for it hears that nobody knows yet
    /// whether it took effect.
    pub(crate) fn outcome_unknown(&mut self, ticket: Ticket, source: Option<&Incoming>) {
        if let Some(source) = source.filter(|_| !self.is_handed_over()) {
            self.speech.say_now(answer(source, chat::text::outcome_unknown()));
            self.tell_of_halt(source.place.clone(), None);
        }
        self.finish(ticket, MessageOutcome::Unknown);
    }

    /// Commits that have not ended in time: nobody knows what becomes of them.
    pub(crate) fn give_up_commits(&mut self) {
        let mut pending: Vec<_> = self.turns.pending.drain().collect();
        pending.sort_unstable_by_key(|(ticket, _)| *ticket);
        for (ticket, pending) in pending {
            self.outcome_unknown(ticket, pending.work.source());
        }
    }

    /// Tells a place once that the host has stopped, in answer to this message if it is one.
    pub(crate) fn tell_of_halt(&mut self, place: PlaceId, message: Option<&MessageId>) {
        if !self.is_handed_over() && self.ending.is_news_to(&place) {
            let words = chat::text::host_stopped();
            self.speech.say_now(Reply { reply_to: message.cloned(), ..Reply::new(place, words) });
        }
    }

    /// Returns `true` if another process goes on with the games, or this one does once it is started anew: nobody has to
    /// hear of that.
    fn is_handed_over(&self) -> bool {
        self.base.store.stopped().is_some_and(|stop| stop.is_handed_over())
    }
}
