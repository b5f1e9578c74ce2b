//! What is known of the servers: their roles, who owns them, and, where the gateway or an answer has told them,
//! their channels. No member is remembered but ourselves: those of others come with what they do.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serenity::model::{
    channel::PermissionOverwrite,
    id::{ChannelId, GuildId, RoleId, UserId},
    permissions::Permissions,
};

use super::permissions::Membership;

/// The numbers by which Discord calls the kinds of channels in which people write, beside threads.
mod kind {
    pub(super) const TEXT: u8 = 0;
    pub(super) const VOICE: u8 = 2;
    pub(super) const NEWS: u8 = 5;
    pub(super) const STAGE: u8 = 13;
}

/// What is known of a server.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// Whoever owns it.
    pub(super) owner: UserId,
    /// What its roles allow; that of everyone has the id of the server.
    pub(super) roles: HashMap<RoleId, Permissions>,
    /// Ourselves and the channels; `None` while they are not known.
    pub(super) within: Option<Within>,
}

/// What has to be known of a server to say where we may write.
#[derive(Clone, Debug)]
pub(super) struct Within {
    /// Ourselves as a member.
    pub(super) us: OurSelves,
    /// The channels, without threads.
    pub(super) channels: HashMap<ChannelId, Channel>,
}

/// Ourselves as a member.
#[derive(Clone, Debug)]
pub(super) struct OurSelves {
    pub(super) member: Member,
    /// Up to which second of Unix time we may only read.
    pub(super) timed_out_until: i64,
}

/// A channel of a server that is no thread.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub(super) kind: u8,
    pub(super) position: i64,
    pub(super) category: Option<ChannelId>,
    pub(super) overwrites: Vec<PermissionOverwrite>,
}

impl Channel {
    /// Whether people write there.
    const fn is_for_words(&self) -> bool {
        matches!(self.kind, kind::TEXT | kind::VOICE | kind::NEWS | kind::STAGE)
    }
}

/// A member as what they do tells of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) id: UserId,
    pub(super) roles: Vec<RoleId>,
}

/// A channel in which we may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Writable {
    pub(super) id: ChannelId,
    /// Whether the one who asks may write there as well.
    pub(super) takes_asker: bool,
    /// Whether it is a channel for talk.
    pub(super) is_for_talk: bool,
}

/// Which channels are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// The one that does not do, and the channel of which it is a thread.
    pub(super) not: ChannelId,
    pub(super) parent: Option<ChannelId>,
    /// Whoever asks, and who else has to see it.
    pub(super) asker: &'a Member,
    pub(super) others: &'a [Member],
    /// The second in which this is asked.
    pub(super) at: i64,
}

impl Server {
    /// Whether a role lets its people manage the server.
    fn lets_manage(&self, role: RoleId) -> bool {
        self.roles.get(&role).is_some_and(|may| may.administrator() || may.manage_guild())
    }

    /// Whether a member may do all of this in a channel.
    fn may(
        &self,
        (server, member): (GuildId, &Member),
        channel: &Channel,
        what: Permissions,
        is_timed_out: bool,
    ) -> bool {
        let membership = Membership {
            server,
            owner: self.owner,
            member: member.id,
            has: member.roles.clone(),
            roles: self.roles.iter().map(|(role, may)| (*role, *may)).collect(),
            is_timed_out,
        };
        membership.granted(&channel.overwrites, false).allows(what)
    }

    /// The channels that do, the nearest first.
    fn writable(&self, server: GuildId, wanted: Wanted<'_>) -> Option<Vec<Writable>> {
        let Within { us, channels } = self.within.as_ref()?;
        let is_timed_out = us.timed_out_until > wanted.at;
        let (view, write) =
            (Permissions::VIEW_CHANNEL, Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES);
        let does = |id: &ChannelId, channel: &Channel| {
            let mut readers = wanted.others.iter().chain([wanted.asker]);
            *id != wanted.not
                && channel.is_for_words()
                && self.may((server, &us.member), channel, write, is_timed_out)
                && readers.all(|who| self.may((server, who), channel, view, false))
        };
        let mut found: Vec<_> = channels.iter().filter(|(id, channel)| does(id, channel)).collect();
        let here = channels.get(&wanted.parent.unwrap_or(wanted.not));
        let category = here.and_then(|here| here.category);
        found.sort_unstable_by_key(|(id, channel)| {
            let is_near = category.is_some() && channel.category == category;
            let is_parent = wanted.parent == Some(**id);
            (!is_parent, channel.kind != kind::TEXT, !is_near, channel.position, **id)
        });
        let writable = |(id, channel): (&ChannelId, &Channel)| {
            let takes_asker = self.may((server, wanted.asker), channel, write, false);
            Writable { id: *id, takes_asker, is_for_talk: channel.kind == kind::TEXT }
        };
        Some(found.into_iter().map(writable).collect())
    }
}

