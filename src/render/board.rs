//! The board: pieces and marks put on a prepared empty board.

use std::collections::HashSet;

use super::canvas::{Align, Canvas};
use super::ground;
use super::kit::{Coat, Key, Kit};
use super::layout::Layout;
use super::marks::Shape;
use super::plan::{Place, Plan};
use super::sketch::Pen;
use super::slant;
use super::sprites::Sprite;
use super::text::Type;
use super::theme::Rgb;
use crate::scene::{Badge, Board, Mark, Placed, Spot};

/// A frame with the board on it, ready for the panel's contents.
pub(super) fn draw<'a>(kit: &'a Kit, board: &Board, layout: Layout) -> Canvas<'a> {
    let plan = Plan::new(kit.scale, board.shape, layout);
    let empty = kit.board((board.shape, layout), || ground::empty(kit, &plan, layout));
    let mut canvas = Canvas { kit, frame: (*empty).clone() };
    for &mark in &board.marks {
        below(&mut canvas, &plan, mark);
    }
    if matches!(plan, Plan::Fan(_)) && board.marks.iter().any(|mark| is_asked(*mark)) {
        names(&mut canvas, &plan, board);
    }
    bonds(&mut canvas, &plan, board);
    for placed in &board.pieces {
        piece(&mut canvas, &plan, board, placed);
    }
    for &mark in &board.marks {
        above(&mut canvas, &plan, board, mark);
    }
    canvas
}

/// Whether a mark answers a question about moves, so that cells are to be named.
const fn is_asked(mark: Mark) -> bool {
    matches!(mark, Mark::Focus(_) | Mark::Step(_) | Mark::Attack(..) | Mark::Join(_))
}

/// What of a mark lies under the pieces: tints, hatching and frames, so that crests and medallions
/// stand free.
fn below(canvas: &mut Canvas<'_>, plan: &Plan, mark: Mark) {
    let colours = canvas.kit.colours;
    match mark {
        Mark::From(square) => {
            tint(canvas, plan, square, colours.last);
            on(canvas, plan, square, Shape::Corners, colours.last);
        }
        Mark::To(square) => on(canvas, plan, square, Shape::Frame, colours.last),
        Mark::Focus(square) => {
            tint(canvas, plan, square, colours.legal);
            on(canvas, plan, square, Shape::Frame, colours.legal);
        }
        Mark::Push(from, to) => {
            on(canvas, plan, from, Shape::Dashes, colours.push);
            on(canvas, plan, to, Shape::Dashes, colours.push);
        }
        Mark::Lost(from, to) => {
            on(canvas, plan, from, Shape::Corners, colours.lost);
            on(canvas, plan, to, Shape::Frame, colours.lost);
        }
        Mark::Block(square) => on(canvas, plan, square, Shape::Hatch, colours.lost),
        Mark::Arrow(..) | Mark::Step(_) | Mark::Attack(..) | Mark::Grown(_) | Mark::Join(_) => {}
        Mark::Check(square) => on(canvas, plan, square, Shape::Burst, colours.lost),
        Mark::Threat(..) | Mark::Covered(_) | Mark::Joined(..) | Mark::Taken(_) => {}
        Mark::Count(..) | Mark::Counted(_) => {}
        Mark::Flank(..) | Mark::TooStrong(_) | Mark::Raised(_) | Mark::Way(..) => {}
    }
}

/// Lines that join men, beneath all men: first the edges of all, so that where lines meet or
/// cross none is cut by another's edge.
fn bonds(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board) {
    let colours = canvas.kit.colours;
    let edge: fn(i16, i16) -> Shape = |right, down| Shape::Band(right, down, 9);
    let core: fn(i16, i16) -> Shape = |right, down| Shape::Band(right, down, 6);
    for (shape, colour) in [(edge, colours.edge), (core, colours.legal)] {
        for &mark in &board.marks {
            if let Mark::Joined(one, other) = mark {
                between(canvas, plan, (one, other), shape, colour);
            }
        }
    }
}

/// Puts a mark on a cell of the board.
fn on(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot, shape: Shape, colour: Rgb) {
    let Some(place) = plan.place(at) else { return };
    match place.border {
        Some(border) if shape.follows_border() => slant::mark(canvas, &border, shape, colour),
        _ => canvas.mark(shape, colour, place.corner, place.size),
    }
}

/// Colours a cell; a theme without tones marks by shape alone.
fn tint(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot, colour: Rgb) {
    let colours = canvas.kit.colours;
    let Some(place) = plan.place(at).filter(|_| colours.tint > 0) else { return };
    let tone = colours.ground(None, place.tone).under(colour, colours.tint);
    match (place.border, place.corner) {
        (Some(border), _) => canvas.area(border.corners(), tone),
        (None, [x, y]) => canvas.fill([x, y, place.size.into(), place.size.into()], tone),
    }
}

