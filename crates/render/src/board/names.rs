//! The names of cells, written into them.

use std::collections::HashSet;

use scene::{Board, Mark, Spot};

use super::{
    cell::{Area, CellPlace, covered},
    geometry::BoardGeometry,
    plies::coordinates,
};
use crate::{
    assets::Assets,
    canvas::{Align, Canvas},
    point::{Point, pixel},
    text::{CAPITALS, Font},
    theme::{Colours, Rgb},
};

/// The size of a name in a free cell, at the default width.
const LARGE: f32 = 27.0;
/// The size of a name beside a man, at the default width.
const SMALL: f32 = 21.0;
/// The smallest size in pixels in which a name is written: in a very small picture none is.
const FINEST: u16 = 5;
/// The room around a name, in hundredths of its cell.
const APART: f32 = 3.0;

/// A name that is written into its cell.
#[derive(Clone, Debug)]
pub(crate) struct CellName {
    /// The cell whose name it is.
    pub at: Spot,
    /// Whether it stands in the middle of a free cell, so that a dot there goes below it.
    pub is_central: bool,
    /// Whether a ring stands around its cell, so that it is written over the ring.
    pub is_ringed: bool,
    /// Whether it stands on a plate in the colour of its cell, since something else is under it.
    has_plate: bool,
    /// The name.
    text: String,
    place: NamePlace,
    ground: Rgb,
}

/// A place for a name.
#[derive(Clone, Copy, Debug)]
struct NamePlace {
    middle: Point,
    font: Font,
    /// Half the width and half the height that it takes.
    half: Point,
}

/// What a name keeps clear of.
struct Hindrances {
    /// The lines between the middles of cells that marks draw.
    lines: Vec<[Point; 2]>,
    /// The boxes around the names along the border of hexes.
    coordinates: Vec<Area>,
}

/// The names of the cells that have one: of all where that is asked for, and where moves are asked about,
/// of the goals. On wedges all free cells have one then, because there a name on the margin is hard to
/// follow.
pub(crate) fn names(assets: &Assets, geometry: &BoardGeometry, board: &Board) -> Vec<CellName> {
    let taken: HashSet<Spot> = board.pieces.iter().map(|placed| placed.at).collect();
    let goals: HashSet<Spot> = board.marks.iter().filter_map(|mark| mark.goal()).collect();
    let is_all = board.marks.contains(&Mark::Names);
    let is_focused = board.marks.iter().any(|mark| matches!(mark, Mark::Focus(_)));
    if !is_all && !is_focused && goals.is_empty() {
        return Vec::new();
    }
    let is_slanted = matches!(geometry, BoardGeometry::Wedges(_));
    let has_name = |at: &Spot| is_all || goals.contains(at) || is_slanted && !taken.contains(at);
    let hindrances = Hindrances::of(assets, geometry, board);
    let cells = geometry.cells().into_iter().filter(has_name);
    cells.filter_map(|at| CellName::new(assets, geometry, board, at, &hindrances)).collect()
}

impl Hindrances {
    fn of(assets: &Assets, geometry: &BoardGeometry, board: &Board) -> Self {
        let ends = |mark: &Mark| match *mark {
            Mark::Arrow(one, other)
            | Mark::Threat(one, other)
            | Mark::Joined(one, other)
            | Mark::Flank(one, other)
            | Mark::Way(one, other) => Some(geometry.way(one, other)),
            _ => None,
        };
        let mut lines = Vec::new();
        for way in board.marks.iter().filter_map(ends) {
            lines.extend(way.windows(2).map(|ends| [ends[0], ends[1]]));
        }
        // In a canal numbers are told from names; along the border they would be read together.
        let along_border = match geometry {
            BoardGeometry::Hexes(_) => coordinates(assets, geometry),
            _ => Vec::new(),
        };
        let room = assets.px(8.0);
        let wider = |[left, top, wide, high]: Area| {
            [left - room, top - room, wide + 2 * room, high + 2 * room]
        };
        Self { lines, coordinates: along_border.into_iter().map(wider).collect() }
    }

