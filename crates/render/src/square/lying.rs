//! A narrow board that lies on its side and fills the picture: above it which game it is and the two plates,
//! the near side's at the left like its half of the board; below it what the last ply did.
//!
//! Places and lengths are those of the picture 960 pixels wide.

use scene::{PlyNote, Scene, Side};

use super::panel::{capitals, head_fonts};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    plate::{FittedName, Swatch, captures, ground, name_line, swatch},
    text::Font,
};

const LEFT: f32 = 34.0;
const RIGHT: f32 = 948.0;
/// The gap between the plates.
const GAP: f32 = 12.0;
/// Where the plates begin, and how high they are; they end above the board.
const PLATES: f32 = 40.0;
const HEIGHT: f32 = 84.0;

/// Draws what stands around the board.
pub(crate) fn render_lying(canvas: &mut Canvas<'_>, scene: &Scene, geometry: &BoardGeometry) {
    let panel = &scene.panel;
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let [bold, regular] = head_fonts(canvas);
    let head = capitals(&[&panel.title, &panel.number]);
    canvas.text(&head, bold, colours.dim_text, [assets.px(LEFT), assets.px(20.0)], Align::Left);
    let at = [assets.px(RIGHT), assets.px(20.0)];
    canvas.text(&capitals(&[&panel.moment]), regular, colours.dim_text, at, Align::Right);
    let width = (RIGHT - LEFT - GAP) / 2.0;
    for (index, side) in panel.sides.iter().take(2).enumerate() {
        let swatch = Swatch::of(side, geometry, panel.sides.len(), index);
        plate(canvas, &panel.sides, (index, swatch), [LEFT + (width + GAP) * index as f32, width]);
    }
    below(canvas, scene);
}

/// Draws a broad plate: the disc, the name over the captures, or beside them if it needs two lines, and the
/// points.
fn plate(
    canvas: &mut Canvas<'_>,
    sides: &[Side],
    (index, disc): (usize, Swatch),
    [left, width]: [f32; 2],
) {
    let side = &sides[index];
    let [_, colour, _] = ground(canvas, side, [left, PLATES, width, HEIGHT]);
    let assets = canvas.assets;
    swatch(canvas, disc, [left + 15.0, PLATES + 24.0], 36.0);
    let (start, middle) = (left + 60.0, PLATES + HEIGHT / 2.0);
    let figure = Font::narrow_bold(assets.size(56.0));
    let score = side.score.map(|score| score.to_string()).unwrap_or_default();
    let at = [assets.px(left + width - 12.0), assets.px(middle)];
    canvas.text(&score, figure, colour, at, Align::Right);
    let room = width - 60.0 - 20.0 - figure.width(&score).max(1.0) / assets.scale.factor();
    let mut name = FittedName::new(canvas, sides, index, &[room]);
    if !name.is_whole {
        let room = if side.captured.is_empty() { room } else { room * 0.64 };
        name = FittedName::new(canvas, sides, index, &[room; 2]);
    }
    let FittedName { font, lines, .. } = name;
    let (first, beside) = match lines.len() {
        0 | 1 => (PLATES + 4.0, [start, PLATES + 40.0, room]),
        _ => (PLATES + 5.0, [start + room * 0.66, PLATES + 21.0, room * 0.34]),
    };
    for (index, line) in lines.iter().enumerate() {
        let top = first + 37.0 * index as f32;
        name_line(canvas, side, (line, font, index == 0), [start, top]);
    }
    let [left, top, room] = beside;
    captures(canvas, &[&side.captured], [left, top], room);
}

/// Writes below the board what the last ply did, and the one before it where a message tells both.
fn below(canvas: &mut Canvas<'_>, scene: &Scene) {
    let panel = &scene.panel;
    let colours = canvas.assets.colours;
    let is_running = panel.is_running();
    let last = panel.plies.last();
    let first = last.map(full_words).unwrap_or_default();
    let before = panel.plies.iter().rev().nth(1).map(full_words).unwrap_or_default();
    let end = if is_running { String::new() } else { joined(&[&panel.headline, &panel.note], " ") };
    let state = joined(&[&end, &panel.state], " · ");
    let size = canvas.assets.size(32.0);
    let (strong, plain) = (Font::narrow_bold(size), Font::narrow(canvas.assets.size(30.0)));
    let mut lines = Vec::new();
    if !before.is_empty() {
        lines.push((before, plain, colours.dim_text));
    }
    if !first.is_empty() {
        lines.push((first, strong, colours.hit));
    }
    if !state.is_empty() {
        lines.push((state, plain, colours.text));
    }
    for ((text, font, colour), middle) in lines.iter().rev().take(2).rev().zip([644.0, 686.0]) {
        let room = canvas.assets.px(RIGHT - LEFT) as f32;
        let at = [canvas.assets.px(LEFT), canvas.assets.px(middle)];
        canvas.text(&font.fit(text, room), *font, *colour, at, Align::Left);
    }
}

/// `Queen c3×c6 · takes a Drone: +2 · the Queen is ben's now`
fn full_words(ply: &PlyNote) -> String {
    let came = ply.came.join(" · ");
    joined(&[&ply.words, &came], " · ")
}

/// What there is of two texts, with something between them.
fn joined(texts: &[&str], between: &str) -> String {
    let texts: Vec<&str> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    texts.join(between)
}
