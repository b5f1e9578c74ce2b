//! What stands in the corners that a board of hexes leaves free: at the left the two sides with
//! what they have captured, at the right the last turns, the result, and who still waits in a hand.

use super::canvas::{Align, Canvas};
use super::comb;
use super::hive::Hive;
use super::kit::Coat;
use super::panel::lines;
use super::sides::kinds;
use super::text::{CAPITALS, Type};
use super::theme::Rgb;
use crate::scene::{Panel, Piece, Side};

// Places and lengths below are those of the picture 840 pixels wide.
const LEFT: f32 = 16.0;
const RIGHT: f32 = 824.0;
const TOP: f32 = 12.0;
const BOTTOM: f32 = 708.0;
/// Between what stands in a corner and the board.
const GAP: f32 = 6.0;
/// Heights of lines.
const NAME: f32 = 36.0;
const LINE: f32 = 31.0;
/// A token and its tray.
const TOKEN: f32 = 29.0;
const TRAY: f32 = 34.0;
/// Between tokens, and between a token and its number.
const BETWEEN: f32 = 3.5;
/// The most rows and tokens that are drawn one by one; more are counted.
const SINGLE_ROWS: usize = 2;
const MOST_SINGLE: usize = 20;

/// The facts around a board.
pub(super) fn draw(canvas: &mut Canvas<'_>, panel: &Panel, hive: &Hive) {
    let (near, far) = (panel.sides.first(), panel.sides.get(1));
    let reach = Reach::of(canvas, hive);
    let corner = |is_right, is_low| Corner::new(&reach, is_right, is_low);

    let mut lower_left = corner(false, true);
    let mut near_rest = Vec::new();
    if let Some(side) = near {
        // From the edge of the picture inward.
        note(canvas, &mut lower_left, panel, side);
        name(canvas, &mut lower_left, side);
        near_rest = captured(canvas, &mut lower_left, &side.captured);
    }
    let mut upper_left = corner(false, false);
    if let Some(side) = far {
        name(canvas, &mut upper_left, side);
        note(canvas, &mut upper_left, panel, side);
    }
    let small = Type::regular(canvas.kit.size(24.0));
    upper_left.line(canvas, &panel.foot, small, canvas.kit.colours.dim, LINE);
    let far_rest = captured(canvas, &mut upper_left, far.map_or(&[], |side| &side.captured));

    let mut upper_right = corner(true, false);
    turns(canvas, &mut upper_right, &panel.turns);
    in_hand(canvas, &mut upper_right, far.map_or(&[], |side| &side.hand));
    stack(canvas, &mut upper_right, &far_rest);
    let mut lower_right = corner(true, true);
    if !panel.sides.iter().any(|side| side.to_move) {
        result(canvas, &mut lower_right, panel);
    }
    in_hand(canvas, &mut lower_right, near.map_or(&[], |side| &side.hand));
    stack(canvas, &mut lower_right, &near_rest);
}

/// How far the board and its names reach to both sides.
struct Reach {
    /// Boxes of which the board and its names consist: left, top, right, bottom.
    boxes: Vec<[f32; 4]>,
}

impl Reach {
    fn of(canvas: &Canvas<'_>, hive: &Hive) -> Self {
        let factor = canvas.kit.scale.factor();
        let kind = comb::name_type(canvas.kit);
        let names = comb::names(hive).into_iter().map(|(name, [x, y])| {
            let (wide, high) = (kind.width(&name) / 2.0, f32::from(kind.size) * CAPITALS / 2.0);
            [x - wide, y - high, x + wide, y + high]
        });
        let boxes =
            hive.outline().into_iter().chain(names).map(|place| place.map(|side| side / factor));
        Self { boxes: boxes.collect() }
    }

    /// From where to where it reaches between two heights.
    fn between(&self, top: f32, bottom: f32) -> [f32; 2] {
        let here = self.boxes.iter().filter(|[_, high, _, low]| *high < bottom && *low > top);
        here.fold([RIGHT, LEFT], |[left, right], place| [left.min(place[0]), right.max(place[2])])
    }
}

