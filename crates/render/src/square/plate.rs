//! The plate of a side: its name, its disc, what it has captured, its points and its time. The plate of whoever
//! is to move is lit, that of a winner golden with a crown.

use scene::{Piece, Side, SideTime};

use crate::{
    assets::BitmapKey,
    board::BoardGeometry,
    canvas::{Align, Canvas},
    marks::{MarkShape, Pen},
    piece_kinds::piece_kinds,
    text::Font,
    theme::{Colouring, Rgb},
};

/// The space between the border of a plate and what stands on it.
const PAD: f32 = 10.0;
/// The width of the bar at the left of a lit plate.
const BAR: f32 = 7.0;
/// The height of a line with a name.
const NAME: f32 = 37.0;
/// The height of a row of captures, and the size of the box of a captured piece.
const ROW: f32 = 42.0;
/// The height of the line with the time.
const TIME: f32 = 36.0;
/// The side of a disc.
const DISC: f32 = 36.0;
/// The width of a crown.
const CROWN: f32 = 34.0;
/// The least distance of two captured pieces of which the front one covers the other.
const LEAST_STEP: f32 = 10.0;
/// The most pieces that are drawn one by one.
const MOST: usize = 26;
/// The most lines of a name.
const LINES: usize = 2;

/// What stands for a side: a disc in the colour of its pieces, or the pattern of its zone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Swatch {
    Disc(Colouring),
    Zone(usize),
}

impl Swatch {
    /// What stands for a side, counted from the one at the bottom.
    pub(crate) fn of(side: &Side, geometry: &BoardGeometry, sides: usize, index: usize) -> Self {
        if side.label.is_empty() {
            return Self::Disc(Colouring::of(side.shade));
        }
        Self::Zone((geometry.nearest_zone() + index) % sides.max(1))
    }
}

/// The colours of a plate: its ground, its words, and words that matter less.
pub(crate) fn plate_colours(canvas: &Canvas<'_>, side: &Side) -> [Rgb; 3] {
    let colours = canvas.assets.colours;
    if side.won {
        [colours.hit, colours.hit_text(), colours.hit_text()]
    } else if side.to_move {
        [colours.text, colours.panel, colours.panel]
    } else {
        [colours.panel, colours.text, colours.dim_text]
    }
}

/// A plate that is laid out.
pub(super) struct Plate<'s> {
    side: &'s Side,
    swatch: Swatch,
    width: f32,
    name: Vec<String>,
    font: Font,
    rows: Vec<&'s [Piece]>,
}

impl<'s> Plate<'s> {
    /// The plate of a side in a width.
    pub(super) fn new(canvas: &Canvas<'_>, side: &'s Side, swatch: Swatch, width: f32) -> Self {
        let room = width - 2.0 * PAD - BAR;
        let (font, name) = fitted_name(canvas, &side.name, &[room; LINES]);
        let mut plate = Self { side, swatch, width, name, font, rows: Vec::new() };
        plate.rows = plate.rows(canvas);
        plate
    }

    /// How high it is.
    pub(super) fn height(&self) -> f32 {
        let time = if self.side.time.is_some() { TIME } else { 0.0 };
        let rows =
            (ROW * self.rows.len() as f32).max(if self.side.score.is_some() { 46.0 } else { ROW });
        6.0 + NAME * self.name.len().max(1) as f32 + rows + time + 8.0
    }

    /// Returns `true` if a crown stands where others have how far they are ahead.
    const fn has_crown(&self) -> bool {
        self.side.won && self.side.score.is_none()
    }

