//! The servers as they are known: their roles, who owns them, and, where the gateway or an answer has told them,
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

use super::permissions::{ChannelKind, Membership};

/// The numbers by which Discord calls the kinds of channels in which people write, beside threads.
mod kind {
    pub(super) const TEXT: u8 = 0;
    pub(super) const VOICE: u8 = 2;
    pub(super) const NEWS: u8 = 5;
    pub(super) const STAGE: u8 = 13;
}

/// The number of events of a server that may come while somebody asks about it; an answer of before so much is of no
/// use any more.
const MOST_CHANGES: usize = 1_000;

/// The known facts about a server.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// Whoever owns it.
    pub(super) owner: UserId,
    /// The permissions of its roles; that of everyone has the id of the server.
    pub(super) roles: HashMap<RoleId, Permissions>,
    /// Ourselves as a member; `None` while that is not known.
    pub(super) us: Option<OurSelves>,
    /// The channels, without threads; `None` while they are not known.
    pub(super) channels: Option<HashMap<ChannelId, Channel>>,
}

/// Something that the gateway tells of a server.
#[derive(Clone, Debug)]
enum Change {
    /// Its facts, in place of those that were known; any that is not told stays.
    Described(Server),
    /// We are there no more.
    Left,
    /// The permissions of a role; `None` if it is gone.
    Role(RoleId, Option<Permissions>),
    /// The facts of a channel; `None` if it is gone.
    Channel(ChannelId, Option<Channel>),
    /// Ourselves as a member by now.
    Us(OurSelves),
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
    /// Returns `true` if people write there.
    const fn is_for_words(&self) -> bool {
        matches!(self.kind, kind::TEXT | kind::VOICE | kind::NEWS | kind::STAGE)
    }

    /// Returns what permissions it asks for.
    fn permission_kind(&self) -> ChannelKind {
        ChannelKind::of(self.kind)
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

/// The criteria for the channels that are looked for.
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
    /// Returns `true` if a role lets its people manage the server.
    fn lets_manage(&self, role: RoleId) -> bool {
        self.roles.get(&role).is_some_and(|may| may.administrator() || may.manage_guild())
    }

    /// Returns `true` if a member may do all of this in a channel.
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
        membership.granted(&channel.overwrites, channel.permission_kind()).allows(what)
    }

    /// The channels that do, the nearest first.
    fn writable(&self, server: GuildId, wanted: Wanted<'_>) -> Option<Vec<Writable>> {
        let (us, channels) = self.us.as_ref().zip(self.channels.as_ref())?;
        let is_timed_out = us.timed_out_until > wanted.at;
        let does = |id: &ChannelId, channel: &Channel| {
            let mut readers = wanted.others.iter().chain([wanted.asker]);
            let kind = channel.permission_kind();
            *id != wanted.not
                && channel.is_for_words()
                && self.may((server, &us.member), channel, kind.to_write(), is_timed_out)
                && readers.all(|who| self.may((server, who), channel, kind.to_read(), false))
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
            let to_write = channel.permission_kind().to_write();
            let takes_asker = self.may((server, wanted.asker), channel, to_write, false);
            Writable { id: *id, takes_asker, is_for_talk: channel.kind == kind::TEXT }
        };
        Some(found.into_iter().map(writable).collect())
    }
}

/// The known facts, and what was told while somebody asks.
#[derive(Debug, Default)]
struct Known {
    servers: HashMap<GuildId, Server>,
    /// The events of the servers that are being asked about, since the question went out.
    since: HashMap<GuildId, Vec<Change>>,
    /// The servers that we were thrown out of in this run of the program, and are not back in.
    left: HashSet<GuildId>,
}

impl Known {
    /// Takes what the gateway tells. It is newer than the answer to a question that went out before.
    fn told(&mut self, id: GuildId, change: Change) {
        match change {
            Change::Left => self.left.insert(id),
            Change::Described(_) => self.left.remove(&id),
            Change::Role(..) | Change::Channel(..) | Change::Us(_) => false,
        };
        if let Some(since) = self.since.get_mut(&id).filter(|since| since.len() < MOST_CHANGES) {
            since.push(change.clone());
        }
        self.apply(id, change);
    }

