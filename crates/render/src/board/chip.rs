//! The dice of a fight as a chip on the board, `7:2`, on a corner of the target: dark with a light rim, so that
//! it is taken for no man. Two fights on one cell share a chip.

use scene::Fight;

use super::{
    cell::{Area, CellPlace},
    occupancy::Occupancy,
};
use crate::{
    assets::BitmapKey,
    canvas::{Align, Canvas},
    marks::{MarkShape, Pen},
    text::{CAPITALS, Font},
};

/// The side of the square of which lengths are parts.
const CELL: f32 = 108.0;
/// The size of the letters, and the least one where men leave no room.
const LETTERS: [f32; 2] = [27.0, 26.0];
/// The size of the letters where a cell is small, in pixels.
const LEGIBLE: f32 = 16.0;
/// The space at both ends, and above and below the figures.
const PAD: [f32; 2] = [7.5, 5.0];

/// The dice of the fights on one cell, small.
pub(super) struct Chip {
    lines: Vec<String>,
    font: Font,
    /// The side of the cell in pixels.
    cell: u16,
}

impl Chip {
    /// The forms that the chip of fights on a cell may have, the best first.
    fn forms(fights: &[&Fight], cell: u16) -> Vec<Self> {
        let unit = f32::from(cell) / CELL;
        let [most, least] = LETTERS.map(|letters| (letters * unit).round().max(1.0) as u16);
        let most = most.max(LEGIBLE as u16);
        let dice: Vec<String> =
            fights.iter().map(|fight| format!("{}:{}", fight.attack.1, fight.defence.1)).collect();
        let mut all = vec![vec![dice.join("  ")]];
        if dice.len() > 1 {
            all.push(dice);
        }
        let sizes = (least..=most).rev().step_by(2).chain([least]);
        let of_size = |size: u16| {
            let font = Font::narrow_bold(size);
            all.clone().into_iter().map(move |lines| Self { lines, font, cell })
        };
        sizes.flat_map(of_size).collect()
    }

    /// A length in pixels, which goes with its letters.
    fn px(&self, length: f32) -> i32 {
        ((length * f32::from(self.font.size) / LETTERS[0]).round() as i32).max(1)
    }

    /// The height of a line.
    fn line(&self) -> i32 {
        (f32::from(self.font.size) * CAPITALS).round() as i32 + 2 * self.px(PAD[1])
    }

    /// Width and height.
    fn size(&self) -> [i32; 2] {
        let widths = self.lines.iter().map(|line| self.font.width(line).ceil() as i32);
        let more = (self.lines.len() as i32 - 1) * (self.line() - self.px(PAD[1]));
        [widths.max().unwrap_or(0) + 2 * self.px(PAD[0]), self.line() + more]
    }

    /// Returns where it may lie, the best place first: with its middle on a corner of the target, the upper
    /// right one first, or moved from there as far as it still touches the corner.
    fn places(&self, target: &CellPlace, within: Area) -> Vec<Area> {
        let [width, height] = self.size();
        let ([x, y], side) = (target.corner, i32::from(target.size));
        let mut moves: Vec<[i32; 2]> =
            (-4..=4).flat_map(|right| (-4..=4).map(move |down| [right, down])).collect();
        moves.sort_by_key(|[right, down]| right * right + down * down);
        let mut places = Vec::new();
        for [x, y] in [[x + side, y], [x, y], [x + side, y + side], [x, y + side]] {
            for [right, down] in &moves {
                let left = x - width / 2 + right * width / 8;
                let top = y - height / 2 + down * height / 8;
                let left = left.min(within[0] + within[2] - width).max(within[0]);
                let top = top.min(within[1] + within[3] - height).max(within[1]);
                places.push([left, top, width, height]);
            }
        }
        places
    }

