//! The application's commands: what the platform checks when they are registered.

pub(super) mod option;

use std::{collections::HashSet, time::Duration};

use axum::response::Response;
use serde_json::{Value, json};

use super::{
    BOT, World,
    bodies::INVALID_FORM,
    components::{flag_if_any, list, only, text},
    rest::{answer, refuse},
};

/// How many commands there may be: typed ones, and those of each of the two menus.
const MAX_TYPED: usize = 100;
const MAX_IN_MENU: usize = 15;
/// The most letters of one command in all.
const MAX_LETTERS: usize = 8_000;
const DAY: Duration = Duration::from_secs(86_400);

/// The languages into which names and descriptions may be translated.
const LOCALES: [&str; 34] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko", "ar", "he",
];

impl World {
    /// Returns what is registered.
    pub(super) fn get_commands(&self, query: &str) -> Response {
        let with_names = query.split('&').any(|pair| pair == "with_localizations=true");
        let mut all = self.commands.clone();
        if !with_names {
            all.iter_mut().for_each(strip_translations);
        }
        answer(&json!(all))
    }

    /// Registers these commands in place of all that there were.
    pub(super) fn put_commands(&mut self, body: &[u8]) -> Response {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        if let Err(wrong) = check_all(&body) {
            self.object(format!("commands: {wrong}"));
            return refuse(400, INVALID_FORM, "Invalid Form Body");
        }
        let of_kind =
            |kind: u64| list(&body).iter().filter(move |one| kind_of(one) == kind).count();
        let too_many = of_kind(1) > MAX_TYPED || of_kind(2).max(of_kind(3)) > MAX_IN_MENU;
        if too_many {
            self.object("too many commands");
            return refuse(400, 30_032, "Maximum number of application commands reached (100).");
        }
        let (now, most) = (self.clock.instant(), self.rules.new_commands);
        self.new_commands.retain(|at| *at + DAY > now);
        let is_known = |one: &Value| {
            let same = |old: &Value| old["name"] == one["name"] && old["type"] == kind_of(one);
            self.commands.iter().find(|old| same(old)).map(|old| old["id"].clone())
        };
        let ids: Vec<Option<Value>> = list(&body).iter().map(is_known).collect();
        let new = ids.iter().filter(|id| id.is_none()).count();
        if self.new_commands.len() + new > most {
            return refuse(429, 30_034, "Max number of daily application command creates reached");
        }
        self.new_commands.extend(std::iter::repeat_n(now, new));
        self.command_puts += 1;
        let version = self.next_id().to_string();
        let stored = list(&body).iter().zip(ids).map(|(one, id)| {
            let id = id.unwrap_or_else(|| json!(self.next_id().to_string()));
            complete(one, &id, &version)
        });
        let stored: Vec<Value> = stored.collect();
        self.commands = stored;
        answer(&json!(self.commands))
    }
}

/// A command as the platform gives it back, with what was left out.
fn complete(one: &Value, id: &Value, version: &str) -> Value {
    let mut out = json!({
        "id": id, "application_id": BOT.to_string(), "version": version, "type": 1,
        "description": "", "default_member_permissions": null, "nsfw": false,
        "contexts": null, "integration_types": [0],
        "name_localizations": null, "description_localizations": null,
    });
    for (name, value) in one.as_object().into_iter().flatten() {
        out[name] = value.clone();
    }
    out
}

fn strip_translations(value: &mut Value) {
    let Some(fields) = value.as_object_mut() else { return };
    fields.remove("name_localizations");
    fields.remove("description_localizations");
    for name in ["options", "choices"] {
        let inner = fields.get_mut(name).and_then(Value::as_array_mut);
        inner.into_iter().flatten().for_each(strip_translations);
    }
}

fn kind_of(command: &Value) -> u64 {
    if command["type"].is_null() { 1 } else { command["type"].as_u64().unwrap_or(0) }
}

