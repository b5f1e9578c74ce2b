//! The men of a board that the page draws itself while moves are made there, whatever becomes of these.

use fantoccini::{
    actions::{InputSource as _, MOUSE_BUTTON_RIGHT, MouseActions, PointerAction},
    wd::WindowHandle,
};
use serde_json::{Value, json};

use super::{
    Browser, Program, driver, enter, plans, say,
    stranger::{Hand, Stranger},
    table::{InGame, mouse, shown},
    under_way::{my_turn, settled, taps, under_way, with_line},
};
use crate::support::program::Page;

const NOTE: &str = "document.getElementById('game-note').textContent";
/// Two steps of a man of White's on a file of a board of Lyra, of which the second is an attack once Black's man has
/// made his.
const fn steps(file: f64) -> [[(f64, f64); 2]; 2] {
    [[(file, 1.0), (file, 2.0)], [(file, 2.0), (file, 3.0)]]
}
const C: [[(f64, f64); 2]; 2] = steps(2.0);
const E: [[(f64, f64); 2]; 2] = steps(4.0);
const F: [[(f64, f64); 2]; 2] = steps(5.0);

/// Learns to see the living board of a page that was loaded.
pub(super) async fn looks(browser: &Browser) {
    Stranger::new(browser, Hand::Taps).looks().await;
    browser.eval(concat!("(async () => {", include_str!("living.js"), "})()")).await;
}

/// A table as the program has it for somebody.
pub(super) async fn table(page: &mut Page, game: u32) -> Value {
    let answer = page.asks(&json!({ "table": { "game": game, "side": 1 } })).await;
    serde_json::from_str::<Value>(&answer).unwrap()["table"].take()
}

/// The men of a game as the program has them: their cells, and what they look like.
pub(super) async fn men_of(page: &mut Page, game: u32) -> Value {
    let table = table(page, game).await;
    let men = table["living"]["position"]["men"].as_array().unwrap().iter().map(|man| {
        let look = [&man[1], &man[2]].map(|part| part.as_str().unwrap_or_default()).join(" ");
        [man[0].as_str().unwrap().to_owned(), look.trim().to_owned()]
    });
    let mut men: Vec<_> = men.collect();
    men.sort();
    json!(men)
}

/// Waits until the men stand, who are the program's.
async fn stand(browser: &Browser, ben: &mut Page) {
    browser.until("living.rests()").await;
    assert_eq!(browser.value("living.men()").await, men_of(ben, 1).await);
}

/// Ann's game with White against ben, who has no browser.
async fn begin() -> Option<(InGame, Page)> {
    let (game, ben) = plans::against_ben("white").await?;
    looks(&game.browser).await;
    game.browser.until("living.rests()").await;
    Some((game, ben))
}

/// The men of both on a file come so near that ann's can attack.
async fn come_near(browser: &Browser, ben: &mut Page, file: char, plies: usize) {
    let from = f64::from(u32::from(file) - u32::from('a'));
    taps(browser, steps(from)[0]).await;
    settled(browser, plies + 1).await;
    ben.exchange("channel", &format!("{file}5-{file}4"), "your turn").await;
    my_turn(browser, plies + 2).await;
    browser.until("living.rests()").await;
    let attacks = format!(
        "stranger.info.moves.some(({{ from, to, odds }}) => from === '{file}3' && to === '{file}4' && odds > 0)"
    );
    assert_eq!(browser.value(&attacks).await, true);
}

#[tokio::test]
async fn an_attack_waits_halfway_until_the_dice_lie() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    let windows = [('a', 1280, 800, "b5-b4"), ('c', 768, 1024, "d5-d4"), ('e', 390, 844, "f5-f4")];
    for (plies, (file, width, height, reply)) in (0..).step_by(4).zip(windows) {
        browser.resize(width, height, 1).await;
        come_near(browser, &mut ben, file, plies).await;
        attacks(browser, file).await;
        settled(browser, plies + 3).await;
        stand(browser, &mut ben).await;
        // He is the one who went, and stands where the program has a man of White's.
        let ends = "(({ man }) => [man.isConnected, man.classList.contains('tried'), man.dataset.cell])(fight)";
        let is_in = format!(
            "living.men().some(([cell, look]) => cell === '{file}4' && look.includes('-light'))"
        );
        let cell = format!("{file}{}", if browser.value(&is_in).await == true { 4 } else { 3 });
        assert_eq!(browser.value(ends).await, json!([true, false, cell]));
        let apart = browser.value(&format!("living.apart('{cell}', '{cell}', '{cell}', 0)")).await;
        assert!(apart.as_f64().unwrap() < 2.0, "{apart}");
        ben.exchange("channel", reply, "your turn").await;
        my_turn(browser, plies + 4).await;
    }
    game.close().await;
}