/// The name of every free cell: on slanted boards a name on the margin is hard to follow.
fn names(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board) {
    let Plan::Fan(fan) = plan else { return };
    let taken: HashSet<Spot> = board.pieces.iter().map(|placed| placed.at).collect();
    let steps: HashSet<Spot> = board
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Step(at) => Some(*at),
            _ => None,
        })
        .collect();
    let kind = Type::regular(canvas.kit.size(24.0).min((fan.unit * 0.44) as u16).max(1));
    for cell in fan.cells() {
        let (spot, [x, y]) = (Spot::Cell(cell), fan.centre(cell));
        if !taken.contains(&spot) {
            // A dot stands below the name.
            let up = if steps.contains(&spot) { fan.circle() * 0.18 } else { 0.0 };
            let at = [x.round() as i32, (y - up).round() as i32];
            canvas.text(&cell.to_string(), kind, canvas.kit.colours.edge, at, Align::Middle);
        }
    }
}

/// A dot; smaller and lower where a name stands in the cell.
fn dot(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot) {
    let colour = canvas.kit.colours.legal;
    let (Some(place), Plan::Fan(_)) = (plan.place(at), plan) else {
        return on(canvas, plan, at, Shape::Dot, colour);
    };
    let size = i32::from(place.size);
    let small = size * 88 / 100;
    let corner = [place.corner[0] + (size - small) / 2, place.corner[1] + size * 34 / 100];
    canvas.mark(Shape::Dot, colour, corner, small.max(1) as u16);
}

/// A sign at the upper right of a cell; nearer to the middle where the cell has no such corner.
fn badge(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot, shape: Shape, colour: Rgb) {
    let Some(place) = plan.place(at) else { return };
    let size = i32::from(place.size);
    let part = if place.border.is_some() { size * 82 / 100 } else { size };
    let corner = place.corner.map(|at| at + (size - part) / 2);
    canvas.mark(shape, colour, corner, part.max(1) as u16);
}

/// The box in which a piece stands: on slanted cells more than the circle in the cell, with the
/// circle around the tallest piece in the middle.
fn stand(plan: &Plan, place: &Place) -> ([i32; 2], u16) {
    let Plan::Fan(fan) = plan else { return (place.corner, place.size) };
    let (circle, size) = (f32::from(place.size), f32::from(place.size) * fan.reach());
    let corner = |at: i32, middle: f32| (at as f32 + circle / 2.0 - size * middle).round() as i32;
    ([corner(place.corner[0], 0.505), corner(place.corner[1], 0.53)], size as u16)
}

fn piece(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, placed: &Placed) {
    let Some(place) = plan.place(placed.at) else { return };
    let ([x, y], size) = stand(plan, &place);
    let coat = Coat::of(placed.piece.shade);
    let sprite = Sprite::named(&placed.piece.sprite);
    let is_checked = board.marks.contains(&Mark::Check(placed.at));
    let key = if is_checked { Key::Rimmed } else { Key::Standing };
    canvas.put(key(sprite, coat, size), x, y);
    badges(canvas, [x, y], size.into(), &placed.badges);
}

/// Medallions in a row that ends at the square's lower right. Two overlap a little; more are
/// smaller, so that each stays whole.
fn badges(canvas: &mut Canvas<'_>, [x, y]: [i32; 2], cell: i32, badges: &[Badge]) {
    let n = badges.len() as i32;
    let whole = cell * 104 / 108;
    let size = if n > 2 { whole / n } else { cell * 46 / 108 };
    let room = whole - size;
    let step = if n > 2 { size } else { size * 78 / 100 };
    for (index, badge) in badges.iter().enumerate() {
        let behind = (badges.len() - 1 - index) as i32;
        let corner = [x + room + cell * 2 / 108 - step * behind, y + room + cell * 2 / 108];
        medallion(canvas, corner, size, badge);
    }
}

fn medallion(canvas: &mut Canvas<'_>, [x, y]: [i32; 2], size: i32, badge: &Badge) {
    let colours = canvas.kit.colours;
    let box_size = size.max(1) as u16;
    canvas.mark(Shape::Medal, colours.medal, [x, y], box_size);
    if colours.letters {
        let kind = Type::bold((box_size * 7 / 10).max(1));
        // Capitals: a small l could be anything.
        let letter = badge.letter.to_uppercase().to_string();
        canvas.text(&letter, kind, colours.edge, [x + size / 2, y + size / 2], Align::Middle);
        return;
    }
    let coat = Coat::of(badge.piece.shade);
    let inner = size * 66 / 100;
    let inset = (size - inner) / 2;
    let key = Key::Head(Sprite::named(&badge.piece.sprite), coat, inner.max(1) as u16);
    canvas.put(key, x + inset, y + inset);
}

