//! Buttons that people press, selects in which they choose, and forms that they send.

use serde_json::{Value, json};

use super::{
    super::{
        StandIn, World,
        components::{all, kind, list, numbered},
        people::Someone,
    },
    Act, Kind,
};

impl StandIn {
    /// Lets somebody press a button of a message that they see, and gives the interaction's id.
    pub(crate) fn press(&self, who: Someone, message: u64, custom_id: &str) -> u64 {
        self.server.change(|world| {
            let button = world.component(who, message, custom_id);
            assert_eq!(button["type"], kind::BUTTON, "{button}");
            let data = json!({ "component_type": kind::BUTTON, "custom_id": custom_id,
                "id": button["id"] });
            world.tap(who, message, Kind::Button, data)
        })
    }

    /// Lets somebody press what the message does not have, as a program could that pretends to be them.
    pub(crate) fn press_forged(&self, who: Someone, message: u64, custom_id: &str) -> u64 {
        self.server.change(|world| {
            let data = json!({ "component_type": kind::BUTTON, "custom_id": custom_id, "id": 2 });
            world.tap(who, message, Kind::Button, data)
        })
    }

    /// Lets somebody choose what no select of the message offers, as such a program could.
    pub(crate) fn select_forged(
        &self,
        who: Someone,
        message: u64,
        custom_id: &str,
        value: &str,
    ) -> u64 {
        self.server.change(|world| {
            let data = json!({ "component_type": kind::SELECT, "custom_id": custom_id, "id": 2,
                "values": [value] });
            world.tap(who, message, Kind::Select, data)
        })
    }

    /// Lets somebody choose in a select of a message that they see.
    pub(crate) fn select(
        &self,
        who: Someone,
        message: u64,
        custom_id: &str,
        values: &[&str],
    ) -> u64 {
        self.server.change(|world| {
            let select = world.component(who, message, custom_id);
            assert_ne!(select["type"], kind::BUTTON, "{select}");
            check_choice(&select, values);
            let mut data = json!({ "component_type": select["type"], "custom_id": custom_id,
                "id": select["id"], "values": values });
            if select["type"] == kind::USER_SELECT {
                let people: Vec<u64> = values.iter().map(|id| id.parse().unwrap()).collect();
                let (kept, _) = world.find_message(message).unwrap();
                data["resolved"] = world.resolve(kept.channel, &people);
            }
            world.tap(who, message, Kind::Select, data)
        })
    }

    /// Lets somebody fill in and send the form that they were shown last under this id: texts for
    /// inputs, lists for selects. What is not named stays as it was shown.
    pub(crate) fn submit(&self, who: Someone, custom_id: &str, fields: &[(&str, Value)]) -> u64 {
        self.server.change(|world| {
            let is_it = |one: &super::Interaction| {
                let answer = one.acknowledged.as_ref().filter(|answer| answer.kind == 9);
                let shown = answer.is_some_and(|answer| answer.data["custom_id"] == custom_id);
                one.who.id == who.id && shown && !one.form_is_sent
            };
            let found = world.interactions.iter_mut().rfind(|one| is_it(one));
            let opener = found.unwrap_or_else(|| panic!("no form {custom_id:?} is open"));
            let (channel, on) = (opener.channel, opener.on);
            let mut form = numbered(&opener.acknowledged.as_ref().unwrap().data["components"]);
            let known = fill_form(&mut form, fields);
            let unknown = fields.iter().find(|(name, _)| !known.iter().any(|id| id == name));
            assert!(unknown.is_none(), "the form has no field {unknown:?}");
            opener.form_is_sent = true;
            let data = json!({ "custom_id": custom_id, "components": form });
            world.open_interaction(Act { who, channel, kind: Kind::Form, data, on })
        })
    }
}

impl World {
    /// A component of a message that somebody sees and may use.
    fn component(&self, who: Someone, message: u64, custom_id: &str) -> Value {
        let (kept, seen_by) = self.find_message(message).expect("the message is there");
        assert!(seen_by.is_none_or(|id| id == who.id), "{} does not see it", who.username);
        let components = kept.as_own().map(|own| numbered(own.components())).unwrap_or_default();
        let found = all(&components).find(|one| one["custom_id"] == custom_id);
        let found = found.unwrap_or_else(|| panic!("{message} has no {custom_id:?}: {components}"));
        assert_ne!(found["disabled"], true, "{custom_id} cannot be used");
        found.clone()
    }

    fn tap(&mut self, who: Someone, message: u64, kind: Kind, data: Value) -> u64 {
        let (kept, seen_by) = self.find_message(message).expect("the message is there");
        assert!(seen_by.is_none_or(|id| id == who.id), "{} does not see it", who.username);
        let channel = kept.channel;
        self.open_interaction(Act { who, channel, kind, data, on: Some(message) })
    }
}

/// Panics where a select does not take these values.
fn check_choice(select: &Value, values: &[&str]) {
    let bound = |name: &str| select[name].as_u64().unwrap_or(1) as usize;
    let fits = (bound("min_values")..=bound("max_values")).contains(&values.len());
    assert!(fits, "{} values are chosen in {select}", values.len());
    let offered =
        |value: &&&str| list(&select["options"]).iter().any(|one| one["value"] == **value);
    if select["type"] == kind::SELECT {
        let missing = values.iter().find(|value| !offered(value));
        assert!(missing.is_none(), "{missing:?} is not offered in {select}");
    }
}

/// Fills a form in, and gives the ids of its fields.
fn fill_form(form: &mut Value, fields: &[(&str, Value)]) -> Vec<String> {
    let mut known = Vec::new();
    for part in form.as_array_mut().into_iter().flatten() {
        let kind_of_part = part["type"].as_u64();
        let inner = match kind_of_part {
            Some(kind::ROW) => part["components"].as_array_mut().and_then(|all| all.first_mut()),
            Some(kind::LABEL) => Some(&mut part["component"]),
            _ => None,
        };
        if let Some(inner) = inner {
            known.push(inner["custom_id"].as_str().unwrap_or_default().to_owned());
            *inner = filled(inner, fields);
        }
        // Only what is filled in comes back, with the shell around it.
        let keep = ["type", "id", "components", "component"];
        part.as_object_mut().unwrap().retain(|name, _| keep.contains(&name.as_str()));
    }
    known
}

/// A field of a form as it is sent.
fn filled(field: &Value, fields: &[(&str, Value)]) -> Value {
    let given = fields.iter().find(|(name, _)| field["custom_id"] == *name).map(|(_, value)| value);
    let required = field["required"] != false;
    let mut out = json!({ "type": field["type"], "id": field["id"],
        "custom_id": field["custom_id"] });
    if field["type"] == kind::TEXT_INPUT {
        let shown = field["value"].as_str().unwrap_or_default();
        let text = given.map_or(shown, |value| value.as_str().expect("a text for an input"));
        let letters = text.chars().count() as u64;
        let least = field["min_length"].as_u64().unwrap_or(0).max(u64::from(required));
        let most = field["max_length"].as_u64().unwrap_or(4_000);
        let fits = (least..=most).contains(&letters) || !required && letters == 0;
        assert!(fits, "a text of {letters} letters in {field}");
        out["value"] = json!(text);
    } else {
        let values: Vec<&str> =
            given.into_iter().flat_map(list).map(|value| value.as_str().unwrap()).collect();
        if required || !values.is_empty() {
            check_choice(field, &values);
        }
        out["values"] = json!(values);
    }
    out
}
