//! Where the cells of a board lie on a picture, whatever its form.

use scene::{Shape, Spot};

use super::cell::{Border, CellLattice, CellPlace};
use crate::{
    deflate::Repeats, hex::HexGrid, layout::Layout, point::Point, scale::Scale, square::SquareGrid,
    theme::Tone, wedge::WedgeGrid,
};

/// The places of the cells of a board, by its form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoardGeometry {
    Squares(SquareGrid),
    Wedges(WedgeGrid),
    Hexes(HexGrid),
}

impl BoardGeometry {
    /// The cells of a board in a picture of a size.
    pub(crate) fn new(scale: Scale, shape: Shape, layout: Layout) -> Self {
        match shape {
            Shape::Squares(board) => {
                Self::Squares(SquareGrid::new(scale, board, layout == Layout::Lying))
            }
            Shape::Wedges(board) => Self::Wedges(WedgeGrid::new(scale, board)),
            Shape::Hexes(board) => Self::Hexes(HexGrid::new(scale, board)),
        }
    }

    /// The place of a cell; `None` for one that the board does not have, or that nobody may see.
    pub(crate) fn place(&self, at: Spot) -> Option<CellPlace> {
        match (self, at) {
            (Self::Squares(grid), Spot::Square(square)) => Some(CellPlace {
                corner: grid.corner(square)?,
                size: grid.cell.clamp(1, i32::from(u16::MAX)) as u16,
                border: None,
                zone: grid.zone(square),
                tone: tone(square.file % 2 == square.rank % 2),
            }),
            (Self::Wedges(grid), Spot::Cell(cell)) if grid.has(cell) => {
                let (size, centre) = (grid.circle(), grid.centre(cell));
                Some(CellPlace {
                    corner: centre.map(|at| (at - size / 2.0).round() as i32),
                    size: size.round().max(1.0) as u16,
                    border: Some(Border::Rhombus(grid.corners(cell))),
                    zone: Some(cell.zone.into()),
                    tone: tone((cell.u + cell.v) % 2 == 0),
                })
            }
            (Self::Hexes(grid), Spot::Hex(hex)) if grid.has(hex) && !grid.is_hidden(hex) => {
                let (size, centre) = (grid.circle(), grid.centre(hex));
                Some(CellPlace {
                    corner: centre.map(|at| (at - size / 2.0).round() as i32),
                    size: size.round().max(1.0) as u16,
                    border: Some(Border::Hexagon(grid.corners(hex))),
                    zone: None,
                    tone: grid.tone(hex),
                })
            }
            _ => None,
        }
    }

    /// All cells of the board, also those that nobody may see.
    pub(crate) fn cells(&self) -> Vec<Spot> {
        match self {
            Self::Squares(grid) => grid.squares().map(Spot::Square).collect(),
            Self::Wedges(grid) => grid.cells().map(Spot::Cell).collect(),
            Self::Hexes(grid) => grid.hexes().map(Spot::Hex).collect(),
        }
    }

    /// The side of a cell in pixels, by which lines from cell to cell are measured; of a hex the circle in it.
    pub(crate) fn side(&self) -> f32 {
        match self {
            Self::Squares(grid) => grid.cell as f32,
            Self::Wedges(grid) => grid.unit,
            Self::Hexes(grid) => grid.circle(),
        }
    }

    /// The middle of a cell.
    pub(crate) fn centre(&self, at: Spot) -> Option<Point> {
        let place = self.place(at)?;
        Some(match (self, at) {
            (Self::Wedges(grid), Spot::Cell(cell)) => grid.centre(cell),
            (Self::Hexes(grid), Spot::Hex(hex)) => grid.centre(hex),
            _ => place.corner.map(|at| at as f32 + f32::from(place.size) / 2.0),
        })
    }

    /// The centres of the cells on the way from one to another.
    pub(crate) fn way(&self, from: Spot, to: Spot) -> Vec<Point> {
        match (self, from, to) {
            (Self::Wedges(grid), Spot::Cell(from), Spot::Cell(to))
                if grid.has(from) && grid.has(to) =>
            {
                grid.way(from, to)
            }
            _ => [from, to].into_iter().filter_map(|at| self.centre(at)).collect(),
        }
    }

    /// What comes again in a picture of the board: cells of one colour in a row. Where rows slant, or men stand on
    /// more grounds than two, much comes again in other places.
    pub(crate) fn repeats(&self) -> Repeats {
        match self {
            Self::Squares(grid) => {
                let period = 2 * usize::try_from(grid.cell).unwrap_or_default();
                Repeats { period, anywhere: false }
            }
            Self::Wedges(_) => Repeats { period: 0, anywhere: true },
            // There are three tones.
            Self::Hexes(grid) => {
                let period = (3.0 * grid.circle()).round() as usize;
                Repeats { period, anywhere: true }
            }
        }
    }

    /// The zone of the side at the bottom.
    pub(crate) fn nearest_zone(&self) -> usize {
        match self {
            Self::Squares(grid) => grid.nearest_zone(),
            Self::Wedges(grid) => grid.facing.into(),
            Self::Hexes(_) => 0,
        }
    }

    /// All cells, in as few lattices as their order allows.
    pub(crate) fn cell_lattices(&self) -> Vec<CellLattice> {
        match self {
            Self::Squares(grid) => {
                grid.parts().into_iter().filter_map(|part| grid.lattice(part)).collect()
            }
            Self::Wedges(grid) => (0..grid.zones).map(|zone| grid.lattice(zone)).collect(),
            Self::Hexes(grid) => grid.lattice().into_iter().collect(),
        }
    }
}

/// The tone of a cell on boards with two.
const fn tone(is_dark: bool) -> Tone {
    if is_dark { Tone::Dark } else { Tone::Light }
}
