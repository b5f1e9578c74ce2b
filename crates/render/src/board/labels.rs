//! Numbers and chances on the cells of a board.

use scene::{Board, Spot};

use super::geometry::BoardGeometry;
use crate::{
    canvas::{Align, Canvas},
    marks::MarkShape,
    text::Font,
};

/// Draws a number on a medallion at the upper left of a cell.
pub(crate) fn count(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, at: Spot, number: u8) {
    let Some(place) = geometry.place(at) else { return };
    let (cell, colours) = (i32::from(place.size), canvas.assets.colours);
    let size = (cell * 42 / 100).max(1);
    let [x, y] = place.corner.map(|at| at + cell * 2 / 100);
    canvas.mark(MarkShape::Medal, colours.medal, [x, y], size as u16);
    let font = Font::narrow_bold((size * 76 / 100).max(1) as u16);
    let middle = [x + size / 2, y + size / 2];
    canvas.text(&number.to_string(), font, colours.edge, middle, Align::Middle);
}

/// Writes the chance of an attack on a label that covers the foot of the piece: its head tells its
/// kind.
pub(crate) fn odds(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    (at, percent): (Spot, Option<u8>),
) {
    let (Some(place), Some(percent)) = (geometry.place(at), percent) else { return };
    let ([x, y], cell) = (place.corner, i32::from(place.size));
    let colours = canvas.assets.colours;
    let font = Font::narrow_bold((cell * 24 / 108).clamp(1, 2000) as u16);
    let text = format!("{percent}%");
    let width = font.width(&text).ceil() as i32 + (cell * 16 / 108).max(1);
    let height = (cell * 34 / 108).max(1);
    let has_badge = board.pieces.iter().any(|placed| placed.at == at && !placed.badges.is_empty());
    // Where medallions lie at the foot, the label goes up: they say more than the tip of the piece. There it
    // leaves the upper left corner to the name of the cell.
    let inset = cell * 2 / 108;
    let corner = if has_badge {
        [x + cell - width - inset, y + inset]
    } else {
        [x + (cell - width) / 2, y + cell - height - inset]
    };
    canvas.mark(MarkShape::Label(width as u16, height as u16), colours.medal, corner, place.size);
    let centre = [corner[0] + width / 2, corner[1] + height / 2];
    canvas.text(&text, font, colours.edge, centre, Align::Middle);
}
