//! The board: pieces and marks put on a prepared empty board.

use std::collections::HashSet;

use super::border::{between as nearer, distance};
use super::canvas::{Align, Canvas};
use super::comb;
use super::ground;
use super::kit::{Coat, Key, Kit};
use super::layout::Layout;
use super::marks::Shape;
use super::plan::{Place, Plan};
use super::sketch::Pen;
use super::slant;
use super::sprites::Sprite;
use super::text::Type;
use super::theme::{Colours, Rgb};
use crate::scene::{Badge, Board, Mark, Placed, Spot};

/// A frame with the board on it, ready for the panel's contents.
pub(super) fn draw<'a>(kit: &'a Kit, board: &Board, layout: Layout) -> Canvas<'a> {
    let plan = Plan::new(kit.scale, board.shape, layout);
    let empty = kit.board((board.shape, layout), || ground::empty(kit, &plan, layout));
    let mut canvas = Canvas { kit, frame: (*empty).clone() };
    comb::grounds(&mut canvas, &plan, board);
    for &mark in &board.marks {
        below(&mut canvas, &plan, board, mark);
    }
    let is_asked = board.marks.iter().any(|mark| is_asked(*mark));
    let named = if is_asked { named(&plan, board) } else { Vec::new() };
    // A name is read across the line of a way; a line across a name would strike it out.
    bonds(&mut canvas, &plan, board);
    names(&mut canvas, &plan, board, &named);
    for placed in &board.pieces {
        piece(&mut canvas, &plan, board, placed);
    }
    for &mark in &board.marks {
        match mark {
            Mark::Step(at) => {
                let is_low = matches!(plan, Plan::Fan(_)) || named.contains(&at);
                dot(&mut canvas, &plan, at, is_low);
            }
            _ => above(&mut canvas, &plan, board, mark),
        }
    }
    canvas
}

/// Whether a mark answers a question about moves, so that cells are to be named.
const fn is_asked(mark: Mark) -> bool {
    matches!(mark, Mark::Focus(_) | Mark::Step(_) | Mark::Attack(..) | Mark::Join(_))
}

