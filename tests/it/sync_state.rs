//! How the host keeps touch with a platform that it may lose: what it keeps for the adapter, up to which
//! message each place has come, and that no message counts twice. The real host on a real store, in
//! the place of Discord's adapter; in `full_disk`, on a disk that has no room for a while; in `threads`, with games that
//! are played in threads.

#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod events;
mod full_disk;
mod threads;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use chat::{Addressing, Incoming, LostThread, Outgoing};
use host::{
    Clock as _, HostEvent, HostHandle, HostSettings, LivePlace, ManualClock, MessageOutcome,
    Outbox, SystemEntropy,
};
use render::Renderer;
use store::Store;
use table::{Area, GameNo, MessageId, Millis, Person, PersonId, PlaceId, Platform, ServerId};

/// When a test begins.
const START: Millis = 1_800_000_000_000;
/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn person(name: &str) -> Person {
    let key = match name {
        "ann" => "801",
        "ben" => "802",
        _ => "803",
    };
    Person { id: PersonId::new(Platform::Discord, key), name: name.to_owned() }
}

fn channel(key: &str) -> PlaceId {
    PlaceId::channel(Platform::Discord, key)
}

fn server() -> ServerId {
    ServerId::new(Platform::Discord, "1")
}

fn message(id: u64) -> MessageId {
    MessageId::new(Platform::Discord, id.to_string())
}

/// A host in the place of Discord's adapter, with its clock and the id of the last message.
struct Table {
    store: Store,
    host: HostHandle,
    outbox: Outbox,
    clock: ManualClock,
    last: u64,
}

/// What the host has said, and what has become of messages, in order.
#[derive(Debug, Default)]
struct Heard {
    replies: Vec<Outgoing>,
    ends: Vec<(MessageId, MessageOutcome)>,
}

