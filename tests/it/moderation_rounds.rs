//! Bans, blocks and forgetting in the midst of a round: the event goes on by its rules, over every restart.

use host::ManualClock;

use crate::support::{
    servers::{Discord, person},
    tables::{Folder, HOUR, MINUTE, START},
};

/// An event whose first round is played by Ben, Carl, Lena and Max in the server that Ann manages, of a bot that Dora owns.
async fn in_a_round(folder: &Folder, clock: &ManualClock) -> Discord {
    let mut discord = started(folder, clock);
    for (who, line) in [
        ("ann", r#"tournament create "Cup" lyra swiss checkin:off start:2h rounds:3 clock:60m"#),
        ("ben", "tournament join"),
        ("carl", "tournament join"),
        ("lena", "tournament join"),
        ("max", "tournament join"),
    ] {
        let said = discord.asked("1", who, &format!("!{line}")).await;
        assert!(said.contains("T1"), "{who}: {line}: {said}");
    }
    clock.advance(HOUR * 2);
    let said = words(&discord.table.replies().await);
    assert!(said.contains("round 1 of 3"), "{said}");
    discord
}

fn started(folder: &Folder, clock: &ManualClock) -> Discord {
    let mut discord = Discord::owned_by(Some("dora"), &folder.db(), clock);
    discord.people.extend(["lena", "max"].map(|name| person(name, 900)));
    discord
}

/// The same host, killed and started again.
async fn killed(discord: Discord, folder: &Folder, clock: &ManualClock) -> Discord {
    discord.table.stop().await;
    let mut discord = started(folder, clock);
    discord.table.replies().await;
    discord
}

fn words(said: &[chat::Reply]) -> String {
    said.iter().map(|reply| reply.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// All games of the round that go on are resigned, and the next one begins or the event ends; what is said of it.
async fn next_round(discord: &mut Discord, clock: &ManualClock) -> String {
    let mut said = String::new();
    for who in ["ben", "carl", "lena"] {
        said += &discord.asked("1", who, "!resign yes").await;
    }
    for _ in 0..30 {
        clock.advance(MINUTE);
        said += &words(&discord.table.replies().await);
    }
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_banned_from_events_loses_the_game_of_the_round_and_is_paired_no_more() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = in_a_round(&folder, &clock).await;
    let said = discord.asked("1", "ann", "!mod ban @ben events noise yes").await;
    assert!(said.contains("ben forfeited") && said.contains("They are out of T1"), "{said}");
    let mut discord = killed(discord, &folder, &clock).await;
    let said = discord.asked("1", "ann", "!mod close #2 noise yes").await;
    assert!(said.contains("tournament adjudicate #2"), "a game of an event has a result: {said}");
    let said = discord.asked("1", "ben", "!tournament join T1").await;
    assert!(said.contains("keeps you from events"), "{said}");
    let said = next_round(&mut discord, &clock).await;
    assert!(said.contains("round 2 of 3") && said.contains("ben **0**"), "{said}");
    let pairings = discord.asked("1", "ann", "!tournament pairings 2").await;
    assert!(!pairings.contains("ben"), "{pairings}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_forgotten_in_a_round_leaves_it_and_the_others_play_on() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = in_a_round(&folder, &clock).await;
    let said = discord.asked_in_private("ben", "privacy forget").await;
    assert!(said.contains("1 event is left"), "{said}");
    discord.asked_in_private("ben", "privacy forget yes").await;
    // Killed before anything of it has ended.
    let mut discord = killed(discord, &folder, &clock).await;
    let said = discord.asked("1", "ann", "!tournament add @ben T1").await;
    assert!(said.contains("plays no more"), "{said}");
    let said = next_round(&mut discord, &clock).await;
    assert!(said.contains("round 2 of 3") && said.contains("deleted player 1 **0**"), "{said}");
    let standings = discord.asked("1", "carl", "!tournament standings T1").await;
    assert!(standings.contains("deleted player 1 **0**"), "{standings}");
    assert!(!standings.contains("ben"), "{standings}");
    let pairings = discord.asked("1", "ann", "!tournament pairings 2").await;
    assert!(!pairings.contains("deleted") && !pairings.contains("ben"), "{pairings}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_kept_out_in_a_round_leaves_it_and_those_who_block_each_other_play() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = in_a_round(&folder, &clock).await;
    // An event pairs everybody with everybody.
    discord.asked_in_private("max", "block @carl").await;
    assert!(discord.asked("1", "carl", "!c2-c3 #2").await.contains("c2-c3"));
    let ben = discord.people.iter().find(|one| one.name == "ben").expect("Ben").id.clone();
    let ban = format!("owner ban person {} noise yes", ben.key());
    let said = discord.asked_in_private("dora", &ban).await;
    assert!(said.contains("T1"), "{said}");
    let mut discord = killed(discord, &folder, &clock).await;
    let said = discord.asked("1", "lena", "!tournament pairings T1").await;
    assert!(said.contains("lena – ben 1–0"), "{said}");
    let said = next_round(&mut discord, &clock).await;
    assert!(said.contains("round 2 of 3"), "{said}");
    let pairings = discord.asked("1", "ann", "!tournament pairings 2").await;
    assert!(!pairings.contains("ben"), "{pairings}");
    discord.table.stop().await;
}
