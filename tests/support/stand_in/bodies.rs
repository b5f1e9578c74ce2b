//! What the platform checks in a message that is posted or changed, and what no bot should ever send.

use std::collections::HashSet;

use axum::{body::Bytes, http::HeaderMap, response::Response};
use serde_json::Value;

use super::{
    components::{self, list},
    rest::refuse,
    world::File,
};

/// What a body is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A message that is posted in a channel.
    Message,
    /// The change of one.
    Edit,
    /// The first answer to an interaction.
    Response,
    /// A further one.
    FollowUp,
    /// The change of an answer, also of the message whose button was pressed.
    ResponseEdit,
}

/// The fields that every message and every change has.
const FIELDS: [&str; 6] =
    ["content", "embeds", "allowed_mentions", "components", "attachments", "flags"];
/// The flags that may be set: no embeds, only for one person, no sound, voice.
const NO_EMBEDS: u64 = 1 << 2;
pub(super) const EPHEMERAL: u64 = 1 << 6;
const SILENT: u64 = 1 << 12;
const VOICE: u64 = 1 << 13;

impl Form {
    /// The fields beside those that all have.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Message => &[
                "nonce",
                "enforce_nonce",
                "tts",
                "message_reference",
                "sticker_ids",
                "poll",
                "shared_client_theme",
            ],
            Self::Response | Self::FollowUp => &["tts", "poll"],
            Self::Edit | Self::ResponseEdit => &[],
        }
    }

    fn flags(self) -> u64 {
        match self {
            Self::Message => NO_EMBEDS | SILENT | VOICE,
            Self::Response | Self::FollowUp => NO_EMBEDS | SILENT | VOICE | EPHEMERAL,
            Self::Edit | Self::ResponseEdit => NO_EMBEDS,
        }
    }

    /// Returns `true` if it changes a message that is there.
    fn is_change(self) -> bool {
        matches!(self, Self::Edit | Self::ResponseEdit)
    }
}

/// The longest text and the longest description, in UTF-16 units.
const MAX_TEXT: usize = 2_000;
const MAX_ALT: usize = 1_024;
const MAX_NONCE: usize = 25;
const MAX_PINGS: usize = 100;
/// The largest file, and the largest request.
pub(super) const MAX_FILE: usize = 10 << 20;
pub(super) const MAX_REQUEST: usize = 25 << 20;
/// The platform's code for a body that it does not accept, and for a message without anything in it.
pub(super) const INVALID_FORM: u64 = 50_035;
pub(super) const EMPTY: u64 = 50_006;

/// A request to post a message.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) payload: Value,
    pub(super) files: Vec<File>,
}

impl Body {
    pub(super) fn empty() -> Self {
        Self { payload: Value::Null, files: Vec::new() }
    }
}

/// The answer to a request with a file that is too large.
pub(super) fn refusal_of_size(body: &Body) -> Option<Response> {
    let too_large = body.files.iter().any(|file| file.bytes.len() > MAX_FILE);
    too_large.then(|| refuse(413, 40_005, "Request entity too large"))
}

/// Reads the parts of a request; an error says what is wrong with it.
pub(super) async fn read(headers: &HeaderMap, body: Bytes) -> Result<Body, String> {
    let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let Ok(boundary) = multer::parse_boundary(kind) else {
        if !kind.starts_with("application/json") {
            return Err(format!("a body of the type {kind:?}"));
        }
        let payload = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
        return Ok(Body { payload, files: Vec::new() });
    };
    let stream = futures_util::stream::once(async move { Ok::<_, std::io::Error>(body) });
    let mut fields = multer::Multipart::new(stream, boundary);
    let (mut payload, mut files) = (Value::Null, Vec::new());
    while let Some(field) = fields.next_field().await.map_err(|error| error.to_string())? {
        let name = field.name().unwrap_or_default().to_owned();
        let (file, kind) = (field.file_name().map(str::to_owned), field.content_type().cloned());
        let bytes = field.bytes().await.map_err(|error| error.to_string())?;
        if name == "payload_json" {
            payload = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
            continue;
        }
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        if !number.is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n < 10)) {
            return Err(format!("a part of the name {name:?}"));
        }
        let file = file.ok_or_else(|| format!("{name} has no file name"))?;
        let kind = kind.map(|kind| kind.to_string()).unwrap_or_default();
        files.push(File { field: name, name: file, kind, bytes: bytes.to_vec() });
    }
    Ok(Body { payload, files })
}

