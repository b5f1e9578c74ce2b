//! Moves, and finding them (rules, sections 4 and 5).

use std::ops::ControlFlow;

use super::{
    Kind, Position, Sq, SquareSet,
    attacks::{MAX_JUMPS, Scene, way},
    options::MustCapture,
    tables::{
        AHEAD, AT, CORNERS, DIAGONALS, FORWARD, KING, KNIGHT, Line, STAR, behind, between, look,
    },
};
use crate::games::Seat;

/// A move: start, then the target of a step, or each landing square of a jump, then what a Pawn
/// becomes. Ordered as their texts are.
///
/// All in one number, highest first: start (6 bits), jump or step (1), three squares (7 each, 0
/// for none), promotion (2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

const FROM_SHIFT: u32 = 24;
const JUMP_BIT: u32 = 1 << 23;
const SQUARE_SHIFTS: [u32; MAX_JUMPS] = [16, 9, 2];

impl Move {
    /// A step, also one that takes.
    #[must_use]
    #[inline]
    pub const fn step(from: Sq, to: Sq) -> Self {
        let target = (to.index() as u32 + 1) << SQUARE_SHIFTS[0];
        Self((from.index() as u32) << FROM_SHIFT | target)
    }

    /// A jump by its landing squares, one to three; further ones are left out.
    #[must_use]
    pub fn jump(from: Sq, landings: &[Sq]) -> Self {
        let shifts = SQUARE_SHIFTS.iter().zip(landings);
        let path = shifts.fold(0, |path, (shift, at)| path | (at.index() as u32 + 1) << shift);
        Self((from.index() as u32) << FROM_SHIFT | JUMP_BIT | path)
    }

    /// The same step with this promotion, one of [`Kind::PROMOTIONS`]; another kind is none.
    #[must_use]
    pub fn promoting(self, kind: Kind) -> Self {
        let place = Kind::PROMOTIONS.iter().position(|other| *other == kind);
        Self(self.0 & !3 | place.map_or(0, |place| place as u32 + 1))
    }

    /// Where it starts.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Sq {
        Sq::at((self.0 >> FROM_SHIFT) as u8)
    }

    #[inline]
    const fn square(self, n: usize) -> Option<Sq> {
        match self.0 >> SQUARE_SHIFTS[n] & 127 {
            0 => None,
            index => Some(Sq::at(index as u8 - 1)),
        }
    }

    /// The target of a step, or the landing squares of a jump, in order.
    #[inline]
    pub fn path(self) -> impl DoubleEndedIterator<Item = Sq> + Clone {
        (0..MAX_JUMPS).filter_map(move |n| self.square(n))
    }

    /// Where it ends.
    #[must_use]
    #[inline]
    pub fn to(self) -> Sq {
        self.path().next_back().unwrap_or(self.from())
    }

    /// Whether it is a jump of a Checker or Dama.
    #[must_use]
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.0 & JUMP_BIT != 0
    }

    /// What a Pawn becomes.
    #[must_use]
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 & 3 {
            0 => None,
            place => Some(Kind::PROMOTIONS[place as usize - 1]),
        }
    }

    /// The hops of a jump, from and to; a step is one hop.
    pub fn hops(self) -> impl Iterator<Item = (Sq, Sq)> {
        std::iter::once(self.from()).chain(self.path()).zip(self.path())
    }

    /// The men that a jump takes: each stands on the square before a landing; none for a step.
    pub fn jumped(self) -> impl Iterator<Item = Sq> {
        let before = |(from, to): (Sq, Sq)| {
            let (files, ranks) = way(from, to);
            to.offset(-files, -ranks)
        };
        self.hops().filter(move |_| self.is_jump()).filter_map(before)
    }

    /// Whether `longer` goes on where this jump ends.
    pub(super) fn begins(self, longer: Self) -> bool {
        let n = self.path().count();
        self.is_jump()
            && longer.is_jump()
            && self.from() == longer.from()
            && longer.path().count() > n
            && longer.path().zip(self.path()).all(|(a, b)| a == b)
    }
}

/// Legal moves of one man, as they are found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// Steps of a man of this kind from a square to each of these; a Pawn's promotions are counted
    /// once.
    Steps(Kind, Sq, SquareSet),
    /// A Pawn takes in passing.
    Passing(Sq, Sq),
    /// A jump.
    Jump(Move),
}

/// What stays the same while the moves of one turn are looked for.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    position: &'a Position,
    us: usize,
    ours: SquareSet,
    theirs: SquareSet,
    men: SquareSet,
    king: Sq,
    /// Where a man may not step: friends and the enemy King.
    closed: SquareSet,
    checked: bool,
    /// A move that starts, ends and takes outside of these squares does not expose the King.
    tender: SquareSet,
}

