//! The form in which somebody types the text of a set-up.

use serde_json::{Value, json};

use super::buttons;
use crate::chat::Pressed;

/// The longest change that it takes, in characters; a whole set-up has at most 120.
const MAX_TEXT: usize = 200;

/// The form for a set-up of a game in this state, as Discord takes it.
pub(super) fn of_set_up(at: Pressed) -> Value {
    let input = json!({
        "type": 4, "custom_id": "text", "style": 1, "required": true, "max_length": MAX_TEXT,
    });
    let label = json!({
        "type": 18, "label": "Set-up or change", "component": input,
        "description": "five rows from the front with / between, or for instance: put D h1",
    });
    json!({
        "custom_id": buttons::id_of_typed(at), "title": "Your set-up", "components": [label],
    })
}

/// What was typed into a form, by its parts as Discord sends them.
pub(super) fn typed(parts: &[Value]) -> Option<String> {
    let text = parts.first()?["component"]["value"].as_str()?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
