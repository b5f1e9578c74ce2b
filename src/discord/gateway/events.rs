//! What the gateway dispatches, read as far as it matters. A server with thousands of members is never
//! read as a whole: the ids of its channels and our own role are all that is wanted of it.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use serde::Deserialize;
use serenity::model::{
    channel::ChannelType,
    id::{ApplicationId, ChannelId, GuildId, RoleId, UserId},
    permissions::Permissions,
};

use crate::{
    discord::{
        Host,
        catch_up::CatchUp,
        gates::Live,
        inbound::{Inbound, SharedState, made_at},
        interactions::Desk,
        managers::Managers,
        progress::Origin,
        raw_message::{data, message},
        signs::Sign,
        text,
    },
    host::Clock,
};

/// How often the log says that an event could not be read.
const COMPLAIN_EVERY: Duration = Duration::from_secs(60);

/// Takes the events of all shards.
pub(super) struct Events<H> {
    inbound: Inbound<H>,
    catch_up: Arc<CatchUp<H>>,
    desk: Arc<Desk<H>>,
    shared: Arc<SharedState>,
    clock: Arc<dyn Clock>,
    /// When the log has last said that an event could not be read.
    complained: Mutex<Option<Instant>>,
}

/// What a new session begins with.
#[derive(Debug, Deserialize)]
pub(super) struct Ready {
    /// Discord's name of the session.
    pub(super) session_id: String,
    /// Where it is resumed.
    pub(super) resume_gateway_url: String,
    user: Bot,
    application: Application,
}

#[derive(Debug, Deserialize)]
struct Bot {
    id: UserId,
    username: String,
}

#[derive(Debug, Deserialize)]
struct Application {
    id: ApplicationId,
}

#[derive(Deserialize)]
struct Server {
    id: GuildId,
    owner_id: Option<UserId>,
    #[serde(default)]
    roles: Vec<Role>,
    #[serde(default)]
    channels: Vec<Channel>,
    #[serde(default)]
    threads: Vec<Channel>,
}

#[derive(Deserialize)]
struct Role {
    id: RoleId,
    tags: Option<Tags>,
    #[serde(default)]
    permissions: Permissions,
}

impl Role {
    /// Whether whoever has it may manage the server.
    fn manages(&self) -> bool {
        self.permissions.administrator() || self.permissions.manage_guild()
    }
}

#[derive(Deserialize)]
struct Tags {
    bot_id: Option<UserId>,
}

#[derive(Deserialize)]
struct Channel {
    id: ChannelId,
    guild_id: Option<GuildId>,
    #[serde(rename = "type")]
    kind: Option<ChannelType>,
    /// The channel of a thread, the category of a channel.
    parent_id: Option<ChannelId>,
    thread_metadata: Option<ThreadMetadata>,
}

/// How a thread is.
#[derive(Deserialize)]
struct ThreadMetadata {
    /// Whether only moderators may write in it.
    #[serde(default)]
    locked: bool,
}

impl Channel {
    /// A thread with its channel; `None` for anything else.
    fn thread(&self) -> Option<(ChannelId, ChannelId)> {
        use ChannelType::{NewsThread, PrivateThread, PublicThread};
        let is_thread = matches!(self.kind?, NewsThread | PrivateThread | PublicThread);
        Some((self.id, self.parent_id.filter(|_| is_thread)?))
    }
}

#[derive(Deserialize)]
struct Threads {
    guild_id: GuildId,
    threads: Vec<Channel>,
}

/// A change of a role or of a member.
#[derive(Deserialize)]
struct InServer {
    guild_id: GuildId,
    role: Option<Role>,
    /// A role that is gone.
    role_id: Option<RoleId>,
    user: Option<Member>,
}

#[derive(Deserialize)]
struct Member {
    id: UserId,
}

impl<H: Host> Events<H> {
    /// Hands messages over through this.
    pub(super) fn new(
        inbound: Inbound<H>,
        catch_up: Arc<CatchUp<H>>,
        desk: Arc<Desk<H>>,
        shared: Arc<SharedState>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { inbound, catch_up, desk, shared, clock, complained: Mutex::new(None) }
    }

    /// Reads what a new session begins with, and learns who we are; `None` if it cannot be read.
    pub(super) fn ready(&self, shard: u32, event: &str) -> Option<Ready> {
        let ready: Ready = data(event).map_err(|_| self.complain("READY")).ok()?;
        self.inbound.learn_own_id(ready.user.id, ready.application.id);
        if shard == 0 {
            let invite = text::invite(ready.application.id.get(), false);
            let name = &ready.user.username;
            tracing::info!("connected to Discord as {name}; to invite it: {invite}");
            self.desk.register(ready.application.id);
        }
        Some(ready)
    }

