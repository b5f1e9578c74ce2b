//! The owner of the bot: what they alone can say, whom and what they keep out, and what they alone are told.

use std::{sync::Arc, time::Duration};

use chat::Reply;
use host::{Alarm, Backups, Clock, HostEvent, HostSettings, Maintenance, ManualClock};
use serde_json::{Value, json};
use store::BackupFolder;
use table::{PlaceId, Platform, ServerId};

use crate::{
    discord_taps::button,
    support::{
        discord_hosted::Hosted,
        servers::{Discord, channel_of, server},
        stand_in::{ANN, BEN, GUILD, Guild, Post, Said, Someone, StandIn, World, dm, line},
        tables::{DAY, Folder, HOUR, MINUTE, START, Table, channel, person},
    },
};

/// A host that Dora owns, and its clock. Ann manages each server.
fn owned(folder: &Folder) -> (Discord, ManualClock) {
    let clock = ManualClock::new(START);
    (Discord::owned_by(Some("dora"), &folder.db(), &clock), clock)
}

/// The key of somebody's id.
fn key(discord: &Discord, who: &str) -> String {
    let person = discord.people.iter().find(|one| one.name == who).expect("somebody");
    person.id.key().to_owned()
}

/// The private chat of somebody.
fn private(discord: &Discord, who: &str) -> PlaceId {
    let person = discord.people.iter().find(|one| one.name == who).expect("somebody");
    person.id.private_place()
}

/// All that the host tells its adapter until nothing is under way.
async fn events(discord: &mut Discord) -> Vec<HostEvent> {
    discord.table.host.settled().await;
    std::iter::from_fn(|| discord.table.outbox.try_recv().ok()).collect()
}

