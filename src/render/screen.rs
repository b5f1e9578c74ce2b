//! What hides a part of a board of hexes: a curtain over its rows, and a folding screen that
//! stands on the middle row.

use super::border::{HALF_ROOT, between};
use super::canvas::Canvas;
use super::hive::Hive;
use super::ink::Line;
use super::theme::{Colours, Rgb};
use crate::scene::{Hex, Veil};

/// How high the screen is, and how far above the border of the next row it stands, in sides of a
/// hex.
const HIGH: f32 = 1.4;
const LIFT: f32 = 0.04;
/// The panes of a leaf: from which part of its height to which; and how wide its frame is beside
/// them.
const PANES: [[f32; 2]; 3] = [[0.07, 0.42], [0.49, 0.7], [0.77, 0.93]];
const SIDE: f32 = 0.13;

/// The colours of a curtain and of the leaves of a screen: those turned to the light, the others,
/// and their frames.
pub(super) struct Cloth {
    pub curtain: Rgb,
    pub seam: Rgb,
    pub bright: Rgb,
    pub shaded: Rgb,
    pub frame: Rgb,
}

impl Cloth {
    pub(super) fn of(colours: &Colours) -> Self {
        let leaf = colours.light.under(colours.medal, 90);
        // On a bright margin the covered rows are darker than it, on a dark one brighter.
        let (curtain, seam) = if colours.margin.is_bright() {
            (colours.dark.under(colours.edge, 45), colours.dark)
        } else {
            (colours.dark.under(colours.margin, 150), colours.dark.under(colours.margin, 195))
        };
        Self {
            curtain,
            seam,
            bright: leaf,
            shaded: colours.light.under(colours.dark, 140),
            frame: colours.dark.under(colours.edge, 110),
        }
    }
}

/// Hides what the veil hides.
pub(super) fn draw(canvas: &mut Canvas<'_>, hive: &Hive) {
    if hive.veil == Veil::None {
        return;
    }
    let cloth = Cloth::of(canvas.kit.colours);
    let seam = Line::closed((1.4 * canvas.kit.scale.factor()).max(0.6));
    // The middle row is behind the screen.
    let covered = |hex: &Hex| hive.is_hidden(*hex) || hive.height(*hex) == 0;
    for hex in hive.hexes().filter(covered) {
        canvas.area(&hive.corners(hex), cloth.curtain);
    }
    for hex in hive.hexes().filter(covered) {
        canvas.line(&hive.corners(hex), seam, cloth.seam);
    }
    for hex in hive.hexes().filter(|&hex| hive.height(hex) == 0) {
        leaves(canvas, hive, hex, &cloth);
    }
}

/// The two leaves of the screen that stand on a hex, on its lower border.
fn leaves(canvas: &mut Canvas<'_>, hive: &Hive, hex: Hex, cloth: &Cloth) {
    let ([x, y], unit) = (hive.centre(hex), hive.unit);
    let foot = [[-HALF_ROOT, 0.5], [0.0, 1.0], [HALF_ROOT, 0.5]]
        .map(|[right, down]| [x + right * unit, y + (down - LIFT) * unit]);
    let line = Line::closed((1.6 * canvas.kit.scale.factor()).max(0.7));
    for (leaf, fill) in foot.windows(2).zip([cloth.bright, cloth.shaded]) {
        // The point at so much of the leaf's width and height.
        let at = |part: f32, high: f32| {
            let [x, y] = between(leaf[0], leaf[1], part);
            [x, y - high * HIGH * unit]
        };
        let area = |[left, low]: [f32; 2], [right, high]: [f32; 2]| {
            [at(left, high), at(right, high), at(right, low), at(left, low)]
        };
        let whole = area([0.0, 0.0], [1.0, 1.0]);
        canvas.area(&whole, cloth.frame);
        for [low, high] in PANES {
            canvas.area(&area([SIDE, low], [1.0 - SIDE, high]), fill);
        }
        canvas.line(&whole, line, canvas.kit.colours.edge);
    }
}
