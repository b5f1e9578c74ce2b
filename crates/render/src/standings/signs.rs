//! The signs of standings: what a round brought, places with discs, and the crown. Each is told by its form
//! and by what stands in it, not by its colour alone.

use scene::{Honour, RoundSign};

use super::columns::{BOX, Fonts};
use crate::{
    assets::BitmapKey,
    canvas::{Align, Canvas},
    marks::{MarkShape, Pen},
    point::{Point, pixel},
    text::Font,
    theme::{Rgb, StandingsColours},
};

/// The radius of the disc of a place.
const DISC: f32 = 22.0;
/// The width of the ring around the second and the third place.
const RING: f32 = 3.0;

/// Paints signs.
pub(super) struct Signs<'c, 'a> {
    pub(super) canvas: &'c mut Canvas<'a>,
    pub(super) colours: &'c StandingsColours,
    pub(super) fonts: Fonts,
    /// The colour under them.
    pub(super) ground: Rgb,
}

impl Signs<'_, '_> {
    fn len(&self, length: f32) -> f32 {
        length * self.canvas.assets.scale.factor()
    }

    fn write(&mut self, text: &str, font: Font, colour: Rgb, middle: Point) {
        self.canvas.text(text, font, colour, pixel(middle), Align::Middle);
    }

    /// Paints the result of a round. A game has a box: full where it was won, half as bright where it was
    /// drawn, empty where it was lost. What was had without a game has none.
    pub(super) fn result(&mut self, sign: RoundSign, left: f32, middle: f32) {
        let (text, dim, ground) = (self.colours.text, self.colours.dim_text, self.ground);
        let (sign, colour, fill) = match sign {
            RoundSign::Won => ("1", self.colours.ground, Some((text, text))),
            RoundSign::Drawn => ("½", text, Some((self.colours.drawn, self.colours.drawn))),
            RoundSign::Lost => ("0", dim, Some((ground, dim))),
            RoundSign::FreePoint => ("+", text, None),
            RoundSign::FreeHalf => ("½", dim, None),
            RoundSign::FreeNothing => ("–", dim, None),
            RoundSign::Open => ("·", dim, None),
        };
        let side = self.canvas.assets.size(BOX);
        if let Some((core, edge)) = fill {
            let shape = MarkShape::Tray(side, side);
            let key = BitmapKey::Mark(shape, Pen { core, edge }, self.canvas.assets.size(108.0));
            let [x, y] = pixel([left, middle - f32::from(side) / 2.0]);
            self.canvas.put(key, x, y);
        }
        let font = if fill.is_some() { self.fonts.bold } else { self.fonts.name };
        let font = Font { size: self.fonts.small.size, ..font };
        self.write(sign, font, colour, [left + f32::from(side) / 2.0, middle]);
    }

    /// A place: on a full disc the first one, in a ring the next ones that are marked, alone any other.
    pub(super) fn place(&mut self, place: u32, honour: Honour, at: Point) {
        let (number, bold) = (place.to_string(), self.fonts.bold);
        let is_first = place == 1 || honour == Honour::Winner;
        match honour {
            Honour::None => {
                let dim = self.colours.dim_text;
                self.write(&number, self.fonts.name, dim, at);
            }
            Honour::Podium | Honour::Winner if is_first => {
                self.canvas.disc(at, self.len(DISC), self.colours.gold);
                self.write(&number, bold, self.colours.ground, at);
            }
            Honour::Podium | Honour::Winner => {
                self.canvas.disc(at, self.len(DISC), self.colours.text);
                self.canvas.disc(at, self.len(DISC - RING), self.ground);
                self.write(&number, bold, self.colours.text, at);
            }
        }
    }

    /// The crown of whoever has won.
    pub(super) fn crown(&mut self, [left, middle]: Point) {
        self.canvas.crown([left, middle], self.colours.gold);
    }
}
