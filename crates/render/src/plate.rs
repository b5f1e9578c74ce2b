//! The plate of a side: its name, its disc, what it has captured, its points and its time. The plate of whoever
//! is to move is lit, that of a winner golden with a crown.

use scene::{Piece, Side};

use super::{
    assets::BitmapKey,
    board::BoardGeometry,
    canvas::{Align, Canvas},
    marks::{MarkShape, Pen},
    piece_kinds::piece_kinds,
    text::{Font, Harm},
    theme::{Colouring, Rgb},
    time_bar,
};

/// The space between the border of a plate and what stands on it.
const PAD: f32 = 10.0;
/// The width of the bar at the left of a lit plate.
const BAR: f32 = 7.0;
/// The height of a line with a name.
const NAME: f32 = 37.0;
/// The size of a name where it is whole so.
const SIZE: f32 = 32.0;
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
/// The fewest letters of a name that is cut for the time.
const LEAST: usize = 5;
/// The most lines of a name.
pub(crate) const LINES: usize = 2;
/// The height of the bar under a name with its time behind it.
const TIME_BAR: f32 = 3.0;
/// How many letters at the beginning of two names are alike where their ends are needed to tell them apart.
const ALIKE: usize = 8;

/// The sign of a side: a disc in the colour of its pieces, or the pattern of its zone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Swatch {
    Disc(Colouring),
    Zone(usize),
}

impl Swatch {
    /// The sign of a side, counted from the one at the bottom.
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

/// The part of a dense plate that its time follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// A line of the name.
    Line(usize),
    /// The disc, in place of captures.
    Disc,
    /// Nothing: the bar alone tells it.
    Nothing,
}

/// A plate that is laid out.
pub(crate) struct Plate<'s> {
    side: &'s Side,
    swatch: Swatch,
    width: f32,
    /// Whether there is little room for it, as in a corner beside a board: then all is closer together, and the time behind the name.
    is_dense: bool,
    /// Whether the captures have a row of their own.
    is_stacked: bool,
    /// Behind what a dense plate has the time.
    time_behind: Behind,
    name: FittedName,
    rows: Vec<&'s [Piece]>,
}

impl<'s> Plate<'s> {
    /// The plate of one of the sides, by its number, in a width. A name that is cut on two lines may have so many.
    pub(crate) fn new(
        canvas: &Canvas<'_>,
        sides: &'s [Side],
        (index, swatch): (usize, Swatch),
        (width, lines): (f32, usize),
    ) -> Self {
        let room = width - 2.0 * PAD - BAR;
        let mut name = FittedName::new(canvas, sides, index, &[room; LINES]);
        if name.harm == Harm::Cut && lines > LINES {
            name = FittedName::new(canvas, sides, index, &vec![room; lines]);
        }
        let side = &sides[index];
        let rows = Vec::new();
        let plate = Self {
            side,
            swatch,
            width,
            is_dense: false,
            is_stacked: false,
            time_behind: Behind::Line(0),
            name,
            rows,
        };
        Self { rows: plate.rows(canvas), ..plate }
    }

    /// The same where there is little room, with a name on so many lines at most, and with the captures in a row of
    /// their own or not.
    pub(crate) fn dense(
        canvas: &Canvas<'_>,
        sides: &'s [Side],
        (index, swatch): (usize, Swatch),
        (width, lines, is_stacked): (f32, usize, bool),
    ) -> Self {
        let side = &sides[index];
        let time = time_width(canvas, side);
        let plate = |time_behind: Behind| {
            let mut rooms = vec![width - 2.0 * PAD - BAR; lines];
            if let Behind::Line(line) = time_behind {
                rooms[line] -= time;
            }
            let name = FittedName::new(canvas, sides, index, &rooms);
            let rows = vec![side.captured.as_slice()];
            Self { side, swatch, width, is_dense: true, is_stacked, time_behind, name, rows }
        };
        let first = plate(Behind::Line(0));
        if side.time.is_none() || first.has_unbroken_name() {
            return first;
        }
        // A name that is whole is worth more than captures, or a line.
        let low = plate(Behind::Disc);
        let has_room = low.row_room(canvas) >= 0.0;
        if has_room && low.has_unbroken_name() {
            return low;
        }
        let low = has_room.then_some(low);
        let second = (lines > 1).then(|| plate(Behind::Line(1)));
        let second = second.filter(|second| low.is_none() || second.has_unbroken_name());
        let best = second.or(low).unwrap_or(first);
        // A name of which next to nothing is left says less than the bar.
        let is_gone = best.name.lines.first().is_none_or(|line| line.chars().count() < LEAST);
        if is_gone && !best.has_unbroken_name() { plate(Behind::Nothing) } else { best }
    }

