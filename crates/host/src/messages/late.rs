//! Messages that an adapter reads back after it was away. They are handled like any others, as of the
//! instant at which they were written; what could not be done is told in one message for each person
//! and place, once the place is released.

use std::collections::BTreeMap;

use chat::{Addressing, Incoming, InternalError, Refused};
use table::PlaceId;

use crate::{queues::key_queues::Ticket, state::committed_state::CommittedState};

/// The requests of messages read back late that could not be done, until that is told.
#[derive(Debug, Default)]
pub(crate) struct LateRefusals(BTreeMap<PlaceId, Vec<OfPerson>>);

/// The refusals of one person in a place.
#[derive(Debug)]
pub(crate) struct OfPerson {
    /// The first message that was refused.
    pub(crate) first: Incoming,
    /// Their requests, in the order in which they were written.
    pub(crate) refused: Vec<Refused>,
    /// The messages, which have their end once that is said.
    pub(crate) tickets: Vec<Ticket>,
}

impl LateRefusals {
    /// Returns `true` if refusals wait to be told in a place.
    pub(crate) fn waits_in(&self, place: &PlaceId) -> bool {
        self.0.contains_key(place)
    }

    /// A message was refused.
    pub(crate) fn add(&mut self, ticket: Ticket, message: &Incoming, refused: Refused) {
        let people = self.0.entry(message.place.clone()).or_default();
        match people.iter_mut().find(|one| one.first.author.id == message.author.id) {
            Some(one) => {
                one.refused.push(refused);
                one.tickets.push(ticket);
            }
            None => people.push(OfPerson {
                first: message.clone(),
                refused: vec![refused],
                tickets: vec![ticket],
            }),
        }
    }

    /// The private chats by which a place is known as well, if it is one.
    pub(crate) fn private_chats(&self, place: &PlaceId) -> impl Iterator<Item = PlaceId> {
        let people = self.0.get(place).into_iter().flatten().map(|one| &one.first);
        let private = people.filter(|first| first.addressing == Addressing::Private);
        private.map(|first| first.author.id.private_place())
    }

    /// The places in which refusals wait.
    pub(crate) fn places(&self) -> Vec<PlaceId> {
        self.0.keys().cloned().collect()
    }

    /// Takes out the refusals of a place, person by person.
    pub(crate) fn take(&mut self, place: &PlaceId) -> Vec<OfPerson> {
        self.0.remove(place).unwrap_or_default()
    }
}

impl CommittedState {
    /// A message that was read back late, with the people in it under the names by which they are known
    /// here: a channel's history does not tell what a server calls them.
    pub(crate) fn under_known_names(&self, message: &Incoming) -> Result<Incoming, InternalError> {
        let mut message = message.clone();
        let people = std::iter::once(&mut message.author).chain(&mut message.mentioned);
        for person in people {
            let known = self.reader().person(&person.id);
            if let Some(known) = known.map_err(|error| InternalError(error.to_string()))? {
                *person = known;
            }
        }
        Ok(message)
    }
}
