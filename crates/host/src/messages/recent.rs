//! The ids of the messages that were handled last, among them those that have changed nothing and are in
//! no table.

use std::{
    collections::{HashMap, VecDeque},
    hash::{BuildHasher as _, RandomState},
};

use table::{MessageId, PlaceId};

/// How many ids are remembered. A platform hands a message over again within minutes if at all.
const REMEMBERED: usize = 10_000;

/// The ids of the messages that were handled last. Of each no more than its hash is kept, under a key that
/// nobody knows, since most messages are talk: two of them share one of 2⁶⁴ by chance never.
#[derive(Debug, Default)]
pub(crate) struct RecentIds {
    hasher: RandomState,
    /// Each with the hash of its place, if nothing was said to it.
    known: HashMap<u64, Option<u64>>,
    order: VecDeque<u64>,
}

impl RecentIds {
    /// A message was handled.
    pub(crate) fn note(&mut self, id: &MessageId) {
        self.note_as(id, None);
    }

    /// A message in this place was handled, and nothing was said to it.
    pub(crate) fn note_silent(&mut self, id: &MessageId, place: &PlaceId) {
        let place = self.hasher.hash_one(place);
        self.note_as(id, Some(place));
    }

    /// Forgets the messages of a place to which nothing was said: they may mean something by now.
    pub(crate) fn forget_silent(&mut self, place: &PlaceId) {
        let place = Some(self.hasher.hash_one(place));
        let known = &mut self.known;
        self.order.retain(|hash| {
            let stays = known.get(hash).is_some_and(|silent| *silent != place);
            if !stays {
                known.remove(hash);
            }
            stays
        });
    }

    fn note_as(&mut self, id: &MessageId, silent: Option<u64>) {
        let hash = self.hasher.hash_one(id);
        if self.known.insert(hash, silent).is_some() {
            return;
        }
        self.order.push_back(hash);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }

    /// Returns `true` if a message is one of those that were handled last.
    pub(crate) fn has(&self, id: &MessageId) -> bool {
        self.known.contains_key(&self.hasher.hash_one(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    #[test]
    fn the_last_ids_are_remembered_and_no_more() {
        let id = |n: usize| MessageId::new(Platform::Discord, n.to_string());
        let mut recent = RecentIds::default();
        for n in 0..=REMEMBERED {
            recent.note(&id(n));
            recent.note(&id(n));
        }
        assert!(!recent.has(&id(0)) && recent.has(&id(1)) && recent.has(&id(REMEMBERED)));
        assert_eq!((recent.known.len(), recent.order.len()), (REMEMBERED, REMEMBERED));
    }

    #[test]
    fn what_got_no_answer_in_a_place_is_forgotten_there_alone() {
        let id = |n: usize| MessageId::new(Platform::Discord, n.to_string());
        let place = |key: &str| PlaceId::channel(Platform::Discord, key);
        let mut recent = RecentIds::default();
        for (n, key) in [(1, "5"), (2, "6"), (3, "5")] {
            recent.note_silent(&id(n), &place(key));
        }
        recent.note(&id(3));
        recent.forget_silent(&place("5"));
        assert_eq!([1, 2, 3].map(|n| recent.has(&id(n))), [false, true, true]);
        assert_eq!((recent.known.len(), recent.order.len()), (2, 2));
    }
}
