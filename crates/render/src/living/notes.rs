//! The strokes that a canvas notes in place of pixels.

use scene::Shade;

use super::sheet::{ground_symbol, named};
use super::stroke::{Lines, Stroke, hex};
use crate::{
    assets::{Assets, BitmapKey},
    canvas::{Align, LineStyle},
    marks,
    path_data::{circle, polygon},
    point::Point,
    sprite::Sprite,
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

/// The symbol that shows what a bitmap does, and the side of its box; `None` where none does.
fn symbol_of(assets: &Assets, key: BitmapKey) -> Option<(String, u16)> {
    let sprite = |sprite: Sprite, shade: Shade| named(assets.sprites().name(sprite), shade);
    Some(match key {
        BitmapKey::Mark(shape, _, size) => (shape.symbol()?.to_owned(), size),
        BitmapKey::Sprite(man, colouring, size) | BitmapKey::Standing(man, colouring, size) => {
            (sprite(man, colouring.shade), size)
        }
        BitmapKey::Rimmed(man, colouring, size) => {
            (format!("{}-rim", sprite(man, colouring.shade)), size)
        }
        BitmapKey::Lying(man, colouring, size) => {
            (format!("{}-lying", sprite(man, colouring.shade)), size)
        }
        BitmapKey::Head(man, colouring, size) => {
            (format!("{}-head", sprite(man, colouring.shade)), size)
        }
        BitmapKey::Ground(ground, size) => (ground_symbol(assets.sprites(), ground), size),
        BitmapKey::Zone(..) | BitmapKey::Glyph(..) | BitmapKey::Path(..) => return None,
    })
}
