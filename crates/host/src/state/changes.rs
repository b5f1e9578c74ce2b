//! The commit of changes: each is written, and only then does it take effect and is it announced.

use std::sync::Arc;

use chat::{Change, GameChange, World as _, Write};
use store::{Batch, GameWrite, RatingWrite, RowWrite, StoreError};
use table::{Game, Key, MINUTE, Millis, PlaceId, ServerId};

use super::{
    committed_state::CommittedState,
    edition_log::edition_write,
    rows::{self, row_seat},
};
use crate::{
    base::Base,
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::{Delivered, Input},
    queues::{
        key_queues::Ticket,
        pending::{MadeAside, Pending},
        work::Work,
    },
    replies::speech::finish,
};

/// After how many milliseconds a game is looked at of which nobody could read when it is due.
const LOOK_AGAIN: Millis = MINUTE;

/// A game of a change as it is to be, and what the store is to write of it.
fn written(change: GameChange, due: Option<Millis>) -> (Arc<Game>, GameWrite) {
    let GameChange { mut game, added } = change;
    let row = rows::row_of(&game, due);
    game.mark_stored(row.version);
    let events = rows::event_rows(&game, &added);
    (Arc::new(game), GameWrite { row, events })
}

/// Returns what the store is to write of something else than games, deadlines and ratings.
fn row_write(row: Write) -> Option<RowWrite> {
    Some(match row {
        Write::Deadline(..)
        | Write::Edition(_)
        | Write::RatedGame(_)
        | Write::Rating(_)
        | Write::RatedAnew(_)
        | Write::Correction(_) => return None,
        Write::Setting(setting) => RowWrite::Setting(setting),
        Write::Vacation(vacation) => RowWrite::Vacation(vacation),
        Write::Plan { game, seat, plan } => RowWrite::Plan { game, seat: row_seat(seat)?, plan },
    })
}

/// Returns what the store is to write about ratings; `None` for anything else.
fn rating_write(row: &Write) -> Option<RatingWrite> {
    Some(match row {
        Write::RatedGame(game) => RatingWrite::Game(game.clone()),
        Write::Rating(rating) => RatingWrite::Rating(rating.clone()),
        Write::Correction(correction) => RatingWrite::Correction(correction.clone()),
        // What becomes of it is made aside.
        Write::RatedAnew(_) => return None,
        Write::Deadline(..)
        | Write::Setting(_)
        | Write::Vacation(_)
        | Write::Plan { .. }
        | Write::Edition(_) => {
            return None;
        }
    })
}

impl HostLoop {
    /// Commits a change, renders the pictures of its replies and lets bots whose turn it is think,
    /// all at the same time. Until the commit has ended, the work's ticket, which is ready, holds
    /// its keys.
    pub(crate) fn commit(&mut self, ticket: Ticket, work: &Work, change: Change) {
        self.commit_with(ticket, work, change, None);
    }

    /// Does the same with what was made aside for the change, whose keys are held already since then.
    pub(crate) fn commit_with(
        &mut self,
        ticket: Ticket,
        work: &Work,
        change: Change,
        aside: Option<MadeAside>,
    ) {
        let (held, made) = aside.map(|MadeAside { keys, ratings }| (keys, ratings)).unzip();
        let Change { games, rows, people, holds: _, replies } = change;
        let written = |change: GameChange| {
            let due = next_deadline(&self.base.state, &change.game);
            written(change, due)
        };
        let (replies, (games, writes)): (_, (Vec<_>, Vec<_>)) =
            self.base.state.reader().together(|| {
                let mut replies = self.base.state.rehomed(replies, &games, work.source());
                finish(&self.base.state, work.source(), &games, &mut replies);
                (replies, games.into_iter().map(written).unzip())
            });
        let due = |write: &GameWrite| (Key::Game(write.row.no), write.row.due);
        let settings = rows.iter().filter_map(Write::setting).cloned().collect();
        let other_wakes: Vec<_> = rows.iter().filter_map(Write::deadline).collect();
        let deadlines = writes.iter().map(due).chain(other_wakes.iter().cloned()).collect();
        let (outgoing, outbox) = self.base.numbered(replies);
        let batch = Batch {
            people,
            games: writes,
            deadlines: other_wakes,
            handled: work.source().map(|source| source.id.clone()),
            outbox,
            ratings: rows
                .iter()
                .filter_map(rating_write)
                .chain(made.into_iter().flatten())
                .collect(),
            editions: rows.iter().filter_map(edition_write).collect(),
            rows: rows.into_iter().filter_map(row_write).collect(),
            delivered: work.delivered().cloned().map(Delivered::mark).into_iter().collect(),
            ..self.base.batch()
        };
        let source = work.source().map(|source| (ticket, source));
        let replies = outgoing
            .into_iter()
            .map(|out| self.speech.prepare_change(&mut self.base, out, source, &games));
        let replies = replies.collect();
        let bots: Vec<_> =
            games.iter().filter(|one| one.bot_to_move().is_some()).cloned().collect();
        // Whatever could fail comes before: keys that are held are let go by the answer alone.
        let Some(keys) = held.or_else(|| self.turns.queues.hold(ticket)) else { return };
        let work = work.clone();
        let pending = Pending { games, keys, deadlines, settings, work, replies };
        self.turns.pending.insert(ticket, pending);
        self.base.write(batch, move |result| Some(Input::Committed(ticket, result)));
        bots.iter().for_each(|game| self.bots.think(&mut self.base, game));
    }

