//! Whole games on Discord to the end that their rules give them, by taps alone: whoever plays presses buttons
//! and chooses in lists, and the log has each move that was chosen.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use engine::{Job, Limit, best_move};
use games::GameKind;
use table::{Game, LogEvent};

use crate::{
    discord_taps::{Taps, Walk, attack, button, options},
    support::{
        discord_hosted::{Hosted, mover},
        stand_in::{ANN, BEN, CHANNEL, Kind, Post, Shown, Someone, World, button_if_any, dm},
    },
};

/// How many plies a game may have before it has ended by itself.
pub(crate) const PLIES: usize = 400;
/// What the id of the first list below a message ends with.
const FIRST_LIST: &str = ":pick:0";
/// How far whoever tries to win at Cyvasse looks.
const STRENGTH: Limit = Limit::Level(4);
/// A checkmate that Black gives with the second move.
const MATE: [&str; 4] = ["Nh3", "h8xh3", "c2-c4", "Le6"];

/// A move as the lists lead to it: the man, its way, and what else belongs to it.
fn way(mv: &str) -> String {
    let mut words: Vec<&str> = mv.split(' ').collect();
    let action = words.pop().unwrap_or_default();
    let merges = if action.contains('+') { "+" } else { "" };
    let squares = action.replace(['-', 'x', '+'], "");
    format!("{squares}{merges}{}", words.concat()).to_lowercase()
}

/// Returns how much of the way to a move lies behind an option; `None` if it leads elsewhere.
fn leads(value: &str, mv: &str) -> Option<usize> {
    if let Some(chosen) = value.strip_prefix("move:") {
        return (chosen == mv).then_some(usize::MAX);
    }
    let (way, done) = (way(mv), value.strip_prefix("legal:")?);
    let left = way.strip_prefix(done)?;
    // The row of a square may have a further digit.
    let is_cut = done.ends_with(digit) && left.starts_with(digit);
    (!is_cut).then_some(done.len())
}

fn digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// The plies of a game in their order.
fn plies(game: &Game) -> Vec<&str> {
    let of_log = game.log().iter().filter_map(|entry| match &entry.event {
        LogEvent::Ply { mv, .. } => Some(&**mv),
        _ => None,
    });
    of_log.collect()
}

/// Waits for a board in the channel behind so many posts that were there before.
pub(crate) async fn board_after(hosted: &Hosted, n_posts: usize) -> Post {
    let is_it = |post: &&Post| post.channel == CHANNEL && post.file.is_some();
    let found = |world: &mut World| world.posts.iter().skip(n_posts).find(is_it).cloned();
    hosted.discord.until("board", found).await
}

/// Taps all the way to a move, and waits for the board that shows it.
pub(crate) async fn tap_move(taps: &mut Taps<'_>, who: Someone, mv: &str) {
    let mut shown = taps.opened(who).await;
    loop {
        let all = options(&shown.message);
        let best = all.iter().filter_map(|option| Some((leads(&option.1, mv)?, option)));
        let (_, option) =
            best.max_by_key(|(done, _)| *done).unwrap_or_else(|| panic!("{mv}: {all:?}"));
        if option.1.starts_with("move:") {
            let n_posts = taps.hosted.discord.world().posts.len();
            taps.hosted.discord.select(who, shown.id, &option.0, &[&option.1]);
            taps.board = board_after(taps.hosted, n_posts).await;
            return;
        }
        shown = taps.chosen(who, &shown, option).await;
    }
}

/// Plays a game to its end by moves that are chosen like this.
async fn play_out(taps: &mut Taps<'_>, choose: impl Fn(&Game, &mut Walk) -> String) {
    let mut tapped = Vec::new();
    while taps.hosted.game().is_running() {
        let game = taps.hosted.game();
        let mv = choose(&game, &mut taps.walk);
        tap_move(taps, mover(&game, taps.players), &mv).await;
        tapped.push(mv);
        assert_eq!(plies(&taps.hosted.game()), tapped);
        assert!(tapped.len() < PLIES, "it does not end: {tapped:?}");
    }
    let discord = &taps.hosted.discord;
    let is_tap = |kind: Kind| matches!(kind, Kind::Button | Kind::Select);
    // The challenge alone was a command.
    assert!(discord.world().interactions.iter().skip(1).all(|one| is_tap(one.kind)));
    assert!(discord.world().unanswered_interactions().is_empty());
}

