//! How the host has records verified beside the loop. Meanwhile the author of the message has it under
//! way: what they send later waits, so nobody has two records verified at a time.

use chat::{Checked, InternalError, Step};

use crate::{
    event_loop::HostLoop,
    input::VerifyQuestion,
    queues::{
        key_queues::Ticket,
        pending::Verifying,
        work::{Work, WorkStep},
    },
};

impl HostLoop {
    /// Has the record of a message verified.
    pub(crate) fn verify(&mut self, ticket: Ticket, question: Box<VerifyQuestion>) {
        let verification = question.verification.clone();
        self.verify_by(ticket, question, move || verification.check());
    }

    /// Has the record of a message verified by `check`. Until that has ended, the message's ticket,
    /// which is ready, holds its keys.
    pub(crate) fn verify_by(
        &mut self,
        ticket: Ticket,
        question: Box<VerifyQuestion>,
        check: impl FnOnce() -> Checked + Send + 'static,
    ) {
        let Some(keys) = self.queues.hold(ticket) else { return };
        let whose = question.source.author.id.clone();
        self.verifying.insert(ticket, Verifying { question, keys });
        self.jobs.verify(whose, ticket, check);
    }

    /// The record of a message is verified, or that has failed: the message is answered before those
    /// that its author has sent later. Nobody waits for it any more if it was dropped meanwhile.
    pub(crate) fn verified(&mut self, ticket: Ticket, checked: Option<Checked>) {
        let Some(Verifying { question, keys }) = self.verifying.remove(&ticket) else { return };
        self.queues.let_go(keys);
        let work = Work::Verified(question, checked);
        self.wait(ticket, work.keys(), work);
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
        match chat::verified(&self.state, source, verification, checked.ok_or_else(broken)?)? {
            Step::Say(replies) => Ok(self.answered(ticket, source, replies)),
            // It is not shown: what people write is never logged.
            _ => Err(InternalError("a verified record was answered by no words".to_owned())),
        }
    }

    /// Gives up all verifying, since the host is to end: the messages, as if they were to be handled
    /// yet.
    pub(crate) fn give_up_verifying(&mut self) -> Vec<(Ticket, Work)> {
        let verifying: Vec<_> = self.verifying.drain().collect();
        let given_up = verifying.into_iter().map(|(ticket, Verifying { question, keys })| {
            self.queues.let_go(keys);
            (ticket, Work::Message(question.source))
        });
        given_up.collect()
    }
}
