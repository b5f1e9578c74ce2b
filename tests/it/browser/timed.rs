//! A table by a clock that is moved by hand, and a browser for it.

use std::{path::Path, sync::Arc};

use host::{Clock as _, ManualClock, SystemClock};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use super::{Browser, Driver};
use crate::support::local_page::{LocalPage, run};

/// A table by a clock of its own, which begins with that of the machine and goes on with it.
pub(super) struct Timed {
    pub(super) browser: Browser,
    pub(super) page: LocalPage,
    pub(super) url: String,
    pub(super) clock: ManualClock,
    running: JoinHandle<()>,
    _folder: TempDir,
}

impl Timed {
    /// Opens it, with a window of this size.
    pub(super) async fn open(driver: &Driver, (width, height): (u32, u32)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = ManualClock::new(SystemClock.now());
        let running = tokio::spawn(run(clock.clone()));
        let page = LocalPage::open_with(folder.path(), Arc::new(clock.clone())).await;
        let url = format!("http://{}", page.address);
        let profile: &Path = &folder.path().join("profile");
        let browser = driver.browser(profile, width, height).await;
        Self { browser, page, url, clock, running, _folder: folder }
    }

    pub(super) async fn close(self) {
        self.browser.client.close().await.unwrap();
        self.page.close().await;
        self.running.abort();
    }
}
