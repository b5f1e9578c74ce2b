//! The click map of a picture: where the cells of a drawn board are, so that a click on one can
//! name it.

use render::CellLattice;
use scene::{Scene, Spot};
use serde::Serialize;

/// The size of a picture and the places of its cells, in pixels of its default width.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ClickMap {
    /// Width of the picture.
    pub width: u32,
    /// Height of the picture.
    pub height: u32,
    /// The cells of the board, in blocks.
    pub patches: Vec<CellBlock>,
}

/// A block of cells: the first one is the parallelogram at `at` between `along` and `across`, and
/// the others follow it in both directions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct CellBlock {
    /// The letter of the zone where cells are named `A24`; `None` where they are named `c3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<char>,
    /// File and rank of the first cell, or its u and v, from 1.
    pub first: [u8; 2],
    /// How many files and ranks the block has.
    pub size: [u8; 2],
    /// A corner of the first cell.
    pub at: [f32; 2],
    /// The step from one file to the next.
    pub along: [f32; 2],
    /// The step from one rank to the next.
    pub across: [f32; 2],
    /// Hexes along an edge of the board, where the cells are hexes: then `at` is the middle of the
    /// first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<u8>,
}

impl ClickMap {
    /// That of a picture of this width and height on which a click finds nothing.
    pub(super) const fn without_cells([width, height]: [u32; 2]) -> Self {
        Self { width, height, patches: Vec::new() }
    }

    /// That of the board of a scene alone, in pixels of the same scale.
    pub(super) fn of_board(scene: &Scene) -> Self {
        let [left, top, width, height] = render::board_area(scene);
        let mut map = Self::of(scene);
        (map.width, map.height) = (width, height);
        for block in &mut map.patches {
            block.at = [block.at[0] - left as f32, block.at[1] - top as f32];
        }
        map
    }

    /// The click map of a scene.
    pub(super) fn of(scene: &Scene) -> Self {
        let [width, height] = render::size(scene, render::default_width(scene));
        let patches = render::cell_lattices(scene).into_iter().map(CellBlock::from).collect();
        Self { width, height, patches }
    }
}

