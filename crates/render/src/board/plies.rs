//! What tells the plies of one message apart on the board: numbered discs on the targets of the earlier ones, and
//! the dice of their fights as chips.
//!
//! Each has a few places to choose from and takes the one where it hides the least.

use scene::{Fight, Mark, Scene, Spot, ply_target};

use super::{
    cell::{Area, CellPlace, sign_box},
    chip::Chip,
    geometry::BoardGeometry,
    marks,
    occupancy::Occupancy,
    pieces,
};
use crate::{
    assets::Assets,
    canvas::Canvas,
    hex,
    number::numbered_disc,
    point::{Point, between, distance},
    wedge,
};

/// The side of a disc at the default width.
const DISC: f32 = 30.0;
/// The least side of a disc in pixels: in a smaller one no number could be read.
const LEAST_DISC: i32 = 9;
/// How far around a target chips and discs may reach, in sides of its cell.
const REACH: f32 = 1.5;

/// Draws the dice of all fights that the picture tells, and the numbers of the plies before the last one.
pub(super) fn render_numbers(canvas: &mut Canvas<'_>, scene: &Scene, geometry: &BoardGeometry) {
    let is_told =
        !scene.earlier.is_empty() || scene.panel.plies.iter().any(|ply| ply.fight.is_some());
    if !is_told {
        return;
    }
    let targets =
        scene.earlier.iter().chain([&scene.board.marks]).filter_map(|marks| ply_target(marks));
    let targets: Vec<Spot> = targets.collect();
    let around = Occupancy::around(canvas.assets, geometry, &scene.board, &targets, REACH);
    let Some(mut occupancy) = around else { return };
    for area in signs(canvas.assets, scene, geometry) {
        occupancy.add(area);
    }
    for area in coordinates(canvas.assets, geometry) {
        occupancy.add(area);
    }
    chips(canvas, scene, geometry, &mut occupancy);
    for (marks, number) in scene.earlier.iter().zip(1..=u8::MAX) {
        let Some(place) = ply_target(marks).and_then(|at| geometry.place(at)) else { continue };
        if let Some(area) = disc(canvas.assets, &place, &occupancy) {
            numbered_disc(canvas, number, [area[0], area[1]], area[2]);
            occupancy.add(area);
        }
    }
}

/// Draws a chip on each cell on which there were fights, where it hides the least.
fn chips(
    canvas: &mut Canvas<'_>,
    scene: &Scene,
    geometry: &BoardGeometry,
    occupancy: &mut Occupancy,
) {
    let plies = scene.earlier.iter().chain([&scene.board.marks]).rev();
    let told = scene.panel.plies.iter().rev().zip(plies);
    let mut cells: Vec<(Spot, Vec<&Fight>)> = Vec::new();
    for (note, marks) in told {
        let (Some(fight), Some(at)) = (&note.fight, ply_target(marks)) else { continue };
        match cells.iter_mut().find(|(known, _)| *known == at) {
            Some((_, fights)) => fights.insert(0, fight),
            None => cells.push((at, vec![fight])),
        }
    }
    let within = match geometry {
        BoardGeometry::Squares(grid) => grid.area(),
        _ => {
            let scale = canvas.assets.scale;
            [0, 0, scale.width as i32, scale.height as i32]
        }
    };
    for (at, fights) in cells {
        let Some(target) = geometry.place(at) else { continue };
        if let Some((chip, area)) = Chip::placed(&fights, &target, within, occupancy) {
            chip.render(canvas, area);
            occupancy.add(area);
        }
    }
}

/// Returns what must not be covered at all: the names of lines, in canals and along the border.
pub(super) fn coordinates(assets: &Assets, geometry: &BoardGeometry) -> Vec<Area> {
    let around = |[x, y]: Point, letters: usize| {
        let [wide, high] = [assets.px(18.0 * letters as f32), assets.px(20.0)];
        [x as i32 - wide / 2, y as i32 - high / 2, wide, high]
    };
    match geometry {
        // There the names are farther from the cells.
        BoardGeometry::Squares(_) => Vec::new(),
        BoardGeometry::Wedges(grid) => {
            wedge::line_numbers(grid).map(|(_, at)| around(at, 1)).collect()
        }
        BoardGeometry::Hexes(grid) => {
            hex::names(grid).into_iter().map(|(name, at)| around(at, name.len())).collect()
        }
    }
}

/// Returns what must not be covered either: the badges of pieces, signs in the right corners, and who has fallen.
fn signs(assets: &Assets, scene: &Scene, geometry: &BoardGeometry) -> Vec<Area> {
    let badges = scene.board.pieces.iter().flat_map(|placed| pieces::badge_boxes(geometry, placed));
    let marks = scene.earlier.iter().flatten().chain(&scene.board.marks);
    let signs = marks.filter_map(|mark| match *mark {
        Mark::Push(from, to) => marks::free_bounce_box(assets, geometry, &scene.board, (from, to)),
        mark => sign_box(geometry, mark),
    });
    let fallen = pieces::fallen(geometry, &scene.board).map(|(_, area)| area);
    badges.chain(signs).chain(fallen).collect()
}

