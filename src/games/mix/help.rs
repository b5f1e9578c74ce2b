//! The rules in short, by topic (rules, section 16).

/// The words about a topic in any case, singular or plural; `None` for an unknown one.
pub(super) fn rules(_topic: &str) -> Option<String> {
    None
}
