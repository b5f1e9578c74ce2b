//! Turns a message from Discord into an [`Incoming`], and remembers what replies need to know of it.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use chat::{
    Addressing, BOT_NAME, Consent, Incoming, LostThread, PlaceReport, asks_to_manage,
    channel_to_check, invites_bot, takes_file,
};
use host::{Clock, HostHandle, MessageOutcome};
use serenity::model::{
    channel::{Message, MessageType},
    id::{ApplicationId, ChannelId, GuildId, RoleId, UserId},
    user::User,
};
use table::{MessageId, Millis, Person, PersonId, PlaceId, Platform, ServerId};
use tokio::sync::mpsc::UnboundedSender;

use super::{
    DiscordError, Settings, attached::Fetcher, emojis::Emojis, ids, interactions, payload,
    rest::Rest, servers::AllServers, skew::Skew,
};
use crate::{
    ack_tracker::{AckTracker, Origin},
    channel_events::Sign,
    permission_probe::{Depth, PermissionProbe, Question},
    queues::Target,
};

/// How many messages are remembered with their authors, who learn in private that their channel is
/// closed to us. A reply follows within seconds, so a few are enough.
const MAX_REMEMBERED: usize = 1_000;

/// How many channels are remembered with their servers, and how many with their people.
const MAX_CHANNELS: usize = 20_000;

/// A private chat as the log names it.
const A_CHAT: &str = "a private chat";

/// The author and the place of a message.
#[derive(Clone, Copy, Debug)]
struct Heard {
    message: u64,
    author: u64,
    channel: ChannelId,
}

/// A thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    /// Its channel.
    pub(super) of: ChannelId,
    /// Whether only those see it who were let in, and moderators.
    pub(super) is_private: bool,
}

/// The state that both halves of the adapter know.
#[derive(Debug)]
pub(super) struct SharedState {
    /// The messages that have come in and have no end yet.
    pub(super) progress: AckTracker,
    /// By how much our clock is ahead of Discord's.
    pub(super) skew: Skew,
    /// To the sending half, which tries again what was refused.
    signs: UnboundedSender<Sign>,
    /// Our own user id, 0 before the first Ready.
    own_id: AtomicU64,
    /// The id of our application, 0 before the first Ready.
    application: AtomicU64,
    /// Whether Discord hides the text of messages that do not speak to us.
    content_is_hidden: AtomicBool,
    /// The roles that Discord made for us, one per server: people pick them from the same list
    /// when they mean to mention the bot.
    roles: Mutex<HashSet<u64>>,
    /// The servers as they are known.
    pub(super) guilds: AllServers,
    /// The emojis of our application.
    pub(super) emojis: Emojis,
    /// The latest messages.
    latest: Mutex<VecDeque<Heard>>,
    /// The servers of the channels in which somebody has written lately.
    servers: Mutex<HashMap<u64, u64>>,
    /// The threads that are known.
    threads: Mutex<HashMap<u64, Thread>>,
    /// The people who have written lately in their private chats, by the channels of these.
    private: Mutex<HashMap<u64, u64>>,
}

impl SharedState {
    /// Nothing is known yet; the signs of life go there.
    pub(super) fn new(signs: UnboundedSender<Sign>) -> Self {
        Self {
            progress: AckTracker::default(),
            emojis: Emojis::default(),
            skew: Skew::default(),
            signs,
            own_id: AtomicU64::default(),
            application: AtomicU64::default(),
            content_is_hidden: AtomicBool::default(),
            roles: Mutex::default(),
            guilds: AllServers::default(),
            latest: Mutex::default(),
            servers: Mutex::default(),
            threads: Mutex::default(),
            private: Mutex::default(),
        }
    }

    /// Tells the sending half of a sign of life.
    pub(super) fn sign(&self, sign: Sign) {
        // Nobody listens any more once the program ends.
        let _ = self.signs.send(sign);
    }