/// A man attacks, and waits while his dice roll, even if the answer comes at once.
async fn attacks(browser: &Browser, file: char) {
    browser.value(&format!("living.watch('{file}3', '{file}4')")).await;
    let from = f64::from(u32::from(file) - u32::from('a'));
    taps(browser, steps(from)[1]).await;
    browser.until("fight.off > 0").await;
    let seen =
        "(({ tried, nearest, faces, on, off }) => [tried, nearest, faces.size, off - on])(fight)";
    let seen = browser.value(seen).await;
    assert_eq!(seen[0], true, "{seen}");
    assert!(seen[1].as_f64().unwrap() < 0.1, "so far from where he waits: {seen}");
    assert!(seen[2].as_u64().unwrap() > 0, "so many faces: {seen}");
    assert!(seen[3].as_f64().unwrap() > 395.0, "so many milliseconds from the click on: {seen}");
}

#[tokio::test]
async fn a_man_goes_back_whose_move_is_refused() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    let first = browser.client.window().await.unwrap();
    let second = browser.client.new_window(true).await.unwrap().handle;
    browser.client.switch_to_window(second.clone()).await.unwrap();
    browser.client.goto(&game.program.url).await.unwrap();
    shown(browser).await;
    browser.client.switch_to_window(first.clone()).await.unwrap();
    with_line(browser).await;
    browser.eval("line.hold()").await;
    taps(browser, F[0]).await;
    under_way(browser, "f2-f3").await;
    let tried = "document.querySelector('.men > .tried')?.dataset.cell";
    assert_eq!(browser.value(tried).await, "f3");
    assert_eq!(browser.value("living.apart('f3', 'f3', 'f3', 0) < 2").await, true);

    // Meanwhile another tab of ann moves.
    browser.client.switch_to_window(second).await.unwrap();
    taps(browser, E[0]).await;
    settled(browser, 1).await;
    browser.client.switch_to_window(first).await.unwrap();
    browser.eval("line.free()").await;
    browser.until(&format!("{NOTE}.includes('#1 has moved on, so nothing was played.')")).await;
    settled(browser, 1).await;
    stand(browser, &mut ben).await;
    assert_eq!(browser.value(&format!("{tried} === undefined")).await, true);
    assert_eq!(browser.value("living.apart('f2', 'f2', 'f2', 0) < 2").await, true);
    game.close().await;
}

#[tokio::test]
async fn an_attack_outlives_the_program() {
    let Some((mut game, mut ben)) = begin().await else { return };
    come_near(&game.browser, &mut ben, 'c', 0).await;
    with_line(&game.browser).await;
    game.browser.eval("line.hold()").await;
    game.browser.value("living.watch('c3', 'c4')").await;
    taps(&game.browser, C[1]).await;
    under_way(&game.browser, "c3xc4").await;
    game.browser.until("fight.faces.size > 3").await;
    game.program.process.kill().await.unwrap();
    game.browser.until("!document.getElementById('banner').hidden").await;
    let waits = "document.querySelector('.men > .tried')?.getAnimations().length === 0 \
                 && getComputedStyle(document.querySelector('.men > .tried')).opacity === '0.75'";
    game.browser.until(waits).await;
    let apart = game.browser.value("living.apart('c3', 'c3', 'c4', 0.45)").await;
    assert!(apart.as_f64().unwrap() < 2.0, "{apart}");
    under_way(&game.browser, "c3xc4").await;

    game.browser.eval("line.free()").await;
    game.program.restart(game.folder.path(), &game.browser).await;
    settled(&game.browser, 3).await;
    let mut ben = Page::enter(game.program.address(), "ben", "q").await.unwrap();
    stand(&game.browser, &mut ben).await;
    assert_eq!(game.browser.value("stranger.info.plies.length").await, 3);
    game.close().await;
}

#[tokio::test]
async fn two_tabs_show_the_same_men() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    let first = browser.client.window().await.unwrap();
    let second = browser.client.new_window(true).await.unwrap().handle;
    browser.client.switch_to_window(second.clone()).await.unwrap();
    browser.client.goto(&game.program.url).await.unwrap();
    shown(browser).await;
    looks(browser).await;
    let both = [first, second];
    for (plies, file, reply) in [(0, 2.0, "c5-c4"), (2, 4.0, "e5-e4")] {
        taps(browser, steps(file)[0]).await;
        in_both(browser, &both, &mut ben, plies + 1).await;
        ben.exchange("channel", reply, "your turn").await;
        in_both(browser, &both, &mut ben, plies + 2).await;
    }
    ben.exchange("channel", "takeback #1", "take back").await;
    browser.until("document.getElementById('game-asked').textContent.includes('take')").await;
    Stranger::new(browser, Hand::Taps).taps("#game-answers", "Accept").await;
    ben.until("takes back").await;
    in_both(browser, &both, &mut ben, 3).await;
    game.close().await;
}

/// Both tabs show the program's men after so many plies.
async fn in_both(browser: &Browser, tabs: &[WindowHandle; 2], ben: &mut Page, plies: usize) {
    for tab in tabs {
        browser.client.switch_to_window(tab.clone()).await.unwrap();
        settled(browser, plies).await;
        stand(browser, ben).await;
    }
}

