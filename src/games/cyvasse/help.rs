//! The rules in short, by topic.

/// The words about a topic.
pub(super) fn rules(_topic: &str) -> Option<String> {
    None
}
