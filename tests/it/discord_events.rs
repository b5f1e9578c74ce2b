//! Events on Discord, from the announcement to the podium: the whole program beside a strict stand-in.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{collections::BTreeMap, ops::Range, time::Duration};

use games::{Outcome, Seat};
use host::{Clock as _, ManualClock};
use serde_json::{Value, json};
use table::{Game, GameNo};
use tokio::time::sleep;

use crate::{
    discord_threads::{A_WHILE, count, opened, told},
    support::{
        discord_hosted::{Hosted, mover},
        discord_rig::message_id,
        stand_in::{
            ANN, BEN, CARL, CHANNEL, DORA, EVE, Post, Shown, Someone, StandIn, World, button, line,
            options,
            places::{CREATE_PUBLIC_THREADS, INVITED},
        },
    },
};

/// Those who play, the best first: of two the later one gives up.
const PLAYERS: [Someone; 4] = [ANN, BEN, CARL, DORA];
/// Those of them who tap; the others type.
const TAPPERS: [u64; 2] = [BEN.id, CARL.id];

/// When it begins: Tuesday, 24 November 2026, 12:00 in Berlin.
const NOW: i64 = 1_795_518_000_000;
const HOUR: u64 = 3_600;
/// How long it is from then to the start, in seconds: until Friday, 19:00.
const TO_START: u64 = 79 * HOUR;
const CHECK_IN: u64 = 15 * 60;
/// How much time passes before each thing that somebody does.
const PACE: Duration = Duration::from_secs(1);
/// How many plies of each game are played before somebody gives up.
const PLIES: usize = 2;
/// How many people enter an event whose games do not fit into a channel.
const MANY: usize = 18;
/// How many people enter an event whose rounds are paired beside the loop.
const LARGE: usize = 42;

/// An evening, and the time that has passed in it.
struct Evening {
    hosted: Hosted,
    clock: ManualClock,
}

impl Evening {
    fn discord(&self) -> &StandIn {
        &self.hosted.discord
    }

    /// Waits until nothing is under way, and lets a moment pass.
    async fn quiet(&self) {
        let reader = self.hosted.store.reader().unwrap();
        loop {
            self.hosted.host.settled().await;
            if reader.undelivered().unwrap().is_empty() {
                break;
            }
            sleep(Duration::from_millis(2)).await;
        }
        self.clock.advance(PACE);
    }

    /// Waits until so many seconds after the beginning.
    async fn until(&self, seconds: u64) {
        self.quiet().await;
        let target = NOW + i64::try_from(seconds * 1_000).unwrap();
        let left = u64::try_from(target - self.clock.now()).unwrap();
        self.clock.advance(Duration::from_millis(left));
        self.quiet().await;
    }

    fn posts(&self) -> Vec<Post> {
        self.discord().world().posts.clone()
    }

    /// Does something that leads to a post, and waits until all is quiet behind it.
    async fn leads_to_post(&self, deed: impl FnOnce(&StandIn) -> u64) {
        self.quiet().await;
        let before = self.posts().len();
        deed(self.discord());
        let more = |world: &mut World| (world.posts.len() > before).then_some(());
        self.discord().until("post", more).await;
        self.quiet().await;
    }

    async fn says(&self, who: Someone, text: &str) {
        self.leads_to_post(|discord| discord.say(line(who, text))).await;
    }

    async fn taps(&self, who: Someone, below: &Post, label: &str) {
        let id = button(&below.payload, &[label]);
        self.leads_to_post(|discord| discord.press(who, below.id, &id)).await;
    }

    /// Waits for the one post with these words.
    async fn comes(&self, words: &str) -> Post {
        let is_there = |world: &mut World| {
            world.posts.iter().any(|post| post.text().contains(words)).then_some(())
        };
        self.discord().until(words, is_there).await;
        self.quiet().await;
        self.post(words)
    }

    /// The one post with these words.
    fn post(&self, words: &str) -> Post {
        let mut posts = self.posts();
        posts.retain(|post| post.text().contains(words));
        assert_eq!(posts.len(), 1, "{words}: {:#?}", texts(&posts));
        posts.remove(0)
    }

    fn game(&self, no: GameNo) -> Game {
        let (row, events) = self.hosted.store.reader().unwrap().game(no).unwrap().unwrap();
        host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap()
    }

