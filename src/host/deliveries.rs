//! What platforms say of replies: each is marked as delivered, in one transaction with whatever its
//! game makes of that.

use super::{
    event_loop::HostLoop,
    host_event::End,
    input::Delivered,
    replies::SentReply,
    work::{Work, WorkStep},
};
use crate::{
    chat::{self, Delivery, InternalError, Step, World as _},
    store::{Batch, OutboxRow},
    table::{GameNo, MessageId, PlaceId},
};

impl HostLoop {
    /// A platform has a reply, or will never take it. The board of a game may change that game.
    pub(super) fn delivered(&mut self, delivered: Delivered) {
        let sent = self.sent.remove(&delivered.outbox);
        let Some((SentReply { game, has_board }, message)) = sent.zip(delivered.message.clone())
        else {
            return self.mark_delivered(delivered);
        };
        // Somebody may reply to it before the store can tell what it is about.
        self.state.note_posted(message.clone(), game);
        if has_board {
            let delivery = Delivery { game, message, at: delivered.at };
            self.arrive(Work::Delivery(delivered, delivery));
        } else {
            self.mark_delivered(delivered);
        }
    }

    /// Does what follows from the delivery of a board.
    pub(super) fn board_delivered(
        &mut self,
        delivered: &Delivered,
        delivery: &Delivery,
    ) -> Result<WorkStep, InternalError> {
        match chat::delivered(&self.state, delivery)? {
            Step::Change(change) => return Ok(WorkStep::Commit(change)),
            Step::Say(replies) => self.say(replies, None),
            Step::Silent | Step::AskBot(..) => {}
        }
        self.mark_delivered(delivered.clone());
        Ok(WorkStep::Done(End::Silent))
    }

    /// Remembers the message of an answer about a game, as of one from the outbox: a reply to it names
    /// that game.
    pub(super) fn posted(&mut self, place: PlaceId, game: GameNo, message: MessageId) {
        self.state.note_posted(message.clone(), game);
        self.last_outbox += 1;
        let id = self.last_outbox;
        let row = OutboxRow { id, place, game: Some(game), body: String::new() };
        let batch = Batch {
            outbox: vec![row],
            delivered: vec![(id, Some(message))],
            at: self.state.now(),
            ..Batch::default()
        };
        self.store.commit(batch, |result| {
            if let Err(error) = result {
                tracing::error!("the message of an answer could not be remembered: {error}");
            }
        });
    }

    /// Marks a reply as delivered; nobody waits for that.
    pub(super) fn mark_delivered(&self, delivered: Delivered) {
        let at = delivered.at;
        let batch = Batch { delivered: vec![delivered.mark()], at, ..Batch::default() };
        self.store.commit(batch, |result| {
            if let Err(error) = result {
                tracing::error!("a delivered reply could not be marked: {error}");
            }
        });
    }
}
