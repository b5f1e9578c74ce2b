//! The chart of a rating on the page.

use table::{PlaceId, Platform};

use super::{Program, driver};
use crate::support::{
    curves::{ALT, reply},
    outbox::leave_unsent,
};

#[tokio::test]
async fn a_chart_is_seen_and_read_and_takes_no_moves() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let reply = reply(PlaceId::channel(Platform::Local, "channel"));
    let body = serde_json::to_string(&reply).unwrap();
    leave_unsent(&folder.path().join("page.db"), &[&body]);
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1000, 800).await;
    browser.client.goto(&program.url).await.unwrap();
    browser.until("document.querySelector('.board img')?.naturalWidth > 0").await;
    let alt = browser.eval("document.querySelector('.board img').alt").await;
    assert_eq!(alt, ALT);
    let shape = "(({ width, height }) => Math.abs(width / height - 1.6) < 0.02)";
    let as_tall = format!("{shape}(document.querySelector('.board img').getBoundingClientRect())");
    assert_eq!(browser.eval(&as_tall).await, true, "it is not stretched");
    browser.picture_of(".line.pictured", "chart.png").await;

    // A click on it and a square in the message box do nothing to it.
    browser.click(".board img").await;
    assert_eq!(browser.eval("document.getElementById('box').value").await, "");
    browser.click("#box").await;
    browser.type_keys("c2").await;
    let marks = browser.eval("document.querySelectorAll('.pick, .dot').length").await;
    assert_eq!(marks, 0);
    browser.client.clone().close().await.unwrap();
}
