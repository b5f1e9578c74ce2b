//! The pairings of rounds that were made beside the loop, until they are used.

use std::{cell::RefCell, collections::HashMap};

use pairing::{dutch::Pairing, history::PairingHistory};
use table::EditionNo;

/// With more players than this a round is paired aside: fewer take no longer than any move.
const MOST_AT_ONCE: usize = 40;
/// How many pairings are kept; each is asked for as soon as it is there.
const KEPT: usize = 16;

/// The pairings that were made aside, each with the event that it was made for.
#[derive(Debug, Default)]
pub(crate) struct Pairings(RefCell<HashMap<EditionNo, (PairingHistory, Pairing)>>);

impl Pairings {
    /// The pairing of an event that stands so, made at once where that is quick; `None` if it is to be made
    /// aside.
    pub(crate) fn of(&self, no: EditionNo, event: &PairingHistory) -> Option<Pairing> {
        if event.players.len() <= MOST_AT_ONCE {
            return Some(event::pairing(event));
        }
        let made = self.0.borrow();
        made.get(&no).filter(|(made_for, _)| made_for == event).map(|(_, pairing)| pairing.clone())
    }

    /// Keeps the pairing of an event that stands so.
    pub(crate) fn keep(&self, no: EditionNo, event: PairingHistory, pairing: Pairing) {
        let mut made = self.0.borrow_mut();
        if made.len() >= KEPT {
            made.clear();
        }
        made.insert(no, (event, pairing));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairing::history::{Colour, Player, PointSystem};

    fn event(players: u32) -> PairingHistory {
        let player = |number| Player {
            number,
            name: format!("p{number}"),
            rating: 0,
            entries: Vec::new(),
            acceleration: Vec::new(),
        };
        PairingHistory {
            name: "Friday".to_owned(),
            rounds: 5,
            played: 0,
            initial: Some(Colour::White),
            players: (1..=players).map(player).collect(),
            forbidden: Vec::new(),
            points: PointSystem::default(),
        }
    }

    #[test]
    fn a_pairing_counts_for_the_event_alone_that_it_was_made_for() {
        let (pairings, no) = (Pairings::default(), EditionNo(1));
        assert_eq!(pairings.of(no, &event(7)).unwrap().games.len(), 3, "it is made at once");
        let large = event(50);
        assert_eq!(pairings.of(no, &large), None);
        pairings.keep(no, large.clone(), event::pairing(&large));
        assert_eq!(pairings.of(no, &large), Some(event::pairing(&large)));
        assert_eq!(pairings.of(EditionNo(2), &large), None);
        assert_eq!(pairings.of(no, &event(49)), None, "somebody has left meanwhile");
    }
}
