//! The session: two people on a small local page dance through a game that never ends, in a process
//! of its own. The program is started, ended and started again meanwhile, and the database is backed
//! up.
//!
//! What the process sees it writes into `session.said`, a line each, so that it survives its end:
//!
//! - `say K MOVE`: move K, counted from 1, is about to be said;
//! - `confirmed K`, `refused K`, `unclear K`: what its author has heard;
//! - `backup FILE`: the backup is there;
//! - `failed WHAT`: a start or a backup; it is tried again;
//! - `odd WHAT`: what does not belong there.

use std::{
    env,
    fs::{File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::Duration,
};

use chat::{Incoming, Outgoing};
use render::Renderer;
use store::{PageLine, Store, StoreError, message_id};
use table::{MessageId, Millis, Person, PersonId, PlaceId, Platform};
use tokio::sync::oneshot;

use crate::{
    self as host, Clock as _, HostEvent, HostHandle, HostSettings, ManualClock, MessageOutcome,
    Outbox, StartError, SystemEntropy,
};

/// How many moves a session has.
pub(super) const MOVES: usize = 32;
/// A dance that never ends: repetition and progress are switched off.
const DANCE: [(&str, &str); 4] =
    [("ann", "a1-c3"), ("ben", "a6-c4"), ("ann", "c3-a1"), ("ben", "c4-a6")];
/// How often anything is tried that fails.
const TRIES: usize = 60;
/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a session ends: exit codes, far from those of a test program.
pub(super) const WHOLE: i32 = 70;
pub(super) const STOPPED: i32 = 71;
pub(super) const NOT_STARTED: i32 = 72;
pub(super) const GAVE_UP: i32 = 73;
pub(super) const HUNG: i32 = 74;

const FOLDER: &str = "MARTIAN_CAKE_TEST_SESSION";
/// If set, the session rests once, until the writer copies the log into the database.
const REST: &str = "MARTIAN_CAKE_TEST_REST";

/// The database of a session.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join("games.db")
}

/// Returns what a session has said.
pub(super) fn said(folder: &Path) -> PathBuf {
    folder.join("session.said")
}

/// The command that plays a session in this folder, with the library preloaded.
pub(super) fn command(folder: &Path, library: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "tests::disk::session::child", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env("LD_PRELOAD", library)
        .env("FAULT_FOLDER", folder)
        .env("RUST_BACKTRACE", "0");
    command
}

/// Lets the session rest on its way, which takes somewhat longer than a second.
pub(super) fn with_rest(command: &mut Command) -> &mut Command {
    command.env(REST, "1")
}

/// The mover of move `k`, counted from 1, and the move.
pub(super) const fn step(k: usize) -> (&'static str, &'static str) {
    DANCE[(k - 1) % DANCE.len()]
}

pub(super) fn channel() -> PlaceId {
    PlaceId::channel(Platform::Local, "channel")
}

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

/// In a usual run there is nothing to do here.
#[test]
fn child() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let played = async {
        let limit = tokio::time::timeout(PATIENCE, play(&folder));
        limit.await.unwrap_or(HUNG)
    };
    std::process::exit(runtime.block_on(played));
}

/// Plays the whole session, and says how it has ended.
async fn play(folder: &Path) -> i32 {
    let said = OpenOptions::new().create(true).append(true).open(said(folder)).unwrap();
    let mut session = Session { said, clock: ManualClock::new(1_800_000_000_000), messages: 0 };
    session.mark("begin");
    let halves = [1..=MOVES / 2, MOVES / 2 + 1..=MOVES];
    for (half, moves) in halves.into_iter().enumerate() {
        let Some(mut page) = session.start(folder).await else { return NOT_STARTED };
        let last = half == 1;
        let played = session.half(&mut page, moves, last).await;
        if played.is_ok() && last {
            session.back_up(folder);
        }
        page.host.stop().await;
        page.store.close();
        if let Some(stop) = page.store.stopped() {
            session.mark(&format!("stopped {stop}"));
            return STOPPED;
        }
        if played.is_err() {
            return GAVE_UP;
        }
    }
    session.mark("end");
    WHOLE
}

/// The page gives up: the store takes nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The state of a session that goes on over its restarts.
struct Session {
    said: File,
    clock: ManualClock,
    messages: u32,
}

