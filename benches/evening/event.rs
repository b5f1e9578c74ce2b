//! An event on a host whose platform is Discord: whoever speaks there, and an adapter that has everything at once.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use chat::{Incoming, ThreadWork};

use host::{Clock as _, HostEvent, HostHandle, HostSettings, Outbox, SystemClock, SystemEntropy};
use render::Renderer;
use store::Store;
use table::{EditionNo, MessageId, Person, PersonId, PlaceId, Platform, ServerId};
use tokio::time::sleep;

use crate::stand_in::{ANN, CHANNEL, GUILD};

/// The event that is measured.
pub(crate) const EVENT: &str = "T1";
/// The number of the first player on Discord.
const FIRST_PERSON: u64 = 2_000_000;
/// The manager's lines before anybody can enter. A dance of pieces would end by repetition.
const SET_UP: [&str; 3] = [
    "!server set zone Europe/Berlin",
    "!server set threads always",
    "!tournament create \"Large\" lyra swiss rounds:5 clock:3h noshow:1h start:20h checkin:off \
     options:repetition=0,progress=0",
];

/// The number of a player on Discord, and their name.
pub(crate) fn player(n: usize) -> (u64, String) {
    (FIRST_PERSON + n as u64, format!("player{n}"))
}

/// Somebody by their number on Discord.
pub(crate) fn person((id, name): (u64, String)) -> Person {
    Person { id: PersonId::new(Platform::Discord, id.to_string()), name }
}

/// A channel or thread by its number.
pub(crate) fn channel(id: u64) -> PlaceId {
    PlaceId::channel(Platform::Discord, id.to_string())
}

/// The host, and what is said to it.
pub(crate) struct Hosted {
    pub(crate) host: HostHandle,
    pub(crate) store: Store,
    last_id: AtomicU64,
}

impl Hosted {
    /// Starts a host on a database, and gives what it says.
    pub(crate) fn start(database: &Path) -> (Arc<Self>, Outbox) {
        let store = Store::open(database).expect("the store opens");
        let settings = HostSettings::new(Platform::Discord);
        let (clock, chance) = (Arc::new(SystemClock), Box::new(SystemEntropy));
        let renderer = Renderer::new(games::sprites());
        let (host, outbox) =
            host::start(store.clone(), settings, clock, chance, renderer).expect("a host");
        // No number comes twice on a database.
        let last_id = AtomicU64::new(SystemClock.now().unsigned_abs() << 20);
        (Arc::new(Self { host, store, last_id }), outbox)
    }

    fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Somebody says something in a channel of the event's server, or in a thread.
    pub(crate) fn say(&self, by: Person, place: PlaceId, text: &str) {
        self.say_in(GUILD, by, place, text);
    }

    /// Somebody says something in a channel of a server.
    pub(crate) fn say_in(&self, server: u64, by: Person, place: PlaceId, text: &str) {
        let manages = by.id.key() == ANN.id.to_string();
        let id = MessageId::new(Platform::Discord, self.next_id().to_string());
        self.host.receive(Incoming {
            server: Some(ServerId::new(Platform::Discord, server.to_string())),
            manages,
            others_present: true,
            ..Incoming::line(id, by, place, text, SystemClock.now())
        });
    }

    /// The manager says something in the channel of the event.
    pub(crate) fn manage(&self, text: &str) {
        self.say(person((ANN.id, "Ann".to_owned())), channel(CHANNEL), text);
    }

    /// Takes what the host says, as a platform that has everything at once, and opens the threads that it
    /// asks for. Whether it is a reply, and the thread that was opened.
    pub(crate) fn take(&self, event: &HostEvent) -> Option<PlaceId> {
        let HostEvent::Say(outgoing) = event else { return None };
        let (outbox, now, id) = (outgoing.outbox?, SystemClock.now(), self.next_id());
        let message = MessageId::new(Platform::Discord, id.to_string());
        if !matches!(outgoing.reply.thread, Some(ThreadWork::Opens(_))) {
            self.host.delivered(outbox, Some(message), now);
            return None;
        }
        let thread = channel(id);
        drop(self.host.threaded(outbox, message, now, Ok(thread.clone())));
        Some(thread)
    }

    /// Ends it, and releases its database.
    pub(crate) async fn stop(&self) {
        self.host.stop().await;
        self.store.close();
    }
}

/// Makes an event on a database that so many people have entered, and ends.
pub(crate) async fn make(database: &Path, players: usize) {
    let (hosted, mut outbox) = Hosted::start(database);
    for text in SET_UP {
        hosted.manage(text);
    }
    hosted.host.settled().await;
    for n in 0..players {
        hosted.say(person(player(n)), channel(CHANNEL), &format!("!tournament join {EVENT}"));
    }
    hosted.host.settled().await;
    while let Ok(event) = outbox.try_recv() {
        hosted.take(&event);
    }
    let reader = hosted.store.reader().expect("a reader");
    let made = reader.edition(EditionNo(1)).expect("a store");
    assert_eq!(made.map(|(_, log)| log.len()), Some(players + 1), "everybody has entered");
    while !reader.undelivered().expect("the outbox").is_empty() {
        sleep(Duration::from_millis(20)).await;
    }
    hosted.stop().await;
}
