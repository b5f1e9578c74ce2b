//! Finding the reason why a typed text is no legal move of a position.

use super::{Attacker, Exposure, Fault, LineCount};
use crate::{
    mix::{
        kinds::Kind,
        movegen::{LAST_RANKS, MoveGenerator},
        moves::Move,
        options::MustCapture,
        position::Position,
        squares::{Sq, SquareSet},
        tables::Line,
        typed::TypedMove,
    },
    typed_text::NEAR_MAX,
};

/// Finds the moves and the faults that a typed text means in a position.
pub(in crate::mix) struct FaultFinder<'a> {
    pub(super) position: &'a Position,
    pub(super) generator: MoveGenerator<'a>,
    /// The legal moves, sorted.
    pub(super) legal: &'a [Move],
}

/// The reason why a text is no legal move, and the legal moves near to it.
type Refused = (Fault, Vec<Move>);

impl<'a> FaultFinder<'a> {
    /// A finder for a position with its sorted legal moves.
    pub(in crate::mix) fn new(position: &'a Position, legal: &'a [Move]) -> Self {
        Self { position, generator: MoveGenerator::new(position), legal }
    }

    /// The legal moves that agree with everything that is given, sorted. If no kind of man
    /// is named, the moves of Pawns take precedence.
    pub(in crate::mix) fn candidates(&self, typed: &TypedMove) -> Vec<Move> {
        let mut found = self.matching(|mv| self.agrees(typed, mv));
        let is_pawn = |mv: &Move| self.kind_on(mv.from()) == Kind::Pawn;
        if typed.named.is_none() && typed.from().is_none() && found.iter().any(is_pawn) {
            found.retain(is_pawn);
        }
        found
    }

    /// Returns `true` if a legal move agrees with everything that is given.
    fn agrees(&self, typed: &TypedMove, mv: &Move) -> bool {
        self.goes(typed, mv)
            && typed.promotion.is_none_or(|letter| Some(letter) == self.becomes(*mv))
    }

    /// Returns `true` if the man, the start and the path of a move are those that are given.
    fn goes(&self, typed: &TypedMove, mv: &Move) -> bool {
        let path = match typed.path.as_slice() {
            [to] => mv.to() == *to,
            path => mv.path().eq(path.iter().copied()),
        };
        path && self.starts(typed, mv.from())
    }

    /// Returns `true` if the own man on a square is of the kind, file and rank that are given.
    pub(super) fn starts(&self, typed: &TypedMove, from: Sq) -> bool {
        typed.named.is_none_or(|kind| kind == self.kind_on(from))
            && typed.file.is_none_or(|file| file == from.file())
            && typed.rank.is_none_or(|rank| rank == from.rank())
    }

    /// The letter of what a man becomes by a move; `None` if it stays what it is.
    fn becomes(&self, mv: Move) -> Option<char> {
        let arrives = LAST_RANKS[self.position.turn().index()].contains(mv.to());
        let is_dama = arrives && self.kind_on(mv.from()) == Kind::Checker;
        mv.promotion().or(Some(Kind::Dama).filter(|_| is_dama)).map(Kind::letter)
    }

    /// The kind of the man on an occupied square.
    pub(super) fn kind_on(&self, at: Sq) -> Kind {
        self.position.kind_on(at)
    }

    /// The men of the side to move.
    pub(super) fn own(&self) -> SquareSet {
        self.position.men_of(self.position.turn())
    }

    /// The legal moves that fit.
    pub(super) fn matching(&self, fits: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().copied().filter(fits).collect()
    }

    /// The legal moves of the King, which is what castling is about.
    pub(in crate::mix) fn king_moves(&self) -> Vec<Move> {
        let mut moves = self.matching(|mv| self.kind_on(mv.from()) == Kind::King);
        moves.truncate(NEAR_MAX);
        moves
    }

    /// Returns why a text is no legal move, with the legal moves near to it.
    pub(in crate::mix) fn refusal(&self, typed: &TypedMove) -> Refused {
        let (fault, near) = match typed.from() {
            Some(from) => self.of_man(typed, from),
            None => self.of_any(typed),
        };
        // A text that names a man to be taken means the jump that takes it (section 9, point 6).
        let takes = |mv: &Move| mv.jumped().any(|at| at == typed.to());
        let jumps = self.matching(|mv| takes(mv) && self.starts(typed, mv.from()));
        (fault, few([jumps, near].concat()))
    }

    /// Returns why the man on a square does not do what is typed.
    fn of_man(&self, typed: &TypedMove, from: Sq) -> Refused {
        let Some(kind) = self.position.kind_at(from) else {
            return self.with_near(Fault::NoMan(from), typed);
        };
        if !self.own().contains(from) {
            return self.with_near(Fault::Opponents(from, kind), typed);
        }
        if let Some(named) = typed.named.filter(|named| *named != kind) {
            return self.with_near(Fault::WrongKind { at: from, kind, named }, typed);
        }
        self.by_moves(typed).unwrap_or_else(|| self.with_near(self.reach(typed, from), typed))
    }

