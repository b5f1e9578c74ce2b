//! The bot's evaluation of a position of Cyvasse.
//!
//! For each side it sums log-odds in thousandths: for the men and their terrain, for what they can
//! reach and capture, for who stands near the Kings and fortresses, and for whether a lost King
//! could be replaced. The difference of the two sums is squashed to an expected score.

use games::{
    Branch, Roll, Seat,
    cyvasse::{Hex, HexSet, Kind, Man, Mobility, Move, Position},
};

use super::{
    net::{INPUTS, inputs, phase},
    weights::{PLAIN, Weights},
};
use crate::{evaluate::Evaluate, fixed_point::squash, net::Net};

/// The number of origins that the ids of moves tell apart: the hexes of the layout, the hand, and
/// none.
const FROM: usize = 123;

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Weights,
    /// Whether anything but the men counts.
    full: bool,
    /// How many plies of captures are followed beyond the nominal depth.
    quiescence_depth: u32,
    /// The net beside the weights, and the fewest men with which it is asked.
    net: Option<(&'static Net<INPUTS>, u32)>,
}

/// The quiescence depth of an evaluator that sees tactics; otherwise it is 0.
const QUIESCENCE_DEPTH: u32 = 6;

/// The number of plies before a draw without progress from which on a lead counts less and less.
const FADING: u32 = 20;

/// The order value of capturing the King, which may win the game.
const KING_ORDER: i32 = 50_000;

/// The order value that a promotion adds to a capture.
const PROMOTION_ORDER: i32 = 3_000;

/// A position as one of its sides sees it.
struct SideView<'p> {
    position: &'p Position,
    us: Seat,
    ours: &'p Mobility,
    theirs: &'p Mobility,
}

impl Evaluator {
    /// An evaluator with these weights. If it `sees_tactics`, captures are followed beyond the
    /// nominal depth.
    #[must_use]
    pub fn new(weights: &Weights, sees_tactics: bool) -> Self {
        Self {
            weights: *weights,
            full: *weights != PLAIN,
            quiescence_depth: if sees_tactics { QUIESCENCE_DEPTH } else { 0 },
            net: None,
        }
    }

    /// The same evaluator with a net beside the weights where so many men or more stand, for the default options
    /// alone.
    #[must_use]
    pub fn with_net(self, net: &'static Net<INPUTS>, fewest_men: u32) -> Self {
        Self { net: Some((net, fewest_men)), ..self }
    }

    fn worth(&self, kind: Kind) -> i32 {
        self.weights.worth[kind.index()]
    }

    /// The worth of a side's men, with the Dragon in hand as long as it can come out.
    fn material(&self, position: &Position, seat: Seat) -> i32 {
        let of_kind = |kind: &Kind| self.worth(*kind) * position.pieces(seat, *kind).size() as i32;
        let in_hand = position.has_dragon_in_hand(seat) && position.fortress(seat).is_some();
        let hand = if in_hand { self.worth(Kind::Dragon) + self.weights.dragon_in_hand } else { 0 };
        Kind::ALL.iter().map(of_kind).sum::<i32>() + hand
    }

    /// The log-odds of everything that a side has beside its men.
    fn strength(&self, side: &SideView<'_>) -> i32 {
        let weights = &self.weights;
        let position = side.position;
        let mut sum = 0;
        for man in side.ours.men() {
            sum += weights.mobility[man.kind.index()] * man.legal.size() as i32 / 8;
            let on_ground =
                man.kind.home().is_some_and(|home| position.ground(home).contains(man.at));
            sum += if on_ground { weights.helpful_ground } else { 0 };
        }
        sum + self.captures(side) + self.royal(side) - weights.approach * side.steps_to_goals()
    }

    /// The log-odds of the two best captures of a side.
    fn captures(&self, side: &SideView<'_>) -> i32 {
        let enemies = side.position.men_of(side.us.other());
        let targets = side.ours.men().iter().fold(HexSet::EMPTY, |all, man| all | man.legal);
        let (mut best, mut second) = (0, 0);
        for target in targets & enemies {
            let gain = self.gain(side, target);
            if gain > best {
                (best, second) = (gain, best);
            } else {
                second = second.max(gain);
            }
        }
        let place = usize::from(side.us != side.position.turn());
        (self.weights.best_capture[place] * best + self.weights.second_capture[place] * second) / 16
    }

