//! What stands in the corners that a board of hexes leaves free: at the left the two sides with
//! what they have captured, at the right the last plies, which game it is or its result, and who still waits in
//! a hand.

use scene::{Panel, Piece, PlyNote, Side};

use super::{
    empty_board,
    grid::HexGrid,
    tokens::{BETWEEN, TRAY, captured, stack, tray, width},
};
use crate::{
    canvas::{Align, Canvas},
    corner::{BoardExtent, Corner, LINE, SIZE},
    piece_kinds::piece_kinds,
    plate::{FittedName, plate_colours},
    text::{CAPITALS, Font, Harm},
    theme::Colouring,
    time_bar,
};

/// The height of a line with a name.
pub(crate) const NAME: f32 = 37.0;
/// The most lines in a corner.
const MOST_LINES: usize = 9;
/// The greatest length of a bar.
const LONGEST_BAR: f32 = 150.0;

/// Draws the facts around a board.
pub(crate) fn render_corners(canvas: &mut Canvas<'_>, panel: &Panel, grid: &HexGrid) {
    let (near, far) = (panel.sides.first(), panel.sides.get(1));
    let extent = extent(canvas, grid);
    let corner = |is_right, is_low| Corner::new(&extent, is_right, is_low);

    let mut lower_left = corner(false, true);
    let mut near_rest = Vec::new();
    if let Some(side) = near {
        // The corner is filled from the edge of the picture inward.
        name(canvas, &mut lower_left, panel, 0);
        disc(canvas, &mut lower_left, panel, side);
        time(canvas, &mut lower_left, side);
        near_rest = captured(canvas, &mut lower_left, &side.captured);
    }
    let mut upper_left = corner(false, false);
    if let Some(side) = far {
        name(canvas, &mut upper_left, panel, 1);
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
    state(canvas, &mut lower_right, panel);
    in_hand(canvas, &mut lower_right, near.map_or(&[], |side| &side.hand));
    stack(canvas, &mut lower_right, &near_rest);
}

/// The extent of the board with the names of its rows and files.
pub(crate) fn extent(canvas: &Canvas<'_>, grid: &HexGrid) -> BoardExtent {
    let factor = canvas.assets.scale.factor();
    let font = empty_board::name_font(canvas.assets);
    let names = empty_board::names(grid).into_iter().map(|(name, [x, y])| {
        let (wide, high) = (font.width(&name) / 2.0, f32::from(font.size) * CAPITALS / 2.0);
        [x - wide, y - high, x + wide, y + high]
    });
    let boxes = grid.outline().into_iter().chain(names);
    BoardExtent::new(boxes.map(|place| place.map(|side| side / factor)).collect())
}

/// Says which game it is and how far it is.
fn which(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    let (font, colour) = (small(canvas), canvas.assets.colours.dim_text);
    let which = format!("{} {}", panel.title, panel.number);
    corner.texts(canvas, &[(&which, font, colour), (&panel.moment, font, colour)], 3);
}

/// The font of all words but names.
fn small(canvas: &Canvas<'_>) -> Font {
    Font::narrow(canvas.assets.size(SIZE))
}

/// Writes a side's name, on a lit plate if it is to move, on a golden one if it has won.
fn name(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel, index: usize) {
    let Some(side) = panel.sides.get(index) else { return };
    let fitted = |lines: usize| {
        let mut rooms = corner.rooms(NAME, lines);
        if corner.is_low {
            rooms.reverse();
        }
        // A plate is a little wider than the name on it.
        let rooms: Vec<f32> = rooms.into_iter().map(|room| (room - 6.0).max(0.0)).collect();
        FittedName::new(canvas, &panel.sides, index, &rooms)
    };
    let mut name = fitted(1);
    if !name.is_whole {
        name = fitted(2);
    }
    if name.harm == Harm::Cut {
        name = fitted(3);
    }
    let FittedName { font, lines, .. } = name;
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
        let room = assets.px(room) as f32;
        let fonts = assets.scale.sizes_from(SIZE).map(|size| Font::narrow(assets.size(size)));
        let font = fonts.into_iter().find(|font| font.width(&panel.note) <= room).unwrap_or(font);
        let note = font.fit(&panel.note, room);
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

/// Says what else counts; of a game that is over who has won, and why.
fn state(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let sizes = assets.scale.sizes_from(SIZE).map(|size| (size, panel.shortest_state()));
    let ways = [(SIZE, &*panel.state)].into_iter().chain(sizes).map(|(size, state)| {
        let font = Font::narrow(assets.size(size));
        let state = (state, font, colours.text);
        if panel.is_running() || panel.is_won() {
            return (size, vec![state]);
        }
        let headline = (&*panel.headline, Font::narrow_bold(font.size), colours.text);
        (size, vec![headline, (&panel.note, font, colours.hit), state])
    });
    corner.whole_texts(canvas, ways, MOST_LINES);
}

/// Writes the last ply with what came of it, and before it the moves of earlier ones if there is room.
fn told(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, plies: &[PlyNote]) {
    let Some((last, earlier)) = plies.split_last() else { return };
    let (assets, colours, all) = (canvas.assets, canvas.assets.colours, last.came.len());
    let sizes = |came| assets.scale.sizes_from(SIZE).map(move |size| (size, 0, came));
    let ways = [(SIZE, 2, all), (SIZE, 1, all)].into_iter();
    let ways = ways.chain((0..=all).rev().flat_map(sizes)).map(|(size, count, came)| {
        let font = Font::narrow(assets.size(size));
        let earlier = earlier.iter().skip(earlier.len().saturating_sub(count));
        let mut texts: Vec<_> = earlier.map(|ply| (&*ply.short, font, colours.dim_text)).collect();
        texts.push((&last.words, Font::narrow_bold(font.size), colours.hit));
        texts.extend(last.came.iter().take(came).map(|came| (&**came, font, colours.text)));
        (size, texts)
    });
    corner.whole_texts(canvas, ways, MOST_LINES);
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
        let mut below = corner.clone();
        below.filled += LINE;
        if words <= corner.room(LINE) && wide <= below.room(TRAY) {
            corner.line(canvas, WORDS, font, colour, LINE);
        }
        stack(canvas, corner, &groups);
    }
}
