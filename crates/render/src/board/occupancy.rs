//! What a part of a board shows, pixel by pixel, so that a label there hides as little of it as can be.

use scene::{Board, Spot};

use super::{cell::Area, geometry::BoardGeometry, pieces};
use crate::{assets::Assets, canvas::Bitmap, point::Point};

/// What it costs to hide a pixel of a man's base, and one of what tells his kind: of all that is above it.
const BASE: u8 = 1;
const HEAD: u8 = 6;
/// What it costs to hide a pixel of a badge, a sign or another label.
pub(super) const LABEL: u8 = 6;
/// What it costs to reach beyond the cells.
const OUTSIDE: u8 = 24;
/// How far beyond its border a slanted cell reaches, at the default width.
const RIM: f32 = 12.0;
/// The height at which the base of a man begins, in hundredths of his box.
const BASE_FROM: i32 = 78;

/// The cost of each pixel in the neighbourhood of a cell.
pub(super) struct Occupancy {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    costs: Vec<u8>,
}

impl Occupancy {
    /// What the men around some cells take, as far as `reach` in sides of a cell, and what lies beyond the board.
    pub(super) fn around(
        assets: &Assets,
        geometry: &BoardGeometry,
        board: &Board,
        cells: &[Spot],
        reach: f32,
    ) -> Option<Self> {
        let places = || cells.iter().filter_map(|at| geometry.place(*at));
        let size = i32::from(places().next()?.size);
        let far = (size as f32 * reach).ceil() as i32;
        let corners = |axis: usize| places().map(move |place| place.corner[axis]);
        let [left, top] = [corners(0).min()? - far, corners(1).min()? - far];
        let [right, low] = [corners(0).max()? + size + far, corners(1).max()? + size + far];
        let (width, height) = (right - left, low - top);
        let costs = vec![OUTSIDE; (width * height) as usize];
        let mut occupancy = Self { left, top, width, height, costs };
        occupancy.open(assets, geometry);
        for placed in &board.pieces {
            let Some((key, [x, y], size)) = pieces::shown(assets, geometry, board, placed) else {
                continue;
            };
            let size = i32::from(size);
            if x < right && x + size > left && y < low && y + size > top {
                occupancy.add_man(&assets.bitmap(key), [x, y], size);
                for badge in pieces::badge_boxes(geometry, placed) {
                    occupancy.add(badge);
                }
            }
        }
        Some(occupancy)
    }

    /// Takes away the cost of the cells.
    fn open(&mut self, assets: &Assets, geometry: &BoardGeometry) {
        if let BoardGeometry::Squares(grid) = geometry {
            let [left, top, width, height] = grid.area();
            for y in top.max(self.top)..(top + height).min(self.top + self.height) {
                self.row(y, left, left + width).fill(0);
            }
            return;
        }
        // Neither the canals between cells nor the rim around them say anything.
        let rim = assets.px(RIM) as f32;
        for place in geometry.cells().into_iter().filter_map(|at| geometry.place(at)) {
            let [x, y] = [place.corner[0] - self.left, place.corner[1] - self.top];
            let size = i32::from(place.size);
            let is_near = (-2 * size..self.width + size).contains(&x)
                && (-2 * size..self.height + size).contains(&y);
            if let (Some(border), true) = (place.border, is_near) {
                self.clear(&border.inset(-rim));
            }
        }
    }

    /// Notes a man: in each row all from the first of his pixels to the last one.
    fn add_man(&mut self, bitmap: &Bitmap, [x, y]: [i32; 2], size: i32) {
        for (row, columns) in bitmap.hull() {
            let cost = if row * 100 < size * BASE_FROM { HEAD } else { BASE };
            self.row(y + row, x + columns.start, x + columns.end).fill(cost);
        }
    }

