//! What platforms say of replies: each is marked as delivered, in one transaction with whatever its
//! game makes of that.

use std::time::Duration;

use chat::{Delivery, InternalError, LostThread, Step};
use store::{Batch, OutboxRow, StoreError};
use table::{GameNo, MessageId, PlaceId};

use crate::{
    deadlines::timers::Timer,
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::{Delivered, Input, SpeechInput},
    queues::work::{Work, WorkStep},
    replies::{SentBoard, SentReply},
};

/// How long replies wait that could not be marked as delivered.
const MARK_PAUSE: Duration = Duration::from_secs(30);

impl HostLoop {
    /// A platform has a reply, or needs it no more. The board of a game may change that game.
    pub(crate) fn delivered(&mut self, delivered: Delivered) {
        let sent = self.sent.remove(&delivered.outbox);
        let Some((SentReply { game, board, place, .. }, message)) =
            sent.zip(delivered.message.clone())
        else {
            return self.mark_delivered(delivered);
        };
        // Somebody may reply to it before the store can tell what it is about.
        self.state.note_posted(message.clone(), game);
        match board {
            Some(SentBoard { shows }) => {
                let delivery = Delivery { game, place, shows, message, at: delivered.at };
                self.arrive(Work::Delivery(delivered, delivery));
            }
            None => self.mark_delivered(delivered),
        }
    }

    /// A reply cannot be said, since its place takes nothing any more. In a thread it is marked together with
    /// the return of its game to the channel: until then the next start finds out again.
    pub(crate) fn lost(&mut self, delivered: Delivered, why: LostThread) {
        let Some(SentReply { game, place, .. }) = self.sent.remove(&delivered.outbox) else {
            return self.mark_delivered(delivered);
        };
        if self.channel_of_own_thread(&place).is_some() {
            self.arrive(Work::LostThread(game, place, why, Some(delivered)));
        } else {
            self.tell_elsewhere(delivered, &place);
        }
    }

    /// Does what follows from the delivery of a board.
    pub(crate) fn board_delivered(
        &mut self,
        delivered: &Delivered,
        delivery: &Delivery,
    ) -> Result<WorkStep, InternalError> {
        match chat::delivered(&self.state, delivery)? {
            Step::Change(change) => return Ok(WorkStep::Commit(change)),
            Step::Say(replies) => self.say(replies, None),
            Step::Silent | Step::AskBot(..) | Step::Verify(_) | Step::Pair(..) => {}
        }
        self.mark_delivered(delivered.clone());
        Ok(WorkStep::Done(MessageOutcome::Silent))
    }

    /// Remembers the message of an answer about a game, as of one from the outbox: a reply to it names
    /// that game.
    pub(crate) fn posted(&mut self, place: PlaceId, game: GameNo, message: MessageId) {
        self.state.note_posted(message.clone(), game);
        self.last_outbox += 1;
        let id = self.last_outbox;
        // The board that it may show was announced before.
        let row = OutboxRow { id, place, game: Some(game), board: false, body: String::new() };
        let delivered = vec![(id, Some(message))];
        let batch = Batch { outbox: vec![row], delivered, ..self.batch() };
        let throttle = self.store.throttle().clone();
        self.write(batch, move |result| {
            match result {
                Ok(()) | Err(StoreError::Stopped | StoreError::Unknown | StoreError::NoRoom(_)) => {
                }
                Err(error) => throttle.pass("posted", &error, |line| {
                    tracing::error!("the message of an answer could not be remembered: {line}");
                }),
            }
            None
        });
    }

    /// Marks a reply as delivered; nobody waits for that.
    pub(crate) fn mark_delivered(&self, delivered: Delivered) {
        let at = delivered.at;
        let marks = vec![delivered.clone().mark()];
        let batch = Batch { delivered: marks, at, ..Batch::default() };
        let throttle = self.store.throttle().clone();
        self.write(batch, move |result| {
            match result {
                // A store that has stopped has said so; the reply comes again after the next start.
                Ok(()) | Err(StoreError::Stopped | StoreError::Unknown) => {}
                Err(StoreError::NoRoom(_)) => {
                    return Some(Input::Speech(SpeechInput::Unmarked(delivered)));
                }
                Err(error) => throttle.pass("delivered", &error, |line| {
                    tracing::error!("a delivered reply could not be marked: {line}");
                }),
            }
            None
        });
    }

    /// A reply could not be marked as delivered, since the disk has no room: that is tried again.
    pub(crate) fn mark_later(&mut self, delivered: Delivered) {
        if self.unmarked.is_empty() {
            self.timers.set(self.clock.instant() + MARK_PAUSE, Timer::MarkRetry);
        }
        self.unmarked.push(delivered);
    }

    /// Marks what could not be marked before.
    pub(crate) fn mark_again(&mut self) {
        for delivered in std::mem::take(&mut self.unmarked) {
            self.mark_delivered(delivered);
        }
    }
}
