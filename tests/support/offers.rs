//! Open offers as they lie in the store, for whoever wants many of them at once.

use martian_cake::{
    dice::Secret,
    store::{GameRow, GameState, SeatRow},
    table::{GameNo, Millis, OFFER_LIFE, PersonId, PlaceId},
};

/// An offer to anyone to play Lyra, made by this person at this time.
pub(crate) fn open_offer(
    no: u32,
    place: PlaceId,
    challenger: PersonId,
    created: Millis,
) -> GameRow {
    let end = created + OFFER_LIFE;
    GameRow {
        no: GameNo(no),
        kind: "lyra".to_owned(),
        rules: 1,
        options: String::new(),
        place,
        server: None,
        state: GameState::Offered,
        terms: "{\"colour\":\"Random\"}".to_owned(),
        seats: vec![SeatRow::Person(challenger), SeatRow::Open],
        secret: Secret::from_bytes([7; 32]),
        dice: 2,
        start_salt: "s".to_owned(),
        ply: 0,
        announced: 0,
        to_move: None,
        bot_turn: false,
        version: 1,
        created,
        moved: created,
        expires: Some(end),
        due: Some(end),
        idle_from: None,
        result: None,
    }
}
