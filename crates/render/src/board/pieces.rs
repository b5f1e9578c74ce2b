//! The pieces on a board, and the badges beside them.

use scene::{Badge, Board, Gone, Mark, Placed, Spot};

use super::{
    cell::{Area, CellPlace, covered, sign_box},
    geometry::BoardGeometry,
};
use crate::{
    assets::{Assets, BitmapKey},
    canvas::{Align, Canvas},
    marks::MarkShape,
    point::{Point, between, distance, pixel},
    text::Font,
    theme::Colouring,
};

/// How large a piece on a hex is, as a part of the circle in the hex: the ground shows around it.
const TOKEN: f32 = 0.77;

/// The side of a piece's box, in circles of its cell, and the middle of what is drawn, in parts of the box: on slanted
/// cells more than the circle in the cell, with the circle around the tallest piece in the middle, since pieces there
/// stand low in their boxes.
const fn standing_in(geometry: &BoardGeometry) -> (f32, Point) {
    match geometry {
        BoardGeometry::Squares(_) => (1.0, [0.5, 0.5]),
        BoardGeometry::Wedges(grid) => (grid.reach(), [0.505, 0.53]),
        BoardGeometry::Hexes(_) => (TOKEN, [0.5, 0.5]),
    }
}

/// The box in which a piece stands: its upper left corner and its side.
pub(super) fn stand(geometry: &BoardGeometry, place: &CellPlace) -> ([i32; 2], u16) {
    let (reach, middle) = standing_in(geometry);
    let (circle, size) = (f32::from(place.size), f32::from(place.size) * reach);
    let corner = |at: i32, middle: f32| (at as f32 + circle / 2.0 - size * middle).round() as i32;
    let [x, y] = place.corner;
    ([corner(x, middle[0]), corner(y, middle[1])], size as u16)
}

/// The measures from which [`stand`] makes the box of every piece on a board: the circle in its cell, the box in such
/// circles, and where in the box the middle of the cell lies, in parts of its side.
pub(crate) fn man_measures(geometry: &BoardGeometry) -> [f32; 4] {
    let (reach, [across, down]) = standing_in(geometry);
    let circle = match geometry {
        BoardGeometry::Squares(grid) => grid.cell as f32,
        BoardGeometry::Wedges(grid) => grid.circle(),
        BoardGeometry::Hexes(grid) => grid.circle(),
    };
    [circle, reach, across, down]
}

/// Draws a piece and its badges; one in check has a rim in every theme.
pub(crate) fn render_piece(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    placed: &Placed,
) {
    let Some((key, [x, y], size)) = shown(canvas.assets, geometry, board, placed) else { return };
    canvas.put(key, x, y);
    badges(canvas, [x, y], size.into(), &placed.badges);
}

/// The bitmap of a piece, and the box in which it is drawn: its upper left corner and its side.
fn shown(
    assets: &Assets,
    geometry: &BoardGeometry,
    board: &Board,
    placed: &Placed,
) -> Option<(BitmapKey, [i32; 2], u16)> {
    let (corner, size) = stand(geometry, &geometry.place(placed.at)?);
    Some((standing(assets, board, placed, size), corner, size))
}

/// The bitmap of a piece in a box.
pub(super) fn standing(assets: &Assets, board: &Board, placed: &Placed, size: u16) -> BitmapKey {
    let sprite = assets.sprite(&placed.piece.sprite);
    let is_checked = board.marks.contains(&Mark::Check(placed.at));
    let key = if is_checked { BitmapKey::Rimmed } else { BitmapKey::Standing };
    key(sprite, Colouring::of(placed.piece.shade), size)
}

/// Returns how far from the middle of a cell the outline of the piece there lies towards a point, in pixels;
/// `None` if no piece stands there.
pub(super) fn outline(
    canvas: &Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    at: Spot,
    towards: Point,
) -> Option<f32> {
    let placed = board.pieces.iter().find(|placed| placed.at == at)?;
    let (key, [x, y], size) = shown(canvas.assets, geometry, board, placed)?;
    let bitmap = canvas.assets.bitmap(key);
    let middle = geometry.centre(at)?;
    let far = distance(middle, towards).max(1.0);
    let is_covered = |reach: &f32| {
        let [right, down] = pixel(between(middle, towards, reach / far));
        bitmap.covers([right - x, down - y])
    };
    (0..=size).rev().map(f32::from).find(is_covered)
}

