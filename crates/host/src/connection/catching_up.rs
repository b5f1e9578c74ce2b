//! The handle's methods for an adapter that catches up after it was away: what it has kept, how far each place has come,
//! and which places matter.

use std::future::Future;

use table::{MessageId, PlaceId};

use crate::{
    handle::HostHandle,
    input::{AdapterInput, HearingInput, KeepingInput, PlaceInput},
    places::live_place::LivePlace,
};

impl HostHandle {
    /// Keeps a text for the adapter under a key, over restarts; `None` forgets it. The future ends once
    /// that is durable, and tells whether it is; nobody has to wait for it. It is not if the disk has no
    /// room, if key or value are longer than 200 and 65,536 characters, and with more than 4,096 keys.
    pub fn keep(
        &self,
        key: String,
        value: Option<String>,
    ) -> impl Future<Output = bool> + Send + 'static + use<> {
        let kept =
            self.ask_loop(|done| AdapterInput::Keeping(KeepingInput::Keep { key, value, done }));
        async move { kept.await.unwrap_or(false) }
    }

    /// All that the adapter has kept and that is durable, by its keys; nothing if the host has stopped.
    pub async fn kept(&self) -> Vec<(String, String)> {
        self.ask_loop(|back| AdapterInput::Keeping(KeepingInput::All(back)))
            .await
            .unwrap_or_default()
    }

    /// Tells that everything that was said in a place up to this message has its end. Messages of a place
    /// are ordered by their ids; one that is not behind the last one known changes nothing.
    pub fn caught_up(&self, place: PlaceId, message: MessageId) {
        self.tell(AdapterInput::Hearing(HearingInput::CaughtUp(place, message)));
    }

    /// The places of this host's platform in which games go on or are offered, the one that has waited
    /// longest first. With them come the private chats of their people in which something may have been
    /// said about that: those that are known to be used, those in which men are arranged, and those in
    /// which a game goes on whose own place is gone.
    pub async fn live_places(&self) -> Vec<LivePlace> {
        self.ask_loop(|back| AdapterInput::Place(PlaceInput::Live(back))).await.unwrap_or_default()
    }

    /// Tells that a place is gone for good: what is said about its games goes to their players in
    /// private, until one of them names the game in another channel of its server. What could not be
    /// said there any more is said again in private, if it is [`lost`](Self::lost) after this.
    pub fn gone(&self, place: PlaceId) {
        self.tell(AdapterInput::Place(PlaceInput::Gone(place)));
    }

    /// Tells whether the platform hides the text of messages in which the bot is not mentioned: then a
    /// prefix is not seen, and sentences name a mention of the bot in its place.
    pub fn content_is_hidden(&self, is_hidden: bool) {
        self.tell(AdapterInput::Hearing(HearingInput::ContentHidden(is_hidden)));
    }
}