    /// The chip of fights on a cell, and where it hides least; the largest where that is equal.
    pub(super) fn placed(
        fights: &[&Fight],
        target: &CellPlace,
        within: Area,
        occupancy: &Occupancy,
    ) -> Option<(Self, Area)> {
        let mut forms = Self::forms(fights, target.size);
        let places = forms.iter().enumerate().flat_map(|(form, chip)| {
            chip.places(target, within).into_iter().map(move |area| ((form, 0), area))
        });
        let ((form, _), area) = occupancy.cheapest(places)?;
        Some((forms.swap_remove(form), area))
    }

    /// Draws it in its area.
    pub(super) fn render(&self, canvas: &mut Canvas<'_>, [x, y, width, height]: Area) {
        let colours = canvas.assets.colours;
        let size = [width, height].map(|length| length as u16);
        let shape = match self.lines[..] {
            [_] => MarkShape::Label(size[0], size[1]),
            _ => MarkShape::Tray(size[0], size[1]),
        };
        let pen = Pen { core: colours.edge, edge: colours.medal };
        canvas.put(BitmapKey::Mark(shape, pen, self.cell.max(62)), x, y);
        let step = self.line() - self.px(PAD[1]);
        for (line, below) in self.lines.iter().zip(0..) {
            let middle = [x + width / 2, y + self.line() / 2 + below * step];
            canvas.text(line, self.font, colours.medal, middle, Align::Middle);
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
    use scene::{FightVerdict, Shade};

    fn fight(faces: [u8; 2]) -> Fight {
        let [attack, defence] = faces.map(|face| (12, face));
        Fight { attacker: Shade::Light, attack, defence, verdict: FightVerdict::Hit, percent: 50 }
    }

    /// On all squares of a board of 6 × 6.
    #[test]
    fn a_chip_lies_on_a_corner_of_its_cell_and_within_the_board() {
        for size in [36, 48, 72, 108, 216] {
            let within = [20, 30, 6 * i32::from(size), 6 * i32::from(size)];
            let corners = (0..6).flat_map(|column| (0..6).map(move |row| [column, row]));
            let cells = corners.map(|[column, row]| {
                let corner = [20 + column * i32::from(size), 30 + row * i32::from(size)];
                CellPlace { corner, size, border: None, zone: None, tone: Tone::Light }
            });
            for (cell, faces) in cells.flat_map(|cell| [(cell, [1, 1]), (cell, [12, 10])]) {
                for chip in Chip::forms(&[&fight(faces)], size) {
                    for [left, top, width, height] in chip.places(&cell, within) {
                        let [right, low] = [left + width, top + height];
                        assert!(left >= 20 && right <= 20 + within[2], "{faces:?} at {size}");
                        assert!(top >= 30 && low <= 30 + within[3], "{faces:?} at {size}");
                        let touches = |at: i32, from: i32, to: i32| {
                            [at, at + i32::from(size)].iter().any(|at| (from..=to).contains(at))
                        };
                        let [x, y] = cell.corner;
                        assert!(touches(x, left, right) && touches(y, top, low), "{cell:?}");
                        assert!(chip.font.width(&chip.lines[0]) < width as f32);
                    }
                }
            }
        }
    }

    #[test]
    fn letters_are_26_px_at_least_in_the_default_width_and_legible_on_phones() {
        let sizes = |cell| {
            let forms = Chip::forms(&[&fight([6, 2])], cell);
            forms.iter().map(|chip| chip.font.size).collect::<Vec<_>>()
        };
        assert_eq!(sizes(108), [27, 26]);
        let phone = sizes(45);
        assert_eq!((phone.first(), phone.last()), (Some(&16), Some(&11)));
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
    fn two_fights_on_one_cell_share_a_chip() {
        let (one, other) = (fight([5, 1]), fight([7, 2]));
        let forms = Chip::forms(&[&one, &other], 108);
        assert_eq!(forms[0].lines, ["5:1  7:2"]);
        assert_eq!(forms[1].lines, ["5:1", "7:2"]);
    }
}
