//! What stands in the corners that a board of hexes leaves free: at the left the two sides with
//! what they have captured, at the right the last plies, which game it is or its result, and who still waits in
//! a hand.

use scene::{Panel, Piece, PlyNote, Side};

use super::{
    corner::{BoardExtent, Corner},
    grid::HexGrid,
    tokens::{BETWEEN, TRAY, captured, stack, tray, width},
};
use crate::{
    canvas::{Align, Canvas},
    piece_kinds::piece_kinds,
    square::{FittedName, fitted_name, plate_colours},
    text::Font,
    theme::{Colouring, Rgb},
    time_bar,
};

/// The height of a line with a name.
pub(crate) const NAME: f32 = 37.0;
/// The height of any other line.
pub(crate) const LINE: f32 = 32.0;
/// The greatest length of a bar.
const LONGEST_BAR: f32 = 150.0;

/// Draws the facts around a board.
pub(crate) fn render_corners(canvas: &mut Canvas<'_>, panel: &Panel, grid: &HexGrid) {
    let (near, far) = (panel.sides.first(), panel.sides.get(1));
    let extent = BoardExtent::of(canvas, grid);
    let corner = |is_right, is_low| Corner::new(&extent, is_right, is_low);

    let mut lower_left = corner(false, true);
    let mut near_rest = Vec::new();
    if let Some(side) = near {
        // The corner is filled from the edge of the picture inward.
        name(canvas, &mut lower_left, side);
        disc(canvas, &mut lower_left, panel, side);
        time(canvas, &mut lower_left, side);
        near_rest = captured(canvas, &mut lower_left, &side.captured);
    }
    let mut upper_left = corner(false, false);
    if let Some(side) = far {
        name(canvas, &mut upper_left, side);
        disc(canvas, &mut upper_left, panel, side);
        time(canvas, &mut upper_left, side);
    }
    let far_rest = captured(canvas, &mut upper_left, far.map_or(&[], |side| &side.captured));

    let mut upper_right = corner(true, false);
    told(canvas, &mut upper_right, &panel.plies);
    in_hand(canvas, &mut upper_right, far.map_or(&[], |side| &side.hand));
    stack(canvas, &mut upper_right, &far_rest);
    let mut lower_right = corner(true, true);
    which(canvas, &mut lower_right, panel);
    if panel.is_running() {
        wrapped(canvas, &mut lower_right, &panel.state, canvas.assets.colours.text);
    } else {
        result(canvas, &mut lower_right, panel);
    }
    in_hand(canvas, &mut lower_right, near.map_or(&[], |side| &side.hand));
    stack(canvas, &mut lower_right, &near_rest);
}

/// Says which game it is and how far it is.
fn which(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    let (font, colour) = (small(canvas), canvas.assets.colours.dim_text);
    corner.line(canvas, &panel.moment, font, colour, LINE);
    let which = format!("{} {}", panel.title, panel.number);
    corner.line(canvas, which.trim(), font, colour, LINE);
}

/// The font of all words but names.
fn small(canvas: &Canvas<'_>) -> Font {
    Font::narrow(canvas.assets.size(28.0))
}

/// Writes a side's name, on a lit plate if it is to move, on a golden one if it has won.
fn name(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, side: &Side) {
    // A plate is a little wider than the name on it.
    let mut rooms = corner.rooms(NAME, 2).into_iter().map(|room| room - 6.0).collect::<Vec<_>>();
    let one = fitted_name(canvas, &side.name, &rooms[..1]);
    if corner.is_low {
        rooms.reverse();
    }
    let named = if one.is_cut { fitted_name(canvas, &side.name, &rooms) } else { one };
    let FittedName { font, lines, .. } = named;
    let assets = canvas.assets;
    let height = NAME * lines.len().max(1) as f32;
    let [left, top] = corner.take(0.0, height);
    let mut colour = if side.out { assets.colours.dim_text } else { assets.colours.text };
    if side.to_move || side.won {
        let [ground, text, _] = plate_colours(canvas, side);
        // The board leaves each line another width.
        for (index, line) in lines.iter().enumerate() {
            let long = font.width(line) / assets.scale.factor() + 18.0;
            canvas.boxed([left - 9.0, top + NAME * index as f32, long, NAME], ground);
        }
        colour = text;
    }
    for (index, line) in lines.iter().enumerate() {
        let middle = top + NAME * (index as f32 + 0.5);
        canvas.text(line, font, colour, [assets.px(left), assets.px(middle)], Align::Left);
    }
}

