//! Scenes, the plain data of pictures, between a game and the renderer.
//!
//! A scene says what is to be seen and never how; it holds nothing that its viewer may not know.
//! Scenes are stored, so what older ones say is still read.

mod board;
mod card;
mod frame;
mod mark;
mod panel;
mod picture;
mod piece;
mod rating_curve;
mod spot;
mod sprite;
mod standings;
mod step;
mod style;

#[cfg(test)]
mod tests;

pub use board::{Badge, Board, Gone, Ground, Hexes, Placed, Shape, Squares, Veil, Wedges};
pub use card::CardSheet;
pub use frame::{Animated, Frame};
pub use mark::Mark;
pub use panel::{Fight, FightVerdict, Panel, PlyNote, Side, SideTime};
pub use picture::{Scene, ply_target};
pub use piece::{Piece, Shade};
pub use rating_curve::{CurvePoint, RatingCurve};
pub use spot::{Cell, Hex, Spot, Square};
pub use sprite::SpriteSource;
pub use standings::{Honour, RoundSign, StandingsRow, StandingsSection, StandingsSheet};
pub use step::{Failed, Step};
pub use style::{Size, Style, Theme};
