//! The panel at the right of the board: who is to move, what was captured, how the dice fell.

use super::canvas::{Align, Canvas};
use super::corners;
use super::dice;
use super::kit::Coat;
use super::layout::Layout;
use super::plan::Plan;
use super::sides::{self, Block, Setting};
use super::text::Type;
use super::theme::Rgb;
use crate::scene::{Fight, Panel, Piece, Shade, Side, Verdict};

// Places and lengths below are those of the picture 900 pixels wide.
const LEFT: f32 = 718.0;
const RIGHT: f32 = 884.0;
const TOP: f32 = 22.0;
const BOTTOM: f32 = 698.0;
const PAD: f32 = 9.0;
const CENTRE: f32 = (LEFT + RIGHT) / 2.0;
/// Room for type and trays between the panel's sides.
const ROOM: f32 = RIGHT - LEFT - 2.0 * PAD;

/// The most captured pieces that are drawn for a side; far beyond what any game has.
const MOST_CAPTURED: usize = 60;

/// Left edge of the panel beside a narrow board.
const BROAD_LEFT: f32 = 398.0;

/// The empty panel.
pub(super) fn background(canvas: &mut Canvas<'_>, layout: Layout) {
    let left = match layout {
        Layout::Pair | Layout::List => LEFT,
        Layout::Beside => BROAD_LEFT,
        Layout::Corners => return,
    };
    canvas.boxed([left, TOP, RIGHT - left, BOTTOM - TOP], canvas.kit.colours.panel);
}

/// The panel's contents.
pub(super) fn draw(canvas: &mut Canvas<'_>, panel: &Panel, layout: Layout, plan: &Plan) {
    match layout {
        Layout::Pair => pair(canvas, panel, plan),
        Layout::List => list(canvas, panel, plan),
        Layout::Beside => beside(canvas, panel, plan),
        Layout::Corners => corners::draw(canvas, panel, plan),
    }
}

fn zone_tone(canvas: &Canvas<'_>, plan: &Plan, zones: usize, index: usize) -> Rgb {
    canvas.kit.colours.label((plan.nearest_zone() + index) % zones.max(1))
}

/// The sides from the upper left of the board on, clockwise, so that the near one stands last.
fn list(canvas: &mut Canvas<'_>, panel: &Panel, plan: &Plan) {
    let colours = canvas.kit.colours;
    let kinds = [(32, true), (28, true), (24, true), (24, false)];
    centred(canvas, &panel.headline, &kinds, TOP + 28.0, colours.ink);
    let mut top = TOP + 46.0;
    let kind = Type::regular(canvas.kit.size(24.0));
    for line in lines(&panel.note, kind, canvas.kit.px(ROOM) as f32, 3) {
        centred(canvas, &line, &[(24, false)], top + 15.0, colours.ink);
        top += 28.0;
    }
    top += 8.0;
    centred(canvas, &panel.foot, &[(24, false)], BOTTOM - 22.0, colours.dim);
    // More than six would not be read.
    let sides = &panel.sides[..panel.sides.len().min(6)];
    let room = (BOTTOM - 42.0 - top) / sides.len().max(1) as f32;
    let mut order: Vec<usize> = (0..sides.len()).collect();
    order.rotate_left(sides.len().min(1));
    for (place, index) in order.into_iter().enumerate() {
        let block = Block {
            left: LEFT + PAD + 2.0,
            top: top + room * place as f32,
            width: ROOM - 4.0,
            setting: Setting::Tall,
            at_right: false,
            is_full: room >= 118.0,
        };
        let block = Block { top: block.top + (room - block.height()) / 2.0, ..block };
        let tone = zone_tone(canvas, plan, panel.sides.len(), index);
        sides::draw(canvas, &sides[index], tone, block);
    }
}

