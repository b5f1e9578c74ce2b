//! Moves, and finding them (rules, section 5).

use super::{Board, Cell, CellSet, Kind, Position, geometry::Line};

/// A move in the order from, kind of move, to: what a list is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// What the target holds.
    pub way: Way,
    /// Where it goes.
    pub to: Cell,
    /// Whether the clock is called with it (rules, section 6.2). Lists of legal moves never have
    /// this.
    pub call: bool,
}

/// The kinds of moves, in the order of their signs in ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// `+`: two pieces of the zone become one.
    Merge,
    /// `-`: to an empty cell.
    Plain,
    /// `x`: onto a piece in another zone.
    Capture,
}

impl Way {
    /// The sign in move texts.
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

    /// Whether it captures.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        matches!(self.way, Way::Capture)
    }
}

impl Board {
    /// The cells that a piece of this kind sees from `from`: those it could enter if what stands
    /// there let it.
    #[inline]
    pub(super) fn reach(self, kind: Kind, from: usize, occupied: CellSet) -> CellSet {
        match kind {
            Kind::Pawn => self.near_diagonal[from],
            Kind::Drone => {
                // A piece on the second cell hides only what no Drone sees.
                let nearest = self.near_straight[from] & occupied;
                nearest.fold(self.drone[from], |seen, by| {
                    seen.without(self.hidden(Line::Straight, from, by))
                })
            }
            Kind::Queen => {
                let [straight, diagonal] = Line::ALL.map(|line| {
                    self.visible(line, from, self.lines[line as usize][from], occupied)
                });
                straight | diagonal
            }
        }
    }
}

/// What stays the same while the moves of one turn are looked for.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) board: Board,
    pub(super) occupied: CellSet,
    /// The pieces in the mover's zone.
    pub(super) own: CellSet,
    /// The cells that a piece of each kind may enter once it sees them.
    open: [CellSet; 3],
}

impl Turn {
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let [pawns, drones, queens] = position.kinds;
        let occupied = pawns | drones | queens;
        let zone = position.board.zones[position.turn.index()];
        let own = occupied & zone;
        // A merge needs a zone without the kind that it makes (R6).
        let none = CellSet::EMPTY;
        let (pawns, drones, queens) = (pawns & zone, drones & zone, queens & zone);
        let merges = position.options.promotion;
        let may_make_queen = merges && queens.is_empty();
        let may_make_drone = merges && drones.is_empty();
        let (for_queen, for_drone) =
            (if may_make_queen { drones } else { none }, if may_make_drone { pawns } else { none });
        let with_drone = if may_make_queen { pawns } else { none };
        let open = [!own | for_queen | for_drone, !own | with_drone, !own];
        Self { board: position.board, occupied, own, open }
    }

    /// The cells that the piece on `from` may go to, a ban left out of account.
    #[inline]
    pub(super) fn targets(&self, kind: Kind, from: usize) -> CellSet {
        self.board.reach(kind, from, self.occupied) & self.open[kind.index()]
    }

    /// What a legal move from the mover's zone to `to` is.
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

/// Both ways to ask for moves: the list and the single question.
impl Position {
    /// Calls `each` with kind, start and targets of every piece that can move, in the order of
    /// the list; with nothing in a finished position.
    #[inline]
    pub(super) fn for_each_mover(&self, turn: &Turn, mut each: impl FnMut(Kind, usize, CellSet)) {
        if self.is_over() {
            return;
        }
        for from in turn.own {
            let kind = self.kind_on(from);
            let mut targets = turn.targets(kind, from);
            if let Some(ban) = self.ban
                && ban.from.index() == from
            {
                targets = targets.without(CellSet::of(ban.to));
            }
            each(kind, from, targets);
        }
    }

    pub(super) fn list(&self, out: &mut Vec<Move>) {
        let turn = Turn::of(self);
        let board = self.board;
        self.for_each_mover(&turn, |_, from, targets| {
            let from = board.cell(from);
            let mut add = |way, targets: CellSet| {
                out.extend(targets.map(|to| Move { from, way, to: board.cell(to), call: false }));
            };
            add(Way::Merge, targets & turn.own);
            add(Way::Plain, targets.without(turn.occupied));
            add(Way::Capture, (targets & turn.occupied).without(turn.own));
        });
    }

    /// Appends the captures of the side to move, in the order of the list.
    pub fn captures(&self, out: &mut Vec<Move>) {
        let turn = Turn::of(self);
        let enemies = turn.occupied.without(turn.own);
        let board = self.board;
        self.for_each_mover(&turn, |_, from, targets| {
            let from = board.cell(from);
            let capture = |to| Move { from, way: Way::Capture, to: board.cell(to), call: false };
            out.extend((targets & enemies).map(capture));
        });
    }

    /// Number of legal moves.
    #[must_use]
    #[inline]
    pub fn n_moves(&self) -> u32 {
        let mut n = 0;
        self.for_each_mover(&Turn::of(self), |_, _, targets| n += targets.count());
        n
    }

    /// Whether the side to move may call the clock with its move.
    #[must_use]
    pub fn may_call(&self) -> bool {
        self.options.deadlock == super::Deadlock::Clock && self.clock.is_none() && !self.is_over()
    }

    pub(super) fn allows(&self, mv: &Move) -> bool {
        let form = self.board.form;
        if !form.contains(mv.from) || !form.contains(mv.to) || self.is_over() {
            return false;
        }
        let turn = Turn::of(self);
        let (from, to) = (mv.from.index(), mv.to.index());
        turn.own.has(from)
            && turn.targets(self.kind_on(from), from).has(to)
            && turn.way(to) == mv.way
            && self.ban.is_none_or(|ban| (ban.from, ban.to) != (mv.from, mv.to))
            && (!mv.call || self.may_call())
    }
}
