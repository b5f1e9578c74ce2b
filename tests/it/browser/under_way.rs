//! Moves that are under way on the table: by a slow connection, without one, and beside another tab.

use super::{
    Browser, plans,
    table::{InGame, mouse, shown},
};

/// Lets a test hold back what the page sends, and cut its connection.
const LINE: &str = "(() => { const Real = WebSocket, send = Real.prototype.send; let held = null; \
    const line = window.line = { socket: null, \
        hold: () => { held = []; }, \
        let_go: () => { const was = held; held = null; for (const [socket, text] of was) send.call(socket, text); }, \
        cut: () => { line.socket.close(); window.WebSocket = class extends Real { constructor(address) { super(address + '/none'); } }; }, \
        mend: () => { window.WebSocket = Real; dispatchEvent(new Event('online')); } }; \
    Real.prototype.send = function (text) { line.socket = this; if (held) held.push([this, text]); else send.call(this, text); }; \
    document.querySelector('[data-place=channel]').click(); return true; })()";

const NOTE: &str = "document.getElementById('game-note').textContent";

/// The squares of a board of Lyra as White sees them: the file, and how many ranks from below.
const fn step(file: f64) -> [(f64, f64); 2] {
    [(file, 1.0), (file, 2.0)]
}
const B: [(f64, f64); 2] = step(1.0);
const C: [(f64, f64); 2] = step(2.0);
const D: [(f64, f64); 2] = step(3.0);
const E: [(f64, f64); 2] = step(4.0);
const F: [(f64, f64); 2] = step(5.0);

async fn taps(browser: &Browser, [from, to]: [(f64, f64); 2]) {
    mouse(browser, &[from]).await;
    mouse(browser, &[to]).await;
}

async fn with_line(browser: &Browser) {
    browser.eval(LINE).await;
    browser.until("line.socket !== null").await;
}

/// Waits until the board says that a move is under way, and marks its cells.
async fn under_way(browser: &Browser, mv: &str) {
    browser.until(&format!("{NOTE} === '{mv} is on its way.'")).await;
    browser.until("document.querySelectorAll('#game-board .sent').length === 2").await;
}

/// Waits until so many plies are listed and it is this person's turn, with no move under way.
async fn my_turn(browser: &Browser, plies: usize) {
    plans::plies(browser, plies).await;
    browser.until("document.querySelector('#game-near .plate.turn') !== null").await;
    browser.until("document.querySelector('#game-board .sent') === null").await;
    browser.until(&format!("!{NOTE}.includes('on its way')")).await;
}

/// How often a line with these words stands in the channel.
fn lines(words: &str) -> String {
    let all = "[...document.querySelectorAll('#log-channel .line[data-id] .text')]";
    format!("{all}.filter(one => one.textContent.startsWith('{words}')).length")
}

#[tokio::test]
async fn no_second_move_is_made_while_one_is_under_way() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    with_line(browser).await;
    browser.eval("line.hold()").await;
    taps(browser, F).await;
    under_way(browser, "f2-f3").await;
    browser.picture("under-way-1280.png").await;
    taps(browser, E).await;
    mouse(browser, &E).await;
    under_way(browser, "f2-f3").await;
    assert_eq!(browser.eval("document.querySelectorAll('#game-board .dot').length").await, 0);
    browser.eval("line.let_go()").await;
    my_turn(browser, 2).await;
    assert_eq!(browser.eval(&lines("e2-e3")).await, 0);
    taps(browser, E).await;
    my_turn(browser, 4).await;
    assert_eq!(browser.eval(&lines("e2-e3")).await, 1);
    game.close().await;
}

#[tokio::test]
async fn a_move_that_comes_late_is_not_played() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    let first = browser.client.window().await.unwrap();
    let second = browser.client.new_window(true).await.unwrap().handle;
    let to = async |window| browser.client.switch_to_window(window).await.unwrap();
    to(second.clone()).await;
    browser.client.goto(&game.program.url).await.unwrap();
    shown(browser).await;
    to(first.clone()).await;
    with_line(browser).await;
    browser.eval("line.hold()").await;
    taps(browser, F).await;
    under_way(browser, "f2-f3").await;

    // Meanwhile another tab of ann moves.
    to(second.clone()).await;
    taps(browser, E).await;
    my_turn(browser, 2).await;
    to(first.clone()).await;
    browser.eval("line.let_go()").await;
    let refused = lines("#1 has moved on, so nothing was played.");
    browser.until(&format!("{refused} === 1")).await;
    my_turn(browser, 2).await;
    let told = "#1 has moved on, so nothing was played.";
    browser.until(&format!("{NOTE}.includes('{told}')")).await;
    browser.picture("refused-1280.png").await;

    // The same without a connection: what waits for it is said when it is back.
    browser.eval("line.cut()").await;
    browser.until("!document.getElementById('banner').hidden").await;
    taps(browser, C).await;
    under_way(browser, "c2-c3").await;
    to(second).await;
    taps(browser, B).await;
    my_turn(browser, 4).await;
    to(first).await;
    browser.eval("line.mend()").await;
    browser.until(&format!("{refused} === 2")).await;
    my_turn(browser, 4).await;
    browser.until(&format!("{NOTE}.includes('{told}')")).await;
    // It is told until the next move.
    taps(browser, D).await;
    browser.until(&format!("!{NOTE}.includes('{told}')")).await;
    my_turn(browser, 6).await;
    for mv in ["f2-f3", "c2-c3"] {
        assert_eq!(browser.eval(&lines(&format!("ann moved {mv}"))).await, 0);
    }
    game.close().await;
}
