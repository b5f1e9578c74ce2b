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
    corner::{BoardExtent, Corner, LINE},
    plate::{Plate, Swatch},
    point::{Point, between},
    square::capitals,
    text::Font,
    theme::Rgb,
};

/// The gap between plates.
const GAP: f32 = 5.0;
/// The widths that a plate may have, the best first.
const WIDTHS: [f32; 6] = [250.0, 232.0, 214.0, FAIR, 178.0, NARROWEST];
/// The width that a plate leaves those behind it if it can, and the one that it leaves them at least.
const FAIR: f32 = 196.0;
const NARROWEST: f32 = 160.0;
/// The height of a plate with its name on one line.
const LOW: f32 = 85.0;
/// The most lines that tell the last ply, or the result.
const MOST_LINES: usize = 6;
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
    let extent = extent(canvas, grid);
    for &((is_right, is_low), facts) in filled(grid.zones) {
        let mut corner = Corner::new(&extent, is_right, is_low);
        for (index, &fact) in facts.iter().enumerate() {
            let later = facts[index + 1..].iter().filter(|fact| matches!(fact, Side(_))).count();
            match fact {
                Side(index) => side(canvas, &mut corner, scene, geometry, (index, later)),
                Told => told(canvas, &mut corner, &scene.panel, later),
                Which => which(canvas, &mut corner, &scene.panel),
            }
        }
    }
}

/// The extent of the board with the letters of its zones.
fn extent(canvas: &Canvas<'_>, grid: &WedgeGrid) -> BoardExtent {
    let factor = canvas.assets.scale.factor();
    let part = |[from, to]: [Point; 2], n: u8| {
        let at = |n: u8| between(from, to, f32::from(n) / f32::from(PARTS));
        let ([x, y], [right, down]) = (at(n), at(n + 1));
        [x.min(right), y.min(down), x.max(right), y.max(down)]
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
    let best = [FAIR, NARROWEST].into_iter().find_map(|least| {
        let mut best: Option<(_, Plate<'_>, f32)> = None;
        for size in sizes.clone() {
            let (plate, width) = (Plate::dense(canvas, sides, (index, swatch), size), size.0);
            let height = plate.height();
            if corner.room(height) < width || !holds(corner, height + GAP, (later, least)) {
                continue;
            }
            let cut_lines = plate.n_lines() * usize::from(!plate.is_whole());
            let told = (plate.is_whole(), plate.shows_all(canvas), cut_lines);
            if best.as_ref().is_none_or(|(most, ..)| told > *most) {
                best = Some((told, plate, width));
            }
            if told == (true, true, 0) {
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

/// Writes what the last ply did, or the result, on as many lines as leave room for so many plates.
fn told(canvas: &mut Canvas<'_>, corner: &mut Corner<'_>, panel: &Panel, plates: usize) {
    let (colours, size) = (canvas.assets.colours, canvas.assets.size(30.0));
    let (strong, plain) = (Font::narrow_bold(size), Font::narrow(size));
    let is_running = panel.is_running();
    let ended = format!("{} {}", panel.headline, panel.note);
    let mut texts: Vec<(&str, Font, Rgb)> = Vec::new();
    match panel.plies.last() {
        Some(last) if is_running => {
            texts.push((&last.words, strong, colours.text));
            texts.extend(last.came.iter().map(|came| (&**came, plain, colours.dim_text)));
        }
        _ if is_running => {}
        // A board that shows a rule.
        _ if panel.sides.is_empty() => {
            texts.push((&panel.headline, strong, colours.text));
            texts.push((&panel.note, plain, colours.dim_text));
        }
        _ => texts.push((ended.trim(), strong, colours.text)),
    }
    texts.push((&panel.state, plain, colours.dim_text));
    let most =
        (1..=MOST_LINES).rev().find(|n| holds(corner, LINE * *n as f32, (plates, NARROWEST)));
    corner.texts(canvas, &texts, most.unwrap_or(1));
    corner.filled += GAP;
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
