//! Numbers and chances on the cells of a board.

use scene::{Board, Spot};

use super::{cell::CellPlace, geometry::BoardGeometry, occupancy::Occupancy};
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

/// The sizes that the letters of a chance may have, the best first, in parts of a square whose side is 108.
const ODDS: [i32; 3] = [24, 22, 20];
/// How far around a cell its chance may reach, in sides of the cell.
const ODDS_REACH: f32 = 0.4;

/// Writes the chance of an attack on a label over the base of the piece: its head tells its kind. Where
/// medallions lie, or heads of others reach, the label moves as little as it must.
pub(crate) fn odds(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    (at, percent): (Spot, Option<u8>),
) {
    let (Some(place), Some(percent)) = (geometry.place(at), percent) else { return };
    let around = Occupancy::around(canvas.assets, geometry, board, &[at], ODDS_REACH);
    let Some(mut occupancy) = around else { return };
    let cell = i32::from(place.size);
    occupancy.spare_base([place.corner[0], place.corner[1], cell, cell]);
    // The upper left corner is for the name of a cell.
    let goals = board.marks.iter().filter_map(|mark| geometry.place(mark.goal()?));
    goals.for_each(|goal| {
        let [x, y] = goal.corner;
        occupancy.add([x, y, cell * 30 / 100, cell * 20 / 100]);
    });
    occupancy.sum_up();
    let text = format!("{percent}%");
    let forms = ODDS.map(|letters| {
        let font = Font::narrow_bold((cell * letters / 108).clamp(1, 2000) as u16);
        let width = font.width(&text).ceil() as i32 + (cell * 13 / 108).max(1);
        (font, [width, (cell * (letters + 2) / 108).max(1)])
    });
    let places = forms.iter().enumerate().flat_map(|(form, (_, size))| {
        odds_places(&place, *size).map(move |(away, area)| ((form, away), area))
    });
    let Some(((form, _), [x, y, width, height])) = occupancy.cheapest(places) else { return };
    let (font, _) = forms[form];
    let colours = canvas.assets.colours;
    let shape = MarkShape::Label(width as u16, height as u16);
    canvas.mark(shape, colours.medal, [x, y], place.size);
    let centre = [x + width / 2, y + height / 2];
    canvas.text(&text, font, colours.edge, centre, Align::Middle);
}

/// Returns where the chance of an attack on a cell may stand, and how far that is from the best place: at the foot of
/// the cell, and all around it.
fn odds_places(
    place: &CellPlace,
    [width, height]: [i32; 2],
) -> impl Iterator<Item = (i32, [i32; 4])> {
    let cell = i32::from(place.size);
    let step = (cell / 54).max(1);
    let [left, top] = place.corner.map(|corner| corner + cell);
    let foot = [left - (cell + width) / 2, top - height + step];
    let (aside, up, below) = (cell / 2 / step, cell / step, cell / 16 / step);
    let around =
        (-aside..=aside).flat_map(move |right| (-up..=below).map(move |down| [right, down]));
    [[0, 0]].into_iter().chain(around).map(move |[right, down]| {
        let area = [foot[0] + right * step, foot[1] + down * step, width, height];
        (right * right + down * down, area)
    })
}
