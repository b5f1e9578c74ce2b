//! The commit of changes: each is written, and only then does it take effect and is it announced.

use std::sync::Arc;

use chat::{Audience, Change, GameChange, Reply, World as _, Write};
use store::{Batch, GameWrite, RatingWrite, RowWrite, StoreError};
use table::{Game, Key, MINUTE, Millis, PersonId, PlaceId, ServerId};

use super::{
    committed_state::CommittedState,
    edition_log::edition_write,
    rows::{self, row_seat},
};
use crate::{
    base::Base,
    event_loop::HostLoop,
    host_event::{HostEvent, MessageOutcome},
    input::{Delivered, Input},
    or_log::OrLog as _,
    queues::{key_queues::Ticket, pending::Pending, work::Work},
    replies::{outbox, speech::finish},
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

/// Puts a row of a change among what the store is to write.
fn add_row(batch: &mut Batch, row: Write) {
    match row {
        Write::Deadline(key, due) => batch.deadlines.push((key, due)),
        Write::Setting(setting) => batch.rows.push(RowWrite::Setting(setting)),
        Write::Vacation(vacation) => batch.rows.push(RowWrite::Vacation(vacation)),
        Write::Plan { game, seat, plan } => {
            let seat = row_seat(seat);
            batch.rows.extend(seat.map(|seat| RowWrite::Plan { game, seat, plan }));
        }
        Write::Moderation(write) => batch.rows.push(RowWrite::Moderation(write)),
        Write::Forget(who, _) => batch.forgotten.push(who),
        Write::Return(who) => batch.returned.push(who),
        Write::RatedGame(game) => batch.ratings.push(RatingWrite::Game(game)),
        Write::Rating(rating) => batch.ratings.push(RatingWrite::Rating(rating)),
        Write::Correction(correction) => batch.ratings.push(RatingWrite::Correction(correction)),
        // What becomes of it is made aside.
        Write::RatedAnew(_) => {}
        Write::Edition(change) => batch.editions.push(edition_write(&change)),
    }
}

impl HostLoop {
    /// Commits a change, renders the pictures of its replies and lets bots whose turn it is think,
    /// all at the same time. Until the commit has ended, the work's ticket, which is ready, holds
    /// its keys. These ratings were made aside for it, and are written behind its own.
    pub(crate) fn commit(
        &mut self,
        ticket: Ticket,
        work: &Work,
        change: Change,
        made_aside: Vec<RatingWrite>,
    ) {
        let Change { games, rows, people, holds: _, replies } = change;
        let written = |change: GameChange| {
            let due = next_deadline(&self.base.state, &change.game);
            written(change, due)
        };
        let (replies, (games, writes)): (_, (Vec<_>, Vec<_>)) =
            self.base.state.reader().together(|| {
                let mut replies = self.base.state.rehomed(replies, &games, work.source());
                replies.retain_mut(leave_out_deleted);
                finish(&self.base.state, work.source(), &games, &mut replies);
                (replies, games.into_iter().map(written).unzip())
            });
        let due = |write: &GameWrite| (Key::Game(write.row.no), write.row.due);
        let settings = rows.iter().filter_map(Write::setting).cloned().collect();
        let forgotten = rows.iter().filter_map(Write::forgotten);
        let forgotten: Vec<_> =
            forgotten.map(|(who, farewell)| (who.clone(), farewell.clone())).collect();
        let (outgoing, outbox) = self.base.numbered(replies);
        let mut batch = Batch {
            people,
            games: writes,
            handled: work.source().map(|source| source.id.clone()),
            outbox,
            delivered: work.delivered().cloned().map(Delivered::mark).into_iter().collect(),
            ..self.base.batch()
        };
        rows.into_iter().for_each(|row| add_row(&mut batch, row));
        batch.ratings.extend(made_aside);
        let deadlines = batch.games.iter().map(due).chain(batch.deadlines.iter().cloned());
        // Whoever takes their place has something due at once.
        let at = batch.at;
        let leaves = forgotten.iter().map(|(who, _)| (Key::Person(who.clone()), Some(at)));
        let deadlines = deadlines.chain(leaves).collect();
        let source = work.source().map(|source| (ticket, source));
        let replies = outgoing
            .into_iter()
            .map(|out| self.speech.prepare(&mut self.base, out, source, &games));
        let replies = replies.collect();
        let bots: Vec<_> =
            games.iter().filter(|one| one.bot_to_move().is_some()).cloned().collect();
        // Whatever could fail comes before: keys that are held are let go by the answer alone.
        if !self.turns.queues.hold(ticket) {
            return;
        }
        let pending =
            Pending { games, deadlines, settings, forgotten, work: work.clone(), replies };
        self.turns.pending.insert(ticket, pending);
        self.base.write(batch, move |result| Some(Input::Committed(ticket, result)));
        bots.iter().for_each(|game| self.bots.think(&mut self.base, game));
    }

    /// The commit of a change has ended: it takes effect, or it is dropped. What waits for its keys
    /// can go on, while the pictures of its replies may still be rendered.
    pub(crate) fn committed(&mut self, ticket: Ticket, result: Result<(), StoreError>) {
        let Some(pending) = self.turns.pending.remove(&ticket) else { return };
        let Pending { games, deadlines, settings, forgotten, work, replies } = pending;
        self.turns.queues.let_go(ticket);
        match result {
            Ok(()) => {
                for game in &games {
                    self.bots.went_well(game.no());
                    self.base.state.keep(Arc::clone(game));
                }
                self.forgotten(forgotten);
                settings.iter().for_each(|setting| self.base.state.prefixes().learn(setting));
                let banned = settings.iter().filter_map(chat::server_of_ban);
                banned.for_each(|server| self.speech.tell(HostEvent::LeaveServer(server)));
                replies.into_iter().for_each(|token| self.speech.release(&self.base, token));
                games.iter().for_each(|game| self.bots.think_or_not(&mut self.base, game));
                self.deadlines_written(&work, &deadlines);
                self.conclude(ticket, MessageOutcome::Answered);
            }
            Err(error) => {
                self.speech.discard(replies);
                self.commit_failed(ticket, &games, &work, &error);
            }
        }
    }

    /// These people are forgotten: nothing in memory knows them any more.
    fn forgotten(&mut self, people: Vec<(PersonId, String)>) {
        for (who, farewell) in people {
            self.base.state.let_go_of_games();
            self.link.let_go_of_place(&who.private_place());
            let waiting = outbox::undelivered(self.base.state.reader());
            let waiting = waiting.or_log("unsent replies could not be read").unwrap_or_default();
            self.speech.tell(HostEvent::Forgotten { who, farewell, waiting });
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

/// Pings nobody who stands in the place of somebody forgotten. Returns `false` for a reply that they alone would read.
fn leave_out_deleted(reply: &mut Reply) -> bool {
    reply.ping.retain(|who| !who.is_deleted());
    let reader = match &reply.audience {
        Audience::Only(who) => Some(who.clone()),
        Audience::Place => reply.place.owner(),
    };
    !reader.is_some_and(|who| who.is_deleted())
}

/// Returns when something about a game as it is to be is due next. If that cannot be read, it is looked at
/// again soon.
fn next_deadline(state: &CommittedState, game: &Game) -> Option<Millis> {
    let next = chat::next_deadline(state, game);
    let next =
        next.or_log(format_args!("when something about {} is due cannot be read", game.no()));
    next.unwrap_or_else(|| Some(state.now().saturating_add(LOOK_AGAIN)))
}

impl Base {
    /// Writes to which server these places belong, for games there that do not have theirs yet. Who may
    /// see a game is read from its row, so it holds from the commit on; if that fails, the platform
    /// tells again at the next start.
    pub(crate) fn learn_server(&self, server: &ServerId, mut places: Vec<PlaceId>) {
        places.retain(|place| {
            let has_unplaced = self.state.reader().has_unplaced(place);
            has_unplaced.or_log("the games of a place cannot be read").unwrap_or(false)
        });
        if places.is_empty() {
            return;
        }
        self.state.note_server(server, &places);
        let servers = places.into_iter().map(|place| (place, server.clone())).collect();
        self.write(Batch { servers, ..self.batch() }, |result| {
            result.or_log("the server of some games cannot be kept");
            None
        });
    }
}
