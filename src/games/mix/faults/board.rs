//! Which reason holds where a text is no legal move, and which legal moves are near to it.

use super::{Attacker, Exposure, Fault, Tally};
use crate::games::mix::{
    Kind, Line, Move, MustCapture, Position, Sq, SquareSet,
    moves::{LAST_RANKS, Turn},
    read::Wanted,
};

/// The most legal moves that a refusal shows.
const NEAR_MAX: usize = 4;

/// A position that a text is about.
pub(in crate::games::mix) struct Board<'a> {
    pub(super) position: &'a Position,
    pub(super) turn: Turn<'a>,
    /// The legal moves, sorted.
    legal: &'a [Move],
}

/// Why not, and what is near to it.
type Refused = (Fault, Vec<Move>);

impl<'a> Board<'a> {
    pub(in crate::games::mix) fn new(position: &'a Position, legal: &'a [Move]) -> Self {
        Self { position, turn: Turn::of(position), legal }
    }

    /// The legal moves that agree with everything that is given, sorted. Where no man is named,
    /// Pawns go first.
    pub(in crate::games::mix) fn candidates(&self, wanted: &Wanted) -> Vec<Move> {
        let mut found = self.matching(|mv| self.agrees(wanted, mv));
        let is_pawn = |mv: &Move| self.kind_on(mv.from()) == Kind::Pawn;
        if wanted.named.is_none() && wanted.from().is_none() && found.iter().any(is_pawn) {
            found.retain(is_pawn);
        }
        found
    }

    fn agrees(&self, wanted: &Wanted, mv: &Move) -> bool {
        self.goes(wanted, mv)
            && wanted.promotion.is_none_or(|letter| Some(letter) == self.becomes(*mv))
    }

    /// Whether man, start and path are those that are given.
    fn goes(&self, wanted: &Wanted, mv: &Move) -> bool {
        let path = match wanted.path.as_slice() {
            [to] => mv.to() == *to,
            path => mv.path().eq(path.iter().copied()),
        };
        path && self.starts(wanted, mv.from())
    }

    /// Whether the own man on a square is of the kind, file and rank that are given.
    fn starts(&self, wanted: &Wanted, from: Sq) -> bool {
        wanted.named.is_none_or(|kind| kind == self.kind_on(from))
            && wanted.file.is_none_or(|file| file == from.file())
            && wanted.rank.is_none_or(|rank| rank == from.rank())
    }

    /// The letter of what a man becomes by a move.
    fn becomes(&self, mv: Move) -> Option<char> {
        let arrives = LAST_RANKS[self.position.turn.index()].contains(mv.to());
        let is_dama = arrives && self.kind_on(mv.from()) == Kind::Checker;
        mv.promotion().or(Some(Kind::Dama).filter(|_| is_dama)).map(Kind::letter)
    }

    pub(super) fn kind_on(&self, at: Sq) -> Kind {
        self.position.kind_on(at)
    }

    pub(super) fn own(&self) -> SquareSet {
        self.position.men_of(self.position.turn)
    }

    fn matching(&self, fits: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().copied().filter(fits).collect()
    }

    /// The legal moves of the King, which is what castling is about.
    pub(in crate::games::mix) fn king_moves(&self) -> Vec<Move> {
        let mut moves = self.matching(|mv| self.kind_on(mv.from()) == Kind::King);
        moves.truncate(NEAR_MAX);
        moves
    }

    /// Why a text is no legal move, with what is near to it.
    pub(in crate::games::mix) fn refusal(&self, wanted: &Wanted) -> Refused {
        let (fault, near) = match wanted.from() {
            Some(from) => self.of_man(wanted, from),
            None => self.of_any(wanted),
        };
        // Whoever names a man to be taken wants the jump that takes it (section 9, point 6).
        let takes = |mv: &Move| mv.jumped().any(|at| at == wanted.to());
        let jumps = self.matching(|mv| takes(mv) && self.starts(wanted, mv.from()));
        (fault, few([jumps, near].concat()))
    }