/// Checks a message or its change, where it has these files already; an error has the platform's code
/// and what is wrong.
pub(super) fn check(body: &Body, form: Form, files: &[u64]) -> Result<(), (u64, String)> {
    let invalid = |what: String| (INVALID_FORM, what);
    let Some(fields) = body.payload.as_object() else {
        return Err(invalid("a message that is no object".to_owned()));
    };
    let known = |key: &str| FIELDS.contains(&key) || form.fields().contains(&key);
    if let Some(unknown) = fields.keys().find(|key| !known(key)) {
        return Err(invalid(format!("an unknown field {unknown:?}")));
    }
    check_text(body, form)?;
    check_nonce(&body.payload).map_err(invalid)?;
    // A change without a text leaves the mentions as they are.
    if !form.is_change() || body.payload["content"].is_string() {
        check_mentions(&body.payload["allowed_mentions"]).map_err(invalid)?;
    }
    check_reference(&body.payload["message_reference"]).map_err(invalid)?;
    check_files(body, files).map_err(invalid)?;
    components::check(&body.payload["components"]).map_err(invalid)?;
    let flags = &body.payload["flags"];
    if !flags.is_null() && flags.as_u64().is_none_or(|flags| flags & !form.flags() != 0) {
        return Err(invalid(format!("flags {flags}")));
    }
    Ok(())
}

fn check_text(body: &Body, form: Form) -> Result<(), (u64, String)> {
    let content = &body.payload["content"];
    let text = content.as_str().unwrap_or_default();
    if !content.is_null() && !content.is_string() {
        return Err((INVALID_FORM, format!("a content {content}")));
    }
    if width(text) > MAX_TEXT {
        return Err((INVALID_FORM, format!("a text of {} letters", width(text))));
    }
    let has_more = !body.files.is_empty() || !list(&body.payload["components"]).is_empty();
    if text.trim().is_empty() && !has_more && !form.is_change() {
        return Err((EMPTY, "an empty message".to_owned()));
    }
    Ok(())
}

fn check_nonce(payload: &Value) -> Result<(), String> {
    let (nonce, enforce) = (&payload["nonce"], &payload["enforce_nonce"]);
    let fits = match nonce {
        Value::Null => enforce.is_null() || enforce == false,
        Value::String(nonce) => !nonce.is_empty() && nonce.chars().count() <= MAX_NONCE,
        Value::Number(nonce) => nonce.is_u64(),
        _ => false,
    };
    if fits && (enforce.is_null() || enforce.is_boolean()) {
        return Ok(());
    }
    Err(format!("a nonce {nonce}, enforced: {enforce}"))
}

fn check_mentions(mentions: &Value) -> Result<(), String> {
    let Some(fields) = mentions.as_object() else {
        return Err("no allowed_mentions, so that everyone may be pinged".to_owned());
    };
    let known = ["parse", "roles", "users", "replied_user"];
    if let Some(unknown) = fields.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("an unknown field {unknown:?} of allowed_mentions"));
    }
    let list = |name: &str| mentions[name].as_array().cloned().unwrap_or_default();
    for name in ["users", "roles"] {
        let ids = list(name);
        let each: HashSet<&str> = ids.iter().filter_map(Value::as_str).collect();
        let numbers = each.iter().all(|id| id.parse::<u64>().is_ok());
        if each.len() != ids.len() || !numbers || ids.len() > MAX_PINGS {
            return Err(format!("allowed_mentions.{name}: {}", mentions[name]));
        }
        if !ids.is_empty() && list("parse").contains(&Value::from(name)) {
            return Err(format!("{name} both listed and parsed"));
        }
    }
    Ok(())
}

fn check_reference(reference: &Value) -> Result<(), String> {
    let id = reference["message_id"].as_str();
    let valid = reference.is_null() || id.is_some_and(|id| id.parse::<u64>().is_ok());
    if valid { Ok(()) } else { Err(format!("a message_reference {reference}")) }
}

fn check_files(body: &Body, files: &[u64]) -> Result<(), String> {
    let described = list(&body.payload["attachments"]);
    let is_kept = |about: &&Value| id_of(about).is_some_and(|id| files.contains(&id));
    let new = described.iter().filter(|about| !is_kept(about)).count();
    if body.files.len() != new {
        return Err(format!("{} files, {new} described", body.files.len()));
    }
    for about in described {
        let alt = about["description"].as_str().unwrap_or_default();
        let field = id_of(about).map(|id| format!("files[{id}]")).unwrap_or_default();
        let file = body.files.iter().find(|file| file.field == field);
        let named = file.is_some_and(|file| about["filename"] == file.name.as_str());
        if !(named || is_kept(&about)) || width(alt) > MAX_ALT {
            return Err(format!("an attachment that is described as {about}"));
        }
    }
    Ok(())
}

/// The number of a file in the list of a message.
pub(super) fn id_of(about: &Value) -> Option<u64> {
    about["id"].as_u64().or_else(|| about["id"].as_str()?.parse().ok())
}

fn width(text: &str) -> usize {
    text.encode_utf16().count()
}
