//! Failures on our side: nothing has changed, and whoever waits for it hears
//! so.

use chat::Incoming;

use crate::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    queues::{key_queues::Ticket, work::Work},
};

impl HostLoop {
    /// Some work has failed, before it led to a change or because that could not be stored.
    pub(crate) fn work_failed(&mut self, ticket: Ticket, work: &Work, what: &str) {
        if self.base.store.stopped().is_some() {
            self.halt();
            return self.halt_work(ticket, work);
        }
        match work {
            Work::Message(source) => self.internal_error(ticket, source, what),
            Work::DrawAnswer(question, _) => self.internal_error(ticket, &question.source, what),
            Work::Verified(question, _) => self.internal_error(ticket, &question.source, what),
            Work::BotPly(no) | Work::StillThinking(no, _) => {
                tracing::error!("game {no}: {what}");
                self.bots.roll_back(&mut self.base, *no);
            }
            Work::Due(key) => self.deadline_failed(key, what),
            Work::Delivery(delivered, delivery) => {
                tracing::error!("the board of game {} was delivered: {what}", delivery.game);
                self.base.mark_delivered(delivered.clone());
            }
            Work::Opening(opened) => {
                // It stays in the outbox, and the thread is found again after the next start.
                tracing::error!("the thread of game {}: {what}", opened.opening.delivery.game);
            }
            Work::LostThread(no, ..) => {
                // The next thing that is said there fails, and leads back here; so does the reply with which
                // it was found out, at the next start.
                tracing::error!("the thread of game {no} is lost: {what}");
            }
        }
        self.finish(ticket, MessageOutcome::Failed);
    }

    /// What some work has led to could not be stored, since the disk has no room. The store says so in the
    /// log. What nobody waits for is tried again by itself; a person hears that nothing has changed.
    pub(crate) fn without_room(&mut self, ticket: Ticket, work: &Work) {
        let words = chat::text::no_room();
        match work {
            Work::Message(source) => self.answer_in_words(ticket, source, words),
            Work::DrawAnswer(question, _) => self.answer_in_words(ticket, &question.source, words),
            Work::Verified(question, _) => self.answer_in_words(ticket, &question.source, words),
            Work::BotPly(no) | Work::StillThinking(no, _) => {
                self.bots.roll_back(&mut self.base, *no)
            }
            Work::Due(key) => self.deadline_without_room(key),
            Work::Delivery(delivered, _) => {
                self.retries.mark_later(&mut self.base, delivered.clone())
            }
            Work::Opening(..) | Work::LostThread(..) => {
                self.retries.try_thread_later(&mut self.base, work.clone())
            }
        }
        self.finish(ticket, MessageOutcome::Failed);
    }

    /// Tells the author that something failed on our side, with a reference to the line in the log.
    fn internal_error(&mut self, ticket: Ticket, source: &Incoming, what: &str) {
        let reference = format!("{:04x}", rand::random::<u16>());
        tracing::error!(reference, "{what}");
        self.answer_in_words(ticket, source, chat::text::internal_error(&reference));
    }
}
