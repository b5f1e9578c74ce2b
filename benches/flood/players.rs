//! Those who only want to play: the quiet pair, and the one who plays the bot beside others' games.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{attack::Attack, now, program::Page};

/// The time for which a player thinks.
const THOUGHT: Duration = Duration::from_millis(60);

/// A game that goes on for ever: nothing is ever repeated too often.
const ENDLESS: &str = "repetition=0 progress=0";

/// The moves of the pair: two Captains go out and home again.
const SHUFFLE: [&str; 4] = ["a1-c3", "a6-c4", "c3-a1", "c4-a6"];

/// How many plies of a game are played before the next one; a game is a draw after 1,000.
const PLIES: usize = 900;

/// How many plies the game has that is asked for as a replay.
pub(super) const LONG_GAME: usize = 500;

/// Two people who play each other, and nothing else.
pub(super) struct QuietPair {
    pages: [Page; 2],
    /// The number of their game.
    no: u64,
    plies: usize,
}

impl QuietPair {
    /// They come in and begin a game.
    pub(super) async fn enter(address: SocketAddr) -> Self {
        let [ann, ben] = [enter(address, "quiet-ann").await, enter(address, "quiet-ben").await];
        let mut pair = Self { pages: [ann, ben], no: 0, plies: 0 };
        pair.begin().await;
        pair
    }

    async fn begin(&mut self) {
        let challenge = format!("challenge @quiet-ben white {ENDLESS}");
        self.timed(0, &challenge, "invites you").await;
        self.timed(1, "accept", "quiet-ann begins").await;
        self.plies = 0;
    }

    /// One says a line; the time until their page has the answer with these words.
    async fn timed(&mut self, who: usize, line: &str, answer: &str) -> Duration {
        let [ann, ben] = &mut self.pages;
        let (speaker, other) = if who == 0 { (ann, ben) } else { (ben, ann) };
        let begun = now();
        speaker.say(line).await.expect("the quiet pair stays connected");
        tokio::select! {
            no = hear(speaker, answer) => self.no = no,
            // The other page takes what comes, as a browser does.
            () = read_on(other) => panic!("a page of the quiet pair was closed"),
        }
        begun.elapsed()
    }

    /// They play for this long; the time that each move took until its answer.
    pub(super) async fn moves_for(&mut self, duration: Duration) -> Vec<Duration> {
        let (until, mut times) = (now() + duration, Vec::new());
        while now() < until {
            if self.plies >= PLIES {
                self.begin_anew().await;
            }
            times.push(self.ply().await);
            pause(&mut self.pages).await;
        }
        times
    }

    /// They play one long game to its end.
    pub(super) async fn long_game(&mut self) {
        while self.plies < LONG_GAME {
            self.ply().await;
        }
        self.begin_anew().await;
    }

    async fn begin_anew(&mut self) {
        let line = format!("resign #{} yes", self.no);
        self.timed(0, &line, "resigned").await;
        self.begin().await;
    }

    /// One moves; the time that it took until the answer.
    async fn ply(&mut self) -> Duration {
        let who = self.plies % 2;
        let answer = format!("{} moved", ["quiet-ann", "quiet-ben"][who]);
        self.plies += 1;
        self.timed(who, SHUFFLE[(self.plies - 1) % 4], &answer).await
    }
}

/// A page of somebody who has been welcomed.
pub(super) async fn enter(address: SocketAddr, name: &str) -> Page {
    let mut page = Page::enter(address, name, "quiet").await.expect("a page comes in");
    page.next("welcome").await.expect("it is welcomed");
    page
}

/// Both think; their pages take what comes.
async fn pause(pages: &mut [Page; 2]) {
    let [ann, ben] = pages;
    tokio::select! {
        () = tokio::time::sleep(THOUGHT) => {}
        () = read_on(ann) => panic!("ann's page was closed"),
        () = read_on(ben) => panic!("ben's page was closed"),
    }
}

/// The line that the bot says next, as the page gets it, and its text.
pub(super) async fn next_line(page: &mut Page) -> Option<(Value, String)> {
    let line = page.reply().await?;
    page.heard.clear();
    let line: Value = serde_json::from_str(&line).ok()?;
    let spans = line["text"].as_array()?;
    let text = spans.iter().filter_map(|span| span["s"].as_str()).collect();
    Some((line, text))
}

/// Waits for a line of the bot's with these words, and gives the number of its game.
async fn hear(page: &mut Page, words: &str) -> u64 {
    let deadline = tokio::time::sleep(Duration::from_secs(60));
    tokio::pin!(deadline);
    let mut last = String::new();
    loop {
        tokio::select! {
            line = next_line(page) => {
                let (line, text) = line.unwrap_or_else(|| panic!("closed before {words:?}"));
                if text.contains(words) {
                    return line["game"].as_u64().unwrap_or_default();
                }
                last = text;
            }
            () = &mut deadline => panic!("nothing with {words:?}, but {last:?}"),
        }
    }
}

/// Takes all that comes to a page, until it is closed.
pub(super) async fn read_on(page: &mut Page) {
    while page.reply().await.is_some() {
        page.heard.clear();
    }
}

/// Says something in private and waits for the bot's answer with these words.
async fn exchange(page: &mut Page, line: &str, answer: &str) -> u64 {
    page.say_in("private", line).await.expect("the page stays connected");
    hear(page, answer).await
}

/// One who plays the bot beside the games of others.
pub(super) struct Bench;

impl Bench {
    /// The times that the bot takes for its first move at levels 1 and 7, where the attack is on the bot.
    pub(super) async fn answers(
        address: SocketAddr,
        attack: Attack,
        until: Instant,
    ) -> Vec<(u8, Vec<Duration>)> {
        if !attack.is_on_the_bot() {
            return Vec::new();
        }
        let mut cara = enter(address, "quiet-cara").await;
        let mut answers = vec![(1, Vec::new()), (7, Vec::new())];
        while now() < until {
            for (level, times) in &mut answers {
                let begun = now();
                let line = format!("challenge bot {level} black");
                let no = exchange(&mut cara, &line, "I moved").await;
                times.push(begun.elapsed());
                exchange(&mut cara, &format!("resign #{no} yes"), "resigned").await;
                tokio::time::sleep(THOUGHT).await;
            }
        }
        answers
    }
}
