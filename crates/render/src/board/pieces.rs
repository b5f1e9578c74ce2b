//! The pieces on a board, and the medallions beside them.

use scene::{Badge, Board, Mark, Placed};

use super::{cell::CellPlace, geometry::BoardGeometry};
use crate::{
    assets::BitmapKey,
    canvas::{Align, Canvas},
    marks::MarkShape,
    text::Font,
    theme::Colouring,
};

/// How large a piece on a hex is, as a part of the circle in the hex: the ground shows around it.
const TOKEN: f32 = 0.77;

/// The box in which a piece stands: on slanted cells more than the circle in the cell, with the
/// circle around the tallest piece in the middle.
fn stand(geometry: &BoardGeometry, place: &CellPlace) -> ([i32; 2], u16) {
    // The middle of what is drawn, in parts of its box: pieces on slanted cells stand low in it.
    let (reach, middle) = match geometry {
        BoardGeometry::Squares(_) => return (place.corner, place.size),
        BoardGeometry::Wedges(grid) => (grid.reach(), [0.505, 0.53]),
        BoardGeometry::Hexes(_) => (TOKEN, [0.5, 0.5]),
    };
    let (circle, size) = (f32::from(place.size), f32::from(place.size) * reach);
    let corner = |at: i32, middle: f32| (at as f32 + circle / 2.0 - size * middle).round() as i32;
    let [x, y] = place.corner;
    ([corner(x, middle[0]), corner(y, middle[1])], size as u16)
}

/// Draws a piece and its medallions; one in check has a rim in every theme.
pub(crate) fn render_piece(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    placed: &Placed,
) {
    let Some(place) = geometry.place(placed.at) else { return };
    let ([x, y], size) = stand(geometry, &place);
    let colouring = Colouring::of(placed.piece.shade);
    let sprite = canvas.assets.sprite(&placed.piece.sprite);
    let is_checked = board.marks.contains(&Mark::Check(placed.at));
    let key = if is_checked { BitmapKey::Rimmed } else { BitmapKey::Standing };
    canvas.put(key(sprite, colouring, size), x, y);
    let places = badge_places([x, y], size.into(), placed.badges.len());
    for ([x, y, size, _], badge) in places.into_iter().zip(&placed.badges) {
        medallion(canvas, [x, y], size, badge);
    }
}

/// How much of what it covers a man hides who was just taken, and one whose fall decided the game, of 255.
const GHOST: u8 = 89;
const FALLEN: u8 = 140;

/// Draws the men whom the last ply took, faintly and a little aside of whoever stands there now; one whose fall
/// decided the game lies. Where whoever stands there leaves no room beside him, nothing is drawn.
pub(crate) fn render_gone(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board) {
    for gone in &board.gone {
        let Some(place) = geometry.place(gone.at) else { continue };
        let ([x, y], size) = stand(geometry, &place);
        let is_free = !board.pieces.iter().any(|placed| placed.at == gone.at);
        if !is_free && !matches!(geometry, BoardGeometry::Squares(_)) {
            continue;
        }
        let sprite = canvas.assets.sprite(&gone.piece.sprite);
        let colouring = Colouring::of(gone.piece.shade);
        let aside = if is_free { 0 } else { i32::from(size) * 22 / 100 };
        let key = if gone.lies { BitmapKey::Lying } else { BitmapKey::Sprite };
        let part = if gone.lies { FALLEN } else { GHOST };
        let rows = [y, y + i32::from(size)];
        canvas.paler_within(rows, part, |canvas| {
            canvas.put(key(sprite, colouring, size), x + aside, y)
        });
    }
}

/// Returns where the medallions of a piece lie: left, top, width and height of each.
pub(super) fn badge_boxes(geometry: &BoardGeometry, placed: &Placed) -> Vec<[i32; 4]> {
    let Some(place) = geometry.place(placed.at) else { return Vec::new() };
    let (corner, size) = stand(geometry, &place);
    badge_places(corner, size.into(), placed.badges.len())
}

/// The places of medallions in a row that ends at the square's lower right. Two overlap a little;
/// more are smaller, so that each stays whole.
fn badge_places([x, y]: [i32; 2], cell: i32, count: usize) -> Vec<[i32; 4]> {
    let n = count as i32;
    let whole = cell * 104 / 108;
    let size = if n > 2 { whole / n } else { cell * 46 / 108 };
    let room = whole - size;
    let step = if n > 2 { size } else { size * 78 / 100 };
    let [right, low] = [x, y].map(|at| at + room + cell * 2 / 108);
    (0..n).rev().map(|behind| [right - step * behind, low, size, size]).collect()
}

/// Draws a medallion with the head of a piece, or with its letter where the theme has letters.
fn medallion(canvas: &mut Canvas<'_>, [x, y]: [i32; 2], size: i32, badge: &Badge) {
    let colours = canvas.assets.colours;
    let box_size = size.max(1) as u16;
    canvas.mark(MarkShape::Medal, colours.medal, [x, y], box_size);
    if colours.letters {
        let font = Font::bold((box_size * 7 / 10).max(1));
        // Letters are capitals, because a small l could be taken for something else.
        let letter = badge.letter.to_uppercase().to_string();
        canvas.text(&letter, font, colours.edge, [x + size / 2, y + size / 2], Align::Middle);
        return;
    }
    let colouring = Colouring::of(badge.piece.shade);
    let inner = size * 66 / 100;
    let inset = (size - inner) / 2;
    let key =
        BitmapKey::Head(canvas.assets.sprite(&badge.piece.sprite), colouring, inner.max(1) as u16);
    canvas.put(key, x + inset, y + inset);
}
