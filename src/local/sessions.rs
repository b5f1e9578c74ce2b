//! The connected pages: who is behind each of them, and what waits to be sent to it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use tokio::sync::mpsc;

use super::lock::lock;
use crate::table::{Person, PersonId};

/// The most pages that may be open at a time.
const MAX_PAGES: usize = 200;

/// How many messages may wait for one page. A page that falls further behind is dropped; it
/// connects again and asks for what it missed.
const MAX_WAITING: usize = 256;

/// The connected pages.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<Pages>);

#[derive(Debug, Default)]
struct Pages {
    last: u64,
    pages: BTreeMap<u64, Page>,
}

#[derive(Debug)]
struct Page {
    person: Option<Person>,
    out: mpsc::Sender<Arc<str>>,
}

impl Sessions {
    /// Adds a page as a guest; `None` if there are too many pages.
    pub(super) fn join(&self) -> Option<(u64, mpsc::Receiver<Arc<str>>)> {
        let mut all = lock(&self.0);
        if all.pages.len() >= MAX_PAGES {
            return None;
        }
        all.last += 1;
        let id = all.last;
        let (out, waiting) = mpsc::channel(MAX_WAITING);
        all.pages.insert(id, Page { person: None, out });
        Some((id, waiting))
    }

    /// Notes whose page this is.
    pub(super) fn identify(&self, id: u64, person: &Person) {
        if let Some(page) = lock(&self.0).pages.get_mut(&id) {
            page.person = Some(person.clone());
        }
    }

    /// Removes a page.
    pub(super) fn leave(&self, id: u64) {
        lock(&self.0).pages.remove(&id);
    }

    /// Everyone who has a page open, once.
    pub(super) fn people(&self) -> BTreeSet<PersonId> {
        let all = lock(&self.0);
        all.pages.values().filter_map(|page| Some(page.person.as_ref()?.id.clone())).collect()
    }

    /// The names of those people.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let all = lock(&self.0);
        all.pages.values().filter_map(|page| Some(page.person.as_ref()?.name.clone())).collect()
    }

    /// Sends a message to the pages that `wanted` chooses by their number and person. A page that
    /// cannot keep up is dropped: its connection ends when what waits for it is sent.
    pub(super) fn send(&self, text: &Arc<str>, wanted: impl Fn(u64, Option<&PersonId>) -> bool) {
        lock(&self.0).pages.retain(|&id, page| {
            !wanted(id, page.person.as_ref().map(|person| &person.id))
                || page.out.try_send(Arc::clone(text)).is_ok()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_falls_behind_is_dropped_alone() {
        let sessions = Sessions::default();
        let (_, mut slow) = sessions.join().unwrap();
        let (_, mut quick) = sessions.join().unwrap();
        let text: Arc<str> = "line".into();
        for _ in 0..MAX_WAITING + 10 {
            sessions.send(&text, |_, _| true);
            assert!(quick.try_recv().is_ok());
        }
        assert_eq!(lock(&sessions.0).pages.len(), 1);
        let mut got = 0;
        while slow.try_recv().is_ok() {
            got += 1;
        }
        assert_eq!(got, MAX_WAITING);
        assert!(slow.is_closed());
        assert!(!quick.is_closed());
    }

    #[test]
    fn there_is_an_end_to_pages() {
        let sessions = Sessions::default();
        let pages: Vec<_> = (0..MAX_PAGES).map(|_| sessions.join().unwrap()).collect();
        assert!(sessions.join().is_none());
        sessions.leave(pages[0].0);
        assert!(sessions.join().is_some());
    }
}
