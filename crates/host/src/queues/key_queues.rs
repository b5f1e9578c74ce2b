//! Whose turn it is: a queue per key, in the order of arrival, in which a thing that waits stands
//! for all of its keys at once. To let go of a key costs no look at what waits for others.

use std::{
    collections::{BTreeSet, HashMap, hash_map::Entry},
    hash::Hash,
};

/// The number that something got when it arrived; whoever came earlier has the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ticket(pub(crate) u64);

/// The queues of all keys that somebody holds or waits for.
///
/// A ticket is *ready* once it is the first of each of its keys' queues and nobody holds any of
/// these keys. So two that share a key never have them at once, two that share none never wait for
/// each other, and of two that share one the earlier ticket goes first, even if the later one could
/// go on at once. Nothing can wait for ever: the earliest ticket of all is first everywhere, and
/// waits for nobody but those who hold keys, who wait for nothing.
///
/// Every step costs a time that grows with the keys of the one ticket that it is about, times the
/// logarithm of a queue's length, and never with the number of all that wait.
#[derive(Debug)]
pub(crate) struct KeyQueues<K> {
    queues: HashMap<K, Queue>,
    waiting: HashMap<Ticket, Waiting<K>>,
    ready: BTreeSet<Ticket>,
    /// The keys that tickets hold.
    held: HashMap<Ticket, Vec<K>>,
}

/// The queue of one key.
#[derive(Debug, Default)]
struct Queue {
    is_held: bool,
    tickets: BTreeSet<Ticket>,
}

impl Queue {
    /// The ticket that may have the key now.
    fn next(&self) -> Option<Ticket> {
        if self.is_held { None } else { self.tickets.first().copied() }
    }

    fn is_unused(&self) -> bool {
        !self.is_held && self.tickets.is_empty()
    }
}

/// The keys that one ticket waits for.
#[derive(Debug)]
struct Waiting<K> {
    /// Each of its keys once.
    keys: Vec<K>,
    /// How many of these keys it may not have yet.
    blocked: usize,
}

impl<K> Default for KeyQueues<K> {
    fn default() -> Self {
        let (queues, waiting, ready, held) = Default::default();
        Self { queues, waiting, ready, held }
    }
}

impl<K: Clone + Eq + Hash + Ord> KeyQueues<K> {
    /// Lets a ticket wait for these keys, in place of those for which it has waited so far.
    pub(crate) fn queue(&mut self, ticket: Ticket, mut keys: Vec<K>) {
        self.leave(ticket);
        keys.sort_unstable();
        keys.dedup();
        if keys.is_empty() {
            self.ready.insert(ticket);
        }
        let waiting = Waiting { blocked: keys.len(), keys: keys.clone() };
        self.waiting.insert(ticket, waiting);
        for key in keys {
            self.change(key, |queue| {
                queue.tickets.insert(ticket);
            });
        }
    }

    /// Takes a ticket out of all queues.
    pub(crate) fn leave(&mut self, ticket: Ticket) {
        self.ready.remove(&ticket);
        let Some(Waiting { keys, .. }) = self.waiting.remove(&ticket) else { return };
        for key in keys {
            self.change(key, |queue| {
                queue.tickets.remove(&ticket);
            });
        }
    }

    /// The earliest ticket that is ready.
    pub(crate) fn first_ready(&self) -> Option<Ticket> {
        self.ready.first().copied()
    }

    /// Returns whether a ticket stands in the queues, ready or not.
    pub(crate) fn is_waiting(&self, ticket: Ticket) -> bool {
        self.waiting.contains_key(&ticket)
    }

    /// Returns what a ticket waits for; nothing if it stands in no queue.
    pub(crate) fn keys_of(&self, ticket: Ticket) -> &[K] {
        self.waiting.get(&ticket).map_or(&[], |waiting| &waiting.keys)
    }

    /// Returns `true` if anybody holds a key or waits for it.
    pub(crate) fn is_wanted(&self, key: &K) -> bool {
        self.queues.contains_key(key)
    }

    /// Returns `true` if a ticket may have all of its keys now.
    pub(crate) fn is_ready(&self, ticket: Ticket) -> bool {
        self.ready.contains(&ticket)
    }

    /// Gives a ticket that is ready its keys. It waits no more, and nobody else is ready for one of
    /// them until it [lets go](Self::let_go). Returns `true` if the ticket holds its keys, since now or before.
    pub(crate) fn hold(&mut self, ticket: Ticket) -> bool {
        if self.ready.remove(&ticket)
            && let Some(Waiting { keys, .. }) = self.waiting.remove(&ticket)
        {
            for key in &keys {
                self.change(key.clone(), |queue| {
                    queue.tickets.remove(&ticket);
                    queue.is_held = true;
                });
            }
            self.held.insert(ticket, keys);
        }
        self.held.contains_key(&ticket)
    }

