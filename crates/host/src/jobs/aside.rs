//! Results that are made beside the loop for some work: records that are verified, ratings that are made anew, rounds that
//! are paired.

use std::{collections::HashMap, time::Duration};

use chat::{Change, Checked, Incoming, InternalError, Renewal};
use pairing::{dutch::Pairing, history::PairingHistory};
use table::{EditionNo, Key, MessageId, PersonId, PlaceId};

use crate::{
    base::Base,
    deadlines::{pending_deadlines::PendingDeadlines, timers::Timer},
    input::VerifyQuestion,
    queues::{key_queues::Ticket, turns::Turns, work::Work},
};

/// The time after which nobody is taken to have left, if the adapter does not tell: it has a limit of its own.
const TOLD_WITHIN: Duration = Duration::from_secs(30);

/// The jobs beside the loop whose results are awaited.
#[derive(Debug, Default)]
pub(crate) struct Aside {
    /// The messages, by their ids, of which the adapter finds out who has left their server.
    asking: HashMap<MessageId, (Ticket, Incoming)>,
    /// The messages whose records are being verified.
    verifying: HashMap<Ticket, Box<VerifyQuestion>>,
    /// The changes for which ratings are being made anew, with the work that has brought them.
    renewing: HashMap<Ticket, (Work, Change)>,
    /// The events of which a round is being paired, as they stood then.
    pairing: HashMap<EditionNo, PairingHistory>,
}

impl Aside {
    /// Returns `true` if nothing is being made.
    pub(crate) fn is_idle(&self) -> bool {
        self.asking.is_empty()
            && self.verifying.is_empty()
            && self.renewing.is_empty()
            && self.pairing.is_empty()
    }

    /// Has the adapter find out who has left the server of a message. Until it tells, the message's ticket, which is
    /// ready, holds the keys of its author alone: nobody else waits.
    pub(crate) fn ask_who_left(
        &mut self,
        base: &mut Base,
        turns: &mut Turns,
        ticket: Ticket,
        message: &Incoming,
    ) {
        turns.queues.queue(ticket, Work::Message(message.clone()).keys());
        if turns.queues.hold(ticket) {
            self.asking.insert(message.id.clone(), (ticket, message.clone()));
            base.set_timer(TOLD_WITHIN, Timer::WhoLeft(message.id.clone()));
        }
    }

    /// The adapter tells who has left the server of a message, which is handled again by what is known now. Nobody
    /// waits for it any more if it was dropped meanwhile.
    pub(crate) fn who_left(&mut self, turns: &mut Turns, message: &MessageId, left: Vec<PersonId>) {
        let Some((ticket, message)) = self.asking.remove(message) else { return };
        turns.queues.let_go(ticket);
        turns.wait_afresh(ticket, &Work::Message(Incoming { left: Some(left), ..message }));
    }

    /// Has the record of a message verified by `check`. Until that has ended, the message's ticket,
    /// which is ready, holds its keys: what its author sends later waits, so nobody has two records
    /// verified at a time.
    pub(crate) fn verify(
        &mut self,
        base: &Base,
        turns: &mut Turns,
        (ticket, question): (Ticket, Box<VerifyQuestion>),
        check: impl FnOnce() -> Checked + Send + 'static,
    ) {
        if turns.queues.hold(ticket) {
            base.jobs.verify(question.source.author.id.clone(), ticket, check);
            self.verifying.insert(ticket, question);
        }
    }

    /// The record of a message is verified, or that has failed: the message is answered before those
    /// that its author has sent later. Nobody waits for it any more if it was dropped meanwhile.
    pub(crate) fn verified(&mut self, turns: &mut Turns, ticket: Ticket, checked: Option<Checked>) {
        let Some(question) = self.verifying.remove(&ticket) else { return };
        turns.queues.let_go(ticket);
        let work = Work::Verified(question, checked);
        turns.wait(ticket, work.keys(), work);
    }

    /// Has ratings made anew by `make` for a change that is then committed. Until then the work's ticket,
    /// which is ready, holds its keys, so that nothing else changes what is kept about its scale, and all
    /// that does not concern that scale goes on.
    pub(crate) fn renew(
        &mut self,
        base: &Base,
        turns: &mut Turns,
        (ticket, work, change): (Ticket, &Work, Change),
        make: impl FnOnce() -> Result<Renewal, InternalError> + Send + 'static,
    ) {
        if turns.queues.hold(ticket) {
            let whose = work.source().map(|source| source.author.id.clone());
            self.renewing.insert(ticket, (work.clone(), change));
            base.jobs.renew(whose, ticket, make);
        }
    }

    /// Takes out the change for which ratings are made anew, and its work; `None` if it was given up meanwhile.
    pub(crate) fn take_renewing(&mut self, ticket: Ticket) -> Option<(Work, Change)> {
        self.renewing.remove(&ticket)
    }

    /// Returns `true` if ratings are being made anew for something that was read back late in a place, or it is asked
    /// there who has left.
    pub(crate) fn has_late_work(&self, place: &PlaceId) -> bool {
        self.renewing.values().any(|(work, _)| work.is_late_in(place))
            || self.asking.values().any(|(_, asks)| asks.late && asks.place == *place)
    }

    /// Has the next round of an edition paired. Its deadline waits for that, unless something else about the
    /// edition is committed first.
    pub(crate) fn pair(
        &mut self,
        base: &Base,
        deadlines: &mut PendingDeadlines,
        no: EditionNo,
        event: PairingHistory,
    ) {
        deadlines.set_aside(&Key::Edition(no));
        if self.pairing.get(&no) != Some(&event) {
            self.pairing.insert(no, event.clone());
            base.jobs.pair(no, event);
        }
    }

    /// A round is paired, or that has failed: what is due in its edition is looked at again.
    pub(crate) fn paired(
        &mut self,
        base: &mut Base,
        deadlines: &mut PendingDeadlines,
        (no, event): (EditionNo, PairingHistory),
        made: Option<Pairing>,
    ) {
        if self.pairing.get(&no) == Some(&event) {
            self.pairing.remove(&no);
        }
        let key = Key::Edition(no);
        match made {
            Some(pairing) => {
                base.state.pairings().keep(no, event, pairing);
                deadlines.retry(&key);
            }
            None => {
                let pause = deadlines.fail(&key);
                tracing::error!("{no} could not be paired, which is tried again in {pause:?}");
                base.set_timer(pause, Timer::DeadlineRetry(key));
            }
        }
    }

    /// Gives up what is made for messages and changes, since the host is to end: the messages as if they were to
    /// be handled yet, and the work whose changes have not been made.
    pub(crate) fn give_up(&mut self) -> impl Iterator<Item = (Ticket, Work)> {
        let verifying = self.verifying.drain();
        let verifying = verifying.map(|(ticket, one)| (ticket, Work::Message(one.source)));
        let asking = self.asking.drain().map(|(_, (ticket, one))| (ticket, Work::Message(one)));
        verifying
            .chain(asking)
            .chain(self.renewing.drain().map(|(ticket, (work, _))| (ticket, work)))
    }
}
