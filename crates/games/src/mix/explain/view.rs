//! The abilities of a man and what hinders it, as data.

use super::{
    blockers::{JumpBlocker, NoJump},
    exposing::ExposingMove,
};
use crate::{
    Rules as _, Seat,
    mix::{
        kinds::Kind,
        liner_lines::{LinerLine, Target},
        movegen::MoveGenerator,
        moves::Move,
        position::Position,
        squares::{Sq, SquareSet},
        tables::{DIAGONAL_STEPS, FORWARD_STRAIGHT, KING_STEPS, KNIGHT_JUMPS},
    },
};

/// A man and what it can do, as if its own side were to move.
pub(super) struct ManView {
    /// The position with its side to move.
    pub position: Position,
    pub at: Sq,
    pub kind: Kind,
    pub owner: Seat,
    pub is_over: bool,
    /// Its legal moves; those of a Pawn without what it becomes.
    pub legal: Vec<Move>,
    /// Its moves that would leave its King attacked.
    pub exposing: Vec<ExposingMove>,
    /// Its moves that compulsory captures forbid.
    pub withheld: Vec<Move>,
}

impl ManView {
    /// Looks at the man of this kind and owner on a square.
    pub(super) fn new(position: &Position, at: Sq, kind: Kind, owner: Seat) -> Self {
        let is_over = position.outcome().is_some();
        let position = position.seen_by(owner);
        let generator = MoveGenerator::new(&position);
        let mut moves: Vec<Move> = generator.steps(kind, at).map(|to| Move::step(at, to)).collect();
        if generator.passing_pawns().contains(at) {
            moves.extend(position.en_passant().map(|to| Move::step(at, to)));
        }
        moves.extend(generator.jumps(kind, at));
        let mut listed = Vec::new();
        position.list_unconnected(&mut listed);
        let is_listed = |mv: &Move| {
            let same = |other: &Move| other.from() == at && other.path().eq(mv.path());
            listed.iter().any(|other| other.is_jump() == mv.is_jump() && same(other))
        };
        let (legal, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(is_listed);
        let (mut exposing, mut withheld) = (Vec::new(), Vec::new());
        for mv in others {
            match ExposingMove::of(&position, owner, mv) {
                Some(one) => exposing.push(one),
                None => withheld.push(mv),
            }
        }
        Self { position, at, kind, owner, is_over, legal, exposing, withheld }
    }

    /// Returns `true` if it attacks the enemy King.
    pub(super) fn attacks_king(&self) -> bool {
        self.position.checkers_of(self.owner.other()).contains(self.at)
    }

    /// The square of the enemy King.
    pub(super) fn enemy_king(&self) -> Sq {
        self.position.king(self.owner.other())
    }

    /// The lines of a Liner; none for other men.
    pub(super) fn lines(&self) -> Vec<LinerLine> {
        if self.kind == Kind::Liner { LinerLine::all(&self.position, self.at) } else { Vec::new() }
    }

    /// The own men on squares where it could go otherwise; for a Pawn, any men right before it.
    pub(super) fn blocking_men(&self) -> SquareSet {
        let (at, side) = (self.at.index(), self.owner.index());
        let (men, own) = (self.position.men(), self.position.men_of(self.owner));
        match self.kind {
            Kind::Pawn => {
                let first = FORWARD_STRAIGHT[side][at];
                let second = self.at.rank() == [1, 6][side];
                let on = first.first().filter(|next| second && !men.contains(*next));
                let on = on.map_or(SquareSet::EMPTY, |next| FORWARD_STRAIGHT[side][next.index()]);
                (first | on) & men
            }
            Kind::King => KING_STEPS[at] & own,
            Kind::Knight => KNIGHT_JUMPS[at] & own,
            Kind::Silver => (DIAGONAL_STEPS[at] | FORWARD_STRAIGHT[side][at]) & own,
            Kind::Liner => {
                let friend =
                    |(to, hit): &(Sq, Target)| matches!(hit, Target::Friend(_)).then_some(*to);
                self.lines()
                    .iter()
                    .flat_map(|line| line.targets.iter().filter_map(friend))
                    .collect()
            }
            Kind::Checker | Kind::Dama => {
                self.jump_blockers().iter().map(|blocker| blocker.at).collect()
            }
        }
    }

    /// The men around a Checker or Dama that it can neither pass nor take.
    pub(super) fn jump_blockers(&self) -> Vec<JumpBlocker> {
        let displaces = self.kind == Kind::Checker && self.position.options().displace();
        let mut blockers = match self.kind {
            Kind::Checker | Kind::Dama => {
                JumpBlocker::all(&self.position, self.owner, self.kind, self.at)
            }
            _ => Vec::new(),
        };
        blockers.retain(|blocker| match blocker.why {
            NoJump::Friend => true,
            NoJump::King => !self.attacks_king(),
            NoJump::Rim | NoJump::Occupied(..) => !displaces,
        });
        blockers
    }

    /// The captures of the Checkers and Damas of its side, sorted.
    pub(super) fn captures(&self) -> Vec<Move> {
        let position = &self.position;
        let mut moves = Vec::new();
        position.list_unconnected(&mut moves);
        let bound = position.bound_men();
        moves.retain(|mv| bound.contains(mv.from()) && position.is_capture(*mv));
        moves.sort_unstable();
        moves
    }

    /// Returns `true` if each of its moves would expose its King to one and the same enemy.
    pub(super) fn is_pinned(&self) -> bool {
        let Some(first) = self.exposing.first() else { return false };
        let one = self.exposing.iter().all(|one| one.by == first.by);
        let quiet = !self.position.is_check() && self.kind != Kind::King;
        quiet && one && self.legal.is_empty() && self.withheld.is_empty()
    }
}
