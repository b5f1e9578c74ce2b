//! Moves that are under way on the table: by a slow line, without one, while the program is killed, and beside another
//! tab.

use serde_json::json;

use super::{
    Browser, plans,
    table::{InGame, mouse, shown},
};
use crate::support::program::Page;

const NOTE: &str = "document.getElementById('game-note').textContent";

/// The squares of a board of Lyra as White sees them: the file, and how many ranks from below.
const fn step(file: f64) -> [(f64, f64); 2] {
    [(file, 1.0), (file, 2.0)]
}
const B: [(f64, f64); 2] = step(1.0);
const C: [(f64, f64); 2] = step(2.0);
const D: [(f64, f64); 2] = step(3.0);
const E: [(f64, f64); 2] = step(4.0);
const F: [(f64, f64); 2] = step(5.0);

pub(super) async fn taps(browser: &Browser, [from, to]: [(f64, f64); 2]) {
    mouse(browser, &[from]).await;
    mouse(browser, &[to]).await;
}

/// Takes the line between the page and the program in hand.
pub(super) async fn with_line(browser: &Browser) {
    browser.eval(concat!("(() => {", include_str!("line.js"), "})()")).await;
    browser.until("line.socket !== null").await;
}

/// Waits until the board says that a move is under way, and marks its cells.
pub(super) async fn under_way(browser: &Browser, mv: &str) {
    browser.until(&format!("{NOTE} === '{mv} is on its way.'")).await;
    browser.until("document.querySelectorAll('#game-board .sent').length === 2").await;
}

/// Waits until so many plies are listed, with no move under way.
pub(super) async fn settled(browser: &Browser, plies: usize) {
    plans::plies(browser, plies).await;
    browser.until("document.querySelector('#game-board .sent') === null").await;
    browser.until(&format!("!{NOTE}.includes('on its way')")).await;
}

/// Waits for the same, and until it is this person's turn.
pub(super) async fn my_turn(browser: &Browser, plies: usize) {
    settled(browser, plies).await;
    browser.until("document.querySelector('#game-near .plate.turn') !== null").await;
}

/// How often a line with these words stands in the channel.
fn lines(words: &str) -> String {
    let all = "[...document.querySelectorAll('#log-channel .line[data-id] .text')]";
    format!("{all}.filter(one => one.textContent.startsWith('{words}')).length")
}

#[tokio::test]
async fn no_second_move_is_made_while_one_is_under_way() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    with_line(browser).await;
    browser.eval("line.hold()").await;
    taps(browser, F).await;
    under_way(browser, "f2-f3").await;
    browser.picture("under-way-1280.png").await;
    taps(browser, E).await;
    mouse(browser, &E).await;
    under_way(browser, "f2-f3").await;
    assert_eq!(browser.eval("document.querySelectorAll('#game-board .dot').length").await, 0);
    browser.eval("line.free()").await;
    my_turn(browser, 2).await;
    assert_eq!(browser.eval(&lines("e2-e3")).await, 0);
    taps(browser, E).await;
    my_turn(browser, 4).await;
    assert_eq!(browser.eval(&lines("e2-e3")).await, 1);
    game.close().await;
}

