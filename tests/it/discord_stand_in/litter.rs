//! How much a move costs and leaves behind, counted in whole games by typing, by taps and by commands.

use serde_json::json;
use table::Game;

use crate::{
    discord_taps::{Taps, Walk, attack},
    discord_whole_games::{PLIES, arrange, board_after, mating, northward, one_tries, tap_move},
    support::{
        discord_hosted::{Hosted, mover},
        stand_in::{ANN, BEN, CHANNEL, World, dm, line},
    },
};

/// How moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Typed,
    Tapped,
    Commanded,
}

const WAYS: [Way; 3] = [Way::Typed, Way::Tapped, Way::Commanded];

/// How a player chooses.
type Choose = fn(&Game, &mut Walk) -> String;

/// The counts of a game.
#[derive(Debug)]
struct Counted {
    plies: usize,
    posts: usize,
    /// The private answers that were shown, and those of them that are left.
    private: usize,
    left: usize,
    requests: usize,
}

/// How many posts, private answers, private answers that are left, and requests about messages there are.
fn counts(world: &World) -> [usize; 4] {
    let is_told = |call: &&String| {
        let about = ["channels/", "webhooks/", "interactions/"];
        about.iter().any(|part| call.contains(part))
    };
    let shown = world.interactions.iter().map(|one| {
        // The first answer to a command is a message of its own.
        let first = one.acknowledged.as_ref().is_some_and(|first| matches!(first.kind, 4 | 5));
        one.follow_ups.len() + usize::from(first)
    });
    let requests = world.calls.iter().filter(is_told).count();
    [world.posts.len(), shown.sum(), world.private_answers(), requests]
}

/// Plays a game from its first move to the end that its rules give it.
async fn counted(game: &str, way: Way, choose: Choose) -> Counted {
    let hosted = Hosted::start().await;
    let players = [ANN, BEN];
    if game == "cyvasse" {
        for who in players {
            hosted.discord.world().forbidden.insert(dm(who), (403, 50_007));
        }
    }
    let mut taps = Taps::begin(&hosted, game, "", &players).await;
    if game == "cyvasse" {
        arrange(&mut taps).await;
    }
    let before = counts(&hosted.discord.world());
    let mut plies = 0;
    while hosted.game().is_running() {
        let state = hosted.game();
        let mv = choose(&state, &mut taps.walk);
        let who = mover(&state, &players);
        let n_posts = hosted.discord.world().posts.len();
        match way {
            Way::Tapped => tap_move(&mut taps, who, &mv).await,
            Way::Typed => {
                hosted.discord.say(line(who, &format!("!move {mv}")));
                taps.board = board_after(&hosted, n_posts).await;
            }
            Way::Commanded => {
                hosted.discord.slash(who, CHANNEL, "move", &[("move", json!(mv))]);
                taps.board = board_after(&hosted, n_posts).await;
            }
        }
        plies += 1;
        assert!(plies < PLIES, "it does not end");
    }
    assert!(hosted.game().position().outcome().is_some(), "the rules have ended it");
    // What is still to be answered or tidied up is done by then.
    let (discord, _folder) = hosted.stop().await;
    let after = counts(&discord.world());
    let [posts, private, left, requests] = [0, 1, 2, 3].map(|n| after[n].saturating_sub(before[n]));
    Counted { plies, posts, private, left, requests }
}

/// Counts games in each way, and checks then that a move is one post and leaves nothing private.
async fn all_ways(games: &[(&str, Choose)]) {
    let mut all = Vec::new();
    for (game, way, choose) in games.iter().flat_map(|of| WAYS.map(|way| (of.0, way, of.1))) {
        let of = counted(game, way, choose).await;
        let a_move = |n: usize| n as f64 / of.plies as f64;
        eprintln!(
            "{game}, {way:?}: {} plies; a move: {:.2} posts, {:.2} private answers, {:.2} left, {:.2} requests",
            of.plies,
            a_move(of.posts),
            a_move(of.private),
            a_move(of.left),
            a_move(of.requests),
        );
        all.push(of);
    }
    for of in all {
        assert_eq!((of.posts, of.left), (of.plies, 0), "one post, nothing private: {of:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_of_a_game_mix_leave_nothing_private() {
    all_ways(&[("mix", mating)]).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "second tier: cargo xtask long"]
async fn moves_of_whole_games_leave_nothing_private() {
    let games: [(&str, Choose); 3] =
        [("lyra", attack), ("martian", northward), ("cyvasse", one_tries)];
    all_ways(&games).await;
}