impl From<CellLattice> for CellBlock {
    fn from(cells: CellLattice) -> Self {
        let (zone, first) = match cells.first {
            Spot::Square(square) => {
                (None, [square.file.saturating_add(1), square.rank.saturating_add(1)])
            }
            Spot::Cell(cell) => (cell.to_string().chars().next(), [cell.u, cell.v]),
            Spot::Hex(hex) => (None, [hex.column.saturating_add(1), hex.row.saturating_add(1)]),
        };
        // Men stand where they lead, to a part of a pixel, and steps add up.
        let rounded = |point: [f32; 2]| point.map(|at| (at * 1_000.0).round() / 1_000.0);
        Self {
            zone,
            first,
            size: cells.size,
            at: rounded(cells.at),
            along: rounded(cells.along),
            across: rounded(cells.across),
            edge: cells.edge,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use render::{Renderer, Theme};
    use scene::{
        Board, Cell, Hex, Hexes, Mark, Panel, Shade, Shape, Side, Square, Squares, Veil, Wedges,
    };

    fn scene(shape: Shape, marks: Vec<Mark>) -> Scene {
        let side = |shade| Side::of(String::new(), shade);
        let panel =
            Panel { sides: vec![side(Shade::Light), side(Shade::Dark)], ..Panel::default() };
        Scene::of(Board::of(shape, Vec::new(), marks), panel)
    }

    fn drawn(scene: &Scene) -> image::RgbaImage {
        static RENDERER: OnceLock<Renderer> = OnceLock::new();
        let renderer = RENDERER.get_or_init(|| Renderer::new(games::sprites()));
        let png = renderer.png(scene, Theme::Wood, render::default_width(scene));
        image::load_from_memory(&png).unwrap().to_rgba8()
    }

    /// Returns how far along a block's two directions a point lies, in cells.
    fn within(block: &CellBlock, x: f32, y: f32) -> [f32; 2] {
        let ([ax, ay], [bx, by]) = (block.along, block.across);
        let (x, y) = (x - block.at[0], y - block.at[1]);
        let area = ax * by - ay * bx;
        [(x * by - y * bx) / area, (y * ax - x * ay) / area]
    }

    /// Checks that the pixels which a mark changes lie within the cell of its name and fill it.
    fn check(shape: Shape, spot: Spot, zone: Option<char>, name: [u8; 2]) {
        let marked = scene(shape, vec![Mark::From(spot)]);
        let (empty, picture) = (drawn(&scene(shape, Vec::new())), drawn(&marked));
        let frame = ClickMap::of(&marked);
        assert_eq!((frame.width, frame.height), picture.dimensions());
        let holds = |block: &&CellBlock| {
            let inside = |axis: usize| {
                (block.first[axis]..block.first[axis] + block.size[axis]).contains(&name[axis])
            };
            block.zone == zone && inside(0) && inside(1)
        };
        let block = frame.patches.iter().find(holds).unwrap();
        let cell = [0, 1].map(|axis| f32::from(name[axis] - block.first[axis]));
        let mut changed = 0;
        for (x, y, pixel) in empty.enumerate_pixels() {
            if picture.get_pixel(x, y) != pixel {
                changed += 1;
                let at = within(block, x as f32 + 0.5, y as f32 + 0.5);
                for axis in [0, 1] {
                    let part = at[axis] - cell[axis];
                    assert!((-0.03..=1.03).contains(&part), "{spot} at {x}, {y}: {part}");
                }
            }
        }
        let ([ax, ay], [bx, by]) = (block.along, block.across);
        let area = (ax * by - ay * bx).abs();
        assert!(changed as f32 > area * 0.9, "{spot}: {changed} of {area}");
    }

    #[test]
    fn squares_are_where_the_renderer_draws_them() {
        for turned in 0..4 {
            for (files, ranks, zone) in [(6, 6, None), (4, 8, Some([4, 4])), (8, 8, Some([4, 4]))] {
                let shape = Shape::Squares(Squares { files, ranks, turned, zone });
                for (file, rank) in [(2, 4), (0, 5), (3, 0)] {
                    let square = Square { file, rank };
                    check(shape, square.into(), None, [file + 1, rank + 1]);
                }
            }
        }
    }

    #[test]
    fn cells_are_where_the_renderer_draws_them() {
        for (zones, facing) in [(3, 0), (3, 2), (4, 1), (5, 3), (6, 0), (6, 5)] {
            let shape = Shape::Wedges(Wedges { zones, facing });
            for (zone, u, v) in [(0, 1, 1), (1, 2, 4), (2, 4, 1), (zones - 1, 3, 3)] {
                let letter = char::from(b'A' + zone);
                check(shape, Cell { zone, u, v }.into(), Some(letter), [u, v]);
            }
        }
    }

    /// Checks that the pixels which a mark changes lie within the hex of its name and fill it.
    fn check_hex(hexes: Hexes, hex: Hex) {
        let shape = Shape::Hexes(hexes);
        let marked = scene(shape, vec![Mark::From(hex.into())]);
        let (empty, picture) = (drawn(&scene(shape, Vec::new())), drawn(&marked));
        let frame = ClickMap::of(&marked);
        let [block] = &frame.patches[..] else { panic!("one block") };
        assert_eq!((block.first, block.size, block.edge), ([1, 1], [11, 11], Some(6)));
        let (i, j) = (f32::from(hex.column), f32::from(hex.row));
        let half = block.along[0].abs() / 2.0;
        let mut changed = 0;
        for (x, y, pixel) in empty.enumerate_pixels() {
            if picture.get_pixel(x, y) != pixel {
                changed += 1;
                let [right, down] = [0, 1].map(|axis| {
                    let at = [x, y][axis] as f32 + 0.5 - block.at[axis];
                    at - i * block.along[axis] - j * block.across[axis]
                });
                // How far it is from the middle towards the sides of the hex.
                let slant = |way: f32| (right * way).mul_add(0.5, down * 0.866).abs();
                let far = right.abs().max(slant(1.0)).max(slant(-1.0));
                assert!(far <= half + 1.5, "{hex} at {x}, {y}: {far} of {half}");
            }
        }
        let area = half * half * 12.0_f32.sqrt();
        assert!(changed as f32 > area * 0.9, "{hex}: {changed} of {area}");
    }

    #[test]
    fn hexes_are_where_the_renderer_draws_them() {
        for half_turned in [false, true] {
            let hexes = Hexes { edge: 6, half_turned, veil: Veil::None };
            for (column, row) in [(5, 5), (7, 1), (3, 9), (0, 5), (5, 0), (10, 5), (0, 10)] {
                check_hex(hexes, Hex { column, row });
            }
            // The viewer's own half lies in front of the screen.
            let own =
                if half_turned { Hex { column: 3, row: 9 } } else { Hex { column: 7, row: 1 } };
            check_hex(Hexes { veil: Veil::Far, ..hexes }, own);
            let frame =
                |veil| ClickMap::of(&scene(Shape::Hexes(Hexes { veil, ..hexes }), Vec::new()));
            assert_eq!(frame(Veil::Both), frame(Veil::None), "a screen moves nothing");
        }
    }

    #[test]
    fn a_frame_is_small() {
        let wedges = Shape::Wedges(Wedges { zones: 6, facing: 1 });
        let hexes = Shape::Hexes(Hexes { edge: 6, half_turned: true, veil: Veil::Far });
        for shape in [wedges, hexes] {
            let text = serde_json::to_string(&ClickMap::of(&scene(shape, Vec::new()))).unwrap();
            assert!(text.len() < 800, "{} bytes: {text}", text.len());
        }
    }
}
