//! The bot's own messages: posted in a channel or as an answer to an interaction, and how they change.

use serde_json::{Value, json};

use super::{
    bodies::{Body, EPHEMERAL, id_of},
    components::{list, numbered},
    messages::timestamp,
};

/// The flag of an answer that is still to come.
const LOADING: u64 = 1 << 7;

/// A message of the bot's own as it stands.
#[derive(Clone, Debug)]
pub(super) struct Own {
    payload: Value,
    files: Vec<Attached>,
    /// When it was changed last.
    edited: Option<i64>,
    /// The interaction that it answers.
    pub(super) answers: Option<Answering>,
    /// Whether it only announces an answer.
    pub(super) is_loading: bool,
}

/// A file of a message.
#[derive(Clone, Debug)]
struct Attached {
    id: u64,
    name: String,
    description: Value,
}

/// Which interaction a message answers.
#[derive(Clone, Debug)]
pub(super) struct Answering {
    /// The type of the message: an answer to a command or to a menu, or a reply.
    pub(super) kind: u64,
    /// What the platform tells of the interaction.
    pub(super) metadata: Value,
    /// The message that was pressed, or the one that this one follows.
    pub(super) follows: Option<u64>,
}

impl Own {
    pub(super) fn new(id: u64, body: &Body) -> Self {
        let mut own = Self {
            payload: body.payload.clone(),
            files: Vec::new(),
            edited: None,
            answers: None,
            is_loading: false,
        };
        own.attach(id, body);
        own
    }

    pub(super) fn text(&self) -> &str {
        self.payload["content"].as_str().unwrap_or_default()
    }

    pub(super) fn components(&self) -> &Value {
        &self.payload["components"]
    }

    pub(super) fn is_ephemeral(&self) -> bool {
        self.flags() & EPHEMERAL != 0
    }

    fn flags(&self) -> u64 {
        self.payload["flags"].as_u64().unwrap_or(0)
    }

    /// The ids of its files.
    pub(super) fn file_ids(&self) -> Vec<u64> {
        self.files.iter().map(|file| file.id).collect()
    }

    /// Returns `true` if nothing is in it that anybody could see.
    pub(super) fn is_empty(&self) -> bool {
        let blank = self.text().trim().is_empty() && self.files.is_empty();
        blank && list(self.components()).is_empty()
    }

    /// Changes it as a request says: what is not named stays.
    pub(super) fn edit(&mut self, id: u64, body: &Body, now: i64) {
        for field in ["content", "components", "embeds", "allowed_mentions"] {
            if let Some(value) = body.payload.get(field) {
                self.payload[field] = value.clone();
            }
        }
        if let Some(flags) = body.payload["flags"].as_u64() {
            self.payload["flags"] = json!(flags & !EPHEMERAL | self.flags() & EPHEMERAL);
        }
        if body.payload["attachments"].is_array() {
            let described = list(&body.payload["attachments"]);
            self.files.retain_mut(|file| {
                let about = described.iter().find(|about| id_of(about) == Some(file.id));
                let alt = about.and_then(|about| about.get("description"));
                file.description = alt.unwrap_or(&file.description).clone();
                about.is_some()
            });
        }
        self.attach(id, body);
        self.is_loading = false;
        self.edited = Some(now);
    }

    /// Adds the files of a request.
    fn attach(&mut self, message: u64, body: &Body) {
        let described = list(&body.payload["attachments"]);
        for (id, file) in (message + 1..).zip(&body.files) {
            let about = described
                .iter()
                .find(|about| id_of(about).is_some_and(|id| file.field == format!("files[{id}]")));
            let description = about.map_or(Value::Null, |about| about["description"].clone());
            self.files.push(Attached { id, name: file.name.clone(), description });
        }
    }

    /// The files as a message shows them.
    pub(super) fn files(&self) -> Vec<Value> {
        self.files.iter().map(Attached::json).collect()
    }

    /// Adds to a message what only the bot's own ones have.
    pub(super) fn complete(&self, channel: u64, message: &mut Value) {
        message["components"] = numbered(self.components());
        let loading = if self.is_loading { LOADING } else { 0 };
        message["flags"] = json!(self.flags() | loading);
        message["edited_timestamp"] = json!(self.edited.map(timestamp));
        let quoted = self.payload["message_reference"]["message_id"].as_str().map(str::to_owned);
        let mut follows = quoted;
        if let Some(answers) = &self.answers {
            message["type"] = json!(answers.kind);
            message["application_id"] = message["author"]["id"].clone();
            message["webhook_id"] = message["author"]["id"].clone();
            message["interaction_metadata"] = answers.metadata.clone();
            follows = answers.follows.map(|id| id.to_string());
        }
        if let Some(to) = follows {
            message["type"] = json!(19);
            message["message_reference"] = super::messages::reference(channel, &to);
        }
    }
}

impl Attached {
    fn json(&self) -> Value {
        let (id, name) = (self.id.to_string(), &self.name);
        let url = format!("https://cdn.discordapp.com/attachments/1/{id}/{name}");
        json!({ "id": id, "filename": name, "size": 1, "url": url, "proxy_url": url,
            "description": self.description })
    }
}
