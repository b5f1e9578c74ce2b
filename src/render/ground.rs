//! Empty boards: cells, canals, names along the border.

use super::canvas::{Align, Canvas};
use super::comb;
use super::fan::Fan;
use super::grid::Grid;
use super::ink::{Line, Point};
use super::kit::Kit;
use super::layout::Layout;
use super::plan::Plan;
use super::stamp::Frame;
use super::text::Type;
use super::theme::{Rgb, Tone};
use crate::scene::{Cell, Spot, Square};

/// The board without pieces, and the empty panel.
pub(super) fn empty(kit: &Kit, plan: &Plan, layout: Layout) -> Frame {
    let (width, height) = (kit.scale.width as usize, kit.scale.height as usize);
    let frame = Frame::new(width, height, kit.palette.index(kit.colours.margin));
    let mut canvas = Canvas { kit, frame };
    match plan {
        Plan::Grid(grid) => squares(&mut canvas, plan, grid),
        Plan::Fan(fan) => wedges(&mut canvas, plan, fan),
        Plan::Hive(hive) => comb::draw(&mut canvas, hive),
    }
    super::panel::background(&mut canvas, layout);
    canvas.frame
}

fn squares(canvas: &mut Canvas<'_>, plan: &Plan, grid: &Grid) {
    let colours = canvas.kit.colours;
    let rim = canvas.kit.px(3.0);
    let [width, height] = grid.size();
    let around = |[left, top]: [i32; 2], [width, height]: [i32; 2]| {
        [left - rim, top - rim, width + 2 * rim, height + 2 * rim]
    };
    canvas.fill(around([grid.left, grid.top], [width, height]), colours.edge);
    if grid.parts().len() > 1 {
        canvas.fill([grid.left, grid.top, width, height], colours.water);
        for (first, size) in grid.parts() {
            let last = Square { file: first.file + size[0] - 1, rank: first.rank + size[1] - 1 };
            let (Some(one), Some(other)) = (grid.corner(first), grid.corner(last)) else {
                continue;
            };
            let [left, top] = [one[0].min(other[0]), one[1].min(other[1])];
            let far = [one[0].max(other[0]), one[1].max(other[1])];
            let size = [far[0] - left + grid.cell, far[1] - top + grid.cell];
            canvas.fill(around([left, top], size), colours.edge);
        }
    }
    for square in grid.squares() {
        let at = Spot::Square(square);
        let (Some(place), Some([x, y])) = (plan.place(at), grid.corner(square)) else { continue };
        canvas.fill([x, y, grid.cell, grid.cell], colours.ground(place.zone, place.tone));
        if let (Tone::Dark, Some(hatch)) = (place.tone, colours.hatched) {
            let slope = slope(grid.parts().len(), place.zone);
            hatched(canvas, [x, y], grid.cell, slope, hatch);
        }
    }
    coordinates(canvas, grid);
}

/// Which way the lines of a hatching run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slope {
    Up,
    Down,
    Level,
}

/// Neighbouring zones are hatched in different ways.
fn slope(zones: usize, zone: Option<usize>) -> Slope {
    let ways = if zones == 2 || zones == 4 { 2 } else { 3 };
    match zone.unwrap_or(0) % ways {
        0 => Slope::Up,
        1 => Slope::Down,
        _ => Slope::Level,
    }
}

/// Whether a pixel lies on a line of a hatching.
fn is_hatched(kit: &Kit, slope: Slope, x: i32, y: i32) -> bool {
    let period = kit.px(9.0).max(2);
    let at = match slope {
        Slope::Up => x + y,
        Slope::Down => x - y,
        Slope::Level => y,
    };
    at.rem_euclid(period) < kit.px(2.0).max(1)
}

