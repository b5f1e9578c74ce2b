//! Tables of each board: what each cell sees. They are made once, when a board is first used.

use std::{fmt, ops::Deref, sync::OnceLock};

use super::{
    Cell, CellSet, Form, Kind,
    cells::{Cells, MAX_CELLS},
    geometry::Line,
};

/// A value for each cell.
type ByCell<T> = [T; MAX_CELLS];

/// The known facts about a board, whatever stands on it.
pub(super) struct Tables {
    pub(super) form: Form,
    /// The cells of each zone.
    pub(super) zones: [CellSet; 6],
    /// The zone of each cell.
    pub(super) zone_of: ByCell<u8>,
    /// The first cells of the diagonal rays: what a Pawn reaches.
    pub(super) near_diagonal: ByCell<CellSet>,
    /// The first cells of the straight rays.
    pub(super) near_straight: ByCell<CellSet>,
    /// The first two cells of the straight rays: what a Drone reaches when nothing stands there.
    pub(super) drone: ByCell<CellSet>,
    /// All cells of the straight and of the diagonal rays.
    pub(super) lines: [ByCell<CellSet>; 2],
    /// How many cells a piece of each kind sees from a cell when no other piece stands on the board.
    pub(super) n_seen: [ByCell<u8>; 3],
    /// By kind of line, first cell and second cell: the cells that a piece on the second cell hides
    /// from the first.
    behind: [Vec<ByCell<CellSet>>; 2],
    /// How many single steps, straight or diagonal, lead from cell to cell.
    distance: Vec<ByCell<u8>>,
}

impl Tables {
    fn new(form: Form) -> Self {
        let none = [CellSet::EMPTY; MAX_CELLS];
        let mut tables = Self {
            form,
            zones: [CellSet::EMPTY; 6],
            zone_of: [0; MAX_CELLS],
            near_diagonal: none,
            near_straight: none,
            drone: none,
            lines: [none; 2],
            n_seen: [[0; MAX_CELLS]; 3],
            behind: [vec![none; MAX_CELLS], vec![none; MAX_CELLS]],
            distance: Vec::new(),
        };
        for cell in form.cells() {
            let zone = form.zone_of(cell);
            tables.zone_of[cell.index()] = zone;
            tables.zones[usize::from(zone)] |= CellSet::of(cell);
            for line in Line::ALL {
                for ray in form.rays(cell, line) {
                    tables.add_ray(cell, line, &ray);
                }
            }
        }
        for at in 0..form.n_cells() {
            let queen = tables.lines[0][at] | tables.lines[1][at];
            let seen = [tables.near_diagonal[at], tables.drone[at], queen];
            for (kind, seen) in seen.into_iter().enumerate() {
                tables.n_seen[kind][at] = seen.size() as u8;
            }
        }
        tables.distance = tables.distances();
        tables
    }

    fn add_ray(&mut self, from: Cell, line: Line, ray: &[Cell]) {
        let from = from.index();
        let set = |cells: &[Cell]| {
            cells.iter().fold(CellSet::EMPTY, |all, cell| all | CellSet::of(*cell))
        };
        self.lines[line as usize][from] |= set(ray);
        match line {
            Line::Straight => {
                self.near_straight[from] |= set(&ray[..1]);
                self.drone[from] |= set(&ray[..ray.len().min(2)]);
            }
            Line::Diagonal => self.near_diagonal[from] |= set(&ray[..1]),
        }
        for (i, cell) in ray.iter().enumerate() {
            self.behind[line as usize][from][cell.index()] |= set(&ray[i + 1..]);
        }
    }

    fn distances(&self) -> Vec<ByCell<u8>> {
        let from_cell = |from: usize| {
            let mut steps = [0; MAX_CELLS];
            let (mut known, mut rim) = (CellSet::at(from), CellSet::at(from));
            for n in 1.. {
                let next = rim.fold(CellSet::EMPTY, |next, at| {
                    next | self.near_straight[at] | self.near_diagonal[at]
                });
                rim = next.without(known);
                if rim.is_empty() {
                    break;
                }
                rim.for_each(|at| steps[at] = n);
                known |= rim;
            }
            steps
        };
        (0..self.form.n_cells()).map(from_cell).collect()
    }

    /// The cells of the lines of one kind from `from` up to and with the first piece, if these
    /// cells are `occupied`. `seen` are the cells that count: the whole lines, or their beginnings.
    #[inline]
    pub(super) fn visible<S: Cells>(&self, line: Line, from: usize, seen: S, occupied: S) -> S {
        let behind = &self.behind[line as usize][from];
        let hide = |seen: S, blocker: usize| seen & !S::from_set(behind[blocker]);
        (seen & occupied).fold(seen, hide)
    }

    /// The cells of lines of one kind that lie behind `by`, seen from `from`.
    pub(super) fn hidden(&self, line: Line, from: usize, by: usize) -> CellSet {
        self.behind[line as usize][from][by]
    }

    /// Single steps, straight or diagonal, between two cells of the board.
    pub(super) fn distance(&self, from: Cell, to: Cell) -> u8 {
        self.distance[from.index()][to.index()]
    }

    pub(super) const fn cell(&self, index: usize) -> Cell {
        Cell::new(index as u8, self.form.is_flat())
    }
}

/// A board, as a reference to its tables. Two boards are equal if their forms are.
#[derive(Clone, Copy)]
pub(super) struct Board(&'static Tables);

impl Board {
    /// The board of this form; its tables are made when it is first asked for.
    pub(super) fn of(form: Form) -> Self {
        static TABLES: [OnceLock<Tables>; Form::ALL.len()] =
            [const { OnceLock::new() }; Form::ALL.len()];
        Self(TABLES[form as usize].get_or_init(|| Tables::new(form)))
    }
}

impl Board {
    pub(super) const fn form(self) -> Form {
        self.0.form
    }

    /// The cells that a piece of this kind sees from `from`: those it could enter if what stands
    /// there let it.
    #[inline]
    pub(super) fn reach<S: Cells>(self, kind: Kind, from: usize, occupied: S) -> S {
        let set = S::from_set;
        match kind {
            Kind::Pawn => set(self.near_diagonal[from]),
            Kind::Drone => {
                // A piece on the second cell of a ray hides only what no Drone sees.
                let nearest = occupied & set(self.near_straight[from]);
                self.visible(Line::Straight, from, set(self.drone[from]), nearest)
            }
            Kind::Queen => {
                let whole = |line| set(self.lines[line as usize][from]);
                let along = |line| self.visible(line, from, whole(line), occupied);
                along(Line::Straight) | along(Line::Diagonal)
            }
        }
    }
}

impl Deref for Board {
    type Target = Tables;

    #[inline]
    fn deref(&self) -> &Tables {
        self.0
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.form == other.form
    }
}

impl Eq for Board {}

impl std::hash::Hash for Board {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.form.hash(state);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}
