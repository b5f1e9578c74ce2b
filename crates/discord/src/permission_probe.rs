//! Finds out what we may do in a channel, for whoever asks. Nothing of that is kept: members and their
//! permissions change without a word to us, so each time Discord is asked. What a server is like is learned
//! once, where the gateway has not told it.

use std::{fmt, sync::Arc, time::Duration};

use chat::{Findings, Invite, Permission, PlaceReport, Standing};
use futures_util::future::join_all;
use host::{Clock, timeout};
use serde::{Deserialize, de::DeserializeOwned};
use serenity::model::{
    Timestamp,
    channel::PermissionOverwrite,
    id::{ChannelId, GuildId, RoleId, UserId},
    permissions::Permissions,
};
use table::{Millis, PersonId};

use super::{
    inbound::SharedState,
    inquiries::Inquiries,
    payload,
    permissions::{ChannelKind, Granted, Membership},
    request::ApiCall,
    rest::{RequestError, Rest},
    servers::{self, OurSelves},
    text,
    turns::Turns,
};

/// How long the answers may take all together; somebody waits for them.
const PATIENCE: Duration = Duration::from_secs(8);

/// How many channels are looked at side by side.
const MOST_CHECKS: usize = 4;

/// The permissions that a game needs to have a thread, in the order in which they are told.
const FOR_THREADS: [Permission; 2] = [Permission::OpenThreads, Permission::SendInThreads];

/// The number by which Discord calls a private thread.
const PRIVATE_THREAD: u8 = 12;

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
    /// Whether they ask in it.
    pub(super) is_here: bool,
}

/// Looks at channels.
pub(super) struct PermissionProbe {
    rest: Arc<Rest>,
    clock: Arc<dyn Clock>,
    shared: Arc<SharedState>,
    turns: Arc<Turns>,
    inquiries: Inquiries,
}

/// The reason why permissions are not known.
#[derive(Debug)]
enum Unread {
    /// There is no such channel for whoever asks.
    NoSuchChannel,
    /// There is no such member of the server.
    NoSuchMember,
    /// We may not see the channel.
    Hidden,
    /// Discord could not be asked.
    Failed,
}

/// The extent of what is found out about a server.
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

/// The rules for permissions that hold in a channel.
struct Rules {
    kind: ChannelKind,
    overwrites: Vec<PermissionOverwrite>,
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

impl fmt::Debug for PermissionProbe {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Doctor(..)")
    }
}

impl PermissionProbe {
    /// A doctor whom nobody has asked yet.
    pub(super) fn new(rest: Arc<Rest>, clock: Arc<dyn Clock>, shared: Arc<SharedState>) -> Self {
        let (turns, inquiries) = (Turns::new(MOST_CHECKS), Inquiries::default());
        Self { rest, clock, shared, turns, inquiries }
    }

    /// Returns `true` if so much of a server is not known, and may be found out: a question that has failed is
    /// not asked again for some minutes.
    pub(super) fn is_worth_asking(&self, server: GuildId, depth: Depth) -> bool {
        let servers = &self.shared.guilds;
        let is_known = match depth {
            Depth::Roles => servers.know_roles(server),
            Depth::Channels => servers.know_channels(server),
        };
        !is_known && !self.inquiries.has_failed(server, self.clock.instant())
    }

    /// Finds out what a server is like, within some seconds, unless it is known or was asked in vain lately.
    /// Whoever asks while a question about that server is on its way shares its answer. What the gateway tells
    /// meanwhile is newer.
    pub(super) async fn learn_server(&self, server: GuildId, depth: Depth) {
        let _alone = self.inquiries.alone(server).await;
        if !self.is_worth_asking(server, depth) {
            return;
        }
        // Where too many others are asked, nothing is known of this server, and it did not fail.
        let Some(_place) = timeout(&*self.clock, PATIENCE, self.turns.place()).await else {
            return;
        };
        let asked = self.shared.guilds.asked(server);
        let answer = timeout(&*self.clock, PATIENCE, self.server(server, depth)).await;
        if let Some(Ok(known)) = answer {
            asked.answered(known);
        }
        if self.is_worth_asking(server, depth) {
            self.inquiries.failed(server, self.clock.instant());
        }
    }

