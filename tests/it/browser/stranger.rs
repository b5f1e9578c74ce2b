//! Somebody who comes to the page for the first time and plays what lies on the table.

use serde::Deserialize;

use super::{Browser, go, table};
use crate::support::chance::Chance;

/// Keys as a driver sends them.
pub(super) const ENTER: &str = "\u{e007}";
const FORTH: &str = "\u{e004}";
pub(super) const BACK: &str = "\u{e008}\u{e004}";
const RIGHT: &str = "\u{e014}";

/// The games in the order of their cards, with the words that begin them.
pub(super) const GAMES: [(&str, &str); 4] = [
    ("Lyra", "challenge bot 1"),
    ("Martian Chess", "challenge bot 1 martian"),
    ("Game Mix", "challenge bot 1 mix"),
    ("Cyvasse", "challenge bot 1 cyvasse"),
];

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// By clicks on buttons and on the board.
    Taps,
    /// By a finger on them.
    Finger,
    /// By lines in the message box.
    Words,
    /// By the keys alone that go over buttons and the board.
    Keys,
}

/// The most stops of the key Tab from one part of the page to the next, and those all around it.
const MOST_STOPS: usize = 10;
const ALL_STOPS: usize = 60;

/// The buttons of the game, the board, and the message box, as what has the focus.
pub(super) const DOING: &str = "document.activeElement.closest('#game-doing') !== null";
pub(super) const BOARD: &str = "document.activeElement.id === 'game-board'";
pub(super) const BOX: &str = "document.activeElement.id === 'box'";
/// The link beside the message box that leads to the board.
pub(super) const TO_BOARD: &str = "document.activeElement.hash === '#game-board'";

/// What lies on the table of a browser.
#[derive(Debug, Deserialize)]
pub(super) struct Seen {
    pub(super) no: u32,
    pub(super) title: String,
    /// How much has happened.
    pub(super) lines: u32,
    pub(super) plies: u32,
    pub(super) waits: bool,
    pub(super) running: bool,
    /// Whether own men are arranged unseen.
    pub(super) arranges: bool,
    /// Whether the whole board is in the window, and the page no wider than that.
    pub(super) sees: bool,
}

/// A move as the table lists it.
#[derive(Debug, Deserialize)]
pub(super) struct Move {
    pub(super) text: String,
    pub(super) from: String,
    pub(super) to: String,
}

impl Move {
    /// From one square to another, as it is typed.
    pub(super) fn of(text: &str) -> Self {
        let (from, to) = text.split_once('-').expect("two squares");
        Self { text: text.to_owned(), from: from.to_owned(), to: to.to_owned() }
    }
}

/// A stranger with a browser that has the page.
pub(super) struct Stranger<'a> {
    pub(super) browser: &'a Browser,
    hand: Hand,
    chance: Chance,
}

impl<'a> Stranger<'a> {
    pub(super) fn new(browser: &'a Browser, hand: Hand) -> Self {
        Self { browser, hand, chance: Chance::new(1) }
    }

    /// Learns to see the table of a page that was loaded.
    pub(super) async fn looks(&self) {
        let eyes = concat!("(async () => {", include_str!("stranger.js"), "})()");
        self.browser.eval(eyes).await;
    }

    /// The median time from a tap to what is painted then, in milliseconds, since this was asked last.
    pub(super) async fn waited(&self) -> f64 {
        let median = "(() => { const sorted = stranger.waits.splice(0).sort((a, b) => a - b); \
                      return sorted[Math.floor(sorted.length / 2)]; })()";
        self.browser.value(median).await.as_f64().expect("something was painted")
    }

    pub(super) async fn seen(&self) -> Seen {
        serde_json::from_value(self.browser.value("stranger.seen()").await).unwrap()
    }

    /// Begins one of the games: by its card on a page without any, or by its words.
    pub(super) async fn begins(&self, game: usize) {
        let (title, words) = GAMES[game];
        self.looks().await;
        match self.hand {
            Hand::Taps | Hand::Finger => {
                self.presses(&format!(".card:nth-child({}) .play", game + 1)).await;
            }
            Hand::Words => self.types(words).await,
            Hand::Keys => {
                let play = format!(
                    "document.activeElement.matches('.card:nth-child({}) .play')",
                    game + 1
                );
                while self.browser.value(&play).await != true {
                    self.browser.type_keys(BACK).await;
                }
                self.browser.type_keys(ENTER).await;
                self.browser.until(BOX).await;
            }
        }
        let titled =
            format!("document.getElementById('game-title').textContent.startsWith('{title} ')");
        self.browser.until(&titled).await;
        table::shown(self.browser).await;
    }

    /// Plays the game on the table to its end; the whole board is in the window all the time.
    pub(super) async fn plays(&mut self) -> Seen {
        self.plays_at_most(usize::MAX).await
    }

    /// The same, with so many own moves at most.
    pub(super) async fn plays_at_most(&mut self, most: usize) -> Seen {
        let mut moves = 0;
        loop {
            let seen = self.seen().await;
            assert!(seen.sees, "the board leaves the window: {seen:?}");
            if !seen.running || moves == most {
                return seen;
            }
            if seen.arranges {
                self.arranges().await;
                self.browser.until("!stranger.info.board.src.includes('own=1')").await;
            } else if seen.waits {
                let mv = self.chooses().await;
                self.moves(&mv).await;
                self.after(seen.lines).await;
                moves += 1;
            } else {
                self.browser.until("stranger.info.waits || !stranger.info.running").await;
            }
        }
    }

