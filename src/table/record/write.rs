//! Writing a record in its canonical form.

use std::fmt::{self, Write as _};

use super::{
    army_tags,
    model::{Record, RecordEntry, RecordedRoll},
};
use crate::games::{result_text, rules_version};

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
        for entry in &self.entries {
            let _ = match entry {
                RecordEntry::Ply { mv, roll } => {
                    number += 1;
                    writeln!(text, "{number}. {mv}{roll}")
                }
                RecordEntry::Event(event) => writeln!(text, "{event}"),
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

impl fmt::Display for RecordedRoll {
    /// Writes what follows the move: nothing, ` (3,4)`, ` (3,4) {salt}` or `:w`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDice => Ok(()),
            Self::Faces(roll, None) => write!(f, " ({roll})"),
            Self::Faces(roll, Some(salt)) => write!(f, " ({roll}) {{{salt}}}"),
            Self::Outcome(letter) => write!(f, ":{letter}"),
        }
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
