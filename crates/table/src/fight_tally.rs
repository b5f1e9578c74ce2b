//! A tally of the attacks of a seat in a game with dice.

use std::fmt;

use games::Seat;
use scene::{Fight, FightVerdict};

/// The attacks of a seat, counted: how many it won, and how many it would have won on average.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightTally {
    /// How many fights it began.
    pub fought: usize,
    /// How many of these were hits.
    pub won: usize,
    /// The sum of their chances of a hit before the dice fell, in percent.
    percent: u32,
}

impl FightTally {
    /// Counts those of a seat among fights, each with the seat that attacked.
    #[must_use]
    pub fn of(fights: &[(Seat, Fight)], seat: Seat) -> Self {
        let own = fights.iter().filter(|(by, _)| *by == seat);
        own.fold(Self::default(), |tally, (_, fight)| Self {
            fought: tally.fought + 1,
            won: tally.won + usize::from(fight.verdict == FightVerdict::Hit),
            percent: tally.percent + u32::from(fight.percent),
        })
    }

    /// The sum of the odds, to one decimal: `5.9`.
    #[must_use]
    pub fn expected(&self) -> String {
        let tenths = (self.percent + 5) / 10;
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

impl fmt::Display for FightTally {
    /// Writes `7 of 12 fights won, 5.9 expected`, or `no attacks`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fought, won, .. } = self;
        let fights = if *fought == 1 { "fight" } else { "fights" };
        match fought {
            0 => f.write_str("no attacks"),
            _ => write!(f, "{won} of {fought} {fights} won, {} expected", self.expected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Shade;

    #[test]
    fn the_odds_of_own_attacks_are_summed() {
        let fight = |by: Seat, percent, verdict| {
            let dice = ((6, 3), (4, 2));
            let shade = Shade::Tone(0);
            (by, Fight { attacker: shade, attack: dice.0, defence: dice.1, verdict, percent })
        };
        let (first, other) = (Seat::FIRST, Seat::FIRST.other());
        let fights = [
            fight(first, 58, FightVerdict::Hit),
            fight(other, 42, FightVerdict::Push),
            fight(first, 38, FightVerdict::Lost),
            fight(first, 69, FightVerdict::Hit),
        ];
        let told = |seat| FightTally::of(&fights, seat).to_string();
        // 0.58 + 0.38 + 0.69 = 1.65.
        assert_eq!(told(first), "2 of 3 fights won, 1.7 expected");
        assert_eq!(told(other), "0 of 1 fight won, 0.4 expected");
        assert_eq!(FightTally::of(&[], first).to_string(), "no attacks");
    }
}
