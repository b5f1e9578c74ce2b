//! Hidden set-ups and conditional moves stay hidden: what a viewer cannot see changes nothing that they
//! get, and nothing of it stands in anything that reaches anybody else, logs included.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{ops::RangeInclusive, path::Path, sync::Arc};

use chat::{Audience, Incoming, Outgoing, redacted};
use host::{Entropy, HostHandle, HostSettings, Outbox, SystemClock};
use serde_json::{Value, json};
use store::Store;
use table::{GameNo, MessageId, Person, PersonId, PlaceId, Platform};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::outbox::replies;
use crate::support::pictures::renderer;
use crate::support::program::{Page, Program};

/// The same secrets and lots in every run.
#[derive(Debug)]
struct Fixed(u8);

impl Entropy for Fixed {
    fn secret(&mut self) -> Result<[u8; 32], String> {
        self.0 += 1;
        Ok([self.0; 32])
    }

    fn random_below(&mut self, n: u32) -> u32 {
        7 % n
    }
}

fn person(name: &str) -> Person {
    Person { id: PersonId::new(Platform::Local, name), name: name.to_owned() }
}

/// A host, with everything that it has said.
struct Session {
    host: HostHandle,
    outbox: Outbox,
    n: u32,
    said: Vec<Outgoing>,
}

/// What reaches somebody: the reply as it is stored, and its picture.
type Seen = (String, Option<Arc<Vec<u8>>>);

impl Session {
    fn start(folder: &Path) -> Self {
        let store = Store::open(&folder.join("test.db")).unwrap();
        let renderer = renderer();
        let settings = HostSettings::new(Platform::Local);
        let (host, outbox) =
            host::start(store, settings, Arc::new(SystemClock), Box::new(Fixed(0)), renderer)
                .unwrap();
        Self { host, outbox, n: 0, said: Vec::new() }
    }

    /// `ann: text` in the channel, `ann private: text` in the private chat.
    async fn say(&mut self, line: &str) {
        let (head, text) = line.split_once(": ").unwrap();
        let (name, private) = match head.strip_suffix(" private") {
            Some(name) => (name, true),
            None => (head, false),
        };
        self.n += 1;
        let author = person(name);
        let place = if private {
            author.id.private_place()
        } else {
            PlaceId::channel(Platform::Local, "channel")
        };
        let known = ["ann", "ben", "carl"];
        let named = known.iter().filter(|known| text.contains(&format!("@{known}")));
        self.host.receive(Incoming {
            mentioned: named.map(|name| person(name)).collect(),
            private_answers: true,
            ..Incoming::line(
                MessageId::new(Platform::Local, format!("m{}", self.n)),
                author,
                place,
                text,
                0,
            )
        });
        self.host.settled().await;
        self.said.extend(replies(&mut self.outbox));
    }

    /// Returns what has reached everybody but this person alone.
    fn seen_without(&self, hidden: &str) -> Vec<Seen> {
        let (own, id) = (person(hidden).id.private_place(), person(hidden).id);
        let reaches = |out: &&Outgoing| {
            out.reply.place != own && out.reply.audience != Audience::Only(id.clone())
        };
        let seen = |out: &Outgoing| {
            (serde_json::to_string(&out.reply).unwrap(), out.png.as_ref().map(Arc::clone))
        };
        self.said.iter().filter(reaches).map(seen).collect()
    }

    /// Returns what everybody but this person learns by asking.
    async fn asked_without(&self, hidden: &str) -> Vec<String> {
        let mut answers = Vec::new();
        for name in ["ann", "ben", "carl"].into_iter().filter(|name| *name != hidden) {
            let who = person(name).id;
            let channel = PlaceId::channel(Platform::Local, "channel");
            for place in [channel.clone(), who.private_place()] {
                answers.push(format!("{:?}", self.host.actions_at(&who, &place).await));
            }
            for square in ["f4", "f8", "h7", "d10"] {
                answers.push(format!(
                    "{:?}",
                    self.host.targets(&who, &channel, GameNo(1), square).await
                ));
            }
            let present = ["ann", "ben", "carl"].map(|name| person(name).id).to_vec();
            answers.push(format!("{:?}", self.host.home(&who, &channel, present).await));
            for about in ["ann", "ben", "carl"] {
                let view = self.host.person(&who, &channel, about.to_owned(), Vec::new()).await;
                answers.push(format!("{view:?}"));
            }
            let games = self.host.open_games(&who).await;
            let known = games.iter().map(|game| (game.no, game.ply, game.to_move, &game.seats));
            answers.push(format!("{:?}", known.collect::<Vec<_>>()));
        }
        answers
    }
}

