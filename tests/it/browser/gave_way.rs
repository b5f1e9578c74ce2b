//! A page that had to make room for others, as people see it.

use super::{Program, driver, enter};
use crate::support::program::Page;

/// It says so, keeps what was being typed, and comes back when somebody types on.
#[tokio::test]
async fn a_page_that_made_room_says_so_and_comes_back_when_it_is_used() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    enter(&browser, &program.url, "ann").await;
    browser.click("#box").await;
    browser.type_keys("help").await;
    let address = program.url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    for n in 0..200 {
        let mut page = Page::enter(address, &format!("silent-{n}"), "room").await.unwrap();
        page.next("welcome").await.unwrap();
        // One that reads nothing answers no beat either, and would count as gone where the machine is slow.
        tokio::spawn(async move { while page.next("beat").await.is_some() {} });
    }
    let banner = "document.getElementById('banner')";
    browser.until(&format!("{banner}.textContent.includes('made room')")).await;
    browser.picture("gave-way-1280.png").await;
    // It pushes nobody out in its turn while nobody touches it.
    assert_eq!(browser.eval("document.getElementById('box').value").await, "help");
    let mut one_more = Page::enter(address, "one-more", "room").await.unwrap();
    let here = one_more.next("people").await.unwrap();
    assert!(!here["here"].as_array().unwrap().iter().any(|name| name == "ann"), "{here}");
    assert_eq!(browser.eval(&format!("{banner}.hidden")).await, false);

    // What is typed next is said, with what stood there.
    browser.type_keys(" challenge\u{e007}").await;
    browser.until(&format!("{banner}.hidden")).await;
    let said = "[...document.querySelectorAll('#log-channel .text')].some(one => one.textContent === 'help challenge')";
    browser.until(said).await;
    assert_eq!(browser.eval("document.querySelector('.me-name').textContent").await, "ann");
    browser.client.close().await.unwrap();
}
