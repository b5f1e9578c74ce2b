//! An interaction as Discord sends it, read as far as it matters. serenity's own model lacks the newer
//! kinds of components, and would refuse an interaction that holds one.

use std::fmt;

use chat::{BOT_NAME, NamedValues};
use serde::Deserialize;
use serde_json::{Map, Value};
use serenity::model::{
    id::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId, UserId},
    permissions::Permissions,
};
use table::{Person, PersonId, Platform};

use crate::{ids, permissions::ChannelKind, servers::Member, text};

/// A secret that lets anybody who knows it answer an interaction for 15 minutes. It is never shown.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Token(String);

impl Token {
    /// The token, for a request.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Token(..)")
    }
}

/// A request that somebody makes by a command, a button, a menu or by typing a value.
#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    /// Its id, which says when it was made.
    pub(crate) id: InteractionId,
    /// Our application.
    pub(super) application: ApplicationId,
    /// The token that its answers need.
    pub(super) token: Token,
    /// Where it was made.
    pub(super) channel: ChannelId,
    /// The server of that place; `None` in a private chat.
    pub(super) server: Option<GuildId>,
    /// Whoever made it.
    pub(super) who: Person,
    /// The name of that person's account.
    pub(super) account: String,
    pub(super) user: UserId,
    /// Whether they may manage the server.
    pub(super) manages: bool,
    /// The roles that they have in the server.
    pub(super) roles: Vec<String>,
    /// The language that they have chosen.
    pub(super) locale: Option<String>,
    /// Our permissions in that place.
    pub(super) ours: Permissions,
    /// The kind of that place, and the channel of which it is a thread.
    pub(super) kind: ChannelKind,
    pub(super) parent: Option<ChannelId>,
    /// The request itself.
    pub(super) request: Request,
}

/// The content of an interaction: what it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// A slash command, or an entry of a person's menu, with its values and the people and the
    /// channel among them, and which of the people are other bots. The members are those of the people of whom Discord tells the roles.
    Command {
        path: String,
        values: NamedValues,
        people: Vec<Person>,
        other_bots: Vec<PersonId>,
        members: Vec<Member>,
        channel: Option<NamedChannel>,
        file: Option<GivenFile>,
    },
    /// The completions of the value that is being typed for a parameter; the others are given already.
    Completion(Completion),
    /// A button below one of our messages, or what was chosen from a list there. The message is `None` if
    /// only whoever presses sees it.
    Press { custom_id: String, chosen: Option<String>, message: Option<MessageId> },
    /// An entry of the menu of a message: its text is to be played.
    PlayText { text: String, answers: Option<MessageId> },
    /// The other entry of that menu: the record of the game to which a message belongs. One of ours belongs
    /// to it by itself, another by the message that it answers.
    RecordOf { message: MessageId },
}

/// A channel that a command names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedChannel {
    pub(super) id: ChannelId,
    /// Our permissions there, where Discord says them.
    pub(super) ours: Option<Permissions>,
    pub(super) kind: ChannelKind,
}

/// A file that comes with a command: where it lies. Whoever has that address can read the file, so it is never shown.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct GivenFile(pub(super) String);

impl fmt::Debug for GivenFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("GivenFile(..)")
    }
}

/// A value that is being typed for a parameter of a slash command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Completion {
    /// The path of the command.
    pub(super) path: String,
    /// The name of the parameter.
    pub(super) parameter: String,
    /// Whether Discord wants its values as numbers.
    pub(super) is_number: bool,
    /// The text that is typed so far.
    pub(super) typed: String,
    /// The other values.
    pub(super) values: NamedValues,
}

/// An interaction that nothing can be made of.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It can be answered.
    NotUnderstood(NotUnderstood),
    /// It is of a kind with this number, for which no answer is known.
    OfUnknownKind(u64),
    /// It lacks what an answer needs. The error may quote the event, so it does not belong into a log.
    Unanswerable(serde_json::Error),
}

/// An interaction that is not understood, with all that its answer needs.
#[derive(Debug)]
pub(crate) struct NotUnderstood {
    pub(super) id: InteractionId,
    pub(super) token: Token,
    /// The answer; `None` if somebody is typing, where words have no place.
    pub(super) words: Option<&'static str>,
    /// The part that is not as Discord describes it, if one is not. It may quote the event, as above.
    pub(super) error: Option<serde_json::Error>,
}