/// Thin lines that run on from square to square.
fn hatched(canvas: &mut Canvas<'_>, [left, top]: [i32; 2], cell: i32, slope: Slope, ink: Rgb) {
    let kit = canvas.kit;
    for y in top..top + cell {
        for x in (left..left + cell).filter(|&x| is_hatched(kit, slope, x, y)) {
            canvas.fill([x, y, 1, 1], ink);
        }
    }
}

fn coordinates(canvas: &mut Canvas<'_>, grid: &Grid) {
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(26.0));
    let half = grid.cell / 2;
    // Names would run into each other on very fine boards.
    if grid.cell < kit.px(26.0) {
        return;
    }
    let left = grid.left - kit.px(26.0);
    let below = grid.top + grid.size()[1] + kit.px(25.0);
    let mut name = |name: String, square: Square, at_left: bool| {
        let Some([x, y]) = grid.corner(square) else { return };
        let at = if at_left { [left, y + half] } else { [x + half, below] };
        canvas.text(&name, kind, kit.colours.ink, at, Align::Middle);
    };
    for rank in 0..grid.ranks {
        name((u16::from(rank) + 1).to_string(), Square { file: 0, rank }, !grid.is_sideways());
    }
    for file in 0..grid.files.min(26) {
        let letter = char::from(b'a' + file).to_string();
        name(letter, Square { file, rank: 0 }, grid.is_sideways());
    }
}

fn wedges(canvas: &mut Canvas<'_>, plan: &Plan, fan: &Fan) {
    let (colours, factor) = (canvas.kit.colours, canvas.kit.scale.factor());
    let rim = (3.0 * factor).max(1.0);
    for zone in 0..fan.zones {
        canvas.area(&fan.canal(zone, fan.bank), colours.water);
    }
    for zone in 0..fan.zones {
        canvas.line(&fan.outline(zone), Line::closed(2.0 * rim), colours.edge);
        canvas.area(&fan.outline(zone), colours.ground(Some(zone.into()), Tone::Dark));
    }
    for cell in fan.cells() {
        let Some(place) = plan.place(cell.into()) else { continue };
        let corners = fan.corners(cell);
        if place.tone != Tone::Dark {
            canvas.area(&corners, colours.ground(place.zone, place.tone));
        } else if let Some(ink) = colours.hatched {
            let slope = slope(fan.zones.into(), place.zone);
            let kit = canvas.kit;
            canvas.area_where(&corners, ink, |x, y| is_hatched(kit, slope, x, y));
        }
    }
    for zone in 0..fan.zones {
        seam_numbers(canvas, fan, zone);
        zone_letter(canvas, fan, zone);
    }
}

/// The numbers of the lines that begin at a seam: v of the zone before it, u of the zone after.
fn seam_numbers(canvas: &mut Canvas<'_>, fan: &Fan, zone: u8) {
    let kit = canvas.kit;
    let kind = Type::bold(kit.size(23.0));
    let ink = if kit.colours.water.is_bright() { kit.colours.edge } else { kit.colours.ink };
    for number in 1..=4_u8 {
        let at = pixel(fan.on_seam(zone, f32::from(number) - 0.5));
        canvas.text(&number.to_string(), kind, ink, at, Align::Middle);
    }
}

/// The letter of a zone, outside the edge where u is 4.
fn zone_letter(canvas: &mut Canvas<'_>, fan: &Fan, zone: u8) {
    let kit = canvas.kit;
    // Not in the middle of the edge: there the facts in the corners need the room.
    let [x, y] = fan.point(zone, 4.0, 1.0);
    let [right, down] = fan.outward(zone);
    let out = 22.0 * kit.scale.factor();
    let letter = Cell { zone, u: 1, v: 1 }.to_string().chars().take(1).collect::<String>();
    let at = pixel([x + right * out, y + down * out]);
    canvas.text(&letter, Type::bold(kit.size(34.0)), kit.colours.dim, at, Align::Middle);
}

/// The pixel at a point.
pub(super) fn pixel(at: Point) -> [i32; 2] {
    at.map(|at| at.round() as i32)
}
