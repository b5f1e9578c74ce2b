//! The dice of a fight as a chip on the board: the number of its ply, the attacker's number, a sign
//! for how it ended, and the defender's number. It is told apart without colour: the sign points to
//! whom the fight took off the board, or is a line that ends at a bar.

use scene::{Fight, FightVerdict};

use super::cell::CellPlace;
use crate::{
    assets::BitmapKey,
    canvas::{Align, Canvas},
    dice,
    marks::{MarkShape, Pen},
    number::numbered_disc,
    point::Point,
    text::Font,
    theme::{Colouring, EARLIER},
};

/// A box in pixels: left, top, width and height.
pub(super) type Area = [i32; 4];

// Lengths are parts of a square whose side is 108.
/// The height of a chip.
const HEIGHT: f32 = 36.0;
/// The space at both ends.
const PAD: f32 = 3.0;
/// The size of the disc with the number.
const DISC: f32 = 28.0;
/// The space behind it.
const GAP: f32 = 3.0;
/// The height of a die.
const DIE: f32 = 29.0;
/// The width of the sign.
const SIGN: f32 = 19.0;
/// How far a chip reaches over the border of its cell, above or below.
const OVER: f32 = 3.0;

/// The dice of a fight, small.
pub(super) struct Chip<'a> {
    fight: &'a Fight,
    number: u8,
    /// The side of the square that the lengths are parts of, in pixels.
    cell: u16,
    font: Font,
    /// The widths of the two dice.
    dice: [i32; 2],
}

impl<'a> Chip<'a> {
    /// The chip of a fight in a ply with a number, for cells as large as this one.
    pub(super) fn new(fight: &'a Fight, number: u8, place: &CellPlace) -> Self {
        let cell = place.size.max(1);
        let unit = f32::from(cell) / 108.0;
        let font = Font::bold((24.0 * unit).round().max(1.0) as u16);
        let width = |face: u8| (font.width(&face.to_string()) + 5.0 * unit).max(26.0 * unit);
        let dice = [fight.attack, fight.defence].map(|(_, face)| width(face).round() as i32);
        Self { fight, number, cell, font, dice }
    }

    /// A length in pixels.
    fn px(&self, length: f32) -> i32 {
        ((length * f32::from(self.cell) / 108.0).round() as i32).max(1)
    }

    /// Width and height.
    fn size(&self) -> [i32; 2] {
        let fixed: i32 = [PAD, DISC, GAP, SIGN, PAD].into_iter().map(|part| self.px(part)).sum();
        [fixed + self.dice[0] + self.dice[1], self.px(HEIGHT)]
    }

    /// Returns where it may lie, the best place first: at the foot of the target and of the attacker's square,
    /// then at their heads.
    pub(super) fn places(&self, target: &CellPlace, origin: Option<&CellPlace>) -> Vec<Area> {
        let ([width, height], over) = (self.size(), self.px(OVER));
        let area = |place: &CellPlace, is_low: bool| {
            let ([x, y], side) = (place.corner, i32::from(place.size));
            let top = if is_low { y + side + over - height } else { y - over };
            [x + (side - width) / 2, top, width, height]
        };
        let cells: Vec<&CellPlace> = [target].into_iter().chain(origin).collect();
        [true, false]
            .into_iter()
            .flat_map(|is_low| cells.iter().map(move |place| area(place, is_low)))
            .collect()
    }

    /// Draws it with its upper left corner at a place.
    pub(super) fn render(&self, canvas: &mut Canvas<'_>, [x, y]: [i32; 2]) {
        let [width, height] = self.size();
        let middle = y + height / 2;
        let shape = MarkShape::Label(width as u16, height as u16);
        canvas.mark(shape, canvas.assets.colours.tray, [x, y], self.cell);
        let (mut left, disc) = (x + self.px(PAD), self.px(DISC));
        numbered_disc(canvas, self.number, [left, middle - disc / 2], disc);
        left += disc + self.px(GAP);
        let [attack, defence] = dice::colourings(self.fight, [0, EARLIER]);
        self.die(canvas, self.fight.attack.1, attack, [left, middle, self.dice[0]]);
        left += self.dice[0];
        self.sign(canvas, [left as f32 + self.px(SIGN) as f32 / 2.0, middle as f32]);
        left += self.px(SIGN);
        self.die(canvas, self.fight.defence.1, defence, [left, middle, self.dice[1]]);
    }

