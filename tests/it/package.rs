//! The unit for systemd that `packaging/` hands out: it is closed to all but what the program needs, as systemd
//! itself judges it and as a whole run shows.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    collections::BTreeSet,
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    net::UnixDatagram,
    time::{sleep, timeout},
};

use crate::support::{
    bot::{Bot, log_of},
    stand_in::{ANN, StandIn, line, private},
};

const UNIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/martian-cake.service");

/// The greatest exposure that the unit may have, in tenths, from 0 to 100.
const EXPOSURE: &str = "--threshold=25";

/// The words of systemd-analyze; `None` where there is none.
fn analyzed(arguments: &[&str]) -> Option<Output> {
    match Command::new("systemd-analyze").args(arguments).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no systemd-analyze");
            None
        }
        output => Some(output.unwrap()),
    }
}

#[test]
fn the_unit_is_closed() {
    let Some(output) = analyzed(&["security", "--offline=yes", EXPOSURE, UNIT]) else { return };
    let (said, faults) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{faults}");
    assert!(said.contains("Overall exposure level") && faults.is_empty(), "{said}{faults}");
}

/// The system calls of a word of a filter, which may be a group of others.
fn group(word: &str) -> BTreeSet<String> {
    if !word.starts_with('@') {
        return BTreeSet::from([word.to_owned()]);
    }
    let output = analyzed(&["syscall-filter", word]).unwrap();
    assert!(output.status.success(), "{word}");
    let said = String::from_utf8(output.stdout).unwrap();
    let words = said.lines().skip(1).map(str::trim);
    words.filter(|word| !word.is_empty() && !word.starts_with('#')).flat_map(group).collect()
}

/// The system calls that the unit lets through.
fn filter() -> BTreeSet<String> {
    // These are always let through.
    let mut allowed = group("@default");
    for line in fs::read_to_string(UNIT).unwrap().lines() {
        let Some(words) = line.strip_prefix("SystemCallFilter=") else { continue };
        match words.strip_prefix('~') {
            Some(words) => words.split(' ').flat_map(group).for_each(|call| {
                allowed.remove(&call);
            }),
            None => allowed.extend(words.split(' ').flat_map(group)),
        }
    }
    allowed
}

/// The system calls in the table that strace leaves behind in a log, once it is there.
fn calls(log: &str) -> Option<BTreeSet<&str>> {
    let (_, table) = log.rsplit_once("% time ")?;
    let (table, _) = table.split_once(" total\n")?;
    // Below the head and a line of hyphens, above another one and the sum.
    let rows = table.lines().skip(2).take_while(|row| !row.starts_with('-'));
    Some(rows.filter_map(|row| row.split_whitespace().last()).collect())
}

/// Waits until the log of the bot is as it should be, and returns it.
async fn log_until(log: &Path, is_there: impl Fn(&str) -> bool) -> String {
    let read = || fs::read_to_string(log).unwrap_or_default();
    let waited = timeout(Duration::from_secs(150), async {
        while !is_there(&read()) {
            sleep(Duration::from_millis(50)).await;
        }
    });
    assert!(waited.await.is_ok(), "{}", read());
    read()
}

/// From the start over games, searches, pictures and the first backup, which comes after a minute, to the end.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "second tier: cargo xtask long"]
async fn every_system_call_of_a_whole_run_passes_the_filter() {
    if analyzed(&["--version"]).is_none() {
        return;
    }
    if Command::new("strace").arg("--version").output().is_err() {
        eprintln!("skipped: there is no strace");
        return;
    }
    let (discord, folder) = (StandIn::start().await, TempDir::new().unwrap());
    let database = folder.path().join("test.db");
    let socket = folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).unwrap();
    // Whoever tells a manager that does not read waits in the end.
    tokio::spawn(async move {
        let mut told = [0_u8; 4_096];
        while manager.recv(&mut told).await.is_ok() {}
    });
    // A name is looked up, as that of Discord is.
    let url = discord.url.replace("127.0.0.1", "localhost");
    let mut bot = Bot::traced(&database, &url, &socket);
    discord.identified(1).await;
    for text in
        ["!challenge bot 5 lyra white", "!f2-f3", "!hint", "!record", "!replay", "!resign yes"]
    {
        discord.say(line(ANN, text));
        discord.post().await;
    }
    for text in ["challenge bot 3 cyvasse", "setup default", "about", "privacy export"] {
        discord.say(private(ANN, text));
        discord.post().await;
    }
    let log = log_of(&database);
    log_until(&log, |log| log.contains("a backup is at")).await;
    assert_eq!(bot.stop(), Some(0));
    let log = log_until(&log, |log| calls(log).is_some()).await;
    let (made, allowed) = (calls(&log).unwrap(), filter());
    assert!(made.contains("setpriority") && made.contains("fsync"), "no whole run: {made:?}");
    // SQLite gives its files to the owner of the database where it is root, and the unit is not.
    let is_root = fs::metadata(&database).unwrap().uid() == 0;
    let passes = |call: &str| allowed.contains(call) || (is_root && call == "fchown");
    let refused: Vec<_> = made.iter().filter(|call| !passes(call)).collect();
    assert!(refused.is_empty(), "the unit refuses {refused:?}");
    eprintln!("{} system calls, {} are let through: {made:?}", made.len(), allowed.len());
}
