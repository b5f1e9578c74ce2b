//! What the platform checks in the buttons and selects of a message, and in a modal.

use std::collections::HashSet;

use serde_json::Value;

/// The numbers by which the platform calls components.
pub(super) mod kind {
    pub(in super::super) const ROW: u64 = 1;
    pub(in super::super) const BUTTON: u64 = 2;
    pub(in super::super) const SELECT: u64 = 3;
    pub(in super::super) const TEXT_INPUT: u64 = 4;
    pub(in super::super) const USER_SELECT: u64 = 5;
    pub(in super::super) const CHANNEL_SELECT: u64 = 8;
    pub(in super::super) const TEXT: u64 = 10;
    pub(in super::super) const LABEL: u64 = 18;
}

const MAX_ROWS: usize = 5;
const MAX_IN_ROW: usize = 5;
const MAX_OPTIONS: usize = 25;
const MAX_ID: usize = 100;
const MAX_BUTTON: usize = 80;
const MAX_OPTION: usize = 100;
const MAX_PLACEHOLDER: usize = 150;
const MAX_ADDRESS: usize = 512;
const MAX_TITLE: usize = 45;
const MAX_LABEL: usize = 45;
const MAX_INPUT: u64 = 4_000;

/// The values of a list; none if there is no list.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Refuses an object with a field that is not among these.
pub(super) fn only(value: &Value, known: &[&str]) -> Result<(), String> {
    let fields = value.as_object().ok_or_else(|| format!("no object: {value}"))?;
    match fields.keys().find(|key| !known.contains(&key.as_str())) {
        Some(unknown) => Err(format!("an unknown field {unknown:?} in {value}")),
        None => Ok(()),
    }
}

/// Refuses a text that is not one or has too few or too many letters.
pub(super) fn text(value: &Value, name: &str, least: usize, most: usize) -> Result<(), String> {
    let letters = value[name].as_str().map(|text| text.chars().count());
    match letters {
        Some(letters) if (least..=most).contains(&letters) => Ok(()),
        _ => Err(format!("{name} is to have {least} to {most} letters in {value}")),
    }
}

/// The same where the text may be missing.
pub(super) fn text_if_any(value: &Value, name: &str, most: usize) -> Result<(), String> {
    if value[name].is_null() { Ok(()) } else { text(value, name, 1, most) }
}

/// Refuses what is there and neither true nor false.
pub(super) fn flag_if_any(value: &Value, name: &str) -> Result<(), String> {
    let fits = value[name].is_null() || value[name].is_boolean();
    if fits { Ok(()) } else { Err(format!("{name} is neither true nor false in {value}")) }
}

/// A whole number within bounds, or what it is if it is missing.
fn number(value: &Value, name: &str, else_: u64, least: u64, most: u64) -> Result<u64, String> {
    let number = if value[name].is_null() { Some(else_) } else { value[name].as_u64() };
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name} is to be {least} to {most} in {value}"))
}

/// What has been met in the components of one message or modal.
#[derive(Default)]
struct Met {
    custom_ids: HashSet<String>,
    ids: HashSet<u64>,
}

impl Met {
    /// Checks what every component has.
    fn component(&mut self, value: &Value, known: &[&str]) -> Result<u64, String> {
        only(value, known)?;
        let id = &value["id"];
        if !id.is_null() && !id.as_u64().is_some_and(|id| id == 0 || self.ids.insert(id)) {
            return Err(format!("an id that is no number or not unique in {value}"));
        }
        value["type"].as_u64().ok_or_else(|| format!("a component without a type: {value}"))
    }

    fn custom_id(&mut self, value: &Value) -> Result<(), String> {
        text(value, "custom_id", 1, MAX_ID)?;
        let id = value["custom_id"].as_str().unwrap_or_default();
        let is_new = self.custom_ids.insert(id.to_owned());
        if is_new { Ok(()) } else { Err(format!("custom_id {id:?} is there twice")) }
    }
}

/// Checks the components of a message.
pub(super) fn check(components: &Value) -> Result<(), String> {
    if !components.is_null() && !components.is_array() {
        return Err(format!("components that are no list: {components}"));
    }
    let rows = list(components);
    if rows.len() > MAX_ROWS {
        return Err(format!("{} rows of components", rows.len()));
    }
    let mut met = Met::default();
    rows.iter().try_for_each(|row| check_row(row, &mut met))
}

