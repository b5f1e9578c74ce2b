//! The panel at the right of a board of squares: which game it is, the sides on their plates, and between them
//! or below them what the last ply did.
//!
//! Places and lengths are those of the picture 960 pixels wide. No letter in the panel is smaller than 30.

use scene::{Panel, Scene, Side};

use super::told::{NEEDED, SIZE, Told, render_told};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    layout::Layout,
    plate::{LINES, Plate, Swatch},
    said,
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
    head(canvas, &scene.panel);
    let (top, bottom) = (TOP + HEAD, BOTTOM);
    let room = bottom - top;
    let (plates, told) = if layout == Layout::Pair {
        pair(canvas, scene, geometry, room)
    } else {
        list(canvas, scene, geometry, room)
    };
    let (mut top, mut bottom) = (top, bottom);
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
    if let Some(told) = told {
        render_told(canvas, &told, [LEFT, top, RIGHT, bottom]);
    }
}

/// How plates are laid out.
#[derive(Clone, Copy)]
enum Plates {
    /// With names on so many lines at most.
    Usual(usize),
    /// With little room, and names on so many lines at most.
    Dense(usize),
}

/// The plates of a panel.
fn plates<'s>(
    canvas: &Canvas<'_>,
    sides: &'s [Side],
    geometry: &BoardGeometry,
    how: Plates,
) -> Vec<Plate<'s>> {
    let plate = |(index, side): (usize, &Side)| {
        let one = (index, Swatch::of(side, geometry, sides.len(), index));
        match how {
            Plates::Usual(lines) => Plate::new(canvas, sides, one, (RIGHT - LEFT, lines)),
            Plates::Dense(lines) => Plate::dense(canvas, sides, one, (RIGHT - LEFT, lines, false)),
        }
    };
    sides.iter().take(MOST).enumerate().map(plate).collect()
}

/// How much of a height plates leave.
fn free(room: f32, plates: &[Plate<'_>]) -> f32 {
    room - plates.iter().map(|plate| plate.height() + GAP).sum::<f32>()
}

/// The plates of two sides, and what is told between them.
fn pair<'s>(
    canvas: &Canvas<'_>,
    scene: &'s Scene,
    geometry: &BoardGeometry,
    room: f32,
) -> (Vec<Plate<'s>>, Option<Told>) {
    let plates = |how| plates(canvas, &scene.panel.sides, geometry, how);
    let mut pair = plates(Plates::Usual(LINES + 1));
    let ways = || Told::ways(canvas, scene, RIGHT - LEFT);
    let Some(told) = ways().next() else { return (pair, None) };
    if !told.fits(free(room, &pair), 0) {
        pair = plates(Plates::Usual(LINES));
    }
    if free(room, &pair) < 0.0 {
        pair = plates(Plates::Dense(LINES));
    }
    if told.fits(free(room, &pair), NEEDED) {
        return (pair, Some(told));
    }
    // Captures give way to words.
    let pair: Vec<Plate<'_>> = pair.into_iter().map(Plate::with_one_row).collect();
    let fits = ways().find(|told| told.fits(free(room, &pair), NEEDED));
    let told = fits.or_else(|| ways().last());
    (pair, told)
}

/// The plates of more sides, and what is told below them: names give up their second line before words are lost.
fn list<'s>(
    canvas: &Canvas<'_>,
    scene: &'s Scene,
    geometry: &BoardGeometry,
    room: f32,
) -> (Vec<Plate<'s>>, Option<Told>) {
    let ways = said::ways(&scene.panel);
    let mut best = (Vec::new(), None);
    let sizes = canvas.assets.scale.sizes_from(SIZE).skip(1).collect::<Vec<_>>();
    for how in [Plates::Usual(LINES), Plates::Dense(LINES), Plates::Dense(1)] {
        let plates = plates(canvas, &scene.panel.sides, geometry, how);
        let free = free(room, &plates);
        // The last way gives up words, which is the last resort.
        let tried =
            if matches!(how, Plates::Usual(_)) { 1 } else { ways.len().saturating_sub(1).max(1) };
        let usual = ways.iter().take(tried).map(|way| (way, SIZE));
        let smaller = sizes.iter().filter(|_| matches!(how, Plates::Dense(1)));
        let smaller = smaller
            .flat_map(|size| ways[ways.len().saturating_sub(2)..].iter().map(|way| (way, *size)));
        let mut told = None;
        for way in usual.chain(smaller) {
            let one = Told::said(canvas, scene, RIGHT - LEFT, way);
            let fits = one.fits(free, NEEDED);
            told = Some(one);
            if fits {
                return (plates, told);
            }
        }
        best = (plates, told);
    }
    best
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