/// What of a mark lies under the pieces: tints, hatching and frames, so that crests and medallions
/// stand free.
fn below(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, mark: Mark) {
    let colours = canvas.kit.colours;
    match mark {
        Mark::From(square) => {
            tint(canvas, plan, board, (square, colours.last));
            on(canvas, plan, square, Shape::Corners, colours.last);
        }
        Mark::To(square) => on(canvas, plan, square, Shape::Frame, colours.last),
        Mark::Focus(square) => {
            tint(canvas, plan, board, (square, colours.legal));
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

/// A line beneath all men: from where to where, half the width of its edge and of its core in
/// hundredths of a square, and its colour.
type Bond = ((Spot, Spot), [u8; 2], Rgb);

const fn bond(mark: Mark, colours: &Colours) -> Option<Bond> {
    match mark {
        Mark::Joined(one, other) => Some(((one, other), [9, 6], colours.legal)),
        Mark::Flank(helper, target) => Some(((helper, target), [7, 5], colours.push)),
        Mark::Way(from, to) => Some(((from, to), [5, 3], colours.last)),
        _ => None,
    }
}

/// Lines that join men or show a way: first the edges of all, so that where lines meet or cross
/// none is cut by another's edge.
fn bonds(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board) {
    let colours = canvas.kit.colours;
    let bonds = || board.marks.iter().filter_map(|&mark| bond(mark, colours));
    for (ends, [edge, _], _) in bonds() {
        between(canvas, plan, ends, |right, down| Shape::Band(right, down, edge), colours.edge);
    }
    for (ends, [_, core], colour) in bonds() {
        between(canvas, plan, ends, |right, down| Shape::Band(right, down, core), colour);
    }
    for &mark in &board.marks {
        if let Mark::Flank(helper, target) = mark {
            knob(canvas, plan, helper, target);
        }
    }
}

/// The round end of a helper's line, just outside the man that it bears on.
fn knob(canvas: &mut Canvas<'_>, plan: &Plan, helper: Spot, target: Spot) {
    let Some(place) = plan.place(target) else { return };
    let [.., before, end] = plan.way(helper, target)[..] else { return };
    let circle = f32::from(place.size);
    let away = (0.45 * circle / distance(before, end).max(1.0)).min(1.0);
    let size = (0.24 * circle).max(3.0);
    let corner = nearer(end, before, away).map(|at| (at - size / 2.0) as i32);
    canvas.mark(Shape::Medal, canvas.kit.colours.push, corner, size as u16);
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
fn tint(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, (at, colour): (Spot, Rgb)) {
    let colours = canvas.kit.colours;
    let Some(place) = plan.place(at).filter(|_| colours.tint > 0) else { return };
    let tone = colours.ground(None, place.tone).under(colour, colours.tint);
    match (place.border, place.corner) {
        (Some(border), _) => canvas.area(border.corners(), tone),
        (None, [x, y]) => canvas.fill([x, y, place.size.into(), place.size.into()], tone),
    }
    comb::signs(canvas, plan, board, |hex| hex == at);
}

/// The cells that are named where moves are asked about, for on slanted boards a name on the
/// margin is hard to follow: all free ones of wedges; of hexes those where a man may go.
fn named(plan: &Plan, board: &Board) -> Vec<Spot> {
    let taken: HashSet<Spot> = board.pieces.iter().map(|placed| placed.at).collect();
    let ground: HashSet<Spot> = board.ground.iter().map(|(at, _)| *at).collect();
    let cells: Vec<Spot> = match plan {
        Plan::Grid(_) => Vec::new(),
        Plan::Fan(fan) => fan.cells().map(Spot::Cell).collect(),
        Plan::Hive(_) => steps(board).filter(|at| !ground.contains(at)).collect(),
    };
    cells.into_iter().filter(|at| !taken.contains(at)).collect()
}

/// Where the man that is asked about may step.
fn steps(board: &Board) -> impl Iterator<Item = Spot> {
    board.marks.iter().filter_map(|mark| match mark {
        Mark::Step(at) => Some(*at),
        _ => None,
    })
}

/// Draws the names of cells.
fn names(canvas: &mut Canvas<'_>, plan: &Plan, board: &Board, named: &[Spot]) {
    let (room, circle) = match plan {
        Plan::Grid(_) => return,
        Plan::Fan(fan) => (fan.unit * 0.44, fan.circle()),
        Plan::Hive(hive) => (hive.unit * 0.6, hive.circle()),
    };
    let steps: HashSet<Spot> = steps(board).collect();
    let kind = Type::regular(canvas.kit.size(24.0).min(room as u16).max(1));
    for &spot in named {
        let Some([x, y]) = plan.centre(spot) else { continue };
        // A dot stands below the name.
        let up = if steps.contains(&spot) { circle * 0.18 } else { 0.0 };
        let at = [x.round() as i32, (y - up).round() as i32];
        canvas.text(&spot.to_string(), kind, canvas.kit.colours.edge, at, Align::Middle);
    }
}

/// A dot; smaller and lower where a name may stand in the cell.
fn dot(canvas: &mut Canvas<'_>, plan: &Plan, at: Spot, is_low: bool) {
    let colour = canvas.kit.colours.legal;
    let (Some(place), true) = (plan.place(at), is_low) else {
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

/// How large the box of a token is, in circles in its hex: what its ground is shows around it.
const TOKEN: f32 = 0.77;

/// The box in which a piece stands: on slanted cells more than the circle in the cell, with the
/// circle around the tallest piece in the middle.
fn stand(plan: &Plan, place: &Place) -> ([i32; 2], u16) {
    // The middle of what is drawn, in parts of its box: pieces on slanted cells stand low in it.
    let (reach, middle) = match plan {
        Plan::Grid(_) => return (place.corner, place.size),
        Plan::Fan(fan) => (fan.reach(), [0.505, 0.53]),
        Plan::Hive(_) => (TOKEN, [0.5, 0.5]),
    };
    let (circle, size) = (f32::from(place.size), f32::from(place.size) * reach);
    let corner = |at: i32, middle: f32| (at as f32 + circle / 2.0 - size * middle).round() as i32;
    let [x, y] = place.corner;
    ([corner(x, middle[0]), corner(y, middle[1])], size as u16)
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
        Mark::Grown(square) => badge(canvas, plan, square, Shape::Grown, colours.last),
        Mark::Join(square) => {
            on(canvas, plan, square, Shape::Ring, colours.legal);
            badge(canvas, plan, square, Shape::Plus, colours.legal);
        }
        Mark::Attack(square, percent) => {
            on(canvas, plan, square, Shape::Ring, colours.legal);
            odds(canvas, plan, board, (square, percent));
        }
        Mark::From(_) | Mark::To(_) | Mark::Focus(_) | Mark::Block(_) | Mark::Step(_) => {}
        Mark::Threat(from, to) => between(canvas, plan, (from, to), Shape::Threat, colours.lost),
        Mark::Covered(square) => covered(canvas, plan, board, square),
        Mark::Taken(square) => on(canvas, plan, square, Shape::Taken, colours.medal),
        Mark::Count(square, number) => count(canvas, plan, square, number),
        Mark::Counted(square) => counted(canvas, plan, square),
        Mark::TooStrong(square) => on(canvas, plan, square, Shape::Struck, colours.lost),
        Mark::Raised(square) => badge(canvas, plan, square, Shape::Raised, colours.medal),
        Mark::Flank(..) | Mark::Way(..) => {}
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
    shape: impl Fn(i16, i16) -> Shape,
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
            slant::connect(canvas, &plan.way(from, to), hive.circle(), shape(0, 0), colour);
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