    /// Why the man on a square does not do what is typed.
    fn of_man(&self, wanted: &Wanted, from: Sq) -> Refused {
        let Some(kind) = self.position.kind_at(from) else {
            return self.with_near(Fault::NoMan(from), wanted);
        };
        if !self.own().contains(from) {
            return self.with_near(Fault::Opponents(from, kind), wanted);
        }
        if let Some(named) = wanted.named.filter(|named| *named != kind) {
            return self.with_near(Fault::WrongKind { at: from, kind, named }, wanted);
        }
        self.by_moves(wanted).unwrap_or_else(|| self.with_near(self.reach(wanted, from), wanted))
    }

    /// Why no man does what is typed, where the start is not given.
    fn of_any(&self, wanted: &Wanted) -> Refused {
        if let Some(refused) = self.by_moves(wanted) {
            return refused;
        }
        let to = wanted.to();
        let only_square = wanted.named.is_none() && wanted.file.is_none();
        if only_square && self.own().contains(to) {
            let its_moves = self.matching(|mv| mv.from() == to);
            return (Fault::OwnManThere(to, self.kind_on(to)), few(its_moves));
        }
        let mut men = self.own().filter(|at| self.starts(wanted, *at));
        let reaches = Fault::NothingReaches { to, named: wanted.named, file: wanted.file };
        let fault = match (wanted.named, men.next(), men.next()) {
            (Some(kind), None, _) => {
                Fault::NoSuchMan { kind, file: wanted.file, rank: wanted.rank }
            }
            // One man is as good as its square, so it gets its own reason.
            (_, Some(only), None) => self.reach(wanted, only),
            // A file and a square are how a Pawn takes.
            (None, Some(_), Some(_)) if wanted.file.is_some() => {
                let pawns = self.position.pieces(self.position.turn, Kind::Pawn);
                let mut pawns = pawns.filter(|at| self.starts(wanted, *at));
                match (pawns.next(), pawns.next()) {
                    (Some(only), None) => self.reach(wanted, only),
                    _ => reaches,
                }
            }
            _ => reaches,
        };
        self.with_near(fault, wanted)
    }

    /// The reasons of moves that are those typed but for promotion, the own King, compulsory
    /// captures, or the name of a jump; `None` if there is no such move.
    fn by_moves(&self, wanted: &Wanted) -> Option<Refused> {
        let all = self.own().flat_map(|from| self.turn.moves_from(from));
        let mut alike: Vec<Move> = all.filter(|mv| self.goes(wanted, mv)).collect();
        let legal = few(self.matching(|mv| self.goes(wanted, mv)));
        if let Some((letter, mv)) = wanted.promotion.zip(alike.first())
            && alike.iter().all(|mv| self.becomes(*mv) != Some(letter))
        {
            let arrives = LAST_RANKS[self.position.turn.index()].contains(mv.to());
            let kind = self.kind_on(mv.from());
            return Some((Fault::Promotion { kind, arrives, letter }, legal));
        }
        alike.retain(|mv| self.agrees(wanted, mv));
        // A move that is forbidden only by compulsion is nearer than one that exposes the King.
        let exposed = |mv: &Move| self.exposure(*mv);
        if let Some(mv) = alike.iter().find(|mv| exposed(mv).is_none()) {
            return Some(self.compelled(*mv));
        }
        if let Some(exposure) = alike.first().and_then(exposed) {
            return Some(self.with_near(Fault::Exposes(exposure), wanted));
        }
        self.named_by_victim(wanted)
    }

    /// A jump that takes the man on the square that is typed as the target.
    fn named_by_victim(&self, wanted: &Wanted) -> Option<Refused> {
        let to = wanted.to();
        let takes = |mv: &Move| self.starts(wanted, mv.from()) && mv.jumped().any(|at| at == to);
        let mut jumps = self.matching(takes);
        // Those that take it last end there.
        jumps.sort_by_key(|mv| mv.jumped().last() != Some(to));
        let first = *jumps.first()?;
        let (hop, _) = first.hops().zip(first.jumped()).find(|(_, victim)| *victim == to)?;
        let (kind, from) = (self.kind_on(first.from()), first.from());
        let fault = Fault::TakenByJump { kind, from, victim: to, landing: hop.1 };
        Some((fault, few(jumps)))
    }

