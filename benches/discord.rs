//! Measures the program on the stand-in for Discord: how long a board takes while many games are played,
//! how long whoever taps or types waits while the bot thinks, and how much many servers and their talk cost.
//!
//! `cargo bench --bench discord` prints all. Words behind `--` choose: `games`, `taps`, `asks` or `talk`;
//! `--seconds=60` says how long each load lasts. The stand-in uses the same cores as the program.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/support/bench.rs"]
mod bench;
#[path = "../tests/support/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/support/dances.rs"]
mod dances;
#[path = "../tests/support/stand_in/mod.rs"]
mod stand_in;
#[path = "taps/mod.rs"]
mod taps;

use std::{collections::HashMap, path::Path, sync::Arc, time::Duration};

use bot::Bot;
use dances::{Beat, Dances, Tally};
use host::SystemClock;
use stand_in::{ANN, Guild, Someone, StandIn, line, private};
use tokio::time::Instant;

/// How many games are played at once.
const GAMES: usize = 500;
/// How many moves a second there are: what it shall bear with ease, and more than the platform lets out.
const MOVES: [usize; 2] = [25, 50];
/// How many people ask about their games without a pause, and what, in turn.
const ASKING: usize = 60;
const QUESTIONS: [&str; 5] = ["!board", "!legal", "!record", "!why", "!rules"];
/// How many quiet pairs play beside them, and how long each thinks: a channel takes a message a second.
const QUIET: usize = 5;
const THOUGHT: Duration = Duration::from_millis(1_300);
/// How many servers there are, how many channels each has, and on how many shards they are.
const SERVERS: u64 = 2_000;
const CHANNELS: u64 = 20;
const SHARDS: u64 = 2;
/// How many lines of talk there are in a second.
const LINES: u64 = 600;
/// How many pairs play while others talk, and how often each moves.
const PAIRS: usize = 20;
const PAIRS_MOVE: Duration = Duration::from_secs(4);
/// How often the bot begins to think at its strongest: more often than two cores can bear.
const THINKS_EVERY: Duration = Duration::from_millis(500);
/// The longest time without an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The platform as it is: its windows, and five messages in five seconds for each channel.
async fn platform() -> StandIn {
    let discord = StandIn::strict(Arc::new(SystemClock)).await;
    discord.world().limit = Some((5, Duration::from_secs(5)));
    discord
}

async fn begin(dances: &mut Dances, discord: &StandIn, pause: Duration) {
    let begun = dances.play(discord, 0, Beat::AfterAnswer(pause), PATIENCE, |_| ()).await;
    begun.expect("every game begins");
}

/// 500 games at each of the rates.
async fn games(folder: &Path, seconds: u64) {
    let discord = platform().await;
    let mut dances = Dances::new(&discord, GAMES);
    let bot = Bot::start(&folder.join("games.db"), &discord.url);
    discord.identified(1).await;
    begin(&mut dances, &discord, Duration::from_secs(30)).await;
    println!("{GAMES} games have begun: {:.1} MiB resident", mb(&bot));
    let mut plies = 0;
    for rate in MOVES {
        let pause = Duration::from_secs_f64(GAMES as f64 / rate as f64);
        plies += (rate * seconds as usize).div_ceil(GAMES);
        dances.tally = Tally::default();
        let (posts, begun) = (discord.world().posts.len(), Instant::now());
        let played = dances.play(&discord, plies, Beat::Every(pause), PATIENCE, |_| ()).await;
        played.expect("every move is answered");
        let (took, posts) = (begun.elapsed(), discord.world().posts.len() - posts);
        let tally = &mut dances.tally;
        println!(
            "{rate} moves a second offered: {} moves in {:.0} s, {posts} posts",
            tally.said,
            took.as_secs_f64()
        );
        println!("  from move to board  {}", waits(&mut tally.waits));
        println!(
            "  greatest queue {} moves, {} boards superseded, {:.1} MiB resident",
            tally.most_open,
            tally.superseded,
            mb(&bot)
        );
    }
}