    fn apply(&mut self, id: GuildId, change: Change) {
        let Some(known) = self.servers.get_mut(&id) else {
            if let Change::Described(server) = change {
                self.servers.insert(id, server);
            }
            return;
        };
        match change {
            Change::Described(server) => {
                let us = server.us.or_else(|| known.us.take());
                let channels = server.channels.or_else(|| known.channels.take());
                *known = Server { us, channels, ..server };
            }
            Change::Left => {
                self.servers.remove(&id);
            }
            Change::Role(role, allows) => put(&mut known.roles, role, allows),
            Change::Channel(channel, about) => {
                if let Some(channels) = &mut known.channels {
                    put(channels, channel, about);
                }
            }
            Change::Us(us) => known.us = Some(us),
        }
    }
}

/// Puts something into a map, or takes it out where there is none.
fn put<K: Eq + std::hash::Hash, V>(map: &mut HashMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

/// All servers of which anything is known.
#[derive(Debug, Default)]
pub(super) struct AllServers {
    known: Mutex<Known>,
    /// The channels that have refused what was to be said there, and take nothing yet.
    refusing: Mutex<HashSet<ChannelId>>,
}

impl AllServers {
    /// Learns from the gateway what a server is like, in place of what was known; where it does not tell the
    /// channels, or what we are there, those that are known stay.
    pub(super) fn learn(&self, id: GuildId, server: Server) {
        self.lock().told(id, Change::Described(server));
    }

    /// We are in a server no more.
    pub(super) fn forget(&self, server: GuildId) {
        self.lock().told(server, Change::Left);
    }

    /// Forgets all servers but these; returns those that were known.
    pub(super) fn keep(&self, is_there: impl Fn(GuildId) -> bool) -> HashSet<GuildId> {
        let mut all = self.lock();
        let known = all.servers.keys().chain(all.since.keys()).copied();
        let gone: HashSet<GuildId> = known.filter(|id| !is_there(*id)).collect();
        gone.iter().for_each(|id| all.told(*id, Change::Left));
        gone
    }

    /// Returns `true` if we were in a server in this run of the program and are no more.
    pub(super) fn has_left(&self, server: GuildId) -> bool {
        self.lock().left.contains(&server)
    }

    /// A question about a server goes out, and no other one about it until this one is dropped.
    pub(super) fn asked(&self, server: GuildId) -> Asked<'_> {
        self.lock().since.insert(server, Vec::new());
        Asked { servers: self, server }
    }

    /// Learns what a role of a server allows; `None` if it is gone.
    pub(super) fn learn_role(&self, server: GuildId, role: RoleId, allows: Option<Permissions>) {
        self.lock().told(server, Change::Role(role, allows));
    }

    /// Learns a channel of a server; `None` if it is gone.
    pub(super) fn learn_channel(&self, server: GuildId, id: ChannelId, channel: Option<Channel>) {
        self.lock().told(server, Change::Channel(id, channel));
    }

    /// Learns what has become of ourselves in a server.
    pub(super) fn learn_us(&self, server: GuildId, us: OurSelves) {
        self.lock().told(server, Change::Us(us));
    }

    /// Learns which channels take nothing of what waits for them.
    pub(super) fn learn_refusing(&self, refusing: HashSet<ChannelId>) {
        // A mere set, which is usable even after a panic in the middle of a change.
        *self.refusing.lock().unwrap_or_else(PoisonError::into_inner) = refusing;
    }

    /// Returns `true` if it is known who may manage a server.
    pub(super) fn know_roles(&self, server: GuildId) -> bool {
        self.lock().servers.contains_key(&server)
    }

    /// Returns `true` if the channels of a server are known, and what we are there.
    pub(super) fn know_channels(&self, server: GuildId) -> bool {
        let all = self.lock();
        let known = all.servers.get(&server);
        known.is_some_and(|known| known.us.is_some() && known.channels.is_some())
    }

    /// Returns `true` if a channel is known as one of a server.
    pub(super) fn have_channel(&self, channel: ChannelId) -> bool {
        let all = self.lock();
        let mut known = all.servers.values().filter_map(|server| server.channels.as_ref());
        known.any(|channels| channels.contains_key(&channel))
    }

    /// Returns `true` if a server is known to have no such channel.
    pub(super) fn lack(&self, server: GuildId, channel: ChannelId) -> bool {
        let known = &self.lock().servers;
        let channels = known.get(&server).and_then(|known| known.channels.as_ref());
        channels.is_some_and(|all| !all.contains_key(&channel))
    }

    /// Returns `true` if a person with these roles may manage a server.
    pub(super) fn manages(&self, server: GuildId, person: UserId, roles: &[RoleId]) -> bool {
        self.lock().servers.get(&server).is_some_and(|known| {
            let everyone = RoleId::new(server.get());
            let mut theirs = roles.iter().chain([&everyone]);
            known.owner == person || theirs.any(|role| known.lets_manage(*role))
        })
    }

    /// The channels of a server in which we may write, as far as is known, and which all who are named see:
    /// the nearest first.
    pub(super) fn writable(&self, server: GuildId, wanted: Wanted<'_>) -> Vec<Writable> {
        let found =
            self.lock().servers.get(&server).and_then(|known| known.writable(server, wanted));
        let mut found = found.unwrap_or_default();
        let refusing = self.refusing.lock().unwrap_or_else(PoisonError::into_inner);
        found.retain(|one| !refusing.contains(&one.id));
        found
    }

    /// Returns whether somebody can read in a channel of a server that is no thread; `None` where that is not
    /// known.
    pub(super) fn sees(
        &self,
        server: GuildId,
        channel: ChannelId,
        member: &Member,
    ) -> Option<bool> {
        let all = self.lock();
        let known = all.servers.get(&server)?;
        let channel = known.channels.as_ref()?.get(&channel)?;
        let to_read = channel.permission_kind().to_read();
        Some(known.may((server, member), channel, to_read, false))
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Mere maps, which are usable even after a panic in the middle of a change.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question about a server that is on its way: what the gateway tells meanwhile is newer than the answer.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    servers: &'a AllServers,
    server: GuildId,
}

impl Asked<'_> {
    /// Learns the answer, and once more what the gateway has told since the question went out.
    pub(super) fn answered(self, answer: Server) {
        let mut all = self.servers.lock();
        let since = all.since.remove(&self.server).unwrap_or_default();
        if since.len() < MOST_CHANGES {
            all.apply(self.server, Change::Described(answer));
            since.into_iter().for_each(|change| all.apply(self.server, change));
        }
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.servers.lock().since.remove(&self.server);
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
        Server { owner: OWNER, roles, us: None, channels: None }
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
            (14, channel(2, 0, &[(5, Permissions::CONNECT, NONE)])),
            (15, channel(4, 0, &[])),
        ];
        let channels = channels.map(|(key, channel)| (id(key), channel)).into();
        let us = Some(OurSelves { member: member(900, &[71]), timed_out_until: 7 });
        let channels = Some(channels);
        all.learn(HERE, Server { us, channels, ..server(&[(5, USUAL), (70, NONE), (71, NONE)]) });
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

    /// Everybody may view and write in all channels; we have a role of our own.
    fn known(channels: &[(u64, Channel)]) -> Server {
        let channels = channels.iter().map(|(id, about)| (ChannelId::new(*id), about.clone()));
        let us = OurSelves { member: member(900, &[71]), timed_out_until: 0 };
        Server {
            us: Some(us),
            channels: Some(channels.collect()),
            ..server(&[(5, USUAL), (70, NONE), (71, NONE)])
        }
    }

    fn open(all: &AllServers, asker: &Member) -> Vec<(u64, bool)> {
        let not = ChannelId::new(99);
        let wanted = Wanted { not, parent: None, asker, others: &[], at: 0 };
        let mut open: Vec<_> =
            all.writable(HERE, wanted).iter().map(|one| (one.id.get(), one.takes_asker)).collect();
        open.sort_unstable();
        open
    }

    #[test]
    fn beside_voices_nobody_reads_or_writes_who_may_not_enter() {
        let (all, connect) = (AllServers::default(), Permissions::CONNECT);
        let (ann, ben) = (member(2, &[70]), member(3, &[]));
        let entered =
            |roles: &[u64]| roles.iter().map(|role| (*role, connect, NONE)).collect::<Vec<_>>();
        all.learn(
            HERE,
            known(&[
                (11, channel(2, 0, &[])),
                (12, channel(2, 0, &entered(&[71]))),
                (13, channel(13, 0, &entered(&[70]))),
                (14, channel(13, 0, &entered(&[70, 71]))),
            ]),
        );
        assert_eq!((open(&all, &ann), open(&all, &ben)), (vec![(14, true)], vec![]));
        let sees = |channel| all.sees(HERE, ChannelId::new(channel), &ann);
        assert_eq!([11, 12, 13, 14].map(sees), [false, false, true, true].map(Some));
    }

    #[test]
    fn what_the_gateway_tells_is_newer_than_the_answer_to_an_earlier_question() {
        let all = AllServers::default();
        let ann = member(2, &[]);
        let closed = channel(0, 0, &[(71, NONE, Permissions::SEND_MESSAGES)]);
        let answer = || known(&[(11, channel(0, 0, &[])), (12, channel(0, 0, &[]))]);
        // Nothing is known of the server when it is told.
        let asked = all.asked(HERE);
        all.learn_channel(HERE, ChannelId::new(11), Some(closed.clone()));
        all.learn_channel(HERE, ChannelId::new(12), None);
        all.learn_channel(HERE, ChannelId::new(13), Some(channel(0, 0, &[])));
        all.learn_role(HERE, RoleId::new(70), Some(Permissions::ADMINISTRATOR));
        asked.answered(answer());
        assert_eq!(open(&all, &ann), [(13, true)]);
        assert!(all.manages(HERE, UserId::new(7), &[RoleId::new(70)]));
        // What was told before the question is older than its answer.
        all.asked(HERE).answered(answer());
        assert_eq!(open(&all, &ann), [(11, true), (12, true)]);
        let asked = all.asked(HERE);
        let us = OurSelves { member: member(900, &[]), timed_out_until: 1 };
        all.learn_us(HERE, us);
        asked.answered(answer());
        assert!(open(&all, &ann).is_empty(), "we may only read");
        let asked = all.asked(HERE);
        all.learn(HERE, known(&[(14, channel(0, 0, &[]))]));
        asked.answered(answer());
        assert_eq!(open(&all, &ann), [(14, true)]);
        let asked = all.asked(HERE);
        all.forget(HERE);
        asked.answered(answer());
        assert!(!all.know_roles(HERE), "we are there no more");
        // One that is given up leaves nothing behind.
        drop(all.asked(HERE));
        all.learn(HERE, answer());
        let asked = all.asked(HERE);
        (0..MOST_CHANGES).for_each(|_| all.learn_channel(HERE, ChannelId::new(11), None));
        asked.answered(answer());
        assert_eq!(open(&all, &ann), [(12, true)], "so much has changed that the answer is old");
        assert!(all.lock().since.is_empty());
    }

    #[test]
    fn what_a_session_no_longer_lists_is_forgotten() {
        let (all, there) = (AllServers::default(), GuildId::new(6));
        all.learn(HERE, known(&[(11, channel(0, 0, &[])), (12, channel(0, 0, &[]))]));
        all.learn(there, known(&[]));
        // The channels are told, and not what we are: that is known.
        let channels = Some([(ChannelId::new(12), channel(0, 0, &[]))].into());
        all.learn(HERE, Server { channels, ..server(&[(5, USUAL)]) });
        assert_eq!(open(&all, &member(2, &[])), [(12, true)]);
        let asked = all.asked(there);
        all.keep(|id| id == HERE);
        assert!(all.know_channels(HERE) && !all.know_roles(there));
        asked.answered(known(&[]));
        assert!(!all.know_roles(there));
    }
}
