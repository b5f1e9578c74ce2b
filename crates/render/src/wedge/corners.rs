//! What stands in the corners that a board of wedges leaves free.
//!
//! Places and lengths are those of the picture 840 pixels wide.

use scene::Panel;

use super::grid::WedgeGrid;
use crate::{
    canvas::{Align, Canvas},
    side_block::{SideBlock, SideSetting, render_side},
    square::capitals,
    text::Font,
    theme::Rgb,
};

const LEFT: f32 = 16.0;
const RIGHT: f32 = 824.0;
const TOP: f32 = 16.0;
const BOTTOM: f32 = 704.0;

/// The place of the block of a side: where its lines begin (from the right side of the picture if negative), its
/// upper edge, its width and its setting.
type BlockPlace = (f32, f32, f32, SideSetting);

/// The blocks around three zones, clockwise from the side at the bottom, as in the tables below.
const THREE: [BlockPlace; 3] = [
    (LEFT, 622.0, 250.0, SideSetting::Low),
    (LEFT, 18.0, 250.0, SideSetting::Low),
    (-LEFT, 18.0, 250.0, SideSetting::Low),
];
const FOUR: [BlockPlace; 4] = [
    (-LEFT, 546.0, 176.0, SideSetting::Tall),
    (-LEFT, 142.0, 176.0, SideSetting::Tall),
    (-LEFT, 277.0, 176.0, SideSetting::Tall),
    (-LEFT, 412.0, 176.0, SideSetting::Tall),
];
const FIVE: [BlockPlace; 5] = [
    (LEFT, 622.0, 250.0, SideSetting::Low),
    (LEFT, 505.0, 230.0, SideSetting::Low),
    (LEFT, 18.0, 164.0, SideSetting::Tall),
    (-LEFT, 18.0, 164.0, SideSetting::Tall),
    (-LEFT, 505.0, 230.0, SideSetting::Low),
];
const SIX: [BlockPlace; 6] = [
    (-482.0, 630.0, 250.0, SideSetting::Low),
    (LEFT, 537.0, 225.0, SideSetting::Low),
    (LEFT, 100.0, 250.0, SideSetting::Low),
    (482.0, 18.0, 250.0, SideSetting::Low),
    (-LEFT, 100.0, 222.0, SideSetting::Low),
    (-LEFT, 537.0, 225.0, SideSetting::Low),
];

/// The block of a side, by its number from the bottom on; `None` where there are no such zones.
fn place(zones: usize, index: usize) -> Option<SideBlock> {
    let places: &[BlockPlace] = match zones {
        3 => &THREE,
        4 => &FOUR,
        5 => &FIVE,
        6 => &SIX,
        _ => &[],
    };
    let &(start, top, width, setting) = places.get(index)?;
    let at_right = start < 0.0;
    let left = if at_right { 840.0 + start - width } else { start };
    Some(SideBlock { left, top, width, setting, at_right, is_full: true })
}

/// Draws the facts around a board.
pub(crate) fn render_corners(canvas: &mut Canvas<'_>, panel: &Panel, grid: &WedgeGrid) {
    let zones = usize::from(grid.zones);
    for (index, side) in panel.sides.iter().enumerate() {
        let zone = (usize::from(grid.facing) + index) % zones.max(1);
        let Some(block) = place(zones, index) else { continue };
        render_side(canvas, side, canvas.assets.colours.label(zone), block);
    }
    headline(canvas, panel, zones);
}

