//! The floods: what each attacker does, over and over.

use std::{
    collections::HashMap,
    fmt,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{
    ATTACKERS, From,
    players::{next_line, read_on},
    program::{Page, connect},
};

/// How many games a person may have.
const GAMES: u32 = 50;

/// How many sockets an attacker holds who does nothing with them.
const SOCKETS: usize = 20;

/// Questions about the game that goes on, asked in turn.
const QUESTIONS: [&str; 5] = ["board", "legal", "record", "why", "rules"];

/// The pause of an attacker who was turned away.
const AGAIN: Duration = Duration::from_millis(20);

/// An attack on the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// Nothing: the pair is alone.
    Nothing,
    /// Messages without a pause.
    Messages,
    /// Questions about the game of the pair without a pause.
    Questions,
    /// Pages that come in under a name and go.
    Pages,
    /// Connections that are opened and closed.
    Connections,
    /// Pictures in all widths and themes, asked for by guests.
    Pictures,
    /// Requests whose headers never end.
    SlowHeaders,
    /// Sockets on which nothing is said.
    IdleSockets,
    /// Messages with four hundred names.
    Mentions,
    /// One line without a pause, which asks about the game of the pair.
    Boards,
    Legal,
    Why,
    /// The same of one that asks about no game.
    Rules,
    /// Challenges of three hundred people.
    Challenges,
    /// Replays of a finished game of [`LONG_GAME`] plies.
    Replays,
    /// The files of such replays in all themes, asked for by guests.
    ReplayFiles,
    /// Fifty games at level 7 of one person.
    OneAtLevel7,
    /// Fifty games at level 7 of each of four people.
    FourAtLevel7,
}

/// A tally of what the attackers have got done.
#[derive(Clone, Default)]
pub(super) struct Tally {
    done: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl Tally {
    fn count(&self, done: bool) {
        let counter = if done { &self.done } else { &self.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        write!(f, "{} done, {} turned away", read(&self.done), read(&self.refused))
    }
}

impl Attack {
    pub(super) const ALL: [Self; 18] = [
        Self::Nothing,
        Self::Messages,
        Self::Questions,
        Self::Pages,
        Self::Connections,
        Self::Pictures,
        Self::SlowHeaders,
        Self::IdleSockets,
        Self::Mentions,
        Self::Boards,
        Self::Legal,
        Self::Why,
        Self::Rules,
        Self::Challenges,
        Self::Replays,
        Self::ReplayFiles,
        Self::OneAtLevel7,
        Self::FourAtLevel7,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Messages => "messages",
            Self::Questions => "questions",
            Self::Pages => "pages",
            Self::Connections => "connections",
            Self::Pictures => "pictures",
            Self::SlowHeaders => "slow-headers",
            Self::IdleSockets => "idle-sockets",
            Self::Mentions => "mentions",
            Self::Boards => "boards",
            Self::Legal => "legal",
            Self::Why => "why",
            Self::Rules => "rules",
            Self::Challenges => "challenges",
            Self::Replays => "replays",
            Self::ReplayFiles => "replay-files",
            Self::OneAtLevel7 => "one-at-7",
            Self::FourAtLevel7 => "four-at-7",
        }
    }

    /// Returns how many attackers there are.
    pub(super) const fn attackers(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::OneAtLevel7 => 1,
            Self::FourAtLevel7 => 4,
            Self::Replays => 40,
            _ => ATTACKERS,
        }
    }

    /// Returns `true` if a long game is to be played before.
    pub(super) const fn needs_long_game(self) -> bool {
        matches!(self, Self::Replays | Self::ReplayFiles)
    }

    /// Returns `true` if the bot's answers to others are measured beside it.
    pub(super) const fn is_on_the_bot(self) -> bool {
        matches!(self, Self::Nothing | Self::OneAtLevel7 | Self::FourAtLevel7)
    }

