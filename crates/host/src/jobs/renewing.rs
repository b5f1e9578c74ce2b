//! Ratings that are made anew beside the loop, for a change that puts a result right, before it
//! commits the change. The change's keys are held from then until its commit has ended, so that nothing
//! else changes what is kept about its scale, and all that does not concern that scale goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chat::{Change, InternalError, Renewal, Write, renewal};
use store::RatingWrite;
use table::RatedGame;

use crate::{
    event_loop::HostLoop,
    queues::{key_queues::Ticket, work::Work},
    state::{committed_state::internal_error, rating_log::StoredRatings},
};

/// The games of a change from whose periods on ratings are to be made anew.
fn rated_anew(change: &Change) -> Vec<RatedGame> {
    let anew = |row: &Write| match row {
        Write::RatedAnew(game) => Some(game.clone()),
        _ => None,
    };
    change.rows.iter().filter_map(anew).collect()
}

/// The rows of ratings that were made anew.
fn writes(Renewal { games, ratings, gone }: Renewal) -> Vec<RatingWrite> {
    let games = games.into_iter().map(RatingWrite::Game);
    let gone = gone.into_iter().map(RatingWrite::Drop);
    games.chain(gone).chain(ratings.into_iter().map(RatingWrite::Rating)).collect()
}

impl HostLoop {
    /// Commits a change, if need be after the ratings that it concerns are made anew. Until then the
    /// work's ticket, which is ready, holds its keys.
    pub(crate) fn commit_or_renew(&mut self, ticket: Ticket, work: &Work, change: Change) {
        let games = rated_anew(&change);
        if games.is_empty() {
            return self.commit(ticket, work, change, Vec::new());
        }
        let store = self.base.store.clone();
        self.aside.renew(&self.base, &mut self.turns, (ticket, work, change), move || {
            renewal(&StoredRatings(store.reader().map_err(internal_error)?), games)
        });
    }

    /// The ratings for a change are made anew, or that has failed. Nobody waits for it any more if it was
    /// given up meanwhile.
    pub(crate) fn renewed(&mut self, ticket: Ticket, made: Option<Result<Renewal, InternalError>>) {
        let Some((work, change)) = self.aside.take_renewing(ticket) else { return };
        let broken = || InternalError("making ratings anew panicked".to_owned());
        let committed = made.unwrap_or_else(|| Err(broken())).and_then(|made| {
            let commit = || self.commit(ticket, &work, change, writes(made));
            catch_unwind(AssertUnwindSafe(commit)).map_err(|_| broken())
        });
        match committed {
            Ok(()) => {}
            // The change is on its way nevertheless.
            Err(InternalError(what)) if self.turns.pending.contains_key(&ticket) => {
                tracing::error!("after a change: {what}");
            }
            Err(InternalError(what)) => {
                self.turns.queues.let_go(ticket);
                self.work_failed(ticket, &work, &what);
            }
        }
    }
}
