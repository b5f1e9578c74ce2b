//! The table beside the chat: its board, moves by mouse and keyboard, and the plies of the game.

use fantoccini::actions::{
    InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use serde_json::Value;
use tempfile::TempDir;

use super::{Browser, Driver, Program, driver, enter, say};

/// The time for which the mouse moves.
const AT_ONCE: Option<std::time::Duration> = None;

/// Waits until the table shows its board.
pub(super) async fn shown(browser: &Browser) {
    browser.until("document.querySelector('#game-board img')?.naturalWidth > 0").await;
}

/// The middle of a square of a board of Lyra in the window: how many files from the left and ranks from below.
async fn square(browser: &Browser, file: f64, rank: f64) -> (f64, f64) {
    let side = |name: &str| {
        format!("document.querySelector('#game-board').getBoundingClientRect().{name}")
    };
    let mut found = Vec::new();
    for name in ["left", "top", "width", "height"] {
        found.push(browser.eval(&side(name)).await.as_f64().unwrap());
    }
    let (x, y) = (50.0 + 108.0 * (file + 0.5), 22.0 + 108.0 * (5.5 - rank));
    (found[0] + found[2] * x / 720.0, found[1] + found[3] * y / 720.0)
}

/// Clicks on a point of the window.
pub(super) async fn click(browser: &Browser, (x, y): (f64, f64)) {
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: AT_ONCE, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    browser.client.perform_actions(mouse).await.unwrap();
}

/// Taps a point of the window with a finger.
pub(super) async fn touch(browser: &Browser, (x, y): (f64, f64)) {
    let finger = TouchActions::new("finger".to_owned())
        .then(PointerAction::MoveTo { duration: AT_ONCE, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    browser.client.perform_actions(finger).await.unwrap();
}

/// Moves the mouse over squares, pressing it at the first one and letting go at the last.
pub(super) async fn mouse(browser: &Browser, squares: &[(f64, f64)]) {
    let mut points = Vec::new();
    for (file, rank) in squares {
        points.push(square(browser, *file, *rank).await);
    }
    drag(browser, &points).await;
}

/// The same over points of the window.
async fn drag(browser: &Browser, points: &[(f64, f64)]) {
    let mut mouse = MouseActions::new("mouse".to_owned());
    let to = |x, y| PointerAction::MoveTo { duration: AT_ONCE, x, y };
    mouse = mouse
        .then(to(points[0].0, points[0].1))
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT });
    for &(x, y) in &points[1..] {
        mouse = mouse.then(to(x, y));
    }
    mouse = mouse.then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    browser.client.perform_actions(mouse).await.unwrap();
}

/// How many plies the table lists.
async fn plies(browser: &Browser) -> u64 {
    browser.eval("document.querySelectorAll('#game-moves li').length").await.as_u64().unwrap()
}

/// Waits until it is this person's turn after more plies than these.
async fn my_turn_after(browser: &Browser, plies: u64) {
    let more = format!("document.querySelectorAll('#game-moves li').length > {plies}");
    browser.until(&more).await;
    browser.until("document.querySelector('#game-near .plate.turn') !== null").await;
}

/// A game of Lyra against the bot on the table of a window, in which ann has White.
pub(super) struct InGame {
    pub(super) browser: Browser,
    pub(super) driver: Driver,
    pub(super) program: Program,
    pub(super) folder: TempDir,
}

impl InGame {
    /// Begins it; `None` without a browser.
    pub(super) async fn begin() -> Option<Self> {
        let driver = driver().await?;
        let folder = tempfile::tempdir().unwrap();
        let program = Program::start(folder.path(), "127.0.0.1:0").await;
        let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
        enter(&browser, &program.url, "ann").await;
        say(&browser, "challenge bot 1 white", "#1 Lyra").await;
        shown(&browser).await;
        Some(Self { browser, driver, program, folder })
    }

    pub(super) async fn close(self) {
        self.browser.client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_game_is_played_on_the_table() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    browser.picture("table-1280.png").await;
    moves_by_mouse(browser).await;
    goes_over_the_board_by_keys(browser).await;
    goes_through_the_plies(browser).await;
    fits_into_windows(browser).await;
    game.close().await;
}

/// Two clicks and one movement of the mouse move a man, and what is illegal is only told.
async fn moves_by_mouse(browser: &Browser) {
    mouse(browser, &[(2.0, 1.0)]).await;
    browser.until("document.querySelectorAll('#game-board .dot').length > 0").await;
    browser.picture("table-chosen.png").await;
    mouse(browser, &[(2.0, 2.0)]).await;
    my_turn_after(browser, 1).await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, "", "nothing is typed");
    browser.until("document.querySelector('.log').innerText.includes('c2-c3')").await;

    let before = plies(browser).await;
    mouse(browser, &[(4.0, 1.0), (4.0, 1.5), (4.0, 2.0)]).await;
    my_turn_after(browser, before + 1).await;

    let lines = browser.eval("document.querySelectorAll('.line[data-id]').length").await;
    mouse(browser, &[(1.0, 1.0)]).await;
    mouse(browser, &[(1.0, 5.0)]).await;
    browser.until("document.getElementById('game-note').textContent.length > 10").await;
    assert_eq!(browser.eval("document.querySelectorAll('.line[data-id]').length").await, lines);
    browser.picture("table-illegal.png").await;
}

/// From where the mouse was down to a man who can move, whose ways are told and shown.
async fn goes_over_the_board_by_keys(browser: &Browser) {
    let before = plies(browser).await;
    browser.eval("document.getElementById('game-board').focus()").await;
    let man = "document.getElementById('game-say').textContent";
    for _ in 0..6 {
        let told = browser.eval(man).await;
        browser.type_keys("\u{e015}").await;
        browser.until(&format!("{man} !== {told}")).await;
        if browser.eval(&format!("{man}.includes('can go to')")).await == true {
            break;
        }
    }
    browser.type_keys("\u{e007}").await;
    browser
        .until("document.querySelectorAll('#game-board .dot, #game-board .aim').length > 0")
        .await;
    browser.type_keys("\u{e00c}").await;
    browser.until("document.querySelectorAll('#game-board .dot').length === 0").await;
    assert_eq!(plies(browser).await, before);
}

/// Back to the start and on to the position now, on which typed squares are marked.
async fn goes_through_the_plies(browser: &Browser) {
    let moment = "document.getElementById('game-moment').textContent";
    browser.click("#game-first").await;
    browser.until(&format!("{moment}.startsWith('after 0 of')")).await;
    browser.until("document.getElementById('game-board').dataset.lines === '0'").await;
    browser.click("#game-last").await;
    browser.until(&format!("{moment}.startsWith('move')")).await;
    // At an earlier ply that ply is told, and at the start none.
    let told = "document.querySelector('#game-told .last b')?.textContent";
    let now = browser.eval(told).await;
    browser.click("#game-back").await;
    browser.until(&format!("{moment}.startsWith('after') && {told} && {told} !== {now}")).await;
    browser.click("#game-first").await;
    browser.until(&format!("{told} === undefined")).await;
    browser.click("#game-last").await;
    browser.until(&format!("{moment}.startsWith('move') && {told} === {now}")).await;
    browser.eval("document.getElementById('box').focus()").await;
    browser.type_keys("b2").await;
    browser.until("document.querySelectorAll('#game-board .pick').length > 0").await;
    browser.type_keys("\u{e00c}").await;
}

/// A larger window has a larger board, and a phone has it as wide as it is.
async fn fits_into_windows(browser: &Browser) {
    let width = "document.getElementById('game-board').clientWidth";
    for (wide, high, least, picture) in [
        (1920, 1080, 900, "table-1920.png"),
        (768, 1024, 480, "table-768.png"),
        (500, 844, 420, "table-500.png"),
    ] {
        let frame = browser.eval("outerHeight - innerHeight").await.as_u64().unwrap() as u32;
        browser.client.set_window_size(wide, high + frame).await.unwrap();
        browser.until(&format!("{width} >= {least}")).await;
        let seen = "(() => { const at = document.getElementById('game-board').getBoundingClientRect(); \
                    return at.top >= 0 && at.bottom <= innerHeight; })()";
        browser.until(seen).await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.eval(fits).await, true, "nothing sticks out at {wide}");
        shown(browser).await;
        browser.picture(picture).await;
    }
}

