//! The handling of messages, and the answers to those that cannot be handled.

pub(super) mod hearing;
pub(super) mod late;
mod newcomers;
pub(super) mod outcomes;
pub(super) mod prefixes;
pub(super) mod query;
pub(super) mod questions;
pub(super) mod recent;

use chat::{Checked, Incoming, InternalError, LateAnswer, Receipt, Reply, Step, World as _};
use store::SyncWrite;

use super::{
    event_loop::HostLoop,
    host_event::MessageOutcome,
    input::{Input, SpeechInput, VerifyQuestion},
};
use crate::{
    messages::late::OfPerson,
    queues::{
        backlogs::{Admission, MAX_WAITING},
        key_queues::Ticket,
        work::{Work, WorkStep, late_key},
    },
    replies::speech::finish,
    state::committed_state::CommittedState,
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
        let incoming = self.base.state.in_its_channel(incoming);
        let ticket = self.base.next_ticket();
        self.speech.ends.open(ticket, incoming.id.clone());
        if self.ending.is_near() {
            self.tell_of_halt(incoming.place, Some(&incoming.id));
            return self.conclude(ticket, MessageOutcome::Dropped);
        }
        if incoming.late {
            self.turns.backlogs.admit_late(&incoming.author.id);
            let work = Work::Message(incoming);
            return self.turns.wait(ticket, work.keys(), work);
        }
        match self.turns.backlogs.admit(&incoming.author.id) {
            Admission::Waits => {
                let late = late_key(&incoming.place);
                let work = Work::Message(incoming);
                let mut keys = work.keys();
                // What was said there before, and has just been read back, goes first.
                keys.extend(self.turns.queues.is_wanted(&late).then_some(late));
                self.turns.wait(ticket, keys, work);
            }
            Admission::Warned => {
                let words = chat::text::too_fast(MAX_WAITING);
                self.answer_in_words(ticket, &incoming, words);
                self.conclude(ticket, MessageOutcome::Dropped);
            }
            Admission::Dropped => self.conclude(ticket, MessageOutcome::Dropped),
        }
    }

    /// Handles a message whose turn it is.
    pub(super) fn handle_message(
        &mut self,
        ticket: Ticket,
        message: &Incoming,
    ) -> Result<WorkStep, InternalError> {
        if self.hearing.was_handled(&self.base.state, &self.link.sync_state, message)? {
            return Ok(WorkStep::Done(MessageOutcome::Repeated));
        }
        let now = self.base.state.now();
        let known_as =
            message.late.then(|| self.base.state.under_known_names(message)).transpose()?;
        let message = known_as.as_ref().unwrap_or(message);
        if message.late {
            // What was written while nobody heard it happens as it would have happened then.
            self.base.state.set_now(message.at.min(now));
        }
        let step = self.base.state.reader().together(|| chat::handle(&self.base.state, message));
        self.base.state.set_now(now);
        let step = step?;
        if matches!(step, Step::Silent | Step::Say(_))
            && let Some(keys) = self.turns.changes_before(ticket, message)
        {
            return Ok(WorkStep::Wait(keys));
        }
        self.base.note_author(message, &step);
        Ok(match step {
            Step::Silent => self.hearing.left_silent(message),
            Step::Say(replies) if message.late => self.answered_late(ticket, message, replies),
            Step::Say(replies) => self.answered(ticket, message, replies),
            Step::Change(change) => WorkStep::Commit(change),
            Step::AskWhoLeft(people) => WorkStep::AskWhoLeft(people),
            Step::AskBot(no, seat) => self.ask_bot(ticket, no, seat, message)?,
            Step::Verify(_) if !chat::is_fresh(message, now) => self.hearing.left_silent(message),
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

    /// Answers a message by these replies; nothing changes.
    pub(super) fn answered(
        &mut self,
        ticket: Ticket,
        message: &Incoming,
        mut replies: Vec<Reply>,
    ) -> WorkStep {
        finish(&self.base.state, Some(message), &[], &mut replies);
        self.hearing.recent.note(&message.id);
        let (inputs, id) = (self.base.inputs.clone(), message.id.clone());
        // If the program is killed before, the message comes again and is answered then.
        let receipt =
            Receipt::new(move || drop(inputs.send(Input::Speech(SpeechInput::AnswerOut(id)))));
        self.speech.say_with(&mut self.base, replies, Some((ticket, message)), Some(&receipt));
        WorkStep::Done(MessageOutcome::Answered)
    }

    /// Answers a message whose record is verified.
    pub(crate) fn answer_verified(
        &mut self,
        ticket: Ticket,
        question: &VerifyQuestion,
        checked: Option<&Checked>,
    ) -> Result<WorkStep, InternalError> {
        let VerifyQuestion { source, verification } = question;
        let broken = || InternalError("the verification of a record panicked".to_owned());
        match chat::verified(&self.base.state, source, verification, checked.ok_or_else(broken)?)? {
            Step::Say(replies) => Ok(self.answered(ticket, source, replies)),
            // It is not shown: what people write is never logged.
            _ => Err(InternalError("a verified record was answered by no words".to_owned())),
        }
    }

    /// Answers a message in words; nothing changes.
    pub(super) fn answer_in_words(&mut self, ticket: Ticket, source: &Incoming, words: String) {
        self.speech.say(&mut self.base, vec![answer(source, words)], Some((ticket, source)));
    }

    /// Answers a message that was read back late by these replies, as far as they are still worth it.
    pub(crate) fn answered_late(
        &mut self,
        ticket: Ticket,
        message: &Incoming,
        replies: Vec<Reply>,
    ) -> WorkStep {
        let prefix = self.base.state.settings(&message.place, message.server.as_ref()).prefix;
        match chat::late_answer(message, &prefix, replies, self.base.state.now()) {
            LateAnswer::Say(replies) => self.answered(ticket, message, replies),
            LateAnswer::Silent => self.hearing.left_silent(message),
            LateAnswer::Refused(refused) => {
                self.hearing.recent.note(&message.id);
                // Its end comes once that is said: until then the adapter would have to read it again.
                self.speech.ends.reply_follows(ticket);
                self.hearing.late.add(ticket, message, *refused);
                WorkStep::Done(MessageOutcome::Answered)
            }
        }
    }

    /// Tells what could not be done in the places that wait no more.
    pub(crate) fn tell_refusals(&mut self) {
        let mut places = self.hearing.late.places();
        places.retain(|place| {
            let known_as =
                std::iter::once(place.clone()).chain(self.hearing.late.private_chats(place));
            !known_as.into_iter().any(|area| self.link.contact.holds().covers(&area))
                && !self.turns.has_late_work(place)
                && !self.aside.has_late_work(place)
        });
        for place in places {
            for OfPerson { first, refused, tickets } in self.hearing.late.take(&place) {
                let answered = refused.iter().map(|one| one.message.clone());
                let answered = answered.map(SyncWrite::Answered).collect();
                let reply = chat::told_in_one(&first, refused);
                self.speech.tell_kept(&mut self.base, reply.into_iter().collect(), answered, None);
                tickets.into_iter().for_each(|ticket| self.speech.reply_said(ticket));
            }
            self.link.let_mark_go(&self.base, &place);
        }
    }
}

impl CommittedState {
    /// The message with the channel to which its place belongs. An adapter may not know that of a thread that
    /// we have opened, after a restart.
    fn in_its_channel(&self, incoming: Incoming) -> Incoming {
        match &incoming.within {
            Some(channel) => self.note_thread(&incoming.place, channel),
            None => {
                let within = self.channel_of(&incoming.place);
                return Incoming { within, ..incoming };
            }
        }
        incoming
    }
}