/// Two sides, each beside its zone; between them who is to move.
fn beside(canvas: &mut Canvas<'_>, panel: &Panel, plan: &Plan) {
    let (kit, colours) = (canvas.kit, canvas.kit.colours);
    let block = Block {
        left: BROAD_LEFT + 22.0,
        top: TOP + 22.0,
        width: RIGHT - BROAD_LEFT - 44.0,
        setting: Setting::Broad,
        at_right: false,
        is_full: true,
    };
    let below = Block { setting: Setting::BroadTurned, ..block };
    let below = Block { top: BOTTOM - 22.0 - below.height(), ..below };
    for (index, (side, block)) in panel.sides.iter().zip([below, block]).enumerate() {
        sides::draw(canvas, side, zone_tone(canvas, plan, 2, index), block);
    }
    let middle = (TOP + BOTTOM) / 2.0;
    let centre = kit.px((BROAD_LEFT + RIGHT) / 2.0);
    let room = kit.px(block.width) as f32;
    let (large, small) = (Type::bold(kit.size(44.0)), Type::regular(kit.size(30.0)));
    let note = lines(&panel.note, small, room, 2);
    let mut top = middle - 44.0 - 18.0 * note.len() as f32;
    let mut set = |text: &str, kind: Type, ink, middle: f32| {
        canvas.text(&kind.fit(text, room), kind, ink, [centre, kit.px(middle)], Align::Middle);
    };
    set(&panel.headline, large, colours.ink, top + 22.0);
    top += 52.0;
    for line in note {
        set(&line, small, colours.ink, top + 16.0);
        top += 36.0;
    }
    set(&panel.foot, Type::regular(kit.size(26.0)), colours.dim, top + 18.0);
}

/// A text in at most so many lines of a width, cut at its end if it is longer.
pub(super) fn lines(text: &str, kind: Type, room: f32, most: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().take(40).collect();
    let mut lines: Vec<String> = Vec::new();
    let mut rest = words.as_slice();
    while !rest.is_empty() && lines.len() < most {
        let fits = |count: &usize| kind.width(&rest[..*count].join(" ")) <= room;
        let is_last = lines.len() + 1 == most;
        let fitting = (1..=rest.len()).rev().find(fits).unwrap_or(1);
        let count = if is_last { rest.len() } else { fitting };
        lines.push(kind.fit(&rest[..count].join(" "), room));
        rest = &rest[count..];
    }
    lines
}

/// Two sides: far and near.
fn pair(canvas: &mut Canvas<'_>, panel: &Panel, plan: &Plan) {
    let is_roomy = panel.fights.is_empty() && plan.is_large();
    let mut top = TOP + 12.0;
    top = headline(canvas, &panel.headline, top);
    top = note(canvas, &panel.note, top) + 12.0;
    let (near, far) = match panel.sides.as_slice() {
        [near, far, ..] => (near, far),
        _ => return,
    };
    name(canvas, far, top);
    top += 34.0 + captured(canvas, far, top + 34.0, Strip::of(far, is_roomy));

    let mut bottom = BOTTOM - 10.0;
    foot(canvas, &panel.foot, bottom - 12.0);
    bottom -= 32.0;
    name(canvas, near, bottom - 32.0);
    bottom -= 36.0;
    let strip = Strip::of(near, is_roomy);
    let height = strip.height();
    captured(canvas, near, bottom - height, strip);
    fights(canvas, &panel.fights, top + 8.0, bottom - height - 8.0);
}

/// A line in the middle in the first of these sizes (and weights) that holds it, cut if none does.
fn centred(canvas: &mut Canvas<'_>, text: &str, kinds: &[(u16, bool)], middle: f32, ink: Rgb) {
    let room = canvas.kit.px(ROOM) as f32;
    let mut kinds = kinds.iter().map(|&(size, bold)| {
        let size = canvas.kit.size(f32::from(size));
        if bold { Type::bold(size) } else { Type::regular(size) }
    });
    let last = kinds.clone().next_back();
    let fitting = kinds.find(|kind| kind.width(text) <= room);
    if let Some(kind) = fitting.or(last) {
        let at = [canvas.kit.px(CENTRE), canvas.kit.px(middle)];
        canvas.text(&kind.fit(text, room), kind, ink, at, Align::Middle);
    }
}

