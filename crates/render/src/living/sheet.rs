//! The file with everything that stands on boards of a game.

use scene::{Board, Mark, Piece, Placed, Shade};

use crate::{sprite::SpriteSet, theme::Theme};

/// The symbols of a game in a theme as one SVG file; `None` for a game without sprites.
pub(crate) fn sheet(_sprites: &SpriteSet, _game: &str, _theme: Theme) -> Option<String> {
    None
}

/// The name of the symbol of a piece, without the prefix that all have: `captain-light`.
#[must_use]
pub fn piece_symbol(piece: &Piece) -> String {
    let kind = piece.sprite.rsplit('/').next().unwrap_or_default();
    match piece.shade {
        Shade::Light => format!("{kind}-light"),
        Shade::Dark => format!("{kind}-dark"),
        Shade::Tone(tone) => format!("{kind}-tone{tone}"),
    }
}

/// The name of the symbol of a man on a board, without the prefix that all have: `captain-light`, of a king in check
/// `king-light-rim`.
#[must_use]
pub fn man_symbol(board: &Board, placed: &Placed) -> String {
    let rim = if board.marks.contains(&Mark::Check(placed.at)) { "-rim" } else { "" };
    format!("{}{rim}", piece_symbol(&placed.piece))
}
