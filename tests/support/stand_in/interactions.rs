//! Interactions: what people do with commands, buttons, selects and forms, and what came of it.

mod answers;
mod tapped;
mod typed;

use std::time::{Duration, Instant};

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};

use super::{
    BOT, CHANNEL, StandIn, World,
    bodies::MAX_FILE,
    messages::Kept,
    people::{Someone, dm_of, user},
    world::File,
};

/// What somebody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Used a command, or one of the menu of a message or of a person.
    Command,
    MessageMenu,
    UserMenu,
    /// Pressed a button, or chose in a select.
    Button,
    Select,
    /// Is typing a command, and waits for what could stand there.
    Typing,
    /// Sent a form.
    Form,
}

impl Kind {
    /// The number by which the platform calls it.
    fn number(self) -> u64 {
        match self {
            Self::Command | Self::MessageMenu | Self::UserMenu => 2,
            Self::Button | Self::Select => 3,
            Self::Typing => 4,
            Self::Form => 5,
        }
    }

    /// The type of a message that answers it.
    fn answer_type(self) -> u64 {
        match self {
            Self::MessageMenu | Self::UserMenu => 23,
            _ => 20,
        }
    }
}

/// What somebody did, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: u64,
    pub(crate) token: String,
    pub(crate) kind: Kind,
    pub(crate) who: Someone,
    pub(crate) channel: u64,
    /// What was done, as the platform tells it.
    pub(crate) data: Value,
    pub(crate) created: Instant,
    /// The first answer.
    pub(crate) acknowledged: Option<Acknowledgement>,
    /// What the first answer shows by now; `None` as long as it is only announced.
    pub(crate) original: Option<Shown>,
    pub(crate) follow_ups: Vec<Shown>,
    /// Whether the first answer was taken away again.
    pub(crate) deleted: bool,
    /// The message whose button was pressed, also where a form came in between.
    on: Option<u64>,
    /// The message of the first answer.
    answer: Option<u64>,
    /// What the platform tells of it in answers.
    metadata: Value,
    /// Whether its form was sent.
    form_is_sent: bool,
}

/// The first answer to an interaction.
#[derive(Clone, Debug)]
pub(crate) struct Acknowledgement {
    /// The type of the callback: 4 a message, 5 one to come, 6 nothing, 7 a change, 8 choices, 9 a form.
    pub(crate) kind: u64,
    pub(crate) data: Value,
    pub(crate) at: Instant,
}

/// An answer as its reader sees it.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) id: u64,
    /// The whole message as the platform describes it.
    pub(crate) message: Value,
    /// The files that were sent with it, in the order in which they came.
    pub(crate) files: Vec<File>,
}

impl Shown {
    pub(crate) fn text(&self) -> &str {
        self.message["content"].as_str().unwrap_or_default()
    }

    /// Returns `true` if only the one who asked sees it.
    pub(crate) fn is_ephemeral(&self) -> bool {
        self.message["flags"].as_u64().unwrap_or(0) & super::bodies::EPHEMERAL != 0
    }

    /// The `custom_id` of the button with this label, or of the select with this placeholder.
    pub(crate) fn component(&self, name: &str) -> Option<&str> {
        let mut all = super::components::all(&self.message["components"]);
        let found = all.find(|one| one["label"] == name || one["placeholder"] == name);
        found.and_then(|one| one["custom_id"].as_str())
    }
}

/// A message that only one person sees.
#[derive(Clone, Debug)]
pub(super) struct Hidden {
    pub(super) kept: Kept,
    pub(super) seen_by: u64,
}

/// What somebody is about to do.
struct Act {
    who: Someone,
    channel: u64,
    kind: Kind,
    data: Value,
    /// The message whose component it concerns.
    on: Option<u64>,
}

impl World {
    /// Lets somebody do something, tells of it, and gives its id.
    fn open_interaction(&mut self, act: Act) -> u64 {
        let (id, event) = self.note_interaction(act);
        self.dispatch("INTERACTION_CREATE", &event);
        id
    }

