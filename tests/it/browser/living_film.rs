//! A whole game is gone through on the board that the page draws itself.

use serde_json::{Value, json};

use super::{Browser, Program, driver, living_moves, table};
use crate::support::program::Page;

/// How many plies the game has.
const PLIES: usize = 42;

/// A move that leads to an empty cell, another one each time.
fn quiet(table: &Value, ply: usize) -> Option<String> {
    let men = table["men"].as_array()?;
    let is_free = |cell: &Value| men.iter().all(|man| man[0] != *cell);
    let moves = table["moves"].as_array()?.iter();
    let quiet: Vec<_> = moves.filter(|mv| mv["odds"].is_null() && is_free(&mv["to"])).collect();
    quiet.get(ply * 7 % quiet.len().max(1))?["text"].as_str().map(str::to_owned)
}

/// Two people without browsers play a game in which nobody fights; its men at the end.
async fn played(program: &Program) -> Value {
    let mut both = [
        Page::enter(program.address(), "ben", "p").await.unwrap(),
        Page::enter(program.address(), "carl", "p").await.unwrap(),
    ];
    both[0].exchange("channel", "challenge @carl lyra white", "invites you").await;
    both[1].exchange("channel", "accept", "begins").await;
    for ply in 0..PLIES {
        let page = &mut both[ply % 2];
        let table = living_moves::table(page, 1).await;
        let mv = quiet(&table, ply).expect("somebody can move in peace");
        page.exchange("channel", &mv, &format!("moved {mv}")).await;
    }
    living_moves::men_of(&mut both[0], 1).await
}

/// Steps to a ply, of which the men are returned once they stand.
async fn steps(browser: &Browser, button: &str, ply: usize) -> Value {
    browser.value(&format!("document.getElementById('{button}').click()")).await;
    let lines = match ply {
        0 => "stranger.info.plies[0][1] - 1".to_owned(),
        _ => format!("stranger.info.plies[{ply} - 1][1]"),
    };
    browser.until(&format!("living.shows({lines})")).await;
    let men = browser.value("living.men()").await;
    let known = browser.value("stranger.board.living.men.size").await;
    assert_eq!(men.as_array().unwrap().len() as u64, known.as_u64().unwrap(), "after {ply}");
    men
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_whole_game_is_gone_through_by_one_film() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let last = played(&program).await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let address = format!("{}/game/1", program.url.trim_end_matches('/'));
    browser.client.goto(&address).await.unwrap();
    table::shown(&browser).await;
    living_moves::looks(&browser).await;
    browser.until("living.rests()").await;
    browser.until(&format!("stranger.info.plies.length === {PLIES}")).await;
    browser.value("performance.clearResourceTimings()").await;

    let now = browser.value("living.men()").await;
    let mut back = vec![now.clone()];
    for ply in (0..PLIES).rev() {
        back.push(steps(&browser, "game-back", ply).await);
    }
    back.reverse();
    for (ply, men) in back.iter().enumerate().skip(1) {
        assert_eq!(steps(&browser, "game-on", ply).await, *men, "after {ply}");
        assert_ne!(men, &back[ply - 1], "after {ply}");
    }
    browser.until("living.rests()").await;
    assert_eq!(now, last);
    assert_eq!(browser.value("living.men()").await, now);

    let asked =
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)";
    let count = |path: &str| format!("{asked}.filter((path) => path.startsWith('{path}')).length");
    assert_eq!(browser.value(&count("/film/")).await, json!(1));
    // The first ply may be seen before the film has come.
    let boards = browser.value(&count("/board/")).await.as_u64().unwrap();
    assert!(boards <= 1, "{boards} pictures");
    browser.client.close().await.unwrap();
}
