//! The link with the platform: what is known of how it is reached and heard, over restarts as well.

use std::sync::Arc;

use table::Platform;

use super::{contact::Contact, reach::Reach, sync_state::SyncState};
use crate::report::Shards;

/// The part of the loop that keeps touch with its platform.
#[derive(Debug)]
pub(crate) struct Link {
    /// The facts on which clocks and deadlines depend; the committed state reads them too.
    pub(crate) contact: Arc<Contact>,
    /// The texts that the adapter keeps, how far each place has come, and the places that are gone.
    pub(crate) sync_state: SyncState,
    /// The reach of the platform and its places.
    pub(crate) reach: Reach,
    /// The connections to its gateway, if it has one.
    pub(crate) shards: Option<Shards>,
}

impl Link {
    /// A link of which nothing is read yet, to a platform with a gateway or without.
    pub(crate) fn new(contact: Arc<Contact>, has_gateway: bool) -> Self {
        let shards = has_gateway.then(Shards::default);
        Self { contact, sync_state: SyncState::default(), reach: Reach::default(), shards }
    }

    /// The platform of this host.
    pub(crate) fn platform(&self) -> Platform {
        self.contact.platform()
    }
}