fn headline(canvas: &mut Canvas<'_>, text: &str, top: f32) -> f32 {
    let ink = canvas.kit.colours.ink;
    centred(canvas, text, &[(32, true), (28, true), (24, true), (24, false)], top + 16.0, ink);
    top + 34.0
}

/// The note on one line, or on two where it has more words than fit.
fn note(canvas: &mut Canvas<'_>, text: &str, top: f32) -> f32 {
    let ink = canvas.kit.colours.ink;
    let kind = Type::regular(canvas.kit.size(24.0));
    let room = canvas.kit.px(ROOM) as f32;
    let words: Vec<&str> = text.split_whitespace().take(40).collect();
    let fits = |count: &usize| kind.width(&words[..*count].join(" ")) <= room;
    let split = (1..=words.len()).rev().find(fits).unwrap_or(words.len().min(1));
    let kinds = [(26, false), (24, false)];
    centred(canvas, &words[..split].join(" "), &kinds, top + 15.0, ink);
    if split == words.len() {
        return top + 30.0;
    }
    centred(canvas, &words[split..].join(" "), &kinds, top + 43.0, ink);
    top + 58.0
}

/// A side's name after a ball in its colour.
fn name(canvas: &mut Canvas<'_>, side: &Side, top: f32) {
    let kit = canvas.kit;
    let kind = Type::regular(kit.size(24.0));
    let (ball, gap) = (kit.px(22.0), kit.px(7.0));
    let text = kind.fit(&side.name, (kit.px(ROOM) - ball - gap) as f32);
    let width = kind.width(&text).round() as i32 + ball + gap;
    let left = kit.px(CENTRE) - width / 2;
    let middle = kit.px(top + 16.0);
    let coat = Coat::of(side.shade);
    canvas.ball(coat, [left, middle - ball / 2], ball);
    let at = [left + ball + gap, middle];
    canvas.text(&text, kind, kit.colours.ink, at, Align::Left);
}

/// Game number and ply; closer together where there is no room for the blanks between them.
fn foot(canvas: &mut Canvas<'_>, text: &str, middle: f32) {
    let kind = Type::regular(canvas.kit.size(24.0));
    let fits = kind.width(text) <= canvas.kit.px(ROOM) as f32;
    let closer = if fits { text.to_owned() } else { text.replace(' ', "") };
    centred(canvas, &closer, &[(24, false)], middle, canvas.kit.colours.dim);
}

/// How captured pieces are laid out.
#[derive(Clone, Copy, Debug)]
struct Strip {
    rows: usize,
    /// Most pieces of a row.
    per_row: usize,
    /// Side of a piece's box.
    size: f32,
    /// Between pieces, where the row has room for it.
    gap: f32,
}

impl Strip {
    /// The layout for what a side has captured; where no dice have to lie between the strips of
    /// large armies, pieces keep their size and rows are added.
    fn of(side: &Side, is_roomy: bool) -> Self {
        let count = side.captured.len().min(MOST_CAPTURED);
        let (rows, size) = match count {
            0..=16 if is_roomy => (count.div_ceil(4).max(1), 50.0),
            0..=4 => (1, 50.0),
            5..=6 => (1, 46.0),
            7..=12 => (2, 46.0),
            _ => (3, 34.0),
        };
        let (per_row, gap) =
            if is_roomy && count <= 16 { (4, 8.0) } else { (count.div_ceil(rows), 5.0) };
        Self { rows, per_row, size, gap }
    }

    /// A piece takes up less than its box: nothing stands above 0.05 or below 0.90.
    fn height(self) -> f32 {
        self.size.max(48.0) * 0.92 + self.size * 0.86 * (self.rows - 1) as f32 + 9.0
    }