/// Writes what the last ply did, or the result, and which game it is.
fn headline(canvas: &mut Canvas<'_>, panel: &Panel, zones: usize) {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let (large, small) = (Font::narrow_bold(assets.size(30.0)), Font::narrow(assets.size(27.0)));
    let room = match zones {
        3 => 250.0,
        4 => 176.0,
        6 => 290.0,
        _ => 240.0,
    };
    let wide = assets.px(room) as f32;
    let is_running = panel.is_running();
    let last = panel.plies.last();
    let ended = format!("{} {}", panel.headline, panel.note);
    let (words, mut more) = match last {
        Some(last) if is_running => (last.words.clone(), last.came.clone()),
        _ if is_running => (String::new(), Vec::new()),
        _ => (ended.trim().to_owned(), Vec::new()),
    };
    more.push(panel.state.clone());
    let mut lines: Vec<(String, Font, Rgb)> =
        large.wrap(&words, wide, 2).into_iter().map(|line| (line, large, colours.text)).collect();
    for text in &more {
        let wrapped = small.wrap(text, wide, 2).into_iter();
        lines.extend(wrapped.map(|line| (line, small, colours.dim_text)));
    }
    lines.truncate(4);
    let foot_top = BOTTOM - 18.0;
    let (align, x) = if zones == 6 { (Align::Left, LEFT) } else { (Align::Right, RIGHT) };
    let mut top = match zones {
        4 | 6 => TOP,
        _ => foot_top - 30.0 * lines.len() as f32 - 6.0,
    };
    for (line, font, colour) in lines {
        canvas.text(&line, font, colour, [assets.px(x), assets.px(top + 14.0)], align);
        top += 30.0;
    }
    let whole = capitals(&[&panel.title, &panel.number, &panel.moment]);
    let foot = if small.width(&whole) > assets.px(250.0) as f32 {
        small.fit(&capitals(&[&panel.number, &panel.moment]), assets.px(250.0) as f32)
    } else {
        whole
    };
    let at = [assets.px(RIGHT), assets.px(foot_top + 10.0)];
    canvas.text(&foot, small, colours.dim_text, at, Align::Right);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::{Format, Scale};
    use scene::Wedges;

    /// Points of a block, close enough that nothing readable slips between them.
    fn points(block: SideBlock) -> impl Iterator<Item = [f32; 2]> {
        let steps =
            move |from: f32, length: f32| (0..=20).map(move |n| from + length * n as f32 / 20.0);
        steps(block.left, block.width)
            .flat_map(move |x| steps(block.top, block.height()).map(move |y| [x, y]))
    }

    fn is_in_zone(grid: &WedgeGrid, [x, y]: [f32; 2]) -> bool {
        (0..grid.zones).any(|zone| {
            let [at, along, _, across] = grid.outline(zone);
            let side = |from: [f32; 2], to: [f32; 2]| [to[0] - from[0], to[1] - from[1]];
            let (p, q, to) = (side(at, along), side(at, across), side(at, [x, y]));
            let area = p[0] * q[1] - p[1] * q[0];
            let (u, v) =
                ((to[0] * q[1] - to[1] * q[0]) / area, (p[0] * to[1] - p[1] * to[0]) / area);
            (0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v)
        })
    }

    #[test]
    fn the_facts_leave_the_board_and_each_other_free() {
        for zones in 3..=6_u8 {
            let scale = Scale::new(Format::Corners, Format::Corners.width());
            let grid = WedgeGrid::new(scale, Wedges { zones, facing: 0 });
            let blocks: Vec<SideBlock> =
                (0..usize::from(zones)).filter_map(|index| place(zones.into(), index)).collect();
            assert_eq!(blocks.len(), usize::from(zones));
            for (index, &block) in blocks.iter().enumerate() {
                for point in points(block) {
                    assert!(!is_in_zone(&grid, point), "{zones} zones, block {index}: {point:?}");
                    assert!((8.0..832.0).contains(&point[0]) && (8.0..714.0).contains(&point[1]));
                    for (other_index, other) in blocks.iter().enumerate().skip(index + 1) {
                        let inside = (other.left..other.left + other.width).contains(&point[0])
                            && (other.top..other.top + other.height()).contains(&point[1]);
                        assert!(!inside, "{zones} zones: {index} and {other_index} at {point:?}");
                    }
                }
            }
        }
    }
}