/// The part of an interaction without which nothing can be answered.
#[derive(Deserialize)]
struct Head {
    id: InteractionId,
    token: Token,
    #[serde(rename = "type")]
    kind: u64,
}

#[derive(Deserialize)]
struct Raw {
    id: InteractionId,
    application_id: ApplicationId,
    #[serde(rename = "type")]
    kind: u64,
    token: Token,
    #[serde(default)]
    data: Data,
    guild_id: Option<GuildId>,
    channel_id: Option<ChannelId>,
    channel: Option<Channel>,
    member: Option<RawMember>,
    user: Option<User>,
    message: Option<Message>,
    locale: Option<String>,
    app_permissions: Option<Permissions>,
}

#[derive(Default, Deserialize)]
struct Data {
    #[serde(default)]
    name: String,
    #[serde(rename = "type", default)]
    kind: u64,
    #[serde(default)]
    options: Vec<CommandOption>,
    #[serde(default)]
    resolved: Resolved,
    target_id: Option<String>,
    #[serde(default)]
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    components: Vec<Value>,
}

#[derive(Deserialize)]
struct CommandOption {
    name: String,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    options: Vec<Self>,
    #[serde(default)]
    focused: bool,
}

#[derive(Default, Deserialize)]
struct Resolved {
    #[serde(default)]
    users: Map<String, Value>,
    #[serde(default)]
    members: Map<String, Value>,
    #[serde(default)]
    channels: Map<String, Value>,
    #[serde(default)]
    messages: Map<String, Value>,
    #[serde(default)]
    attachments: Map<String, Value>,
}

#[derive(Deserialize)]
struct Channel {
    #[serde(rename = "type")]
    kind: u8,
    parent_id: Option<ChannelId>,
    app_permissions: Option<Permissions>,
}

#[derive(Default, Deserialize)]
struct RawMember {
    user: Option<User>,
    nick: Option<String>,
    permissions: Option<Permissions>,
    #[serde(default)]
    roles: Vec<String>,
}

#[derive(Deserialize)]
struct User {
    id: UserId,
    username: String,
    global_name: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    id: MessageId,
    #[serde(default)]
    flags: u64,
}

/// The flag of a message that one person alone sees.
pub(super) const EPHEMERAL: u64 = 1 << 6;

/// The numbers by which Discord calls the kinds of interactions.
mod kind {
    pub(super) const COMMAND: u64 = 2;
    pub(super) const COMPONENT: u64 = 3;
    pub(super) const COMPLETION: u64 = 4;
    pub(super) const FORM: u64 = 5;
    pub(super) const ALL: [u64; 4] = [COMMAND, COMPONENT, COMPLETION, FORM];
}

/// The numbers by which it calls the kinds of commands.
mod command_kind {
    pub(super) const SLASH: u64 = 1;
    pub(super) const OF_USER: u64 = 2;
    pub(super) const OF_MESSAGE: u64 = 3;
}

/// The numbers by which it calls the types of options that are read in their own way.
mod option_type {
    pub(super) const SUBCOMMAND: u8 = 1;
    pub(super) const GROUP: u8 = 2;
    pub(super) const INTEGER: u8 = 4;
    pub(super) const USER: u8 = 6;
    pub(super) const CHANNEL: u8 = 7;
    pub(super) const FILE: u8 = 11;
}

impl Interaction {
    /// Reads an interaction from the data of its event.
    ///
    /// # Errors
    ///
    /// The part of it that can still be answered, if there is one.
    pub(crate) fn read(raw: Value, own_id: u64) -> Result<Self, Unread> {
        let head = Head::deserialize(&raw).map_err(Unread::Unanswerable)?;
        if !kind::ALL.contains(&head.kind) {
            return Err(Unread::OfUnknownKind(head.kind));
        }
        let is_completion = head.kind == kind::COMPLETION;
        let (id, token) = (head.id, head.token);
        Raw::deserialize(raw)
            .map_err(|error| (text::NOT_READ, Some(error)))
            .and_then(|raw| raw.interaction(own_id).map_err(|words| (words, None)))
            .map_err(|(words, error)| {
                let words = (!is_completion).then_some(words);
                Unread::NotUnderstood(NotUnderstood { id, token, words, error })
            })
    }
}