    /// A message that was handed over has its end.
    pub(super) fn ended(&self, message: &MessageId, end: MessageOutcome) {
        // What we hand over has the number that Discord gave it.
        if let Some(number) = interactions::number(message) {
            self.progress.ended(number, end);
        }
    }

    /// The server of a channel, if somebody has written there lately.
    pub(super) fn server_of(&self, channel: ChannelId) -> Option<GuildId> {
        lock(&self.servers).get(&channel.get()).copied().map(GuildId::new)
    }

    /// The channel to which a thread belongs; `None` for a channel, and while that is not known.
    pub(super) fn parent_of(&self, thread: ChannelId) -> Option<ChannelId> {
        lock(&self.threads).get(&thread.get()).map(|thread| thread.of)
    }

    /// The channel whose readers see this one or this thread, as far as is known; `None` for a private thread.
    pub(super) fn shown_with(&self, channel: ChannelId) -> Option<ChannelId> {
        match lock(&self.threads).get(&channel.get()) {
            Some(thread) => (!thread.is_private).then_some(thread.of),
            None => Some(channel),
        }
    }

    /// The person whose private chat a channel is, if something was written there lately.
    pub(super) fn owner_of(&self, channel: ChannelId) -> Option<PersonId> {
        let owner = lock(&self.private).get(&channel.get()).copied();
        owner.map(|id| PersonId::new(Platform::Discord, id.to_string()))
    }

    /// The place of a target as the log names it: whose private chat it is, and which, nobody learns from there.
    pub(super) fn in_log(&self, target: Target) -> String {
        match target {
            Target::Channel(channel) if self.owner_of(channel).is_some() => A_CHAT.to_owned(),
            Target::Channel(channel) if self.is_in_server(channel) => format!("channel {channel}"),
            // It may be a private chat, which Discord numbers like a channel.
            Target::Channel(_) => "a channel of no known server".to_owned(),
            Target::Person(_) => A_CHAT.to_owned(),
        }
    }

    /// Returns `true` if it is known of a channel or thread that it belongs to a server.
    fn is_in_server(&self, channel: ChannelId) -> bool {
        self.server_of(channel).is_some()
            || lock(&self.threads).contains_key(&channel.get())
            || self.guilds.have_channel(channel)
    }

    /// Returns who wrote this message, if that was not long ago.
    pub(super) fn author(&self, message: u64) -> Option<u64> {
        let latest = lock(&self.latest);
        latest.iter().rev().find(|heard| heard.message == message).map(|heard| heard.author)
    }

    /// Another channel than this one in which a person has written lately.
    pub(super) fn heard_elsewhere(&self, person: u64, channel: ChannelId) -> Option<ChannelId> {
        let latest = lock(&self.latest);
        let mut theirs = latest.iter().rev().filter(|heard| heard.author == person);
        theirs.find(|heard| heard.channel != channel).map(|heard| heard.channel)
    }

    /// Takes a message as a sign of life.
    fn heard_in(&self, message: &Message) {
        let (channel, author) = (message.channel_id, &message.author);
        let Some(server) = message.guild_id else {
            if !author.bot {
                note_channel(&self.private, channel, author.id.get());
                self.sign(Sign::Private(author.id, channel));
            }
            return;
        };
        note_channel(&self.servers, channel, server.get());
        self.sign(Sign::Talk(channel));
    }

    fn remember(&self, message: &Message) {
        let mut latest = lock(&self.latest);
        if latest.len() >= MAX_REMEMBERED {
            latest.pop_front();
        }
        latest.push_back(Heard {
            message: message.id.get(),
            author: message.author.id.get(),
            channel: message.channel_id,
        });
    }

    /// Our own user id, 0 before the first Ready.
    pub(super) fn own_id(&self) -> u64 {
        self.own_id.load(Ordering::Acquire)
    }