fn check_row(row: &Value, met: &mut Met) -> Result<(), String> {
    if met.component(row, &["type", "id", "components"])? != kind::ROW {
        return Err(format!("no row: {row}"));
    }
    let inner = list(&row["components"]);
    let buttons = inner.iter().filter(|one| one["type"] == kind::BUTTON).count();
    let fits = match inner.len() {
        1 => true,
        n => (1..=MAX_IN_ROW).contains(&n) && buttons == n,
    };
    if !fits {
        return Err(format!("a row of one to {MAX_IN_ROW} buttons, or of one select: {row}"));
    }
    inner.iter().try_for_each(|one| match one["type"].as_u64() {
        Some(kind::BUTTON) => check_button(one, met),
        Some(kind::SELECT | kind::USER_SELECT..=kind::CHANNEL_SELECT) => {
            check_select(one, met, false)
        }
        _ => Err(format!("what does not belong into a row: {one}")),
    })
}

fn check_button(button: &Value, met: &mut Met) -> Result<(), String> {
    let known = ["type", "id", "style", "label", "emoji", "custom_id", "url", "disabled"];
    met.component(button, &known)?;
    flag_if_any(button, "disabled")?;
    text_if_any(button, "label", MAX_BUTTON)?;
    check_emoji(&button["emoji"])?;
    if button["label"].is_null() && button["emoji"].is_null() {
        return Err(format!("a button without label and emoji: {button}"));
    }
    match button["style"].as_u64() {
        Some(1..=4) if button["url"].is_null() => met.custom_id(button),
        Some(5) if button["custom_id"].is_null() => {
            let address = button["url"].as_str().unwrap_or_default();
            let known = ["http://", "https://", "discord://"];
            let fits = known.iter().any(|scheme| address.starts_with(scheme));
            if fits { text(button, "url", 1, MAX_ADDRESS) } else { Err(format!("url: {button}")) }
        }
        _ => Err(format!("a style that does not fit: {button}")),
    }
}

fn check_emoji(emoji: &Value) -> Result<(), String> {
    if emoji.is_null() {
        return Ok(());
    }
    only(emoji, &["id", "name", "animated"])?;
    let id = emoji["id"].as_str().is_some_and(|id| id.parse::<u64>().is_ok());
    let fits = id || emoji["id"].is_null() && emoji["name"].as_str().is_some_and(|n| !n.is_empty());
    if fits { Ok(()) } else { Err(format!("no emoji: {emoji}")) }
}

fn check_select(select: &Value, met: &mut Met, in_modal: bool) -> Result<(), String> {
    let mut known =
        vec!["type", "id", "custom_id", "placeholder", "min_values", "max_values", "disabled"];
    let of_texts = select["type"] == kind::SELECT;
    known.push(if of_texts { "options" } else { "default_values" });
    known.extend((select["type"] == kind::CHANNEL_SELECT).then_some("channel_types"));
    // A select of a modal may be left empty, and cannot be out of use.
    known.extend(in_modal.then_some("required"));
    known.retain(|name| !in_modal || *name != "disabled");
    met.component(select, &known)?;
    met.custom_id(select)?;
    flag_if_any(select, "disabled")?;
    flag_if_any(select, "required")?;
    text_if_any(select, "placeholder", MAX_PLACEHOLDER)?;
    let least = number(select, "min_values", 1, 0, 25)?;
    let most = number(select, "max_values", 1, 1, 25)?;
    let required = in_modal && select["required"] != false;
    if least > most || required && least == 0 && !select["min_values"].is_null() {
        return Err(format!("min_values: {select}"));
    }
    if of_texts { check_options(select, most) } else { Ok(()) }
}

fn check_options(select: &Value, most: u64) -> Result<(), String> {
    let options = list(&select["options"]);
    if !(1..=MAX_OPTIONS).contains(&options.len()) || options.len() < most as usize {
        return Err(format!("a select of {} options, up to {most} at once", options.len()));
    }
    let mut values = HashSet::new();
    for option in options {
        only(option, &["label", "value", "description", "emoji", "default"])?;
        text(option, "label", 1, MAX_OPTION)?;
        text(option, "value", 1, MAX_OPTION)?;
        text_if_any(option, "description", MAX_OPTION)?;
        flag_if_any(option, "default")?;
        check_emoji(&option["emoji"])?;
        if !values.insert(option["value"].as_str()) {
            return Err(format!("the value {} is there twice", option["value"]));
        }
    }
    let chosen = options.iter().filter(|option| option["default"] == true).count();
    if chosen > most as usize { Err(format!("{chosen} are chosen of {most}")) } else { Ok(()) }
}

