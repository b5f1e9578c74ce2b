//! The marks on a board.

use scene::{Board, Mark, Spot};

use super::{geometry::BoardGeometry, labels, occupancy::Occupancy};
use crate::{
    assets::{Assets, BitmapKey},
    canvas::Canvas,
    hex,
    marks::{MarkShape, Pen, mark_border, mark_path},
    point,
    theme::{Colours, Rgb, Tone},
};

/// Draws the part of a mark that lies under the pieces: tints, hatching and frames, so that crests
/// and medallions stand free.
pub(crate) fn below(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board, mark: Mark) {
    let colours = canvas.assets.colours;
    match mark {
        Mark::From(square) => {
            tint(canvas, geometry, board, square, Colours::last_tint);
            put_mark(canvas, geometry, square, MarkShape::Inset, colours.edge);
        }
        Mark::To(square) => {
            tint(canvas, geometry, board, square, Colours::last_tint);
            put_mark(canvas, geometry, square, MarkShape::Frame, colours.medal);
        }
        Mark::Focus(square) => {
            tint(canvas, geometry, board, square, Colours::legal_tint);
            put_mark(canvas, geometry, square, MarkShape::Frame, colours.legal);
        }
        Mark::Push(from, to) => {
            tint(canvas, geometry, board, from, Colours::cold_tint);
            put_mark(canvas, geometry, from, MarkShape::Inset, colours.edge);
            put_mark(canvas, geometry, to, MarkShape::Frame, colours.push_word);
        }
        Mark::Lost(from, to) => {
            put_mark(canvas, geometry, from, MarkShape::Corners, colours.lost);
            put_mark(canvas, geometry, to, MarkShape::Frame, colours.lost);
        }
        Mark::Block(square) => put_mark(canvas, geometry, square, MarkShape::Hatch, colours.lost),
        Mark::Attack(square, _) | Mark::Join(square) => {
            put_mark(canvas, geometry, square, MarkShape::Ring, colours.legal);
        }
        Mark::TooStrong(square) => {
            put_mark(canvas, geometry, square, MarkShape::Ring, colours.lost);
        }
        Mark::Step(_) | Mark::Grown(_) => {}
        Mark::Check(square) => put_mark(canvas, geometry, square, MarkShape::Burst, colours.lost),
        Mark::Arrow(..) | Mark::Threat(..) => {}
        Mark::Covered(_) | Mark::Joined(..) | Mark::Taken(_) => {}
        Mark::Count(..) | Mark::Counted(_) => {}
        Mark::Flank(..) | Mark::Raised(_) | Mark::Way(..) => {}
        Mark::Names => {}
    }
}

/// A line beneath all men: the two spots that it connects, half the width of its edge and of its
/// core in hundredths of a square, and its colour.
type ConnectingLine = ((Spot, Spot), [u8; 2], Rgb);

/// The line that a mark draws beneath all men, if it draws one.
const fn connecting_line(mark: Mark, colours: &Colours) -> Option<ConnectingLine> {
    match mark {
        Mark::Joined(one, other) => Some(((one, other), [9, 6], colours.legal)),
        Mark::Flank(helper, target) => Some(((helper, target), [7, 5], colours.push)),
        Mark::Way(from, to) => Some(((from, to), [5, 3], colours.last)),
        _ => None,
    }
}

/// Draws lines that join men or show a way: first the edges of all, so that where lines meet or
/// cross none is cut by another's edge.
pub(crate) fn connecting_lines(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, marks: &[Mark]) {
    let colours = canvas.assets.colours;
    let all = || marks.iter().filter_map(|&mark| connecting_line(mark, colours));
    for (ends, [edge, _], _) in all() {
        mark_between(
            canvas,
            geometry,
            ends,
            |right, down| MarkShape::Band(right, down, edge),
            colours.edge,
        );
    }
    for (ends, [_, core], colour) in all() {
        mark_between(
            canvas,
            geometry,
            ends,
            |right, down| MarkShape::Band(right, down, core),
            colour,
        );
    }
    for &mark in marks {
        if let Mark::Flank(helper, target) = mark {
            knob(canvas, geometry, helper, target);
        }
    }
}

/// Draws the lines of threats beneath all men.
pub(crate) fn threats(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, marks: &[Mark]) {
    let colour = canvas.assets.colours.lost;
    for &mark in marks {
        if let Mark::Threat(from, to) = mark {
            mark_between(canvas, geometry, (from, to), MarkShape::Threat, colour);
        }
    }
}