impl Heard {
    fn texts(&self) -> String {
        let lines = self.replies.iter().map(|out| {
            let place = out.reply.place.to_string();
            format!("{}: {}", place.trim_start_matches("discord:"), out.reply.text)
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Table {
    fn open(database: &Path) -> Self {
        Self::at(database, ManualClock::new(START), 100)
    }

    fn at(database: &Path, clock: ManualClock, last: u64) -> Self {
        let store = Store::open(database).expect("the store opens");
        let (host, outbox) = host::start(
            store.clone(),
            HostSettings::new(Platform::Discord),
            Arc::new(clock.clone()),
            Box::new(SystemEntropy),
            Renderer::blank(),
        )
        .expect("the host starts");
        Self { store, host, outbox, clock, last }
    }

    /// The program ends and begins again.
    async fn restarted(self, database: &Path) -> Self {
        let (clock, last) = (self.clock.clone(), self.last);
        self.stop().await;
        Self::at(database, clock, last)
    }

    async fn stop(self) {
        self.host.stop().await;
        self.store.close();
    }

    /// A message of somebody in a channel of the server 1, or in their private chat.
    fn typed(&mut self, name: &str, place: &PlaceId, text: &str) -> Incoming {
        self.last += 1;
        let is_private = place.owner().is_some();
        let line =
            Incoming::line(message(self.last), person(name), place.clone(), text, self.clock.now());
        Incoming {
            mentioned: ["ann", "ben", "carl"].map(person).to_vec(),
            addressing: if is_private { Addressing::Private } else { Addressing::Channel },
            server: (!is_private).then(server),
            ..line
        }
    }

    async fn heard(&mut self) -> Heard {
        tokio::time::timeout(PATIENCE, self.host.settled()).await.expect("it settles");
        let mut heard = Heard::default();
        while let Ok(event) = self.outbox.try_recv() {
            match event {
                HostEvent::Say(out) => {
                    if let Some(outbox) = out.outbox {
                        // The platform has it under an id of its own.
                        let id = message(1_000_000 + outbox);
                        self.host.delivered(outbox, Some(id), self.clock.now());
                    }
                    heard.replies.push(out);
                }
                HostEvent::MessageOutcome { message, end } => heard.ends.push((message, end)),
                HostEvent::Forgotten { .. } => {}
                HostEvent::LeaveServer(_) | HostEvent::AskWhoLeft { .. } => {}
            }
        }
        heard
    }

    async fn asked(&mut self, name: &str, place: &PlaceId, text: &str) -> String {
        let incoming = self.typed(name, place, text);
        self.host.receive(incoming);
        self.heard().await.texts()
    }

    /// Ann and Ben play a game in a channel.
    async fn game(&mut self, place: &PlaceId) {
        self.asked("ann", place, "!challenge @ben lyra white").await;
        let begun = self.asked("ben", place, "!accept").await;
        assert!(begun.contains("begins"), "{begun}");
    }

    /// A message of some minutes ago that is read back late.
    fn late(&mut self, name: &str, place: &PlaceId, text: &str, minutes: i64) -> Incoming {
        let typed = self.typed(name, place, text);
        Incoming { late: true, at: typed.at - minutes * 60_000, ..typed }
    }

    async fn live(&self) -> Vec<LivePlace> {
        self.host.live_places().await
    }

    /// Waits until every write that has begun is done.
    async fn written(&mut self) {
        assert!(self.host.keep("written".into(), Some("now".into())).await);
        // The end of an earlier write may have brought a further one.
        self.heard().await;
        assert!(self.host.keep("written".into(), None).await);
        self.heard().await;
    }
}

fn database() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    (folder, path)
}

/// A database with a game in the first channel, and the host on it.
async fn with_game() -> (tempfile::TempDir, PathBuf, Table, PlaceId) {
    let (folder, path) = database();
    let (mut table, one) = (Table::open(&path), channel("1"));
    table.game(&one).await;
    (folder, path, table, one)
}

#[tokio::test]
async fn what_the_adapter_keeps_outlives_the_program() {
    let (_folder, path) = database();
    let table = Table::open(&path);
    let keep =
        |key: &str, value: Option<&str>| table.host.keep(key.to_owned(), value.map(str::to_owned));
    assert!(keep("gateway/session/0", Some("one")).await);
    assert!(keep("gateway/session/0", Some("two")).await && keep("a", Some("b")).await);
    assert!(keep("a", None).await);
    assert!(!keep("", Some("x")).await && !keep("k", Some(&"x".repeat(65_537))).await);
    // Nobody has to wait for it.
    drop(keep("later", Some("kept")));
    let table = table.restarted(&path).await;
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(table.host.kept().await, [pair("gateway/session/0", "two"), pair("later", "kept")]);
    let host = table.host.clone();
    table.stop().await;
    assert!(
        !host.keep("a".into(), Some("b".into())).await,
        "a host that has stopped keeps nothing"
    );
    assert!(host.kept().await.is_empty() && host.live_places().await.is_empty());
}

#[tokio::test]
async fn a_place_with_a_game_remembers_how_far_it_has_come() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let [one, two, quiet] = ["1", "2", "3"].map(channel);
    table.game(&one).await;
    table.clock.advance(Duration::from_secs(60));
    table.game(&two).await;
    for (place, id) in [(&one, 102), (&one, 99), (&one, 1_000), (&one, 200), (&quiet, 5)] {
        table.host.caught_up(place.clone(), message(id));
    }
    let live = |after: Option<u64>| {
        vec![
            LivePlace {
                place: one.clone(),
                server: Some(server()),
                after: after.map(message),
                since: START,
            },
            LivePlace {
                place: two.clone(),
                server: Some(server()),
                after: None,
                since: START + 60_000,
            },
        ]
    };
    assert_eq!(table.live().await, live(Some(1_000)));
    table.last = 1_000;
    let mut table = table.restarted(&path).await;
    assert_eq!(table.live().await, live(Some(1_000)));
    // The one that has waited longest comes first.
    table.clock.advance(Duration::from_secs(60));
    table.asked("ann", &one, "c2-c3").await;
    let places: Vec<_> = table.live().await.into_iter().map(|live| live.place).collect();
    assert_eq!(places, [two.clone(), one.clone()]);
    // Without a game nothing needs the mark.
    table.asked("ben", &one, "!resign yes").await;
    let table = table.restarted(&path).await;
    assert_eq!(table.live().await.len(), 1);
    let table = table.restarted(&path).await;
    assert!(table.store.reader().unwrap().place_marks(Platform::Discord).unwrap().is_empty());
    table.stop().await;
}

#[tokio::test]
async fn private_chats_count_where_something_may_be_said_in_them() {
    let (_folder, _path, mut table, one) = with_game().await;
    let [ann, ben, carl] = ["ann", "ben", "carl"].map(|name| person(name).id.private_place());
    let places = |live: Vec<LivePlace>| live.into_iter().map(|one| one.place).collect::<Vec<_>>();
    assert_eq!(places(table.live().await), std::slice::from_ref(&one));
    // Ann has a game and has written in private; Carl has none.
    for place in [&ann, &carl] {
        table.host.caught_up(place.clone(), message(500));
    }
    let mut known = places(table.live().await);
    known.sort();
    assert_eq!(known, [one.clone(), ann.clone()]);
    // Men are arranged in private.
    table.asked("ann", &one, "!challenge @ben cyvasse").await;
    let begun = table.asked("ben", &one, "!accept").await;
    assert!(begun.contains("private"), "{begun}");
    let mut known = places(table.live().await);
    known.sort();
    assert_eq!(known, [one, ann, ben]);
    table.stop().await;
}

#[tokio::test]
async fn nothing_is_answered_twice() {
    let (_folder, path, mut table, one) = with_game().await;
    let question = table.typed("ann", &one, "!board");
    let talk = table.typed("ann", &one, "hello there");
    let wrong = table.typed("ann", &one, "c2-c9");
    let played = table.typed("ann", &one, "c2-c3");
    let all = [question, talk, wrong, played];
    all.iter().for_each(|msg| table.host.receive(msg.clone()));
    let ends = |heard: &Heard| {
        let mut ends = heard.ends.clone();
        ends.sort_by(|(one, _), (other, _)| one.key().cmp(other.key()));
        ends.into_iter().map(|(_, end)| end).collect::<Vec<_>>()
    };
    let heard = table.heard().await;
    assert_eq!(
        ends(&heard),
        [
            MessageOutcome::Answered,
            MessageOutcome::Silent,
            MessageOutcome::Answered,
            MessageOutcome::Answered
        ]
    );
    assert_eq!(heard.replies.len(), 3, "{}", heard.texts());
    // Once more in the same run, and after a restart, with which the mark covers the talk.
    for restart in [false, true] {
        if restart {
            table.host.caught_up(one.clone(), message(table.last));
            table = table.restarted(&path).await;
        }
        all.iter().for_each(|msg| table.host.receive(msg.clone()));
        let heard = table.heard().await;
        assert_eq!(ends(&heard), [MessageOutcome::Repeated; 4]);
        assert!(heard.replies.is_empty(), "{}", heard.texts());
    }
    // What is newer is handled.
    assert!(table.asked("ann", &one, "!board").await.contains("ben"));
    table.stop().await;
}

#[tokio::test]
async fn answers_that_no_mark_covers_are_not_given_again_after_a_restart() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let place = channel("1");
    let question = table.typed("ann", &place, "!help");
    table.host.receive(question.clone());
    assert_eq!(table.heard().await.replies.len(), 1);
    table.written().await;
    let mut table = table.restarted(&path).await;
    table.host.receive(question);
    let heard = table.heard().await;
    assert_eq!((heard.replies.len(), heard.ends[0].1), (0, MessageOutcome::Repeated));
    table.stop().await;
}

#[tokio::test]
async fn what_was_played_meanwhile_is_played_as_of_then() {
    let (_folder, _path, mut table, one) = with_game().await;
    table.clock.advance(Duration::from_secs(3_600));
    table.host.hold(Area::Place(one.clone()));
    let moves = [
        table.late("ann", &one, "c2-c3", 30),
        table.late("ben", &one, "d5-d4", 20),
        table.late("ann", &one, "b2-b3", 10),
    ];
    moves.iter().for_each(|msg| table.host.receive(msg.clone()));
    let heard = table.heard().await;
    assert_eq!(
        heard.ends.iter().map(|(_, end)| *end).collect::<Vec<_>>(),
        [MessageOutcome::Answered; 3]
    );
    table.host.release(Area::Place(one.clone()));
    assert_eq!(table.heard().await.texts(), "");
    let (row, events) = table.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
    assert_eq!(row.ply, 3);
    let at: Vec<Millis> =
        events.iter().filter(|event| event.ply.is_some()).map(|event| event.at).collect();
    assert_eq!(at, moves.map(|msg| msg.at));
    table.stop().await;
}

#[tokio::test]
async fn a_late_message_renames_nobody() {
    let (_folder, path, mut table, one) = with_game().await;
    // A history tells what people call themselves, not what the server calls them.
    let elsewhere =
        |person: &Person| Person { name: format!("X {}", person.name), ..person.clone() };
    let of_history = |msg: Incoming| Incoming {
        author: elsewhere(&msg.author),
        mentioned: msg.mentioned.iter().map(elsewhere).collect(),
        ..msg
    };
    let offer = table.late("ann", &one, "!challenge <@802> lyra", 9);
    table.host.receive(of_history(offer));
    let offered = table.heard().await.texts();
    assert!(offered.contains("<@discord:802>, ann invites you"), "{offered}");
    // Carl is not known so far.
    let offer = table.late("carl", &one, "!challenge <@801> lyra", 8);
    table.host.receive(of_history(offer));
    let offered = table.heard().await.texts();
    assert!(offered.contains("<@discord:801>, X carl invites you"), "{offered}");
    let mut table = table.restarted(&path).await;
    let games = table.asked("ben", &one, "!games").await;
    assert!(games.contains("with ann") && !games.contains('X'), "{games}");
    let games = table.asked("ann", &one, "!games").await;
    assert!(games.contains("with ben") && games.contains("X carl"), "{games}");
    assert!(!games.contains("X ben") && !games.contains("X ann"), "{games}");
    // Carl is called otherwise once he is heard.
    table.asked("carl", &one, "!withdraw").await;
    let offered = table.asked("carl", &one, "!challenge <@801> lyra").await;
    assert!(offered.contains(", carl invites you"), "{offered}");
    table.stop().await;
}

#[tokio::test]
async fn the_time_of_a_log_does_not_go_back_for_a_late_move() {
    let (_folder, _path, mut table, one) = with_game().await;
    let early = table.late("ann", &one, "c2-c3", 30);
    table.host.receive(early);
    table.heard().await;
    let (_, events) = table.store.reader().unwrap().game(GameNo(1)).unwrap().unwrap();
    assert!(events.is_sorted_by_key(|event| event.at), "{events:?}");
    table.stop().await;
}

#[tokio::test]
async fn old_questions_get_no_answer_and_younger_ones_do() {
    let (_folder, _path, mut table, one) = with_game().await;
    table.clock.advance(Duration::from_secs(3_600));
    for (minutes, n) in [(10, 4), (11, 0)] {
        let mut heard = 0;
        for text in ["!board", "!help", "!hlep", "!verify #1"] {
            let question = table.late("ann", &one, text, minutes);
            table.host.receive(question);
            let now = table.heard().await;
            assert_eq!(now.ends.len(), 1, "{text}");
            heard += now.replies.len();
        }
        assert_eq!(heard, n, "after {minutes} minutes");
    }
    table.stop().await;
}

#[tokio::test]
async fn all_refusals_of_a_person_come_in_one_message() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let [one, two] = ["1", "2"].map(channel);
    table.game(&one).await;
    table.clock.advance(Duration::from_secs(3_600));
    table.host.hold(Area::Platform(Platform::Discord));
    table.host.hold(Area::Place(one.clone()));
    let mut said = vec![
        table.late("ben", &one, "d5-d4", 40),
        table.late("ann", &one, "!accept 7", 39),
        table.late("ann", &one, "c2-c9", 38),
        table.late("ann", &one, "nice weather today", 38),
        table.late("ann", &one, "!board", 37),
    ];
    for n in 0..12 {
        said.push(table.late("ann", &one, "!accept 7", 30 - n));
    }
    said.push(table.late("carl", &two, "!accept 7", 5));
    said.iter().for_each(|msg| table.host.receive(msg.clone()));
    let heard = table.heard().await;
    let silent: Vec<_> = [3, 4].map(|n: usize| (said[n].id.clone(), MessageOutcome::Silent)).into();
    assert_eq!((heard.ends, heard.replies.len()), (silent, 0), "a refusal ends when it is told");
    // Until it is told, a restart would read these messages again.
    table.host.caught_up(one.clone(), message(table.last));
    assert_eq!(table.live().await[0].after, None);
    table.host.release(Area::Platform(Platform::Discord));
    let carl = table.heard().await;
    assert_eq!(carl.ends, [(said[said.len() - 1].id.clone(), MessageOutcome::Answered)]);
    assert_eq!(
        carl.texts(),
        "2: <@discord:803>, while I was away you wrote `accept 7`. There is no game #7. \
         `!games` lists yours."
    );
    table.host.release(Area::Place(one.clone()));
    let heard = table.heard().await;
    let texts: Vec<&str> = heard.replies.iter().map(|out| &*out.reply.text).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert_eq!(heard.ends.len(), said.len() - 3, "each message has one end");
    assert!(
        texts[0].starts_with("<@discord:802>, while I was away you wrote `d5-d4`. "),
        "{texts:?}"
    );
    let lines: Vec<&str> = texts[1].lines().collect();
    assert_eq!(lines.len(), 12, "{texts:?}");
    assert_eq!(
        lines[0],
        "<@discord:801>, while I was away you wrote 14 things that I could not do:"
    );
    assert!(lines[1].starts_with("`accept 7`: There is no game #7."), "{texts:?}");
    assert!(lines[2].starts_with("`c2-c9`: "), "{texts:?}");
    assert_eq!(lines[11], "and 4 more.");
    let [ann, _] = ["801", "802"].map(|key| PersonId::new(Platform::Discord, key));
    assert_eq!(heard.replies[1].reply.ping, [ann]);
    assert!(heard.replies.iter().all(|out| out.outbox.is_some()), "they outlive the program");
    assert_eq!(table.live().await[0].after, Some(message(table.last)));
    // Told once: neither another release nor the same messages bring it again.
    table.written().await;
    let mut table = table.restarted(&path).await;
    said.iter().for_each(|msg| table.host.receive(msg.clone()));
    let heard = table.heard().await;
    assert!(heard.ends.iter().all(|(_, end)| *end == MessageOutcome::Repeated), "{heard:?}");
    assert_eq!(heard.replies.len(), 0);
    table.stop().await;
}

