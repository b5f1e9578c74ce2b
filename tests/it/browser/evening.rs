//! Two games at once in one channel, each before the eyes of its own players, and nobody types a word.

use fantoccini::wd::WindowHandle;
use serde::Deserialize;

use super::{
    Browser, Program, driver,
    stranger::{Hand, Seen, Stranger},
    table, tabs, tap_seen, wordless,
};

/// Clicks on a man of a game that is watched: that is no word, and no move.
async fn watches(watcher: &Stranger<'_>) {
    // What the others say may come meanwhile.
    let lines = "[...document.querySelectorAll('.line')].filter(line => line.matches('.waiting, .only') \
                 || line.querySelector('.by b')?.textContent === document.querySelector('.me-name').textContent).length";
    let before = watcher.browser.eval(lines).await;
    let man = watcher.browser.value("stranger.info.men[0][0]").await;
    watcher.chooses_cell(man.as_str().unwrap()).await;
    let told = "document.getElementById('game-note').textContent.includes('You watch')";
    watcher.browser.until(told).await;
    let marks = "document.querySelectorAll('#game-board :is(.pick, .dot, .aim)').length";
    assert_eq!(watcher.browser.eval(marks).await, 0);
    assert_eq!(watcher.browser.eval(lines).await, before);
    assert!(!watcher.seen().await.waits);
}

const NAMES: [&str; 5] = ["ann", "ben", "carl", "dora", "eve"];
/// The button that leads home from a wide window or a narrow one.
const HOME: &str = "#home-open, [data-go=home]";

const CARL: usize = 2;
const DORA: usize = 3;
/// Who watches from the beginning.
const EVE: usize = 4;

/// Who asks whom for which game, what is said by that, and how it knocks.
const BEGINNINGS: [(usize, usize, &[&str], &str, &str); 2] = [
    (0, 1, &[], "challenge @ben lyra", "ann asks you for a game: Lyra"),
    (
        CARL,
        DORA,
        &["[value=martian]"],
        "challenge @dora martian",
        "carl asks you for a game: Martian Chess",
    ),
];

/// What stands around a game, and what its board knows: read at once, for both go on.
const TABLE: &str = "{ seen: stranger.seen(), heading: document.getElementById('game-title').textContent, \
    turn: document.querySelector('#game-near .plate.turn') !== null }";

#[derive(Deserialize)]
struct Table {
    seen: Seen,
    heading: String,
}

/// Five people, each in a tab of one browser.
struct Evening<'a> {
    browser: &'a Browser,
    tabs: Vec<WindowHandle>,
    people: Vec<Stranger<'a>>,
}

impl<'a> Evening<'a> {
    /// Four begin their two games, and the fifth goes to the first one.
    async fn begin(browser: &'a Browser, url: &str) -> Self {
        let tabs = tabs(browser, url, &NAMES).await;
        let people = NAMES.map(|_| Stranger::new(browser, Hand::Taps)).into();
        let evening = Self { browser, tabs, people };
        for seat in 0..NAMES.len() {
            evening.to(seat).await;
            tap_seen(browser, HOME).await;
            browser.eval(wordless::COUNT).await;
        }
        for (host, guest, game, line, knock) in BEGINNINGS {
            evening.to(host).await;
            wordless::asks(&evening.people[host], NAMES[guest], game, line).await;
            evening.to(guest).await;
            wordless::accepts(&evening.people[guest], knock).await;
        }
        for (seat, person) in evening.people.iter().enumerate() {
            evening.to(seat).await;
            if seat == EVE {
                evening.goes_to_watch(person).await;
            }
            person.looks().await;
        }
        evening
    }

    async fn to(&self, seat: usize) {
        self.browser.client.switch_to_window(self.tabs[seat].clone()).await.unwrap();
        self.browser.until("document.visibilityState === 'visible'").await;
    }

    /// Goes to the first game from the list of those that are running.
    async fn goes_to_watch(&self, person: &Stranger<'_>) {
        tap_seen(self.browser, HOME).await;
        person.presses("#home-watch [data-game='1']").await;
        let title = "document.getElementById('game-title').textContent === 'Lyra #1'";
        self.browser.until(title).await;
        table::shown(self.browser).await;
    }

    /// Everybody looks at their game, and moves if it is their turn; returns which of the two games are running.
    async fn round(&mut self) -> [bool; 2] {
        let mut running = [false; 2];
        for seat in 0..NAMES.len() {
            self.to(seat).await;
            let person = &mut self.people[seat];
            // Whoever watches has no turn.
            let agrees = if seat == EVE { "true" } else { "table.turn === table.seen.waits" };
            self.browser.until(&format!("(window.table = {TABLE}, {agrees})")).await;
            let table = self.browser.value("table").await;
            let Table { seen, heading } = serde_json::from_value(table).unwrap();
            // Whoever watches has the first of them.
            let own = if matches!(seat, CARL | DORA) { 2 } else { 1 };
            assert!(seen.no == own && seen.sees, "seat {seat}: {seen:?}");
            assert_eq!(heading, format!("{} #{own}", seen.title));
            running[own as usize - 1] = seen.running;
            if seat == EVE && seen.running {
                watches(person).await;
            }
            if seen.waits {
                let mv = person.chooses().await;
                person.moves(&mv).await;
                person.after(seen.lines).await;
            }
        }
        running
    }
}

/// Four people play two games in one channel, so many rounds at most, and a fifth watches.
async fn spent(rounds: usize) {
    let Some(driver) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), "127.0.0.1:0").await;
    let browser = driver.browser(&folder.path().join("profile"), 1280, 800).await;
    let mut evening = Evening::begin(&browser, &program.url).await;
    let mut running = [true; 2];
    for _ in 0..rounds {
        running = evening.round().await;
        browser.picture("evening.png").await;
        if running == [false; 2] {
            break;
        }
    }

    // Whoever has ended their game goes to watch the other one.
    let carl = &evening.people[CARL];
    evening.to(CARL).await;
    if running[1] {
        carl.does("Resign").await;
        carl.does("Really?").await;
        browser.until("!stranger.info.running").await;
    }
    if running[0] {
        evening.goes_to_watch(carl).await;
        watches(carl).await;
    }
    for seat in 0..NAMES.len() {
        evening.to(seat).await;
        wordless::nothing_typed(&browser).await;
    }
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn two_games_go_on_in_one_channel() {
    spent(2).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn two_whole_games_go_on_in_one_channel() {
    spent(500).await;
}