/// Many servers on two shards, whose people talk while a few play.
async fn talk(folder: &Path, seconds: u64) {
    let discord = platform().await;
    discord.world().shards = SHARDS;
    for n in 0..SERVERS {
        let first = (n + 1) << 12;
        let channels = (first..first + CHANNELS).collect();
        discord.world().add_guild(Guild { id: (n + 100) << 22, channels, threads: Vec::new() });
    }
    let mut dances = Dances::new(&discord, PAIRS);
    let begun = Instant::now();
    let bot = Bot::start(&folder.join("talk.db"), &discord.url);
    discord.within(PATIENCE, |world| (world.connected() == SHARDS as usize).then_some(())).await;
    discord.say(stand_in::Said { channel: SERVERS << 12, ..line(ANN, "!about") });
    discord.post().await;
    println!(
        "{SERVERS} servers on {SHARDS} shards: first answer on the last after {:.1} s, {:.1} MiB resident",
        begun.elapsed().as_secs_f64(),
        mb(&bot)
    );
    println!("{LINES} lines of talk a second for {seconds} s, a question each second");
    let mut asked = tokio::select! {
        asked = ask(&discord, seconds) => asked,
        () = chatter(&discord) => unreachable!("talk never ends"),
    };
    println!("  from question to answer  {}", waits(&mut asked));
    println!("  {:.1} MiB resident", mb(&bot));
    begin(&mut dances, &discord, Duration::from_secs(2)).await;
    dances.tally = Tally::default();
    let plies = (seconds / PAIRS_MOVE.as_secs()).max(1) as usize;
    tokio::select! {
        played = dances.play(&discord, plies, Beat::Every(PAIRS_MOVE), PATIENCE, |_| ()) => {
            played.expect("every move is answered");
        }
        () = chatter(&discord) => unreachable!("talk never ends"),
    }
    println!("the same, and {PAIRS} games meanwhile");
    println!("  from move to board  {}", waits(&mut dances.tally.waits));
    println!("  {:.1} MiB resident", mb(&bot));
}

/// People tap, use commands and type values while games go on and the bot thinks on all cores.
async fn tapping(folder: &Path, seconds: u64) {
    let discord = platform().await;
    let mut dances = Dances::new(&discord, GAMES);
    taps::add_channels(&discord);
    let _bot = Bot::start(&folder.join("taps.db"), &discord.url);
    discord.identified(1).await;
    begin(&mut dances, &discord, Duration::from_secs(30)).await;
    discord.registered().await;
    let mut people = taps::begin(&discord).await;
    let rate = MOVES[0];
    let pause = Duration::from_secs_f64(GAMES as f64 / rate as f64);
    let plies = (rate * seconds as usize).div_ceil(GAMES);
    let end = Instant::now() + Duration::from_secs(seconds);
    let playing = async {
        tokio::join!(
            dances.play(&discord, plies, Beat::Every(pause), PATIENCE, |_| ()),
            taps::go_on(&mut people, end),
        )
    };
    tokio::select! {
        (played, ()) = playing => played.expect("every move is answered"),
        () = think(&discord) => unreachable!("the bot never rests"),
    }
    let (all, late) = {
        let world = discord.world();
        (world.interactions.len(), world.unanswered_interactions().len())
    };
    println!(
        "{} people tap and type beside {rate} moves a second, while the bot thinks at level 7: {} of {all} \
         were acknowledged in time",
        taps::PEOPLE,
        all - late
    );
    let mut by_deed = taps::waits(&discord, &people);
    for (title, is_typed) in [("tapped and sent", false), ("typed", true)] {
        let of_kind = by_deed.iter().filter(|(deed, _)| deed.starts_with("typed") == is_typed);
        let mut together: Vec<Duration> = of_kind.flat_map(|(_, waits)| waits).copied().collect();
        println!("  all that is {title}  {}", waits(&mut together));
    }
    for (deed, of_deed) in &mut by_deed {
        println!("  {deed}  {}", waits(of_deed));
    }
}

/// A few pairs play while many ask, each in a channel of their own, as soon as they have an answer.
async fn asking(folder: &Path, seconds: u64) {
    let discord = platform().await;
    let mut dances = Dances::new(&discord, QUIET + ASKING);
    let _bot = Bot::start(&folder.join("asks.db"), &discord.url);
    discord.identified(1).await;
    begin(&mut dances, &discord, Duration::from_secs(5)).await;
    let channels = dances.rest_but(QUIET);
    let mut plies = 0;
    for beside in [0, ASKING] {
        dances.tally = Tally::default();
        plies += seconds.div_ceil(THOUGHT.as_secs()) as usize;
        let begun = Instant::now();
        let mut asked = Vec::new();
        tokio::select! {
            played = dances.play(&discord, plies, Beat::AfterAnswer(THOUGHT), PATIENCE, |_| ()) => {
                played.expect("every move is answered");
            }
            () = ask_on(&discord, &channels[..beside], &mut asked) => unreachable!("they never stop"),
        }
        println!("{QUIET} pairs play, {beside} people ask");
        println!("  from move to board  {}", waits(&mut dances.tally.waits));
        if beside > 0 {
            let a_second = asked.len() as f64 / begun.elapsed().as_secs_f64();
            println!("  from question to answer  {}; {a_second:.0} a second", waits(&mut asked));
        }
    }
}

