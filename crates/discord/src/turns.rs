//! Turns for what one message can make us fetch: one at a time of each person, several side by side.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use table::PersonId;
use tokio::sync::{Semaphore, SemaphorePermit};

/// How many people may have something that is on its way or waits.
const MOST_PEOPLE: usize = 200;

/// A record of whose turn it is.
#[derive(Debug)]
pub(super) struct Turns {
    /// The people for whom something is on its way or waits.
    people: Mutex<HashSet<PersonId>>,
    places: Semaphore,
}

impl Turns {
    /// So many things may be on their way at a time; further ones wait.
    pub(super) fn new(side_by_side: usize) -> Arc<Self> {
        Arc::new(Self { people: Mutex::default(), places: Semaphore::new(side_by_side) })
    }

    /// A turn for a person; `None` for somebody who has one, or when there are too many people.
    pub(super) fn take(self: &Arc<Self>, person: &PersonId) -> Option<Turn> {
        // The set is whole even after a panic.
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = people.len() < MOST_PEOPLE && people.insert(person.clone());
        is_new.then(|| Turn { turns: Arc::clone(self), person: person.clone() })
    }

    /// Waits until there is a place among what is on its way.
    pub(super) async fn place(&self) -> Option<SemaphorePermit<'_>> {
        self.places.acquire().await.ok()
    }
}

/// A person's turn, given up when it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Arc<Turns>,
    person: PersonId,
}

impl Turn {
    /// Waits until there is a place among what is on its way.
    pub(super) async fn place(&self) -> Option<SemaphorePermit<'_>> {
        self.turns.place().await
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.people.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Platform;

    #[test]
    fn each_person_has_one_turn() {
        let all = Turns::new(8);
        let person = |n: usize| PersonId::new(Platform::Discord, n.to_string());
        let mut turns: Vec<_> = (0..MOST_PEOPLE).map(|n| all.take(&person(n))).collect();
        assert!(turns.iter().all(Option::is_some));
        assert!(all.take(&person(MOST_PEOPLE)).is_none());
        turns.remove(3);
        assert!(all.take(&person(4)).is_none());
        assert!(all.take(&person(3)).is_some());
    }
}
