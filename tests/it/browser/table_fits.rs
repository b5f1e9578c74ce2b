//! The table in windows of every size: how large its board is, and that nothing that can be done is cut.

use super::{Browser, Program, driver, say, table, tabs};

/// Windows in CSS pixels, each with the least width and height of the board of Lyra in it.
const WINDOWS: [(u32, u32, u32); 6] = [
    (1280, 800, 720),
    (1366, 768, 680),
    (1920, 1080, 1000),
    (1000, 600, 300),
    (768, 1024, 500),
    (390, 844, 390),
];

/// The actions in sight that lie outside the window, or below something else.
const CUT: &str = "[...document.querySelectorAll('#game-doing button, #game-more summary, #game-asks button')]\
    .filter(one => one.checkVisibility() && !one.closest('#game-more-list'))\
    .filter(one => { const at = one.getBoundingClientRect(); \
        const seen = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2); \
        return at.width < 30 || at.left < 0 || at.right > innerWidth || at.top < 0 || at.bottom > innerHeight \
            || seen?.closest('button, summary') !== one; })\
    .map(one => one.textContent).join()";

/// How many ways there are to act.
const WAYS: &str = "document.querySelectorAll('#game-doing button, #game-answers button').length";

/// In each window the board is large, and whatever can be done is in sight or behind *More*.
async fn fits(browser: &Browser, state: &str) {
    for (width, height, least) in WINDOWS {
        browser.resize(width, height, 1).await;
        let side = "document.getElementById('game-board').clientWidth";
        browser.until(&format!("{side} >= {least} && {CUT} === ''")).await;
        let wide = browser.eval("document.documentElement.scrollWidth <= innerWidth").await;
        assert_eq!(wide, true, "{state} at {width} by {height}");
        browser.picture(&format!("fits-{state}-{width}.png")).await;
    }
    browser.resize(1280, 800, 1).await;
}

#[tokio::test]
async fn nothing_that_can_be_done_is_cut() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let windows = tabs(&browser, &program.url, &["ben", "ann"]).await;
    let [ben, ann] = &windows[..] else { panic!("two tabs") };
    say(&browser, "challenge @ben lyra white 10m+5s", "invites you").await;
    browser.client.switch_to_window(ben.clone()).await.unwrap();
    say(&browser, "accept", "against ben").await;
    browser.client.switch_to_window(ann.clone()).await.unwrap();
    table::shown(&browser).await;
    say(&browser, "c2-c3", "ann moved c2-c3").await;
    browser.until(&format!("{WAYS} > 3")).await;
    fits(&browser, "running").await;

    // Resigning is asked where it was tapped, and is not done by a slip.
    browser.click("#game-doing [data-key=resign]").await;
    browser.until("document.activeElement.textContent === 'No'").await;
    fits(&browser, "sure").await;
    browser.click("#game-doing .sure button:last-child").await;
    browser.until("document.querySelector('.sure') === null").await;

    // A proposal stands where the last ply was told.
    browser.client.switch_to_window(ben.clone()).await.unwrap();
    say(&browser, "draw", "offers a draw").await;
    browser.client.switch_to_window(ann.clone()).await.unwrap();
    browser
        .until("document.getElementById('game-asked').textContent === 'ben offers a draw'")
        .await;
    browser.until("document.querySelectorAll('#game-answers button').length === 2").await;
    fits(&browser, "draw").await;
    browser.click("#game-answers button:last-child").await;
    browser.until("document.getElementById('game-asks').hidden").await;

    browser.click("#game-doing [data-key=resign]").await;
    browser.click("#game-doing .sure button:first-child").await;
    browser.until("document.querySelector('#game-told .result') !== null").await;
    browser.until("document.querySelector('#game-doing [data-key^=rematch]') !== null").await;
    fits(&browser, "over").await;
    browser.client.close().await.unwrap();
}