    /// The commit of a change has ended: it takes effect, or it is dropped. What waits for its keys
    /// can go on, while the pictures of its replies may still be rendered.
    pub(crate) fn committed(&mut self, ticket: Ticket, result: Result<(), StoreError>) {
        let Some(pending) = self.turns.pending.remove(&ticket) else { return };
        let Pending { games, keys, deadlines, settings, work, replies } = pending;
        self.turns.queues.let_go(keys);
        match result {
            Ok(()) => {
                for game in &games {
                    self.bots.went_well(game.no());
                    self.base.state.keep(Arc::clone(game));
                }
                settings.iter().for_each(|setting| self.base.state.prefixes().learn(setting));
                replies.into_iter().for_each(|token| self.speech.release(&self.base, token));
                games.iter().for_each(|game| self.bots.think_or_not(&mut self.base, game));
                self.deadlines_written(ticket, &work, &deadlines);
                self.conclude(ticket, MessageOutcome::Answered);
            }
            Err(error) => {
                self.speech.discard(replies);
                self.commit_failed(ticket, &games, &work, &error);
            }
        }
    }

    /// A change could not be stored.
    fn commit_failed(
        &mut self,
        ticket: Ticket,
        games: &[Arc<Game>],
        work: &Work,
        error: &StoreError,
    ) {
        match error {
            StoreError::Repeated => {
                // Somebody sent the same message twice; it was answered the first time.
                games.iter().for_each(|game| self.bots.think_again(&mut self.base, game.no()));
                self.conclude(ticket, MessageOutcome::Repeated);
            }
            StoreError::Unknown => {
                self.halt();
                self.outcome_unknown(ticket, work.source());
            }
            StoreError::Stopped => {
                self.halt();
                self.halt_work(ticket, work);
            }
            StoreError::NoRoom(_) => {
                games.iter().for_each(|game| self.bots.roll_back(&mut self.base, game.no()));
                self.without_room(ticket, work);
            }
            StoreError::Conflict if self.turns.may_try_again(ticket) => {
                games.iter().for_each(|game| self.bots.roll_back(&mut self.base, game.no()));
                self.turns.wait_afresh(ticket, work);
            }
            _ => {
                games.iter().for_each(|game| self.bots.roll_back(&mut self.base, game.no()));
                self.work_failed(ticket, work, &error.to_string());
            }
        }
    }
}

/// Returns when something about a game as it is to be is due next. If that cannot be read, it is looked at
/// again soon.
fn next_deadline(state: &CommittedState, game: &Game) -> Option<Millis> {
    chat::next_deadline(state, game).unwrap_or_else(|error| {
        tracing::error!("when something about {} is due cannot be read: {error}", game.no());
        Some(state.now().saturating_add(LOOK_AGAIN))
    })
}

impl Base {
    /// Writes to which server these places belong, for games there that do not have theirs yet. Who may
    /// see a game is read from its row, so it holds from the commit on; if that fails, the platform
    /// tells again at the next start.
    pub(crate) fn learn_server(&self, server: &ServerId, mut places: Vec<PlaceId>) {
        places.retain(|place| {
            self.state.reader().has_unplaced(place).unwrap_or_else(|error| {
                tracing::error!("the games of a place cannot be read: {error}");
                false
            })
        });
        if places.is_empty() {
            return;
        }
        self.state.note_server(server, &places);
        let servers = places.into_iter().map(|place| (place, server.clone())).collect();
        self.write(Batch { servers, ..self.batch() }, |result| {
            if let Err(error) = result {
                tracing::error!("the server of some games cannot be kept: {error}");
            }
            None
        });
    }
}
