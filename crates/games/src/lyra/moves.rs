//! Moves: what they are, which are legal, and what is in the way of the others.
//!
//! Two routes lead to the same moves (section 12, property 1): the list comes from tables of
//! squares, while the question whether a single move is legal is answered by arithmetic on files
//! and ranks.

use super::{Bitboard, Held, Kind, Piece, Position, Side, Sq, tables};
use crate::Rules as _;

/// The kind that a piece becomes by choice or duty on arriving, as the command says (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Promotion {
    /// A Lieutenant, written `=L`; a Soldier must become one.
    Lieutenant,
    /// A Captain, written `=C`; a Lieutenant may become one under variant 4.
    Captain,
}

impl Promotion {
    /// The kind that the piece becomes.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Lieutenant => Kind::Lieutenant,
            Self::Captain => Kind::Captain,
        }
    }
}

/// A step to an empty square or an attack on an enemy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Where the piece stands.
    pub from: Sq,
    /// Whether it is an attack.
    pub attack: bool,
    /// Where it goes, or what it attacks.
    pub to: Sq,
    /// The promotion if it arrives.
    pub promotion: Option<Promotion>,
}

/// A move: an action, or a pass where no action is possible (R19). Moves are ordered as their
/// texts are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A step or an attack.
    Action(Action),
    /// A pass, legal only for a side that has no step and no attack.
    Pass,
}

impl Move {
    /// The action; `None` for a pass.
    #[must_use]
    pub const fn action(self) -> Option<Action> {
        match self {
            Self::Action(action) => Some(action),
            Self::Pass => None,
        }
    }

    /// Returns `true` if it is an attack.
    #[must_use]
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::Action(Action { attack: true, .. }))
    }
}

/// The effect of the end of a move on a piece that arrives (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It stays what it is.
    Stays,
    /// A Soldier becomes a Lieutenant: suffix `=L`, required.
    Lieutenant,
    /// A Soldier turns round to this kind (R15): no suffix.
    Turns(Kind),
    /// A Lieutenant may become a Captain (R16): no suffix, or `=C`.
    MayCaptain,
}

/// The reason why a piece cannot go to a square on which no friend stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The piece does not move in that way, whatever stands on the board.
    WrongWay,
    /// The piece between may not be stepped over.
    Blocked {
        /// Where the piece between stands.
        at: Sq,
        /// The piece between.
        by: Piece,
        /// Which rule forbids it.
        rule: JumpRule,
    },
}

/// The rule that forbids stepping over a piece (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpRule {
    /// Only a promoted Assassin steps over enemies (R6).
    Enemy,
    /// `jump=soldiers`: of friends only over Soldiers (R5).
    SoldiersOnly,
    /// Variant 1: of friends only over lower-ranking ones (R7).
    LowerRank,
}