    /// Returns `true` if the name is whole, and no word of it is broken.
    fn has_unbroken_name(&self) -> bool {
        let ends_here = |line: &String| {
            let line = line.trim_matches(|c| matches!(c, '\u{2066}'..='\u{2069}'));
            let is_sign = line.ends_with(|c: char| !c.is_alphanumeric());
            is_sign || self.side.name.contains(&format!("{line} "))
        };
        let lines = &self.name.lines;
        self.name.is_whole && lines[..lines.len().saturating_sub(1)].iter().all(ends_here)
    }

    /// The same with its captures in one row, where words need the room.
    pub(crate) fn with_one_row(self) -> Self {
        Self { rows: vec![&self.side.captured], ..self }
    }

    /// Returns `true` if it shows the whole name.
    pub(super) const fn is_whole(&self) -> bool {
        self.name.is_whole
    }

    /// Returns on how many lines the name stands.
    pub(crate) fn n_lines(&self) -> usize {
        match self.time_behind {
            Behind::Line(line) if self.side.time.is_some() => self.name.lines.len().max(line + 1),
            _ => self.name.lines.len(),
        }
    }

    /// The height of the line with the time or its bar; 0 without a clock.
    const fn time(&self) -> f32 {
        match (&self.side.time, self.is_dense) {
            (None, _) => 0.0,
            (Some(_), true) => TIME_BAR,
            (Some(_), false) => TIME,
        }
    }

    /// Its height.
    pub(crate) fn height(&self) -> f32 {
        let row = if self.side.score.is_some() && !self.is_dense { 46.0 } else { ROW };
        let rows = (ROW * self.rows.len() as f32).max(row);
        let [above, below] = self.edges();
        // Its row with the disc and the points is lower than one with captures.
        let own_row = if self.is_stacked { DISC } else { 0.0 };
        above + NAME * self.n_lines().max(1) as f32 + rows + own_row + self.time() + below
    }

    /// The space above the name and below the captures.
    const fn edges(&self) -> [f32; 2] {
        if self.is_dense { [1.0, 2.0] } else { [6.0, 8.0] }
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
        let font = |size: f32| Font::narrow_bold(canvas.assets.size(size));
        match (self.side.score, self.side.lead) {
            _ if self.has_crown() => (String::new(), font(30.0)),
            (Some(score), _) => (score.to_string(), font(if self.is_dense { 46.0 } else { 50.0 })),
            (None, 0) => (String::new(), font(30.0)),
            (None, lead) => (format!("+{lead}"), font(30.0)),
        }
    }

    /// The letter of the side's zone, where it is one letter, and its width: it stands behind the pattern.
    fn letter(&self, canvas: &Canvas<'_>) -> (&str, Font, f32) {
        let label = &*self.side.label;
        let is_letter = label.len() == 1 && label.starts_with(char::is_alphabetic);
        let letter = if self.is_dense && is_letter { label } else { "" };
        let font = Font::narrow_bold(canvas.assets.size(30.0));
        let room = if letter.is_empty() { 0.0 } else { 7.0 };
        (letter, font, font.width(letter) / canvas.assets.scale.factor() + room)
    }

