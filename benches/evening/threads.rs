//! A round of a large event begins on Discord, and is played there as fast as the platform lets it.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::Arc,
    time::Duration,
};

use host::SystemClock;
use tokio::time::{Instant, sleep};

use crate::{
    bot::Bot,
    event::{EVENT, make, player},
    stand_in::{ANN, CHANNEL, Post, Said, Someone, StandIn, line, places::INVITED},
    waits,
};

/// A dance that goes on for ever where repetition and progress are off.
const DANCE: [&str; 4] = ["a1-c3", "a6-c4", "c3-a1", "c4-a6"];
/// The longest time in which nothing happens.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time for which the slowest players think: with less the platform's limits hold everybody up.
const THINKING: [Duration; 2] = [Duration::ZERO, Duration::from_secs(10)];

/// A game in its thread.
struct Game {
    players: [Someone; 2],
    plies: usize,
    /// Since when its next move may be said, or when its last one was.
    since: Instant,
    is_said: bool,
}

/// Returns who plays White and who Black by the words of a first board.
fn players_of(text: &str) -> Option<[Someone; 2]> {
    // The game's options stand behind its name.
    let (_, rest) = text.split_once("Lyra")?;
    let (_, rest) = rest.split_once(": ")?;
    let (white, rest) = rest.split_once(" (White) against ")?;
    let (black, _) = rest.split_once(" (Black)")?;
    let one = |name: &str| {
        let n = name.strip_prefix("player")?.parse().ok()?;
        let (id, name) = player(n);
        Some(Someone { id, username: Box::leak(name.into()), global: None, nick: None, bot: false })
    };
    Some([one(white)?, one(black)?])
}

/// All games of the round, as far as the stand-in has them.
struct Round<'a> {
    discord: &'a StandIn,
    seen: usize,
    /// Who plays in the thread at a message.
    players: HashMap<u64, [Someone; 2]>,
    games: BTreeMap<u64, Game>,
    moves: Vec<Duration>,
}

impl Round<'_> {
    /// Hears what was posted since, within a while.
    async fn hear(&mut self, within: Duration) -> usize {
        let seen = self.seen;
        let new = self.discord.within(within, |world| {
            let new = world.posts.get(seen..).filter(|new| !new.is_empty())?;
            Some(
                new.iter()
                    .map(|post| (post.file.is_some(), Post { file: None, ..post.clone() }))
                    .collect(),
            )
        });
        let new: Vec<(bool, Post)> = new.await.unwrap_or_default();
        self.seen += new.len();
        for (is_board, post) in &new {
            self.note(*is_board, post);
        }
        new.len()
    }

    fn note(&mut self, is_board: bool, post: &Post) {
        if post.channel == CHANNEL {
            self.players.extend(players_of(post.text()).map(|players| (post.id, players)));
        } else if let Some(game) = self.games.get_mut(&post.channel) {
            if game.is_said && post.text().contains(DANCE[game.plies % 4]) {
                self.moves.push(post.at.saturating_duration_since(game.since));
                (game.plies, game.is_said, game.since) = (game.plies + 1, false, post.at);
            }
        } else if is_board && let Some(players) = self.players.get(&post.channel) {
            let game = Game { players: *players, plies: 0, since: post.at, is_said: false };
            self.games.insert(post.channel, game);
        }
    }

    /// Says the moves of all who have thought so long.
    fn move_on(&mut self, thinking: Duration) {
        let now = Instant::now();
        for (thread, game) in &mut self.games {
            if !game.is_said && game.since + thinking <= now {
                let by = game.players[game.plies % 2];
                self.discord.say(Said { channel: *thread, ..line(by, DANCE[game.plies % 4]) });
                (game.is_said, game.since) = (true, now);
            }
        }
    }
}

/// Has a round begin and played for a while, and prints what comes of it.
pub(crate) async fn measure(database: &Path, players: usize, seconds: Duration) {
    make(database, players).await;
    let discord = StandIn::strict(Arc::new(SystemClock)).await;
    discord.world().limit = Some((5, Duration::from_secs(5)));
    discord.world().bot_may.insert(CHANNEL, INVITED);
    let _bot = Bot::start(database, &discord.url);
    discord.identified(1).await;
    discord.registered().await;
    sleep(Duration::from_secs(2)).await;
    let seen = discord.world().posts.len();
    let mut round = Round {
        discord: &discord,
        seen,
        players: HashMap::new(),
        games: BTreeMap::new(),
        moves: Vec::new(),
    };
    let (begun, all) = (Instant::now(), players / 2);
    discord.say(line(ANN, &format!("!tournament start {EVENT}")));
    while round.games.len() < all {
        assert!(round.hear(PATIENCE).await > 0, "a board comes");
    }
    let mut boards: Vec<Duration> =
        round.games.values().map(|game| game.since.saturating_duration_since(begun)).collect();
    let last = begun.elapsed().as_secs_f64();
    boards.sort_unstable();
    println!(
        "{all} games on Discord, each with a thread: half of them have their board after {:.0} s, all after {last:.0} s",
        boards[all / 2].as_secs_f64()
    );
    let (requests, too_soon) = {
        let world = discord.world();
        (world.calls.len(), world.impatient)
    };
    println!("  {requests} requests, {too_soon} that came too soon");
    for thinking in THINKING {
        round.moves.clear();
        let begun = Instant::now();
        round.games.values_mut().for_each(|game| game.since = game.since.max(begun));
        while begun.elapsed() < seconds {
            round.move_on(thinking);
            round.hear(Duration::from_millis(20)).await;
        }
        let plies = round.moves.len() as f64 * 60.0 / seconds.as_secs_f64();
        println!(
            "everybody thinks {thinking:?}: {plies:.0} plies a minute, {:.1} in each game",
            plies / all as f64
        );
        println!("  from a move to its board  {}", waits(&mut round.moves));
        // What was said last is answered before the next pace.
        sleep(Duration::from_secs(5)).await;
        round.hear(Duration::from_millis(20)).await;
    }
}
