//! Finds out what we may do in a channel, for whoever asks. Nothing of it is kept: members and their
//! permissions change without a word to us, so each time Discord is asked.

use std::{fmt, sync::Arc, time::Duration};

use serde::{Deserialize, de::DeserializeOwned};
use serenity::model::{
    Timestamp,
    channel::PermissionOverwrite,
    id::{ChannelId, GuildId, RoleId, UserId},
    permissions::Permissions,
};

use super::{
    inbound::SharedState,
    payload,
    permissions::{Granted, Membership, is_thread, needed},
    request::ApiCall,
    rest::{RequestError, Rest},
    servers::{self, OurSelves, Within},
    text,
    turns::Turns,
};
use crate::{
    chat::{Findings, Invite, Permission, PlaceReport, Standing},
    host::{Clock, timeout},
    table::PersonId,
};

/// How long the answers may take all together; somebody waits for them.
const PATIENCE: Duration = Duration::from_secs(8);

/// How many channels are looked at side by side.
const MOST_CHECKS: usize = 4;

/// What a game needs to have a thread, in the order in which it is told.
const FOR_THREADS: [Permission; 2] = [Permission::OpenThreads, Permission::SendInThreads];

/// Codes with which Discord refuses.
mod code {
    pub(super) const NO_SUCH_CHANNEL: u64 = 10_003;
    pub(super) const NO_SUCH_MEMBER: u64 = 10_007;
    pub(super) const NO_ACCESS: u64 = 50_001;
}

/// A channel that somebody asks about.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// Who asks.
    pub(super) asker: PersonId,
    /// The server in which they ask; `None` in private.
    pub(super) server: Option<GuildId>,
    /// Which channel.
    pub(super) channel: ChannelId,
}

/// Looks at channels.
pub(super) struct Doctor {
    rest: Arc<Rest>,
    clock: Arc<dyn Clock>,
    shared: Arc<SharedState>,
    turns: Arc<Turns>,
}

/// Why permissions are not known.
#[derive(Debug)]
enum Unread {
    /// There is no such channel for whoever asks.
    NoSuchChannel,
    /// We may not see the channel.
    Hidden,
    /// Discord could not be asked.
    Failed,
}

/// How much of a server is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Its roles and its owner.
    Roles,
    /// Its channels as well, and what we are there.
    Channels,
}

#[derive(Deserialize)]
struct Channel {
    id: ChannelId,
    #[serde(rename = "type")]
    kind: u8,
    guild_id: Option<GuildId>,
    parent_id: Option<ChannelId>,
    #[serde(default)]
    position: i64,
    #[serde(default)]
    permission_overwrites: Vec<PermissionOverwrite>,
}

impl Channel {
    /// As it is remembered.
    fn known(self) -> (ChannelId, servers::Channel) {
        let Self { id, kind, parent_id, position, permission_overwrites, .. } = self;
        let overwrites = permission_overwrites;
        (id, servers::Channel { kind, position, category: parent_id, overwrites })
    }
}

#[derive(Deserialize)]
struct Server {
    owner_id: UserId,
    roles: Vec<Role>,
}

#[derive(Deserialize)]
struct Role {
    id: RoleId,
    permissions: Permissions,
}

#[derive(Deserialize)]
struct Member {
    #[serde(default)]
    roles: Vec<RoleId>,
    communication_disabled_until: Option<Timestamp>,
}

impl fmt::Debug for Doctor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Doctor(..)")
    }
}

impl Doctor {
    /// A doctor whom nobody has asked yet.
    pub(super) fn new(rest: Arc<Rest>, clock: Arc<dyn Clock>, shared: Arc<SharedState>) -> Self {
        Self { rest, clock, shared, turns: Turns::new(MOST_CHECKS) }
    }

