//! Tables of what depends on the shape of the board alone: lines, rings, the coast.

use std::sync::LazyLock;

use super::hexes::{DIAGONAL, Hex, HexSet, ORTHOGONAL, PLACES, Step};

/// The distance that a sliding man goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slide {
    /// One step across an edge.
    One,
    /// Up to three steps across edges.
    Three,
    /// Any number of steps across edges.
    Far,
    /// Up to two diagonal steps.
    TwoDiagonal,
    /// Any number of diagonal steps.
    FarDiagonal,
}

const SLIDES: [(Slide, &[Step; 6], u8); 5] = [
    (Slide::One, &ORTHOGONAL, 1),
    (Slide::Three, &ORTHOGONAL, 3),
    (Slide::Far, &ORTHOGONAL, u8::MAX),
    (Slide::TwoDiagonal, &DIAGONAL, 2),
    (Slide::FarDiagonal, &DIAGONAL, u8::MAX),
];

/// The six lines from a hex: three along which the index of hexes grows, and three along which it
/// falls.
#[derive(Clone, Copy, Default)]
struct Rays {
    up: [HexSet; 3],
    down: [HexSet; 3],
}

/// The next hexes of a ring, counter-clockwise and clockwise; `None` where the ring leaves the
/// board.
type Around = [Option<Hex>; 2];

/// All tables of the board.
pub(super) struct Tables {
    rays: Vec<[Rays; PLACES]>,
    /// The next hexes of rings, by the index of the centre and of the hex.
    rings: Vec<[Around; PLACES]>,
    /// The hexes at most four steps away, by the index of the hex.
    near: [HexSet; PLACES],
    /// The edge hexes, counter-clockwise from f1.
    coast: Vec<Hex>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::make);

/// The tables; they are computed when they are first asked for.
#[inline]
pub(super) fn tables() -> &'static Tables {
    &TABLES
}

impl Tables {
    fn make() -> Self {
        let rays = SLIDES.iter().map(|(_, steps, limit)| {
            let mut table = [Rays::default(); PLACES];
            for hex in Hex::all() {
                table[hex.index()] = rays_from(hex, steps, *limit);
            }
            table
        });
        let mut rings = vec![[[None; 2]; PLACES]; PLACES];
        let mut near = [HexSet::EMPTY; PLACES];
        for centre in Hex::all() {
            near[centre.index()] = Hex::all().filter(|hex| hex.distance(centre) <= 4).collect();
            for hex in Hex::all() {
                rings[centre.index()][hex.index()] = around(centre, hex);
            }
        }
        Self { rays: rays.collect(), rings, near, coast: coast() }
    }

    /// The hexes that a sliding man on `from` gets to; each line ends with the first of `stops` on
    /// it.
    #[inline]
    pub(super) fn slide(&self, slide: Slide, from: Hex, stops: HexSet) -> HexSet {
        let table = &self.rays[slide as usize];
        let rays = &table[from.index()];
        let mut reached = HexSet::EMPTY;
        // Along a line that goes up, the first stop is the lowest bit, and all hexes behind it are
        // higher.
        for ray in rays.up {
            let behind = (ray & stops).first().map_or(HexSet::EMPTY, HexSet::after);
            reached |= ray.without(behind);
        }
        for ray in rays.down {
            let behind = (ray & stops).last().map_or(HexSet::EMPTY, HexSet::before);
            reached |= ray.without(behind);
        }
        reached
    }

    /// The next hexes on the ring round `centre`, counter-clockwise and clockwise; none on the
    /// centre itself.
    #[inline]
    pub(super) fn around(&self, centre: Hex, hex: Hex) -> Around {
        self.rings[centre.index()][hex.index()]
    }

    /// All hexes at most four steps away, the hex itself included.
    #[inline]
    pub(super) fn near(&self, hex: Hex) -> HexSet {
        self.near[hex.index()]
    }

    /// The edge hexes, counter-clockwise from f1.
    pub(super) fn coast(&self) -> &[Hex] {
        &self.coast
    }
}

/// The lines from a hex in these directions, sorted by whether the index of hexes grows along them.
fn rays_from(hex: Hex, steps: &[Step; 6], limit: u8) -> Rays {
    let mut rays = Rays::default();
    let (mut up, mut down) = (rays.up.iter_mut(), rays.down.iter_mut());
    for step in steps {
        let line = std::iter::successors(hex.offset(*step), |hex| hex.offset(*step));
        let line: HexSet = line.take(limit.into()).collect();
        let (dx, dy) = *step;
        let goes_up = (dy, dx) > (0, 0);
        let ray = if goes_up { up.next() } else { down.next() };
        if let Some(ray) = ray {
            *ray = line;
        }
    }
    rays
}

/// The neighbours of a hex on its ring, counter-clockwise and clockwise.
fn around(centre: Hex, hex: Hex) -> Around {
    let (x, y) = (i32::from(hex.x() - centre.x()), i32::from(hex.y() - centre.y()));
    let mut next = [None; 2];
    for (dx, dy) in ORTHOGONAL {
        let (x2, y2) = (x + i32::from(dx), y + i32::from(dy));
        let distance = |x: i32, y: i32| x.abs().max(y.abs()).max((x + y).abs());
        let turn = x * i32::from(dy) - y * i32::from(dx);
        if distance(x2, y2) == distance(x, y) && turn != 0 {
            next[usize::from(turn < 0)] = hex.offset((dx, dy));
        }
    }
    next
}

/// The edge of the board, counter-clockwise from f1.
fn coast() -> Vec<Hex> {
    let first = Hex::CORNERS[4];
    let next = |hex: &Hex| around(Hex::CENTRE, *hex)[0].filter(|next| *next != first);
    std::iter::successors(Some(first), next).collect()
}
