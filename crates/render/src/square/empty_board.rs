//! Empty boards of squares: squares, canals, and names along the border.

use scene::{Spot, Square};

use super::grid::SquareGrid;
use crate::{
    board::{BoardGeometry, Slope, is_hatched, slope},
    canvas::{Align, Canvas},
    text::Font,
    theme::{Rgb, Tone},
};

/// Draws the board without anything on it.
pub(crate) fn render_empty(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, grid: &SquareGrid) {
    let colours = canvas.assets.colours;
    let rim = canvas.assets.px(3.0);
    let [width, height] = grid.size();
    let around = |[left, top]: [i32; 2], [width, height]: [i32; 2]| {
        [left - rim, top - rim, width + 2 * rim, height + 2 * rim]
    };
    canvas.fill(around([grid.left, grid.top], [width, height]), colours.edge);
    if grid.parts().len() > 1 {
        canvas.fill([grid.left, grid.top, width, height], colours.water);
        for (first, size) in grid.parts() {
            let last = Square { file: first.file + size[0] - 1, rank: first.rank + size[1] - 1 };
            let (Some(one), Some(other)) = (grid.corner(first), grid.corner(last)) else {
                continue;
            };
            let [left, top] = [one[0].min(other[0]), one[1].min(other[1])];
            let far = [one[0].max(other[0]), one[1].max(other[1])];
            let size = [far[0] - left + grid.cell, far[1] - top + grid.cell];
            canvas.fill(around([left, top], size), colours.edge);
        }
    }
    for square in grid.squares() {
        let at = Spot::Square(square);
        let (Some(place), Some([x, y])) = (geometry.place(at), grid.corner(square)) else {
            continue;
        };
        canvas.fill([x, y, grid.cell, grid.cell], colours.ground(place.zone, place.tone));
        if let (Tone::Dark, Some(hatch)) = (place.tone, colours.hatched) {
            let slope = slope(grid.parts().len(), place.zone);
            hatched(canvas, [x, y], grid.cell, slope, hatch);
        }
    }
    coordinates(canvas, grid);
}

/// Draws thin lines that run on from square to square.
fn hatched(canvas: &mut Canvas<'_>, [left, top]: [i32; 2], cell: i32, slope: Slope, colour: Rgb) {
    let assets = canvas.assets;
    for y in top..top + cell {
        for x in (left..left + cell).filter(|&x| is_hatched(assets, slope, x, y)) {
            canvas.fill([x, y, 1, 1], colour);
        }
    }
}

/// Writes the names of files and ranks along the border.
fn coordinates(canvas: &mut Canvas<'_>, grid: &SquareGrid) {
    let assets = canvas.assets;
    let font = Font::bold(assets.size(26.0));
    let half = grid.cell / 2;
    // Names would run into each other on very fine boards.
    if grid.cell < assets.px(26.0) {
        return;
    }
    let left = grid.left - assets.px(26.0);
    let below = grid.top + grid.size()[1] + assets.px(25.0);
    let mut name = |name: String, square: Square, at_left: bool| {
        let Some([x, y]) = grid.corner(square) else { return };
        let at = if at_left { [left, y + half] } else { [x + half, below] };
        canvas.text(&name, font, assets.colours.text, at, Align::Middle);
    };
    for rank in 0..grid.ranks {
        name((u16::from(rank) + 1).to_string(), Square { file: 0, rank }, !grid.is_sideways());
    }
    for file in 0..grid.files.min(26) {
        let letter = char::from(b'a' + file).to_string();
        name(letter, Square { file, rank: 0 }, grid.is_sideways());
    }
}
