//! Games that are played by taps alone: a challenge by slash, then nothing but what stands below messages.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::collections::BTreeSet;

use serde_json::json;
use table::Game;

pub(crate) use crate::support::stand_in::{button, options};
use crate::support::{
    discord_hosted::{Hosted, mover},
    stand_in::{ANN, BEN, CHANNEL, EVERYONE, Post, Shown, Someone},
};

/// How many plies of a game are played before somebody resigns, if it has not ended by itself.
const PLIES: usize = 24;
/// At every how many plies all that can be chosen is compared with the rules.
const COMPARED: usize = 12;

/// Numbers that look random and are the same each time.
pub(crate) struct Walk(pub(crate) u64);

impl Walk {
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &list[(self.0 >> 33) as usize % list.len()]
    }
}

/// A move for whoever plays Lyra: an attack on the leader where there is one, or on anything.
pub(crate) fn attack(game: &Game, walk: &mut Walk) -> String {
    let (position, mut moves) = (game.position(), game.position().moves());
    let target = |mv: &str| {
        let to = mv.split_once('x')?.1.get(..2)?;
        position.piece_name(to)
    };
    for wanted in [Some("General"), None] {
        let fits = |mv: &String| target(mv).is_some_and(|of| wanted.is_none_or(|w| of == w));
        let fitting: Vec<String> = moves.iter().filter(|mv| fits(mv)).cloned().collect();
        if !fitting.is_empty() {
            moves = fitting;
            break;
        }
    }
    walk.pick(&moves).clone()
}

/// A game by taps.
pub(crate) struct Taps<'a> {
    pub(crate) hosted: &'a Hosted,
    pub(crate) players: &'a [Someone],
    pub(crate) walk: Walk,
    pub(crate) board: Post,
}

impl<'a> Taps<'a> {
    /// A game that the first of the players has challenged the others to, and that they have accepted.
    pub(crate) async fn begin(
        hosted: &'a Hosted,
        game: &str,
        more: &str,
        players: &'a [Someone],
    ) -> Self {
        let discord = &hosted.discord;
        discord.until("registration", |world| (world.command_puts > 0).then_some(())).await;
        let mut filled = vec![("game", json!(game))];
        // One opponent can be named; several come by themselves.
        filled.push(match players {
            [_, other] => ("opponent", json!(other.id.to_string())),
            _ => ("players", json!(players.len())),
        });
        if !more.is_empty() {
            filled.push(("options", json!(more)));
        }
        let id = discord.slash(players[0], CHANNEL, "challenge", &filled);
        let mut board = discord.post().await;
        discord.answered(id).await;
        for who in &players[1..] {
            discord.press(*who, board.id, &button(&board.payload, &["Accept"]));
            board = discord.post().await;
        }
        Self { hosted, players, walk: Walk(7), board }
    }

    /// Returns what is shown to somebody who wants to move.
    pub(crate) async fn opened(&self, who: Someone) -> Shown {
        let id = button(&self.board.payload, &["Move", "Place"]);
        let id = self.hosted.discord.press(who, self.board.id, &id);
        let shown = self.hosted.discord.answered(id).await;
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        shown
    }

    /// Chooses something in a list, and gives what is shown then.
    pub(crate) async fn chosen(
        &self,
        who: Someone,
        shown: &Shown,
        (list, value): &(String, String),
    ) -> Shown {
        let discord = &self.hosted.discord;
        let id = discord.select(who, shown.id, list, &[value]);
        discord.answered(id).await
    }

    /// Every move that can be reached by choosing, from what is shown first.
    async fn reachable(&self, who: Someone) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let mut paths: Vec<Vec<String>> = vec![Vec::new()];
        while let Some(path) = paths.pop() {
            let mut shown = self.opened(who).await;
            for value in &path {
                let all = options(&shown.message);
                let option = all.iter().find(|(_, of)| of == value).unwrap().clone();
                shown = self.chosen(who, &shown, &option).await;
            }
            for (_, value) in options(&shown.message) {
                match value.strip_prefix("move:") {
                    Some(mv) => drop(moves.insert(mv.to_owned())),
                    None => paths.push([path.clone(), vec![value]].concat()),
                }
            }
        }
        moves
    }

    /// Chooses something of all that is shown, until it is a move, and waits for the next board.
    async fn ply(&mut self, who: Someone) {
        let mut shown = self.opened(who).await;
        loop {
            let all = options(&shown.message);
            assert!(!all.is_empty(), "nothing to choose: {:?}", shown.message);
            let option = self.walk.pick(&all).clone();
            if option.1.starts_with("move:") {
                self.hosted.discord.select(who, shown.id, &option.0, &[&option.1]);
                self.board = self.hosted.discord.post().await;
                return;
            }
            shown = self.chosen(who, &shown, &option).await;
        }
    }

    /// Lets somebody resign.
    async fn resign(&mut self, who: Someone) {
        let discord = &self.hosted.discord;
        let id = discord.press(who, self.board.id, &button(&self.board.payload, &["More"]));
        let more = discord.answered(id).await;
        let id = discord.press(who, more.id, &button(&more.message, &["Resign"]));
        let sure = discord.answered(id).await;
        discord.press(who, sure.id, &button(&sure.message, &["Yes, resign #1"]));
        self.board = discord.post().await;
    }

    /// Plays to the end.
    async fn play(&mut self) {
        for n in 0..PLIES {
            let game = self.hosted.game();
            if !game.is_running() {
                break;
            }
            let who = mover(&game, self.players);
            if n % COMPARED == 0 {
                let all: BTreeSet<String> = game.position().moves().into_iter().collect();
                assert_eq!(self.reachable(who).await, all, "after {n}");
            }
            self.ply(who).await;
        }
        while self.hosted.game().is_running() {
            let who = mover(&self.hosted.game(), self.players);
            self.resign(who).await;
        }
        assert!(self.hosted.game().outcome().is_some());
        assert!(self.hosted.discord.world().unanswered_interactions().is_empty());
    }
}

async fn whole_game(game: &str, options: &str, players: &[Someone]) {
    let hosted = Hosted::start().await;
    let mut taps = Taps::begin(&hosted, game, options, players).await;
    taps.play().await;
    // The rematch is a tap as well.
    let again = button(&taps.board.payload, &["Rematch"]);
    hosted.discord.press(players[0], taps.board.id, &again);
    assert!(hosted.discord.post().await.text().contains("#2"));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_lyra_is_played_by_taps_alone() {
    whole_game("lyra", "", &[ANN, BEN]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_martian_chess_is_played_by_taps_alone() {
    whole_game("martian", "", &[ANN, BEN]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_martian_chess_for_three_is_played_by_taps_alone() {
    whole_game("martian", "", &[ANN, BEN, EVERYONE]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_mix_is_played_by_taps_alone() {
    whole_game("mix", "", &[ANN, BEN]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_cyvasse_with_men_placed_in_turns_is_played_by_taps_alone() {
    whole_game("cyvasse", "setup=open", &[ANN, BEN]).await;
}
