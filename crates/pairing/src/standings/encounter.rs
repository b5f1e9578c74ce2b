//! Direct encounter: the games that tied players had with each other (article 6).

use std::collections::BTreeMap;

use super::{
    records::{Records, System},
    value::Hundredths,
};
use crate::history::{Entry, Number};

/// A player's games against those with whom they were tied when direct encounter was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Whom they met, by start number.
    pub meetings: Vec<Meeting>,
    /// The score: from each opponent the mean of the games with them; rounded down.
    pub points: Hundredths,
    /// With how many of the tied players they had no game.
    pub missing: usize,
}

/// The games with one opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The opponent's start number.
    pub opponent: Number,
    /// The score in all of them, in hundredths.
    pub points: Hundredths,
    /// How many there were.
    pub games: u64,
}

/// A number that every likely number of games between two players divides, so that means can be
/// added as integers.
const SHARES: u64 = 2520;

/// The result of one of the tied players in their encounters, in shares of hundredths.
#[derive(Clone, Copy, Debug)]
struct Standing {
    player: usize,
    score: u64,
    /// The score if all games that are missing were won.
    highest: u64,
}

/// The encounters of a player within a group of players who are tied; `None` if they are alone.
pub(super) fn encounter(records: &Records<'_>, player: usize, tied: &[usize]) -> Option<Encounter> {
    if tied.len() < 2 {
        return None;
    }
    let meetings = meetings(records, player, tied);
    let missing = tied.len() - 1 - meetings.len();
    Some(Encounter { points: Hundredths(shares(&meetings) / SHARES), meetings, missing })
}

fn meetings(records: &Records<'_>, player: usize, tied: &[usize]) -> Vec<Meeting> {
    let mut met: BTreeMap<usize, (Hundredths, u64)> = BTreeMap::new();
    for entry in records.entries(player) {
        let opponent = match (records.system, &entry) {
            (_, Entry::Game { opponent, .. })
            | (System::RoundRobin, Entry::Forfeit { opponent, .. }) => *opponent,
            (_, Entry::Forfeit { .. } | Entry::Bye { .. } | Entry::Absent) => continue,
        };
        let Some(opponent) = records.place(opponent) else { continue };
        if opponent != player && tied.contains(&opponent) {
            let (points, games) = met.entry(opponent).or_default();
            *points = *points + Hundredths::of_tenths(records.worth(&entry));
            *games += 1;
        }
    }
    let meeting =
        |(opponent, (points, games))| Meeting { opponent: records.number(opponent), points, games };
    met.into_iter().map(meeting).collect()
}

/// The sum of the means, in shares of hundredths (article 6.1.2).
fn shares(meetings: &[Meeting]) -> u64 {
    meetings.iter().map(|met| met.points.0.saturating_mul(SHARES) / met.games).sum()
}

/// Ranks players who are tied: groups in their order, of which those with several players stay tied.
///
/// If all have met each other, their scores decide (article 6.1). If not, somebody is first whom
/// nobody could reach even by winning all games that are missing, then second, and so on (article
/// 6.2). Whoever is still tied is looked at again among themselves (article 6.3).
pub(super) fn split(records: &Records<'_>, tied: &[usize]) -> Vec<Vec<usize>> {
    let mut standing: Vec<Standing> =
        tied.iter().map(|player| standing_of(records, *player, tied)).collect();
    standing.sort_by_key(|one| std::cmp::Reverse((one.score, one.highest)));
    let all_met = standing.iter().all(|one| one.score == one.highest);
    let groups = if all_met { by_score(&standing) } else { by_certainty(&standing) };
    if groups.len() < 2 {
        return vec![tied.to_vec()];
    }
    groups.into_iter().flat_map(|group| split(records, &group)).collect()
}

fn standing_of(records: &Records<'_>, player: usize, tied: &[usize]) -> Standing {
    let meetings = meetings(records, player, tied);
    let score = shares(&meetings);
    let missing = match records.system {
        System::Swiss => tied.len() - 1 - meetings.len(),
        System::RoundRobin => 0,
    };
    let win = Hundredths::of_tenths(records.win()).0;
    Standing { player, score, highest: score + missing as u64 * win * SHARES }
}

fn by_score(standing: &[Standing]) -> Vec<Vec<usize>> {
    let groups = standing.chunk_by(|one, other| one.score == other.score);
    groups.map(|group| group.iter().map(|one| one.player).collect()).collect()
}

fn by_certainty(standing: &[Standing]) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    let mut rest = standing;
    while let [first, others @ ..] = rest
        && others.iter().all(|other| other.highest < first.score)
    {
        groups.push(vec![first.player]);
        rest = others;
    }
    if !rest.is_empty() {
        groups.push(rest.iter().map(|one| one.player).collect());
    }
    groups
}
