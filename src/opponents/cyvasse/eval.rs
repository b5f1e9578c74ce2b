//! How the bot sees a position of Cyvasse.
//!
//! For each side a sum of log-odds in thousandths: its men and their ground, what they can reach
//! and take, who stands near the Kings and fortresses, and whether a lost King could be replaced.
//! The difference is squashed to an expected score.

use crate::{
    engine::{evaluate::Evaluate, fixed_point::squash},
    games::{
        Branch, Roll, Seat,
        cyvasse::{Hex, HexSet, Kind, Man, Mobility, Move, Position},
    },
};

/// Weights in thousandths of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What a man is worth, by [`Kind::index`]; the King's counts only where he can be replaced.
    pub worth: [i32; 9],
    /// What a Dragon in hand is worth beyond one on the board.
    pub hand: i32,
    /// Eight hexes that a man may move to, by [`Kind::index`].
    pub mobility: [i32; 9],
    /// A man on ground that helps him.
    pub ground: i32,
    /// Sixteenths of what the side to move, and of what the other, gains by its best capture.
    pub threat: [i32; 2],
    /// The same of the second best.
    pub second: [i32; 2],
    /// A man of each tier, from 1, that bears on the enemy King or a hex beside him.
    pub siege: [i32; 4],
    /// How much more of it counts where the King cannot be replaced, in sixteenths.
    pub bare: i32,
    /// The own King can be taken and not be replaced: for the side to move, for the other.
    pub danger: [i32; 2],
    /// One, two men who could be crowned at once if the King were lost.
    pub heirs: [i32; 2],
    /// An intact fortress.
    pub fortress: i32,
    /// The King on it.
    pub home: i32,
    /// An enemy man may enter the own fortress.
    pub storm: i32,
    /// An enemy stands on it and cannot be taken.
    pub stormed: i32,
    /// Each step that a man of tier 2 or 3 has to the enemy King or fortress, whichever is nearer.
    pub march: i32,
    /// The advantage of being to move.
    pub tempo: i32,
}

/// Men alone, by the first table of values of the rules page: the yardstick `greedy` keeps this.
pub const PLAIN: Weights = Weights {
    worth: [100, 600, 350, 250, 300, 650, 450, 600, 1000],
    hand: 0,
    mobility: [0; 9],
    ground: 0,
    threat: [0; 2],
    second: [0; 2],
    siege: [0; 4],
    bare: 0,
    danger: [0; 2],
    heirs: [0; 2],
    fortress: 0,
    home: 0,
    storm: 0,
    stormed: 0,
    march: 0,
    tempo: 0,
};

/// The weights that play.
pub const TUNED: Weights = Weights {
    worth: [100, 600, 350, 250, 300, 650, 450, 600, 1000],
    hand: 100,
    mobility: [0, 0, 40, 40, 40, 40, 40, 40, 30],
    ground: 20,
    threat: [4, 3],
    second: [2, 6],
    siege: [10, 30, 40, 40],
    bare: 16,
    danger: [600, 1500],
    heirs: [200, 250],
    fortress: 250,
    home: 50,
    storm: 80,
    stormed: 250,
    march: 10,
    tempo: 60,
};

/// The evaluator of one search.
#[derive(Clone, Debug)]
pub struct Cyvasse {
    weights: Weights,
    /// Whether terms beside the men count.
    full: bool,
    /// How many plies of captures are followed beyond the depth; 0 where nothing is looked at.
    quiescence_depth: u32,
}

/// [`Cyvasse::quiescence_depth`] of an evaluator that looks on.
const QUIESCENCE_DEPTH: u32 = 6;

/// From how many plies before a draw without progress on a lead counts for less and less.
const FADING: u32 = 20;

/// Order value of taking the King, which may be the game.
const KING_ORDER: i32 = 50_000;

/// Order value of a promotion beside what is taken.
const PROMOTION_ORDER: i32 = 3_000;

/// Two sides as their terms see each other.
struct Front<'p> {
    position: &'p Position,
    us: Seat,
    ours: &'p Mobility,
    theirs: &'p Mobility,
}

impl Cyvasse {
    /// An evaluator with these weights; one that `sees_tactics` follows captures beyond its depth.
    #[must_use]
    pub fn new(weights: &Weights, sees_tactics: bool) -> Self {
        Self {
            weights: *weights,
            full: *weights != PLAIN,
            quiescence_depth: if sees_tactics { QUIESCENCE_DEPTH } else { 0 },
        }
    }

