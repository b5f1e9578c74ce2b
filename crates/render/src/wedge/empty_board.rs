//! Empty boards of wedges: cells, canals, and the names of zones and lines.

use scene::Cell;

use super::grid::WedgeGrid;
use crate::{
    board::{BoardGeometry, is_hatched, slope, zone_area},
    canvas::{Align, Canvas, LineStyle},
    point::{Point, pixel},
    text::Font,
    theme::Tone,
};

/// The depth of the strips along the outer edges of a zone, at the default width.
const STRIP: f32 = 12.0;
/// The size of the letter of a zone.
pub(super) const LETTER: f32 = 34.0;

/// Draws the board without anything on it.
pub(crate) fn render_empty(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, grid: &WedgeGrid) {
    let (colours, factor) = (canvas.assets.colours, canvas.assets.scale.factor());
    let rim = (3.0 * factor).max(1.0);
    for zone in 0..grid.zones {
        canvas.area(&grid.canal(zone, grid.bank), colours.water);
    }
    for zone in 0..grid.zones {
        canvas.line(&grid.outline(zone), LineStyle::closed(2.0 * rim), colours.edge);
        canvas.area(&grid.outline(zone), colours.ground(Some(zone.into()), Tone::Dark));
    }
    for cell in grid.cells() {
        let Some(place) = geometry.place(cell.into()) else { continue };
        let corners = grid.corners(cell);
        if place.tone != Tone::Dark {
            canvas.area(&corners, colours.ground(place.zone, place.tone));
        } else if let Some(colour) = colours.hatched {
            let slope = slope(grid.zones.into(), place.zone);
            let assets = canvas.assets;
            canvas.area_where(&corners, colour, |x, y| is_hatched(assets, slope, x, y));
        }
    }
    for zone in 0..grid.zones {
        for (corners, along) in grid.outer_strips(zone, STRIP * factor) {
            zone_area(canvas, zone.into(), &corners, along);
        }
    }
}

/// Writes the numbers of the lines at the seams, and the letters of the zones.
pub(crate) fn render_coordinates(canvas: &mut Canvas<'_>, grid: &WedgeGrid) {
    let colours = canvas.assets.colours;
    let font = Font::narrow_bold(canvas.assets.size(26.0));
    let colour = if colours.water.is_bright() { colours.edge } else { colours.text };
    for (number, at) in line_numbers(grid) {
        canvas.text(&number.to_string(), font, colour, pixel(at), Align::Middle);
    }
    for zone in 0..grid.zones {
        zone_letter(canvas, grid, zone);
    }
}

/// The numbers of the lines that begin at each seam, and their middles: v of the zone before it, u
/// of the zone after.
pub(crate) fn line_numbers(grid: &WedgeGrid) -> impl Iterator<Item = (u8, Point)> {
    (0..grid.zones).flat_map(move |zone| {
        (1..=4_u8).map(move |number| (number, grid.on_seam(zone, f32::from(number) - 0.5)))
    })
}

/// Writes the letter of a zone, outside the edge where u is 4.
fn zone_letter(canvas: &mut Canvas<'_>, grid: &WedgeGrid, zone: u8) {
    let assets = canvas.assets;
    let letter = Cell { zone, u: 1, v: 1 }.to_string().chars().take(1).collect::<String>();
    let at = pixel(letter_place(grid, zone, assets.scale.factor()));
    let font = Font::narrow_bold(assets.size(LETTER));
    canvas.text(&letter, font, assets.colours.dim_text, at, Align::Middle);
}

/// The middle of the letter of a zone.
pub(super) fn letter_place(grid: &WedgeGrid, zone: u8, factor: f32) -> Point {
    // Not in the middle of the edge: there the facts in the corners need the room.
    let [x, y] = grid.point(zone, 4.0, 1.0);
    let [right, down] = grid.outward(zone);
    let out = 22.0 * factor;
    [x + right * out, y + down * out]
}
