//! Pieces: what they look like.

use serde::{Deserialize, Serialize};

/// What a piece looks like: a sprite, and the fill that it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The name of its [`SpriteSource`](super::SpriteSource).
    pub sprite: String,
    /// The fill that tells whose it is, in games in which colours tell it.
    pub shade: Shade,
}

/// The fills of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shade {
    /// The light fill: White's, where two armies are told apart.
    Light,
    /// The dark fill: Black's, where two armies are told apart.
    Dark,
    /// One of the fills of games in which colours mean nothing: 0 is the neutral one, 1 to 9 are
    /// nine different ones, 10 and 11 two similar ones.
    Tone(u8),
}
