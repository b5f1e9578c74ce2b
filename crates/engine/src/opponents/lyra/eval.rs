//! The bot's evaluation of a position of Lyra.
//!
//! The value is a sum of log-odds in thousandths for the side to move, or what a net makes of the position, squashed
//! to an expected score; at the leaves the best single attack is added. Pieces are worth little, since the dice
//! leave every General a chance. A set with more terms, fitted to results, lost to this one.

use games::{
    Branch, Roll,
    lyra::{
        Action, Arrival, Held, Kind, Move, Odds, Options, Position, Promotion, Side, Sq, Verdict,
        judge,
    },
};

use std::cell::RefCell;

use super::{
    endings,
    inputs::{Attacks, FRAMES, INPUTS, PLANES, Sight, held_inputs},
};
use crate::{
    evaluate::Evaluate,
    fixed_point::squash,
    net::{Gain, Net, Row, Sums},
    value::WIN,
};

/// Weights in thousandths of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The worth of a piece, by [`Kind::index`]; 0 for the General, who is never exchanged.
    pub worth: [i32; 6],
    /// The gain of a piece by kind and by rank, counted from its owner's first rank.
    pub ranks: [[i32; 6]; 6],
    /// The gain of an Assassin from holding a Soldier, Lieutenant, Captain or Assassin, in this order.
    pub held: [i32; 4],
    /// The advantage of being the side to move.
    pub tempo: i32,
}

/// The gain of a piece on each rank, in both sets of weights: a row each for S, V, L, C, A, G.
const RANKS: [[i32; 6]; 6] = [
    [0, -80, -50, 0, 50, 0],
    [0, 0, 0, 0, 0, 0],
    [-100, -90, -60, 0, 20, 0],
    [-180, -130, -100, -50, 20, 0],
    [-180, -50, 20, 80, 120, 150],
    [60, 0, -120, -120, 0, 0],
];

/// The first weights, set by hand. The yardstick `greedy` keeps them.
pub const PLAIN: Weights = Weights {
    worth: [160, 160, 290, 460, 390, 0],
    ranks: RANKS,
    held: [110, 200, 310, 60],
    tempo: 60,
};

