//! What comes while somebody plays: it knocks, and takes the place of no board that is in use.

use super::{Browser, enter, say, table, table::InGame};

/// The words of the knock that is seen; empty if there is none.
pub(super) const KNOCK: &str =
    "(document.querySelector('#knocks:not([hidden]) [role=alert]')?.textContent ?? '')";

/// Waits until this game is on the table.
async fn on_table(browser: &Browser, no: u32) {
    browser
        .until(&format!("document.getElementById('game-title').textContent.endsWith('#{no}')"))
        .await;
}

/// Lets the browser's own clock stand still until it is moved on by hand.
const STILL: &str = "(window.at = Date.now(), Date.now = () => at, true)";

/// Moves that clock on, and waits until the page has looked at it, which it does four times a second.
async fn later(browser: &Browser, seconds: u32) {
    let looked = "new Promise(done => setTimeout(done, 500))";
    browser.value(&format!("window.at += {seconds} * 1_000, {looked}")).await;
}

/// Presses a button of the knock.
async fn answer(browser: &Browser, label: &str) {
    let button = format!(
        "[...document.querySelectorAll('#knocks button')].find(one => one.textContent === '{label}')"
    );
    browser.until(&format!("{button} !== undefined")).await;
    browser.eval(&format!("({button}.click(), true)")).await;
}

#[tokio::test]
async fn an_offer_knocks_and_a_board_in_hand_stays() {
    let Some(game) = InGame::begin().await else { return };
    let ann = &game.browser;
    let ben = game.driver.browser(&game.folder.path().join("ben"), 1280, 800).await;
    enter(&ben, &game.program.url, "ben").await;
    // A man is chosen.
    table::mouse(ann, &[(2.0, 1.0)]).await;
    ann.until("document.querySelector('#game-note .man') !== null").await;
    say(&ben, "challenge @ann lyra 5m+5s", "invites you").await;
    ann.until(&format!("{KNOCK} === 'ben asks you for a game: Lyra · 5m + 5s'")).await;
    ann.picture("knock-offer.png").await;
    let over = "(() => { const knock = document.getElementById('knocks').getBoundingClientRect(), \
        board = document.getElementById('game-board').getBoundingClientRect(); \
        return knock.left < board.right && board.left < knock.right && knock.top < board.bottom && board.top < knock.bottom; })()";
    assert_eq!(ann.eval(over).await, false, "a knock covers no board");

    // Taken back, it is gone; a second one waits behind the first.
    say(&ben, "withdraw #2", "took offer").await;
    ann.until(&format!("{KNOCK} === ''")).await;
    say(&ben, "challenge @ann lyra", "invites you").await;
    say(&ben, "challenge @ann mix", "invites you").await;
    ann.until("document.querySelector('#knocks .more')?.textContent === '+1'").await;
    answer(ann, "Accept").await;
    ann.until(&format!("{KNOCK}.startsWith('ben asks you for a game: Game Mix')")).await;
    answer(ann, "Decline").await;
    // The man is still in hand, so the game that was accepted asks as well.
    ann.until(&format!("{KNOCK}.startsWith('Lyra #3 has begun')")).await;
    on_table(ann, 1).await;
    answer(ann, "Open").await;
    on_table(ann, 3).await;
    ben.client.close().await.unwrap();
    game.browser.client.close().await.unwrap();
}

#[tokio::test]
async fn a_board_that_nobody_uses_gives_way_after_five_seconds() {
    let Some(game) = InGame::begin().await else { return };
    let ann = &game.browser;
    let ben = game.driver.browser(&game.folder.path().join("ben"), 1280, 800).await;
    enter(&ben, &game.program.url, "ben").await;
    let opens = "document.querySelector('#knocks .time')?.textContent === 'opens in 5 s'";
    ann.eval(STILL).await;
    // What can wait lets it go first.
    table::mouse(ann, &[(2.0, 1.0)]).await;
    table::mouse(ann, &[(2.0, 2.0)]).await;
    ann.until(&format!("{KNOCK} === 'Sounds for moves and fights?'")).await;
    ann.until("document.querySelector('#game-near .plate.turn') !== null").await;
    ann.eval("document.getElementById('box').focus()").await;
    say(ann, "challenge anyone lyra", "looks for an opponent").await;
    say(&ben, "accept #2", "begins").await;
    ann.until(opens).await;
    ann.picture("knock-opens.png").await;
    answer(ann, "Stay").await;
    later(ann, 6).await;

    say(ann, "challenge anyone mix", "looks for an opponent").await;
    on_table(ann, 1).await;
    say(&ben, "accept #3", "begins").await;
    ann.until(opens).await;
    later(ann, 4).await;
    ann.until(&opens.replace('5', "1")).await;
    later(ann, 1).await;
    on_table(ann, 3).await;
    assert_eq!(ann.eval(KNOCK).await, "Sounds for moves and fights?");
    ben.client.close().await.unwrap();
    game.browser.client.close().await.unwrap();
}