    /// Waits until more has happened.
    pub(super) async fn after(&self, lines: u32) {
        self.browser.until(&format!("stranger.info.board.lines > {lines}")).await;
    }

    /// Moves one man on the own half and is done.
    async fn arranges(&mut self) {
        if self.hand == Hand::Words {
            go(self.browser, "private").await;
            self.types("setup vanguard").await;
            return self.types("setup done").await;
        }
        let lines = self.seen().await.lines;
        let mv = self.picks("change").await;
        self.moves(&mv).await;
        self.after(lines).await;
        self.does("Done").await;
    }

    /// Does what a button of the game says.
    pub(super) async fn does(&self, words: &str) {
        match self.hand {
            Hand::Taps | Hand::Finger => self.taps("#game-doing", words).await,
            Hand::Words => self.types(&words.to_lowercase()).await,
            Hand::Keys => {
                let shown = format!(
                    "[...document.querySelectorAll('#game-doing button')].some(it => it.textContent === '{words}')"
                );
                self.browser.until(&shown).await;
                self.tabs(FORTH, DOING).await;
                let here = format!("{DOING} && document.activeElement.textContent === '{words}'");
                self.tabs(RIGHT, &here).await;
                self.browser.type_keys(ENTER).await;
            }
        }
    }

    /// Goes on by a key until something has the focus; that takes few stops.
    pub(super) async fn tabs(&self, key: &str, focused: &str) {
        self.goes(key, focused, MOST_STOPS).await;
    }

    async fn goes(&self, key: &str, focused: &str, most: usize) {
        for _ in 0..most {
            if self.browser.value(focused).await == true {
                return;
            }
            self.browser.type_keys(key).await;
        }
        assert!(self.browser.value(focused).await == true, "far away: {focused}");
    }

    /// One of the moves of the table.
    pub(super) async fn chooses(&mut self) -> Move {
        self.picks("move").await
    }

    /// A `move`, or a `change` of the men who are arranged.
    pub(super) async fn picks(&mut self, kind: &str) -> Move {
        let number = self.chance.below(1_000);
        let mv = self.browser.value(&format!("stranger.{kind}({number})")).await;
        serde_json::from_value(mv).unwrap()
    }

    pub(super) async fn moves(&self, mv: &Move) {
        if self.hand == Hand::Words {
            return self.types(&mv.text).await;
        }
        if self.hand == Hand::Keys {
            self.tabs(BACK, &format!("{BOARD} || {TO_BOARD}")).await;
            if self.browser.value(TO_BOARD).await == true {
                self.browser.type_keys(ENTER).await;
                self.browser.until(BOARD).await;
            }
        }
        for cell in [&mv.from, &mv.to].into_iter().filter(|cell| !cell.is_empty()) {
            self.chooses_cell(cell).await;
        }
        let several = "document.querySelector('#game-choice button') !== null";
        if self.browser.value(several).await == true {
            self.taps("#game-choice", &mv.text).await;
        }
    }

    /// Taps a cell of the board, or goes there by arrows and presses Enter.
    pub(super) async fn chooses_cell(&self, cell: &str) {
        if self.hand == Hand::Keys {
            let keys = self.browser.value(&format!("stranger.keys('{cell}').join('')")).await;
            return self.browser.type_keys(&format!("{}{ENTER}", keys.as_str().unwrap())).await;
        }
        let middle = self.browser.value(&format!("stranger.middle('{cell}')")).await;
        let middle = serde_json::from_value(middle).unwrap();
        match self.hand {
            Hand::Finger => table::touch(self.browser, middle).await,
            _ => table::click(self.browser, middle).await,
        }
    }

    /// Taps the button with these words.
    pub(super) async fn taps(&self, within: &str, words: &str) {
        let button = format!(
            "[...document.querySelectorAll('{within} button')].find(it => it.textContent === {words:?})"
        );
        self.browser.until(&format!("{button} !== undefined")).await;
        self.browser.value(&format!("{button}.setAttribute('data-tapped', '')")).await;
        self.presses(&format!("{within} [data-tapped]")).await;
    }

    /// Presses the one element of this kind that is in sight.
    pub(super) async fn presses(&self, css: &str) {
        let found =
            format!("[...document.querySelectorAll({css:?})].find(it => it.checkVisibility())");
        self.browser.until(&format!("{found} !== undefined")).await;
        match self.hand {
            Hand::Taps | Hand::Words => self.browser.click(css).await,
            Hand::Finger => {
                let middle = format!(
                    "(it => {{ it.scrollIntoView({{ block: 'nearest' }}); const at = it.getBoundingClientRect(); \
                     return [at.left + at.width / 2, at.top + at.height / 2]; }})({found})"
                );
                let middle = self.browser.value(&middle).await;
                table::touch(self.browser, serde_json::from_value(middle).unwrap()).await;
            }
            Hand::Keys => {
                let focused = format!("document.activeElement.matches({css:?})");
                self.goes(FORTH, &focused, ALL_STOPS).await;
                self.browser.type_keys(ENTER).await;
            }
        }
    }

    pub(super) async fn types(&self, line: &str) {
        self.browser.value("document.getElementById('box').focus()").await;
        self.browser.type_keys(&format!("{line}{ENTER}")).await;
    }

    /// Begins the game anew that has just ended.
    pub(super) async fn plays_again(&self, no: u32) -> Seen {
        self.does("Rematch").await;
        self.browser.until(&format!("stranger.info.no > {no}")).await;
        self.browser.until("stranger.sees()").await;
        self.seen().await
    }
}
