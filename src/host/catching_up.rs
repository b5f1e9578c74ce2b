//! What an adapter needs to catch up after it was away: what it has kept, how far each place has come,
//! and which places matter.

use std::future::{self, Future};

use super::handle::HostHandle;
use crate::table::{MessageId, Millis, PlaceId, ServerId};

/// A place in which games go on or are offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivePlace {
    /// The channel, thread or private chat.
    pub place: PlaceId,
    /// The server to which it belongs, where that is known.
    pub server: Option<ServerId>,
    /// The last message there up to which everything has its end; `None` if none is known.
    pub after: Option<MessageId>,
    /// Since when the game there waits that has waited longest.
    pub since: Millis,
}

impl HostHandle {
    /// Keeps a text for the adapter under a key, over restarts; `None` forgets it. The future ends once
    /// that is durable, and tells whether it is; nobody has to wait for it.
    pub fn keep(
        &self,
        _key: String,
        _value: Option<String>,
    ) -> impl Future<Output = bool> + Send + 'static + use<> {
        future::ready(true)
    }

    /// All that the adapter has kept, by its keys.
    pub async fn kept(&self) -> Vec<(String, String)> {
        future::ready(Vec::new()).await
    }

    /// Tells that everything that was said in a place up to this message has its end.
    pub fn caught_up(&self, _place: PlaceId, _message: MessageId) {}

    /// The places of this host's platform in which games go on or are offered, the one that has waited
    /// longest first.
    pub async fn live_places(&self) -> Vec<LivePlace> {
        future::ready(Vec::new()).await
    }

    /// Tells that a place is gone for good: what is said about its games goes to their players in
    /// private, until one of them names the game in another channel of its server.
    pub fn gone(&self, _place: PlaceId) {}
}
