//! The taking of turns: work is done at once, or when all that it depends on is done.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chat::{
    Change, Incoming, InternalError, RatingLog as _, World, Write, after_games, rated_at_ends,
};
use table::{Key, PersonId};

use super::{
    key_queues::Ticket,
    work::{Work, WorkStep},
};
use crate::{
    event_loop::HostLoop,
    host_event::{HostEvent, MessageOutcome},
    state::committed_state::CommittedState,
};

impl HostLoop {
    /// Does everything that need not wait any more, in the order in which it came. What only asks is put behind
    /// it.
    pub(crate) fn take_turns(&mut self) {
        while let Some(ticket) = self.turns.queues.first_ready() {
            let Some(work) = self.turns.works.remove(&ticket) else {
                self.turns.queues.leave(ticket);
                continue;
            };
            let work = match self.ending.is_near() {
                true => Some(work),
                false => self.questions.put_behind(&self.base.state, &mut self.turns, ticket, work),
            };
            if let Some(work) = work {
                self.take_up(ticket, work);
            }
        }
        self.tell_refusals();
    }

    /// Does one piece of work whose ticket is ready.
    pub(crate) fn take_up(&mut self, ticket: Ticket, work: Work) {
        // What fails must neither end all games nor come up again and again.
        let done = catch_unwind(AssertUnwindSafe(|| self.take_turn(ticket, &work)));
        match done.unwrap_or_else(|_| Err(InternalError("it panicked".to_owned()))) {
            Ok(()) => {}
            // The change is on its way nevertheless.
            Err(InternalError(what)) if self.turns.pending.contains_key(&ticket) => {
                tracing::error!("after a change: {what}");
            }
            Err(InternalError(what)) => self.work_failed(ticket, &work, &what),
        }
        if self.turns.queues.is_waiting(ticket) {
            self.turns.works.insert(ticket, work);
        } else if let Work::Message(message) = &work {
            self.turns.backlogs.leave(&message.author.id);
        }
    }

    /// Does one piece of work. Afterwards its ticket is out of the queues, or it waits for keys that it
    /// cannot have yet.
    fn take_turn(&mut self, ticket: Ticket, work: &Work) -> Result<(), InternalError> {
        if work.leaves().is_some_and(|place| self.link.contact.holds().covers(place)) {
            self.retries.hold(work.clone());
            self.finish(ticket, MessageOutcome::Silent);
            return Ok(());
        }
        let step = match work {
            Work::Message(message) => self.handle_message(ticket, message)?,
            Work::BotPly(_) | Work::StillThinking(..) if self.ending.is_near() => {
                WorkStep::Done(MessageOutcome::Silent)
            }
            Work::BotPly(no) => self.bots.plays(&self.base.state, *no)?,
            Work::StillThinking(no, ply) => {
                self.bots.still_thinking(&self.base.state, *no, *ply)?
            }
            Work::DrawAnswer(question, accepts) => self.bot_answers(ticket, question, *accepts)?,
            Work::Verified(question, checked) => {
                self.answer_verified(ticket, question, checked.as_ref())?
            }
            Work::Due(key) => self.come_due(key)?,
            Work::Delivery(delivered, delivery) => self.board_delivered(delivered, delivery)?,
            Work::Opening(opened) => self.thread_opened(opened)?,
            Work::LostThread(no, thread, why, lost) => {
                self.goes_back(*no, thread, *why, lost.as_ref())?
            }
        };
        match step {
            WorkStep::Done(end) => self.finish(ticket, end),
            WorkStep::Commit(mut change) => {
                learn_servers(&self.base.state, work.source(), &mut change)?;
                rate(&self.base.state, &mut change)?;
                change.rows.extend(after_games(&self.base.state, &change));
                // If it has to wait, the change is not kept: the work is then done afresh.
                self.turns.queues.queue(ticket, keys_of(&change, work));
                if self.turns.queues.is_ready(ticket) {
                    self.commit_or_renew(ticket, work, change);
                }
            }
            WorkStep::Wait(keys) => self.turns.queues.queue(ticket, keys),
            WorkStep::Verify(question) => {
                let verification = question.verification.clone();
                let check = move || verification.check();
                self.aside.verify(&self.base, &mut self.turns, (ticket, question), check);
            }
            WorkStep::AskWhoLeft(people) => self.ask_who_left(ticket, work, people),
            WorkStep::GoesOn => self.turns.queues.leave(ticket),
        }
        Ok(())
    }

