//! A host on a store, with a clock that is moved by hand: what people say to it, and what it says.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use chat::{Incoming, Outgoing, Reply};
use host::{Clock as _, Entropy, HostHandle, HostSettings, ManualClock, Outbox};
use render::Renderer;
use store::{Batch, Store};
use table::{MessageId, Millis, Person, PersonId, PlaceId, Platform};
use tokio::sync::oneshot;

use super::outbox::replies;

/// When a test begins: 2027-01-15, 08:00 UTC.
pub(crate) const START: Millis = 1_800_000_000_000;
pub(crate) const MINUTE: Duration = Duration::from_secs(60);
pub(crate) const HOUR: Duration = Duration::from_secs(3_600);
pub(crate) const DAY: Duration = Duration::from_secs(86_400);
/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Chance that always gives the first of what there is.
#[derive(Debug)]
struct First;

impl Entropy for First {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        Ok([7; 32])
    }

    fn random_below(&mut self, _: u32) -> u32 {
        0
    }
}

pub(crate) fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

/// The channel of the page.
pub(crate) fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

/// A folder for one database.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn db(&self) -> PathBuf {
        self.0.path().join("test.db")
    }
}

/// A host on a store, and its clock.
pub(crate) struct Table {
    pub(crate) store: Store,
    pub(crate) host: HostHandle,
    pub(crate) outbox: Outbox,
    pub(crate) clock: ManualClock,
    /// What was said and is not delivered yet.
    pub(crate) undelivered: Vec<Outgoing>,
    n_lines: u32,
}

impl Table {
    /// A table at which time begins.
    pub(crate) fn open(database: &Path) -> Self {
        Self::at(database, &ManualClock::new(START))
    }

    pub(crate) fn at(database: &Path, clock: &ManualClock) -> Self {
        Self::with(database, clock, HostSettings::new(Platform::Local))
    }

    pub(crate) fn with(database: &Path, clock: &ManualClock, settings: HostSettings) -> Self {
        let store = Store::open(database).expect("the store opens");
        let (clocks, renderer) = (Arc::new(clock.clone()), Renderer::blank());
        let started = host::start(store.clone(), settings, clocks, Box::new(First), renderer);
        let (host, outbox) = started.expect("the host starts");
        let undelivered = Vec::new();
        Self { store, host, outbox, clock: clock.clone(), undelivered, n_lines: 0 }
    }

    /// Somebody says something in the channel.
    pub(crate) fn say(&mut self, name: &str, text: &str) {
        self.say_at(self.clock.now(), channel(), name, text);
    }

    /// The host hears only now what somebody said at this instant. Ann manages the page.
    pub(crate) fn say_at(&mut self, at: Millis, place: PlaceId, name: &str, text: &str) {
        self.n_lines += 1;
        let id = MessageId::new(Platform::Local, format!("{}-{}", self.clock.now(), self.n_lines));
        self.host.receive(Incoming {
            mentioned: ["ann", "ben", "carl", "dora"].map(person).into(),
            private_answers: true,
            manages: name == "ann",
            ..Incoming::line(id, person(name), place, text, at)
        });
    }

    /// Returns what the host says once nothing is under way; the platform does not have it yet.
    pub(crate) async fn heard(&mut self) -> Vec<String> {
        tokio::time::timeout(PATIENCE, self.host.settled()).await.expect("it settles");
        let said = replies(&mut self.outbox);
        let texts = said.iter().map(|outgoing| outgoing.reply.text.clone()).collect();
        self.undelivered.extend(said);
        texts
    }

    /// The platform has everything that was said; gives all of that.
    pub(crate) async fn deliver(&mut self) -> Vec<Reply> {
        let said = std::mem::take(&mut self.undelivered);
        for outbox in said.iter().filter_map(|outgoing| outgoing.outbox) {
            let message = MessageId::new(Platform::Local, format!("o{outbox}"));
            self.host.delivered(outbox, Some(message), self.clock.now());
        }
        tokio::time::timeout(PATIENCE, self.host.settled()).await.expect("it settles");
        said.into_iter().map(|outgoing| outgoing.reply).collect()
    }

    /// Returns what the host says until nothing is under way, delivered at once.
    pub(crate) async fn replies(&mut self) -> Vec<Reply> {
        let mut all = Vec::new();
        while !self.heard().await.is_empty() {
            all.extend(self.deliver().await);
        }
        all
    }

    /// The words of what the host says until nothing is under way, delivered at once.
    pub(crate) async fn answers(&mut self) -> Vec<String> {
        self.replies().await.into_iter().map(|reply| reply.text).collect()
    }

    /// Returns what is said in answer to this line of a place.
    pub(crate) async fn asked_in(&mut self, place: PlaceId, name: &str, text: &str) -> Vec<Reply> {
        self.say_at(self.clock.now(), place, name, text);
        self.replies().await
    }

    /// The words that are said in answer to this line of the channel.
    pub(crate) async fn asked(&mut self, name: &str, text: &str) -> String {
        self.say(name, text);
        self.answers().await.join("\n")
    }

    /// Ends the host on this database as a kill does: the folder has the database as it was at that instant.
    pub(crate) async fn kill(self, database: &Path) -> Folder {
        let (tell, told) = oneshot::channel();
        self.store.commit(Batch::default(), move |result| {
            let _ = tell.send(result);
        });
        told.await.expect("the store answers").expect("all is written that was handed over");
        let left = Folder::new();
        for end in ["", "-wal"] {
            let of = |path: &Path| PathBuf::from(format!("{}{end}", path.display()));
            fs::copy(of(database), of(&left.db())).expect("a copy");
        }
        // What it still writes goes where nobody looks.
        self.stop().await;
        left
    }

    /// Ends the host and releases the database.
    pub(crate) async fn stop(self) {
        self.host.stop().await;
        self.store.close();
    }
}
