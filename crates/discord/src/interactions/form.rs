//! The form in which somebody types the text of a set-up.

use chat::Pressed;
use serde_json::{Value, json};

use super::buttons;

/// The shortest and the longest text that it takes, in characters: a word such as `hold`, and a whole set-up,
/// of 120 at most, with each row on a line of its own and room to spare.
const MIN_TEXT: usize = 2;
const MAX_TEXT: usize = 400;

/// The style of an input with several lines.
const PARAGRAPH: u8 = 2;

/// The form for a set-up of a game in this state, as Discord takes it, with the present draft in it if there
/// is one. Whoever asks for the form sees it alone.
pub(super) fn of_set_up(at: Pressed, draft: Option<&str>) -> Value {
    let mut input = json!({
        "type": 4, "custom_id": "text", "style": PARAGRAPH, "required": true,
        "min_length": MIN_TEXT, "max_length": MAX_TEXT,
        "placeholder": "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6 or: put D h1",
    });
    let fits = |draft: &&str| (MIN_TEXT..=MAX_TEXT).contains(&draft.chars().count());
    if let Some(draft) = draft.filter(fits) {
        input["value"] = json!(draft);
    }
    let label = json!({
        "type": 18, "label": "Your set-up as it is, to be changed", "component": input,
        "description": "five rows from the front with / between, or a change such as put D h1 or swap a1-b2",
    });
    json!({
        "custom_id": buttons::id_of_typed(at), "title": "Your set-up", "components": [label],
    })
}

/// Returns what was typed into a form, by its parts as Discord sends them; a new line is a space.
pub(super) fn typed(parts: &[Value]) -> Option<String> {
    let text = parts.first()?["component"]["value"].as_str()?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::GameNo;

    #[test]
    fn a_form_has_room_for_a_whole_set_up_and_shows_the_draft() {
        let at = Pressed { game: GameNo(12), ply: 0, drafts: None };
        let input = |draft| of_set_up(at, draft)["components"][0]["component"].clone();
        let shown = input(Some("1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6"));
        assert_eq!((shown["style"].as_u64(), shown["min_length"].as_u64()), (Some(2), Some(2)));
        assert!(shown["max_length"].as_u64() >= Some(200), "{shown}");
        assert_eq!(shown["value"], "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6");
        for none in [None, Some(""), Some("x".repeat(MAX_TEXT + 1).as_str())] {
            assert!(input(none)["value"].is_null());
        }
        let placeholder = shown["placeholder"].as_str().unwrap();
        assert!(placeholder.chars().count() <= 100);
    }

    #[test]
    fn lines_that_are_pasted_are_words() {
        let parts = [json!({ "type": 18, "component": { "value": " 10/9 \r\n/8\n7\t6\n" } })];
        assert_eq!(typed(&parts).as_deref(), Some("10/9 /8 7 6"));
        assert_eq!(typed(&[]), None);
    }
}
