//! Refusals of messages that were read back late, until they are told.

use std::collections::BTreeMap;

use chat::{Addressing, Incoming, Refused};
use table::PlaceId;

use super::key_queues::Ticket;

/// What could not be done of the messages that were read back late, until it is told.
#[derive(Debug, Default)]
pub(super) struct LateRefusals(BTreeMap<PlaceId, Vec<OfPerson>>);

/// The refusals of one person in a place.
#[derive(Debug)]
pub(super) struct OfPerson {
    /// The first message that was refused.
    pub(super) first: Incoming,
    /// What could not be done, in the order in which it was written.
    pub(super) refused: Vec<Refused>,
    /// The messages, which have their end once that is said.
    pub(super) tickets: Vec<Ticket>,
}

impl LateRefusals {
    /// Whether refusals wait to be told in a place.
    pub(super) fn waits_in(&self, place: &PlaceId) -> bool {
        self.0.contains_key(place)
    }

    /// A message was refused.
    pub(super) fn add(&mut self, ticket: Ticket, message: &Incoming, refused: Refused) {
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
    pub(super) fn private_chats(&self, place: &PlaceId) -> impl Iterator<Item = PlaceId> {
        let people = self.0.get(place).into_iter().flatten().map(|one| &one.first);
        let private = people.filter(|first| first.addressing == Addressing::Private);
        private.map(|first| first.author.id.private_place())
    }

    /// The places in which refusals wait.
    pub(super) fn places(&self) -> Vec<PlaceId> {
        self.0.keys().cloned().collect()
    }

    /// Takes out the refusals of a place, person by person.
    pub(super) fn take(&mut self, place: &PlaceId) -> Vec<OfPerson> {
        self.0.remove(place).unwrap_or_default()
    }
}
