//! People who have asked to be forgotten.

use super::{
    ids::{Person, PersonId, Platform},
    log::Millis,
    span::DAY,
};

/// The beginning of the key of whoever stands in the place of somebody forgotten. No platform gives such a key out.
const DELETED: &str = "deleted:";
/// The time after a return without rated games.
const UNRATED: Millis = 30 * DAY;

/// The mark that somebody has asked to be forgotten. It outlives all that was kept of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// The instant at which they were forgotten: whatever is known of them since before goes.
    pub at: Millis,
    /// The instant at which they came back, as a new person; `None` as long as they have not.
    pub returned: Option<Millis>,
}

impl Forgotten {
    /// Returns `true` as long as they have not come back: nothing is stored of them.
    #[must_use]
    pub const fn stands(self) -> bool {
        self.returned.is_none()
    }

    /// The instant from which on somebody who has come back can play rated games; `None` as long as they have not.
    #[must_use]
    pub fn rated_from(self) -> Option<Millis> {
        self.returned.map(|at| at.saturating_add(UNRATED))
    }
}

impl Person {
    /// The `n`th person in the place of somebody forgotten.
    #[must_use]
    pub fn deleted(platform: Platform, n: u64) -> Self {
        let id = PersonId::new(platform, format!("{DELETED}{n}"));
        Self { id, name: format!("deleted player {n}") }
    }
}

impl PersonId {
    /// Returns `true` for whoever stands in the place of somebody forgotten: nobody is there to be asked, told or pinged.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.key().starts_with(DELETED)
    }
}
