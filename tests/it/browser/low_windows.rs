//! Windows with little room: a page at 200 %, a phone that lies, a tablet.

use super::{
    Program, driver, enter,
    stranger::{GAMES, Hand, Stranger},
};

/// Windows in CSS pixels; the first is one of 1280 by 800 at 200 %.
const WINDOWS: [(u32, u32, u32); 6] =
    [(640, 400, 2), (844, 390, 1), (768, 1024, 1), (768, 480, 1), (1000, 600, 1), (390, 844, 2)];

/// The whole board of each game is seen at once, nothing sticks out sideways, and men are moved there.
#[tokio::test]
async fn the_whole_board_is_in_every_window() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;
    let stranger = Stranger::new(&browser, Hand::Words);
    for (game, (title, _)) in GAMES.iter().enumerate() {
        stranger.begins(game).await;
        for (width, height, scale) in WINDOWS {
            browser.resize(width, height, scale).await;
            browser.until("stranger.sees()").await;
            let is_readable = "document.getElementById('game-board').clientWidth >= 240";
            assert_eq!(browser.eval(is_readable).await, true, "{title} at {width} by {height}");
            browser.picture(&format!("window-{game}-{width}-{height}.png")).await;
        }
    }
    // Of what was set up unseen a man is moved, in the smallest of them.
    browser.resize(640, 400, 2).await;
    let mut taps = Stranger::new(&browser, Hand::Taps);
    let (seen, mv) = (taps.seen().await, taps.picks("change").await);
    taps.moves(&mv).await;
    taps.after(seen.lines).await;
    browser.client.close().await.unwrap();
}
