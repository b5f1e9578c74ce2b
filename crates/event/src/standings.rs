//! The standings of an edition.

use pairing::{
    history::PairingHistory,
    standings::{Standings, System, standings},
};

use super::{edition::Edition, field::field, results::Results, settings::Form};

/// The standings of an edition, or of one group of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The group, from 0; always 0 for an evening.
    pub group: usize,
    /// What the standings are made of: the players of the group with their rounds.
    pub event: PairingHistory,
    /// How it is paired.
    pub system: System,
    /// The places of the group.
    pub standings: Standings,
}

/// The whole edition as a report file has it, with the rounds that are over.
#[must_use]
pub fn whole_event(edition: &Edition, results: &Results) -> PairingHistory {
    let mut event = field(edition, results, None);
    if edition.settings().form == Form::Evening {
        event.played = edition.whole_rounds(results);
        // What is known of the round that is being played belongs to no table yet.
        let played = event.played;
        event.players.iter_mut().for_each(|player| player.entries.truncate(played));
    }
    event
}

/// The standings by now: one table, or one for each group of a league. In an evening a round that is
/// still being played counts with none of its games, so that all have had the same rounds.
#[must_use]
pub fn table(edition: &Edition, results: &Results) -> Vec<Table> {
    let mut event = field(edition, results, None);
    let system = edition.system();
    if edition.settings().form == Form::Evening {
        event.played = edition.whole_rounds(results);
        let standings = standings(&event, system);
        return vec![Table { group: 0, event, system, standings }];
    }
    let tables = edition.groups().iter().enumerate().map(|(group, numbers)| {
        let mut event = event.clone();
        event.players.retain(|player| numbers.contains(&player.number));
        let standings = standings(&event, system);
        Table { group, event, system, standings }
    });
    tables.collect()
}
