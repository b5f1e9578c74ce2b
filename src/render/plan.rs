//! Where the cells of a board lie on a picture, whatever its form.

use super::border::Border;
use super::fan::Fan;
use super::grid::Grid;
use super::hive::Hive;
use super::ink::Point;
use super::layout::Layout;
use super::scale::Scale;
use super::theme::Tone;
use crate::scene::{Shape, Spot};

/// A block of cells between two directions: the first cell is the parallelogram at `at` between
/// `along` and `across`; the others follow it both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The first cell: with the lowest file and rank, or u and v.
    pub first: Spot,
    /// How many files and ranks, or u and v.
    pub size: [u8; 2],
    /// The outer corner of the first cell, in pixels of the default width.
    pub at: Point,
    /// From file to file, or from u to u.
    pub along: Point,
    /// From rank to rank, or from v to v.
    pub across: Point,
    /// How many hexes an edge of the board has, where the cells are hexes that stand on a point:
    /// then `at` is the middle of the first one, and the board lacks those of its acute corners.
    pub edge: Option<u8>,
}

/// The cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plan {
    Grid(Grid),
    Fan(Fan),
    Hive(Hive),
}

/// A cell of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The box in which pieces and round marks stand: its upper left corner and its side.
    pub corner: [i32; 2],
    pub size: u16,
    /// The border of a cell that is not its box.
    pub border: Option<Border>,
    pub zone: Option<usize>,
    pub tone: Tone,
}

impl Plan {
    pub(super) fn new(scale: Scale, shape: Shape, layout: Layout) -> Self {
        match shape {
            Shape::Squares(board) => Self::Grid(Grid::new(scale, board, layout == Layout::Beside)),
            Shape::Wedges(board) => Self::Fan(Fan::new(scale, board)),
            Shape::Hexes(board) => Self::Hive(Hive::new(scale, board)),
        }
    }

    /// The cell of a name; `None` for one that the board does not have, or that nobody may see.
    pub(super) fn place(&self, at: Spot) -> Option<Place> {
        match (self, at) {
            (Self::Grid(grid), Spot::Square(square)) => Some(Place {
                corner: grid.corner(square)?,
                size: grid.cell.clamp(1, i32::from(u16::MAX)) as u16,
                border: None,
                zone: grid.zone(square),
                tone: tone(square.file % 2 == square.rank % 2),
            }),
            (Self::Fan(fan), Spot::Cell(cell)) if fan.has(cell) => {
                let (size, centre) = (fan.circle(), fan.centre(cell));
                Some(Place {
                    corner: centre.map(|at| (at - size / 2.0).round() as i32),
                    size: size.round().max(1.0) as u16,
                    border: Some(Border::Rhombus(fan.corners(cell))),
                    zone: Some(cell.zone.into()),
                    tone: tone((cell.u + cell.v) % 2 == 0),
                })
            }
            (Self::Hive(hive), Spot::Hex(hex)) if hive.has(hex) && !hive.is_hidden(hex) => {
                let (size, centre) = (hive.circle(), hive.centre(hex));
                Some(Place {
                    corner: centre.map(|at| (at - size / 2.0).round() as i32),
                    size: size.round().max(1.0) as u16,
                    border: Some(Border::Hexagon(hive.corners(hex))),
                    zone: None,
                    tone: hive.tone(hex),
                })
            }
            _ => None,
        }
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, at: Spot) -> Option<Point> {
        let place = self.place(at)?;
        Some(match (self, at) {
            (Self::Fan(fan), Spot::Cell(cell)) => fan.centre(cell),
            (Self::Hive(hive), Spot::Hex(hex)) => hive.centre(hex),
            _ => place.corner.map(|at| at as f32 + f32::from(place.size) / 2.0),
        })
    }

    /// The centres of the cells on the way from one to another.
    pub(super) fn way(&self, from: Spot, to: Spot) -> Vec<Point> {
        match (self, from, to) {
            (Self::Fan(fan), Spot::Cell(from), Spot::Cell(to)) if fan.has(from) && fan.has(to) => {
                fan.way(from, to)
            }
            _ => [from, to].into_iter().filter_map(|at| self.centre(at)).collect(),
        }
    }

    /// Whether armies are larger than those of the smaller boards: there are 16 men of each.
    pub(super) fn is_large(&self) -> bool {
        matches!(self, Self::Grid(grid) if grid.files.min(grid.ranks) >= 8)
    }

    /// The zone of the side at the bottom.
    pub(super) fn nearest_zone(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.nearest_zone(),
            Self::Fan(fan) => fan.facing.into(),
            Self::Hive(_) => 0,
        }
    }

    /// All cells, in blocks.
    pub(super) fn patches(&self) -> Vec<Patch> {
        match self {
            Self::Grid(grid) => {
                grid.parts().into_iter().filter_map(|part| grid.patch(part)).collect()
            }
            Self::Fan(fan) => (0..fan.zones).map(|zone| fan.patch(zone)).collect(),
            Self::Hive(hive) => hive.patch().into_iter().collect(),
        }
    }
}

/// The tone of a cell on boards with two.
const fn tone(is_dark: bool) -> Tone {
    if is_dark { Tone::Dark } else { Tone::Light }
}
