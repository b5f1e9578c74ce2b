//! The page's adapter over real sockets, with the real host and store.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::{sync::Arc, time::Duration};

use host::ManualClock;
use page::{PageListener, ServeError};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{Claimed, PageClaim, Store};

use crate::support::local_page::{LocalPage, Tab, message_id, said, secret, text_of};

/// Returns `true` if a line comes from the bot and has a board.
fn is_board(line: &Value) -> bool {
    line["author"].is_null() && line["picture"].is_object()
}

fn ids(lines: &Value) -> Vec<u64> {
    lines["lines"].as_array().unwrap().iter().map(|line| line["id"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn serves_the_page_with_shields() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    for path in ["/", "/style.css", "/script.js", "/box.js", "/icon.svg"] {
        let answer = program.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(answer.head.contains("frame-ancestors 'none'"), "{path}");
        assert!(answer.head.contains("x-content-type-options: nosniff"), "{path}");
        assert!(answer.head.contains("referrer-policy: no-referrer"), "{path}");
        let text = String::from_utf8(answer.body).unwrap();
        let foreign = text.replace("http://www.w3.org/2000/svg", "").contains("http");
        assert!(
            !foreign || text.contains("const socket = new WebSocket"),
            "{path} leads elsewhere"
        );
    }
    let page = String::from_utf8(program.get("/").await.body).unwrap();
    for inline in ["<style", "style=", "onclick", "<script>"] {
        assert!(!page.contains(inline), "{inline} needs a looser policy");
    }
    let lost = program.get("/nothing").await;
    assert_eq!(lost.status, 404);
    assert!(lost.head.contains("content-security-policy"));
    let plain = program.get("/script.js").await.head;
    assert!(!plain.contains("content-encoding") && plain.contains("vary: accept-encoding"));
    let tag = plain.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again =
        program.request("/script.js", "localhost", &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // Whoever takes gzip gets less, under a tag of its own.
    let gzip = "Accept-Encoding: gzip, br\r\n";
    let packed = program.request("/script.js", "localhost", gzip).await;
    assert!(packed.body.starts_with(&[0x1f, 0x8b]) && packed.body.len() < 10_000);
    for header in ["content-encoding: gzip", "vary: accept-encoding", "nosniff"] {
        assert!(packed.head.contains(header), "{}", packed.head);
    }
    let packed_tag = packed.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    assert_ne!(packed_tag, tag);
    for (known, status) in [(packed_tag, 304), (tag, 200)] {
        let headers = format!("{gzip}If-None-Match: {known}\r\n");
        let again = program.request("/script.js", "localhost", &headers).await;
        assert_eq!(again.status, status);
        assert!(again.head.contains("vary: accept-encoding"));
    }
    program.close().await;
}

#[tokio::test]
async fn refuses_what_comes_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let here = program.address.to_string();
    assert_eq!(program.request("/", "evil.example", "").await.status, 403);
    assert_eq!(program.request("/picture/1.png", "evil.example", "").await.status, 403);
    assert_eq!(program.request("/", &here, "Origin: http://evil.example\r\n").await.status, 403);
    assert_eq!(program.request("/", "localhost", "").await.status, 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(program.connect_from(origin).await.err(), Some(403), "{origin}");
    }
    assert_eq!(program.request("/socket", &here, "").await.status, 403);
    // A page elsewhere may show a link to this one, and nothing that it consists of.
    let fetch =
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n";
    let link =
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    let shown = "Referer: http://evil.example/\r\n";
    for part in [
        "/picture/1.png",
        "/board/1.png",
        "/cover/lyra.png",
        "/piece/lyra/captain/white.svg",
        "/script.js",
        "/style.css",
        "/icon.svg",
    ] {
        for foreign in [fetch, link, shown] {
            let status = program.request(part, &here, foreign).await.status;
            assert_eq!(status, 403, "{part} {foreign}");
        }
        assert_ne!(program.request(part, &here, "").await.status, 403, "{part}");
    }
    for page in ["/", "/game/1", "/event/1"] {
        assert_eq!(program.request(page, &here, fetch).await.status, 403, "{page}");
        for foreign in [link, shown] {
            assert_eq!(program.request(page, &here, foreign).await.status, 200, "{page}");
        }
    }
    // An address in the absolute form goes before the header that is ours.
    for (address, status) in [("http://other.example/", 403), (&*format!("http://{here}/"), 200)] {
        assert_eq!(program.request(address, &here, "").await.status, status, "{address}");
    }
    program.close().await;
}

#[tokio::test]
async fn a_name_belongs_to_its_first_browser() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut guest = program.connect().await;
    guest.send(json!({ "type": "enter", "name": null, "last": null })).await;
    let welcome = guest.wait("welcome").await;
    let key = welcome["signing_key"].as_str().unwrap_or_default();
    assert!(key.len() == 64 && key.bytes().all(|b| b.is_ascii_hexdigit()), "{welcome}");
    assert!(welcome["you"].is_null());
    assert!(!welcome["suggestion"].as_str().unwrap().is_empty());
    let starts: Vec<_> = welcome["greeting"]["chips"].as_array().unwrap().iter().collect();
    assert_eq!(
        starts.iter().map(|action| action["text"].as_str().unwrap()).collect::<Vec<_>>(),
        ["challenge bot", "challenge someone", "rules lyra"]
    );
    // A guest only looks on.
    guest.say(1, "hello").await;
    assert_eq!(guest.wait("unkept").await["retry"], true);

    let mut ann = program.connect().await;
    assert_eq!(ann.enter("Ann", &secret("ann"), None).await["you"]["key"], "ann");
    let refused = guest.enter("ANN", &secret("ben"), None).await;
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["offer"], "ANN-2");
    assert_eq!(guest.enter("bot", &secret("ben"), None).await["type"], "refused");
    assert_eq!(guest.enter("a*n", &secret("ben"), None).await["offer"], "a-n");
    assert_eq!(guest.enter("Ben Lee", &secret("ben"), None).await["you"]["name"], "Ben-Lee");
    // The same browser may have its name in two tabs.
    let mut second = program.connect().await;
    assert_eq!(second.enter("ann", &secret("ann"), None).await["you"]["id"], "local:ann");
    program.close().await;
}

