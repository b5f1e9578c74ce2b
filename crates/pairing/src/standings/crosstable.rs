//! The crosstable: everybody's rounds, in the order of the standings.

use std::{collections::BTreeMap, fmt};

use super::table::Standings;
use crate::history::{Bye, Colour, Entry, Number, PairingHistory, Score};

/// One round of one player in a crosstable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossCell {
    /// The player's entry for it.
    pub entry: Entry,
    /// In which line of the table the opponent stands, from 1.
    pub line: Option<usize>,
}

/// The rounds of each line of a table. Opponents are told by their lines, as is usual, since two of
/// them may share a place.
#[must_use]
pub fn crosstable(event: &PairingHistory, standings: &Standings) -> Vec<Vec<CrossCell>> {
    let lines: BTreeMap<Number, usize> =
        standings.lines.iter().map(|line| line.number).zip(1..).collect();
    let cell = |entry: Entry| CrossCell {
        entry,
        line: entry.opponent().and_then(|opponent| lines.get(&opponent).copied()),
    };
    let row = |number: Number| match event.player(number) {
        Some(player) => (0..standings.rounds).map(|round| cell(player.entry(round))).collect(),
        None => Vec::new(),
    };
    standings.lines.iter().map(|line| row(line.number)).collect()
}

/// As in a printed table: the opponent's line, the colour and the result: `12w1`, `3b½`; `5+` and
/// `5-` for a forfeit, `+` for a bye with a point, `½` for one with half a point, `-` for none.
impl fmt::Display for CrossCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.map_or_else(String::new, |line| line.to_string());
        let text = match self.entry {
            Entry::Game { colour, score, .. } => {
                let colour = match colour {
                    Colour::White => 'w',
                    Colour::Black => 'b',
                };
                let score = match score {
                    Score::Win => '1',
                    Score::Draw => '½',
                    Score::Loss => '0',
                };
                format!("{line}{colour}{score}")
            }
            Entry::Forfeit { score: Score::Win, .. } => format!("{line}+"),
            Entry::Forfeit { score: Score::Draw, .. } => format!("{line}="),
            Entry::Forfeit { score: Score::Loss, .. } => format!("{line}-"),
            Entry::Bye { bye } => bye_text(bye).to_owned(),
            Entry::Absent => "-".to_owned(),
        };
        f.pad(&text)
    }
}

const fn bye_text(bye: Bye) -> &'static str {
    match bye {
        Bye::Allocated | Bye::Full => "+",
        Bye::Half => "½",
        Bye::Zero => "-",
    }
}