    /// Why a move that leaves the King safe is not legal: captures are compulsory.
    fn compelled(&self, mv: Move) -> Refused {
        let position = self.position;
        let longer = self.matching(|longer| mv.begins(*longer));
        if let Some(next) = longer.first().and_then(|longer| longer.path().nth(mv.path().count())) {
            return (Fault::Unfinished(next), few(longer));
        }
        let army = position.options.must_capture == MustCapture::Army;
        let bound = position.of_kind(Kind::Checker) | position.of_kind(Kind::Dama);
        let mut captures = self.matching(|capture| {
            bound.contains(capture.from())
                && position.is_capture(*capture)
                && (army || capture.from() == mv.from())
        });
        let by: SquareSet = captures.iter().map(|capture| capture.from()).collect();
        captures.sort_by_key(|capture| capture.from() != mv.from());
        let (kind, from) = (self.kind_on(mv.from()), mv.from());
        (Fault::MustTake { kind, from, by: by.collect() }, few(captures))
    }

    /// How a move leaves the own King attacked; `None` if it does not.
    fn exposure(&self, mv: Move) -> Option<Exposure> {
        let (position, seat) = (self.position, self.position.turn);
        let next = position.after(mv);
        let (by, before) = (next.checkers_of(seat), position.checkers_of(seat));
        let king = next.king(seat);
        let attacker = |at: Sq| {
            let kind = next.kind_on(at);
            let line = Line::through(at, king).filter(|_| kind == Kind::Liner);
            let line = line.map(|line| Tally {
                line,
                count: next.count_on(line, king),
                before: position.count_on(line, king),
            });
            Attacker { at, kind, line }
        };
        let is_king = mv.from() == position.king(seat);
        let exposure =
            Exposure { is_king, king, by: by.map(attacker).collect(), stays: by.meets(before) };
        (!by.is_empty()).then_some(exposure)
    }

    fn with_near(&self, fault: Fault, wanted: &Wanted) -> Refused {
        (fault, self.near(wanted))
    }

    /// The legal moves nearest to what was typed, best first: those of the same man, then those of
    /// its kind to the same square, then all to it; and where there is none, the nearest of what
    /// the text describes, of its kind, at all.
    fn near(&self, wanted: &Wanted) -> Vec<Move> {
        let (to, start) = (wanted.to(), wanted.from());
        let own = start.filter(|from| self.own().contains(*from));
        let kind = wanted.named.or(own.map(|at| self.kind_on(at)));
        let is_kind = |mv: &Move| kind == Some(self.kind_on(mv.from()));
        let mut near = self.closest(wanted, &|mv| Some(mv.from()) == start);
        near.extend(self.matching(|mv| is_kind(mv) && mv.to() == to));
        if near.is_empty() || start.is_none() {
            near.extend(self.matching(|mv| mv.to() == to && !is_kind(mv)));
        }
        let described = |mv: &Move| self.starts(wanted, mv.from());
        let wider: [&dyn Fn(&Move) -> bool; 3] = [&described, &is_kind, &|_| true];
        for fits in wider {
            if near.is_empty() {
                near = self.closest(wanted, fits);
            }
        }
        // Out of check there are few ways, and each is of use.
        if self.position.is_check() {
            near.extend(self.legal);
        }
        few(near)
    }

    /// Of some legal moves those with the fewest steps between their squares and those typed.
    fn closest(&self, wanted: &Wanted, fits: &dyn Fn(&Move) -> bool) -> Vec<Move> {
        let steps = |a: Sq, b: Sq| a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
        let far = |mv: &Move| {
            wanted.from().map_or(0, |from| steps(from, mv.from())) + steps(wanted.to(), mv.to())
        };
        let mut moves = self.matching(fits);
        let least = moves.iter().map(far).min();
        moves.retain(|mv| Some(far(mv)) == least);
        moves
    }
}

/// The first few of these, each once.
fn few(moves: Vec<Move>) -> Vec<Move> {
    let mut few = Vec::new();
    for mv in moves {
        if few.len() < NEAR_MAX && !few.contains(&mv) {
            few.push(mv);
        }
    }
    few
}