#[tokio::test]
async fn a_record_is_pasted_and_a_name_found_in_any_letters() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge bot 1").await;
    let board = ben.line(is_board).await;
    assert!(text_of(&board).contains("ann"), "{board}");
    ben.say(11, "games @𝐚𝐧𝐧").await;
    let games = ben.line(|line| line["author"].is_null() && text_of(line).contains("#1")).await;
    assert!(!text_of(&games).contains("know nobody"), "{games}");

    // It is longer than any other message may be; the channel keeps its beginning.
    let moves = "{a remark that makes it long}\n".repeat(150);
    let record = format!(
        "[Game \"lyra\"]\n[Rules \"1\"]\n[Result \"ongoing\"]\n\n{moves}1. f2-f3\nongoing\n"
    );
    ann.say(2, &format!("verify #1\n{record}")).await;
    let shown = ben.line(|line| text_of(line).starts_with("verify")).await;
    assert!(text_of(&shown).ends_with("…") && text_of(&shown).len() < 300, "{shown}");
    let holds = ben.line(|line| text_of(line).contains("no game of mine")).await;
    assert!(holds["author"].is_null(), "{holds}");
    ann.say(3, &record).await;
    let refused = ann.wait("unkept").await;
    assert!(refused["why"].as_str().unwrap().contains("2000 is the most"), "{refused}");
    program.close().await;
}

