//! Moderation on the page: who manages it decides by lines and buttons, nobody else does, and what is meant for one
//! person is read by nobody else.

use serde_json::{Value, json};

use crate::support::local_page::{LocalPage, Tab, said, text_of};

/// Says a line in a place and waits until the bot has said this; the line that says it.
async fn say(tab: &mut Tab, n: u32, (place, text): (&str, &str), answer: &str) -> Value {
    tab.send(said(n, place, text)).await;
    tab.line(|line| line["author"].is_null() && text_of(line).contains(answer)).await
}

#[tokio::test]
async fn the_page_has_one_manager_and_tells_only_whom_it_concerns() {
    let folder = tempfile::tempdir().unwrap();
    let page = LocalPage::open(folder.path()).await;
    let (mut ann, mut ben, mut carl) =
        (page.enter("ann").await, page.enter("ben").await, page.enter("carl").await);
    let nobody = "whoever took the first name";
    for (n, line) in
        ["mod ban @carl noise yes", "mod close #1 noise yes", "mod log"].iter().enumerate()
    {
        say(&mut ben, n as u32, ("channel", line), nobody).await;
    }
    // The question has a button, which is the manager's alone.
    let asked = "Keep ben from new games here";
    let question = say(&mut ann, 10, ("channel", "mod ban @ben all 30d noise"), asked).await;
    let yes = question["actions"][0]["line"].as_str().unwrap();
    assert_eq!(question["actions"][0]["question"]["asked"], "local:ann", "{question}");
    say(&mut ann, 11, ("channel", yes), "ben is kept from new games until").await;
    say(&mut ben, 12, ("channel", "challenge @carl lyra"), "keeps you from new games here").await;
    say(&mut ben, 13, ("private", "challenge bot lyra"), "keeps you from new games here").await;

    say(&mut ben, 14, ("channel", "report @carl insults"), "Thank you").await;
    say(&mut carl, 15, ("private", "block @ann"), "You have blocked ann").await;
    say(&mut ann, 16, ("channel", "challenge @carl lyra"), "carl declined").await;
    say(&mut ann, 17, ("private", "mod log"), "ben reported carl: insults").await;
    let mut guest = page.connect().await;
    guest.send(json!({ "type": "enter", "name": null, "last": null })).await;
    let lines = guest.wait("lines").await.to_string();
    for secret in ["You have blocked", "Thank you", "keeps you from new games"] {
        assert!(!lines.contains(secret), "{secret}: {lines}");
    }
    page.close().await;
}
