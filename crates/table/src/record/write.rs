//! Writing a record in its canonical form.

use std::fmt::Write as _;

use dice::Scheme;
use games::{result_text, rules_version};

use super::{
    army_tags, event,
    model::Record,
    signature::{KEY, SIGNATURE},
};
use crate::LogEvent;

impl Record {
    /// The canonical text; reading it gives the same record again.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.with_tags(self.tags())
    }

    /// The text that a signature is for: the canonical one, without the line of `Signature`.
    pub(super) fn text_to_sign(&self) -> String {
        let mut tags = self.tags();
        tags.retain(|(name, _)| name != SIGNATURE);
        self.with_tags(tags)
    }

    /// The text with these tags.
    fn with_tags(&self, tags: Vec<(String, String)>) -> String {
        let mut text = String::new();
        for (name, value) in tags {
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
        // A record without the tag has version 1.
        let dice = (self.scheme != Scheme::One).then(|| self.scheme.number().to_string());
        let optional = [
            ("Id", &self.id),
            ("Dice", &dice),
            ("Commitment", &self.commitment),
            ("Secret", &self.secret),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                tag(name, value);
            }
        }
        tag("Result", &result_text(self.result));
        if let Some(signed) = &self.signed {
            tag(KEY, &signed.key.to_string());
            tag(SIGNATURE, &signed.signature.to_string());
        }
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