    /// Where the box of a row's piece begins.
    fn left(self, index: usize) -> f32 {
        // Of its box a piece fills the middle: 0.56 of the width.
        let (bare, wide) = (self.size * 0.22, self.size * 0.56);
        let room = ROOM - 12.0 - wide;
        let step = (wide + self.gap).min(room / (self.per_row.max(2) - 1) as f32);
        LEFT + PAD + 6.0 - bare + step * index as f32
    }
}

/// The pieces that a side has captured, on their tray; how high it is.
fn captured(canvas: &mut Canvas<'_>, side: &Side, top: f32, strip: Strip) -> f32 {
    let pieces = &side.captured[..side.captured.len().min(MOST_CAPTURED)];
    let height = strip.height();
    if pieces.is_empty() {
        return height;
    }
    canvas.boxed([LEFT + PAD, top, ROOM, height], canvas.kit.colours.tray);
    for (row, pieces) in pieces.chunks(strip.per_row).enumerate() {
        let top = top + 4.0 + strip.size * 0.86 * row as f32;
        captured_row(canvas, pieces, strip, top);
    }
    height
}

fn captured_row(canvas: &mut Canvas<'_>, pieces: &[Piece], strip: Strip, top: f32) {
    for (index, piece) in pieces.iter().enumerate() {
        let at = [canvas.kit.px(strip.left(index)), canvas.kit.px(top)];
        let coat = Coat::of(piece.shade);
        let size = canvas.kit.size(strip.size);
        canvas.sprite(&piece.sprite, coat, at, size);
    }
}

/// Height of the word and the chance under the dice.
const WORDS: f32 = 66.0;
/// Dice side by side, with their tray.
const BESIDE: f32 = 66.0;
const BESIDE_TRAY: f32 = BESIDE + 14.0;
/// Dice of an earlier fight, with its tray and word.
const EARLIER: f32 = 60.0;
const EARLIER_HEIGHT: f32 = EARLIER + 12.0 + 32.0;

/// The last fight, and one before it where both came together.
fn fights(canvas: &mut Canvas<'_>, fights: &[Fight], top: f32, bottom: f32) {
    let Some((last, before)) = fights.split_last() else { return };
    // The earlier one only where there is room for both.
    let both = EARLIER_HEIGHT + 14.0 + BESIDE_TRAY + WORDS;
    let earlier = before.last().filter(|_| bottom - top >= both);
    let above = if earlier.is_some() { EARLIER_HEIGHT + 14.0 } else { 0.0 };
    // Dice above each other may be larger; where there is no room, they lie side by side.
    let stacked = ((bottom - top - above - WORDS - 24.0) / 2.0).min(94.0);
    let (die, tray) =
        if stacked >= 72.0 { (stacked, 2.0 * stacked + 24.0) } else { (BESIDE, BESIDE_TRAY) };
    let mut top = top + ((bottom - top - above - tray - WORDS) / 2.0).max(0.0);
    if let Some(fight) = earlier {
        canvas.boxed([LEFT + PAD, top, ROOM, EARLIER + 12.0], canvas.kit.colours.tray);
        dice::pair(canvas, fight, dice_beside(top, EARLIER, 6.0), dice::EARLIER);
        word(canvas, fight.verdict, 24, top + EARLIER + 28.0, true);
        top += above;
    }
    canvas.boxed([LEFT + PAD, top, ROOM, tray], canvas.kit.colours.tray);
    let places = if stacked >= 72.0 { dice_above(top, die) } else { dice_beside(top, die, 7.0) };
    dice::pair(canvas, last, places, 0);
    word(canvas, last.verdict, 34, top + tray + 24.0, false);
    let ink = canvas.kit.colours.ink;
    centred(canvas, &format!("{} %", last.percent), &[(26, false)], top + tray + 54.0, ink);
}

