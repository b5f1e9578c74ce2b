//! Threads of games: what becomes of a game when the adapter has opened a thread for it, or when its thread
//! takes nothing any more.
//!
//! A game changes its place only once all is looked at that was said in the old one
//! (`Work::leaves`): what is read back late finds its game where it was. A reply that its thread did
//! not take stays in the outbox until its game is back in the channel.

use std::sync::Arc;

use chat::{Delivery, InternalError, LostThread, NoThread, Opening, Step, World as _};
use table::{Game, GameNo, PlaceId, Stage};
use tokio::sync::oneshot;

use crate::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::Delivered,
    or_log::OrLog as _,
    queues::work::{Opened, Work, WorkStep},
    replies::speech::SentReply,
    state::committed_state::CommittedState,
};

impl HostLoop {
    /// The platform has a reply that was to open a thread, which it did, or did not for this reason. The
    /// reply is marked as delivered together with what its game makes of that.
    pub(crate) fn threaded(
        &mut self,
        delivered: Delivered,
        opened: Result<PlaceId, NoThread>,
        done: Arc<oneshot::Sender<()>>,
    ) {
        let sent = self.speech.sent.remove(&delivered.outbox);
        let Some((sent, message)) = sent.zip(delivered.message.clone()) else {
            return self.base.mark_delivered(delivered);
        };
        let SentReply { game, board, opens, place } = sent;
        self.base.state.note_posted(message.clone(), game);
        if let Ok(thread) = &opened {
            self.base.state.note_thread(thread, &place);
            // It may have been meant for the game, which nobody could know, and is read again.
            self.hearing.recent.forget_silent(thread);
        }
        let shows_board = board.is_some();
        let shows = board.and_then(|board| board.shows);
        let delivery = Delivery { game, place, shows, message, at: delivered.at };
        let is_asked = opens.unwrap_or(false);
        let opening = Opening { delivery, shows_board, is_asked, opened };
        self.turns
            .arrive(&mut self.base, Work::Opening(Box::new(Opened::new(delivered, opening, done))));
    }

    /// Does what follows from a thread that was opened, or could not be.
    pub(crate) fn thread_opened(&mut self, opened: &Opened) -> Result<WorkStep, InternalError> {
        if let Step::Change(change) = chat::thread_opened(&self.base.state, &opened.opening)? {
            return Ok(WorkStep::Commit(change));
        }
        self.base.mark_delivered(opened.delivered.clone());
        Ok(WorkStep::Done(MessageOutcome::Silent))
    }

    /// Returns `true` if a game or an offer lives in a thread, or will once a change is committed.
    pub(crate) fn is_needed(&self, thread: &PlaceId) -> bool {
        let lives_there =
            |game: &Arc<Game>| game.place() == thread && !matches!(game.stage(), Stage::Over(_));
        self.turns.changing().any(lives_there) || self.base.state.is_live(thread)
    }

    /// A thread takes nothing any more: its games go back to its channel, if we have opened it.
    pub(crate) fn leave_thread(&mut self, thread: &PlaceId, why: LostThread) {
        if self.base.state.channel_of_own_thread(thread).is_none() {
            return;
        }
        let open = self.base.state.open_games_at(thread);
        for game in open.or_log("the games of a thread cannot be read").into_iter().flatten() {
            let work = Work::LostThread(game.no, thread.clone(), why, None);
            self.turns.arrive(&mut self.base, work);
        }
    }

    /// A game goes back to the channel of its thread, unless it has left that. `lost` is the reply about it
    /// with which that was found out.
    pub(crate) fn goes_back(
        &mut self,
        no: GameNo,
        thread: &PlaceId,
        why: LostThread,
        lost: Option<&Delivered>,
    ) -> Result<WorkStep, InternalError> {
        if let Step::Change(change) = chat::thread_lost(&self.base.state, no, thread, why)? {
            return Ok(WorkStep::Commit(change));
        }
        if let Some(lost) = lost {
            self.speech.tell_elsewhere(&mut self.base, lost.clone(), thread);
        }
        Ok(WorkStep::Done(MessageOutcome::Silent))
    }
}

impl CommittedState {
    /// The channel of a thread that we have opened for a game; `None` for any other place, and where that
    /// channel is gone, with which the thread went.
    pub(crate) fn channel_of_own_thread(&self, place: &PlaceId) -> Option<PlaceId> {
        let channel = chat::channel_of_own_thread(self, place);
        let channel = channel.or_log("whether a place is a thread cannot be read").flatten();
        channel.filter(|channel| !self.is_gone(channel) && !self.is_gone(place))
    }
}
