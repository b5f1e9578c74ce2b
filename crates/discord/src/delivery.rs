//! One try to send a reply: without what the channel refuses, and with a word about what became of
//! it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chat::{LostThread, Outgoing, Permission};
use host::{Clock, timeout};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, UserId};
use table::Millis;

use super::{
    Pace,
    channels::Channels,
    emojis::KnownEmojis,
    failure::{Failure, Lack},
    inbound::SharedState,
    interactions::Clearing,
    payload::{self, SendOptions},
    queues::{Doubt, Item, Outcome, Target, Why},
    request::ApiCall,
    rest::{RequestError, Rest},
    threads::{is_archived, why_lost},
};
use crate::{permission_probe::PermissionProbe, sent_lookup};

/// How many private chats are remembered; those that are forgotten are opened again.
const MAX_PRIVATE: usize = 10_000;

/// For how long it is worth while to take the buttons from an older message.
const CLEARED_WITHIN: Duration = Duration::from_secs(10);

/// Sends single replies.
pub(super) struct Delivery {
    rest: Arc<Rest>,
    probe: Arc<PermissionProbe>,
    shared: Arc<SharedState>,
    channels: Arc<Channels>,
    clock: Arc<dyn Clock>,
    pace: Pace,
    /// The private chats that are known.
    private: Mutex<HashMap<UserId, ChannelId>>,
}

impl Delivery {
    /// A delivery that knows no private chat yet.
    pub(super) fn new(
        pace: Pace,
        clock: Arc<dyn Clock>,
        rest: Arc<Rest>,
        probe: Arc<PermissionProbe>,
        shared: Arc<SharedState>,
        channels: Arc<Channels>,
    ) -> Self {
        Self { rest, probe, shared, channels, clock, pace, private: Mutex::default() }
    }

    /// The waiting times.
    pub(super) const fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Returns what requests are sent with.
    pub(super) fn rest(&self) -> &Rest {
        &self.rest
    }

    /// Returns who finds out what we may do in a channel.
    pub(super) fn probe(&self) -> &PermissionProbe {
        &self.probe
    }

    /// Tries once to send a reply, or looks at what its place has already.
    pub(super) async fn run(&self, target: Target, item: &mut Item, reads: bool) -> Outcome {
        let tried = match self.channel(target, item).await {
            Ok(channel) if reads => match self.last_messages(channel, item).await {
                Ok(seen) => return Outcome::Read(seen),
                Err(error) => Err(error),
            },
            Ok(channel) => match self.send(channel, item).await {
                // A message wakes a thread, unless that is locked.
                Err(error) if is_archived(&error) => {
                    match self.wake_thread(channel, item, error).await {
                        Ok(()) => self.send(channel, item).await,
                        Err(error) => Err(error),
                    }
                }
                sent => sent,
            },
            Err(error) => Err(error),
        };
        match tried {
            Ok(()) => Outcome::Sent,
            Err(error) => {
                let timeout = self.timeout(target, &error).await;
                self.outcome(target, item, &error, timeout)
            }
        }
    }

    /// Until when we are in a timeout, if something was refused for that.
    async fn timeout(&self, target: Target, error: &RequestError) -> Option<Millis> {
        match target {
            Target::Channel(channel) if Failure::of(error) == Failure::NotAllowed => {
                self.probe.timed_out_until(channel).await
            }
            Target::Channel(_) | Target::Person(_) => None,
        }
    }

    /// Returns why a channel takes nothing, where that is known.
    fn lack(&self, channel: ChannelId, error: &RequestError) -> Option<Lack> {
        let is_thread = self.shared.parent_of(channel).is_some();
        let lack = Failure::lack(error, is_thread);
        match self.shared.server_of(channel) {
            Some(server) if self.shared.guilds.has_left(server) => Some(Lack::Removed),
            // A server of which nothing was heard may have thrown us out while the program was away.
            None if lack == Some(Lack::Permission(Permission::View)) => Some(Lack::Hidden),
            _ => lack,
        }
    }