/// All servers of which anything is known.
#[derive(Debug, Default)]
pub(super) struct AllServers {
    servers: Mutex<HashMap<GuildId, Server>>,
    /// The channels that have refused what was to be said there, and take nothing yet.
    refusing: Mutex<HashSet<ChannelId>>,
}

impl AllServers {
    /// Learns what a server is like, in place of what was known; where its channels are not told, those that
    /// are known stay.
    pub(super) fn learn(&self, id: GuildId, mut server: Server) {
        let mut all = self.lock();
        let before = all.remove(&id).and_then(|before| before.within);
        server.within = server.within.or(before);
        all.insert(id, server);
    }

    /// We are in a server no more.
    pub(super) fn forget(&self, server: GuildId) {
        self.lock().remove(&server);
    }

    /// Learns what a role of a server allows; `None` if it is gone.
    pub(super) fn learn_role(&self, server: GuildId, role: RoleId, allows: Option<Permissions>) {
        if let Some(known) = self.lock().get_mut(&server) {
            match allows {
                Some(allows) => known.roles.insert(role, allows),
                None => known.roles.remove(&role),
            };
        }
    }

    /// Learns a channel of a server; `None` if it is gone.
    pub(super) fn learn_channel(&self, server: GuildId, id: ChannelId, channel: Option<Channel>) {
        let mut all = self.lock();
        let within = all.get_mut(&server).and_then(|known| known.within.as_mut());
        if let Some(Within { channels, .. }) = within {
            match channel {
                Some(channel) => channels.insert(id, channel),
                None => channels.remove(&id),
            };
        }
    }

    /// Learns what has become of ourselves in a server.
    pub(super) fn learn_us(&self, server: GuildId, us: OurSelves) {
        let mut all = self.lock();
        if let Some(within) = all.get_mut(&server).and_then(|known| known.within.as_mut()) {
            within.us = us;
        }
    }

    /// Learns which channels take nothing of what waits for them.
    pub(super) fn learn_refusing(&self, refusing: HashSet<ChannelId>) {
        // A mere set, which is usable even after a panic in the middle of a change.
        *self.refusing.lock().unwrap_or_else(PoisonError::into_inner) = refusing;
    }

    /// Whether it is known who may manage a server.
    pub(super) fn know_roles(&self, server: GuildId) -> bool {
        self.lock().contains_key(&server)
    }

    /// Whether the channels of a server are known.
    pub(super) fn know_channels(&self, server: GuildId) -> bool {
        self.lock().get(&server).is_some_and(|known| known.within.is_some())
    }

    /// Whether a person with these roles may manage a server.
    pub(super) fn manages(&self, server: GuildId, person: UserId, roles: &[RoleId]) -> bool {
        self.lock().get(&server).is_some_and(|known| {
            let everyone = RoleId::new(server.get());
            let mut theirs = roles.iter().chain([&everyone]);
            known.owner == person || theirs.any(|role| known.lets_manage(*role))
        })
    }

    /// The channels of a server in which we may write, as far as is known, and which all who are named see:
    /// the nearest first.
    pub(super) fn writable(&self, server: GuildId, wanted: Wanted<'_>) -> Vec<Writable> {
        let found = self.lock().get(&server).and_then(|known| known.writable(server, wanted));
        let mut found = found.unwrap_or_default();
        let refusing = self.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        found.retain(|one| !refusing.contains(&one.id));
        found
    }

