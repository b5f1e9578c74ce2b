//! What is done at a table beside moving men: it is turned, gone over by keys, watched, and played at again.

use std::time::Duration;

use super::{
    Program, driver, enter, say,
    table::{InGame, mouse, shown},
    tabs,
    timed::Timed,
};

const LINES: &str = "document.querySelectorAll('.line[data-id]').length";
const MOMENT: &str = "document.getElementById('game-moment').textContent";
const NOTE: &str = "document.getElementById('game-note').textContent";
const PLIES: &str = "document.querySelectorAll('#game-moves li').length";
/// Keys as a driver sends them.
const ESCAPE: &str = "\u{e00c}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";

#[tokio::test]
async fn a_board_is_turned_in_its_tab_alone() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    let lines = browser.eval(LINES).await;
    let below = async |name: &str, side: u32| {
        let near = "document.querySelector('#game-near .plate-name')?.textContent";
        let picture = "document.querySelector('#game-board img')?.src";
        browser.until(&format!("{near} === '{name}' && {picture}?.includes('side={side}')")).await;
    };
    below("ann", 1).await;
    browser.eval("document.getElementById('game-board').focus()").await;
    // What is seen is said aloud by a key as well.
    let said = "document.getElementById('game-say').textContent";
    for (key, words) in [("p", "Soldier"), ("l", "Nobody has moved yet."), ("c", "no clocks")] {
        browser.type_keys(key).await;
        browser.until(&format!("{said}.includes('{words}')")).await;
    }
    browser.type_keys("f").await;
    below("Martian Cake", 2).await;
    // Her men are moved there as well: her Soldier on c2 stands in the second row from above.
    mouse(browser, &[(3.0, 4.0)]).await;
    browser.until("document.querySelectorAll('#game-board .dot').length > 0").await;
    browser.type_keys(ESCAPE).await;
    browser.client.refresh().await.unwrap();
    below("Martian Cake", 2).await;
    assert_eq!(browser.eval(LINES).await, lines, "nothing is said of it");
    browser.click("#game-flip").await;
    below("ann", 1).await;
    browser.eval("document.getElementById('box').focus()").await;
    browser.type_keys("f").await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, "f");
    below("ann", 1).await;
    game.close().await;
}

/// Of two plies in one message one's own is seen first.
#[tokio::test]
async fn the_own_ply_is_seen_before_the_reply() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    browser
        .eval(
            "(window.seen = [], new MutationObserver(all => seen.push(...all.map(one => one.target.dataset.lines)))\
             .observe(document.getElementById('game-board'), { attributeFilter: ['data-lines'] }), true)",
        )
        .await;
    for (before, file) in [(0, 2.0), (2, 1.0)] {
        browser.eval("(seen.length = 0, true)").await;
        mouse(browser, &[(file, 1.0)]).await;
        mouse(browser, &[(file, 2.0)]).await;
        browser.until(&format!("{PLIES} === {before} + 2")).await;
        browser.until("seen.length === 2 && Number(seen[0]) === seen[1] - 1").await;
    }
    game.close().await;
}

#[tokio::test]
async fn what_can_be_done_is_gone_over_by_arrow_keys() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    mouse(browser, &[(2.0, 1.0)]).await;
    mouse(browser, &[(2.0, 2.0)]).await;
    browser.until(&format!("{PLIES} === 2")).await;
    let stops = "document.querySelectorAll('#game-doing :is(button, summary)[tabindex=\"0\"]')";
    browser.until(&format!("{stops}.length === 1")).await;
    browser.eval("document.querySelector('#game-cells button').focus()").await;
    let on = "document.activeElement";
    let words = async |words: &str| {
        browser.until(&format!("{on}.textContent === '{words}'")).await;
    };
    browser.type_keys(RIGHT).await;
    words("Take back").await;
    browser.type_keys(LEFT).await;
    words("Draw").await;
    browser.type_keys(LEFT).await;
    words("More").await;
    browser.type_keys(UP).await;
    browser
        .until(&format!("{on}.closest('#game-more-list') !== null && {on}.checkVisibility()"))
        .await;
    browser.picture("more-1280.png").await;
    browser.type_keys(ESCAPE).await;
    words("More").await;
    assert_eq!(browser.eval("document.getElementById('game-more').open").await, false);
    for expected in ["If … then", "Resign"] {
        browser.type_keys(LEFT).await;
        words(expected).await;
    }
    browser.until(&format!("{stops}.length === 1")).await;
    assert_eq!(browser.eval(&format!("{MOMENT}.startsWith('move')")).await, true);
    game.close().await;
}

