//! The time that a side has left: a bar, and words. How full the bar is tells it without the words, and
//! without a colour.

use scene::{Side, SideTime};

use super::{
    canvas::{Align, Canvas},
    text::Font,
    theme::Rgb,
};

/// The height of a bar.
const BAR: f32 = 5.0;
/// The height of the line through it, which is left where time has been used up.
const LINE: f32 = 1.5;
/// The height of a line with the words and the bar under them.
pub(super) const HEIGHT: f32 = 34.0;

/// The separator of a name and the time behind it.
const BETWEEN: &str = " · ";

/// The time of a side as it stands behind its name; empty without a clock.
pub(super) fn behind(side: &Side) -> String {
    side.time.as_ref().map_or_else(String::new, |time| format!("{BETWEEN}{}", time.text))
}

/// Draws the bar of a side with a clock, from the left, in lengths of the default width.
pub(super) fn bar(canvas: &mut Canvas<'_>, side: &Side, [left, top, width]: [f32; 3], colour: Rgb) {
    let Some(SideTime { part, .. }) = &side.time else { return };
    let assets = canvas.assets;
    let [x, y, wide] = [assets.px(left), assets.px(top), assets.px(width)];
    let high = assets.px(BAR).max(2);
    let thin = assets.px(LINE).max(1);
    canvas.fill([x, y + (high - thin) / 2, wide, thin], colour);
    let full = wide * i32::from((*part).min(1_000)) / 1_000;
    if full > 0 {
        canvas.fill([x, y, full, high], colour);
    }
}

/// Writes the time of a side with a clock around this point or from it on, and draws its bar under that.
pub(super) fn line(
    canvas: &mut Canvas<'_>,
    side: &Side,
    [left, top, width]: [f32; 3],
    align: Align,
) {
    let Some(time) = &side.time else { return };
    let assets = canvas.assets;
    let colour = assets.colours.text;
    let font = Font::narrow(assets.size(28.0));
    let text = font.fit(&time.text, assets.px(width) as f32);
    let x = if align == Align::Middle { left + width / 2.0 } else { left };
    canvas.text(&text, font, colour, [assets.px(x), assets.px(top + 13.0)], align);
    bar(canvas, side, [left, top + 27.0, width], colour);
}
