//! The boards (rules, section 3): their zones, and how a ray continues from cell to cell.

use super::Cell;

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The board of two players, 4 files by 8 ranks.
    Narrow,
    /// The board of four players, 8 files by 8 ranks.
    Square,
    /// Three wedges round a centre point, over which no diagonal goes.
    Wedge3,
    /// Four wedges: the 8×8 board with other names for its cells.
    Wedge4,
    /// Five wedges, with diagonals over the centre point.
    Wedge5,
    /// Five wedges without those (`centre=closed`).
    Wedge5Closed,
    /// Six wedges, with diagonals over the centre point.
    Wedge6,
}

/// The two kinds of lines along which pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Straight,
    Diagonal,
}

impl Line {
    pub(super) const ALL: [Self; 2] = [Self::Straight, Self::Diagonal];

    /// The four directions of this kind.
    const fn directions(self) -> [(i8, i8); 4] {
        match self {
            Self::Straight => [(-1, 0), (0, -1), (0, 1), (1, 0)],
            Self::Diagonal => [(-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }
}

/// The continuation of a ray after a cell.
enum Step {
    Edge,
    To(Cell, (i8, i8)),
    /// Over the centre of five wedges, where a ray continues in either of two cells.
    Fork([Cell; 2]),
}

impl Form {
    /// Every form, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Narrow,
        Self::Square,
        Self::Wedge3,
        Self::Wedge4,
        Self::Wedge5,
        Self::Wedge5Closed,
        Self::Wedge6,
    ];

    /// The board of a new game (rules, section 4); `None` for a number of seats other than 2 to 6.
    #[must_use]
    pub const fn of_game(seats: u8, closed: bool) -> Option<Self> {
        match seats {
            2 => Some(Self::Narrow),
            4 => Some(Self::Square),
            _ => Self::wedge(seats, closed),
        }
    }

    /// The wedge board with so many zones; `None` for a number other than 3 to 6.
    #[must_use]
    pub const fn wedge(zones: u8, closed: bool) -> Option<Self> {
        Some(match (zones, closed) {
            (3, _) => Self::Wedge3,
            (4, _) => Self::Wedge4,
            (5, false) => Self::Wedge5,
            (5, true) => Self::Wedge5Closed,
            (6, _) => Self::Wedge6,
            _ => return None,
        })
    }

    /// The number of seats, which is also the number of zones.
    #[must_use]
    pub const fn seats(self) -> u8 {
        match self {
            Self::Narrow => 2,
            Self::Wedge3 => 3,
            Self::Square | Self::Wedge4 => 4,
            Self::Wedge5 | Self::Wedge5Closed => 5,
            Self::Wedge6 => 6,
        }
    }

    /// Returns `true` if the board has files and ranks, not wedges.
    #[must_use]
    pub const fn is_flat(self) -> bool {
        matches!(self, Self::Narrow | Self::Square)
    }

    /// The number of cells: sixteen per zone.
    #[must_use]
    pub const fn n_cells(self) -> usize {
        self.seats() as usize * 16
    }

    /// The number of files of a flat board; 0 for boards of wedges.
    #[must_use]
    pub const fn files(self) -> u8 {
        match self {
            Self::Narrow => 4,
            Self::Square => 8,
            _ => 0,
        }
    }

    /// Returns `true` if `cell` is a cell of this board.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.is_flat() == self.is_flat() && cell.index() < self.n_cells()
    }

    /// Every cell, in the order of their names.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.n_cells() as u8).map(move |index| Cell::new(index, self.is_flat()))
    }

    /// The zone, from 0, that a cell of this board lies in; seats and zones have one order.
    #[must_use]
    pub const fn zone_of(self, cell: Cell) -> u8 {
        if !self.is_flat() {
            return cell.place().0;
        }
        let square = cell.square();
        match (square.file / 4, square.rank / 4) {
            (0, rank) => rank,
            (_, 0) => 3,
            _ => 2,
        }
    }

    /// The rays of one kind from a cell, each with its cells in the order in which they are passed;
    /// rays without any cell are left out.
    pub(super) fn rays(self, from: Cell, line: Line) -> Vec<Vec<Cell>> {
        let mut rays = Vec::new();
        for direction in line.directions() {
            self.follow(from, direction, Vec::new(), &mut rays);
        }
        rays
    }

    fn follow(
        self,
        from: Cell,
        direction: (i8, i8),
        mut passed: Vec<Cell>,
        rays: &mut Vec<Vec<Cell>>,
    ) {
        let (mut at, mut direction) = (from, direction);
        loop {
            match self.step(at, direction) {
                Step::Edge => break,
                Step::To(next, onward) => {
                    passed.push(next);
                    (at, direction) = (next, onward);
                }
                Step::Fork(ways) => {
                    for next in ways {
                        let mut branch = passed.clone();
                        branch.push(next);
                        self.follow(next, (1, 1), branch, rays);
                    }
                    return;
                }
            }
        }
        if !passed.is_empty() {
            rays.push(passed);
        }
    }

    fn step(self, from: Cell, (du, dv): (i8, i8)) -> Step {
        if self.is_flat() {
            let square = from.square();
            // A coordinate below 0 wraps to one that is off the board as well.
            let [file, rank] =
                [square.file as i8 + du, square.rank as i8 + dv].map(|place| place as u8);
            return match Cell::flat(file, rank) {
                Some(next) if file < self.files() => Step::To(next, (du, dv)),
                _ => Step::Edge,
            };
        }
        let (zone, u, v) = from.place();
        let (u, v) = (u as i8 + du, v as i8 + dv);
        let n = self.seats();
        let to = |zone: u8, u: i8, v: i8, onward| {
            Cell::wedge(zone % n, u as u8, v as u8).map_or(Step::Edge, |at| Step::To(at, onward))
        };
        match (u < 1, v < 1) {
            (false, false) => to(zone, u, v, (du, dv)),
            (true, true) => self.over_centre(zone),
            (true, false) => to(zone + 1, v, 1, (dv, 1)),
            (false, true) => to(zone + n - 1, 1, u, (1, du)),
        }
    }

    /// Returns where the diagonal from an innermost cell continues over the centre point (R19).
    fn over_centre(self, zone: u8) -> Step {
        let innermost = |ahead: u8| Cell::wedge((zone + ahead) % self.seats(), 1, 1);
        let ways = match self {
            Self::Wedge4 => [innermost(2), None],
            Self::Wedge5 => [innermost(2), innermost(3)],
            Self::Wedge6 => [innermost(3), None],
            Self::Narrow | Self::Square | Self::Wedge3 | Self::Wedge5Closed => [None, None],
        };
        match ways {
            [Some(one), Some(other)] => Step::Fork([one, other]),
            [Some(one), None] => Step::To(one, (1, 1)),
            _ => Step::Edge,
        }
    }
}