/// Checks that the rules have ended a game with these words.
fn ended(taps: &Taps<'_>, words: &str) {
    let game = taps.hosted.game();
    assert!(game.position().outcome().is_some(), "the rules have ended it");
    let told = taps.board.text();
    assert!(told.contains(words), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_lyra_is_tapped_until_a_general_falls() {
    let hosted = Hosted::start().await;
    let mut taps = Taps::begin(&hosted, "lyra", "", &[ANN, BEN]).await;
    play_out(&mut taps, attack).await;
    ended(&taps, "the General of ");
    assert!(hosted.game().position().fights().len() > 3, "dice have fallen");
    hosted.stop().await;
}

/// A move that leads into the second zone, whose owner keeps everything there, so that the first one empties.
pub(crate) fn northward(game: &Game, walk: &mut Walk) -> String {
    let moves = game.position().moves();
    let is_north = |mv: &&String| mv.chars().rfind(char::is_ascii_digit) > Some('4');
    let north: Vec<String> = moves.iter().filter(is_north).cloned().collect();
    walk.pick(if north.is_empty() { &moves } else { &north }).clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_martian_chess_is_tapped_until_a_zone_is_empty() {
    let hosted = Hosted::start().await;
    let mut taps = Taps::begin(&hosted, "martian", "", &[ANN, BEN]).await;
    play_out(&mut taps, northward).await;
    ended(&taps, "the zone of ");
    hosted.stop().await;
}

/// The next move on the way to the checkmate.
pub(crate) fn mating(game: &Game, _: &mut Walk) -> String {
    let position = game.position();
    position.read(MATE[position.ply() as usize]).unwrap().mv
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_mix_is_tapped_to_a_checkmate() {
    let hosted = Hosted::start().await;
    let mut taps = Taps::begin(&hosted, "mix", "", &[ANN, BEN]).await;
    play_out(&mut taps, mating).await;
    ended(&taps, "is mated by the Liner on e6");
    hosted.stop().await;
}

/// The text of the army that an answer shows.
fn army(shown: &Shown) -> String {
    let (_, rest) = shown.text().split_once("): `").unwrap_or_else(|| panic!("{}", shown.text()));
    rest.split_once('`').unwrap().0.to_owned()
}

async fn pressed(hosted: &Hosted, who: Someone, shown: &Shown, label: &str) -> Shown {
    let id = hosted.discord.press(who, shown.id, &button(&shown.message, &[label]));
    hosted.discord.answered(id).await
}

/// Moves a man of somebody's half to a hex that stands in the second of the lists.
async fn man_moved(taps: &Taps<'_>, who: Someone, half: &Shown) -> Shown {
    let man = options(&half.message)[0].clone();
    let targets = taps.chosen(who, half, &man).await;
    let all = options(&targets.message);
    let further = all.iter().rfind(|(list, _)| !list.ends_with(FIRST_LIST));
    let moved = taps.chosen(who, &targets, further.expect("there are two lists")).await;
    assert_ne!(army(&moved), army(half));
    moved
}

/// Arranges the men of both: what each has shown them last. Nobody can be told anything in private.
pub(crate) async fn arrange(taps: &mut Taps<'_>) -> Vec<String> {
    let hosted = taps.hosted;
    let asks = |post: &&Post| {
        post.channel == CHANNEL && button_if_any(&post.payload, &["Arrange now"]).is_some()
    };
    let asked = hosted.discord.until("request", |world| world.posts.iter().find(asks).cloned());
    let asked = asked.await;
    let n_posts = hosted.discord.world().posts.len();
    let mut armies = Vec::new();
    for who in [ANN, BEN] {
        let id = button(&asked.payload, &["Arrange now"]);
        let id = hosted.discord.press(who, asked.id, &id);
        let half = hosted.discord.answered(id).await;
        assert!(half.is_ephemeral() && half.files.len() == 1, "{:?}", half.message);
        let ready = match who.id == ANN.id {
            true => man_moved(taps, who, &half).await,
            false => pressed(hosted, who, &half, "Vanguard").await,
        };
        armies.push(army(&ready));
        // The answer to the last one is the board, and nothing private stays.
        pressed(hosted, who, &ready, "Done").await;
    }
    taps.board = board_after(hosted, n_posts).await;
    armies
}

/// White tries to win, and Black moves anything.
pub(crate) fn one_tries(game: &Game, walk: &mut Walk) -> String {
    let position = game.position();
    let job = Job {
        kind: GameKind::Cyvasse,
        options: game.options().to_owned(),
        positions: position.positions_since_irreversible().to_vec(),
        limit: STRENGTH,
        seed: u64::from(position.ply()),
        ply: position.ply(),
    };
    let found = best_move(&job, &|| false).filter(|_| position.ply().is_multiple_of(2));
    found.map_or_else(|| walk.pick(&position.moves()).clone(), |found| found.mv)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_cyvasse_is_tapped_from_hidden_set_ups_until_a_king_is_taken() {
    let hosted = Hosted::start().await;
    for who in [ANN, BEN] {
        hosted.discord.world().forbidden.insert(dm(who), (403, 50_007));
    }
    let mut taps = Taps::begin(&hosted, "cyvasse", "", &[ANN, BEN]).await;
    let shown = arrange(&mut taps).await;
    let mut in_log: Vec<String> =
        hosted.game().armies().iter().map(|army| army.unwrap().0.to_owned()).collect();
    // Who has which side is left to chance.
    if mover(&hosted.game(), &[ANN, BEN]).id != ANN.id {
        in_log.reverse();
    }
    assert_eq!(in_log, shown);
    play_out(&mut taps, one_tries).await;
    ended(&taps, "the King of ");
    assert!(hosted.discord.world().posts.iter().all(|post| post.channel == CHANNEL));
    hosted.stop().await;
}
