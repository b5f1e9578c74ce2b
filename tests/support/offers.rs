//! Open offers as they lie in the store, for whoever wants many of them at once.

use dice::Secret;
use store::{GameRow, GameState, SeatRow};
use table::{GameNo, Millis, OFFER_LIFE, PersonId, PlaceId};

/// An offer to anyone to play Lyra, made by this person at this time.
pub(crate) fn open_offer(
    no: u32,
    place: PlaceId,
    challenger: PersonId,
    created: Millis,
) -> GameRow {
    let end = created + OFFER_LIFE;
    GameRow {
        state: GameState::Offered,
        terms: "{\"colour\":\"Random\"}".to_owned(),
        seats: vec![SeatRow::Person(challenger), SeatRow::Open],
        expires: Some(end),
        due: Some(end),
        ..game_of_lyra(no, place, created)
    }
}

/// A game of Lyra without players in which nothing has happened since this instant.
pub(crate) fn game_of_lyra(no: u32, place: PlaceId, since: Millis) -> GameRow {
    GameRow {
        no: GameNo(no),
        kind: "lyra".to_owned(),
        rules: 1,
        options: String::new(),
        place,
        server: None,
        state: GameState::Running,
        terms: "{\"colour\":\"White\"}".to_owned(),
        seats: Vec::new(),
        secret: Secret::from_bytes([7; 32]),
        dice: 2,
        start_salt: "s".to_owned(),
        ply: 0,
        announced: 0,
        to_move: None,
        bot_turn: false,
        version: 1,
        created: since,
        moved: since,
        expires: None,
        due: None,
        idle_from: None,
        result: None,
    }
}
