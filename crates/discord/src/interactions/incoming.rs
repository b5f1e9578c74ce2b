//! Interactions as the messages that they stand for: the host handles them like typed ones.

use chat::{
    Addressing, ClosedPlace, Consent, Incoming, Modal, NamedCommand, NamedValues, OpenPlace,
    Permission, SeenBy, Typing, asks_to_check, channel_to_set, commands,
};
use serenity::model::id::{ChannelId, GuildId, InteractionId, RoleId};
use table::{MessageId, PersonId, PlaceId, Platform, ServerId};

use super::{
    buttons::{self, Pressable},
    menus,
    read::{Interaction, NamedChannel, Request},
};
use crate::{
    backfill_hold::HeldBack,
    inbound::made_at,
    payload,
    permissions::ChannelKind,
    servers::{AllServers, Member, Wanted},
};

/// The prefix of the number of an interaction in the id of its message, so that it is never taken
/// for a message of the channel.
const MARK: char = 'i';

/// The command with which men are arranged.
const SET_UP: &str = "setup";

/// The id of the message that an interaction stands for.
pub(super) fn message_id(id: InteractionId) -> MessageId {
    MessageId::new(Platform::Discord, format!("{MARK}{id}"))
}

/// Returns `true` if this is the id of a message that an interaction stands for.
pub(crate) fn is_interaction(id: &MessageId) -> bool {
    id.key_on(Platform::Discord).is_some_and(|key| key.starts_with(MARK))
}

/// The number that Discord gave to the message, or to the interaction that it stands for.
pub(crate) fn number(id: &MessageId) -> Option<u64> {
    let key = id.key_on(Platform::Discord)?;
    key.strip_prefix(MARK).unwrap_or(key).parse().ok().filter(|number| *number > 0)
}

/// The place of a channel.
pub(super) fn place(channel: ChannelId) -> PlaceId {
    PlaceId::channel(Platform::Discord, channel.to_string())
}

impl Interaction {
    /// The message that it stands for; `None` for one that stands for none, as a question for what
    /// completes a value, or a button that is not ours.
    pub(crate) fn incoming(&self) -> Option<Incoming> {
        let blank = self.blank();
        Some(match &self.request {
            Request::Command { path, values, people, other_bots, .. } => Incoming {
                private_answers: is_for_author(path),
                mentioned: people.clone(),
                other_bots: other_bots.clone(),
                command: Some(NamedCommand { path: path.clone(), values: values.clone() }),
                ..blank
            },
            Request::PlayText { text, answers } => Incoming {
                reply_to: answers.map(|id| MessageId::new(Platform::Discord, id.to_string())),
                command: Some(NamedCommand {
                    path: menus::MOVE.to_owned(),
                    values: [("move".to_owned(), text.clone())].into(),
                }),
                ..blank
            },
            Request::RecordOf { message } => Incoming {
                reply_to: Some(MessageId::new(Platform::Discord, message.to_string())),
                about_reply: true,
                private_answers: true,
                command: Some(NamedCommand {
                    path: menus::RECORD.to_owned(),
                    values: NamedValues::default(),
                }),
                ..blank
            },
            Request::Press { custom_id, chosen, message } => {
                let pressable = buttons::read(custom_id, chosen.as_deref())?;
                let Pressable::Line { line, pressed, question } = pressable else { return None };
                Incoming {
                    text: line,
                    pressed,
                    consent: Consent::Tapped(question),
                    reply_to: message.map(|id| MessageId::new(Platform::Discord, id.to_string())),
                    private_answers: true,
                    ..blank
                }
            }
            Request::Completion(_) => return None,
        })
    }

    /// Returns what is to open, if something is, with the message without words that stands for the tap.
    pub(super) fn opens(&self) -> Option<(Modal, Incoming)> {
        let Request::Press { custom_id, .. } = &self.request else { return None };
        match buttons::read(custom_id, None)? {
            Pressable::Opens(wanted, at) => {
                let tap = Incoming { pressed: Some(at), private_answers: true, ..self.blank() };
                Some((wanted, tap))
            }
            Pressable::Line { .. } => None,
        }
    }

    /// The channel that it asks to look at, its own one if it names none, and what Discord says of it.
    pub(super) fn checked(&self) -> Option<NamedChannel> {
        let Request::Command { path, channel, values, .. } = &self.request else { return None };
        if !asks_to_check(path, values) {
            return None;
        }
        let own = || NamedChannel { id: self.channel, ours: Some(self.ours), kind: self.kind };
        channel.clone().or_else(|| self.server.map(|_| own()))
    }