/// The weights that the bot plays with. They were found by play itself (SPSA over pairs of games at
/// depth 2 and 3), not by a fit to results, which praised Generals that walk forward in won games.
pub const TUNED: Weights = Weights {
    worth: [200, 200, 440, 790, 630, 0],
    ranks: RANKS,
    held: [120, 260, 250, 140],
    tempo: 170,
};

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Lyra {
    /// Worth by side, kind and square.
    squares: [[[i32; Sq::COUNT]; 6]; 2],
    /// The gain from a held set, by its bits.
    held: [i32; 16],
    tempo: i32,
    /// The odds of every attacker against every victim under the options.
    odds: [[Odds; 6]; 6],
    sees_tactics: bool,
    /// A position in the tables of endings has the value that stands there.
    knows_endings: bool,
    /// The net in place of the weights, which then only say what an attack gains; with the sums of what it has seen last.
    net: Option<(&'static Net<INPUTS>, RefCell<Sums<PLANES>>)>,
}

impl Lyra {
    /// An evaluator with these weights for games under these options; one that `sees_tactics` takes
    /// the best attack at a leaf into account.
    #[must_use]
    pub fn new(weights: &Weights, options: &Options, sees_tactics: bool) -> Self {
        let odds = Kind::ALL.map(|attacker| Kind::ALL.map(|v| Odds::of(attacker, v, options)));
        let held = std::array::from_fn(|bits| {
            (0..4).filter(|i| bits >> i & 1 != 0).map(|i: usize| weights.held[i]).sum()
        });
        let squares = Side::ALL.map(|side| Kind::ALL.map(|kind| worths(weights, side, kind)));
        Self {
            squares,
            held,
            tempo: weights.tempo,
            odds,
            sees_tactics,
            knows_endings: false,
            net: None,
        }
    }

    /// The same evaluator with a net in place of the sum of weights. It is for the default options alone.
    #[must_use]
    pub fn with_net(self, net: &'static Net<INPUTS>) -> Self {
        Self { net: Some((net, RefCell::new(Sums::new(FRAMES)))), ..self }
    }

    /// The same evaluator with the tables of endings. They hold under the default options alone.
    #[must_use]
    pub fn with_endings(self) -> Self {
        Self { knows_endings: true, ..self }
    }

    /// The log-odds of a position for the side to move, who has these attacks, without a look at them: the
    /// net's, or else those of the weights.
    fn log_odds(&self, position: &Position, attacks: &Attacks) -> i32 {
        let Some((net, seen)) = &self.net else { return self.weighed(position) };
        let sight = Sight::of(position);
        let sums = sums(net, &mut seen.borrow_mut(), &sight, position, attacks);
        net.log_odds(&sums, sight.phase())
    }

    /// The log-odds of a position for the side to move by the weights alone.
    fn weighed(&self, position: &Position) -> i32 {
        let side = position.side();
        self.sum(position, side) - self.sum(position, side.other()) + self.tempo
    }

    /// The sums of the net's units, for tests.
    #[cfg(test)]
    pub(super) fn sums(&self, position: &Position) -> Row {
        let (net, seen) = self.net.as_ref().expect("a net plays");
        let (sight, attacks) = (Sight::of(position), Attacks::of(position, position.side()));
        sums(net, &mut seen.borrow_mut(), &sight, position, &attacks)
    }

    /// The attacks that may add to the value of a position.
    pub(super) fn gains(&self, position: &Position, out: &mut Vec<Gain>) {
        for (kind, from, victims) in Attacks::of(position, position.side()).iter() {
            for to in victims {
                let Some(victim) = position.piece_at(to) else { continue };
                let odds = self.odds_of(kind, victim.kind);
                let change = (victim.kind != Kind::General).then(|| {
                    let change = self.hit_change(position, kind, from, to, victim.kind);
                    (change - 2 * self.tempo) as f32 / 1000.0
                });
                out.push(Gain { chance: odds.hit as f32 / odds.total() as f32, change });
            }
        }
    }

    const fn odds_of(&self, attacker: Kind, victim: Kind) -> Odds {
        self.odds[attacker.index()][victim.index()]
    }

    const fn worth(&self, side: Side, kind: Kind, at: Sq) -> i32 {
        self.squares[side.index()][kind.index()][at.index()]
    }

    /// The worth of all pieces of a side and of what its Assassin holds.
    fn sum(&self, position: &Position, side: Side) -> i32 {
        let mut sum = self.held[usize::from(position.held(side).bits())];
        for kind in Kind::ALL {
            let worths = &self.squares[side.index()][kind.index()];
            for at in position.pieces(side, kind) {
                sum += worths[at.index()];
            }
        }
        sum
    }

    /// The greatest expected gain of one attack over `still`, the value without an attack; at least 0.
    /// `balance` is the sum of both sides without the tempo.
    fn best_gain(&self, position: &Position, attacks: &Attacks, balance: i32, still: i32) -> i32 {
        let mut best = 0;
        for (kind, from, victims) in attacks.iter() {
            for to in victims {
                best = best.max(self.gain(position, kind, from, to, balance, still));
            }
        }
        best
    }

    /// The expected gain of one attack over `still`, computed from what changes, without playing it.
    fn gain(
        &self,
        position: &Position,
        kind: Kind,
        from: Sq,
        to: Sq,
        balance: i32,
        still: i32,
    ) -> i32 {
        let Some(victim) = position.piece_at(to).map(|piece| piece.kind) else { return 0 };
        let odds = self.odds_of(kind, victim);
        let won = if victim == Kind::General {
            WIN
        } else {
            let change = self.hit_change(position, kind, from, to, victim);
            squash(balance + change - self.tempo)
        };
        let mut sum = i64::from(odds.hit) * i64::from(won - still);
        if odds.lost > 0 {
            sum +=
                i64::from(odds.lost) * i64::from(self.lost(position, kind, from, balance) - still);
        }
        sum.div_euclid(i64::from(odds.total())) as i32
    }

    /// By how much the balance changes with a hit.
    fn hit_change(&self, position: &Position, kind: Kind, from: Sq, to: Sq, victim: Kind) -> i32 {
        let (us, them) = (position.side(), position.side().other());
        let becomes = match position.arrival(kind, to) {
            Arrival::Stays => kind,
            Arrival::Lieutenant => Kind::Lieutenant,
            Arrival::Turns(turned) => turned,
            Arrival::MayCaptain => Kind::Captain,
        };
        let mut change =
            self.worth(us, becomes, to) - self.worth(us, kind, from) + self.worth(them, victim, to);
        if kind == Kind::Assassin {
            let held = held_after_hit(position, victim);
            change += self.holding(held) - self.holding(position.held(us));
        }
        if victim == Kind::Assassin {
            change += self.holding(position.held(them));
        }
        change
    }

    /// The value after the attacker is lost (variant 5).
    fn lost(&self, position: &Position, kind: Kind, from: Sq, balance: i32) -> i32 {
        if kind == Kind::General {
            return -WIN;
        }
        let us = position.side();
        let mut change = -self.worth(us, kind, from);
        if kind == Kind::Assassin {
            change -= self.holding(position.held(us));
        }
        squash(balance + change - self.tempo)
    }

    const fn holding(&self, held: Held) -> i32 {
        self.held[held.bits() as usize]
    }
}

/// The sums of the net's units for a position whose side to move has these attacks.
fn sums(
    net: &Net<INPUTS>,
    seen: &mut Sums<PLANES>,
    sight: &Sight,
    position: &Position,
    attacks: &Attacks,
) -> Row {
    let inputs_of = |plane, at| sight.inputs_of(plane, at);
    let mut sums = seen.of(net, sight.frame(), &sight.planes, inputs_of);
    let (us, them) = (position.side(), position.side().other());
    let theirs = Attacks::of(position, them).inputs(position, them);
    let beside = attacks.inputs(position, us).chain(theirs).chain(held_inputs(position));
    beside.for_each(|input| net.add(&mut sums, input));
    sums
}

/// The worth of a piece on every square.
fn worths(weights: &Weights, side: Side, kind: Kind) -> [i32; Sq::COUNT] {
    let mut worths = [0; Sq::COUNT];
    for at in Sq::all() {
        let rank = at.rank().abs_diff(side.first_rank());
        let (kind, rank) = (kind.index(), usize::from(rank));
        worths[at.index()] = weights.worth[kind] + weights.ranks[kind][rank];
    }
    worths
}

/// Returns what the Assassin of the side to move holds after it has hit this victim (rules, section 3).
fn held_after_hit(position: &Position, victim: Kind) -> Held {
    let (us, them) = (position.side(), position.side().other());
    let mut held = Held::of(victim);
    if position.options().inherit_full() && victim == Kind::Assassin {
        held = held.with(position.held(them));
    }
    if position.options().v2() {
        held = held.with(position.held(us));
    }
    held
}

/// The order value of an attack on the General that is sure to hit; all others are less.
const GENERAL_ORDER: i32 = 1_000_000;

/// The order value of a promotion by a step: after good attacks, before quiet moves.
const PROMOTION_ORDER: i32 = 50_000;

impl Evaluate<Position> for Lyra {
    /// One for each start, target and promotion, and one for the pass.
    const N_MOVE_IDS: usize = Sq::COUNT * Sq::COUNT * 3 + 1;

    fn value(&self, position: &Position) -> i32 {
        if let Some(value) = self.knows_endings.then(|| endings::exact(position)).flatten() {
            return value;
        }
        if !self.sees_tactics {
            return squash(self.weighed(position));
        }
        let attacks = Attacks::of(position, position.side());
        let odds = self.log_odds(position, &attacks);
        let still = squash(odds);
        still + self.best_gain(position, &attacks, odds - self.tempo, still)
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash64()
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        let limit = 2 * u32::from(position.options().progress());
        (limit > 0).then(|| limit.saturating_sub(u32::from(position.quiet())))
    }

    fn tactical_score(&self, position: &Position, mv: &Move) -> Option<i32> {
        let action = mv.action()?;
        if !action.attack {
            return action.promotion.map(|_| PROMOTION_ORDER);
        }
        let attacker = position.piece_at(action.from)?.kind;
        let victim = position.piece_at(action.to)?.kind;
        let odds = self.odds_of(attacker, victim);
        // No other victim's worth times 500 comes near to the General's.
        let worth = |side, kind, at| match kind {
            Kind::General => GENERAL_ORDER,
            _ => 500 * self.worth(side, kind, at),
        };
        let (us, them) = (position.side(), position.side().other());
        let won = i64::from(odds.hit) * i64::from(worth(them, victim, action.to));
        let lost = i64::from(odds.lost) * i64::from(worth(us, attacker, action.from));
        Some(((won - lost) / i64::from(odds.total())) as i32)
    }

    fn move_id(&self, mv: &Move) -> u16 {
        let squares = Sq::COUNT * Sq::COUNT;
        let move_id = match mv {
            Move::Pass => 3 * squares,
            Move::Action(Action { from, to, promotion, .. }) => {
                let promotion = match promotion {
                    None => 0,
                    Some(Promotion::Lieutenant) => 1,
                    Some(Promotion::Captain) => 2,
                };
                (promotion * Sq::COUNT + from.index()) * Sq::COUNT + to.index()
            }
        };
        move_id as u16
    }

    fn is_shared_outcome(&self, branch: &Branch) -> bool {
        branch.mark == Some(Verdict::Push.mark())
    }

    fn ending_value(&self, position: &Position, mv: &Move, branch: &Branch) -> Option<i32> {
        let action = mv.action()?;
        let is_general = |at| position.piece_at(at).is_some_and(|p| p.kind == Kind::General);
        if branch.mark == Some(Verdict::Hit.mark()) && is_general(action.to) {
            Some(WIN)
        } else if branch.mark == Some(Verdict::Lost.mark()) && is_general(action.from) {
            Some(-WIN)
        } else {
            None
        }
    }

    fn hard_to_see(&self, position: &Position, mv: &Move) -> Option<u32> {
        let Action { from, to, .. } = mv.action().filter(|action| action.attack)?;
        let backward = from.vector_to(to).1 * position.side().forward() < 0;
        let hard = backward || from.distance(to) > 1;
        hard.then(|| (from.index() * Sq::COUNT + to.index()) as u32)
    }

    fn play(&self, position: &Position, mv: &Move, roll: &Roll) -> Position {
        position.after(*mv, judge(roll, position.options()))
    }
}
