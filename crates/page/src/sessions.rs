//! The connected pages: who is behind each of them, and what waits to be sent to it.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    sync::{Arc, Mutex},
};

use table::{Person, PersonId};
use tokio::sync::mpsc;

use super::lock::lock;

/// The most pages that may be open at a time.
const MAX_PAGES: usize = 200;

/// How many of them one other machine may have. Those of this machine have no such limit.
const MAX_OF_ADDRESS: usize = 50;

/// How many one person may have.
pub(super) const MAX_OF_PERSON: usize = 10;

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
    /// The hash of the secret by which it is theirs.
    secret_hash: Option<[u8; 32]>,
    /// The other machine that it is on; `None` for this one.
    from: Option<IpAddr>,
    out: mpsc::Sender<Arc<str>>,
}

impl Pages {
    /// Drops the page among some that has been a guest's for longest; its connection ends. If none is a
    /// guest's, it is the oldest one of the person who has the most. `None` if nobody has two of them.
    fn make_room(&mut self, among: impl Fn(&Page) -> bool) -> Option<()> {
        let mut of_people: BTreeMap<&PersonId, (usize, u64)> = BTreeMap::new();
        let mut guest = None;
        for (&id, page) in self.pages.iter().filter(|(_, page)| among(page)) {
            match &page.person {
                Some(person) => of_people.entry(&person.id).or_insert((0, id)).0 += 1,
                None => guest = guest.or(Some(id)),
            }
        }
        let most = of_people.into_values().max_by_key(|&(count, oldest)| (count, Reverse(oldest)));
        let spare = most.filter(|&(count, _)| count > 1).map(|(_, oldest)| oldest);
        self.pages.remove(&guest.or(spare)?).map(drop)
    }
}

impl Sessions {
    /// Adds a page as a guest. If there are too many, the one that has been a guest's for longest is
    /// dropped, or one of the person who has the most; `None` if there is none to drop.
    pub(super) fn join(&self, from: Option<IpAddr>) -> Option<(u64, mpsc::Receiver<Arc<str>>)> {
        let mut all = lock(&self.0);
        let of_address = all.pages.values().filter(|page| page.from == from).count();
        if from.is_some() && of_address >= MAX_OF_ADDRESS {
            all.make_room(|page| page.from == from)?;
        } else if all.pages.len() >= MAX_PAGES {
            all.make_room(|_| true)?;
        }
        all.last += 1;
        let id = all.last;
        let (out, waiting) = mpsc::channel(MAX_WAITING);
        all.pages.insert(id, Page { person: None, secret_hash: None, from, out });
        Some((id, waiting))
    }

    /// Notes whose page this is; `false` if the person has too many already.
    pub(super) fn identify(&self, id: u64, person: &Person, secret_hash: [u8; 32]) -> bool {
        let mut all = lock(&self.0);
        let is_theirs = |page: &Page| page.person.as_ref().is_some_and(|it| it.id == person.id);
        let theirs = all.pages.iter().filter(|(other, page)| **other != id && is_theirs(page));
        if theirs.count() >= MAX_OF_PERSON {
            return false;
        }
        if let Some(page) = all.pages.get_mut(&id) {
            page.person = Some(person.clone());
            page.secret_hash = Some(secret_hash);
        }
        true
    }

    /// Sends a message to the pages that are a person's by another secret, and drops them.
    pub(super) fn sign_out(&self, person: &PersonId, but: &[u8; 32], text: &Arc<str>) {
        lock(&self.0).pages.retain(|_, page| {
            let is_theirs = page.person.as_ref().is_some_and(|it| it.id == *person);
            let is_other = is_theirs && page.secret_hash.as_ref() != Some(but);
            // One that cannot keep up learns it when it comes again.
            let _ = is_other && page.out.try_send(Arc::clone(text)).is_ok();
            !is_other
        });
    }

    /// Returns `true` if a page has not left, nor been dropped.
    pub(super) fn has(&self, id: u64) -> bool {
        lock(&self.0).pages.contains_key(&id)
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
        let (_, mut slow) = sessions.join(None).unwrap();
        let (_, mut quick) = sessions.join(None).unwrap();
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

    fn person(name: &str) -> Person {
        let id = PersonId::new(table::Platform::Local, name);
        Person { id, name: name.to_owned() }
    }

    #[test]
    fn a_newcomer_takes_the_place_of_a_guest_and_of_nobody_else() {
        let sessions = Sessions::default();
        let pages: Vec<_> = (0..MAX_PAGES).map(|_| sessions.join(None).unwrap()).collect();
        assert!(sessions.identify(pages[0].0, &person("ann"), [7; 32]));
        let newcomer = sessions.join(None).unwrap();
        assert!(!pages[0].1.is_closed() && pages[1].1.is_closed() && !pages[2].1.is_closed());
        for (n, (id, _)) in pages.iter().chain([&newcomer]).enumerate() {
            assert!(sessions.identify(*id, &person(&n.to_string()), [7; 32]));
        }
        assert!(sessions.join(None).is_none());
        sessions.leave(newcomer.0);
        assert!(sessions.join(None).is_some());
    }

    #[test]
    fn a_newcomer_takes_the_place_of_who_has_the_most_pages() {
        let sessions = Sessions::default();
        let mut pages = Vec::new();
        for n in 0..MAX_PAGES {
            let page = sessions.join(None).unwrap();
            let name = if n < 3 { "ann".to_owned() } else { (n / MAX_OF_PERSON).to_string() };
            assert!(sessions.identify(page.0, &person(&name), [7; 32]));
            pages.push(page);
        }
        // Each of the names keeps a page, and the three of `ann` are the last ones taken.
        for _ in 0..MAX_PAGES - MAX_PAGES / MAX_OF_PERSON - 1 {
            let (id, waiting) = sessions.join(None).unwrap();
            assert!(sessions.identify(id, &person(&format!("new{id}")), [7; 32]));
            pages.push((id, waiting));
        }
        let open = |names: &[usize]| names.iter().filter(|n| !pages[**n].1.is_closed()).count();
        assert_eq!(open(&[0, 1]), 0);
        assert_eq!(open(&[2, 9, 19, 29, MAX_PAGES - 1]), 5);
        assert_eq!(sessions.people().len(), MAX_PAGES);
        assert!(sessions.join(None).is_none(), "everybody has one page");
    }

    #[test]
    fn nobody_takes_all_places() {
        let sessions = Sessions::default();
        let (near, far) = ("192.168.1.5".parse().ok(), "192.168.1.6".parse().ok());
        let pages: Vec<_> = (0..MAX_OF_ADDRESS).map(|_| sessions.join(near).unwrap()).collect();
        let other = sessions.join(far).unwrap();
        let one_more = sessions.join(near).unwrap();
        assert!(pages[0].1.is_closed() && !pages[1].1.is_closed() && !other.1.is_closed());
        for (n, (id, _)) in pages[1..].iter().enumerate() {
            assert_eq!(sessions.identify(*id, &person("ann"), [7; 32]), n < MAX_OF_PERSON, "{n}");
        }
        assert!(sessions.identify(pages[1].0, &person("ann"), [7; 32]), "it is hers already");
        assert!(sessions.identify(one_more.0, &person("ben"), [7; 32]));
    }
}