    fn worth(&self, kind: Kind) -> i32 {
        self.weights.worth[kind.index()]
    }

    /// The men of a side by their worth, the Dragon in hand included while it can come out.
    fn material(&self, position: &Position, seat: Seat) -> i32 {
        let of_kind = |kind: &Kind| self.worth(*kind) * position.pieces(seat, *kind).size() as i32;
        let in_hand = position.has_dragon_in_hand(seat) && position.fortress(seat).is_some();
        let hand = if in_hand { self.worth(Kind::Dragon) + self.weights.hand } else { 0 };
        Kind::ALL.iter().map(of_kind).sum::<i32>() + hand
    }

    /// The log-odds of a side beside its men.
    fn strength(&self, front: &Front<'_>) -> i32 {
        let weights = &self.weights;
        let position = front.position;
        let mut sum = 0;
        for man in front.ours.men() {
            sum += weights.mobility[man.kind.index()] * man.legal.size() as i32 / 8;
            let on_ground =
                man.kind.home().is_some_and(|home| position.ground(home).contains(man.at));
            sum += if on_ground { weights.ground } else { 0 };
        }
        sum + self.attacks(front) + self.royal(front) - weights.march * front.way_to_go()
    }

    /// What the two best captures of a side gain.
    fn attacks(&self, front: &Front<'_>) -> i32 {
        let enemies = front.position.men_of(front.us.other());
        let targets = front.ours.men().iter().fold(HexSet::EMPTY, |all, man| all | man.legal);
        let (mut best, mut second) = (0, 0);
        for target in targets & enemies {
            let gain = self.gain(front, target);
            if gain > best {
                (best, second) = (gain, best);
            } else {
                second = second.max(gain);
            }
        }
        let place = usize::from(front.us != front.position.turn());
        (self.weights.threat[place] * best + self.weights.second[place] * second) / 16
    }

    /// What the capture of a man gains, his avenger's share taken off.
    fn gain(&self, front: &Front<'_>, target: Hex) -> i32 {
        let worth = front.position.kind_at(target).map_or(0, |kind| self.worth(kind));
        let is_covered = front.theirs.men().iter().any(|man| man.covers.contains(target));
        if !is_covered {
            return worth;
        }
        let capturers = front.ours.men().iter().filter(|man| man.legal.contains(target));
        let cheapest = capturers.map(|man| self.worth(man.kind)).min().unwrap_or(0);
        (worth - cheapest).max(0)
    }

    /// King, fortress and heirs of a side.
    fn royal(&self, front: &Front<'_>) -> i32 {
        let weights = &self.weights;
        let (position, us) = (front.position, front.us);
        let fortress = position.fortress(us);
        let n_heirs = fortress.map_or(0, |fortress| front.heirs(fortress));
        let mut sum = match n_heirs {
            0 => 0,
            1 => weights.heirs[0],
            _ => weights.heirs[1],
        };
        if let Some(king) = position.pieces(us, Kind::King).first() {
            let zone = HexSet::of(king) | HexSet::of(king).neighbours();
            let near = |man: &&Man| man.reach.meets(zone);
            let siege = |man: &Man| weights.siege[usize::from(man.kind.tier()) - 1];
            let siege: i32 = front.theirs.men().iter().filter(near).map(siege).sum();
            sum -= if n_heirs > 0 { siege } else { siege + siege * weights.bare / 16 };
            let taken = || front.theirs.men().iter().any(|man| man.legal.contains(king));
            if n_heirs == 0 && taken() {
                sum -= weights.danger[usize::from(us != position.turn())];
            }
            sum += if fortress == Some(king) { weights.home } else { 0 };
        }
        if let Some(fortress) = fortress {
            sum += weights.fortress;
            let enemy_in = position.men_of(us.other()).contains(fortress);
            if enemy_in {
                let retaken = front.ours.men().iter().any(|man| man.legal.contains(fortress));
                sum -= if retaken { 0 } else { weights.stormed };
            } else if front.theirs.men().iter().any(|man| man.legal.contains(fortress)) {
                sum -= weights.storm;
            }
        }
        sum
    }

