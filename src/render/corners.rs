//! What stands in the corners that a board of wedges leaves free; `nooks` has those of hexes.

use super::canvas::{Align, Canvas};
use super::nooks;
use super::panel::lines;
use super::plan::Plan;
use super::sides::{self, Block, Setting};
use super::text::Type;
use crate::scene::Panel;

// Places and lengths below are those of the picture 840 pixels wide.
const LEFT: f32 = 16.0;
const RIGHT: f32 = 824.0;
const TOP: f32 = 16.0;
const BOTTOM: f32 = 704.0;

/// Blocks of the sides from the one at the bottom on, clockwise: where its lines begin (from the
/// right side of the picture if negative), its upper edge, its width and its setting.
type Place = (f32, f32, f32, Setting);

const THREE: [Place; 3] = [
    (LEFT, 622.0, 250.0, Setting::Low),
    (LEFT, 18.0, 250.0, Setting::Low),
    (-LEFT, 18.0, 250.0, Setting::Low),
];
const FOUR: [Place; 4] = [
    (-LEFT, 546.0, 176.0, Setting::Tall),
    (-LEFT, 142.0, 176.0, Setting::Tall),
    (-LEFT, 277.0, 176.0, Setting::Tall),
    (-LEFT, 412.0, 176.0, Setting::Tall),
];
const FIVE: [Place; 5] = [
    (LEFT, 622.0, 250.0, Setting::Low),
    (LEFT, 505.0, 230.0, Setting::Low),
    (LEFT, 18.0, 164.0, Setting::Tall),
    (-LEFT, 18.0, 164.0, Setting::Tall),
    (-LEFT, 505.0, 230.0, Setting::Low),
];
const SIX: [Place; 6] = [
    (-482.0, 630.0, 250.0, Setting::Low),
    (LEFT, 537.0, 225.0, Setting::Low),
    (LEFT, 100.0, 250.0, Setting::Low),
    (482.0, 18.0, 250.0, Setting::Low),
    (-LEFT, 100.0, 222.0, Setting::Low),
    (-LEFT, 537.0, 225.0, Setting::Low),
];

fn place(zones: usize, index: usize) -> Option<Block> {
    let places: &[Place] = match zones {
        3 => &THREE,
        4 => &FOUR,
        5 => &FIVE,
        6 => &SIX,
        _ => &[],
    };
    let &(start, top, width, setting) = places.get(index)?;
    let at_right = start < 0.0;
    let left = if at_right { 840.0 + start - width } else { start };
    Some(Block { left, top, width, setting, at_right, is_full: true })
}

/// The facts around a board.
pub(super) fn draw(canvas: &mut Canvas<'_>, panel: &Panel, plan: &Plan) {
    let fan = match plan {
        Plan::Fan(fan) => fan,
        Plan::Hive(hive) => return nooks::draw(canvas, panel, hive),
        Plan::Grid(_) => return,
    };
    let zones = usize::from(fan.zones);
    for (index, side) in panel.sides.iter().enumerate() {
        let zone = (plan.nearest_zone() + index) % zones.max(1);
        let Some(block) = place(zones, index) else { continue };
        sides::draw(canvas, side, canvas.kit.colours.label(zone), block);
    }
    headline(canvas, panel, zones);
}

/// Who is to move or the result, and the number of the game.
fn headline(canvas: &mut Canvas<'_>, panel: &Panel, zones: usize) {
    let kit = canvas.kit;
    let (large, small) = (Type::bold(kit.size(30.0)), Type::regular(kit.size(24.0)));
    let room = match zones {
        3 => 250.0,
        4 => 176.0,
        6 => 290.0,
        _ => 240.0,
    };
    let note = lines(&panel.note, small, kit.px(room) as f32, 2);
    let foot_top = BOTTOM - 18.0;
    let (align, x) = if zones == 6 { (Align::Left, LEFT) } else { (Align::Right, RIGHT) };
    let mut top = match zones {
        4 | 6 => TOP,
        _ => foot_top - 34.0 - 26.0 * note.len() as f32,
    };
    let fitted = large.fit(&panel.headline, kit.px(room) as f32);
    let mut set = |text: &str, kind: Type, ink, align, x: f32, middle: f32| {
        canvas.text(text, kind, ink, [kit.px(x), kit.px(middle)], align);
    };
    set(&fitted, large, kit.colours.ink, align, x, top + 14.0);
    top += 32.0;
    for line in note {
        set(&line, small, kit.colours.ink, align, x, top + 12.0);
        top += 26.0;
    }
    let foot = small.fit(&panel.foot, kit.px(room) as f32);
    set(&foot, small, kit.colours.dim, Align::Right, RIGHT, foot_top + 14.0);
}

#[cfg(test)]
mod tests {
    use super::super::fan::Fan;
    use super::super::scale::{Form, Scale};
    use super::*;
    use crate::scene::Wedges;

    /// Points of a block, close enough that nothing readable slips between them.
    fn points(block: Block) -> impl Iterator<Item = [f32; 2]> {
        let steps =
            move |from: f32, length: f32| (0..=20).map(move |n| from + length * n as f32 / 20.0);
        steps(block.left, block.width)
            .flat_map(move |x| steps(block.top, block.height()).map(move |y| [x, y]))
    }

    fn is_in_zone(fan: &Fan, [x, y]: [f32; 2]) -> bool {
        (0..fan.zones).any(|zone| {
            let [at, along, _, across] = fan.outline(zone);
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
            let scale = Scale::new(Form::Corners, Form::Corners.width());
            let fan = Fan::new(scale, Wedges { zones, facing: 0 });
            let blocks: Vec<Block> =
                (0..usize::from(zones)).filter_map(|index| place(zones.into(), index)).collect();
            assert_eq!(blocks.len(), usize::from(zones));
            for (index, &block) in blocks.iter().enumerate() {
                for point in points(block) {
                    assert!(!is_in_zone(&fan, point), "{zones} zones, block {index}: {point:?}");
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
