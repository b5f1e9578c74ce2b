//! A host on Discord with several servers: what people say in their channels and in private, and what it says.

use std::{
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

use chat::{Incoming, Reply};
use host::{Clock as _, HostSettings, ManualClock};
use table::{MessageId, Millis, Person, PersonId, PlaceId, Platform, ServerId};

use super::tables::{START, Table};

/// How many lines were said, by all hosts.
static LINES: AtomicU32 = AtomicU32::new(1);

/// The instant with which the ids of Discord begin.
const FIRST_ID: Millis = 1_420_070_400_000;

/// Somebody on Discord whose account was made so many days before the start of a test.
pub(crate) fn person(name: &str, days: Millis) -> Person {
    let made = START - days * 86_400_000;
    let last: u32 = name.bytes().map(u32::from).sum();
    let id = ((made - FIRST_ID) << 22) + Millis::from(last);
    Person { id: PersonId::new(Platform::Discord, id.to_string()), name: name.to_owned() }
}

/// The channel of a server in which all is said.
pub(crate) fn channel_of(server: &str) -> PlaceId {
    PlaceId::channel(Platform::Discord, format!("7{server}"))
}

pub(crate) fn server(key: &str) -> ServerId {
    ServerId::new(Platform::Discord, key)
}

/// A host on Discord, and people who write in the channels of servers and in private. Ann manages each server.
pub(crate) struct Discord {
    pub(crate) table: Table,
    pub(crate) people: Vec<Person>,
}

impl Discord {
    pub(crate) fn at(database: &Path, clock: &ManualClock) -> Self {
        Self::owned_by(None, database, clock)
    }

    /// The same host; somebody owns the bot, if anybody does.
    pub(crate) fn owned_by(owner: Option<&str>, database: &Path, clock: &ManualClock) -> Self {
        let owners = owner.map(|name| person(name, 900).id).into_iter().collect();
        let settings = HostSettings { owners, ..HostSettings::new(Platform::Discord) };
        let table = Table::with(database, clock, settings);
        let old = ["ann", "ben", "carl", "dora"].map(|name| person(name, 900));
        Self { table, people: old.into_iter().chain([person("eve", 10)]).collect() }
    }

    /// The answers to this line of a place, of which the platform says this server.
    pub(crate) async fn replies_at(
        &mut self,
        place: PlaceId,
        server: Option<ServerId>,
        who: &str,
        text: &str,
    ) -> Vec<Reply> {
        self.say(place, server, who, text);
        self.table.replies().await
    }

    /// Somebody says this line.
    pub(crate) fn say(&mut self, place: PlaceId, server: Option<ServerId>, who: &str, text: &str) {
        // A host that is started anew must not take a line for one of before.
        let n = LINES.fetch_add(1, Ordering::Relaxed);
        let author = self.people.iter().find(|one| one.name == who).expect("somebody").clone();
        let id = MessageId::new(Platform::Discord, n.to_string());
        self.table.host.receive(Incoming {
            mentioned: self.people.clone(),
            manages: who == "ann" && server.is_some(),
            server,
            ..Incoming::line(id, author, place, text, self.table.clock.now())
        });
    }

    /// The words that are said in answer to this line of a place, of which the platform says this server.
    pub(crate) async fn asked_at(
        &mut self,
        place: PlaceId,
        server: Option<ServerId>,
        who: &str,
        text: &str,
    ) -> String {
        let said = self.replies_at(place, server, who, text).await;
        said.into_iter().map(|reply| reply.text).collect::<Vec<_>>().join("\n")
    }

    /// The words that are said in answer to this line of the channel of a server.
    pub(crate) async fn asked(&mut self, of: &str, who: &str, text: &str) -> String {
        self.asked_at(channel_of(of), Some(server(of)), who, text).await
    }

    /// The words that are said in answer to this line of a private chat.
    pub(crate) async fn asked_in_private(&mut self, who: &str, text: &str) -> String {
        let author = self.people.iter().find(|one| one.name == who).expect("somebody");
        let place = author.id.private_place();
        self.asked_at(place, None, who, text).await
    }
}
