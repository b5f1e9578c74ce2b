//! Where what is due has to wait, because more may be to come of what was said there.

use std::collections::HashMap;

use table::{Area, PlaceId};

/// The areas that are held, each as often as it is.
#[derive(Debug, Default)]
pub(crate) struct Holds(HashMap<Area, u32>);

impl Holds {
    /// From now on what is due there waits, until as many releases.
    pub(crate) fn hold(&mut self, area: Area) {
        *self.0.entry(area).or_default() += 1;
    }

    /// Releases an area once; `true` if nothing holds it any more that did.
    pub(crate) fn release(&mut self, area: &Area) -> bool {
        let Some(holds) = self.0.get_mut(area) else { return false };
        *holds -= 1;
        let is_free = *holds == 0;
        if is_free {
            self.0.remove(area);
        }
        is_free
    }

    /// Returns `true` if anything is held.
    pub(crate) fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns `true` if just this area is held.
    pub(crate) fn has(&self, area: &Area) -> bool {
        self.0.contains_key(area)
    }

    /// Returns `true` if a place is held, or its platform.
    pub(crate) fn covers(&self, place: &PlaceId) -> bool {
        self.has(&Area::Platform(place.platform())) || self.has(&Area::Place(place.clone()))
    }
}
