//! Time on the page: when it is over in each game, told by the browser's clock, and a notice of the
//! browser's when it is one's turn.

use super::{timed::Timed, *};

/// Notices that are counted and not shown, and a page that nobody looks at.
const STAND_IN: &str = "(() => {
    window.told = [];
    window.Notification = class extends EventTarget {
        constructor(title, options) { super(); window.told.push([title, options.body, options.tag]); }
        close() {}
    };
    Notification.permission = 'default';
    Notification.requestPermission = async () => (Notification.permission = 'granted');
    Object.defineProperty(document, 'hidden', { get: () => true });
    return true;
})()";

/// Lets the browser's own clock jump ahead.
fn later(hours: u32) -> String {
    format!(
        "(() => {{
            const before = Date.now;
            Date.now = () => before() + {hours} * 3_600_000;
            document.dispatchEvent(new Event('visibilitychange'));
            return true;
        }})()"
    )
}

/// All words about time are seen whole.
const WHOLE: &str = "[...document.querySelectorAll('#games .time-left')]
    .every(node => node.scrollWidth <= node.clientWidth)";

/// The words below the button about notices are within the window.
const NOTE_IS_SEEN: &str = "(() => {
    const note = document.getElementById('notify-note').getBoundingClientRect();
    return note.left >= 0 && note.right <= innerWidth && note.top >= 0 && note.bottom <= innerHeight
        && note.height > 0;
})()";

pub(super) fn told(css: &str, words: &str) -> String {
    format!("document.querySelector('{css}')?.textContent.includes('{words}') === true")
}

#[tokio::test]
async fn time_is_told_beside_the_games_and_a_turn_by_a_notice_once_somebody_asks_for_it() {
    let Some(driver) = driver().await else { return };
    // The browser has its own clock.
    let table = Timed::open(&driver, (1200, 900)).await;
    let Timed { browser, page, url, clock, .. } = &table;
    enter(browser, url, "ann").await;
    browser.eval(STAND_IN).await;
    let mut ben = page.enter("ben").await;
    say(browser, "challenge @ben lyra black 2d/move", "invites you").await;
    ben.say(1, "accept").await;
    // Ben begins. Nothing is told that nobody has asked for.
    browser.until(&told("#games .time-left", "time is over in 47 hours")).await;
    browser.until(&told(".board-time", "The time of whoever is to move is over in")).await;
    assert_eq!(browser.eval("document.getElementById('notify').hidden").await, false);
    assert_eq!(browser.eval("Notification.permission + window.told.length").await, "default0");
    from_menu(browser, "#notify").await;
    browser
        .until("document.getElementById('notify').getAttribute('aria-pressed') === 'true'")
        .await;
    browser.until(&told("#notify-note", "Notices are on")).await;

    for width in [520, 390] {
        browser.client.set_window_size(width, 860).await.unwrap();
        // Off and on again: what is said about it is seen whole, without a swipe.
        for words in ["Notices are off", "Notices are on"] {
            browser.eval("document.getElementById('notify').click()").await;
            browser.until(&told("#notify-note", words)).await;
            browser.until(NOTE_IS_SEEN).await;
        }
        browser.doc_picture(&format!("notices-{width}.png")).await;
    }
    browser.eval("(document.getElementById('me-menu').hidePopover(), true)").await;
    browser.client.set_window_size(1200, 900).await.unwrap();

    ben.say(2, "f2-f3").await;
    browser.until("window.told.length === 1").await;
    let notice = browser.eval("window.told[0].join(' ')").await;
    let notice = notice.as_str().unwrap_or_default().to_owned();
    assert!(notice.contains("f2-f3") && notice.ends_with("game-1"), "{notice}");
    browser.until(&told("#games .time-left", "your time is over in 47 hours")).await;
    browser.until(&told(".board-time", "Your time is over in 47 hours")).await;
    assert_eq!(browser.eval(WHOLE).await, true, "nothing of it is cut off");
    browser.doc_picture("time-1200.png").await;
    // The page counts down by itself.
    browser.eval(&later(30)).await;
    browser.until(&told("#games .time-left", "in 17 hours")).await;
    browser.until(&told(".board-time", "in 17 hours")).await;
    clock.advance(Duration::from_secs(2 * 86_400));
    browser.until("document.body.innerText.includes('ben wins #1')").await;
    browser.until("document.querySelector('.time-left, .board-time') === null").await;
    table.close().await;
}

/// Leaves nothing but the chat in sight, with room for a line of words.
pub(super) async fn chat_alone(browser: &Browser) {
    browser.resize(700, 900, 1).await;
    browser.click("[data-go=chat]").await;
    browser.until("document.activeElement.id === 'box'").await;
}

/// Keeps a picture of the newest line under this name.
async fn keep_newest(browser: &Browser, name: &str) {
    browser.eval("[...document.querySelectorAll('.line')].at(-1).id = 'newest-line'").await;
    browser.still().await;
    browser.picture_of("#newest-line", name).await;
    browser.eval("document.getElementById('newest-line').id = ''").await;
}

/// The pictures of docs/CORRESPONDENCE.md are copies of those that this takes.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_reminder_and_the_lists_look_as_the_docs_show_them() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (960, 900)).await;
    let Timed { browser, page, url, clock, .. } = &table;
    enter(browser, url, "ann").await;
    let mut ben = page.enter("ben").await;
    for (n, terms) in [(1, "lyra black 2d/move"), (2, "mix white"), (3, "martian seat:2 7d+12h")] {
        say(browser, &format!("challenge @ben {terms}"), "invites you").await;
        ben.say(n, &format!("accept #{n}")).await;
        browser.until(&told(".log", &format!("#{n} "))).await;
    }
    ben.say(4, "#1 f2-f3").await;
    browser.until(&told("#games", "your time is over in 47 hours")).await;
    chat_alone(browser).await;
    clock.advance(Duration::from_secs(25 * 3_600));
    browser.eval(&later(25)).await;
    browser.until(&told(".log .line:last-child", "a reminder: it is your turn in #1")).await;
    browser.until(&told(".log .line:last-child", "your time ends in 22 hours")).await;
    keep_newest(browser, "reminder.png").await;
    browser.type_keys("games\u{e007}").await;
    browser.until(&told(".log .line:last-child", "2 games wait for you, 1 for others.")).await;
    browser.until(&told("#games li", "your time is over in 22 hours")).await;
    keep_newest(browser, "games.png").await;
    browser.resize(960, 900, 1).await;
    browser.eval("(document.getElementById('games-list').showPopover(), true)").await;
    browser.picture_of("#games-list", "my-games.png").await;
    table.close().await;
}