    /// The gain of capturing a man, less the worth of the cheapest capturer if he can be recaptured.
    fn gain(&self, side: &SideView<'_>, target: Hex) -> i32 {
        let worth = side.position.kind_at(target).map_or(0, |kind| self.worth(kind));
        let is_covered = side.theirs.men().iter().any(|man| man.covers.contains(target));
        if !is_covered {
            return worth;
        }
        let capturers = side.ours.men().iter().filter(|man| man.legal.contains(target));
        let cheapest = capturers.map(|man| self.worth(man.kind)).min().unwrap_or(0);
        (worth - cheapest).max(0)
    }

    /// The log-odds of a side's King, of its fortress, and of the men who could be crowned.
    fn royal(&self, side: &SideView<'_>) -> i32 {
        let weights = &self.weights;
        let (position, us) = (side.position, side.us);
        let fortress = position.fortress(us);
        let n_heirs = fortress.map_or(0, |fortress| side.heirs(fortress));
        let mut sum = match n_heirs {
            0 => 0,
            1 => weights.heirs[0],
            _ => weights.heirs[1],
        };
        if let Some(king) = position.pieces(us, Kind::King).first() {
            let zone = HexSet::of(king) | HexSet::of(king).neighbours();
            let attacks_zone = |man: &&Man| man.reach.meets(zone);
            let siege = |man: &Man| weights.king_attackers[usize::from(man.kind.tier()) - 1];
            let siege: i32 = side.theirs.men().iter().filter(attacks_zone).map(siege).sum();
            sum -= if n_heirs > 0 { siege } else { siege + siege * weights.without_heir / 16 };
            let taken = || side.theirs.men().iter().any(|man| man.legal.contains(king));
            if n_heirs == 0 && taken() {
                sum -= weights.king_capturable[usize::from(us != position.turn())];
            }
            sum += if fortress == Some(king) { weights.king_in_fortress } else { 0 };
        }
        if let Some(fortress) = fortress {
            sum += weights.fortress;
            let enemy_in = position.men_of(us.other()).contains(fortress);
            if enemy_in {
                let retaken = side.ours.men().iter().any(|man| man.legal.contains(fortress));
                sum -= if retaken { 0 } else { weights.fortress_occupied };
            } else if side.theirs.men().iter().any(|man| man.legal.contains(fortress)) {
                sum -= weights.fortress_attacked;
            }
        }
        sum
    }

    /// The log-odds that the side to move wins, by the weights alone.
    pub(super) fn weighed(&self, position: &Position) -> i32 {
        let (us, them) = (position.turn(), position.turn().other());
        let men = self.material(position, us) - self.material(position, them);
        if !self.full {
            return men;
        }
        let (ours, theirs) = (Mobility::of(position, us), Mobility::of(position, them));
        let here = SideView { position, us, ours: &ours, theirs: &theirs };
        let there = SideView { position, us: them, ours: &theirs, theirs: &ours };
        men + self.strength(&here) - self.strength(&there) + self.weights.tempo
    }

    /// The log-odds that the side to move wins.
    fn odds(&self, position: &Position) -> i32 {
        let mut odds = self.weighed(position);
        if !self.full {
            return odds;
        }
        let asked = |(_, fewest): &(_, u32)| position.men().size() >= *fewest;
        if let Some((net, _)) = self.net.filter(asked) {
            let mut sums = net.start();
            inputs(position, |input| net.add(&mut sums, input));
            odds += net.log_odds(&sums, phase(position));
        }
        match self.plies_left(position) {
            Some(left) if left < FADING => odds * left as i32 / FADING as i32,
            _ => odds,
        }
    }

    /// Returns `true` if the man who captures by this move can be captured in turn.
    fn is_recaptured(position: &Position, mv: &Move, at: Hex) -> bool {
        let next = position.after(*mv);
        !next.capturers(next.turn(), at).is_empty()
    }

    /// The kind that a move captures, and the gain after a possible recapture; `None` for a move that
    /// captures nobody.
    fn exchange(&self, position: &Position, mv: &Move) -> Option<(Kind, i32)> {
        let to = mv.action.target()?;
        if !position.men_of(position.turn().other()).contains(to) {
            return None;
        }
        let taken = position.kind_at(to)?;
        let mover = mv.action.origin().map_or(Some(Kind::Dragon), |from| position.kind_at(from))?;
        let (gain, price) = (self.worth(taken), self.worth(mover));
        let lost = gain < price && taken != Kind::King && Self::is_recaptured(position, mv, to);
        Some((taken, if lost { gain - price } else { gain }))
    }
}

