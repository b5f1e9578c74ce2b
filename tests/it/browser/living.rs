//! Boards that the page draws itself: men stand where they are moved at once, what is dragged elsewhere goes back, and
//! a game is looked through by one request.

use serde_json::Value;

use super::{
    Browser, Program, driver, enter, say,
    table::{InGame, mouse, shown},
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

/// What men are drawn of stays on its way until it may `come`.
const HOLD_SHEET: &str = "(window.fetch = (fetch => (address, ...more) => address.startsWith('/men/') \
    ? new Promise(done => window.come = () => done(fetch(address, ...more))) : fetch(address, ...more))(fetch), true)";

#[tokio::test]
async fn men_who_come_late_take_the_place_of_the_picture() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;
    browser.eval(concat!("(() => {", include_str!("line.js"), "})()")).await;
    browser.eval("line.await(5_000)").await;
    browser.eval(HOLD_SHEET).await;
    say(&browser, "challenge bot 1 white", "#1 Lyra").await;
    browser.until("window.come !== undefined").await;
    browser.eval("line.passed(5_000)").await;
    shown(&browser).await;
    assert_eq!(browser.eval(&man("c2")).await, Value::Null);
    // It asks for nothing more.
    browser.eval("line.hold()").await;
    browser.eval("come()").await;
    browser.until(&format!("{} !== null", man("c2"))).await;
    browser.client.close().await.unwrap();
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
