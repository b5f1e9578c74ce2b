//! Fights: dice, exact chances and verdicts (section 4).

use super::{Kind, Options};
use crate::{Branch, Dice, Roll};

/// The way an attack ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker takes the defender and stands on its square.
    Hit,
    /// Nothing changes but the turn.
    Push,
    /// The attacker is removed (variant 5).
    Lost,
}

impl Verdict {
    /// Its letter in records (section 8.2).
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Hit => 'w',
            Self::Push => 'p',
            Self::Lost => 'l',
        }
    }

    /// A roll that gives it with any pair of dice (section 8.2).
    const fn sample_roll(self) -> Roll {
        match self {
            Self::Hit => Roll::pair(2, 1),
            Self::Push => Roll::pair(1, 1),
            Self::Lost => Roll::pair(1, 2),
        }
    }
}

/// The numbers of rolls of a fight that end in each of the three ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    /// The number of rolls that hit.
    pub hit: u32,
    /// The number of rolls that push.
    pub push: u32,
    /// The number of rolls that lose the attacker; 0 without variant 5.
    pub lost: u32,
}

impl Odds {
    /// The odds of this attacker against this defender. A Soldier attacking onto the last rank
    /// is a Soldier still, an Assassin is an Assassin whatever it holds (R11, R14).
    #[must_use]
    pub const fn of(attacker: Kind, defender: Kind, options: &Options) -> Self {
        if options.classic {
            return Self { hit: 1, push: 0, lost: 0 };
        }
        let (a, d) = (attacker.attack_die().sides() as u32, defender.defence_die().sides() as u32);
        let equal = if a < d { a } else { d };
        // Attack face f beats the f − 1 faces below it, as far as the defence die has them: the
        // first `beaten` faces above 1 beat one more each, the rest beat them all.
        let beaten = if a - 1 < d { a - 1 } else { d };
        let hit = beaten * (beaten + 1) / 2 + (a - 1 - beaten) * d;
        let lower = a * d - hit - equal;
        if options.v5 {
            Self { hit, push: equal, lost: lower }
        } else {
            Self { hit, push: equal + lower, lost: 0 }
        }
    }

    /// Returns how many rolls the two dice have; 1 in the classic game, which throws none.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.hit + self.push + self.lost
    }

    /// Returns how many rolls end in `verdict`.
    #[must_use]
    pub const fn rolls(self, verdict: Verdict) -> u32 {
        match verdict {
            Verdict::Hit => self.hit,
            Verdict::Push => self.push,
            Verdict::Lost => self.lost,
        }
    }

    /// The chance of `verdict` as a fraction in lowest terms.
    #[must_use]
    pub const fn fraction(self, verdict: Verdict) -> (u32, u32) {
        let (n, total) = (self.rolls(verdict), self.total());
        let (mut a, mut b) = (n, total);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (n / a, total / a)
    }

    /// The chance of `verdict` in whole percent; never 0 or 100 for what is not certain.
    #[must_use]
    pub fn percent(self, verdict: Verdict) -> u8 {
        let (n, total) = (self.rolls(verdict), self.total());
        let percent = match (n * 200 + total) / (total * 2) {
            0 if n > 0 => 1,
            100.. if n < total => 99,
            rounded => rounded,
        };
        u8::try_from(percent).unwrap_or(100)
    }
}

/// The dice of a fight, the attacker's first; none in the classic game.
#[must_use]
pub fn dice(attacker: Kind, defender: Kind, options: &Options) -> Dice {
    if options.classic {
        Dice::NONE
    } else {
        Dice::pair(attacker.attack_die(), defender.defence_die())
    }
}

/// Returns how a roll ends a fight: strictly higher hits, equal pushes, lower pushes or loses. Without faces,
/// as in the classic game, every attack hits.
#[must_use]
pub fn judge(roll: &Roll, options: &Options) -> Verdict {
    match *roll.as_slice() {
        [attack, defence] if attack < defence && options.v5 => Verdict::Lost,
        [attack, defence] if attack <= defence => Verdict::Push,
        _ => Verdict::Hit,
    }
}

/// Appends the ways in which a fight can end, the hit first.
pub(super) fn branches(attacker: Kind, defender: Kind, options: &Options, out: &mut Vec<Branch>) {
    let odds = Odds::of(attacker, defender, options);
    for verdict in [Verdict::Hit, Verdict::Push, Verdict::Lost] {
        let weight = odds.rolls(verdict);
        if weight > 0 {
            let roll = if options.classic { Roll::NONE } else { verdict.sample_roll() };
            out.push(Branch { roll, weight, mark: Some(verdict.mark()) });
        }
    }
}
