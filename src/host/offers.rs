//! How the host closes offers that nobody has accepted in time.

use super::event_loop::HostLoop;
use crate::chat::{self, Cause, InternalError, World as _};

/// How many offers are closed in one go; the others stay open until the next time.
const MAX_CLOSED: u32 = 50;

impl HostLoop {
    /// Closes offers that are due, unless the host is stopping.
    pub(super) fn close_due_offers(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        let expired = match self.state.reader().expired_offers(self.state.now(), MAX_CLOSED) {
            Ok(expired) => expired,
            Err(error) => return tracing::error!("offers could not be read: {error}"),
        };
        for no in expired {
            if self.busy_games.contains(&no) {
                continue;
            }
            let Ok(Some(game)) = self.state.game(no) else { continue };
            match chat::expire_offer(self.scope(Cause::Host), &game) {
                Ok(change) => self.commit(change, None),
                Err(InternalError(what)) => tracing::error!("offer {no}: {what}"),
            }
        }
    }
}
