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
    /// What all pixels above and left of a point cost, row by row of points, once they are summed up.
    sums: Vec<u32>,
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
        let mut occupancy = Self { left, top, width, height, costs, sums: Vec::new() };
        occupancy.open(assets, geometry);
        for placed in &board.pieces {
            let Some(place) = geometry.place(placed.at) else { continue };
            let ([x, y], size) = pieces::stand(geometry, &place);
            let boxed = [x, y, size.into(), size.into()];
            if occupancy.meets(boxed) {
                let key = pieces::standing(assets, board, placed, size);
                occupancy.add_man(&assets.bitmap(key), [x, y], size.into());
                for badge in pieces::badge_boxes(geometry, placed) {
                    occupancy.add(badge);
                }
            }
        }
        Some(occupancy)
    }

    /// Returns `true` if some of a box is known.
    const fn meets(&self, [left, top, width, height]: Area) -> bool {
        left < self.left + self.width
            && left + width > self.left
            && top < self.top + self.height
            && top + height > self.top
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
        self.sums.clear();
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
        if self.meets(area) {
            for (y, from, to) in rounded(area) {
                self.row(y, from, to).fill(LABEL);
            }
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

    /// Sums up the costs, so that thousands of places can be compared. Where there are fewer it takes longer than it
    /// saves.
    pub(super) fn sum_up(&mut self) {
        let points = self.width as usize + 1;
        let mut sums = vec![0; points * (self.height as usize + 1)];
        for (y, row) in self.costs.chunks_exact(points - 1).enumerate() {
            let (above, here) = sums[y * points..].split_at_mut(points);
            let mut sum = 0;
            for ((here, above), cost) in here[1..].iter_mut().zip(&above[1..]).zip(row) {
                sum += u32::from(*cost);
                *here = above + sum;
            }
        }
        self.sums = sums;
    }

    /// The least that it can cost to cover a box whose ends are half circles, as far as the sums tell: what the part
    /// of it costs that is free of them.
    fn least_cost(&self, [left, top, width, height]: Area) -> u32 {
        // A square in a circle is 0.146 of the diameter away from its sides.
        let away = width.min(height) * 15 / 100 + 1;
        let [from, high] = [left - self.left + away, top - self.top + away];
        let [to, low] = [from + width - 2 * away, high + height - 2 * away];
        let is_known = from >= 0 && high >= 0 && to <= self.width && low <= self.height;
        if self.sums.is_empty() || !is_known || from >= to || high >= low {
            return 0;
        }
        let sum = |x: i32, y: i32| self.sums[(y * (self.width + 1) + x) as usize];
        sum(to, low) + sum(from, high) - sum(from, low) - sum(to, high)
    }

    /// The cheapest of some areas, which come form by form: of those that cost the same the one of the least rank, and
    /// of these the first.
    pub(super) fn cheapest(
        &self,
        areas: impl Iterator<Item = (Rank, Area)>,
    ) -> Option<(Rank, Area)> {
        let mut best: Option<(u32, Rank, Area)> = None;
        // Most areas that are tried are of one size.
        let (mut size, mut rows) = ([0; 2], Vec::new());
        for (rank, area) in areas {
            let (most, known) = best.map_or((u32::MAX, (0, 0)), |(cost, known, _)| (cost, known));
            let is_best = most == 0 && (known.1 == 0 || rank.0 > known.0);
            if is_best {
                break;
            }
            // Of places that are far away there are thousands, and few that can be better.
            if rank.1 > 0 && (self.least_cost(area), rank) >= (most, known) {
                continue;
            }
            let [_, _, width, height] = area;
            if size != [width, height] {
                size = [width, height];
                rows = rounded([0, 0, width, height]).collect();
            }
            let cost = self.cost(area, &rows, most);
            if (cost, rank) < (most, known) {
                best = Some((cost, rank, area));
            }
        }
        best.map(|(_, rank, area)| (rank, area))
    }
}

/// How good a place is, the best one first: the number of the form in which something stands there, and how far it is
/// from where it stands best, which is 0 or more.
pub(super) type Rank = (usize, i32);

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