/// The box of the sign of a push, on the border of its target where the attacker came from: left, top, width and
/// height. `None` where both are one cell, or not on the board.
pub(crate) fn bounce_box(geometry: &BoardGeometry, (from, to): (Spot, Spot)) -> Option<[i32; 4]> {
    let (start, end, middle) = (geometry.centre(from)?, geometry.place(to)?, geometry.centre(to)?);
    let cell = f32::from(end.size);
    let (size, far) = (cell * 0.41, point::distance(start, middle));
    if far < 1.0 {
        return None;
    }
    // A neighbour's sign lies on the border between both, that of one farther away on the target's side.
    let reach = if far > 1.6 * cell { cell / 2.0 } else { far / 2.0 };
    let corner = point::between(middle, start, reach / far).map(|at| (at - size / 2.0).round());
    let side = size.max(3.0) as i32;
    Some([corner[0] as i32, corner[1] as i32, side, side])
}

/// The same where it hides as little of the men as can be: moved along the border that both cells share, and a
/// little to either side of it.
pub(super) fn free_bounce_box(
    assets: &Assets,
    geometry: &BoardGeometry,
    board: &Board,
    (from, to): (Spot, Spot),
) -> Option<[i32; 4]> {
    let [x, y, size, _] = bounce_box(geometry, (from, to))?;
    let (start, middle) = (geometry.centre(from)?, geometry.centre(to)?);
    // Steps of a twelfth of a cell.
    let part = geometry.side() / 12.0 / point::distance(start, middle).max(1.0);
    let [right, down] = [0, 1].map(|axis| (start[axis] - middle[axis]) * part);
    let occupancy = Occupancy::around(assets, geometry, board, &[to], 0.6)?;
    let along = (0..=5).flat_map(|away| [away as f32, -away as f32]);
    let moves = along.flat_map(|along| [0.0, 1.0, -1.0, 2.0, -2.0].map(|across| [along, across]));
    let area = |[along, across]: [f32; 2]| {
        let [aside, below] = [across * right - along * down, across * down + along * right];
        let [left, top] = [x as f32 + aside, y as f32 + below].map(|at| at.round() as i32);
        ((0, 0), [left, top, size, size])
    };
    occupancy.cheapest(moves.map(area)).map(|(_, area)| area)
}

/// Draws the sign of a push: two chevrons that part.
fn bounce(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    board: &Board,
    (from, to): (Spot, Spot),
) {
    let place = free_bounce_box(canvas.assets, geometry, board, (from, to));
    let (Some([x, y, size, _]), Some(start), Some(middle)) =
        (place, geometry.centre(from), geometry.centre(to))
    else {
        return;
    };
    let pen = bounce_pen(canvas.assets.colours);
    let [right, down] = [start[0] - middle[0], start[1] - middle[1]];
    let turn = ((down.atan2(right) / std::f32::consts::FRAC_PI_4).round() as i32).rem_euclid(4);
    canvas.put(BitmapKey::Mark(MarkShape::Bounce(turn as u8), pen, size as u16), x, y);
}

/// The colours of the sign of a push. A light colour of pushes fills it, with a dark rim: light on light, the sign would
/// only cut a hole into the frames that it lies on.
pub(crate) fn bounce_pen(colours: &Colours) -> Pen {
    if colours.push.is_bright() {
        Pen { core: colours.push, edge: colours.edge }
    } else {
        Pen { core: colours.medal, edge: colours.push }
    }
}

/// Draws the round end of a helper's line, just outside the man whom it helps to capture.
fn knob(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, helper: Spot, target: Spot) {
    let Some(place) = geometry.place(target) else { return };
    let [.., before, end] = geometry.way(helper, target)[..] else { return };
    let circle = f32::from(place.size);
    let away = (0.45 * circle / point::distance(before, end).max(1.0)).min(1.0);
    let size = (0.24 * circle).max(3.0);
    let corner = point::between(end, before, away).map(|at| (at - size / 2.0) as i32);
    canvas.mark(MarkShape::Medal, canvas.assets.colours.push, corner, size as u16);
}

/// Puts a mark on a cell of the board.
fn put_mark(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    at: Spot,
    shape: MarkShape,
    colour: Rgb,
) {
    let Some(place) = geometry.place(at) else { return };
    match place.border {
        Some(border) if shape.follows_border() => mark_border(canvas, &border, shape, colour),
        _ => canvas.mark(shape, colour, place.corner, place.size),
    }
}

/// Gives the tint of a cell by its zone and tone.
type Tint = fn(&Colours, Option<usize>, Tone) -> Rgb;

/// Colours a cell, unless the tint is that of the cell itself.
fn tint(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board, at: Spot, tinted: Tint) {
    let colours = canvas.assets.colours;
    let Some(place) = geometry.place(at) else { return };
    let tone = tinted(colours, place.zone, place.tone);
    if tone == colours.ground(place.zone, place.tone) {
        return;
    }
    match (place.border, place.corner) {
        (Some(border), _) => canvas.area(border.corners(), tone),
        (None, [x, y]) => canvas.fill([x, y, place.size.into(), place.size.into()], tone),
    }
    hex::signs(canvas, geometry, board, |hex| hex == at);
}

