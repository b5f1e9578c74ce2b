//! The dice of a fight as a chip on the board, `7:2`, on a corner of the target: dark with a light rim, so that
//! it is taken for no man. Two fights on one cell share a chip.

use scene::Fight;

use super::cell::CellPlace;
use crate::{
    assets::BitmapKey,
    canvas::{Align, Canvas},
    marks::{MarkShape, Pen},
    text::Font,
};

/// A box in pixels: left, top, width and height.
pub(super) type Area = [i32; 4];

// Lengths are parts of a square whose side is 108.
/// The height of a chip.
const HEIGHT: f32 = 36.0;
/// The space at both ends.
const PAD: f32 = 11.0;
/// The size of its letters.
const LETTERS: f32 = 27.0;

/// The dice of the fights on one cell, small.
pub(super) struct Chip {
    text: String,
    /// The side of the square that the lengths are parts of, in pixels.
    cell: u16,
    font: Font,
}

impl Chip {
    /// The chip of fights on a cell.
    pub(super) fn new(fights: &[&Fight], place: &CellPlace) -> Self {
        let cell = place.size.max(1);
        let unit = f32::from(cell).max(62.0) / 108.0;
        let font = Font::narrow_bold((LETTERS * unit).round().max(1.0) as u16);
        let dice = fights.iter().map(|fight| format!("{}:{}", fight.attack.1, fight.defence.1));
        let text = dice.collect::<Vec<_>>().join("  ");
        Self { text, cell, font }
    }

    /// A length in pixels.
    fn px(&self, length: f32) -> i32 {
        ((length * f32::from(self.cell).max(62.0) / 108.0).round() as i32).max(1)
    }

    /// Width and height.
    fn size(&self) -> [i32; 2] {
        [self.font.width(&self.text).ceil() as i32 + 2 * self.px(PAD), self.px(HEIGHT)]
    }

    /// Returns where it may lie, the best place first: with its middle on a corner of the target, the upper
    /// right one first.
    pub(super) fn places(&self, target: &CellPlace, within: [i32; 2]) -> Vec<Area> {
        let [width, height] = self.size();
        let ([x, y], side) = (target.corner, i32::from(target.size));
        let corners = [[x + side, y], [x, y], [x + side, y + side], [x, y + side]];
        let area = |[x, y]: [i32; 2]| {
            let left = (x - width / 2).clamp(0, (within[0] - width).max(0));
            let top = (y - height / 2).clamp(0, (within[1] - height).max(0));
            [left, top, width, height]
        };
        corners.into_iter().map(area).collect()
    }

    /// Draws it with its upper left corner at a place.
    pub(super) fn render(&self, canvas: &mut Canvas<'_>, [x, y]: [i32; 2]) {
        let [width, height] = self.size();
        let colours = canvas.assets.colours;
        let shape = MarkShape::Label(width as u16, height as u16);
        let pen = Pen { core: colours.edge, edge: colours.medal };
        canvas.put(BitmapKey::Mark(shape, pen, self.cell.max(62)), x, y);
        let middle = [x + width / 2, y + height / 2];
        canvas.text(&self.text, self.font, colours.medal, middle, Align::Middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{
            marks::bounce_box,
            plies::{
                covered,
                tests::{boards, canvas_of},
            },
        },
        tests::contrast,
        theme::{Colours, Theme, Tone},
    };
    use scene::{FightVerdict, Shade, Shape};

    fn fight(faces: [u8; 2]) -> Fight {
        let [attack, defence] = faces.map(|face| (12, face));
        Fight { attacker: Shade::Light, attack, defence, verdict: FightVerdict::Hit, percent: 50 }
    }

    fn cell(size: u16) -> CellPlace {
        CellPlace { corner: [100, 200], size, border: None, zone: None, tone: Tone::Light }
    }

    #[test]
    fn a_chip_stays_on_the_picture_and_beside_the_middle_of_its_cell() {
        for size in [36, 48, 72, 108, 216] {
            for faces in [[1, 1], [4, 12], [12, 10]] {
                let chip = Chip::new(&[&fight(faces)], &cell(size));
                for [left, top, width, height] in chip.places(&cell(size), [320, 720]) {
                    assert!(left >= 0 && left + width <= 320 && top >= 0, "{faces:?} at {size}");
                    assert!(chip.font.width(&chip.text) < width as f32 && height > 0);
                }
            }
        }
    }

    #[test]
    fn numbers_on_chips_can_be_read_in_every_theme() {
        for theme in Theme::ALL {
            let colours = Colours::of(theme);
            let found = contrast(colours.medal, colours.edge);
            assert!(found >= 7.0, "{theme:?}: {found:.2}");
        }
    }

    #[test]
    fn a_chip_leaves_the_sign_of_a_push_free() {
        for shape in boards().into_iter().filter(|shape| matches!(shape, Shape::Squares(_))) {
            for width in [400, 960] {
                canvas_of(shape, width, |canvas, geometry| {
                    let scale = canvas.assets.scale;
                    let within = [scale.width, scale.height].map(|length| length as i32);
                    let cells = geometry.cells();
                    let pushes = cells.iter().flat_map(|from| cells.iter().map(|to| (*from, *to)));
                    for push in pushes {
                        let Some(sign) = bounce_box(geometry, push) else { continue };
                        let target = geometry.place(push.1).unwrap();
                        let chip = Chip::new(&[&fight([12, 10])], &target);
                        let places = chip.places(&target, within);
                        let is_free = places.iter().any(|area| covered(*area, &[sign]) == 0);
                        assert!(is_free, "{push:?} at {width}: {places:?} on {sign:?}");
                    }
                });
            }
        }
    }

    #[test]
    fn two_fights_on_one_cell_share_a_chip() {
        let (one, other) = (fight([5, 1]), fight([7, 2]));
        assert_eq!(Chip::new(&[&one, &other], &cell(108)).text, "5:1  7:2");
    }
}
