//! What stands in the corners that a board of wedges leaves free: the plates of the sides beside their zones, the last
//! ply, and which game it is.
//!
//! Places and lengths are those of the picture 840 pixels wide.

use scene::{Panel, Scene};

use super::{
    empty_board::{LETTER, letter_place},
    grid::WedgeGrid,
};
use crate::{
    board::BoardGeometry,
    canvas::Canvas,
    corner::{BOTH, BoardExtent, Corner, LINE, SIZE, SetTexts},
    plate::{Plate, Swatch},
    point::{Point, between},
    said::{self, Part},
    square::capitals,
    text::{Font, Harm},
    theme::Rgb,
};

/// The gap between plates.
const GAP: f32 = 5.0;
/// The gap between words and the plate behind them.
const BEHIND: f32 = 2.0;
/// The widths that a plate may have, the best first.
const WIDTHS: [f32; 6] = [250.0, 232.0, 214.0, FAIR, 178.0, NARROWEST];
/// The width that a plate leaves those behind it if it can, and the one that it leaves them at least.
const FAIR: f32 = 196.0;
const NARROWEST: f32 = 160.0;
/// The height of a plate with its name on one line.
const LOW: f32 = 85.0;
/// The most lines that tell the last ply, or the result.
const MOST_LINES: usize = 9;
/// As many lines as are read at a glance.
const FEW_LINES: usize = 5;
/// The width of the line around the board, which letters must not touch.
const RIM: f32 = 4.0;
/// Into how many boxes each edge of a zone is divided.
const PARTS: u8 = 40;

/// A corner of the picture: whether it is at the right, whether it is low, and what stands in it from the edge of the
/// picture inward.
type Filled = ((bool, bool), &'static [Fact]);

/// One of the facts in a corner.
#[derive(Clone, Copy)]
enum Fact {
    /// The plate of a side, counted clockwise from the one at the bottom.
    Side(usize),
    /// What the last ply did, or how the game ended.
    Told,
    /// Which game it is, and how far.
    Which,
}

use Fact::{Side, Told, Which};

const UPPER_LEFT: (bool, bool) = (false, false);
const UPPER_RIGHT: (bool, bool) = (true, false);
const LOWER_LEFT: (bool, bool) = (false, true);
const LOWER_RIGHT: (bool, bool) = (true, true);

/// Returns what stands in each corner around so many zones; nothing where there is no such board.
const fn filled(zones: u8) -> &'static [Filled] {
    match zones {
        3 => &[
            (LOWER_LEFT, &[Side(0)]),
            (UPPER_LEFT, &[Side(1)]),
            (UPPER_RIGHT, &[Side(2)]),
            (LOWER_RIGHT, &[Which, Told]),
        ],
        4 => &[(UPPER_RIGHT, &[Told, Side(1), Side(2)]), (LOWER_RIGHT, &[Which, Side(0), Side(3)])],
        5 => &[
            (LOWER_LEFT, &[Side(0), Side(1)]),
            (UPPER_LEFT, &[Side(2)]),
            (UPPER_RIGHT, &[Side(3)]),
            (LOWER_RIGHT, &[Which, Told, Side(4)]),
        ],
        6 => &[
            (LOWER_LEFT, &[Side(0), Side(1)]),
            (UPPER_LEFT, &[Told, Side(2)]),
            (UPPER_RIGHT, &[Side(3), Side(4)]),
            (LOWER_RIGHT, &[Which, Side(5)]),
        ],
        _ => &[],
    }
}