    /// Returns those of these people of whom Discord says within some seconds that they are no members of a server.
    pub(super) async fn who_left(&self, server: GuildId, people: Vec<PersonId>) -> Vec<PersonId> {
        let one = |person: PersonId| async move {
            let member = payload::user(&person).map(UserId::new)?;
            let asked = self.ask::<Member>(ApiCall::Member { server, member }).await;
            matches!(asked, Err(Unread::NoSuchMember)).then_some(person)
        };
        let asking = async {
            let _place = self.turns.place().await;
            join_all(people.into_iter().map(one)).await
        };
        let left = timeout(&*self.clock, PATIENCE, asking).await.unwrap_or_default();
        left.into_iter().flatten().collect()
    }

    /// Returns what a server is like: its roles and its owner, and as much else of what is wanted as can be
    /// found out.
    async fn server(&self, server: GuildId, depth: Depth) -> Result<servers::Server, Unread> {
        let about = self.ask::<Server>(ApiCall::Server(server));
        let (about, us, channels) = match depth {
            Depth::Roles => (about.await?, None, None),
            Depth::Channels => {
                let channels = self.ask::<Vec<Channel>>(ApiCall::Channels(server));
                let (about, us, channels) = tokio::join!(about, self.our_selves(server), channels);
                (about?, us.ok(), channels.ok())
            }
        };
        Ok(servers::Server {
            owner: about.owner_id,
            roles: about.roles.into_iter().map(|role| (role.id, role.permissions)).collect(),
            us,
            channels: channels.map(|all| all.into_iter().map(Channel::known).collect()),
        })
    }

