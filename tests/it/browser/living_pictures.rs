//! What the page draws of a board beside what the program paints of it.
#![expect(clippy::print_stdout, reason = "it prints its figures")]

use serde::Deserialize;
use serde_json::json;

use super::{
    Browser, Program, driver, enter, living_moves,
    stranger::{Hand, Stranger},
    table,
};
use crate::support::pictures::{decoded, differing};

/// The lines that begin the games whose boards are seen, and the names of these.
const TABLES: [(&str, &str); 6] = [
    ("Lyra", "challenge bot 1 white"),
    ("Martian Chess", "challenge bot 1 martian"),
    ("Martian Chess", "challenge bot 1 bot 1 martian players:3"),
    ("Martian Chess", "challenge bot 1 bot 1 bot 1 martian players:4"),
    ("Game Mix", "challenge bot 1 mix white"),
    ("Cyvasse", "challenge bot 1 cyvasse white"),
];
/// How many moves a person makes in each.
const MOVES: usize = 3;
/// Other widths in which boards are seen, in pixels of the page.
const WIDTHS: [f32; 3] = [390.0, 517.0, 699.0];

/// A man as he is seen.
#[derive(Debug, Deserialize)]
struct Man {
    cell: String,
    /// The middle of his cell in the frame.
    middle: [f32; 2],
    /// The upper left corner and the side of his box on the board.
    #[serde(rename = "box")]
    seen: [f32; 3],
}

/// The board alone in a width, once its men stand there.
async fn alone(browser: &Browser, width: f32) {
    browser.value(&format!("living.alone({width})")).await;
    browser.until("living.rests()").await;
}

/// The board is the one that the program paints, and each man stands where he does there.
async fn looks_the_same(browser: &Browser, url: &str, name: &str) {
    let frame = browser.value("stranger.info.board.frame.width").await.as_f64().unwrap() as f32;
    alone(browser, frame).await;
    let address = "import('/picture.js').then(({ addressOf }) => (({ board, living: { theme } }) => \
                   addressOf(`${board.src}&lines=${board.lines}&plies=${board.plies}`, \
                   { board, across: board.frame.width, theme, proof: null }))(stranger.info))";
    let address = browser.value(address).await;
    let path = address.as_str().unwrap();
    let painted = reqwest::get(format!("{}{path}", url.trim_end_matches('/'))).await.unwrap();
    let painted = decoded(&painted.bytes().await.unwrap());
    let stage = browser.client.find(fantoccini::Locator::Css(".stage")).await.unwrap();
    let drawn = decoded(&stage.screenshot().await.unwrap());
    let words: Vec<[f32; 4]> =
        serde_json::from_value(browser.value("living.words()").await).unwrap();
    let part = differing(&painted, &drawn, &words);
    println!("{name}: {:.2} % of the pixels differ", 100.0 * part);
    assert!(part <= 0.01, "{name}: {path}");

    stand_in_their_boxes(browser, frame, name).await;
    for width in WIDTHS {
        alone(browser, width).await;
        stand_in_their_boxes(browser, frame, name).await;
    }
    browser.value("living.back()").await;
    browser.until("living.rests()").await;
}

/// The box of each man is the one in which the renderer would have him, to half a pixel.
async fn stand_in_their_boxes(browser: &Browser, frame: f32, name: &str) {
    let width = browser.value("stranger.board.node.clientWidth").await.as_f64().unwrap() as f32;
    let measures = browser.value("stranger.info.living.stand").await;
    let measures: [f32; 4] = serde_json::from_value(measures).unwrap();
    let men: Vec<Man> = serde_json::from_value(browser.value("living.boxes()").await).unwrap();
    assert!(men.len() > 1, "{name}");
    for Man { cell, middle, seen } in men {
        // What lies just between two pixels may be on either.
        let fits = [0.0, 1e-5, -1e-5].into_iter().any(|more| {
            let painted = render::man_box(measures, (1.0 + more) * width / frame, middle);
            seen.iter().zip(painted).all(|(seen, painted)| (seen - painted).abs() <= 0.5)
        });
        assert!(fits, "{name} in {width}: {cell} in {seen:?}");
    }
}

/// From both sides of the board.
async fn from_both_sides(browser: &Browser, url: &str, name: &str) {
    for side in ["", ", turned"] {
        looks_the_same(browser, url, &format!("{name}{side}")).await;
        let before = browser.value("stranger.info.board.side").await;
        browser.value("document.getElementById('game-flip').click()").await;
        browser.until(&format!("stranger.info.board.side !== {before}")).await;
        browser.until("living.rests()").await;
    }
}

async fn are_seen_as_painted(tables: std::ops::Range<usize>) {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    browser.resize(1280, 800, 1).await;
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.tools("Emulation.setEmulatedMedia", still).await;
    enter(&browser, &program.url, "ann").await;
    for (game, (title, words)) in (1..).zip(&TABLES[tables]) {
        let name = format!("{title} by {words:?}");
        let mut stranger = Stranger::new(&browser, Hand::Taps);
        stranger.types(words).await;
        let titled =
            format!("document.getElementById('game-title').textContent === '{title} #{game}'");
        browser.until(&titled).await;
        table::shown(&browser).await;
        living_moves::looks(&browser).await;
        // Men are arranged first where they are.
        stranger.plays_at_most(0).await;
        if stranger.seen().await.arranges {
            stranger.plays_at_most(1).await;
        }
        browser.until("living.rests()").await;
        from_both_sides(&browser, &program.url, &name).await;
        stranger.plays_at_most(MOVES).await;
        browser.until("stranger.info.waits || !stranger.info.running").await;
        browser.until("living.rests()").await;
        from_both_sides(&browser, &program.url, &format!("{name}, later")).await;
    }
    browser.client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn boards_of_two_are_seen_as_they_are_painted() {
    are_seen_as_painted(0..2).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn boards_of_more_are_seen_as_they_are_painted() {
    are_seen_as_painted(2..4).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn boards_of_other_kinds_are_seen_as_they_are_painted() {
    are_seen_as_painted(4..6).await;
}
