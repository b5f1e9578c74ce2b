//! Numbered discs, which tell the plies of one message apart: on the board and beside the dice.

use super::{
    canvas::{Align, Canvas},
    marks::MarkShape,
    text::Font,
};

/// Draws a number on a disc in a box given by its upper left corner and its side.
pub(crate) fn numbered_disc(canvas: &mut Canvas<'_>, number: u8, [x, y]: [i32; 2], size: i32) {
    let colours = canvas.assets.colours;
    let side = size.clamp(1, i32::from(u16::MAX)) as u16;
    canvas.mark(MarkShape::Medal, colours.medal, [x, y], side);
    // More figures share the width.
    let part = match number {
        0..10 => 84,
        10..100 => 72,
        _ => 52,
    };
    let font = Font::narrow_bold((u32::from(side) * part / 100).max(1) as u16);
    let middle = [x + size / 2, y + size / 2];
    canvas.text(&number.to_string(), font, colours.edge, middle, Align::Middle);
}
