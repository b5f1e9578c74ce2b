//! Nothing moves on the page but what somebody has moved.

use serde_json::Value;

use super::{Browser, Program, driver, enter, from_menu, say, tap_seen};

/// How far everything has moved since the page was opened or somebody went to another view, as browsers count it,
/// and what moved furthest; moves that follow a tap or a key at once are not counted.
const SHIFTS: &str = "new Promise(done => { const moved = []; \
    new PerformanceObserver(seen => moved.push(...seen.getEntries().filter(one => !one.hadRecentInput && one.startTime > (window.since ?? 0)))) \
        .observe({ type: 'layout-shift', buffered: true }); \
    setTimeout(() => done([moved.reduce((sum, one) => sum + one.value, 0), moved.sort((a, b) => b.value - a.value) \
        .flatMap(one => one.sources.map(({ node }) => node?.id || node?.className || node?.nodeName)).slice(0, 5).join()]), 150); })";

/// Begins to count anew once what is there now has been painted.
const ANEW: &str = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => \
    done(window.since = performance.now()))))";

/// Whether the chat stands at its last line.
const AT_END: &str = "(log => log.scrollHeight - log.scrollTop - log.clientHeight < 2)(document.getElementById('scroll'))";

/// The most that things may move.
const MOST: f64 = 0.02;

/// Windows in CSS pixels.
const WINDOWS: [(u32, u32); 2] = [(390, 844), (1280, 800)];

/// A browser in which every move is noted.
struct Watcher {
    browser: Browser,
    width: u32,
    found: Vec<String>,
}

impl Watcher {
    /// What has moved by now, if it is too much.
    async fn moved(&self) -> Option<String> {
        let Value::Array(seen) = self.browser.value(SHIFTS).await else { panic!("no answer") };
        let moved = seen[0].as_f64().unwrap();
        (moved >= MOST).then(|| format!("{moved:.3}, {}", seen[1]))
    }

    /// Notes what has moved by now, once this is true.
    async fn sees(&mut self, view: &str, shown: &str) {
        self.browser.until(shown).await;
        if let Some(moved) = self.moved().await {
            self.found.push(format!("{view} at {}: {moved}", self.width));
        }
    }

    /// Opens an address, and notes what moves.
    async fn opens(&mut self, address: &str, shown: &str) {
        self.tries(address, address, async |browser| browser.until(shown).await).await;
    }

    /// Opens Home from an address for the first time, and notes what moves.
    async fn goes_home(&mut self, address: &str) {
        let home = async |browser: &Browser| {
            // What comes behind the lines later, such as the time that is left, has scrolled nobody away from the last one.
            let all = format!("document.querySelector('.board-time') !== null && {AT_END}");
            browser.until(&all).await;
            tap_seen(browser, "#home-open, [data-go=home]").await;
            browser.until("document.body.dataset.view === 'home'").await;
            browser.value(ANEW).await;
            browser.until("document.querySelector('.tile') !== null").await;
        };
        self.tries("Home", address, home).await;
    }

    /// Notes what moves as a view comes that is reached from an address. After 1.5 seconds the page shows what it has in
    /// any case: where the machine is too busy for it to be whole by then, it has another try.
    async fn tries(&mut self, view: &str, address: &str, comes: impl AsyncFn(&Browser)) {
        let mut found = None;
        for _ in 0..3 {
            self.browser.client.goto(address).await.unwrap();
            comes(&self.browser).await;
            found = self.moved().await;
            if found.is_none() {
                return;
            }
        }
        self.found.push(format!("{view} at {}: {}", self.width, found.unwrap_or_default()));
    }

    /// Notes what has moved once a dialog is open, and closes it.
    async fn dialog(&mut self, dialog: &str) {
        self.sees(dialog, &format!("document.getElementById('{dialog}')?.open === true")).await;
        self.browser.type_keys("\u{e00c}").await;
        self.browser.until(&format!("!document.getElementById('{dialog}').open")).await;
    }

    async fn resize(&mut self, (width, height): (u32, u32)) {
        self.width = width;
        self.browser.resize(width, height, 1).await;
    }
}

/// Ann has a running game and one that is over, Ben has a running one, and there is an event.
async fn fill(browser: &Browser, url: &str) {
    enter(browser, url, "ben").await;
    say(browser, "tournament create \"Friday\" start:1h", "It begins").await;
    say(browser, "challenge bot 1 mix white", "#1 Game Mix").await;
    enter(browser, url, "ann").await;
    say(browser, "challenge bot 1 lyra white", "#2 Lyra").await;
    say(browser, "#2 c2-c3", "moved c2-c3").await;
    say(browser, "resign #2 yes", "wins #2").await;
    say(browser, "challenge bot 1 lyra white 2d/move", "#3 Lyra").await;
}

#[tokio::test]
async fn nothing_moves_by_itself_in_any_view() {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let mut watcher = Watcher { browser, width: 0, found: Vec::new() };
    let board = "document.querySelector('#game-board img')?.naturalWidth > 0";
    for window in WINDOWS {
        watcher.resize(window).await;
        // A newcomer's Home.
        watcher.opens(&program.url, "document.querySelector('.card .play') !== null").await;
    }
    fill(&watcher.browser, &program.url).await;
    for window in WINDOWS {
        watcher.resize(window).await;
        for (path, shown) in [
            ("game/1", board),
            ("event/1", "document.getElementById('event')?.open === true"),
            ("person/ann", "document.querySelector('.person-games li') !== null"),
            ("", board),
        ] {
            let address = format!("{}/{path}", program.url.trim_end_matches('/'));
            watcher.opens(&address, shown).await;
        }
        watcher.goes_home(&program.url).await;
        if window.0 > 1000 {
            watcher.browser.click("#watch-open").await;
            watcher.sees("Watch", "document.activeElement.id === 'home-watch-title'").await;
            watcher.browser.click("#events-open").await;
            watcher.sees("Events", "document.activeElement.id === 'home-events-title'").await;
        }
        for (way, dialog) in [("#help-open", "reading"), ("#settings-open", "settings")] {
            from_menu(&watcher.browser, way).await;
            watcher.dialog(dialog).await;
        }
        watcher.browser.click("#home-try .card .quiet").await;
        watcher.dialog("reading").await;
    }
    assert!(watcher.found.is_empty(), "{}", watcher.found.join("\n"));
    watcher.browser.client.close().await.unwrap();
}
