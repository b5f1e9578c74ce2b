//! The frame of the page: the bar at the top, the bar of a phone, and what they lead to.

use super::{Program, driver, enter, say, table, tap_seen};

/// Windows in CSS pixels, each with whether it is a phone.
const WINDOWS: [(u32, u32, bool); 6] = [
    (1280, 800, false),
    (1920, 1080, false),
    (1024, 768, false),
    (768, 1024, false),
    (390, 844, true),
    (640, 400, false),
];

/// The parts of the frame that lie outside the window, or one that is in sight and should not be.
fn cut(phone: bool) -> String {
    let (bar, other) = if phone { ("#bottom", "#games") } else { ("#top", "#bottom") };
    format!(
        "[...document.querySelectorAll('{bar} > *')].filter(one => one.checkVisibility()) \
         .some(one => {{ const at = one.getBoundingClientRect(); \
         return at.left < 0 || at.right > innerWidth || at.top < 0 || at.bottom > innerHeight; }}) \
         || document.querySelector('{other}').checkVisibility() \
         || document.documentElement.scrollWidth > innerWidth"
    )
}

/// How many lines have been said.
const LINES: &str = "document.querySelectorAll('.line[data-id]').length";

#[tokio::test]
async fn the_bars_fit_and_hold_every_game() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;
    for game in ["lyra", "martian", "mix", "lyra", "mix", "martian"] {
        say(&browser, &format!("challenge bot 1 {game}"), "against").await;
    }
    table::shown(&browser).await;
    for view in ["table", "home"] {
        browser.until(&format!("document.body.dataset.view === '{view}'")).await;
        for (width, height, phone) in WINDOWS {
            browser.resize(width, height, 1).await;
            browser.until(&format!("!({})", cut(phone))).await;
            browser.picture(&format!("frame-{view}-{width}.png")).await;
        }
        browser.resize(1280, 800, 1).await;
        // What does not fit is counted, and stands in the list.
        let tabs = "document.querySelectorAll('#games > :not([inert])').length";
        let rest = "Number(document.getElementById('games-rest').textContent)";
        browser.until(&format!("{rest} > 0 && {tabs} + {rest} === 6")).await;
        browser.click("#home-open").await;
    }
    browser.click("#games-rest").await;
    browser.click("#games-list li:last-child button").await;
    table::shown(&browser).await;
    browser.until("/^\\/game\\/[1-6]$/u.test(location.pathname)").await;
    browser.eval("(history.back(), true)").await;
    browser.until("document.body.dataset.view === 'home'").await;

    // On a phone the bar of the table leads to another game that waits, and back to Home.
    browser.resize(390, 844, 1).await;
    browser.click("#home-games .tile").await;
    table::shown(&browser).await;
    browser.until("document.getElementById('game-other').checkVisibility()").await;
    let other = browser.eval("document.getElementById('game-other').textContent").await;
    browser.click("#game-other").await;
    let title = "document.getElementById('game-title').textContent";
    browser.until(&format!("{title}.endsWith({other})")).await;
    browser.until(&format!("document.getElementById('game-other').textContent !== {other}")).await;
    browser.click("#game-close").await;
    browser.until("document.body.dataset.view === 'home'").await;
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn a_phone_has_the_chat_behind_its_button() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    enter(&ann, &program.url, "ann").await;
    say(&ann, "challenge bot 1 white", "#1 Lyra").await;

    let phone = driver.browser(&folder.path().join("ben"), 390, 844).await;
    phone.resize(390, 844, 1).await;
    phone.client.goto(&program.url).await.unwrap();
    phone.until("document.querySelectorAll('#home-watch .tile').length === 1").await;
    let chat = "document.getElementById('chat').checkVisibility()";
    assert_eq!(phone.eval(chat).await, false);
    say(&ann, "hello there", "hello there").await;
    phone.until("document.querySelector('[data-go=chat] .count').textContent !== ''").await;
    phone.click("[data-go=chat]").await;
    phone.until(&format!("{chat} && !document.getElementById('home').checkVisibility()")).await;
    phone.until("document.querySelector('[data-go=chat] .count').textContent === ''").await;

    // A board in it leads to its table, which says nothing; below that the box stays.
    let lines = phone.eval(LINES).await;
    tap_seen(&phone, "a.board").await;
    table::shown(&phone).await;
    phone.until("document.getElementById('box').checkVisibility()").await;
    let room = "document.getElementById('game-board').clientWidth === innerWidth";
    assert_eq!(phone.eval(room).await, true);
    assert_eq!(phone.eval(LINES).await, lines);
    phone.picture("frame-watching-390.png").await;
    phone.eval("(history.back(), true)").await;
    phone.until("document.getElementById('home').checkVisibility()").await;

    // Two taps lead to a board of one's own.
    phone.click("[data-go=home]").await;
    phone.click(".card .play").await;
    table::shown(&phone).await;
    phone.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    for one in [ann, phone] {
        one.client.close().await.unwrap();
    }
}