    /// The channel that it sets to take what nobody else reads.
    pub(super) fn sets_channel(&self) -> Option<ChannelId> {
        let Request::Command { values, .. } = &self.request else { return None };
        payload::snowflake(channel_to_set(values)?).map(ChannelId::new)
    }

    /// Returns where the file lies that came with it, if one did.
    pub(crate) fn file(&self) -> Option<&str> {
        match &self.request {
            Request::Command { file: Some(file), .. } => Some(&file.0),
            _ => None,
        }
    }

    /// Returns `true` if it was made below a message that its author alone sees.
    pub(super) fn is_in_private_answer(&self) -> bool {
        matches!(self.request, Request::Press { message: None, .. })
    }

    /// Returns `true` if somebody arranges their men by it.
    pub(super) fn arranges(&self) -> bool {
        match &self.request {
            Request::Command { path, .. } => path == SET_UP,
            Request::Press { custom_id, chosen, .. } => {
                let line = match buttons::read(custom_id, chosen.as_deref()) {
                    Some(Pressable::Line { line, .. }) => line,
                    _ => return false,
                };
                line.split(' ').any(|word| word == SET_UP)
            }
            _ => false,
        }
    }

    /// The question for what completes a value, if it is one.
    pub(super) fn typing(&self) -> Option<Typing> {
        let Request::Completion(typing) = &self.request else { return None };
        Some(Typing {
            who: self.who.id.clone(),
            place: place(self.channel),
            server: self.server_id(),
            manages: self.manages,
            roles: self.roles.clone(),
            path: typing.path.clone(),
            parameter: typing.parameter.clone(),
            typed: typing.typed.clone(),
            named: typing.values.clone(),
        })
    }

    /// Returns `true` if the values that complete what is typed have to be numbers.
    pub(super) fn wants_numbers(&self) -> bool {
        matches!(&self.request, Request::Completion(typing) if typing.is_number)
    }

    /// A message without a word, from whoever made it.
    fn blank(&self) -> Incoming {
        let private = self.server.is_none();
        let id = message_id(self.id);
        let made = made_at(self.id.get());
        let mut blank = Incoming::line(id, self.who.clone(), place(self.channel), "", made);
        blank.addressing = if private { Addressing::Private } else { Addressing::Channel };
        Incoming {
            // What the host cannot choose: the id that Discord gave.
            salt: self.id.to_string(),
            to_bot: true,
            account: Some(self.account.clone()),
            server: self.server_id(),
            within: self.parent.map(place),
            roles: self.roles.clone(),
            manages: self.manages,
            locale: self.locale.clone(),
            others_present: !private,
            ..blank
        }
    }

    /// Whoever made it, as a member of its server.
    pub(super) fn member(&self) -> Member {
        let roles = self.roles.iter().filter_map(|id| payload::snowflake(id).map(RoleId::new));
        Member { id: self.user, roles: roles.collect() }
    }

    /// The members whom it names.
    pub(super) fn named(&self) -> &[Member] {
        match &self.request {
            Request::Command { members, .. } => members,
            Request::Completion(_)
            | Request::Press { .. }
            | Request::PlayText { .. }
            | Request::RecordOf { .. } => &[],
        }
    }

    /// Returns where it was made, and by whom.
    pub(crate) const fn held_back(&self) -> HeldBack {
        HeldBack { channel: self.channel, server: self.server, who: self.user }
    }

    /// The server of its place.
    pub(super) fn server_id(&self) -> Option<ServerId> {
        self.server.map(|id| ServerId::new(Platform::Discord, id.to_string()))
    }

    /// The permission for want of which we may not write where it was made.
    pub(super) fn lacks(&self) -> Permission {
        let to_write = match self.kind {
            ChannelKind::Text => Permission::Send,
            ChannelKind::FollowUps if !self.ours.connect() => Permission::Connect,
            ChannelKind::FollowUps => Permission::Send,
            ChannelKind::Thread => Permission::SendInThreads,
        };
        if self.ours.view_channel() { to_write } else { Permission::View }
    }

    /// Its server, if we may not write where it was made.
    pub(crate) fn closed_server(&self) -> Option<GuildId> {
        self.server.filter(|_| !self.may_write())
    }

    /// Returns where else we may write at this second, as far as is known, if we may not where it was made.
    pub(crate) fn closed(&self, servers: &AllServers, at: i64) -> Option<ClosedPlace> {
        let server = self.closed_server()?;
        let wanted = Wanted {
            not: self.channel,
            parent: self.parent,
            asker: &self.member(),
            others: self.named(),
            at,
        };
        let open = servers.writable(server, wanted).into_iter();
        let open = open.map(|one| OpenPlace {
            place: place(one.id),
            takes_author: one.takes_asker,
            is_for_talk: one.is_for_talk,
        });
        let readers = self.named().iter();
        let readers = readers.map(|who| PersonId::new(Platform::Discord, who.id.to_string()));
        let (open, readers) = (open.collect(), readers.collect());
        Some(ClosedPlace { lacks: self.lacks(), open, readers })
    }

