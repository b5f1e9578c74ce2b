//! The emojis of the application.

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use data_encoding::BASE64;
use serde_json::{Value, json};

use super::{
    World,
    bodies::INVALID_FORM,
    components::only,
    people::bot,
    rest::{answer, refuse},
};

/// How many there may be, and how large each picture.
const MAX_EMOJIS: usize = 2_000;
const MAX_PICTURE: usize = 256 << 10;

/// An emoji of the application.
#[derive(Clone, Debug)]
pub(crate) struct Emoji {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) picture: Vec<u8>,
}

impl Emoji {
    fn json(&self) -> Value {
        json!({ "id": self.id.to_string(), "name": self.name, "roles": [], "user": bot(),
            "require_colons": true, "managed": false, "animated": false, "available": true })
    }
}

impl World {
    /// Answers what concerns the application's emojis.
    pub(super) fn emojis(&mut self, method: &str, id: Option<&str>, body: &[u8]) -> Response {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let index = id.map(|id| self.emojis.iter().position(|one| one.id.to_string() == id));
        let index = match index {
            Some(None) => return refuse(404, 10_014, "Unknown Emoji"),
            Some(index) => index,
            None => None,
        };
        match (method, index) {
            ("GET", None) => {
                let all: Vec<Value> = self.emojis.iter().map(Emoji::json).collect();
                answer(&json!({ "items": all }))
            }
            ("GET", Some(index)) => answer(&self.emojis[index].json()),
            ("POST", None) => self.add_emoji(&body),
            ("PATCH", Some(index)) => match self.check_emoji_name(&body, &["name"]) {
                Ok(name) => {
                    self.emojis[index].name = name;
                    answer(&self.emojis[index].json())
                }
                Err(wrong) => self.refuse_emoji(&wrong),
            },
            ("DELETE", Some(index)) => {
                self.emojis.remove(index);
                StatusCode::NO_CONTENT.into_response()
            }
            _ => refuse(405, 0, "405: Method Not Allowed"),
        }
    }

    fn add_emoji(&mut self, body: &Value) -> Response {
        let name = self.check_emoji_name(body, &["name", "image"]);
        let (name, picture) = match name.and_then(|name| Ok((name, picture(&body["image"])?))) {
            Ok(both) => both,
            Err(wrong) => return self.refuse_emoji(&wrong),
        };
        if self.emojis.len() >= MAX_EMOJIS {
            return refuse(400, 30_008, "Maximum number of emojis reached (2000)");
        }
        let emoji = Emoji { id: self.next_id(), name, picture };
        let shown = answer(&emoji.json());
        self.emojis.push(emoji);
        (StatusCode::CREATED, shown).into_response()
    }

    fn refuse_emoji(&mut self, wrong: &str) -> Response {
        self.object(format!("an emoji: {wrong}"));
        refuse(400, INVALID_FORM, "Invalid Form Body")
    }

    fn check_emoji_name(&self, body: &Value, known: &[&str]) -> Result<String, String> {
        only(body, known)?;
        let name = body["name"].as_str().unwrap_or_default();
        let fits = (2..=32).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !fits || self.emojis.iter().any(|one| one.name == name) {
            return Err(format!("the name {name:?}"));
        }
        Ok(name.to_owned())
    }

    /// Refuses components with emojis that there are not.
    pub(super) fn check_emojis(&self, value: &Value) -> Result<(), String> {
        match value {
            Value::Array(all) => all.iter().try_for_each(|one| self.check_emojis(one)),
            Value::Object(fields) => {
                let emoji = &value["emoji"];
                let id = emoji["id"].as_str();
                let known = id.is_none_or(|id| self.emojis.iter().any(|e| e.id.to_string() == id));
                let name = emoji["name"].as_str().filter(|_| id.is_none());
                let is_character = name.is_none_or(|name| !name.is_ascii());
                if !known || !is_character {
                    return Err(format!("no emoji: {emoji}"));
                }
                let inner = ["components", "component", "options"];
                let inner = inner.iter().filter_map(|name| fields.get(*name));
                inner.into_iter().try_for_each(|inner| self.check_emojis(inner))
            }
            _ => Ok(()),
        }
    }
}

/// The picture in a data URI.
fn picture(image: &Value) -> Result<Vec<u8>, String> {
    let kinds: [(&str, &[u8]); 4] =
        [("png", b"\x89PNG"), ("jpeg", b"\xff\xd8\xff"), ("gif", b"GIF8"), ("webp", b"RIFF")];
    let image = image.as_str().unwrap_or_default();
    for (kind, start) in kinds {
        let Some(data) = image.strip_prefix(&format!("data:image/{kind};base64,")) else {
            continue;
        };
        let bytes = BASE64.decode(data.as_bytes()).map_err(|error| error.to_string())?;
        if !bytes.starts_with(start) || bytes.len() > MAX_PICTURE {
            return Err(format!("{} bytes of {kind}", bytes.len()));
        }
        return Ok(bytes);
    }
    Err(format!("an image {:?}", image.get(..40).unwrap_or(image)))
}