    /// Returns what a failed try means for the reply; in a timeout that lasts until then, if we are in one.
    fn outcome(
        &self,
        target: Target,
        item: &mut Item,
        error: &RequestError,
        timeout: Option<Millis>,
    ) -> Outcome {
        let is_person = matches!(target, Target::Person(_));
        let why = match Failure::of(error) {
            Failure::Unwanted => return Outcome::Unwanted,
            Failure::WrongToken => return Outcome::Later,
            Failure::Later | Failure::Unsure => {
                let place = self.shared.in_log(target);
                // Of a blocked address there is a line already.
                if item.fails() || matches!(error, RequestError::Blocked(_)) {
                    tracing::debug!("a reply to {place} still does not get through: {error}");
                } else {
                    tracing::warn!("a reply to {place} waits, and is tried again: {error}");
                }
                return Outcome::Later;
            }
            Failure::Gone if is_person => {
                // Another private chat is opened.
                self.private().retain(|person, _| Target::Person(*person) != target);
                return Outcome::Later;
            }
            Failure::Gone => Why::Gone,
            Failure::PrivateClosed => Why::PrivateClosed,
            Failure::NotAllowed | Failure::Closed if is_person => Why::PrivateClosed,
            Failure::NotAllowed | Failure::Closed if item.outgoing.in_own_thread => {
                Why::Lost(timeout.map_or_else(|| why_lost(error), LostThread::TimedOut))
            }
            Failure::NotAllowed | Failure::Closed => {
                if let Target::Channel(channel) = target {
                    let lack = timeout.map(Lack::TimedOut);
                    let lack = lack.or_else(|| self.lack(channel, error));
                    self.channels.refuses_all(channel, lack);
                }
                Why::Closed
            }
            Failure::FileRefused
            | Failure::QuoteRefused
            | Failure::Invalid
            | Failure::Filtered
            | Failure::Final => Why::Refused,
        };
        tracing::warn!("{} does not take a reply: {error}", self.shared.in_log(target));
        Outcome::Impossible(why)
    }

    /// The channel of a target; a private chat is opened if need be.
    async fn channel(&self, target: Target, item: &Item) -> Result<ChannelId, RequestError> {
        let person = match target {
            Target::Channel(channel) => return Ok(channel),
            Target::Person(person) => person,
        };
        let known = self.private().get(&person).copied();
        if let Some(channel) = known {
            return Ok(channel);
        }
        let answer = self.once(&ApiCall::OpenDm(person), item).await?;
        let id = answer["id"].as_str().and_then(payload::snowflake);
        let channel = ChannelId::new(id.ok_or(RequestError::Odd)?);
        self.learn_private(person, channel);
        Ok(channel)
    }

    /// Learns which channel is the private chat with a person.
    pub(super) fn learn_private(&self, person: UserId, channel: ChannelId) {
        let mut private = self.private();
        if private.len() >= MAX_PRIVATE {
            private.clear();
        }
        private.insert(person, channel);
    }

    /// The private chat with a person, as far as it is known.
    pub(super) fn chat_of(&self, person: UserId) -> Option<ChannelId> {
        self.private().get(&person).copied()
    }

    /// The person whose private chat a channel is, as far as is known.
    pub(super) fn person_of(&self, channel: ChannelId) -> Option<UserId> {
        self.private().iter().find(|(_, chat)| **chat == channel).map(|(person, _)| *person)
    }

    /// Our own among the last messages of a channel; none where they may not be read. A closed channel is an error: what
    /// it has is looked up once it opens.
    async fn last_messages(
        &self,
        channel: ChannelId,
        item: &Item,
    ) -> Result<Vec<sent_lookup::SeenMessage>, RequestError> {
        let own_id = match self.shared.own_id() {
            0 => {
                let answer = self.once(&ApiCall::OwnUser, item).await?;
                answer["id"].as_str().and_then(payload::snowflake).unwrap_or(0)
            }
            id => id,
        };
        let call = ApiCall::Messages { channel, after: None, limit: sent_lookup::READ };
        match self.once(&call, item).await {
            Ok(answer) => Ok(sent_lookup::own_messages(&answer, own_id)),
            Err(error) => match Failure::of(&error) {
                Failure::Later
                | Failure::Unsure
                | Failure::Unwanted
                | Failure::WrongToken
                | Failure::Closed
                | Failure::Gone => Err(error),
                _ => {
                    let place = self.shared.in_log(Target::Channel(channel));
                    tracing::warn!(
                        "what {place} has already cannot be read ({error}): a reply may come twice"
                    );
                    Ok(Vec::new())
                }
            },
        }
    }