    /// Finds out, for somebody, what a server is like, within some seconds. If that fails nothing is learned.
    pub(super) async fn learn_server(&self, asker: &PersonId, server: GuildId, depth: Depth) {
        let Some(turn) = self.turns.take(asker) else { return };
        let reading = async {
            let _place = turn.place().await;
            let about = self.ask::<Server>(ApiCall::Server(server));
            match depth {
                Depth::Roles => Ok((about.await?, None)),
                Depth::Channels => {
                    let (about, within) = tokio::join!(about, self.within(server));
                    Ok((about?, Some(within?)))
                }
            }
        };
        let read = timeout(&*self.clock, PATIENCE, reading).await;
        if let Some(Ok::<_, Unread>((about, within))) = read {
            let roles = about.roles.into_iter().map(|role| (role.id, role.permissions)).collect();
            let known = servers::Server { owner: about.owner_id, roles, within };
            self.shared.guilds.learn(server, known);
        }
    }

    /// Ourselves in a server, and its channels.
    async fn within(&self, server: GuildId) -> Result<Within, Unread> {
        let us = self.own_id().await?;
        let (member, channels) = tokio::join!(
            self.ask::<Member>(ApiCall::Member { server, member: us }),
            self.ask::<Vec<Channel>>(ApiCall::Channels(server)),
        );
        let (member, channels) = (member?, channels?);
        let us = OurSelves {
            member: servers::Member { id: us, roles: member.roles },
            timed_out_until: member
                .communication_disabled_until
                .map_or(0, |at| at.unix_timestamp()),
        };
        Ok(Within { us, channels: channels.into_iter().map(Channel::known).collect() })
    }

    /// Finds out what we may do in a channel, within some seconds.
    pub(super) async fn examine(&self, question: &Question) -> PlaceReport {
        let found = match self.turns.take(&question.asker) {
            Some(turn) => {
                let reading = async {
                    let _place = turn.place().await;
                    self.read(question).await
                };
                let read = timeout(&*self.clock, PATIENCE, reading).await;
                read.unwrap_or(Err(Unread::Failed))
            }
            None => Err(Unread::Failed),
        };
        let channel = question.channel;
        let unknown = |view| {
            let others = needed(false).map(|(one, _)| (one, Standing::Unknown));
            let all = others.map(|(one, standing)| match one {
                Permission::View => (one, view),
                _ => (one, standing),
            });
            report(&self.shared, channel, all.collect(), false)
        };
        match found {
            Ok((granted, is_timed_out)) => {
                report(&self.shared, channel, granted.standings(), is_timed_out)
            }
            Err(Unread::NoSuchChannel) => PlaceReport::NoSuchChannel,
            // In private nobody knows whether they may learn of it.
            Err(Unread::Hidden) if question.server.is_none() => PlaceReport::NoSuchChannel,
            Err(Unread::Hidden) => unknown(Standing::Missing),
            Err(Unread::Failed) => unknown(Standing::Unknown),
        }
    }

    /// What we may do in a channel, and whether we are in a timeout.
    async fn read(&self, question: &Question) -> Result<(Granted, bool), Unread> {
        let channel: Channel = self.ask(ApiCall::Channel(question.channel)).await?;
        let server = channel.guild_id.ok_or(Unread::NoSuchChannel)?;
        match question.server {
            Some(here) if here != server => return Err(Unread::NoSuchChannel),
            Some(_) => {}
            None => self.admit(server, &question.asker).await?,
        }
        self.granted(server, channel).await
    }

    /// The permission for want of which a thread of a game in this channel would be of no use: that to open
    /// one, or that to write in it. `None` where nothing is known to be missing.
    pub(super) async fn lacks_for_threads(&self, channel: ChannelId) -> Option<Permission> {
        let reading = async {
            let about: Channel = self.ask(ApiCall::Channel(channel)).await?;
            let server = about.guild_id.ok_or(Unread::NoSuchChannel)?;
            self.granted(server, about).await
        };
        let (granted, is_timed_out) = timeout(&*self.clock, PATIENCE, reading).await?.ok()?;
        // A timeout passes, and takes away nothing for good.
        let missing = granted.standings().into_iter().filter(|_| !is_timed_out);
        let missing = missing.filter(|(_, standing)| *standing == Standing::Missing);
        let missing: Vec<Permission> = missing.map(|(one, _)| one).collect();
        FOR_THREADS.into_iter().find(|one| missing.contains(one))
    }

