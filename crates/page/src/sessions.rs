//! The connected pages: who is behind each of them, and what waits to be sent to it.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use table::{Person, PersonId};
use tokio::sync::mpsc;

use super::lock::lock;

/// The most pages that may be open at a time, where there may be enough connections.
pub(super) const MAX_PAGES: usize = 200;

/// How many of them one other machine may have. Those of this machine have no such limit.
const MAX_OF_ADDRESS: usize = 50;

/// How many one person may have.
pub(super) const MAX_OF_PERSON: usize = 10;

/// One in so many places is for guests, who may be about to take a name. Where there are more, they give way to
/// each other, and no crowd of them takes a person's place.
const PLACES_PER_GUEST: usize = 8;

/// The time for which somebody who plays may think, having said or tapped something, without giving way to
/// anybody.
const PLAYER_THINKS: Duration = Duration::from_mins(2);

/// The time for which a page that has just come counts as used before it is.
const NEWCOMER_THINKS: Duration = Duration::from_secs(30);

/// How many messages may wait for one page. A page that falls further behind is dropped; it
/// connects again and asks for what it missed.
const MAX_WAITING: usize = 256;

/// The connected pages.
#[derive(Debug)]
pub(super) struct Sessions {
    most: usize,
    pages: Mutex<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    last: u64,
    pages: BTreeMap<u64, Page>,
    /// Those that have given way, and have not left yet.
    gave_way: BTreeSet<u64>,
}

#[derive(Debug)]
struct Page {
    person: Option<Person>,
    /// The hash of the secret by which it is theirs.
    secret_hash: Option<[u8; 32]>,
    /// The other machine that it is on; `None` for this one.
    from: Option<IpAddr>,
    /// Whether its person has a running game.
    plays: bool,
    /// Whether somebody has said or tapped something on it.
    is_used: bool,
    /// Since when it is silent.
    silent_since: Instant,
    out: mpsc::Sender<Arc<str>>,
}

/// The loss if a page gives way, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// It is one of many guests'.
    Guest,
    /// Nobody with a name has used it.
    Unused,
    /// Somebody has used it.
    Used,
    /// Somebody plays.
    Plays,
}

impl Page {
    /// Returns what is lost if the page gives way, and since when it is silent; `None` if it stays whoever comes.
    /// Of a person's pages `is_last` is true for the one that was used last: it alone counts as that of a player.
    fn worth(&self, now: Instant, many_guests: bool, is_last: bool) -> Option<(Worth, Instant)> {
        let silence = now.saturating_duration_since(self.silent_since);
        let worth = match self {
            Self { person: None, .. } if many_guests => Worth::Guest,
            Self { person: Some(_), plays: true, is_used, .. } if is_last => {
                (!is_used || silence >= PLAYER_THINKS).then_some(Worth::Plays)?
            }
            Self { person: Some(_), is_used: true, .. } => Worth::Used,
            // Whoever has just come may be about to type a name.
            Self { .. } if silence < NEWCOMER_THINKS => Worth::Used,
            Self { .. } => Worth::Unused,
        };
        Some((worth, self.silent_since))
    }
}

impl Pages {
    /// Drops the page among some that is worth least, and among equals the one that has been silent longest; its
    /// connection ends. `None` if all of them stay. There are `most` places for them.
    fn make_room(
        &mut self,
        most: usize,
        now: Instant,
        among: impl Fn(&Page) -> bool,
    ) -> Option<()> {
        let some = self.pages.iter().filter(|(_, page)| among(page));
        let guests = some.clone().filter(|(_, page)| page.person.is_none()).count();
        let many_guests = guests > most / PLACES_PER_GUEST;
        let mut last = BTreeMap::new();
        for (id, page) in &self.pages {
            let of_person =
                last.entry(page.person.as_ref().map(|one| &one.id)).or_insert((page, id));
            if (page.is_used, page.silent_since) >= (of_person.0.is_used, of_person.0.silent_since)
            {
                *of_person = (page, id);
            }
        }
        let is_last = |id| last.values().any(|(_, last)| *last == id);
        let worths =
            some.filter_map(|(id, page)| Some((page.worth(now, many_guests, is_last(id))?, *id)));
        let (_, id) = worths.min()?;
        self.gave_way.insert(id);
        self.pages.remove(&id).map(drop)
    }
}

