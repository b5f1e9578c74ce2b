//! Swiss pairing by the FIDE (Dutch) System in force since 1 February 2026 (Handbook C.04.3); the numbers of its
//! articles and criteria stand beside the code.
//!
//! Brackets are paired from the top. In each, a matching on weights in which the criteria stand one above the other
//! finds how good a pairing can be; then the pairs are fixed one by one in the order in which the articles try
//! candidates, each time asking whether the rest can still be as good.

mod bracket;
mod colours;
mod criteria;
mod field;
mod form;
#[cfg(test)]
pub(super) mod tests;

use bracket::Bracket;
use field::Field;
use serde::{Deserialize, Serialize};

use super::history::{Colour, Number, PairingHistory};

/// The pairing of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pairing {
    /// White and Black, in the order in which pairings are published.
    pub games: Vec<(Number, Number)>,
    /// Who is left over.
    pub bye: Option<Number>,
    /// Absolute criteria that could not be kept; empty where the rules allowed a pairing.
    pub given_up: Vec<GivenUp>,
}

/// An absolute criterion that a pairing breaks because no pairing keeps them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum GivenUp {
    /// C3: both have to get the same colour.
    Colours {
        /// The higher ranked of the two.
        one: Number,
        /// The lower ranked of the two.
        other: Number,
    },
    /// C2: a second bye, or one after points without a game.
    Bye {
        /// Who gets it.
        player: Number,
    },
    /// C1: they have met before.
    Rematch {
        /// The higher ranked of the two.
        one: Number,
        /// The lower ranked of the two.
        other: Number,
    },
}

/// No round can be paired, whatever is given up: people who may not meet are alone with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impossible;

/// Pairs the next round by the rules as they are written.
///
/// # Errors
/// [`Impossible`] where no pairing keeps all absolute criteria (1.9.3 leaves it to the arbiter).
pub fn strict(event: &PairingHistory) -> Result<Pairing, Impossible> {
    round(Field::new(event, false))
}

/// Pairs the next round by the rules, and where they allow nothing gives up as little as can be: colours first,
/// then byes, rematches last, and of each the fewest. (Floats need no giving up: no criterion about them is absolute.)
///
/// # Errors
/// [`Impossible`] where those who are forbidden to meet at all leave no pairing.
pub fn pair(event: &PairingHistory) -> Result<Pairing, Impossible> {
    strict(event).or_else(|_| round(Field::new(event, true)))
}

/// Pairs bracket by bracket, from the top.
fn round(mut field: Field) -> Result<Pairing, Impossible> {
    if field.forms.is_empty() {
        return Ok(Pairing { games: Vec::new(), bye: None, given_up: Vec::new() });
    }
    field.bye_score = field.outlook().ok_or(Impossible)?;
    let mut floaters: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    let mut start = 0;
    while start < field.forms.len() {
        let end = field.group_end(start);
        let bracket = Bracket::new(&field, floaters, start..end, end..field.group_end(end));
        let (new, left) = bracket.pair().ok_or(Impossible)?;
        pairs.extend(new);
        floaters = left;
        start = end;
    }
    debug_assert!(floaters.len() == field.forms.len() % 2);
    Ok(publish(&field, &pairs, floaters.first().copied()))
}

/// Colours, order of publication, and what was given up.
fn publish(field: &Field, pairs: &[(usize, usize)], bye: Option<usize>) -> Pairing {
    let forms = &field.forms;
    let mut games: Vec<_> = pairs
        .iter()
        .map(|&(one, other)| {
            let rank = |at: usize| (std::cmp::Reverse(forms[at].points), forms[at].rank);
            let (first, second) = if rank(one) < rank(other) { (one, other) } else { (other, one) };
            let key = (rank(first).0, std::cmp::Reverse(forms[second].points), forms[first].rank);
            let numbers = (forms[one].number, forms[other].number);
            match colours::colour(&forms[one], &forms[other], field.initial) {
                Colour::White => (key, numbers),
                Colour::Black => (key, (numbers.1, numbers.0)),
            }
        })
        .collect();
    games.sort_unstable();
    let mut given_up = Vec::new();
    for &(one, other) in pairs {
        let [rematch, _, colours] = field.broken(one, other).unwrap_or_default();
        let (one, other) = (forms[one].number, forms[other].number);
        if colours > 0 {
            given_up.push(GivenUp::Colours { one, other });
        }
        if rematch > 0 {
            given_up.push(GivenUp::Rematch { one, other });
        }
    }
    if let Some(at) = bye.filter(|&at| !forms[at].bye) {
        given_up.push(GivenUp::Bye { player: forms[at].number });
    }
    let games = games.into_iter().map(|(_, game)| game).collect();
    Pairing { games, bye: bye.map(|at| forms[at].number), given_up }
}
