//! Pictures of the chat: fetched when they are about to be seen, with room kept for them before.

use super::{Program, driver, enter, say};

const SCROLLER: &str = "document.getElementById('scroll')";

#[tokio::test]
async fn pictures_far_above_wait_and_nothing_moves() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let ann = driver.browser(&folder.path().join("ann"), 1280, 800).await;
    enter(&ann, &program.url, "ann").await;
    say(&ann, "challenge bot 1 white", "#1 Lyra").await;
    for _ in 0..12 {
        say(&ann, "board", "to move").await;
    }
    ann.client.close().await.unwrap();

    // Somebody else comes, whose browser has none of the pictures yet.
    let browser = driver.browser(&folder.path().join("ben"), 1280, 800).await;
    browser.client.goto(&program.url).await.unwrap();
    let images = "[...document.querySelectorAll('.board img')]";
    browser.until(&format!("{images}.length === 13 && {images}.at(-1).naturalWidth > 0")).await;
    let at_end =
        format!("{SCROLLER}.scrollHeight - {SCROLLER}.scrollTop - {SCROLLER}.clientHeight");
    browser.until(&format!("Math.abs({at_end}) < 2")).await;
    assert_eq!(browser.eval(&format!("{images}[0].naturalWidth")).await, 0);

    // The first one comes when somebody looks, and takes the room that was kept.
    let height = browser.eval(&format!("{SCROLLER}.scrollHeight")).await;
    browser.eval(&format!("{SCROLLER}.scrollTo(0, 0)")).await;
    browser.until(&format!("{images}[0].naturalWidth > 0")).await;
    assert_eq!(browser.eval(&format!("{SCROLLER}.scrollHeight")).await, height);

    // The lines are a list within the region that is read out.
    let lists = "document.querySelectorAll('[role=log] > ol.log:only-child').length";
    assert_eq!(browser.eval(lists).await, 2);
    assert_eq!(browser.eval("document.querySelectorAll('ol[role], ul[role]').length").await, 0);
    browser.client.close().await.unwrap();
}
