//! Whoever asks to be forgotten is: in the tables, in the bytes of the files, in what is said, and for good.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{fs, path::Path};

use host::{Clock as _, ManualClock};
use table::{GameNo, Person};

use crate::support::{
    servers::{Discord, channel_of, person, server},
    tables::{DAY, Folder, MINUTE, START},
};

const NAME: &str = "xanthippe";

/// The files of the folder of a database in whose bytes somebody stands.
fn files_with(folder: &Path, who: &Person) -> Vec<String> {
    let forms = [who.name.as_bytes(), who.id.key().as_bytes()];
    let has =
        |bytes: Vec<u8>| forms.iter().any(|form| bytes.windows(form.len()).any(|it| it == *form));
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = files.filter(|file| file.path().is_file() && has(fs::read(file.path()).unwrap()));
    files.map(|file| file.file_name().into_string().unwrap()).collect()
}

/// A host on which somebody has a game that is over, one that goes on, an offer, an event, a ban, and more.
async fn with_a_past(folder: &Folder, clock: &ManualClock) -> (Discord, Person) {
    let mut discord = Discord::at(&folder.db(), clock);
    let them = person(NAME, 900);
    discord.people.push(them.clone());
    let lines = [
        (NAME, "challenge @carl lyra white rated 2d/move"),
        ("carl", "accept"),
        (NAME, "b2-b3"),
        ("carl", "b5-b4"),
        (NAME, "resign yes"),
        ("ben", "challenge @xanthippe lyra white"),
        (NAME, "accept"),
        ("ben", "b2-b3"),
        (NAME, "b5-b4"),
        (NAME, "challenge anyone lyra"),
        ("dora", "challenge @xanthippe lyra"),
        ("ann", r#"tournament create "Cup" checkin:off start:2h"#),
        ("ann", "tournament join"),
        ("carl", "tournament join"),
        (NAME, "tournament join"),
        ("carl", "report @xanthippe xanthippe swears"),
        ("ann", "mod ban @xanthippe rated 60d swearing yes"),
    ];
    for (who, text) in lines {
        let said = discord.asked("1", who, &format!("!{text}")).await;
        assert!(!said.is_empty(), "{who}: {text}");
    }
    for text in ["vacation 2d", "notify turn dm", "block @eve", "premove if b3-b4 then b6-b5"] {
        discord.asked_in_private(NAME, text).await;
    }
    clock.advance(MINUTE);
    (discord, them)
}

/// What is said until nothing is due any more.
async fn settled(discord: &mut Discord, clock: &ManualClock) -> Vec<chat::Reply> {
    let mut said = Vec::new();
    for _ in 0..12 {
        clock.advance(MINUTE / 60);
        said.extend(discord.table.replies().await);
    }
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_left_of_them_and_nothing_comes_back() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let (mut discord, them) = with_a_past(&folder, &clock).await;
    let files = folder.db().parent().unwrap().to_owned();
    assert!(!files_with(&files, &them).is_empty());

    let said = discord.asked("1", NAME, "!privacy forget yes").await;
    assert!(said.contains("in our private chat"), "{said}");
    let said = discord.asked_in_private(NAME, "privacy forget").await;
    assert!(
        said.contains(
            "1 running game is resigned, 2 offers are withdrawn or declined, 1 event is left"
        ),
        "{said}"
    );
    assert!(said.contains("`privacy forget yes`"), "{said}");
    let said = discord.asked_in_private(NAME, "privacy forget yes").await;
    assert!(said.contains("You are forgotten"), "{said}");
    let said = settled(&mut discord, &clock).await;
    let words: Vec<&str> = said.iter().map(|reply| reply.text.as_str()).collect();
    let words = words.join("\n");
    assert!(words.contains("deleted player 1") && !words.contains(NAME), "{words}");
    assert!(said.iter().all(|reply| reply.ping.iter().all(|who| !who.is_deleted())), "{said:?}");
    let said = discord.replies_at(channel_of("1"), Some(server("1")), "ben", "!record #2").await;
    assert!(said[0].file().unwrap().text.contains("\"deleted player 1\""), "{said:?}");
    assert_eq!(files_with(&files, &them), Vec::<String>::new());

    // Named, mentioned and asked, they are not kept again; neither is what they say.
    for (who, text) in [
        ("ben", "!challenge @xanthippe lyra"),
        ("ben", "!profile @xanthippe"),
        ("ann", "!mod ban @xanthippe again"),
    ] {
        let said = discord.asked("1", who, text).await;
        assert_eq!(said, "That person plays no more.", "{text}");
    }
    let said = discord.asked("1", NAME, "!challenge @ben lyra").await;
    assert!(said.contains("You have asked to be forgotten"), "{said}");
    assert_eq!(discord.asked("1", NAME, "good morning").await, "");
    let said = discord.asked_in_private(NAME, "privacy export").await;
    assert!(said.contains("All that I keep of you"), "{said}");
    settled(&mut discord, &clock).await;
    discord.table.stop().await;
    assert_eq!(files_with(&files, &them), Vec::<String>::new());

    let mut discord = Discord::at(&folder.db(), &clock);
    discord.people.push(them.clone());
    let said = discord.asked_in_private(NAME, "privacy return yes").await;
    assert!(said.contains("You are new here") || said.contains("new here"), "{said}");
    let said = discord.asked("1", NAME, "!challenge @ben lyra rated 2d/move").await;
    assert!(said.contains("rated games begin for you on"), "{said}");
    clock.advance(DAY * 31);
    // The ban has outlived all of that.
    let said = discord.asked("1", NAME, "!challenge @ben lyra rated 2d/move").await;
    assert!(said.contains("swearing"), "{said}");
    let said = discord.asked("1", NAME, "!challenge @ben lyra").await;
    assert!(said.contains("Offer"), "{said}");
    discord.table.stop().await;
}

/// A record that was handed out before names somebody, and is the game as it is stored all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_from_before_holds() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let (mut discord, _) = with_a_past(&folder, &clock).await;
    let place = channel_of("1");
    let said = discord.replies_at(place, Some(server("1")), "carl", "!record #1").await;
    let record = said[0].file().expect("a record").text.clone();
    assert!(record.contains(NAME), "{record}");
    discord.asked_in_private(NAME, "privacy forget yes").await;
    settled(&mut discord, &clock).await;
    let said = discord.asked("1", "carl", &format!("!verify {record}")).await;
    assert!(said.contains("It is #1 as I have it"), "{said}");
    let said =
        discord.asked("1", "carl", &format!("!verify {}", record.replace("carl", "carla"))).await;
    assert!(!said.contains("as I have it."), "{said}");
    let game = discord.table.store.reader().unwrap().game_row(GameNo(1)).unwrap().unwrap();
    assert!(game.result.is_some());
    discord.table.stop().await;
}

