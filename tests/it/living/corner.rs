//! A page in a real browser whose own scripts draw boards that no table has.

use serde_json::{Value, json};

use crate::{
    browser::driver,
    support::{
        browser::{Browser, Driver},
        local_page::LocalPage,
    },
};

/// The window in which they are seen, in pixels.
const WINDOW: [u32; 2] = [1_000, 1_000];

/// The page, and all that it needs.
pub(super) struct Corner {
    browser: Browser,
    page: LocalPage,
    _driver: Driver,
    _folder: tempfile::TempDir,
}

impl Corner {
    /// Opens it; `None` where there is no browser.
    pub(super) async fn open() -> Option<Self> {
        let driver = driver().await?;
        let folder = tempfile::tempdir().expect("a folder");
        let page = LocalPage::open(folder.path()).await;
        let [width, height] = WINDOW;
        let browser = driver.browser(&folder.path().join("profile"), width, height).await;
        browser.resize(width, height, 1).await;
        let still =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        browser.tools("Emulation.setEmulatedMedia", still).await;
        // Grounds come with the boards, and not from the program.
        browser.tools("Page.setBypassCSP", json!({ "enabled": true })).await;
        browser.client.goto(&format!("http://{}/", page.address)).await.expect("a page");
        browser.until("document.readyState === 'complete'").await;
        browser.eval(concat!("(async () => {", include_str!("corner.js"), "})()")).await;
        Some(Self { browser, page, _driver: driver, _folder: folder })
    }

    /// What the page answers.
    pub(super) async fn asks(&self, question: &str) -> Value {
        self.browser.value(question).await
    }

    /// The upper left corner of the window, as a PNG.
    pub(super) async fn picture(&self, [width, height]: [u32; 2]) -> Vec<u8> {
        assert!(width <= WINDOW[0] && height <= WINDOW[1], "a larger window for {width}x{height}");
        let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
        let asked = json!({ "clip": clip, "optimizeForSpeed": true });
        let answer = self.browser.tools("Page.captureScreenshot", asked).await;
        let text = answer["data"].as_str().expect("a picture");
        data_encoding::BASE64.decode(text.as_bytes()).expect("Base64")
    }

    pub(super) async fn close(self) {
        self.browser.client.close().await.expect("it closes");
        self.page.close().await;
    }
}
