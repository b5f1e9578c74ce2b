//! Composes a card: which game it was and how it ended, between the plates of two sides or above those of more.
//! Lengths are those of the card 1200 pixels wide; no letter is smaller than 26.

use scene::CardSheet;

use super::{
    board,
    lines::{Letters, Lines},
    plates::{self, DENSITIES, GAP, Plate},
};
use crate::{
    assets::Assets,
    board::BoardGeometry,
    canvas::{Align, Canvas, IndexedImage},
    layout::Layout,
    square::capitals,
    text::{Font, Harm},
};

/// The free space around everything.
pub(super) const EDGE: f32 = 34.0;
const RIGHT: f32 = 1200.0 - EDGE;
/// The free space between the board and the words beside it.
const BESIDE: f32 = 30.0;
/// The upper and the lower edge of the line that says how to play.
const FOOT: [f32; 2] = [595.0, 641.0];
/// The free space above and below the result.
const AROUND: f32 = 14.0;

/// A card in the making.
struct Picture<'a> {
    canvas: Canvas<'a>,
    geometry: BoardGeometry,
    card: &'a CardSheet,
}

/// The picture of a card, on which the board is drawn with assets of its own.
pub(crate) fn compose<'a>(
    assets: &'a Assets,
    board: &'a Assets,
    card: &'a CardSheet,
) -> IndexedImage {
    let ground = assets.palette.index(assets.colours.margin);
    let [width, height] = [assets.scale.width, assets.scale.height].map(|side| side as usize);
    let mut canvas = Canvas::new(assets, IndexedImage::new(width, height, ground));
    let ends = board::render(&mut canvas, board, &card.scene);
    let layout = Layout::of(&card.scene);
    let geometry = BoardGeometry::new(board.scale, card.scene.board.shape, layout);
    let mut picture = Picture { canvas, geometry, card };
    match layout {
        Layout::Lying => picture.below_board(ends),
        _ => picture.beside_board(ends[0] + BESIDE),
    }
    picture.canvas.image
}

impl<'a> Picture<'a> {
    /// All words in a column at the right of the board: those of two sides around the result, like their men.
    fn beside_board(&mut self, left: f32) {
        let width = RIGHT - left;
        let head = self.head(width);
        head.write(&mut self.canvas, [left, EDGE]);
        let [mut top, mut bottom] = [EDGE + head.height() + 12.0, FOOT[0] - AROUND];
        let room = bottom - top - 2.0 * AROUND;
        let (plates, result) = self
            .fitted([width; 2], |plates, result| plates::height(plates) + result.height() <= room);
        match plates.as_slice() {
            [near, far] => {
                far.render(&mut self.canvas, [left, top], 0.0);
                top += far.height();
                bottom -= near.height();
                near.render(&mut self.canvas, [left, bottom], 0.0);
            }
            plates => {
                bottom -= plates::height(plates);
                let mut y = bottom;
                // From the upper left of the board on, clockwise, so that the near one stands last.
                for plate in plates.iter().skip(1).chain(plates.first()) {
                    plate.render(&mut self.canvas, [left, y], 0.0);
                    y += plate.height() + GAP;
                }
            }
        }
        let result = result.within(bottom - top);
        result.write(&mut self.canvas, [left, (top + bottom - result.height()) / 2.0]);
        self.foot(left);
    }

    /// The words beside a board that lies on its side, the two plates below it, the near side's at the left like
    /// its half of the board.
    fn below_board(&mut self, [right, bottom]: [f32; 2]) {
        let left = right + BESIDE;
        let head = self.head(RIGHT - left);
        head.write(&mut self.canvas, [left, EDGE - 6.0]);
        let between = [EDGE + head.height(), bottom];
        let (high, wide) = (between[1] - between[0], (RIGHT - EDGE - GAP) / 2.0);
        let (top, plate_high) = (bottom + 12.0, FOOT[0] - AROUND - bottom - 12.0);
        let (plates, result) = self.fitted([wide, RIGHT - left], |plates, result| {
            plates.iter().all(|plate| plate.height() <= plate_high) && result.height() <= high
        });
        for (index, plate) in plates.iter().enumerate() {
            let at = [EDGE + (wide + GAP) * index as f32, top];
            plate.render(&mut self.canvas, at, plate_high);
        }
        let result = result.within(high);
        let middle = (between[0] + between[1] - result.height()) / 2.0;
        result.write(&mut self.canvas, [left, middle]);
        self.foot(EDGE);
    }