    /// The costs of a row from one column to before another, as far as they are known.
    fn row(&mut self, y: i32, from: i32, to: i32) -> &mut [u8] {
        let (y, from) = (y - self.top, (from - self.left).clamp(0, self.width));
        if !(0..self.height).contains(&y) {
            return &mut [];
        }
        let to = (to - self.left).clamp(from, self.width);
        let start = y * self.width;
        &mut self.costs[(start + from) as usize..(start + to) as usize]
    }

    /// Takes away the cost of the base of whoever stands in a box.
    pub(super) fn spare_base(&mut self, [left, top, width, height]: Area) {
        for y in top..top + height {
            let row = self.row(y, left, left + width);
            row.iter_mut().filter(|cost| **cost == BASE).for_each(|cost| *cost = 0);
        }
    }

    /// Notes a badge, a sign or a label that has round ends.
    pub(super) fn add(&mut self, area: Area) {
        for (y, from, to) in rounded(area) {
            self.row(y, from, to).fill(LABEL);
        }
    }

    /// Takes away all cost between the corners of a cell.
    fn clear(&mut self, corners: &[Point]) {
        let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
        let ends = || corners.iter().map(|at| at[1]);
        let (from, to) = (ends().fold(f32::MAX, f32::min), ends().fold(f32::MIN, f32::max));
        for y in self.top.max(from as i32 - 1)..(self.top + self.height).min(to as i32 + 1) {
            let middle = y as f32 + 0.5;
            let crossing = sides().filter(|(one, other)| (one[1] > middle) != (other[1] > middle));
            let at = crossing.map(|(one, other)| {
                one[0] + (other[0] - one[0]) * (middle - one[1]) / (other[1] - one[1])
            });
            let [from, to] =
                at.fold([f32::MAX, f32::MIN], |[low, high], x| [low.min(x), high.max(x)]);
            if from < to {
                self.row(y, from.round() as i32, to.round() as i32).fill(0);
            }
        }
    }

    /// What it costs to cover a box of which these are the rows; if that is more than `most`, any number above it.
    fn cost(&self, [left, top, width, height]: Area, rows: &[Row], most: u32) -> u32 {
        let [x, y] = [left - self.left, top - self.top];
        if x < 0 || y < 0 || x + width > self.width || y + height > self.height {
            return u32::MAX;
        }
        let mut cost = 0;
        for (row, from, to) in rows {
            let start = (y + row) * self.width + x;
            let pixels = &self.costs[(start + from) as usize..(start + to) as usize];
            cost += pixels.iter().map(|&cost| u32::from(cost)).sum::<u32>();
            if cost > most {
                break;
            }
        }
        cost
    }

    /// The first of the cheapest areas, with its cost.
    pub(super) fn cheapest(&self, areas: impl Iterator<Item = Area>) -> Option<(u32, Area)> {
        let mut best: Option<(u32, Area)> = None;
        // Most areas that are tried are of one size.
        let (mut size, mut rows) = ([0; 2], Vec::new());
        for area in areas {
            let [_, _, width, height] = area;
            if size != [width, height] {
                size = [width, height];
                rows = rounded([0, 0, width, height]).collect();
            }
            let most = best.map_or(u32::MAX, |(cost, _)| cost);
            let cost = self.cost(area, &rows, most);
            if cost < most {
                best = Some((cost, area));
            }
            if cost == 0 {
                break;
            }
        }
        best
    }
}

/// A row of a box: its height, where it begins and where it ends.
type Row = (i32, i32, i32);

/// The rows of a box whose ends are half circles.
fn rounded([left, top, width, height]: Area) -> impl Iterator<Item = Row> {
    let radius = height.min(width) as f32 / 2.0;
    (0..height).map(move |row| {
        let end = row.min(height - 1 - row) as f32 + 0.5;
        let away = (radius - end).max(0.0);
        // Half a pixel more, which is half transparent.
        let reach = ((radius + 0.5) * (radius + 0.5) - away * away).max(0.0).sqrt();
        let inset = (radius - reach).floor().max(0.0) as i32;
        (top + row, left + inset, left + width - inset)
    })
}