    /// Returns `true` if the text of all messages reaches us.
    pub(super) fn sees_content(&self) -> bool {
        !self.content_is_hidden.load(Ordering::Acquire)
    }

    /// Learns that Discord hides the text of messages that do not speak to us.
    pub(super) fn learn_content_is_hidden(&self) {
        self.content_is_hidden.store(true, Ordering::Release);
    }

    /// The id of our application; `None` while none is known.
    pub(super) fn application(&self) -> Option<u64> {
        let known = [&self.application, &self.own_id].map(|id| id.load(Ordering::Acquire));
        // A bot has the id of its application, unless it is ten years old.
        known.into_iter().find(|id| *id != 0)
    }

    /// The text as the host takes it, and whether a mention of the bot speaks to it: one at the start, or at
    /// the end of a line. Such a mention is cut off, unless it invites the bot to a game; any that stays is
    /// [`BOT_NAME`]. `is_private` if nobody else reads it, so that it needs no mention.
    fn addressed(&self, text: &str, prefix: &str, is_private: bool) -> (String, bool) {
        let after = self.after_mention(text);
        let (text, at_start) = (after.unwrap_or(text), after.is_some());
        let before = self.before_mention(text);
        let at_end = before.is_some();
        let is_sure = at_start || is_private;
        let cut = before.filter(|rest| !invites_bot(rest, prefix, is_sure));
        (self.with_our_name(cut.as_deref().unwrap_or(text)), at_start || at_end)
    }

    fn after_mention<'a>(&self, text: &'a str) -> Option<&'a str> {
        let (tag, rest) = text.trim_start().strip_prefix("<@")?.split_once('>')?;
        self.is_us(tag).then(|| rest.trim_start())
    }

    fn before_mention(&self, text: &str) -> Option<String> {
        let cut = |line: &str| {
            let (before, tag) = line.trim_end().strip_suffix('>')?.rsplit_once("<@")?;
            self.is_us(tag).then(|| before.trim_end().len())
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if let Some(len) = cut(line) {
                let rest = text[start + line.trim_end().len()..].trim_end();
                return Some(format!("{}{rest}", &text[..start + len]));
            }
            start += line.len();
        }
        None
    }

    /// The text with [`BOT_NAME`] for each mention of the bot.
    fn with_our_name(&self, text: &str) -> String {
        let (mut named, mut rest) = (String::new(), text);
        while let Some((before, behind)) = rest.split_once("<@") {
            named.push_str(before);
            let ours = behind.split_once('>').filter(|(tag, _)| self.is_us(tag));
            named.push_str(if ours.is_some() { BOT_NAME } else { "<@" });
            rest = ours.map_or(behind, |(_, after)| after);
        }
        named + rest
    }

    /// Returns `true` if what stands in a mention is the bot or its role.
    fn is_us(&self, tag: &str) -> bool {
        match tag.strip_prefix('&') {
            Some(role) => role.parse().is_ok_and(|role| lock(&self.roles).contains(&role)),
            None => tag.parse() == Ok(self.own_id()),
        }
    }
}

