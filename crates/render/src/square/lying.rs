//! A narrow board that lies on its side and fills the picture: above it which game it is and the two plates,
//! the near side's at the left like its half of the board; below it what the last ply did.
//!
//! Places and lengths are those of the picture 960 pixels wide.

use scene::{Panel, Scene, Side};

use super::panel::{capitals, head_fonts};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    plate::{FittedName, Swatch, captures, ground, name_line, swatch},
    said,
    text::{Font, Harm},
};

const LEFT: f32 = 34.0;
const RIGHT: f32 = 948.0;
/// The gap between the plates.
const GAP: f32 = 12.0;
/// Where the plates begin, and how high they are; they end above the board.
const PLATES: f32 = 40.0;
const HEIGHT: f32 = 84.0;
/// The middles of the lines below the board where there are as many as can be.
const LINES: [f32; 3] = [635.0, 667.0, 699.0];

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
    below(canvas, panel);
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

/// Writes below the board what the last ply did, the one before it where a message tells both and there is room, and
/// how the game ended.
fn below(canvas: &mut Canvas<'_>, panel: &Panel) {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let ways = said::ways(panel);
    let before = panel.plies.iter().rev().nth(1).map(said::in_one_line).unwrap_or_default();
    let size = 30.0;
    let smaller = assets.scale.sizes_from(size).skip(1);
    let smaller = smaller.flat_map(|size| ways.last().map(|way| (size, "", way)));
    let full = ways.first().map(|way| (size, &*before, way));
    let mut best = Vec::new();
    for (size, before, way) in
        full.into_iter().chain(ways.iter().map(|way| (size, "", way))).chain(smaller)
    {
        let [strong, plain] =
            [Font::narrow_bold(assets.size(size + 2.0)), Font::narrow(assets.size(size))];
        let [ply, rest] = [true, false].map(|is_ply| said::paragraph(way, is_ply));
        let texts = [
            (before, plain, colours.dim_text),
            (&*ply, strong, colours.hit),
            (&*rest, plain, colours.text),
        ];
        let room = assets.px(RIGHT - LEFT) as f32;
        let mut harm = Harm::None;
        best.clear();
        for (text, font, colour) in texts {
            let (lines, harmed) = font.lines(text, &[room; LINES.len()]);
            harm = harm.max(harmed);
            best.extend(lines.into_iter().map(|line| (line, font, colour)));
        }
        let most = if before.is_empty() { LINES.len() } else { LINES.len() - 1 };
        if harm == Harm::None && best.len() <= most {
            break;
        }
    }
    let middles = if best.len() < LINES.len() { &[644.0, 686.0][..] } else { &LINES };
    for ((text, font, colour), middle) in best.iter().zip(middles) {
        let at = [assets.px(LEFT), assets.px(*middle)];
        canvas.text(text, *font, *colour, at, Align::Left);
    }
}