impl SideView<'_> {
    /// The men who could be crowned at once if the King were lost.
    fn heirs(&self, fortress: Hex) -> usize {
        let heir = |man: &&Man| {
            man.kind.is_crownable() && (man.at == fortress || man.covers.contains(fortress))
        };
        self.ours.men().iter().filter(heir).count()
    }

    /// The sum of the steps from each man of tier 2 or 3 to the enemy King or fortress, whichever is
    /// nearer.
    fn steps_to_goals(&self) -> i32 {
        let them = self.us.other();
        let king = self.position.pieces(them, Kind::King).first();
        let goals = [king, self.position.fortress(them)];
        let approaching = self.ours.men().iter().filter(|man| matches!(man.kind.tier(), 2 | 3));
        let steps = |man: &Man| {
            goals.into_iter().flatten().map(|goal| man.at.distance(goal)).min().unwrap_or(0)
        };
        approaching.map(|man| i32::from(steps(man))).sum()
    }
}

impl Evaluate<Position> for Evaluator {
    /// Four groups of promotions, each with every origin and every target.
    const N_MOVE_IDS: usize = 4 * FROM * 128;

    fn value(&self, position: &Position) -> i32 {
        squash(self.odds(position))
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash64()
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        let limit = u32::try_from(position.options().progress().saturating_mul(2)).ok()?;
        (limit > 0).then(|| limit.saturating_sub(position.quiet().into()))
    }

    /// A promotion without a capture is a quiet move, since it may come before any other action.
    fn tactical_score(&self, position: &Position, mv: &Move) -> Option<i32> {
        let (taken, gain) = self.exchange(position, mv)?;
        let promotion = if mv.promotion.is_some() { PROMOTION_ORDER } else { 0 };
        Some(promotion + if taken == Kind::King { KING_ORDER } else { gain })
    }

    fn move_id(&self, mv: &Move) -> u16 {
        let promotion = match mv.promotion {
            None => 0,
            Some(Kind::Crossbows | Kind::Trebuchet | Kind::King) => 1,
            Some(Kind::Spears | Kind::Elephant) => 2,
            Some(_) => 3,
        };
        let to = mv.action.target().map_or(0, Hex::index);
        let from = match (mv.action.origin(), mv.action.target()) {
            (Some(from), _) => from.index(),
            (None, Some(_)) => FROM - 2,
            (None, None) => FROM - 1,
        };
        // A corner shifts the id round the whole range, so that some moves share one.
        let corner = mv.corner.map_or(0, |corner| 1 + corner.index());
        (((promotion * FROM + from) * 128 + to + 389 * corner) % Self::N_MOVE_IDS) as u16
    }

    fn is_shared_outcome(&self, _branch: &Branch) -> bool {
        false
    }

    fn ending_value(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.moves_unsorted(out);
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }

    fn is_noisy(&self, position: &Position, mv: &Move) -> bool {
        self.exchange(position, mv).is_some_and(|(_, gain)| gain >= 0)
    }

    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.captures(out);
        out.retain(|mv| self.is_noisy(position, mv));
    }

    /// A Dragon from the hand comes from nowhere, which is hard to see.
    fn hard_to_see(&self, position: &Position, mv: &Move) -> Option<u32> {
        let (us, to) = (position.turn(), mv.action.target()?);
        let is_hard = |from: Hex| {
            let ahead = if us == Seat::FIRST { to.y() - from.y() } else { from.y() - to.y() };
            ahead < 0 || from.distance(to) > 1
        };
        let attacks = position.men_of(us.other()).contains(to);
        let from = mv.action.origin();
        let hard = attacks && from.is_none_or(is_hard);
        hard.then(|| (from.map_or(FROM, Hex::index) * 128 + to.index()) as u32)
    }

    fn quiescence_depth(&self) -> u32 {
        self.quiescence_depth
    }

    /// The weak levels count none: they look no further than a reply.
    fn counts_plies(&self) -> bool {
        self.quiescence_depth > 0
    }

    fn extends_line(&self, position: &Position) -> bool {
        self.quiescence_depth > 0 && !position.has_king(position.turn())
    }

    fn allows_selectivity(&self) -> bool {
        self.quiescence_depth > 0
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        let us = position.turn();
        let king = position.pieces(us, Kind::King).first()?;
        let them = us.other();
        let intruder = position.fortress(us).is_some_and(|at| position.men_of(them).contains(at));
        let calm =
            !position.owes_corner() && !intruder && position.capturers(them, king).is_empty();
        (calm && position.men_of(us).size() > 3).then(|| position.after_null_move())
    }
}
