//! What the bot and people may do in a channel, and what can be asked about servers.

use axum::response::Response;
use serde_json::{Value, json};

use super::{
    ANN, BOT, BOT_ROLE, World,
    messages::timestamp,
    people::{PEOPLE, Someone, bot, member, person_of, user},
    rest::{answer, refuse},
    servers,
};

/// The bits of permissions.
pub(crate) const ADMINISTRATOR: u64 = 1 << 3;
pub(crate) const MANAGE_SERVER: u64 = 1 << 5;
pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub(crate) const READ_HISTORY: u64 = 1 << 16;
pub(crate) const CONNECT: u64 = 1 << 20;
pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub(crate) const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub(crate) const SEND_IN_THREADS: u64 = 1 << 38;
/// What the bot is invited with at most.
pub(crate) const INVITED: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | ATTACH_FILES
    | READ_HISTORY
    | SEND_IN_THREADS
    | CREATE_PUBLIC_THREADS;
/// The numbers of the kinds of channels in whose chats only those read and write who may enter them.
pub(crate) const VOICE: u64 = 2;
pub(crate) const STAGE: u64 = 13;
/// All that there are.
const ALL: u64 = (1 << 53) - 1;

/// A role of all servers, beside that of everyone and the bot's own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Role {
    pub(crate) id: u64,
    pub(crate) name: &'static str,
    pub(crate) permissions: u64,
}

/// What a channel allows and denies a role, or a member, beyond what they have in the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overwrite {
    /// The role, that of everyone by the id of the server, or the member.
    pub(crate) id: u64,
    pub(crate) is_member: bool,
    pub(crate) allow: u64,
    pub(crate) deny: u64,
}

impl World {
    /// The overwrites of a channel, for a thread those of its channel.
    fn overwrites_of(&self, channel: u64) -> &[Overwrite] {
        let channel = self.threads.get(&channel).map_or(channel, |thread| thread.parent);
        self.overwrites.get(&channel).map_or(&[], Vec::as_slice)
    }

    /// Returns what is left of these permissions in a channel for a member with these roles.
    fn overwritten(&self, channel: u64, member: u64, roles: &[u64], may: u64) -> u64 {
        let all = self.overwrites_of(channel);
        let guild = self.guild_of(channel).unwrap_or(0);
        let apply = |may: u64, is_meant: &dyn Fn(&&Overwrite) -> bool| {
            let meant = || all.iter().filter(is_meant);
            let deny = meant().fold(0, |sum, one| sum | one.deny);
            may & !deny | meant().fold(0, |sum, one| sum | one.allow)
        };
        let may = apply(may, &|one| !one.is_member && one.id == guild);
        let may = apply(may, &|one| !one.is_member && roles.contains(&one.id));
        apply(may, &|one| one.is_member && one.id == member)
    }

    /// Returns what the bot may do in a channel.
    pub(crate) fn permissions(&self, channel: u64) -> u64 {
        let parent = self.threads.get(&channel).map(|thread| thread.parent);
        let of_parent = parent.and_then(|parent| self.bot_may.get(&parent));
        let set = self.bot_may.get(&channel).or(of_parent);
        let usual = || self.overwritten(channel, BOT, &[BOT_ROLE], servers::PERMISSIONS);
        let mut out = set.copied().unwrap_or_else(usual);
        if self.forbidden.contains_key(&channel) {
            out &= !(SEND_MESSAGES | SEND_IN_THREADS);
        }
        if self.no_files.contains(&channel) {
            out &= !ATTACH_FILES;
        }
        if self.no_history.contains(&channel) {
            out &= !READ_HISTORY;
        }
        out
    }

    /// Returns `true` if the bot may do something in a channel of a server; in a private chat it may.
    pub(super) fn may(&self, channel: u64, bits: u64) -> bool {
        self.guild_of(channel).is_none() || self.in_force(channel) & bits == bits
    }

    /// Returns `true` if the bot may read in a channel.
    pub(super) fn may_read(&self, channel: u64) -> bool {
        self.may(channel, self.to_read(channel))
    }

    /// Returns what is needed to read in a channel.
    pub(super) fn to_read(&self, channel: u64) -> u64 {
        let is_for_voices =
            self.kinds.get(&channel).is_some_and(|kind| [VOICE, STAGE].contains(kind));
        VIEW_CHANNEL | if is_for_voices { CONNECT } else { 0 }
    }

    /// Returns what of the bot's permissions in a channel has an effect.
    pub(super) fn in_force(&self, channel: u64) -> u64 {
        let may = self.permissions(channel);
        if may & ADMINISTRATOR != 0 {
            return may;
        }
        let is_timed_out =
            self.bot_timeout.is_some_and(|until| *until > *timestamp(self.clock.now()));
        let may = if is_timed_out { may & (VIEW_CHANNEL | CONNECT | READ_HISTORY) } else { may };
        let to_read = self.to_read(channel);
        if may & to_read == to_read { may } else { may & VIEW_CHANNEL }
    }

    /// Returns why the bot may not send there, or no files, if so.
    pub(super) fn refusal_of_send(&self, channel: u64, with_files: bool) -> Option<Response> {
        let is_thread = self.threads.contains_key(&channel);
        let send = if is_thread { SEND_IN_THREADS } else { SEND_MESSAGES };
        let needed = if with_files { send | ATTACH_FILES } else { send };
        let missing = !self.may(channel, needed);
        missing.then(|| refuse(403, 50_013, "Missing Permissions"))
    }

