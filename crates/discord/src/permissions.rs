//! The permissions of the bot in a channel of a server, by the platform's own way to compute it.

use std::ops::RangeInclusive;

use chat::{Permission, Standing};
use serenity::model::{
    channel::{PermissionOverwrite, PermissionOverwriteType},
    id::{GuildId, RoleId, UserId},
    permissions::Permissions,
};

/// The names of permissions by the platform's bits, in the order in which they are told.
const USED: [(Permission, Permissions); 7] = [
    (Permission::View, Permissions::VIEW_CHANNEL),
    (Permission::Connect, Permissions::CONNECT),
    (Permission::Send, Permissions::SEND_MESSAGES),
    (Permission::Attach, Permissions::ATTACH_FILES),
    (Permission::History, Permissions::READ_MESSAGE_HISTORY),
    (Permission::SendInThreads, Permissions::SEND_MESSAGES_IN_THREADS),
    (Permission::OpenThreads, Permissions::CREATE_PUBLIC_THREADS),
];

/// The kind of a channel, which decides what permissions it asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ChannelKind {
    /// One for text, or of a kind that is not known.
    #[default]
    Text,
    /// One for voices, or a stage: nobody reads or writes in its chat who may not enter it.
    FollowUps,
    /// A thread, in which the overwrites of its channel hold.
    Thread,
}

impl ChannelKind {
    /// The numbers by which Discord calls channels for voices, stages, and the kinds of threads.
    const VOICE: u8 = 2;
    const STAGE: u8 = 13;
    const THREADS: RangeInclusive<u8> = 10..=12;

    /// The kind that Discord calls by this number.
    pub(super) fn of(number: u8) -> Self {
        match number {
            Self::VOICE | Self::STAGE => Self::FollowUps,
            number if Self::THREADS.contains(&number) => Self::Thread,
            _ => Self::Text,
        }
    }

    /// Returns `true` if it is a thread.
    pub(super) fn is_thread(self) -> bool {
        self == Self::Thread
    }

    /// Returns what is needed to read there.
    pub(super) fn to_read(self) -> Permissions {
        match self {
            Self::Text | Self::Thread => Permissions::VIEW_CHANNEL,
            Self::FollowUps => Permissions::VIEW_CHANNEL | Permissions::CONNECT,
        }
    }

    /// Returns what is needed to read and to write there.
    pub(super) fn to_write(self) -> Permissions {
        self.to_read() | self.send()
    }

    /// Returns what is needed to write, for whoever reads there.
    fn send(self) -> Permissions {
        match self {
            Self::Text | Self::FollowUps => Permissions::SEND_MESSAGES,
            Self::Thread => Permissions::SEND_MESSAGES_IN_THREADS,
        }
    }

    /// Returns what the bot needs there, with the bit of each.
    pub(super) fn needed(self) -> impl Iterator<Item = (Permission, Permissions)> {
        use Permission::{Connect, OpenThreads, Send, SendInThreads};
        let is_needed = move |one| match self {
            Self::Text => one != Connect,
            Self::FollowUps => !matches!(one, SendInThreads | OpenThreads),
            Self::Thread => !matches!(one, Connect | Send | OpenThreads),
        };
        USED.into_iter().filter(move |(one, _)| is_needed(*one))
    }
}

/// All permissions that the bot asks for when it is invited: also to open threads for games, or not.
pub(super) fn wanted(with_threads: bool) -> Permissions {
    let is_wanted = |one: Permission| match one {
        // Everyone has it unless a server takes it away, and few games are played beside voices.
        Permission::Connect => false,
        Permission::OpenThreads => with_threads,
        _ => true,
    };
    let wanted = USED.iter().filter(|(one, _)| is_wanted(*one));
    wanted.fold(Permissions::empty(), |all, (_, bit)| all | *bit)
}

/// A member of a server, as far as permissions depend on it.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    pub(super) server: GuildId,
    /// The owner of the server.
    pub(super) owner: UserId,
    pub(super) member: UserId,
    /// The roles of the member, without that of everyone.
    pub(super) has: Vec<RoleId>,
    /// The roles of the server with what they allow; that of everyone has the id of the server.
    pub(super) roles: Vec<(RoleId, Permissions)>,
    /// Whether somebody has sent the member into a timeout.
    pub(super) is_timed_out: bool,
}