impl Sessions {
    /// Room for so many pages.
    pub(super) fn new(most: usize) -> Self {
        Self { most, pages: Mutex::default() }
    }

    /// Adds a page as a guest. If there are too many, the one that is worth least gives way; `None` if there is
    /// none.
    pub(super) fn join(
        &self,
        from: Option<IpAddr>,
        now: Instant,
    ) -> Option<(u64, mpsc::Receiver<Arc<str>>)> {
        let mut all = lock(&self.pages);
        let of_address = all.pages.values().filter(|page| page.from == from).count();
        if from.is_some() && of_address >= MAX_OF_ADDRESS {
            all.make_room(MAX_OF_ADDRESS, now, |page| page.from == from)?;
        } else if all.pages.len() >= self.most {
            all.make_room(self.most, now, |_| true)?;
        }
        all.last += 1;
        let id = all.last;
        let (out, waiting) = mpsc::channel(MAX_WAITING);
        let page = Page {
            person: None,
            secret_hash: None,
            from,
            plays: false,
            is_used: false,
            silent_since: now,
            out,
        };
        all.pages.insert(id, page);
        Some((id, waiting))
    }

    /// Notes that somebody uses a page.
    pub(super) fn used(&self, id: u64, now: Instant) {
        if let Some(page) = lock(&self.pages).pages.get_mut(&id) {
            page.is_used = true;
            page.silent_since = now;
        }
    }

    /// Notes on all pages of a person whether they have a running game.
    pub(super) fn plays(&self, person: &PersonId, plays: bool) {
        for page in lock(&self.pages).pages.values_mut() {
            if page.person.as_ref().is_some_and(|it| it.id == *person) {
                page.plays = plays;
            }
        }
    }

    /// Returns `true` if a page had to give way to another one.
    pub(super) fn gave_way(&self, id: u64) -> bool {
        lock(&self.pages).gave_way.contains(&id)
    }

    /// Notes whose page this is; `false` if the person has too many already.
    pub(super) fn identify(&self, id: u64, person: &Person, secret_hash: [u8; 32]) -> bool {
        let mut all = lock(&self.pages);
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

    /// Sends a message to the pages that are a person's by a secret whose hash `is_out`, and drops them.
    pub(super) fn sign_out(
        &self,
        person: &PersonId,
        is_out: impl Fn(&[u8; 32]) -> bool,
        text: &Arc<str>,
    ) {
        lock(&self.pages).pages.retain(|_, page| {
            let is_theirs = page.person.as_ref().is_some_and(|it| it.id == *person);
            let is_out = is_theirs && page.secret_hash.as_ref().is_some_and(&is_out);
            // One that cannot keep up learns it when it comes again.
            let _ = is_out && page.out.try_send(Arc::clone(text)).is_ok();
            !is_out
        });
    }

    /// Returns `true` if a page has not left, nor been dropped.
    pub(super) fn has(&self, id: u64) -> bool {
        lock(&self.pages).pages.contains_key(&id)
    }

    /// Removes a page.
    pub(super) fn leave(&self, id: u64) {
        let mut all = lock(&self.pages);
        all.pages.remove(&id);
        all.gave_way.remove(&id);
    }

    /// Everyone who has a page open, once.
    pub(super) fn people(&self) -> BTreeSet<PersonId> {
        let all = lock(&self.pages);
        all.pages.values().filter_map(|page| Some(page.person.as_ref()?.id.clone())).collect()
    }

    /// The same with their names.
    pub(super) fn present(&self) -> BTreeMap<PersonId, String> {
        let all = lock(&self.pages);
        let people = all.pages.values().filter_map(|page| page.person.as_ref());
        people.map(|person| (person.id.clone(), person.name.clone())).collect()
    }

    /// The names of those people.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let all = lock(&self.pages);
        all.pages.values().filter_map(|page| Some(page.person.as_ref()?.name.clone())).collect()
    }