    /// The log-odds of the side to move.
    fn odds(&self, position: &Position) -> i32 {
        let (us, them) = (position.turn(), position.turn().other());
        let men = self.material(position, us) - self.material(position, them);
        if !self.full {
            return men;
        }
        let (ours, theirs) = (Mobility::of(position, us), Mobility::of(position, them));
        let here = Front { position, us, ours: &ours, theirs: &theirs };
        let there = Front { position, us: them, ours: &theirs, theirs: &ours };
        let odds = men + self.strength(&here) - self.strength(&there) + self.weights.tempo;
        match self.plies_left(position) {
            Some(left) if left < FADING => odds * left as i32 / FADING as i32,
            _ => odds,
        }
    }

    /// Whether the man who captured by this move can be taken in turn.
    fn is_avenged(position: &Position, mv: &Move, at: Hex) -> bool {
        let next = position.after(*mv);
        !next.capturers(next.turn(), at).is_empty()
    }

    /// What a capture gives and what it then may cost; `None` for a move that takes nobody.
    fn exchange(&self, position: &Position, mv: &Move) -> Option<(Kind, i32)> {
        let to = mv.action.target()?;
        if !position.men_of(position.turn().other()).contains(to) {
            return None;
        }
        let taken = position.kind_at(to)?;
        let mover = mv.action.origin().map_or(Some(Kind::Dragon), |from| position.kind_at(from))?;
        let (gain, price) = (self.worth(taken), self.worth(mover));
        let lost = gain < price && taken != Kind::King && Self::is_avenged(position, mv, to);
        Some((taken, if lost { gain - price } else { gain }))
    }
}

impl Front<'_> {
    /// The men who could be crowned at once if the King were lost.
    fn heirs(&self, fortress: Hex) -> usize {
        let heir = |man: &&Man| {
            man.kind.is_crownable() && (man.at == fortress || man.covers.contains(fortress))
        };
        self.ours.men().iter().filter(heir).count()
    }

    /// The steps of all men of tiers 2 and 3 to the enemy King or fortress.
    fn way_to_go(&self) -> i32 {
        let them = self.us.other();
        let king = self.position.pieces(them, Kind::King).first();
        let goals = [king, self.position.fortress(them)];
        let marching = self.ours.men().iter().filter(|man| matches!(man.kind.tier(), 2 | 3));
        let steps = |man: &Man| {
            goals.into_iter().flatten().map(|goal| man.at.distance(goal)).min().unwrap_or(0)
        };
        marching.map(|man| i32::from(steps(man))).sum()
    }
}

impl Evaluate<Position> for Cyvasse {
    /// Promotion, from, to; corners share.
    const N_SLOTS: usize = 4 * FROM * 128;

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

    /// A promotion alone is a quiet move: it may stand before every other one of a turn.
    fn order(&self, position: &Position, mv: &Move) -> Option<i32> {
        let (taken, gain) = self.exchange(position, mv)?;
        let promotion = if mv.promotion.is_some() { PROMOTION_ORDER } else { 0 };
        Some(promotion + if taken == Kind::King { KING_ORDER } else { gain })
    }

    fn slot(&self, mv: &Move) -> u16 {
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
        // A corner only turns the wheel, so that some moves share a number.
        let corner = mv.corner.map_or(0, |corner| 1 + corner.index());
        (((promotion * FROM + from) * 128 + to + 389 * corner) % Self::N_SLOTS) as u16
    }

    fn shared(&self, _branch: &Branch) -> bool {
        false
    }

    fn settled(&self, _position: &Position, _mv: &Move, _branch: &Branch) -> Option<i32> {
        None
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.moves_unsorted(out);
    }

    fn play(&self, position: &Position, mv: &Move, _roll: &Roll) -> Position {
        position.after(*mv)
    }

    fn noisy(&self, position: &Position, mv: &Move) -> bool {
        self.exchange(position, mv).is_some_and(|(_, gain)| gain >= 0)
    }

    fn noisy_moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.captures(out);
        out.retain(|mv| self.noisy(position, mv));
    }

    fn quiescence_depth(&self) -> u32 {
        self.quiescence_depth
    }

    /// Not at the weak levels: they may overlook that a King can be taken, as people do.
    fn counts_plies(&self) -> bool {
        self.quiescence_depth > 0
    }

    fn extends(&self, position: &Position) -> bool {
        self.quiescence_depth > 0 && !position.has_king(position.turn())
    }

    fn selective(&self) -> bool {
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

/// Numbers for what a man comes from: a hex, the hand, nowhere.
const FROM: usize = 123;
