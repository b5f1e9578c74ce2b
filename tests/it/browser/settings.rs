//! The settings of a browser.

use super::{
    Browser, from_menu, say,
    table::{InGame, mouse, shown},
};

/// Chooses something of a list, as a person would.
async fn choose(browser: &Browser, list: &str, value: &str) {
    let choice = format!(
        "(() => {{ const list = document.getElementById('settings-{list}'); list.value = '{value}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
    );
    browser.eval(&choice).await;
}

#[tokio::test]
async fn settings_hold_at_once_and_stay() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    let width = "document.getElementById('game-board').clientWidth";
    let large = browser.eval(width).await;

    // By keyboard: the sheet opens, its first box takes a space, and Escape closes it.
    browser.eval("document.getElementById('me').focus()").await;
    browser.type_keys("\u{e007}").await;
    browser.eval("document.getElementById('settings-open').focus()").await;
    browser.type_keys("\u{e007}").await;
    browser.until("document.getElementById('settings')?.open === true").await;
    choose(browser, "look", "dark").await;
    let ground = "getComputedStyle(document.body).backgroundColor";
    browser.until(&format!("{ground} === 'rgb(28, 24, 21)'")).await;
    // Where this browser has chosen no theme, a command does, at once.
    browser.type_keys("\u{e00c}").await;
    let first = "document.querySelector('#settings-theme option').text";
    assert_eq!(browser.eval(first).await, "the game’s own (wood)");
    browser.eval("document.getElementById('box').focus()").await;
    say(browser, "theme paper", "are in paper").await;
    browser.until("document.querySelector('#game-board img').src.includes('theme=paper')").await;
    from_menu(browser, "#settings-open").await;
    browser.until("document.getElementById('settings').open").await;
    assert_eq!(browser.eval(first).await, "as chosen in the chat (paper)");
    choose(browser, "theme", "slate").await;
    browser.until("document.querySelector('#game-board img').src.includes('theme=slate')").await;
    let line = "document.querySelector('.log .board img').src.includes('theme=slate')";
    browser.until(line).await;
    browser.click("#settings-coordinates").await;
    browser.until("document.querySelector('#game-board img').src.includes('names=0')").await;
    choose(browser, "size", "small").await;
    browser.until(&format!("{width} < 0.8 * {large}")).await;
    browser.eval("document.getElementById('settings-ask').focus()").await;
    browser.type_keys(" ").await;
    browser.until("document.getElementById('settings-ask').checked").await;
    browser.picture("settings.png").await;
    browser.type_keys("\u{e00c}").await;
    browser.until("!document.getElementById('settings').open").await;

    // A move on the board is asked for once; Enter says yes.
    let words =
        "[...document.querySelectorAll('#game-choice button')].map(it => it.textContent).join()";
    mouse(browser, &[(2.0, 1.0), (2.0, 1.5), (2.0, 2.0)]).await;
    browser.until(&format!("{words} === 'Play c2-c3,Not now'")).await;
    browser.picture("settings-asked.png").await;
    browser.click("#game-choice button:last-child").await;
    browser.until(&format!("{words} === ''")).await;
    mouse(browser, &[(2.0, 1.0), (2.0, 1.5), (2.0, 2.0)]).await;
    browser.until(&format!("{words} === 'Play c2-c3,Not now'")).await;
    browser.type_keys("\u{e007}").await;
    browser.until("document.querySelector('.log').innerText.includes('ann moved c2-c3')").await;

    // All of it is kept.
    browser.client.refresh().await.unwrap();
    shown(browser).await;
    browser.until(&format!("{ground} === 'rgb(28, 24, 21)' && {line}")).await;
    from_menu(browser, "#settings-open").await;
    browser.until("document.getElementById('settings')?.open === true").await;
    assert_eq!(browser.eval("document.getElementById('settings-ask').checked").await, true);
    choose(browser, "look", "light").await;
    browser.until(&format!("{ground} === 'rgb(247, 241, 232)'")).await;
    game.close().await;
}
