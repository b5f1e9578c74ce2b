//! How the host handles a message, and how it answers one that it cannot handle.

pub(super) mod asked;
pub(super) mod late;
mod newcomers;
pub(super) mod outcomes;
pub(super) mod prefixes;
pub(super) mod query;
pub(super) mod recent;

use chat::{GameChange, Incoming, InternalError, Receipt, Reply, Step, World as _};
use table::{Game, Key};

use super::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::{Input, SpeechInput, VerifyQuestion},
};
use crate::queues::{
    backlogs::{Admission, MAX_WAITING},
    key_queues::Ticket,
    work::{Work, WorkStep, late_key},
};

/// An answer in words to a message that `chat` has given none for.
pub(super) fn answer(source: &Incoming, words: String) -> Reply {
    Reply {
        audience: chat::Audience::Place,
        reply_to: Some(source.id.clone()),
        ..Reply::new(source.place.clone(), words)
    }
}

impl HostLoop {
    /// Takes a message in: it waits behind what its author has sent before.
    pub(super) fn receive(&mut self, incoming: Incoming) {
        // Its text is never logged: that may be a secret of its author.
        tracing::debug!(id = %incoming.id, "a message comes in");
        let incoming = self.in_its_channel(incoming);
        let ticket = self.next_ticket();
        self.ends.open(ticket, incoming.id.clone());
        if self.is_ending() {
            self.tell_of_halt(incoming.place, Some(&incoming.id));
            return self.conclude(ticket, MessageOutcome::Dropped);
        }
        if incoming.late {
            self.backlogs.admit_late(&incoming.author.id);
            let work = Work::Message(incoming);
            return self.wait(ticket, work.keys(), work);
        }
        match self.backlogs.admit(&incoming.author.id) {
            Admission::Waits => {
                let late = late_key(&incoming.place);
                let work = Work::Message(incoming);
                let mut keys = work.keys();
                // What was said there before, and has just been read back, goes first.
                keys.extend(self.queues.is_wanted(&late).then_some(late));
                self.wait(ticket, keys, work);
            }
            Admission::Warned => {
                let words = chat::text::too_fast(MAX_WAITING);
                self.answer_in_words(ticket, &incoming, words);
                self.conclude(ticket, MessageOutcome::Dropped);
            }
            Admission::Dropped => self.conclude(ticket, MessageOutcome::Dropped),
        }
    }

    /// The message with the channel to which its place belongs. An adapter may not know that of a thread that
    /// we have opened, after a restart.
    fn in_its_channel(&self, incoming: Incoming) -> Incoming {
        match &incoming.within {
            Some(channel) => self.state.note_thread(&incoming.place, channel),
            None => {
                let within = self.state.channel_of(&incoming.place);
                return Incoming { within, ..incoming };
            }
        }
        incoming
    }

    /// Handles a message whose turn it is.
    pub(super) fn handle_message(
        &mut self,
        ticket: Ticket,
        message: &Incoming,
    ) -> Result<WorkStep, InternalError> {
        if self.was_handled(message)? {
            return Ok(WorkStep::Done(MessageOutcome::Repeated));
        }
        let now = self.state.now();
        let known_as = message.late.then(|| self.under_known_names(message)).transpose()?;
        let message = known_as.as_ref().unwrap_or(message);
        if message.late {
            // What was written while nobody heard it happens as it would have happened then.
            self.state.set_now(message.at.min(now));
        }
        let step = self.state.reader().together(|| chat::handle(&self.state, message));
        self.state.set_now(now);
        let step = step?;
        if matches!(step, Step::Silent | Step::Say(_))
            && let Some(keys) = self.changes_before(ticket, message)
        {
            return Ok(WorkStep::Wait(keys));
        }
        self.note_author(message, &step);
        Ok(match step {
            Step::Silent => self.left_silent(message),
            Step::Say(replies) if message.late => self.answered_late(ticket, message, replies),
            Step::Say(replies) => self.answered(ticket, message, replies),
            Step::Change(change) => WorkStep::Commit(change),
            Step::AskBot(no, seat) => self.ask_bot(ticket, no, seat, message)?,
            Step::Verify(_) if !chat::is_fresh(message, now) => self.left_silent(message),
            Step::Verify(verification) => {
                let source = message.clone();
                WorkStep::Verify(Box::new(VerifyQuestion { source, verification }))
            }
            // What an event does by itself is left to its deadline.
            Step::Pair(no, _) => {
                return Err(InternalError(format!("a message waits for the pairing of {no}")));
            }
        })
    }