    /// Returns `true` if every kind of captured piece finds room.
    pub(crate) fn shows_all(&self, canvas: &Canvas<'_>) -> bool {
        let most = canvas.assets.px(self.captures_room(canvas));
        let fits = |pieces: &&[Piece]| {
            let kinds = piece_kinds(canvas.assets, pieces);
            pieces.is_empty()
                || kinds.iter().map(|kind| group_width(canvas, kind, 1.0)).sum::<i32>() <= most
        };
        self.rows.iter().all(fits)
    }

    /// The width that captures may have.
    fn captures_room(&self, canvas: &Canvas<'_>) -> f32 {
        if self.is_stacked { self.width - PAD - BAR - 6.0 } else { self.row_room(canvas) }
    }

    /// The width of a row that is left for captures.
    fn row_room(&self, canvas: &Canvas<'_>) -> f32 {
        let (text, font) = self.figure(canvas);
        let crown = if self.has_crown() { CROWN } else { 0.0 };
        let figure = crown + font.width(&text) / canvas.assets.scale.factor();
        let (.., letter) = self.letter(canvas);
        let figure = if figure == 0.0 { 0.0 } else { figure + 8.0 };
        let time =
            if self.time_behind == Behind::Disc { time_width(canvas, self.side) } else { 0.0 };
        self.width - 2.0 * PAD - BAR - DISC - 14.0 - letter - figure - time
    }