    /// Sends a message to the pages that `wanted` chooses by their number and person. A page that
    /// cannot keep up is dropped: its connection ends when what waits for it is sent.
    pub(super) fn send(&self, text: &Arc<str>, wanted: impl Fn(u64, Option<&PersonId>) -> bool) {
        lock(&self.pages).pages.retain(|&id, page| {
            !wanted(id, page.person.as_ref().map(|person| &person.id))
                || page.out.try_send(Arc::clone(text)).is_ok()
        });
    }
}

#[cfg(test)]
mod tests {
    use host::{Clock as _, ManualClock};

    use super::*;

    fn person(name: &str) -> Person {
        let id = PersonId::new(table::Platform::Local, name);
        Person { id, name: name.to_owned() }
    }

    /// Two hundred pages, and the time at which the first one came.
    struct Crowd {
        sessions: Sessions,
        start: Instant,
        pages: Vec<(u64, mpsc::Receiver<Arc<str>>)>,
    }

    impl Crowd {
        /// Pages of as many people, who came one second after the other.
        fn of_people() -> Self {
            let mut crowd = Self {
                sessions: Sessions::new(MAX_PAGES),
                start: ManualClock::new(0).instant(),
                pages: vec![],
            };
            for n in 0..MAX_PAGES {
                let page = crowd.join(n).unwrap();
                let name = n.to_string();
                assert!(crowd.sessions.identify(page.0, &person(&name), [7; 32]));
                crowd.pages.push(page);
            }
            crowd
        }

        fn at(&self, second: usize) -> Instant {
            self.start + Duration::from_secs(second.try_into().unwrap())
        }

        fn join(&self, second: usize) -> Option<(u64, mpsc::Receiver<Arc<str>>)> {
            self.sessions.join(None, self.at(second))
        }

        fn used(&self, n: usize, second: usize) {
            self.sessions.used(self.pages[n].0, self.at(second));
        }

        /// Which of the first pages have given way.
        fn gone(&self) -> Vec<usize> {
            let is_gone = |n: &usize| self.pages[*n].1.is_closed();
            let gone: Vec<usize> = (0..self.pages.len()).filter(is_gone).collect();
            let told = |n: &usize| self.sessions.gave_way(self.pages[*n].0);
            assert!(gone.iter().all(told));
            gone
        }
    }

    #[test]
    fn a_newcomer_takes_the_place_of_who_is_silent_longest() {
        let crowd = Crowd::of_people();
        // Somebody has used the first two pages, the second one last.
        crowd.used(1, 200);
        crowd.used(0, 201);
        // Each newcomer stays where another one comes, and one of a person who has a page comes in as well.
        let newcomers: Vec<_> = (0..3).map(|_| crowd.join(202).unwrap()).collect();
        assert_eq!(crowd.gone(), [2, 3, 4]);
        for ((id, _), name) in newcomers.iter().zip(["7", "new", "newer"]) {
            assert!(crowd.sessions.identify(*id, &person(name), [7; 32]));
        }
        assert!(newcomers.iter().all(|(_, waiting)| !waiting.is_closed()));
        // When nobody is left who has said nothing, it is the turn of those who have.
        for n in 5..MAX_PAGES {
            crowd.used(n, 203);
        }
        newcomers.iter().for_each(|(id, _)| crowd.sessions.used(*id, crowd.at(203)));
        drop(crowd.join(204).unwrap());
        assert_eq!(crowd.gone(), [1, 2, 3, 4]);
        crowd.sessions.leave(crowd.pages[1].0);
        assert!(!crowd.sessions.gave_way(crowd.pages[1].0), "it is forgotten");
    }

    #[test]
    fn guests_take_a_few_places_and_then_those_of_each_other() {
        let crowd = Crowd::of_people();
        let guests: Vec<_> = (0..40).map(|n| crowd.join(200 + n).unwrap()).collect();
        // To say something helps no guest.
        guests.iter().for_each(|(id, _)| crowd.sessions.used(*id, crowd.at(240)));
        drop(crowd.join(241).unwrap());
        let few = MAX_PAGES / PLACES_PER_GUEST + 1;
        assert_eq!(crowd.gone(), (0..few).collect::<Vec<_>>());
        let gone = guests.iter().filter(|(_, waiting)| waiting.is_closed()).count();
        assert_eq!(gone, guests.len() - few + 1);
        // As many as may be there need not hurry: others are silent for longer.
        for (id, waiting) in guests.iter().filter(|(_, waiting)| !waiting.is_closed()) {
            assert!(crowd.sessions.identify(*id, &person(&format!("new{id}")), [7; 32]));
            assert!(crowd.join(242).is_some() && !waiting.is_closed());
        }
    }

