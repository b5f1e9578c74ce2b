//! Tie-breaks that are sums over the rounds: Buchholz and Sonneborn-Berger.

use super::{
    records::{Records, System, is_voluntary},
    value::Hundredths,
};
use crate::history::{Entry, Number, Points};

/// A tie-break with its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// One for each round that counts.
    pub terms: Vec<Term>,
    /// The total, without those that are cut.
    pub total: Hundredths,
}

/// The contribution of one round to a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The round, counted from 1.
    pub round: usize,
    /// Against whom the score was made.
    pub kind: TermKind,
    /// The score of the opponent as it counts here, in tenths.
    pub score: Points,
    /// The player's points in the round, in tenths.
    pub points: Points,
    /// The value that the term adds.
    pub value: Hundredths,
    /// Whether it is left out.
    pub is_cut: bool,
}

/// The source of the score that stands in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// An opponent's, by start number.
    Opponent(Number),
    /// That of a dummy, since the round was not played (article 16.4).
    Dummy {
        /// Whether the player was not there for it (article 16.1.2).
        voluntary: bool,
    },
}

/// Article 8.1.
pub(super) fn buchholz(records: &Records<'_>, player: usize) -> Sum {
    total(terms(records, player, |score, _| Hundredths::of_tenths(score)))
}

/// Articles 8.1 and 14.1.1: without the lowest term; where the player was not there for a round, the
/// lowest of those is cut (article 16.5.1: in Buchholz it is never less than the lowest of all).
pub(super) fn buchholz_cut_1(records: &Records<'_>, player: usize) -> Sum {
    let mut terms = terms(records, player, |score, _| Hundredths::of_tenths(score));
    let was_there = |term: &Term| term.kind != TermKind::Dummy { voluntary: true };
    if let Some(cut) = terms.iter_mut().min_by_key(|term| (was_there(term), term.value)) {
        cut.is_cut = true;
    }
    total(terms)
}

/// Article 9.1.
pub(super) fn sonneborn_berger(records: &Records<'_>, player: usize) -> Sum {
    total(terms(records, player, Hundredths::product))
}

fn total(terms: Vec<Term>) -> Sum {
    let total = terms.iter().filter(|term| !term.is_cut).map(|term| term.value).sum();
    Sum { terms, total }
}

fn terms(
    records: &Records<'_>,
    player: usize,
    value: fn(Points, Points) -> Hundredths,
) -> Vec<Term> {
    let term = |(round, entry): (usize, Entry)| {
        let (kind, score) = opponent(records, player, &entry)?;
        let points = records.worth(&entry);
        let value = value(score, points);
        Some(Term { round: round + 1, kind, score, points, value, is_cut: false })
    };
    records.entries(player).enumerate().filter_map(term).collect()
}

/// Returns whose score counts in a round, and which; `None` if the round does not count.
fn opponent(records: &Records<'_>, player: usize, entry: &Entry) -> Option<(TermKind, Points)> {
    let dummy = TermKind::Dummy { voluntary: is_voluntary(entry) };
    let met = match (records.system, entry) {
        (_, Entry::Game { opponent, .. })
        | (System::RoundRobin, Entry::Forfeit { opponent, .. }) => *opponent,
        (System::RoundRobin, Entry::Bye { .. } | Entry::Absent) => return None,
        (System::Swiss, Entry::Forfeit { .. } | Entry::Bye { .. } | Entry::Absent) => {
            return Some((dummy, records.dummy(player, entry)));
        }
    };
    Some((TermKind::Opponent(met), records.adjusted(records.place(met)?)))
}
