//! The program is killed and started again while something is half done on the table. A move that is under way then is
//! tried in `under_way`.

use super::{
    Browser, plans, say,
    stranger::{Hand, Stranger},
    table::{InGame, mouse, shown},
};
use crate::support::program::Page;

/// A game in which ann has White, and what can be told of it.
struct Halfway {
    game: InGame,
}

impl Halfway {
    async fn begin() -> Option<Self> {
        let game = InGame::begin().await?;
        Stranger::new(&game.browser, Hand::Taps).looks().await;
        Some(Self { game })
    }

    fn browser(&self) -> &Browser {
        &self.game.browser
    }

    /// Kills the program and starts it again; the table is there again, and nothing was played meanwhile.
    async fn restart(&mut self) {
        let before = self.plies().await;
        self.browser().eval("stranger.info.old = true").await;
        self.game.program.restart(self.game.folder.path(), &self.game.browser).await;
        self.browser().until("!stranger.info.old").await;
        shown(self.browser()).await;
        assert_eq!(self.plies().await, before);
    }

    async fn plies(&self) -> u64 {
        self.browser().eval("stranger.info.plies.length").await.as_u64().unwrap()
    }

    /// Waits until ann's move and its answer are played, each once.
    async fn answered(self, before: u64) {
        self.browser().until("stranger.info.waits").await;
        self.browser().until(&format!("stranger.info.plies.length === {before} + 2")).await;
        let said = "[...document.querySelectorAll('.log .line[data-id] .text')].filter(it => it.textContent.startsWith('ann moved c2-c3')).length";
        assert_eq!(self.browser().eval(said).await, 1);
        self.game.close().await;
    }
}

const DOTS: &str = "document.querySelectorAll('#game-board .dot').length > 0";

/// A man is chosen before the program is killed, and goes on his way behind it.
#[tokio::test]
async fn a_chosen_man_waits_for_the_program() {
    let Some(mut halfway) = Halfway::begin().await else { return };
    mouse(halfway.browser(), &[(2.0, 1.0)]).await;
    halfway.browser().until(DOTS).await;
    halfway.restart().await;
    halfway.browser().until(DOTS).await;
    mouse(halfway.browser(), &[(2.0, 2.0)]).await;
    halfway.answered(0).await;
}

/// What is asked before a move is asked still, and is played once.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_question_waits_for_the_program() {
    let Some(mut halfway) = Halfway::begin().await else { return };
    halfway.browser().eval("import('/settings.js').then((it) => it.change('ask', true))").await;
    mouse(halfway.browser(), &[(2.0, 1.0), (2.0, 1.5), (2.0, 2.0)]).await;
    let asked = "document.querySelector('#game-choice button')?.textContent === 'Play c2-c3'";
    halfway.browser().until(asked).await;
    halfway.restart().await;
    halfway.browser().until(asked).await;
    halfway.browser().click("#game-choice button").await;
    halfway.answered(0).await;
}

/// Who looks at an earlier position goes on doing so.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn an_earlier_ply_stays() {
    let Some(mut halfway) = Halfway::begin().await else { return };
    mouse(halfway.browser(), &[(2.0, 1.0)]).await;
    mouse(halfway.browser(), &[(2.0, 2.0)]).await;
    halfway.browser().until("stranger.info.plies.length === 2 && stranger.info.waits").await;
    halfway.browser().click("#game-back").await;
    let earlier = "document.getElementById('game-moment').textContent === 'after 1 of 2 plies'";
    halfway.browser().until(earlier).await;
    halfway.restart().await;
    halfway.browser().until(earlier).await;
    halfway.answered(0).await;
}

/// Men that were half arranged stand where they were put.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_set_up_half_done_stays() {
    let Some(mut halfway) = Halfway::begin().await else { return };
    Stranger::new(halfway.browser(), Hand::Words).begins(3).await;
    let mut stranger = Stranger::new(halfway.browser(), Hand::Taps);
    let (seen, mv) = (stranger.seen().await, stranger.picks("change").await);
    stranger.moves(&mv).await;
    stranger.after(seen.lines).await;
    let men = "JSON.stringify(stranger.info.men)";
    let before = halfway.browser().eval(men).await;
    halfway.restart().await;
    assert_eq!(halfway.browser().eval(men).await, before);
    let mut stranger = Stranger::new(halfway.browser(), Hand::Taps);
    assert!(stranger.seen().await.arranges);
    assert!(!stranger.plays().await.running);
    halfway.game.close().await;
}

/// A move that was made before its turn is played by the program that was started again.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_planned_move_stays() {
    let Some((mut game, _ben)) = plans::begin().await else { return };
    plans::clicks(&game.browser, plans::C5, plans::C4).await;
    plans::kept(&game.browser, 1, 2).await;
    game.program.restart(game.folder.path(), &game.browser).await;
    plans::kept(&game.browser, 1, 2).await;
    let mut ben = Page::enter(game.program.address(), "ben", "q").await.unwrap();
    ben.exchange("channel", "c2-c3", "a conditional move").await;
    plans::plies(&game.browser, 2).await;
    plans::kept(&game.browser, 0, 0).await;
    game.close().await;
}

/// Whoever watches goes on watching.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_watched_game_stays() {
    let Some(mut halfway) = Halfway::begin().await else { return };
    let profile = halfway.game.folder.path().join("guest");
    let guest = halfway.game.driver.browser(&profile, 1280, 800).await;
    let address = format!("{}/game/1", halfway.game.program.url.trim_end_matches('/'));
    guest.client.goto(&address).await.unwrap();
    shown(&guest).await;
    halfway.restart().await;
    mouse(halfway.browser(), &[(2.0, 1.0)]).await;
    mouse(halfway.browser(), &[(2.0, 2.0)]).await;
    plans::plies(&guest, 2).await;
    guest.until("document.getElementById('game-moment').textContent.includes('you watch')").await;
    guest.client.close().await.unwrap();
    halfway.answered(0).await;
}

/// A game that is over stays on the table, and is played again.
#[tokio::test]
#[ignore = "second tier: cargo xtask long"]
async fn a_finished_game_stays() {
    let Some(mut halfway) = Halfway::begin().await else { return };
    say(halfway.browser(), "resign #1 yes", "wins #1").await;
    halfway.browser().until("!stranger.info.running").await;
    halfway.restart().await;
    let stranger = Stranger::new(halfway.browser(), Hand::Taps);
    assert!(!stranger.seen().await.running);
    assert!(stranger.plays_again(1).await.running);
    halfway.game.close().await;
}
