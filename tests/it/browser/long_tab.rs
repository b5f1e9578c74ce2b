//! A tab that is open for a long evening.
#![expect(clippy::print_stdout, reason = "it prints what it has measured")]

use serde_json::json;

use super::{
    Browser, Program, driver,
    stranger::{Hand, Stranger},
};

/// What a page holds after everything was let go that nothing needs.
#[derive(Debug)]
struct Held {
    bytes: f64,
    nodes: f64,
}

async fn held(browser: &Browser) -> Held {
    browser.tools("Performance.enable", json!({})).await;
    browser.tools("HeapProfiler.collectGarbage", json!({})).await;
    let answer = browser.tools("Performance.getMetrics", json!({})).await;
    let metric = |name: &str| {
        let all = answer["metrics"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    Held { bytes: metric("JSHeapUsedSize"), nodes: metric("Nodes") }
}

/// The mean time from a tap to what is painted then, in milliseconds, since this was asked last. About half of the
/// moves are answered at once and the others when the bot has thought, so that the median may be either.
async fn pace(browser: &Browser) -> f64 {
    let mean =
        "(all => all.reduce((sum, one) => sum + one, 0) / all.length)(stranger.waits.splice(0))";
    browser.value(mean).await.as_f64().expect("something was painted")
}

/// Game after game in one tab: from 500 plies on neither what it holds nor the time of a move grows. By then the log
/// has let go of lines; a tenth is for a game that is longer than another, the rest for what the browser compiles.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn two_thousand_plies_in_one_tab() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    browser.client.goto(&program.url).await.unwrap();
    let mut stranger = Stranger::new(&browser, Hand::Taps);
    stranger.begins(0).await;
    let (mut plies, mut early) = (0, None);
    while plies < 2_000 {
        let ended = stranger.plays().await;
        plies += ended.plies;
        if early.is_none() && plies >= 500 {
            early = Some((held(&browser).await, pace(&browser).await));
        }
        stranger.plays_again(ended.no).await;
    }
    let (before, pace_before) = early.unwrap();
    let (now, pace_now) = (held(&browser).await, pace(&browser).await);
    println!(
        "after 500 plies {before:?}, {pace_before:.0} ms; after {plies} {now:?}, {pace_now:.0} ms"
    );
    assert!(now.bytes < 1.1 * before.bytes + 5e5, "{before:?} {now:?}");
    assert!(now.nodes < 1.2 * before.nodes + 500.0, "{before:?} {now:?}");
    assert!(pace_now < 1.3 * pace_before + 20.0, "{pace_before} {pace_now}");

    // What has left the page comes back by its button.
    let lines = "document.querySelectorAll('#log-channel .line[data-id]').length";
    let shown = browser.eval(lines).await;
    browser.click("#older").await;
    browser.until(&format!("{lines} > {shown}")).await;
    browser.client.close().await.unwrap();
}
