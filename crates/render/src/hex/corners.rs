//! What stands in the corners that a board of hexes leaves free: at the left the two sides with
//! what they have captured, at the right the last turns, the result, and who still waits in a hand.

use scene::{Panel, Piece, Side};

use super::{
    corner::{BoardExtent, Corner},
    grid::HexGrid,
    tokens::{BETWEEN, TRAY, captured, stack, tray, width},
};
use crate::{
    canvas::{Align, Canvas},
    piece_kinds::piece_kinds,
    text::Font,
    theme::{Colouring, Rgb},
    time_bar,
};

/// The height of a line with a name.
pub(crate) const NAME: f32 = 36.0;
/// The height of any other line.
pub(crate) const LINE: f32 = 31.0;
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
        time(canvas, &mut lower_left, side);
        note(canvas, &mut lower_left, panel, side);
        name(canvas, &mut lower_left, side);
        near_rest = captured(canvas, &mut lower_left, &side.captured);
    }
    let mut upper_left = corner(false, false);
    if let Some(side) = far {
        name(canvas, &mut upper_left, side);
        note(canvas, &mut upper_left, panel, side);
        time(canvas, &mut upper_left, side);
    }
    let small = Font::regular(canvas.assets.size(24.0));
    upper_left.line(canvas, &panel.foot, small, canvas.assets.colours.dim_text, LINE);
    let far_rest = captured(canvas, &mut upper_left, far.map_or(&[], |side| &side.captured));

    let mut upper_right = corner(true, false);
    turns(canvas, &mut upper_right, &panel.turns);
    in_hand(canvas, &mut upper_right, far.map_or(&[], |side| &side.hand));
    stack(canvas, &mut upper_right, &far_rest);
    let mut lower_right = corner(true, true);
    if !panel.sides.iter().any(|side| side.to_move) {
        result(canvas, &mut lower_right, panel);
    }
    in_hand(canvas, &mut lower_right, near.map_or(&[], |side| &side.hand));
    stack(canvas, &mut lower_right, &near_rest);
}

/// Writes a side's name after a ball in its colour.
fn name(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, side: &Side) {
    let assets = canvas.assets;
    let (ball, indent) = (24.0, 31.0);
    let (font, text) = fitted(canvas, &side.name, corner.room(NAME) - indent);
    let [left, top] = corner.take(0.0, NAME);
    let middle = assets.px(top + NAME / 2.0);
    let size = assets.px(ball);
    canvas.ball(Colouring::of(side.shade), [assets.px(left), middle - size / 2], size);
    let colour = if side.out { assets.colours.dim_text } else { assets.colours.text };
    canvas.text(&text, font, colour, [assets.px(left + indent), middle], Align::Left);
}

/// Shows the time of a side that has a clock.
fn time(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, side: &Side) {
    if side.time.is_some() {
        let width = corner.room(time_bar::HEIGHT).min(LONGEST_BAR);
        let [left, top] = corner.take(0.0, time_bar::HEIGHT);
        time_bar::line(canvas, side, [left, top, width], Align::Left);
    }
}

/// Says under a name that its side is to move.
fn note(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel, side: &Side) {
    if side.to_move {
        wrapped(canvas, corner, &panel.note, canvas.assets.colours.hit);
    }
}

/// Says who has won and why.
fn result(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    wrapped(canvas, corner, &panel.note, canvas.assets.colours.hit);
    let (font, text) = fitted(canvas, &panel.headline, corner.room(NAME));
    corner.line(canvas, &text, font, canvas.assets.colours.text, NAME);
}

/// The largest font in which all of a name fits into a width, and the name; it is cut where not
/// even the smallest is small enough.
fn fitted(canvas: &Canvas<'_>, name: &str, room: f32) -> (Font, String) {
    let assets = canvas.assets;
    let (room, large, small) = (assets.px(room) as f32, assets.size(28.0), assets.size(24.0));
    let fonts = [Font::bold(large), Font::bold(small), Font::regular(small)];
    let font = fonts.into_iter().find(|font| font.width(name) <= room).unwrap_or(fonts[2]);
    (font, font.fit(name, room))
}

/// Writes a text on at most two lines.
fn wrapped(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, text: &str, colour: Rgb) {
    let font = Font::regular(canvas.assets.size(24.0));
    let room = canvas.assets.px(corner.room(2.0 * LINE)) as f32;
    let mut lines = font.wrap(text, room, 2);
    if corner.is_low {
        lines.reverse();
    }
    for line in lines {
        corner.line(canvas, &line, font, colour, LINE);
    }
}

/// Writes the last turns, the latest in the stronger colour.
fn turns(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, turns: &[String]) {
    let colours = canvas.assets.colours;
    let font = Font::regular(canvas.assets.size(24.0));
    let latest = turns.len().saturating_sub(2);
    for (index, turn) in turns.iter().enumerate().skip(latest) {
        let colour = if index + 1 == turns.len() { colours.text } else { colours.dim_text };
        corner.line(canvas, turn, font, colour, LINE);
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
        (Font::regular(assets.size(24.0)), assets.colours.text, piece_kinds(canvas.assets, pieces));
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