    /// Says nothing to a message.
    pub(super) fn left_silent(&mut self, message: &Incoming) -> WorkStep {
        self.recent.note_silent(&message.id, &message.place);
        WorkStep::Done(MessageOutcome::Silent)
    }

    /// The keys of games that are changing in the place of a message, or about its author, because of what
    /// came before it: a reply to a move may follow it at once, where several messages come together.
    /// `None` if there are none, or if the message has waited for such changes already.
    fn changes_before(&self, ticket: Ticket, message: &Incoming) -> Option<Vec<Key>> {
        let has_waited = self.queues.keys_of(ticket).iter().any(|key| matches!(key, Key::Game(_)));
        let concerns = |game: &Game| {
            *game.place() == message.place || game.seat_of(&message.author.id).is_some()
        };
        let changing = self.pending.values().flat_map(|pending| &pending.games);
        let mut keys: Vec<Key> =
            changing.filter(|game| concerns(game)).map(|game| Key::Game(game.no())).collect();
        if has_waited || keys.is_empty() {
            return None;
        }
        keys.push(Key::Person(message.author.id.clone()));
        Some(keys)
    }

    /// Answers a message by these replies; nothing changes.
    pub(super) fn answered(
        &mut self,
        ticket: Ticket,
        message: &Incoming,
        mut replies: Vec<Reply>,
    ) -> WorkStep {
        self.finish_replies(Some(message), &[], &mut replies);
        self.recent.note(&message.id);
        let (inputs, id) = (self.inputs.clone(), message.id.clone());
        // If the program is killed before, the message comes again and is answered then.
        let receipt =
            Receipt::new(move || drop(inputs.send(Input::Speech(SpeechInput::AnswerOut(id)))));
        self.say_with(replies, Some((ticket, message)), Some(&receipt));
        WorkStep::Done(MessageOutcome::Answered)
    }

    /// Returns whether a message was handled before: in this run, by a change that is committed or an answer
    /// that is kept, or among all that was said in its place until an earlier run ended.
    fn was_handled(&self, message: &Incoming) -> Result<bool, InternalError> {
        Ok(self.recent.has(&message.id)
            || self.sync_state.is_past(&message.place, &message.id)
            || self.state.was_handled(&message.id)?)
    }

    /// Adds to replies what can be done next, and how their boards look where they are seen.
    pub(super) fn finish_replies(
        &self,
        source: Option<&Incoming>,
        changed: &[GameChange],
        replies: &mut [Reply],
    ) {
        let state = &self.state;
        state.reader().together(|| {
            if let Err(InternalError(what)) = chat::add_actions(state, source, changed, replies) {
                // The reply stands without them.
                tracing::error!("what can be done next is not known: {what}");
            }
            if let Err(InternalError(what)) = chat::style_boards(state, source, changed, replies) {
                tracing::error!("how a board is to look is not known: {what}");
            }
            if let Err(InternalError(what)) = chat::add_threads(state, source, changed, replies) {
                tracing::error!("whether a game gets a thread is not known: {what}");
            }
        });
    }

    /// Answers a message in words; nothing changes.
    pub(super) fn answer_in_words(&mut self, ticket: Ticket, source: &Incoming, words: String) {
        self.say(vec![answer(source, words)], Some((ticket, source)));
    }
}