/// Draws a dot; smaller and lower where a name may stand in the cell.
pub(crate) fn dot(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, at: Spot, is_low: bool) {
    let colour = canvas.assets.colours.legal;
    let (Some(place), true) = (geometry.place(at), is_low) else {
        return put_mark(canvas, geometry, at, MarkShape::Dot, colour);
    };
    let size = i32::from(place.size);
    let small = size * 88 / 100;
    let corner = [place.corner[0] + (size - small) / 2, place.corner[1] + size * 34 / 100];
    canvas.mark(MarkShape::Dot, colour, corner, small.max(1) as u16);
}

/// Draws a sign at the upper or lower right of a cell; nearer to the middle where the cell has no such corner, and
/// smaller at the feet of a man.
fn badge(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    at: Spot,
    shape: MarkShape,
    colour: Rgb,
) {
    let Some(place) = geometry.place(at) else { return };
    let size = i32::from(place.size);
    let (part, inset) = match (place.border, shape) {
        (Some(_), _) => (size * 82 / 100, size * 9 / 100),
        (None, MarkShape::Raised) => (size * 72 / 100, size * 27 / 100),
        (None, _) => (size, 0),
    };
    let corner = place.corner.map(|at| at + inset);
    canvas.mark(shape, colour, corner, part.max(1) as u16);
}

/// Draws the part of a mark that lies over the pieces.
pub(crate) fn above(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board, mark: Mark) {
    let colours = canvas.assets.colours;
    match mark {
        Mark::Push(from, to) => bounce(canvas, geometry, board, (from, to)),
        Mark::Lost(..) | Mark::Arrow(..) | Mark::Threat(..) => {}
        Mark::Grown(square) => badge(canvas, geometry, square, MarkShape::Grown, colours.last),
        Mark::Join(square) => badge(canvas, geometry, square, MarkShape::Plus, colours.legal),
        Mark::Attack(square, percent) => labels::odds(canvas, geometry, board, (square, percent)),
        Mark::From(_) | Mark::To(_) | Mark::Focus(_) | Mark::Block(_) | Mark::Step(_) => {}
        Mark::Covered(square) => covered(canvas, geometry, board, square),
        Mark::Taken(square) => put_mark(canvas, geometry, square, MarkShape::Taken, colours.medal),
        Mark::Count(square, number) => labels::count(canvas, geometry, square, number),
        Mark::Counted(square) => counted(canvas, geometry, square),
        Mark::TooStrong(square) => badge(canvas, geometry, square, MarkShape::Struck, colours.lost),
        Mark::Raised(square) => badge(canvas, geometry, square, MarkShape::Raised, colours.medal),
        Mark::Flank(..) | Mark::Way(..) => {}
        Mark::Check(_) | Mark::Joined(..) | Mark::Names => {}
    }
}

/// Marks a cell as covered: in the middle of a free cell, at the upper right where a piece stands.
fn covered(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, board: &Board, at: Spot) {
    let Some(place) = geometry.place(at) else { return };
    let aside = i32::from(place.size) * 29 / 100;
    let is_taken = board.pieces.iter().any(|placed| placed.at == at);
    let [x, y] = place.corner;
    let corner = if is_taken { [x + aside, y - aside] } else { [x, y] };
    canvas.mark(MarkShape::Covered, canvas.assets.colours.medal, corner, place.size);
}

/// Draws a mark from one cell of the board to another.
fn mark_between(
    canvas: &mut Canvas<'_>,
    geometry: &BoardGeometry,
    (from, to): (Spot, Spot),
    shape: impl Fn(i16, i16) -> MarkShape,
    colour: Rgb,
) {
    let (Some(start), Some(_)) = (geometry.place(from), geometry.place(to)) else { return };
    match (geometry, from, to) {
        _ if from == to => {}
        (BoardGeometry::Squares(grid), Spot::Square(from), Spot::Square(to))
            if start.zone.is_none() =>
        {
            let (right, down) = grid.way(from, to);
            canvas.mark(shape(right, down), colour, start.corner, start.size);
        }
        // There are canals on the way, or no squares.
        _ => mark_path(canvas, &geometry.way(from, to), geometry.side(), shape(0, 0), colour),
    }
}

/// Marks a man as counted, dark with a bright rim: the other way round than marks of moves.
fn counted(canvas: &mut Canvas<'_>, geometry: &BoardGeometry, at: Spot) {
    let Some(place) = geometry.place(at) else { return };
    let colours = canvas.assets.colours;
    let pen = Pen { core: colours.edge, edge: colours.medal };
    canvas.put(
        BitmapKey::Mark(MarkShape::Counted, pen, place.size),
        place.corner[0],
        place.corner[1],
    );
}