    /// Draws it with its upper left corner at a place.
    pub(crate) fn render(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2]) {
        let height = self.height();
        let [_, text, _] = ground(canvas, self.side, [left, top, self.width, height]);
        let start = left + PAD + BAR;
        let room = self.width - 2.0 * PAD - BAR;
        let [above, below] = self.edges();
        let mut y = top + above;
        for (index, line) in self.name.lines.iter().enumerate() {
            name_line(canvas, self.side, (line, self.name.font, index == 0), [start, y]);
            y += NAME;
        }
        y = top + above + NAME * self.n_lines().max(1) as f32;
        if self.is_dense {
            if let Behind::Line(line) = self.time_behind {
                let middle = top + above + NAME * (line as f32 + 0.5);
                let at = [start + room, middle].map(|length| canvas.assets.px(length));
                let name = self.name.lines.get(line).map_or("", |name| name);
                let behind = time_bar::behind(self.side);
                // What stands alone is behind nothing.
                let behind =
                    if name.is_empty() { behind.trim_start_matches(" · ") } else { &behind };
                canvas.text(behind, time_font(canvas), text, at, Align::Right);
            }
            time_bar::bar(canvas, self.side, [start, y - 3.0, room], text);
            y += self.time();
        } else if self.side.time.is_some() {
            clock(canvas, self.side, [start, top + height - self.time() - below + 2.0, room], text);
        }
        self.row(canvas, [left, y], text);
    }

    /// Draws the swatch, the captures, and how much they count.
    fn row(&self, canvas: &mut Canvas<'_>, [left, top]: [f32; 2], colour: Rgb) {
        let row = if self.is_stacked { DISC } else { ROW * self.rows.len().max(1) as f32 };
        let middle = top + row / 2.0;
        let start = left + PAD + BAR;
        swatch(canvas, self.swatch, [start, middle - DISC / 2.0], DISC);
        let middle = canvas.assets.px(middle);
        let (letter, font, wide) = self.letter(canvas);
        let behind = start + DISC + 6.0;
        canvas.text(letter, font, colour, [canvas.assets.px(behind), middle], Align::Left);
        let mut place =
            if self.is_stacked { [start + 3.0, top + DISC] } else { [behind + wide, top] };
        if self.time_behind == Behind::Disc {
            let time = self.side.time.as_ref().map_or("", |time| &time.text);
            let at = [canvas.assets.px(behind + wide), middle];
            canvas.text(time, time_font(canvas), colour, at, Align::Left);
            place[0] += if self.is_stacked { 0.0 } else { time_width(canvas, self.side) };
        }
        captures(canvas, &self.rows, place, self.captures_room(canvas));
        let (figure, font) = self.figure(canvas);
        let right = canvas.assets.px(left + self.width - PAD);
        if self.has_crown() {
            canvas.crown([(right - canvas.assets.px(CROWN)) as f32, middle as f32], colour);
        }
        canvas.text(&figure, font, colour, [right, middle], Align::Right);
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

/// The width of the time of a side as it stands behind something.
fn time_width(canvas: &Canvas<'_>, side: &Side) -> f32 {
    time_font(canvas).width(&time_bar::behind(side)) / canvas.assets.scale.factor()
}

/// The font of the time that a side has left.
fn time_font(canvas: &Canvas<'_>) -> Font {
    Font::narrow_bold(canvas.assets.size(30.0))
}

/// A name as a picture writes it: bold where it is whole so, smaller where it is too long, or even cut.
#[derive(Debug)]
pub(crate) struct FittedName {
    pub font: Font,
    pub lines: Vec<String>,
    /// Whether it is whole in its usual size.
    pub is_whole: bool,
    /// The harm of breaking it into lines.
    pub harm: Harm,
}

impl FittedName {
    /// The name of one of the sides, by its number, on lines of these widths, smaller if it is whole so. Where it has
    /// to be cut, the part stays by which it differs from the others.
    pub(crate) fn new(canvas: &Canvas<'_>, sides: &[Side], index: usize, rooms: &[f32]) -> Self {
        let assets = canvas.assets;
        let mut rooms: Vec<f32> = rooms.iter().map(|room| assets.px(*room) as f32).collect();
        let side = &sides[index];
        if has_crowned_name(side) {
            rooms[0] -= assets.px(CROWN + 7.0) as f32;
        }
        let name = &*side.name;
        let tail = tail(name, sides.iter().map(|side| &*side.name));
        let fitted = |(weight, size): (fn(u16) -> Font, f32)| {
            let font = weight(assets.size(size));
            let (lines, harm) = font.name_lines(name, tail, &rooms);
            Self { font, lines, is_whole: harm < Harm::Cut && size == SIZE, harm }
        };
        let mut best = fitted((Font::narrow_bold, SIZE));
        for size in assets.scale.sizes_from(SIZE) {
            if best.harm == Harm::None {
                break;
            }
            let name = fitted((Font::narrow, size));
            // Of names that are cut the smallest shows most.
            if name.harm < best.harm || name.harm == Harm::Cut {
                best = name;
            }
        }
        best
    }
}

/// The end of a name from where it differs from all others; empty if its beginning already tells it apart.
fn tail<'a>(name: &'a str, others: impl Iterator<Item = &'a str>) -> &'a str {
    let same = |other: &str| {
        let letters = name.char_indices().zip(other.chars());
        letters.take_while(|((_, one), other)| one == other).count()
    };
    let alike = others.filter(|other| *other != name).map(same).max().unwrap_or(0);
    if alike < ALIKE {
        ""
    } else {
        name.char_indices().nth(alike).map_or("", |(at, _)| &name[at..])
    }
}

/// Returns `true` if a crown stands before the name; without points it stands at the end of the captures.
const fn has_crowned_name(side: &Side) -> bool {
    side.won && side.score.is_some()
}

/// Writes a line of a name, the first one of a winner behind a crown; struck out if the side has left.
pub(crate) fn name_line(
    canvas: &mut Canvas<'_>,
    side: &Side,
    (line, font, is_first): (&str, Font, bool),
    [left, top]: [f32; 2],
) {
    let assets = canvas.assets;
    let [_, text, dim] = plate_colours(canvas, side);
    let colour = if side.out && !side.won { dim } else { text };
    let mut at = [assets.px(left), assets.px(top + NAME / 2.0)];
    if is_first && has_crowned_name(side) {
        canvas.crown(at.map(|at| at as f32), colour);
        at[0] += assets.px(CROWN + 7.0);
    }
    canvas.text(line, font, colour, at, Align::Left);
    if side.out {
        let long = font.width(line).ceil() as i32;
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
        tray(canvas, [left, top], (long, ROW));
        let mut x = assets.px(left);
        for (piece, wide) in pieces.iter().zip(&widths) {
            stand(canvas, piece, [x, assets.px(top)], ROW);
            x += (*wide as f32 * part) as i32;
        }
    }
}

/// Draws the tray of a row of captures of a height.
fn tray(canvas: &mut Canvas<'_>, [left, top]: [f32; 2], (long, high): (i32, f32)) {
    let assets = canvas.assets;
    let [x, y] = [assets.px(left - 3.0), assets.px(top + 1.0)];
    let size = [long + assets.px(6.0), assets.px(high - 2.0)];
    canvas.tray([x, y, size[0], size[1]], assets.colours.tray);
}

/// Draws a piece in a box of this side so that its colour begins at a column.
fn stand(canvas: &mut Canvas<'_>, piece: &Piece, [left, top]: [i32; 2], side: f32) {
    let assets = canvas.assets;
    let size = assets.size(side);
    let bare = assets.columns(piece, size).start;
    canvas.sprite(&piece.sprite, Colouring::of(piece.shade), [left - bare, top], size);
}

/// The scales at which captures may be drawn where they find no room otherwise, from large to small.
const SMALLER: [f32; 4] = [1.0, 0.85, 0.7, 0.6];

/// The font of the number of a kind of pieces, at a part of its size.
fn count_font(canvas: &Canvas<'_>, part: f32) -> Font {
    Font::narrow_bold(canvas.assets.size(30.0 * part))
}

/// The width of a piece with the number of its kind at a part of their size, in pixels.
fn group_width(canvas: &Canvas<'_>, (piece, count): &(&Piece, usize), part: f32) -> i32 {
    let assets = canvas.assets;
    let piece = assets.columns(piece, assets.size(ROW * part)).len() as i32;
    piece + count_font(canvas, part).width(&count.to_string()).ceil() as i32 + assets.px(7.0 * part)
}

/// Draws one piece of each kind with its number, smaller where there is little room. Nothing where there is less:
/// some of the kinds would be taken for all.
fn grouped(canvas: &mut Canvas<'_>, pieces: &[Piece], [left, top]: [f32; 2], most: i32) {
    let assets = canvas.assets;
    let kinds = piece_kinds(assets, pieces);
    let widths = |part: f32| -> Vec<i32> {
        kinds.iter().map(|kind| group_width(canvas, kind, part)).collect()
    };
    let fitting = SMALLER.map(|part| (part, widths(part)));
    let fits = |(_, widths): &(f32, Vec<i32>)| widths.iter().sum::<i32>() <= most;
    let Some((part, widths)) = fitting.into_iter().find(fits) else { return };
    let high = ROW * part;
    let top = top + (ROW - high) / 2.0;
    tray(canvas, [left, top], (widths.iter().sum(), high));
    let mut x = assets.px(left);
    for ((piece, count), wide) in kinds.into_iter().zip(widths) {
        stand(canvas, piece, [x, assets.px(top)], high);
        let (number, font) = (count.to_string(), count_font(canvas, part));
        let at = [x + wide - assets.px(4.0 * part), assets.px(top + high / 2.0)];
        canvas.text(&number, font, assets.colours.edge, at, Align::Right);
        x += wide;
    }
}

/// Writes the time that a side has left, over a bar that tells it without the words.
fn clock(canvas: &mut Canvas<'_>, side: &Side, [left, top, width]: [f32; 3], colour: Rgb) {
    let Some(time) = &side.time else { return };
    let assets = canvas.assets;
    let font = time_font(canvas);
    let text = font.fit(&time.text, assets.px(width) as f32);
    canvas.text(&text, font, colour, [assets.px(left), assets.px(top + 14.0)], Align::Left);
    time_bar::bar(canvas, side, [left, top + 31.0, width], colour);
}