/// Somebody in each of these channels asks one question after the other; how long each answer takes.
async fn ask_on(discord: &StandIn, channels: &[u64], asked: &mut Vec<Duration>) {
    let mut seen = discord.world().posts.len();
    let mut open: HashMap<u64, (usize, Instant)> = HashMap::new();
    let ask = |channel: u64, n: usize| {
        let by = Someone { id: 40_000 + channel, ..ANN };
        discord.say(stand_in::Said { channel, ..line(by, QUESTIONS[n % QUESTIONS.len()]) });
        (n, Instant::now())
    };
    for (n, &channel) in channels.iter().enumerate() {
        open.insert(channel, ask(channel, n));
    }
    loop {
        let posts = discord.within(PATIENCE, |world| {
            let new = world.posts.get(seen..).filter(|new| !new.is_empty())?;
            Some(new.iter().map(|post| (post.channel, post.at)).collect::<Vec<_>>())
        });
        let posts = posts.await.unwrap_or_default();
        seen += posts.len();
        for (channel, at) in posts {
            if let Some(&(n, since)) = open.get(&channel) {
                asked.push(at.saturating_duration_since(since));
                open.insert(channel, ask(channel, n + 1));
            }
        }
    }
}

/// Again and again another one begins a game with the bot at its strongest, which moves first.
async fn think(discord: &StandIn) {
    let mut every = tokio::time::interval(THINKS_EVERY);
    for n in 0_u64.. {
        every.tick().await;
        let who = Someone { id: 30_000 + n, ..ANN };
        discord.say(private(who, "challenge bot:7 cyvasse black"));
        discord.say(private(who, "setup done"));
    }
}

/// Somebody asks something each second, in one server after the other; how long each answer takes.
async fn ask(discord: &StandIn, seconds: u64) -> Vec<Duration> {
    let mut every = tokio::time::interval(Duration::from_secs(1));
    let mut asked = Vec::new();
    for n in 0..seconds {
        every.tick().await;
        let channel = (n % SERVERS + 1) << 12;
        let by = Someone { id: 20_000 + n, ..ANN };
        let begun = Instant::now();
        discord.say(stand_in::Said { channel, ..line(by, "!about") });
        let post = discord.post().await;
        assert_eq!(post.channel, channel, "the answer goes where it was asked");
        asked.push(post.at - begun);
    }
    asked
}

/// People talk in all servers, for ever.
async fn chatter(discord: &StandIn) {
    let mut every = tokio::time::interval(Duration::from_millis(10));
    let mut n = 0;
    loop {
        every.tick().await;
        for _ in 0..LINES / 100 {
            n += 1;
            // A step that shares no factor with the number of servers visits all of them.
            let server = n * 7_919 % SERVERS + 1;
            let channel = (server << 12) + n % CHANNELS;
            let by = Someone { id: 10_000 + n % 5_000, ..ANN };
            let text = format!("what I meant yesterday was {n}, not the other thing");
            discord.say(stand_in::Said { channel, ..line(by, &text) });
        }
    }
}

fn mb(bot: &Bot) -> f64 {
    bot.resident() as f64 / 1_024.0
}

/// Returns how many waits there are, their median, the 99th of a hundred, the 999th of a thousand and the
/// greatest, in words.
fn waits(waits: &mut [Duration]) -> String {
    waits.sort_unstable();
    let at = |share: f64| {
        let n = (waits.len().saturating_sub(1) as f64 * share) as usize;
        waits.get(n).map_or(f64::NAN, Duration::as_secs_f64) * 1_000.0
    };
    format!(
        "{} times: median {:.0} ms, 99 % {:.0} ms, 99.9 % {:.0} ms, greatest {:.0} ms",
        waits.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let seconds = words.iter().find_map(|word| word.strip_prefix("--seconds=")?.parse().ok());
    let seconds = seconds.unwrap_or(60);
    let chosen = |name: &str| {
        words.iter().any(|word| word == name) || words.iter().all(|word| word.starts_with("--"))
    };
    bench::measure_on_disk(async |folder| {
        if chosen("games") {
            games(folder, seconds).await;
        }
        if chosen("taps") {
            tapping(folder, seconds).await;
        }
        if chosen("asks") {
            asking(folder, seconds).await;
        }
        if chosen("talk") {
            talk(folder, seconds).await;
        }
    });
}
