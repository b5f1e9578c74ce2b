//! Records of the players, with the rounds that were not played as article 16 has them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::history::{Bye, Entry, Number, PairingHistory, Points, Score};

/// The method by which an event is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// From the standings, round by round.
    Swiss,
    /// Everybody meets everybody, as was set from the beginning. A forfeit counts like a game there
    /// (article 15.2), and a round without an opponent not at all.
    RoundRobin,
}

/// The rounds of an event that were played, with the scores that tie-breaks need.
#[derive(Debug)]
pub(super) struct Records<'a> {
    event: &'a PairingHistory,
    pub(super) system: System,
    places: BTreeMap<Number, usize>,
    points: Vec<Points>,
    adjusted: Vec<Points>,
}

impl<'a> Records<'a> {
    pub(super) fn new(event: &'a PairingHistory, system: System) -> Self {
        let places = event.players.iter().map(|player| player.number).zip(0..).collect();
        let points = event.players.iter().map(|player| event.points_of(player)).collect();
        let mut records = Self { event, system, places, points, adjusted: Vec::new() };
        records.adjusted =
            (0..event.players.len()).map(|player| records.adjusted_score(player)).collect();
        records
    }

    /// Returns how many players there are. They are counted from 0, in the order of the event.
    pub(super) fn players(&self) -> usize {
        self.event.players.len()
    }

    pub(super) fn number(&self, player: usize) -> Number {
        self.event.players[player].number
    }

    /// Returns which player has this start number.
    pub(super) fn place(&self, number: Number) -> Option<usize> {
        self.places.get(&number).copied()
    }

    /// The rounds of a player, counted from 0.
    pub(super) fn entries(&self, player: usize) -> impl Iterator<Item = Entry> {
        let player = &self.event.players[player];
        (0..self.event.played).map(|round| player.entry(round))
    }

    /// The points of an entry.
    pub(super) fn worth(&self, entry: &Entry) -> Points {
        self.event.points.of(entry)
    }

    /// The points of a win.
    pub(super) const fn win(&self) -> Points {
        self.event.points.win
    }

    /// A player's points.
    pub(super) fn points(&self, player: usize) -> Points {
        self.points[player]
    }

    /// A player's points as they count for opponents.
    pub(super) fn adjusted(&self, player: usize) -> Points {
        self.adjusted[player]
    }

    /// Article 16.3: what was asked for and was followed by no round that the player was there for
    /// counts as a draw, everything else by its points.
    fn adjusted_score(&self, player: usize) -> Points {
        if self.system == System::RoundRobin {
            return self.points[player];
        }
        let entries: Vec<Entry> = self.entries(player).collect();
        let last_there = entries.iter().rposition(|entry| !is_voluntary(entry));
        let worth = |(round, entry): (usize, &Entry)| {
            let is_over = last_there.is_none_or(|last| round > last);
            if is_over && is_requested(entry) { self.event.points.draw } else { self.worth(entry) }
        };
        entries.iter().enumerate().map(worth).sum()
    }

    /// Article 16.4: the score of the dummy that stands in for the opponent of a round that the
    /// player did not play.
    pub(super) fn dummy(&self, player: usize, entry: &Entry) -> Points {
        let scheduled = match entry {
            Entry::Forfeit { opponent, .. } => self.place(*opponent),
            Entry::Game { .. } | Entry::Bye { .. } | Entry::Absent => None,
        };
        let limit = match scheduled {
            Some(opponent) => self.adjusted[opponent],
            None => {
                let rounds = Points::try_from(self.event.played).unwrap_or(Points::MAX);
                self.event.points.draw.saturating_mul(rounds)
            }
        };
        self.points[player].min(limit)
    }
}

/// Article 16.1.1: a bye that was asked for. Who is away without a word has one without points.
const fn is_requested(entry: &Entry) -> bool {
    matches!(entry, Entry::Bye { bye: Bye::Half | Bye::Zero } | Entry::Absent)
}

/// Article 16.1.2: a *voluntary unplayed round*, for which the player was not there.
pub(super) const fn is_voluntary(entry: &Entry) -> bool {
    is_requested(entry) || matches!(entry, Entry::Forfeit { score: Score::Loss, .. })
}