/// The permissions that a member has in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Granted {
    /// The bits that are switched on.
    on: Permissions,
    /// The bits of these that have an effect.
    effective: Permissions,
    kind: ChannelKind,
}

impl Membership {
    /// Returns what the member may do in a channel with these overwrites; those of a thread are its channel's.
    pub(super) fn granted(&self, overwrites: &[PermissionOverwrite], kind: ChannelKind) -> Granted {
        let on = self.switched_on(overwrites);
        if self.member == self.owner || self.in_server().administrator() {
            return Granted { on, effective: on, kind };
        }
        let granted = Granted::of(on, kind);
        if self.is_timed_out {
            let to_read = kind.to_read() | Permissions::READ_MESSAGE_HISTORY;
            return Granted { effective: granted.effective & to_read, ..granted };
        }
        granted
    }

    /// Returns what the roles of the member allow everywhere in the server.
    fn in_server(&self) -> Permissions {
        let everyone = RoleId::new(self.server.get());
        let is_theirs = |role: &RoleId| *role == everyone || self.has.contains(role);
        let theirs = self.roles.iter().filter(|(role, _)| is_theirs(role));
        theirs.fold(Permissions::empty(), |all, (_, allowed)| all | *allowed)
    }

    /// Returns what is switched on for the member in a channel: by the roles, then by the overwrites for
    /// everyone, for the roles all together, and for the member.
    fn switched_on(&self, overwrites: &[PermissionOverwrite]) -> Permissions {
        let base = self.in_server();
        if self.member == self.owner || base.administrator() {
            return Permissions::all();
        }
        let everyone = RoleId::new(self.server.get());
        let is_for_all = |kind| kind == PermissionOverwriteType::Role(everyone);
        let is_for_roles = |kind| match kind {
            PermissionOverwriteType::Role(role) => role != everyone && self.has.contains(&role),
            _ => false,
        };
        let is_for_member = |kind| kind == PermissionOverwriteType::Member(self.member);
        let changed = |on: Permissions, is_meant: &dyn Fn(PermissionOverwriteType) -> bool| {
            let meant = overwrites.iter().filter(|one| is_meant(one.kind));
            let none = (Permissions::empty(), Permissions::empty());
            let (allow, deny) =
                meant.fold(none, |(allow, deny), one| (allow | one.allow, deny | one.deny));
            (on & !deny) | allow
        };
        let on = changed(base, &is_for_all);
        let on = changed(on, &is_for_roles);
        changed(on, &is_for_member)
    }
}

impl Granted {
    /// Returns `true` if all of this is allowed, and has an effect.
    pub(super) fn allows(&self, what: Permissions) -> bool {
        self.effective.contains(what)
    }

    /// Returns what the platform itself tells of a channel.
    pub(super) fn told(on: Permissions, kind: ChannelKind) -> Self {
        if on.administrator() {
            let all = Permissions::all();
            return Self { on: all, effective: all, kind };
        }
        Self::of(on, kind)
    }

    /// Returns what has an effect of what is switched on for somebody who is no administrator.
    fn of(on: Permissions, kind: ChannelKind) -> Self {
        let mut effective = on;
        if !on.contains(kind.send()) {
            // What belongs to a message is of no use without one.
            effective &= !(Permissions::ATTACH_FILES
                | Permissions::EMBED_LINKS
                | Permissions::MENTION_EVERYONE
                | Permissions::SEND_TTS_MESSAGES);
        }
        if !on.contains(kind.to_read()) {
            effective &= Permissions::VIEW_CHANNEL;
        }
        Self { on, effective, kind }
    }

    /// Returns how it stands with each permission that the bot needs in such a channel.
    pub(super) fn standings(&self) -> Vec<(Permission, Standing)> {
        let standing = |bit: Permissions| {
            if self.effective.contains(bit) {
                Standing::There
            } else if self.on.contains(bit) {
                Standing::Idle
            } else {
                Standing::Missing
            }
        };
        self.kind.needed().map(|(permission, bit)| (permission, standing(bit))).collect()
    }

