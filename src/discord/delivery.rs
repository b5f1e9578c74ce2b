//! Sending one reply, and what to do when its channel refuses it or a part of it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic},
    time::Instant,
};

use serenity::model::id::{ChannelId, UserId};

use super::{
    Host, Pace,
    inbound::SharedState,
    payload::{self, SendOptions},
    request::ApiCall,
    rest::{RequestError, Rest},
    text,
};
use crate::{
    chat::{Outgoing, Reply},
    host::Clock,
    table::{MessageId, PlaceId, PlaceKind, Platform},
};

// Discord's codes for the reasons why it refuses a request.
const UNKNOWN_MESSAGE: u64 = 10_008;
const TOO_LARGE: u64 = 40_005;
const MISSING_ACCESS: u64 = 50_001;
const DM_CLOSED: u64 = 50_007;
const MISSING_PERMISSION: u64 = 50_013;
const INVALID_FORM: u64 = 50_035;
const THREAD_ARCHIVED: u64 = 50_083;
const DM_NOT_SHARED: u64 = 50_278;
const CANNOT_QUOTE: u64 = 160_002;
const THREAD_LOCKED: u64 = 160_005;

/// Where a reply goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A channel that is known.
    Channel(ChannelId),
    /// The private chat with a person, which may have to be opened first.
    Person(UserId),
}

/// The channel or the person of a place.
pub(super) fn target(place: &PlaceId) -> Option<Target> {
    if place.platform() != Platform::Discord {
        return None;
    }
    match place.kind() {
        PlaceKind::Private(person) => {
            payload::user(&person).map(|id| Target::Person(UserId::new(id)))
        }
        PlaceKind::Channel(key) => {
            payload::snowflake(key).map(|id| Target::Channel(ChannelId::new(id)))
        }
    }
}

/// What is known of a channel that refused something.
#[derive(Debug, Default)]
struct ChannelState {
    /// Until when it counts as refusing everything.
    closed: Option<Instant>,
    /// Until when it counts as refusing pictures and files.
    no_files: Option<Instant>,
    /// Until when it counts as refusing references.
    no_quotes: Option<Instant>,
    /// Whether the channel has been told why pictures are missing.
    explained: bool,
    /// Whether a player has learnt in private that we cannot write there.
    player_informed: bool,
}

/// The nonces of answers without an outbox number; no two are alike, not even those of different
/// runs.
struct TransientNonces {
    run: u32,
    next: atomic::AtomicU64,
}

impl Default for TransientNonces {
    fn default() -> Self {
        Self { run: rand::random(), next: atomic::AtomicU64::new(0) }
    }
}

/// Sends single replies, and remembers what each channel accepts.
pub(super) struct Delivery<H> {
    host: H,
    rest: Arc<Rest>,
    shared: Arc<SharedState>,
    pace: Pace,
    clock: Arc<dyn Clock>,
    channels: Mutex<HashMap<ChannelId, ChannelState>>,
    /// The private chats that were opened.
    private: Mutex<HashMap<UserId, ChannelId>>,
    transient_nonces: TransientNonces,
}

impl<H: Host> Delivery<H> {
    /// A delivery that knows nothing about any channel yet.
    pub(super) fn new(
        pace: Pace,
        clock: Arc<dyn Clock>,
        rest: Arc<Rest>,
        shared: Arc<SharedState>,
        host: H,
    ) -> Self {
        Self {
            host,
            rest,
            shared,
            pace,
            clock,
            channels: Mutex::default(),
            private: Mutex::default(),
            transient_nonces: TransientNonces::default(),
        }
    }

    /// Sends one reply to a channel or a person; see [`Delivery::deliver`].
    pub(super) async fn deliver_to(&self, target: Target, outgoing: Outgoing) {
        match target {
            Target::Channel(channel) => self.deliver(channel, outgoing).await,
            Target::Person(person) => self.deliver_in_private(person, outgoing).await,
        }
    }

    /// Sends one reply and acknowledges it, unless it should come again after a restart.
    async fn deliver(&self, channel: ChannelId, outgoing: Outgoing) {
        if self.is_closed(channel) && !self.is_answer_in_private(channel, &outgoing.reply) {
            tracing::debug!("nothing is sent to {channel}, which refused us lately");
            self.send_fallback(&outgoing).await;
            return self.acknowledge(&outgoing, None);
        }
        match self.send(channel, &outgoing).await {
            Ok(message) => self.acknowledge(&outgoing, message),
            Err(failure) if failure.is_transient() => {
                tracing::error!("a reply to {channel} did not get through: {failure}");
            }
            Err(RequestError::WrongToken) => {}
            Err(failure) => {
                tracing::warn!("channel {channel} takes no replies: {failure}");
                self.close(channel, &outgoing, &failure).await;
                self.send_fallback(&outgoing).await;
                self.acknowledge(&outgoing, None);
            }
        }
    }

