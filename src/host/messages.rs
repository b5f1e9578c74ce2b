//! How the host handles a message: at once, or when what it depends on is done.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::event_loop::HostLoop;
use crate::chat::{self, Incoming, InternalError, Reply, Step};

/// How many messages of one person wait for an earlier one; more are dropped.
const MAX_WAITING: usize = 20;

/// An answer in words to a message that `chat` has given none for.
fn answer(source: &Incoming, words: String) -> Reply {
    Reply {
        place: source.place.clone(),
        audience: chat::Audience::Place,
        reply_to: Some(source.id.clone()),
        text: words,
        ping: Vec::new(),
        attachments: Vec::new(),
        game: None,
        actions: Vec::new(),
        fallback: None,
    }
}

impl HostLoop {
    /// Handles a message at once, or queues it until what it depends on is done.
    pub(super) fn handle_or_queue(&mut self, incoming: Incoming) {
        let who = &incoming.author.id;
        let before = self.waiting.iter().filter(|other| other.author.id == *who).count();
        if before > 0 || self.busy_people.contains(who) {
            if before < MAX_WAITING {
                self.waiting.push(incoming);
            } else if self.warned.insert(who.clone()) {
                let words = chat::text::too_fast(MAX_WAITING);
                self.say(vec![(None, answer(&incoming, words))]);
            }
            return;
        }
        // Its text is never logged: that may be a secret of its author.
        tracing::debug!(id = %incoming.id, "a message comes in");
        match self.state.reader().was_handled(&incoming.id) {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => return self.internal_error(&incoming, &error.to_string()),
        }
        let step = catch_unwind(AssertUnwindSafe(|| chat::handle(&self.state, &incoming)));
        match step {
            Ok(Ok(step)) => self.take(step, incoming),
            Ok(Err(InternalError(what))) => self.internal_error(&incoming, &what),
            Err(_) => self.internal_error(&incoming, "handling a message panicked"),
        }
    }

    /// Takes the step that handling the message has led to.
    fn take(&mut self, step: Step, source: Incoming) {
        match step {
            Step::Silent => {}
            Step::Say(replies) => {
                self.say(replies.into_iter().map(|reply| (None, reply)).collect());
            }
            Step::Change(change)
                if change.games.iter().any(|one| self.busy_games.contains(&one.game.no())) =>
            {
                self.waiting.push(source);
            }
            Step::Change(change) => self.commit(change, Some(source)),
            Step::AskBot(no, seat) => self.ask_bot(no, seat, source),
        }
    }

    /// Tells the author that something failed on our side, with a reference to the line in the log.
    pub(super) fn internal_error(&mut self, source: &Incoming, what: &str) {
        let reference = format!("{:04x}", rand::random::<u16>());
        tracing::error!(reference, "{what}");
        self.say(vec![(None, answer(source, chat::text::internal_error(&reference)))]);
    }
}