    /// The same where the platform may have left out what is of no use: how it stands with that is not known.
    pub(super) fn standings_as_told(&self) -> Vec<(Permission, Standing)> {
        let hides = |permission| match permission {
            Permission::View => false,
            Permission::Connect => !self.on.view_channel(),
            Permission::Attach => !self.effective.contains(self.kind.send()),
            _ => !self.on.contains(self.kind.to_read()),
        };
        let mut all = self.standings();
        for (permission, standing) in &mut all {
            if *standing == Standing::Missing && hides(*permission) {
                *standing = Standing::Unknown;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: GuildId = GuildId::new(500);
    const US: UserId = UserId::new(900);
    const EVERYONE: RoleId = RoleId::new(500);
    const OURS: RoleId = RoleId::new(901);
    const OTHER: RoleId = RoleId::new(902);
    const VIEW: Permissions = Permissions::VIEW_CHANNEL;
    const SEND: Permissions = Permissions::SEND_MESSAGES;
    const FILES: Permissions = Permissions::ATTACH_FILES;
    const NONE: Permissions = Permissions::empty();

    fn member(everyone: Permissions, ours: Permissions) -> Membership {
        Membership {
            server: SERVER,
            owner: UserId::new(1),
            member: US,
            has: vec![OURS],
            roles: vec![(EVERYONE, everyone), (OURS, ours), (OTHER, Permissions::all())],
            is_timed_out: false,
        }
    }

    fn for_role(role: RoleId, allow: Permissions, deny: Permissions) -> PermissionOverwrite {
        PermissionOverwrite { allow, deny, kind: PermissionOverwriteType::Role(role) }
    }

    fn for_us(allow: Permissions, deny: Permissions) -> PermissionOverwrite {
        PermissionOverwrite { allow, deny, kind: PermissionOverwriteType::Member(US) }
    }

    fn may(member: &Membership, overwrites: &[PermissionOverwrite]) -> Permissions {
        member.granted(overwrites, ChannelKind::Text).effective
    }

    #[test]
    fn roles_add_up_and_those_of_others_do_not_count() {
        assert_eq!(may(&member(VIEW, SEND), &[]), VIEW | SEND);
        assert_eq!(may(&member(VIEW, NONE), &[for_role(OTHER, SEND, VIEW)]), VIEW);
    }

    #[test]
    fn overwrites_go_from_everyone_over_roles_to_the_member() {
        let us = member(VIEW | SEND, NONE);
        let closed = for_role(EVERYONE, NONE, SEND);
        assert_eq!(may(&us, std::slice::from_ref(&closed)), VIEW);
        assert_eq!(may(&us, &[for_role(OURS, SEND, NONE), closed.clone()]), VIEW | SEND);
        let denied = [for_role(OURS, NONE, SEND), for_us(SEND, NONE)];
        assert_eq!(may(&us, &denied), VIEW | SEND);
        assert_eq!(may(&us, &[for_us(NONE, SEND), for_role(OURS, SEND, NONE)]), VIEW);
        // Of two roles the one that allows wins.
        let both = Membership { has: vec![OURS, OTHER], ..member(VIEW, NONE) };
        let both = Membership { roles: vec![(EVERYONE, VIEW)], ..both };
        let overwrites = [for_role(OURS, NONE, SEND), for_role(OTHER, SEND, NONE)];
        assert_eq!(may(&both, &overwrites), VIEW | SEND);
    }

    #[test]
    fn administrators_and_owners_may_everything() {
        let closed = [for_us(NONE, Permissions::all())];
        let admin = member(NONE, Permissions::ADMINISTRATOR);
        let owner = Membership { owner: US, ..member(NONE, NONE) };
        for one in [admin, owner] {
            assert_eq!(may(&one, &closed), Permissions::all());
            assert_eq!(may(&Membership { is_timed_out: true, ..one }, &closed), Permissions::all());
        }
        // An overwrite makes nobody an administrator.
        let lifted = [for_us(Permissions::ADMINISTRATOR, NONE)];
        assert!(!may(&member(VIEW, NONE), &lifted).contains(SEND));
    }

    #[test]
    fn without_seeing_or_writing_the_rest_is_of_no_use() {
        let hidden = member(SEND | FILES, NONE).granted(&[], ChannelKind::Text);
        assert_eq!(hidden.effective, NONE);
        let standings = hidden.standings();
        assert_eq!(standings[0], (Permission::View, Standing::Missing));
        assert_eq!(standings[1], (Permission::Send, Standing::Idle));
        let mute = member(VIEW | FILES, NONE).granted(&[], ChannelKind::Text);
        assert_eq!(mute.effective, VIEW);
        assert_eq!(mute.standings()[2], (Permission::Attach, Standing::Idle));
    }

    #[test]
    fn threads_have_a_permission_of_their_own_to_write() {
        let threads = Permissions::SEND_MESSAGES_IN_THREADS;
        let us = member(VIEW | FILES | threads, NONE);
        assert!(us.granted(&[], ChannelKind::Thread).effective.contains(FILES));
        assert!(!us.granted(&[], ChannelKind::Text).effective.contains(FILES));
        let names: Vec<Permission> = us
            .granted(&[], ChannelKind::Thread)
            .standings()
            .into_iter()
            .map(|(one, _)| one)
            .collect();
        assert!(!names.contains(&Permission::Send) && names.contains(&Permission::SendInThreads));
    }

    #[test]
    fn nobody_reads_or_writes_beside_voices_who_may_not_enter() {
        assert_eq!(
            [0, 2, 5, 13].map(ChannelKind::of).map(|kind| kind == ChannelKind::FollowUps),
            [false, true, false, true]
        );
        assert!((10..=12).all(|number| ChannelKind::of(number).is_thread()));
        let history = Permissions::READ_MESSAGE_HISTORY;
        let out = member(VIEW | SEND | FILES | history, NONE);
        let (kind, connect) = (ChannelKind::FollowUps, Permissions::CONNECT);
        assert_eq!(out.granted(&[], kind).effective, VIEW);
        let standings = out.granted(&[], kind).standings();
        let idle = Standing::Idle;
        assert_eq!(
            standings,
            [
                (Permission::View, Standing::There),
                (Permission::Connect, Standing::Missing),
                (Permission::Send, idle),
                (Permission::Attach, idle),
                (Permission::History, idle),
            ]
        );
        let within = member(VIEW | SEND | FILES | history | connect, NONE);
        assert!(within.granted(&[], kind).allows(kind.to_write() | FILES));
        let timed_out = Membership { is_timed_out: true, ..within };
        let left = timed_out.granted(&[], kind).effective;
        assert_eq!(left, VIEW | connect | history);
        let told = Granted::told(VIEW, kind).standings_as_told();
        let unknown = told[2..].iter().all(|(_, standing)| *standing == Standing::Unknown);
        assert!(told[1] == (Permission::Connect, Standing::Missing) && unknown, "{told:?}");
    }

    #[test]
    fn who_is_in_a_timeout_can_only_read() {
        let all = VIEW | SEND | FILES | Permissions::READ_MESSAGE_HISTORY;
        let us = Membership { is_timed_out: true, ..member(all, NONE) };
        assert_eq!(may(&us, &[]), VIEW | Permissions::READ_MESSAGE_HISTORY);
    }

    #[test]
    fn what_the_platform_may_have_left_out_is_not_called_missing() {
        let told = |on| Granted::told(on, ChannelKind::Text).standings_as_told();
        let all = told(NONE);
        assert_eq!(all[0].1, Standing::Missing);
        assert!(all[1..].iter().all(|(_, standing)| *standing == Standing::Unknown), "{all:?}");
        let mute = told(VIEW);
        assert_eq!((mute[1].1, mute[2].1), (Standing::Missing, Standing::Unknown));
        assert_eq!(mute[3].1, Standing::Missing);
        assert!(told(Permissions::ADMINISTRATOR).iter().all(|one| one.1 == Standing::There));
    }
}