    /// The latest board of a game.
    fn board(&self, no: GameNo) -> Post {
        let reader = self.hosted.store.reader().unwrap();
        let is_of = |post: &&Post| {
            post.file.is_some() && reader.game_of_message(&message_id(post.id)).unwrap() == Some(no)
        };
        self.posts().iter().rfind(is_of).cloned().expect("a board")
    }

    /// Whoever is to move in a game plays its first legal move.
    async fn moves(&self, no: GameNo) {
        let game = self.game(no);
        let who = mover(&game, &PLAYERS);
        if !TAPPERS.contains(&who.id) {
            let mv = game.position().moves()[0].clone();
            return self.says(who, &format!("!{no} {mv}")).await;
        }
        let mut shown = self.presses(who, &self.board(no), "Move").await;
        loop {
            let (list, value) = options(&shown.message)[0].clone();
            if value.starts_with("move:") {
                let select = |discord: &StandIn| discord.select(who, shown.id, &list, &[&value]);
                return self.leads_to_post(select).await;
            }
            let id = self.discord().select(who, shown.id, &list, &[&value]);
            shown = self.discord().answered(id).await;
        }
    }

    /// Somebody taps a button of a post, and is shown something that nobody else sees.
    async fn presses(&self, who: Someone, below: &Post, label: &str) -> Shown {
        self.quiet().await;
        let id = self.discord().press(who, below.id, &button(&below.payload, &[label]));
        let shown = self.discord().answered(id).await;
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        shown
    }

    /// Somebody gives up a game.
    async fn gives_up(&self, who: Someone, no: GameNo) {
        if !TAPPERS.contains(&who.id) {
            return self.says(who, &format!("!resign {no} yes")).await;
        }
        let more = self.presses(who, &self.board(no), "More").await;
        let id = self.discord().press(who, more.id, &button(&more.message, &["Resign"]));
        let sure = self.discord().answered(id).await;
        let yes = button(&sure.message, &[&format!("Yes, resign {no}")]);
        self.leads_to_post(|discord| discord.press(who, sure.id, &yes)).await;
    }

    /// Somebody uses a slash command, and is shown something that nobody else sees.
    async fn asks(&self, who: Someone, path: &str, filled: &[(&str, Value)]) -> Shown {
        self.quiet().await;
        let id = self.discord().slash(who, CHANNEL, path, filled);
        let shown = self.discord().answered(id).await;
        assert!(shown.is_ephemeral(), "{:?}", shown.message);
        shown
    }
}

/// Returns what posts say, without their pictures.
fn texts<'a>(posts: impl IntoIterator<Item = &'a Post>) -> Vec<&'a str> {
    posts.into_iter().map(Post::text).collect()
}

/// The people whom a post pings, in the order of their numbers.
fn pinged(post: &Post) -> Vec<u64> {
    let users = post.payload["allowed_mentions"]["users"].as_array().cloned().unwrap_or_default();
    let mut ids: Vec<u64> = users.iter().map(|id| id.as_str().unwrap().parse().unwrap()).collect();
    ids.sort_unstable();
    ids
}

fn ids(people: &[Someone]) -> Vec<u64> {
    people.iter().map(|who| who.id).collect()
}

/// The event is made by slash, and everybody enters: by tap, by slash, by text.
async fn announced(evening: &Evening) -> Post {
    evening.says(ANN, "!server set zone Europe/Berlin").await;
    let filled = [
        ("name", json!("Friday")),
        ("start", json!("Fri 19:00")),
        ("rounds", json!(3)),
        ("clock", json!("10m")),
    ];
    evening.quiet().await;
    let id = evening.discord().slash(ANN, CHANNEL, "tournament create", &filled);
    evening.discord().answered(id).await;
    evening.quiet().await;
    let announced = evening.post("Check in during the last 15 minutes before.");
    assert!(announced.text().starts_with("**Friday** (T1): Lyra, one evening: 3 rounds"));
    evening.taps(BEN, &announced, "Join").await;
    evening.taps(CARL, &announced, "Join").await;
    evening.says(ANN, "!tournament join").await;
    evening.says(DORA, "!tournament join T1").await;
    let again = evening.presses(BEN, &announced, "Join").await;
    assert!(again.text().contains("You have entered T1 already"), "{}", again.text());
    evening.leads_to_post(|discord| discord.slash(EVE, CHANNEL, "tournament join", &[])).await;
    announced
}