#[tokio::test]
async fn a_game_starts_and_everyone_sees_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge bot 1").await;
    let kept = ann.wait("kept").await;
    assert_eq!(kept["id"], message_id(1));
    let board = ben.line(is_board).await;
    assert_eq!(board["place"], "channel");
    assert!(text_of(&board).contains("ann"), "{board}");
    let frame = &board["picture"]["frame"];
    let patch = &frame["patches"][0];
    // Ann may have either side, and the board is seen from hers.
    let along = patch["along"][0].as_f64().map(f64::abs);
    assert_eq!((patch["size"][0].as_u64(), along), (Some(6), Some(108.0)));
    let mut games = ann.wait("games").await;
    assert_eq!(games["games"][0]["title"], "Lyra");
    // If the bot begins, it may take its time.
    while games["games"][0]["waiting"] != true {
        games = ann.wait("games").await;
    }

    let address = board["picture"]["src"].as_str().unwrap().to_owned();
    for query in ["", "&width=400", "&width=900&theme=slate"] {
        let answer = program.get(&format!("{address}{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(answer.body.starts_with(b"\x89PNG"));
        assert!(answer.head.contains("immutable"));
    }
    for query in ["&width=17", "&width=x", "&theme=none", "&by=zz", "&more=1", "&more"] {
        assert_eq!(program.get(&format!("{address}{query}")).await.status, 400, "{query}");
    }
    assert_eq!(program.get("/picture/999.png").await.status, 404);
    assert_eq!(program.get("/picture/x.png").await.status, 400);
    program.close().await;
}

/// The number of the seat that the address of a line's board names, after looking that a click on the lowest
/// cell at the left finds that side's corner.
fn side(line: &Value) -> u64 {
    let picture = &line["picture"];
    let (_, side) = picture["src"].as_str().unwrap().split_once("&side=").unwrap();
    let up = picture["frame"]["patches"][0]["across"][1].as_f64().unwrap();
    assert_eq!(up < 0.0, side == "1", "the first rank is below: {picture}");
    side.parse().unwrap()
}

#[tokio::test]
async fn each_player_sees_the_boards_of_their_game_from_their_side() {
    let folder = tempfile::tempdir().unwrap();
    let page = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (page.enter("ann").await, page.enter("ben").await);
    let mut cem = page.enter("cem").await;
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| text_of(line).contains("accept")).await;
    ben.say(2, "accept").await;
    let mut sources = Vec::new();
    // Whoever watches sees the side to move; a board for an answer is turned as well; one for which somebody has
    // asked from a side is not.
    let said = [("accept", 1, None), ("c2-c3", 2, None), ("legal d5", 2, None), ("d5-d4", 1, None)];
    let said = said.into_iter().chain([("board names", 1, None)]);
    let asked = [("board black", 2, Some(2)), ("board flip", 2, Some(2))];
    for (n, (words, watched, all)) in (3..).zip(said.chain(asked)) {
        let speaker = if words == "c2-c3" { &mut ann } else { &mut ben };
        if words != "accept" {
            speaker.say(n, words).await;
        }
        let mut lines = Vec::new();
        for tab in [&mut ann, &mut ben, &mut cem] {
            lines.push(tab.line(is_board).await);
        }
        let sides = [1, 2, watched].map(|side| all.unwrap_or(side));
        assert_eq!([0, 1, 2].map(|at| side(&lines[at])), sides, "{words}");
        sources.push(lines[1]["picture"]["src"].clone());
    }
    // They are different pictures, and what was said before is shown from the same side.
    let src = sources[1].as_str().unwrap();
    let (of_both, _) = src.split_once("&side=").unwrap();
    let mut pictures = Vec::new();
    for side in ["", "&side=1", "&side=2"] {
        pictures.push(page.get(&format!("{of_both}{side}&width=400")).await.body);
    }
    assert!(pictures[0] == pictures[2] && pictures[1] != pictures[2]);
    // The same board, with names in its squares.
    let [plain, named] =
        [3, 4].map(|n: usize| format!("{}&width=400", sources[n].as_str().unwrap()));
    assert!(page.get(&plain).await.body != page.get(&named).await.body);
    for side in ["0", "7", "x", ""] {
        let answer = page.get(&format!("{of_both}&side={side}")).await;
        assert_eq!(answer.status, 400, "{side}");
    }
    let mut again = page.connect().await;
    again.enter("ben", &secret("ben"), None).await;
    let before = again.wait("lines").await;
    let shown = before["lines"].as_array().unwrap().iter().filter(|line| is_board(line));
    let shown: Vec<Value> = shown.map(|line| line["picture"]["src"].clone()).collect();
    assert_eq!(shown, sources);
    page.close().await;
}

#[tokio::test]
async fn what_is_private_stays_private() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ben = program.enter("ben").await;
    let mut ann = program.connect().await;
    let proof = ann.enter("ann", &secret("ann"), None).await["you"]["proof"].clone();
    ann.wait("games").await;
    ann.send(said(1, "private", "challenge bot 1 white")).await;
    let board = ann.line(is_board).await;
    assert_eq!(board["place"], "private");
    ann.say(2, "games").await;
    let list = ann.line(|line| line["author"].is_null()).await;
    assert_eq!((list["place"].as_str(), list["only"].as_bool()), (Some("channel"), Some(true)));

    let address = board["picture"]["src"].as_str().unwrap();
    assert_eq!(program.get(address).await.status, 404);
    let other = "0".repeat(64);
    assert_eq!(program.get(&format!("{address}&by={other}")).await.status, 404);
    let proof = proof.as_str().unwrap();
    assert_eq!(program.get(&format!("{address}&by={proof}")).await.status, 200);

    // All that ben learns is that ann asked for something in the channel.
    ben.say(3, "hello").await;
    assert_eq!(text_of(&ben.line(|_| true).await), "games");
    assert_eq!(text_of(&ben.line(|_| true).await), "hello");
    let mut ben_again = program.connect().await;
    ben_again.enter("ben", &secret("ben"), None).await;
    let lines = ben_again.wait("lines").await;
    assert_eq!(lines["lines"].as_array().unwrap().len(), 2, "{lines}");
    program.close().await;
}