/// A corner of the picture that is filled from the picture's edge towards its middle.
struct Corner<'a> {
    reach: &'a Reach,
    is_right: bool,
    is_low: bool,
    /// How high it is filled.
    filled: f32,
}

impl<'a> Corner<'a> {
    const fn new(reach: &'a Reach, is_right: bool, is_low: bool) -> Self {
        Self { reach, is_right, is_low, filled: 0.0 }
    }

    /// The upper edge of the next stretch of a height.
    fn top(&self, height: f32) -> f32 {
        if self.is_low { BOTTOM - self.filled - height } else { TOP + self.filled }
    }

    /// How wide the next stretch of a height is; nothing beyond the middle of the picture.
    fn room(&self, height: f32) -> f32 {
        if self.filled + height > (BOTTOM - TOP) / 2.0 - GAP {
            return 0.0;
        }
        let top = self.top(height);
        let [left, right] = self.reach.between(top, top + height);
        let room = if self.is_right { RIGHT - right } else { left - LEFT };
        (room - GAP).max(0.0)
    }

    /// Takes a stretch and says where it begins and its upper edge, for contents of a width.
    fn take(&mut self, width: f32, height: f32) -> [f32; 2] {
        let top = self.top(height);
        self.filled += height;
        [if self.is_right { RIGHT - width } else { LEFT }, top]
    }

    /// A line of type, cut by width.
    fn line(&mut self, canvas: &mut Canvas<'_>, text: &str, kind: Type, ink: Rgb, height: f32) {
        let kit = canvas.kit;
        let text = kind.fit(text, kit.px(self.room(height)) as f32);
        let [_, top] = self.take(0.0, height);
        let (align, x) = if self.is_right { (Align::Right, RIGHT) } else { (Align::Left, LEFT) };
        canvas.text(&text, kind, ink, [kit.px(x), kit.px(top + height / 2.0)], align);
    }
}

/// A side's name after a ball in its colour.
fn name(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, side: &Side) {
    let kit = canvas.kit;
    let (ball, indent) = (24.0, 31.0);
    let (kind, text) = fitted(canvas, &side.name, corner.room(NAME) - indent);
    let [left, top] = corner.take(0.0, NAME);
    let middle = kit.px(top + NAME / 2.0);
    let size = kit.px(ball);
    canvas.ball(Coat::of(side.shade), [kit.px(left), middle - size / 2], size);
    let ink = if side.out { kit.colours.dim } else { kit.colours.ink };
    canvas.text(&text, kind, ink, [kit.px(left + indent), middle], Align::Left);
}

/// That a side is to move, under its name.
fn note(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel, side: &Side) {
    if side.to_move {
        wrapped(canvas, corner, &panel.note, canvas.kit.colours.hit);
    }
}

/// Who has won and why.
fn result(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    wrapped(canvas, corner, &panel.note, canvas.kit.colours.hit);
    let (kind, text) = fitted(canvas, &panel.headline, corner.room(NAME));
    corner.line(canvas, &text, kind, canvas.kit.colours.ink, NAME);
}

/// A name in the largest type in which all of it fits into a width; in the smallest it is cut.
fn fitted(canvas: &Canvas<'_>, name: &str, room: f32) -> (Type, String) {
    let kit = canvas.kit;
    let (room, large, small) = (kit.px(room) as f32, kit.size(28.0), kit.size(24.0));
    let kinds = [Type::bold(large), Type::bold(small), Type::regular(small)];
    let kind = kinds.into_iter().find(|kind| kind.width(name) <= room).unwrap_or(kinds[2]);
    (kind, kind.fit(name, room))
}

/// A text on two lines at most.
fn wrapped(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, text: &str, ink: Rgb) {
    let kind = Type::regular(canvas.kit.size(24.0));
    let room = canvas.kit.px(corner.room(2.0 * LINE)) as f32;
    let mut lines = lines(text, kind, room, 2);
    if corner.is_low {
        lines.reverse();
    }
    for line in lines {
        corner.line(canvas, &line, kind, ink, LINE);
    }
}

