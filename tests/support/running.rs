//! Games whose clocks run as they lie in the store, for whoever wants many of them at once.

use store::{EventRow, GameRow, GameWrite, SeatRow};
use table::{Millis, Person, PersonId, PlaceId, Platform};

use super::offers::game_of_lyra;

/// How long each player has for a move.
pub(crate) const TIME: Millis = 86_400_000;

/// The players of the game of this number: nobody has more games than may be.
pub(crate) fn players(no: u32) -> [Person; 2] {
    ["white", "black"].map(|side| {
        let name = format!("{side}{}", no / 10);
        Person { id: PersonId::new(Platform::Local, &name), name }
    })
}

/// A game of Lyra whose first player was asked for a move at this instant, and has a day for it.
pub(crate) fn running(no: u32, place: PlaceId, since: Millis) -> GameWrite {
    let due = Some(since + TIME);
    let row = GameRow {
        terms: "{\"colour\":\"White\",\"clock\":\"1d/move\"}".to_owned(),
        seats: players(no).map(|person| SeatRow::Person(person.id)).to_vec(),
        to_move: Some(0),
        due,
        ..game_of_lyra(no, place, since)
    };
    let asked = EventRow {
        n: 1,
        ply: None,
        seat: None,
        kind: "asked".to_owned(),
        text: "1".to_owned(),
        roll: None,
        at: since,
    };
    GameWrite { row, events: vec![asked] }
}
