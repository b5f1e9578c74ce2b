//! Kills at random instants: no confirmed move is lost, the database opens and is sound, and the games
//! go on, a bot's turn and an unsent reply included.

use std::{collections::BTreeMap, path::Path, time::Duration};

use host::{Clock as _, SystemClock, replay_game};
use store::{Batch, GameState, GameWrite, Store, StoreError};
use table::{GameNo, LogEvent, OFFER_LIFE, Person, PersonId, PlaceId, Platform};

use crate::support::{
    offers::open_offer,
    program::{Page, Program},
    tables::PATIENCE,
};

/// How often the program is killed in the suite.
const KILLS: u64 = 50;
/// How often in the long form.
const MANY_KILLS: u64 = 200;
/// A dance that never ends: repetition and progress are switched off.
const DANCE: [(&str, &str); 4] =
    [("ann", "a1-c3"), ("ben", "a6-c4"), ("ann", "c3-a1"), ("ben", "c4-a6")];

/// The moves of each game in the database, with a legal one to go on with.
fn logs(database: &Path) -> BTreeMap<u32, (Vec<String>, Option<String>)> {
    let mut logs = BTreeMap::new();
    store::each_game::<StoreError>(database, |row, events, _| {
        let game = replay_game(&row, &events, |id| id.key().to_owned()).expect("the log replays");
        let moves = game
            .log()
            .iter()
            .filter_map(|entry| match &entry.event {
                LogEvent::Ply { mv, .. } => Some(mv.clone()),
                _ => None,
            })
            .collect();
        logs.insert(row.no.0, (moves, game.position().example_move()));
        Ok(())
    })
    .expect("the database can be walked");
    logs
}