impl Session {
    /// Writes down what was seen.
    fn mark(&mut self, what: &str) {
        let line = format!("{what}\n");
        self.said.write_all(line.as_bytes()).expect("marks are never refused");
    }

    /// Starts the program, again each time that it fails.
    async fn start(&mut self, folder: &Path) -> Option<SmallPage> {
        for _ in 0..TRIES {
            match SmallPage::open(&database(folder), &self.clock) {
                Ok(mut page) => {
                    page.catch_up(self.clock.now()).await.ok()?;
                    return Some(page);
                }
                Err(error) => self.mark(&format!("failed start {error}")),
            }
        }
        None
    }

    /// Plays one half of the session.
    async fn half(
        &mut self,
        page: &mut SmallPage,
        moves: std::ops::RangeInclusive<usize>,
        last: bool,
    ) -> Result<(), Stopped> {
        if !last {
            let offer = "challenge anyone white repetition=0 progress=0";
            self.insist(page, ("ann", offer, "accept"), 0).await?;
            self.insist(page, ("ben", "accept", "ann"), 0).await?;
        }
        for k in moves {
            if k == MOVES - 8 && env::var_os(REST).is_some() {
                page.rest().await?;
            }
            let (name, mv) = step(k);
            self.mark(&format!("say {k} {mv}"));
            self.insist(page, (name, mv, &format!("{name} moved {mv}")), k).await?;
        }
        Ok(())
    }
}

/// The news that somebody has heard of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Heard {
    /// It took effect.
    Confirmed,
    /// Nothing was changed.
    Refused,
    /// Nobody knows whether it took effect: the board after the next start decides.
    Unclear,
    /// The host has stopped.
    Halted,
    /// Something that does not belong to this session.
    Odd(String),
}

impl Session {
    /// Somebody says a line until it is not refused, and waits for what becomes of it; `k` is the
    /// number of the move that it plays. What was heard is marked at once.
    async fn insist(
        &mut self,
        page: &mut SmallPage,
        (name, text, wanted): (&str, &str, &str),
        k: usize,
    ) -> Result<(), Stopped> {
        for _ in 0..TRIES {
            match self.exchange(page, (name, text, wanted), k).await? {
                Heard::Confirmed => return Ok(()),
                Heard::Refused => {}
                Heard::Unclear | Heard::Halted => return Err(Stopped),
                Heard::Odd(what) => {
                    self.mark(&format!("odd {k} {what}"));
                    return Ok(());
                }
            }
        }
        Err(Stopped)
    }

    /// Somebody says a line once.
    async fn exchange(
        &mut self,
        page: &mut SmallPage,
        (name, text, wanted): (&str, &str, &str),
        k: usize,
    ) -> Result<Heard, Stopped> {
        self.clock.advance(Duration::from_secs(1));
        self.messages += 1;
        let (author, now) = (person(name), self.clock.now());
        let id = MessageId::new(Platform::Local, format!("m{}", self.messages));
        let incoming = Incoming::line(id.clone(), author, channel(), text, now);
        page.host.receive(Incoming { private_answers: true, ..incoming });
        let mut heard = None;
        loop {
            match page.outbox.recv().await.ok_or(Stopped)? {
                HostEvent::Say(outgoing) => {
                    let now_heard = heard_in(&outgoing.reply.text, wanted);
                    // At once: the line may not come to be kept.
                    match now_heard {
                        Heard::Confirmed => self.mark(&format!("confirmed {k}")),
                        Heard::Refused => self.mark(&format!("refused {k}")),
                        Heard::Unclear => self.mark(&format!("unclear {k}")),
                        Heard::Halted | Heard::Odd(_) => {}
                    }
                    if matches!(now_heard, Heard::Unclear | Heard::Halted) {
                        // Nothing is kept any more.
                        heard = Some(now_heard);
                        continue;
                    }
                    heard.get_or_insert(now_heard);
                    page.show(outgoing, now).await?;
                }
                HostEvent::MessageOutcome { message, end } if message == id => {
                    return Ok(heard.unwrap_or_else(|| match end {
                        // The channel was told before.
                        MessageOutcome::Dropped => Heard::Halted,
                        _ => Heard::Odd(format!("{end:?}")),
                    }));
                }
                HostEvent::MessageOutcome { .. }
                | HostEvent::Forgotten { .. }
                | HostEvent::LeaveServer(_)
                | HostEvent::AskWhoLeft { .. } => {}
            }
        }
    }

