//! People who tap, type values and send forms while others play, and how long each of that waits for its
//! acknowledgement.

use std::{collections::BTreeMap, time::Duration};

use engine::random::SplitMix;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::stand_in::{
    ANN, BOT, Guild, Post, Shown, Someone, StandIn, World, button, button_if_any, options,
};

/// How many people there are, each with a channel, and how long each looks at something before they go on.
pub(crate) const PEOPLE: u64 = 48;
const LOOK: Duration = Duration::from_millis(200);
/// For how long they wait for an answer, before they do something else.
const PATIENCE: Duration = Duration::from_secs(15);
const FIRST_CHANNEL: u64 = 3_000_000;
const FIRST_PERSON: u64 = 40_000;
/// The games that each of them plays against the bot: those in which there is much to choose from.
const GAMES: [&str; 2] = ["martian", "cyvasse"];
/// In one of how many rounds somebody moves: what is posted goes by the limit over all routes.
const MOVES_IN: u64 = 3;
/// An option of Cyvasse as it is typed.
const OPTIONS: [&str; 4] = ["", "fl", "flanking=cascade d", "flanking=cascade dragon=hold p"];
/// Texts that are typed into a form.
const SET_UPS: [&str; 3] = ["vanguard", "bastion", "harbour"];

/// Somebody who taps and types.
pub(crate) struct Tapper<'a> {
    discord: &'a StandIn,
    who: Someone,
    channel: u64,
    random: SplitMix,
    /// A board of each of the games, in their order.
    boards: Vec<Post>,
    /// A set-up that is never done.
    half: Option<Shown>,
    /// The things done, and as which interaction.
    done: Vec<(&'static str, u64)>,
}

/// Makes the channels in which they do it.
pub(crate) fn add_channels(discord: &StandIn) {
    let channels = (FIRST_CHANNEL..FIRST_CHANNEL + PEOPLE).collect();
    discord.world().add_guild(Guild { id: 6 << 22, channels, threads: Vec::new() });
}

/// Lets all of them begin their games.
pub(crate) async fn begin(discord: &StandIn) -> Vec<Tapper<'_>> {
    join_all((0..PEOPLE).map(|n| Tapper::begin(discord, n))).await
}