/// The most badges that are medallions; more of them share a pill.
const MOST_MEDALS: usize = 2;

/// Draws the badges at the lower right of a box: a medallion each, or their letters on one pill.
fn badges(canvas: &mut Canvas<'_>, corner: [i32; 2], cell: i32, badges: &[Badge]) {
    let areas = badge_areas(corner, cell, badges);
    if badges.len() <= MOST_MEDALS {
        for (area, badge) in areas.into_iter().zip(badges) {
            medallion(canvas, area, badge);
        }
    } else if let [[x, y, width, height]] = areas[..] {
        let colours = canvas.assets.colours;
        let shape = MarkShape::Label(width as u16, height as u16);
        canvas.mark(shape, colours.medal, [x, y], cell.max(1) as u16);
        let (font, text) = pill(cell, badges);
        canvas.text(&text, font, colours.edge, [x + width / 2, y + height / 2], Align::Middle);
    }
}

/// How much of what it covers a man hides who was just taken, of 255.
const GHOST: u8 = 89;

/// Draws the men whom the last ply took, faintly and a little aside of whoever stands there now. Where whoever
/// stands there leaves no room beside him, nothing is drawn.
pub(crate) fn render_gone(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board) {
    for gone in board.gone.iter().filter(|gone| !gone.lies) {
        let Some(place) = geometry.place(gone.at) else { continue };
        let ([x, y], size) = stand(geometry, &place);
        let is_free = !board.pieces.iter().any(|placed| placed.at == gone.at);
        if !is_free && !matches!(geometry, BoardGeometry::Squares(_)) {
            continue;
        }
        let sprite = canvas.assets.sprite(&gone.piece.sprite);
        let colouring = Colouring::of(gone.piece.shade);
        let aside = if is_free { 0 } else { i32::from(size) * 22 / 100 };
        let rows = [y, y + i32::from(size)];
        canvas.paler(&mut Vec::new(), rows, GHOST, |canvas| {
            canvas.put(BitmapKey::Sprite(sprite, colouring, size), x + aside, y)
        });
    }
}

/// How large the box is in which a man lies, in parts of his cell: alone, and before whoever took him: at his feet,
/// beside his head, and on cells that are no squares.
const FALLEN_ALONE: f32 = 0.7;
const FALLEN_LOW: f32 = 0.48;
const FALLEN_HIGH: f32 = 0.38;
const FALLEN_TOKEN: f32 = 0.42;

/// Draws the man whose fall decided the game: he lies before whoever stands there now.
pub(super) fn render_fallen(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board) {
    for (gone, [x, y, size, _]) in fallen(geometry, board) {
        let sprite = canvas.assets.sprite(&gone.piece.sprite);
        let colouring = Colouring::of(gone.piece.shade);
        canvas.put(BitmapKey::Lying(sprite, colouring, size.max(1) as u16), x, y);
    }
}

/// The men whose fall decided the game, and where each lies: in the middle of his cell if nobody stands there, else in
/// a corner of it that no badge and no sign takes, in a lower one if it can be.
pub(crate) fn fallen<'b>(
    geometry: &BoardGeometry,
    board: &'b Board,
) -> impl Iterator<Item = (&'b Gone, Area)> {
    board.gone.iter().filter(|gone| gone.lies).filter_map(|gone| {
        let (place, middle) = (geometry.place(gone.at)?, geometry.centre(gone.at)?);
        let cell = f32::from(place.size);
        let boxed = |side: f32, corner: Point| {
            // What has this side in the place of the cell touches the two edges that meet in the corner.
            let centre = between(middle, corner, 1.0 - side);
            let [x, y] = centre.map(|at| (at - cell * side / 2.0).round() as i32);
            [x, y, (cell * side) as i32, (cell * side) as i32]
        };
        let Some(placed) = board.pieces.iter().find(|placed| placed.at == gone.at) else {
            return Some((gone, boxed(FALLEN_ALONE, middle)));
        };
        let mut corners = place.corners();
        corners.sort_by_key(|[x, y]| [-y, *x].map(|at| at.round() as i32));
        let mut taken = badge_boxes(geometry, placed);
        taken.extend(board.marks.iter().filter_map(|mark| sign_box(geometry, *mark)));
        let side = |corner: Point| match place.border {
            Some(_) => FALLEN_TOKEN,
            None if corner[1] > middle[1] => FALLEN_LOW,
            None => FALLEN_HIGH,
        };
        let areas = corners.into_iter().map(|corner| boxed(side(corner), corner));
        Some((gone, areas.min_by_key(|area| covered(*area, &taken))?))
    })
}