    /// Backs the database up, under another name each time that it fails.
    fn back_up(&mut self, folder: &Path) {
        for n in 1..=TRIES {
            let name = format!("backup{n}.db");
            match store::backup(&database(folder), &folder.join(&name)) {
                Ok(()) => return self.mark(&format!("backup {name}")),
                Err(error) => self.mark(&format!("failed backup {error}")),
            }
        }
    }
}

/// Returns what a reply says of the message that it answers.
fn heard_in(text: &str, wanted: &str) -> Heard {
    if text.contains(wanted) {
        Heard::Confirmed
    } else if text.contains("Nothing was changed") {
        Heard::Refused
    } else if text == chat::text::outcome_unknown() {
        Heard::Unclear
    } else if text == chat::text::host_stopped() {
        Heard::Halted
    } else {
        Heard::Odd(text.replace('\n', " "))
    }
}

/// A line of the bot's in the channel.
fn plain_line(text: &str, at: Millis) -> PageLine {
    PageLine {
        place: channel(),
        author: None,
        only: None,
        reply_to: None,
        text: text.to_owned(),
        ping: Vec::new(),
        picture: None,
        game: None,
        actions: Vec::new(),
        at,
        client: None,
    }
}

/// As much of the local page as keeps what is said: one channel, without sockets.
pub(super) struct SmallPage {
    pub(super) host: HostHandle,
    pub(super) store: Store,
    pub(super) outbox: Outbox,
}

impl SmallPage {
    /// Opens the store and starts the host.
    pub(super) fn open(database: &Path, clock: &ManualClock) -> Result<Self, StartError> {
        let store = Store::open(database)?;
        let settings = HostSettings::new(Platform::Local);
        let (clock, chance) = (Arc::new(clock.clone()), Box::new(SystemEntropy));
        let (host, outbox) =
            host::start(store.clone(), settings, clock, chance, Renderer::blank())?;
        Ok(Self { host, store, outbox })
    }

    /// Writes much and rests until the writer has copied the log into the database.
    async fn rest(&self) -> Result<(), Stopped> {
        for _ in 0..8 {
            self.keep(plain_line(&"long ".repeat(40_000), 0), None).await?;
        }
        tokio::time::sleep(Duration::from_millis(1_300)).await;
        Ok(())
    }

    /// Shows what was committed and not said before the start.
    pub(super) async fn catch_up(&mut self, at: Millis) -> Result<(), Stopped> {
        self.host.settled().await;
        while let Ok(event) = self.outbox.try_recv() {
            if let HostEvent::Say(outgoing) = event {
                self.show(outgoing, at).await?;
            }
        }
        Ok(())
    }

    /// Shows a reply: keeps it as a line, marks it as delivered in the same transaction, and tells the
    /// host.
    pub(super) async fn show(&mut self, said: Outgoing, at: Millis) -> Result<(), Stopped> {
        let Outgoing { outbox, reply, .. } = said;
        let client = outbox.map(|id| format!("outbox:{id}"));
        let line = PageLine { game: reply.game, client, ..plain_line(&reply.text, at) };
        let message = message_id(self.keep(line, outbox).await?);
        match (outbox, reply.game) {
            (Some(outbox), _) => self.host.delivered(outbox, Some(message), at),
            (None, Some(game)) => self.host.posted(channel(), game, message),
            (None, None) => {}
        }
        Ok(())
    }

    /// Keeps a line and returns its number; tries again while the store cannot write.
    async fn keep(&self, line: PageLine, delivered: Option<u64>) -> Result<u64, Stopped> {
        for _ in 0..TRIES {
            let (tell, told) = oneshot::channel();
            self.store.append_line(line.clone(), delivered, move |result| {
                drop(tell.send(result));
            });
            match told.await {
                Ok(Ok(kept)) => return Ok(kept.id),
                Ok(Err(StoreError::Stopped | StoreError::Unknown)) => return Err(Stopped),
                Ok(Err(_)) => tokio::time::sleep(Duration::from_millis(1)).await,
                Err(_) => return Err(Stopped),
            }
        }
        Err(Stopped)
    }
}