/// Killed between the commit and what follows from it, the program ends what is open when it starts again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_open_ends_after_a_kill() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let (discord, them) = with_a_past(&folder, &clock).await;
    discord.table.stop().await;
    let store = store::Store::open(&folder.db()).unwrap();
    let batch = store::Batch { forgotten: vec![them.id.clone()], at: START, ..Default::default() };
    let (done, written) = std::sync::mpsc::channel();
    store.commit(batch, move |result| done.send(result).unwrap());
    written.recv().unwrap().unwrap();
    store.close();
    drop(store);
    let mut discord = Discord::at(&folder.db(), &clock);
    let said = settled(&mut discord, &clock).await;
    assert!(said.iter().any(|reply| reply.game == Some(GameNo(2))), "{said:?}");
    let heir = Person::deleted(them.id.platform(), 1).id;
    assert!(discord.table.store.reader().unwrap().open_games_of(&heir).unwrap().is_empty());
    discord.table.stop().await;
}

/// The files of a database as a kill leaves them at this instant, in a folder of their own.
fn as_left(folder: &Folder) -> Folder {
    let left = Folder::new();
    for entry in fs::read_dir(folder.db().parent().unwrap()).unwrap() {
        let file = entry.unwrap().path();
        fs::copy(&file, left.db().with_file_name(file.file_name().unwrap())).unwrap();
    }
    left
}

