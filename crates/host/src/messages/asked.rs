//! Messages that only ask. They wait for their turn behind all that may change something, in fair turns of those
//! who ask, and are looked at when there is room for a picture: an answer tells what holds then. Meanwhile
//! their author's next messages wait, as they do for any other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chat::Incoming;
use table::Key;

use crate::{
    event_loop::HostLoop,
    queues::{key_queues::Ticket, work::Work},
};

/// A message that only asks and waits for its turn.
#[derive(Debug)]
pub(crate) struct AskedMessage {
    ticket: Ticket,
    /// What it holds meanwhile: its author.
    keys: Vec<Key>,
    message: Incoming,
}

impl HostLoop {
    /// Puts work that is ready behind all that may change something, if it only asks and has waited for nothing but
    /// its author's earlier messages; otherwise gives it back.
    pub(crate) fn put_behind(&mut self, ticket: Ticket, work: Work) -> Option<Work> {
        let Work::Message(message) = work else { return Some(work) };
        let is_author = |key: &Key| *key == Key::Person(message.author.id.clone());
        let is_free = self.queues.keys_of(ticket).iter().all(is_author);
        // A fault in reading it is caught where it is handled.
        let only_asks =
            || catch_unwind(AssertUnwindSafe(|| chat::only_asks(&self.state, &message)));
        if self.is_ending() || !is_free || !only_asks().unwrap_or(false) {
            return Some(Work::Message(message));
        }
        let keys = self.queues.hold(ticket)?;
        self.asked.push(message.author.id.clone(), AskedMessage { ticket, keys, message });
        None
    }

    /// Returns `true` if a message that only asks can be answered now.
    pub(crate) fn may_answer(&self) -> bool {
        !self.asked.is_empty() && self.asked_pictures.has_room()
    }

    /// Answers the message whose turn it is among those that only ask.
    pub(crate) fn answer_next(&mut self) {
        let Some(next) = self.asked.pop(|_| true) else { return };
        let AskedMessage { ticket, keys, message } = next.job;
        self.queues.let_go(keys.clone());
        self.queues.queue(ticket, keys);
        self.take_up(ticket, Work::Message(message));
    }

    /// Gives up the messages that only ask, since the host is to end.
    pub(crate) fn give_up_asked(&mut self) -> Vec<(Ticket, Work)> {
        let given_up = std::mem::take(&mut self.asked).into_jobs();
        let given_up = given_up.map(|AskedMessage { ticket, keys, message }| {
            self.queues.let_go(keys);
            (ticket, Work::Message(message))
        });
        given_up.collect()
    }
}
