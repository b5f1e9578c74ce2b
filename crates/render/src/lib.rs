//! Makes pictures of scenes. It knows nothing but scenes: no game and no position.
//!
//! A picture is put together from copies rather than painted: `assets` keeps, for a theme and a
//! width, the empty board and every sprite, mark and glyph used so far as bitmaps in palette
//! indices; `board` and what stands beside it put them on a copy of the empty board; `encode` packs
//! the indices, and `animation` those of several pictures. All of it is a pure function of sprites, scene, theme and width.
//!
//! The parts that depend on the form of the board have a folder each: `square`, `wedge` and `hex`. The
//! chart of a rating is painted in `chart`, the standings of an event in `standings`, the card of a finished
//! game in `card`.

mod animation;
mod assets;
mod board;
mod cache;
mod canvas;
mod card;
mod chart;
mod compose;
mod corner;
mod deflate;
mod dice;
mod encode;
#[cfg(any(test, feature = "testkit"))]
mod eyes;
mod hex;
mod layout;
mod living;
mod lone_piece;
mod lzw;
mod marks;
mod number;
mod palette;
mod path_data;
mod picture;
mod piece_kinds;
mod plate;
mod point;
mod renderer;
mod said;
mod scale;
mod sprite;
mod square;
mod standings;
mod subject;
mod text;
mod theme;
mod time_bar;
mod wedge;

#[cfg(test)]
mod tests;

pub use board::{CellLattice, Coordinates};
pub use cache::Cache;
#[cfg(any(test, feature = "testkit"))]
pub use eyes::Eye;
pub use living::{
    Lines, MarkColours, Overlay, Stroke, man_box, man_measures, man_symbol, mark_colours,
    piece_symbol, way,
};
pub use picture::{
    CARD_WIDTH, CURVE_WIDTH, REPLAY_WIDTH, STANDINGS_WIDTH, WIDTHS, board_area, card_size,
    cell_lattices, course_size, default_width, size, standings_size,
};
pub use renderer::Renderer;
pub use subject::Subject;
pub use text::can_draw;
pub use theme::Theme;
