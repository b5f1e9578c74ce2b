//! The database of the running program is damaged, deleted or replaced: nothing is confirmed into
//! nowhere, the program says what to do and ends with an error, and the files are left as they are.

use std::{
    fs::{self, OpenOptions},
    io::{Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use store::Store;
use tempfile::TempDir;

use crate::support::program::{Page, Program};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with a database, its log, and copies of both as they were before the damage.
struct Files {
    folder: TempDir,
}

impl Files {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn db(&self) -> PathBuf {
        self.path("games.db")
    }

    fn wal(&self) -> PathBuf {
        self.path("games.db-wal")
    }

    /// The bytes of database and log; `None` for one that is not there.
    fn contents(&self) -> [Option<Vec<u8>>; 2] {
        [self.db(), self.wal()].map(|path| fs::read(path).ok())
    }

    /// Puts both back as they were.
    fn put_back(&self, [db, wal]: &[Option<Vec<u8>>; 2]) {
        for (path, bytes) in [(self.db(), db), (self.wal(), wal)] {
            fs::write(path, bytes.as_ref().expect("it was there")).expect("it is written");
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).expect("there is a log")
    }
}

fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).expect("it is there");
    file.seek(SeekFrom::Start(at)).expect("it can be sought in");
    file.write_all(bytes).expect("it can be written");
}

fn size(path: &Path) -> u64 {
    path.metadata().expect("it is there").len()
}

fn cut(path: &Path, size: u64) {
    let file = OpenOptions::new().write(true).open(path).expect("it is there");
    file.set_len(size).expect("it can be cut");
}

/// Garbage over a whole file, from an offset on.
fn garbage(path: &Path, from: u64) {
    let length = usize::try_from(size(path) - from).expect("it is small");
    overwrite(path, from, &b"garbage!".repeat(length / 8));
}

/// What is done to the files of the running program.
type Damage = (&'static str, fn(&Files));

const DAMAGES: [Damage; 9] = [
    ("deleted", |files| fs::remove_file(files.db()).expect("it is there")),
    ("renamed", |files| {
        fs::rename(files.db(), files.path("other.db")).expect("it is there");
    }),
    ("replaced", |files| {
        fs::copy(files.db(), files.path("new.db")).expect("it is there");
        fs::rename(files.path("new.db"), files.db()).expect("it takes the place");
    }),
    ("cut off", |files| cut(&files.db(), size(&files.db()) / 2)),
    ("overwritten with zeros", |files| {
        let zeros = vec![0; usize::try_from(size(&files.db())).expect("it is small")];
        overwrite(&files.db(), 0, &zeros);
    }),
    ("overwritten behind its header", |files| garbage(&files.db(), 4_096)),
    ("garbage in -wal", |files| garbage(&files.wal(), 0)),
    ("garbage in the frames of -wal", |files| garbage(&files.wal(), 32)),
    ("-wal deleted", |files| fs::remove_file(files.wal()).expect("it is there")),
];

/// Two people in the middle of a game in the running program.
async fn playing() -> (Files, Program, Page, Page) {
    let files = Files { folder: TempDir::new().expect("a folder") };
    // All tables are in the database itself, so that there is something to damage.
    drop(Store::open(&files.db()).expect("a new database"));
    let program = Program::logging(&files.db(), "info", &files.path("log"));
    let mut ann = Page::enter(program.address, "ann", "stop").await.expect("ann comes in");
    let mut ben = Page::enter(program.address, "ben", "stop").await.expect("ben comes in");
    ben.next("welcome").await.expect("ben is welcome");
    ann.exchange("channel", "challenge @ben white", "invites").await;
    ben.exchange("channel", "accept", "Dice sealed").await;
    ann.exchange("channel", "a1-c3", "ann moved a1-c3").await;
    (files, program, ann, ben)
}

/// The game goes on where it was, with the move that was confirmed and the next one.
async fn goes_on(name: &str, files: &Files) {
    let program = Program::start(&files.db());
    let mut ben = Page::enter(program.address, "ben", "again").await.expect("ben comes in");
    let moved = tokio::time::timeout(PATIENCE, ben.exchange("channel", "a6-c4", "ben moved a6-c4"));
    let is_moved = moved.await.is_ok();
    assert!(is_moved, "{name}: {:?}", ben.heard);
}

/// The lines of the program's log at the level of errors, each without its time.
fn errors(log: &str) -> Vec<&str> {
    log.lines().filter(|line| line.contains("ERROR")).collect()
}

/// What must hold once the program has ended.
fn check(name: &str, files: &Files, mut program: Program, left: &[Option<Vec<u8>>; 2]) {
    let code = program.exit_code();
    let log = files.log();
    assert_eq!(code, Some(3), "{name}: {log}");
    assert!(&files.contents() == left, "{name}: a file was changed");
    let errors = errors(&log);
    assert_eq!(errors.len(), 1, "{name}: {log}");
    assert!(errors[0].contains("the host has stopped"), "{name}: {log}");
    assert!(errors[0].contains("db restore FILE"), "{name}: {log}");
    let last = log.lines().last().expect("it has a last line");
    assert!(last.starts_with("martian-cake: the host has stopped"), "{name}: {last}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_after_the_damage_is_not_confirmed() {
    for (name, damage) in DAMAGES {
        let (files, program, mut ann, mut ben) = playing().await;
        let sound = files.contents();
        damage(&files);
        let left = files.contents();
        ben.say("a6-c4").await.expect("said");
        let stopped = tokio::time::timeout(PATIENCE, ann.next("stopped")).await.ok().flatten();
        let stopped = stopped.unwrap_or_else(|| panic!("{name}: not told"));
        assert!(stopped["why"].as_str().is_some_and(|why| why.contains("has stopped")), "{name}");
        let confirmed = |line: &&String| line.contains("ben moved");
        assert_eq!(ann.heard.iter().find(confirmed), None, "{name}");
        let told = ann.heard.iter().filter(|line| line.contains("I have stopped")).count();
        assert_eq!(told, 1, "{name}: {:?}", ann.heard);
        check(name, &files, program, &left);

        files.put_back(&sound);
        goes_on(name, &files).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_right_after_the_damage_touches_nothing() {
    for (name, damage) in DAMAGES {
        let (files, program, _ann, _ben) = playing().await;
        let sound = files.contents();
        damage(&files);
        let left = files.contents();
        program.terminate();
        check(name, &files, program, &left);

        files.put_back(&sound);
        goes_on(name, &files).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sound_end_is_no_error() {
    let (files, mut program, _ann, _ben) = playing().await;
    program.terminate();
    assert_eq!(program.exit_code(), Some(0), "{}", files.log());
    assert!(!files.wal().exists(), "the log is copied and removed");
}