/// Checks a modal, in its old form of rows and in the one of labels.
pub(super) fn check_modal(modal: &Value) -> Result<(), String> {
    only(modal, &["custom_id", "title", "components"])?;
    text(modal, "custom_id", 1, MAX_ID)?;
    text(modal, "title", 1, MAX_TITLE)?;
    let parts = list(&modal["components"]);
    if !(1..=MAX_ROWS).contains(&parts.len()) {
        return Err(format!("a modal of {} parts", parts.len()));
    }
    let mut met = Met::default();
    parts.iter().try_for_each(|part| match part["type"].as_u64() {
        Some(kind::ROW) => {
            met.component(part, &["type", "id", "components"])?;
            match list(&part["components"]) {
                [input] => check_input(input, &mut met, true),
                _ => Err(format!("a row of a modal has one text input: {part}")),
            }
        }
        Some(kind::LABEL) => check_label(part, &mut met),
        Some(kind::TEXT) => {
            met.component(part, &["type", "id", "content"])?;
            text(part, "content", 1, MAX_INPUT as usize)
        }
        _ => Err(format!("what does not belong into a modal: {part}")),
    })
}

fn check_label(label: &Value, met: &mut Met) -> Result<(), String> {
    met.component(label, &["type", "id", "label", "description", "component"])?;
    text(label, "label", 1, MAX_LABEL)?;
    text_if_any(label, "description", MAX_OPTION)?;
    let inner = &label["component"];
    match inner["type"].as_u64() {
        Some(kind::TEXT_INPUT) => check_input(inner, met, false),
        Some(kind::SELECT | kind::USER_SELECT..=kind::CHANNEL_SELECT) => {
            check_select(inner, met, true)
        }
        _ => Err(format!("what does not belong under a label: {label}")),
    }
}

fn check_input(input: &Value, met: &mut Met, in_row: bool) -> Result<(), String> {
    let mut known = vec!["type", "id", "custom_id", "style", "min_length", "max_length"];
    known.extend(["required", "value", "placeholder"]);
    known.extend(in_row.then_some("label"));
    if met.component(input, &known)? != kind::TEXT_INPUT {
        return Err(format!("no text input: {input}"));
    }
    met.custom_id(input)?;
    if in_row {
        text(input, "label", 1, MAX_LABEL)?;
    }
    flag_if_any(input, "required")?;
    text_if_any(input, "placeholder", MAX_OPTION)?;
    number(input, "style", 0, 1, 2)?;
    let least = number(input, "min_length", 0, 0, MAX_INPUT)?;
    let most = number(input, "max_length", MAX_INPUT, 1, MAX_INPUT)?;
    let value = input["value"].as_str().map_or(0, |text| text.chars().count() as u64);
    let is_text = input["value"].is_null() || input["value"].is_string();
    if least > most || value > most || !is_text {
        return Err(format!("lengths that do not fit: {input}"));
    }
    Ok(())
}

/// All buttons and selects of a message.
pub(super) fn all(components: &Value) -> impl Iterator<Item = &Value> {
    list(components).iter().flat_map(|row| list(&row["components"]))
}

/// The components as the platform gives them back: each with a number.
pub(super) fn numbered(components: &Value) -> Value {
    let mut out = if components.is_array() { components.clone() } else { Value::Array(Vec::new()) };
    number_all(&mut out, &mut 0);
    out
}

fn number_all(value: &mut Value, last: &mut u64) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| number_all(one, last)),
        Value::Object(fields) => {
            *last += 1;
            let is_unnumbered = fields.get("id").is_none_or(|id| id == 0);
            if is_unnumbered {
                fields.insert("id".to_owned(), Value::from(*last));
            }
            for name in ["components", "component"] {
                if let Some(inner) = fields.get_mut(name) {
                    number_all(inner, last);
                }
            }
        }
        _ => {}
    }
}
