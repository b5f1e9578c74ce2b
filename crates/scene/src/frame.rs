//! A picture of an animation, and where its pictures come from.

use std::fmt::Debug;

use super::Scene;

/// A picture of an animation, with the time for which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The scene that it shows.
    pub scene: Scene,
    /// For how long it is shown, in hundredths of a second. Viewers take less than 2 for 10.
    pub hundredths: u16,
}

/// A scene shown as an animation: its pictures are made one by one, while it is drawn.
pub trait Animated: Debug + Send + Sync {
    /// The scene of its first picture, which tells its size and its face; `None` if it has no pictures.
    fn first(&self) -> Option<Scene>;

    /// Returns how many pictures it has.
    fn n_frames(&self) -> u32;

    /// Its pictures, in their order.
    fn frames(&self) -> Box<dyn Iterator<Item = Frame> + '_>;
}
