//! Boards for a surface that draws them itself and moves their men: the men as symbols of one file, their places, and
//! what lies under and over them as strokes. The same code draws these strokes and the pixels of a picture, so that
//! both show the same.

#[cfg(any(test, feature = "testkit"))]
mod composed;
mod notes;
mod places;
mod sheet;
mod stroke;

pub(crate) use notes::Strokes;
pub(crate) use places::overlay;
pub use places::{MarkColours, man_box, man_measures, mark_colours, way};
pub(crate) use sheet::sheet;
pub use sheet::{man_symbol, piece_symbol};
pub use stroke::{Lines, Overlay, Stroke};