    /// Returns how many of them a place meets.
    fn count(&self, place: &NamePlace) -> usize {
        let crossing = self.lines.iter().filter(|line| place.meets(**line)).count();
        let area = place.area();
        let names = self.coordinates.iter().filter(|name| covered(area, &[**name]) > 0);
        crossing + names.count()
    }
}

impl NamePlace {
    fn new(text: &str, font: Font, middle: Point, cell: &CellPlace) -> Self {
        Self { middle, font, half: half_size(text, font, cell) }
    }

    /// The box that it takes.
    fn area(&self) -> Area {
        let [left, top] = pixel([0, 1].map(|axis| self.middle[axis] - self.half[axis]));
        let [right, low] = pixel([0, 1].map(|axis| self.middle[axis] + self.half[axis]));
        [left, top, right - left, low - top]
    }

    /// Returns `true` if a line between two points goes through its box.
    fn meets(&self, [start, end]: [Point; 2]) -> bool {
        let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
        for (axis, half) in self.half.into_iter().enumerate() {
            let (from, way) = (start[axis] - self.middle[axis], end[axis] - start[axis]);
            if way.abs() < 0.01 {
                if from.abs() > half {
                    return false;
                }
                continue;
            }
            let [one, other] = [-half, half].map(|side| (side - from) / way);
            enters = enters.max(one.min(other));
            leaves = leaves.min(one.max(other));
        }
        enters <= leaves
    }
}

impl CellName {
    /// The name of a cell where it meets the least of what hinders it; `None` if nobody may see the cell, or
    /// if the cell is too small for it.
    fn new(
        assets: &Assets,
        geometry: &BoardGeometry,
        board: &Board,
        at: Spot,
        hindrances: &Hindrances,
    ) -> Option<Self> {
        let (cell, text) = (geometry.place(at)?, at.to_string());
        let is_bare = !board.pieces.iter().any(|placed| placed.at == at)
            && !board.ground.iter().any(|(ground, _)| *ground == at);
        let places = match geometry {
            BoardGeometry::Squares(_) => {
                let size = assets.size(if is_bare { LARGE } else { SMALL });
                let has_number =
                    board.marks.iter().any(|mark| matches!(mark, Mark::Count(on, _) if *on == at));
                corners(&text, size, &cell).split_off(usize::from(has_number))
            }
            _ => around(assets, geometry, (at, &text), is_bare, &cell)?,
        };
        let (chosen, place) =
            places.into_iter().enumerate().min_by_key(|(_, place)| hindrances.count(place))?;
        let is_square = matches!(geometry, BoardGeometry::Squares(_));
        let is_central = is_bare && chosen == 0 && !is_square;
        let is_ringed = board
            .marks
            .iter()
            .any(|mark| mark.goal() == Some(at) && !matches!(mark, Mark::Step(_)));
        let is_over_else = is_ringed || !is_central && !is_square;
        let has_plate = is_over_else || assets.colours.hatched.is_some();
        let ground = ground(assets.colours, board, at, &cell);
        (place.font.size >= FINEST).then_some(Self {
            at,
            is_central,
            is_ringed,
            has_plate,
            text,
            place,
            ground,
        })
    }

    /// Writes it; a dot in the middle of the cell goes below it.
    pub(crate) fn write(&self, canvas: &mut Canvas<'_>, geometry: &BoardGeometry, has_dot: bool) {
        let colours = canvas.assets.colours;
        let mut place = self.place;
        if let Some(cell) = geometry.place(self.at).filter(|_| has_dot && self.is_central) {
            place.middle[1] -= f32::from(cell.size) * 0.18;
        }
        if self.has_plate {
            canvas.fill(place.area(), self.ground);
        }
        let (at, colour) = (pixel(place.middle), colour_on(colours, self.ground));
        canvas.text(&self.text, place.font, colour, at, Align::Middle);
    }
}

/// The colour of a cell, before marks are drawn on it.
fn ground(colours: &Colours, board: &Board, at: Spot, cell: &CellPlace) -> Rgb {
    let terrains = board.ground.iter().filter(|(ground, _)| *ground == at);
    let terrain = terrains.filter_map(|(_, terrain)| colours.terrain_colour(*terrain)).next_back();
    terrain.unwrap_or_else(|| colours.ground(cell.zone, cell.tone))
}