/// The middle of a mark on the board in the window.
async fn middle(browser: &Browser, mark: &str) -> (f64, f64) {
    let at = format!(
        "(() => {{ const at = document.querySelector('#game-board {mark}').getBoundingClientRect(); \
         return [at.left + at.width / 2, at.top + at.height / 2]; }})()"
    );
    let found = browser.eval(&at).await;
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

/// Men are arranged unseen by keyboard, by a drag and by two clicks; where one can go comes when he is chosen.
#[tokio::test]
async fn a_set_up_is_made_on_the_table() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;
    say(&browser, "challenge bot 1 cyvasse white", "arrange your men").await;
    shown(&browser).await;
    let says = |words: &str| {
        format!("document.getElementById('log-private').textContent.includes('setup #1 {words}')")
    };
    let stands = "document.querySelector('#game-board .tried') === null";
    let man = |cell: &str| format!("document.querySelector('.man[data-cell={cell}]') !== null");
    browser.eval("document.getElementById('game-board').focus()").await;
    browser.type_keys("\u{e014}").await;
    let told = "document.getElementById('game-say').textContent";
    browser.until(&format!("{told} === 'c5, rabble; can be moved'")).await;
    browser.type_keys("\u{e007}").await;
    browser.until(&format!("{told}.startsWith('c5, rabble; can go to b5')")).await;
    let [first, second] = [middle(&browser, ".dot").await, middle(&browser, ".dot ~ .dot").await];
    drag(&browser, &[first]).await;
    browser.until(&says("move c5-b5")).await;
    browser.until(&format!("{} && {stands}", man("b5"))).await;

    drag(&browser, &[first, second]).await;
    browser.until(&says("move b5-")).await;
    browser.until(&format!("!({}) && {stands}", man("b5"))).await;

    drag(&browser, &[second]).await;
    browser.until("document.querySelector('#game-board .aim') !== null").await;
    let other = middle(&browser, ".aim").await;
    drag(&browser, &[other]).await;
    browser.until(&says("swap ")).await;
    browser.picture("table-arranging.png").await;
    browser.client.close().await.unwrap();
}

