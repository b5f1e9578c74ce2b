//! A person's conditional moves as they are stored.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::log::Millis;

/// The plan that a person has registered for one seat of one game, to be played when it applies. It is that person's
/// secret, so its debug form leaves out all but the ply and the time.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPlan {
    /// How many plies had been played when it was registered or last went on.
    pub ply: u32,
    /// The conditional moves as text, at most 65,536 characters.
    pub body: String,
    /// The salt that the message that registered it adds to rolls, at most 200 characters.
    pub salt: String,
    /// When that message was written.
    pub at: Millis,
}

impl fmt::Debug for StoredPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, body: _, salt: _, at } = self;
        f.debug_struct("StoredPlan").field("ply", ply).field("at", at).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_debug_form_shows_neither_moves_nor_salt() {
        let plan = StoredPlan { ply: 3, body: "hush".into(), salt: "m77".into(), at: 5 };
        assert_eq!(format!("{plan:?}"), "StoredPlan { ply: 3, at: 5, .. }");
    }
}