    /// Lets somebody do something, and gives its id and what is to be told of it.
    fn note_interaction(&mut self, act: Act) -> (u64, Value) {
        let Act { who, channel, kind, data, on } = act;
        assert!(self.has_channel(channel), "there is no channel {channel}");
        let guild = self.guild_of(channel);
        assert!(guild.is_some() || channel == dm_of(who.id), "the private chat of somebody else");
        let typed = !matches!(kind, Kind::Button | Kind::Select | Kind::Form);
        let to_read = self.to_read(channel);
        let sees = self.permissions_of(who.id, channel) & to_read == to_read;
        assert!(guild.is_none() || sees, "{} does not see {channel}", who.username);
        assert!(!typed || !self.is_archived(channel), "an archived thread takes no commands");
        self.people.insert(who.id, who);
        let id = self.next_id();
        let token = token(id);
        let owner = guild.map_or("0".to_owned(), |guild| guild.to_string());
        let owners = json!({ "0": owner });
        let mut metadata = json!({ "id": id.to_string(), "type": kind.number(),
            "user": user(who), "authorizing_integration_owners": owners });
        if kind.number() == 2 {
            metadata["name"] = data["name"].clone();
        }
        if let Some(on) = on.filter(|_| kind.number() == 3) {
            metadata["interacted_message_id"] = json!(on.to_string());
        }
        let mut event = json!({
            "id": id.to_string(), "application_id": BOT.to_string(), "type": kind.number(),
            "data": data.clone(), "token": token.clone(), "version": 1, "channel_id": channel.to_string(),
            "channel": self.channel_of_interaction(channel, who),
            "app_permissions": self.permissions(channel).to_string(), "locale": "en-US",
            "entitlements": [], "entitlement_sku_ids": [],
            "authorizing_integration_owners": owners,
            "context": if guild.is_some() { 0 } else { 1 }, "attachment_size_limit": MAX_FILE,
        });
        match guild {
            Some(guild) => {
                event["guild_id"] = json!(guild.to_string());
                event["guild"] =
                    json!({ "id": guild.to_string(), "locale": "en-US", "features": [] });
                event["guild_locale"] = json!("en-US");
                event["member"] = self.member_of_interaction(who, channel);
                event["member"]["user"] = user(who);
            }
            None => event["user"] = user(who),
        }
        if let Some((kept, _)) = on.and_then(|on| self.find_message(on)) {
            event["message"] = self.message(kept, true);
        }
        let created = self.clock.instant();
        let answer = None;
        let on = on.filter(|_| matches!(kind.number(), 3 | 5));
        self.interactions.push(Interaction {
            id,
            token,
            kind,
            who,
            channel,
            data,
            created,
            acknowledged: None,
            original: None,
            follow_ups: Vec::new(),
            deleted: false,
            on,
            answer,
            metadata,
            form_is_sent: false,
        });
        (id, event)
    }

    fn channel_of_interaction(&self, channel: u64, who: Someone) -> Value {
        let mut out = self.describe_channel(channel);
        if self.guild_of(channel).is_some() {
            out["permissions"] = json!(self.permissions_of(who.id, channel).to_string());
        } else {
            out["recipients"] = json!([user(who)]);
        }
        out["last_message_id"] =
            json!(self.messages.get(&channel).and_then(|all| all.back()).map(|m| m.id.to_string()));
        out
    }

    /// A member with what it may do in a channel.
    fn member_of_interaction(&self, who: Someone, channel: u64) -> Value {
        let mut out = self.member(who);
        out["permissions"] = json!(self.permissions_of(who.id, channel).to_string());
        for missing in ["avatar", "banner", "premium_since", "communication_disabled_until"] {
            out[missing] = Value::Null;
        }
        out["pending"] = json!(false);
        out
    }

    /// A message of any channel, or one that only one person sees, with that person's id.
    pub(super) fn find_message(&self, id: u64) -> Option<(&Kept, Option<u64>)> {
        let hidden = self.hidden.iter().find(|hidden| hidden.kept.id == id);
        let hidden = hidden.map(|hidden| (&hidden.kept, Some(hidden.seen_by)));
        hidden.or_else(|| {
            let mut all = self.messages.values();
            all.find_map(|of_channel| {
                let index = of_channel.binary_search_by_key(&id, |kept| kept.id).ok()?;
                Some((&of_channel[index], None))
            })
        })
    }

