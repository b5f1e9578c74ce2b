//! The standings of an edition.

use std::collections::BTreeSet;

use pairing::{
    history::{Number, PairingHistory},
    standings::{Line, Standings, System, standings},
};

use super::{edition::Edition, entrant::Entrant, field::field, results::Results, settings::Form};

/// The standings of an edition, or of one group of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The group, from 0; always 0 for an evening.
    pub group: usize,
    /// The source of the standings: the players of the group with their rounds.
    pub event: PairingHistory,
    /// The pairing system.
    pub system: System,
    /// The places of the group, with bots that fill up among the players.
    pub standings: Standings,
    /// The bots among them, which have no place.
    bots: BTreeSet<Number>,
}

impl Table {
    /// The place of a line, from 1, as if no bots stood in the table; `None` for a bot, which plays so that nobody
    /// is left over.
    #[must_use]
    pub fn place(&self, line: &Line) -> Option<usize> {
        let is_above = |one: &&Line| one.place < line.place && self.bots.contains(&one.number);
        let above = self.standings.lines.iter().filter(is_above).count();
        (!self.bots.contains(&line.number)).then_some(line.place - above)
    }
}

/// The whole edition as a report file has it, with the rounds that are over. Namesakes are told apart.
#[must_use]
pub fn whole_event(edition: &Edition, results: &Results) -> PairingHistory {
    let mut event = field(edition, results, None);
    for player in &mut event.players {
        if let Some(one) = edition.entrant(player.number) {
            player.name = edition.told_apart(std::mem::take(&mut player.name), one);
        }
    }
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
    let is_bot = |one: &&Entrant| one.person().is_none();
    let bots: BTreeSet<Number> =
        edition.entrants().iter().filter(is_bot).filter_map(|one| one.number).collect();
    if edition.settings().form == Form::Evening {
        event.played = edition.whole_rounds(results);
        let standings = standings(&event, system);
        return vec![Table { group: 0, event, system, standings, bots }];
    }
    let tables = edition.groups().iter().enumerate().map(|(group, numbers)| {
        let mut event = event.clone();
        event.players.retain(|player| numbers.contains(&player.number));
        let standings = standings(&event, system);
        Table { group, event, system, standings, bots: bots.clone() }
    });
    tables.collect()
}
