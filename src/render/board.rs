//! The board: squares and coordinates prepared as an empty board, pieces and marks put on it.

use super::canvas::{Align, Canvas};
use super::kit::{Coat, Key, Kit};
use super::marks::Shape;
use super::sprites::Sprite;
use super::stamp::Frame;
use super::text::Type;
use super::theme::Rgb;
use crate::scene::{Badge, Board, Mark, Placed, Shape as Form, Spot, Square, Squares};

/// Margins of the board at 900 pixels: for the ranks at the left and the files below, and where
/// nothing is written.
const WRITTEN: f32 = 50.0;
const BARE: f32 = 22.0;

/// Where the squares of a board lie.
#[derive(Clone, Copy, Debug)]
struct Grid {
    files: u8,
    ranks: u8,
    turned: bool,
    cell: i32,
    left: i32,
    top: i32,
}

impl Grid {
    fn new(kit: &Kit, board: Squares) -> Self {
        let (written, bare) = (kit.px(WRITTEN), kit.px(BARE));
        let room = kit.height as i32 - written - bare;
        let cell = (room / i32::from(board.files.max(board.ranks).max(1))).max(1);
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        Self {
            files: board.files,
            ranks: board.ranks,
            turned: board.turned == 2,
            cell,
            left: written + (room - cell * files) / 2,
            top: bare + (room - cell * ranks) / 2,
        }
    }

    /// The upper left corner of a square; `None` for one that the board does not have.
    fn corner(&self, at: impl Into<Spot>) -> Option<[i32; 2]> {
        let Spot::Square(square) = at.into() else { return None };
        if square.file >= self.files || square.rank >= self.ranks {
            return None;
        }
        let (file, rank) = if self.turned {
            (self.files - 1 - square.file, square.rank)
        } else {
            (square.file, self.ranks - 1 - square.rank)
        };
        let at = |start: i32, index: u8| start + self.cell * i32::from(index);
        Some([at(self.left, file), at(self.top, rank)])
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square { file, rank }))
    }

    fn cell(&self) -> u16 {
        self.cell.clamp(1, i32::from(u16::MAX)) as u16
    }

    fn way(&self, from: Spot, to: Spot) -> (i16, i16) {
        let (Spot::Square(from), Spot::Square(to)) = (from, to) else { return (0, 0) };
        let right = i16::from(to.file) - i16::from(from.file);
        let down = i16::from(from.rank) - i16::from(to.rank);
        if self.turned { (-right, -down) } else { (right, down) }
    }
}

const fn is_dark(square: Square) -> bool {
    square.file % 2 == square.rank % 2
}

/// A frame with the board on it, ready for the panel's contents.
pub(super) fn draw<'a>(kit: &'a Kit, board: &Board) -> Canvas<'a> {
    let squares = match board.shape {
        Form::Squares(squares) => squares,
        Form::Wedges(_) => Squares { files: 0, ranks: 0, turned: 0, zone: None },
    };
    let grid = Grid::new(kit, squares);
    let empty = kit.board((grid.files, grid.ranks, grid.turned), || empty(kit, &grid));
    let mut canvas = Canvas { kit, frame: (*empty).clone() };
    for &mark in &board.marks {
        below(&mut canvas, &grid, mark);
    }
    for placed in &board.pieces {
        piece(&mut canvas, &grid, placed);
    }
    for &mark in &board.marks {
        above(&mut canvas, &grid, board, mark);
    }
    canvas
}

/// The board without pieces, and the empty panel.
fn empty(kit: &Kit, grid: &Grid) -> Frame {
    let colours = kit.colours;
    let frame =
        Frame::new(kit.width as usize, kit.height as usize, kit.palette.index(colours.margin));
    let mut canvas = Canvas { kit, frame };
    let rim = kit.px(3.0);
    let (width, height) = (grid.cell * i32::from(grid.files), grid.cell * i32::from(grid.ranks));
    canvas.fill([grid.left - rim, grid.top - rim, width + 2 * rim, height + 2 * rim], colours.edge);
    for square in grid.squares() {
        let Some([x, y]) = grid.corner(square) else { continue };
        let tone = if is_dark(square) { colours.dark } else { colours.light };
        canvas.fill([x, y, grid.cell, grid.cell], tone);
        if let (true, Some(hatch)) = (is_dark(square), colours.hatched) {
            hatched(&mut canvas, [x, y], grid.cell, hatch);
        }
    }
    coordinates(&mut canvas, grid);
    super::panel::background(&mut canvas);
    canvas.frame
}

/// Thin lines that run on from square to square.
fn hatched(canvas: &mut Canvas<'_>, [left, top]: [i32; 2], cell: i32, ink: Rgb) {
    let period = canvas.kit.px(9.0).max(2);
    let weight = canvas.kit.px(2.0).max(1);
    for y in top..top + cell {
        let first = left - (left + y).rem_euclid(period);
        for x in (first..left + cell).step_by(period as usize) {
            let (from, to) = (x.max(left), (x + weight).min(left + cell));
            canvas.fill([from, y, (to - from).max(0), 1], ink);
        }
    }
}

fn coordinates(canvas: &mut Canvas<'_>, grid: &Grid) {
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(26.0));
    let half = grid.cell / 2;
    // Names would run into each other on very fine boards.
    if grid.cell < kit.px(26.0) {
        return;
    }
    let left = grid.left - kit.px(26.0);
    for rank in 0..grid.ranks {
        let Some([_, y]) = grid.corner(Square { file: 0, rank }) else { continue };
        let name = (u16::from(rank) + 1).to_string();
        canvas.text(&name, kind, kit.colours.ink, [left, y + half], Align::Middle);
    }
    let below = grid.top + grid.cell * i32::from(grid.ranks) + kit.px(25.0);
    for file in 0..grid.files.min(26) {
        let Some([x, _]) = grid.corner(Square { file, rank: 0 }) else { continue };
        let name = char::from(b'a' + file).to_string();
        canvas.text(&name, kind, kit.colours.ink, [x + half, below], Align::Middle);
    }
}