/// The colour of names on a ground.
fn colour_on(colours: &Colours, ground: Rgb) -> Rgb {
    if ground.is_bright() { colours.edge } else { colours.text }
}

/// Half the width and half the height of a name, with some room around it.
fn half_size(text: &str, font: Font, cell: &CellPlace) -> Point {
    let room = f32::from(cell.size) * APART / 100.0;
    let [width, height] = [font.width(text), f32::from(font.size) * CAPITALS];
    [width, height].map(|length| length / 2.0 + room)
}

/// The places of a name in a square, the best first: in its upper corners, then in its lower ones, where
/// the feet of men and medallions are.
fn corners(text: &str, size: u16, cell: &CellPlace) -> Vec<NamePlace> {
    let side = f32::from(cell.size);
    let font = Font::narrow_bold(size.min((side * 0.28) as u16).max(1));
    let [wide, high] = half_size(text, font, cell);
    let [left, top] = cell.corner.map(|at| at as f32);
    let (right, low) = (left + side - wide, top + side - high);
    let (left, top) = (left + wide, top + high);
    let middles = [[left, top], [right, top], [left, low], [right, low]];
    middles.map(|middle| NamePlace::new(text, font, middle, cell)).to_vec()
}

/// The places of a name in a cell that is no square, the best first: in the middle of a bare cell, below
/// the feet of a man, and on hexes above his head.
fn around(
    assets: &Assets,
    geometry: &BoardGeometry,
    (at, text): (Spot, &str),
    is_bare: bool,
    cell: &CellPlace,
) -> Option<Vec<NamePlace>> {
    // The largest name in the middle and beside a man, how far down his feet are, and on which sides of
    // him a name may stand.
    let ([room, small, feet], sides) = match geometry {
        BoardGeometry::Squares(_) => return None,
        BoardGeometry::Wedges(grid) => {
            let feet = grid.circle() * grid.reach() * 0.36;
            ([grid.unit * 0.44, grid.unit * 0.34, feet], &[1.0][..])
        }
        BoardGeometry::Hexes(grid) => {
            ([0.6, 0.42, 0.66].map(|part| part * grid.unit), &[1.0, -1.0][..])
        }
    };
    let [x, y] = geometry.centre(at)?;
    let size = |wanted: f32, most: f32| assets.size(wanted).min(most as u16).max(1);
    let (large, font) = (Font::narrow(size(LARGE, room)), Font::narrow_bold(size(SMALL, small)));
    let away = feet + f32::from(font.size) * CAPITALS * 0.75;
    let central = is_bare.then(|| NamePlace::new(text, large, [x, y], cell));
    let beside = sides.iter().map(|side| NamePlace::new(text, font, [x, y + side * away], cell));
    Some(central.into_iter().chain(beside).collect())
}

#[cfg(test)]
mod tests {
    use scene::{Hex, Piece, Placed, Shade, Shape, Square, Squares};

    use super::*;
    use crate::{
        board::plies::tests::{boards, canvas_of},
        tests::contrast,
        theme::{Theme, Tone},
    };

    /// A board with a man on every other cell, and these marks.
    fn board(shape: Shape, geometry: &BoardGeometry, marks: Vec<Mark>) -> Board {
        let piece = Piece { sprite: "mix/king".to_owned(), shade: Shade::Light };
        let placed = |at| Placed { at, piece: piece.clone(), badges: Vec::new() };
        let pieces = geometry.cells().into_iter().step_by(2).map(placed).collect();
        Board::of(shape, pieces, marks)
    }

    fn all_boards() -> Vec<Shape> {
        let narrow = Squares { files: 4, ranks: 8, turned: 0, zone: Some([4, 4]) };
        let mut shapes = boards();
        shapes.push(Shape::Squares(narrow));
        shapes
    }

