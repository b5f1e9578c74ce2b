//! The facts about a side in games with zones: its zone's label, name, points and captures.

use super::canvas::{Align, Canvas};
use super::kit::{Coat, Key};
use super::marks::{Pen, Shape};
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
            (Setting::Tall, true) => 116.0,
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
    let ink = if side.to_move {
        let [left, top, width, height] = block.part(0.0, 0.0, block.width, block.height());
        let plate = [left - PAD, top - PAD, width + 2.0 * PAD, height + 2.0 * PAD];
        canvas.boxed(plate, colours.ink);
        colours.panel
    } else if side.out {
        colours.dim
    } else {
        colours.ink
    };
    let sizes = block.setting.sizes();
    let badge = if side.label.is_empty() { 0.0 } else { sizes.badge };
    let after_badge = if badge > 0.0 { badge + 8.0 } else { 0.0 };
    let score = side.score.map(|score| score.to_string()).unwrap_or_default();
    let score_width = text_width(canvas, &score, sizes.score).min(block.width * 0.6);
    let (width, piece) = (block.width, sizes.piece);
    match block.setting {
        Setting::Low => {
            label(canvas, side, zone, block.part(0.0, 0.0, badge, badge));
            name(
                canvas,
                side,
                ink,
                block,
                [after_badge, 0.0, width - after_badge, badge.max(32.0)],
            );
            figure(canvas, &score, ink, block, [0.0, 38.0, score_width, 42.0]);
            let start = if score.is_empty() { 0.0 } else { score_width.max(32.0) + 8.0 };
            captured(canvas, side, block, [start, 38.0, width - start, piece]);
        }
        Setting::Tall => {
            name(canvas, side, ink, block, [0.0, 0.0, width, 30.0]);
            label(canvas, side, zone, block.part(0.0, 36.0, badge, badge));
            let room = width - after_badge;
            figure(canvas, &score, ink, block, [after_badge, 31.0, score_width.min(room), 42.0]);
            captured(canvas, side, block, [0.0, 74.0, width, piece]);
        }
        Setting::Broad | Setting::BroadTurned => {
            let turned = block.setting == Setting::BroadTurned;
            let (line, tray) = if turned { (piece + 12.0, 0.0) } else { (0.0, 134.0 - piece) };
            let middle = line + 30.0;
            label(canvas, side, zone, block.part(0.0, middle - badge / 2.0, badge, badge));
            let room = width - after_badge - score_width - 12.0;
            name(canvas, side, ink, block, [after_badge, middle - 25.0, room, 50.0]);
            figure(
                canvas,
                &score,
                ink,
                block,
                [width - score_width, middle - 30.0, score_width, 60.0],
            );
            captured(canvas, side, block, [0.0, tray, width, piece]);
        }
    }
}

fn text_width(canvas: &Canvas<'_>, text: &str, size: f32) -> f32 {
    Type::bold(canvas.kit.size(size)).width(text) / canvas.kit.scale.factor()
}

/// The label of a zone on its tone.
fn label(canvas: &mut Canvas<'_>, side: &Side, zone: Rgb, [left, top, size, _]: [f32; 4]) {
    if size <= 0.0 {
        return;
    }
    let kit = canvas.kit;
    let pen = Pen { core: zone, edge: kit.colours.edge };
    let (x, y, side_px) = (kit.px(left), kit.px(top), kit.size(size));
    canvas.put(Key::Mark(Shape::Tray(side_px, side_px), pen, kit.size(108.0)), x, y);
    let kind = Type::bold(kit.size(size * 0.75));
    let text = kind.fit(&side.label, f32::from(side_px));
    let half = i32::from(side_px) / 2;
    canvas.text(&text, kind, kit.colours.edge, [x + half, y + half], Align::Middle);
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

fn figure(canvas: &mut Canvas<'_>, text: &str, ink: Rgb, block: Block, part: [f32; 4]) {
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(block.setting.sizes().score));
    let [left, top, width, height] = block.part(part[0], part[1], part[2], part[3]);
    let (align, x) =
        if block.at_right { (Align::Right, left + width) } else { (Align::Left, left) };
    let text = kind.fit(text, kit.px(width) as f32 + 1.0);
    canvas.text(&text, kind, ink, [kit.px(x), kit.px(top + height / 2.0)], align);
}

