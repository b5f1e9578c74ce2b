//! Empty boards of squares: squares, canals, and names along the border.

use scene::{Spot, Square};

use super::{canals::render_waves, grid::SquareGrid};
use crate::{
    board::{BoardGeometry, Slope, is_hatched, slope, zone_pattern},
    canvas::{Align, Canvas},
    text::Font,
    theme::{Rgb, Tone},
};

/// The depth of the strip along the outer edge of a zone, at the default width.
const STRIP: f32 = 16.0;

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
        let areas: Vec<[i32; 4]> = zones(grid).map(|(area, _)| area).collect();
        for &[left, top, width, height] in &areas {
            canvas.fill(around([left, top], [width, height]), colours.edge);
        }
        render_waves(canvas, &areas, grid.canal);
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
    let deep = canvas.assets.px(STRIP).min(grid.cell / 2);
    for (area, zone) in zones(grid) {
        zone_pattern(canvas, zone, outer_strip(grid, area, deep));
    }
}

/// The zones of the board, each by its left, top, width and height, and its number; none on a plain board.
fn zones(grid: &SquareGrid) -> impl Iterator<Item = ([i32; 4], usize)> {
    grid.parts().into_iter().filter_map(|(first, [files, ranks])| {
        let last = Square { file: first.file + files - 1, rank: first.rank + ranks - 1 };
        let (one, other) = (grid.corner(first)?, grid.corner(last)?);
        let [left, top] = [0, 1].map(|axis| one[axis].min(other[axis]));
        let [right, bottom] = [0, 1].map(|axis| one[axis].max(other[axis]) + grid.cell);
        Some(([left, top, right - left, bottom - top], grid.zone(first)?))
    })
}

/// The strip along the outer edge of a zone, `deep` pixels deep: at the upper or lower edge of the board, or at its
/// left or right where the zone is as high as the board.
fn outer_strip(grid: &SquareGrid, [left, top, width, height]: [i32; 4], deep: i32) -> [i32; 4] {
    let is_high = height == grid.size()[1];
    let is_first = if is_high { left == grid.left } else { top == grid.top };
    match (is_high, is_first) {
        (true, true) => [left, top, deep, height],
        (true, false) => [left + width - deep, top, deep, height],
        (false, true) => [left, top, width, deep],
        (false, false) => [left, top + height - deep, width, deep],
    }
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
pub(crate) fn render_coordinates(canvas: &mut Canvas<'_>, grid: &SquareGrid) {
    let assets = canvas.assets;
    let font = Font::narrow_bold(assets.size(29.0));
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