#[tokio::test]
async fn a_message_sent_twice_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut again = said(1, "channel", "challenge bot 1 white");
    ann.send(again.clone()).await;
    let first = ann.wait("kept").await;
    ann.line(is_board).await;
    again["again"] = json!(true);
    ann.send(again.clone()).await;
    assert_eq!(ann.wait("kept").await["line"], first["line"]);
    ann.say(2, "help").await;
    ann.line(|line| line["author"].is_null()).await;
    program.close().await;

    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.connect().await;
    ann.enter("ann", &secret("ann"), None).await;
    let before = ids(&ann.wait("lines").await);
    let mut help = said(2, "channel", "help");
    help["again"] = json!(true);
    for message in [again, help] {
        ann.send(message).await;
        ann.wait("kept").await;
    }
    // With somebody else there, it is talk and gets no answer.
    let _ben = program.enter("ben").await;
    ann.say(3, "hello").await;
    assert_eq!(text_of(&ann.line(|_| true).await), "hello", "nothing was answered twice");
    let mut look = program.connect().await;
    look.enter("ann", &secret("ann"), None).await;
    assert_eq!(ids(&look.wait("lines").await).len(), before.len() + 1);
    program.close().await;
}

#[tokio::test]
async fn a_tab_that_was_away_gets_what_it_missed() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "one").await;
    let last = ann.wait("kept").await["line"].as_u64().unwrap();
    // Two stay, so that what they say is talk.
    let _carl = program.enter("carl").await;
    drop(ann);
    ben.say(2, "two").await;
    ben.wait("kept").await;
    program.close().await;

    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.connect().await;
    ann.enter("ann", &secret("ann"), Some(last)).await;
    let missed = ann.wait("lines").await;
    assert_eq!(missed["fresh"], false);
    let lines = missed["lines"].as_array().unwrap();
    let texts: Vec<String> = lines.iter().map(text_of).collect();
    assert!(texts.ends_with(&["two".to_owned()]), "{texts:?}");
    assert_eq!(lines[0]["client"], message_id(1), "its own line by its own id");

    // Older lines, page by page, each once.
    let mut ben = program.enter("ben").await;
    for n in 10..80 {
        ben.say(n, &format!("line {n}")).await;
    }
    let end = ben.line(|line| text_of(line) == "line 79").await["id"].as_u64().unwrap();
    let mut found = Vec::new();
    let mut before = Some(end + 1);
    while let Some(next) = before {
        ben.send(json!({ "type": "older", "place": "channel", "before": next })).await;
        let older = ben.wait("older").await;
        found.extend(ids(&older));
        before = older["before"].as_u64();
    }
    found.sort_unstable();
    assert_eq!(found.len(), 72);
    found.dedup();
    assert_eq!(found.len(), 72);
    program.close().await;
}

#[tokio::test]
async fn long_lines_come_in_small_portions() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    // Two who stay, so that what they say is talk.
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    let long = "字".repeat(1_990);
    for n in 10..40 {
        ann.say(n, &format!("{n} {long}")).await;
    }
    ben.line(|line| text_of(line).starts_with("39 ")).await;
    let mut look = program.connect().await;
    look.enter("carl", &secret("carl"), None).await;
    let recent = look.wait("lines").await;
    assert_eq!(recent["more"], json!(["channel"]));
    let mut found = ids(&recent);
    let mut before = found.first().copied();
    let mut portions = vec![recent];
    while let Some(next) = before {
        look.send(json!({ "type": "older", "place": "channel", "before": next })).await;
        let older = look.wait("older").await;
        found.extend(ids(&older));
        before = older["before"].as_u64();
        portions.push(older);
    }
    assert!(portions.iter().all(|portion| portion.to_string().len() < 66 * 1024));
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 30, "each once");
    assert_eq!(portions.iter().map(|portion| ids(portion).len()).sum::<usize>(), 30, "each once");
    let (first, newest) = (found[0], found[29]);
    // Who missed too much begins anew; who has the last line gets no more than a portion again.
    for (last, is_fresh) in [(first, true), (newest, false)] {
        let mut tab = program.connect().await;
        tab.enter("dora", &secret("dora"), Some(last)).await;
        let lines = tab.wait("lines").await;
        assert_eq!(lines["fresh"], is_fresh, "{last}");
        assert_eq!(ids(&lines).last(), Some(&newest));
        assert!(lines.to_string().len() < 66 * 1024);
    }
    program.close().await;
}

