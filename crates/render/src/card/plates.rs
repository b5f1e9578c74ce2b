//! The plates of the sides on a card, the winner's golden with a crown: whole names, points, how the attacks went,
//! and what was captured where there is room for it. Lengths are those of the card 1200 pixels wide.

use scene::Side;

use super::lines::{Letters, Lines};
use crate::{
    board::BoardGeometry,
    canvas::{Align, Canvas},
    plate::{Swatch, captures, ground, plate_colours, swatch},
    text::{Font, Harm},
};

/// The space between the right and left border of a plate and what stands on it.
const PAD: f32 = 14.0;
/// The side of a disc, and where the words beside it begin.
const DISC: f32 = 36.0;
const WORDS: f32 = 62.0;
/// The width of a crown with what stays free at both sides.
const CROWN: f32 = 52.0;
/// The height of a row of captures.
const CAPTURES: f32 = 48.0;
/// The size of what stands below a name.
const SMALL: f32 = 28.0;
/// The gap between plates.
pub(super) const GAP: f32 = 6.0;

/// The room that plates take: the size of names, of how many lines they are at most, the size of points, what
/// stays free above and below together, and whether captures are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Density {
    pub(super) name: f32,
    lines: usize,
    points: f32,
    free: f32,
    captures: bool,
}

/// From generous to close.
pub(super) const DENSITIES: [Density; 7] = [
    Density { name: 38.0, lines: 2, points: 50.0, free: 14.0, captures: true },
    Density { name: 34.0, lines: 2, points: 50.0, free: 14.0, captures: true },
    Density { name: 30.0, lines: 3, points: 50.0, free: 14.0, captures: true },
    Density { name: 34.0, lines: 2, points: 50.0, free: 14.0, captures: false },
    Density { name: 30.0, lines: 3, points: 44.0, free: 12.0, captures: false },
    Density { name: 26.0, lines: 3, points: 34.0, free: 8.0, captures: false },
    // For more long names than people have.
    Density { name: 26.0, lines: 1, points: 34.0, free: 8.0, captures: false },
];

/// A plate that is laid out.
pub(super) struct Plate<'s> {
    side: &'s Side,
    swatch: Swatch,
    width: f32,
    name: Lines,
    fights: Lines,
    density: Density,
    has_captures: bool,
}

/// The plates of sides with their fights in a width.
pub(super) fn plates<'s>(
    canvas: &Canvas<'_>,
    (sides, fights): (&'s [Side], &[String]),
    geometry: &BoardGeometry,
    width: f32,
    density: Density,
) -> Vec<Plate<'s>> {
    let plate = |(index, side)| {
        let swatch = Swatch::of(side, geometry, sides.len(), index);
        let fought = fights.get(index).map_or("", String::as_str);
        Plate::new(canvas, (side, fought), swatch, width, density)
    };
    sides.iter().enumerate().map(plate).collect()
}

/// The height of plates below each other.
pub(super) fn height(plates: &[Plate<'_>]) -> f32 {
    plates.iter().map(|plate| plate.height() + GAP).sum::<f32>() - GAP
}

impl<'s> Plate<'s> {
    fn new(
        canvas: &Canvas<'_>,
        (side, fights): (&'s Side, &str),
        swatch: Swatch,
        width: f32,
        density: Density,
    ) -> Self {
        let mut plate = Self {
            side,
            swatch,
            width,
            name: Lines::default(),
            fights: Lines::default(),
            density,
            has_captures: density.captures && !side.captured.is_empty(),
        };
        let [_, text, dim] = plate_colours(canvas, side);
        let colour = if side.out && !side.won { dim } else { text };
        let name = Letters { weight: Font::narrow_bold, size: density.name, colour };
        let room = width - WORDS - PAD;
        plate.name.add(canvas, &side.name, name, (room - plate.at_right(), density.lines));
        let small = Letters { weight: Font::narrow, size: SMALL, colour: text };
        plate.fights.add(canvas, fights, small, (room, 2));
        plate
    }

    /// The width of what stands at the right of a name.
    fn at_right(&self) -> f32 {
        let points = if self.side.score.is_some() { 1.3 * self.density.points } else { 0.0 };
        points + if self.side.won { CROWN } else { 0.0 }
    }

    /// Returns `true` if the name is all there.
    pub(super) fn is_whole(&self) -> bool {
        self.name.harm < Harm::Cut
    }

    /// Returns `true` if a line of the name ends within a word.
    pub(super) fn breaks_words(&self) -> bool {
        self.name.harm > Harm::None
    }

    /// The height of what stands on it.
    fn content(&self) -> f32 {
        let captures = if self.has_captures { CAPTURES } else { 0.0 };
        self.name.height() + self.fights.height() + captures
    }

    /// Its height.
    pub(super) fn height(&self) -> f32 {
        let least = if self.side.score.is_some() { self.density.points } else { DISC };
        self.content().max(least) + self.density.free
    }

    /// Draws it with its upper left corner at a place, at least so high.
    pub(super) fn render(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2], height: f32) {
        let height = height.max(self.height());
        ground(canvas, self.side, [left, top, self.width, height]);
        let mut y = top + (height - self.content()) / 2.0;
        let first = y + self.name.height() / self.name.count().max(1) as f32 / 2.0;
        swatch(canvas, self.swatch, [left + PAD, first - DISC / 2.0], DISC);
        self.name.write(canvas, [left + WORDS, y]);
        if self.side.out {
            self.name.strike(canvas, [left + WORDS, y]);
        }
        let least = top + self.density.free / 2.0 + self.density.points / 2.0;
        self.render_figures(canvas, [left + self.width - PAD, first.max(least)]);
        y += self.name.height();
        self.fights.write(canvas, [left + WORDS, y]);
        if self.has_captures {
            self.render_captures(canvas, [left + WORDS, y + self.fights.height() + 3.0]);
        }
    }

    /// Draws the points and the crown, whose right end and middle are given.
    fn render_figures(&self, canvas: &mut Canvas<'_>, [right, middle]: [f32; 2]) {
        let assets = canvas.assets;
        let [_, colour, _] = plate_colours(canvas, self.side);
        let font = Font::narrow_bold(assets.size(self.density.points));
        let points = self.side.score.map(|score| score.to_string()).unwrap_or_default();
        let at = [right, middle].map(|length| assets.px(length));
        canvas.text(&points, font, colour, at, Align::Right);
        if self.side.won {
            let left = right - self.at_right() + 10.0;
            canvas.crown([left, middle].map(|length| assets.px(length) as f32), colour);
        }
    }

    /// Draws what was captured, and by how much that is worth more than what the other side has.
    fn render_captures(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let assets = canvas.assets;
        let [_, colour, _] = plate_colours(canvas, self.side);
        let font = Font::narrow_bold(assets.size(32.0));
        let lead = if self.side.lead > 0 { format!("+{}", self.side.lead) } else { String::new() };
        let room = self.width - WORDS - PAD - if lead.is_empty() { 0.0 } else { 60.0 };
        captures(canvas, &[&self.side.captured], [left + 3.0, top], room - 6.0);
        let at = [left + self.width - WORDS - PAD, top + 21.0].map(|length| assets.px(length));
        canvas.text(&lead, font, colour, at, Align::Right);
    }
}