/// Two people take a move back, end their game and play again; a third one watches.
#[tokio::test]
async fn a_game_is_taken_back_ended_and_played_again() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let windows = tabs(&browser, &program.url, &["ben", "ann", "carl"]).await;
    let [ben, ann, carl] = &windows[..] else { panic!("three tabs") };
    let to = async |window: &fantoccini::wd::WindowHandle| {
        browser.client.switch_to_window(window.clone()).await.unwrap();
    };
    to(ann).await;
    say(&browser, "challenge @ben lyra white", "invites you").await;
    to(ben).await;
    say(&browser, "accept", "against ben").await;
    to(ann).await;
    say(&browser, "c2-c3", "ann moved c2-c3").await;
    to(ben).await;
    say(&browser, "d5-d4", "ben moved d5-d4").await;
    to(ann).await;
    say(&browser, "e2-e3", "ann moved e2-e3").await;
    browser.click("#game-doing [data-key=takeback]").await;
    to(ben).await;
    let asked = async |words: &str| {
        let asked = "document.getElementById('game-asked').textContent";
        browser.until(&format!("{asked} === '{words}'")).await;
        browser.until("document.querySelectorAll('#game-answers button').length === 2").await;
    };
    asked("ann asks to take a move back").await;
    browser.click("#game-answers button").await;
    // The title, the list and the chat count the plies that stand.
    browser.until(&format!("{PLIES} === 2 && {MOMENT} === 'move 2'")).await;
    browser
        .until("[...document.querySelectorAll('#log-channel .text')].at(-1).textContent.includes('after ply 2')")
        .await;

    to(carl).await;
    browser.client.goto(&format!("{}/game/1", program.url.trim_end_matches('/'))).await.unwrap();
    shown(&browser).await;
    let lines = browser.eval(LINES).await;
    mouse(&browser, &[(2.0, 1.0)]).await;
    browser.until(&format!("{NOTE}.includes('You watch')")).await;
    mouse(&browser, &[(2.0, 2.0)]).await;
    let cells =
        "[...document.querySelectorAll('#game-cells button')].map(it => it.textContent).join()";
    assert_eq!(browser.eval(cells).await, "Flip,Link");
    assert_eq!(browser.eval(LINES).await, lines);
    assert_eq!(browser.eval("document.getElementById('box').value").await, "");

    to(ann).await;
    browser.click("#game-doing [data-key=resign]").await;
    browser.click("#game-doing .sure button:first-child").await;
    browser.click("#game-doing [data-key=rematch]").await;
    to(ben).await;
    asked("ann asks for a rematch").await;
    assert_eq!(browser.eval(cells).await, "New game,Replay,Card,Record");
    browser.picture("rematch-1280.png").await;
    browser.click("#game-answers button").await;
    browser.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    browser.until("document.getElementById('game-asks').hidden").await;
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn the_clock_of_who_ran_out_stands_at_nothing() {
    let Some(driver) = driver().await else { return };
    let table = Timed::open(&driver, (1280, 800)).await;
    let Timed { browser, page, url, clock, .. } = &table;
    super::enter(browser, url, "ann").await;
    let mut ben = page.enter("ben").await;
    say(browser, "challenge @ben lyra white 1m+0s", "invites you").await;
    ben.say(1, "accept").await;
    shown(browser).await;
    browser.until("document.querySelector('#game-near .clock.runs') !== null").await;
    clock.advance(Duration::from_secs(70));
    browser.until("document.querySelector('#game-told .result') !== null").await;
    let clocks = "[...document.querySelectorAll('.clock')].map(it => it.textContent).join()";
    assert_eq!(browser.eval(clocks).await, "1:00,0:00");
    table.close().await;
}

/// Whoever looks back stays there when a move comes, and after a move the next game is a tap away.
#[tokio::test]
async fn a_new_move_disturbs_nobody_who_looks_back() {
    let Some(game) = InGame::begin().await else { return };
    let ann = &game.browser;
    let ben = game.driver.browser(&game.folder.path().join("ben"), 1280, 800).await;
    enter(&ben, &game.program.url, "ben").await;
    ann.eval("document.getElementById('box').focus()").await;
    say(ann, "challenge @ben lyra white", "invites you").await;
    say(&ben, "accept #2", "begins").await;
    ann.click("#games [data-game='2']").await;
    ann.until("document.getElementById('game-title').textContent === 'Lyra #2'").await;
    shown(ann).await;
    mouse(ann, &[(2.0, 1.0), (2.0, 2.0)]).await;
    // It is her turn in the game with the bot.
    ann.until("document.getElementById('game-next')?.textContent === 'Next: #1'").await;
    ann.picture("next-1280.png").await;
    ann.click("#game-back").await;
    ann.until(&format!("{MOMENT} === 'after 0 of 1 plies'")).await;
    ben.eval("document.getElementById('box').focus()").await;
    say(&ben, "#2 c5-c4", "ben moved").await;
    ann.until("document.getElementById('game-on').textContent === '▶ new move'").await;
    assert_eq!(ann.eval(MOMENT).await, "after 0 of 2 plies");
    ann.click("#game-last").await;
    ann.until(&format!("{MOMENT}.startsWith('move')")).await;
    assert_eq!(ann.eval("document.getElementById('game-on').textContent").await, "▶");
    ben.client.close().await.unwrap();
    game.close().await;
}
