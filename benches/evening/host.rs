//! Rounds of a large event begin at the host, while other pairs move.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use chat::ThreadWork;
use host::{HostEvent, Outbox};
use table::{GameNo, PersonId, PlaceId};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::{
    event::{EVENT, Hosted, channel, make, person},
    waits,
};

/// How many other pairs move, and how long each pauses before a move.
const PAIRS: usize = 20;
const PAUSE: Duration = Duration::from_millis(100);
const FIRST_CHANNEL: u64 = 7_000_000;
/// Their server, in which games have no threads.
const ELSEWHERE: u64 = 600;
/// A dance that goes on for ever where repetition and progress are off.
const DANCE: [&str; 4] = ["a1-c3", "a6-c4", "c3-a1", "c4-a6"];
/// The time for which they move without the event.
const ALONE: Duration = Duration::from_secs(10);
/// How often it is asked whether the loop stands still.
const PROBE: Duration = Duration::from_millis(2);
/// How many rounds begin.
const ROUNDS: usize = 3;
/// The most time for anything.
const PATIENCE: Duration = Duration::from_secs(120);

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn now() -> Instant {
    Instant::now()
}

/// The waiting times of moves, and of questions to the loop.
#[derive(Default)]
struct Waits {
    moves: Vec<Duration>,
    probes: Vec<Duration>,
}

type Shared = Arc<Mutex<Waits>>;

/// Prints what has waited, and forgets it.
fn print(shared: &Shared) {
    let Waits { mut moves, mut probes } = std::mem::take(&mut *shared.lock().expect("waits"));
    println!("  from a move of others to its board  {}", waits(&mut moves));
    println!("  from a question to the host's loop to its answer  {}", waits(&mut probes));
}

/// A board of the event that the adapter has got.
enum Board {
    /// The one that opens a thread.
    First(GameNo, PlaceId),
    /// The first one in a thread.
    InThread,
}

/// Takes what the host says; tells pairs and the event of their boards.
async fn adapt(
    hosted: Arc<Hosted>,
    mut outbox: Outbox,
    pairs: HashMap<PlaceId, mpsc::UnboundedSender<()>>,
    boards: mpsc::UnboundedSender<Board>,
) {
    let mut opened = HashSet::new();
    while let Some(event) = outbox.recv().await {
        let thread = hosted.take(&event);
        let HostEvent::Say(outgoing) = event else { continue };
        if let Some(pair) = pairs.get(&outgoing.reply.place) {
            let _ = pair.send(());
        }
        let Some(game) = outgoing.reply.game else { continue };
        if let Some(thread) = thread {
            assert!(matches!(outgoing.reply.thread, Some(ThreadWork::Opens(_))));
            opened.insert(thread.clone());
            let _ = boards.send(Board::First(game, thread));
        } else if opened.remove(&outgoing.reply.place) {
            assert!(outgoing.png.is_some(), "a board in its thread");
            let _ = boards.send(Board::InThread);
        }
    }
}

/// Two people begin a game and move for ever.
async fn dance(
    hosted: Arc<Hosted>,
    n: usize,
    mut answers: mpsc::UnboundedReceiver<()>,
    shared: Shared,
) {
    let place = channel(FIRST_CHANNEL + n as u64);
    let who = |side: usize| person((9_000_000 + (2 * n + side) as u64, format!("other{n}{side}")));
    let begin = [(0, "!challenge anyone lyra white repetition=0 progress=0"), (1, "!accept")];
    for (side, text) in begin {
        hosted.say_in(ELSEWHERE, who(side), place.clone(), text);
        answers.recv().await;
    }
    for ply in 0_usize.. {
        sleep(PAUSE).await;
        while answers.try_recv().is_ok() {}
        let said = now();
        hosted.say_in(ELSEWHERE, who(ply % 2), place.clone(), &format!("!{}", DANCE[ply % 4]));
        if answers.recv().await.is_none() {
            return;
        }
        shared.lock().expect("waits").moves.push(said.elapsed());
    }
}

/// Asks the loop again and again.
async fn probe(hosted: Arc<Hosted>, shared: Shared) {
    loop {
        sleep(PROBE).await;
        let asked = now();
        hosted.host.is_thread_needed(channel(1)).await;
        shared.lock().expect("waits").probes.push(asked.elapsed());
    }
}

