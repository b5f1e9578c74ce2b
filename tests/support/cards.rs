//! Cards of finished games, for tests that draw them.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use games::{GameKind, Seat, SeatSet};
use table::{CardRecipe, Game};

use super::matches::played;

/// A name of 32 letters, and names in other scripts.
const LONG: &str = "Maximilian-Alexander Wolkenstein";
const ARABIC: &str = "سلمى الأندلسية";
const CHINESE: &str = "王小明";

/// The card of a game, with what is typed for another.
pub(crate) fn card(game: &Game, names: &[&str]) -> Option<CardRecipe> {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    CardRecipe::of(game, names, format!("play {}", game.kind().key()))
}

/// A game that has ended by a resignation after so many plies at random, unless its rules have ended it before.
pub(crate) fn resigned(kind: GameKind, options: &str, seed: u64, plies: u32) -> Game {
    let mut game = played(kind, options, seed, plies);
    if game.is_running() {
        game.resign(game.position().to_move(), 9).unwrap();
    }
    game
}

/// A game that was decided after so many plies for the seats with these numbers; a draw if there are none.
fn decided(kind: GameKind, options: &str, plies: u32, winners: &[u8]) -> Game {
    let mut game = played(kind, options, 3, plies);
    let winners: SeatSet = winners.iter().filter_map(|seat| Seat::from_index(*seat)).collect();
    game.adjudicate(winners, 9).unwrap();
    game
}

/// Cards of every game and of every kind of end, each with its name.
pub(crate) fn cards() -> Vec<(&'static str, CardRecipe)> {
    let [lyra, martian, mix, cyvasse] = GameKind::ALL;
    let mut late = played(lyra, "", 5, 40);
    late.run_out_of_time(late.position().to_move(), 9).unwrap();
    let named = |name, game: &Game, names: &[&str]| (name, card(game, names).unwrap());
    vec![
        named("lyra", &resigned(lyra, "", 2, 500), &["Zoë", "ben"]),
        named("time", &late, &[LONG, ARABIC]),
        named("draw", &decided(lyra, "combat=classic", 12, &[]), &[CHINESE, LONG]),
        named("martian", &resigned(martian, "", 1, 300), &["Zoë", "Martian Cake"]),
        named(
            "teams",
            &decided(martian, "players=4,teams=on", 60, &[1, 3]),
            &["ann", LONG, ARABIC, "dora"],
        ),
        named("three", &resigned(martian, "players=3", 2, 300), &["ann", "ben", CHINESE]),
        named(
            "six",
            &resigned(martian, "players=6", 2, 400),
            &["ann", LONG, ARABIC, "dora", CHINESE, "fay"],
        ),
        named("cyvasse", &resigned(cyvasse, "", 2, 400), &["Zoë", LONG]),
        named("mix", &resigned(mix, "", 3, 400), &["Zoë", "ben"]),
    ]
}