/// What of a mark lies under the pieces: tints, hatching and frames, so that crests and medallions
/// stand free.
fn below(canvas: &mut Canvas<'_>, grid: &Grid, mark: Mark) {
    let colours = canvas.kit.colours;
    match mark {
        Mark::From(square) => {
            tint(canvas, grid, square, colours.last);
            on(canvas, grid, square, Shape::Corners, colours.last);
        }
        Mark::To(square) => on(canvas, grid, square, Shape::Frame, colours.last),
        Mark::Focus(square) => {
            tint(canvas, grid, square, colours.legal);
            on(canvas, grid, square, Shape::Frame, colours.legal);
        }
        Mark::Push(from, to) => {
            on(canvas, grid, from, Shape::Dashes, colours.push);
            on(canvas, grid, to, Shape::Dashes, colours.push);
        }
        Mark::Lost(from, to) => {
            on(canvas, grid, from, Shape::Corners, colours.lost);
            on(canvas, grid, to, Shape::Frame, colours.lost);
        }
        Mark::Block(square) => on(canvas, grid, square, Shape::Hatch, colours.lost),
        Mark::Arrow(..) | Mark::Step(_) | Mark::Attack(..) | Mark::Grown(_) | Mark::Join(_) => {}
    }
}

/// Puts a mark on a square of the board.
fn on(canvas: &mut Canvas<'_>, grid: &Grid, square: Spot, shape: Shape, colour: Rgb) {
    if let Some(at) = grid.corner(square) {
        canvas.mark(shape, colour, at, grid.cell());
    }
}

/// Colours a square; a theme without tones marks by shape alone.
fn tint(canvas: &mut Canvas<'_>, grid: &Grid, at: Spot, colour: Rgb) {
    let colours = canvas.kit.colours;
    let (Some([x, y]), Spot::Square(square)) = (grid.corner(at), at) else { return };
    if colours.tint > 0 {
        let tone = if is_dark(square) { colours.dark } else { colours.light };
        canvas.fill([x, y, grid.cell, grid.cell], tone.under(colour, colours.tint));
    }
}

fn piece(canvas: &mut Canvas<'_>, grid: &Grid, placed: &Placed) {
    let Some([x, y]) = grid.corner(placed.at) else { return };
    let coat = Coat::of(placed.piece.shade);
    canvas.put(Key::Standing(Sprite::named(&placed.piece.sprite), coat, grid.cell()), x, y);
    badges(canvas, [x, y], grid.cell, &placed.badges);
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
fn above(canvas: &mut Canvas<'_>, grid: &Grid, board: &Board, mark: Mark) {
    let colours = canvas.kit.colours;
    match mark {
        Mark::Arrow(from, to) => between(canvas, grid, (from, to), Shape::Arrow, colours.last),
        Mark::Push(from, to) => between(canvas, grid, (from, to), Shape::Blunt, colours.push),
        Mark::Lost(from, _) => on(canvas, grid, from, Shape::Cross, colours.lost),
        Mark::Step(square) => on(canvas, grid, square, Shape::Dot, colours.legal),
        Mark::Attack(square, percent) => {
            on(canvas, grid, square, Shape::Ring, colours.legal);
            odds(canvas, grid, board, (square, percent));
        }
        Mark::From(_)
        | Mark::To(_)
        | Mark::Focus(_)
        | Mark::Block(_)
        | Mark::Grown(_)
        | Mark::Join(_) => {}
    }
}

/// A mark from one square of the board to another.
fn between(
    canvas: &mut Canvas<'_>,
    grid: &Grid,
    (from, to): (Spot, Spot),
    shape: fn(i16, i16) -> Shape,
    colour: Rgb,
) {
    let (Some(at), Some(_)) = (grid.corner(from), grid.corner(to)) else { return };
    if from != to {
        let (right, down) = grid.way(from, to);
        canvas.mark(shape(right, down), colour, at, grid.cell());
    }
}

/// The chance of an attack, on a label that covers the foot of the piece: its head tells the kind.
fn odds(canvas: &mut Canvas<'_>, grid: &Grid, board: &Board, (at, percent): (Spot, Option<u8>)) {
    let (Some([x, y]), Some(percent)) = (grid.corner(at), percent) else { return };
    let colours = canvas.kit.colours;
    let cell = grid.cell;
    let kind = Type::bold((cell * 24 / 108).clamp(1, 2000) as u16);
    let text = format!("{percent}%");
    let width = kind.width(&text).ceil() as i32 + (cell * 16 / 108).max(1);
    let height = (cell * 34 / 108).max(1);
    let has_badge = board.pieces.iter().any(|placed| placed.at == at && !placed.badges.is_empty());
    // Where medallions lie at the foot, the label goes up: they tell more than a hood's tip.
    let inset = cell * 2 / 108;
    let top = if has_badge { y + inset } else { y + cell - height - inset };
    let corner = [x + (cell - width) / 2, top];
    canvas.mark(Shape::Label(width as u16, height as u16), colours.medal, corner, grid.cell());
    let centre = [corner[0] + width / 2, corner[1] + height / 2];
    canvas.text(&text, kind, colours.edge, centre, Align::Middle);
}
