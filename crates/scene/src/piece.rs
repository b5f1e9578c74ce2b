//! Pieces: what they look like.

use serde::{Deserialize, Serialize};

/// The look of a piece: a sprite, and the fill that it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The name of its [`SpriteSource`](super::SpriteSource).
    pub sprite: String,
    /// The fill that tells whose it is, in games in which colours tell it.
    pub shade: Shade,
}

impl Piece {
    /// Returns what a picture of the piece alone is called, `set_piece_l`: letters, digits and `_` alone. No
    /// two pieces have the same name unless their sprites differ in other signs only.
    #[must_use]
    pub fn picture_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let sprite: String = self.sprite.chars().map(plain).collect();
        match self.shade {
            Shade::Light => format!("{sprite}_l"),
            Shade::Dark => format!("{sprite}_d"),
            Shade::Tone(tone) => format!("{sprite}_{tone}"),
        }
    }
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
