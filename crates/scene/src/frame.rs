//! A picture of an animation.

use super::Scene;

/// A picture of an animation, with the time for which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What it shows.
    pub scene: Scene,
    /// For how long it is shown, in hundredths of a second. Viewers take less than 2 for 10.
    pub hundredths: u16,
}