#[tokio::test]
async fn limits_hold() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    ann.say(1, &"é".repeat(2_001)).await;
    let unkept = ann.wait("unkept").await;
    assert_eq!(unkept["retry"], false);
    assert!(unkept["why"].as_str().unwrap().contains("2000"), "{unkept}");
    ann.say(2, &"é".repeat(2_000)).await;
    ann.wait("kept").await;
    let mut crooked = said(3, "channel", "hello");
    crooked["salt"] = json!("a\nb");
    ann.send(crooked).await;
    ann.wait("unkept").await;
    // What no page sends ends the connection, and only that one.
    ann.send(json!({ "type": "say", "id": "x", "text": "y".repeat(100_000) })).await;
    while ann.next().await.is_some() {}
    let mut other = program.connect().await;
    other.send(json!({ "type": "dance" })).await;
    while other.next().await.is_some() {}
    let mut ben = program.enter("ben").await;
    ben.say(4, "hello").await;
    ben.wait("kept").await;
    program.close().await;
}

#[tokio::test]
async fn a_replay_moves_at_the_width_at_which_the_page_asks_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["author"].is_null() && line["game"] == 1).await;
    ben.say(2, "accept").await;
    ann.line(is_board).await;
    ann.say(3, "c2-c3").await;
    ben.line(|line| is_board(line) && text_of(line).contains("c2-c3")).await;
    ben.say(4, "resign #1 yes").await;
    ann.line(|line| is_board(line) && text_of(line).contains("ben resigned")).await;
    ann.say(5, "replay #1").await;
    let replay = ann.line(|line| line["picture"]["shows"] == "replay").await;
    // As `picture` in draw.js.
    let picture = &replay["picture"];
    let (src, width) = (picture["src"].as_str().unwrap(), &picture["frame"]["width"]);
    let answer = program.get(&format!("{src}&width={width}")).await;
    assert_eq!(answer.status, 200, "{src} at {width}");
    assert!(answer.body.starts_with(b"GIF89a"));
    program.close().await;
}

#[tokio::test]
async fn a_tapped_yes_counts_for_whoever_was_asked_and_for_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::new(1_700_000_000_000);
    let program = LocalPage::open_with(folder.path(), Arc::new(clock.clone())).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben lyra white").await;
    ben.line(|line| line["author"].is_null() && line["game"] == 1).await;
    ben.say(2, "accept").await;
    ann.line(is_board).await;
    // The page says the line of the action and, if that is a yes, the question to which it is one.
    let yes = |line: &Value, n: u32| {
        let actions = line["actions"].as_array().unwrap();
        let yes = actions.iter().find(|action| action["label"] == "Yes, resign #1").unwrap();
        let mut tapped = said(n, "channel", yes["line"].as_str().unwrap());
        tapped["question"] = yes["question"].clone();
        tapped
    };
    let tells = |words: &'static str| move |line: &Value| text_of(line).contains(words);
    ann.say(3, "resign").await;
    let question = ann.line(tells("Give up #1")).await;
    assert_eq!(yes(&question, 4)["question"]["asked"], "local:ann");
    ben.send(yes(&question, 4)).await;
    ben.line(tells("Somebody else was asked that")).await;
    clock.advance(Duration::from_secs(61));
    ann.send(yes(&question, 5)).await;
    ann.line(tells("more than 60 seconds ago")).await;
    ann.say(6, "resign").await;
    let question = ann.line(tells("Give up #1")).await;
    ann.send(yes(&question, 7)).await;
    ann.line(|line| is_board(line) && text_of(line).contains("ann resigned")).await;
    program.close().await;
}