/// The servers that the host lets its adapter leave.
fn left(events: Vec<HostEvent>) -> Vec<ServerId> {
    let left = events.into_iter().filter_map(|event| match event {
        HostEvent::LeaveServer(server) => Some(server),
        _ => None,
    });
    left.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn to_everybody_else_there_is_no_such_command() {
    let folder = Folder::new();
    let (mut discord, _clock) = owned(&folder);
    let ben = key(&discord, "ben");
    let bans = format!("ban person {ben} noise yes");
    for rest in ["log", "servers", "", &bans, "export 5", "forget 5 yes"] {
        let (line, unknown) = (format!("owner {rest}"), format!("ownqr {rest}"));
        for who in ["ann", "carl", "eve"] {
            let said = discord.asked_in_private(who, &line).await;
            let like = discord.asked_in_private(who, &unknown).await;
            assert!(!like.is_empty(), "{who}: {unknown}");
            assert_eq!(said, like.replace("ownqr", "owner"), "{who}: {line}");
        }
        // In a channel the owner reads no more than anybody, with a prefix and without one.
        for who in ["ann", "carl", "dora"] {
            for prefix in ["!", ""] {
                let said = discord.asked("1", who, &format!("{prefix}{line}")).await;
                let like = discord.asked("1", who, &format!("{prefix}{unknown}")).await;
                assert_eq!(said, like.replace("ownqr", "owner"), "{who}: {prefix}{line}");
            }
        }
    }
    // Nothing was done, and help tells nobody of it.
    assert!(discord.asked_in_private("ben", "games").await.contains("no game"));
    for line in ["help", "help owner", "?"] {
        let said = discord.asked_in_private("carl", line).await;
        assert!(!said.contains("owner ban"), "{said}");
    }
    assert_eq!(
        discord.asked_in_private("dora", "owner log").await,
        "No owner has done anything yet."
    );
    assert!(discord.asked_in_private("dora", "owner").await.contains("owner ban person ID why"));
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_kept_out_can_use_privacy_alone() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    let ben = key(&discord, "ben");
    discord.asked("1", "ben", "!challenge @carl lyra white").await;
    discord.asked("1", "carl", "!accept").await;
    discord.asked("1", "ben", "!challenge anyone martian").await;
    let said = discord.asked_in_private("dora", &format!("owner ban person {ben}")).await;
    assert!(said.contains("Say why"), "{said}");
    let ban = format!("owner ban person {ben} insults people");
    let said = discord.asked_in_private("dora", &ban).await;
    assert!(said.contains(&format!("Keep ben (`{ben}`) out")) && said.contains("yes`"), "{said}");
    assert!(!discord.asked("1", "ben", "!games").await.contains("kept from"));
    let said = discord.asked_in_private("dora", &format!("{ban} yes")).await;
    assert!(said.contains("is kept out"), "{said}");

    let refusal = "You are kept from using me. Why: insults people. `privacy` still works.";
    discord.table.stop().await;
    let mut discord = Discord::owned_by(Some("dora"), &folder.db(), &clock);
    for line in ["!games", "!challenge @carl", "c2-c3", "!resign #1 yes", "!hlep", "!block @ann"] {
        let replies = discord.replies_at(channel_of("1"), Some(server("1")), "ben", line).await;
        let [said] = replies.as_slice() else { panic!("one answer to {line}: {replies:?}") };
        assert_eq!(said.text, refusal, "{line}");
        assert!(matches!(&said.audience, chat::Audience::Only(who) if who.key() == ben), "{line}");
    }
    assert_eq!(discord.asked_in_private("ben", "board").await, refusal);
    assert_eq!(discord.asked("1", "ben", "good morning").await, "", "talk stays talk");
    assert!(discord.asked_in_private("ben", "privacy").await.contains("What I keep of you"));
    assert!(
        discord.asked_in_private("ben", "privacy export").await.contains("for your eyes alone")
    );
    // Others read that he does not play, and nothing of why.
    let said = discord.asked("1", "carl", "!challenge @ben lyra").await;
    assert_eq!(said, "ben does not play with me.");
    let said = discord.asked("1", "carl", "!accept #2").await;
    assert!(said.contains("#2 is no longer open"), "{said}");

    let said = discord.asked_in_private("dora", &format!("{ban} yes")).await;
    assert!(said.contains("kept out already"), "{said}");
    let dora = key(&discord, "dora");
    let said = discord.asked_in_private("dora", &format!("owner ban person {dora} x yes")).await;
    assert!(said.contains("one of my owners"), "{said}");
    let unban = format!("owner unban person <@{ben}> has said sorry yes");
    assert!(discord.asked_in_private("dora", &unban).await.contains("can use me again"));
    assert!(discord.asked("1", "ben", "!board").await.contains("#1"));
    let said = discord.asked_in_private("dora", "owner log").await;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    let unbanned = format!("dora (`{dora}`) unbanned ben (`{ben}`): has said sorry");
    assert!(lines[0].contains(&unbanned), "{said}");
    assert!(lines[1].contains(&format!("banned ben (`{ben}`): insults people")), "{said}");
    // The managers of a server read nothing of it.
    assert_eq!(discord.asked("1", "ann", "!mod log").await, "Nothing has been moderated here.");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_kept_out_leaves_the_events_of_every_server() {
    let folder = Folder::new();
    let (mut discord, _clock) = owned(&folder);
    for of in ["1", "2"] {
        discord.asked(of, "ann", "!tournament create \"Friday\" start:2h").await;
        let said = discord.asked(of, "ben", "!tournament join").await;
        assert!(said.contains("ben has entered"), "{said}");
    }
    let ban = format!("owner ban person {} cheats yes", key(&discord, "ben"));
    let said = discord.asked_in_private("dora", &ban).await;
    assert!(said.contains("T1") && said.contains("T2"), "{said}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_kept_out_is_left_again_and_again() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    discord.table.host.places(server("2"), vec![channel_of("2")]);
    discord.asked("1", "ben", "!challenge @carl lyra").await;
    discord.asked("1", "carl", "!accept").await;
    assert_eq!(
        discord.asked_in_private("dora", "owner servers").await,
        "Servers: 2, with 1 running and 0 finished games.\n`1` · 1 running, 0 finished\n`2` · 0 running, 0 finished"
    );
    let said = discord.asked_in_private("dora", "owner ban server 2 raids").await;
    assert!(said.contains("Keep the server `2` out"), "{said}");
    assert_eq!(left(events(&mut discord).await), []);
    let place = private(&discord, "dora");
    // What is said is looked at below; here it is what the adapter is told.
    let author = discord.people.iter().find(|one| one.name == "dora").expect("Dora").clone();
    let id = table::MessageId::new(Platform::Discord, "ban");
    let line = "owner ban server 2 raids yes";
    discord.table.host.receive(chat::Incoming::line(id, author, place, line, START));
    assert_eq!(left(events(&mut discord).await), [server("2")]);
    // Until it is left, nothing is answered there.
    assert_eq!(discord.asked("2", "ann", "!help").await, "");
    assert!(discord.asked("1", "ann", "!help").await.contains("Play"));
    // Somebody invites it again, and the program is started again after it was killed before it left.
    discord.table.host.places(server("2"), vec![channel_of("2")]);
    assert_eq!(left(events(&mut discord).await), [server("2")]);
    discord.table.stop().await;
    let mut discord = Discord::owned_by(Some("dora"), &folder.db(), &clock);
    assert_eq!(left(events(&mut discord).await), [server("2")]);
    let said = discord.asked_in_private("dora", "owner servers").await;
    assert!(said.contains("`2` · 0 running, 0 finished · kept out"), "{said}");
    discord.asked_in_private("dora", "owner unban server 2 they have new managers yes").await;
    discord.table.host.places(server("2"), vec![channel_of("2")]);
    assert_eq!(left(events(&mut discord).await), []);
    assert!(discord.asked("2", "ann", "!help").await.contains("Play"));
    let said = discord.asked_in_private("dora", "owner log").await;
    assert!(said.contains("banned server 2, raids"), "{said}");
    assert!(said.contains("unbanned server 2, they have new managers"), "{said}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_is_handed_what_anybody_is_handed_of_theirs() {
    let folder = Folder::new();
    let (mut discord, _clock) = owned(&folder);
    discord.asked("1", "ben", "!challenge @carl lyra").await;
    let file = |replies: &[Reply]| -> Value {
        let text = &replies[0].file().expect("a file").text;
        serde_json::from_str(text).expect("it is JSON")
    };
    let place = private(&discord, "ben");
    let own = file(&discord.replies_at(place, None, "ben", "privacy export").await);
    let (place, line) =
        (private(&discord, "dora"), format!("owner export {}", key(&discord, "ben")));
    assert_eq!(file(&discord.replies_at(place.clone(), None, "dora", &line).await), own);
    let none = discord.replies_at(place, None, "dora", "owner export 5").await;
    assert_eq!(file(&none)["person"], json!([]));
    let said = discord.asked_in_private("dora", "owner export ben").await;
    assert!(said.contains("That is no id"), "{said}");
    let said = discord.asked_in_private("dora", "owner log").await;
    assert!(said.lines().count() == 2 && said.contains("exported ben"), "{said}");
    discord.table.stop().await;
}

/// The alarms among all that is said by now, each with the place in which it is said.
async fn alarms(discord: &mut Discord) -> Vec<(PlaceId, String)> {
    let said = discord.table.replies().await;
    let alarms = said.into_iter().filter(|reply| reply.text.starts_with("To my owner: "));
    alarms.map(|reply| (reply.place, reply.text)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_alarm_is_told_once_a_day_and_to_the_owner_alone() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    let owner = private(&discord, "dora");
    for n in 0..3 {
        discord.table.host.alarm(Alarm::NoBackup);
        let told = alarms(&mut discord).await;
        assert_eq!(told.len(), usize::from(n == 0), "{told:?}");
        if let Some((place, words)) = told.first() {
            assert!(*place == owner && words.contains("no backup for two days"), "{told:?}");
        }
    }
    // Another one is another matter, and a restart none.
    discord.table.host.alarm(Alarm::Unsent);
    assert_eq!(alarms(&mut discord).await.len(), 1);
    discord.table.stop().await;
    let mut discord = Discord::owned_by(Some("dora"), &folder.db(), &clock);
    clock.advance(HOUR * 23);
    discord.table.host.alarm(Alarm::NoBackup);
    assert_eq!(alarms(&mut discord).await, []);
    clock.advance(HOUR);
    discord.table.host.alarm(Alarm::NoBackup);
    assert_eq!(alarms(&mut discord).await.len(), 1);
    discord.table.stop().await;
}

/// The database is looked after until the owner is told of something.
async fn looked_after(
    discord: &mut Discord,
    backups: Backups,
) -> (Maintenance, Vec<(PlaceId, String)>) {
    let clock = discord.table.clock.clone();
    let clocks: Arc<dyn Clock> = Arc::new(clock.clone());
    let maintenance =
        Maintenance::start(&discord.table.store, backups, &clocks, &discord.table.host);
    loop {
        clock.advance(HOUR);
        // It is looked after on another thread.
        tokio::time::sleep(Duration::from_millis(5)).await;
        let told = alarms(discord).await;
        if !told.is_empty() {
            return (maintenance, told);
        }
    }
}

/// What the program or its owner has set aside is the owner's to delete.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_may_hold_somebody_forgotten_are_listed_to_the_owner() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    let name = "test.db.set-aside-2027-01-01-000000";
    std::fs::write(folder.db().with_file_name(name), "").expect("a file");
    let kept = folder.db().with_file_name("kept");
    discord.asked("1", "ben", "!challenge anyone lyra").await;
    clock.advance(HOUR);
    discord.asked_in_private("ben", "privacy forget yes").await;
    let backups = Backups { folder: BackupFolder::new(kept, &folder.db(), 3), are_made: false };
    let (maintenance, told) = looked_after(&mut discord, backups).await;
    let owner = private(&discord, "dora");
    assert!(told[0].0 == owner && told[0].1.contains(&format!("`{name}`")), "{told:?}");
    assert_eq!(told.len(), 1, "{told:?}");
    maintenance.stop().await;
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_days_without_a_backup_are_told_of() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    // The folder of the backups is no folder.
    let kept = folder.db().with_file_name("kept");
    std::fs::write(&kept, "in the way").expect("a file");
    let backups = Backups { folder: BackupFolder::new(kept, &folder.db(), 3), are_made: true };
    let (maintenance, told) = looked_after(&mut discord, backups).await;
    assert!(clock.now() - START >= 2 * table::DAY, "it is told too early");
    assert!(told[0].1.contains("no backup for two days") && told.len() == 1, "{told:?}");
    maintenance.stop().await;
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_takes_nothing_is_told_of_all_the_same() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    let owner = private(&discord, "dora");
    discord.asked("1", "ben", "!challenge @carl lyra").await;
    // SQLite says that the disk is full of a table that has used up its numbers, too.
    let full: String = ["handled", "outbox", "setting", "wake"]
        .map(|table| {
            format!(
                "CREATE TRIGGER full_{table} BEFORE INSERT ON {table}
                 BEGIN INSERT INTO used_up VALUES (NULL); END;"
            )
        })
        .concat();
    let sql = |sql: &str| {
        let db = rusqlite::Connection::open(folder.db()).expect("the database opens");
        db.execute_batch(sql).expect("the statements hold");
    };
    sql(&format!(
        "CREATE TABLE used_up (n INTEGER PRIMARY KEY AUTOINCREMENT);
         INSERT INTO used_up VALUES (9223372036854775807); {full}"
    ));
    for (pause, n) in [(MINUTE, 1), (HOUR, 0), (DAY, 1)] {
        clock.advance(pause);
        let said = discord.replies_at(channel_of("1"), Some(server("1")), "carl", "!accept").await;
        let told: Vec<_> = said.iter().filter(|reply| reply.text.contains("To my owner")).collect();
        assert_eq!(told.len(), n, "{said:?}");
        assert!(told.iter().all(|reply| reply.place == owner && reply.text.contains("the disk")));
        assert!(said.len() > n, "whoever wanted something is answered");
    }
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_that_nobody_takes_for_ten_minutes_is_told_of() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    let owner = private(&discord, "dora");
    let author = discord.people[1].clone();
    let id = table::MessageId::new(Platform::Discord, "held");
    let line = chat::Incoming::line(id, author, channel_of("1"), "!challenge anyone lyra", START);
    let server = Some(server("1"));
    discord.table.host.receive(chat::Incoming { server, ..line });
    // The platform does not take it.
    assert!(!discord.table.heard().await.is_empty());
    clock.advance(MINUTE * 9);
    assert_eq!(discord.table.heard().await, [""; 0]);
    clock.advance(MINUTE);
    let told = discord.table.heard().await;
    assert!(matches!(told.as_slice(), [one] if one.contains("ten minutes")), "{told:?}");
    assert_eq!(discord.table.undelivered.last().map(|out| &out.reply.place), Some(&owner));
    clock.advance(HOUR * 10);
    assert_eq!(discord.table.heard().await, [""; 0], "once a day");
    // Once all is taken, there is nothing to tell, and what the owner does not take tells of nothing.
    discord.table.undelivered.retain(|out| out.reply.place != owner);
    discord.table.deliver().await;
    clock.advance(DAY * 2);
    let said = discord.table.heard().await;
    assert!(!said.iter().any(|words| words.contains("To my owner")), "{said:?}");
    discord.table.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_has_the_owners_that_its_settings_name() {
    let folder = Folder::new();
    let owners = vec![person("ben").id];
    let settings = HostSettings { owners, ..HostSettings::new(Platform::Local) };
    let mut table = Table::with(&folder.db(), &ManualClock::new(START), settings);
    let words = |said: Vec<Reply>| said.into_iter().map(|one| one.text).collect::<String>();
    let at = |name: &str| person(name).id.private_place();
    assert_eq!(
        words(table.asked_in(at("ben"), "ben", "owner log").await),
        "No owner has done anything yet."
    );
    // Whoever manages the page does not own the bot.
    for (place, name) in [(at("ann"), "ann"), (channel(), "ben"), (channel(), "ann")] {
        let said = words(table.asked_in(place.clone(), name, "owner log").await);
        let like = words(table.asked_in(place, name, "ownqr log").await);
        assert_eq!(said, like.replace("ownqr", "owner"), "{name}");
    }
    let ban = "owner ban person carl noise yes";
    assert!(words(table.asked_in(at("ben"), "ben", ban).await).contains("is kept out"));
    assert!(table.asked("carl", "help").await.contains("kept from using me. Why: noise"));
    let said = words(table.asked_in(at("ben"), "ben", "owner ban server 1 noise yes").await);
    assert!(said.contains("That is no id"), "{said}");
    table.stop().await;
}

/// The bot on Discord, which tells that Ann owns it.
async fn hosted() -> Hosted {
    let (hosted, _clock) = Hosted::by_clock_after(START, |discord: &StandIn| {
        let owner = json!({ "owner": { "id": ANN.id.to_string() } });
        let Value::Object(application) = owner else { unreachable!("it is an object") };
        discord.world().application = application;
    })
    .await;
    hosted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn discord_tells_who_owns_the_bot_and_lets_it_leave_a_server() {
    let hosted = hosted().await;
    let discord = &hosted.discord;
    let answer = async |who: Someone, text: &str, words: &str| {
        discord.say(Said { channel: dm(who), ..line(who, text) });
        let has_them = |post: &&Post| post.channel == dm(who) && post.text().contains(words);
        discord.until(words, |world| world.posts.iter().find(has_them).map(|_| ())).await;
    };
    answer(BEN, "owner servers", "I do not know `owner`").await;
    answer(ANN, "owner servers", &format!("`{GUILD}` · 0 running")).await;
    let ban = format!("owner ban server {GUILD} a test yes");
    answer(ANN, &ban, "I leave the server").await;
    let is_out =
        |world: &mut World| world.guilds.iter().all(|guild| guild.id != GUILD).then_some(());
    discord.until("the bot leaves", is_out).await;
    discord.invite(Guild::first());
    discord.until("the bot leaves again", is_out).await;
    answer(ANN, "owner servers", "kept out").await;
    // The question has a button.
    answer(ANN, "owner ban person 12345 a test", "Keep `12345` out").await;
    let is_question = |post: &&Post| post.text().contains("Keep `12345` out");
    let question = discord.world().posts.iter().find(is_question).cloned().expect("it was asked");
    discord.press(ANN, question.id, &button(&question.payload, &["Yes"]));
    let is_done = |post: &&Post| post.text().contains("`12345` is kept out");
    discord.until("it is done", |world| world.posts.iter().find(is_done).map(|_| ())).await;
    hosted.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_forgotten_on_request() {
    let folder = Folder::new();
    let (mut discord, clock) = owned(&folder);
    let ben = key(&discord, "ben");
    discord.asked("1", "ben", "!challenge @carl lyra white").await;
    discord.asked("1", "carl", "!accept").await;
    let forget = format!("owner forget {ben}");
    let said = discord.asked_in_private("dora", &forget).await;
    assert!(said.contains(&format!("Forget ben (`{ben}`)?")), "{said}");
    let said = discord.asked_in_private("dora", &format!("{forget} yes")).await;
    assert!(
        said.contains("They are forgotten") && said.contains("deleted player 1 resigned"),
        "{said}"
    );
    clock.advance(MINUTE);
    let said = discord.asked_in_private("dora", "owner log").await;
    assert!(said.contains("forgot deleted player 1"), "{said}");
    assert_eq!(discord.asked_in_private("dora", &forget).await, "That person plays no more.");
    assert!(discord.asked("1", "ben", "!games").await.contains("asked to be forgotten"));
    discord.table.stop().await;
}
