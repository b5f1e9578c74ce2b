//! The facts about a side in games with zones: its zone's label, name, points and captures.

use std::cmp::Reverse;
use std::ops::Range;

use super::canvas::{Align, Canvas};
use super::kit::{Coat, Key, Kit};
use super::marks::Shape;
use super::sketch::Pen;
use super::sprites::Sprite;
use super::text::Type;
use super::theme::Rgb;
use crate::scene::{Piece, Side};

/// How the facts are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// Label and name; under them points and captures.
    Low,
    /// Name; label and points; captures.
    Tall,
    /// Label, name and points at the other end; captures under them.
    Broad,
    /// Captures; label, name and points at the other end under them.
    BroadTurned,
}

/// Where the facts about a side stand. Lengths are those of the default width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub setting: Setting,
    /// Whether lines end at the right instead of beginning at the left.
    pub at_right: bool,
    /// Whether there is room for the captures.
    pub is_full: bool,
}

/// Sizes of what a block holds.
struct Sizes {
    name: f32,
    score: f32,
    badge: f32,
    piece: f32,
}

impl Setting {
    const fn sizes(self) -> Sizes {
        match self {
            Self::Low | Self::Tall => Sizes { name: 24.0, score: 42.0, badge: 32.0, piece: 42.0 },
            Self::Broad | Self::BroadTurned => {
                Sizes { name: 36.0, score: 68.0, badge: 50.0, piece: 62.0 }
            }
        }
    }
}

/// Room around a block that stands out.
const PAD: f32 = 7.0;

impl Block {
    /// How high a block is.
    pub(super) const fn height(self) -> f32 {
        match (self.setting, self.is_full) {
            (Setting::Low, _) => 80.0,
            (Setting::Tall, true) => 114.0,
            (Setting::Tall, false) => 72.0,
            (Setting::Broad | Setting::BroadTurned, _) => 134.0,
        }
    }

    /// A box of the block's: its beginning counted from the side where lines begin.
    fn part(self, start: f32, top: f32, width: f32, height: f32) -> [f32; 4] {
        let left =
            if self.at_right { self.left + self.width - start - width } else { self.left + start };
        [left, self.top + top, width, height]
    }
}

/// Draws the facts about a side whose zone's cells have this tone. A side to move stands on a
/// plate in the colour of type, a side that has left is struck out.
pub(super) fn draw(canvas: &mut Canvas<'_>, side: &Side, zone: Rgb, block: Block) {
    let colours = canvas.kit.colours;
    let parts = Parts::new(canvas, side, block);
    let ink = if side.to_move {
        let [start, top, width, height] = parts.plate;
        let [left, top, ..] = block.part(start, top, width, height);
        let plate = [left - PAD, top - PAD, width + 2.0 * PAD, height + 2.0 * PAD];
        canvas.boxed(plate, colours.ink);
        colours.panel
    } else if side.out {
        colours.dim
    } else {
        colours.ink
    };
    label(canvas, side, zone, block, parts.label);
    name(canvas, side, ink, block, parts.name);
    figure(canvas, side, ink, block, parts.score);
    captured(canvas, side, block, parts.tray);
}

/// Where the parts of a block stand: start, top, width and height, counted from where its lines
/// begin.
struct Parts {
    plate: [f32; 4],
    label: [f32; 4],
    name: [f32; 4],
    score: [f32; 4],
    tray: [f32; 4],
}

