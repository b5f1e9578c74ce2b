//! Where all men of a side can go, computed once for move generation and for the evaluation of a
//! position.

use super::{
    Hex, HexSet, Kind, Position,
    attack::{AttackForce, WHOLE},
    movement::Movement,
};
use crate::Seat;

/// The largest number of men that a side has.
const MEN_MAX: usize = 20;

/// A man, and the hexes that he covers, reaches and may move to.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    /// The kind of the man.
    pub kind: Kind,
    /// The hex on which he stands.
    pub at: Hex,
    /// The hexes that he gets to by land, including those of men of either side.
    pub covers: HexSet,
    /// The hexes within his reach (Q7): empty ones, and those of enemies, however strong.
    pub reach: HexSet,
    /// The hexes that he may move to; enemy men on them are captured.
    pub legal: HexSet,
}

/// All men of a side with their mobility.
#[derive(Clone, Debug)]
pub struct Mobility {
    men: [Man; MEN_MAX],
    n: usize,
}

impl Mobility {
    /// The mobility of this side, as if it were its turn and it had a King.
    #[must_use]
    pub fn of(position: &Position, seat: Seat) -> Self {
        let movement = Movement::of(position, seat);
        let enemies = position.men_of(seat.other());
        let nobody = Man {
            kind: Kind::Rabble,
            at: Hex::CENTRE,
            covers: HexSet::EMPTY,
            reach: HexSet::EMPTY,
            legal: HexSet::EMPTY,
        };
        let mut mobility = Self { men: [nobody; MEN_MAX], n: 0 };
        let mut targets = HexSet::EMPTY;
        let own = position.men_of(seat);
        for kind in Kind::ALL {
            for at in own & position.kinds[kind.index()] {
                let covers = movement.covers(kind, at);
                let reach = movement.reach_over(at, covers);
                targets |= reach & enemies;
                mobility.men[mobility.n] =
                    Man { kind, at, covers, reach, legal: reach.without(enemies) };
                mobility.n += 1;
            }
        }
        for target in targets {
            mobility.add_captures(position, target);
        }
        mobility
    }

    fn add_captures(&mut self, position: &Position, target: Hex) {
        let options = &position.options;
        let mut force = AttackForce::default();
        let men = &mut self.men[..self.n];
        for man in men.iter().filter(|man| man.reach.contains(target)) {
            force.add(man.kind, options);
        }
        let defence = u32::from(position.defence(target)) * WHOLE;
        for man in men.iter_mut().filter(|man| man.reach.contains(target)) {
            if force.strength(man.kind, options.flanking).0 >= defence {
                man.legal |= HexSet::of(target);
            }
        }
    }

    /// The men, the Rabble first and the Dragon last.
    #[must_use]
    #[inline]
    pub fn men(&self) -> &[Man] {
        &self.men[..self.n]
    }
}

impl Position {
    /// The men of a side that could now capture the enemy man on a hex, going by land.
    #[must_use]
    pub fn capturers(&self, seat: Seat, target: Hex) -> HexSet {
        let attackers = self.attackers(seat, target);
        let mut force = AttackForce::default();
        for at in attackers {
            force.add(self.kind_on(at), &self.options);
        }
        let defence = u32::from(self.defence(target)) * WHOLE;
        let flanking = self.options.flanking;
        attackers.filter(|at| force.strength(self.kind_on(*at), flanking).0 >= defence).collect()
    }
}
