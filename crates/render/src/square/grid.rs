//! Where the squares of a board lie.

use scene::{Square, Squares};

use crate::{board::CellLattice, scale::Scale};

/// The margin at the left and below, where names stand, at 960 pixels.
const WRITTEN: f32 = 50.0;

/// The other margins, at 960 pixels.
const BARE: f32 = 22.0;
/// The width of a canal between zones with its banks, at 960 pixels.
const CANAL: f32 = 16.0;

/// The upper edge of a board that lies on its side, and the side of its squares, at 960 pixels.
const LYING: [f32; 2] = [134.0, 110.0];

/// The places of the squares of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareGrid {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The side of a square in pixels.
    pub cell: i32,
    /// The left edge of the board.
    pub left: i32,
    /// The upper edge of the board.
    pub top: i32,
    turned: u8,
    zone: Option<[u8; 2]>,
    /// The width of a canal with its banks in pixels; 0 on a plain board.
    pub canal: i32,
}

impl SquareGrid {
    /// A board in the middle of its room at the left of a panel; or, if it `lies`, on its side over the
    /// whole width, with the side that would be at the bottom at the left.
    pub(crate) fn new(scale: Scale, board: Squares, lies: bool) -> Self {
        let (written, bare) = (scale.px(WRITTEN), scale.px(BARE));
        let room = scale.height as i32 - written - bare;
        let board = if lies { Squares { turned: board.turned + 1, ..board } } else { board };
        let zone = board.zone.filter(|zone| zone.iter().all(|&side| side > 0));
        let mut grid = Self {
            files: board.files,
            ranks: board.ranks,
            cell: 1,
            left: written,
            top: bare,
            turned: board.turned % 4,
            zone,
            canal: if zone.is_some() { scale.px(CANAL).max(1) } else { 0 },
        };
        let [files, ranks] = [grid.canals(0, board.files), grid.canals(1, board.ranks)];
        let side = |count: u8, canals: i32| (room - canals * grid.canal) / i32::from(count.max(1));
        grid.cell = side(board.files, files).min(side(board.ranks, ranks)).max(1);
        if lies {
            let [top, cell] = LYING.map(|length| scale.px(length));
            let most = (scale.width as i32 - written - bare) / i32::from(board.ranks.max(1)) - 1;
            (grid.top, grid.cell) = (top, cell.min(most).max(1));
            grid.left = (scale.width as i32 - grid.size()[0]) / 2 + scale.px(9.0);
            return grid;
        }
        let [width, height] = grid.size();
        grid.left += (room - width) / 2;
        grid.top += (room - height) / 2;
        grid
    }

    /// Returns how many canals lie between the first `count` files (axis 0) or ranks (axis 1).
    fn canals(&self, axis: usize, count: u8) -> i32 {
        self.zone.map_or(0, |zone| i32::from(count.saturating_sub(1) / zone[axis]))
    }

    /// Returns how long the board is along an axis.
    fn length(&self, axis: usize, count: u8) -> i32 {
        self.cell * i32::from(count) + self.canal * self.canals(axis, count)
    }

    /// Returns how far from the beginning of an axis a file or a rank begins.
    fn offset(&self, axis: usize, index: u8) -> i32 {
        let canals = self.zone.map_or(0, |zone| i32::from(index / zone[axis]));
        self.cell * i32::from(index) + self.canal * canals
    }

    /// Returns `true` if the files run from top to bottom.
    pub(crate) const fn is_sideways(&self) -> bool {
        self.turned % 2 == 1
    }

    /// Width and height of the board on the picture.
    pub(crate) fn size(&self) -> [i32; 2] {
        let size = [self.length(0, self.files), self.length(1, self.ranks)];
        if self.is_sideways() { [size[1], size[0]] } else { size }
    }

    /// The box of the board: left, top, width and height.
    pub(crate) fn area(&self) -> [i32; 4] {
        let [width, height] = self.size();
        [self.left, self.top, width, height]
    }

