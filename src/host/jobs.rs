//! Rendering and searching, in bounded pools beside the loop. The results come back as inputs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Semaphore, mpsc};

use super::{
    clock::Clock,
    input::{DrawQuestion, Input},
};
use crate::{
    chat::Drawing,
    engine::{self, BestMove, Job, Limit},
    render::{self, Renderer, Theme},
    table::Game,
};

/// The longest time that a search may take; after that it answers with its deepest finished result.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(3);
/// The level of the search that judges draw offers.
const JUDGE_LEVEL: u8 = 6;
/// After more reversible plies than this the bot accepts a draw in an even position.
const QUIET_PLIES: usize = 20;

/// The pools in which pictures are rendered and moves are searched.
#[derive(Debug)]
pub(super) struct Jobs {
    searches: Arc<Semaphore>,
    renderings: Arc<Semaphore>,
    renderer: Renderer,
    clock: Arc<dyn Clock>,
    inputs: mpsc::UnboundedSender<Input>,
}

/// The search for one ply of one game.
#[derive(Debug)]
pub(super) struct BotSearch {
    /// The number of the search, which its result brings along.
    pub(super) ticket: u64,
    /// The text of the position that is searched.
    pub(super) position: String,
    /// Whether it has ended, and with what result.
    pub(super) state: SearchState,
    cancel: Arc<AtomicBool>,
}

/// How far a search has come.
#[derive(Debug)]
pub(super) enum SearchState {
    /// It has not ended.
    Running,
    /// It has ended with this move, or with none because of a fault of ours.
    Done(Option<BestMove>),
}

impl BotSearch {
    /// Ends the search early; nobody waits for its answer any more.
    pub(super) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    /// Makes pools for this many searches, and for two pictures at a time.
    pub(super) fn new(
        bot_threads: usize,
        renderer: Renderer,
        clock: Arc<dyn Clock>,
        inputs: mpsc::UnboundedSender<Input>,
    ) -> Self {
        Self {
            searches: Arc::new(Semaphore::new(bot_threads.max(1))),
            renderings: Arc::new(Semaphore::new(2)),
            renderer,
            clock,
            inputs,
        }
    }

    /// Renders the picture of a reply; `Input::Rendered` brings it.
    pub(super) fn render(&self, token: u64, drawing: Drawing) {
        let (inputs, pool) = (self.inputs.clone(), Arc::clone(&self.renderings));
        let renderer = self.renderer.clone();
        tokio::spawn(async move {
            let _place = pool.acquire_owned().await;
            let rendered = tokio::task::spawn_blocking(move || png(&renderer, &drawing)).await;
            // A picture that cannot be rendered must not hold a move back: the text stands alone.
            let png = rendered
                .inspect_err(|error| tracing::error!("a picture could not be drawn: {error}"));
            let _ = inputs.send(Input::Rendered(token, png.ok()));
        });
    }

    /// Searches for the move of the bot whose turn it is; `Input::SearchDone` brings it. If the
    /// search fails, the weakest level searches in its place.
    pub(super) fn think(&self, game: &Game, level: u8, ticket: u64) -> BotSearch {
        let (no, position) = (game.no(), game.position().position_text());
        let cancel = Arc::new(AtomicBool::new(false));
        let (inputs, pool, flag) =
            (self.inputs.clone(), Arc::clone(&self.searches), Arc::clone(&cancel));
        let job = job(game, Limit::Level(level));
        let weakest = Job { limit: Limit::Level(1), ..job.clone() };
        let clock = Arc::clone(&self.clock);
        tokio::spawn(async move {
            let _place = pool.acquire_owned().await;
            let found = match search(job, Arc::clone(&clock), Arc::clone(&flag)).await {
                Some(found) => Some(found),
                None => search(weakest, clock, flag).await,
            };
            let _ = inputs.send(Input::SearchDone(no, ticket, found));
        });
        BotSearch { ticket, position, state: SearchState::Running, cancel }
    }

    /// Judges a person's draw offer; `Input::DrawAnswer` brings the answer. The bot accepts where it
    /// expects less than an even score, and in even positions where little has happened for long.
    pub(super) fn judge_draw(&self, game: &Game, question: DrawQuestion) {
        let (inputs, pool) = (self.inputs.clone(), Arc::clone(&self.searches));
        let quiet = game.position().positions_since_irreversible().len();
        let bot_to_move = game.bot_to_move().is_some();
        let job = job(game, Limit::Level(JUDGE_LEVEL));
        let clock = Arc::clone(&self.clock);
        tokio::spawn(async move {
            let _place = pool.acquire_owned().await;
            let found = search(job, clock, Arc::new(AtomicBool::new(false))).await;
            let accepts = found.is_some_and(|found| {
                let value = if bot_to_move { found.value } else { 1_000_000 - found.value };
                value < 450_000 || value <= 550_000 && quiet > QUIET_PLIES
            });
            let _ = inputs.send(Input::DrawAnswer(question, accepts));
        });
    }
}

/// A drawing as PNG, at the width in which it is sent.
fn png(renderer: &Renderer, drawing: &Drawing) -> Arc<Vec<u8>> {
    match drawing {
        Drawing::Board(scene) => {
            let width = render::default_width(scene);
            Arc::new(renderer.png(scene, Theme::default(), width))
        }
    }
}

/// A search of the game's present position, in the texts that the engine takes.
fn job(game: &Game, limit: Limit) -> Job {
    Job {
        kind: game.kind(),
        options: game.options().to_owned(),
        positions: game.position().positions_since_irreversible().to_vec(),
        limit,
        // The choice among near-equal moves differs between games and plies, yet is repeatable.
        seed: u64::from(game.no().0) << 32 | u64::from(game.position().ply()),
        ply: game.position().ply(),
    }
}

/// Searches in the blocking pool. A panic is logged and counts as a search that found nothing.
async fn search(job: Job, clock: Arc<dyn Clock>, cancel: Arc<AtomicBool>) -> Option<BestMove> {
    let searched = tokio::task::spawn_blocking(move || {
        let until = clock.instant() + MAX_SEARCH_TIME;
        engine::best_move(&job, &|| cancel.load(Ordering::Relaxed) || clock.instant() > until)
    });
    searched.await.unwrap_or_else(|error| {
        tracing::error!("a search failed: {error}");
        None
    })
}
