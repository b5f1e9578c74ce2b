//! The state of the program: for monitors, for the service manager, and in the log for programs.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    os::unix::net::UnixDatagram,
    path::Path,
    process::{Command, Output, Stdio},
    sync::{Arc, Mutex, mpsc},
    time::{Duration, Instant},
};

use chat::Incoming;
use host::{Clock, Entropy, HostHandle, HostSettings, ManualClock, Sleep};
use render::Renderer;
use serde_json::Value;
use store::{Batch, Store};
use table::{MessageId, Millis, Platform};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::support::{
    bot::{Bot, log_of},
    program::{Page, Program, without_settings},
    stand_in::{ANN, StandIn, line},
    tables::{Folder, channel, person},
};

/// The time for which the program is waited for where the machine is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The address of the program that writes this log, once it has said it.
async fn listens(log: &Path) -> String {
    let said = async {
        loop {
            let text = fs::read_to_string(log).unwrap_or_default();
            let address = text.split_once("how the program is at http://").and_then(|(_, rest)| {
                let end = rest.find(['"', '\n'])?;
                Some(rest[..end].to_owned())
            });
            if let Some(address) = address {
                return address;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, said).await.unwrap()
}

/// The status and the text of a page for monitors.
async fn get(address: &str, page: &str) -> (u16, String) {
    let answer = reqwest::get(format!("http://{address}{page}")).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// Waits until a page gives this status; returns its text.
async fn until(address: &str, page: &str, status: u16) -> String {
    let seen = async {
        loop {
            match get(address, page).await {
                (found, text) if found == status => return text,
                _ => sleep(Duration::from_millis(50)).await,
            }
        }
    };
    timeout(PATIENCE, seen).await.unwrap_or_else(|_| panic!("{page} never gives {status}"))
}

/// The figure of this name and label in the text of `/metrics`.
fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// The command `health` for a program that listens there.
fn health(listens: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    without_settings(&mut command);
    let folder = TempDir::new().unwrap();
    command.arg("health").env("HEALTH_LISTEN", listens).current_dir(folder.path());
    command.stdin(Stdio::null()).output().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gateway_that_is_cut_makes_it_unready_and_no_worse() {
    let (discord, folder) = (StandIn::start().await, TempDir::new().unwrap());
    let database = folder.path().join("test.db");
    discord.lose_network();
    let settings = [("HEALTH_LISTEN", "127.0.0.1:0")];
    let mut bot = Bot::with_settings(&database, &discord.url, &settings);
    let address = listens(&log_of(&database)).await;
    let early = until(&address, "/readyz", 503).await;
    assert!(early.contains("the games are being loaded") || early.contains("not been reached"));
    assert_eq!(get(&address, "/healthz").await, (200, "ok\n".to_owned()));
    discord.restore_network();
    until(&address, "/readyz", 200).await;
    assert_eq!(health(&address).status.code(), Some(0));

    discord.say(line(ANN, "!about"));
    discord.post().await;
    discord.lose_network();
    let why = until(&address, "/readyz", 503).await;
    assert_eq!(why, "of 1 connections to Discord's gateway 0 are there\n");
    assert_eq!(get(&address, "/healthz").await.0, 200, "a restart would not help");
    let asked = health(&address);
    let told = String::from_utf8(asked.stderr).unwrap();
    assert!(asked.status.code() == Some(1) && told.contains("of 1 connections"), "{told}");
    let (_, figures) = get(&address, "/metrics").await;
    assert_eq!(figure(&figures, "martian_cake_ready"), 0.0);
    assert_eq!(figure(&figures, "martian_cake_alive"), 1.0);
    assert_eq!(figure(&figures, "martian_cake_gateway_shards"), 1.0);
    assert_eq!(figure(&figures, "martian_cake_gateway_shards_connected"), 0.0);
    assert_eq!(figure(&figures, "martian_cake_gateway_connections_total"), 1.0);
    assert_eq!(figure(&figures, "martian_cake_messages_total{end=\"answered\"}"), 1.0);
    names_nobody(&figures);

    discord.restore_network();
    until(&address, "/readyz", 200).await;
    let (_, figures) = get(&address, "/metrics").await;
    assert_eq!(figure(&figures, "martian_cake_gateway_connections_total"), 2.0);
    assert_eq!(bot.stop(), Some(0));
    assert_eq!(health(&address).status.code(), Some(1), "nothing answers any more");
}

/// Checks that no person, server or channel of the stand-in stands in a text.
fn names_nobody(text: &str) {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let named = [&*ANN.id.to_string(), ANN.username, "channel", "discord", "local"];
    assert!(named.iter().all(|name| !words.contains(name)), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_counted_and_no_reason_to_start_it_anew() {
    let folder = TempDir::new().unwrap();
    let (database, log) = (folder.path().join("test.db"), folder.path().join("log"));
    let program = Program::with_settings(&database, &[("HEALTH_LISTEN", "127.0.0.1:0")], &log);
    let address = listens(&log).await;
    until(&address, "/readyz", 200).await;
    let (_, figures) = get(&address, "/metrics").await;
    assert_eq!(figure(&figures, "martian_cake_commits_total{end=\"failed\"}"), 0.0);
    let db = rusqlite::Connection::open(&database).unwrap();
    // SQLite says that the disk is full of a table that has used up its numbers, too.
    db.execute_batch(
        "CREATE TABLE used_up (n INTEGER PRIMARY KEY AUTOINCREMENT);
         INSERT INTO used_up VALUES (9223372036854775807);
         CREATE TRIGGER full BEFORE INSERT ON alive BEGIN INSERT INTO used_up VALUES (NULL); END;",
    )
    .unwrap();
    let failed = async {
        loop {
            let (status, figures) = get(&address, "/metrics").await;
            assert_eq!(status, 200);
            if figure(&figures, "martian_cake_commits_total{end=\"failed\"}") >= 2.0 {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(PATIENCE, failed).await.unwrap();
    for page in ["/healthz", "/readyz"] {
        assert_eq!(get(&address, page).await.0, 200, "{page}");
    }
    drop(program);
}

/// Chance that is not there before a test says so.
#[derive(Debug)]
struct Held(Mutex<mpsc::Receiver<()>>);

impl Entropy for Held {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        let _ = self.0.lock().unwrap().recv();
        Ok([7; 32])
    }

    fn random_below(&mut self, _n: u32) -> u32 {
        0
    }
}

/// The time that loop and writer have to answer a check-up; the figures are kept small as often.
const CHECK_UP: Duration = Duration::from_secs(5);

/// A clock moved by hand that counts the pauses of this length that are waited for.
#[derive(Debug)]
struct Watched {
    clock: ManualClock,
    waiting: Arc<()>,
}

impl Clock for Watched {
    fn now(&self) -> Millis {
        self.clock.now()
    }

    fn instant(&self) -> Instant {
        self.clock.instant()
    }

    fn sleep_until(&self, until: Instant) -> Sleep {
        self.clock.sleep_until(until)
    }

    fn sleep(&self, pause: Duration) -> Sleep {
        let pausing = self.clock.sleep(pause);
        let counted = (pause == CHECK_UP).then(|| Arc::clone(&self.waiting));
        Box::pin(async move {
            pausing.await;
            drop(counted);
        })
    }
}

impl Watched {
    /// Waits until a check-up has begun.
    async fn checks(&self) {
        // One handle is this clock's own, one is in the pause of what keeps the figures small.
        let begun = async {
            while Arc::strong_count(&self.waiting) < 3 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, begun).await.unwrap();
    }
}

/// Checks that both pages say, once the time for an answer is over, that this is not alive. Time stands still until
/// all have answered who can: the loop does if it is `free`.
async fn says(address: &str, watched: &Watched, free: Option<&HostHandle>, what: &str) {
    for page in ["/healthz", "/readyz"] {
        // What was found a second ago is found again.
        watched.clock.advance(Duration::from_secs(1));
        let asked = tokio::spawn({
            let address = address.to_owned();
            async move { get(&address, page).await }
        });
        watched.checks().await;
        if let Some(host) = free {
            // The loop answers one after the other.
            host.report().0.await.unwrap();
        }
        watched.clock.advance(CHECK_UP);
        assert_eq!(asked.await.unwrap(), (503, format!("{what} does not answer\n")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_loop_or_a_writer_that_is_held_is_neither_alive_nor_ready() {
    let folder = Folder::new();
    let clock = ManualClock::new(0);
    let watched = Arc::new(Watched { clock: clock.clone(), waiting: Arc::default() });
    let health = health::Health::watching(watched.clone());
    let address = health.listen("127.0.0.1:0".parse().unwrap()).await.unwrap().to_string();
    assert_eq!(get(&address, "/healthz").await.0, 200);
    assert_eq!(get(&address, "/readyz").await, (503, "the games are being loaded\n".to_owned()));

    let (release, held) = mpsc::channel();
    // The key of the host.
    release.send(()).unwrap();
    let store = Store::open(&folder.db()).unwrap();
    let entropy = Box::new(Held(Mutex::new(held)));
    let settings = HostSettings::new(Platform::Local);
    let of_host = Arc::new(clock.clone());
    let started = host::start(store.clone(), settings, of_host, entropy, Renderer::blank());
    let (host, _outbox) = started.unwrap();
    health.loaded(&host, &host::Voice::default());
    for page in ["/healthz", "/readyz"] {
        assert_eq!(get(&address, page).await, (200, "ok\n".to_owned()), "{page}");
    }

    let message = MessageId::new(Platform::Local, "1");
    let line = Incoming::line(message, person("ann"), channel(), "challenge bot lyra", 0);
    host.receive(line);
    says(&address, &watched, None, "the host's loop").await;
    drop(release);
    clock.advance(Duration::from_secs(1));
    until(&address, "/healthz", 200).await;

    let (release, held) = mpsc::channel::<()>();
    store.commit(Batch::default(), move |_| held.recv().unwrap_or_default());
    says(&address, &watched, Some(&host), "the writer of the database").await;
    drop(release);
    clock.advance(Duration::from_secs(1));
    until(&address, "/readyz", 200).await;
    let before = store.submitted();
    for page in ["/healthz", "/readyz", "/metrics"].repeat(5) {
        assert_eq!(get(&address, page).await.0, 200);
    }
    assert_eq!(store.submitted(), before, "monitors write no more than once a second");

    health.ending();
    assert_eq!(get(&address, "/readyz").await, (503, "the program is ending\n".to_owned()));
    assert_eq!(get(&address, "/healthz").await.0, 200, "it ends by itself");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_service_manager_is_told_when_it_is_up_and_that_it_lives() {
    let folder = TempDir::new().unwrap();
    let socket = folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let heard = |words: &str| {
        let mut bytes = [0; 1_024];
        loop {
            let n = manager.recv(&mut bytes).unwrap();
            let told = String::from_utf8_lossy(&bytes[..n]);
            if told.lines().any(|line| line == words) {
                return;
            }
        }
    };
    let database = folder.path().join("test.db");
    let settings = [("NOTIFY_SOCKET", socket.to_str().unwrap()), ("WATCHDOG_USEC", "400000")];
    let mut program = Program::with_settings(&database, &settings, &folder.path().join("log"));
    for words in ["READY=1", "STATUS=ready", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"] {
        heard(words);
    }
    program.terminate();
    heard("STOPPING=1");
    assert_eq!(program.exit_code(), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_for_programs_is_json_line_by_line() {
    let folder = TempDir::new().unwrap();
    let (database, log) = (folder.path().join("test.db"), folder.path().join("log"));
    let settings =
        [("LOG_FORMAT", "json"), ("HEALTH_LISTEN", "127.0.0.1:0"), ("RUST_LOG", "debug")];
    let mut program = Program::with_settings(&database, &settings, &log);
    let mut page = Page::enter(program.address, "Ann", "1").await.unwrap();
    page.exchange("channel", "!challenge bot:1 lyra", "#1").await;
    program.terminate();
    assert_eq!(program.exit_code(), Some(0));
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.lines().count() > 1, "{text}");
    for line in text.lines() {
        let entry: Value = serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        for field in ["timestamp", "level", "target", "message"] {
            assert!(entry[field].is_string(), "{field}: {line}");
        }
    }

    // What keeps it from starting is said in the same form.
    let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    without_settings(&mut command);
    command.arg("local").current_dir(folder.path());
    command.env("LOG_FORMAT", "json").env("BOT_THREADS", "\u{1b}[2J\"0");
    let told = String::from_utf8(command.output().unwrap().stderr).unwrap();
    let entry: Value = serde_json::from_str(&told).unwrap();
    assert!(entry["message"].as_str().unwrap().starts_with("BOT_THREADS is \""), "{told}");
    assert_eq!(entry["level"], "ERROR");
}

/// The names of our figures in a text.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| {
        word.strip_prefix("martian_cake_").is_some_and(|rest| {
            ["_total", "_seconds", "_bytes", "_info"].iter().any(|end| rest.ends_with(end))
                || ["alive", "ready", "queue_length", "gateway_shards", "gateway_shards_connected"]
                    .contains(&rest)
        })
    });
    ours.map(str::to_owned).collect()
}

#[test]
fn every_figure_is_explained_and_every_alarm_asks_for_one_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let explained = names(&read("crates/health/src/figures.rs"));
    assert!(explained.len() > 12, "{explained:?}");
    let rules = read("packaging/martian-cake.rules.yml");
    assert_eq!(rules.matches("- alert: ").count(), 11);
    let asked: BTreeSet<String> = names(&rules.replace("_bucket", "")).into_iter().collect();
    assert!(asked.is_subset(&explained), "{asked:?}");
    for path in [
        "crates/host/src/base.rs",
        "crates/host/src/jobs/mod.rs",
        "crates/host/src/replies/speech.rs",
        "crates/host/src/maintenance/daily_backup.rs",
        "crates/discord/src/rate_limit.rs",
        "crates/discord/src/gateway/connected.rs",
    ] {
        let counted = names(&read(path));
        assert!(!counted.is_empty() && counted.is_subset(&explained), "{path}: {counted:?}");
    }
}

/// Prometheus' own tool with these arguments; `None` where it is not installed.
fn promtool(arguments: &[&str], input: &str) -> Option<Output> {
    let mut command = Command::new("promtool");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.current_dir(env!("CARGO_MANIFEST_DIR")).spawn() else {
        let wanted = std::env::var_os("MARTIAN_CAKE_REQUIRE_PROMTOOL").is_some_and(|v| v == "1");
        assert!(!wanted, "promtool is missing and MARTIAN_CAKE_REQUIRE_PROMTOOL=1 asks for it");
        return None;
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prometheus_takes_the_figures_and_the_alarms() {
    let folder = TempDir::new().unwrap();
    let (database, log) = (folder.path().join("test.db"), folder.path().join("log"));
    let program = Program::with_settings(&database, &[("HEALTH_LISTEN", "127.0.0.1:0")], &log);
    let address = listens(&log).await;
    let mut page = Page::enter(program.address, "Ann", "1").await.unwrap();
    page.exchange("channel", "!challenge bot:1 lyra white", "#1").await;
    page.exchange("channel", "c2-c3", "I moved").await;
    let (_, figures) = get(&address, "/metrics").await;
    for seen in ["search_seconds_count", "picture_seconds_count", "commit_seconds_count"] {
        assert!(figure(&figures, &format!("martian_cake_{seen}")) > 0.0, "{figures}");
    }
    assert!(figure(&figures, "martian_cake_memory_bytes") > 1e6, "{figures}");
    for (arguments, input) in [
        (&["check", "metrics"][..], &*figures),
        (&["check", "rules", "packaging/martian-cake.rules.yml"], ""),
        (&["test", "rules", "packaging/martian-cake.rules.test.yml"], ""),
    ] {
        let Some(output) = promtool(arguments, input) else { return };
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && told.is_empty(), "{arguments:?}: {told}");
    }
}