/// Everybody but one says that they are there.
async fn checked_in(evening: &Evening) {
    evening.until(TO_START - CHECK_IN + 1).await;
    let asked = evening.comes("Say that you are here").await;
    assert_eq!(pinged(&asked), ids(&[ANN, BEN, CARL, DORA, EVE]));
    evening.taps(BEN, &asked, "I am here").await;
    evening.taps(CARL, &asked, "I am here").await;
    evening.says(ANN, "!checkin").await;
    evening.says(DORA, "!tournament checkin").await;
}

/// A round is played: its games go on by turns, and then one of each gives up.
async fn played(evening: &Evening, round: u32) {
    let begun = evening.comes(&format!("(T1), round {round} of 3.")).await;
    assert_eq!(pinged(&begun), ids(&PLAYERS), "each once, and nobody else");
    let games = [GameNo(2 * round - 1), GameNo(2 * round)];
    // The way out that stands below the call to the check-in leads nobody out of a game.
    let asked = evening.post("Say that you are here");
    let tapped = evening.presses(CARL, &asked, "Not today").await;
    assert!(tapped.text().contains("has begun, so this changes nothing"), "{}", tapped.text());
    for _ in 0..PLIES {
        for no in games {
            evening.moves(no).await;
        }
    }
    for no in games {
        let game = evening.game(no);
        let plays =
            |who: &&Someone| game.people().any(|(_, one)| one.id.key() == who.id.to_string());
        let loser = PLAYERS.iter().rfind(plays).unwrap();
        evening.gives_up(*loser, no).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_four_goes_from_announcement_to_podium() {
    let (hosted, clock) = Hosted::by_clock(NOW).await;
    let evening = Evening { hosted, clock };
    evening.discord().registered().await;
    let announced = announced(&evening).await;
    assert!(pinged(&announced).is_empty());
    evening.until(TO_START - 24 * HOUR + 1).await;
    let reminder = evening.comes("5 have entered so far").await;
    assert!(pinged(&reminder).is_empty(), "the check-in calls them");
    checked_in(&evening).await;
    evening.until(TO_START + 1).await;
    // What somebody writes tells how late it is on Discord: all is heard that was written before the start.
    evening.says(EVE, "I only watch tonight").await;
    for round in 1..=3 {
        played(&evening, round).await;
    }
    let podium = evening.comes("**Ann** won **Friday** (T1).").await;
    assert!(pinged(&podium).is_empty());
    let order = ["1\\. Ann **3**", "2\\. ben **2**", "3\\. Carl **1**", "4\\. Dora **0**"];
    let asked = evening.asks(EVE, "tournament standings", &[]).await;
    let tapped = evening.presses(CARL, &podium, "Standings").await;
    for text in [podium.text(), asked.text(), tapped.text()] {
        let places = order.map(|line| text.find(line).unwrap_or_else(|| panic!("{line}: {text}")));
        assert!(places.is_sorted(), "{text}");
    }
    all_was_said_once(&evening);
    let unanswered = evening.discord().world().unanswered_interactions().len();
    assert_eq!(unanswered, 0);
    evening.hosted.stop().await;
}

/// Compares all posts with what there is to say, and whom they call.
fn all_was_said_once(evening: &Evening) {
    let kinds = [
        ("the clocks here are those of Europe/Berlin", 1),
        ("Check in during the last 15 minutes", 1),
        (" has entered T1.", 5),
        ("so far; `!tournament join T1`", 1),
        ("Say that you are here", 1),
        (" so far). T1 begins", 4),
        ("(T1), round ", 3),
        ("(T1) after round ", 2),
        ("T1, round ", 6),
        (" moved ", 6 * PLIES),
        (" resigned", 6),
        ("won **Friday**", 1),
    ];
    let posts = evening.posts();
    let mut unknown = posts.clone();
    for (words, n) in kinds {
        let begins = |post: &Post| match words {
            "T1, round " => post.text().starts_with(words),
            _ => post.text().contains(words) && !post.text().starts_with("T1, round "),
        };
        let found: Vec<&Post> = posts.iter().filter(|post| begins(post)).collect();
        assert_eq!(found.len(), n, "{words}: {:#?}", texts(found.iter().copied()));
        unknown.retain(|post| !begins(post));
        if words == "T1, round " {
            assert!(found.iter().all(|post| pinged(post).is_empty()), "the round has called them");
        }
    }
    assert!(unknown.is_empty(), "{:#?}", texts(&unknown));
    assert!(posts.iter().all(|post| post.channel == CHANNEL));
    for no in 1..=6 {
        let game = evening.game(GameNo(no));
        let Some(Outcome::Win(winners, _)) = game.outcome() else { panic!("#{no} is not won") };
        let rank = |seat: Seat| {
            let person = game.people().find(|(of, _)| *of == seat).unwrap().1;
            PLAYERS.iter().position(|who| person.id.key() == who.id.to_string())
        };
        let best = game.people().map(|(seat, _)| rank(seat)).min();
        assert_eq!(winners.iter().next().map(rank), best, "the better one has won");
    }
}

fn somebody(n: usize) -> Someone {
    let username: &'static str = Box::leak(format!("player{n}").into());
    Someone { id: 2_000 + n as u64, username, global: None, nick: None, bot: false }
}

/// An event of so many people that is about to begin.
async fn entered(people: usize, threads: Option<&str>) -> Hosted {
    let hosted = Hosted::start().await;
    let discord = &hosted.discord;
    discord.registered().await;
    discord.permit(CHANNEL, INVITED);
    discord.say(line(ANN, "!server set zone Europe/Berlin"));
    told(discord, CHANNEL, "the clocks here").await;
    if let Some(threads) = threads {
        discord.say(line(ANN, &format!("!server set threads {threads}")));
        told(discord, CHANNEL, "a thread for each game").await;
    }
    discord.say(line(ANN, "!tournament create \"Large\" lyra swiss rounds:3 checkin:off start:2h"));
    told(discord, CHANNEL, "**Large** (T1)").await;
    enter(discord, 0..people).await;
    hosted
}

/// Lets these people enter.
async fn enter(discord: &StandIn, people: Range<usize>) {
    let count = people.end;
    for n in people {
        discord.say(line(somebody(n), "!tournament join T1"));
    }
    told(discord, CHANNEL, &format!("{count} have entered")).await;
}

/// Checks that every game of a round, which no other had, has a thread with its board, which calls its players
/// alone.
async fn each_has_a_thread(discord: &StandIn, people: usize, round: u32) {
    let games = people / 2;
    let boards = |world: &mut World| {
        let in_threads: Vec<Post> =
            world.posts.iter().filter(|post| post.channel != CHANNEL).cloned().collect();
        (in_threads.len() == games).then_some(in_threads)
    };
    let boards = discord.until("boards", boards).await;
    sleep(A_WHILE).await;
    assert_eq!(opened(discord).len(), games);
    let mut called = BTreeMap::new();
    for board in &boards {
        assert!(board.file.is_some() && board.text().contains("is played in this thread"));
        assert_eq!(pinged(board).len(), 2, "{}", board.text());
        pinged(board).into_iter().for_each(|id| *called.entry(id).or_insert(0) += 1);
    }
    assert_eq!(called, (0..people).map(|n| (somebody(n).id, 1)).collect());
    let begun = told(discord, CHANNEL, &format!("(T1), round {round} of 3.")).await;
    assert_eq!(begun.text().lines().filter(|line| line.contains(" – ")).count(), games);
    let of_board = format!("T1, round {round}: #");
    assert_eq!(count(discord, CHANNEL, &of_board), games);
    let world = discord.world();
    let first = world.posts.iter().filter(|post| post.text().contains(&of_board));
    let calls: Vec<&Post> = first.chain([&begun]).filter(|post| !pinged(post).is_empty()).collect();
    assert!(calls.is_empty(), "the threads call: {:#?}", texts(calls));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_at_once_have_a_thread_each() {
    for threads in ["always", "ask"] {
        let hosted = entered(MANY, Some(threads)).await;
        hosted.discord.say(line(ANN, "!tournament start T1"));
        each_has_a_thread(&hosted.discord, MANY, 1).await;
        hosted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_17th_player_on_a_tap_is_answered_to_whoever_tapped() {
    let hosted = entered(17, None).await;
    let discord = &hosted.discord;
    let announced = told(discord, CHANNEL, "**Large** (T1)").await;
    let id = discord.press(ANN, announced.id, &button(&announced.payload, &["Join"]));
    let shown = discord.answered(id).await;
    assert!(shown.is_ephemeral() && shown.text().contains("18 have entered"), "{}", shown.text());
    discord.say(line(BEN, "!tournament join"));
    told(discord, CHANNEL, "19 have entered").await;
    assert_eq!(count(discord, CHANNEL, "18 have entered"), 0);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_is_paired_beside_the_loop_begins_once() {
    let hosted = entered(LARGE, Some("always")).await;
    hosted.discord.say(line(ANN, "!tournament start T1"));
    each_has_a_thread(&hosted.discord, LARGE, 1).await;
    assert_eq!(count(&hosted.discord, CHANNEL, "(T1), round "), 1);
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_threads_many_games_do_not_begin_and_it_says_what_to_type() {
    for threads in [None, Some("never")] {
        let hosted = entered(MANY, threads).await;
        let discord = &hosted.discord;
        discord.say(line(ANN, "!tournament start T1"));
        let refused = told(discord, CHANNEL, "T1 cannot begin: 9 games at once").await;
        assert!(refused.text().contains("`!server set threads always`"), "{}", refused.text());
        sleep(A_WHILE).await;
        assert_eq!((count(discord, CHANNEL, "round 1"), opened(discord).len()), (0, 0));
        discord.say(line(ANN, "!server set threads always"));
        told(discord, CHANNEL, "a thread for each game: always").await;
        discord.say(line(ANN, "!tournament start T1"));
        each_has_a_thread(discord, MANY, 1).await;
        hosted.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_thread_can_be_opened_each_player_is_called_in_the_channel() {
    let few = MANY - 2;
    let hosted = entered(few, Some("always")).await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, INVITED & !CREATE_PUBLIC_THREADS);
    discord.say(line(ANN, "!tournament start T1"));
    let called = |world: &mut World| {
        let stays = world.posts.iter().filter(|post| post.text().contains("stays in this channel"));
        let stays: Vec<Post> = stays.cloned().collect();
        (stays.len() == few / 2).then_some(stays)
    };
    let mut called: Vec<Vec<u64>> =
        discord.until("refusals", called).await.iter().map(pinged).collect();
    called.sort();
    called.dedup();
    assert_eq!(called.len(), few / 2, "whoever begins is called, each in one message");
    assert!(called.iter().all(|ids| ids.len() == 1));
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_games_wait_until_the_bot_may_open_threads() {
    let hosted = entered(MANY, Some("always")).await;
    let discord = &hosted.discord;
    discord.permit(CHANNEL, INVITED & !CREATE_PUBLIC_THREADS);
    discord.say(line(ANN, "!tournament start T1"));
    told(discord, CHANNEL, "T1 cannot begin: 9 games at once").await;
    discord.say(line(ANN, "!tournament start T1"));
    let again = |world: &mut World| {
        let refused =
            world.posts.iter().filter(|post| post.text().contains("I cannot open threads"));
        (refused.count() == 2).then_some(())
    };
    discord.until("a second refusal", again).await;
    assert_eq!(count(discord, CHANNEL, "(T1), round 1"), 0);
    discord.permit(CHANNEL, INVITED);
    discord.say(line(ANN, "!tournament start T1"));
    each_has_a_thread(discord, MANY, 1).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_has_grown_too_large_for_its_channel_waits_for_threads() {
    let few = MANY - 2;
    let hosted = entered(few, None).await;
    let discord = &hosted.discord;
    discord.say(line(ANN, "!tournament start T1"));
    let games = u32::try_from(few / 2).unwrap();
    told(discord, CHANNEL, &format!("T1, round 1: #{games} Lyra")).await;
    enter(discord, few..MANY).await;
    for no in 1..=games {
        let (row, events) = hosted.store.reader().unwrap().game(GameNo(no)).unwrap().unwrap();
        let game = host::replay_game(&row, &events, |id| id.key().to_owned()).unwrap();
        let all: Vec<Someone> = (0..few).map(somebody).collect();
        discord.say(line(mover(&game, &all), &format!("!resign #{no} yes")));
    }
    told(discord, CHANNEL, "T1 cannot go on: 9 games at once").await;
    sleep(A_WHILE).await;
    assert_eq!((count(discord, CHANNEL, "(T1), round 2"), opened(discord).len()), (0, 0));
    discord.say(line(ANN, "!server set threads always"));
    told(discord, CHANNEL, "a thread for each game: always").await;
    discord.say(line(ANN, "!tournament resume T1"));
    each_has_a_thread(discord, MANY, 2).await;
    hosted.stop().await;
}
