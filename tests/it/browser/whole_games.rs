//! Whole games against the bot, by somebody who has never been here, from the greeting to the next game.

use super::{
    Program, driver,
    stranger::{GAMES, Hand, Stranger},
};

/// Plays these games, each in a fresh browser with a window of this size: from the greeting to the end, and anew.
async fn played(games: &[usize], hand: Hand, (width, height): (u32, u32)) {
    let Some(driver) = driver().await else { return };
    for game in games {
        let folder = tempfile::tempdir().unwrap();
        let program = Program::start(folder.path(), "127.0.0.1:0").await;
        let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
        browser.resize(width, height, 1).await;
        browser.client.goto(&program.url).await.unwrap();
        // A phone has the box behind a button.
        browser
            .until("document.activeElement.id === 'box' || !document.getElementById('box').checkVisibility()")
            .await;
        browser.until("document.querySelectorAll('.card .play').length === 4").await;
        let mut stranger = Stranger::new(&browser, hand);
        stranger.begins(*game).await;
        let ended = stranger.plays().await;
        assert!(ended.plies > 0, "{ended:?}");
        let name = GAMES[*game].0.to_lowercase().replace(' ', "-");
        browser.picture(&format!("whole-{name}-{width}.png")).await;
        let anew = stranger.plays_again(ended.no).await;
        assert!(anew.running && anew.plies <= 1 && anew.title == ended.title, "{anew:?}");
        browser.client.close().await.unwrap();
    }
}

const WIDE: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);
/// The quickest of the games, which has a set-up as well.
const CYVASSE: usize = 3;

#[tokio::test]
async fn a_stranger_plays_by_taps() {
    played(&[CYVASSE], Hand::Taps, WIDE).await;
}

#[tokio::test]
async fn a_stranger_plays_by_typing() {
    played(&[CYVASSE], Hand::Words, WIDE).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_stranger_plays_every_game_by_taps() {
    for window in [WIDE, PHONE] {
        played(&[0, 1, 2, 3], Hand::Taps, window).await;
    }
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_stranger_plays_every_game_by_typing() {
    played(&[0, 1, 2, 3], Hand::Words, WIDE).await;
}
