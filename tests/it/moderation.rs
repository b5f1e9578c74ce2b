//! Moderators, and people who do not want to meet somebody: bans, closed games, reports, blocks, and whom offers ping.

use host::ManualClock;
use table::PlaceId;

use crate::support::{
    servers::{Discord, channel_of, server},
    tables::{DAY, Folder, MINUTE, START},
};

/// A host with two servers, and its clock.
fn discord(folder: &Folder) -> (Discord, ManualClock) {
    let clock = ManualClock::new(START);
    (Discord::at(&folder.db(), &clock), clock)
}

/// How many pings come of this line of the channel of server 1.
async fn pings(discord: &mut Discord, who: &str, text: &str) -> usize {
    let said = discord.replies_at(channel_of("1"), Some(server("1")), who, text).await;
    said.iter().map(|reply| reply.ping.len()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_asked_again_and_again_is_pinged_once() {
    let folder = Folder::new();
    let (mut discord, clock) = discord(&folder);
    let mut counted = Vec::new();
    for n in 1..=12 {
        counted.push(pings(&mut discord, "ben", "!challenge @carl lyra").await);
        discord.asked("1", "ben", &format!("!withdraw #{n}")).await;
    }
    assert_eq!(counted, [vec![1], vec![0; 11]].concat());
    // Somebody else's offer is another matter, and ten minutes later so is his.
    assert_eq!(pings(&mut discord, "ann", "!challenge @carl lyra").await, 1);
    discord.asked("1", "ann", "!withdraw #13").await;
    clock.advance(MINUTE * 11);
    assert_eq!(pings(&mut discord, "ben", "!challenge @carl lyra").await, 1);
    discord.asked("1", "carl", "!decline #14").await;
    clock.advance(MINUTE * 60 * 23);
    assert_eq!(pings(&mut discord, "ben", "!challenge @carl lyra").await, 0);
    discord.asked("1", "ben", "!withdraw #15").await;
    clock.advance(DAY);
    assert_eq!(pings(&mut discord, "ben", "!challenge @carl lyra").await, 1);
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_blocked_reads_what_anybody_reads_who_is_declined() {
    let folder = Folder::new();
    let (mut discord, _clock) = discord(&folder);
    discord.asked("1", "ben", "!challenge @carl lyra").await;
    let declined = discord.asked("1", "carl", "!decline #1").await;
    discord.asked("1", "ben", "!challenge @ann lyra").await;
    let said = discord.asked_in_private("ann", "block @ben").await;
    assert!(
        said.contains("You have blocked ben") && said.contains("ann declined offer #2"),
        "{said}"
    );
    // An offer to her is declined at once, in the same words; she hears nothing of it.
    let said =
        discord.replies_at(channel_of("1"), Some(server("1")), "ben", "!challenge @ann lyra").await;
    let [said] = said.as_slice() else { panic!("one answer: {said:?}") };
    let like = declined.replace("carl", "ann").replace("#1", "#3");
    assert_eq!((&*said.text, said.ping.len()), (&*like, 0));
    // Neither sits down in an offer to anyone of the other one, by number or by asking for the same.
    discord.asked("1", "ann", "!challenge anyone lyra").await;
    let said = discord.asked("1", "ben", "!accept #4").await;
    assert!(said.contains("#4 is no longer open"), "{said}");
    let said = discord.asked("1", "ben", "!seek lyra").await;
    assert!(said.contains("#5") && said.contains("looks for an opponent"), "{said}");
    let said = discord.asked("1", "ann", "!accept #5").await;
    assert!(said.contains("#5 is no longer open"), "{said}");
    let said = discord.asked("1", "ann", "!challenge @ben lyra").await;
    assert!(said.contains("You block ben"), "{said}");
    // Others see it, and sit beside both: with more seats she simply has none.
    let said = discord.asked("1", "ben", "!challenge @ann @carl martian players:3").await;
    assert!(said.contains("ann does not want to play, so that seat is open"), "{said}");
    assert_eq!(
        discord.asked_in_private("ann", "block list").await,
        "You block ben. `unblock @name` ends it."
    );
    discord.asked_in_private("ann", "unblock @ben").await;
    let said = discord.asked("1", "ann", "!accept #5").await;
    assert!(said.contains("ben"), "{said}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_banned_begins_and_joins_nothing_and_plays_to_the_end() {
    let folder = Folder::new();
    let (mut discord, clock) = discord(&folder);
    discord.asked("1", "ben", "!challenge @carl lyra white").await;
    discord.asked("1", "carl", "!accept").await;
    discord.asked("1", "ann", "!tournament create \"Friday\" start:2h").await;
    discord.asked("1", "ben", "!tournament join").await;
    let said = discord.asked("1", "ben", "!mod ban @carl all why").await;
    assert!(said.contains("manage"), "a stranger: {said}");
    let said = discord.asked("1", "ann", "!mod ban @ben all 30d ten challenges a minute").await;
    assert!(said.contains("Keep ben from new games here until"), "{said}");
    discord.asked("1", "ben", "!challenge anyone martian").await;
    let said = discord.asked("1", "ann", "!mod ban @ben all 30d ten challenges a minute yes").await;
    assert!(
        said.contains("ben is kept from new games until") && said.contains("out of T1"),
        "{said}"
    );
    // He is told once, and alone.
    let told = discord.replies_at(channel_of("1"), Some(server("1")), "ben", "!b2-b3").await;
    let alone = told.iter().filter(|reply| matches!(reply.audience, chat::Audience::Only(_)));
    let alone: Vec<_> = alone.map(|reply| &*reply.text).collect();
    assert!(matches!(alone[..], [words] if words.contains("ten challenges a minute")), "{told:?}");
    for line in ["!challenge @carl lyra", "!challenge bot lyra", "!tournament join", "!rematch #1"]
    {
        let said = discord.asked("1", "ben", line).await;
        let goes_on = line.contains("rematch") && said.contains("#1");
        assert!(goes_on || said.contains("keeps you from new games here"), "{line}: {said}");
    }
    // What he has offered before begins nothing either.
    let said = discord.asked("1", "carl", "!accept #2").await;
    assert!(said.contains("#2 is no longer open"), "{said}");
    discord.asked("1", "carl", "!challenge anyone lyra").await;
    let said = discord.asked("1", "ben", "!accept #3").await;
    assert!(said.contains("keeps you from new games here"), "{said}");
    // His game goes on, and so does everything elsewhere.
    assert!(discord.asked("1", "carl", "!b5-b4 #1").await.contains("b5-b4"));
    let said = discord.asked("2", "ben", "!challenge @carl lyra").await;
    assert!(said.contains("#4"), "{said}");
    let log = discord.asked("1", "ann", "!mod log").await;
    assert!(log.contains("ann banned ben: all 30d, ten challenges a minute"), "{log}");
    clock.advance(DAY * 31);
    let said = discord.asked("1", "ben", "!challenge @carl lyra").await;
    assert!(!said.contains("keeps you"), "{said}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_ends_by_a_word_and_holds_over_a_start() {
    let folder = Folder::new();
    let (mut discord, clock) = discord(&folder);
    discord.asked("1", "ann", "!mod ban @ben rated cheats yes").await;
    discord.table.stop().await;
    let mut discord = Discord::at(&folder.db(), &clock);
    let said = discord.asked("1", "ben", "!challenge @carl lyra rated").await;
    assert!(said.contains("keeps you from rated games here") && said.contains("cheats"), "{said}");
    let said = discord.asked("1", "ben", "!challenge @carl lyra").await;
    assert!(said.contains("#1"), "{said}");
    let said = discord.asked("1", "ann", "!mod unban @ben").await;
    assert!(said.contains("Let ben do everything again"), "{said}");
    discord.asked("1", "ann", "!mod unban @ben yes").await;
    let said = discord.asked("1", "ben", "!challenge @carl lyra rated 2d/move").await;
    assert!(said.contains("rated") && !said.contains("keeps you"), "{said}");
    let said = discord.asked("1", "ann", "!mod unban @ben").await;
    assert!(said.contains("kept from nothing"), "{said}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_manager_closes_a_game_without_a_result() {
    let folder = Folder::new();
    let (mut discord, _clock) = discord(&folder);
    discord.asked("1", "ben", "!challenge @carl lyra white").await;
    discord.asked("1", "carl", "!accept").await;
    discord.asked("1", "ben", "!b2-b3").await;
    discord.asked("1", "carl", "!b5-b4").await;
    let said = discord.asked("1", "ben", "!mod close #1 I lose").await;
    assert!(said.contains("manage"), "{said}");
    assert!(discord.asked("1", "ann", "!mod close #1").await.contains("Say why"));
    assert!(discord.asked("2", "ann", "!mod close #1 why").await.contains("no game #1"));
    let said = discord.asked("1", "ann", "!mod close #1 a dispute").await;
    assert!(said.contains("Close #1 of ben and carl without a result?"), "{said}");
    let said = discord
        .replies_at(channel_of("1"), Some(server("1")), "ann", "!mod close #1 a dispute yes")
        .await;
    let pinged: usize = said.iter().map(|reply| reply.ping.len()).sum();
    assert!(
        pinged == 2 && said[0].text.contains("a manager has closed #1. No result. Why: a dispute."),
        "{said:?}"
    );
    let said = discord.asked("1", "ben", "!b3-b4 #1").await;
    assert!(said.contains("#1") && said.contains("over"), "{said}");
    assert!(discord.asked("1", "ann", "!mod log").await.contains("ann closed #1: a dispute"));
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_reach_the_managers_and_nobody_else() {
    let folder = Folder::new();
    let (mut discord, clock) = discord(&folder);
    discord.asked("1", "ann", "!server set reports here").await;
    let said = discord
        .replies_at(channel_of("2"), Some(server("2")), "ben", "!report @carl insults")
        .await;
    assert_eq!(said.len(), 1, "no channel is chosen in that server: {said:?}");
    let said = discord
        .replies_at(channel_of("1"), Some(server("1")), "ben", "!report @carl insults")
        .await;
    let to: Vec<(&PlaceId, bool)> = said
        .iter()
        .map(|reply| (&reply.place, matches!(reply.audience, chat::Audience::Only(_))))
        .collect();
    assert_eq!(to, [(&channel_of("1"), true), (&channel_of("1"), false)]);
    assert!(said[1].text.contains("ben reports carl: insults") && said[1].ping.is_empty());
    for _ in 0..3 {
        discord.asked("1", "ben", "!report @carl again").await;
    }
    assert!(
        discord.asked("1", "ben", "!report @carl again").await.contains("5 reports within a day")
    );
    clock.advance(DAY + MINUTE);
    assert!(discord.asked("1", "ben", "!report @carl again").await.contains("Thank you"));
    let log = discord.asked("1", "ann", "!mod log").await;
    assert!(log.contains("ben reported carl: insults"), "{log}");
    assert!(discord.asked("1", "ben", "!mod log").await.contains("manage"));
    discord.table.stop().await;
}