    /// The attack of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Attacks as one attacker until this is dropped.
    async fn go(
        self,
        address: SocketAddr,
        source: IpAddr,
        n: u8,
        pictures: Arc<Vec<String>>,
        tally: Tally,
    ) {
        let name = format!("rude{n}");
        let mut round = 0;
        loop {
            round += 1;
            let run = format!("r{}-{round}", std::process::id());
            let at = Attacker { address, source, name: name.clone(), run, tally: tally.clone() };
            match self {
                Self::Nothing => return,
                Self::Messages => at.talk(&["games"]).await,
                Self::Questions => at.talk(&QUESTIONS).await,
                Self::Mentions => {
                    let names: Vec<String> = (0..400).map(|n| format!("@m{n}")).collect();
                    at.talk(&[&names.join(" ")]).await;
                }
                Self::Boards => at.talk(&["board #1"]).await,
                Self::Legal => at.talk(&["legal #1"]).await,
                Self::Why => at.talk(&["why #1 c2"]).await,
                Self::Rules => at.talk(&["rules lyra"]).await,
                Self::Challenges => {
                    let names: Vec<String> = (0..300).map(|n| format!("@u{n}")).collect();
                    at.talk(&[&format!("challenge {}", names.join(" "))]).await;
                }
                Self::Replays => at.talk(&["replay #1"]).await,
                Self::Pages => at.come_and_go().await,
                Self::Connections => at.knock().await,
                Self::Pictures | Self::ReplayFiles => {
                    at.look(&pictures, usize::from(n) + round * 7).await
                }
                Self::SlowHeaders => at.dawdle().await,
                Self::IdleSockets => at.idle().await,
                Self::OneAtLevel7 | Self::FourAtLevel7 => at.play().await,
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// One attacker, in one of the rounds of what it does.
struct Attacker {
    address: SocketAddr,
    source: IpAddr,
    name: String,
    /// The text that tells the ids of its messages from those of other rounds.
    run: String,
    tally: Tally,
}

impl Attacker {
    async fn page(&self) -> Option<Page> {
        Page::enter_from(self.source, self.address, &self.name, &self.run).await
    }

    /// Says these lines in turn, again and again, as fast as they are taken.
    async fn talk(&self, lines: &[&str]) {
        let Some(mut page) = self.page().await else { return self.tally.count(false) };
        if page.next("welcome").await.is_none() {
            return self.tally.count(false);
        }
        for line in lines.iter().cycle() {
            let said = page.say(line).await.is_some();
            self.tally.count(said);
            if !said {
                return;
            }
            // What comes is taken, so that the program has no reason to close the page.
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(10)) => {}
                () = read_on(&mut page) => return,
            }
        }
    }

    /// A page comes in under its name, is welcomed and goes.
    async fn come_and_go(&self) {
        let welcomed = match self.page().await {
            Some(mut page) => page.next("welcome").await.is_some(),
            None => false,
        };
        self.tally.count(welcomed);
    }

    /// A connection that says nothing and goes.
    async fn knock(&self) {
        for _ in 0..10 {
            self.tally.count(connect(self.source, self.address).await.is_some());
        }
    }

    /// Asks for a picture.
    async fn look(&self, pictures: &[String], which: usize) {
        let path = &pictures[which % pictures.len()];
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        let Some(mut stream) = connect(self.source, self.address).await else {
            return self.tally.count(false);
        };
        let mut answer = Vec::new();
        let asked =
            stream.write_all(format!("{request}Connection: close\r\n\r\n").as_bytes()).await;
        let answered = stream.read_to_end(&mut answer).await;
        let is_good = asked.and(answered).is_ok() && answer.starts_with(b"HTTP/1.1 200");
        self.tally.count(is_good);
    }

    /// Opens connections and sends a byte of their headers each second.
    async fn dawdle(&self) {
        let opened = self.hold(|source, address| async move {
            let mut stream = connect(source, address).await?;
            stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").await.ok()?;
            Some(stream)
        });
        let mut held = opened.await;
        while !held.is_empty() {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let mut alive: Vec<TcpStream> = Vec::new();
            for mut stream in held {
                let mut one = [0; 64];
                let is_closed = matches!(stream.try_read(&mut one), Ok(0));
                if !is_closed && stream.write_all(b"a").await.is_ok() {
                    alive.push(stream);
                }
            }
            held = alive;
        }
    }

    /// Opens sockets, gives no name and says nothing.
    async fn idle(&self) {
        let held = self.hold(Page::open).await;
        let waits = held.into_iter().map(|mut page| async move { read_on(&mut page).await });
        futures_util::future::join_all(waits).await;
    }

    /// As many connections as the program takes of this kind, up to [`SOCKETS`].
    async fn hold<T, F: Future<Output = Option<T>>>(
        &self,
        open: impl Fn(IpAddr, SocketAddr) -> F,
    ) -> Vec<T> {
        let mut held = Vec::new();
        for _ in 0..SOCKETS {
            let one = open(self.source, self.address).await;
            self.tally.count(one.is_some());
            held.extend(one);
        }
        held
    }

    /// Plays [`GAMES`] games against the bot at level 7 at once, and moves wherever it may.
    async fn play(&self) {
        let Some(mut page) = self.page().await else { return self.tally.count(false) };
        if page.next("welcome").await.is_none() {
            return self.tally.count(false);
        }
        let begin = "challenge bot 7 white repetition=0 progress=0";
        for _ in 0..GAMES {
            if page.say_in("private", begin).await.is_none() {
                return self.tally.count(false);
            }
        }
        let mut moves: HashMap<u64, usize> = HashMap::new();
        while let Some((line, text)) = next_line(&mut page).await {
            let Some(no) = line["game"].as_u64() else { continue };
            let say =
                if text.contains("I moved") || text.contains("rude") && text.contains("begins") {
                    let n = moves.entry(no).or_default();
                    *n += 1;
                    self.tally.count(true);
                    format!("#{no} {}", ["a1-c3", "c3-a1"][(*n - 1) % 2])
                } else if text.contains("Give up") || text.contains("moved") {
                    continue;
                } else if text.contains("wins") {
                    begin.to_owned()
                } else {
                    format!("resign #{no} yes")
                };
            if page.say_in("private", &say).await.is_none() {
                return;
            }
        }
    }
}

/// Lets all attackers loose, until somebody closes the standard input of this process.
pub(super) async fn attack(attack: Attack, address: SocketAddr, from: From) -> Tally {
    let (pictures, tally) = (pictures(address, attack).await, Tally::default());
    for n in 0..attack.attackers() {
        let source = from.address(n);
        tokio::spawn(attack.go(address, source, n, pictures.clone(), tally.clone()));
    }
    let _ =
        tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()))
            .await;
    tally
}

