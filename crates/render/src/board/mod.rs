//! The board of any form: where its cells lie, the empty board, and what stands on it.

mod arrows;
mod cell;
mod chip;
mod coordinates;
mod empty;
mod geometry;
mod hatching;
mod labels;
mod layers;
mod marks;
mod names;
mod occupancy;
mod pieces;
mod plies;
mod zone_pattern;

pub(crate) use cell::Border;
pub use cell::CellLattice;
pub use coordinates::Coordinates;
pub(crate) use geometry::BoardGeometry;
pub(crate) use hatching::{Slope, is_hatched, slope};
pub(crate) use layers::{render_board, render_overlay};
#[cfg(test)]
pub(crate) use marks::bounce_pen;
#[cfg(test)]
pub(crate) use pieces::fallen;
pub(crate) use pieces::man_measures;
pub(crate) use zone_pattern::{zone_area, zone_pattern, zone_pixels};