    /// Returns why no man does what is typed, if the text does not give the start.
    fn of_any(&self, typed: &TypedMove) -> Refused {
        if let Some(refused) = self.by_moves(typed) {
            return refused;
        }
        let to = typed.to();
        let only_square = typed.named.is_none() && typed.file.is_none();
        if only_square && self.own().contains(to) {
            let its_moves = self.matching(|mv| mv.from() == to);
            return (Fault::OwnManThere(to, self.kind_on(to)), few(its_moves));
        }
        let mut men = self.own().filter(|at| self.starts(typed, *at));
        let reaches = Fault::NothingReaches { to, named: typed.named, file: typed.file };
        let fault = match (typed.named, men.next(), men.next()) {
            (Some(kind), None, _) => Fault::NoSuchMan { kind, file: typed.file, rank: typed.rank },
            // If there is only one such man, the reason is about that man.
            (_, Some(only), None) => self.reach(typed, only),
            // A file and a square are the short form of a capture by a Pawn.
            (None, Some(_), Some(_)) if typed.file.is_some() => {
                let pawns = self.position.pieces(self.position.turn(), Kind::Pawn);
                let mut pawns = pawns.filter(|at| self.starts(typed, *at));
                match (pawns.next(), pawns.next()) {
                    (Some(only), None) => self.reach(typed, only),
                    _ => reaches,
                }
            }
            _ => reaches,
        };
        self.with_near(fault, typed)
    }

    /// Returns why moves are not legal that differ from the typed one in the promotion only, expose the own
    /// King, leave out a compulsory capture, or are named by the man that they take; `None` if there is no such
    /// move.
    fn by_moves(&self, typed: &TypedMove) -> Option<Refused> {
        let all = self.own().flat_map(|from| self.generator.moves_from(from));
        let mut alike: Vec<Move> = all.filter(|mv| self.goes(typed, mv)).collect();
        let legal = few(self.matching(|mv| self.goes(typed, mv)));
        if let Some((letter, mv)) = typed.promotion.zip(alike.first())
            && alike.iter().all(|mv| self.becomes(*mv) != Some(letter))
        {
            let arrives = LAST_RANKS[self.position.turn().index()].contains(mv.to());
            let kind = self.kind_on(mv.from());
            return Some((Fault::Promotion { kind, arrives, letter }, legal));
        }
        alike.retain(|mv| self.agrees(typed, mv));
        // A move that only a compulsory capture forbids is nearer than one that exposes the King.
        let exposed = |mv: &Move| self.exposure(*mv);
        if let Some(mv) = alike.iter().find(|mv| exposed(mv).is_none()) {
            return Some(self.compelled(*mv));
        }
        if let Some(exposure) = alike.first().and_then(exposed) {
            return Some(self.with_near(Fault::Exposes(exposure), typed));
        }
        self.named_by_victim(typed)
    }

    /// A jump that takes the man on the square that is typed as the target.
    fn named_by_victim(&self, typed: &TypedMove) -> Option<Refused> {
        let to = typed.to();
        let takes = |mv: &Move| self.starts(typed, mv.from()) && mv.jumped().any(|at| at == to);
        let mut jumps = self.matching(takes);
        // Those that take it last end there.
        jumps.sort_by_key(|mv| mv.jumped().last() != Some(to));
        let first = *jumps.first()?;
        let (hop, _) = first.hops().zip(first.jumped()).find(|(_, victim)| *victim == to)?;
        let (kind, from) = (self.kind_on(first.from()), first.from());
        let fault = Fault::TakenByJump { kind, from, victim: to, landing: hop.1 };
        Some((fault, few(jumps)))
    }

    /// Returns why a move that leaves the King safe is not legal: captures are compulsory.
    fn compelled(&self, mv: Move) -> Refused {
        let position = self.position;
        let longer = self.matching(|longer| mv.begins(*longer));
        if let Some(next) = longer.first().and_then(|longer| longer.path().nth(mv.path().count())) {
            return (Fault::Unfinished(next), few(longer));
        }
        let army = position.options().must_capture() == MustCapture::Army;
        let bound = position.bound_men();
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

    /// Returns how a move leaves the own King attacked; `None` if it does not.
    fn exposure(&self, mv: Move) -> Option<Exposure> {
        let (position, seat) = (self.position, self.position.turn());
        let next = position.after(mv);
        let (by, before) = (next.checkers_of(seat), position.checkers_of(seat));
        let king = next.king(seat);
        let attacker = |at: Sq| {
            let kind = next.kind_on(at);
            let line = Line::through(at, king).filter(|_| kind == Kind::Liner);
            let line = line.map(|line| LineCount {
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
}

/// The first few of these moves, each once.
pub(super) fn few(moves: Vec<Move>) -> Vec<Move> {
    let mut few = Vec::new();
    for mv in moves {
        if few.len() < NEAR_MAX && !few.contains(&mv) {
            few.push(mv);
        }
    }
    few
}
