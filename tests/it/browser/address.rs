//! The addresses of games and events.

use super::{
    Browser, from_menu, go, say,
    table::{InGame, shown},
};

/// Puts a clipboard in place of the browser's own, which a test may not use.
async fn with_clipboard(browser: &Browser) {
    let kept = "(Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { \
                window.copied = text; } } }), true)";
    browser.eval(kept).await;
}

#[tokio::test]
async fn an_address_leads_to_its_game_or_event() {
    let Some(InGame { browser, driver, program, folder }) = InGame::begin().await else { return };
    say(&browser, "c2-c3", "ann moved").await;
    say(&browser, "resign #1 yes", "wins #1").await;
    say(&browser, "challenge bot 1 white", "#2 Lyra").await;
    let event = "tournament create \"Friday\" lyra start:30m clock:10m rounds:3";
    say(&browser, event, "It begins").await;
    let title = "document.getElementById('game-title').textContent";
    browser.until(&format!("{title} === 'Lyra #2'")).await;

    // The finished game stands on one's own page, which leads to its board.
    from_menu(&browser, "#profile-open").await;
    browser.click(".person-games a[href='/game/1']").await;
    browser.until(&format!("{title} === 'Lyra #1'")).await;
    shown(&browser).await;
    with_clipboard(&browser).await;
    browser.click("#game-link").await;
    let address = format!("{}/game/1", program.url.trim_end_matches('/'));
    browser.until(&format!("window.copied === '{address}'")).await;
    browser.picture("game-link.png").await;
    // What only shows something is no word in the channel.
    from_menu(&browser, "#profile-open").await;
    browser.click("[aria-label='Card of #1']").await;
    browser
        .until("document.getElementById('log-private').innerText.includes('record #1 card')")
        .await;
    go(&browser, "channel").await;
    let told = "document.getElementById('log-channel').innerText.includes('record #1 card')";
    assert_eq!(browser.eval(told).await, false);

    // A new tab has the game that waits.
    browser.client.goto(&program.url).await.unwrap();
    browser.until(&format!("{title} === 'Lyra #2'")).await;
    let moves = "[...document.querySelectorAll('#chips button')].some(one => /[a-f][1-6]-[a-f][1-6]/u.test(one.textContent))";
    browser.until(moves).await;

    // The address has that game on the table, though another one waits; without it that one is there.
    browser.client.goto(&address).await.unwrap();
    browser.until(&format!("{title} === 'Lyra #1'")).await;
    shown(&browser).await;
    browser.until("document.querySelectorAll('#games button').length > 0").await;
    assert_eq!(browser.eval(title).await, "Lyra #1");
    // What is offered moves nothing in the other one.
    browser.until(&format!("!{moves} && document.querySelector('#chips button') !== null")).await;
    assert_eq!(browser.eval("location.pathname").await, "/game/1");

    // Where there is no such game, a sentence says so, and the page is as usual.
    browser.client.goto(&format!("{}/game/99", program.url.trim_end_matches('/'))).await.unwrap();
    browser.until("document.getElementById('trouble').textContent.includes('no game #99')").await;
    browser.until(&format!("{title} === 'Lyra #2'")).await;

    // An event opens its panel; somebody without a name sees it too.
    let event = format!("{}/event/1", program.url.trim_end_matches('/'));
    browser.client.goto(&event).await.unwrap();
    browser.until("document.getElementById('event').open").await;
    browser.picture("event-address.png").await;
    let other = driver.browser(&folder.path().join("other"), 390, 844).await;
    other.client.goto(&event).await.unwrap();
    other.until("document.getElementById('event').open").await;
    // A browser without a clipboard has the address to copy by hand.
    other.eval("(Object.defineProperty(navigator, 'clipboard', { value: undefined }), true)").await;
    other.click("#event-link").await;
    other.until(&format!("document.activeElement.value === '{event}'")).await;
    other.picture("event-address-phone.png").await;
    other.client.close().await.unwrap();
    browser.client.close().await.unwrap();
}