/// Draws the disc of a side, and behind it that it is to move, or a crown.
fn disc(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel, side: &Side) {
    let (font, colours) = (small(canvas), canvas.assets.colours);
    let room = corner.room(LINE) - 36.0;
    let [left, top] = corner.take(0.0, LINE);
    let assets = canvas.assets;
    let (size, middle) = (assets.px(26.0), assets.px(top + LINE / 2.0));
    canvas.ball(Colouring::of(side.shade), [assets.px(left), middle - size / 2], size);
    let at = [assets.px(left + 36.0), middle];
    if side.won {
        canvas.crown(at.map(|at| at as f32), colours.hit);
    } else if side.to_move {
        let note = font.fit(&panel.note, assets.px(room) as f32);
        canvas.text(&note, font, colours.hit, at, Align::Left);
    }
}

/// Shows the time of a side that has a clock.
fn time(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, side: &Side) {
    if side.time.is_some() {
        let width = corner.room(time_bar::HEIGHT).min(LONGEST_BAR);
        let [left, top] = corner.take(0.0, time_bar::HEIGHT);
        time_bar::line(canvas, side, [left, top, width], Align::Left);
    }
}

/// Says who has won and why.
fn result(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    let colours = canvas.assets.colours;
    wrapped(canvas, corner, &panel.state, colours.text);
    if panel.is_won() {
        return;
    }
    wrapped(canvas, corner, &panel.note, colours.hit);
    let font = Font::narrow_bold(canvas.assets.size(30.0));
    corner.line(canvas, &panel.headline, font, colours.text, NAME);
}

/// Writes a text on at most two lines.
fn wrapped(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, text: &str, colour: Rgb) {
    let font = small(canvas);
    let room = canvas.assets.px(corner.room(2.0 * LINE)) as f32;
    let mut lines = font.wrap(text, room, 2);
    if corner.is_low {
        lines.reverse();
    }
    for line in lines {
        corner.line(canvas, &line, font, colour, LINE);
    }
}

/// Writes the last ply with what came of it, and before it the moves of two earlier ones.
fn told(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, plies: &[PlyNote]) {
    let Some((last, earlier)) = plies.split_last() else { return };
    let (font, colours) = (small(canvas), canvas.assets.colours);
    for ply in earlier.iter().skip(earlier.len().saturating_sub(2)) {
        corner.line(canvas, &ply.short, font, colours.dim_text, LINE);
    }
    let bold = Font::narrow_bold(font.size);
    let room = canvas.assets.px(corner.room(2.0 * LINE)) as f32;
    for line in bold.wrap(&last.words, room, 2) {
        corner.line(canvas, &line, bold, colours.hit, LINE);
    }
    for came in last.came.iter().take(2) {
        wrapped(canvas, corner, came, colours.text);
    }
}

/// What stands beside the pieces of a hand.
const WORDS: &str = "in hand";

/// Draws pieces that wait in a hand: beside the words, or under them where there are many.
fn in_hand(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, pieces: &[Piece]) {
    if pieces.is_empty() {
        return;
    }
    let assets = canvas.assets;
    let (font, colour, groups) =
        (small(canvas), assets.colours.text, piece_kinds(canvas.assets, pieces));
    let words = font.width(WORDS) / assets.scale.factor() + 2.0 * BETWEEN;
    let wide = width(canvas, &groups);
    if wide + words <= corner.room(TRAY) {
        let [left, top] = corner.take(wide + words, TRAY);
        tray(canvas, [left, top], &groups);
        let at = [assets.px(left + wide + 2.0 * BETWEEN), assets.px(top + TRAY / 2.0)];
        canvas.text(WORDS, font, colour, at, Align::Left);
    } else {
        corner.line(canvas, WORDS, font, colour, LINE);
        stack(canvas, corner, &groups);
    }
}