#[tokio::test]
async fn a_move_that_comes_late_is_not_played() {
    let Some(game) = InGame::begin().await else { return };
    let browser = &game.browser;
    let first = browser.client.window().await.unwrap();
    let second = browser.client.new_window(true).await.unwrap().handle;
    let to = async |window| browser.client.switch_to_window(window).await.unwrap();
    to(second.clone()).await;
    browser.client.goto(&game.program.url).await.unwrap();
    shown(browser).await;
    to(first.clone()).await;
    with_line(browser).await;
    browser.eval("line.hold()").await;
    taps(browser, F).await;
    under_way(browser, "f2-f3").await;

    // Meanwhile another tab of ann moves.
    to(second.clone()).await;
    taps(browser, E).await;
    my_turn(browser, 2).await;
    to(first.clone()).await;
    browser.eval("line.free()").await;
    let refused = lines("#1 has moved on, so nothing was played.");
    browser.until(&format!("{refused} === 1")).await;
    my_turn(browser, 2).await;
    let told = "#1 has moved on, so nothing was played.";
    browser.until(&format!("{NOTE}.includes('{told}')")).await;
    browser.picture("refused-1280.png").await;

    // The same without a connection: what waits for it is said when it is back.
    browser.eval("line.cut()").await;
    browser.until("!document.getElementById('banner').hidden").await;
    taps(browser, C).await;
    under_way(browser, "c2-c3").await;
    to(second).await;
    taps(browser, B).await;
    my_turn(browser, 4).await;
    to(first).await;
    browser.eval("line.mend()").await;
    browser.until(&format!("{refused} === 2")).await;
    my_turn(browser, 4).await;
    browser.until(&format!("{NOTE}.includes('{told}')")).await;
    // It is told until the next move.
    taps(browser, D).await;
    browser.until(&format!("!{NOTE}.includes('{told}')")).await;
    my_turn(browser, 6).await;
    for mv in ["f2-f3", "c2-c3"] {
        assert_eq!(browser.eval(&lines(&format!("ann moved {mv}"))).await, 0);
    }
    game.close().await;
}

/// A move as it is told, and where it is made.
type Step = (&'static str, [(f64, f64); 2]);

/// What happens to the line.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    Cut,
    /// The program is killed, and started again.
    Killed,
}

/// How far a move has come then.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// It is made when the line is lost already.
    Unsent,
    /// It was sent, and the program has not heard it.
    Unheard,
    /// It was played, and the page knows no more than that the program has it.
    Kept,
    /// It was played, and the page knows nothing of that.
    Unseen,
}

/// Moves of ann at each stage that never meet a man of ben's, and those of ben.
const STEPS: [(Stage, Step); 4] = [
    (Stage::Unsent, ("b2-b3", B)),
    (Stage::Unheard, ("c2-c3", C)),
    (Stage::Kept, ("e2-e3", E)),
    (Stage::Unseen, ("f2-f3", F)),
];
const REPLIES: [&str; 4] = ["a5-a4", "b5-b4", "c5-c4", "e5-e4"];

/// Ann's game against ben, who has no browser, with her line in hand.
struct Match {
    game: InGame,
    ben: Page,
    plies: usize,
}

impl Match {
    async fn begin() -> Option<Self> {
        let (game, ben) = plans::against_ben("white").await?;
        with_line(&game.browser).await;
        Some(Self { game, ben, plies: 0 })
    }

    fn browser(&self) -> &Browser {
        &self.game.browser
    }

    /// Ann moves, and sees that it is on its way.
    async fn moves(&mut self, (mv, squares): Step) {
        taps(self.browser(), squares).await;
        under_way(self.browser(), mv).await;
        self.plies += 1;
        self.browser().eval(&format!("line.watch({})", self.plies)).await;
    }

    /// Her move is there, once, after it was seen to be on its way all the time, and ben answers it.
    async fn moved(&mut self, (mv, _): Step) {
        settled(self.browser(), self.plies).await;
        assert_eq!(self.browser().eval("line.seen()").await, json!([]), "{mv}");
        self.ben.exchange("channel", REPLIES[self.plies / 2], "your turn").await;
        self.plies += 1;
        my_turn(self.browser(), self.plies).await;
        assert_eq!(self.browser().eval(&lines(&format!("ann moved {mv}"))).await, 1, "{mv}");
        let waiting = "document.querySelectorAll('.line.waiting').length";
        assert_eq!(self.browser().eval(waiting).await, 0, "{mv}");
    }