    /// Lets the adapter find out which of these people have left the server of a message.
    fn ask_who_left(&mut self, ticket: Ticket, work: &Work, people: Vec<PersonId>) {
        let Some((source, server)) = work.source().and_then(|one| Some((one, one.server.clone()?)))
        else {
            return self.finish(ticket, MessageOutcome::Failed);
        };
        let message = source.id.clone();
        self.aside.ask_who_left(&mut self.base, &mut self.turns, ticket, source);
        self.speech.tell(HostEvent::AskWhoLeft { message, server, people });
    }

    /// There is nothing more to do for this ticket.
    pub(crate) fn finish(&mut self, ticket: Ticket, end: MessageOutcome) {
        self.turns.queues.leave(ticket);
        self.conclude(ticket, end);
    }

    /// Nothing more is done about a message; the adapter learns of it behind the last reply.
    pub(crate) fn conclude(&mut self, ticket: Ticket, end: MessageOutcome) {
        self.turns.forget(ticket);
        self.speech.conclude(ticket, end);
    }

    /// Drops what waits, since the host is to end: all but deliveries, which do not come again.
    pub(crate) fn drop_waiting(&mut self) {
        for (ticket, _) in self.give_up(true) {
            self.finish(ticket, MessageOutcome::Dropped);
        }
        self.speech.drop_answers();
    }

    /// Takes out all that waits or is made aside, in the order in which it came, since the host is to end;
    /// `but_deliveries` leaves what does not come again.
    pub(crate) fn give_up(&mut self, but_deliveries: bool) -> Vec<(Ticket, Work)> {
        let waiting = self.turns.give_up(but_deliveries);
        let mut given_up: Vec<_> =
            waiting.chain(self.questions.give_up()).chain(self.aside.give_up()).collect();
        given_up.sort_unstable_by_key(|(ticket, _)| *ticket);
        given_up.iter().for_each(|(ticket, _)| self.turns.queues.let_go(*ticket));
        given_up
    }
}

/// Notes to which servers the games of a change belong that do not know it yet: a message from the place of a
/// game tells, or the platform has told. A game that counts for ratings keeps what was known at its end.
fn learn_servers(
    state: &CommittedState,
    source: Option<&Incoming>,
    change: &mut Change,
) -> Result<(), InternalError> {
    for game in change.games.iter_mut().map(|one| &mut one.game) {
        if game.server().is_some() || state.rated_game(game.no())?.is_some() {
            continue;
        }
        let here = source.filter(|source| source.place == *game.place());
        let told = here.and_then(|source| source.server.clone());
        if let Some(server) = told.or_else(|| state.server_of(game.place())) {
            game.learn_server(&server);
        }
    }
    Ok(())
}

/// Adds to a change what the ends of its rated games change about ratings.
fn rate(world: &dyn World, change: &mut Change) -> Result<(), InternalError> {
    let games = change.games.iter().map(|one| &one.game);
    let rows = rated_at_ends(world, games)?;
    change.rows.extend(rows);
    Ok(())
}

/// All that a change concerns: its games, the author of its message, what was due, and what else it
/// writes or needs.
pub(crate) fn keys_of(change: &Change, work: &Work) -> Vec<Key> {
    let games = change.games.iter().map(|one| Key::Game(one.game.no()));
    let author = work.source().map(|source| Key::Person(source.author.id.clone()));
    let due = match work {
        Work::Due(key) => Some(key.clone()),
        _ => None,
    };
    let rows = change.rows.iter().filter_map(Write::key);
    let written = games.chain(author).chain(work.late_key()).chain(due).chain(rows);
    written.chain(change.holds.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{EditionNo, GameNo, PersonId, Platform};

    #[test]
    fn a_change_needs_all_that_it_writes_and_what_it_asks_for() {
        let [ann, ben] =
            ["ann", "ben"].map(|name| Key::Person(PersonId::new(Platform::Local, name)));
        let change = Change {
            rows: vec![Write::Deadline(Key::Edition(EditionNo(7)), Some(5))],
            holds: vec![ann.clone(), ben.clone()],
            ..Change::default()
        };
        let keys = keys_of(&change, &Work::Due(Key::Task("pairing".into())));
        assert_eq!(
            keys,
            [Key::Task("pairing".into()), Key::Edition(EditionNo(7)), ann.clone(), ben.clone()]
        );
        let keys = keys_of(&change, &Work::BotPly(GameNo(3)));
        assert_eq!(
            keys,
            [Key::Edition(EditionNo(7)), ann, ben],
            "the game of the cause has not changed"
        );
    }
}