/// Returns where each reply goes, as in `private:801`.
fn places(heard: &Heard) -> Vec<String> {
    let place = |out: &Outgoing| out.reply.place.to_string();
    let mut places: Vec<String> =
        heard.replies.iter().map(place).map(|place| place.replace("discord:", "")).collect();
    places.sort();
    places
}

const IN_PRIVATE: [&str; 2] = ["private:801", "private:802"];

/// A game of Ann and Ben whose channel is gone.
async fn homeless(path: &Path) -> Table {
    let mut table = Table::open(path);
    table.game(&channel("1")).await;
    table.host.gone(channel("1"));
    table.host.gone(channel("1"));
    let heard = table.heard().await;
    assert_eq!(places(&heard), IN_PRIVATE, "{}", heard.texts());
    for out in &heard.replies {
        let text = &out.reply.text;
        assert!(
            text.contains("The channel of #1 is gone.") && text.contains("`!board #1`"),
            "{text}"
        );
        assert!(out.reply.picture().is_some() && out.outbox.is_some());
    }
    table
}

#[tokio::test]
async fn a_game_whose_channel_is_gone_goes_on_in_private() {
    let (_folder, path) = database();
    let mut table = homeless(&path).await;
    let [ann, ben] = ["ann", "ben"].map(|name| person(name).id.private_place());
    for (name, place, text) in [("ann", &ann, "c2-c3"), ("ben", &ben, "d5-d4")] {
        let typed = table.typed(name, place, text);
        table.host.receive(typed.clone());
        let heard = table.heard().await;
        assert_eq!(places(&heard), IN_PRIVATE, "{}", heard.texts());
        for out in &heard.replies {
            assert!(out.reply.text.contains(&format!("{name} moved {text}")), "{}", heard.texts());
            let own = (out.reply.place == *place).then(|| typed.id.clone());
            assert_eq!(out.reply.reply_to, own);
            assert!(!out.reply.text.contains("`!"), "no prefix is needed: {}", out.reply.text);
            assert!(out.reply.actions.iter().any(|action| action.id == "board"));
        }
        // It is so after a restart, too.
        table = table.restarted(&path).await;
        let mut live: Vec<PlaceId> = table.live().await.into_iter().map(|one| one.place).collect();
        live.sort();
        assert_eq!(live, [ann.clone(), ben.clone()]);
    }
    // A question is answered where it is asked, and the end reaches both.
    assert_eq!(table.asked("ann", &ann, "board").await.matches("private:").count(), 1);
    let typed = table.typed("ann", &ann, "resign yes");
    table.host.receive(typed);
    let heard = table.heard().await;
    assert_eq!(places(&heard), IN_PRIVATE, "{}", heard.texts());
    assert!(heard.texts().contains("ben wins #1"), "{}", heard.texts());
    let mut table = table.restarted(&path).await;
    table.written().await;
    assert!(table.store.reader().unwrap().gone_places(Platform::Discord).unwrap().is_empty());
    table.stop().await;
}

