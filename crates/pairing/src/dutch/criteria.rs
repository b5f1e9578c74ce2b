//! C6 to C21 for one pair of a bracket, each as a value of which the sum over all pairs is to be the greatest.

use std::cmp::Ordering;

use super::super::history::Points;
use super::super::matching::{less, more};
use super::form::{Claim, Float, Form};

/// The place in which a pair is made, seen from the bracket that is being paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In this bracket, with one of its residents as the lower.
    Here,
    /// With a resident of the next bracket as the lower.
    Next,
    /// Further down.
    Below,
}

/// The facts about all of a bracket that its criteria need to know.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// The score of its residents.
    pub(super) residents: Points,
    /// The different scores of those who were moved down to it, from the highest.
    pub(super) moved: Vec<Points>,
    /// C9 counts: one player goes down from here, and gets the bye.
    pub(super) bye: bool,
}

impl Scale {
    /// Returns how many values a pair has.
    pub(super) fn fields(&self) -> usize {
        let moved = self.moved.len();
        1 + moved + 1 + (moved + 1) + 1 + 4 + 4 + 4 * moved
    }

    /// The values of a pair; `high` stands above `low` in the order of the bracket.
    pub(super) fn pair(&self, high: &Form, low: &Form, place: Place, values: &mut Vec<u32>) {
        let here = place == Place::Here;
        let moved = here && high.score > self.residents;
        // C6: the most pairs, which is the fewest downfloaters.
        values.push(more(u32::from(here)));
        // C7: the least scores of downfloaters, from the top; the more of the highest are paired, the fewer go down.
        values.extend(self.moved.iter().map(|&score| more(u32::from(here && high.score == score))));
        // C8: downfloaters such that C6 and C7 are met best in the next bracket.
        let next = place == Place::Next;
        values.push(more(u32::from(next)));
        let above = self.moved.iter().chain(std::iter::once(&self.residents));
        values.extend(above.map(|&score| more(u32::from(next && high.score == score))));
        // C9 concerns the bye alone.
        values.push(less(0));
        self.colours(high, low, here, values);
        // C14 to C17: fewest residents who go down, and fewest opponents of moved-down players who are met from
        // above, as they were in the last round, and in the one before.
        for back in 0..2 {
            let down =
                |form: &Form| form.score == self.residents && form.floats[back] == Float::Down;
            values.push(more(u32::from(here && down(high)) + u32::from(here && down(low))));
            values.push(less(u32::from(moved && low.floats[back] == Float::Up)));
        }
        // C18 to C21: of moved-down players who went down before, and of opponents who were met from above before,
        // the least differences of score, from the greatest. A player who is not paired here has a greater one.
        for back in 0..2 {
            let again = moved && high.floats[back] == Float::Down;
            values.extend(
                self.moved.iter().map(|&score| more(u32::from(again && high.score == score))),
            );
            let met = moved && low.floats[back] == Float::Up;
            values.extend(
                self.moved.iter().map(|&score| less(u32::from(met && high.score == score))),
            );
        }
    }

    /// The values of the bye.
    pub(super) fn bye(&self, player: &Form, values: &mut Vec<u32>) {
        let start = values.len();
        values.resize(start + self.fields(), less(0));
        if self.bye {
            // C9: the fewest rounds without a game of the one who gets the bye.
            values[start + 1 + self.moved.len() + 1 + self.moved.len() + 1] = less(player.unplayed);
        }
    }

    /// C10 to C13.
    fn colours(&self, high: &Form, low: &Form, here: bool, values: &mut Vec<u32>) {
        let clash = here && high.preference.is_some() && high.preference == low.preference;
        // C10: fewest topscorers or their opponents with a difference of colours beyond two.
        values.push(less(u32::from(clash && high.lopsided() && low.lopsided())));
        // C11: fewest of them with the same colour three times in a row.
        values.push(less(u32::from(clash && thrice(high, low))));
        // C12: fewest without their preference.
        values.push(less(u32::from(clash)));
        // C13: fewest without their strong preference.
        let weaker = high.claim.min(low.claim);
        values.push(less(u32::from(clash && weaker == Claim::Strong)));
    }
}

/// Returns `true` if one of two who want the same colour absolutely has to take the other one for the third
/// time.
fn thrice(one: &Form, other: &Form) -> bool {
    if one.claim != Claim::Absolute || other.claim != Claim::Absolute {
        return false;
    }
    match one.difference.abs().cmp(&other.difference.abs()) {
        Ordering::Equal => one.repeated().is_some() && one.repeated() == other.repeated(),
        Ordering::Greater => {
            other.repeated().is_some_and(|colour| Some(colour) != other.preference)
        }
        Ordering::Less => one.repeated().is_some_and(|colour| Some(colour) != one.preference),
    }
}
