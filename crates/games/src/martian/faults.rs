//! Why a move is not possible: the first reason that applies, in the order of section 8.3.

use super::{Ban, Cell, CellSet, Deadlock, Kind, Position, Way, geometry::Line};
use crate::{Rules as _, Seat};

/// The reason why a typed text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// The board has no cell of this name, which is given as typed, in small letters.
    NoSuchCell(String),
    /// No piece stands on the cell that the move starts from.
    NoPiece(Cell),
    /// The piece that is to move stands in another seat's zone.
    NotYours {
        /// The cell that the move starts from.
        at: Cell,
        /// The kind of the piece there.
        kind: Kind,
        /// The owner of the zone that it stands in.
        owner: Seat,
    },
    /// Another kind stands on the cell than the text names.
    WrongPiece {
        /// The cell that the move starts from.
        at: Cell,
        /// The kind of the piece there.
        kind: Kind,
        /// The kind that the text names.
        named: Kind,
    },
    /// The move starts and ends on this cell.
    SameCell(Cell),
    /// The target lies on no line of the piece.
    WrongWay {
        /// The kind of the piece that is to move.
        kind: Kind,
        /// The cell that it stands on.
        from: Cell,
    },
    /// The target lies on a line of a Pawn or Drone, but further away than it goes.
    TooFar {
        /// The kind of the piece that is to move.
        kind: Kind,
        /// The cell that it stands on.
        from: Cell,
    },
    /// A piece stands between start and target.
    Blocked {
        /// The cell of the piece between.
        at: Cell,
        /// The kind of the piece between.
        by: Kind,
    },
    /// A piece of the same zone stands on the target, and the two cannot merge.
    OwnPiece {
        /// The cell that the move ends on.
        to: Cell,
        /// The kind of the piece there.
        kind: Kind,
        /// Why they cannot merge.
        why: NoMerge,
    },
    /// No-undo forbids the move: the piece has just come from there.
    JustCame(Ban),
    /// The clock runs already, so it cannot be called; so many moves are left.
    ClockRuns(u8),
    /// The options have no clock.
    NoClock,
    /// The sign in the text names another kind of move than this one is.
    WrongSign {
        /// The kind of move that the text names.
        said: Way,
        /// The cell that the move ends on.
        to: Cell,
        /// The kind of move that it is.
        is: Way,
    },
    /// Only a target was named, and an own piece stands there.
    OwnPieceThere(Cell, Kind),
    /// Only a target was named, with a kind of which the zone has no piece.
    NoSuchPiece(Kind),
    /// Only a target was named, and no piece, or none of the named kind, can go there.
    NothingReaches {
        /// The cell that the text names.
        to: Cell,
        /// The kind that the text names, if it names one.
        named: Option<Kind>,
    },
}

/// The reason why two pieces of a zone do not merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMerge {
    /// One of the two is a Queen, and Queens never merge.
    Queen,
    /// Both are Drones, and two Drones never merge.
    Drones,
    /// The zone already has a piece of the kind that they would make: this kind, on this cell.
    Have(Kind, Cell),
    /// The options allow no merges.
    Off,
}

impl Position {
    /// Returns why the piece on `from` does not go to `to`, both cells of this board; `None` if it does.
    /// `named` is the kind that the text names, if any.
    pub(super) fn fault(&self, named: Option<Kind>, from: Cell, to: Cell) -> Option<Fault> {
        let Some(kind) = self.piece_at(from) else { return Some(Fault::NoPiece(from)) };
        let owner = self.owner(from);
        if owner != self.to_move() {
            return Some(Fault::NotYours { at: from, kind, owner });
        }
        if let Some(named) = named.filter(|named| *named != kind) {
            return Some(Fault::WrongPiece { at: from, kind, named });
        }
        if from == to {
            return Some(Fault::SameCell(from));
        }
        self.reach_fault(kind, from, to).or_else(|| self.entry_fault(kind, from, to))
    }

    /// Returns what keeps a piece from reaching `to`, whatever stands there; `None` if it reaches it.
    fn reach_fault(&self, kind: Kind, from: Cell, to: Cell) -> Option<Fault> {
        if self.reach(kind, from.index()).contains(to) {
            return None;
        }
        let (at, board) = (from.index(), self.board);
        let lines: Vec<Line> = Line::ALL
            .into_iter()
            .filter(|line| kind.goes(*line) && board.lines[*line as usize][at].contains(to))
            .collect();
        if lines.is_empty() {
            return Some(Fault::WrongWay { kind, from });
        }
        if kind == Kind::Pawn || (kind == Kind::Drone && !board.drone[at].contains(to)) {
            return Some(Fault::TooFar { kind, from });
        }
        // Of several pieces in the way the first one is named: the one that hides the others.
        let hides = |line: Line, by: usize| board.hidden(line, at, by).contains(to);
        let blocker = lines.into_iter().find_map(|line| {
            let between: Vec<usize> =
                self.occupied().indices().filter(|by| hides(line, *by)).collect();
            between.iter().copied().find(|by| {
                let hidden = board.hidden(line, at, *by);
                between.iter().all(|other| other == by || hidden.has(*other))
            })
        });
        let at = board.cell(blocker?);
        Some(Fault::Blocked { at, by: self.kind_on(at.index()) })
    }

    /// Returns what keeps a piece from entering a cell that it reaches.
    fn entry_fault(&self, kind: Kind, from: Cell, to: Cell) -> Option<Fault> {
        let other = self.piece_at(to).filter(|_| self.owner(to) == self.to_move());
        if let Some(other) = other {
            let why = self.no_merge(kind, other)?;
            return Some(Fault::OwnPiece { to, kind: other, why });
        }
        let ban = self.ban().filter(|ban| (ban.from, ban.to) == (from, to))?;
        Some(Fault::JustCame(ban))
    }

    /// Returns why two pieces in the mover's zone do not merge (rules, section 5, point 4).
    pub(super) fn no_merge(&self, kind: Kind, other: Kind) -> Option<NoMerge> {
        let Some(made) = kind.merged(other) else {
            let queen = kind == Kind::Queen || other == Kind::Queen;
            return Some(if queen { NoMerge::Queen } else { NoMerge::Drones });
        };
        if !self.options().promotion() {
            return Some(NoMerge::Off);
        }
        let first = self.pieces(self.to_move(), made).next()?;
        Some(NoMerge::Have(made, self.cell(first)))
    }

    /// Returns why the clock cannot be called; `None` if it can.
    pub(super) fn no_call(&self) -> Option<Fault> {
        if self.options().deadlock() != Deadlock::Clock {
            return Some(Fault::NoClock);
        }
        self.clock().map(Fault::ClockRuns)
    }

    /// The cells with pieces in the zone of the side to move.
    pub(super) fn own(&self) -> CellSet {
        self.pieces_of(self.to_move())
    }
}

impl Kind {
    /// Returns `true` if it moves along lines of this kind.
    pub(super) const fn goes(self, line: Line) -> bool {
        match self {
            Self::Pawn => matches!(line, Line::Diagonal),
            Self::Drone => matches!(line, Line::Straight),
            Self::Queen => true,
        }
    }
}
