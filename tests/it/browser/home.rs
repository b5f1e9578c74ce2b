//! Home, where somebody without a game lands: what there is to play, to take and to watch.

use super::{Browser, Program, driver, enter, say, table};

/// How many lines have been said.
const LINES: &str = "document.querySelectorAll('.line[data-id]').length";

/// Whether Home is in sight, and no table.
const AT_HOME: &str =
    "!document.getElementById('home').hidden && document.getElementById('game').hidden";

/// Nothing is wider than the window, and Home no wider than its place.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth \
    && document.getElementById('home').scrollWidth <= document.getElementById('home').clientWidth";

/// The games of a list of Home in their order.
fn tiles(list: &str) -> String {
    format!("[...document.querySelectorAll('#{list} .tile')].map(tile => tile.dataset.game).join()")
}

/// Two people play, each in a browser of their own.
async fn two_play(ann: &Browser, ben: &Browser, program: &Program) {
    enter(ann, &program.url, "ann").await;
    enter(ben, &program.url, "ben").await;
    say(ann, "challenge @ben lyra white", "invites you").await;
    ben.until("document.querySelectorAll('#home-offers [data-offer]').length === 1").await;
    ben.click("#home-offers .act.primary").await;
    for browser in [ann, ben] {
        browser.until("document.getElementById('game-title').textContent === 'Lyra #1'").await;
        table::shown(browser).await;
    }
}

#[tokio::test]
async fn a_newcomer_in_a_busy_channel_is_at_a_board_by_a_tap() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    let ben = driver.browser(&folder.path().join("ben"), 1280, 800).await;
    two_play(&ann, &ben, &program).await;

    // Nobody else's board comes by itself, not by a move either; the games to try are the first thing.
    let browser = driver.browser(&folder.path().join("new"), 390, 844).await;
    browser.client.goto(&program.url).await.unwrap();
    let first = "document.querySelector('#home > section:not([hidden])')?.id === 'home-try'";
    browser.until(&format!("{AT_HOME} && {first} && {} === '1'", tiles("home-watch"))).await;
    let before = browser.eval(LINES).await.as_u64().unwrap();
    say(&ann, "c2-c3", "ann moved").await;
    browser.until(&format!("{LINES} > {before} + 1")).await;
    browser
        .until("document.querySelector('#home-watch .says').textContent.startsWith('ben')")
        .await;
    assert_eq!(browser.eval(AT_HOME).await, true);
    assert_eq!(browser.eval(FITS).await, true);
    browser.picture("home-newcomer-390.png").await;

    // Whoever looks on says nothing by that, and Back leads home again.
    let before = browser.eval(LINES).await;
    browser.click("#home-watch .tile").await;
    table::shown(&browser).await;
    assert_eq!(browser.eval("location.pathname").await, "/game/1");
    browser.eval("history.back()").await;
    browser.until(AT_HOME).await;
    browser.click("[data-person=ben]").await;
    browser.click("#person-menu [data-do=watch]").await;
    browser.until("!document.getElementById('game').hidden").await;
    browser.click("[data-go=home]").await;
    browser.until(&format!("{AT_HOME} && location.pathname === '/'")).await;
    assert_eq!(browser.eval(LINES).await, before);
    browser.click("[data-person=ben]").await;
    browser.click("#person-menu [data-do=ask]").await;
    // The dialog of a new game, filled in; Escape says nothing.
    let asks = "document.getElementById('new-game')?.open === true \
        && document.getElementById('new-game-line').textContent.startsWith('challenge @ben ')";
    browser.until(asks).await;
    browser.type_keys("\u{e00c}").await;
    browser.until("!document.getElementById('new-game').open").await;
    assert_eq!(browser.eval(LINES).await, before);

    for (width, height) in [(768, 1024), (1280, 800)] {
        browser.client.set_window_size(width, height).await.unwrap();
        browser.until(FITS).await;
        browser.picture(&format!("home-newcomer-{width}.png")).await;
    }
    browser.click(".card .play").await;
    browser.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    table::shown(&browser).await;
    for one in [browser, ann, ben] {
        one.client.close().await.unwrap();
    }
}

#[tokio::test]
async fn who_plays_two_games_has_the_urgent_one_first() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    let ben = driver.browser(&folder.path().join("ben"), 1280, 800).await;
    two_play(&ann, &ben, &program).await;
    say(&ann, "c2-c3", "ann moved").await;
    say(&ann, "challenge bot 1 white", "#2 Lyra").await;
    ann.click("#home-open").await;
    ann.until(&format!("{AT_HOME} && {} === '2,1'", tiles("home-games"))).await;
    ann.until("document.querySelectorAll('#home-games .turn').length === 1").await;
    ann.until(
        "[...document.querySelectorAll('#home-games img')].every(image => image.naturalWidth > 0)",
    )
    .await;
    ann.picture("home-two-games.png").await;

    // A tap leads to its table; a whole visit anew begins at the game that waits.
    ann.click("#home-games .tile[data-game='1']").await;
    ann.until("document.getElementById('game-title').textContent === 'Lyra #1'").await;
    ann.eval("(sessionStorage.clear(), true)").await;
    ann.client.goto(&program.url).await.unwrap();
    ann.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;

    // As last time, by a tap.
    ann.click("#home-open").await;
    ann.click("#home-last button[title^='challenge bot 1']").await;
    ann.until("document.getElementById('game-title').textContent === 'Lyra #3'").await;
    for one in [ann, ben] {
        one.client.close().await.unwrap();
    }
}
