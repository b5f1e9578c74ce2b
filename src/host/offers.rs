//! How the host closes offers that nobody has accepted in time.

use super::{event_loop::HostLoop, handle::End, key_queues::Ticket, work::Work};
use crate::{
    chat::{self, Cause, InternalError, World as _},
    table::{GameNo, Stage},
};

/// How many offers are closed in one go; the others stay open until the next time.
const MAX_CLOSED: u32 = 50;

impl HostLoop {
    /// Closes offers that are due, unless the host is stopping.
    pub(super) fn close_due_offers(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        match self.state.reader().expired_offers(self.state.now(), MAX_CLOSED) {
            Ok(expired) => expired.into_iter().for_each(|no| self.arrive(Work::Expiry(no))),
            Err(error) => tracing::error!("offers could not be read: {error}"),
        }
    }

    /// Closes an offer if it is still due.
    pub(super) fn close_offer(&mut self, ticket: Ticket, no: GameNo) {
        let now = self.state.now();
        let is_due = |stage| matches!(stage, Stage::Offered(until) if until <= now);
        let game = match self.state.game(no) {
            Ok(Some(game)) if is_due(game.stage()) => game,
            Ok(_) | Err(_) => return self.finish(ticket, End::Silent),
        };
        match chat::expire_offer(self.scope(Cause::Host), &game) {
            Ok(change) => self.commit_in_turn(ticket, Work::Expiry(no), change),
            Err(InternalError(what)) => self.give_up(ticket, no, &what),
        }
    }
}
