//! What hides a part of a board of hexes: a curtain over its rows, and a folding screen that
//! stands on the middle row.

use scene::{Hex, Veil};

use super::grid::HexGrid;
use crate::{
    canvas::{Canvas, LineStyle},
    point::{HALF_SQRT_3, between},
    theme::ScreenColours,
};

/// How high the screen is, in sides of a hex.
const HIGH: f32 = 1.4;
/// How far above the border of the next row the screen stands, in sides of a hex.
const LIFT: f32 = 0.04;

/// The panes of a leaf of the screen: each from one part of its height to another.
const PANES: [[f32; 2]; 3] = [[0.07, 0.42], [0.49, 0.7], [0.77, 0.93]];
/// How wide the frame beside the panes is, as a part of the width of a leaf.
const SIDE: f32 = 0.13;

/// Draws what hides a part of the board, if anything does.
pub(crate) fn render_screen(canvas: &mut Canvas<'_>, grid: &HexGrid) {
    if grid.veil == Veil::None {
        return;
    }
    let colours = ScreenColours::of(canvas.assets.colours);
    let seam = LineStyle::closed((1.4 * canvas.assets.scale.factor()).max(0.6));
    // The middle row is behind the screen.
    let covered = |hex: &Hex| grid.is_hidden(*hex) || grid.height(*hex) == 0;
    for hex in grid.hexes().filter(covered) {
        canvas.area(&grid.corners(hex), colours.curtain);
    }
    for hex in grid.hexes().filter(covered) {
        canvas.line(&grid.corners(hex), seam, colours.seam);
    }
    for hex in grid.hexes().filter(|&hex| grid.height(hex) == 0) {
        leaves(canvas, grid, hex, &colours);
    }
}

/// The two leaves of the screen that stand on a hex, on its lower border.
fn leaves(canvas: &mut Canvas<'_>, grid: &HexGrid, hex: Hex, colours: &ScreenColours) {
    let ([x, y], unit) = (grid.centre(hex), grid.unit);
    let foot = [[-HALF_SQRT_3, 0.5], [0.0, 1.0], [HALF_SQRT_3, 0.5]]
        .map(|[right, down]| [x + right * unit, y + (down - LIFT) * unit]);
    let line = LineStyle::closed((1.6 * canvas.assets.scale.factor()).max(0.7));
    for (leaf, fill) in foot.windows(2).zip([colours.bright, colours.shaded]) {
        // The point at so much of the leaf's width and height.
        let at = |part: f32, high: f32| {
            let [x, y] = between(leaf[0], leaf[1], part);
            [x, y - high * HIGH * unit]
        };
        let area = |[left, low]: [f32; 2], [right, high]: [f32; 2]| {
            [at(left, high), at(right, high), at(right, low), at(left, low)]
        };
        let whole = area([0.0, 0.0], [1.0, 1.0]);
        canvas.area(&whole, colours.frame);
        for [low, high] in PANES {
            canvas.area(&area([SIDE, low], [1.0 - SIDE, high]), fill);
        }
        canvas.line(&whole, line, canvas.assets.colours.edge);
    }
}
