//! The game that is seen: what is typed, tapped and moved beside its board is about it and no other.

use super::{Program, driver, say, table, tabs};

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
        browser.client.switch_to_window(ben.clone()).await.unwrap();
        say(&browser, &format!("accept #{game}"), "against ben").await;
        browser.client.switch_to_window(ann.clone()).await.unwrap();
    }
    // Both wait for ann.
    browser.eval("[...document.querySelectorAll('#games button')].find(one => one.textContent.includes('#1')).click()").await;
    browser.until("document.getElementById('game-title').textContent === 'Lyra #1'").await;
    table::shown(&browser).await;
    let strange = "[...document.querySelectorAll('#chips button')].filter(one => one.textContent.includes('#2') || one.title.includes('#2')).length";
    browser.until("document.querySelector('#chips button') !== null").await;
    browser.until(&format!("{strange} === 0")).await;
    say(&browser, "resign", "Give up #1").await;
    say(&browser, "draw", "offers a draw").await;
    assert!(browser.eval("document.querySelector('#game-moves li') === null").await == true);
    say(&browser, "c2-c3", "ann moved c2-c3").await;
    browser.until("document.querySelectorAll('#game-moves li').length === 1").await;
    browser.eval("[...document.querySelectorAll('#games button')].find(one => one.textContent.includes('#2')).click()").await;
    browser.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    browser.until("document.querySelectorAll('#game-moves li').length === 0").await;
    table::shown(&browser).await;
    table::mouse(&browser, &[(2.0, 1.0)]).await;
    table::mouse(&browser, &[(2.0, 2.0)]).await;
    browser.until("document.querySelectorAll('#game-moves li').length === 1").await;
    browser.client.close().await.unwrap();
}
