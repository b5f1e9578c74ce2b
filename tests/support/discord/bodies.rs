//! What the platform checks in a message that is posted, and what no bot should ever send.

use std::collections::HashSet;

use axum::{body::Bytes, http::HeaderMap};
use serde_json::Value;

use super::world::File;

/// The fields of a message.
const FIELDS: [&str; 14] = [
    "content",
    "nonce",
    "tts",
    "embeds",
    "allowed_mentions",
    "message_reference",
    "components",
    "sticker_ids",
    "payload_json",
    "attachments",
    "flags",
    "enforce_nonce",
    "poll",
    "shared_client_theme",
];
/// The flags that may be set: no embeds, no sound, voice, newer components.
const FLAGS: u64 = 1 << 2 | 1 << 12 | 1 << 13 | 1 << 15;
/// The longest text and the longest description, in UTF-16 units.
const MAX_TEXT: usize = 2_000;
const MAX_ALT: usize = 1_024;
const MAX_NONCE: usize = 25;
const MAX_PINGS: usize = 100;
/// The largest file, and the largest request.
pub(super) const MAX_FILE: usize = 10 << 20;
pub(super) const MAX_REQUEST: usize = 25 << 20;
/// The platform's code for a body that it does not accept, and for a message without anything in it.
const INVALID_FORM: u64 = 50_035;
const EMPTY: u64 = 50_006;

/// A request to post a message.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) payload: Value,
    pub(super) files: Vec<File>,
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

/// Checks a message; an error has the platform's code and what is wrong.
pub(super) fn check(body: &Body) -> Result<(), (u64, String)> {
    let invalid = |what: String| (INVALID_FORM, what);
    let Some(fields) = body.payload.as_object() else {
        return Err(invalid("a message that is no object".to_owned()));
    };
    if let Some(unknown) = fields.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        return Err(invalid(format!("an unknown field {unknown:?}")));
    }
    check_text(body)?;
    check_nonce(&body.payload).map_err(invalid)?;
    check_mentions(&body.payload["allowed_mentions"]).map_err(invalid)?;
    check_reference(&body.payload["message_reference"]).map_err(invalid)?;
    check_files(body).map_err(invalid)?;
    let flags = &body.payload["flags"];
    if !flags.is_null() && flags.as_u64().is_none_or(|flags| flags & !FLAGS != 0) {
        return Err(invalid(format!("flags {flags}")));
    }
    Ok(())
}

fn check_text(body: &Body) -> Result<(), (u64, String)> {
    let content = &body.payload["content"];
    let text = content.as_str().unwrap_or_default();
    if !content.is_null() && !content.is_string() {
        return Err((INVALID_FORM, format!("a content {content}")));
    }
    if width(text) > MAX_TEXT {
        return Err((INVALID_FORM, format!("a text of {} letters", width(text))));
    }
    if text.trim().is_empty() && body.files.is_empty() {
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

fn check_files(body: &Body) -> Result<(), String> {
    let none = Vec::new();
    let described = body.payload["attachments"].as_array().unwrap_or(&none);
    if body.files.len() != described.len() {
        return Err(format!("{} files, {} described", body.files.len(), described.len()));
    }
    for about in described {
        let id = about["id"].as_u64().or_else(|| about["id"].as_str()?.parse().ok());
        let field = id.map(|id| format!("files[{id}]")).unwrap_or_default();
        let file = body.files.iter().find(|file| file.field == field);
        let named = file.is_some_and(|file| about["filename"] == file.name.as_str());
        let alt = about["description"].as_str().unwrap_or_default();
        if !named || width(alt) > MAX_ALT {
            return Err(format!("an attachment that is described as {about}"));
        }
    }
    Ok(())
}

fn width(text: &str) -> usize {
    text.encode_utf16().count()
}