/// A small generator, so that the instants differ but can be repeated.
fn random(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Opens both tabs and starts the two games: a dance of two people, and a game against the bot.
async fn begin(database: &Path) {
    let program = Program::start(database);
    let mut ann = Page::enter(program.address, "ann", "begin").await.expect("ann comes in");
    let mut ben = Page::enter(program.address, "ben", "begin").await.expect("ben comes in");
    ben.next("welcome").await.expect("ben is welcome");
    ann.say("challenge @ben white repetition=0 progress=0").await.expect("said");
    ann.reply().await.expect("an offer");
    ben.say("accept").await.expect("said");
    ann.reply().await.expect("a first board");
    ann.say("challenge bot 1 white repetition=0 progress=0").await.expect("said");
    ann.reply().await.expect("a first board");
}

/// Plays the dance as fast as it goes and counts the moves that were confirmed, until the
/// connection dies.
async fn dance(mut ann: Page, mut ben: Page, mut ply: usize) -> usize {
    loop {
        let (name, mv) = DANCE[ply % 4];
        let page = if name == "ann" { &mut ann } else { &mut ben };
        let line = format!("#1 {mv}");
        let confirmed = async {
            page.say(&line).await?;
            let said = format!("{name} moved {mv}");
            // What an earlier run has left unsaid comes now, and the dance has the same moves again and again.
            while !page.answer().await?.contains(&said) {}
            Some(())
        };
        if confirmed.await.is_none() {
            return ply;
        }
        ply += 1;
    }
}

/// One move against the bot while the others dance.
async fn play_bot(mut page: Page, mv: Option<String>) {
    if let Some(mv) = mv
        && page.say(&format!("#2 {mv}")).await.is_some()
    {
        while page.reply().await.is_some() {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_kills_lose_no_confirmed_move() {
    kill_often(KILLS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "second tier: cargo xtask long"]
async fn two_hundred_kills_lose_no_confirmed_move() {
    kill_often(MANY_KILLS).await;
}

/// Plays two games and kills the program so often meanwhile.
async fn kill_often(kills: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = folder.path().join("kill.db");
    begin(&database).await;
    let (mut bot_plies, mut danced) = (0, 0);
    let went_on = |danced: usize, bot_plies| danced > kills as usize / 4 && bot_plies > 2;
    // On a slow machine a round may be over before anybody has moved.
    let mut round = 0;
    while round < kills || round < 4 * kills && !went_on(danced, bot_plies) {
        let before = logs(&database);
        let mut program = Program::start(&database);
        let run = format!("r{round}");
        let enter = |name| Page::enter(program.address, name, &run);
        let (mut ann, mut ben) =
            (enter("ann").await.expect("ann"), enter("ben").await.expect("ben"));
        // To come in takes nothing of the time until the kill.
        for page in [&mut ann, &mut ben] {
            page.next("welcome").await.expect("a welcome");
        }
        let spare = Page::enter(program.address, "ann", &format!("{run}-bot")).await.expect("ann");
        let playing = tokio::spawn(dance(ann, ben, before[&1].0.len()));
        let against = tokio::spawn(play_bot(spare, before[&2].1.clone()));
        tokio::time::sleep(Duration::from_micros(random(round) % 120_000)).await;
        program.kill();
        let confirmed = playing.await.expect("the dancers end");
        against.await.expect("the other game ends");

        let report = store::check(&database, |row, events| {
            replay_game(row, events, |id| id.key().to_owned()).map(drop)
        })
        .expect("the database opens");
        assert_eq!(report.faults, Vec::<String>::new(), "round {round}");
        let after = logs(&database);
        let moves = &after[&1].0;
        assert!(moves.len() >= confirmed, "round {round}: {} of {confirmed} moves", moves.len());
        assert!(moves.len() <= confirmed + 1, "round {round}: a move that nobody made");
        assert!(moves.iter().zip((0..4).cycle()).all(|(mv, i)| *mv == DANCE[i].1));
        assert!(after[&2].0.starts_with(&before[&2].0), "round {round}: the other game lost moves");
        (danced, bot_plies) = (moves.len(), after[&2].0.len());
        round += 1;
    }
    assert!(went_on(danced, bot_plies), "both hardly went on: {danced} and {bot_plies} plies");
    everything_goes_on(&database).await;
    eprintln!("{round} kills: {danced} plies of two people, {bot_plies} with the bot");
}

/// After the last kill: the bot moves by itself if it is its turn, and every reply that was
/// committed arrives.
async fn everything_goes_on(database: &Path) {
    let _program = Program::start(database);
    until("the bot has moved after the restart", || {
        let mut waits = false;
        store::each_game::<StoreError>(database, |row, _, _| {
            waits |= row.bot_turn || row.no == GameNo(2) && row.announced < row.ply;
            Ok(())
        })
        .expect("the database can be walked");
        !waits
    })
    .await;
}

/// Waits until the program has done something by itself.
async fn until(what: &str, is_done: impl Fn() -> bool) {
    let waits = async {
        while !is_done() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// How many offers are written at a time.
const OFFERS: u32 = 150;
/// How often the program is killed at least.
const FEWEST_KILLS: u64 = 3;

/// Writes offers to anyone that end one after the other from half a second on, 10 ms apart, behind so many others.
fn write_offers(database: &Path, others: u32) {
    let store = Store::open(database).expect("a new store opens");
    let ann = Person { id: PersonId::new(Platform::Local, "ann"), name: "ann".to_owned() };
    let now = SystemClock.now();
    let channel = PlaceId::channel(Platform::Local, "channel");
    let offer = |no: u32| {
        let end = now + 500 + 10 * i64::from(no);
        open_offer(others + no, channel.clone(), ann.id.clone(), end - OFFER_LIFE)
    };
    let games = (1..=OFFERS).map(|no| GameWrite { row: offer(no), events: Vec::new() }).collect();
    let (tell, told) = std::sync::mpsc::channel();
    store.commit(
        Batch { people: vec![ann.clone()], games, at: now, ..Batch::default() },
        move |done| {
            let _ = tell.send(done);
        },
    );
    told.recv().expect("the store answers").expect("the offers are written");
    store.close();
}

/// Returns how many offers are still open.
fn open_offers(database: &Path) -> usize {
    let mut open = 0;
    store::each_game::<StoreError>(database, |row, _, _| {
        open += usize::from(row.state == GameState::Offered);
        Ok(())
    })
    .expect("the database can be walked");
    open
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_end_no_offer_twice_and_forget_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = folder.path().join("kill.db");
    let (mut kills, mut offers) = (0, 0);
    loop {
        if offers == 0 || open_offers(&database) == 0 {
            if kills >= FEWEST_KILLS {
                break;
            }
            // Where the machine is slow, all of the last ones have ended between two kills.
            write_offers(&database, offers);
            offers += OFFERS;
        }
        let mut program = Program::start(&database);
        tokio::time::sleep(Duration::from_micros(random(kills) % 300_000)).await;
        program.kill();
        kills += 1;
        assert!(kills < 100, "the offers do not end");
    }
    // What was committed and not said is said after the last kill.
    let mut last = Program::start(&database);
    let looks = rusqlite::Connection::open(&database).expect("the database opens");
    let unsaid = "SELECT count(*) FROM outbox WHERE sent IS NULL";
    until("all is said", || looks.query_row(unsaid, (), |row| row.get(0)) == Ok(0)).await;
    drop(looks);
    last.kill();
    let store = Store::open(&database).expect("the store opens");
    let reader = store.reader().expect("a reader");
    let channel = PlaceId::channel(Platform::Local, "channel");
    let lines = reader.last_lines(&channel, None, 10 * offers).expect("the lines");
    for no in 1..=offers {
        let (_, events) = reader.game(GameNo(no)).expect("it is read").expect("it is there");
        let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
        assert_eq!(kinds, ["abort"], "offer {no}");
        let said = format!("Offer #{no} ran out");
        let times = lines.iter().filter(|line| line.text.starts_with(&said)).count();
        assert_eq!(times, 1, "{said}");
    }
}
