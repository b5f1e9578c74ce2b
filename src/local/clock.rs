//! The clock that says when a line was said.

use crate::table::Millis;

/// Milliseconds since 1970 UTC, by this machine's clock.
#[expect(clippy::disallowed_methods, reason = "an adapter is where the clock is read")]
pub(super) fn now() -> Millis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
