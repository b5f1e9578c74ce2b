//! Going back to a backup, rehearsed with the real program: whatever has become of the database, the
//! games go on from the moment of the copy.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

use crate::support::{
    local_page::{LocalPage, Tab, text_of},
    program::without_settings,
};

/// Runs `db …` on the database of the page, in its folder.
fn db(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_martian-cake"));
    command.current_dir(folder).stdin(Stdio::null());
    without_settings(&mut command);
    command.env("DATABASE_PATH", "page.db").arg("db").args(args).output().unwrap()
}

/// Returns what `db …` prints where it succeeds.
#[track_caller]
fn done(folder: &Path, args: &[&str]) -> String {
    let output = db(folder, args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns what `db …` complains of where it fails.
#[track_caller]
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = db(folder, args);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
    String::from_utf8(output.stderr).unwrap()
}

/// Every file in a folder with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// Says something, and waits until a line of the bot has these words.
async fn told(tab: &mut Tab, n: u32, text: &str, words: &str) {
    tab.say(n, text).await;
    tab.line(|line| line["author"].is_null() && text_of(line).contains(words)).await;
}

/// A game of two with two plies in it, and a backup of that moment in `kept.db`, taken while the
/// program runs; then two plies more, and the program ends.
async fn played(folder: &Path) {
    let page = LocalPage::open(folder).await;
    let (mut ann, mut ben) = (page.enter("ann").await, page.enter("ben").await);
    told(&mut ann, 1, "challenge @ben lyra white", "invites you").await;
    told(&mut ben, 2, "accept", "begins").await;
    told(&mut ann, 3, "f2-f3", "moved f2-f3").await;
    told(&mut ben, 4, "d5-d4", "moved d5-d4").await;
    assert_eq!(done(folder, &["backup", "kept.db"]), "");
    let running = refused(folder, &["restore", "kept.db"]);
    assert!(running.contains("another martian-cake is running"), "{running}");
    told(&mut ann, 5, "a1-c3", "moved a1-c3").await;
    told(&mut ben, 6, "b6-b4", "moved b6-b4").await;
    page.close().await;
    assert_eq!(done(folder, &["check"]), "ok 1 games, 4 events\n");
}

/// Something that makes a database useless.
type Blow = fn(&Path);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_from_a_backup_whatever_has_become_of_the_database() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    played(folder).await;
    let kept = fs::read(folder.join("kept.db")).unwrap();
    let blows: [Blow; 4] = [
        |db| fs::write(db, vec![0xEE; 40_000]).unwrap(),
        |db| fs::remove_file(db).unwrap(),
        |db| {
            fs::remove_file(db).unwrap();
            fs::write(db.with_extension("db-wal"), vec![0xEE; 40_000]).unwrap();
            fs::write(db.with_extension("db-shm"), vec![0xEE; 32_768]).unwrap();
        },
        |_| {},
    ];
    for (n, blow) in (0..).step_by(10).zip(blows) {
        let database = folder.join("page.db");
        blow(&database);
        let before = files(folder);
        let printed = done(folder, &["restore", "kept.db"]);
        assert!(printed.starts_with("kept.db is in place of page.db\n"), "{printed}");
        assert_eq!(done(folder, &["check"]), "ok 1 games, 2 events\n");
        set_aside_is_whole(folder, &before, &printed);

        let page = LocalPage::open(folder).await;
        let (mut ann, mut ben) = (page.enter("ann").await, page.enter("ben").await);
        told(&mut ann, n + 7, "a1-c3", "moved a1-c3").await;
        told(&mut ben, n + 8, "b6-b4", "moved b6-b4").await;
        page.close().await;
        assert_eq!(done(folder, &["check"]), "ok 1 games, 4 events\n");
    }
    // Within one second too each has a name of its own.
    let before = files(folder).len();
    for n in 1..=4 {
        done(folder, &["restore", "kept.db"]);
        assert_eq!(files(folder).len(), before + n);
    }
    assert_eq!(fs::read(folder.join("kept.db")).unwrap(), kept, "the backup stays as it is");
}

/// Every file of the database of before is still there, byte for byte, under the name that was told.
fn set_aside_is_whole(folder: &Path, before: &[(String, Vec<u8>)], printed: &str) {
    let aside = printed.lines().nth(1).and_then(|line| line.rsplit_once('/'));
    let after = files(folder);
    for (name, bytes) in before
        .iter()
        .filter(|(name, _)| ["page.db", "page.db-wal", "page.db-shm"].contains(&&**name))
    {
        let (_, aside) = aside.unwrap_or_else(|| panic!("nothing is told of {name}: {printed}"));
        let aside = name.replace("page.db", aside);
        assert!(after.iter().any(|(name, kept)| *name == aside && kept == bytes), "{aside}");
    }
    assert!(after.iter().all(|(name, _)| !name.ends_with(".part") && !name.ends_with(".marker")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_is_not_sound_is_refused_and_nothing_is_changed() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    played(folder).await;
    let kept = fs::read(folder.join("kept.db")).unwrap();
    let mut rotten = kept.clone();
    rotten[5 * 4096..6 * 4096].fill(0xEE);
    fs::write(folder.join("rotten.db"), rotten).unwrap();
    fs::write(folder.join("cut.db"), &kept[..kept.len() / 2]).unwrap();
    fs::write(folder.join("text.db"), "no database at all").unwrap();
    fs::write(folder.join("empty.db"), "").unwrap();
    let mut newer = kept.clone();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(folder.join("newer.db"), newer).unwrap();
    let mut foreign = kept;
    foreign[68..72].fill(1);
    fs::write(folder.join("foreign.db"), foreign).unwrap();
    let before = files(folder);
    for (file, what) in [
        ("rotten.db", "rotten.db is not sound: "),
        ("cut.db", "cut.db is not sound: it is cut off"),
        ("text.db", "text.db is not sound: it is not an SQLite database"),
        ("empty.db", "not an SQLite database"),
        (
            "newer.db",
            "newer.db: the database was written by a newer martian-cake, 0.1.0 (schema 99",
        ),
        ("foreign.db", "another program"),
        ("missing.db", "there is no file missing.db"),
        ("page.db", "is the database itself"),
    ] {
        let told = refused(folder, &["restore", file]);
        assert!(told.contains(what), "{file}: {told}");
        assert!(files(folder) == before, "{file} has changed something");
    }
    for file in ["/dev/zero", "/dev/null", "."] {
        let told = refused(folder, &["restore", file]);
        assert!(told.contains(&format!("{file} is not a file; nothing was changed")), "{told}");
    }
    let pipe = folder.join("pipe");
    if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        let told = refused(folder, &["restore", "pipe"]);
        assert!(told.contains("pipe is not a file"), "{told}");
    }
}
