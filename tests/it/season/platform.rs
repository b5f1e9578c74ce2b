//! The platform of the season: what people write on it, and what the program has posted there.

use std::collections::{BTreeMap, BTreeSet};

use martian_cake::{
    chat::{Addressing, Incoming, Outgoing},
    table::{MessageId, Millis, Person, PlaceId, Platform, ServerId},
};

/// A message of the program's.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) place: PlaceId,
    pub(super) text: String,
    pub(super) has_picture: bool,
    /// The game that it is about, and how often its position had changed when it was said.
    pub(super) about: Option<(usize, u32)>,
    /// Since when it stands there; `None` as long as the program has it to itself.
    pub(super) at: Option<Millis>,
}

/// What lies on the platform.
#[derive(Debug, Default)]
pub(super) struct Page {
    last: u64,
    /// By outbox number.
    pub(super) posts: BTreeMap<u64, Post>,
    /// Those that are not posted yet.
    pub(super) unposted: BTreeSet<u64>,
    /// What was written, as long as the program has not said what became of it.
    pub(super) open: BTreeMap<u64, Incoming>,
    /// Which of these the program does not have.
    pub(super) unheard: BTreeSet<u64>,
}

pub(super) fn server() -> ServerId {
    ServerId::new(Platform::Discord, "1")
}

impl Page {
    /// Somebody writes something; it is not heard yet. Gives its number.
    pub(super) fn write(
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

    /// The id that a post has on the platform.
    pub(super) fn id(outbox: u64) -> MessageId {
        MessageId::new(Platform::Discord, (1_000_000_000 + outbox).to_string())
    }

    /// The program says something for the first time.
    pub(super) fn said(&mut self, outbox: u64, out: &Outgoing, about: Option<(usize, u32)>) {
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