#[tokio::test]
async fn talk_to_nobody_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    ann.say(1, "go back").await;
    let answer = ann.line(|line| line["author"].is_null()).await;
    assert!(text_of(&answer).contains("asks the others to take your last move back"), "{answer}");
    // Somebody else may be meant now, so the next answer belongs to the command behind the talk.
    let _ben = program.enter("ben").await;
    ann.say(2, "go back").await;
    ann.say(3, "about").await;
    let answer = ann.line(|line| line["author"].is_null()).await;
    assert!(!text_of(&answer).contains("asks the others to take your last move back"), "{answer}");
    program.close().await;
}

#[tokio::test]
async fn people_are_pinged_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("Ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben lyra").await;
    let offer = ben.line(|line| line["author"].is_null()).await;
    assert_eq!(offer["ping"], json!(["local:ben"]), "{offer}");
    let mention = offer["text"].as_array().unwrap().iter().find(|span| span["who"] == "local:ben");
    assert_eq!(mention.expect("ben is called")["s"], "@ben");
    ben.say(2, "accept").await;
    let board = ann.line(is_board).await;
    assert!(board["picture"]["alt"].as_str().unwrap().contains("White"), "{board}");
    assert!(ann.wait("games").await["games"][0]["with"].as_str().unwrap().contains("ben"));
    program.close().await;
}

#[tokio::test]
async fn a_page_asks_without_acting() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben) = (program.enter("ann").await, program.enter("ben").await);
    ann.say(1, "challenge @ben white").await;
    let offer = ben.line(|line| line["author"].is_null()).await;
    assert_eq!(offer["chips"][0], "accept #1", "{offer}");
    assert_eq!(offer["actions"][0]["line"], "accept #1", "{offer}");
    assert_eq!(offer["actions"][0]["weight"], "primary", "{offer}");
    ben.say(2, "accept").await;
    let board = ann.line(is_board).await;
    assert_eq!(board["picture"]["shows"], "board");

    let targets = ann.ask(json!({ "targets": { "game": 1, "square": "c2" } })).await;
    assert_eq!(targets["targets"], json!({ "squares": ["c3"], "moves": ["c2-c3"] }));
    let nothing = json!({ "squares": [], "moves": [] });
    for (game, square) in [(1, "c6"), (1, "captain"), (7, "c2")] {
        let about = json!({ "targets": { "game": game, "square": square } });
        assert_eq!(ann.ask(about).await["targets"], nothing, "{game} {square}");
    }
    let lines = async |tab: &mut Tab, place: &str| -> Vec<String> {
        let answer = tab.ask(json!({ "actions": { "place": place } })).await;
        let actions = answer["actions"].as_array().expect("a list");
        actions.iter().map(|action| action["line"].as_str().unwrap().to_owned()).collect()
    };
    let mine = lines(&mut ann, "channel").await;
    for line in ["c2-c3", "legal", "board", "help", "resign"] {
        assert!(mine.iter().any(|known| known == line), "{line}: {mine:?}");
    }
    assert_eq!(mine[0], "c2-c3", "what is likeliest comes first");
    let theirs = lines(&mut ben, "channel").await;
    assert!(!theirs.iter().any(|line| line == "legal"), "{theirs:?}");
    assert_eq!(lines(&mut program.enter("carl").await, "channel").await, [""; 0]);

    // A game in a private chat is nobody else's business.
    ann.send(said(3, "private", "challenge bot 1 white")).await;
    ann.line(|line| line["game"] == 2).await;
    let about = json!({ "targets": { "game": 2, "square": "c2" } });
    assert_eq!(ben.ask(about.clone()).await["targets"], nothing);
    assert_eq!(ann.ask(about).await["targets"]["moves"], json!(["c2-c3"]));
    program.close().await;
}