/// The last turns, the latest in the stronger colour.
fn turns(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, turns: &[String]) {
    let colours = canvas.kit.colours;
    let kind = Type::regular(canvas.kit.size(24.0));
    let latest = turns.len().saturating_sub(2);
    for (index, turn) in turns.iter().enumerate().skip(latest) {
        let ink = if index + 1 == turns.len() { colours.ink } else { colours.dim };
        corner.line(canvas, turn, kind, ink, LINE);
    }
}

const WORDS: &str = "in hand";

/// Pieces that wait in a hand: beside the words, or under them where they are many.
fn in_hand(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, pieces: &[Piece]) {
    if pieces.is_empty() {
        return;
    }
    let kit = canvas.kit;
    let (kind, ink, groups) = (Type::regular(kit.size(24.0)), kit.colours.ink, kinds(pieces));
    let words = kind.width(WORDS) / kit.scale.factor() + 2.0 * BETWEEN;
    let wide = width(canvas, &groups);
    if wide + words <= corner.room(TRAY) {
        let [left, top] = corner.take(wide + words, TRAY);
        tray(canvas, [left, top], &groups);
        let at = [kit.px(left + wide + 2.0 * BETWEEN), kit.px(top + TRAY / 2.0)];
        canvas.text(WORDS, kind, ink, at, Align::Left);
    } else {
        corner.line(canvas, WORDS, kind, ink, LINE);
        stack(canvas, corner, &groups);
    }
}

/// A piece of a kind and how many there are.
type Group<'a> = (&'a Piece, usize);

/// The captured pieces: each of them, or one of each kind with its number where that would take
/// too much room. Returns those that found no room, for the corner across.
fn captured<'a>(
    canvas: &mut Canvas<'_>,
    corner: &mut Corner<'_>,
    pieces: &'a [Piece],
) -> Vec<Group<'a>> {
    // A little room between them and the name.
    corner.filled += BETWEEN;
    let groups = kinds(pieces);
    let single: Vec<_> = groups
        .iter()
        .flat_map(|&(piece, count)| vec![(piece, 1); count])
        .take(MOST_SINGLE)
        .collect();
    let rows = rows(canvas, corner, &single);
    let is_all = rows.iter().sum::<usize>() == pieces.len();
    let groups = if is_all && rows.len() <= SINGLE_ROWS { single } else { groups };
    stack(canvas, corner, &groups).to_vec()
}

/// Groups in as many rows as they need; returns those that find no room.
fn stack<'a, 'b>(
    canvas: &mut Canvas<'_>,
    corner: &mut Corner<'_>,
    groups: &'b [Group<'a>],
) -> &'b [Group<'a>] {
    let mut rest = groups;
    for count in rows(canvas, corner, groups) {
        let (row, after) = rest.split_at(count);
        let at = corner.take(width(canvas, row), TRAY);
        tray(canvas, at, row);
        rest = after;
    }
    rest
}

/// How many groups stand in each row.
fn rows(canvas: &Canvas<'_>, corner: &Corner<'_>, groups: &[Group<'_>]) -> Vec<usize> {
    let mut corner = Corner { ..*corner };
    let mut rest = groups;
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let count = fitting(canvas, rest, corner.room(TRAY));
        if count == 0 {
            break;
        }
        rows.push(count);
        rest = &rest[count..];
        corner.take(0.0, TRAY);
    }
    rows
}

/// How many groups fit into a width.
fn fitting(canvas: &Canvas<'_>, groups: &[Group<'_>], room: f32) -> usize {
    (0..=groups.len()).rev().find(|&count| width(canvas, &groups[..count]) <= room).unwrap_or(0)
}

/// The type of the numbers of groups.
fn figures(canvas: &Canvas<'_>) -> Type {
    Type::bold(canvas.kit.size(24.0))
}

