//! The events that the gateway dispatches, read as far as they matter. A server with thousands of members is never
//! read as a whole: the ids of its channels and our own role are all that is wanted of it.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use host::Clock;
use serde::Deserialize;
use serenity::model::{
    Timestamp,
    channel::{ChannelType, PermissionOverwrite},
    id::{ApplicationId, ChannelId, GuildId, RoleId, UserId},
    permissions::Permissions,
};

use crate::{
    ack_tracker::Origin,
    backfill_hold::Live,
    catch_up::{CatchUp, Session},
    channel_events::Sign,
    inbound::{Inbound, SharedState, Thread, is_handled, made_at},
    interactions::Interactions,
    permissions::ChannelKind,
    raw_message::{data, message},
    servers::{self, OurSelves},
    text,
};

/// How often the log says that an event could not be read.
const COMPLAIN_EVERY: Duration = Duration::from_secs(60);

/// Takes the events of all shards.
pub(super) struct Events {
    inbound: Inbound,
    catch_up: Arc<CatchUp>,
    interactions: Arc<Interactions>,
    shared: Arc<SharedState>,
    clock: Arc<dyn Clock>,
    /// When the log has last said that an event could not be read.
    complained: Mutex<Option<Instant>>,
}

/// The data with which a new session begins.
#[derive(Debug, Deserialize)]
pub(super) struct Ready {
    /// Discord's name of the session.
    pub(super) session_id: String,
    /// Where it is resumed.
    pub(super) resume_gateway_url: String,
    user: Bot,
    application: Application,
    /// The servers of this shard in which we are; `None` where a compatible server does not list them.
    guilds: Option<Vec<Listed>>,
}

/// A server that a session lists. What it is like comes later.
#[derive(Debug, Deserialize)]
struct Listed {
    id: GuildId,
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
    unavailable: bool,
    #[serde(default)]
    roles: Vec<Role>,
    channels: Option<Vec<Channel>>,
    #[serde(default)]
    threads: Vec<Channel>,
    /// Hardly anybody but ourselves, since we do not ask for more.
    #[serde(default)]
    members: Vec<Member>,
}

#[derive(Deserialize)]
struct Role {
    id: RoleId,
    tags: Option<Tags>,
    #[serde(default)]
    permissions: Permissions,
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
    #[serde(default)]
    position: i64,
    #[serde(default)]
    permission_overwrites: Vec<PermissionOverwrite>,
}

/// The state of a thread.
#[derive(Deserialize)]
struct ThreadMetadata {
    /// Whether only moderators may write in it.
    #[serde(default)]
    locked: bool,
}

impl Channel {
    /// A channel as it is remembered; `None` for a thread.
    fn known(&self) -> Option<servers::Channel> {
        let kind = u8::from(self.kind?);
        (!ChannelKind::of(kind).is_thread()).then(|| servers::Channel {
            kind,
            position: self.position,
            category: self.parent_id,
            overwrites: self.permission_overwrites.clone(),
        })
    }

    /// A thread with its channel; `None` for anything else.
    fn thread(&self) -> Option<(ChannelId, Thread)> {
        let kind = self.kind?;
        let of = self.parent_id.filter(|_| ChannelKind::of(u8::from(kind)).is_thread())?;
        Some((self.id, Thread { of, is_private: kind == ChannelType::PrivateThread }))
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
    user: Option<User>,
    #[serde(default)]
    roles: Vec<RoleId>,
    communication_disabled_until: Option<Timestamp>,
}

#[derive(Deserialize)]
struct Member {
    user: Option<User>,
    #[serde(default)]
    roles: Vec<RoleId>,
    communication_disabled_until: Option<Timestamp>,
}

#[derive(Deserialize)]
struct User {
    id: UserId,
}

impl Events {
    /// Hands messages over through this.
    pub(super) fn new(
        inbound: Inbound,
        catch_up: Arc<CatchUp>,
        interactions: Arc<Interactions>,
        shared: Arc<SharedState>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { inbound, catch_up, interactions, shared, clock, complained: Mutex::new(None) }
    }

    /// Reads what a new session begins with, and learns who we are and which servers we have left; `None` if it
    /// cannot be read.
    pub(super) fn ready(&self, session: Session, event: &str) -> Option<Ready> {
        let ready: Ready = data(event).map_err(|_| self.complain("READY")).ok()?;
        self.inbound.learn_own_id(ready.user.id, ready.application.id);
        if let Some(listed) = &ready.guilds {
            let listed: HashSet<GuildId> = listed.iter().map(|one| one.id).collect();
            let is_in = move |id| session.brings(Some(id)).then(|| listed.contains(&id));
            let gone = self.shared.guilds.keep(|id| is_in(id).unwrap_or(true));
            gone.into_iter().for_each(log_removal);
            self.inbound.learn_servers(is_in);
        }
        if session.shard == 0 {
            let invite = text::invite(ready.application.id.get(), false);
            let name = &ready.user.username;
            tracing::info!("connected to Discord as {name}; to invite it: {invite}");
            self.interactions.register(ready.application.id);
        }
        Some(ready)
    }

