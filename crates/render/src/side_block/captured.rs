//! The captures in a block.

use scene::{Piece, Side};

use super::block::SideBlock;
use crate::{
    canvas::{Align, Canvas},
    piece_kinds::piece_kinds,
    text::Font,
    theme::Colouring,
};

/// The gap between captured pieces, and between a piece and its number.
const GAP: f32 = 5.0;
/// How much of a piece must be seen beside the next one, in hundredths: its pips.
const SEEN: i32 = 62;
/// The most pieces that are drawn one by one.
const MOST: usize = 40;

/// Draws the captured pieces on a tray: each of them, or one of each kind with its number.
pub(crate) fn captured(canvas: &mut Canvas<'_>, side: &Side, block: SideBlock, part: [f32; 4]) {
    if side.captured.is_empty() || !block.is_full {
        return;
    }
    let [start, top, room, size] = part;
    let assets = canvas.assets;
    let inner = assets.px(room - 12.0);
    let widths = side.captured.iter().map(|piece| assets.columns(piece, assets.size(size)));
    let widths: Vec<i32> = widths.take(MOST).map(|columns| columns.len() as i32).collect();
    let all: i32 = widths.iter().sum();
    let last = widths.last().copied().unwrap_or(0);
    if side.captured.len() > MOST || (all - last) * SEEN / 100 + last > inner {
        return grouped(canvas, &side.captured, block, part);
    }
    // What is missing, or left over up to a gap, is shared out between the pieces.
    let steps = (widths.len() as i32 - 1).max(1);
    let spare = (inner - all).min(assets.px(GAP) * steps);
    let width = (all + spare) as f32 / assets.scale.factor() + 12.0;
    let width = if widths.len() > 1 { width } else { last as f32 / assets.scale.factor() + 12.0 };
    let [left, top] = tray(canvas, block.part(start, top, width, size));
    let mut done = 0;
    for (index, piece) in (0..).zip(&side.captured) {
        let shift = if widths.len() > 1 { spare * index / steps } else { 0 };
        stand(canvas, piece, [assets.px(left) + done + shift, assets.px(top)], size);
        done += widths[index as usize];
    }
}

/// Draws a tray; returns the left and upper edges of its contents.
fn tray(canvas: &mut Canvas<'_>, place: [f32; 4]) -> [f32; 2] {
    canvas.boxed(place, canvas.assets.colours.tray);
    [place[0] + 6.0, place[1]]
}

/// Draws a piece whose colour begins at a column.
fn stand(canvas: &mut Canvas<'_>, piece: &Piece, [left, top]: [i32; 2], size: f32) {
    let assets = canvas.assets;
    let box_size = assets.size(size);
    let bare = assets.columns(piece, box_size).start;
    let at = [left - bare, top + assets.px(size * 0.02)];
    canvas.sprite(&piece.sprite, Colouring::of(piece.shade), at, box_size);
}

/// Draws one piece of each kind with its number, the biggest first.
fn grouped(canvas: &mut Canvas<'_>, pieces: &[Piece], block: SideBlock, part: [f32; 4]) {
    let [start, top, room, size] = part;
    let mut kinds = piece_kinds(canvas.assets, pieces);
    // No game with zones has more kinds; what else is there has no room.
    kinds.truncate(4);
    let assets = canvas.assets;
    let font = Font::bold(assets.size(block.setting.sizes().name));
    let figures: Vec<String> = kinds.iter().map(|(.., count)| count.to_string()).collect();
    let figures_wide: f32 = figures.iter().map(|figure| font.width(figure)).sum();
    let gap = assets.px(GAP).max(1);
    let gaps = gap * (2 * kinds.len() as i32 - 1);
    // Pieces give way before figures do.
    let full: i32 =
        kinds.iter().map(|(piece, _)| assets.columns(piece, assets.size(size)).len() as i32).sum();
    let left_over = assets.px(room - 12.0) - gaps - figures_wide.ceil() as i32;
    let part = (left_over as f32 / full.max(1) as f32).clamp(0.2, 1.0);
    let small = size * part;
    let widths: Vec<i32> = kinds
        .iter()
        .map(|(piece, _)| assets.columns(piece, assets.size(small)).len() as i32)
        .collect();
    let wide = widths.iter().sum::<i32>() + gaps + figures_wide.ceil() as i32;
    let width = wide as f32 / assets.scale.factor() + 12.0;
    let [left, top] = tray(canvas, block.part(start, top, width, size));
    let mut x = assets.px(left);
    for (((piece, _), figure), wide) in kinds.iter().zip(&figures).zip(widths) {
        stand(canvas, piece, [x, assets.px(top + (size - small) * 0.7)], small);
        x += wide + gap;
        let at = [x, assets.px(top + size / 2.0)];
        canvas.text(figure, font, assets.colours.edge, at, Align::Left);
        x += font.width(figure).round() as i32 + gap;
    }
}
