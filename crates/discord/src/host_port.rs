//! What the adapter needs from the host, so that tests can take the host's place.

use std::{future::Future, sync::Arc};

use chat::{Choice, Incoming, LostThread, Modal, NoThread, OpenedModal, Typing};
use host::{HostHandle, LivePlace, ShownMessage};
use table::{Area, GameNo, MessageId, Millis, PlaceId, ServerId};

/// The host as the adapter knows it. All methods but the asynchronous ones return at once, because the
/// shards' heartbeats wait for them.
pub trait Host: Clone + Send + Sync + 'static {
    /// Hands a message over.
    fn receive(&self, incoming: Incoming);
    /// Returns what stands before commands in a server, or where there is none.
    fn prefix(&self, server: Option<&ServerId>) -> Arc<str>;
    /// Acknowledges a reply: since `at` Discord has it as the message with this id, or it is not needed any
    /// more, or refused for good.
    fn delivered(&self, outbox: u64, message: Option<MessageId>, at: Millis);
    /// Acknowledges a reply whose place takes nothing any more, as [`thread_lost`](Self::thread_lost) or
    /// [`gone`](Self::gone) has told before: what tells of the end of a game is said elsewhere.
    fn lost(&self, outbox: u64, why: LostThread, at: Millis);
    /// Acknowledges a reply that was to open a thread: Discord has it since `at` as this message, and the
    /// thread, or none for this reason. The future ends once the game lives in the thread, or it is known
    /// that it does not.
    fn threaded(
        &self,
        outbox: u64,
        message: MessageId,
        at: Millis,
        opened: Result<PlaceId, NoThread>,
    ) -> impl Future<Output = ()> + Send + 'static;
    /// Returns whether a game or an offer lives in a thread, or is about to, so that it must not be archived.
    fn is_thread_needed(&self, thread: PlaceId) -> impl Future<Output = bool> + Send;
    /// Tells that a thread takes nothing any more: games for which the bot has opened it go back to its
    /// channel.
    fn thread_lost(&self, thread: PlaceId, why: LostThread);
    /// Tells that these places belong to a server.
    fn places(&self, server: ServerId, places: Vec<PlaceId>);
    /// Tells that Discord has an answer without an outbox number, about a game, as this message.
    fn posted(&self, place: PlaceId, game: GameNo, message: MessageId);
    /// Keeps a text under a key over restarts; `None` forgets it. The future, which need not be
    /// awaited, ends once that is durable, and tells whether it is.
    fn keep(
        &self,
        key: String,
        value: Option<String>,
    ) -> impl Future<Output = bool> + Send + 'static;
    /// All that was kept, by its keys.
    fn kept(&self) -> impl Future<Output = Vec<(String, String)>> + Send;
    /// Tells that everything said in a place up to this message has its end.
    fn caught_up(&self, place: PlaceId, message: MessageId);
    /// The places in which games go on or are offered, the one that has waited longest first.
    fn live_places(&self) -> impl Future<Output = Vec<LivePlace>> + Send;
    /// Lets what is due there wait until as many releases have come.
    fn hold(&self, area: Area);
    /// Lets what is due there wait no more.
    fn release(&self, area: Area);
    /// Tells whether replies to this place cannot be delivered.
    fn unreachable(&self, place: PlaceId, is_unreachable: bool);
    /// Tells that everything has been handed over that was said before this instant.
    fn heard(&self, at: Millis);
    /// Tells that a place is gone for good: its games go on in the private chats of their players. Replies
    /// that are [`lost`](Self::lost) after this are said again there.
    fn gone(&self, place: PlaceId);
    /// Tells whether Discord hides the text of messages in which the bot is not mentioned.
    fn content_is_hidden(&self, is_hidden: bool);
    /// Returns what completes the value that a person is typing; at most as many choices as Discord shows.
    fn completions(&self, typing: Typing) -> impl Future<Output = Vec<Choice>> + Send;
    /// The newest messages about a game that Discord has.
    fn shown_messages(&self, game: GameNo) -> impl Future<Output = Vec<ShownMessage>> + Send;
    /// Returns what opens for whoever taps so, which is told by a message without words; `None` if that is not
    /// known.
    fn open_modal(
        &self,
        tap: Incoming,
        wanted: Modal,
    ) -> impl Future<Output = Option<OpenedModal>> + Send;
}

impl Host for HostHandle {
    fn receive(&self, incoming: Incoming) {
        Self::receive(self, incoming);
    }

    fn prefix(&self, server: Option<&ServerId>) -> Arc<str> {
        Self::prefix(self, server)
    }

    fn delivered(&self, outbox: u64, message: Option<MessageId>, at: Millis) {
        Self::delivered(self, outbox, message, at);
    }

    fn lost(&self, outbox: u64, why: LostThread, at: Millis) {
        Self::lost(self, outbox, why, at);
    }

    fn threaded(
        &self,
        outbox: u64,
        message: MessageId,
        at: Millis,
        opened: Result<PlaceId, NoThread>,
    ) -> impl Future<Output = ()> + Send + 'static {
        Self::threaded(self, outbox, message, at, opened)
    }

    async fn is_thread_needed(&self, thread: PlaceId) -> bool {
        Self::is_thread_needed(self, thread).await
    }

    fn thread_lost(&self, thread: PlaceId, why: LostThread) {
        Self::thread_lost(self, thread, why);
    }

    fn places(&self, server: ServerId, places: Vec<PlaceId>) {
        Self::places(self, server, places);
    }

    fn posted(&self, place: PlaceId, game: GameNo, message: MessageId) {
        Self::posted(self, place, game, message);
    }

    fn keep(
        &self,
        key: String,
        value: Option<String>,
    ) -> impl Future<Output = bool> + Send + 'static {
        Self::keep(self, key, value)
    }

    async fn kept(&self) -> Vec<(String, String)> {
        Self::kept(self).await
    }

    fn caught_up(&self, place: PlaceId, message: MessageId) {
        Self::caught_up(self, place, message);
    }

    async fn live_places(&self) -> Vec<LivePlace> {
        Self::live_places(self).await
    }

    fn hold(&self, area: Area) {
        Self::hold(self, area);
    }

    fn release(&self, area: Area) {
        Self::release(self, area);
    }

    fn unreachable(&self, place: PlaceId, is_unreachable: bool) {
        Self::unreachable(self, place, is_unreachable);
    }

    fn heard(&self, at: Millis) {
        Self::heard(self, at);
    }

    fn gone(&self, place: PlaceId) {
        Self::gone(self, place);
    }

    fn content_is_hidden(&self, is_hidden: bool) {
        Self::content_is_hidden(self, is_hidden);
    }

    async fn completions(&self, typing: Typing) -> Vec<Choice> {
        Self::completions(self, typing).await
    }

    async fn shown_messages(&self, game: GameNo) -> Vec<ShownMessage> {
        Self::shown_messages(self, game).await
    }

    async fn open_modal(&self, tap: Incoming, wanted: Modal) -> Option<OpenedModal> {
        Self::open_modal(self, tap, wanted).await
    }
}