    /// Sends one reply to a person in private, whose chat is opened if need be.
    async fn deliver_in_private(&self, person: UserId, outgoing: Outgoing) {
        match self.private_chat(person).await {
            Ok(channel) => self.deliver(channel, outgoing).await,
            Err(failure) if failure.is_transient() => {
                tracing::error!("a private chat could not be opened just now: {failure}");
            }
            Err(RequestError::WrongToken) => {}
            Err(failure) => {
                tracing::warn!("a private chat is refused: {failure}");
                self.send_fallback(&outgoing).await;
                self.acknowledge(&outgoing, None);
            }
        }
    }

    /// The private chat with a person.
    async fn private_chat(&self, person: UserId) -> Result<ChannelId, RequestError> {
        let opened = || self.private.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = opened().get(&person) {
            return Ok(*channel);
        }
        let answer = self.rest.call(&ApiCall::OpenDm(person), self.pace.patience).await?;
        let id = answer["id"].as_str().and_then(|id| id.parse().ok()).filter(|id| *id != 0);
        let channel = ChannelId::new(id.ok_or(RequestError::Lost("no channel came".into()))?);
        opened().insert(person, channel);
        Ok(channel)
    }

    /// Sends the fallback of a reply whose own place cannot be reached.
    async fn send_fallback(&self, outgoing: &Outgoing) {
        let Some(fallback) = &outgoing.reply.fallback else { return };
        let Some(Target::Channel(channel)) = target(&fallback.place) else { return };
        let reply = Reply {
            place: fallback.place.clone(),
            reply_to: None,
            text: fallback.text.clone(),
            ping: outgoing.reply.place.owner().into_iter().collect(),
            attachments: Vec::new(),
            actions: Vec::new(),
            fallback: None,
            ..outgoing.reply.clone()
        };
        let instead = Outgoing {
            outbox: outgoing.outbox,
            may_be_sent: outgoing.may_be_sent,
            reply,
            png: None,
        };
        if let Err(failure) = self.send(channel, &instead).await {
            tracing::warn!("{channel} could not be told of a closed private chat: {failure}");
        }
    }

    /// Tells the host what became of a reply with an outbox number, and which message has become of
    /// any other about a game.
    fn acknowledge(&self, outgoing: &Outgoing, message: Option<MessageId>) {
        match (outgoing.outbox, outgoing.reply.game, message) {
            (Some(number), _, message) => {
                self.host.delivered(number, message, self.clock.now());
            }
            (None, Some(game), Some(message)) => {
                self.host.posted(outgoing.reply.place.clone(), game, message);
            }
            (None, _, _) => {}
        }
    }

    /// Sends one reply without what the channel refuses, and returns the id of the message.
    async fn send(
        &self,
        channel: ChannelId,
        outgoing: &Outgoing,
    ) -> Result<Option<MessageId>, RequestError> {
        let nonce = match outgoing.outbox {
            Some(number) => payload::nonce(number, &outgoing.reply),
            None => self.transient_nonces.nonce(),
        };
        let mut options = self.options(channel);
        let mut refused = Vec::new();
        loop {
            let failure = match self.send_all(channel, outgoing, &nonce, options).await {
                Ok(id) => {
                    self.remember_refusals(channel, options, &refused);
                    return Ok(id);
                }
                Err(failure) => failure,
            };
            refused.extend(failure.code());
            let explained =
                self.channels(|all| all.get(&channel).is_some_and(|known| known.explained));
            options = without(options, outgoing, &failure, explained).ok_or(failure)?;
        }
    }

    /// Sends all messages of a reply and returns the id of the first.
    async fn send_all(
        &self,
        channel: ChannelId,
        outgoing: &Outgoing,
        nonce: &str,
        options: SendOptions,
    ) -> Result<Option<MessageId>, RequestError> {
        let durable = outgoing.outbox.is_some();
        let patience = if durable { self.pace.patience } else { self.pace.transient_patience };
        let mut first = None;
        for call in payload::calls(channel, outgoing, nonce, options) {
            let answer = self.rest.call(&call, patience).await?;
            let id = answer["id"].as_str().map(|id| MessageId::new(Platform::Discord, id));
            first = first.or(id);
        }
        Ok(first)
    }

    /// How to send to a channel, as far as is known.
    fn options(&self, channel: ChannelId) -> SendOptions {
        let now = self.clock.instant();
        self.channels(|all| {
            let known = all.get(&channel);
            let over = |until: Option<Instant>| until.is_none_or(|until| until <= now);
            SendOptions {
                files: known.is_none_or(|known| over(known.no_files)),
                notice: false,
                quote: known.is_none_or(|known| over(known.no_quotes)),
            }
        })
    }

