//! Many pairs who play on the stand-in for Discord, each in a channel of its own, by moves that never
//! end: two pieces go out and home again.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    time::Duration,
};

use tokio::time::Instant;

use super::stand_in::{Guild, Post, Said, Someone, StandIn, line};

/// The moves, by turns of White and Black.
const DANCE: [&str; 4] = ["a1-c3", "a6-c4", "c3-a1", "c4-a6"];
/// A server of Discord's holds no more channels.
const CHANNELS_OF_A_SERVER: usize = 400;
const FIRST_CHANNEL: u64 = 1_000_000;
const FIRST_PERSON: u64 = 2_000_000;
/// How long the driver sleeps at most before it looks at the clock again.
const TICK: Duration = Duration::from_millis(20);

/// When a pair says its next line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beat {
    /// So long after the answer to the last one.
    AfterAnswer(Duration),
    /// So long after the last one, answered or not.
    #[allow(dead_code, reason = "a test does not use it")]
    Every(Duration),
}

/// What a pair does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Offer,
    Accept,
    Ply(usize),
}

/// Two people with a game in a channel of their own.
#[derive(Debug)]
struct Pair {
    channel: u64,
    people: [Someone; 2],
    next: Step,
    /// What was said and has no answer yet.
    open: VecDeque<(Step, Instant)>,
    answered: usize,
}

impl Pair {
    fn new(n: usize) -> Self {
        let person = |side: usize| {
            let name: &'static str = Box::leak(format!("pair{n}{}", ["a", "b"][side]).into());
            let id = FIRST_PERSON + (2 * n + side) as u64;
            Someone { id, username: name, global: None, nick: None, bot: false }
        };
        Self {
            channel: FIRST_CHANNEL + n as u64,
            people: [person(0), person(1)],
            next: Step::Offer,
            open: VecDeque::new(),
            answered: 0,
        }
    }

    /// Returns what is said for a step.
    fn line(&self, step: Step) -> Said {
        let (who, text) = match step {
            Step::Offer => (0, "!challenge anyone white repetition=0 progress=0"),
            Step::Accept => (1, "!accept"),
            Step::Ply(ply) => (ply % 2, DANCE[ply % 4]),
        };
        Said { channel: self.channel, ..line(self.people[who], text) }
    }

    /// Returns `true` if a text is the answer to a step.
    fn answers(&self, step: Step, text: &str) -> bool {
        match step {
            Step::Offer => text.contains("looks for an opponent"),
            Step::Accept => text.contains("begins."),
            Step::Ply(ply) => {
                let name = self.people[ply % 2].username;
                text.starts_with(&format!("{name} moved {}", DANCE[ply % 4]))
            }
        }
    }
}

/// What became of the moves.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// From each move to the board that shows it or a later one.
    pub(crate) waits: Vec<Duration>,
    /// How many moves have no board of their own, because a later one came first.
    pub(crate) superseded: usize,
    /// How many moves were said.
    pub(crate) said: usize,
    /// The greatest number of moves that had no answer at one time.
    pub(crate) most_open: usize,
}

/// All pairs, and what the driver has seen of the stand-in.
pub(crate) struct Dances {
    pairs: Vec<Pair>,
    by_channel: HashMap<u64, usize>,
    due: BTreeSet<(Instant, usize)>,
    beat: Beat,
    plies: usize,
    seen: usize,
    open: usize,
    pub(crate) tally: Tally,
}

impl Dances {
    /// So many pairs, in servers that are told to the stand-in.
    pub(crate) fn new(discord: &StandIn, n: usize) -> Self {
        let pairs: Vec<Pair> = (0..n).map(Pair::new).collect();
        let channels: Vec<u64> = pairs.iter().map(|pair| pair.channel).collect();
        for (guild, channels) in channels.chunks(CHANNELS_OF_A_SERVER).enumerate() {
            let id = (guild as u64 + 7) << 22;
            let channels = channels.to_vec();
            discord.world().add_guild(Guild { id, channels, threads: Vec::new() });
        }
        Self {
            by_channel: channels.into_iter().zip(0..).collect(),
            pairs,
            due: BTreeSet::new(),
            beat: Beat::AfterAnswer(Duration::ZERO),
            plies: 0,
            seen: 0,
            open: 0,
            tally: Tally::default(),
        }
    }

    /// Lets only the first pairs play on, and returns the channels in which the games of the others stand still.
    #[allow(dead_code, reason = "a test does not use it")]
    pub(crate) fn rest_but(&mut self, n: usize) -> Vec<u64> {
        let resting: Vec<u64> = self.pairs.split_off(n).iter().map(|pair| pair.channel).collect();
        self.by_channel.retain(|channel, _| !resting.contains(channel));
        resting
    }

    /// Returns how many steps of all pairs are answered: two for the beginning, then one for each ply.
    pub(crate) fn answered(&self) -> usize {
        self.pairs.iter().map(|pair| pair.answered).sum()
    }

