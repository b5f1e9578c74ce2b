//! Questions that change nothing: the queries of surfaces and the messages that only ask. They wait behind all
//! that may change something, in fair turns of those who ask.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chat::Incoming;
use table::{Key, PersonId};
use tokio::sync::mpsc;

use super::query::Query;
use crate::{
    input::Input,
    queues::{
        fair_queue::{FairQueue, Order},
        key_queues::Ticket,
        turns::Turns,
        work::Work,
    },
    state::committed_state::CommittedState,
};

/// How many inputs are taken at most before a question is answered that waits.
const MOST_BEFORE_A_QUESTION: u32 = 32;

/// The questions that wait.
#[derive(Debug)]
pub(crate) struct Questions {
    /// The questions of surfaces that are not answered yet.
    queries: FairQueue<PersonId, Query>,
    /// The messages that only ask and are not answered yet; meanwhile each holds its author's key.
    messages: FairQueue<PersonId, (Ticket, Incoming)>,
    /// How many inputs have been taken since a question was answered last.
    taken: u32,
}

impl Default for Questions {
    fn default() -> Self {
        let messages = FairQueue::new(Order::LeastLately);
        Self { queries: FairQueue::default(), messages, taken: 0 }
    }
}

impl Questions {
    /// A surface has asked something.
    pub(crate) fn ask(&mut self, query: Query) {
        self.queries.push(query.asker.clone(), query);
    }

    /// Returns `true` if surfaces have asked something that is not answered.
    pub(crate) fn has_queries(&self) -> bool {
        !self.queries.is_empty()
    }

    /// Returns `true` if messages wait that only ask.
    pub(crate) fn has_messages(&self) -> bool {
        !self.messages.is_empty()
    }

    /// Returns the input that is handled next, if one is there. Nothing depends on an answer, so a question comes
    /// behind all inputs that are there. A stream of them that never ends keeps none waiting for ever.
    pub(crate) fn next_input(
        &mut self,
        inbox: &mut mpsc::UnboundedReceiver<Input>,
        is_asked: bool,
    ) -> Option<Input> {
        if is_asked && self.taken >= MOST_BEFORE_A_QUESTION {
            return None;
        }
        let input = inbox.try_recv().ok()?;
        self.taken += 1;
        Some(input)
    }

    /// Takes out the question of a surface that is answered next; its turn has come.
    pub(crate) fn next_query(&mut self) -> Option<Query> {
        self.taken = 0;
        Some(self.queries.pop(|_| true)?.job)
    }

    /// Takes out the message that is answered next.
    pub(crate) fn next_message(&mut self) -> Option<(Ticket, Incoming)> {
        Some(self.messages.pop(|_| true)?.job)
    }

    /// Returns how many questions wait.
    pub(crate) fn len(&self) -> usize {
        self.queries.len() + self.messages.len()
    }

    /// Puts work that is ready behind all that may change something, if it only asks and has waited for nothing but
    /// its author's earlier messages; otherwise gives it back.
    pub(crate) fn put_behind(
        &mut self,
        state: &CommittedState,
        turns: &mut Turns,
        ticket: Ticket,
        work: Work,
    ) -> Option<Work> {
        let Work::Message(message) = work else { return Some(work) };
        let is_author = |key: &Key| *key == Key::Person(message.author.id.clone());
        let is_free = turns.queues.keys_of(ticket).iter().all(is_author);
        // A fault in reading it is caught where it is handled.
        let only_asks = || catch_unwind(AssertUnwindSafe(|| chat::only_asks(state, &message)));
        if !is_free || !only_asks().unwrap_or(false) {
            return Some(Work::Message(message));
        }
        if turns.queues.hold(ticket) {
            self.messages.push(message.author.id.clone(), (ticket, message));
        }
        None
    }

    /// Gives up the messages that only ask, since the host is to end.
    pub(crate) fn give_up(&mut self) -> impl Iterator<Item = (Ticket, Work)> {
        let given_up = std::mem::take(&mut self.messages).into_jobs();
        given_up.map(|(ticket, message)| (ticket, Work::Message(message)))
    }
}
