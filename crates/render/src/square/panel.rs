//! The panel at the right of a board of squares: its place, its background, lines of text in it.
//!
//! Places and lengths are those of the picture 900 pixels wide.

use crate::{
    canvas::{Align, Canvas},
    layout::Layout,
    text::Font,
    theme::Rgb,
};

pub(crate) const LEFT: f32 = 718.0;
pub(crate) const RIGHT: f32 = 884.0;
pub(crate) const TOP: f32 = 22.0;
pub(crate) const BOTTOM: f32 = 698.0;
pub(crate) const PAD: f32 = 9.0;
pub(crate) const CENTRE: f32 = (LEFT + RIGHT) / 2.0;
/// The width for text and trays between the panel's sides.
pub(crate) const ROOM: f32 = RIGHT - LEFT - 2.0 * PAD;
/// The left edge of the panel beside a narrow board.
pub(crate) const BROAD_LEFT: f32 = 398.0;

/// Draws the empty panel.
pub(crate) fn background(canvas: &mut Canvas<'_>, layout: Layout) {
    let left = match layout {
        Layout::Pair | Layout::List => LEFT,
        Layout::Beside => BROAD_LEFT,
        Layout::Corners => return,
    };
    canvas.boxed([left, TOP, RIGHT - left, BOTTOM - TOP], canvas.assets.colours.panel);
}

/// Writes a line in the middle of the panel, in the first of these sizes in which it fits; cut in
/// the last one if it fits in none. A size comes with whether it is bold.
pub(crate) fn centred(
    canvas: &mut Canvas<'_>,
    text: &str,
    fonts: &[(u16, bool)],
    middle: f32,
    colour: Rgb,
) {
    let room = canvas.assets.px(ROOM) as f32;
    let mut fonts = fonts.iter().map(|&(size, bold)| {
        let size = canvas.assets.size(f32::from(size));
        if bold { Font::bold(size) } else { Font::regular(size) }
    });
    let last = fonts.clone().next_back();
    let fitting = fonts.find(|font| font.width(text) <= room);
    if let Some(font) = fitting.or(last) {
        let at = [canvas.assets.px(CENTRE), canvas.assets.px(middle)];
        canvas.text(&font.fit(text, room), font, colour, at, Align::Middle);
    }
}