#[tokio::test]
async fn a_game_without_a_channel_is_played_where_a_player_names_it() {
    for (text, is_move) in [("!board #1", false), ("#1 c2-c3", true), ("!draw #1", false)] {
        let (_folder, path) = database();
        let mut table = homeless(&path).await;
        let two = channel("2");
        // Neither somebody else nor a player in another server or without the number moves it.
        table.asked("carl", &two, "!board #1").await;
        table.asked("ann", &two, "hello #1").await;
        table.asked("ann", &two, "c2-c3").await;
        let abroad = Incoming {
            server: Some(ServerId::new(Platform::Discord, "9")),
            ..table.typed("ann", &channel("3"), "!board #1")
        };
        table.host.receive(abroad);
        table.heard().await;
        let row = table.store.reader().unwrap().game_row(GameNo(1)).unwrap().unwrap();
        assert_eq!((row.place, row.ply), (channel("1"), 0));

        let here = table.asked("ann", &two, text).await;
        assert!(here.starts_with("2: "), "{here}");
        assert_eq!(here.matches("#1 is played here from now on.").count(), 1, "{here}");
        assert!(!here.contains("private:"), "{here}");
        let row = table.store.reader().unwrap().game_row(GameNo(1)).unwrap().unwrap();
        assert_eq!((row.place, row.server), (two.clone(), Some(server())));
        assert_eq!(row.ply, u32::from(is_move));
        let mut table = table.restarted(&path).await;
        let (who, ply) = if row.ply == 0 { ("ann", "c2-c3") } else { ("ben", "d5-d4") };
        let next = table.asked(who, &two, ply).await;
        assert!(next.starts_with(&format!("2: {who} moved {ply}")), "{next}");
        assert!(!next.contains("from now on") && !next.contains("private:"), "{next}");
        table.stop().await;
    }
}

