//! The one loop: events in, replies and jobs out.

use crate::chat::{Incoming, Outgoing};

/// The way for an adapter into the host.
#[derive(Clone, Debug)]
pub struct HostHandle {}

impl HostHandle {
    /// Hands a message over. Returns at once; the answer, if any, comes as an [`Outgoing`].
    pub fn said(&self, _incoming: Incoming) {
        unimplemented!()
    }

    /// The platform has this reply, as the message with this id (with platform).
    pub fn delivered(&self, _outbox: u64, _message: Option<String>) {
        unimplemented!()
    }
}

/// The way out of the host: replies in the order in which they are to be sent. A reply with an
/// outbox number comes again after a restart until it is acknowledged.
pub type Outbox = tokio::sync::mpsc::UnboundedReceiver<Outgoing>;