impl<'a> Turn<'a> {
    #[inline]
    pub(super) fn of(position: &'a Position) -> Self {
        let (us, them) = (position.turn, position.turn.other());
        let (ours, theirs) = (position.men_of(us), position.men_of(them));
        let king = position.king(us);
        let checked = position.scene(them).attacked(king);
        // The turns of a Dama bring any square into play (rules, section 15).
        let wild = position.options.turning && !position.pieces(them, Kind::Dama).is_empty();
        let tender = if checked || wild { !SquareSet::EMPTY } else { STAR[king.index()] };
        Self {
            position,
            us: us.index(),
            ours,
            theirs,
            men: ours | theirs,
            king,
            closed: ours | position.pieces(them, Kind::King),
            checked,
            tender,
        }
    }

    /// The squares that a man on `from` may step to, its own King left out of account; for a
    /// Checker or Dama without jumps, for a Pawn without taking in passing.
    #[inline]
    pub(super) fn steps(&self, kind: Kind, from: Sq) -> SquareSet {
        let at = from.index();
        let open = !self.closed;
        match kind {
            Kind::Pawn => self.pawn_steps(from),
            Kind::Checker => {
                let forward = AHEAD[self.us][at].without(self.men);
                let takes = CORNERS[at] & self.theirs & open;
                if self.position.options.displace { forward | takes } else { forward }
            }
            Kind::Liner => self.liner_steps(from) & open,
            Kind::Silver => (CORNERS[at] | FORWARD[self.us][at]) & open,
            Kind::Knight => KNIGHT[at] & open,
            Kind::Dama => (0..DIAGONALS.len())
                .fold(SquareSet::EMPTY, |all, way| all | look(from, way, self.men).open),
            Kind::King => KING[at] & open,
        }
    }

    #[inline]
    fn pawn_steps(&self, from: Sq) -> SquareSet {
        let forward = FORWARD[self.us][from.index()].without(self.men);
        // A first step on the third rank may go on.
        let (third, on): (_, fn(SquareSet) -> SquareSet) = match self.us {
            0 => (SquareSet::rank(2), SquareSet::up),
            _ => (SquareSet::rank(5), SquareSet::down),
        };
        let double = on(forward & third).without(self.men);
        let takes = AHEAD[self.us][from.index()] & self.theirs.without(self.closed);
        forward | double | takes
    }

