//! Pictures of standings on their way: kept until they are sent, drawn, and shown on the page and on Discord.

use std::sync::Arc;

use chat::Outgoing;
use render::{STANDINGS_WIDTH, Theme, standings_size};
use scene::{Size, Style};
use serde_json::json;
use table::{PlaceId, Platform};

use crate::support::{
    discord_rig::Rig,
    local_page::{LocalPage, secret},
    outbox::{leave_unsent, said_after_restart},
    pictures::renderer,
    stand_in::CHANNEL,
    standings::{ALT, evening, reply},
    tables::channel,
};

fn drawn(theme: Theme, width: u32) -> Vec<u8> {
    renderer().standings_png(&evening(), theme, width)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn standings_are_kept_and_drawn_as_they_were_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("host.db");
    let mut reply = reply(channel());
    let style = Style { theme: Some(Theme::Paper), size: Size::Small };
    let sent = said_after_restart(&database, &mut reply, style).await;
    assert_eq!(sent.reply, reply);
    assert!(!reply.shows_board(), "they are no board of a game");
    assert!(sent.png.as_deref() == Some(&drawn(Theme::Paper, 600)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_standings_as_high_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let reply = serde_json::to_string(&reply(channel())).unwrap();
    leave_unsent(&folder.path().join("page.db"), &[&reply]);
    let page = LocalPage::open(folder.path()).await;
    let mut tab = page.connect().await;
    tab.enter("ann", &secret("ann"), None).await;
    let picture = tab.picture().await;
    let told = (picture["shows"].as_str(), picture["alt"].as_str());
    assert_eq!(told, (Some("standings"), Some(ALT)));
    let [width, height] = standings_size(&evening(), STANDINGS_WIDTH);
    let frame = json!({ "width": width, "height": height, "patches": [] });
    assert_eq!(picture["frame"], frame, "the page keeps room, and a click finds nothing");
    let address = picture["src"].as_str().unwrap();
    let answer = page.get(&format!("{address}&width=1200&theme=slate")).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body == drawn(Theme::Slate, 1_200));
    page.close().await;
}

/// Also to a browser that comes in later, which has the line from the store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_a_picture_in_the_theme_that_was_chosen() {
    for (chosen, shown) in [(None, Theme::Wood), (Some(Theme::Paper), Theme::Paper)] {
        let folder = tempfile::tempdir().unwrap();
        let mut reply = reply(channel());
        let style = Style { theme: chosen, size: Size::Large };
        reply.pictures_mut().for_each(|picture| picture.style = style);
        leave_unsent(&folder.path().join("page.db"), &[&serde_json::to_string(&reply).unwrap()]);
        let page = LocalPage::open(folder.path()).await;
        for name in ["ann", "ben"] {
            let mut tab = page.connect().await;
            tab.enter(name, &secret(name), None).await;
            let picture = tab.picture().await;
            assert_eq!(picture["chosen"], chosen.is_some());
            let address = picture["src"].as_str().unwrap();
            let answer = page.get(&format!("{address}&width=1200")).await;
            assert!(answer.body == drawn(shown, 1_200), "{chosen:?} for {name}");
        }
        page.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_gets_standings_with_their_description() {
    let mut rig = Rig::start().await;
    let png = Arc::new(drawn(Theme::Slate, 600));
    let place = PlaceId::channel(Platform::Discord, CHANNEL.to_string());
    let outgoing = Outgoing { png: Some(Arc::clone(&png)), ..Outgoing::new(Some(1), reply(place)) };
    let post = rig.posted(outgoing).await;
    let file = post.file.as_ref().unwrap();
    let about = json!([{ "id": 0, "filename": file.name, "description": ALT }]);
    assert_eq!(post.payload["attachments"], about);
    assert!(file.bytes == *png);
}