    /// Draws a die from its left edge on, with its middle at a height.
    fn die(
        &self,
        canvas: &mut Canvas<'_>,
        face: u8,
        colouring: Colouring,
        [left, middle, width]: [i32; 3],
    ) {
        let assets = canvas.assets;
        let (paint, height) = (assets.paint(colouring), self.px(DIE));
        let pen = Pen { core: paint.fill, edge: paint.line };
        let shape = MarkShape::Tray(width as u16, height as u16);
        canvas.put(BitmapKey::Mark(shape, pen, self.cell), left, middle - height / 2);
        let colour = dice::figure_colour(assets.colours, colouring);
        canvas.text(
            &face.to_string(),
            self.font,
            colour,
            [left + width / 2, middle],
            Align::Middle,
        );
    }

    /// Draws how the fight ended.
    fn sign(&self, canvas: &mut Canvas<'_>, [x, y]: Point) {
        let unit = f32::from(self.cell) / 108.0;
        let colour = canvas.assets.colours.edge;
        let mut area = |corners: &[Point]| {
            let placed: Vec<Point> =
                corners.iter().map(|[right, down]| [x + right * unit, y + down * unit]).collect();
            canvas.area(&placed, colour);
        };
        match self.fight.verdict {
            FightVerdict::Hit => area(&[[-5.0, -8.0], [6.5, 0.0], [-5.0, 8.0]]),
            FightVerdict::Lost => area(&[[5.0, -8.0], [-6.5, 0.0], [5.0, 8.0]]),
            FightVerdict::Push => {
                area(&[[-6.5, -2.0], [3.0, -2.0], [3.0, 2.0], [-6.5, 2.0]]);
                area(&[[2.5, -9.0], [6.5, -9.0], [6.5, 9.0], [2.5, 9.0]]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        tests::contrast,
        theme::{Colours, Theme, Tone},
    };
    use scene::Shade;

    fn fight(attacker: Shade, faces: [u8; 2], verdict: FightVerdict) -> Fight {
        let [attack, defence] = faces.map(|face| (12, face));
        Fight { attacker, attack, defence, verdict, percent: 50, number: Some(1) }
    }

    fn cell(size: u16) -> CellPlace {
        CellPlace { corner: [100, 200], size, border: None, zone: None, tone: Tone::Light }
    }

    #[test]
    fn numbers_fit_on_their_dice_in_every_size() {
        for size in [12, 36, 48, 72, 108, 216] {
            for faces in [[1, 1], [4, 12], [12, 10], [11, 11]] {
                let fight = fight(Shade::Light, faces, FightVerdict::Push);
                let chip = Chip::new(&fight, 8, &cell(size));
                for (face, wide) in faces.into_iter().zip(chip.dice) {
                    assert!(chip.font.width(&face.to_string()) <= wide as f32, "{face} at {size}");
                }
                let [width, height] = chip.size();
                let slack = if size < 36 { 12 } else { 6 };
                let most = i32::from(size) * 130 / 108 + slack;
                assert!(width <= most, "{faces:?} at {size}: {width}");
                assert!(height <= i32::from(size) * 36 / 108 + 1, "{faces:?} at {size}: {height}");
            }
        }
    }

    #[test]
    fn numbers_on_dice_can_be_read_in_every_theme() {
        for theme in Theme::ALL {
            let colours = Colours::of(theme);
            for attacker in [Shade::Light, Shade::Dark] {
                let fight = fight(attacker, [9, 2], FightVerdict::Hit);
                for colouring in dice::colourings(&fight, [0, EARLIER]) {
                    let paint = colours.paint(colouring.shade).faded(colours.tray, colouring.faded);
                    let figure = dice::figure_colour(colours, colouring);
                    let found = contrast(figure, paint.fill);
                    assert!(found >= 4.5, "{theme:?}: {colouring:?}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn a_chip_lies_at_the_foot_of_its_target_first() {
        let fight = fight(Shade::Dark, [9, 2], FightVerdict::Hit);
        let chip = Chip::new(&fight, 1, &cell(108));
        let origin = CellPlace { corner: [208, 200], ..cell(108) };
        let places = chip.places(&cell(108), Some(&origin));
        assert_eq!(places.len(), 4);
        let [left, top, width, height] = places[0];
        assert!(left >= 100 - 8 && left + width <= 208 + 8, "{left} and {width}");
        assert!(top > 270 && top + height <= 311, "{top}");
        assert_eq!(places[1], [left + 108, top, width, height]);
        assert_eq!(chip.places(&cell(108), None).len(), 2);
    }
}