/// What of a mark lies over the pieces.
fn above(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, mark: Mark) {
    let colours = canvas.kit.colours;
    match mark {
        Mark::Arrow(from, to) => between(canvas, plan, (from, to), Shape::Arrow, colours.last),
        Mark::Push(from, to) => between(canvas, plan, (from, to), Shape::Blunt, colours.push),
        Mark::Lost(from, _) => on(canvas, plan, from, Shape::Cross, colours.lost),
        Mark::Step(square) => dot(canvas, plan, square),
        Mark::Grown(square) => badge(canvas, plan, square, Shape::Grown, colours.last),
        Mark::Join(square) => {
            on(canvas, plan, square, Shape::Ring, colours.legal);
            badge(canvas, plan, square, Shape::Plus, colours.legal);
        }
        Mark::Attack(square, percent) => {
            on(canvas, plan, square, Shape::Ring, colours.legal);
            odds(canvas, plan, board, (square, percent));
        }
        Mark::From(_) | Mark::To(_) | Mark::Focus(_) | Mark::Block(_) => {}
        Mark::Threat(from, to) => between(canvas, plan, (from, to), Shape::Threat, colours.lost),
        Mark::Covered(square) => covered(canvas, plan, board, square),
        Mark::Taken(square) => on(canvas, plan, square, Shape::Taken, colours.medal),
        Mark::Count(square, number) => count(canvas, plan, square, number),
        Mark::Counted(square) => counted(canvas, plan, square),
        Mark::Flank(..) | Mark::TooStrong(_) | Mark::Raised(_) | Mark::Way(..) => {}
        Mark::Check(_) | Mark::Joined(..) => {}
    }
}

/// In the middle of a free cell; at the upper right where a piece stands.
fn covered(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, at: Spot) {
    let Some(place) = plan.place(at) else { return };
    let aside = i32::from(place.size) * 29 / 100;
    let is_taken = board.pieces.iter().any(|placed| placed.at == at);
    let [x, y] = place.corner;
    let corner = if is_taken { [x + aside, y - aside] } else { [x, y] };
    canvas.mark(Shape::Covered, canvas.kit.colours.medal, corner, place.size);
}

/// A number on a medallion at the upper left of a cell.
fn count(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot, number: u8) {
    let Some(place) = plan.place(at) else { return };
    let (cell, colours) = (i32::from(place.size), canvas.kit.colours);
    let size = (cell * 42 / 100).max(1);
    let [x, y] = place.corner.map(|at| at + cell * 2 / 100);
    canvas.mark(Shape::Medal, colours.medal, [x, y], size as u16);
    let kind = Type::bold((size * 76 / 100).max(1) as u16);
    let middle = [x + size / 2, y + size / 2];
    canvas.text(&number.to_string(), kind, colours.edge, middle, Align::Middle);
}

/// A mark from one cell of the board to another.
fn between(
    canvas: &mut Canvas<'_>,
    plan: &Plan,
    (from, to): (Spot, Spot),
    shape: fn(i16, i16) -> Shape,
    colour: Rgb,
) {
    let (Some(start), Some(_)) = (plan.place(from), plan.place(to)) else { return };
    match (plan, from, to) {
        _ if from == to => {}
        (Plan::Grid(grid), Spot::Square(from), Spot::Square(to)) if start.zone.is_none() => {
            let (right, down) = grid.way(from, to);
            canvas.mark(shape(right, down), colour, start.corner, start.size);
        }
        // Canals lie on the way.
        (Plan::Grid(grid), ..) => {
            slant::connect(canvas, &plan.way(from, to), grid.cell as f32, shape(0, 0), colour);
        }
        (Plan::Fan(fan), ..) => {
            slant::connect(canvas, &plan.way(from, to), fan.unit, shape(0, 0), colour);
        }
        (Plan::Hive(hive), ..) => {
            slant::connect(canvas, &plan.way(from, to), hive.unit, shape(0, 0), colour);
        }
    }
}

/// Dark with a bright rim, the other way round than what tells of moves.
fn counted(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot) {
    let Some(place) = plan.place(at) else { return };
    let colours = canvas.kit.colours;
    let pen = Pen { core: colours.edge, edge: colours.medal };
    canvas.put(Key::Mark(Shape::Counted, pen, place.size), place.corner[0], place.corner[1]);
}

/// The chance of an attack, on a label that covers the foot of the piece: its head tells the kind.
fn odds(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, (at, percent): (Spot, Option<u8>)) {
    let (Some(place), Some(percent)) = (plan.place(at), percent) else { return };
    let ([x, y], cell) = (place.corner, i32::from(place.size));
    let colours = canvas.kit.colours;
    let kind = Type::bold((cell * 24 / 108).clamp(1, 2000) as u16);
    let text = format!("{percent}%");
    let width = kind.width(&text).ceil() as i32 + (cell * 16 / 108).max(1);
    let height = (cell * 34 / 108).max(1);
    let has_badge = board.pieces.iter().any(|placed| placed.at == at && !placed.badges.is_empty());
    // Where medallions lie at the foot, the label goes up: they tell more than a hood's tip.
    let inset = cell * 2 / 108;
    let top = if has_badge { y + inset } else { y + cell - height - inset };
    let corner = [x + (cell - width) / 2, top];
    canvas.mark(Shape::Label(width as u16, height as u16), colours.medal, corner, place.size);
    let centre = [corner[0] + width / 2, corner[1] + height / 2];
    canvas.text(&text, kind, colours.edge, centre, Align::Middle);
}