/// Returns where the badges of a piece lie: left, top, width and height of each medallion, or of the
/// pill.
pub(super) fn badge_boxes(geometry: &BoardGeometry, placed: &Placed) -> Vec<[i32; 4]> {
    let Some(place) = geometry.place(placed.at) else { return Vec::new() };
    let (corner, size) = stand(geometry, &place);
    badge_areas(corner, size.into(), &placed.badges)
}

/// The areas of badges that end at the lower right of a box. Two medallions overlap a little.
fn badge_areas([x, y]: [i32; 2], cell: i32, badges: &[Badge]) -> Vec<[i32; 4]> {
    let part = |length: i32| cell * length / 108;
    let [right, low] = [x, y].map(|at| at + part(107));
    if badges.len() <= MOST_MEDALS {
        let size = part(48);
        let left = |behind: usize| right - size - size * 78 / 100 * behind as i32;
        return (0..badges.len())
            .rev()
            .map(|behind| [left(behind), low - size, size, size])
            .collect();
    }
    let (font, text) = pill(cell, badges);
    let (width, height) = (font.width(&text).round() as i32 + part(14), part(32));
    vec![[right - width, low - height, width, height]]
}

/// The font and the letters of a pill: `S L C`.
fn pill(cell: i32, badges: &[Badge]) -> (Font, String) {
    let font = Font::narrow_bold((cell * 28 / 108).max(1) as u16);
    (font, badges.iter().map(letter).collect::<Vec<_>>().join(" "))
}

/// The letter of a badge as a capital, because a small l could be taken for something else.
fn letter(badge: &Badge) -> String {
    badge.letter.to_uppercase().to_string()
}

/// Draws a medallion with the head of a piece, or with its letter where the theme has letters.
fn medallion(canvas: &mut Canvas<'_>, [x, y, size, _]: [i32; 4], badge: &Badge) {
    let colours = canvas.assets.colours;
    let box_size = size.max(1) as u16;
    canvas.mark(MarkShape::Medal, colours.medal, [x, y], box_size);
    if colours.letters {
        let font = Font::narrow_bold((box_size * 77 / 100).max(1));
        let middle = [x + size / 2, y + size / 2];
        canvas.text(&letter(badge), font, colours.edge, middle, Align::Middle);
        return;
    }
    let colouring = Colouring::of(badge.piece.shade);
    let inner = size * 74 / 100;
    let inset = (size - inner) / 2;
    let key =
        BitmapKey::Head(canvas.assets.sprite(&badge.piece.sprite), colouring, inner.max(1) as u16);
    canvas.put(key, x + inset, y + inset);
}

#[cfg(test)]
mod tests {
    use scene::{Piece, Shade};

    use super::*;

    /// Two medallions or one pill lie at the lower right of the square, and no further out.
    #[test]
    fn badges_lie_at_the_lower_right() {
        let badge = |letter| {
            let piece = Piece { sprite: "lyra/soldier".to_owned(), shade: Shade::Light };
            Badge { piece, letter }
        };
        let badges: Vec<Badge> = "SLCA".chars().map(badge).collect();
        for cell in [38, 45, 72, 108, 216] {
            let areas = [1, 2, 3, 4].map(|count| badge_areas([0, 0], cell, &badges[..count]));
            assert_eq!(areas.each_ref().map(Vec::len), [1, 2, 1, 1], "at {cell}");
            for [left, top, width, height] in areas.concat() {
                assert!(left >= -cell / 20 && left + width <= cell, "{left}, {width} at {cell}");
                assert!(top >= cell / 2 && top + height <= cell, "{top}, {height} at {cell}");
            }
        }
    }
}
