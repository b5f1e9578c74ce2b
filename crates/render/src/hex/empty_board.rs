//! Empty boards of hexes: three tones, and the names along the border.

use super::{grid::HexGrid, screen};
use crate::{
    assets::Assets,
    canvas::{Align, Canvas, LineStyle},
    point::{HALF_SQRT_3, Point, pixel},
    text::Font,
    theme::Tone,
};

/// Returns `true` if a pixel of a hex has colour where tones alone would not print: lines, dots, nothing.
fn is_hatched(assets: &Assets, tone: Tone, x: i32, y: i32) -> bool {
    let (period, weight) = (assets.px(9.0).max(3), assets.px(2.0).max(1));
    match tone {
        Tone::Light => false,
        Tone::Middle => {
            let shift = if y.div_euclid(period) % 2 == 0 { 0 } else { period / 2 };
            (x + shift).rem_euclid(period) < weight && y.rem_euclid(period) < weight
        }
        Tone::Dark => (x + y).rem_euclid(period) < weight,
    }
}

/// How far from the middle of the last hex of a row its number stands, in sides of a hex.
const NUMBER: f32 = 1.27;
/// How far from the middle of the last hex of a file its letter stands, in sides of a hex.
const LETTER: f32 = 1.15;
/// The longest edge of a board that has room for names.
const FINEST: u8 = 8;

/// Draws the board without anything on it.
pub(crate) fn render_empty(canvas: &mut Canvas<'_>, grid: &HexGrid) {
    let colours = canvas.assets.colours;
    let rim = (2.0 * canvas.assets.scale.factor()).max(1.0);
    for hex in grid.hexes() {
        canvas.line(&grid.corners(hex), LineStyle::closed(2.0 * rim), colours.edge);
    }
    for hex in grid.hexes() {
        let tone = grid.tone(hex);
        canvas.area(&grid.corners(hex), colours.ground(None, tone));
        if let Some(colour) = colours.hatched {
            let assets = canvas.assets;
            canvas.area_where(&grid.corners(hex), colour, |x, y| is_hatched(assets, tone, x, y));
        }
    }
    for hex in grid.hexes() {
        outline(canvas, &grid.corners(hex));
    }
    screen::render_screen(canvas, grid);
}

/// Writes the names along the border.
pub(crate) fn render_coordinates(canvas: &mut Canvas<'_>, grid: &HexGrid) {
    let (font, colour) = (name_font(canvas.assets), canvas.assets.colours.text);
    for (name, at) in names(grid) {
        canvas.text(&name, font, colour, pixel(at), Align::Middle);
    }
}

/// The line between a hex and its neighbours.
pub(crate) fn outline(canvas: &mut Canvas<'_>, corners: &[Point]) {
    let between = LineStyle::closed((1.4 * canvas.assets.scale.factor()).max(0.6));
    canvas.line(corners, between, canvas.assets.colours.edge);
}

/// The font of the names along the border.
pub(crate) fn name_font(assets: &Assets) -> Font {
    Font::narrow_bold(assets.size(27.0))
}

/// The names along the border and their middles: numbers at the right ends of the rows, letters in
/// line with the files at their lower ends. None on very fine boards, where they would run into
/// each other.
pub(crate) fn names(grid: &HexGrid) -> Vec<(String, Point)> {
    let mut names = Vec::new();
    for hex in grid.hexes().filter(|_| grid.edge <= FINEST) {
        let name = hex.to_string();
        let ([x, y], (letter, number)) = (grid.centre(hex), name.split_at(1));
        if grid.beside(hex, 1, 0).is_none() {
            // Longer numbers begin as far from the board as short ones.
            let longer = 0.17 * (number.len() as f32 - 1.0);
            names.push((number.to_owned(), [x + (NUMBER + longer) * grid.unit, y]));
        }
        if grid.beside(hex, 0, -1).is_none() {
            let away = LETTER * grid.unit;
            names.push((letter.to_owned(), [x - 0.5 * away, y + HALF_SQRT_3 * away]));
        }
    }
    names
}