    /// Returns what a person may do in a channel: the owner everything.
    pub(super) fn permissions_of(&self, person: u64, channel: u64) -> u64 {
        let theirs = self.roles_of.get(&person).map_or(&[][..], Vec::as_slice);
        let roles = theirs.iter();
        let by_role = |id: &u64| self.roles.iter().find(|role| role.id == *id);
        let by_roles = roles.filter_map(by_role).fold(0, |sum, role| sum | role.permissions);
        let may = servers::PERMISSIONS | by_roles;
        let all = person == ANN.id || may & ADMINISTRATOR != 0;
        let here = || if all { ALL } else { self.overwritten(channel, person, theirs, may) };
        self.people_may.get(&person).copied().unwrap_or_else(here)
    }

    /// Somebody as a member, with the roles that they have.
    pub(super) fn member(&self, who: Someone) -> Value {
        let mut out = member(who);
        let roles = self.roles_of.get(&who.id).into_iter().flatten();
        out["roles"] = json!(roles.map(u64::to_string).collect::<Vec<_>>());
        out
    }

    pub(super) fn describe_roles(&self, guild: u64) -> Vec<Value> {
        let mut all = vec![servers::everyone(guild), servers::role()];
        all.extend(self.roles.iter().map(|role| {
            let mut out = servers::role();
            out["id"] = json!(role.id.to_string());
            out["name"] = json!(role.name);
            out["permissions"] = json!(role.permissions.to_string());
            out["managed"] = json!(false);
            out.as_object_mut().unwrap().remove("tags");
            out
        }));
        all
    }

    /// A channel or thread of a server, or a private chat, as the platform describes it.
    pub(super) fn describe_channel(&self, id: u64) -> Value {
        let Some(guild) = self.guild_of(id) else {
            let person = person_of(id).map(|id| id.to_string());
            return json!({ "id": id.to_string(), "type": 1, "flags": 0,
                "recipients": [{ "id": person, "username": "somebody", "discriminator": "0",
                    "global_name": null, "avatar": null }] });
        };
        if let Some(thread) = self.describe_thread(id) {
            return thread;
        }
        let mut out = servers::channel(guild, id);
        out["type"] = json!(self.kinds.get(&id).copied().unwrap_or(0));
        let mut overwrites: Vec<Overwrite> = self.overwrites_of(id).to_vec();
        // What the bot may do here and nowhere else, or elsewhere and not here.
        let may = self.permissions(id);
        let usual = self.overwritten(id, BOT, &[BOT_ROLE], servers::PERMISSIONS);
        if may != usual {
            let (allow, deny) = (may & !usual, usual & !may);
            overwrites.push(Overwrite { id: BOT, is_member: true, allow, deny });
        }
        let overwrites = overwrites.iter().map(|one| {
            json!({ "id": one.id.to_string(), "type": u8::from(one.is_member),
                "allow": one.allow.to_string(), "deny": one.deny.to_string() })
        });
        out["permission_overwrites"] = overwrites.collect();
        out
    }

    /// A server as the gateway gives it.
    pub(super) fn describe_guild(&self, guild: &servers::Guild) -> Value {
        let mut out = guild.json();
        out["roles"] = json!(self.describe_roles(guild.id));
        out["channels"] = json!(self.channels_of(guild));
        out["threads"] = json!(self.active_threads(guild.id));
        // Without the intent for members, of these only the bot itself.
        out["members"] = json!([self.own_member()]);
        out
    }

    pub(super) fn own_member(&self) -> Value {
        json!({ "user": bot(), "nick": null, "roles": [BOT_ROLE.to_string()],
            "joined_at": "2026-01-01T00:00:00+00:00", "deaf": false, "mute": false,
            "communication_disabled_until": self.bot_timeout, "flags": 0 })
    }

    fn channels_of(&self, guild: &servers::Guild) -> Vec<Value> {
        let there = |id: &&u64| !self.deleted.contains(id);
        guild.channels.iter().filter(there).map(|id| self.describe_channel(*id)).collect()
    }

    /// Answers what is asked about a server.
    pub(super) fn about_guild(&self, guild: &str, rest: &[&str]) -> Response {
        if let Some(status) = self.hides_servers {
            return refuse(status, 0, "Internal Server Error");
        }
        let found = self.guilds.iter().find(|one| one.id.to_string() == guild);
        let Some(guild) = found else { return refuse(404, 10_004, "Unknown Guild") };
        match rest {
            [] => {
                let mut out = self.describe_guild(guild);
                // These come by the gateway only.
                let gateway = [
                    "channels",
                    "threads",
                    "members",
                    "presences",
                    "voice_states",
                    "joined_at",
                    "large",
                    "unavailable",
                    "member_count",
                    "stage_instances",
                    "guild_scheduled_events",
                ];
                out.as_object_mut().unwrap().retain(|name, _| !gateway.contains(&name.as_str()));
                answer(&out)
            }
            ["channels"] => answer(&json!(self.channels_of(guild))),
            ["roles"] => answer(&json!(self.describe_roles(guild.id))),
            ["threads", "active"] => {
                answer(&json!({ "threads": self.active_threads(guild.id), "members": [] }))
            }
            ["members", id] => self.about_member(id),
            _ => refuse(404, 0, "404: Not Found"),
        }
    }

    fn about_member(&self, id: &str) -> Response {
        let Ok(id) = id.parse::<u64>() else {
            return refuse(400, 50_035, "Invalid Form Body");
        };
        if id == BOT {
            return answer(&self.own_member());
        }
        let known = self.people.get(&id).or_else(|| PEOPLE.iter().find(|who| who.id == id));
        let Some(who) = known else { return refuse(404, 10_013, "Unknown User") };
        if self.no_members.contains(&who.id) {
            return refuse(404, 10_007, "Unknown Member");
        }
        let mut out = self.member(*who);
        out["user"] = user(*who);
        answer(&out)
    }
}