/// Lets all of them go on until this instant.
pub(crate) async fn go_on(people: &mut [Tapper<'_>], until: Instant) {
    join_all(people.iter_mut().map(|tapper| tapper.go_on(until))).await;
}

/// Returns how long everything has waited for its acknowledgement, by what it was. What has none is left out.
pub(crate) fn waits(
    discord: &StandIn,
    people: &[Tapper<'_>],
) -> BTreeMap<&'static str, Vec<Duration>> {
    let world = discord.world();
    let of_interactions = world.interactions.iter().filter_map(|one| {
        let answer = one.acknowledged.as_ref()?;
        Some((one.id, answer.at - one.created))
    });
    let waits: BTreeMap<u64, Duration> = of_interactions.collect();
    let mut by_deed: BTreeMap<&'static str, Vec<Duration>> = BTreeMap::new();
    for (deed, id) in people.iter().flat_map(|tapper| &tapper.done) {
        by_deed.entry(deed).or_default().extend(waits.get(id));
    }
    by_deed
}

impl<'a> Tapper<'a> {
    async fn begin(discord: &'a StandIn, n: u64) -> Self {
        let who = Someone { id: FIRST_PERSON + n, ..ANN };
        let (channel, random) = (FIRST_CHANNEL + n, SplitMix::new(n));
        let (boards, half, done) = (Vec::new(), None, Vec::new());
        let mut tapper = Self { discord, who, channel, random, boards, half, done };
        for game in GAMES {
            let board = tapper.game(game).await;
            tapper.boards.push(board);
        }
        tapper.half = Some(tapper.set_up().await);
        tapper.done.clear();
        tapper
    }

    async fn go_on(&mut self, until: Instant) {
        // They do not begin all at once.
        sleep(LOOK.mul_f64(self.random.below(1_000) as f64 / 100.0)).await;
        while Instant::now() < until {
            self.turn().await;
            self.commands().await;
            self.values().await;
            self.form().await;
        }
    }

    fn any<'b, T>(&mut self, all: &'b [T]) -> &'b T {
        &all[self.random.below(all.len() as u64) as usize]
    }

    fn n_posts(&self) -> usize {
        self.discord.world().posts.len()
    }

    /// The next post in the channel behind so many of all that has a button with one of these words.
    async fn post_with(&self, n_posts: usize, labels: &[&str]) -> Post {
        let is_it = |post: &&Post| {
            post.channel == self.channel && button_if_any(&post.payload, labels).is_some()
        };
        let found = |world: &mut World| world.posts.iter().skip(n_posts).find(is_it).cloned();
        self.discord.until("board", found).await
    }

    async fn press(&mut self, message: u64, id: &str) -> u64 {
        let id = self.discord.press(self.who, message, id);
        self.did("buttons", id).await;
        id
    }

    /// Notes what was done, and lets them look at what comes of it.
    async fn did(&mut self, deed: &'static str, id: u64) {
        self.done.push((deed, id));
        self.discord.acknowledged(id).await;
        sleep(LOOK).await;
    }

    async fn slash(&mut self, path: &str, filled: &[(&str, Value)]) {
        let id = self.discord.slash(self.who, self.channel, path, filled);
        self.did("commands", id).await;
        self.shown(id).await;
    }

    /// Challenges the bot, and gives the first message about the game that can be tapped.
    async fn challenge(&mut self, game: &str) -> Post {
        let n_posts = self.n_posts();
        let bot = json!(BOT.to_string());
        let filled = [("opponent", bot), ("game", json!(game)), ("colour", json!("white"))];
        self.slash("challenge", &filled).await;
        self.post_with(n_posts, &["Move", "Arrange now"]).await
    }

    /// A game of this kind, and its first board.
    async fn game(&mut self, kind: &str) -> Post {
        if kind != "cyvasse" {
            return self.challenge(kind).await;
        }
        let half = self.set_up().await;
        let n_posts = self.n_posts();
        self.press(half.id, &button(&half.message, &["Done"])).await;
        self.post_with(n_posts, &["Move"]).await
    }

    /// The set-up of a game of Cyvasse that has just begun.
    async fn set_up(&mut self) -> Shown {
        let asked = self.challenge("cyvasse").await;
        let id = self.press(asked.id, &button(&asked.payload, &["Arrange now"])).await;
        self.discord.answered(id).await
    }

    /// Returns what somebody is shown after a tap; `None` if that takes too long for them.
    async fn shown(&self, id: u64) -> Option<Shown> {
        let answer = |world: &mut World| {
            let found = world.interactions.iter().rfind(|one| one.id == id)?;
            found.original.clone().or_else(|| found.follow_ups.first().cloned())
        };
        self.discord.within(PATIENCE, answer).await
    }

    /// The newest board of a game on which something can be tapped.
    fn newest(&self, n: usize) -> Post {
        let no = self.number(n).to_string();
        let is_it = |post: &&Post| {
            let id = button_if_any(&post.payload, &["Move", "Rematch"]);
            post.channel == self.channel && id.is_some_and(|id| id.split(':').nth(1) == Some(&no))
        };
        let world = self.discord.world();
        world.posts.iter().rfind(is_it).cloned().expect("the first board is there")
    }

    /// Looks at what can be moved in one of the games, and moves sometimes.
    async fn turn(&mut self) {
        let n = self.random.below(GAMES.len() as u64) as usize;
        let board = self.newest(n);
        let Some(id) = button_if_any(&board.payload, &["Move"]) else {
            self.boards[n] = self.game(GAMES[n]).await;
            return;
        };
        // The bot may have moved on meanwhile, and taken the button away.
        let id = self.discord.press_forged(self.who, board.id, &id);
        self.did("buttons", id).await;
        let moves = self.random.below(MOVES_IN) == 0;
        let mut shown = self.shown(id).await;
        while let Some(message) = &shown {
            let all = options(&message.message);
            if all.is_empty() {
                return;
            }
            let (list, value) = self.any(&all).clone();
            if value.starts_with("move:") && !moves {
                return;
            }
            let id = self.discord.select(self.who, message.id, &list, &[&value]);
            self.did("choices", id).await;
            if value.starts_with("move:") {
                return;
            }
            shown = self.shown(id).await;
        }
    }

    async fn commands(&mut self) {
        let no = self.number(1);
        self.slash("games", &[]).await;
        self.slash("legal", &[("game", json!(no))]).await;
    }

    /// The number of one of the games.
    fn number(&self, n: usize) -> u32 {
        let id = button(&self.boards[n].payload, &["Move"]);
        id.split(':').nth(1).and_then(|no| no.parse().ok()).expect("a button names its game")
    }

    /// Types values letter by letter.
    async fn values(&mut self) {
        let file = *self.any(&["b", "c", "d"]);
        for (n, deed) in [(0, "typed moves of Martian Chess"), (1, "typed moves of Cyvasse")] {
            let game = ("game", json!(self.number(n)));
            for typed in ["", file] {
                let filled = [game.clone(), ("move", json!(typed))];
                self.types(deed, "move", &filled, "move").await;
            }
        }
        self.types("typed game numbers", "board", &[("game", json!(""))], "game").await;
        let typed = *self.any(&OPTIONS);
        let filled = [("game", json!("cyvasse")), ("options", json!(typed))];
        self.types("typed options", "challenge", &filled, "options").await;
        self.types("typed commands", "help", &[("command", json!("ch"))], "command").await;
    }

    async fn types(
        &mut self,
        deed: &'static str,
        path: &str,
        filled: &[(&str, Value)],
        name: &str,
    ) {
        let id = self.discord.start_typing(self.who, self.channel, path, filled, name);
        self.did(deed, id).await;
    }

    /// Opens the form of a set-up, and sends it.
    async fn form(&mut self) {
        let Some(half) = self.half.clone() else { return };
        let Some(id) = button_if_any(&half.message, &["Type it"]) else { return };
        let id = self.press(half.id, &id).await;
        let form = self.discord.acknowledged(id).await.data;
        let form = form["custom_id"].as_str().unwrap_or_default();
        let text = *self.any(&SET_UPS);
        let id = self.discord.submit(self.who, form, &[("text", json!(text))]);
        self.did("forms", id).await;
        self.half = self.shown(id).await.or(Some(half));
    }
}
