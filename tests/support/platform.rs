//! A platform as data: what people write on it, and what the program has posted there.

use std::collections::{BTreeMap, BTreeSet};

use chat::{Addressing, Incoming, Outgoing};
use table::{MessageId, Millis, Person, PlaceId, Platform, ServerId};

/// A message of the program's.
#[derive(Clone, Debug)]
pub(crate) struct Post<A> {
    pub(crate) place: PlaceId,
    pub(crate) text: String,
    pub(crate) has_picture: bool,
    /// What those who use the platform note of it.
    pub(crate) about: A,
    /// Since when it stands there; `None` as long as the program has it to itself.
    pub(crate) at: Option<Millis>,
}

/// What lies on the platform.
#[derive(Debug, Default)]
pub(crate) struct Page<A> {
    last: u64,
    /// By outbox number.
    pub(crate) posts: BTreeMap<u64, Post<A>>,
    /// Those that are not posted yet.
    pub(crate) unposted: BTreeSet<u64>,
    /// What was written, as long as the program has not said what became of it.
    pub(crate) open: BTreeMap<u64, Incoming>,
    /// Which of these the program does not have.
    pub(crate) unheard: BTreeSet<u64>,
}

pub(crate) fn server() -> ServerId {
    ServerId::new(Platform::Discord, "1")
}

/// The id that a post has on the platform.
pub(crate) fn post_id(outbox: u64) -> MessageId {
    MessageId::new(Platform::Discord, (1_000_000_000 + outbox).to_string())
}

impl<A> Page<A> {
    /// Somebody writes something; it is not heard yet. Gives its number.
    pub(crate) fn write(
        &mut self,
        author: &Person,
        place: PlaceId,
        (text, mentioned): (String, Vec<Person>),
        at: Millis,
    ) -> u64 {
        self.last += 1;
        let is_private = place.owner().is_some();
        let id = MessageId::new(Platform::Discord, self.last.to_string());
        let line = Incoming::line(id, author.clone(), place, text, at);
        let incoming = Incoming {
            mentioned,
            addressing: if is_private { Addressing::Private } else { Addressing::Channel },
            server: (!is_private).then(server),
            ..line
        };
        self.open.insert(self.last, incoming);
        self.unheard.insert(self.last);
        self.last
    }

    /// The program says something for the first time.
    pub(crate) fn said(&mut self, outbox: u64, out: &Outgoing, about: A) {
        let reply = &out.reply;
        let post = Post {
            place: reply.place.clone(),
            text: reply.text.clone(),
            has_picture: reply.picture().is_some(),
            about,
            at: None,
        };
        self.posts.insert(outbox, post);
        self.unposted.insert(outbox);
    }
}