impl Parts {
    fn new(canvas: &Canvas<'_>, side: &Side, block: Block) -> Self {
        let sizes = block.setting.sizes();
        let (width, height) = (block.width, block.height());
        // Two letters need a wider badge.
        let letters = text_width(canvas, &side.label, sizes.badge * 0.75);
        let badge = match side.label.len() {
            0 => 0.0,
            _ => sizes.badge.max(letters + 10.0).min(width * 0.5),
        };
        let indent = if badge > 0.0 { badge + 8.0 } else { 0.0 };
        let score = text_width(canvas, &score_text(side), sizes.score).min(width * 0.6);
        let is_bare = side.captured.is_empty() || !block.is_full;
        match block.setting {
            Setting::Low => {
                let named = indent + text_width(canvas, &side.name, sizes.name) + 2.0;
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
            Setting::Tall => Self {
                plate: [0.0, 0.0, width, if is_bare { 70.0 } else { height }],
                label: [0.0, 36.0, badge, sizes.badge],
                name: [0.0, 0.0, width, 30.0],
                score: [indent, 31.0, score.min(width - indent), 42.0],
                tray: [0.0, 74.0, width, 40.0],
            },
            Setting::Broad | Setting::BroadTurned => {
                let turned = block.setting == Setting::BroadTurned;
                let (line, tray) =
                    if turned { (height - 60.0, 0.0) } else { (0.0, height - sizes.piece) };
                Self {
                    plate: if is_bare {
                        [0.0, line, width, 60.0]
                    } else {
                        [0.0, 0.0, width, height]
                    },
                    label: [0.0, line + 5.0, badge, sizes.badge],
                    name: [indent, line + 5.0, width - indent - score - 12.0, 50.0],
                    score: [width - score, line, score, 60.0],
                    tray: [0.0, tray, width, sizes.piece],
                }
            }
        }
    }
}

fn score_text(side: &Side) -> String {
    side.score.map(|score| score.to_string()).unwrap_or_default()
}

fn text_width(canvas: &Canvas<'_>, text: &str, size: f32) -> f32 {
    Type::bold(canvas.kit.size(size)).width(text) / canvas.kit.scale.factor()
}

/// The label of a zone on its tone.
fn label(canvas: &mut Canvas<'_>, side: &Side, zone: Rgb, block: Block, part: [f32; 4]) {
    if part[2] <= 0.0 {
        return;
    }
    let kit = canvas.kit;
    let pen = Pen { core: zone, edge: kit.colours.edge };
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let [x, y] = [kit.px(left), kit.px(top)];
    let (wide, high) = (kit.size(width), kit.size(height));
    canvas.put(Key::Mark(Shape::Tray(wide, high), pen, kit.size(108.0)), x, y);
    let kind = Type::bold(kit.size(height * 0.75));
    let text = kind.fit(&side.label, f32::from(wide));
    let at = [x + i32::from(wide) / 2, y + i32::from(high) / 2];
    canvas.text(&text, kind, kit.colours.edge, at, Align::Middle);
}

fn name(canvas: &mut Canvas<'_>, side: &Side, ink: Rgb, block: Block, part: [f32; 4]) {
    let kit = canvas.kit;
    let size = kit.size(block.setting.sizes().name);
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let room = kit.px(width) as f32;
    // A name in heavier type only where that costs none of it.
    let (bold, regular) = (Type::bold(size), Type::regular(size));
    let kind = if side.to_move && bold.width(&side.name) <= room { bold } else { regular };
    let text = kind.fit(&side.name, room);
    let (align, x) =
        if block.at_right { (Align::Right, left + width) } else { (Align::Left, left) };
    let at = [kit.px(x), kit.px(top + height / 2.0)];
    canvas.text(&text, kind, ink, at, align);
    if side.out {
        let long = kind.width(&text).ceil() as i32;
        let from = if block.at_right { at[0] - long } else { at[0] };
        canvas.fill([from, at[1], long, kit.px(3.0).max(1)], ink);
    }
}

fn figure(canvas: &mut Canvas<'_>, side: &Side, ink: Rgb, block: Block, part: [f32; 4]) {
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(block.setting.sizes().score));
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let (align, x) =
        if block.at_right { (Align::Right, left + width) } else { (Align::Left, left) };
    let text = kind.fit(&score_text(side), kit.px(width) as f32 + 1.0);
    canvas.text(&text, kind, ink, [kit.px(x), kit.px(top + height / 2.0)], align);
}

/// Room between captured pieces, and between a piece and its number.
const GAP: f32 = 5.0;
/// How much of a piece must be seen beside the next one, in hundredths: its pips.
const SEEN: i32 = 62;