    /// Sends one reply without what the channel refuses.
    async fn send(&self, channel: ChannelId, item: &mut Item) -> Result<(), RequestError> {
        let emojis = self.shared.emojis.known();
        let has_emojis = payload::has_emojis(&item.outgoing, &emojis);
        let mut options = self.channels.options(channel);
        options.emojis = has_emojis;
        let mut refused = Vec::new();
        loop {
            let error = match self.send_all(channel, item, options, &emojis).await {
                Ok(()) => {
                    if has_emojis && options.rows && !options.emojis {
                        self.shared.emojis.refused();
                    }
                    let had_file = attaches(&item.outgoing);
                    self.channels.accepted(channel, options, &refused, had_file);
                    return Ok(());
                }
                Err(error) => error,
            };
            let failure = Failure::of(&error);
            if failure == Failure::Unsure && item.doubt == Doubt::None {
                item.doubt = Doubt::Since(self.clock.instant());
            }
            let notice = self.channels.notice(channel, failure);
            options = without(options, &item.outgoing, failure, notice).ok_or(error)?;
            refused.push(failure);
        }
    }

    /// Sends all messages of a reply that Discord has not got yet.
    async fn send_all(
        &self,
        channel: ChannelId,
        item: &mut Item,
        options: SendOptions,
        emojis: &KnownEmojis,
    ) -> Result<(), RequestError> {
        let calls = payload::calls(channel, &item.outgoing, item.tag, options, emojis);
        for call in calls.into_iter().skip(item.done) {
            let answer = self.once(&call, item).await?;
            let id = answer["id"].as_str().and_then(payload::snowflake);
            item.first = item.first.take().or(id.map(payload::message_id));
            item.done += 1;
        }
        Ok(())
    }

    /// Sends one request for a reply, unless the reply is not wanted any more when its turn comes.
    pub(super) async fn once(&self, call: &ApiCall, item: &Item) -> Result<Value, RequestError> {
        let wanted = || item.is_wanted(&self.pace, self.clock.instant());
        self.rest.once(call, item.urgency(), item.since, wanted).await
    }

    /// Leaves these rows below an older message, and takes its picture if it is to lose that, if Discord has the
    /// time: after everything else, and not later.
    pub(super) async fn clear_buttons(&self, Clearing { at, rows, loses_picture }: Clearing) {
        let mut payload = json!({ "components": rows });
        if loses_picture {
            payload["attachments"] = json!([]);
        }
        let call = ApiCall::Edit { channel: at.channel, message: at.message.into(), payload };
        let clearing = self.rest.once_last(&call);
        if !matches!(timeout(&*self.clock, CLEARED_WITHIN, clearing).await, Some(Ok(_))) {
            tracing::debug!("an older message keeps its buttons, or its picture");
        }
    }

    fn private(&self) -> MutexGuard<'_, HashMap<UserId, ChannelId>> {
        // It is usable even after a panic in the middle of a change.
        self.private.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns `true` if a reply comes with a picture or a file.
fn attaches(outgoing: &Outgoing) -> bool {
    outgoing.png.is_some() || outgoing.reply.file().is_some()
}

/// The same options without what was refused; `None` when there is nothing left to leave out.
fn without(
    options: SendOptions,
    outgoing: &Outgoing,
    failure: Failure,
    notice: Option<&'static str>,
) -> Option<SendOptions> {
    let quotes = options.quote && outgoing.reply.reply_to.is_some();
    let attaches = options.files && attaches(outgoing);
    let has_rows = options.rows && payload::has_buttons(outgoing);
    match failure {
        Failure::Invalid if options.emojis => Some(SendOptions { emojis: false, ..options }),
        Failure::Invalid if has_rows => Some(SendOptions { rows: false, ..options }),
        Failure::QuoteRefused | Failure::Invalid if quotes => {
            Some(SendOptions { quote: false, ..options })
        }
        // Discord does not say which permission is missing: if the text alone gets through, it was
        // that to attach files.
        Failure::NotAllowed | Failure::FileRefused | Failure::Invalid if attaches => {
            Some(SendOptions { files: false, notice, ..options })
        }
        Failure::Filtered if options.words => Some(SendOptions { words: false, ..options }),
        _ => None,
    }
}