    /// Lets every game begin and go on to this ply, the pairs one after the other at first; `tell` is
    /// told of every answer how many there are. An error names those who wait, if nothing was answered for
    /// as long as `patience`.
    pub(crate) async fn play(
        &mut self,
        discord: &StandIn,
        plies: usize,
        beat: Beat,
        patience: Duration,
        tell: impl Fn(usize),
    ) -> Result<(), String> {
        (self.plies, self.beat) = (plies, beat);
        let spread = match beat {
            Beat::AfterAnswer(pause) | Beat::Every(pause) => pause,
        };
        let (begin, n) = (Instant::now(), self.pairs.len());
        let at = |i: usize| begin + spread.mul_f64(i as f64 / n as f64);
        self.due = (0..n).map(|i| (at(i), i)).collect();
        let mut progress = Instant::now();
        while !self.is_over() {
            self.say_what_is_due(discord);
            let posts = self.new_posts(discord).await;
            if !posts.is_empty() {
                progress = Instant::now();
            }
            for post in posts {
                self.hear(&post);
                tell(self.answered());
            }
            if progress.elapsed() > patience {
                return Err(format!("no answer any longer: {}", self.stuck()));
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.due.is_empty() && self.open == 0
    }

    /// The pairs that wait for an answer, in words.
    fn stuck(&self) -> String {
        let waiting = self.pairs.iter().filter(|pair| !pair.open.is_empty());
        let words: Vec<String> =
            waiting.take(5).map(|pair| format!("{}: {:?}", pair.channel, pair.open)).collect();
        format!("{} steps, such as {}", self.open, words.join("; "))
    }

    fn say_what_is_due(&mut self, discord: &StandIn) {
        let now = Instant::now();
        while let Some(&(at, n)) = self.due.first().filter(|(at, _)| *at <= now) {
            self.due.pop_first();
            let pair = &mut self.pairs[n];
            let step = pair.next;
            discord.say(pair.line(step));
            pair.open.push_back((step, now));
            self.open += 1;
            self.tally.most_open = self.tally.most_open.max(self.open);
            self.tally.said += usize::from(matches!(step, Step::Ply(_)));
            pair.next = match step {
                Step::Offer => Step::Accept,
                Step::Accept => Step::Ply(0),
                Step::Ply(ply) => Step::Ply(ply + 1),
            };
            // Nobody moves in a game that has not begun.
            if let (Beat::Every(pause), Step::Ply(_)) = (self.beat, step) {
                self.go_on(n, at + pause);
            }
        }
    }

    /// Lets a pair say its next line then, unless it has played all its plies.
    fn go_on(&mut self, n: usize, at: Instant) {
        if !matches!(self.pairs[n].next, Step::Ply(ply) if ply >= self.plies) {
            self.due.insert((at, n));
        }
    }

    async fn new_posts(&mut self, discord: &StandIn) -> Vec<Post> {
        let seen = self.seen;
        let posts = discord
            .within(TICK, |world| {
                // The pictures stay where they are: nobody here looks at them.
                let new = world.posts.get(seen..).filter(|new| !new.is_empty())?;
                Some(new.iter().map(|post| Post { file: None, ..post.clone() }).collect())
            })
            .await;
        let posts: Vec<Post> = posts.unwrap_or_default();
        self.seen += posts.len();
        posts
    }

    fn hear(&mut self, post: &Post) {
        let Some(&n) = self.by_channel.get(&post.channel) else { return };
        let pair = &mut self.pairs[n];
        let text = post.text();
        let Some(at) = pair.open.iter().position(|(step, _)| pair.answers(*step, text)) else {
            return;
        };
        let answered: Vec<(Step, Instant)> = pair.open.drain(..=at).collect();
        pair.answered += answered.len();
        self.open -= answered.len();
        self.tally.superseded += at;
        let moves = answered.iter().filter(|(step, _)| matches!(step, Step::Ply(_)));
        self.tally.waits.extend(moves.map(|(_, said)| post.at.saturating_duration_since(*said)));
        let began = !matches!(answered[at].0, Step::Ply(_));
        match self.beat {
            Beat::AfterAnswer(pause) => self.go_on(n, Instant::now() + pause),
            Beat::Every(_) if began => self.go_on(n, Instant::now()),
            Beat::Every(_) => {}
        }
    }

    /// Checks that every game has exactly the moves that were answered, given the moves of each game
    /// by its channel.
    pub(crate) fn check(&self, games: &HashMap<u64, Vec<String>>) {
        for pair in &self.pairs {
            let Step::Ply(ply) = pair.next else { panic!("no game in {}", pair.channel) };
            let played = games.get(&pair.channel).expect("the game is stored");
            let expected: Vec<&str> = DANCE.iter().copied().cycle().take(ply).collect();
            assert_eq!(*played, expected, "the game in {}", pair.channel);
        }
    }
}
