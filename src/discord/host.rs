//! What the adapter needs from the host, so that tests can take the host's place.

use crate::{
    chat::Incoming,
    host::HostHandle,
    table::{GameNo, MessageId, Millis, PlaceId, ServerId},
};

/// The host as the adapter knows it. All methods return at once, because the shards' heartbeats
/// wait for them.
pub trait Host: Clone + Send + Sync + 'static {
    /// Hands a message over.
    fn receive(&self, incoming: Incoming);
    /// Acknowledges a reply: since `at` Discord has it as the message with this id, or it is known
    /// that it never will.
    fn delivered(&self, outbox: u64, message: Option<MessageId>, at: Millis);
    /// Tells that these places belong to a server.
    fn places(&self, server: ServerId, places: Vec<PlaceId>);
    /// Tells that Discord has an answer without an outbox number, about a game, as this message.
    fn posted(&self, place: PlaceId, game: GameNo, message: MessageId);
}

impl Host for HostHandle {
    fn receive(&self, incoming: Incoming) {
        Self::receive(self, incoming);
    }

    fn delivered(&self, outbox: u64, message: Option<MessageId>, at: Millis) {
        Self::delivered(self, outbox, message, at);
    }

    fn places(&self, server: ServerId, places: Vec<PlaceId>) {
        Self::places(self, server, places);
    }

    fn posted(&self, place: PlaceId, game: GameNo, message: MessageId) {
        Self::posted(self, place, game, message);
    }
}