/// How wide a group is: its token, and its number if that is not one.
fn group_width(canvas: &Canvas<'_>, count: usize) -> f32 {
    let figure = match count {
        0 | 1 => 0.0,
        _ => figures(canvas).width(&count.to_string()) / canvas.kit.scale.factor() + 2.0,
    };
    TOKEN + figure
}

/// How wide the tray of some groups is.
fn width(canvas: &Canvas<'_>, groups: &[Group<'_>]) -> f32 {
    groups.iter().map(|(_, count)| group_width(canvas, *count) + BETWEEN).sum::<f32>() + BETWEEN
}

/// Groups on a tray of a tone on which both armies show.
fn tray(canvas: &mut Canvas<'_>, [left, top]: [f32; 2], groups: &[Group<'_>]) {
    let kit = canvas.kit;
    if groups.is_empty() {
        return;
    }
    canvas.boxed([left, top, width(canvas, groups), TRAY], kit.colours.tray);
    let mut x = left + BETWEEN;
    for (piece, count) in groups {
        let at = [kit.px(x), kit.px(top + (TRAY - TOKEN) / 2.0)];
        canvas.sprite(&piece.sprite, Coat::of(piece.shade), at, kit.size(TOKEN));
        if *count > 1 {
            let at = [kit.px(x + TOKEN + 2.0), kit.px(top + TRAY / 2.0)];
            canvas.text(&count.to_string(), figures(canvas), kit.colours.edge, at, Align::Left);
        }
        x += group_width(canvas, *count) + BETWEEN;
    }
}

#[cfg(test)]
mod tests {
    use super::super::kit::{Kit, Make};
    use super::super::palette::Dyes;
    use super::super::scale::{Form, Scale};
    use super::super::stamp::Frame;
    use super::super::theme::Theme;
    use super::*;
    use crate::scene::{Hexes, Shade, Veil};

    const SET: [(&str, usize); 10] = [
        ("rabble", 6),
        ("king", 2),
        ("crossbows", 2),
        ("spears", 2),
        ("light", 2),
        ("heavy", 2),
        ("trebuchet", 2),
        ("elephant", 2),
        ("dragon", 1),
        ("mountain", 6),
    ];

    /// All men find room: those captured in the two corners of a side, under a long note and
    /// beside a hand; those that wait while a board is set up in the right one.
    #[test]
    fn corners_hold_a_whole_army() {
        let army: Vec<Piece> = SET
            .iter()
            .flat_map(|(kind, count)| {
                let sprite = format!("cyvasse/{kind}");
                vec![Piece { sprite, shade: Shade::Light }; *count]
            })
            .collect();
        let groups = kinds(&army);
        for width in [300, 400, 840, 1200] {
            let scale = Scale::new(Form::Corners, width);
            let kit = Kit::of(Make { theme: Theme::Wood, dyes: Dyes::Hexes, scale });
            let canvas = Canvas { kit: &kit, frame: Frame::new(1, 1, 0) };
            let hexes = Hexes { edge: 6, half_turned: false, veil: Veil::None };
            let reach = Reach::of(&canvas, &Hive::new(scale, hexes));
            for is_low in [false, true] {
                let placed = |is_right, filled, groups| {
                    let mut corner = Corner::new(&reach, is_right, is_low);
                    corner.filled = filled;
                    rows(&canvas, &corner, groups).iter().sum::<usize>()
                };
                // Nobody captures mountains.
                let captured: Vec<_> = groups
                    .iter()
                    .filter(|group| !group.0.sprite.contains("mount"))
                    .copied()
                    .collect();
                let left = placed(false, NAME + 3.0 * LINE + BETWEEN, &captured[..]);
                let right = placed(true, 2.0 * LINE + TRAY, &captured[left..]);
                assert_eq!(left + right, captured.len(), "captured at {width}, low {is_low}");
                assert_eq!(placed(true, LINE, &groups[..]), groups.len(), "{width}, low {is_low}");
            }
        }
    }
}
