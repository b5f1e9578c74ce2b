//! The log of the program names no person: no id, no name, no private chat.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{fs, time::Duration};

use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::support::{
    bot::{Bot, log_of},
    stand_in::{ANN, BEN, StandIn, World, dm, line, private},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_private_chat_that_takes_nothing_is_not_named() {
    let (discord, folder) = (StandIn::start().await, TempDir::new().unwrap());
    let database = folder.path().join("test.db");
    discord.world().forbidden.insert(dm(ANN), (403, 50_007));
    let mut bot = Bot::logging(&database, &discord.url, "warn,martian_cake=trace");
    let connected = |world: &mut World| (world.connected() > 0).then_some(());
    assert!(discord.within(Duration::from_secs(60), connected).await.is_some());
    let refusals = async |n: usize| {
        let refused = async {
            let log = || fs::read_to_string(log_of(&database)).unwrap();
            while log().matches("a private chat does not take a reply").count() < n {
                sleep(Duration::from_millis(20)).await;
            }
        };
        let done = timeout(Duration::from_secs(60), refused).await;
        assert!(done.is_ok(), "{}", fs::read_to_string(log_of(&database)).unwrap());
    };
    // The one chat is known since somebody wrote there, the other one by its person alone.
    discord.say(private(ANN, "about"));
    refusals(1).await;
    discord.world().forbidden.remove(&dm(ANN));
    discord.say(private(BEN, "about"));
    discord.post().await;
    discord.world().forbidden.insert(dm(BEN), (403, 50_007));
    discord.say(line(BEN, "!challenge bot cyvasse white"));
    refusals(2).await;
    assert_eq!(bot.stop(), Some(0));
    let log = fs::read_to_string(log_of(&database)).unwrap();
    let words: Vec<&str> = log.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for who in [ANN, BEN] {
        let (id, chat) = (who.id.to_string(), dm(who).to_string());
        let named = [Some(&*id), Some(&*chat), Some(who.username), who.global, who.nick];
        for name in named.into_iter().flatten() {
            assert!(!words.contains(&name), "{name}: {log}");
        }
    }
}