/// Parts of a piece's box that captured pieces take up: where it begins, and the widest of each.
const BARE: f32 = 0.13;
const WIDE: f32 = 0.76;
/// The least step from piece to piece that leaves its pips to be seen.
const LEAST: f32 = 0.46;

/// The captured pieces on a tray: each of them, or one of each kind with its number.
fn captured(canvas: &mut Canvas<'_>, side: &Side, block: Block, part: [f32; 4]) {
    if side.captured.is_empty() || !block.is_full {
        return;
    }
    let [start, top, room, size] = part;
    let inner = room - 12.0;
    let count = side.captured.len();
    let least = size * (WIDE + LEAST * (count - 1) as f32);
    if least <= inner {
        let step = ((inner - size * WIDE) / (count.max(2) - 1) as f32).min(size * 0.7);
        let width = size * WIDE + step * (count - 1) as f32 + 12.0;
        let [left, top, ..] = tray(canvas, block.part(start, top, width, size));
        for (index, piece) in side.captured.iter().enumerate() {
            stand(canvas, piece, [left - size * BARE + step * index as f32, top], size);
        }
    } else {
        grouped(canvas, &side.captured, block, part);
    }
}

/// A tray and where its contents begin.
fn tray(canvas: &mut Canvas<'_>, place: [f32; 4]) -> [f32; 2] {
    canvas.boxed(place, canvas.kit.colours.tray);
    [place[0] + 6.0, place[1]]
}

fn stand(canvas: &mut Canvas<'_>, piece: &Piece, [left, top]: [f32; 2], size: f32) {
    let kit = canvas.kit;
    let at = [kit.px(left), kit.px(top + size * 0.02)];
    canvas.sprite(&piece.sprite, Coat::of(piece.shade), at, kit.size(size));
}

/// One piece of each kind with its number, the biggest first.
fn grouped(canvas: &mut Canvas<'_>, pieces: &[Piece], block: Block, part: [f32; 4]) {
    let [start, top, room, size] = part;
    let mut kinds: Vec<(Sprite, &Piece, usize)> = Vec::new();
    for piece in pieces {
        let sprite = Sprite::named(&piece.sprite);
        match kinds.iter_mut().find(|(known, ..)| *known == sprite) {
            Some((.., count)) => *count += 1,
            None => kinds.push((sprite, piece, 1)),
        }
    }
    kinds.sort_by(|(one, ..), (other, ..)| other.cmp(one));
    // No game has more kinds; what else is there has no room.
    kinds.truncate(4);
    let figures: Vec<String> = kinds.iter().map(|(.., count)| count.to_string()).collect();
    let figure_size = block.setting.sizes().name;
    let figures_wide: f32 =
        figures.iter().map(|figure| text_width(canvas, figure, figure_size)).sum();
    let count = kinds.len() as f32;
    // Pieces give way before figures do.
    let gap = 5.0;
    let wide = ((room - 12.0 - figures_wide - gap * (2.0 * count - 1.0)) / count).max(8.0);
    let piece_size = (wide / WIDE).min(size);
    let width = count * piece_size * WIDE + figures_wide + gap * (2.0 * count - 1.0) + 12.0;
    let [mut left, top] = tray(canvas, block.part(start, top, width, size));
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(figure_size));
    for ((_, piece, _), figure) in kinds.iter().zip(&figures) {
        stand(
            canvas,
            piece,
            [left - piece_size * BARE, top + (size - piece_size) * 0.9],
            piece_size,
        );
        left += piece_size * WIDE + gap;
        let at = [kit.px(left), kit.px(top + size / 2.0)];
        canvas.text(figure, kind, kit.colours.edge, at, Align::Left);
        left += text_width(canvas, figure, figure_size) + gap;
    }
}
