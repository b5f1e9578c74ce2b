//! Boards that the page draws itself: men stand where they are moved at once, what is dragged elsewhere goes back, and
//! a game is looked through by one request.

use super::{
    Browser,
    table::{InGame, mouse},
};

const LINES: &str = "document.getElementById('game-board').dataset.lines";
const MOVING: &str = "document.getElementById('game-board').hasAttribute('data-moving')";

fn man(cell: &str) -> String {
    format!("document.querySelector('.men [data-cell={cell}]')")
}

/// Waits until the men show so much of the log, and stand.
async fn stands(browser: &Browser, lines: u32) {
    browser.until(&format!("{LINES} === '{lines}' && !{MOVING}")).await;
}

#[tokio::test]
async fn a_man_stands_where_he_is_moved_before_anything_is_heard() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    browser.until(&format!("{} !== null", man("c2"))).await;
    browser.eval(concat!("(() => {", include_str!("line.js"), "})()")).await;
    browser.until("line.socket !== null").await;
    browser.eval("line.hold()").await;
    let place = format!("{}?.style.transform", man("c3"));
    let look = format!("(window.stood = {place})");
    let listen = format!(
        "(document.getElementById('game-board').addEventListener('pointerup', () => {look}), true)"
    );
    browser.eval(&listen).await;
    mouse(browser, &[(2.0, 1.0)]).await;
    mouse(browser, &[(2.0, 2.0)]).await;
    assert_eq!(browser.eval(&format!("stood && stood === {place}")).await, true);
    assert_eq!(browser.eval(LINES).await, "0");
    browser.eval("line.free()").await;
    stands(browser, 2).await;
    assert_eq!(browser.eval(&format!("stood === {place}")).await, true);

    // Whoever is let go where he cannot go is back where he was.
    let place = format!("{}.style.transform", man("e2"));
    let before = browser.eval(&place).await;
    mouse(browser, &[(4.0, 1.0), (4.0, 3.0), (2.0, 4.0)]).await;
    browser.until(&format!("!{MOVING} && document.querySelector('.held') === null")).await;
    assert_eq!(browser.eval(&place).await, before);
    game.close().await;
}

#[tokio::test]
async fn a_game_is_looked_through_by_one_request() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    mouse(browser, &[(2.0, 1.0)]).await;
    mouse(browser, &[(2.0, 2.0)]).await;
    stands(browser, 2).await;
    let men = "[...document.querySelectorAll('.men > *')].map(it => it.dataset.cell + it.dataset.look).sort().join()";
    let now = browser.eval(men).await;
    for _ in 0..3 {
        for (button, lines) in [("back", 1), ("back", 0), ("on", 1), ("on", 2)] {
            browser.click(&format!("#game-{button}")).await;
            stands(browser, lines).await;
            assert_eq!(browser.eval(men).await == now, lines == 2, "after {lines}");
        }
    }
    let films =
        "performance.getEntriesByType('resource').filter(it => it.name.includes('/film/')).length";
    assert_eq!(browser.eval(films).await, 1);
    game.close().await;
}