impl Raw {
    /// Returns what it asks for, by whom and where, or the words that answer what cannot be understood.
    fn interaction(self, own_id: u64) -> Result<Interaction, &'static str> {
        let request = self.request(own_id)?;
        let member = self.member.unwrap_or_default();
        let user = member.user.or(self.user).ok_or(text::NOT_READ)?;
        let may = member.permissions.unwrap_or_default();
        let kind = self.channel.as_ref().map(|channel| ChannelKind::of(channel.kind));
        let kind = kind.unwrap_or_default();
        let thread = self.channel.filter(|_| kind.is_thread());
        Ok(Interaction {
            id: self.id,
            application: self.application_id,
            token: self.token,
            channel: self.channel_id.ok_or(text::NOT_READ)?,
            server: self.guild_id,
            who: person(&user, member.nick.as_deref()),
            account: user.username,
            user: user.id,
            roles: member.roles,
            manages: self.guild_id.is_some() && (may.administrator() || may.manage_guild()),
            locale: self.locale,
            ours: self.app_permissions.unwrap_or_default(),
            kind,
            parent: thread.and_then(|thread| thread.parent_id),
            request,
        })
    }

    fn request(&self, own_id: u64) -> Result<Request, &'static str> {
        let data = &self.data;
        match (self.kind, data.kind) {
            (kind::COMMAND, command_kind::SLASH) => {
                let (path, options) = data.called();
                let written = options.iter().filter(|one| one.kind != option_type::FILE);
                let named = written.map(|one| (one.name.clone(), one.text(own_id)));
                Ok(data.command(path, named.collect(), data.channel(), own_id))
            }
            (kind::COMMAND, command_kind::OF_USER) => data.of_user(own_id),
            (kind::COMMAND, command_kind::OF_MESSAGE) => data.of_message(own_id),
            (kind::COMPLETION, _) => data.completion(own_id).ok_or(text::NOT_READ),
            // What is typed into a form is like what is chosen in a list.
            (kind::COMPONENT | kind::FORM, _) => {
                let seen = self.message.as_ref().filter(|message| message.flags & EPHEMERAL == 0);
                let message = seen.map(|message| message.id);
                let typed = super::form::typed(&data.components);
                let (custom_id, chosen) =
                    (data.custom_id.clone(), data.values.first().cloned().or(typed));
                Ok(Request::Press { custom_id, chosen, message })
            }
            _ => Err(text::OTHER_VERSION),
        }
    }
}

impl CommandOption {
    /// Returns `true` if it is a subcommand or a group of them, and no value.
    const fn leads_on(&self) -> bool {
        matches!(self.kind, option_type::SUBCOMMAND | option_type::GROUP)
    }
}

impl Data {
    /// The path of a slash command with its options, which those of a subcommand stand in.
    fn called(&self) -> (String, &[CommandOption]) {
        let (mut path, mut options) = (self.name.clone(), self.options.as_slice());
        while let Some(sub) = options.first().filter(|one| one.leads_on()) {
            path = format!("{path} {}", sub.name);
            options = &sub.options;
        }
        (path, options)
    }

    /// A command with these values, and whom it names.
    fn command(
        &self,
        path: String,
        values: NamedValues,
        channel: Option<NamedChannel>,
        own_id: u64,
    ) -> Request {
        Request::Command {
            path,
            values,
            people: self.people(own_id),
            other_bots: self.other_bots(own_id),
            members: self.members(own_id),
            channel,
            file: self.file(),
        }
    }

