//! The local page and a crowd: silent, slow and endless connections, and those who only want to play.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::support::{
    local_page::{LocalPage, Tab, run, secret},
    program::{Page, Program, connect},
};

/// How long anything may take, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page whose time stands still.
async fn still(folder: &std::path::Path) -> (LocalPage, ManualClock) {
    let clock = ManualClock::new(1_700_000_000_000);
    (LocalPage::open_with(folder, Arc::new(clock.clone())).await, clock)
}

/// A connection on which so much has been written.
async fn begun(page: &LocalPage, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(page.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Waits until the page has ended a connection, and gives what it had sent.
async fn ended(mut stream: TcpStream) -> String {
    let mut sent = Vec::new();
    // A connection that is reset has ended as well.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut sent)).await.expect("it ends");
    String::from_utf8_lossy(&sent).into_owned()
}

#[tokio::test]
async fn a_head_has_ten_seconds_however_it_drips() {
    let folder = tempfile::tempdir().unwrap();
    let (page, clock) = still(folder.path()).await;
    let silent = begun(&page, "").await;
    let mut dripping = begun(&page, "GET / HTTP/1.1\r\nX-Slow: ").await;
    // A request that is answered at once, on a connection that then stays open.
    let head = format!("GET /icon.svg HTTP/1.1\r\nHost: {}\r\n\r\n", page.address);
    let mut quick = begun(&page, &head).await;
    let mut one = [0; 4];
    quick.read_exact(&mut one).await.unwrap();
    assert_eq!(&one, b"HTTP");
    for _ in 0..2 {
        clock.advance(Duration::from_secs(4));
        dripping.write_all(b"a").await.unwrap();
    }
    // It has been read by now, since a later request is answered.
    assert_eq!(page.get("/").await.status, 200);
    clock.advance(Duration::from_secs(3));
    assert_eq!(ended(silent).await, "");
    assert!(!ended(dripping).await.contains(" 200 "));
    quick.write_all(head.as_bytes()).await.unwrap();
    let mut rest = vec![0; 64];
    assert!(quick.read(&mut rest).await.unwrap() > 0, "it still is served");
    page.close().await;
}

#[tokio::test]
async fn an_endless_head_and_a_silent_socket_end() {
    let folder = tempfile::tempdir().unwrap();
    let (page, clock) = still(folder.path()).await;
    let endless = format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(20_000));
    assert!(!ended(begun(&page, &endless).await).await.contains(" 200 "));
    // A socket that is asked for and then answers no beat.
    let upgrade = format!(
        "GET /socket HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        page.address
    );
    let mut dead = begun(&page, &upgrade).await;
    let mut one = [0; 12];
    dead.read_exact(&mut one).await.unwrap();
    assert_eq!(&one, b"HTTP/1.1 101");
    for _ in 0..20 {
        clock.advance(Duration::from_secs(5));
        tokio::task::yield_now().await;
    }
    ended(dead).await;
    page.close().await;
}

#[tokio::test]
async fn a_guest_who_says_nothing_goes_and_a_person_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (page, clock) = still(folder.path()).await;
    let mut ann = page.enter("ann").await;
    let mut guest = page.connect().await;
    guest.send(json!({ "type": "enter", "name": null, "last": null })).await;
    guest.wait("welcome").await;
    // A beat is answered by whoever reads it, so neither of them is silent.
    for _ in 0..14 {
        clock.advance(Duration::from_secs(21));
        ann.wait("beat").await;
        guest.wait("beat").await;
    }
    clock.advance(Duration::from_secs(21));
    while guest.next().await.is_some() {}
    ann.say(1, "about").await;
    ann.wait("kept").await;
    page.close().await;
}

#[tokio::test]
async fn refused_requests_of_other_pages_take_no_turns() {
    let folder = tempfile::tempdir().unwrap();
    let (page, _clock) = still(folder.path()).await;
    // Sixteen turns are all that there are until time goes on.
    for _ in 0..16 {
        let refused = timeout(PATIENCE, page.request("/", "evil.example", "")).await.unwrap();
        assert_eq!(refused.status, 403);
    }
    assert_eq!(timeout(PATIENCE, page.get("/")).await.unwrap().status, 200);
    page.close().await;
}

