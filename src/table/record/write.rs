//! Writing a record in its canonical form.

use std::fmt::Write as _;

use super::{army_tags, event, model::Record};
use crate::{
    games::{result_text, rules_version},
    table::LogEvent,
};

impl Record {
    /// The canonical text; reading it gives the same record again.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.tags() {
            let _ = writeln!(text, "[{name} \"{}\"]", escaped(&value));
        }
        text.push('\n');
        let mut number = 0;
        for event in &self.events {
            let _ = match event {
                LogEvent::Ply { mv, roll, .. } => {
                    number += 1;
                    writeln!(text, "{number}. {mv}{roll}")
                }
                other => writeln!(text, "{}", event::line(other)),
            };
        }
        text.push_str(&result_text(self.result));
        text.push('\n');
        text
    }

    /// All tags in canonical order.
    fn tags(&self) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
        tag("Game", self.kind.key());
        tag("Rules", &rules_version(self.kind).to_string());
        tag("Options", &self.options);
        for (name, number) in self.names.iter().zip(1..) {
            tag(&format!("Seat{number}"), name);
        }
        tag("Date", &self.date);
        if let Some(position) = &self.position {
            tag("Position", position);
        }
        for (name, value) in army_tags::named(&self.armies) {
            tag(&name, value);
        }
        let optional =
            [("Id", &self.id), ("Commitment", &self.commitment), ("Secret", &self.secret)];
        for (name, value) in optional {
            if let Some(value) = value {
                tag(name, value);
            }
        }
        tag("Result", &result_text(self.result));
        tags.extend(self.other_tags.iter().cloned());
        tags
    }
}

/// A tag's value as it stands between its quotation marks. People's names may hold anything;
/// control characters cannot stand in a record and are left out.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars().filter(|c| !c.is_control()) {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}
