//! What happens to a change: it is committed, its pictures are rendered, and only then does it take
//! effect and is it announced.

use std::sync::Arc;

use super::{event_loop::HostLoop, input::Input, outbox::outbox_row, pending::Pending, rows};
use crate::{
    chat::{Change, GameChange, Incoming, Outgoing, Reply, Row, World as _},
    store::{Batch, GameWrite, StoreError},
    table::{Game, GameNo, MessageId},
};

/// A game of a change as it is to be, and what the store is to write of it.
fn written(change: GameChange) -> (Arc<Game>, GameWrite) {
    let GameChange { mut game, added } = change;
    let row = rows::row_of(&game);
    game.version = row.version;
    let events = rows::event_rows(&game, &added);
    (Arc::new(game), GameWrite { row, events })
}

impl HostLoop {
    /// Renders the pictures of replies that need no commit, and sends them.
    pub(super) fn say(&mut self, replies: Vec<(Option<u64>, Reply)>) {
        let outgoing: Vec<Outgoing> = replies
            .into_iter()
            .map(|(outbox, reply)| Outgoing { outbox, reply, png: None })
            .collect();
        if outgoing.iter().all(|out| out.reply.picture().is_none()) {
            outgoing.into_iter().for_each(|out| self.send(out));
            return;
        }
        let token = self.next_token();
        self.jobs.render(token, &outgoing);
        self.transient_replies.insert(token, outgoing);
    }

    /// A number that no earlier change, reply or search has.
    pub(super) const fn next_token(&mut self) -> u64 {
        self.last_token += 1;
        self.last_token
    }

    /// Hands a reply to the adapter if it goes to this host's platform.
    fn send(&self, outgoing: Outgoing) {
        if outgoing.reply.place.platform() == self.settings.platform {
            let _ = self.out.send(outgoing);
        }
    }

    /// Commits a change and renders the pictures of its replies at the same time. The game and the
    /// message's author are busy until both are done.
    pub(super) fn commit(&mut self, change: Change, source: Option<Incoming>) {
        let Change { games, rows, people, holds: _, replies } = change;
        let token = self.next_token();
        let (games, writes): (Vec<_>, Vec<_>) = games.into_iter().map(written).unzip();
        let outgoing: Vec<Outgoing> =
            replies.into_iter().map(|reply| self.numbered(reply)).collect();
        let unsent = outgoing.iter().filter_map(|out| Some(outbox_row(out.outbox?, &out.reply)));
        let batch = Batch {
            people,
            games: writes,
            wakes: rows.into_iter().map(|Row::Wake(key, due)| (key, due)).collect(),
            handled: source.as_ref().map(|source| source.id.clone()),
            outbox: unsent.collect(),
            delivered: Vec::new(),
            at: self.state.now(),
        };
        let inputs = self.inputs.clone();
        self.store.commit(batch, move |result| {
            let _ = inputs.send(Input::Committed(token, result));
        });
        let rendered = outgoing.iter().all(|out| out.reply.picture().is_none());
        if !rendered {
            self.jobs.render(token, &outgoing);
        }
        self.mark_busy(&games, source.as_ref());
        let pending = Pending { games, source, committed: None, outgoing, rendered };
        self.pending.insert(token, pending);
    }

    /// A reply under the next outbox number.
    fn numbered(&mut self, reply: Reply) -> Outgoing {
        self.last_outbox += 1;
        Outgoing { outbox: Some(self.last_outbox), reply, png: None }
    }

    /// Keeps the games and the author of the message busy, and lets bots whose turn it is think
    /// while the disk syncs; they play only after the commit.
    fn mark_busy(&mut self, games: &[Arc<Game>], source: Option<&Incoming>) {
        if let Some(source) = source {
            self.busy_people.insert(source.author.id.clone());
        }
        for game in games {
            self.busy_games.insert(game.no());
            if game.bot_to_move().is_some() {
                self.think(game);
            }
        }
    }

    /// The commit of a change has ended.
    pub(super) fn committed(&mut self, token: u64, result: Result<(), StoreError>) {
        if let Some(pending) = self.pending.get_mut(&token) {
            pending.committed = Some(result);
        }
        self.settle(token);
    }

    /// The pictures of the replies with this token are rendered.
    pub(super) fn rendered(&mut self, token: u64, pictures: Vec<Option<Arc<Vec<u8>>>>) {
        let place = |outgoing: &mut Vec<Outgoing>| {
            for (out, png) in outgoing.iter_mut().zip(pictures) {
                out.png = png;
            }
        };
        if let Some(mut outgoing) = self.transient_replies.remove(&token) {
            place(&mut outgoing);
            outgoing.into_iter().for_each(|out| self.send(out));
        } else if let Some(pending) = self.pending.get_mut(&token) {
            place(&mut pending.outgoing);
            pending.rendered = true;
            self.settle(token);
        }
    }

    /// Once a change is both committed and rendered it takes effect, and its replies go out.
    fn settle(&mut self, token: u64) {
        let done = self.pending.get(&token).is_some_and(|p| p.committed.is_some() && p.rendered);
        let Some(pending) = done.then(|| self.pending.remove(&token)).flatten() else { return };
        let Pending { games, source, committed, outgoing, .. } = pending;
        for game in &games {
            self.busy_games.remove(&game.no());
        }
        if let Some(source) = &source {
            self.busy_people.remove(&source.author.id);
        }
        match committed {
            Some(Ok(())) => {
                games.iter().for_each(|game| self.state.keep(Arc::clone(game)));
                outgoing.into_iter().for_each(|out| self.send(out));
                games.iter().for_each(|game| self.after_change(game));
            }
            Some(Err(error)) => self.commit_failed(&games, source.as_ref(), &error),
            None => {}
        }
        for incoming in std::mem::take(&mut self.waiting) {
            self.handle_or_queue(incoming);
        }
        if self.waiting.is_empty() {
            self.warned.clear();
        }
    }

    /// A change could not be stored.
    fn commit_failed(
        &mut self,
        games: &[Arc<Game>],
        source: Option<&Incoming>,
        error: &StoreError,
    ) {
        games.iter().for_each(|game| self.roll_back(game.no()));
        match (error, source) {
            // Somebody sent the same message twice; it was answered the first time.
            (StoreError::Repeated, _) => {}
            (_, Some(source)) => self.internal_error(source, &error.to_string()),
            (_, None) => {
                let numbers: Vec<GameNo> = games.iter().map(|game| game.no()).collect();
                tracing::error!("games {numbers:?} were not stored: {error}");
            }
        }
    }

    /// Drops a change that was not stored: the game is read from the store again.
    fn roll_back(&mut self, no: GameNo) {
        self.state.forget(no);
        if let Some(search) = self.searches.remove(&no) {
            search.cancel();
        }
        self.let_bot_think_later(no);
    }

    /// Marks a reply as delivered.
    pub(super) fn delivered(&self, outbox: u64, message: Option<MessageId>) {
        let batch =
            Batch { delivered: vec![(outbox, message)], at: self.state.now(), ..Batch::default() };
        self.store.commit(batch, |result| {
            if let Err(error) = result {
                tracing::error!("a delivered reply could not be marked: {error}");
            }
        });
    }
}