/// Draws the facts around a board.
pub(crate) fn render_corners(
    canvas: &mut Canvas<'_>,
    scene: &Scene,
    geometry: &BoardGeometry,
    grid: &WedgeGrid,
) {
    let [bounds, rimmed] = [0.0, RIM].map(|rim| extent(canvas, grid, rim));
    let of = |facts: &[Fact]| facts.iter().filter(|fact| matches!(fact, Side(_))).count();
    // Words need more room than names do: they get what the other corner at their edge can spare.
    let (worded, bare): (Vec<&Filled>, Vec<&Filled>) = filled(grid.zones)
        .iter()
        .partition(|(_, facts)| facts.iter().any(|fact| matches!(fact, Told)));
    let mut left = [BOTH / 2.0; 2];
    for &&((is_right, is_low), facts) in worded.iter().chain(&bare) {
        let is_worded = facts.iter().any(|fact| matches!(fact, Told));
        let mut corner = Corner::new(if is_worded { &rimmed } else { &bounds }, is_right, is_low);
        let half = corner.height;
        let opposite = bare.iter().find(|((right, _), _)| *right == is_right);
        let opposite = opposite.filter(|((_, low), _)| *low != is_low);
        let least = opposite.map_or(half, |(_, facts)| {
            LINE * (facts.len() - of(facts)) as f32 + (LOW + GAP) * of(facts) as f32
        });
        corner.height = left[usize::from(is_right)];
        for (index, &fact) in facts.iter().enumerate() {
            let later = of(&facts[index + 1..]);
            match fact {
                Side(index) => side(canvas, &mut corner, scene, geometry, (index, later)),
                Told => {
                    corner.height = BOTH - least;
                    let set = told(canvas, &corner, &scene.panel, later);
                    corner.write(canvas, set);
                    corner.filled += BEHIND;
                    corner.height = half.max(corner.filled + (LOW + GAP) * later as f32);
                }
                Which => {
                    let is_needed = matches!(facts.get(index + 1), Some(Told))
                        && needs_line(canvas, &corner, &scene.panel, (BOTH - least, later));
                    if !is_needed {
                        which(canvas, &mut corner, &scene.panel);
                    }
                }
            }
        }
        left[usize::from(is_right)] = half.min(BOTH - corner.filled);
    }
}

/// The extent of the board with the letters of its zones, and with a rim of this width above and below.
fn extent(canvas: &Canvas<'_>, grid: &WedgeGrid, rim: f32) -> BoardExtent {
    let factor = canvas.assets.scale.factor();
    let rim = rim * factor;
    let part = |[from, to]: [Point; 2], n: u8| {
        let at = |n: u8| between(from, to, f32::from(n) / f32::from(PARTS));
        let ([x, y], [right, down]) = (at(n), at(n + 1));
        [x.min(right), y.min(down) - rim, x.max(right), y.max(down) + rim]
    };
    let of_zone = |zone: u8| {
        let outline = grid.outline(zone);
        let ends = (0..4).map(|n| [outline[n], outline[(n + 1) % 4]]).collect::<Vec<_>>();
        let edges = ends.into_iter().flat_map(|edge| (0..PARTS).map(move |n| part(edge, n)));
        let [x, y] = letter_place(grid, zone, factor);
        let half = LETTER / 2.0 * factor;
        edges.chain([[x - half, y - half, x + half, y + half]]).collect::<Vec<_>>()
    };
    let boxes = (0..grid.zones).flat_map(of_zone);
    BoardExtent::new(boxes.map(|place| place.map(|length| length / factor)).collect())
}

/// Returns `true` if so many low plates of a width find room in a corner behind something of a height.
fn holds(corner: &Corner<'_>, height: f32, (plates, width): (usize, f32)) -> bool {
    let mut corner = corner.clone();
    corner.filled += height;
    (0..plates).all(|_| {
        let has_room = corner.room(LOW) >= width;
        corner.filled += LOW + GAP;
        has_room
    })
}

