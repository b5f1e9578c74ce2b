//! Where something holds.

use crate::table::{PlaceId, Platform};

/// Where something holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// In one place.
    Place(PlaceId),
    /// On a whole platform.
    Platform(Platform),
}
