//! The filter of the log: what each library of ours says at the level of information is there by default,
//! and under the names that the libraries had when they were modules of the program.

use std::{fs, path::Path, time::Duration};

use tempfile::TempDir;

use crate::support::{
    bot::{Bot, log_of},
    stand_in::StandIn,
};

/// A line of each library that informs, with its target.
const LINES: [(&str, &str); 2] =
    [("martian_cake_discord", "connected to Discord as"), ("martian_cake_host", "a backup is at")];

/// Returns `true` if the log has such a line.
fn has(log: &Path, (target, words): (&str, &str)) -> bool {
    let log = fs::read_to_string(log).unwrap_or_default();
    log.lines().any(|line| line.contains(&format!(" INFO {target}::")) && line.contains(words))
}

/// Runs the program with this filter until its log has each of these lines.
async fn shows(filter: &str, lines: &[(&str, &str)]) -> (TempDir, Bot) {
    let (discord, folder) = (StandIn::start().await, TempDir::new().expect("a folder"));
    let database = folder.path().join("test.db");
    let bot = Bot::logging(&database, &discord.url, filter);
    let is_there = async {
        while !lines.iter().all(|line| has(&log_of(&database), *line)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let shown = tokio::time::timeout(Duration::from_secs(120), is_there).await;
    assert!(shown.is_ok(), "{filter}: {:?}", fs::read_to_string(log_of(&database)));
    (folder, bot)
}

/// The filter that is set if nobody sets another.
const USUAL: &str = "warn,martian_cake=info";

#[tokio::test]
async fn a_library_that_informs_is_heard_by_default() {
    shows(USUAL, &LINES[..1]).await;
}

/// The first backup is made after a minute.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn every_library_that_informs_is_heard_by_default() {
    shows(USUAL, &LINES).await;
}

#[tokio::test]
async fn names_of_former_modules_filter_as_ever() {
    let (folder, mut bot) = shows("martian_cake::discord=info", &LINES[..1]).await;
    bot.stop();
    let log = log_of(&folder.path().join("test.db"));
    assert!(!has(&log, LINES[1]), "the host is not asked for");
}
