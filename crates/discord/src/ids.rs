//! Discord's ids.

/// The number that Discord gave to something; `None` for a key that is none.
pub(super) fn snowflake(key: &str) -> Option<u64> {
    key.parse().ok().filter(|id| *id != 0)
}