    /// Remembers what a channel refused on the way to a message that it took.
    fn remember_refusals(&self, channel: ChannelId, options: SendOptions, refused: &[u64]) {
        if refused.is_empty() {
            return;
        }
        let until = Some(self.clock.instant() + self.pace.refused_for);
        self.channels(|all| {
            let known = all.entry(channel).or_default();
            known.explained |= options.notice;
            if refused.contains(&MISSING_PERMISSION) {
                known.no_files = until;
            }
            if refused.contains(&CANNOT_QUOTE) {
                known.no_quotes = until;
            }
        });
    }

    fn is_closed(&self, channel: ChannelId) -> bool {
        let closed = self.channels(|all| all.get(&channel).and_then(|known| known.closed));
        closed.is_some_and(|until| until > self.clock.instant())
    }

    /// Whether a reply answers somebody in private: whoever writes to us there can be answered there,
    /// whatever was refused before.
    fn is_answer_in_private(&self, channel: ChannelId, reply: &Reply) -> bool {
        let private = self.private.lock().unwrap_or_else(PoisonError::into_inner);
        reply.reply_to.is_some() && private.values().any(|chat| *chat == channel)
    }

    /// Leaves a channel alone that does not let us write, and tells the player so once, in private.
    async fn close(&self, channel: ChannelId, outgoing: &Outgoing, failure: &RequestError) {
        let server_can_mend = matches!(
            failure.code(),
            Some(MISSING_ACCESS | MISSING_PERMISSION | THREAD_ARCHIVED | THREAD_LOCKED)
        );
        let dm = matches!(failure.code(), Some(DM_CLOSED | DM_NOT_SHARED));
        if !server_can_mend && !dm {
            return;
        }
        let until = self.clock.instant() + self.pace.refused_for;
        let informed = self.channels(|all| {
            let known = all.entry(channel).or_default();
            known.closed = Some(until);
            std::mem::replace(&mut known.player_informed, true)
        });
        let player = self.player(&outgoing.reply);
        if let Some(player) = player.filter(|_| server_can_mend && !informed) {
            self.inform(player, &text::cannot_write(channel.get())).await;
        }
    }

    /// The person who waits for a reply: whoever wrote what it answers, otherwise the first whom it
    /// would have pinged.
    fn player(&self, reply: &Reply) -> Option<UserId> {
        let answered = reply.reply_to.as_ref().and_then(|id| id.key_on(Platform::Discord));
        let author = answered.and_then(|id| self.shared.author(id.parse().ok()?));
        author.or_else(|| reply.ping.iter().find_map(payload::user)).map(UserId::new)
    }

    /// Sends a player a text in private; if that fails, there is nobody left to tell.
    async fn inform(&self, player: UserId, text: &str) {
        let patience = self.pace.transient_patience;
        let sent = async {
            let channel = self.private_chat(player).await?;
            self.rest.call(&payload::note(channel, text), patience).await
        };
        if let Err(failure) = sent.await {
            tracing::warn!("the player could not be told in private either: {failure}");
        }
    }

    /// Reads or changes what is known of the channels.
    fn channels<T>(&self, look: impl FnOnce(&mut HashMap<ChannelId, ChannelState>) -> T) -> T {
        let mut channels: MutexGuard<'_, _> =
            self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        look(&mut channels)
    }
}

impl TransientNonces {
    fn nonce(&self) -> String {
        let n = self.next.fetch_add(1, atomic::Ordering::Relaxed);
        format!("p{:08x}-{n:x}-", self.run)
    }
}

/// The same options without what was refused; `None` when there is nothing left to leave out.
fn without(
    options: SendOptions,
    outgoing: &Outgoing,
    failure: &RequestError,
    explained: bool,
) -> Option<SendOptions> {
    let code = failure.code()?;
    let quotes = options.quote && outgoing.reply.reply_to.is_some();
    if quotes && matches!(code, CANNOT_QUOTE | UNKNOWN_MESSAGE | INVALID_FORM) {
        return Some(SendOptions { quote: false, ..options });
    }
    // Discord does not say which permission is missing: if the text alone gets through, it was
    // this one.
    let attaches = options.files && (outgoing.png.is_some() || outgoing.reply.file().is_some());
    match code {
        MISSING_PERMISSION if attaches => {
            Some(SendOptions { files: false, notice: !explained, ..options })
        }
        TOO_LARGE | INVALID_FORM if attaches => Some(SendOptions { files: false, ..options }),
        _ => None,
    }
}
