//! A side's facts: its zone's label, its name, its points and its captures.

use scene::Side;

use super::{
    block::{SideBlock, SideSetting, Sizes},
    captured::captured,
};
use crate::{
    assets::BitmapKey,
    canvas::{Align, Canvas},
    marks::{MarkShape, Pen},
    square::plate_colours,
    text::Font,
    theme::Rgb,
    time_bar,
};

/// Room around a block that stands out.
const PAD: f32 = 7.0;

/// Draws the facts about a side; `zone` is the tone of its zone. A side to move stands on a
/// plate in the colour of text, a side that has left is struck out.
pub(crate) fn render_side(canvas: &mut Canvas<'_>, side: &Side, zone: Rgb, block: SideBlock) {
    let colours = canvas.assets.colours;
    let parts = SideParts::new(canvas, side, block);
    let colour = if side.to_move || side.won {
        let [start, top, width, height] = parts.plate;
        let [left, top, ..] = block.part(start, top, width, height);
        let plate = [left - PAD, top - PAD, width + 2.0 * PAD, height + 2.0 * PAD];
        let [ground, text, _] = plate_colours(canvas, side);
        canvas.boxed(plate, ground);
        text
    } else if side.out {
        colours.dim_text
    } else {
        colours.text
    };
    label(canvas, side, zone, block, parts.label);
    name(canvas, side, colour, block, parts.name);
    figure(canvas, side, colour, block, parts.score);
    captured(canvas, side, block, parts.tray);
}

/// The places of the parts of a block: start, top, width and height, counted from where its lines begin.
struct SideParts {
    plate: [f32; 4],
    label: [f32; 4],
    name: [f32; 4],
    score: [f32; 4],
    tray: [f32; 4],
}

/// The measures on which the places of the parts depend, in lengths of the default width.
struct Measures {
    sizes: Sizes,
    width: f32,
    height: f32,
    /// The width of the badge with the label; 0 without a label.
    badge: f32,
    /// How far to the right of the badge what follows it begins.
    indent: f32,
    /// The width of the name.
    name: f32,
    /// The width of the points.
    score: f32,
    /// Whether no captures are drawn.
    is_bare: bool,
}

impl Measures {
    fn of(canvas: &Canvas<'_>, side: &Side, block: SideBlock) -> Self {
        let sizes = block.setting.sizes();
        let (width, height) = (block.width, block.height());
        // Two letters need a wider badge.
        let letters = text_width(canvas, &side.label, sizes.badge * 0.75);
        let badge = match side.label.len() {
            0 => 0.0,
            _ => sizes.badge.max(letters + 10.0).min(width * 0.5),
        };
        let indent = if badge > 0.0 { badge + 8.0 } else { 0.0 };
        let name = Font::narrow_bold(canvas.assets.size(sizes.name)).width(&side.name)
            / canvas.assets.scale.factor();
        let score = (score_font(canvas, block).width(&score_text(side))
            / canvas.assets.scale.factor())
        .min(width * 0.6);
        let is_bare = side.captured.is_empty() || !block.is_full;
        Self { sizes, width, height, badge, indent, name, score, is_bare }
    }
}

impl SideParts {
    fn new(canvas: &Canvas<'_>, side: &Side, block: SideBlock) -> Self {
        let measures = Measures::of(canvas, side, block);
        match block.setting {
            SideSetting::Low => Self::low(&measures),
            SideSetting::Tall => Self::tall(&measures),
        }
    }

    fn low(measures: &Measures) -> Self {
        let &Measures { ref sizes, width, height, badge, indent, name, score, is_bare } = measures;
        let named = indent + name + 2.0;
        let start = if score > 0.0 { score.max(32.0) + 8.0 } else { 0.0 };
        let long = if is_bare { named.max(score).min(width) } else { width };
        Self {
            plate: [0.0, 0.0, long, height],
            label: [0.0, 0.0, badge, sizes.badge],
            name: [indent, 0.0, width - indent, sizes.badge],
            score: [0.0, 38.0, score, 42.0],
            tray: [start, 38.0, width - start, sizes.piece],
        }
    }

    fn tall(measures: &Measures) -> Self {
        let &Measures { ref sizes, width, height, badge, indent, score, is_bare, .. } = measures;
        Self {
            plate: [0.0, 0.0, width, if is_bare { 70.0 } else { height }],
            label: [0.0, 36.0, badge, sizes.badge],
            name: [0.0, 0.0, width, 30.0],
            score: [indent, 31.0, score.min(width - indent), 42.0],
            tray: [0.0, 74.0, width, 40.0],
        }
    }
}

/// The font of the points.
fn score_font(canvas: &Canvas<'_>, block: SideBlock) -> Font {
    Font::narrow_bold(canvas.assets.size(block.setting.sizes().score))
}

fn score_text(side: &Side) -> String {
    side.score.map(|score| score.to_string()).unwrap_or_default()
}

fn text_width(canvas: &Canvas<'_>, text: &str, size: f32) -> f32 {
    Font::bold(canvas.assets.size(size)).width(text) / canvas.assets.scale.factor()
}

/// Draws the label of a zone on its tone.
fn label(canvas: &mut Canvas<'_>, side: &Side, zone: Rgb, block: SideBlock, part: [f32; 4]) {
    if part[2] <= 0.0 {
        return;
    }
    let assets = canvas.assets;
    let pen = Pen { core: zone, edge: assets.colours.edge };
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let [x, y] = [assets.px(left), assets.px(top)];
    let (wide, high) = (assets.size(width), assets.size(height));
    canvas.put(BitmapKey::Mark(MarkShape::Tray(wide, high), pen, assets.size(108.0)), x, y);
    let font = Font::bold(assets.size(height * 0.75));
    let text = font.fit(&side.label, f32::from(wide));
    let at = [x + i32::from(wide) / 2, y + i32::from(high) / 2];
    canvas.text(&text, font, assets.colours.edge, at, Align::Middle);
}

/// Writes the name, bold if the side is to move and struck out if it has left.
fn name(canvas: &mut Canvas<'_>, side: &Side, colour: Rgb, block: SideBlock, part: [f32; 4]) {
    let assets = canvas.assets;
    let size = assets.size(block.setting.sizes().name);
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let room = assets.px(width) as f32;
    // The name is set in bold only if it still fits as a whole.
    let (bold, regular) = (Font::narrow_bold(size), Font::narrow(size));
    let is_bold = bold.width(&time_bar::whole_name(side)) <= room;
    let font = if is_bold { bold } else { regular };
    let text = time_bar::timed_name(font, side, room);
    let (align, x) =
        if block.at_right { (Align::Right, left + width) } else { (Align::Left, left) };
    let at = [assets.px(x), assets.px(top + height / 2.0)];
    canvas.text(&text, font, colour, at, align);
    time_bar::bar(canvas, side, [left, top + height - 1.0, width], colour);
    if side.out {
        let long = font.width(&text).ceil() as i32;
        let from = if block.at_right { at[0] - long } else { at[0] };
        canvas.fill([from, at[1], long, assets.px(3.0).max(1)], colour);
    }
}

/// Writes the points.
fn figure(canvas: &mut Canvas<'_>, side: &Side, colour: Rgb, block: SideBlock, part: [f32; 4]) {
    let assets = canvas.assets;
    let font = score_font(canvas, block);
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let (align, x) =
        if block.at_right { (Align::Right, left + width) } else { (Align::Left, left) };
    let text = font.fit(&score_text(side), assets.px(width) as f32 + 1.0);
    canvas.text(&text, font, colour, [assets.px(x), assets.px(top + height / 2.0)], align);
}
