//! The addresses of the page for a game and an event.

use serde_json::{Value, json};

use crate::support::local_page::{LocalPage, said};

/// Returns `true` if a line has a board.
fn is_board(line: &Value) -> bool {
    line["author"].is_null() && line["picture"].is_object()
}

/// The addresses of a game and of an event are the page itself, which asks for what they name.
#[tokio::test]
async fn a_game_and_an_event_have_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let page = program.get("/").await;
    for path in ["/game/12", "/event/7"] {
        let answer = program.get(path).await;
        assert_eq!((answer.status, &answer.body), (200, &page.body), "{path}");
        assert!(answer.head.contains("content-security-policy: default-src 'none'"), "{path}");
        let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
        assert_eq!(program.request(path, "localhost", link).await.status, 200, "{path}");
        assert_eq!(program.request(path, "evil.example", "").await.status, 403, "{path}");
    }
    for path in ["/game/", "/game/twelve", "/game/12/3", "/event/-1", "/event/99999999999"] {
        assert_eq!(program.get(path).await.status, 404, "{path}");
    }
    // From such an address a file without a slash before it would be another one.
    let page = String::from_utf8(page.body).unwrap();
    for name in ["src=\"", "href=\""] {
        for file in page.split(name).skip(1) {
            assert!(file.starts_with(['/', '#']), "{}", file.split('"').next().unwrap_or_default());
        }
    }

    // A guest sees what everybody sees, and nothing of a private chat.
    let mut ann = program.enter("ann").await;
    ann.say(1, "challenge bot 1").await;
    ann.line(is_board).await;
    ann.send(said(2, "private", "challenge bot 1")).await;
    ann.line(|line| is_board(line) && line["place"] == "private").await;
    let mut guest = program.connect().await;
    guest.send(json!({ "type": "enter", "name": null, "last": null })).await;
    guest.wait("welcome").await;
    assert_eq!(guest.ask(json!({ "table": { "game": 1 } })).await["table"]["no"], 1);
    assert!(guest.ask(json!({ "table": { "game": 2 } })).await["table"].is_null());
    assert!(guest.ask(json!({ "event": { "no": 7 } })).await["event"].is_null());
    assert_eq!(ann.ask(json!({ "table": { "game": 2 } })).await["table"]["no"], 2);
    program.close().await;
}
