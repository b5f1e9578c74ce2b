//! What lies on a board besides its men.

use scene::Scene;

use super::stroke::Overlay;
use crate::assets::Assets;

/// All that lies on the board of a scene besides its ground and its men.
pub(crate) fn overlay(_assets: &Assets, _scene: &Scene) -> Overlay {
    Overlay::default()
}