/// Somebody without a name watches, and is told so.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_guest_watches_a_game() {
    let Some(InGame { browser, driver, program, folder }) = InGame::begin().await else { return };
    let other = driver.browser(&folder.path().join("other"), 390, 844).await;
    // A game of others does not take the place of the ways to begin one; whoever wants to see it goes there.
    other.client.goto(&program.url).await.unwrap();
    other
        .until(
            "document.querySelector('.cards') !== null && document.getElementById('game').hidden",
        )
        .await;
    say(&browser, "b2-b3", "ann moved").await;
    other.until("document.querySelectorAll('#log-channel .line .board img').length > 1").await;
    assert_eq!(other.eval("document.getElementById('game').hidden").await, true);
    other.client.goto(&format!("{}/game/1", program.url.trim_end_matches('/'))).await.unwrap();
    shown(&other).await;
    mouse(&other, &[(2.0, 1.0)]).await;
    other.until("document.getElementById('game-note').textContent.includes('You watch')").await;
    assert_eq!(
        other.eval("document.querySelectorAll('#game-board .dot').length").await,
        Value::from(0)
    );
    other.picture("table-watched.png").await;
    let shown = "document.getElementById('game-board').dataset.lines";
    let before = other.eval(shown).await;
    say(&browser, "c2-c3", "ann moved").await;
    other.until(&format!("{shown} !== {before}")).await;
    other.client.close().await.unwrap();
    browser.client.close().await.unwrap();
}