/// The first route, by tables: listing.
impl Position {
    /// Calls `visit` for every step and attack of the side to move, in the order of the texts;
    /// for none in a finished position. Makes no text and allocates nothing.
    pub fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if self.is_decided() {
            return;
        }
        for from in self.side_squares(self.side) {
            let kind = self.kind_on(from);
            let targets = self.reach(self.side, kind, from);
            let enemies = self.side_squares(self.side.other());
            for (attack, squares) in [(false, targets & !enemies), (true, targets & enemies)] {
                for to in squares {
                    let action = Action { from, attack, to, promotion: None };
                    match self.arrival(kind, to) {
                        Arrival::Stays | Arrival::Turns(_) => visit(action),
                        Arrival::Lieutenant => {
                            visit(Action { promotion: Some(Promotion::Lieutenant), ..action });
                        }
                        Arrival::MayCaptain => {
                            visit(action);
                            visit(Action { promotion: Some(Promotion::Captain), ..action });
                        }
                    }
                }
            }
        }
    }

    /// The squares that a piece of this side and kind on `from` could step to or attack: none
    /// with a friend on it. For an Assassin with what its side holds.
    #[must_use]
    #[inline]
    pub fn reach(&self, side: Side, kind: Kind, from: Sq) -> Bitboard {
        let steps = &tables::STEPS[side.index()];
        let i = from.index();
        let squares = match kind {
            Kind::Soldier | Kind::Reversed | Kind::General => steps[kind.index()][i],
            Kind::Lieutenant => steps[kind.index()][i] | self.diagonal_leaps(side, kind, from),
            Kind::Captain => self.captain_steps(side, from) | self.straight_leaps(side, kind, from),
            Kind::Assassin if self.held(side).is_empty() => steps[kind.index()][i],
            Kind::Assassin => self.promoted_assassin(side, from),
        };
        Bitboard(squares & !self.sides[side.index()].0)
    }

    /// Returns what a promoted Assassin reaches: its own movement and the printed movement of all that it
    /// holds, forward of its own side (R10). A held Assassin adds nothing.
    fn promoted_assassin(&self, side: Side, from: Sq) -> u64 {
        let (steps, held, kind) = (&tables::STEPS[side.index()], self.held(side), Kind::Assassin);
        let i = from.index();
        let mut squares = steps[kind.index()][i];
        if held.contains(Kind::Soldier) {
            squares |= steps[Kind::Soldier.index()][i];
        }
        if held.contains(Kind::Lieutenant) {
            squares |= steps[Kind::Lieutenant.index()][i] | self.diagonal_leaps(side, kind, from);
        }
        if held.contains(Kind::Captain) {
            squares |= self.captain_steps(side, from) | self.straight_leaps(side, kind, from);
        }
        squares
    }

    fn captain_steps(&self, side: Side, from: Sq) -> u64 {
        let all = self.options.captain_diag_all;
        let row = if all { tables::CAPTAIN_ALL } else { Kind::Captain.index() };
        tables::STEPS[side.index()][row][from.index()]
    }

    fn diagonal_leaps(&self, side: Side, kind: Kind, from: Sq) -> u64 {
        let pattern = tables::diagonal_pattern(self.passable(side, kind), from);
        tables::DIAGONAL_LEAPS[from.index()][pattern]
    }

    fn straight_leaps(&self, side: Side, kind: Kind, from: Sq) -> u64 {
        let pattern = tables::straight_pattern(self.passable(side, kind), from);
        tables::STRAIGHT_LEAPS[from.index()][pattern]
    }

    /// The squares that a two-step move of this kind may pass: empty ones, and those whose
    /// piece may be stepped over (the table of section 3).
    fn passable(&self, side: Side, kind: Kind) -> u64 {
        let [own, enemy] = [self.sides[side.index()].0, self.sides[side.other().index()].0];
        let on = |kind: Kind| self.kinds[kind.index()].0;
        let soldiers = on(Kind::Soldier) | on(Kind::Reversed);
        let mut friends = own;
        if self.options.jump_soldiers {
            friends &= soldiers;
        }
        if self.options.v1 {
            friends &= match kind {
                Kind::Assassin => soldiers | on(Kind::Lieutenant) | on(Kind::Captain),
                Kind::Captain => soldiers | on(Kind::Lieutenant),
                _ => soldiers,
            };
        }
        let enemies = if kind == Kind::Assassin { enemy } else { 0 };
        !(own | enemy) | friends | enemies
    }

    /// Returns what the arrival of a piece of the side to move does to it (section 5). A Soldier never stands
    /// on its last rank and a reversed one never on its first, so the rank it arrives on tells arriving from
    /// sidestepping.
    #[must_use]
    #[inline]
    pub fn arrival(&self, kind: Kind, to: Sq) -> Arrival {
        let rank = to.rank();
        match kind {
            Kind::Soldier if rank == self.side.last_rank() => self.promotes_or(Kind::Reversed),
            Kind::Reversed if rank == self.side.first_rank() => self.promotes_or(Kind::Soldier),
            Kind::Lieutenant if self.options.v4 && rank == self.side.last_rank() => {
                Arrival::MayCaptain
            }
            _ => Arrival::Stays,
        }
    }

    /// Promotion to Lieutenant, or turning round where variant 3 and two own Lieutenants on the
    /// board before the move forbid it.
    fn promotes_or(&self, turned: Kind) -> Arrival {
        if self.options.v3 && self.pieces(self.side, Kind::Lieutenant).size() >= 2 {
            Arrival::Turns(turned)
        } else {
            Arrival::Lieutenant
        }
    }
}

