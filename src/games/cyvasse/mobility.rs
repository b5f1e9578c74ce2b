//! The men of a side with what each bears on and may do, looked up once for all who ask: the list
//! of turns, and the bot's judgement.

use super::{
    Hex, HexSet, Kind, Position,
    attack::{AttackForce, WHOLE},
    movement::Movement,
};
use crate::games::Seat;

/// The most men that a side has.
const MEN_MAX: usize = 20;

/// A man with what he may do.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    /// His kind.
    pub kind: Kind,
    /// Where he stands.
    pub at: Hex,
    /// The hexes that he comes to by land, men of either side on them or not.
    pub covers: HexSet,
    /// What he bears on (Q7).
    pub reach: HexSet,
    /// The hexes that he may move to; enemy men on them are captured.
    pub legal: HexSet,
}

/// All men of a side.
#[derive(Clone, Debug)]
pub struct Mobility {
    men: [Man; MEN_MAX],
    n: usize,
}

impl Mobility {
    /// The men of this side, as if it were its turn and it had a King.
    #[must_use]
    pub fn of(position: &Position, seat: Seat) -> Self {
        let ways = Movement::of(position, seat);
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
                let covers = ways.covers(kind, at);
                let reach = ways.out_of(at, covers);
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
        let mut bearing = AttackForce::default();
        let men = &mut self.men[..self.n];
        for man in men.iter().filter(|man| man.reach.contains(target)) {
            bearing.add(man.kind, options);
        }
        let defence = u32::from(position.defence(target)) * WHOLE;
        for man in men.iter_mut().filter(|man| man.reach.contains(target)) {
            if bearing.strength(man.kind, options.flanking).0 >= defence {
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
    /// The men of a side that could capture the enemy man on a hex now, by land.
    #[must_use]
    pub fn capturers(&self, seat: Seat, target: Hex) -> HexSet {
        let bearers = self.attackers(seat, target);
        let mut bearing = AttackForce::default();
        for at in bearers {
            bearing.add(self.kind_on(at), &self.options);
        }
        let defence = u32::from(self.defence(target)) * WHOLE;
        let flanking = self.options.flanking;
        bearers.filter(|at| bearing.strength(self.kind_on(*at), flanking).0 >= defence).collect()
    }
}