    /// The captures in rows: one, or two where they would cover each other.
    fn rows(&self, canvas: &Canvas<'_>) -> Vec<&'s [Piece]> {
        let pieces = self.side.captured.as_slice();
        let wide: i32 = widths(canvas, pieces).iter().sum();
        if pieces.len() > MOST
            || wide <= canvas.assets.px(self.row_room(canvas))
            || pieces.len() < 6
        {
            return vec![pieces];
        }
        let (first, second) = pieces.split_at(pieces.len().div_ceil(2));
        vec![first, second]
    }

    /// The points or by how much the captures are ahead, and the font.
    fn figure(&self, canvas: &Canvas<'_>) -> (String, Font) {
        let assets = canvas.assets;
        match (self.side.score, self.side.lead) {
            _ if self.has_crown() => (String::new(), Font::narrow_bold(assets.size(30.0))),
            (Some(score), _) => (score.to_string(), Font::narrow_bold(assets.size(50.0))),
            (None, 0) => (String::new(), Font::narrow_bold(assets.size(30.0))),
            (None, lead) => (format!("+{lead}"), Font::narrow_bold(assets.size(30.0))),
        }
    }

    /// How much of a row is left for captures.
    fn row_room(&self, canvas: &Canvas<'_>) -> f32 {
        let (text, font) = self.figure(canvas);
        let crown = if self.has_crown() { CROWN } else { 0.0 };
        let figure = crown + font.width(&text) / canvas.assets.scale.factor();
        self.width - 2.0 * PAD - BAR - DISC - 14.0 - if figure == 0.0 { 0.0 } else { figure + 8.0 }
    }

    /// Draws it with its upper left corner at a place.
    pub(super) fn render(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let height = self.height();
        let [_, text, _] = ground(canvas, self.side, [left, top, self.width, height]);
        let start = left + PAD + BAR;
        let room = self.width - 2.0 * PAD - BAR;
        let mut y = top + 6.0;
        for (index, line) in self.name.iter().enumerate() {
            name_line(canvas, self.side, (line, self.font, index == 0), [start, y, room]);
            y += NAME;
        }
        y += NAME * (1 - self.name.len().min(1)) as f32;
        let middle = y + ROW * self.rows.len().max(1) as f32 / 2.0;
        swatch(canvas, self.swatch, [start, middle - DISC / 2.0], DISC);
        captures(canvas, &self.rows, [start + DISC + 6.0, y], self.row_room(canvas));
        let (figure, font) = self.figure(canvas);
        let at = [canvas.assets.px(left + self.width - PAD), canvas.assets.px(middle)];
        if self.has_crown() {
            canvas.crown([(at[0] - canvas.assets.px(CROWN)) as f32, at[1] as f32], text);
        }
        canvas.text(&figure, font, text, at, Align::Right);
        if let Some(time) = &self.side.time {
            let place = [start, top + height - TIME - 6.0, self.width - 2.0 * PAD - BAR];
            clock(canvas, time, place, text);
        }
    }
}

/// Draws the ground of a plate; returns its colours, as [`plate_colours`] has them.
pub(crate) fn ground(canvas: &mut Canvas<'_>, side: &Side, place: [f32; 4]) -> [Rgb; 3] {
    let [left, top, _, height] = place;
    let plate = plate_colours(canvas, side);
    canvas.boxed(place, plate[0]);
    if side.to_move && !side.won {
        canvas.boxed([left, top, BAR, height], canvas.assets.colours.hit);
    }
    plate
}

/// The bold font if a name is whole in it on lines of these widths, else the regular one; and the lines.
pub(crate) fn fitted_name(canvas: &Canvas<'_>, name: &str, rooms: &[f32]) -> (Font, Vec<String>) {
    let assets = canvas.assets;
    let size = assets.size(32.0);
    let rooms: Vec<f32> = rooms.iter().map(|room| assets.px(*room) as f32).collect();
    let fonts = [Font::narrow_bold(size), Font::narrow(size)];
    let [bold, regular] = fonts.map(|font| (font, font.name_lines(name, &rooms)));
    let is_whole = !bold.1.iter().any(|line| line.ends_with('…')) || name.ends_with('…');
    if is_whole { bold } else { regular }
}

/// Writes a line of a name, the first one of a winner behind a crown; struck out if the side has left.
pub(super) fn name_line(
    canvas: &mut Canvas<'_>,
    side: &Side,
    (line, font, is_first): (&str, Font, bool),
    [left, top, room]: [f32; 3],
) {
    let assets = canvas.assets;
    let [_, text, dim] = plate_colours(canvas, side);
    let colour = if side.out && !side.won { dim } else { text };
    let mut at = [assets.px(left), assets.px(top + NAME / 2.0)];
    let mut line = line.to_owned();
    // Without points the crown stands at the end of the captures.
    if side.won && is_first && side.score.is_some() {
        canvas.crown(at.map(|at| at as f32), colour);
        at[0] += assets.px(CROWN + 7.0);
        line = font.fit(&line, assets.px(room - CROWN - 7.0) as f32);
    }
    canvas.text(&line, font, colour, at, Align::Left);
    if side.out {
        let long = font.width(&line).ceil() as i32;
        canvas.fill([at[0], at[1], long, assets.px(3.0).max(1)], colour);
    }
}

/// Draws what stands for a side in a box given by its upper left corner and its side.
pub(crate) fn swatch(canvas: &mut Canvas<'_>, swatch: Swatch, [left, top]: [f32; 2], side: f32) {
    let assets = canvas.assets;
    let ([x, y], size) = ([assets.px(left), assets.px(top)], assets.size(side));
    match swatch {
        Swatch::Disc(colouring) => canvas.ball(colouring, [x, y], size.into()),
        Swatch::Zone(zone) => {
            let colours = assets.colours;
            let pen = Pen { core: colours.edge, edge: colours.edge };
            canvas.put(BitmapKey::Mark(MarkShape::Tray(size, size), pen, assets.size(108.0)), x, y);
            let rim = assets.px(2.5).max(1);
            let inner = i32::from(size) - 2 * rim;
            canvas.put(BitmapKey::Zone(zone as u8, inner.max(1) as u16), x + rim, y + rim);
        }
    }
}

/// The widths of pieces, in pixels.
fn widths(canvas: &Canvas<'_>, pieces: &[Piece]) -> Vec<i32> {
    let size = canvas.assets.size(ROW);
    pieces.iter().map(|piece| canvas.assets.columns(piece, size).len() as i32 + 2).collect()
}

/// Draws captured pieces on a tray in a tone on which both armies show: one by one, closer together where there
/// are many, or one of each kind with its number.
pub(crate) fn captures(
    canvas: &mut Canvas<'_>,
    rows: &[&[Piece]],
    [left, top]: [f32; 2],
    room: f32,
) {
    let assets = canvas.assets;
    let most = assets.px(room);
    for (index, pieces) in rows.iter().enumerate().filter(|(_, pieces)| !pieces.is_empty()) {
        let top = top + ROW * index as f32;
        let widths = widths(canvas, pieces);
        let (all, last) = (widths.iter().sum::<i32>(), widths.last().copied().unwrap_or(0));
        let least = last + assets.px(LEAST_STEP) * (widths.len() as i32 - 1);
        if least > most || pieces.len() > MOST {
            grouped(canvas, pieces, [left, top], most);
            continue;
        }
        let part = if all > most { (most - last) as f32 / (all - last).max(1) as f32 } else { 1.0 };
        let long = if all > most { most } else { all };
        tray(canvas, [left, top], long);
        let mut x = assets.px(left);
        for (piece, wide) in pieces.iter().zip(&widths) {
            stand(canvas, piece, [x, assets.px(top)]);
            x += (*wide as f32 * part) as i32;
        }
    }
}

/// Draws the tray of a row of captures.
fn tray(canvas: &mut Canvas<'_>, [left, top]: [f32; 2], long: i32) {
    let assets = canvas.assets;
    let [x, y] = [assets.px(left - 3.0), assets.px(top + 1.0)];
    let size = [long + assets.px(6.0), assets.px(ROW - 2.0)];
    canvas.tray([x, y, size[0], size[1]], assets.colours.tray);
}

/// Draws a piece whose colour begins at a column.
fn stand(canvas: &mut Canvas<'_>, piece: &Piece, [left, top]: [i32; 2]) {
    let assets = canvas.assets;
    let size = assets.size(ROW);
    let bare = assets.columns(piece, size).start;
    canvas.sprite(&piece.sprite, Colouring::of(piece.shade), [left - bare, top], size);
}

/// Draws one piece of each kind with its number, as many kinds as there is room for.
fn grouped(canvas: &mut Canvas<'_>, pieces: &[Piece], at: [f32; 2], most: i32) {
    let assets = canvas.assets;
    let font = Font::narrow_bold(assets.size(30.0));
    let kinds = piece_kinds(assets, pieces);
    let wide = |(piece, count): &(&Piece, usize)| {
        let piece = assets.columns(piece, assets.size(ROW)).len() as i32;
        piece + font.width(&count.to_string()).ceil() as i32 + assets.px(7.0)
    };
    let mut long = 0;
    let fits = |group: &&(&Piece, usize)| {
        long += wide(group);
        long <= most
    };
    let kinds: Vec<&(&Piece, usize)> = kinds.iter().take_while(fits).collect();
    tray(canvas, at, kinds.iter().map(|group| wide(group)).sum());
    let mut x = assets.px(at[0]);
    for group in kinds {
        let (piece, count) = group;
        stand(canvas, piece, [x, assets.px(at[1])]);
        let number = count.to_string();
        let right = x + wide(group) - assets.px(4.0);
        let middle = assets.px(at[1] + ROW / 2.0);
        canvas.text(&number, font, assets.colours.edge, [right, middle], Align::Right);
        x += wide(group);
    }
}

/// Writes the time that a side has left, over a bar that tells it without the words.
fn clock(canvas: &mut Canvas<'_>, time: &SideTime, [left, top, width]: [f32; 3], colour: Rgb) {
    let assets = canvas.assets;
    let font = Font::narrow_bold(assets.size(30.0));
    let text = font.fit(&time.text, assets.px(width) as f32);
    canvas.text(&text, font, colour, [assets.px(left), assets.px(top + 14.0)], Align::Left);
    let [x, y, wide] = [assets.px(left), assets.px(top + 31.0), assets.px(width)];
    let [high, thin] = [assets.px(5.0).max(2), assets.px(1.5).max(1)];
    canvas.fill([x, y + (high - thin) / 2, wide, thin], colour);
    canvas.fill([x, y, wide * i32::from(time.part.min(1_000)) / 1_000, high], colour);
}