/// Draws the plate of a side: with the whole name and all captures if they find room, on as few lines and as broad
/// as can be, so that `later` others find room behind it.
fn side(
    canvas: &mut Canvas<'_>,
    corner: &mut Corner<'_>,
    scene: &Scene,
    geometry: &BoardGeometry,
    (index, later): (usize, usize),
) {
    let sides = &scene.panel.sides;
    let Some(side) = sides.get(index) else { return };
    let swatch = Swatch::of(side, geometry, sides.len(), index);
    let sizes = [(1, false), (1, true), (2, false), (2, true)].into_iter();
    let sizes = sizes.flat_map(|(lines, apart)| WIDTHS.map(|width| (width, lines, apart)));
    // The others are to have room for about as many letters, where the board leaves so much.
    let least = [(later, FAIR), (later, NARROWEST), (0, NARROWEST)];
    let best = least.into_iter().find_map(|(later, least)| {
        let mut best: Option<(_, Plate<'_>, f32)> = None;
        for size in sizes.clone() {
            let (plate, width) = (Plate::dense(canvas, sides, (index, swatch), size), size.0);
            let height = plate.height();
            if corner.room(height) < width || !holds(corner, height + GAP, (later, least)) {
                continue;
            }
            let cut_lines = plate.n_lines() * usize::from(!plate.is_whole());
            // Captures are given up before names.
            let told = (plate.is_whole(), cut_lines, plate.shows_all(canvas));
            if best.as_ref().is_none_or(|(most, ..)| told > *most) {
                best = Some((told, plate, width));
            }
            if told == (true, 0, true) {
                break;
            }
        }
        best
    });
    let Some((_, plate, width)) = best else { return };
    let at = corner.take(width, plate.height());
    plate.render(canvas, at);
    corner.filled += GAP;
}

/// Returns `true` if what is told in a corner is whole only without a line before it, beside so many plates.
fn needs_line(
    canvas: &Canvas<'_>,
    corner: &Corner<'_>,
    panel: &Panel,
    (height, plates): (f32, usize),
) -> bool {
    let harm = |filled: f32| {
        let mut corner = corner.clone();
        (corner.filled, corner.height) = (filled, height);
        told(canvas, &corner, panel, plates).harm
    };
    harm(LINE) != Harm::None && harm(0.0) == Harm::None
}

/// The last ply, and the result of a game that is over, in as many words as leave room for so many plates.
fn told(canvas: &Canvas<'_>, corner: &Corner<'_>, panel: &Panel, plates: usize) -> SetTexts {
    let (assets, colours) = (canvas.assets, canvas.assets.colours);
    let ways = said::ways(panel);
    let smaller = assets.scale.sizes_from(SIZE).skip(1);
    let smaller = smaller.flat_map(|size| ways.last().map(|way| (size, way, MOST_LINES)));
    // Fewer words on few lines read better than all words in a narrow column.
    let usual = [FEW_LINES, MOST_LINES].into_iter();
    let usual = usual.flat_map(|most| ways.iter().map(move |way| (SIZE, way, most)));
    let mut best = SetTexts::default();
    for (size, way, most) in usual.chain(smaller) {
        let (height, letters) = (LINE * size / SIZE, assets.size(size));
        let texts = way.iter().map(|(part, text)| match part {
            Part::Ply | Part::End => (&**text, Font::narrow_bold(letters), colours.text),
            Part::Came | Part::State => (&**text, Font::narrow(letters), colours.dim_text),
        });
        let texts: Vec<(&str, Font, Rgb)> = texts.collect();
        let holds = |n: &usize| holds(corner, height * *n as f32 + BEHIND, (plates, NARROWEST));
        let most = (1..=most).rev().find(holds).unwrap_or(1);
        let set = corner.set(canvas, &texts, (height, most));
        best = set;
        if best.harm == Harm::None {
            break;
        }
    }
    best
}

/// Says which game it is and how far it is: in one line if that finds room.
fn which(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel) {
    let font = Font::narrow(canvas.assets.size(30.0));
    let colour = canvas.assets.colours.dim_text;
    let whole = capitals(&[&panel.title, &panel.number, &panel.moment]);
    let room = canvas.assets.px(corner.room(LINE)) as f32;
    let text =
        if font.width(&whole) > room { capitals(&[&panel.number, &panel.moment]) } else { whole };
    corner.line(canvas, &text, font, colour, LINE);
}
