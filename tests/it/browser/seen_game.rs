//! The game that is seen: what is typed, tapped and moved beside its board is about it and no other.

use super::{
    Browser, Program, driver, say,
    stranger::{Hand, Stranger},
    table, tabs, tap_seen,
};

const PLIES: &str = "document.querySelectorAll('#game-moves li').length";

#[tokio::test]
async fn what_is_done_at_a_board_is_done_in_its_game() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let windows = tabs(&browser, &program.url, &["ben", "ann"]).await;
    let [ben, ann] = &windows[..] else { panic!("two tabs") };
    for game in [1, 2] {
        say(&browser, "challenge @ben lyra white", "invites you").await;
        // The board of a game takes the place of none there.
        tap_seen(&browser, "#home-open, [data-go=home]").await;
        browser.client.switch_to_window(ben.clone()).await.unwrap();
        say(&browser, &format!("accept #{game}"), "against ben").await;
        browser.client.switch_to_window(ann.clone()).await.unwrap();
    }
    // Both wait for ann.
    browser.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    goes_to(&browser, 1).await;
    let strange = "[...document.querySelectorAll('#chips button')].filter(one => one.textContent.includes('#2') || one.title.includes('#2')).length";
    browser.until("document.querySelector('#chips button') !== null").await;
    browser.until(&format!("{strange} === 0")).await;
    say(&browser, "resign", "Give up #1").await;
    assert_eq!(browser.eval(PLIES).await, 0);
    say(&browser, "c2-c3", "ann moved c2-c3").await;
    browser.until(&format!("{PLIES} === 1")).await;
    say(&browser, "draw", "offers a draw").await;

    // A chip and the buttons, here and before the eyes of ben.
    goes_to(&browser, 2).await;
    browser.until(&format!("{PLIES} === 0")).await;
    let here = Stranger::new(&browser, Hand::Taps);
    here.taps("#chips", "a2-a3").await;
    browser.until(&format!("{PLIES} === 1")).await;
    here.does("Draw").await;
    let said = "[...document.querySelectorAll('.line[data-id] .text')].some(one => one.textContent === 'draw offer #2')";
    browser.until(said).await;
    browser.client.switch_to_window(ben.clone()).await.unwrap();
    let asked = "document.getElementById('game-asked').textContent === 'ann offers a draw'";
    let running = "document.querySelector('#game-told .result') === null";
    for (game, answer, goes_on) in [(2, "Accept", false), (1, "Decline", true)] {
        goes_to(&browser, game).await;
        browser.until(&format!("{asked} && {running}")).await;
        here.taps("#game-answers", answer).await;
        browser.until(&format!("!({asked}) && ({running}) === {goes_on}")).await;
    }
    table::mouse(&browser, &[(3.0, 1.0)]).await;
    table::mouse(&browser, &[(3.0, 2.0)]).await;
    browser.until(&format!("{PLIES} === 2")).await;
    browser.client.close().await.unwrap();
}

/// Puts a game on the table by its tab.
async fn goes_to(browser: &Browser, no: u32) {
    browser.eval(&format!("document.querySelector(`#games [data-game='{no}']`).click()")).await;
    browser
        .until(&format!("document.getElementById('game-title').textContent === 'Lyra #{no}'"))
        .await;
    table::shown(browser).await;
}