    /// Ourselves in a server.
    async fn our_selves(&self, server: GuildId) -> Result<OurSelves, Unread> {
        let id = self.own_id().await?;
        let member: Member = self.ask(ApiCall::Member { server, member: id }).await?;
        let until = member.communication_disabled_until;
        Ok(OurSelves {
            member: servers::Member { id, roles: member.roles },
            timed_out_until: until.map_or(0, |at| at.unix_timestamp()),
        })
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
            let others = ChannelKind::Text.needed().map(|(one, _)| (one, Standing::Unknown));
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
            Err(Unread::NoSuchChannel | Unread::NoSuchMember) => PlaceReport::NoSuchChannel,
            // In private nobody knows whether they may learn of it.
            Err(Unread::Hidden) if question.server.is_none() => PlaceReport::NoSuchChannel,
            Err(Unread::Hidden) => unknown(Standing::Missing),
            Err(Unread::Failed) => unknown(Standing::Unknown),
        }
    }

    /// Returns what we may do in a channel, and whether we are in a timeout.
    async fn read(&self, question: &Question) -> Result<(Granted, bool), Unread> {
        let channel: Channel = self.ask(ApiCall::Channel(question.channel)).await?;
        let server = channel.guild_id.ok_or(Unread::NoSuchChannel)?;
        if question.server.is_some_and(|here| here != server) {
            return Err(Unread::NoSuchChannel);
        }
        let is_private = channel.kind == PRIVATE_THREAD;
        let rules = self.rules(channel).await?;
        if !question.is_here {
            // Who was let into a private thread is not known.
            if is_private {
                return Err(Unread::NoSuchChannel);
            }
            self.admit(server, &question.asker, &rules).await?;
        }
        self.granted(server, &rules).await
    }

    /// Until when we are in a timeout in the server of a channel; `None` where it is not known that we are.
    pub(super) async fn timed_out_until(&self, channel: ChannelId) -> Option<Millis> {
        let reading = async {
            let about: Channel = self.ask(ApiCall::Channel(channel)).await?;
            let server = about.guild_id.ok_or(Unread::NoSuchChannel)?;
            self.our_selves(server).await
        };
        let us = timeout(&*self.clock, PATIENCE, reading).await?.ok()?;
        let until = us.timed_out_until.saturating_mul(1_000);
        (until > self.shared.skew.by_discord(self.clock.now())).then_some(until)
    }

    /// The permission for want of which a thread of a game in this channel would be of no use: that to open
    /// one, or that to write in it. `None` where nothing is known to be missing.
    pub(super) async fn lacks_for_threads(&self, channel: ChannelId) -> Option<Permission> {
        let reading = async {
            let about: Channel = self.ask(ApiCall::Channel(channel)).await?;
            let server = about.guild_id.ok_or(Unread::NoSuchChannel)?;
            let rules = self.rules(about).await?;
            self.granted(server, &rules).await
        };
        let (granted, is_timed_out) = timeout(&*self.clock, PATIENCE, reading).await?.ok()?;
        // A timeout passes, and takes away nothing for good.
        let missing = granted.standings().into_iter().filter(|_| !is_timed_out);
        let missing = missing.filter(|(_, standing)| *standing == Standing::Missing);
        let missing: Vec<Permission> = missing.map(|(one, _)| one).collect();
        FOR_THREADS.into_iter().find(|one| missing.contains(one))
    }

    /// Returns what rules of its own a channel has, those of a thread being its channel's.
    async fn rules(&self, channel: Channel) -> Result<Rules, Unread> {
        let kind = ChannelKind::of(channel.kind);
        let overwrites = match channel.parent_id.filter(|_| kind.is_thread()) {
            Some(parent) => {
                self.ask::<Channel>(ApiCall::Channel(parent)).await?.permission_overwrites
            }
            None => channel.permission_overwrites,
        };
        Ok(Rules { kind, overwrites })
    }

    /// Returns what we may do in a channel of a server with these rules, and whether we are in a timeout.
    async fn granted(&self, server: GuildId, rules: &Rules) -> Result<(Granted, bool), Unread> {
        let us = self.membership(server, self.own_id().await?).await?;
        Ok((us.granted(&rules.overwrites, rules.kind), us.is_timed_out))
    }

    /// Somebody as a member of a server.
    async fn membership(&self, server: GuildId, member: UserId) -> Result<Membership, Unread> {
        let (about, as_member) = tokio::join!(
            self.ask::<Server>(ApiCall::Server(server)),
            self.ask::<Member>(ApiCall::Member { server, member }),
        );
        let (as_member, about) = (as_member?, about?);
        let now = self.shared.skew.by_discord(self.clock.now()) / 1_000;
        let until = as_member.communication_disabled_until;
        Ok(Membership {
            server,
            owner: about.owner_id,
            member,
            has: as_member.roles,
            roles: about.roles.into_iter().map(|role| (role.id, role.permissions)).collect(),
            is_timed_out: until.is_some_and(|until| until.unix_timestamp() > now),
        })
    }

    /// Lets nobody learn of a channel that they do not see.
    async fn admit(&self, server: GuildId, asker: &PersonId, rules: &Rules) -> Result<(), Unread> {
        let asker = payload::user(asker).map(UserId::new).ok_or(Unread::NoSuchChannel)?;
        let theirs = self.membership(server, asker).await?.granted(&rules.overwrites, rules.kind);
        if theirs.allows(rules.kind.to_read()) { Ok(()) } else { Err(Unread::NoSuchChannel) }
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
                    code::NO_SUCH_CHANNEL => Unread::NoSuchChannel,
                    code::NO_SUCH_MEMBER => Unread::NoSuchMember,
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

/// Returns what an interaction tells of a channel, which is all that is needed; `told` is what we may do there,
/// if it says so.
pub(super) fn report_told(
    shared: &SharedState,
    channel: ChannelId,
    told: Option<Permissions>,
    kind: ChannelKind,
) -> PlaceReport {
    let standings = match told {
        Some(bits) => Granted::told(bits, kind).standings_as_told(),
        None => kind.needed().map(|(one, _)| (one, Standing::Unknown)).collect(),
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
