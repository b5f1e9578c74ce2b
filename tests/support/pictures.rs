//! The renderer of all tests that show pictures.

use std::sync::OnceLock;

use render::Renderer;

/// Returns what it prepares for a board is prepared once for all tests.
pub(crate) fn renderer() -> Renderer {
    static RENDERER: OnceLock<Renderer> = OnceLock::new();
    RENDERER.get_or_init(|| Renderer::new(games::sprites())).clone()
}