/// Plays these lines and returns what reached everybody but ben, without the seals of set-ups.
async fn without_ben(lines: &[&str]) -> Vec<Seen> {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path());
    for line in lines {
        session.say(line).await;
    }
    let mut seen = session.seen_without("ben");
    seen.extend(session.asked_without("ben").await.into_iter().map(|answer| (answer, None)));
    session.host.stop().await;
    seen.into_iter().map(|(text, png)| (without_seals(&text), png)).collect()
}

/// A text in which everything that looks like a hash, a group of a seal or a signature is the same.
fn without_seals(text: &str) -> String {
    let is_hash = |word: &&str| {
        [8, 64, 128].contains(&word.len()) && word.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    words
        .iter()
        .filter(|word| is_hash(word))
        .fold(text.to_owned(), |text, word| text.replace(*word, "SEAL"))
}

/// Everything that can be asked before both are done.
const QUESTIONS: [&str; 14] = [
    "ann: board",
    "ann: board text",
    "ann: board black",
    "ann private: board",
    "ann private: setup show",
    "ann: games",
    "carl: games here",
    "carl: board #1",
    "ann: legal",
    "ann: why d10",
    "ann: c5c6",
    "ann: record",
    "ann: verify",
    "carl private: setup #1 show",
];

#[tokio::test(flavor = "multi_thread")]
async fn what_a_viewer_cannot_see_changes_nothing() {
    // Two ways to arrange with the same number of messages, one of them faulty.
    let ways = [
        ["setup harbour", "setup move f11-e11", "setup show", "setup vanguard"],
        ["setup 10/9/8/7/6", "setup random", "setup swap d10-d11", "setup harbour"],
    ];
    let opening = ["ann: challenge @ben cyvasse white", "ben: accept"];
    for finished in [false, true] {
        let mut seen = Vec::new();
        for way in ways {
            let drafts: Vec<String> =
                way.iter().map(|line| format!("ben private: {line}")).collect();
            let mut lines: Vec<&str> = opening.to_vec();
            lines.extend(drafts.iter().map(String::as_str));
            lines.extend(finished.then_some("ben private: setup done"));
            lines.extend(QUESTIONS);
            lines.extend(["ann private: setup random", "ann: resign #1 yes", "ann: record #1"]);
            seen.push(without_ben(&lines).await);
        }
        assert!(seen[0].len() > 15, "the questions were answered");
        assert!(seen[0].iter().any(|(_, png)| png.is_some()), "pictures were drawn");
        for (one, other) in seen[0].iter().zip(&seen[1]) {
            assert_eq!(one.0, other.0);
            assert!(one.1 == other.1, "the picture of {}", one.0);
        }
        assert_eq!(seen[0].len(), seen[1].len());
    }
}

/// The bot's own set-up is the same whatever its opponent arranges.
#[tokio::test(flavor = "multi_thread")]
async fn the_bot_arranges_without_looking() {
    let mut setups = Vec::new();
    for way in ["setup harbour", "setup random", "setup vanguard"] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::start(folder.path());
        let draft = format!("ben private: {way}");
        for line in
            ["ben: challenge bot 3 cyvasse white", &draft, "ben private: setup done", "ben: record"]
        {
            session.say(line).await;
        }
        let record = session.said.iter().find_map(|out| out.reply.file()).unwrap();
        let setup = record.text.lines().find(|line| line.starts_with("[Setup2 ")).unwrap();
        setups.push(setup.to_owned());
        session.host.stop().await;
    }
    assert!(setups.iter().all(|setup| *setup == setups[0]), "{setups:?}");
}

/// Everything that others can ask while conditional moves wait.
const ASKED_MEANWHILE: [&str; 13] = [
    "ann: board",
    "ann: board text",
    "ann private: board",
    "ann private: premove show",
    "ann: games",
    "ann: next",
    "carl: games here",
    "carl: board #1",
    "carl private: premove #1 show",
    "ann: legal",
    "ann: record",
    "ann: verify",
    "ann: premove",
];