    /// Plates and result in these widths, as generous as they have room.
    fn fitted(
        &self,
        [width, beside]: [f32; 2],
        has_room: impl Fn(&[Plate<'a>], &Lines) -> bool,
    ) -> (Vec<Plate<'a>>, Lines) {
        let (sides, fights) = (&self.card.scene.panel.sides, &self.card.fights);
        let panel = &self.card.scene.panel;
        let of = |state: &'a str, density| {
            let plates =
                plates::plates(&self.canvas, (sides, fights), &self.geometry, width, density);
            let (mut result, why) = self.result((beside, density.name), state);
            let is_whole = result.harm < Harm::Cut && why.harm == Harm::None;
            result.append(why);
            (is_whole, (plates, result))
        };
        let fitting = |state: &'a str| {
            let all = DENSITIES.into_iter().map(move |density| of(state, density));
            let fits = |(is_whole, (plates, result)): &(bool, (Vec<Plate<'a>>, Lines))| {
                *is_whole && plates.iter().all(Plate::is_whole) && has_room(plates, result)
            };
            all.filter(fits).map(|(_, found)| found).collect::<Vec<_>>()
        };
        // Some names have no place to be broken but within a word.
        let unbroken =
            |(plates, _): &(Vec<Plate<'a>>, Lines)| !plates.iter().any(Plate::breaks_words);
        let found = [&*panel.state, panel.shortest_state()].into_iter().find_map(|state| {
            let mut fitting = fitting(state);
            let best = fitting.iter().position(unbroken).unwrap_or(0);
            (!fitting.is_empty()).then(|| fitting.swap_remove(best))
        });
        let [.., last] = DENSITIES;
        found.unwrap_or_else(|| of(panel.shortest_state(), last).1)
    }

    /// Which game it was, when, and how long it was.
    fn head(&self, width: f32) -> Lines {
        let (panel, colours) = (&self.card.scene.panel, self.canvas.assets.colours);
        let mut lines = Lines::default();
        let title = Letters { weight: Font::narrow_bold, size: 36.0, colour: colours.text };
        let words = capitals(&[&panel.title, &panel.number]);
        lines.add(&self.canvas, &words, title, (width, 2));
        let small = Letters { weight: Font::narrow, size: 28.0, colour: colours.dim_text };
        let CardSheet { date, length, .. } = self.card;
        let whole = format!("{date} · {length}");
        let fits = small.font(&self.canvas).width(&whole) <= self.canvas.assets.px(width) as f32;
        let parts = if fits && !date.is_empty() { vec![&whole] } else { vec![date, length] };
        for part in parts {
            lines.add(&self.canvas, part, small, (width, 1));
        }
        lines
    }

    /// Who has won, as large as there is room for on two lines beside names of a size; and why.
    fn result(&self, (width, name): (f32, f32), state: &str) -> (Lines, Lines) {
        let (panel, colours) = (&self.card.scene.panel, self.canvas.assets.colours);
        let words = format!("{} {}", panel.headline, panel.note);
        let in_size = |part: f32, most: usize| {
            let size = (name * part).round();
            let large = Letters { weight: Font::narrow_bold, size, colour: colours.text };
            let mut lines = Lines::default();
            lines.add(&self.canvas, words.trim(), large, (width, most));
            lines
        };
        let is_whole = |lines: &Lines| lines.harm == Harm::None;
        let fitting = [1.7, 1.4, 1.2].into_iter().map(|part| in_size(part, 2)).find(is_whole);
        let size = if name < 30.0 { 27.0 } else { 32.0 };
        let letters = Letters { weight: Font::narrow, size, colour: colours.text };
        let mut why = Lines::default();
        why.add(&self.canvas, state, letters, (width, 4));
        (fitting.unwrap_or_else(|| in_size(1.0, 3)), why)
    }

    /// Says at the bottom who hosts such games, and what to type there.
    fn foot(&mut self, left: f32) {
        let (assets, colours) = (self.canvas.assets, self.canvas.assets.colours);
        let middle = assets.px((FOOT[0] + FOOT[1]) / 2.0);
        let typed = Font::narrow_bold(assets.size(30.0));
        let invitation = &*self.card.invitation;
        let wide = typed.width(invitation) / assets.scale.factor() + 32.0;
        let plate = [RIGHT - wide, FOOT[0], wide, FOOT[1] - FOOT[0]];
        self.canvas.boxed(plate, colours.panel);
        let at = [assets.px(RIGHT - wide / 2.0), middle];
        self.canvas.text(invitation, typed, colours.text, at, Align::Middle);
        let small = Font::narrow_bold(assets.size(28.0));
        let host = small.fit(&capitals(&[&self.card.host]), assets.px(RIGHT - wide - left) as f32);
        let at = [assets.px(left), middle];
        self.canvas.text(&host, small, colours.dim_text, at, Align::Left);
    }
}
