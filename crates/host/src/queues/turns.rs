//! Work that waits for its turn, and changes that are under way meanwhile.

use std::{collections::HashMap, sync::Arc};

use chat::Incoming;
use table::{Game, Key, PlaceId};

use super::{
    backlogs::Backlogs,
    key_queues::{KeyQueues, Ticket},
    pending::Pending,
    work::Work,
};
use crate::base::Base;

/// How often in a row some work is done afresh because another writer came before it.
const MOST_CONFLICTS: u8 = 5;

/// The work of the loop that waits, and the changes that are being committed.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// Whose turn it is.
    pub(crate) queues: KeyQueues<Key>,
    /// The work that waits for its turn.
    pub(crate) works: HashMap<Ticket, Work>,
    /// How many messages of each person are among that.
    pub(crate) backlogs: Backlogs,
    /// Changes that are being committed, by the ticket of the work that has brought them.
    pub(crate) pending: HashMap<Ticket, Pending>,
    /// How often the change of some work met what another writer has written.
    conflicts: HashMap<Ticket, u8>,
}

impl Turns {
    /// Returns `true` if no work waits and no change is being committed.
    pub(crate) fn is_idle(&self) -> bool {
        self.works.is_empty() && self.pending.is_empty()
    }

    /// Lets work that has just come up wait for its turn.
    pub(crate) fn arrive(&mut self, base: &mut Base, work: Work) {
        self.wait(base.next_ticket(), work.keys(), work);
    }

    /// Lets work wait until it may have these keys.
    pub(crate) fn wait(&mut self, ticket: Ticket, keys: Vec<Key>, work: Work) {
        self.queues.queue(ticket, keys);
        self.works.insert(ticket, work);
    }

    /// Does some work once more under its ticket, from what stands by now.
    pub(crate) fn wait_afresh(&mut self, ticket: Ticket, work: &Work) {
        if let Work::Message(message) = work {
            self.backlogs.admit_late(&message.author.id);
        }
        self.wait(ticket, work.keys(), work.clone());
    }

    /// Returns `true` if work whose change met what another writer has written may be done once more. Only the
    /// first time is said.
    pub(crate) fn may_try_again(&mut self, ticket: Ticket) -> bool {
        let tries = self.conflicts.entry(ticket).or_default();
        *tries += 1;
        if *tries == 1 {
            tracing::warn!("a change met what another writer has written: it is made afresh");
        }
        *tries <= MOST_CONFLICTS
    }

    /// Nothing more is done for this ticket.
    pub(crate) fn forget(&mut self, ticket: Ticket) {
        self.conflicts.remove(&ticket);
    }

    /// The games of changes that are being committed, as they are to be.
    pub(crate) fn changing(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.pending.values().flat_map(|pending| &pending.games)
    }

    /// The keys of games that are changing in the place of a message, or about its author, because of what
    /// came before it: a reply to a move may follow it at once, where several messages come together.
    /// `None` if there are none, or if the message has waited for such changes already.
    pub(crate) fn changes_before(&self, ticket: Ticket, message: &Incoming) -> Option<Vec<Key>> {
        let has_waited = self.queues.keys_of(ticket).iter().any(|key| matches!(key, Key::Game(_)));
        let concerns = |game: &&Arc<Game>| {
            *game.place() == message.place || game.seat_of(&message.author.id).is_some()
        };
        let changing = self.changing().filter(concerns);
        let mut keys: Vec<Key> = changing.map(|game| Key::Game(game.no())).collect();
        if has_waited || keys.is_empty() {
            return None;
        }
        keys.push(Key::Person(message.author.id.clone()));
        Some(keys)
    }

    /// Returns `true` if something that was read back late in a place is still to be done, or being committed.
    pub(crate) fn has_late_work(&self, place: &PlaceId) -> bool {
        let under_way = self.pending.values().map(|pending| &pending.work);
        self.works.values().chain(under_way).any(|work| work.is_late_in(place))
    }

    /// Takes out what waits, since the host is to end; `but_deliveries` leaves what does not come again.
    pub(crate) fn give_up(&mut self, but_deliveries: bool) -> impl Iterator<Item = (Ticket, Work)> {
        self.works.extract_if(move |_, work| {
            !but_deliveries || !matches!(work, Work::Delivery(..) | Work::Opening(..))
        })
    }
}