/// The second route, by arithmetic: asking about a single move.
impl Position {
    /// Returns `true` if an action is legal, found without listing all.
    pub(super) fn is_legal_action(&self, action: &Action) -> bool {
        let Action { from, attack, to, promotion } = *action;
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.side) else {
            return false;
        };
        let fits = match self.piece_at(to) {
            None => !attack,
            Some(target) => attack && target.side != self.side,
        };
        let promotes = match self.arrival(piece.kind, to) {
            Arrival::Stays | Arrival::Turns(_) => promotion.is_none(),
            Arrival::Lieutenant => promotion == Some(Promotion::Lieutenant),
            Arrival::MayCaptain => promotion != Some(Promotion::Lieutenant),
        };
        fits && promotes && !self.is_decided() && self.obstacle(from, to).is_none()
    }

    /// Returns `true` if the side to move has no step and no attack (R19).
    pub(super) fn must_pass(&self) -> bool {
        let own = self.side_squares(self.side);
        let free =
            |from: Sq| (!own).any(|to| from.distance(to) <= 2 && self.obstacle(from, to).is_none());
        !self.is_decided() && !own.into_iter().any(free)
    }

    /// Returns what keeps the piece on `from`, whosever it is, from moving to `to`; `None` if nothing does.
    /// What stands on `to` is not looked at.
    ///
    /// If several of an Assassin's movements are blocked there, one obstacle stands for all.
    #[must_use]
    pub fn obstacle(&self, from: Sq, to: Sq) -> Option<Obstacle> {
        let Some(piece) = self.piece_at(from) else { return Some(Obstacle::WrongWay) };
        let (files, ranks) = from.vector_to(to);
        let forward = ranks * piece.side.forward();
        let held = if piece.kind == Kind::Assassin { self.held(piece.side) } else { Held::NONE };
        let movements = || std::iter::once(piece.kind).chain(held.kinds());
        if movements().any(|kind| self.one_step(kind, files, forward)) {
            return None;
        }
        if !movements().any(|kind| two_steps(kind, files, forward)) {
            return Some(Obstacle::WrongWay);
        }
        let at = from.offset(files / 2, ranks / 2)?;
        let by = self.piece_at(at)?;
        let rule = self.jump_rule(piece, by)?;
        Some(Obstacle::Blocked { at, by, rule })
    }

    /// The rule that keeps `jumper` from stepping over `passed`.
    fn jump_rule(&self, jumper: Piece, passed: Piece) -> Option<JumpRule> {
        if passed.side != jumper.side {
            return (jumper.kind != Kind::Assassin).then_some(JumpRule::Enemy);
        }
        let soldier = matches!(passed.kind, Kind::Soldier | Kind::Reversed);
        if self.options.jump_soldiers && !soldier {
            Some(JumpRule::SoldiersOnly)
        } else if self.options.v1 && passed.kind.rank() >= jumper.kind.rank() {
            Some(JumpRule::LowerRank)
        } else {
            None
        }
    }

    /// Returns `true` if a kind goes so many files and ranks forward in one step (section 3).
    const fn one_step(&self, kind: Kind, files: i8, forward: i8) -> bool {
        let ahead = match (files.abs(), forward) {
            (0, 1) => Way::Front,
            (0, -1) => Way::Back,
            (1, 0) => Way::Beside,
            (1, 1) => Way::FrontDiagonal,
            (1, -1) => Way::BackDiagonal,
            _ => return false,
        };
        match kind {
            Kind::Soldier => matches!(ahead, Way::Front | Way::Beside),
            Kind::Reversed => matches!(ahead, Way::Back | Way::Beside),
            Kind::Lieutenant => !matches!(ahead, Way::Beside),
            Kind::Captain => self.options.captain_diag_all || !matches!(ahead, Way::BackDiagonal),
            Kind::Assassin => !matches!(ahead, Way::Front | Way::Back),
            Kind::General => true,
        }
    }
}

/// A direction seen by the piece that moves.
enum Way {
    Front,
    Back,
    Beside,
    FrontDiagonal,
    BackDiagonal,
}

/// Returns `true` if a kind goes so many files and ranks in two straight steps (R3).
const fn two_steps(kind: Kind, files: i8, ranks: i8) -> bool {
    match kind {
        Kind::Lieutenant => matches!((files.abs(), ranks.abs()), (2, 2)),
        Kind::Captain => matches!((files.abs(), ranks.abs()), (2, 0) | (0, 2)),
        Kind::Soldier | Kind::Reversed | Kind::Assassin | Kind::General => false,
    }
}

/// The list of moves.
impl Position {
    /// Appends every legal move, and the pass where there is no other.
    pub(super) fn list(&self, out: &mut Vec<Move>) {
        let before = out.len();
        self.for_each_action(|action| out.push(Move::Action(action)));
        if out.len() == before && self.outcome().is_none() {
            out.push(Move::Pass);
        }
    }
}
