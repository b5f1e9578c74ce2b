//! A host on a database of its own, which a test prepares before it runs, and what it says in short.

use std::sync::Arc;

use chat::Incoming;
use render::Renderer;
use store::Store;
use table::{MessageId, Platform};
use tokio::sync::mpsc::UnboundedReceiver;

use super::{channel, person};
use crate::{
    HostEvent, HostSettings, ManualClock, Outbox, SystemEntropy,
    event_loop::{HostLoop, prepare},
    handle::HostHandle,
    input::Input,
    messages::query::Queries,
};

/// A host that is not yet started, on a database of its own.
pub(super) struct Prepared {
    pub(super) _folder: tempfile::TempDir,
    pub(super) host: HostLoop,
    pub(super) inbox: UnboundedReceiver<Input>,
    pub(super) asked: Queries,
    pub(super) handle: HostHandle,
    pub(super) outbox: Outbox,
}

/// A host that runs.
pub(super) struct Running {
    pub(super) _folder: tempfile::TempDir,
    pub(super) handle: HostHandle,
    pub(super) outbox: Outbox,
}

pub(super) fn id(key: &str) -> MessageId {
    MessageId::new(Platform::Local, key)
}

pub(super) fn line(key: &str, author: &str, text: &str) -> Incoming {
    Incoming::line(id(key), person(author), channel(), text, 0)
}

impl Prepared {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("verifying.db")).unwrap();
        let settings = HostSettings::new(Platform::Local);
        let clock = Arc::new(ManualClock::new(0));
        let renderer = Renderer::blank();
        let (host, inbox, asked, (handle, outbox)) =
            prepare(store, settings, clock, Box::new(SystemEntropy), renderer).unwrap();
        Self { _folder: folder, host, inbox, asked, handle, outbox }
    }

    pub(super) fn run(self) -> Running {
        let Self { _folder, host, inbox, asked, handle, outbox } = self;
        tokio::spawn(host.run(inbox, asked));
        Running { _folder, handle, outbox }
    }
}

/// The first two words of a text.
pub(super) fn first_words(text: &str) -> String {
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// Returns what an event is about and what it says, in short: the first words of a reply, or the end.
pub(super) fn shown(event: HostEvent) -> String {
    match event {
        HostEvent::Say(outgoing) => {
            let to = outgoing.reply.reply_to.expect("it answers a message");
            format!("{} {}", to.key(), first_words(&outgoing.reply.text))
        }
        HostEvent::MessageOutcome { message, end } => format!("{} {end:?}", message.key()),
        HostEvent::Forgotten { who, .. } => format!("{} is forgotten", who.key()),
        HostEvent::LeaveServer(server) => format!("leave {server}"),
        HostEvent::AskWhoLeft { message, .. } => format!("{} asks", message.key()),
    }
}

impl Running {
    pub(super) async fn next(&mut self) -> String {
        shown(self.outbox.recv().await.expect("the host runs"))
    }

    /// All that is said until the host has ended.
    pub(super) async fn rest(&mut self) -> Vec<String> {
        let mut rest = Vec::new();
        while let Some(event) = self.outbox.recv().await {
            rest.push(shown(event));
        }
        rest
    }

    /// Waits until all that has come in until now is looked at.
    pub(super) async fn catch_up(&mut self, key: &str) {
        self.handle.receive(line(key, "carl", "about"));
        while self.next().await != format!("{key} Answered") {}
    }
}