    #[test]
    fn a_page_on_which_somebody_plays_goes_last() {
        let crowd = Crowd::of_people();
        crowd.sessions.plays(&person("0").id, true);
        crowd.sessions.plays(&person("1").id, true);
        crowd.used(0, 300);
        for n in 2..MAX_PAGES {
            crowd.used(n, 301);
        }
        // The other ones have said something later, and have no game.
        let joined: Vec<_> = (2..MAX_PAGES)
            .map(|_| {
                let page = crowd.join(302).unwrap();
                let name = person(&format!("new{}", page.0));
                assert!(crowd.sessions.identify(page.0, &name, [7; 32]));
                crowd.sessions.used(page.0, crowd.at(302));
                page
            })
            .collect();
        assert_eq!(crowd.gone(), (2..MAX_PAGES).collect::<Vec<_>>());
        // Where all play, the one that thinks for long may go, and the one that has just moved stays.
        for (id, _) in &joined {
            crowd.sessions.plays(&person(&format!("new{id}")).id, true);
        }
        let last = crowd.join(303).unwrap();
        assert!(!crowd.gone().contains(&0) && crowd.gone().contains(&1));
        assert!(crowd.sessions.identify(last.0, &person("last"), [7; 32]));
        crowd.sessions.used(last.0, crowd.at(303));
        crowd.sessions.plays(&person("last").id, true);
        assert!(crowd.join(419).is_none(), "everybody plays");
        let late = crowd.join(420).unwrap();
        assert!(crowd.gone().contains(&0));
        assert!(crowd.sessions.identify(late.0, &person("late"), [7; 32]));
        crowd.sessions.used(late.0, crowd.at(420));
        // Whose game is over is like everybody who has said something.
        crowd.sessions.plays(&person("last").id, false);
        assert!(crowd.join(421).is_some() && last.1.is_closed() && !late.1.is_closed());
    }

    #[test]
    fn a_page_that_falls_behind_is_dropped_alone() {
        let (sessions, now) = (Sessions::new(MAX_PAGES), ManualClock::new(0).instant());
        let (_, mut slow) = sessions.join(None, now).unwrap();
        let (_, mut quick) = sessions.join(None, now).unwrap();
        let text: Arc<str> = "line".into();
        for _ in 0..MAX_WAITING + 10 {
            sessions.send(&text, |_, _| true);
            assert!(quick.try_recv().is_ok());
        }
        assert_eq!(lock(&sessions.pages).pages.len(), 1);
        let mut got = 0;
        while slow.try_recv().is_ok() {
            got += 1;
        }
        assert_eq!(got, MAX_WAITING);
        assert!(slow.is_closed());
        assert!(!quick.is_closed());
    }

    #[test]
    fn nobody_takes_all_places() {
        let (sessions, now) = (Sessions::new(MAX_PAGES), ManualClock::new(0).instant());
        let (near, far) = ("192.168.1.5".parse().ok(), "192.168.1.6".parse().ok());
        let pages: Vec<_> =
            (0..MAX_OF_ADDRESS).map(|_| sessions.join(near, now).unwrap()).collect();
        let other = sessions.join(far, now).unwrap();
        let one_more = sessions.join(near, now).unwrap();
        assert!(pages[0].1.is_closed() && !pages[1].1.is_closed() && !other.1.is_closed());
        for (n, (id, _)) in pages[1..].iter().enumerate() {
            assert_eq!(sessions.identify(*id, &person("ann"), [7; 32]), n < MAX_OF_PERSON, "{n}");
        }
        assert!(sessions.identify(pages[1].0, &person("ann"), [7; 32]), "it is hers already");
        assert!(sessions.identify(one_more.0, &person("ben"), [7; 32]));
    }
}