#[tokio::test]
async fn a_reply_to_any_line_about_a_game_names_that_game() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let mut ann = program.enter("ann").await;
    let mut ben = program.enter("ben").await;
    ann.say(1, "challenge bot 1 white").await;
    ann.line(is_board).await;
    ann.say(2, "challenge bot 1 white").await;
    ann.line(|line| line["game"] == 2).await;
    for (n, asked) in (3..).step_by(2).zip(["board #1", "legal #1 b2", "why #1 c2", "#1 c2-c5"]) {
        ann.say(n, asked).await;
        let shown = ann.line(|line| line["author"].is_null() && line["picture"].is_object()).await;
        assert_eq!(shown["game"], 1, "{asked}");
        let mut reply = said(n + 1, "channel", "draw accept");
        reply["reply_to"] = shown["id"].clone();
        ann.send(reply).await;
        let answer = ann.line(|line| line["author"].is_null()).await;
        assert!(text_of(&answer).contains("a draw in #1"), "{asked}: {answer}");
        if asked == "board #1" {
            // Whoever does not play in it is told so.
            let mut reply = said(100, "channel", "c2-c3");
            reply["reply_to"] = shown["id"].clone();
            ben.send(reply).await;
            let answer = ben.line(|line| text_of(line).contains("You do not play in #1")).await;
            assert_eq!(answer["game"], 1);
            ann.line(|line| line["id"] == answer["id"]).await;
        }
    }
    // A question is never alone with the answer that cannot be undone.
    ann.say(90, "resign #1").await;
    let question = ann.line(|line| line["author"].is_null()).await;
    let lines: Vec<_> = question["actions"].as_array().unwrap().iter().collect();
    assert_eq!(lines[0]["line"], "resign #1 yes");
    assert_eq!(lines[0]["weight"], "danger");
    assert_eq!(lines[1]["line"], "board #1");
    program.close().await;
}

#[tokio::test]
async fn a_taken_port_is_named_with_the_way_out() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let error = PageListener::listen(address).await.expect_err("it is taken");
    assert!(matches!(error, ServeError::Taken(_)));
    assert_eq!(
        error.to_string(),
        format!(
            "port {} is taken on 127.0.0.1. Another program listens there; choose another port: \
             martian-cake local --listen 127.0.0.1:{}",
            address.port(),
            address.port() + 1
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_a_name_that_looks_like_anothers() {
    let folder = tempfile::tempdir().unwrap();
    // Names that earlier versions gave away, twins and a bot among them.
    let store = Store::open(&folder.path().join("page.db")).unwrap();
    for name in ["Ann", "𝐚𝐧𝐧", "bot-3"] {
        let claim = PageClaim {
            key: name.to_lowercase(),
            name: name.to_owned(),
            // A name of its own, since nobody looked for twins then.
            skeleton: name.to_owned(),
            secret_hash: Sha256::digest(secret(name)).into(),
            at: 0,
        };
        let (told, tell) = std::sync::mpsc::channel();
        store.claim_name(claim, move |result| told.send(result.unwrap()).unwrap());
        assert_eq!(tell.recv().unwrap(), Claimed::Yours);
    }
    store.close();
    drop(store);
    let page = LocalPage::open(folder.path()).await;

    // They keep their names and ids, and are reached by exactly these.
    for name in ["Ann", "𝐚𝐧𝐧", "bot-3"] {
        let welcome = page.connect().await.enter(name, &secret(name), None).await;
        assert_eq!(welcome["you"]["id"], format!("local:{}", name.to_lowercase()), "{welcome}");
        assert_eq!(welcome["you"]["name"], name);
    }
    let mut ann = page.enter("Ann").await;
    ann.say(1, "challenge @𝐚𝐧𝐧 lyra").await;
    let offer = ann.line(|line| text_of(line).contains("invites you")).await;
    assert_eq!(offer["ping"], json!(["local:𝐚𝐧𝐧"]));

    // Nobody else gets one of them, nor a new twin.
    let mut guest = page.connect().await;
    let whys = [
        ("𝐚𝐧𝐧", "somebody else's name"),
        ("Ꭺnn", "one alphabet"),
        ("bot-3", "speak for the bot"),
        ("Martianıcake", "speak for the bot"),
        ("Eve", ""),
        ("Еvе", "one alphabet"),
        ("ánn", ""),
        ("a\u{301}nn", "somebody else's name"),
        ("Eυe\u{301}\u{301}\u{301}", "two marks"),
        ("C0rn", ""),
        ("com", "looks like C0rn"),
        ("Iris", ""),
        ("ıris", "looks like Iris"),
    ];
    for (n, (name, why)) in whys.into_iter().enumerate() {
        let answer = guest.enter(name, &secret(&format!("guest {n}")), None).await;
        match why {
            "" => assert_eq!(answer["type"], "welcome", "{name}: {answer}"),
            why => {
                assert_eq!(answer["type"], "refused", "{name}: {answer}");
                assert!(answer["why"].as_str().unwrap().contains(why), "{name}: {answer}");
            }
        }
    }
    page.close().await;
}