/// Without what men are drawn of a picture of all is seen, until that can be had.
#[tokio::test]
async fn a_board_without_its_men_is_a_picture() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    browser.tools("Network.enable", json!({})).await;
    browser.tools("Network.setBlockedURLs", json!({ "urls": ["*/men/*"] })).await;
    enter(&browser, &program.url, "ann").await;
    say(&browser, "challenge bot 1 white", "#1 Lyra").await;
    let pictured = "(({ src, naturalWidth }) => naturalWidth > 0 && src.includes('&lines=') && !src.includes('men=0'))";
    let pictured = format!(
        "{pictured}(document.querySelector('.stage img') ?? {{}}) && document.querySelector('.men') === null"
    );
    browser.until(&pictured).await;
    mouse(&browser, &[C[0][0]]).await;
    browser.until("document.querySelectorAll('#game-board .dot').length > 0").await;
    mouse(&browser, &[C[0][1]]).await;
    my_turn(&browser, 2).await;
    looks(&browser).await;
    browser.until("stranger.board.node.dataset.lines === String(stranger.info.board.lines)").await;
    assert_eq!(browser.value(&pictured).await, true);

    browser.tools("Network.setBlockedURLs", json!({ "urls": [] })).await;
    taps(&browser, E[0]).await;
    my_turn(&browser, 4).await;
    browser.until("living.rests() && living.men().length > 0").await;
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn nothing_moves_for_whoever_wishes_that() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    let animated = "(window.animated = [], new Promise((done) => { const { animate } = Element.prototype; \
                    Element.prototype.animate = function (...all) { if (this.closest('#game-board')) animated.push(this.dataset.cell); \
                    return animate.apply(this, all); }; done(); }))";
    browser.value(animated).await;
    let [still, moving] = ["reduce", ""]
        .map(|value| json!({ "features": [{ "name": "prefers-reduced-motion", "value": value }] }));
    browser.tools("Emulation.setEmulatedMedia", still).await;
    taps(browser, C[0]).await;
    settled(browser, 1).await;
    ben.exchange("channel", "c5-c4", "your turn").await;
    my_turn(browser, 2).await;
    taps(browser, C[1]).await;
    settled(browser, 3).await;
    stand(browser, &mut ben).await;
    let all = "document.getAnimations().filter(({ effect }) => effect.target.closest('#game-board')).length";
    assert_eq!(browser.value(all).await, 0);
    assert_eq!(browser.value("animated").await, json!([]));
    // For others they do.
    browser.tools("Emulation.setEmulatedMedia", moving).await;
    ben.exchange("channel", "e5-e4", "your turn").await;
    my_turn(browser, 4).await;
    stand(browser, &mut ben).await;
    assert_eq!(browser.value("animated").await, json!(["e5"]));
    game.close().await;
}

/// Drags the right button of the mouse from one cell to another.
async fn scribbles(browser: &Browser, from: &str, to: &str) {
    let mut drag = MouseActions::new("mouse".to_owned());
    for (at, cell) in [from, to].into_iter().enumerate() {
        let middle = browser.value(&format!("stranger.middle('{cell}')")).await;
        let [x, y]: [f64; 2] = serde_json::from_value(middle).unwrap();
        drag = drag.then(PointerAction::MoveTo { duration: None, x, y });
        drag = drag.then(match at {
            0 => PointerAction::Down { button: MOUSE_BUTTON_RIGHT },
            _ => PointerAction::Up { button: MOUSE_BUTTON_RIGHT },
        });
    }
    browser.client.perform_actions(drag).await.unwrap();
}

#[tokio::test]
async fn scribbles_are_for_ones_own_eyes() {
    let Some((game, mut ben)) = begin().await else { return };
    let browser = &game.browser;
    browser
        .value(
            "(window.sent = [], window.send = WebSocket.prototype.send, \
             WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text); }, true)",
        )
        .await;
    let drawn = |arrows: usize, rings: usize| {
        let count = |what: &str| format!("document.querySelectorAll('.scribble {what}').length");
        format!("{} === {arrows} && {} === {rings}", count("path"), count("circle"))
    };
    scribbles(browser, "b2", "d4").await;
    browser.until(&drawn(1, 0)).await;
    scribbles(browser, "c3", "c3").await;
    browser.until(&drawn(1, 1)).await;
    scribbles(browser, "b2", "d4").await;
    browser.until(&drawn(0, 1)).await;
    scribbles(browser, "d4", "b2").await;
    browser.until(&drawn(1, 1)).await;
    mouse(browser, &[(3.0, 2.0)]).await;
    browser.until(&drawn(0, 0)).await;
    let said = "sent.filter((text) => JSON.parse(text).type === 'say').length";
    assert_eq!(browser.value(said).await, 0);
    stand(browser, &mut ben).await;
    game.close().await;
}
