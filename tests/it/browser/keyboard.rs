//! The page by the keyboard alone: no part of it is far from the next.

use super::{
    Program, driver,
    stranger::{BACK, BOARD, BOX, ENTER, Hand, Stranger, TO_BOARD},
};

/// Plays so many moves from the greeting on, or to the end, and goes between message box, board and a new game.
async fn played(game: usize, most: usize) {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    browser.client.goto(&program.url).await.unwrap();
    browser.until(BOX).await;
    let mut stranger = Stranger::new(&browser, Hand::Keys);
    stranger.begins(game).await;

    // From the message box to the board, by the link that leads there, and on to a new game in the same way.
    stranger.tabs(BACK, TO_BOARD).await;
    browser.type_keys(ENTER).await;
    browser.until(BOARD).await;
    assert!(stranger.seen().await.sees, "the board stays where it was");
    stranger.tabs(BACK, "document.activeElement.hash === '#new-game-open'").await;
    browser.picture("keyboard-link.png").await;
    browser.type_keys(ENTER).await;
    browser.until("document.activeElement.id === 'new-game-open'").await;
    browser.eval("document.getElementById('game-board').focus()").await;

    // No line of the chat takes more than one Tab.
    let several = "[...document.querySelectorAll('.line')].filter(line => \
        [...line.querySelectorAll('a, button, summary, [tabindex]')].filter(one => one.tabIndex >= 0).length > 1).length";
    assert_eq!(browser.eval(several).await, 0);

    let ended = stranger.plays_at_most(most).await;
    browser.until(&format!("{BOARD} || {}", super::stranger::DOING)).await;
    if !ended.running {
        assert!(stranger.plays_again(ended.no).await.running);
    }
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn a_set_up_and_a_move_by_keys() {
    played(3, 2).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn whole_games_by_keys() {
    for game in 0..4 {
        played(game, usize::MAX).await;
    }
}