/// The addresses of pictures of many boards in all widths and themes, if the attack needs them.
async fn pictures(address: SocketAddr, attack: Attack) -> Arc<Vec<String>> {
    // Every form of board that there is: a game against bots stands at once.
    let boards = [
        "challenge lyra bot 1",
        "challenge martian bot 1",
        "challenge mix bot 1",
        "challenge martian players:3 bot:1",
        "challenge martian players:5 bot:1",
        "challenge martian players:6 bot:1",
    ];
    let (lines, widths): (&[&str], &[u32]) = match attack {
        Attack::Pictures => (&boards, &[300, 400, 450, 600, 840, 900, 1_200, 1_800]),
        // What moves has one width.
        Attack::ReplayFiles => (&["replay #1"; 10], &[600]),
        _ => return Arc::default(),
    };
    // The attackers may have been loosed before.
    let run = format!("pictures{}", std::process::id());
    let mut artist = Page::enter(address, "artist", &run).await.expect("it comes");
    artist.next("welcome").await.expect("it is welcomed");
    let mut addresses = Vec::new();
    for said in lines {
        artist.say(said).await.expect("it is connected");
        let source = loop {
            let (line, text) = next_line(&mut artist).await.expect("it is connected");
            match line["picture"]["src"].as_str() {
                // The pair goes on meanwhile.
                Some(_) if text.contains("quiet-ann moved") || text.contains("quiet-ben moved") => {
                }
                Some(source) => break source.to_owned(),
                None => eprintln!("{said}: {text}"),
            }
        };
        let path = source.split('?').next().unwrap_or_default();
        for width in widths {
            for theme in ["wood", "slate", "paper", "contrast"] {
                addresses.push(format!("{path}?width={width}&theme={theme}"));
            }
        }
    }
    Arc::new(addresses)
}