    /// Returns `true` if somebody sees a message.
    pub(crate) fn shows(&self, id: u64) -> bool {
        self.find_message(id).is_some()
    }

    /// The interactions whose time for a first answer ran out.
    pub(crate) fn unanswered_interactions(&self) -> Vec<u64> {
        let (now, patience) = (self.clock.instant(), self.rules.first_answer);
        let late = |one: &&Interaction| one.acknowledged.is_none() && one.created + patience < now;
        self.interactions.iter().filter(late).map(|one| one.id).collect()
    }

    /// How many messages there are that only one person sees, those that are announced included.
    pub(crate) fn private_answers(&self) -> usize {
        self.hidden.len()
    }
}

/// A token as the platform makes them: hard to guess, and another one each time.
fn token(id: u64) -> String {
    let mut state = id;
    let secret = std::iter::repeat_with(|| {
        // The step of splitmix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let letters = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        char::from(letters[((mixed >> 32) % letters.len() as u64) as usize])
    });
    let secret: String = secret.take(96).collect();
    BASE64URL_NOPAD.encode(format!("interaction:{id}:{secret}").as_bytes())
}

impl StandIn {
    /// Lets somebody do something in the first channel that no list offers, or of which something else is told
    /// than the platform does now.
    pub(crate) fn forge(
        &self,
        who: Someone,
        kind: Kind,
        data: Value,
        tell: impl FnOnce(&mut Value),
    ) -> u64 {
        self.server.change(|world| {
            let act = Act { who, channel: CHANNEL, kind, data, on: None };
            let (id, mut event) = world.note_interaction(act);
            tell(&mut event);
            world.dispatch("INTERACTION_CREATE", &event);
            id
        })
    }

    /// Takes away the first answer to an interaction, announced or given, as another answer may that shares its
    /// message.
    pub(crate) fn take_away(&self, id: u64) {
        self.server.change(|world| {
            let one = world.interactions.iter_mut().rfind(|one| one.id == id);
            let one = one.expect("there is such an interaction");
            one.deleted = true;
            let answer = one.answer.expect("it is announced");
            world.remove_own(answer);
        });
    }

    /// An interaction as it stands.
    pub(crate) fn interaction(&self, id: u64) -> Interaction {
        let world = self.world();
        let found = world.interactions.iter().rfind(|one| one.id == id);
        found.cloned().expect("there is such an interaction")
    }

    /// Waits until an interaction has its first answer.
    pub(crate) async fn acknowledged(&self, id: u64) -> Acknowledgement {
        self.of_interaction("first answer", id, |one| one.acknowledged.clone()).await
    }

    /// Returns how long an interaction waited for its first answer, by the stand-in's clock.
    pub(crate) fn acknowledged_after(&self, id: u64) -> Duration {
        let interaction = self.interaction(id);
        let answer = interaction.acknowledged.expect("it has a first answer");
        answer.at - interaction.created
    }

    /// Waits until an interaction has an answer to be read: the first one, what that one became, or a
    /// further one. One that was taken back, or only announced and taken back, has no words.
    pub(crate) async fn answered(&self, id: u64) -> Shown {
        self.of_interaction("answer", id, |one| {
            let original = one.original.clone().filter(|_| !one.deleted);
            let taken_back = || Shown {
                id: 0,
                message: json!({ "flags": super::bodies::EPHEMERAL }),
                files: Vec::new(),
            };
            let further = || one.follow_ups.first().cloned();
            original.or_else(further).or_else(|| one.deleted.then(taken_back))
        })
        .await
    }

    async fn of_interaction<T>(
        &self,
        what: &str,
        id: u64,
        look: impl Fn(&Interaction) -> Option<T>,
    ) -> T {
        self.until(what, |world| {
            let found = world.interactions.iter().rfind(|one| one.id == id);
            look(found.expect("there is such an interaction"))
        })
        .await
    }
}
