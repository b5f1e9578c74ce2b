//! Games of bots that are played at random, for tests of what is shown of them afterwards.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use dice::Secret;
use games::GameKind;
use table::{
    Game, GameNo, NewGame, Occupant, OfferTerms, PlaceId, Platform, Stamp, start_position,
};

/// A game of bots with these options that has gone on for up to so many plies at random. Without a ply the men that
/// are arranged are not.
pub(crate) fn played(kind: GameKind, options: &str, seed: u64, most: u32) -> Game {
    let seats = start_position(kind, options).unwrap().n_seats();
    let new = NewGame {
        no: GameNo(12),
        kind,
        options: options.to_owned(),
        place: PlaceId::channel(Platform::Local, "channel"),
        server: None,
        seats: (1..=seats).map(Occupant::Bot).collect(),
        terms: OfferTerms::default(),
        secret: Secret::from_bytes([7; 32]),
        salt: "m1".to_owned(),
        at: 0,
    };
    let mut game = Game::offer(new).unwrap();
    game.start(|_| 0, Stamp { at: 1, salt: Some("m2") }).unwrap();
    if most > 0 {
        arrange(&mut game);
    }
    let mut random = seed;
    while game.is_running() && game.position().ply() < most {
        let moves = game.position().moves();
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = &moves[(random >> 33) as usize % moves.len()];
        let mv = game.position().legal_move(mv).unwrap();
        game.play(&mv, false, Stamp { at: 2, salt: Some("m3") }).unwrap();
    }
    game
}

/// Lets the bots arrange their men, where men are arranged.
fn arrange(game: &mut Game) {
    while let Some(arrangement) = game.position().arranging() {
        let seat = arrangement.awaited().iter().next().unwrap();
        let army = engine::choose_army(game.kind(), game.options(), 1, 1).unwrap();
        game.seal_army(seat, army, "0".repeat(32), Stamp { at: 1, salt: None }).unwrap();
    }
}
