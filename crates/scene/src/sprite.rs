//! The drawings that pieces refer to by name.

/// The drawing of a kind of piece, as a game hands it to the renderer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpriteSource {
    /// The name by which [`Piece::sprite`](super::Piece::sprite) refers to it; its first part is
    /// the name of a game, so that no two games share one.
    pub name: &'static str,
    /// The SVG, 100 units wide and high. The renderer puts the colours of a theme in place of five
    /// that stand for them, and takes the element with the id `head` for medallions.
    pub svg: &'static str,
}