    /// Returns `true` if we may write where it was made.
    pub(super) fn may_write(&self) -> bool {
        let may = self.ours.administrator() || self.ours.contains(self.kind.to_write());
        self.server.is_none() || may
    }
}

/// Returns `true` if the answers to a slash command are for its author alone.
fn is_for_author(path: &str) -> bool {
    let info = commands().find(|info| info.slash == Some(path));
    info.is_some_and(|info| info.seen_by == SeenBy::Author)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// An interaction in a thread of channel 6, by somebody with the role 77.
    fn interaction(kind: u8, data: Value) -> Interaction {
        let raw = json!({
            "id": "1274019562035904656", "application_id": "900", "type": kind, "data": data,
            "token": "secret-token", "guild_id": "500", "channel_id": "7", "locale": "de",
            "channel": { "id": "7", "type": 11, "parent_id": "6" }, "app_permissions": "1024",
            "member": { "user": { "id": "101", "username": "ann", "global_name": "Ann" },
                "nick": null, "roles": ["77"], "permissions": "32", "novel": [1] },
            "message": { "id": "55", "flags": 0, "components": [{ "type": "novel" }] },
        });
        Interaction::read(raw, 900).unwrap()
    }

    #[test]
    fn an_interaction_says_who_asks_what_and_where() {
        let options = json!([{ "name": "offer", "type": 1, "options": [
            { "name": "game", "type": 4, "value": 12 }] }]);
        let data = json!({ "name": "draw", "type": 1, "options": options });
        let made = interaction(2, data);
        assert!(!format!("{made:?}").contains("secret-token"));
        assert!(!made.may_write(), "it may see the thread, and no more");
        let told = made.incoming().unwrap();
        assert_eq!(told.id.to_string(), "discord:i1274019562035904656");
        assert_eq!((told.salt.as_str(), told.at), ("1274019562035904656", 1_723_820_333_728));
        assert_eq!((told.author.name.as_str(), told.manages), ("Ann", true));
        assert_eq!(told.account.as_deref(), Some("ann"));
        assert_eq!((told.roles, told.locale.as_deref()), (vec!["77".to_owned()], Some("de")));
        assert_eq!(told.within, Some(place(ChannelId::new(6))));
        let asked = told.command.unwrap();
        assert_eq!((asked.path.as_str(), asked.values["game"].as_str()), ("draw offer", "12"));
        let told =
            interaction(3, json!({ "custom_id": "mc1:12:3:draw:accept" })).incoming().unwrap();
        assert_eq!((told.text.as_str(), told.private_answers), ("draw accept #12", true));
        assert_eq!(told.reply_to.map(|id| id.to_string()).as_deref(), Some("discord:55"));
        assert_eq!(told.pressed.map(|at| at.ply), Some(3));
        assert!(interaction(3, json!({ "custom_id": "of another bot" })).incoming().is_none());
    }

    #[test]
    fn whom_a_command_names_has_a_name_that_is_seen_and_is_no_person_if_the_account_is_the_systems()
    {
        let users = json!({
            "102": { "id": "102", "username": "ben_7", "global_name": "\u{2800}\u{3164}" },
            "103": { "id": "103", "username": "Discord", "global_name": null, "system": true },
        });
        let members = json!({ "102": { "nick": "\u{e0041} \u{301}", "roles": [] } });
        let options = json!([{ "name": "opponent", "type": 6, "value": "102" }]);
        let data = json!({ "name": "challenge", "type": 1, "options": options,
            "resolved": { "users": users, "members": members } });
        let told = interaction(2, data).incoming().unwrap();
        let mut names: Vec<_> = told.mentioned.iter().map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Discord", "ben_7"]);
        assert_eq!(told.other_bots, [PersonId::new(Platform::Discord, "103")]);
    }

    #[test]
    fn numbers_of_interactions_are_no_messages() {
        let id = message_id(InteractionId::new(7));
        assert!(is_interaction(&id) && number(&id) == Some(7));
        let message = MessageId::new(Platform::Discord, "7");
        assert!(!is_interaction(&message) && number(&message) == Some(7));
        for key in ["i", "x7", "i0", ""] {
            assert_eq!(number(&MessageId::new(Platform::Discord, key)), None, "{key}");
        }
    }
}