/// Checks all commands of an application.
pub(super) fn check_all(commands: &Value) -> Result<(), String> {
    if !commands.is_array() {
        return Err("no list".to_owned());
    }
    let mut names = HashSet::new();
    for command in list(commands) {
        check(command)?;
        if !names.insert((kind_of(command), command["name"].as_str())) {
            return Err(format!("the name {} is there twice", command["name"]));
        }
    }
    Ok(())
}

fn check(command: &Value) -> Result<(), String> {
    let mut known = vec!["id", "type", "name", "name_localizations", "integration_types"];
    known.extend(["default_member_permissions", "contexts", "nsfw"]);
    known.extend(["description", "description_localizations"]);
    let kind = kind_of(command);
    let letters = match kind {
        1 => {
            known.push("options");
            only(command, &known)?;
            check_name(command)?;
            check_description(command)?;
            option::check_all(command, 0)? + letters(command)
        }
        2 | 3 => {
            only(command, &known)?;
            text(command, "name", 1, 32)?;
            let description = command["description"].as_str().unwrap_or_default();
            if !description.is_empty() || !command["description_localizations"].is_null() {
                return Err(format!("a description in a menu: {command}"));
            }
            check_translations(command, "name_localizations", 32)?;
            letters(command)
        }
        _ => return Err(format!("a type {}", command["type"])),
    };
    flag_if_any(command, "nsfw")?;
    check_numbers(command, "contexts", 2)?;
    check_numbers(command, "integration_types", 1)?;
    let needed = &command["default_member_permissions"];
    let bits = needed.as_str().is_some_and(|bits| bits.parse::<u64>().is_ok());
    if !needed.is_null() && !bits {
        return Err(format!("default_member_permissions {needed}"));
    }
    if letters > MAX_LETTERS {
        return Err(format!("{} has {letters} letters", command["name"]));
    }
    Ok(())
}

/// Checks a list of numbers up to this one, each there once at most.
fn check_numbers(value: &Value, name: &str, most: u64) -> Result<(), String> {
    if value[name].is_null() {
        return Ok(());
    }
    let all = list(&value[name]);
    let numbers: HashSet<u64> =
        all.iter().filter_map(Value::as_u64).filter(|n| *n <= most).collect();
    let fits = !all.is_empty() && numbers.len() == all.len();
    if fits { Ok(()) } else { Err(format!("{name}: {}", value[name])) }
}

/// Checks the name of a typed command or of an option, and its translations.
fn check_name(value: &Value) -> Result<(), String> {
    text(value, "name", 1, 32)?;
    check_translations(value, "name_localizations", 32)?;
    let translated = value["name_localizations"].as_object();
    let all = translated.into_iter().flat_map(|all| all.values()).chain([&value["name"]]);
    for name in all.filter_map(Value::as_str) {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
        if !name.chars().all(fits) || name.to_lowercase() != name {
            return Err(format!("the name {name:?}"));
        }
    }
    Ok(())
}

fn check_description(value: &Value) -> Result<(), String> {
    text(value, "description", 1, 100)?;
    check_translations(value, "description_localizations", 100)
}

fn check_translations(value: &Value, name: &str, most: usize) -> Result<(), String> {
    let translations = &value[name];
    if translations.is_null() {
        return Ok(());
    }
    only(translations, &LOCALES)?;
    let languages = translations.as_object().into_iter().flat_map(|all| all.keys());
    languages.into_iter().try_for_each(|language| text(translations, language, 1, most))
}

/// The letters of a name and of a description, each in the longest language.
fn letters(value: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let longest = |name: &str, translations: &str| {
        let others = value[translations].as_object();
        let others = others.into_iter().flat_map(|all| all.values()).map(length);
        others.chain([length(&value[name])]).max().unwrap_or(0)
    };
    longest("name", "name_localizations")
        + longest("description", "description_localizations")
        + length(&value["value"])
}
