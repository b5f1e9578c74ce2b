//! Nobody waits behind the many games of another: what is tested is who is answered before whom, and not
//! how long it takes.

use std::{path::Path, sync::Arc};

use chat::{Incoming, Outgoing};
use host::{HostHandle, HostSettings, ManualClock, Outbox, SystemEntropy};
use store::Store;
use table::{MessageId, Person, PersonId, PlaceId, Platform};

use crate::support::{
    outbox::{next_reply, replies},
    pictures::renderer,
};

/// How many games one person has.
const GAMES: usize = 12;

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

/// Returns `true` if a bot has moved.
fn is_bot_move(outgoing: &Outgoing) -> bool {
    outgoing.reply.text.contains("I moved")
}

/// A host that searches on one thread, beside the one that is kept for quick levels.
struct Table {
    host: HostHandle,
    outbox: Outbox,
    said: u32,
}

impl Table {
    fn open(folder: &Path) -> Self {
        let store = Store::open(&folder.join("shares.db")).expect("the store opens");
        let settings = HostSettings::new(Platform::Local);
        let clock = Arc::new(ManualClock::new(1_800_000_000_000));
        let renderer = renderer();
        let (host, outbox) = host::start(store, settings, clock, Box::new(SystemEntropy), renderer)
            .expect("the host starts");
        Self { host, outbox, said: 0 }
    }

    fn say(&mut self, name: &str, text: &str) {
        self.said += 1;
        let person = person(name);
        self.host.receive(Incoming {
            private_answers: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, format!("m{}", self.said)),
                person.clone(),
                PlaceId::private(&person.id),
                text,
                1_800_000_000_000,
            )
        });
    }

    /// One person has many games in which the bot is to move at a level that takes its time; then
    /// another one begins a game at this level. Gives how many of the first one's are answered before.
    async fn answered_before(&mut self, level: u8) -> usize {
        for _ in 0..GAMES {
            // Their searches are dear beside the commits, however slow the disk is.
            self.say("ann", "challenge bot 7 black");
        }
        while self.host.open_games(&person("ann").id).await.len() < GAMES {
            tokio::task::yield_now().await;
        }
        // What the bot has answered until now came before anybody else was there.
        let early = replies(&mut self.outbox).iter().filter(|out| is_bot_move(out)).count();
        assert!(early < GAMES, "all of them were answered before the last one stood");
        self.say("ben", &format!("challenge bot {level} black"));
        let mut before = 0;
        loop {
            let outgoing = next_reply(&mut self.outbox).await.expect("the host runs");
            if is_bot_move(&outgoing) {
                if outgoing.reply.place == PlaceId::private(&person("ben").id) {
                    return before;
                }
                before += 1;
            }
        }
    }
}

#[tokio::test]
async fn a_strong_answer_waits_for_one_game_of_each_other_person() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut table = Table::open(folder.path());
    let before = table.answered_before(6).await;
    // One of ann's games may be searched when ben comes, one may stand before his, and one more answer
    // may be on its way out.
    assert!(before <= 4, "{before} games of ann's went before");
    table.host.stop().await;
}

#[tokio::test]
async fn a_weak_answer_waits_for_no_strong_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut table = Table::open(folder.path());
    let before = table.answered_before(1).await;
    assert!(before <= 4, "{before} games of ann's went before");
    table.host.stop().await;
}

/// Returns whether the program ends well within a minute if it is started by a user of its own who may have
/// this many processes, and what it says then; `None` if this machine lets nobody try.
#[cfg(target_os = "linux")]
fn started_with_few_threads(folder: &std::path::Path, most: usize) -> Option<std::process::Output> {
    use std::process::Command;

    // A user whom nobody else is, so that no other process counts.
    let user = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"];
    let program = env!("CARGO_BIN_EXE_martian-cake");
    let can_try = std::os::unix::fs::chown(folder, Some(54_321), Some(54_321)).is_ok()
        && Command::new(user[0])
            .args(&user[1..])
            .args([program, "--version"])
            .output()
            .is_ok_and(|output| output.status.success());
    if !can_try {
        return None;
    }
    let limited = Command::new("timeout")
        .args(["--signal=TERM", "--kill-after=20", "20", "prlimit"])
        .arg(format!("--nproc={most}:{most}"))
        .args(user)
        .args([program, "local", "--listen", "127.0.0.1:0"])
        .env("DATABASE_PATH", folder.join("few.db"))
        .env("BOT_THREADS", "1")
        .env_remove("DISCORD_TOKEN")
        .current_dir(folder)
        .output();
    limited.ok()
}

#[cfg(target_os = "linux")]
#[test]
fn a_start_with_too_few_threads_says_so_and_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    // The main thread, and what the page needs beside it with those to spare.
    for most in [1, 2, 3, 4, 5, 6, 9, 12, 16] {
        let Some(output) = started_with_few_threads(folder.path(), most) else {
            eprintln!(
                "NOT TESTED: only root with setpriv, prlimit and timeout can start with few threads"
            );
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{most}: {said}");
        assert!(output.stdout.is_empty(), "{most}: {}", String::from_utf8_lossy(&output.stdout));
        assert!(said.contains("the system gives the program too few threads"), "{most}: {said}");
        assert!(said.lines().count() == 1 && !said.contains("panicked"), "{most}: {said}");
        assert!(!folder.path().join("few.db").exists(), "nothing has begun");
    }
}

/// How many threads of each name a process has.
#[cfg(target_os = "linux")]
fn threads(process: u32) -> std::collections::BTreeMap<String, usize> {
    use std::{collections::BTreeMap, fs};

    let mut named = BTreeMap::new();
    for task in fs::read_dir(format!("/proc/{process}/task")).expect("the process is there") {
        let name = task.expect("a thread").path().join("comm");
        // A thread that has ended meanwhile has no name any more.
        let name = fs::read_to_string(name).unwrap_or_default();
        *named.entry(name.trim().to_owned()).or_default() += 1;
    }
    named
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_program_has_the_threads_that_the_page_says() {
    use crate::support::{
        program::{Page, Program},
        tables::PATIENCE,
    };

    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::start(&folder.path().join("threads.db"));
    // Whoever is welcomed finds everything running.
    let mut page = Page::enter(program.address, "ann", "threads").await.expect("ann comes in");
    page.next("welcome").await.expect("she is welcomed");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let bot_threads = cores.saturating_sub(1).max(1);
    let mut named = Default::default();
    // A thread names itself once it runs.
    let complete = async {
        loop {
            named = threads(program.id());
            // The runtime calls its own threads, one of which is for what may block, by one name.
            let runtime: usize =
                named.iter().filter(|(name, _)| name.starts_with("tokio")).map(|(_, n)| n).sum();
            let counted =
                ["search", "picture", "page reader", "page painter", "page lines", "store"]
                    .map(|name| named.get(name).copied().unwrap_or_default());
            if (3..=6).contains(&runtime) && counted == [bot_threads + 1, 2, 2, 2, 1, 1] {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let is_complete = tokio::time::timeout(PATIENCE, complete).await.is_ok();
    assert!(is_complete, "{named:?}");
}
