//! Somebody is forgotten while the page is open: it ends for them, and nobody reads of them any more.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;

use serde_json::{Value, json};

use crate::support::local_page::{LocalPage, Tab, said, secret, text_of};

const NAME: &str = "Xanthippe";

/// Says a line in a place and waits until the bot has said this.
async fn say(tab: &mut Tab, n: u32, (place, text): (&str, &str), answer: &str) {
    tab.send(said(n, place, text)).await;
    tab.line(|line| line["author"].is_null() && text_of(line).contains(answer)).await;
}

/// The pictures of the lines that a page shows.
fn pictures(lines: &Value) -> Vec<String> {
    let lines = lines["lines"].as_array().unwrap().iter();
    lines
        .filter_map(|line| {
            Some(format!("/picture/{}.png", line["picture"].as_object().map(|_| &line["id"])?))
        })
        .collect()
}

#[tokio::test]
async fn the_page_ends_for_them_and_shows_nothing_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let program = LocalPage::open(folder.path()).await;
    let (mut them, mut ben) = (program.enter(NAME).await, program.enter("ben").await);
    say(&mut ben, 1, ("channel", "challenge @xanthippe lyra white"), "invites you").await;
    say(&mut them, 2, ("channel", "accept #1"), "begins").await;
    say(&mut ben, 3, ("channel", "b2-b3"), "moved b2-b3").await;
    them.send(said(4, "channel", "good evening")).await;
    ben.line(|line| text_of(line) == "good evening").await;
    let mut guest = program.connect().await;
    guest.send(json!({ "type": "enter", "name": null, "last": null })).await;
    let before = guest.wait("lines").await;
    assert!(before.to_string().contains(NAME));
    let drawn = pictures(&before);
    for picture in &drawn {
        assert_eq!(program.get(picture).await.status, 200, "{picture}");
    }

    say(&mut them, 5, ("private", "privacy forget"), "The page is managed by ben then").await;
    them.send(said(6, "private", "privacy forget yes")).await;
    let out = them.wait("out").await;
    assert!(out["why"].as_str().unwrap().contains("Taking the name again begins anew"), "{out}");
    let why = out["why"].as_str().unwrap();
    assert!(why.contains("backups") && why.contains(" UTC") && !why.contains("<t:"), "{out}");
    // Whoever reads the channel has it told anew, without them.
    for tab in [&mut ben, &mut guest] {
        let lines = loop {
            let lines = tab.wait("lines").await;
            if lines["fresh"] == true {
                break lines.to_string();
            }
        };
        assert!(!lines.contains("anthippe") && !lines.contains("good evening"), "{lines}");
    }
    ben.line(|line| text_of(line).contains("deleted player 1 resigned")).await;
    for picture in &drawn {
        assert_eq!(program.get(picture).await.status, 404, "{picture}");
    }
    let person = ben.ask(json!({ "person": { "name": NAME } })).await;
    assert!(person["person"].is_null(), "{person}");
    say(&mut ben, 7, ("channel", "challenge @xanthippe lyra"), "plays no more").await;

    // Whoever takes the name is somebody else, who manages nothing and owns no game.
    let mut heir = program.connect().await;
    heir.enter(NAME, &secret("another"), None).await;
    say(&mut heir, 8, ("channel", "mod log"), "whoever took the first name").await;
    say(&mut heir, 9, ("private", "games"), "no game").await;
    say(
        &mut heir,
        10,
        ("channel", "challenge @ben lyra rated 2d/move"),
        "rated games begin for you",
    )
    .await;
    program.close().await;
    let bytes = fs::read(folder.path().join("page.db")).unwrap();
    assert!(!bytes.windows(12).any(|it| it == b"good evening"));
}