/// Remembers something of a channel, if need be in place of all that was remembered of others.
fn note_channel<T>(known: &Mutex<HashMap<u64, T>>, channel: ChannelId, what: T) {
    let mut known = lock(known);
    if known.len() >= MAX_CHANNELS {
        known.clear();
    }
    known.insert(channel.get(), what);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The mutexes guard mere lists, which are usable even after a panic in the middle of a change.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes what Discord sends, and hands messages over to the host.
#[derive(Clone, Debug)]
pub(super) struct Inbound {
    host: HostHandle,
    shared: Arc<SharedState>,
    fetcher: Arc<Fetcher>,
    /// Finds out what we may do where somebody asks.
    pub(super) probe: Arc<PermissionProbe>,
}

impl Inbound {
    /// Hands over to this host.
    pub(super) fn new(
        settings: &Settings,
        host: HostHandle,
        shared: Arc<SharedState>,
        clock: Arc<dyn Clock>,
        rest: Arc<Rest>,
    ) -> Result<Self, DiscordError> {
        let fetcher = Arc::new(Fetcher::new(settings, Arc::clone(&clock))?);
        let probe = Arc::new(PermissionProbe::new(rest, clock, Arc::clone(&shared)));
        Ok(Self { host, shared, fetcher, probe })
    }

    /// Learns the bot's own user id, and that of its application.
    pub(super) fn learn_own_id(&self, own_id: UserId, application: ApplicationId) {
        self.shared.own_id.store(own_id.get(), Ordering::Release);
        self.shared.application.store(application.get(), Ordering::Release);
    }

    /// Learns roles that are the bot's own.
    pub(super) fn learn_roles(&self, ours: impl Iterator<Item = RoleId>) {
        lock(&self.shared.roles).extend(ours.map(RoleId::get));
    }

    /// Returns who finds out what we may do in a channel.
    pub(super) fn probe(&self) -> Arc<PermissionProbe> {
        Arc::clone(&self.probe)
    }

    /// Learns which channels and threads belong to a server.
    pub(super) fn learn_places(&self, server: GuildId, places: impl Iterator<Item = ChannelId>) {
        let places = places.map(place).collect();
        self.host.places(ServerId::new(Platform::Discord, server.to_string()), places);
    }

    /// Learns in which servers we are; `None` for one of which this does not tell.
    pub(super) fn learn_servers(&self, is_in: impl Fn(GuildId) -> Option<bool> + Send + 'static) {
        self.host.servers(move |server| {
            let id =
                ids::snowflake(server.key()).filter(|_| server.platform() == Platform::Discord);
            is_in(GuildId::new(id?))
        });
    }

    /// Learns which threads there are.
    pub(super) fn learn_threads(&self, threads: impl Iterator<Item = (ChannelId, Thread)>) {
        threads.for_each(|(id, thread)| note_channel(&self.shared.threads, id, thread));
    }

    /// Tells that a thread is locked.
    pub(super) fn thread_is_locked(&self, thread: ChannelId) {
        self.host.thread_lost(place(thread), LostThread::Locked);
    }

    /// Hands a message over to the host, if a person wrote it and it came with its content.
    pub(super) fn message(&self, origin: Origin, message: &Message) {
        self.take(Some(origin), message);
    }

    /// Hands over a message that was read back, since it was said while nothing came from there.
    pub(super) fn missed(&self, message: &Message) {
        self.take(None, message);
    }

    fn take(&self, origin: Option<Origin>, message: &Message) {
        if !is_handled("a message", || self.hand_over(origin, message)) {
            self.shared.progress.ended(message.id.get(), MessageOutcome::Silent);
        }
    }

    fn hand_over(&self, origin: Option<Origin>, message: &Message) {
        self.shared.heard_in(message);
        let prefix = self.host.prefix(server_id(message.guild_id).as_ref());
        if let Some(incoming) = incoming(message, &self.shared, &prefix) {
            let incoming = Incoming { late: origin.is_none(), ..incoming };
            self.shared.remember(message);
            self.shared.progress.open(origin, message.channel_id, message.id);
            if let Some(file) = message.attachments.first()
                && takes_file(&incoming, &prefix)
            {
                self.receive_with(incoming, &file.url);
            } else if let Some(server) = message.guild_id
                && incoming.late
                && self.probe.is_worth_asking(server, Depth::Roles)
                && asks_to_manage(&incoming, &prefix)
            {
                self.receive_late_from_manager(incoming, server, message);
            } else if let Some(channel) = channel_to_check(&incoming, &prefix) {
                self.receive_with_report(incoming, message.guild_id, &channel);
            } else {
                self.host.receive(incoming);
            }
        }
    }

    /// Returns `true` if it has to be known who may manage the server of a message before that is handed over;
    /// a resumed session tells nothing of it.
    pub(super) fn needs_roles(&self, message: &Message) -> bool {
        let Some(server) = message.guild_id else { return false };
        if !self.probe.is_worth_asking(server, Depth::Roles) {
            return false;
        }
        let prefix = self.host.prefix(server_id(message.guild_id).as_ref());
        let incoming = incoming(message, &self.shared, &prefix);
        incoming.is_some_and(|incoming| asks_to_manage(&incoming, &prefix))
    }

    /// Hands over a message that was read back once it is known who may manage its server; later ones may
    /// overtake it.
    fn receive_late_from_manager(&self, incoming: Incoming, server: GuildId, message: &Message) {
        let (host, probe) = (self.host.clone(), Arc::clone(&self.probe));
        let (shared, message) = (Arc::clone(&self.shared), message.clone());
        tokio::spawn(async move {
            probe.learn_server(server, Depth::Roles).await;
            let manages = manages(&message, &shared);
            host.receive(Incoming { manages, ..incoming });
        });
    }

    /// Hands a message over once the file that came with it is here; later messages may overtake it.
    pub(super) fn receive_with(&self, incoming: Incoming, url: &str) {
        let fetching = Arc::clone(&self.fetcher).fetch(&incoming.author.id, url);
        let host = self.host.clone();
        tokio::spawn(async move {
            let attached = Some(fetching.await);
            host.receive(Incoming { attached, ..incoming });
        });
    }

    /// Hands a message over once it is known what we may do in a channel; later ones may overtake it.
    fn receive_with_report(&self, incoming: Incoming, server: Option<GuildId>, channel: &str) {
        let channel = payload::snowflake(channel).map(ChannelId::new);
        let (host, probe) = (self.host.clone(), Arc::clone(&self.probe));
        tokio::spawn(async move {
            let asker = incoming.author.id.clone();
            let report = match channel {
                Some(channel) => {
                    let is_here = incoming.place == place(channel);
                    probe.examine(&Question { asker, server, channel, is_here }).await
                }
                None => PlaceReport::NoSuchChannel,
            };
            host.receive(Incoming { report: Some(report), ..incoming });
        });
    }
}

/// The message in the form that the host takes; `None` for messages of bots, webhooks and Discord
/// itself, and for messages that reached us without their content.
fn incoming(message: &Message, shared: &SharedState, prefix: &str) -> Option<Incoming> {
    let author = &message.author;
    let typed = matches!(message.kind, MessageType::Regular | MessageType::InlineReply);
    if author.bot || author.system || message.webhook_id.is_some() || !typed {
        return None;
    }
    // A forwarded message has a reference too, but answers nothing.
    let replies = message.kind == MessageType::InlineReply;
    let reference = message.message_reference.as_ref().filter(|_| replies);
    let reply_to = reference.and_then(|reference| reference.message_id);
    let mentions_us = message.mentions.iter().any(|user| user.id.get() == shared.own_id());
    let private = message.guild_id.is_none();
    if message.content.is_empty() && !private && !mentions_us && reply_to.is_none() {
        return None;
    }
    let text = message.content.replace("<@!", "<@");
    let (text, to_bot) = shared.addressed(&text, prefix, private);
    let nick = message.member.as_ref().and_then(|member| member.nick.as_deref());
    Some(Incoming {
        id: MessageId::new(Platform::Discord, message.id.to_string()),
        author: person(author, nick),
        account: Some(author.name.clone()),
        place: place(message.channel_id),
        within: shared.parent_of(message.channel_id).map(place),
        addressing: if private { Addressing::Private } else { Addressing::Channel },
        to_bot,
        text,
        mentioned: mentioned(message, shared.own_id()),
        other_bots: other_bots(message, shared.own_id()),
        reply_to: reply_to.map(|id| MessageId::new(Platform::Discord, id.to_string())),
        salt: message.id.to_string(),
        at: made_at(message.id.get()),
        server: server_id(message.guild_id),
        manages: manages(message, shared),
        roles: roles(message).iter().map(RoleId::to_string).collect(),
        // Discord tells a person's language, and lets us answer one person alone, only where the
        // person uses a command of its own.
        locale: None,
        private_answers: false,
        about_reply: false,
        facing: None,
        others_present: !private,
        late: false,
        attached: None,
        report: None,
        closed: None,
        command: None,
        pressed: None,
        consent: Consent::Typed,
        left: None,
    })
}

/// Returns `true` if the author may manage the server in which a message was written. A message that is read
/// back does not come with their roles, so only the owner is known from it.
fn manages(message: &Message, shared: &SharedState) -> bool {
    let roles = roles(message);
    message.guild_id.is_some_and(|server| shared.guilds.manages(server, message.author.id, roles))
}

/// The roles that the author has in the server in which a message was written.
fn roles(message: &Message) -> &[RoleId] {
    message.member.as_ref().map_or(&[], |member| &member.roles)
}

fn server_id(server: Option<GuildId>) -> Option<ServerId> {
    server.map(|id| ServerId::new(Platform::Discord, id.to_string()))
}

fn place(channel: ChannelId) -> PlaceId {
    PlaceId::channel(Platform::Discord, channel.to_string())
}

/// The first millisecond of Discord's own count of time.
const DISCORD_EPOCH: Millis = 1_420_070_400_000;

/// Returns when the platform made an id, which the id itself says: its upper 42 bits count milliseconds.
pub(super) fn made_at(id: u64) -> Millis {
    DISCORD_EPOCH.saturating_add(Millis::try_from(id >> 22).unwrap_or(Millis::MAX))
}

/// The smallest id that the platform can have made at this time.
pub(super) fn first_id_at(at: Millis) -> u64 {
    u64::try_from(at.saturating_sub(DISCORD_EPOCH)).unwrap_or(0).saturating_mul(1 << 22)
}

/// The people whom a message mentions, without the bot.
fn mentioned(message: &Message, own_id: u64) -> Vec<Person> {
    let people = message.mentions.iter().filter(|user| user.id.get() != own_id);
    people.map(|user| person(user, user.member.as_ref().and_then(|m| m.nick.as_deref()))).collect()
}

/// Those of them behind whom no person is: bots, and accounts of Discord itself.
fn other_bots(message: &Message, own_id: u64) -> Vec<PersonId> {
    let is_bot = |user: &&User| (user.bot || user.system) && user.id.get() != own_id;
    let bots = message.mentions.iter().filter(is_bot);
    bots.map(|user| PersonId::new(Platform::Discord, user.id.to_string())).collect()
}

/// A person under the name that the server shows.
fn person(user: &User, nick: Option<&str>) -> Person {
    ids::person(user.id.get(), [nick, user.global_name.as_deref(), Some(&user.name)])
}

/// Does what something that came from Discord leads to. A fault in our own code costs nothing but that: what waits
/// behind it goes on, and it does not come again with each resume. Returns `false` if it was left out.
pub(crate) fn is_handled(what: &str, work: impl FnOnce()) -> bool {
    let is_handled = panic::catch_unwind(AssertUnwindSafe(work)).is_ok();
    if !is_handled {
        tracing::error!("{what} of Discord's could not be handled and is left out");
    }
    is_handled
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The bot is the user 900 and has the role 901.
    fn shared() -> SharedState {
        let shared = SharedState::new(tokio::sync::mpsc::unbounded_channel().0);
        shared.own_id.store(900, Ordering::Release);
        lock(&shared.roles).insert(901);
        shared
    }

    #[test]
    fn a_mention_speaks_to_us_at_the_start_and_at_the_end_of_a_line() {
        for (text, left, to_bot) in [
            ("<@900> c2-c3", "c2-c3", true),
            (" <@&901>c2-c3", "c2-c3", true),
            ("c2-c3 <@900>", "c2-c3", true),
            ("!c2-c3 <@900>", "!c2-c3", true),
            ("<@900> c2-c3 <@900>", "c2-c3", true),
            ("c2-c3 <@&901> \n", "c2-c3", true),
            ("c2-c3 <@900>\nyour turn, <@102>", "c2-c3\nyour turn, <@102>", true),
            ("hello\nc2-c3 <@900>\n", "hello\nc2-c3", true),
            ("<@900>", "", true),
            ("ask <@900> about <@102>", "ask @bot about <@102>", false),
            ("c2-c3 <@102>", "c2-c3 <@102>", false),
            ("c2-c3 900>", "c2-c3 900>", false),
            ("c2 > c3 <@>", "c2 > c3 <@>", false),
            ("c2 <@ <@900> <@", "c2 <@ @bot <@", false),
        ] {
            let (taken, to_us) = shared().addressed(text, "!", false);
            assert_eq!((taken.as_str(), to_us), (left, to_bot), "{text}");
        }
    }

    #[test]
    fn a_mention_at_the_end_of_a_challenge_may_invite_us() {
        for (text, left, in_private) in [
            ("!challenge <@900>", "!challenge @bot", "!challenge @bot"),
            ("!challenge lyra <@&901>", "!challenge lyra @bot", "!challenge lyra @bot"),
            ("<@900> challenge <@900>", "challenge @bot", "challenge @bot"),
            ("challenge <@900>", "challenge @bot", "challenge @bot"),
            ("challenge white <@900>", "challenge white @bot", "challenge white @bot"),
            // Who is named already is challenged, and the mention speaks to the bot.
            ("challenge <@102> <@900>", "challenge <@102>", "challenge <@102> @bot"),
            ("challenge lyra <@900>", "challenge lyra", "challenge lyra @bot"),
            ("!seek lyra <@900>", "!seek lyra", "!seek lyra"),
            ("!board <@900>", "!board", "!board"),
            ("board <@900>", "board", "board"),
        ] {
            let taken = |is_private| shared().addressed(text, "!", is_private);
            assert_eq!(taken(false), (left.to_owned(), true), "{text}");
            assert_eq!(taken(true), (in_private.to_owned(), true), "{text}");
        }
    }

    #[test]
    fn names_are_seen_and_accounts_of_the_system_are_no_people() {
        let user = |id: &str, name: &str, global: &str, system: bool| {
            json!({ "id": id, "username": name, "discriminator": "0", "global_name": global,
                "avatar": null, "system": system })
        };
        let message: Message = serde_json::from_value(json!({
            "id": "7", "channel_id": "5", "guild_id": "500", "type": 0,
            "author": user("101", "ann_7", "Ann", false),
            "member": { "nick": "\u{2800}", "roles": [], "joined_at": null, "deaf": false,
                "mute": false, "flags": 0 },
            "content": "!challenge <@102> <@103>", "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": null, "tts": false, "mention_everyone": false,
            "mentions": [user("102", "\u{3164}", "\u{2800}", false), user("103", "Discord", "Discord", true)],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": false,
        }))
        .unwrap();
        let incoming = incoming(&message, &shared(), "!").unwrap();
        assert_eq!(incoming.author.name, "Ann");
        assert_eq!(table::plain_name(&incoming.mentioned[0].name), "someone");
        assert_eq!(incoming.other_bots, [PersonId::new(Platform::Discord, "103")]);
    }

    #[test]
    fn an_id_says_when_it_was_made() {
        // The example of Discord's own documentation: 2016-04-30 11:18:25.796 UTC.
        assert_eq!(made_at(175_928_847_299_117_063), 1_462_015_105_796);
        assert_eq!(made_at(0), DISCORD_EPOCH);
        assert_eq!(made_at(first_id_at(1_462_015_105_796)), 1_462_015_105_796);
        assert_eq!(first_id_at(0), 0);
    }
}
