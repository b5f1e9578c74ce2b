//! The table of an event.

use super::{
    encounter::{encounter, split},
    records::{Records, System},
    sum::{buchholz, buchholz_cut_1, sonneborn_berger},
    tie_break::{TieBreak, TieBreakValue},
};
use crate::history::{Number, PairingHistory, Points};

/// The table after the rounds that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// After how many rounds.
    pub rounds: usize,
    /// Which tie-breaks count, the first one first.
    pub tie_breaks: &'static [TieBreak],
    /// The players, the first one first; by start number where they share a place.
    pub lines: Vec<Line>,
}

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place, from 1; players whom no tie-break parts share one.
    pub place: usize,
    /// The start number.
    pub number: Number,
    /// The points, in tenths.
    pub points: Points,
    /// The value of each tie-break, in the order of [`Standings::tie_breaks`].
    pub tie_breaks: Vec<TieBreakValue>,
}

/// The standings of an event after the rounds that were played, which count as all of its rounds.
#[must_use]
pub fn standings(event: &PairingHistory, system: System) -> Standings {
    let records = Records::new(event, system);
    let tie_breaks = TieBreak::order(system);
    let everybody: Vec<usize> = (0..records.players()).collect();
    let mut groups = split_by(&everybody, |player| records.points(player));
    let mut values: Vec<Vec<TieBreakValue>> = vec![Vec::new(); records.players()];
    for tie_break in tie_breaks {
        groups = groups
            .into_iter()
            .flat_map(|tied| break_tie(&records, *tie_break, &tied, &mut values))
            .collect();
    }
    let mut lines = Vec::with_capacity(records.players());
    for mut group in groups {
        let place = lines.len() + 1;
        group.sort_unstable_by_key(|player| records.number(*player));
        lines.extend(group.into_iter().map(|player| Line {
            place,
            number: records.number(player),
            points: records.points(player),
            tie_breaks: std::mem::take(&mut values[player]),
        }));
    }
    Standings { rounds: event.played, tie_breaks, lines }
}

/// Adds the values of a tie-break for players who are tied, and parts them by it.
fn break_tie(
    records: &Records<'_>,
    tie_break: TieBreak,
    tied: &[usize],
    values: &mut [Vec<TieBreakValue>],
) -> Vec<Vec<usize>> {
    for player in tied {
        values[*player].push(value(records, tie_break, *player, tied));
    }
    let last = |player: usize| match values[player].last() {
        Some(TieBreakValue::Sum(sum)) => sum.total.0,
        Some(TieBreakValue::Count(count)) => u64::from(*count),
        Some(TieBreakValue::Encounter(_)) | None => 0,
    };
    match tie_break {
        TieBreak::DirectEncounter => split(records, tied),
        TieBreak::BuchholzCut1
        | TieBreak::Buchholz
        | TieBreak::SonnebornBerger
        | TieBreak::Wins => split_by(tied, last),
    }
}

fn value(
    records: &Records<'_>,
    tie_break: TieBreak,
    player: usize,
    tied: &[usize],
) -> TieBreakValue {
    match tie_break {
        TieBreak::BuchholzCut1 => TieBreakValue::Sum(buchholz_cut_1(records, player)),
        TieBreak::Buchholz => TieBreakValue::Sum(buchholz(records, player)),
        TieBreak::SonnebornBerger => TieBreakValue::Sum(sonneborn_berger(records, player)),
        TieBreak::DirectEncounter => TieBreakValue::Encounter(encounter(records, player, tied)),
        TieBreak::Wins => TieBreakValue::Count(wins(records, player)),
    }
}

/// Article 7.1.
fn wins(records: &Records<'_>, player: usize) -> u32 {
    let won = records.entries(player).filter(|entry| records.worth(entry) >= records.win());
    u32::try_from(won.count()).unwrap_or(u32::MAX)
}

/// Parts players by a number, the greatest first.
fn split_by<K: Ord + Copy>(players: &[usize], key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut keyed: Vec<(K, usize)> = players.iter().map(|player| (key(*player), *player)).collect();
    keyed.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
    let groups = keyed.chunk_by(|one, other| one.0 == other.0);
    groups.map(|group| group.iter().map(|(_, player)| *player).collect()).collect()
}
