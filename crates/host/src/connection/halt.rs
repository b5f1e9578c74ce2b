//! What the host does once its store has stopped: nothing more is handled, whoever has something under
//! way hears it once, and the loop ends. Nothing of that needs the store.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use chat::{Incoming, Outgoing, Reply, World as _};
use table::{GameNo, HOUR, MessageId, Millis, PlaceId};

use crate::{
    event_loop::HostLoop,
    host_event::{HostEvent, MessageOutcome},
    messages::answer,
    queues::{key_queues::Ticket, work::Work},
};

/// A host whose store has stopped.
#[derive(Debug)]
pub(crate) struct Halt {
    /// Until when commits are waited for.
    pub(crate) until: Instant,
    /// The places that were told.
    pub(crate) told: BTreeSet<PlaceId>,
}

/// How long commits are waited for that are under way; a disk that hangs answers none.
const GRACE: Duration = Duration::from_secs(5);

/// A game that was last moved in longer ago has nobody who waits in front of it.
const LIVELY_MILLIS: Millis = HOUR;

impl HostLoop {
    /// Returns `true` if nothing new is begun any more.
    pub(crate) const fn is_ending(&self) -> bool {
        self.stopping.is_some() || self.halt.is_some()
    }

    /// Until when a halted loop waits for commits.
    pub(crate) fn halts_at(&self) -> Option<Instant> {
        self.halt.as_ref().map(|halt| halt.until)
    }

    /// Returns `true` if a halted loop has nothing to wait for any more.
    pub(crate) fn has_halted(&self) -> bool {
        let is_late = |halt: &Halt| self.clock.instant() >= halt.until;
        self.halt.as_ref().is_some_and(|halt| self.pending.is_empty() || is_late(halt))
    }

    /// The store has stopped: what waits is dropped, searches end, and the places hear why.
    pub(crate) fn halt(&mut self) {
        if self.halt.is_some() {
            return;
        }
        let until = self.clock.instant() + GRACE;
        self.halt = Some(Halt { until, told: BTreeSet::new() });
        let mut waiting = self.give_up_verifying();
        waiting.extend(self.give_up_asked());
        waiting.extend(self.give_up_renewing());
        waiting.extend(self.works.drain());
        waiting.sort_unstable_by_key(|(ticket, _)| *ticket);
        for (ticket, work) in waiting {
            self.halt_work(ticket, &work);
        }
        let since = self.state.now().saturating_sub(LIVELY_MILLIS);
        let thinking: Vec<GameNo> = self.searches.keys().copied().collect();
        let places = self.state.lively_places(since, &thinking);
        self.searches.drain().for_each(|(_, search)| search.cancel());
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
        if let Some(source) = source {
            self.say_now(answer(source, chat::text::outcome_unknown()));
            self.tell_of_halt(source.place.clone(), None);
        }
        self.finish(ticket, MessageOutcome::Unknown);
    }

    /// Commits that have not ended in time: nobody knows what becomes of them.
    pub(crate) fn give_up_commits(&mut self) {
        let mut pending: Vec<_> = self.pending.drain().collect();
        pending.sort_unstable_by_key(|(ticket, _)| *ticket);
        for (ticket, pending) in pending {
            self.outcome_unknown(ticket, pending.work.source());
        }
    }

    /// Tells a place once that the host has stopped, in answer to this message if it is one.
    pub(crate) fn tell_of_halt(&mut self, place: PlaceId, message: Option<&MessageId>) {
        let Some(halt) = &mut self.halt else { return };
        if halt.told.insert(place.clone()) {
            let words = chat::text::host_stopped();
            self.say_now(Reply { reply_to: message.cloned(), ..Reply::new(place, words) });
        }
    }

    /// Says something without the store, ahead of all pictures.
    fn say_now(&self, reply: Reply) {
        if reply.place.platform() == self.settings.platform {
            self.tell(HostEvent::Say(Outgoing::new(None, reply)));
        }
    }
}