    /// Takes any other event. One that cannot be read is left out, and the log says so.
    pub(super) fn take(&self, origin: Origin, name: &str, event: &str) {
        if !is_handled(&format!("an event {name}"), || self.handle(origin, name, event)) {
            self.shared.progress.abandoned(origin);
        }
    }

    fn handle(&self, origin: Origin, name: &str, event: &str) {
        let read = match name {
            "MESSAGE_CREATE" => data(event).and_then(message).map(|message| {
                self.shared.skew.note(made_at(message.id.get()), self.clock.now());
                self.catch_up.gates.take(Live::Message(origin, Box::new(message)));
            }),
            "INTERACTION_CREATE" => {
                data(event).and_then(|interaction| self.interactions.take(origin, interaction))
            }
            "GUILD_CREATE" => data(event).map(|server| self.server(&server)),
            "GUILD_UPDATE" => data(event).map(|server| self.learn_server(&server)),
            "GUILD_DELETE" => data(event).map(|server: Server| self.lose_server(&server)),
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "THREAD_CREATE" | "THREAD_UPDATE" => {
                data(event).map(|channel| self.channel(&channel))
            }
            "CHANNEL_DELETE" | "THREAD_DELETE" => {
                data(event).map(|channel: Channel| self.lose_channel(&channel))
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
        self.learn_server(server);
        let channels = server.channels.as_deref().unwrap_or_default();
        self.inbound.learn_places(server.id, ids(channels).chain(ids(&server.threads)));
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
            if let Some(known) = channel.known() {
                self.shared.guilds.learn_channel(server, channel.id, Some(known));
            }
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

    fn lose_channel(&self, channel: &Channel) {
        if let Some(server) = channel.guild_id {
            self.shared.guilds.learn_channel(server, channel.id, None);
        }
        self.shared.sign(Sign::Deleted(channel.id));
    }

    /// A server whose bot we are no more; one that only is not available stays as it is known.
    fn lose_server(&self, server: &Server) {
        if !server.unavailable {
            let gone = server.id;
            self.shared.guilds.forget(gone);
            log_removal(gone);
            self.inbound.learn_servers(move |id| (id == gone).then_some(false));
        }
    }

    /// The roles and channels of a server; one that is not available does not tell.
    fn learn_server(&self, server: &Server) {
        let Some(owner) = server.owner_id else { return };
        let own_id = self.shared.own_id();
        let ours = |member: &Member| {
            let id = member.user.as_ref()?.id;
            let until = member.communication_disabled_until;
            (id.get() == own_id).then(|| our_selves(id, &member.roles, until))
        };
        let us = server.members.iter().find_map(ours);
        let channels = server.channels.as_ref().map(|channels| {
            channels.iter().filter_map(|one| Some((one.id, one.known()?))).collect()
        });
        let roles = server.roles.iter().map(|role| (role.id, role.permissions)).collect();
        self.shared.guilds.learn(server.id, servers::Server { owner, roles, us, channels });
    }

    fn change(&self, change: &InServer) {
        self.learn_roles(change.role.iter());
        let (servers, server) = (&self.shared.guilds, change.guild_id);
        if let Some(role) = &change.role {
            servers.learn_role(server, role.id, Some(role.permissions));
        }
        if let Some(gone) = change.role_id {
            servers.learn_role(server, gone, None);
        }
        let own_id = self.shared.own_id();
        if let Some(User { id }) = change.user.as_ref().filter(|user| user.id.get() == own_id) {
            let us = our_selves(*id, &change.roles, change.communication_disabled_until);
            servers.learn_us(server, us);
        }
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

/// Says in the log that we are in a server no more.
fn log_removal(server: GuildId) {
    tracing::warn!(
        "the bot was removed from the Discord server {server}: what is played there waits until it is \
         invited again"
    );
}

/// Returns what we are in a server.
fn our_selves(id: UserId, roles: &[RoleId], timed_out_until: Option<Timestamp>) -> OurSelves {
    let timed_out_until = timed_out_until.map_or(0, |at| at.unix_timestamp());
    OurSelves { member: servers::Member { id, roles: roles.to_vec() }, timed_out_until }
}

fn ids(channels: &[Channel]) -> impl Iterator<Item = ChannelId> {
    channels.iter().map(|channel| channel.id)
}