    #[test]
    fn every_cell_of_every_board_can_be_named() {
        let widths = |shape| [(shape, 400), (shape, 900)];
        for (shape, width) in all_boards().into_iter().flat_map(widths) {
            canvas_of(shape, width, |canvas, geometry| {
                let (assets, scale) = (canvas.assets, canvas.assets.scale);
                let board = board(shape, geometry, vec![Mark::Names]);
                let found = names(assets, geometry, &board);
                let named: HashSet<Spot> = found.iter().map(|name| name.at).collect();
                assert_eq!(named, geometry.cells().into_iter().collect(), "{shape:?}");
                let areas: Vec<Area> = found.iter().map(|name| name.place.area()).collect();
                for (index, area) in areas.iter().enumerate() {
                    let [left, top, wide, high] = *area;
                    assert!(left >= 0 && left + wide <= scale.width as i32, "{shape:?}");
                    assert!(top >= 0 && top + high <= scale.height as i32, "{shape:?}");
                    let shared = covered(*area, &areas[index + 1..]);
                    let share = 100 * shared / (wide * high).max(1);
                    // There is room around the letters, which may touch.
                    assert!(share <= 20, "{shape:?} {width}: {}: {share} %", found[index].text);
                }
            });
        }
    }

    /// Where moves are asked about, the goals have names, and elsewhere no cell has.
    #[test]
    fn goals_are_named() {
        for shape in all_boards() {
            canvas_of(shape, 840, |canvas, geometry| {
                let cells = geometry.cells();
                let named = |marks: Vec<Mark>| {
                    let board = board(shape, geometry, marks);
                    let found = names(canvas.assets, geometry, &board);
                    found.into_iter().map(|name| name.at).collect::<HashSet<Spot>>()
                };
                let goals =
                    [Mark::Step(cells[1]), Mark::Attack(cells[2], None), Mark::Join(cells[4])];
                let found = named(goals.to_vec());
                assert!([1, 2, 4].iter().all(|n| found.contains(&cells[*n])), "{shape:?}");
                let is_slanted = matches!(shape, Shape::Wedges(_));
                assert_eq!(found.len() > 3, is_slanted, "{shape:?}");
                let last = named(vec![Mark::From(cells[1]), Mark::To(cells[2])]);
                assert!(last.is_empty(), "{shape:?}");
            });
        }
    }

    /// A ride round a hex, and jumps along two diagonals.
    #[test]
    fn lines_cross_no_name() {
        let hex = |(column, row): (u8, u8)| Spot::from(Hex { column, row });
        let ride = [(3, 5), (3, 6), (3, 7), (4, 7), (5, 7), (6, 6), (7, 5), (7, 4), (7, 3), (6, 3)];
        let ways = ride.windows(2).map(|ends| Mark::Way(hex(ends[0]), hex(ends[1])));
        let square = |(file, rank): (u8, u8)| Spot::from(Square { file, rank });
        let jumps = [((0, 0), (2, 2)), ((2, 2), (4, 4)), ((5, 0), (3, 2)), ((3, 2), (1, 4))];
        let jumps = jumps.map(|(one, other)| Mark::Arrow(square(one), square(other)));
        let marks: Vec<Mark> = ways.chain(jumps).chain([Mark::Names]).collect();
        for shape in boards() {
            canvas_of(shape, 840, |canvas, geometry| {
                let board = board(shape, geometry, marks.clone());
                let hindrances = Hindrances::of(canvas.assets, geometry, &board);
                for name in names(canvas.assets, geometry, &board) {
                    let text = &name.text;
                    let is_crossed = hindrances.lines.iter().any(|line| name.place.meets(*line));
                    assert!(!is_crossed, "{text} on {shape:?}");
                }
                assert_eq!(hindrances.lines.is_empty(), matches!(shape, Shape::Wedges(_)));
            });
        }
    }

    #[test]
    fn names_stand_out_on_every_ground() {
        for theme in Theme::ALL {
            let colours = Colours::of(theme);
            for zone in (0..6).map(Some).chain([None]) {
                for tone in [Tone::Light, Tone::Middle, Tone::Dark] {
                    let ground = colours.ground(zone, tone);
                    let found = contrast(colour_on(colours, ground), ground);
                    assert!(found >= 3.0, "{theme:?} {zone:?} {tone:?}: {found:.2}");
                }
            }
        }
    }
}