    /// What we may do in a channel of a server, and whether we are in a timeout.
    async fn granted(&self, server: GuildId, channel: Channel) -> Result<(Granted, bool), Unread> {
        let is_thread = is_thread(channel.kind);
        let overwrites = match channel.parent_id.filter(|_| is_thread) {
            Some(parent) => {
                self.ask::<Channel>(ApiCall::Channel(parent)).await?.permission_overwrites
            }
            None => channel.permission_overwrites,
        };
        let us = self.own_id().await?;
        let (about, member) = tokio::join!(
            self.ask::<Server>(ApiCall::Server(server)),
            self.ask::<Member>(ApiCall::Member { server, member: us }),
        );
        let (about, member) = (about?, member?);
        let now = self.shared.skew.by_discord(self.clock.now()) / 1_000;
        let until = member.communication_disabled_until;
        let membership = Membership {
            server,
            owner: about.owner_id,
            member: us,
            has: member.roles,
            roles: about.roles.into_iter().map(|role| (role.id, role.permissions)).collect(),
            is_timed_out: until.is_some_and(|until| until.unix_timestamp() > now),
        };
        let is_timed_out = membership.is_timed_out;
        Ok((membership.granted(&overwrites, is_thread), is_timed_out))
    }

    /// Lets nobody learn of a server whose member they are not.
    async fn admit(&self, server: GuildId, asker: &PersonId) -> Result<(), Unread> {
        let member = payload::user(asker).map(UserId::new).ok_or(Unread::NoSuchChannel)?;
        self.ask::<Member>(ApiCall::Member { server, member }).await.map(|_| ())
    }

    /// Our own user id, which is told at the beginning of a session and not when one is resumed.
    async fn own_id(&self) -> Result<UserId, Unread> {
        #[derive(Deserialize)]
        struct User {
            id: UserId,
        }
        match self.shared.own_id() {
            0 => Ok(self.ask::<User>(ApiCall::OwnUser).await?.id),
            id => Ok(UserId::new(id)),
        }
    }

    async fn ask<T: DeserializeOwned>(&self, call: ApiCall) -> Result<T, Unread> {
        let answer = self.rest.call(&call, PATIENCE).await.map_err(|error| {
            tracing::debug!("{} for a check: {error}", call.route().kind);
            match error {
                RequestError::Refused { code, .. } => match code {
                    code::NO_SUCH_CHANNEL | code::NO_SUCH_MEMBER => Unread::NoSuchChannel,
                    code::NO_ACCESS => Unread::Hidden,
                    _ => Unread::Failed,
                },
                _ => Unread::Failed,
            }
        })?;
        serde_json::from_value(answer).map_err(|error| {
            tracing::warn!("{} for a check cannot be read: {error}", call.route().kind);
            Unread::Failed
        })
    }
}

/// What an interaction tells of a channel, which is all that is needed; `told` is what we may do there, if
/// it says so.
pub(super) fn report_told(
    shared: &SharedState,
    channel: ChannelId,
    told: Option<Permissions>,
    is_thread: bool,
) -> PlaceReport {
    let standings = match told {
        Some(bits) => Granted::told(bits, is_thread).standings_as_told(),
        None => needed(is_thread).map(|(one, _)| (one, Standing::Unknown)).collect(),
    };
    report(shared, channel, standings, false)
}

fn report(
    shared: &SharedState,
    channel: ChannelId,
    permissions: Vec<(Permission, Standing)>,
    is_timed_out: bool,
) -> PlaceReport {
    PlaceReport::Found(Findings {
        channel: channel.to_string(),
        permissions,
        is_timed_out,
        sees_content: shared.sees_content(),
        invite: shared.application().map(|id| Invite {
            usual: text::invite(id, false),
            with_threads: text::invite(id, true),
        }),
    })
}
