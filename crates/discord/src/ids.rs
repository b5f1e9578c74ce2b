//! Discord's ids, and whom they stand for.

use table::{Person, PersonId, Platform, first_seen, without_piles};

/// The number that Discord gave to something; `None` for a key that is none.
pub(super) fn snowflake(key: &str) -> Option<u64> {
    key.parse().ok().filter(|id| *id != 0)
}

/// A person under the name that the server shows, or that of the account where nothing of it can be seen. Their
/// names are given in that order.
pub(super) fn person(id: u64, names: [Option<&str>; 3]) -> Person {
    let id = PersonId::new(Platform::Discord, id.to_string());
    Person { id, name: without_piles(first_seen(names)) }
}
