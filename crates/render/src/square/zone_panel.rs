//! The panel of boards with zones: each side with its zone, its points and its captures.

use scene::Panel;

use super::panel::{BOTTOM, BROAD_LEFT, LEFT, PAD, RIGHT, ROOM, TOP, centred};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    side_block::{SideBlock, SideSetting, render_side},
    text::Font,
    theme::Rgb,
};

/// The tone of the zone of a side, counted from the side at the bottom.
fn zone_tone(canvas: &Canvas<'_>, geometry: &BoardGeometry, zones: usize, index: usize) -> Rgb {
    canvas.assets.colours.label((geometry.nearest_zone() + index) % zones.max(1))
}

/// Draws the sides from the upper left of the board on, clockwise, so that the near one stands
/// last.
pub(crate) fn render_list(canvas: &mut Canvas<'_>, panel: &Panel, geometry: &BoardGeometry) {
    let colours = canvas.assets.colours;
    let fonts = [(32, true), (28, true), (24, true), (24, false)];
    centred(canvas, &panel.headline, &fonts, TOP + 28.0, colours.text);
    let mut top = TOP + 46.0;
    let font = Font::regular(canvas.assets.size(24.0));
    for line in font.wrap(&panel.note, canvas.assets.px(ROOM) as f32, 3) {
        centred(canvas, &line, &[(24, false)], top + 15.0, colours.text);
        top += 28.0;
    }
    top += 8.0;
    centred(canvas, &panel.foot, &[(24, false)], BOTTOM - 22.0, colours.dim_text);
    // More than six would not be read.
    let sides = &panel.sides[..panel.sides.len().min(6)];
    let room = (BOTTOM - 42.0 - top) / sides.len().max(1) as f32;
    let mut order: Vec<usize> = (0..sides.len()).collect();
    order.rotate_left(sides.len().min(1));
    for (place, index) in order.into_iter().enumerate() {
        let block = SideBlock {
            left: LEFT + PAD + 2.0,
            top: top + room * place as f32,
            width: ROOM - 4.0,
            setting: SideSetting::Tall,
            at_right: false,
            is_full: room >= 118.0,
        };
        let block = SideBlock { top: block.top + (room - block.height()) / 2.0, ..block };
        let tone = zone_tone(canvas, geometry, panel.sides.len(), index);
        render_side(canvas, &sides[index], tone, block);
    }
}

/// Draws two sides, each beside its zone, and between them who is to move.
pub(crate) fn render_beside(canvas: &mut Canvas<'_>, panel: &Panel, geometry: &BoardGeometry) {
    let block = SideBlock {
        left: BROAD_LEFT + 22.0,
        top: TOP + 22.0,
        width: RIGHT - BROAD_LEFT - 44.0,
        setting: SideSetting::Broad,
        at_right: false,
        is_full: true,
    };
    let below = SideBlock { setting: SideSetting::BroadTurned, ..block };
    let below = SideBlock { top: BOTTOM - 22.0 - below.height(), ..below };
    for (index, (side, block)) in panel.sides.iter().zip([below, block]).enumerate() {
        render_side(canvas, side, zone_tone(canvas, geometry, 2, index), block);
    }
    middle(canvas, panel, block.width);
}

/// Writes between two sides who is to move, why, and the number of the game.
fn middle(canvas: &mut Canvas<'_>, panel: &Panel, width: f32) {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let middle = (TOP + BOTTOM) / 2.0;
    let centre = assets.px((BROAD_LEFT + RIGHT) / 2.0);
    let room = assets.px(width) as f32;
    let (large, small) = (Font::bold(assets.size(44.0)), Font::regular(assets.size(30.0)));
    let note = small.wrap(&panel.note, room, 2);
    let mut top = middle - 44.0 - 18.0 * note.len() as f32;
    let mut set = |text: &str, font: Font, colour, middle: f32| {
        canvas.text(
            &font.fit(text, room),
            font,
            colour,
            [centre, assets.px(middle)],
            Align::Middle,
        );
    };
    set(&panel.headline, large, colours.text, top + 22.0);
    top += 52.0;
    for line in note {
        set(&line, small, colours.text, top + 16.0);
        top += 36.0;
    }
    set(&panel.foot, Font::regular(assets.size(26.0)), colours.dim_text, top + 18.0);
}