    /// Whether somebody sees a channel that is no thread; `None` where that is not known.
    pub(super) fn sees(
        &self,
        server: GuildId,
        channel: ChannelId,
        member: &Member,
    ) -> Option<bool> {
        let all = self.lock();
        let known = all.get(&server)?;
        let channel = known.within.as_ref()?.channels.get(&channel)?;
        Some(known.may((server, member), channel, Permissions::VIEW_CHANNEL, false))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GuildId, Server>> {
        // A mere map, which is usable even after a panic in the middle of a change.
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serenity::model::channel::PermissionOverwriteType;

    use super::*;

    const HERE: GuildId = GuildId::new(5);
    const EVERYONE: RoleId = RoleId::new(5);
    const OWNER: UserId = UserId::new(1);
    const USUAL: Permissions = Permissions::VIEW_CHANNEL.union(Permissions::SEND_MESSAGES);
    const NONE: Permissions = Permissions::empty();

    fn server(roles: &[(u64, Permissions)]) -> Server {
        let roles = roles.iter().map(|(id, may)| (RoleId::new(*id), *may)).collect();
        Server { owner: OWNER, roles, within: None }
    }

    fn channel(kind: u8, position: i64, overwrites: &[(u64, Permissions, Permissions)]) -> Channel {
        let overwrites = overwrites.iter().map(|(role, allow, deny)| PermissionOverwrite {
            allow: *allow,
            deny: *deny,
            kind: PermissionOverwriteType::Role(RoleId::new(*role)),
        });
        Channel { kind, position, category: None, overwrites: overwrites.collect() }
    }

    fn member(id: u64, roles: &[u64]) -> Member {
        let roles = roles.iter().map(|id| RoleId::new(*id)).collect();
        Member { id: UserId::new(id), roles }
    }

    #[test]
    fn the_owner_and_whoever_has_such_a_role_may_manage_a_server() {
        let (other, manage) = (GuildId::new(6), Permissions::MANAGE_GUILD);
        let role = RoleId::new;
        let all = AllServers::default();
        assert!(!all.manages(HERE, OWNER, &[]), "nothing is known yet");
        all.learn(HERE, server(&[(70, manage)]));
        let may = |person, roles: &[RoleId]| all.manages(HERE, UserId::new(person), roles);
        assert!(may(1, &[]) && may(2, &[role(71), role(70)]) && !may(2, &[role(71)]));
        assert!(!all.manages(other, OWNER, &[role(70)]));
        all.learn_role(HERE, role(71), Some(Permissions::ADMINISTRATOR));
        all.learn_role(HERE, role(70), None);
        assert!(may(2, &[role(71)]) && !may(2, &[role(70)]));
        all.learn_role(HERE, EVERYONE, Some(manage));
        assert!(may(2, &[]), "the role of everyone");
    }

    #[test]
    fn a_channel_is_found_that_we_may_write_in_and_all_who_are_meant_can_see() {
        let all = AllServers::default();
        all.learn(HERE, server(&[(5, USUAL), (70, NONE)]));
        let (ann, ben, id) = (member(2, &[70]), member(3, &[]), ChannelId::new);
        let found = |others: &[Member], at| {
            let wanted = Wanted { not: id(10), parent: None, asker: &ann, others, at };
            let found = all.writable(HERE, wanted).into_iter();
            found.map(|one| (one.id.get(), one.takes_asker && one.is_for_talk)).collect::<Vec<_>>()
        };
        assert!(found(&[], 0).is_empty() && !all.know_channels(HERE), "nothing is known yet");
        let (view, send) = (Permissions::VIEW_CHANNEL, Permissions::SEND_MESSAGES);
        // Those with the role and we see 11 alone; in 12 they may not write, and in 13 we may not.
        let hidden = [(5, NONE, view), (70, USUAL, NONE), (71, USUAL, NONE)];
        let channels = [
            (10, channel(0, 0, &[])),
            (11, channel(0, 3, &hidden)),
            (12, channel(0, 2, &[(70, NONE, send)])),
            (13, channel(0, 1, &[(71, NONE, send)])),
            // A channel for voices has a chat, a category none.
            (14, channel(2, 0, &[])),
            (15, channel(4, 0, &[])),
        ];
        let channels = channels.map(|(key, channel)| (id(key), channel)).into();
        let us = OurSelves { member: member(900, &[71]), timed_out_until: 7 };
        let within = Some(Within { us, channels });
        all.learn(HERE, Server { within, ..server(&[(5, USUAL), (70, NONE), (71, NONE)]) });
        assert_eq!(found(&[], 7), [(12, false), (11, true), (14, false)]);
        assert_eq!(found(std::slice::from_ref(&ben), 7), [(12, false), (14, false)]);
        assert!(found(&[], 6).is_empty(), "we may only read");
        let sees = |channel, who: &Member| all.sees(HERE, id(channel), who);
        assert_eq!(
            [sees(11, &ann), sees(11, &ben), sees(99, &ben)],
            [Some(true), Some(false), None]
        );
        all.learn_refusing([id(12)].into());
        assert_eq!(found(&[], 7), [(11, true), (14, false)]);
        all.learn_channel(HERE, id(11), None);
        all.learn_us(HERE, OurSelves { member: member(900, &[]), timed_out_until: 0 });
        assert_eq!(found(&[], 0), [(13, true), (14, false)]);
        // Another word of the roles alone leaves the channels as they are known.
        all.learn(HERE, server(&[(5, NONE)]));
        assert!(all.know_channels(HERE) && found(&[], 7).is_empty());
        all.forget(HERE);
        assert!(!all.know_roles(HERE));
    }
}
