//! The ids of the messages that were handled last, among them those that have changed nothing and are in
//! no table.

use std::{
    collections::{HashSet, VecDeque},
    hash::{BuildHasher as _, RandomState},
};

use crate::table::MessageId;

/// How many ids are remembered. A platform hands a message over again within minutes if at all.
const REMEMBERED: usize = 10_000;

/// The ids of the messages that were handled last. Of each no more than its hash is kept, under a key that
/// nobody knows, since most messages are talk: two of them share one of 2⁶⁴ by chance never.
#[derive(Debug, Default)]
pub(super) struct RecentIds {
    hasher: RandomState,
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl RecentIds {
    /// A message was handled.
    pub(super) fn note(&mut self, id: &MessageId) {
        let hash = self.hasher.hash_one(id);
        if !self.known.insert(hash) {
            return;
        }
        self.order.push_back(hash);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }

    /// Whether a message is one of those that were handled last.
    pub(super) fn has(&self, id: &MessageId) -> bool {
        self.known.contains(&self.hasher.hash_one(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Platform;

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
}
