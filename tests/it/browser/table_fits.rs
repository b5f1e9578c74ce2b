//! The table in windows of every size: how large its board is, and that nothing that can be done is cut.

use super::{Browser, Program, driver, say, table, tabs};

/// Windows in CSS pixels, each with the least width and height of the board of Lyra in it.
const WINDOWS: [(u32, u32, u32); 8] = [
    (1280, 800, 720),
    (1366, 768, 680),
    (1920, 1080, 1000),
    (1024, 700, 580),
    (1000, 600, 300),
    (800, 620, 450),
    (768, 1024, 470),
    (390, 844, 390),
];

/// The actions in sight that lie outside the window, or below something else.
const CUT: &str = "[...document.querySelectorAll('#game-doing button, #game-more summary, #game-asks button, #plan-form button')]\
    .filter(one => one.checkVisibility() && !one.closest('#game-more-list'))\
    .filter(one => { if (innerHeight < 500) one.scrollIntoView({ block: 'nearest' }); const at = one.getBoundingClientRect(); \
        const seen = document.elementFromPoint(at.left + at.width / 2, at.bottom - 4); \
        return at.width < 30 || at.left < 0 || at.right > innerWidth || at.top < 0 || at.bottom > innerHeight + .5 \
            || seen?.closest('button, summary') !== one; })\
    .map(one => one.textContent).join()";

/// At 200 % the board, and whose turn it is, are seen at once, and the rest below them.
const LOW: &str = "[...document.querySelectorAll('#game-board, .plate.turn')].every(one => { \
    document.getElementById('game').scrollTop = 0; const at = one.getBoundingClientRect(); \
    return at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth; })";

/// The place where a ply is told, or something asked, and how high it is.
const TOLD: &str = "Math.max(...['note', 'choice', 'asks', 'told'].map(one => document.getElementById('game-' + one).offsetHeight))";

/// How high the lines of the chat are that are in sight below the board of a tablet that stands.
const LINES: &str = "document.getElementById('scroll').clientHeight";

/// How many ways there are to act.
const WAYS: &str = "document.querySelectorAll('#game-doing button, #game-answers button').length";

/// In each window the board is large, and whatever can be done is in sight or behind *More*.
async fn fits(browser: &Browser, state: &str) {
    for (width, height, least) in WINDOWS {
        browser.resize(width, height, 1).await;
        let side = "document.getElementById('game-board').clientWidth";
        browser.until(&format!("{side} >= {least} && {CUT} === ''")).await;
        // Where there is little room, conditional moves take that place too.
        let told = match state {
            "plans" if width < 768 || (width, height) == (1000, 600) => 0,
            _ if width < 768 || (width <= 1152 && height <= 608) => 44,
            _ => 60,
        };
        assert_eq!(browser.eval(TOLD).await, told, "{state} at {width} by {height}");
        // Three lines at least.
        if (width, height) == (768, 1024) {
            browser.until(&format!("{LINES} > 100")).await;
        }
        let wide = browser.eval("document.documentElement.scrollWidth <= innerWidth").await;
        assert_eq!(wide, true, "{state} at {width} by {height}");
        browser.picture(&format!("fits-{state}-{width}.png")).await;
    }
    browser.resize(640, 400, 2).await;
    browser.until(&format!("{LOW} && {CUT} === ''")).await;
    browser.picture(&format!("fits-{state}-640.png")).await;
    browser.resize(1280, 800, 1).await;
}

#[tokio::test]
async fn nothing_that_can_be_done_is_cut() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let windows = tabs(&browser, &program.url, &["carl", "ben", "ann"]).await;
    let [carl, ben, ann] = &windows[..] else { panic!("three tabs") };
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

    // Conditional moves have their own place, which the same cell closes.
    browser.click("#game-doing [data-key='table:plans']").await;
    browser.until("document.getElementById('plan-reply').checkVisibility()").await;
    fits(&browser, "plans").await;
    browser.click("#game-doing [data-key='table:plans']").await;
    browser.until("!document.getElementById('plan-reply').checkVisibility()").await;

    browser.click("#game-doing [data-key=takeback]").await;
    browser.client.switch_to_window(ben.clone()).await.unwrap();
    browser.until("!document.getElementById('game-asks').hidden").await;
    fits(&browser, "takeback").await;
    browser.click("#game-answers button:last-child").await;

    browser.client.switch_to_window(carl.clone()).await.unwrap();
    browser.client.goto(&format!("{}/game/1", program.url.trim_end_matches('/'))).await.unwrap();
    table::shown(&browser).await;
    fits(&browser, "watched").await;
    browser.client.switch_to_window(ann.clone()).await.unwrap();

    browser.click("#game-doing [data-key=resign]").await;
    browser.click("#game-doing .sure button:first-child").await;
    browser.until("document.querySelector('#game-told .result') !== null").await;
    browser.until("document.querySelector('#game-doing [data-key^=rematch]') !== null").await;
    fits(&browser, "over").await;
    browser.eval("document.getElementById('box').focus()").await;
    say(&browser, "challenge bot 1 cyvasse white", "arrange your men").await;
    browser.until("document.querySelector('#game-cells [data-key=\"setup:done\"]') !== null").await;
    fits(&browser, "set-up").await;
    browser.client.close().await.unwrap();
}
