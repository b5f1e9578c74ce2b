//! The panel at the right of a board of squares: which game it is, the sides on their plates, and between them
//! or below them what the last ply did.
//!
//! Places and lengths are those of the picture 960 pixels wide. No letter in the panel is smaller than 30.

use scene::{Panel, Scene, Side};

use super::told::{NEEDED, Told, render_told};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    layout::Layout,
    plate::{LINES, Plate, Swatch},
    text::Font,
};

pub(crate) const LEFT: f32 = 714.0;
pub(crate) const RIGHT: f32 = 950.0;
const TOP: f32 = 12.0;
const BOTTOM: f32 = 708.0;
/// The height of the two lines above the plates.
const HEAD: f32 = 72.0;
/// The gap between plates.
const GAP: f32 = 7.0;
/// More plates would not be read.
const MOST: usize = 4;

/// Draws the panel: of two sides the far one above and the near one below, of more one below the other.
pub(crate) fn render_panel(
    canvas: &mut Canvas<'_>,
    scene: &Scene,
    geometry: &BoardGeometry,
    layout: Layout,
) {
    let sides = &scene.panel.sides;
    head(canvas, &scene.panel);
    let swatch = |index: usize, side: &Side| Swatch::of(side, geometry, sides.len(), index);
    let numbered = || sides.iter().take(MOST).enumerate().map(|(n, side)| (n, swatch(n, side)));
    let of_lines = |lines: usize| -> Vec<Plate<'_>> {
        numbered().map(|side| Plate::new(canvas, sides, side, (RIGHT - LEFT, lines))).collect()
    };
    let mut plates = of_lines(LINES + 1);
    let (mut top, mut bottom) = (TOP + HEAD, BOTTOM);
    let free = |plates: &[Plate<'_>]| {
        bottom - top - plates.iter().map(|plate| plate.height() + GAP).sum::<f32>()
    };
    let ways = || Told::ways(canvas, scene, RIGHT - LEFT);
    let Some(mut told) = ways().next() else { return };
    if !told.fits(free(&plates), 0) {
        plates = of_lines(LINES);
    }
    if free(&plates) < 0.0 {
        let dense = |side| Plate::dense(canvas, sides, side, (RIGHT - LEFT, LINES, false));
        plates = numbered().map(dense).collect();
    }
    if !told.fits(free(&plates), NEEDED) {
        // Captures give way to words.
        plates = plates.into_iter().map(Plate::with_one_row).collect();
        let fits = ways().find(|told| told.fits(free(&plates), NEEDED));
        told = fits.or_else(|| ways().last()).unwrap_or(told);
    }
    match (layout, plates.as_slice()) {
        (Layout::Pair, [near, far]) => {
            far.render(canvas, [LEFT, top]);
            top += far.height() + GAP;
            bottom -= near.height();
            near.render(canvas, [LEFT, bottom]);
            bottom -= GAP;
        }
        (_, plates) => {
            // From the upper left of the board on, clockwise, so that the near one stands last.
            let order = plates.iter().skip(1).chain(plates.first());
            for plate in order {
                plate.render(canvas, [LEFT, top]);
                top += plate.height() + GAP;
            }
        }
    }
    render_told(canvas, &told, [LEFT, top, RIGHT, bottom]);
}

/// Writes which game it is and how far it is.
fn head(canvas: &mut Canvas<'_>, panel: &Panel) {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let room = assets.px(RIGHT - LEFT - 12.0) as f32;
    let [bold, regular] = head_fonts(canvas);
    let whole = capitals(&[&panel.title, &panel.number]);
    let [first, second] = if bold.width(&whole) <= room {
        [whole, capitals(&[&panel.moment])]
    } else {
        [capitals(&[&panel.title]), capitals(&[&panel.number, &panel.moment])]
    };
    for (text, font, middle) in [(first, bold, 30.0), (second, regular, 64.0)] {
        let at = [assets.px(LEFT + 10.0), assets.px(middle)];
        canvas.text(&font.fit(&text, room), font, colours.dim_text, at, Align::Left);
    }
}

/// The fonts in which a picture says which game it is, and how far.
pub(super) fn head_fonts(canvas: &Canvas<'_>) -> [Font; 2] {
    let size = canvas.assets.size(30.0);
    [Font::narrow_bold(size), Font::narrow(size)]
}

/// What there is of some words in capitals, with blanks between them.
pub(crate) fn capitals(words: &[&str]) -> String {
    let words: Vec<String> =
        words.iter().filter(|word| !word.is_empty()).map(|word| word.to_uppercase()).collect();
    words.join(" ")
}