#[tokio::test(flavor = "multi_thread")]
async fn conditional_moves_change_nothing_for_others() {
    // The same number of messages: in the first way conditional moves wait, in the second none do.
    let ways = [
        ["if d2-d3 then d5-d4", "premove show", "if e2-e3 e5-e4, if b2-b3 b5-b4"],
        ["if any then a5-a4", "premove clear", "premove show"],
    ];
    for played in [&["ann: c2-c3", "ben: c5-c4", "ann: board"][..], &[]] {
        let mut seen = Vec::new();
        for way in ways {
            let said: Vec<String> = way.iter().map(|line| format!("ben private: {line}")).collect();
            let mut lines = vec!["ann: challenge @ben lyra white", "ben: accept"];
            lines.extend(said.iter().map(String::as_str));
            lines.extend(ASKED_MEANWHILE);
            lines.extend(played);
            lines.extend(["ann: resign #1 yes", "ann: record #1", "carl: board #1"]);
            seen.push(without_ben(&lines).await);
        }
        assert!(seen[0].len() > 15, "the questions were answered");
        assert_eq!(seen[0].len(), seen[1].len());
        for (one, other) in seen[0].iter().zip(&seen[1]) {
            assert_eq!(one.0, other.0);
            assert!(one.1 == other.1, "the picture of {}", one.0);
        }
    }
}

/// The pages of Ann, Ben and Carl.
async fn three_pages(program: &Program) -> [Page; 3] {
    let enter = async |name: &str| {
        let mut page = Page::enter(program.address, name, "s").await.unwrap();
        page.next("welcome").await.unwrap();
        page
    };
    [enter("ann").await, enter("ben").await, enter("carl").await]
}

/// The whole program with everything in its log: nothing of a conditional move reaches anybody but its
/// owner before it is played.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_conditional_move_leaves_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let (log, path) = (folder.path().join("log.txt"), folder.path().join("test.db"));
    let program = Program::logging(&path, "trace", &log);
    let [mut ann, mut ben, mut carl] = three_pages(&program).await;
    ann.exchange("channel", "challenge @ben lyra white", "invites you").await;
    ben.exchange("channel", "accept", "begins").await;
    ben.exchange("private", "if c2-c3 then f5-f4 if b2-b3 then e5-e4", "nobody else sees").await;
    ben.exchange("private", "premove show", "f5-f4").await;
    let table = json!({ "table": { "game": 1 } });
    assert!(ben.asks(&table).await.contains("f5-f4"), "its owner's table has it");
    for page in [&mut ann, &mut carl] {
        assert!(page.asks(&table).await.contains("Lyra"), "the table is told");
    }
    for (place, line) in [("channel", "board"), ("private", "premove show"), ("channel", "games")] {
        ann.exchange(place, line, "#1").await;
    }
    carl.exchange("channel", "record #1", "#1").await;
    let mut others = vec![("log", std::fs::read_to_string(&log).unwrap())];
    assert!(others[0].1.contains("a message comes in"), "the log was written");
    others.extend([("ann", ann.heard.join("\n")), ("carl", carl.heard.join("\n"))]);
    for (who, text) in &others {
        for trace in ["f5-f4", "e5-e4", "conditional moves; nobody"] {
            assert!(!text.contains(trace), "`{trace}` reached {who}");
        }
    }
    // It is shown together with the move that it answers, and what is left is still secret.
    let told = ann.exchange("channel", "c2-c3", "f5-f4").await;
    assert!(told.contains("c2-c3") && told.contains("a conditional move"), "{told}");
    carl.exchange("channel", "record #1", "f5-f4").await;
    assert!(!ann.heard.join("\n").contains("e5-e4") && !carl.heard.join("\n").contains("e5-e4"));
    assert!(!std::fs::read_to_string(&log).unwrap().contains("e5-e4"));
    ann.exchange("channel", "d2-d3", "d2-d3").await;
    assert!(ben.until("they are gone").await.contains("#1"));
}

/// A set-up that no other text of a game can hold by chance.
const SECRET: &str = "R1R1R1R1R1/2SMKMS2/TL1CMCLT/EHMHEM1/M4R";

/// Returns what would give the set-up away: the text, its rows, its hexes in words, what it is called.
fn traces() -> Vec<String> {
    // A short row could stand somewhere by chance.
    let rows = SECRET.split('/').filter(|row| row.len() > 4);
    let mut traces: Vec<String> = rows.map(str::to_owned).collect();
    // As Black it stands turned, the King on e8.
    traces.extend(["King e8", "King on e8"].map(str::to_owned));
    traces
}

