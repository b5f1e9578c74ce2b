//! The options of commands, and the values that they take.

use std::collections::HashSet;

use serde_json::Value;

use super::{
    super::components::{flag_if_any, list, only, text},
    check_description, check_name, check_translations, letters,
};

/// The numbers by which the platform calls the types of options.
pub(in super::super) const SUBCOMMAND: u64 = 1;
pub(in super::super) const GROUP: u64 = 2;
pub(in super::super) const TEXT: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
pub(in super::super) const USER: u64 = 6;
pub(in super::super) const CHANNEL: u64 = 7;
pub(in super::super) const ROLE: u64 = 8;
pub(in super::super) const MENTIONABLE: u64 = 9;
const NUMBER: u64 = 10;
/// A file. A person fills in the file itself, as the platform describes it; the program gets its id.
pub(in super::super) const FILE: u64 = 11;

const MAX_OPTIONS: usize = 25;
const MAX_CHOICES: usize = 25;
const MAX_CHOICE: usize = 100;
const MAX_TEXT: u64 = 6_000;
/// The greatest whole number that a value may be, either way.
const MAX_NUMBER: f64 = 9_007_199_254_740_992.0;

/// Checks the options of a command so many levels down, and gives their letters.
pub(super) fn check_all(command: &Value, level: u8) -> Result<usize, String> {
    let options = list(&command["options"]);
    if !command["options"].is_null() && !command["options"].is_array() {
        return Err(format!("options that are no list: {command}"));
    }
    if options.len() > MAX_OPTIONS {
        return Err(format!("{} has {} options", command["name"], options.len()));
    }
    let mut names = HashSet::new();
    let (mut sum, mut optional) = (0, false);
    let leads_on = |one: &Value| matches!(one["type"].as_u64(), Some(SUBCOMMAND | GROUP));
    let mixed = options.iter().any(leads_on) && !options.iter().all(leads_on);
    if mixed || command["type"] == GROUP && !options.iter().all(|one| one["type"] == SUBCOMMAND) {
        return Err(format!("{} has subcommands and other options", command["name"]));
    }
    for option in options {
        if !names.insert(option["name"].as_str()) {
            return Err(format!("{} has the option {} twice", command["name"], option["name"]));
        }
        let required = option["required"] == true;
        if required && optional {
            return Err(format!("{} has a required option behind others", command["name"]));
        }
        optional |= !required;
        sum += check(option, level)?;
    }
    Ok(sum)
}

fn check(option: &Value, level: u8) -> Result<usize, String> {
    check_name(option)?;
    check_description(option)?;
    let kind = option["type"].as_u64().filter(|kind| (SUBCOMMAND..=FILE).contains(kind));
    let kind = kind.ok_or_else(|| format!("an option of the type {}", option["type"]))?;
    let mut known =
        vec!["type", "name", "name_localizations", "description", "description_localizations"];
    match kind {
        SUBCOMMAND | GROUP => known.push("options"),
        TEXT => known.extend(["choices", "autocomplete", "min_length", "max_length"]),
        INTEGER | NUMBER => known.extend(["choices", "autocomplete", "min_value", "max_value"]),
        CHANNEL => known.push("channel_types"),
        _ => {}
    }
    known.extend((kind > GROUP).then_some("required"));
    only(option, &known)?;
    if kind <= GROUP {
        // Subcommands stand in a command or in a group, and groups in a command.
        let deepest = if kind == GROUP { 0 } else { 1 };
        if level > deepest || kind == GROUP && list(&option["options"]).is_empty() {
            return Err(format!("{} stands too deep or is empty", option["name"]));
        }
        return Ok(letters(option) + check_all(option, level + 1)?);
    }
    flag_if_any(option, "required")?;
    flag_if_any(option, "autocomplete")?;
    check_bounds(option, kind)?;
    let choices = &option["choices"];
    let has_choices = !list(choices).is_empty();
    if has_choices && option["autocomplete"] == true {
        return Err(format!("{} has choices and is completed", option["name"]));
    }
    check_choices(choices, kind)?;
    Ok(letters(option) + list(choices).iter().map(letters).sum::<usize>())
}

