//! Messages that an adapter reads back after it was away. They are handled like any others, as of the
//! instant at which they were written; what could not be done is told in one message for each person
//! and place, once the place is released.

use chat::{Incoming, InternalError, LateAnswer, Reply, World as _};
use store::TouchWrite;
use table::PlaceId;

use super::{
    event_loop::HostLoop,
    host_event::End,
    key_queues::Ticket,
    late_refusals::OfPerson,
    work::{Work, WorkStep},
};

impl HostLoop {
    /// A message that was read back late, with the people in it under the names by which they are known
    /// here: a channel's history does not tell what a server calls them.
    pub(super) fn under_known_names(&self, message: &Incoming) -> Result<Incoming, InternalError> {
        let mut message = message.clone();
        let people = std::iter::once(&mut message.author).chain(&mut message.mentioned);
        for person in people {
            let known = self.state.reader().person(&person.id);
            if let Some(known) = known.map_err(|error| InternalError(error.to_string()))? {
                *person = known;
            }
        }
        Ok(message)
    }

    /// Answers a message that was read back late by these replies, as far as they are still worth it.
    pub(super) fn answered_late(
        &mut self,
        ticket: Ticket,
        message: &Incoming,
        replies: Vec<Reply>,
    ) -> WorkStep {
        let prefix = self.state.settings(&message.place, message.server.as_ref()).prefix;
        match chat::late_answer(message, &prefix, replies, self.state.now()) {
            LateAnswer::Say(replies) => self.answered(ticket, message, replies),
            LateAnswer::Silent => self.left_silent(message),
            LateAnswer::Refused(refused) => {
                self.recent.note(&message.id);
                // Its end comes once that is said: until then the adapter would have to read it again.
                self.ends.reply_follows(ticket);
                self.late.add(ticket, message, *refused);
                WorkStep::Done(End::Answered)
            }
        }
    }

    /// Tells what could not be done in the places that wait no more.
    pub(super) fn tell_refusals(&mut self) {
        let mut places = self.late.places();
        places.retain(|place| {
            let known_as = std::iter::once(place.clone()).chain(self.late.private_chats(place));
            !known_as.into_iter().any(|area| self.state.holds().covers(&area))
                && !self.has_late_work(place)
        });
        for place in places {
            for OfPerson { first, refused, tickets } in self.late.take(&place) {
                let answered = refused.iter().map(|one| one.message.clone());
                let answered = answered.map(TouchWrite::Answered).collect();
                let reply = chat::told_in_one(&first, refused);
                self.tell_kept(reply.into_iter().collect(), answered, None);
                let ends: Vec<_> =
                    tickets.into_iter().filter_map(|t| self.ends.reply_sent(t)).collect();
                ends.into_iter().for_each(|end| self.tell(end));
            }
            self.let_mark_go(&place);
        }
    }

    /// Whether something that was read back late in a place is still to be done.
    fn has_late_work(&self, place: &PlaceId) -> bool {
        let under_way = self.pending.values().map(|pending| &pending.work);
        let renewing = self.renewing.values().map(|renewing| &renewing.work);
        let works = self.works.values().chain(under_way).chain(renewing);
        let mut sources = works.filter_map(Work::source);
        sources.any(|source| source.late && source.place == *place)
    }
}