/// Left, top and size of two dice above each other.
fn dice_above(top: f32, size: f32) -> [[f32; 3]; 2] {
    let left = CENTRE - size / 2.0;
    [[left, top + 8.0, size], [left, top + 16.0 + size, size]]
}

/// Left, top and size of two dice side by side.
fn dice_beside(top: f32, size: f32, pad: f32) -> [[f32; 3]; 2] {
    let gap = 3.0;
    [[CENTRE - gap - size, top + pad, size], [CENTRE + gap, top + pad, size]]
}

fn word(canvas: &mut Canvas<'_>, verdict: Verdict, size: u16, middle: f32, faded: bool) {
    let colours = canvas.kit.colours;
    let (text, ink) = match verdict {
        Verdict::Hit => ("HIT", colours.hit),
        Verdict::Push => ("PUSH", colours.push_word),
        Verdict::Lost => ("LOST", colours.lost_word),
    };
    let ink = if faded { colours.dim } else { ink };
    centred(canvas, text, &[(size, true)], middle, ink);
}

impl Canvas<'_> {
    /// A ball in an army's colours.
    pub(super) fn ball(&mut self, coat: Coat, [x, y]: [i32; 2], size: i32) {
        let paint = self.kit.paint(coat);
        let ring = if coat.shade == Shade::Light { paint.line } else { self.kit.colours.ink };
        let pen = super::sketch::Pen { core: paint.fill, edge: ring };
        let key = super::kit::Key::Mark(super::marks::Shape::Medal, pen, size.max(1) as u16);
        self.put(key, x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::super::kit::{Kit, Make};
    use super::super::palette::Dyes;
    use super::super::scale::{Form, Scale};
    use super::super::sprites::Sprite;
    use super::super::theme::Theme;
    use super::*;
    use crate::render::kit::Key;

    fn side(count: usize) -> Side {
        let piece = Piece { sprite: "mix/checker".to_owned(), shade: Shade::Dark };
        Side { captured: vec![piece; count], ..Side::of(String::new(), Shade::Light) }
    }

    #[test]
    fn strips_of_large_armies_hold_all_but_the_king() {
        for width in [300, 400, 900] {
            let scale = Scale::new(Form::Panel, width);
            let kit = Kit::of(Make { theme: Theme::Contrast, dyes: Dyes::Armies, scale });
            let kinds = ["king", "dama", "silver", "knight", "liner", "pawn", "checker"];
            let columns = kinds.map(|kind| {
                let sprite = Sprite::named(&format!("mix/{kind}"));
                let key = Key::Sprite(sprite, Coat::of(Shade::Light), kit.size(50.0));
                kit.stamp(key).columns()
            });
            let first = columns.iter().map(|columns| columns.start).min().unwrap();
            let last = columns.iter().map(|columns| columns.end).max().unwrap();
            for count in 1..=16 {
                let strip = Strip::of(&side(count), true);
                assert!(strip.rows * strip.per_row >= count, "{count}: {strip:?}");
                let left = |index: usize| kit.px(strip.left(index));
                assert!(left(0) + first >= kit.px(LEFT + PAD), "{count} at {width}");
                let right = kit.px(LEFT + PAD + ROOM);
                assert!(left(strip.per_row - 1) + last <= right, "{count} at {width}");
                assert!(left(1) - left(0) >= last - first - 1, "{count} at {width}: side by side");
            }
        }
    }

    #[test]
    fn both_strips_of_large_armies_fit_into_the_panel() {
        let height = Strip::of(&side(16), true).height();
        // Headline, a note of two lines and a name above; name and foot below.
        let (above, below) = (12.0 + 34.0 + 58.0 + 12.0 + 34.0, 10.0 + 32.0 + 36.0);
        assert!(above + below + 2.0 * height + 16.0 <= BOTTOM - TOP, "{height}");
    }
}
