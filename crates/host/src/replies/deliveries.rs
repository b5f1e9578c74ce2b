//! Reports of platforms about replies: each reply is marked as delivered, in one transaction with whatever its
//! game makes of that.

use chat::{Delivery, InternalError, LostThread, Step};

use super::speech::{SentBoard, SentReply};
use crate::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::Delivered,
    queues::work::{Work, WorkStep},
};

impl HostLoop {
    /// A platform has a reply, or needs it no more. The board of a game may change that game.
    pub(crate) fn delivered(&mut self, delivered: Delivered) {
        let sent = self.speech.sent.remove(&delivered.outbox);
        let Some((SentReply { game, board, place, .. }, message)) =
            sent.zip(delivered.message.clone())
        else {
            return self.base.mark_delivered(delivered);
        };
        // Somebody may reply to it before the store can tell what it is about.
        self.base.state.note_posted(message.clone(), game);
        match board {
            Some(SentBoard { shows }) => {
                let delivery = Delivery { game, place, shows, message, at: delivered.at };
                self.turns.arrive(&mut self.base, Work::Delivery(delivered, delivery));
            }
            None => self.base.mark_delivered(delivered),
        }
    }

    /// A reply cannot be said, since its place takes nothing any more. In a thread it is marked together with
    /// the return of its game to the channel: until then the next start finds out again.
    pub(crate) fn lost(&mut self, delivered: Delivered, why: LostThread) {
        let Some(SentReply { game, place, .. }) = self.speech.sent.remove(&delivered.outbox) else {
            return self.base.mark_delivered(delivered);
        };
        if self.base.state.channel_of_own_thread(&place).is_some() {
            self.turns.arrive(&mut self.base, Work::LostThread(game, place, why, Some(delivered)));
        } else {
            self.speech.tell_elsewhere(&mut self.base, delivered, &place);
        }
    }

    /// Does what follows from the delivery of a board.
    pub(crate) fn board_delivered(
        &mut self,
        delivered: &Delivered,
        delivery: &Delivery,
    ) -> Result<WorkStep, InternalError> {
        match chat::delivered(&self.base.state, delivery)? {
            Step::Change(change) => return Ok(WorkStep::Commit(change)),
            Step::Say(replies) => self.speech.say(&mut self.base, replies, None),
            Step::Silent
            | Step::AskBot(..)
            | Step::AskWhoLeft(_)
            | Step::Verify(_)
            | Step::Pair(..) => {}
        }
        self.base.mark_delivered(delivered.clone());
        Ok(WorkStep::Done(MessageOutcome::Silent))
    }
}