/// Whenever the program is killed after somebody has said yes, they are forgotten all the same, and what they had open ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_any_step_leaves_nothing_behind() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let (mut discord, them) = with_a_past(&folder, &clock).await;
    // The mark is written before anything else is: the files are those of before, with the mark of after.
    let before = as_left(&folder);
    discord.say(them.id.private_place(), None, NAME, "privacy forget yes");
    let mut left = Vec::new();
    // What is said is taken as late as can be, one answer after the other.
    for _ in 0..12 {
        discord.table.host.settled().await;
        left.push(as_left(&folder));
        clock.advance(MINUTE / 60);
    }
    let mark = |folder: &Folder| folder.db().with_file_name("test.db.forgotten");
    fs::copy(mark(&folder), mark(&before)).unwrap();
    left.push(before);
    discord.table.stop().await;
    for (step, folder) in left.iter().enumerate() {
        let clock = ManualClock::new(clock.now());
        let mut discord = Discord::at(&folder.db(), &clock);
        settled(&mut discord, &clock).await;
        let files = folder.db().parent().unwrap().to_owned();
        assert_eq!(files_with(&files, &them), Vec::<String>::new(), "step {step}");
        let heir = Person::deleted(them.id.platform(), 1).id;
        let reader = discord.table.store.reader().unwrap();
        assert!(reader.open_games_of(&heir).unwrap().is_empty(), "step {step}");
        let said = discord.asked("1", "ben", "!tournament pairings T1").await;
        assert!(!said.contains("deleted"), "step {step}: {said}");
        discord.table.stop().await;
    }
}

/// Whatever somebody is called, nothing but their name and their id goes: every log can be read, and all that waits to be
/// said is said.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_like_a_word_of_ours_takes_nothing_else_along() {
    let names = [
        "Created", "joined", "left", "Evening", "discord", "channel", "private", "Place", "Only",
        "person", "white", "lyra", "accept", "2", "1",
    ];
    for name in names {
        let (folder, clock) = (Folder::new(), ManualClock::new(START));
        let mut discord = Discord::at(&folder.db(), &clock);
        let them = person(name, 901);
        discord.people.push(them.clone());
        for (who, text) in [
            ("ann", r#"!tournament create "Cup" checkin:off start:2h"#),
            ("ben", "!tournament join"),
            ("carl", "!tournament join"),
            ("dora", "!tournament join"),
            ("dora", "!tournament leave"),
            (name, "!tournament join"),
            (name, "!challenge anyone lyra white"),
            ("ben", "!accept #1"),
        ] {
            let said = discord.asked("1", who, text).await;
            assert!(!said.is_empty(), "{name}: {text}");
        }
        // The platform does not take what is said next.
        for (who, text) in [(name, "!b2-b3 #1"), ("carl", "!challenge anyone lyra")] {
            discord.say(channel_of("1"), Some(server("1")), who, text);
        }
        let before = discord.table.heard().await;
        assert_eq!(before.len(), 2, "{name}: {before:?}");
        discord.say(them.id.private_place(), None, name, "privacy forget yes");
        discord.table.heard().await;
        discord.table.stop().await;

        let mut discord = Discord::at(&folder.db(), &clock);
        let words: Vec<String> =
            settled(&mut discord, &clock).await.into_iter().map(|reply| reply.text).collect();
        let words = words.join("\n");
        assert!(
            words.contains("moved b2-b3") && words.contains("looks for an opponent"),
            "{words}"
        );
        assert!(words.contains("deleted player 1 resigned"), "{name}: {words}");
        assert!(words.contains("`accept #2`") || words.contains("`!accept #2`"), "{name}: {words}");
        let said = discord.asked("1", "ben", "!tournament info T1").await;
        assert!(said.contains("ben") && said.contains("carl"), "{name}: {said}");
        discord.table.stop().await;
    }
}

/// Who is forgotten is forgotten once, however often they ask for it, and whoever owns the bot cannot bring them back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_forgotten_twice_or_kept_by_a_ban() {
    let (folder, clock) = (Folder::new(), ManualClock::new(START));
    let mut discord = Discord::owned_by(Some("dora"), &folder.db(), &clock);
    let ben = discord.people[1].clone();
    discord.asked("1", "ben", "!challenge anyone lyra").await;
    discord.asked_in_private("ben", "privacy forget yes").await;
    let said = discord.asked_in_private("ben", "privacy forget yes").await;
    assert!(said.contains("You have asked to be forgotten"), "{said}");
    let key = ben.id.key();
    for line in [
        format!("ban person {key} noise yes"),
        format!("unban person {key} noise yes"),
        format!("export {key}"),
        format!("forget {key} yes"),
    ] {
        let said = discord.asked_in_private("dora", &format!("owner {line}")).await;
        assert_eq!(said, "That person plays no more.", "{line}");
    }
    discord.table.stop().await;
    let files = folder.db().parent().unwrap().to_owned();
    let id = Person { name: ben.id.key().to_owned(), ..ben };
    assert_eq!(files_with(&files, &id), Vec::<String>::new());
}