#[tokio::test]
async fn a_game_against_the_bot_finds_a_channel_as_well() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    table.asked("ann", &channel("1"), "!challenge bot 1 lyra white").await;
    table.host.gone(channel("1"));
    assert_eq!(places(&table.heard().await), ["private:801"]);
    let ann = person("ann").id.private_place();
    let played = table.asked("ann", &ann, "c2-c3").await;
    assert!(played.starts_with("private:801: ") && played.contains("I moved"), "{played}");
    let drawn = table.asked("ann", &channel("2"), "!draw #1").await;
    assert!(
        drawn.starts_with("2: ") && drawn.contains("#1 is played here from now on."),
        "{drawn}"
    );
    table.stop().await;
}

#[tokio::test]
async fn an_offer_without_a_channel_is_accepted_elsewhere() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    table.asked("ann", &channel("1"), "!challenge anyone lyra").await;
    table.host.gone(channel("1"));
    let heard = table.heard().await;
    assert_eq!(places(&heard), ["private:801"]);
    assert!(heard.texts().contains("The channel of offer #1 is gone."), "{}", heard.texts());
    // To look at it is not enough for somebody who does not play; to accept is.
    let looked = table.asked("ben", &channel("2"), "!board #1").await;
    assert!(!looked.contains("from now on"), "{looked}");
    let begun = table.asked("ben", &channel("2"), "!accept #1").await;
    assert!(
        begun.starts_with("2: ") && begun.contains("#1 is played here from now on."),
        "{begun}"
    );
    table.stop().await;
}