    /// The command that an entry of a person's menu stands for.
    fn of_user(&self, own_id: u64) -> Result<Request, &'static str> {
        let (path, parameter) = super::menus::of_user(&self.name).ok_or(text::OTHER_VERSION)?;
        let target = self.target_id.as_deref().ok_or(text::NOT_READ)?;
        let values = [(parameter.to_owned(), mention(target, own_id))].into();
        Ok(self.command(path.to_owned(), values, None, own_id))
    }

    /// The request that an entry of a message's menu stands for.
    fn of_message(&self, own_id: u64) -> Result<Request, &'static str> {
        let path = super::menus::of_message(&self.name).ok_or(text::OTHER_VERSION)?;
        let target = self.target_id.as_deref().ok_or(text::NOT_READ)?;
        let message = self.resolved.messages.get(target);
        let answers = message.and_then(|one| one["message_reference"]["message_id"].as_str());
        let answers = answers.and_then(|id| id.parse().ok());
        if path == super::menus::RECORD {
            let author = message.and_then(|one| one["author"]["id"].as_str());
            let is_ours = author == Some(&own_id.to_string());
            let message = answers.filter(|_| !is_ours).or(target.parse().ok());
            return Ok(Request::RecordOf { message: message.ok_or(text::NOT_READ)? });
        }
        let message = message.ok_or(text::MESSAGE_NOT_TOLD)?;
        let text = message["content"].as_str().unwrap_or_default().to_owned();
        Ok(Request::PlayText { text, answers })
    }

    /// The value that is being typed; `None` if it is not said which one that is.
    fn completion(&self, own_id: u64) -> Option<Request> {
        let (path, options) = self.called();
        let focused = options.iter().find(|one| one.focused)?;
        let others = options.iter().filter(|one| !one.focused);
        Some(Request::Completion(Completion {
            path,
            parameter: focused.name.clone(),
            is_number: focused.kind == option_type::INTEGER,
            typed: focused.text(own_id),
            values: others.map(|one| (one.name.clone(), one.text(own_id))).collect(),
        }))
    }

    /// The people who are named, without the bot.
    fn people(&self, own_id: u64) -> Vec<Person> {
        let named = self.resolved.users.iter().filter_map(|(id, user)| {
            let user: User = serde_json::from_value(user.clone()).ok()?;
            let nick = self.resolved.members.get(id).and_then(|member| member["nick"].as_str());
            (user.id.get() != own_id).then(|| person(&user, nick))
        });
        named.collect()
    }

    /// Those of them behind whom no person is: bots, and accounts of Discord itself.
    fn other_bots(&self, own_id: u64) -> Vec<PersonId> {
        let is_other_bot = |id: &str, user: &Value| {
            (user["bot"] == true || user["system"] == true) && id.parse() != Ok(own_id)
        };
        let bots = self.resolved.users.iter().filter(|(id, user)| is_other_bot(id, user));
        bots.map(|(id, _)| PersonId::new(Platform::Discord, id.clone())).collect()
    }

    /// The members who are named, without the bot.
    fn members(&self, own_id: u64) -> Vec<Member> {
        let named = self.resolved.members.iter().filter_map(|(id, about)| {
            let id: UserId = id.parse().ok()?;
            if id.get() == own_id {
                return None;
            }
            let roles = serde_json::from_value(about["roles"].clone()).ok()?;
            Some(Member { id, roles })
        });
        named.collect()
    }

    /// The file that came with it. One of which Discord does not say where it lies cannot be fetched.
    fn file(&self) -> Option<GivenFile> {
        let (_, options) = self.called();
        let given = options.iter().find(|one| one.kind == option_type::FILE)?;
        let about = given.value.as_str().and_then(|id| self.resolved.attachments.get(id));
        let address = about.and_then(|about| about["url"].as_str()).unwrap_or_default();
        Some(GivenFile(address.to_owned()))
    }

    /// The channel that is named.
    fn channel(&self) -> Option<NamedChannel> {
        let (id, about) = self.resolved.channels.iter().next()?;
        let about: Channel = serde_json::from_value(about.clone()).ok()?;
        Some(NamedChannel {
            id: id.parse().ok()?,
            ours: about.app_permissions,
            kind: ChannelKind::of(about.kind),
        })
    }
}

impl CommandOption {
    /// The value as a map of named values has it.
    fn text(&self, own_id: u64) -> String {
        match &self.value {
            Value::String(id) if self.kind == option_type::USER => mention(id, own_id),
            Value::String(id) if self.kind == option_type::CHANNEL => format!("<#{id}>"),
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        }
    }
}

/// Returns how a person, or the bot, stands in a value.
fn mention(id: &str, own_id: u64) -> String {
    if id.parse() == Ok(own_id) { BOT_NAME.to_owned() } else { format!("<@{id}>") }
}

fn person(user: &User, nick: Option<&str>) -> Person {
    ids::person(user.id.get(), [nick, user.global_name.as_deref(), Some(&user.username)])
}