    /// The upper left corner of a square; `None` for one that the board does not have.
    pub(crate) fn corner(&self, square: Square) -> Option<[i32; 2]> {
        if square.file >= self.files || square.rank >= self.ranks {
            return None;
        }
        let (file, rank) = (self.offset(0, square.file), self.offset(1, square.rank));
        let last = |axis, count| self.length(axis, count) - self.cell;
        let (last_file, last_rank) = (last(0, self.files), last(1, self.ranks));
        let [x, y] = match self.turned {
            0 => [file, last_rank - rank],
            1 => [rank, file],
            2 => [last_file - file, rank],
            _ => [last_rank - rank, last_file - file],
        };
        Some([self.left + x, self.top + y])
    }

    /// Every square of the board.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square { file, rank }))
    }

    /// The zone of a square: up the first files, down the next ones, so clockwise where there are
    /// four.
    pub(crate) fn zone(&self, square: Square) -> Option<usize> {
        let [files, ranks] = self.zone?;
        let (column, row) = (usize::from(square.file / files), usize::from(square.rank / ranks));
        let rows = usize::from(self.ranks.div_ceil(ranks)).max(1);
        let row = row.min(rows - 1);
        Some(column * rows + if column % 2 == 0 { row } else { rows - 1 - row })
    }

    /// The zone at the lower left of the picture.
    pub(crate) fn nearest_zone(&self) -> usize {
        let (file, rank) = (self.files.saturating_sub(1), self.ranks.saturating_sub(1));
        let square = match self.turned {
            0 => Square { file: 0, rank: 0 },
            1 => Square { file, rank: 0 },
            2 => Square { file, rank },
            _ => Square { file: 0, rank },
        };
        self.zone(square).unwrap_or(0)
    }

    /// Returns how many squares one square lies to the right of another and below it on the picture.
    pub(crate) fn way(&self, from: Square, to: Square) -> (i16, i16) {
        let right = i16::from(to.file) - i16::from(from.file);
        let down = i16::from(from.rank) - i16::from(to.rank);
        match self.turned {
            0 => (right, down),
            1 => (-down, right),
            2 => (-right, -down),
            _ => (down, -right),
        }
    }

    /// The parts of the board without a canal through them, each by its first square and its
    /// number of files and ranks.
    pub(crate) fn parts(&self) -> Vec<(Square, [u8; 2])> {
        let [files, ranks] = self.zone.unwrap_or([self.files.max(1), self.ranks.max(1)]);
        let starts = |count: u8, step: u8| (0..count).step_by(usize::from(step));
        let part = |file: u8, rank: u8| {
            let size = [files.min(self.files - file), ranks.min(self.ranks - rank)];
            (Square { file, rank }, size)
        };
        starts(self.files, files)
            .flat_map(|file| starts(self.ranks, ranks).map(move |rank| part(file, rank)))
            .collect()
    }

    /// Where the squares of a part lie.
    pub(crate) fn lattice(&self, (first, size): (Square, [u8; 2])) -> Option<CellLattice> {
        let [x, y] = self.corner(first)?;
        let cell = self.cell as f32;
        // The corner at which the square's own file and rank begin, and which way they run.
        let (start, along, across) = match self.turned {
            0 => ([0.0, 1.0], [1.0, 0.0], [0.0, -1.0]),
            1 => ([0.0, 0.0], [0.0, 1.0], [1.0, 0.0]),
            2 => ([1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]),
            _ => ([1.0, 1.0], [0.0, -1.0], [-1.0, 0.0]),
        };
        let scaled = |[right, down]: [f32; 2]| [right * cell, down * cell];
        let [right, down] = scaled(start);
        Some(CellLattice {
            first: first.into(),
            size,
            at: [x as f32 + right, y as f32 + down],
            along: scaled(along),
            across: scaled(across),
            edge: None,
        })
    }
}
