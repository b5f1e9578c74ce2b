//! What can be pressed and chosen below a message.

use serde_json::Value;

use super::components::{all, list};

/// Returns what can be chosen in the lists below a message: the list's id, and the value.
pub(crate) fn options(message: &Value) -> Vec<(String, String)> {
    let of_list = |one: &Value| {
        let id = one["custom_id"].as_str().unwrap_or_default().to_owned();
        let value = |option: &Value| option["value"].as_str().unwrap().to_owned();
        list(&one["options"]).iter().map(|option| (id.clone(), value(option))).collect::<Vec<_>>()
    };
    all(&message["components"]).flat_map(of_list).collect()
}

/// The id of the first button with one of these words below a message, if there is one.
pub(crate) fn button_if_any(message: &Value, labels: &[&str]) -> Option<String> {
    let mut all = all(&message["components"]);
    let found = all.find(|one| labels.iter().any(|label| one["label"] == *label))?;
    found["custom_id"].as_str().map(str::to_owned)
}

/// The id of that button, which is there.
pub(crate) fn button(message: &Value, labels: &[&str]) -> String {
    button_if_any(message, labels).unwrap_or_else(|| panic!("no {labels:?}: {message}"))
}
