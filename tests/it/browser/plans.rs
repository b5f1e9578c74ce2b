//! Conditional moves on the table: made on the board before one's turn, and kept from the panel.

use super::{
    Browser, Program, driver, enter, say,
    table::{InGame, mouse, shown},
};
use crate::support::program::Page;

/// The squares of a board of Lyra as Black sees them: how many files from the left and ranks from below.
pub(super) const C5: (f64, f64) = (3.0, 1.0);
pub(super) const C4: (f64, f64) = (3.0, 2.0);
const C3: (f64, f64) = (3.0, 3.0);
const C2: (f64, f64) = (3.0, 4.0);
const B3: (f64, f64) = (4.0, 3.0);
const D5: (f64, f64) = (2.0, 1.0);
const D4: (f64, f64) = (2.0, 2.0);

/// Clicks on two squares.
pub(super) async fn clicks(browser: &Browser, from: (f64, f64), to: (f64, f64)) {
    mouse(browser, &[from]).await;
    mouse(browser, &[to]).await;
}

/// Waits until so many conditional moves are listed, and so many cells marked as theirs.
pub(super) async fn kept(browser: &Browser, lines: usize, cells: usize) {
    let count = |what: &str| format!("document.querySelectorAll('{what}').length");
    let (listed, marked) = (count("#plan-lines li"), count("#game-board .planned"));
    browser.until(&format!("{listed} === {lines} && {marked} === {cells}")).await;
}

async fn noted(browser: &Browser, words: &str) {
    let note = "document.getElementById('game-note').textContent";
    browser.until(&format!("{note}.includes('{words}')")).await;
}

/// Waits until so many plies are listed.
pub(super) async fn plies(browser: &Browser, plies: usize) {
    browser.until(&format!("document.querySelectorAll('#game-moves li').length === {plies}")).await;
}

/// Chooses a condition in the panel, and the reply to it on the board.
async fn replies(browser: &Browser, when: &str, from: (f64, f64), to: (f64, f64)) {
    browser.eval(&format!("(document.getElementById('plan-when').value = '{when}')")).await;
    browser.click("#plan-reply").await;
    noted(browser, "on the board").await;
    clicks(browser, from, to).await;
}

/// Begins a game in which ann has Black, and ben, without a browser, is to move.
pub(super) async fn begin() -> Option<(InGame, Page)> {
    against_ben("black").await
}

/// Begins a game of ann, who has this side, against ben without a browser.
pub(super) async fn against_ben(side: &str) -> Option<(InGame, Page)> {
    let driver = driver().await?;
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;
    let mut ben = Page::enter(program.address(), "ben", "p").await.unwrap();
    let bens = if side == "white" { "black" } else { "white" };
    ben.exchange("channel", &format!("challenge @ann lyra {bens}"), "invites you").await;
    say(&browser, "accept", "begins").await;
    shown(&browser).await;
    Some((InGame { browser, driver, program, folder }, ben))
}

#[tokio::test]
async fn the_host_keeps_moves_that_are_made_beforehand() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    made_before_ones_turn(browser).await;
    ben.exchange("channel", "c2-c3", "a conditional move").await;
    plies(browser, 2).await;
    kept(browser, 0, 0).await;
    let channel = "document.getElementById('log-channel').textContent";
    assert_eq!(browser.eval(&format!("{channel}.includes('premove')")).await, false);

    // Both ends of a fight have their reply, whatever comes after it.
    ben.exchange("channel", "d2-d3", "your turn").await;
    plies(browser, 3).await;
    browser.eval("(document.getElementById('game-plans').open = true)").await;
    replies(browser, "hit", C3, B3).await;
    kept(browser, 1, 0).await;
    replies(browser, "push", C4, C3).await;
    kept(browser, 2, 0).await;
    // Each is seen on the board while it is looked at.
    for (look, cells) in [("focus", 2), ("blur", 0)] {
        browser.eval(&format!("document.querySelector('#plan-lines button').{look}()")).await;
        kept(browser, 2, cells).await;
    }
    browser.picture("plans-1280.png").await;
    clicks(browser, C4, C3).await;
    plies(browser, 4).await;
    kept(browser, 1, 2).await;
    ben.exchange("channel", "a2-a3", "a conditional move").await;
    plies(browser, 6).await;
    kept(browser, 0, 0).await;
    game.close().await;
}