    /// The line is lost.
    async fn lost(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Cut => {
                self.browser().eval("line.cut()").await;
            }
            Trouble::Killed => self.game.program.process.kill().await.unwrap(),
        }
        self.browser().until("!document.getElementById('banner').hidden").await;
    }

    /// It is there again.
    async fn mended(&mut self, trouble: Trouble) {
        self.browser().eval("line.free()").await;
        match trouble {
            Trouble::Cut => {
                self.browser().eval("line.mend()").await;
            }
            Trouble::Killed => {
                let InGame { program, folder, browser, .. } = &mut self.game;
                program.restart(folder.path(), browser).await;
                let run = self.plies.to_string();
                self.ben = Page::enter(program.address(), "ben", &run).await.unwrap();
            }
        }
        self.browser().until("document.getElementById('banner').hidden").await;
    }

    /// A move is made, and the line is lost when it has come so far.
    async fn tried(&mut self, trouble: Trouble, stage: Stage, step: Step) {
        let (mv, _) = step;
        let first = match stage {
            Stage::Unsent => "true",
            Stage::Unheard => "line.hold()",
            Stage::Kept => "line.deafen('kept')",
            Stage::Unseen => "line.deafen()",
        };
        self.browser().eval(first).await;
        if matches!(stage, Stage::Unsent) {
            self.lost(trouble).await;
            self.moves(step).await;
        } else {
            self.moves(step).await;
            if matches!(stage, Stage::Kept | Stage::Unseen) {
                self.ben.until(&format!("ann moved {mv}")).await;
            }
            self.lost(trouble).await;
        }
        under_way(self.browser(), mv).await;
        self.mended(trouble).await;
        self.moved(step).await;
    }
}

async fn at_every_stage(trouble: Trouble) {
    let Some(mut two) = Match::begin().await else { return };
    for (stage, step) in STEPS {
        two.tried(trouble, stage, step).await;
    }
    two.game.close().await;
}

#[tokio::test]
async fn a_move_is_played_once_whenever_the_program_is_killed() {
    at_every_stage(Trouble::Killed).await;
}

#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_move_is_played_once_whenever_the_line_is_cut() {
    at_every_stage(Trouble::Cut).await;
}

/// A move is kept, and the program is killed before it does anything about it, and stays away for so many seconds.
async fn kept_and_killed(two: &mut Match, step: Step, seconds: u32) {
    two.browser().eval("(line.await(15_000), line.hold())").await;
    two.moves(step).await;
    two.browser().eval("line.keep()").await;
    two.lost(Trouble::Killed).await;
    two.browser().eval(&format!("line.passed({seconds}_000)")).await;
    under_way(two.browser(), step.0).await;
    two.mended(Trouble::Killed).await;
}

#[tokio::test]
async fn a_move_that_was_kept_and_not_answered_is_played_or_told_to_be_lost() {
    let Some(mut two) = Match::begin().await else { return };
    kept_and_killed(&mut two, ("b2-b3", B), 20).await;
    two.moved(("b2-b3", B)).await;

    // Much later nobody knows whether it is still wanted.
    kept_and_killed(&mut two, ("c2-c3", C), 1_200).await;
    let told = "c2-c3 was not played. If the chat does not say why, move again.";
    two.browser().until(&format!("{NOTE} === '{told}'")).await;
    assert_eq!(two.browser().eval(&lines("ann moved c2-c3")).await, 0);
    two.browser().until("document.querySelector('#game-board .sent') === null").await;
    // Its man is back.
    let back = "document.querySelector('.men > .tried') === null \
                && document.querySelector('.men > [data-cell=c2]') !== null";
    two.browser().until(back).await;
    two.game.close().await;
}

/// There and back takes 1.2 seconds.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_move_is_seen_to_be_on_its_way_by_a_slow_line() {
    let Some(mut two) = Match::begin().await else { return };
    // The browser itself delays what it fetches, and nothing that goes over a socket.
    let slow = json!({ "offline": false, "latency": 1_200, "downloadThroughput": -1, "uploadThroughput": -1 });
    two.browser().tools("Network.enable", json!({})).await;
    two.browser().tools("Network.emulateNetworkConditions", slow).await;
    two.browser().eval("line.slow(600)").await;
    for (_, step) in STEPS {
        two.moves(step).await;
        // No second one is made meanwhile.
        taps(two.browser(), D).await;
        two.moved(step).await;
    }
    two.game.close().await;
}
