//! A ply on the board that the page draws itself touches what it changes, and nothing else.

use serde_json::json;

use super::{Browser, living_moves, plans};

/// Sees from now on which men are touched, and which nodes are put among them.
const WATCH: &str = "(() => { const men = document.querySelector('.men'); \
     window.touched = new Set(); window.put = new Set(); \
     new MutationObserver((all) => { for (const { target, type, addedNodes } of all) { \
     if (type === 'attributes') touched.add(target); \
     for (const node of addedNodes) if (target === men) put.add(node); } }) \
     .observe(men, { subtree: true, attributes: true, childList: true }); })()";

/// Which of the nodes of marks are those from before, if one of three marks differs.
const KEPT: &str = "(() => { const { living } = stranger.board; \
     const marks = (at) => ({ under: [['M0 0h9v9z', 'red'], [`M${at} 0h9v9z`, 'red']], over: [['M0 9h9', 'red', 2]] }); \
     living.mark(marks(1)); \
     const had = new Set([...living.under.children, ...living.over.children]); \
     living.mark(marks(2)); \
     return [...living.under.children, ...living.over.children].map((node) => had.has(node)); })()";

/// Sees from now on how many pictures the board has, and in how many milliseconds one leaves.
const GROUNDS: &str = "(() => { window.grounds = []; window.leaves = []; \
     new MutationObserver(() => { \
     grounds.push(document.querySelectorAll('.stage img').length); \
     const [fades] = document.querySelector('.stage .leaves')?.getAnimations() ?? []; \
     if (fades) leaves.push(fades.effect.getTiming().duration); }) \
     .observe(document.querySelector('.stage'), { childList: true }); })()";

/// Asks for a ground by another name.
async fn begin_ground(browser: &Browser, key: &str) {
    let show = format!(
        "(({{ living }}) => {{ grounds.length = 0; const {{ scene }} = living; \
         living.show({{ ...scene, ground: {{ ...scene.ground, key: '{key}' }} }}); }})(stranger.board)"
    );
    browser.value(&show).await;
}

/// Shows it, until it is the only one that is there; how many there were at most.
async fn shows_ground(browser: &Browser, key: &str) -> u64 {
    begin_ground(browser, key).await;
    let alone = "[...document.querySelectorAll('.stage img')].every((it) => it === stranger.board.living.image)";
    browser.until(&format!("stranger.board.living.key === '{key}' && {alone}")).await;
    browser.value("Math.max(...grounds)").await.as_u64().expect("it was seen")
}

#[tokio::test]
async fn a_quiet_ply_touches_the_man_who_moves() {
    let Some((game, mut ben)) = plans::against_ben("black").await else { return };
    let browser = &game.browser;
    living_moves::looks(browser).await;
    browser.until("living.rests()").await;
    browser.value(WATCH).await;
    ben.exchange("channel", "c2-c3", "moved c2-c3").await;
    browser.until("stranger.info.plies.length === 1 && living.rests()").await;
    let mover = "stranger.board.living.figures.get('c3').node";
    let touched = browser.value(&format!("[touched.size, touched.has({mover})]")).await;
    assert_eq!(touched, json!([1, true]));
    let put = browser.value(&format!("[...put].every((one) => one === {mover})")).await;
    assert_eq!(put, true);
    // The group of the chips stays as well.
    assert_eq!(browser.value(KEPT).await, json!([true, false, true, true]));
    game.close().await;
}

#[tokio::test]
async fn a_ground_that_changes_fades_and_leaves_nothing_behind() {
    let Some((game, _ben)) = plans::against_ben("white").await else { return };
    let browser = &game.browser;
    living_moves::looks(browser).await;
    browser.until("living.rests()").await;
    browser.value(GROUNDS).await;
    assert_eq!(shows_ground(browser, "ruins").await, 2);
    assert_eq!(browser.value("leaves").await, json!([180]));
    // One that comes while another leaves takes the place of both.
    begin_ground(browser, "fire").await;
    browser.until("stranger.board.living.key === 'fire'").await;
    assert_eq!(shows_ground(browser, "ashes").await, 2);

    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.tools("Emulation.setEmulatedMedia", still).await;
    assert_eq!(shows_ground(browser, "still").await, 1);
    game.close().await;
}
