//! A ply on the board that the page draws itself touches what it changes, and nothing else.

use serde_json::json;

use super::{living_moves, plans};

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