/// All films of the first game that end within these lines of its log, from the side of the second seat.
async fn films(program: &Program, lines: RangeInclusive<u64>) -> String {
    let mut films = String::new();
    for lines in lines {
        let path = format!("/film/1.json?v=x&side=2&own=1&lines={lines}&theme=wood");
        let host = program.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.read_to_string(&mut films).await.unwrap();
    }
    assert!(films.contains("200 OK") && films.contains("\"start\""), "{films}");
    films
}

/// The whole program with everything in its log, a game between two pages and a third that
/// watches: nothing of a set-up stands anywhere but in its owner's page before the reveal.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_hidden_set_up_leaves_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let program = Program::logging(&folder.path().join("test.db"), "trace", &log);
    let [mut ann, mut ben, mut carl] = three_pages(&program).await;
    ann.exchange("channel", "challenge @ben cyvasse white", "invites you").await;
    ben.exchange("channel", "accept", "arrange your men").await;
    ben.exchange("private", &format!("setup {SECRET}"), "It is in order").await;
    ben.exchange("private", "setup show", "It is in order").await;
    // A set-up typed in the wrong place is neither accepted nor shown to anybody.
    ben.exchange("channel", &format!("setup {SECRET}"), "A set-up is secret").await;
    ben.exchange("channel", SECRET, "A set-up is secret").await;
    ben.exchange("private", "setup done", "final and sealed").await;
    for (place, line) in [("channel", "board"), ("private", "board text")] {
        ann.exchange(place, line, "#1").await;
    }
    for line in ["record #1", "board #1"] {
        carl.exchange("channel", line, "#1").await;
    }
    // Nobody's table has a man of his to draw, and no film shows one.
    let mut hidden = 0;
    for page in [&mut ann, &mut carl] {
        let seen = page.asks(&json!({ "table": { "game": 1, "have": 1 } })).await;
        let seen: Value = serde_json::from_str(&seen).unwrap();
        let living = &seen["table"]["living"];
        let drawn = living["position"]["men"].to_string();
        assert!(drawn.starts_with('[') && !drawn.contains("-dark"), "{drawn}");
        assert_eq!(living["film"], json!([]));
        hidden = seen["table"]["board"]["lines"].as_u64().unwrap();
    }
    assert!(!films(&program, 1..=hidden).await.contains("king"), "a film shows his King");
    let owner = ben.heard.join("\n");
    assert!(owner.contains(SECRET), "its owner was shown it");
    let mut elsewhere = vec![("log", std::fs::read_to_string(&log).unwrap())];
    assert!(elsewhere[0].1.contains("a message comes in"), "the log was written");
    elsewhere.push(("ann", ann.heard.join("\n")));
    elsewhere.push(("carl", carl.heard.join("\n")));
    for (who, text) in &elsewhere {
        for trace in traces() {
            assert!(!text.contains(&trace), "`{trace}` reached {who}");
        }
    }
    // Pictures: a third person and the opponent get the veiled board, the same bytes for both.
    ann.exchange("private", "setup vanguard", "It is in order").await;
    ann.exchange("private", "setup done", "final and sealed").await;
    let told = ann.until("all set-ups are open").await;
    assert!(told.contains("Seal of the set-up"));
    carl.exchange("channel", "record #1", "Setup2").await;
    assert!(carl.heard.join("\n").contains(SECRET), "after the reveal all see it");
    assert!(!films(&program, 1..=hidden).await.contains("king"), "what was hidden stays it");
    assert!(films(&program, hidden + 1..=hidden + 1).await.contains("king"), "all see it");
}

#[test]
fn a_set_up_in_a_public_line_is_blotted_out() {
    let text = "1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6";
    let spaced = text.replace('/', " / ");
    for line in [
        "setup vanguard",
        "!setup vanguard",
        "@Martian Cake, #1 setup harbour",
        "setup show vanguard",
        "#12 SETUP 10/9/8/7/6",
        "set-up: move h2-h1",
        "“setup vanguard”",
        "||setup random||",
        "se\u{200b}tup vanguard",
        "vanguard",
        "move h2-h1",
        "mine is the Harbour one",
        text,
        &format!("`{text}`."),
        &spaced,
        &text.replace('/', "\n"),
    ] {
        assert_eq!(redacted(line).as_deref(), Some("…"), "{line}");
    }
    for line in
        ["setup", "!setup done", "Setup show", "hello all", "c2-c3", "resign #1 yes", "board"]
    {
        assert_eq!(redacted(line), None, "{line}");
    }
}