#[tokio::test]
async fn the_end_of_a_game_that_could_not_be_said_is_told_in_private() {
    let (_folder, path, mut table, one) = with_game().await;
    let typed = table.typed("ben", &one, "!resign yes");
    table.host.receive(typed);
    tokio::time::timeout(PATIENCE, table.host.settled()).await.unwrap();
    let said = std::iter::from_fn(|| table.outbox.try_recv().ok());
    let said: Vec<Outgoing> = said.filter_map(HostEvent::into_reply).collect();
    // Discord says that there is no such channel, so that nothing can be said there any more.
    table.host.gone(one);
    for out in &said {
        table.host.lost(out.outbox.unwrap(), LostThread::Gone, START);
    }
    let heard = table.heard().await;
    assert_eq!(places(&heard), IN_PRIVATE);
    assert!(heard.texts().contains("ann wins #1"), "{}", heard.texts());
    let mut table = table.restarted(&path).await;
    assert_eq!(table.heard().await.replies.len(), 0, "it is told once");
    table.stop().await;
}

#[tokio::test]
async fn hints_name_a_mention_where_nothing_else_is_read() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    table.host.content_is_hidden(true);
    let one = channel("1");
    let mut said = Vec::new();
    let lines = [
        ("ann", "challenge @ben lyra white"),
        ("ben", "accept"),
        ("ann", "hlep"),
        ("ann", "help"),
        ("ann", "help board"),
        ("ann", "c2-c9"),
        ("ann", "how do I play"),
        ("ben", "c2-c3"),
        ("ann", "draw"),
        ("ann", "resign"),
        ("ben", "accept 77"),
        ("ann", "resign yes"),
    ];
    for (name, text) in lines {
        let typed = Incoming { to_bot: true, ..table.typed(name, &one, text) };
        table.host.receive(typed);
        said.push(table.heard().await.texts());
    }
    let said = said.join("\n");
    assert!(!said.contains("`!"), "{said}");
    let hints = ["accept", "help", "board", "record", "verify"];
    assert!(hints.iter().all(|hint| said.contains(&format!("`@Martian Cake {hint}"))), "{said}");
    assert!(said.contains("`@Martian Cake a"), "{said}");
    // The prefix is read all the same, and a private chat needs neither.
    let typed = table.typed("ann", &one, "!help");
    table.host.receive(typed);
    assert!(table.heard().await.texts().contains("`@Martian Cake accept`"));
    let private = table.asked("ann", &person("ann").id.private_place(), "help").await;
    assert!(private.contains("`accept`"), "{private}");
    table.host.content_is_hidden(false);
    assert!(table.asked("ann", &one, "!help").await.contains("`!accept`"));
    table.stop().await;
}

#[tokio::test]
async fn an_invite_link_as_a_name_is_harmless() {
    let (_folder, path) = database();
    let mut table = Table::open(&path);
    let one = channel("1");
    let link =
        |id: &Person| Person { name: "discord.gg/abc https://x.yz/q".into(), id: id.id.clone() };
    let asked = table.typed("ann", &one, "!challenge @ben lyra");
    table.host.receive(Incoming { author: link(&asked.author), ..asked });
    let accepted = table.typed("ben", &one, "!accept");
    let mut said = table.heard().await.texts();
    table.host.receive(accepted);
    said += &table.heard().await.texts();
    assert!(said.contains("discord.gg abc") && !said.contains("discord.gg/"), "{said}");
    assert!(!said.contains("://"), "{said}");
    table.stop().await;
}
