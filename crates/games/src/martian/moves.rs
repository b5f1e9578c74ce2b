//! Moves, and finding them (rules, section 5).

use super::{
    Cell, CellSet, Deadlock, Kind, Position,
    cells::{Cells, Word},
    tables::Board,
};

/// A move. Lists are sorted by where it starts, then the kind of move, then where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// The kind of move, which follows from what stands on the target.
    pub way: Way,
    /// Where the piece goes.
    pub to: Cell,
    /// Whether the clock is called with the move (rules, section 6.2). Lists of legal moves have only
    /// moves without a call.
    pub call: bool,
}

/// The kinds of moves, in the order of their signs in ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// Two pieces of the zone become one, written `+`.
    Merge,
    /// The piece goes to an empty cell, written `-`.
    Plain,
    /// The piece takes a piece in another zone, written `x`.
    Capture,
}

impl Way {
    /// Its sign in move texts.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Merge => '+',
            Self::Plain => '-',
            Self::Capture => 'x',
        }
    }
}

impl Move {
    /// This move with a call of the clock.
    #[must_use]
    pub const fn calling(self) -> Self {
        Self { call: true, ..self }
    }

    /// Returns `true` if the move takes a piece.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        matches!(self.way, Way::Capture)
    }
}

/// The facts that stay the same while the moves of one turn are generated.
#[derive(Clone, Copy)]
pub(super) struct Turn<S> {
    pub(super) board: Board,
    drones: S,
    queens: S,
    pub(super) occupied: S,
    /// The pieces in the mover's zone.
    pub(super) own: S,
    /// The cells that a piece of each kind may enter once it sees them.
    open: [S; 3],
}

impl<S: Cells> Turn<S> {
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let set = S::from_set;
        let [pawns, drones, queens] = position.kinds;
        let (pawns, drones, queens) = (set(pawns), set(drones), set(queens));
        let occupied = pawns | drones | queens;
        let zone = set(position.board.zones[position.turn.index()]);
        let own = occupied & zone;
        let (pawns, drones, queens) = (pawns & zone, drones & zone, queens & zone);
        // A merge needs a zone without the kind that it makes (R6).
        let none = S::from_set(CellSet::EMPTY);
        let merges = position.options.promotion;
        let (queen_of, drone_of) = (merges && queens.is_empty(), merges && drones.is_empty());
        let onto_drone = if queen_of { drones } else { none };
        let pawn_onto_pawn = if drone_of { pawns } else { none };
        let drone_onto_pawn = if queen_of { pawns } else { none };
        let open = [!own | onto_drone | pawn_onto_pawn, !own | drone_onto_pawn, !own];
        Self { board: position.board, drones, queens, occupied, own, open }
    }

    /// The kind of the mover's piece on `at`.
    #[inline]
    fn kind_on(&self, at: usize) -> Kind {
        // Each kind's bit picks its own number, so that the processor need not guess.
        let (drone, queen) = (usize::from(self.drones.has(at)), usize::from(self.queens.has(at)));
        Kind::ALL[drone + 2 * queen]
    }

    /// The cells that the piece on `from` may go to, disregarding a ban.
    #[inline]
    pub(super) fn targets(&self, kind: Kind, from: usize) -> S {
        self.board.reach(kind, from, self.occupied) & self.open[kind.index()]
    }

    /// The kind of a legal move from the mover's zone to `to`.
    #[inline]
    pub(super) fn way(&self, to: usize) -> Way {
        if self.own.has(to) {
            Way::Merge
        } else if self.occupied.has(to) {
            Way::Capture
        } else {
            Way::Plain
        }
    }
}

/// The two ways to ask for moves: the list, and the question whether a single move is legal.
impl Position {
    /// Calls `each` with the kind, the start and the targets of every piece of the side to move, in
    /// the order of the list; not at all in a finished position.
    #[inline]
    pub(super) fn for_each_mover<S: Cells>(
        &self,
        turn: &Turn<S>,
        mut each: impl FnMut(Kind, usize, S),
    ) {
        if self.is_over() {
            return;
        }
        for from in turn.own {
            let kind = turn.kind_on(from);
            let mut targets = turn.targets(kind, from);
            if let Some(ban) = self.ban
                && ban.from.index() == from
            {
                targets = targets & !S::from_set(CellSet::of(ban.to));
            }
            each(kind, from, targets);
        }
    }

    pub(super) fn list(&self, out: &mut Vec<Move>) {
        if self.is_small() { self.list_as::<Word>(out) } else { self.list_as::<CellSet>(out) }
    }

    fn list_as<S: Cells>(&self, out: &mut Vec<Move>) {
        let (turn, board) = (Turn::<S>::of(self), self.board);
        self.for_each_mover(&turn, |_, from, targets| {
            let from = board.cell(from);
            let mut add = |way, targets: S| {
                for to in targets {
                    out.push(Move { from, way, to: board.cell(to), call: false });
                }
            };
            add(Way::Merge, targets & turn.own);
            add(Way::Plain, targets & !turn.occupied);
            add(Way::Capture, targets & turn.occupied & !turn.own);
        });
    }

    /// Appends the captures of the side to move, in the order of the list.
    pub fn captures(&self, out: &mut Vec<Move>) {
        let (turn, board) = (Turn::<CellSet>::of(self), self.board);
        let enemies = turn.occupied.without(turn.own);
        self.for_each_mover(&turn, |_, from, targets| {
            let from = board.cell(from);
            let capture = |to| Move { from, way: Way::Capture, to: board.cell(to), call: false };
            out.extend((targets & enemies).map(capture));
        });
    }

    /// The number of legal moves.
    #[must_use]
    pub fn n_moves(&self) -> u32 {
        if self.is_small() { self.n_moves_as::<Word>() } else { self.n_moves_as::<CellSet>() }
    }

    #[inline]
    pub(super) fn n_moves_as<S: Cells>(&self) -> u32 {
        let mut n = 0;
        self.for_each_mover(&Turn::<S>::of(self), |_, _, targets| n += targets.size());
        n
    }

    /// Returns `true` if the side to move may call the clock with its move.
    #[must_use]
    pub fn may_call(&self) -> bool {
        self.options.deadlock == Deadlock::Clock && self.clock.is_none() && !self.is_over()
    }

    pub(super) fn allows(&self, mv: &Move) -> bool {
        let form = self.form();
        if !form.contains(mv.from) || !form.contains(mv.to) || self.is_over() {
            return false;
        }
        if self.is_small() { self.allows_as::<Word>(mv) } else { self.allows_as::<CellSet>(mv) }
    }

    fn allows_as<S: Cells>(&self, mv: &Move) -> bool {
        let turn = Turn::<S>::of(self);
        let (from, to) = (mv.from.index(), mv.to.index());
        turn.own.has(from)
            && turn.targets(turn.kind_on(from), from).has(to)
            && turn.way(to) == mv.way
            && self.ban.is_none_or(|ban| (ban.from, ban.to) != (mv.from, mv.to))
            && (!mv.call || self.may_call())
    }
}
