//! The strokes that a canvas notes in place of pixels.

use super::sheet::symbol_of;
use super::stroke::{Lines, Stroke, hex};
use crate::{
    assets::{Assets, BitmapKey},
    canvas::{Align, LineStyle},
    marks,
    point::Point,
    text::Font,
    theme::Rgb,
};

/// Strokes in the making.
#[derive(Debug)]
pub(crate) struct Strokes {
    noted: Vec<Stroke>,
    /// The point of the picture from which places are counted.
    from: Point,
}

impl Strokes {
    pub(crate) const fn new(from: Point) -> Self {
        Self { noted: Vec::new(), from }
    }

    pub(crate) fn take(&mut self) -> Vec<Stroke> {
        std::mem::take(&mut self.noted)
    }

    /// Puts what was noted last into a group that covers `part` of 255, over what was noted before.
    pub(crate) fn group(&mut self, under: Vec<Stroke>, part: u8) {
        let group = std::mem::replace(&mut self.noted, under);
        self.noted.push(Stroke::Group(f32::from(part) / 255.0, group));
    }

    fn place(&self, [x, y]: Point) -> Point {
        [x - self.from[0], y - self.from[1]]
    }

    pub(crate) fn area(&mut self, corners: &[Point], colour: Rgb) {
        let path = self.path(corners, true);
        self.noted.push(Stroke::Area(path, hex(colour)));
    }

    pub(crate) fn line(&mut self, points: &[Point], line: LineStyle<'_>, colour: Rgb) {
        let LineStyle { closed, width, round, dashes } = line;
        let path = self.path(points, closed);
        let dashes = dashes.to_vec();
        self.noted.push(Stroke::Line(Lines { path, colour: hex(colour), width, round, dashes }));
    }

    pub(crate) fn disc(&mut self, centre: Point, radius: f32, colour: Rgb) {
        let path = circle(self.place(centre), radius);
        self.noted.push(Stroke::Area(path, hex(colour)));
    }

    pub(crate) fn text(
        &mut self,
        words: &str,
        font: Font,
        colour: Rgb,
        (at, align): ([i32; 2], Align),
    ) {
        let width = font.width(words);
        let [x, y] = self.place(at.map(|at| at as f32));
        let x = match align {
            Align::Left => x + width / 2.0,
            Align::Middle => x,
            Align::Right => x - width / 2.0,
        };
        let (words, size) = (words.to_owned(), f32::from(font.size));
        self.noted.push(Stroke::Text { words, at: [x, y], size, colour: hex(colour), width });
    }

    /// Notes what a bitmap shows: a symbol of the sheet, or a mark that has no size of its own as its areas.
    pub(crate) fn put(&mut self, assets: &Assets, key: BitmapKey, at: [i32; 2]) {
        let [x, y] = self.place(at.map(|at| at as f32));
        if let BitmapKey::Mark(shape, _, _) = key
            && shape.symbol().is_none()
        {
            let BitmapKey::Mark(shape, pen, cell) = key else { return };
            let areas = marks::areas(shape, cell.into(), [x, y]);
            let ink = |is_core: bool| hex(if is_core { pen.core } else { pen.edge });
            let areas = areas.into_iter().map(|(path, is_core)| Stroke::Area(path, ink(is_core)));
            self.noted.extend(areas);
            return;
        }
        let Some((name, size)) = symbol_of(assets, key) else { return };
        let (core, edge) = match key {
            BitmapKey::Mark(_, pen, _) => {
                let edge = (pen.edge != assets.colours.edge).then(|| hex(pen.edge));
                (hex(pen.core), edge)
            }
            _ => ("none".to_owned(), None),
        };
        let place = [x, y, f32::from(size)];
        self.noted.push(Stroke::Shape { place, name, core, edge });
    }

    fn path(&self, points: &[Point], closed: bool) -> String {
        let points: Vec<Point> = points.iter().map(|point| self.place(*point)).collect();
        polygon(&points, closed)
    }
}

/// A number in the data of a path: to a tenth, as short as it can be.
pub(crate) fn number(at: f32) -> String {
    let rounded = (at * 10.0).round() / 10.0;
    // No path needs a negative zero.
    (rounded + 0.0).to_string()
}

/// The data of a path from point to point.
pub(crate) fn polygon(points: &[Point], closed: bool) -> String {
    let mut path = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        path += if index == 0 { "M" } else { "L" };
        path += &format!("{} {}", number(*x), number(*y));
    }
    if closed {
        path.push('z');
    }
    path
}

/// The data of the path around a box with round corners, by its upper left and its lower right corner.
pub(crate) fn rounded([[left, top], [right, low]]: [Point; 2], radius: f32) -> String {
    let [across, down] = [right - left - 2.0 * radius, low - top - 2.0 * radius].map(number);
    let (start, top, r) = (number(left + radius), number(top), number(radius));
    format!(
        "M{start} {top}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}\
         h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}z"
    )
}

/// The data of the path around a disc.
pub(crate) fn circle([x, y]: Point, radius: f32) -> String {
    let (left, radius, across) = (number(x - radius), number(radius), number(2.0 * radius));
    let y = number(y);
    format!("M{left} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0z")
}