/// How large a disc is that has no more room, in hundredths.
const SIZES: [i32; 7] = [100, 92, 84, 76, 68, 60, 52];

/// The disc of an earlier ply with this target, where it hides least; the largest where that is equal.
fn disc(assets: &Assets, place: &CellPlace, occupancy: &Occupancy) -> Option<Area> {
    let most = assets.px(DISC).min(i32::from(place.size) * 6 / 10).max(1);
    let places = SIZES.iter().enumerate().flat_map(|(form, part)| {
        let size = (most * part / 100).max(most.min(LEAST_DISC));
        let best = disc_places(place, size).into_iter().map(|area| (0, area));
        best.chain(beside(place, size)).map(move |(away, area)| ((form, away), area))
    });
    occupancy.cheapest(places).map(|(_, area)| area)
}

/// Returns where else a disc may lie: anywhere around the middle of the cell, and how far that is from a better place.
fn beside(place: &CellPlace, size: i32) -> impl Iterator<Item = (i32, Area)> {
    let side = i32::from(place.size);
    let (middle, step) = (place.corner.map(|at| at + (side - size) / 2), (side / 16).max(1));
    let count = side * 4 / 5 / step;
    let steps =
        (-count..=count).flat_map(move |right| (-count..=count).map(move |down| [right, down]));
    steps.filter_map(move |[right, down]| {
        let square = right * right + down * down;
        let area = [middle[0] + right * step, middle[1] + down * step, size, size];
        (square <= count * count).then_some((1 + square, area))
    })
}

/// Returns where a disc may best lie in a cell: in the corners, the farthest and upper ones first, then at the
/// sides, those beside the piece before those above and below it.
fn disc_places(place: &CellPlace, size: i32) -> Vec<Area> {
    let radius = size as f32 / 2.0;
    let circle = f32::from(place.size);
    let [x, y] = place.corner.map(|at| at as f32);
    let square = [[x, y], [x + circle, y], [x + circle, y + circle], [x, y + circle]];
    let corners = place.border.as_ref().map_or(&square[..], |border| border.corners());
    let middle = [x + circle / 2.0, y + circle / 2.0];
    let mut ends = corners.to_vec();
    let rank = |at: &Point| [-distance(middle, *at), at[1], at[0]].map(|part| part.round() as i32);
    ends.sort_by_key(rank);
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let mut sides: Vec<Point> = sides.map(|(one, other)| between(*one, *other, 0.5)).collect();
    sides.sort_by_key(|[x, y]| [(y - middle[1]).abs(), *x].map(|part| part.round() as i32));
    ends.extend(sides);
    let area = |end: Point| {
        let length = distance(middle, end).max(1.0);
        // The corner of a square has room for it; on other cells it keeps clear of the piece.
        let inside = length - 1.45 * radius;
        let reach = match place.border {
            Some(_) => inside.max(0.385 * circle + 0.6 * radius),
            None => inside,
        };
        let [x, y] = between(middle, end, reach / length);
        [(x - radius).round() as i32, (y - radius).round() as i32, size, size]
    };
    ends.into_iter().map(area).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{
        assets::AssetsKey,
        canvas::IndexedImage,
        layout::Layout,
        palette::PaletteKind,
        scale::{Format, Scale},
        tests::renderer,
        theme::Theme,
    };
    use scene::{Hexes, Shape, Squares, Veil, Wedges};

    /// The shapes of the boards of all games.
    pub(in crate::board) fn boards() -> Vec<Shape> {
        let squares = [(6, None), (8, None), (8, Some([4, 4]))];
        let squares = squares.map(|(side, zone)| {
            Shape::Squares(Squares { files: side, ranks: side, turned: 0, zone })
        });
        let wedges = (3..=6).map(|zones| Shape::Wedges(Wedges { zones, facing: 0 }));
        let hexes = Hexes { edge: 6, half_turned: false, veil: Veil::None };
        squares.into_iter().chain(wedges).chain([Shape::Hexes(hexes)]).collect()
    }

    pub(in crate::board) fn canvas_of(
        shape: Shape,
        width: u32,
        check: impl Fn(&Canvas<'_>, &BoardGeometry),
    ) {
        let scale = Scale::new(Format::of(shape), width);
        let palette_kind = PaletteKind::Tones;
        let assets = renderer().assets_of(AssetsKey { theme: Theme::Wood, palette_kind, scale });
        let canvas = Canvas::new(&assets, IndexedImage::new(1, 1, 0));
        check(&canvas, &BoardGeometry::new(scale, shape, Layout::Pair));
    }
}