fn check_bounds(option: &Value, kind: u64) -> Result<(), String> {
    let number = |name: &str| match &option[name] {
        Value::Null => Ok(None),
        bound => {
            let whole = bound.is_i64() || bound.is_u64();
            let fits = if kind == NUMBER { bound.is_number() } else { whole };
            let bound = bound.as_f64().filter(|bound| fits && bound.abs() <= MAX_NUMBER);
            bound.map(Some).ok_or_else(|| format!("{name} of {}", option["name"]))
        }
    };
    let (low, high) = if kind == TEXT {
        (number("min_length")?, number("max_length")?)
    } else {
        (number("min_value")?, number("max_value")?)
    };
    let of_text = kind != TEXT
        || low.is_none_or(|low| (0.0..=MAX_TEXT as f64).contains(&low))
            && high.is_none_or(|high| (1.0..=MAX_TEXT as f64).contains(&high));
    let ordered = low.zip(high).is_none_or(|(low, high)| low <= high);
    if ordered && of_text { Ok(()) } else { Err(format!("the bounds of {}", option["name"])) }
}

/// Checks the choices of an option of a type, or those that are offered while it is typed.
pub(in super::super) fn check_choices(choices: &Value, kind: u64) -> Result<(), String> {
    let all = list(choices);
    if all.len() > MAX_CHOICES {
        return Err(format!("{} choices", all.len()));
    }
    let mut names = HashSet::new();
    for choice in all {
        only(choice, &["name", "name_localizations", "value"])?;
        text(choice, "name", 1, MAX_CHOICE)?;
        check_translations(choice, "name_localizations", MAX_CHOICE)?;
        let value = &choice["value"];
        let fits = match kind {
            TEXT => text(choice, "value", 1, MAX_CHOICE).is_ok(),
            INTEGER => value.is_i64() || value.is_u64(),
            _ => value.is_number(),
        };
        let fits = fits && value.as_f64().is_none_or(|number| number.abs() <= MAX_NUMBER);
        if !fits || !names.insert(choice["name"].as_str()) {
            return Err(format!("the choice {choice}"));
        }
    }
    Ok(())
}

/// Panics where the platform's own input would not let a person fill in this value; while they type
/// elsewhere, it is not yet checked.
pub(in super::super) fn check_value(option: &Value, value: &Value, while_typing: bool) {
    let kind = option["type"].as_u64().unwrap_or(0);
    let name = &option["name"];
    let fits = match kind {
        TEXT => value.is_string(),
        INTEGER => value.is_i64() || value.is_u64(),
        NUMBER => value.is_number(),
        BOOLEAN => value.is_boolean(),
        FILE => {
            let is_number =
                |name: &str| value[name].as_str().is_some_and(|id| id.parse::<u64>().is_ok());
            let described =
                ["filename", "url", "proxy_url"].iter().all(|name| value[name].is_string());
            is_number("id") && described && value["size"].is_u64()
        }
        _ => value.as_str().is_some_and(|id| id.parse::<u64>().is_ok()),
    };
    if while_typing {
        return;
    }
    assert!(fits, "{name} does not take {value}");
    let choices = list(&option["choices"]);
    let offered = choices.is_empty() || choices.iter().any(|choice| choice["value"] == *value);
    assert!(offered, "{name} does not offer {value}");
    let size = match value.as_str().filter(|_| kind == TEXT) {
        Some(text) => {
            assert!(!text.is_empty(), "{name} is left empty");
            Some(text.chars().count() as f64)
        }
        None => value.as_f64(),
    };
    let Some(size) = size else { return };
    let (low, high) =
        if kind == TEXT { ("min_length", "max_length") } else { ("min_value", "max_value") };
    let usual = if kind == TEXT { MAX_TEXT as f64 } else { MAX_NUMBER };
    let (low, high) = (option[low].as_f64(), option[high].as_f64());
    let within = size >= low.unwrap_or(-usual) && size <= high.unwrap_or(usual);
    assert!(within, "{name} does not take {value}");
}