/// The captured pieces on a tray: each of them, or one of each kind with its number.
fn captured(canvas: &mut Canvas<'_>, side: &Side, block: Block, part: [f32; 4]) {
    if side.captured.is_empty() || !block.is_full {
        return;
    }
    let [start, top, room, size] = part;
    let kit = canvas.kit;
    let inner = kit.px(room - 12.0);
    let widths = side.captured.iter().map(|piece| kit.columns(piece, kit.size(size)));
    let widths: Vec<i32> = widths.take(MOST).map(|columns| columns.len() as i32).collect();
    let all: i32 = widths.iter().sum();
    let last = widths.last().copied().unwrap_or(0);
    if side.captured.len() > MOST || (all - last) * SEEN / 100 + last > inner {
        return grouped(canvas, &side.captured, block, part);
    }
    // What is missing, or left over up to a gap, is shared out between the pieces.
    let steps = (widths.len() as i32 - 1).max(1);
    let spare = (inner - all).min(kit.px(GAP) * steps);
    let width = (all + spare) as f32 / kit.scale.factor() + 12.0;
    let width = if widths.len() > 1 { width } else { last as f32 / kit.scale.factor() + 12.0 };
    let [left, top] = tray(canvas, block.part(start, top, width, size));
    let mut done = 0;
    for (index, piece) in (0..).zip(&side.captured) {
        let shift = if widths.len() > 1 { spare * index / steps } else { 0 };
        stand(canvas, piece, [kit.px(left) + done + shift, kit.px(top)], size);
        done += widths[index as usize];
    }
}

/// More than these are never drawn one by one.
const MOST: usize = 40;

/// A tray and where its contents begin.
fn tray(canvas: &mut Canvas<'_>, place: [f32; 4]) -> [f32; 2] {
    canvas.boxed(place, canvas.kit.colours.tray);
    [place[0] + 6.0, place[1]]
}

/// A piece whose ink begins at a column.
fn stand(canvas: &mut Canvas<'_>, piece: &Piece, [left, top]: [i32; 2], size: f32) {
    let kit = canvas.kit;
    let box_size = kit.size(size);
    let bare = kit.columns(piece, box_size).start;
    let at = [left - bare, top + kit.px(size * 0.02)];
    canvas.sprite(&piece.sprite, Coat::of(piece.shade), at, box_size);
}

impl Kit {
    /// From which column to which of its box a piece has ink.
    fn columns(&self, piece: &Piece, size: u16) -> Range<i32> {
        let key = Key::Sprite(Sprite::named(&piece.sprite), Coat::of(piece.shade), size);
        self.stamp(key).columns()
    }
}

/// One piece of each kind with its number, the biggest first.
fn grouped(canvas: &mut Canvas<'_>, pieces: &[Piece], block: Block, part: [f32; 4]) {
    let [start, top, room, size] = part;
    let mut kinds = kinds(pieces);
    // No game with zones has more kinds; what else is there has no room.
    kinds.truncate(4);
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(block.setting.sizes().name));
    let figures: Vec<String> = kinds.iter().map(|(.., count)| count.to_string()).collect();
    let figures_wide: f32 = figures.iter().map(|figure| kind.width(figure)).sum();
    let gap = kit.px(GAP).max(1);
    let gaps = gap * (2 * kinds.len() as i32 - 1);
    // Pieces give way before figures do.
    let full: i32 =
        kinds.iter().map(|(piece, _)| kit.columns(piece, kit.size(size)).len() as i32).sum();
    let left_over = kit.px(room - 12.0) - gaps - figures_wide.ceil() as i32;
    let part = (left_over as f32 / full.max(1) as f32).clamp(0.2, 1.0);
    let small = size * part;
    let widths: Vec<i32> =
        kinds.iter().map(|(piece, _)| kit.columns(piece, kit.size(small)).len() as i32).collect();
    let wide = widths.iter().sum::<i32>() + gaps + figures_wide.ceil() as i32;
    let width = wide as f32 / kit.scale.factor() + 12.0;
    let [left, top] = tray(canvas, block.part(start, top, width, size));
    let mut x = kit.px(left);
    for (((piece, _), figure), wide) in kinds.iter().zip(&figures).zip(widths) {
        stand(canvas, piece, [x, kit.px(top + (size - small) * 0.7)], small);
        x += wide + gap;
        let at = [x, kit.px(top + size / 2.0)];
        canvas.text(figure, kind, kit.colours.edge, at, Align::Left);
        x += kind.width(figure).round() as i32 + gap;
    }
}

/// The first piece of each kind and how many there are, the biggest first.
pub(super) fn kinds(pieces: &[Piece]) -> Vec<(&Piece, usize)> {
    let mut kinds: Vec<(&Piece, usize)> = Vec::new();
    for piece in pieces {
        match kinds.iter_mut().find(|(known, _)| known.sprite == piece.sprite) {
            Some((_, count)) => *count += 1,
            None => kinds.push((piece, 1)),
        }
    }
    kinds.sort_by_key(|(piece, _)| Reverse(Sprite::named(&piece.sprite)));
    kinds
}