/// The games of a round that has begun, with their threads.
async fn begun(
    boards: &mut mpsc::UnboundedReceiver<Board>,
    games: usize,
    since: Instant,
) -> Vec<(GameNo, PlaceId)> {
    let (mut first, mut there) = (Vec::new(), 0);
    while there < games {
        let board = timeout(PATIENCE, boards.recv()).await.expect("a board").expect("an adapter");
        match board {
            Board::First(game, thread) => {
                if first.is_empty() {
                    println!(
                        "  the first board at the adapter after {:.2} s",
                        since.elapsed().as_secs_f64()
                    );
                }
                first.push((game, thread));
                if first.len() == games {
                    println!("  all {games} after {:.2} s", since.elapsed().as_secs_f64());
                }
            }
            Board::InThread => there += 1,
        }
    }
    println!("  all in their threads after {:.2} s", since.elapsed().as_secs_f64());
    first
}

/// Somebody gives up a game, now White, now Black.
fn give_up(hosted: &Hosted, (game, thread): &(GameNo, PlaceId)) {
    let reader = hosted.store.reader().expect("a reader");
    let (row, events) = reader.game(*game).expect("a store").expect("the game is stored");
    let name = |id: &PersonId| id.key().to_owned();
    let played = host::replay_game(&row, &events, name).expect("it replays");
    let loser = game.0 as usize % 2;
    let who = played.people().nth(loser).expect("two people").1.clone();
    hosted.say(who, thread.clone(), &format!("!resign {game} yes"));
}

/// Has rounds begin, and prints what that takes.
pub(crate) async fn measure(database: &Path, players: usize) {
    make(database, players).await;
    let (hosted, outbox) = Hosted::start(database);
    let shared = Shared::default();
    let (tell, mut boards) = mpsc::unbounded_channel();
    let (mut pairs, mut tasks) = (HashMap::new(), Vec::new());
    for n in 0..PAIRS {
        let (answer, answers) = mpsc::unbounded_channel();
        pairs.insert(channel(FIRST_CHANNEL + n as u64), answer);
        tasks.push(tokio::spawn(dance(Arc::clone(&hosted), n, answers, Arc::clone(&shared))));
    }
    tasks.push(tokio::spawn(adapt(Arc::clone(&hosted), outbox, pairs, tell)));
    tasks.push(tokio::spawn(probe(Arc::clone(&hosted), Arc::clone(&shared))));
    // The first pictures of all take longer.
    while shared.lock().expect("waits").moves.len() < 4 * PAIRS {
        sleep(PAUSE).await;
    }
    *shared.lock().expect("waits") = Waits::default();
    sleep(ALONE).await;
    println!(
        "{PAIRS} pairs move, {} moves a second at most",
        PAIRS * 1_000 / PAUSE.as_millis() as usize
    );
    print(&shared);
    let mut begins = now();
    hosted.manage(&format!("!tournament start {EVENT}"));
    for round in 1..=ROUNDS {
        println!("the same while round {round} of {players} players begins");
        let games = begun(&mut boards, players / 2, begins).await;
        print(&shared);
        let (last, others) = games.split_last().expect("games");
        let ending = now();
        others.iter().for_each(|game| give_up(&hosted, game));
        // The pairs never rest, so the host is never settled.
        wait_for_results(&hosted, others).await;
        println!(
            "  {} games were given up within {:.2} s",
            others.len(),
            ending.elapsed().as_secs_f64()
        );
        print(&shared);
        begins = now();
        give_up(&hosted, last);
    }
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    hosted.stop().await;
}

/// Waits until the store has the results of all these games.
async fn wait_for_results(hosted: &Hosted, games: &[(GameNo, PlaceId)]) {
    let reader = hosted.store.reader().expect("a reader");
    let is_over = |(game, _): &(GameNo, PlaceId)| {
        let found = reader.game(*game).expect("a store");
        found.is_some_and(|(row, _)| row.result.is_some())
    };
    while !games.iter().all(is_over) {
        sleep(Duration::from_millis(50)).await;
    }
}
