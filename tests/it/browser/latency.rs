//! How long a person waits: from a tap to what is painted.
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use super::{
    Browser, Program, driver,
    stranger::{Hand, Stranger},
    table,
};

/// How often a game is begun, and how many moves are made at each level of the bot.
const BEGINNINGS: usize = 5;
const MOVES: usize = 15;
/// The time between two moves: whoever makes them without having looked at the board waits for everybody else.
const LOOKS: Duration = Duration::from_millis(500);

#[tokio::test]
#[ignore = "by hand: cargo xtask latency"]
async fn prints_how_long_a_person_waits() {
    let Some(driver) = driver().await else { return };
    let mut begun = Vec::new();
    for beginning in 1..=BEGINNINGS {
        let folder = tempfile::tempdir().unwrap();
        let program = Program::start(folder.path(), "127.0.0.1:0").await;
        let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
        browser.client.goto(&program.url).await.unwrap();
        let mut stranger = Stranger::new(&browser, Hand::Taps);
        stranger.begins(0).await;
        browser.until("stranger.waits.length > 0").await;
        begun.push(stranger.waited().await);
        if beginning == BEGINNINGS {
            begun.sort_by(f64::total_cmp);
            println!("Play to the painted board: {:.0} ms", begun[BEGINNINGS / 2]);
            answered(&mut stranger).await;
        }
        browser.client.close().await.unwrap();
    }
}

/// The time from a move to the painted answer of the bot, at its first levels.
async fn answered(stranger: &mut Stranger<'_>) {
    steps(stranger.browser).await;
    for level in 1..=3 {
        stranger.types(&format!("challenge bot {level} lyra white")).await;
        let title =
            format!("document.getElementById('game-title').textContent === 'Lyra #{}'", level + 1);
        stranger.browser.until(&title).await;
        table::shown(stranger.browser).await;
        for _ in 0..MOVES {
            stranger.plays_at_most(1).await;
            sleep(LOOKS).await;
        }
        println!(
            "a move to the painted answer of level {level}: {:.0} ms",
            stranger.waited().await
        );
        let median = "(all => all[Math.floor(all.length / 2)])(steps.splice(0).sort((one, other) => one - other))";
        let step = stranger.browser.value(median).await.as_f64().expect("a man was moved");
        println!("a click to the painted man who was moved: {step:.0} ms");
    }
    slowly(stranger).await;
}

/// The longest step of the page between a move and the board behind it, where its processor is six times as slow.
async fn slowly(stranger: &mut Stranger<'_>) {
    // Whoever asks for a turn after each step sees how long it was.
    let probe = "(() => { const { port1, port2 } = new MessageChannel(); let last = performance.now(); window.longest = 0; \
                 port1.onmessage = () => { const now = performance.now(); longest = Math.max(longest, now - last); \
                 last = now; port2.postMessage(0); }; port2.postMessage(0); })()";
    stranger.browser.value(probe).await;
    stranger.browser.tools("Emulation.setCPUThrottlingRate", json!({ "rate": 6 })).await;
    let mut longest = Vec::new();
    for _ in 0..MOVES {
        stranger.browser.value("(longest = 0)").await;
        stranger.plays_at_most(1).await;
        sleep(LOOKS).await;
        longest.extend(stranger.browser.value("longest").await.as_f64());
    }
    longest.sort_by(f64::total_cmp);
    let [median, most] =
        [longest.get(longest.len() / 2), longest.last()].map(|at| at.copied().unwrap_or_default());
    println!(
        "the longest step of a ply at a sixth of the speed: {median:.0} ms, {most:.0} at most"
    );
}

/// Measures from now on how long it is from each click to when a man is painted elsewhere.
async fn steps(browser: &Browser) {
    let measure = "(() => { let since = 0; window.steps = []; \
                   document.addEventListener('pointerup', () => (since = performance.now()), true); \
                   new MutationObserver(() => { const from = since; since = 0; \
                   if (from) requestAnimationFrame(() => setTimeout(() => steps.push(performance.now() - from))); }) \
                   .observe(document.getElementById('game-board'), { subtree: true, attributeFilter: ['style'] }); })()";
    browser.value(measure).await;
}