#[tokio::test]
async fn a_stop_waits_for_no_request_that_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (page, _clock) = still(folder.path()).await;
    // Sixteen turns are all that there are until time goes on, and it never does.
    for _ in 0..16 {
        assert_eq!(page.get("/icon.svg").await.status, 200);
    }
    let head = format!("GET /icon.svg HTTP/1.1\r\nHost: {}\r\n\r\n", page.address);
    let waiting = begun(&page, &head).await;
    // It has been read by now, since later ones are answered, which take no turns.
    for _ in 0..3 {
        assert_eq!(page.request("/", "evil.example", "").await.status, 403);
    }
    page.close().await;
    assert!(ended(waiting).await.starts_with("HTTP/1.1 503 "));
}

#[tokio::test]
async fn one_person_has_ten_pages_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let page = LocalPage::open(folder.path()).await;
    let mut open: Vec<Tab> = Vec::new();
    for _ in 0..10 {
        open.push(page.enter("ann").await);
    }
    let mut eleventh = page.connect().await;
    let refused = eleventh.enter("ann", &secret("ann"), None).await;
    assert!(refused["why"].as_str().unwrap().contains("open 10 times"), "{refused}");
    assert_eq!(eleventh.enter("ben", &secret("ben"), None).await["type"], "welcome");
    drop(open.pop());
    // The page learns of it when the connection has ended.
    let back = async {
        loop {
            let mut tab = page.connect().await;
            if tab.enter("ann", &secret("ann"), None).await["type"] == "welcome" {
                return tab;
            }
        }
    };
    timeout(PATIENCE, back).await.expect("there is room again");
    page.close().await;
}

/// Two hundred names with a page each that say nothing keep nobody out, neither a newcomer nor a second page.
#[tokio::test]
async fn silent_pages_give_way_and_those_who_play_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (page, clock) = still(folder.path()).await;
    let mut ann = page.enter("ann").await;
    ann.say(1, "challenge bot 1 white").await;
    ann.line(|line| line["picture"].is_object()).await;
    let mut crowd = Vec::new();
    for n in 1..200 {
        // Time for a turn, and however long all of them take, nobody has been silent for so long that they count as gone.
        clock.advance(Duration::from_millis(50));
        crowd.push(page.enter(&format!("silent-{n}")).await);
    }
    tokio::spawn(run(clock));
    let mut newcomer = page.enter("newcomer").await;
    let mut second = page.enter("silent-7").await;
    for tab in &mut crowd[..2] {
        let (code, why) = tab.closed().await;
        assert_eq!(code, 4_002);
        assert!(
            why.contains("made room") && why.contains("Tap or type here to come back"),
            "{why}"
        );
    }
    // Whoever had to go comes back when they want to, with their name, and so the next one goes.
    let mut back = page.enter("silent-1").await;
    assert_eq!(crowd[2].closed().await.0, 4_002);
    for tab in [&mut ann, &mut newcomer, &mut second, &mut back, &mut crowd[3]] {
        assert!(tab.ask(json!("times")).await["times"].is_array());
    }
    ann.say(2, "f2-f3").await;
    ann.line(|line| line["text"].to_string().contains("ann moved")).await;
    page.close().await;
}

#[tokio::test]
async fn a_program_with_few_files_serves_on_whoever_knocks() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::with_files(&folder.path().join("page.db"), 64);
    let mut ann = Page::enter(program.address, "ann", "crowd").await.expect("ann comes in");
    ann.next("welcome").await.expect("ann is welcome");
    let here = "127.0.0.1".parse().unwrap();
    // Far more than there are files, all silent; half of them are sockets.
    let mut held = Vec::new();
    for _ in 0..60 {
        held.push((connect(here, program.address).await, Page::open(here, program.address).await));
    }
    ann.say("challenge bot 1").await.expect("ann stays connected");
    ann.reply().await.expect("a board");
    let mut ben = Page::enter(program.address, "ben", "crowd").await.expect("ben comes in too");
    ben.next("welcome").await.expect("ben is welcome");
    ben.say("challenge bot 1").await.expect("ben is connected");
    ben.reply().await.expect("a board, and so the database works");
}