    #[inline]
    fn liner_steps(&self, from: Sq) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        for line in Line::ALL {
            let count = (self.men & line.of(from)).size() as usize;
            targets |= AT[from.index()][line as usize][count];
        }
        if self.position.options.friends_only {
            targets = targets.filter(|to| !between(from, *to).meets(self.theirs)).collect();
        }
        targets
    }

    /// The enemy men that a jump may take.
    #[inline]
    fn prey(&self) -> SquareSet {
        self.theirs.without(self.closed)
    }

    /// Whether the own King is safe after a man steps from one square to another.
    #[inline]
    fn keeps_safe(&self, kind: Kind, from: Sq, to: Sq) -> bool {
        let king = if kind == Kind::King { to } else { self.king };
        self.is_safe(king, from, to, SquareSet::of(to))
    }

    /// Whether the King on `king` is safe when a man has gone from one square to another and these
    /// enemies have been taken.
    #[inline]
    fn is_safe(&self, king: Sq, from: Sq, to: Sq, taken: SquareSet) -> bool {
        let men = self.men.without(SquareSet::of(from) | taken) | SquareSet::of(to);
        let foes = self.theirs.without(taken);
        let by = self.position.turn.other();
        let scene = Scene { position: self.position, by, men, foes };
        if self.checked || king != self.king {
            !scene.attacked(king)
        } else {
            // Nobody who needs no line attacks the King, and no such man has come.
            !scene.attacked_on_lines(king)
        }
    }

    /// Those of these steps that leave the own King safe.
    #[inline]
    pub(super) fn safe(&self, kind: Kind, from: Sq, targets: SquareSet) -> SquareSet {
        let mut doubtful = targets;
        if kind != Kind::King && !self.tender.contains(from) {
            doubtful = targets & self.tender;
        }
        let exposed = doubtful.filter(|to| !self.keeps_safe(kind, from, *to));
        targets.without(exposed.collect())
    }

    /// Whether a jump leaves the own King safe.
    pub(super) fn is_safe_jump(&self, mv: Move) -> bool {
        let taken: SquareSet = mv.jumped().collect();
        let touched = taken | SquareSet::of(mv.from()) | SquareSet::of(mv.to());
        !touched.meets(self.tender) || self.is_safe(self.king, mv.from(), mv.to(), taken)
    }

    /// The enemy Pawn that one may take in passing, its King left out of account.
    #[inline]
    pub(super) fn passed_pawn(&self) -> Option<Sq> {
        let back = if self.us == 0 { -1 } else { 1 };
        self.position.en_passant.and_then(|passed| passed.offset(0, back))
    }

    /// Whether taking in passing leaves the own King safe.
    pub(super) fn is_safe_passing(&self, from: Sq, to: Sq) -> bool {
        self.passed_pawn()
            .is_some_and(|victim| self.is_safe(self.king, from, to, SquareSet::of(victim)))
    }

    /// The Pawns that may take in passing, their King left out of account.
    #[inline]
    pub(super) fn passing_pawns(&self) -> SquareSet {
        let pawns = self.position.kinds[Kind::Pawn.index()] & self.ours;
        match self.position.en_passant {
            Some(passed) => pawns & AHEAD[1 - self.us][passed.index()],
            None => SquareSet::EMPTY,
        }
    }

    /// Calls `each` with all legal moves, compulsory captures left out of account, until it
    /// breaks.
    #[inline]
    pub(super) fn visit(&self, each: &mut impl FnMut(Found) -> ControlFlow<()>) -> ControlFlow<()> {
        for kind in Kind::ALL {
            for from in self.position.kinds[kind.index()] & self.ours {
                let targets = self.safe(kind, from, self.steps(kind, from));
                if !targets.is_empty() {
                    each(Found::Steps(kind, from, targets))?;
                }
                match kind {
                    Kind::Checker if !self.position.options.displace => {
                        self.checker_jumps(from, each)?;
                    }
                    Kind::Dama => self.dama_jumps(from, each)?,
                    _ => {}
                }
            }
        }
        if let Some(passed) = self.position.en_passant {
            for from in self.passing_pawns().filter(|from| self.is_safe_passing(*from, passed)) {
                each(Found::Passing(from, passed))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The legal jumps of the Checker on `from`.
    #[inline]
    fn checker_jumps(
        &self,
        from: Sq,
        each: &mut impl FnMut(Found) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for victim in CORNERS[from.index()] & self.prey() {
            let (files, ranks) = way(from, victim);
            let landing = victim.offset(files, ranks).filter(|at| !self.men.contains(*at));
            if let Some(mv) = landing.map(|landing| Move::jump(from, &[landing]))
                && self.is_safe_jump(mv)
            {
                each(Found::Jump(mv))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The legal chains of the Dama on `from`.
    #[inline]
    fn dama_jumps(
        &self,
        from: Sq,
        each: &mut impl FnMut(Found) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut chain = Chain::new(from);
        for way in 0..DIAGONALS.len() {
            self.lengthen(&mut chain, way, &mut |mv| {
                if self.is_safe_jump(mv) {
                    each(Found::Jump(mv))
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// One jump more in this direction, and all that can follow it.
    fn lengthen(
        &self,
        chain: &mut Chain,
        way: usize,
        each: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let men = self.men.without(SquareSet::of(chain.from));
        let Some(landing) = self.landing(chain.here(), way, men, chain.taken) else {
            return ControlFlow::Continue(());
        };
        let before = chain.taken;
        chain.push(landing.at, landing.victim);
        each(Move::jump(chain.from, &chain.landings[..chain.len]))?;
        if chain.len < MAX_JUMPS {
            let turning = self.position.options.turning;
            for next in (0..DIAGONALS.len()).filter(|next| turning || *next == way) {
                self.lengthen(chain, next, each)?;
            }
        }
        chain.len -= 1;
        chain.taken = before;
        ControlFlow::Continue(())
    }

    /// The jump of a Dama from `here` in one direction. `men` are all but the Dama itself, the
    /// `taken` ones among them.
    pub(super) fn landing(
        &self,
        here: Sq,
        way: usize,
        men: SquareSet,
        taken: SquareSet,
    ) -> Option<Landing> {
        let victim = look(here, way, men).first?;
        let at = behind(victim, way)?;
        let takes = self.prey().without(taken).contains(victim) && !men.contains(at);
        takes.then_some(Landing { at, victim })
    }

    /// The moves of the own man on a square, its King and compulsory captures left out of account.
    pub(super) fn moves_from(&self, from: Sq) -> Vec<Move> {
        let Some(kind) = self.own_kind(from) else { return Vec::new() };
        let passing = self.position.en_passant.filter(|_| self.passing_pawns().contains(from));
        let targets = self.steps(kind, from) | passing.map_or(SquareSet::EMPTY, SquareSet::of);
        let last = LAST_RANKS[self.us];
        let mut moves = Vec::new();
        for step in targets.map(|to| Move::step(from, to)) {
            if kind == Kind::Pawn && last.contains(step.to()) {
                moves.extend(Kind::PROMOTIONS.map(|kind| step.promoting(kind)));
            } else {
                moves.push(step);
            }
        }
        moves.extend(self.jumps(kind, from));
        moves
    }

    /// The jumps of a man on `from`, its own King and compulsory captures left out of account.
    pub(super) fn jumps(&self, kind: Kind, from: Sq) -> Vec<Move> {
        let mut moves = Vec::new();
        let men = self.men.without(SquareSet::of(from));
        let mut chain = Chain::new(from);
        for way in 0..DIAGONALS.len() {
            match kind {
                Kind::Checker if !self.position.options.displace => {
                    let landing = self.landing(from, way, men, SquareSet::EMPTY);
                    let near = landing.filter(|landing| from.distance(landing.victim) == 1);
                    moves.extend(near.map(|landing| Move::jump(from, &[landing.at])));
                }
                Kind::Dama => {
                    let _ = self.lengthen(&mut chain, way, &mut |mv| {
                        moves.push(mv);
                        ControlFlow::Continue(())
                    });
                }
                _ => {}
            }
        }
        moves
    }

    /// The kind of the own man on a square.
    pub(super) fn own_kind(&self, at: Sq) -> Option<Kind> {
        if self.ours.contains(at) { self.position.kind_at(at) } else { None }
    }
}

/// Where a jump ends, and what it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub at: Sq,
    pub victim: Sq,
}

/// A chain of jumps under way.
struct Chain {
    from: Sq,
    landings: [Sq; MAX_JUMPS],
    len: usize,
    taken: SquareSet,
}

impl Chain {
    fn new(from: Sq) -> Self {
        Self { from, landings: [from; MAX_JUMPS], len: 0, taken: SquareSet::EMPTY }
    }

    /// Where the Dama is now.
    fn here(&self) -> Sq {
        self.landings[..self.len].last().copied().unwrap_or(self.from)
    }

    fn push(&mut self, landing: Sq, victim: Sq) {
        self.landings[self.len] = landing;
        self.len += 1;
        self.taken |= SquareSet::of(victim);
    }
}

/// The rank on which Pawns and Checkers of each side become something else.
pub(super) const LAST_RANKS: [SquareSet; 2] = [SquareSet::rank(7), SquareSet::rank(0)];

/// Lists, counts and single questions.
impl Position {
    /// Appends the legal moves in any order. Faster than the sorted list.
    pub fn moves_unsorted(&self, out: &mut Vec<Move>) {
        if !self.is_connected_any() {
            self.list_unconnected(out);
        }
    }

    /// Appends the legal moves of a position in which nobody is connected.
    pub(super) fn list_unconnected(&self, out: &mut Vec<Move>) {
        let start = out.len();
        let turn = Turn::of(self);
        let last = LAST_RANKS[self.turn.index()];
        let _ = turn.visit(&mut |found| {
            match found {
                Found::Steps(Kind::Pawn, from, targets) => {
                    for to in targets & last {
                        let step = Move::step(from, to);
                        out.extend(Kind::PROMOTIONS.map(|kind| step.promoting(kind)));
                    }
                    out.extend(targets.without(last).map(|to| Move::step(from, to)));
                }
                Found::Steps(_, from, targets) => {
                    out.extend(targets.map(|to| Move::step(from, to)));
                }
                Found::Passing(from, to) => out.push(Move::step(from, to)),
                Found::Jump(mv) => out.push(mv),
            }
            ControlFlow::Continue(())
        });
        if self.options.must_capture != MustCapture::Off {
            self.compel(out, start);
        }
    }

    /// Leaves out what compulsory captures forbid, from place `start` on (rules, section 5).
    fn compel(&self, moves: &mut Vec<Move>, start: usize) {
        let bound = self.kinds[Kind::Checker.index()] | self.kinds[Kind::Dama.index()];
        let is_bound = |mv: &Move| bound.contains(mv.from());
        let captures: Vec<Move> = moves[start..]
            .iter()
            .copied()
            .filter(|mv| is_bound(mv) && self.is_capture(*mv))
            .collect();
        let army = self.options.must_capture == MustCapture::Army;
        let forbids = |mv: Move| {
            if self.is_capture(mv) {
                captures.iter().any(|longer| mv.begins(*longer))
            } else {
                captures.iter().any(|capture| army || capture.from() == mv.from())
            }
        };
        let mut place = 0;
        moves.retain(|mv| {
            place += 1;
            place <= start || !is_bound(mv) || !forbids(*mv)
        });
    }

    /// The same position with this side to move.
    pub(super) fn seen_by(&self, seat: Seat) -> Self {
        if self.turn == seat { *self } else { self.passed() }
    }

    /// The squares beside a side's King that it could step to if no enemy covered them.
    pub(super) fn covered(&self, seat: Seat) -> SquareSet {
        let (position, king) = (self.seen_by(seat), self.king(seat));
        let turn = Turn::of(&position);
        let steps = turn.steps(Kind::King, king);
        steps.without(turn.safe(Kind::King, king, steps))
    }

    /// Whether a legal move takes anything.
    #[must_use]
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.is_jump() || self.men().contains(mv.to()) || self.is_passing(mv)
    }

    /// Whether a legal move takes in passing.
    #[must_use]
    #[inline]
    pub fn is_passing(&self, mv: Move) -> bool {
        self.en_passant == Some(mv.to())
            && self.kinds[Kind::Pawn.index()].contains(mv.from())
            && mv.from().file() != mv.to().file()
    }

    /// The men that a legal move takes.
    #[must_use]
    pub fn victims(&self, mv: Move) -> SquareSet {
        if mv.is_jump() {
            mv.jumped().collect()
        } else if self.is_passing(mv) {
            Turn::of(self).passed_pawn().into_iter().collect()
        } else {
            SquareSet::of(mv.to()) & self.men_of(self.turn.other())
        }
    }

    /// Number of legal moves of a position in which nobody is connected.
    #[inline]
    pub(super) fn count_unconnected(&self) -> u32 {
        if self.options.must_capture != MustCapture::Off {
            let mut moves = Vec::new();
            self.list_unconnected(&mut moves);
            return moves.len() as u32;
        }
        let last = LAST_RANKS[self.turn.index()];
        let mut n = 0;
        let _ = Turn::of(self).visit(&mut |found| {
            n += match found {
                Found::Steps(Kind::Pawn, _, targets) => {
                    targets.size() + 2 * (targets & last).size()
                }
                Found::Steps(_, _, targets) => targets.size(),
                Found::Passing(..) | Found::Jump(_) => 1,
            };
            ControlFlow::Continue(())
        });
        n
    }

    /// Whether the side to move has a legal move, connections left out of account.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        Turn::of(self).visit(&mut |_| ControlFlow::Break(())).is_break()
    }

    pub(super) fn allows(&self, mv: Move) -> bool {
        if self.is_connected_any() {
            return false;
        }
        if self.options.must_capture != MustCapture::Off {
            let mut moves = Vec::new();
            self.list_unconnected(&mut moves);
            return moves.contains(&mv);
        }
        let turn = Turn::of(self);
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = turn.own_kind(from) else { return false };
        let promotes = kind == Kind::Pawn && LAST_RANKS[self.turn.index()].contains(to);
        if mv.is_jump() {
            return self.is_jump_here(&turn, kind, mv) && turn.is_safe_jump(mv);
        }
        if mv.promotion().is_some() != promotes {
            return false;
        }
        let is_passing = self.en_passant == Some(to) && turn.passing_pawns().contains(from);
        is_passing && turn.is_safe_passing(from, to)
            || turn.steps(kind, from).contains(to)
                && !turn.safe(kind, from, SquareSet::of(to)).is_empty()
    }

    /// Whether a jump is one of this man, the own King left out of account.
    pub(super) fn is_jump_here(&self, turn: &Turn<'_>, kind: Kind, mv: Move) -> bool {
        let most = match kind {
            Kind::Checker if !self.options.displace => 1,
            Kind::Dama => MAX_JUMPS,
            _ => return false,
        };
        let men = self.men().without(SquareSet::of(mv.from()));
        let (mut taken, mut first, mut n) = (SquareSet::EMPTY, None, 0);
        for (here, to) in mv.hops() {
            let step = way(here, to);
            let Some(way) = DIAGONALS.iter().position(|other| *other == step) else { return false };
            let turns = *first.get_or_insert(way) != way;
            match turn.landing(here, way, men, taken) {
                Some(landing) if landing.at == to => taken |= SquareSet::of(landing.victim),
                _ => return false,
            }
            let flies = kind == Kind::Checker && here.distance(to) != 2;
            n += 1;
            if turns && !self.options.turning || flies || n > most {
                return false;
            }
        }
        true
    }
}