    /// A ticket lets go of the keys that it holds, if it holds any.
    pub(crate) fn let_go(&mut self, ticket: Ticket) {
        for key in self.held.remove(&ticket).unwrap_or_default() {
            self.change(key, |queue| queue.is_held = false);
        }
    }

    /// Changes the queue of one key, and sees to it that whoever may have the key afterwards knows.
    fn change(&mut self, key: K, change: impl FnOnce(&mut Queue)) {
        let mut entry = match self.queues.entry(key) {
            Entry::Occupied(entry) => entry,
            Entry::Vacant(entry) => entry.insert_entry(Queue::default()),
        };
        let before = entry.get().next();
        change(entry.get_mut());
        let after = entry.get().next();
        if entry.get().is_unused() {
            entry.remove();
        }
        if before != after {
            before.into_iter().for_each(|ticket| self.block(ticket));
            after.into_iter().for_each(|ticket| self.unblock(ticket));
        }
    }

    /// A ticket that could have had one of its keys may not have it any more.
    fn block(&mut self, ticket: Ticket) {
        if let Some(waiting) = self.waiting.get_mut(&ticket) {
            waiting.blocked += 1;
            self.ready.remove(&ticket);
        }
    }

    /// A ticket may have one more of its keys.
    fn unblock(&mut self, ticket: Ticket) {
        if let Some(waiting) = self.waiting.get_mut(&ticket) {
            waiting.blocked -= 1;
            if waiting.blocked == 0 {
                self.ready.insert(ticket);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn ready(queues: &KeyQueues<u8>) -> Vec<u64> {
        queues.ready.iter().map(|ticket| ticket.0).collect()
    }

    #[test]
    fn who_shares_a_key_waits_and_who_shares_none_does_not() {
        let mut queues = KeyQueues::default();
        queues.queue(Ticket(1), vec![1, 2]);
        queues.queue(Ticket(2), vec![2, 3]);
        queues.queue(Ticket(3), vec![4]);
        assert_eq!(ready(&queues), [1, 3]);
        assert!(!queues.hold(Ticket(2)), "it is not its turn");
        assert!(queues.hold(Ticket(1)) && queues.hold(Ticket(1)), "it goes on holding them");
        assert_eq!(ready(&queues), [3]);
        queues.let_go(Ticket(1));
        assert_eq!(ready(&queues), [2, 3]);
    }

    #[test]
    fn later_comers_stay_behind_one_that_waits_for_another_key() {
        let mut queues = KeyQueues::default();
        queues.queue(Ticket(1), vec![1]);
        assert!(queues.hold(Ticket(1)));
        queues.queue(Ticket(2), vec![1, 2]);
        queues.queue(Ticket(3), vec![2]);
        assert!(ready(&queues).is_empty(), "key 2 is free, but 2 has come before 3");
        queues.let_go(Ticket(1));
        assert_eq!(ready(&queues), [2]);
    }

    #[test]
    fn an_early_ticket_goes_before_those_that_queued_meanwhile() {
        let mut queues = KeyQueues::default();
        queues.queue(Ticket(1), vec![1]);
        queues.queue(Ticket(2), vec![2]);
        assert_eq!(ready(&queues), [1, 2]);
        // 1 turns out to need key 2, too.
        queues.queue(Ticket(1), vec![1, 2, 2]);
        assert_eq!(ready(&queues), [1]);
        queues.leave(Ticket(1));
        assert_eq!(ready(&queues), [2]);
    }

    #[test]
    fn nothing_is_kept_of_keys_that_nobody_needs() {
        let mut queues = KeyQueues::default();
        queues.queue(Ticket(1), vec![1, 2]);
        queues.queue(Ticket(2), vec![]);
        assert_eq!(ready(&queues), [1, 2]);
        assert!(queues.hold(Ticket(1)) && queues.hold(Ticket(2)));
        queues.let_go(Ticket(1));
        queues.let_go(Ticket(2));
        queues.let_go(Ticket(3));
        assert!(queues.is_unused());
    }

    impl KeyQueues<u8> {
        /// Returns `true` if nothing is kept of any key or ticket.
        fn is_unused(&self) -> bool {
            self.queues.is_empty() && self.waiting.is_empty() && self.held.is_empty()
        }
    }

    /// The same by its definition: everything is looked through each time.
    #[derive(Default)]
    struct Model {
        /// What waits, in order of arrival.
        waiting: Vec<(u64, Vec<u8>)>,
        held: Vec<(u64, Vec<u8>)>,
    }

    fn share(some: &[u8], others: &[u8]) -> bool {
        some.iter().any(|key| others.contains(key))
    }

    impl Model {
        fn queue(&mut self, ticket: u64, keys: &[u8]) {
            self.leave(ticket);
            self.waiting.push((ticket, keys.to_vec()));
            self.waiting.sort();
        }

        fn leave(&mut self, ticket: u64) {
            self.waiting.retain(|(other, _)| *other != ticket);
        }

        fn ready(&self) -> Vec<u64> {
            let is_ready = |at: usize| {
                let (_, keys) = &self.waiting[at];
                let mut before = self.waiting[..at].iter().map(|(_, keys)| keys);
                !before.any(|other| share(keys, other))
                    && !self.held.iter().any(|(_, other)| share(keys, other))
            };
            let at = (0..self.waiting.len()).filter(|at| is_ready(*at));
            at.map(|at| self.waiting[at].0).collect()
        }
    }

    /// One thing that happens; the numbers choose among what there is.
    #[derive(Clone, Debug)]
    enum Event {
        Arrives(Vec<u8>),
        NeedsOther(usize, Vec<u8>),
        Leaves(usize),
        TakesItsKeys(usize),
        LetsGo(usize),
    }

    fn event() -> impl Strategy<Value = Event> {
        let keys = || vec(0..8u8, 0..5);
        prop_oneof![
            3 => keys().prop_map(Event::Arrives),
            1 => (any::<usize>(), keys()).prop_map(|(which, keys)| Event::NeedsOther(which, keys)),
            1 => any::<usize>().prop_map(Event::Leaves),
            3 => any::<usize>().prop_map(Event::TakesItsKeys),
            2 => any::<usize>().prop_map(Event::LetsGo),
        ]
    }

    /// Both, side by side.
    #[derive(Default)]
    struct Pair {
        queues: KeyQueues<u8>,
        model: Model,
        arrived: u64,
    }

    impl Pair {
        fn queue(&mut self, ticket: u64, keys: &[u8]) {
            self.queues.queue(Ticket(ticket), keys.to_vec());
            self.model.queue(ticket, keys);
        }

        fn take(&mut self, ticket: u64) {
            assert!(self.queues.hold(Ticket(ticket)), "it is ready");
            let held = self.queues.held[&Ticket(ticket)].clone();
            for (_, other) in &self.model.held {
                assert!(!share(&held, other), "two have {held:?} and {other:?} at once");
            }
            self.model.leave(ticket);
            self.model.held.push((ticket, held));
        }

        fn let_go(&mut self, which: usize) {
            let (ticket, _) = self.model.held.swap_remove(which);
            self.queues.let_go(Ticket(ticket));
        }

        fn happens(&mut self, event: Event) {
            let among = |which: usize, n: usize| (n > 0).then(|| which % n);
            let n_waiting = self.model.waiting.len();
            match event {
                Event::Arrives(keys) => {
                    self.arrived += 1;
                    self.queue(self.arrived, &keys);
                }
                Event::NeedsOther(which, keys) => {
                    if let Some(which) = among(which, n_waiting) {
                        self.queue(self.model.waiting[which].0, &keys);
                    }
                }
                Event::Leaves(which) => {
                    if let Some(which) = among(which, n_waiting) {
                        let ticket = self.model.waiting[which].0;
                        self.queues.leave(Ticket(ticket));
                        self.model.leave(ticket);
                    }
                }
                Event::TakesItsKeys(which) => {
                    let ready = self.model.ready();
                    if let Some(which) = among(which, ready.len()) {
                        self.take(ready[which]);
                    }
                }
                Event::LetsGo(which) => {
                    if let Some(which) = among(which, self.model.held.len()) {
                        self.let_go(which);
                    }
                }
            }
        }

        /// Lets everything have its turn.
        fn end(&mut self) {
            loop {
                while let Some(ticket) = self.queues.first_ready() {
                    self.take(ticket.0);
                }
                if self.model.held.is_empty() {
                    break;
                }
                self.let_go(0);
            }
        }
    }

    proptest! {
        #[test]
        fn it_does_what_the_slow_model_does(events in vec(event(), 0..80)) {
            let mut pair = Pair::default();
            for event in events {
                pair.happens(event);
                prop_assert_eq!(ready(&pair.queues), pair.model.ready());
                let first = pair.model.ready().first().copied();
                prop_assert_eq!(pair.queues.first_ready(), first.map(Ticket));
            }
            pair.end();
            prop_assert!(pair.model.waiting.is_empty(), "{:?} still wait", pair.model.waiting);
            prop_assert!(pair.queues.is_unused());
        }
    }
}
