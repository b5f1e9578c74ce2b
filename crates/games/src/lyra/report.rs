//! Playing a move, and the report of what it did.

use super::{
    Action, Arrival, Bitboard, Held, Kind, Move, Odds, Piece, Position, Side, Sq, Verdict, combat,
    position::QUIET_MAX,
};
use crate::{Dice, Outcome, Roll, Rules as _};

/// The effects of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The side that moved.
    pub side: Side,
    /// The move that was played.
    pub mv: Move,
    /// The action in detail; `None` for a pass.
    pub action: Option<ActionReport>,
    /// The pieces that both Assassins held before, White's first.
    pub held_before: [Held; 2],
    /// The pieces that both Assassins hold now, White's first.
    pub held_after: [Held; 2],
    /// The end that it brought on the board, if any.
    pub outcome: Option<Outcome>,
}

/// The effects of a step or an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionReport {
    /// Where the piece stood.
    pub from: Sq,
    /// Where it went, or the square of the piece that it attacked.
    pub to: Sq,
    /// The kind of the piece that moved, as it was before the move.
    pub kind: Kind,
    /// The piece that was stepped over, and where; it is not touched (R4).
    pub over: Option<(Sq, Piece)>,
    /// The fight, if it was an attack.
    pub fight: Option<Fight>,
    /// The kind that the piece became on arriving, by promotion or by turning round.
    pub becomes: Option<Kind>,
}

/// The outcome of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The kind of the piece that was attacked.
    pub victim: Kind,
    /// The dice, the attacker's first; none in the classic game.
    pub dice: Dice,
    /// The roll of these dice.
    pub roll: Roll,
    /// The verdict of the roll on the fight.
    pub verdict: Verdict,
    /// The chances of the fight before the roll.
    pub odds: Odds,
}

impl Position {
    /// The position after a legal move, unchecked, that ends in `verdict`, which counts for attacks
    /// only. This is how a search plays; [`Rules::apply`](crate::Rules::apply) also reports.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move, verdict: Verdict) -> Self {
        let mut next = *self;
        match mv {
            Move::Action(action) => next.apply_action(action, self.kind_on(action.from), verdict),
            Move::Pass => next.end_turn(false),
        }
        next
    }

    /// The position after a push: the same, whatever attack it was.
    #[must_use]
    #[inline]
    pub fn pushed(&self) -> Self {
        let mut next = *self;
        next.end_turn(true);
        next
    }

    /// Plays a legal action of the piece of this kind, unchecked.
    #[inline]
    pub(super) fn apply_action(&mut self, action: Action, kind: Kind, verdict: Verdict) {
        let Action { from, attack, to, promotion } = action;
        match verdict {
            Verdict::Hit => {
                // Promotion looks at the board before the move (section 5).
                let arrived = self.becomes(&action, kind).unwrap_or(kind);
                if attack {
                    self.take(kind, to);
                }
                self.remove(self.side, kind, from);
                self.put(self.side, arrived, to);
            }
            Verdict::Push => {}
            Verdict::Lost => {
                self.remove(self.side, kind, from);
                if kind == Kind::Assassin {
                    self.held[self.side.index()] = Held::NONE;
                }
            }
        }
        self.end_turn(attack || promotion.is_some());
    }

    /// Returns what the piece becomes if it arrives; `None` if it stays what it is.
    fn becomes(&self, action: &Action, kind: Kind) -> Option<Kind> {
        match (action.promotion, self.arrival(kind, action.to)) {
            (Some(promotion), _) => Some(promotion.kind()),
            (None, Arrival::Turns(turned)) => Some(turned),
            (None, Arrival::Stays | Arrival::Lieutenant | Arrival::MayCaptain) => None,
        }
    }

    /// Takes the enemy on `to` off the board, and gives an Assassin what it gains (section 3,
    /// "What an Assassin holds"; R8, R9, R13).
    fn take(&mut self, attacker: Kind, to: Sq) {
        let (us, them) = (self.side, self.side.other());
        let victim = self.kind_on(to);
        self.remove(them, victim, to);
        if attacker == Kind::Assassin && victim != Kind::General {
            let mut held = Held::of(victim);
            if self.options.inherit_full && victim == Kind::Assassin {
                held = held.with(self.held(them));
            }
            if self.options.v2 {
                held = held.with(self.held(us));
            }
            self.held[us.index()] = held;
        }
        if victim == Kind::Assassin {
            self.held[them.index()] = Held::NONE;
        }
    }

    /// Passes the turn; attacks and promotions set the quiet counter back (section 6).
    #[inline]
    fn end_turn(&mut self, progress: bool) {
        self.quiet = if progress { 0 } else { (self.quiet + 1).min(QUIET_MAX) };
        self.side = self.side.other();
    }

    pub(super) fn put(&mut self, side: Side, kind: Kind, at: Sq) {
        let bit = Bitboard::of(at);
        self.kinds[kind.index()] |= bit;
        self.sides[side.index()] |= bit;
    }

    fn remove(&mut self, side: Side, kind: Kind, at: Sq) {
        let rest = !Bitboard::of(at);
        self.kinds[kind.index()] = self.kinds[kind.index()] & rest;
        self.sides[side.index()] = self.sides[side.index()] & rest;
    }

    /// Plays a legal move with a roll that fits, both unchecked, and tells what it did.
    pub(super) fn play_unchecked(&mut self, mv: Move, roll: &Roll) -> Report {
        let before = *self;
        let action = mv.action().map(|action| before.action_report(&action, roll));
        let verdict =
            action.and_then(|action| action.fight).map_or(Verdict::Hit, |fight| fight.verdict);
        *self = before.after(mv, verdict);
        Report {
            side: before.side,
            mv,
            action,
            held_before: before.held,
            held_after: self.held,
            outcome: self.outcome(),
        }
    }

    fn action_report(&self, action: &Action, roll: &Roll) -> ActionReport {
        let Action { from, attack, to, .. } = *action;
        let kind = self.kind_on(from);
        let fight = attack.then(|| {
            let victim = self.kind_on(to);
            Fight {
                victim,
                dice: combat::dice(kind, victim, &self.options),
                roll: *roll,
                verdict: combat::judge(roll, &self.options),
                odds: Odds::of(kind, victim, &self.options),
            }
        });
        let arrives = fight.is_none_or(|fight| fight.verdict == Verdict::Hit);
        let (files, ranks) = from.vector_to(to);
        let between = if from.distance(to) == 2 { from.offset(files / 2, ranks / 2) } else { None };
        let over = between.and_then(|at| Some((at, self.piece_at(at)?)));
        let becomes = if arrives { self.becomes(action, kind) } else { None };
        ActionReport { from, to, kind, over, fight, becomes }
    }
}