/// Two clicks are kept over a reload, and taken back by a tap or in the panel; what can never be is refused.
async fn made_before_ones_turn(browser: &Browser) {
    // Dots show where the man may go.
    mouse(browser, &[C5]).await;
    browser.until("document.querySelectorAll('#game-board .dot').length > 0").await;
    mouse(browser, &[C4]).await;
    kept(browser, 1, 2).await;
    mouse(browser, &[B3]).await;
    kept(browser, 0, 0).await;
    noted(browser, "are dropped").await;
    clicks(browser, C5, C2).await;
    noted(browser, "c5-c2 is not possible").await;
    kept(browser, 0, 0).await;
    clicks(browser, C5, C4).await;
    kept(browser, 1, 2).await;
    browser.eval("(document.getElementById('game-plans').open = true)").await;
    browser.click("#plan-drop").await;
    kept(browser, 0, 0).await;
    clicks(browser, C5, C4).await;
    kept(browser, 1, 2).await;
    browser.client.refresh().await.unwrap();
    shown(browser).await;
    kept(browser, 1, 2).await;
    noted(browser, "A tap on the board takes it back").await;
    replaced(browser).await;
}

/// Another man takes the place of the one who moves beforehand, by two taps and by a drag; a tap on that man drops it.
async fn replaced(browser: &Browser) {
    let listed = async |mv: &str| {
        let line = "document.querySelector('#plan-lines li')?.textContent";
        browser.until(&format!("{line}?.includes('{mv}') ?? false")).await;
        kept(browser, 1, 2).await;
    };
    mouse(browser, &[D5]).await;
    listed("c5-c4").await;
    mouse(browser, &[D4]).await;
    listed("d5-d4").await;
    mouse(browser, &[C5, C4]).await;
    listed("c5-c4").await;
    // It stands until the program has dropped it.
    browser.eval("(window.kept = WebSocket.prototype.send, window.held = [], WebSocket.prototype.send = function (text) { held.push([this, text]); }, true)").await;
    mouse(browser, &[C5]).await;
    noted(browser, "on their way").await;
    kept(browser, 1, 2).await;
    browser.eval("(WebSocket.prototype.send = kept, held.forEach(([socket, text]) => socket.send(text)), true)").await;
    kept(browser, 0, 0).await;
    noted(browser, "are dropped").await;
    clicks(browser, C5, C4).await;
    listed("c5-c4").await;
}

#[tokio::test]
async fn what_is_said_of_a_move_made_beforehand_is_true_of_its_game() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    ben.exchange("channel", "c2-c3", "your turn").await;
    plies(browser, 1).await;
    say(browser, "d5-d4", "ann moved").await;
    plies(browser, 2).await;
    clicks(browser, C5, C4).await;
    kept(browser, 1, 2).await;
    noted(browser, "A tap on the board takes it back").await;

    // Another game has its own.
    ben.exchange("channel", "challenge @ann lyra black", "invites you").await;
    browser.eval("document.getElementById('box').focus()").await;
    say(browser, "accept #2", "begins").await;
    browser.until("document.getElementById('game-title').textContent.includes('#2')").await;
    browser.until("document.getElementById('game-note').textContent === ''").await;
    kept(browser, 0, 0).await;
    browser.click("#games [data-game='1']").await;
    kept(browser, 1, 2).await;
    noted(browser, "A tap on the board takes it back").await;

    browser.eval("document.getElementById('box').focus()").await;
    say(browser, "takeback #1", "take back").await;
    ben.exchange("channel", "takeback accept #1", "takes back").await;
    kept(browser, 0, 0).await;
    noted(browser, "A move was taken back").await;
    game.close().await;
}
