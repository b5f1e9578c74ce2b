//! Charts of ratings on their way: kept until they are sent, drawn, and shown on the page and on Discord.

use std::sync::Arc;

use chat::{Outgoing, Reply};
use image::ImageFormat;
use render::{CURVE_WIDTH, Theme, course_size};
use scene::{Size, Style};
use serde_json::json;
use table::{PlaceId, Platform};

use crate::support::{
    curves::{ALT, one, reply},
    discord_rig::Rig,
    local_page::{LocalPage, secret},
    outbox::{leave_unsent, said_after_restart},
    pictures::renderer,
    stand_in::CHANNEL,
};

fn chart(theme: Theme, width: u32) -> Vec<u8> {
    renderer().curve_png(&one(), theme, width)
}

/// The reply with a chart, in a channel of the page.
fn on_the_page() -> Reply {
    reply(PlaceId::channel(Platform::Local, "channel"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chart_is_kept_and_drawn_as_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("host.db");
    let mut reply = on_the_page();
    let style = Style { theme: Some(Theme::Paper), size: Size::Small };
    let sent = said_after_restart(&database, &mut reply, style).await;
    assert_eq!(sent.reply, reply);
    assert!(!reply.shows_board(), "it is no board of a game");
    assert!(sent.png.as_deref() == Some(&chart(Theme::Paper, 600)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_a_chart_in_every_size_and_theme() {
    let folder = tempfile::tempdir().unwrap();
    let reply = serde_json::to_string(&on_the_page()).unwrap();
    leave_unsent(&folder.path().join("page.db"), &[&reply]);
    let page = LocalPage::open(folder.path()).await;
    let mut tab = page.connect().await;
    tab.enter("ann", &secret("ann"), None).await;
    let picture = tab.picture().await;
    assert_eq!((picture["shows"].as_str(), picture["alt"].as_str()), (Some("course"), Some(ALT)));
    let [width, height] = course_size(CURVE_WIDTH);
    let frame = json!({ "width": width, "height": height, "patches": [] });
    assert_eq!(
        picture["frame"], frame,
        "the page keeps room for it, and a click finds nothing on it"
    );
    let address = picture["src"].as_str().unwrap();
    for (query, theme, width) in [
        ("", Theme::Wood, CURVE_WIDTH),
        ("&width=450", Theme::Wood, 450),
        ("&width=1200&theme=slate", Theme::Slate, 1_200),
    ] {
        let answer = page.get(&format!("{address}{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(answer.body == chart(theme, width), "{query}");
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_gets_a_chart_with_its_description() {
    let mut rig = Rig::start().await;
    let png = Arc::new(chart(Theme::Slate, 600));
    let with_chart = |number| {
        let place = PlaceId::channel(Platform::Discord, CHANNEL.to_string());
        Outgoing { png: Some(Arc::clone(&png)), ..Outgoing::new(Some(number), reply(place)) }
    };
    let post = rig.posted(with_chart(1)).await;
    assert_eq!(post.text(), "ann: 1662? in Lyra.");
    let file = post.file.as_ref().unwrap();
    let about = json!([{ "id": 0, "filename": file.name, "description": ALT }]);
    assert_eq!(post.payload["attachments"], about);
    assert_eq!(file.kind, "image/png");
    assert!(file.bytes == *png);
    let picture = image::load_from_memory_with_format(&file.bytes, ImageFormat::Png).unwrap();
    assert_eq!([picture.width(), picture.height()], course_size(600));

    rig.discord.world().no_files.insert(CHANNEL);
    let post = rig.posted(with_chart(2)).await;
    let words = format!("ann: 1662? in Lyra.\n{ALT}\n");
    assert!(post.file.is_none() && post.text().starts_with(&words), "{}", post.text());
}