    /// Takes any other event. One that cannot be read is left out, and the log says so.
    pub(super) fn take(&self, origin: Origin, name: &str, event: &str) {
        // An event that our own code fails on would come again with each resume, and fail again.
        let taken = panic::catch_unwind(AssertUnwindSafe(|| self.handle(origin, name, event)));
        if taken.is_err() {
            self.shared.progress.abandoned(origin);
            tracing::error!("an event {name} of Discord's could not be handled and is left out");
        }
    }

    fn handle(&self, origin: Origin, name: &str, event: &str) {
        let read = match name {
            "MESSAGE_CREATE" => data(event).and_then(message).map(|message| {
                self.shared.skew.note(made_at(message.id.get()), self.clock.now());
                self.catch_up.gates.take(Live::Message(origin, Box::new(message)));
            }),
            "INTERACTION_CREATE" => {
                data(event).and_then(|interaction| self.desk.take(origin, interaction))
            }
            "GUILD_CREATE" => data(event).map(|server| self.server(&server)),
            "GUILD_UPDATE" => data(event).map(|server| self.learn_managers(&server)),
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "THREAD_CREATE" | "THREAD_UPDATE" => {
                data(event).map(|channel| self.channel(&channel))
            }
            "CHANNEL_DELETE" | "THREAD_DELETE" => {
                data(event).map(|channel: Channel| self.shared.sign(Sign::Deleted(channel.id)))
            }
            "THREAD_LIST_SYNC" => data(event).map(|list: Threads| {
                self.inbound.learn_places(list.guild_id, ids(&list.threads));
                self.inbound.learn_threads(list.threads.iter().filter_map(Channel::thread));
            }),
            "GUILD_ROLE_CREATE"
            | "GUILD_ROLE_UPDATE"
            | "GUILD_ROLE_DELETE"
            | "GUILD_MEMBER_UPDATE" => data(event).map(|change| self.change(&change)),
            _ => Ok(()),
        };
        if read.is_err() {
            self.complain(name);
        }
    }

    fn server(&self, server: &Server) {
        self.learn_roles(server.roles.iter());
        self.learn_managers(server);
        self.inbound.learn_places(server.id, ids(&server.channels).chain(ids(&server.threads)));
        self.inbound.learn_threads(server.threads.iter().filter_map(Channel::thread));
        server.threads.iter().for_each(|thread| self.look_at_lock(thread));
        self.shared.sign(Sign::Server(server.id));
    }

    fn channel(&self, channel: &Channel) {
        self.look_at_lock(channel);
        self.shared.sign(Sign::Channel(channel.id));
        if let Some(server) = channel.guild_id {
            self.inbound.learn_places(server, [channel.id].into_iter());
            self.inbound.learn_threads(channel.thread().into_iter());
            // Its threads share its permissions, and channels those of their category.
            self.shared.sign(Sign::Server(server));
        }
    }

    /// Tells of a thread that is locked: its people cannot write there, so a game that has it for its own does
    /// not go on there.
    fn look_at_lock(&self, channel: &Channel) {
        if channel.thread_metadata.as_ref().is_some_and(|thread| thread.locked) {
            self.inbound.thread_is_locked(channel.id);
        }
    }

    /// Who may manage a server; one that is not available does not tell.
    fn learn_managers(&self, server: &Server) {
        let Some(owner) = server.owner_id else { return };
        let roles = server.roles.iter().filter(|role| role.manages()).map(|role| role.id);
        self.shared.managers.learn(server.id, Managers::new(owner, roles));
    }

    fn change(&self, change: &InServer) {
        self.learn_roles(change.role.iter());
        if let Some(role) = &change.role {
            self.shared.managers.learn_role(change.guild_id, role.id, role.manages());
        }
        if let Some(gone) = change.role_id {
            self.shared.managers.learn_role(change.guild_id, gone, false);
        }
        let own_id = self.shared.own_id();
        if change.user.as_ref().is_none_or(|member| member.id.get() == own_id) {
            self.shared.sign(Sign::Server(change.guild_id));
        }
    }

    fn learn_roles<'a>(&self, roles: impl Iterator<Item = &'a Role>) {
        let own_id = self.shared.own_id();
        let is_ours = |role: &&Role| {
            role.tags.as_ref().and_then(|tags| tags.bot_id).map(UserId::get) == Some(own_id)
        };
        self.inbound.learn_roles(roles.filter(is_ours).map(|role| role.id));
    }

    /// Says that an event could not be read, without its content, and not too often.
    fn complain(&self, name: &str) {
        let now = self.clock.instant();
        let mut last = self.complained.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| now.saturating_duration_since(last) >= COMPLAIN_EVERY) {
            *last = Some(now);
            tracing::warn!("an event {name} of Discord's cannot be read and is left out");
        }
    }
}

fn ids(channels: &[Channel]) -> impl Iterator<Item = ChannelId> {
    channels.iter().map(|channel| channel.id)
}
