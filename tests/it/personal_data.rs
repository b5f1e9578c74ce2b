//! What is kept of somebody, handed to them: all of it, and no secret of anybody else.

use host::ManualClock;
use serde_json::Value;

use crate::support::{
    servers::Discord,
    tables::{Folder, START},
};

/// All that somebody is handed in private.
async fn export(discord: &mut Discord, who: &str) -> Value {
    let author = discord.people.iter().find(|one| one.name == who).expect("somebody");
    let place = author.id.private_place();
    let said = discord.replies_at(place, None, who, "privacy export").await;
    serde_json::from_str(&said[0].file().expect("a file").text).expect("it is JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_handed_all_of_theirs_and_nothing_of_others() {
    let folder = Folder::new();
    let mut discord = Discord::at(&folder.db(), &ManualClock::new(START));
    discord.asked("1", "ben", "!challenge @carl lyra white rated 2d/move").await;
    discord.asked("1", "carl", "!accept").await;
    discord.asked("1", "ben", "!b2-b3").await;
    discord.asked_in_private("ben", "premove if b5-b4 then b3-b4").await;
    discord.asked_in_private("ben", "notify turn dm").await;
    discord.asked_in_private("ben", "block @dora").await;
    discord.asked("1", "ben", "!report @dora insults").await;
    discord.asked("1", "ann", "!mod ban @ben events noise yes").await;
    let said = discord.asked_in_private("ben", "privacy").await;
    assert!(said.lines().count() <= 9 && said.contains("privacy export"), "{said}");
    let said = discord.asked("1", "ben", "!privacy export").await;
    assert!(said.contains("in our private chat only"), "{said}");

    let data = export(&mut discord, "ben").await;
    let rows = |table: &str| data[table].as_array().unwrap().len();
    for (table, n) in [
        ("person", 1),
        ("seat", 1),
        ("event", 1),
        ("plan", 1),
        ("setting", 1),
        ("block", 1),
        ("asked", 1),
        ("moderation", 2),
        ("ban", 1),
    ] {
        assert_eq!(rows(table), n, "{table}: {data}");
    }
    assert_eq!(data["event"][0]["text"], "b2-b3");
    assert_eq!(data["ban"][0]["why"], "noise");
    // His opponent learns nothing of what he has registered, arranged, reported or blocked.
    let theirs = export(&mut discord, "carl").await.to_string();
    for secret in ["b3-b4", "insults", "noise", "dm\""] {
        assert!(!theirs.contains(secret), "{secret}: {theirs}");
    }
    let seal: String = [7; 32].iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(!theirs.contains(&seal) && !data.to_string().contains(&seal));
    discord.table.stop().await;
}
