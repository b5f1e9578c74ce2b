//! Drawing and searching, in bounded pools beside the loop. The results come back as inputs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::{Semaphore, mpsc};

use super::input::{DrawQuestion, Input};
use crate::{
    chat::Outgoing,
    engine::{self, BestMove, Job, Limit},
    render::{self, Renderer, Theme},
    scene::Scene,
    table::Game,
};

/// The longest time that a search may take; then it answers with its deepest finished result.
const MOST_THINKING: Duration = Duration::from_secs(3);
/// The level of the search that judges draw offers.
const JUDGE_LEVEL: u8 = 6;
/// After more reversible plies than this the bot accepts a draw in an even position.
const QUIET_PLIES: usize = 20;

/// The pools of drawings and searches.
#[derive(Debug)]
pub(super) struct Jobs {
    searches: Arc<Semaphore>,
    drawings: Arc<Semaphore>,
    renderer: Renderer,
    inputs: mpsc::UnboundedSender<Input>,
}

/// The search for one ply of one game.
#[derive(Debug)]
pub(super) struct Thinking {
    /// The number of the search, which its result brings along.
    pub(super) ticket: u64,
    /// The text of the position that it searches.
    pub(super) position: String,
    /// What it has found, once it has ended.
    pub(super) answer: Answer,
    cancel: Arc<AtomicBool>,
}

/// What a search has found.
#[derive(Debug)]
pub(super) enum Answer {
    /// It has not ended.
    Open,
    /// It has ended with this move, or by a fault of ours without one.
    Ready(Option<BestMove>),
}

impl Thinking {
    /// Ends the search early; nobody waits for its answer any more.
    pub(super) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    /// Pools for this many searches and for two pictures at a time.
    pub(super) fn new(
        bot_threads: usize,
        renderer: Renderer,
        inputs: mpsc::UnboundedSender<Input>,
    ) -> Self {
        Self {
            searches: Arc::new(Semaphore::new(bot_threads.max(1))),
            drawings: Arc::new(Semaphore::new(2)),
            renderer,
            inputs,
        }
    }

    /// Draws the pictures of replies; `Input::Drawn` brings one entry per reply.
    pub(super) fn draw(&self, token: u64, outgoing: &[Outgoing]) {
        let scenes: Vec<Option<Scene>> = outgoing
            .iter()
            .map(|out| out.reply.picture.as_ref().map(|picture| picture.scene.clone()))
            .collect();
        let n = scenes.len();
        let (inputs, pool) = (self.inputs.clone(), Arc::clone(&self.drawings));
        let renderer = self.renderer.clone();
        tokio::spawn(async move {
            let _place = pool.acquire_owned().await;
            let drawn = tokio::task::spawn_blocking(move || {
                scenes
                    .iter()
                    .map(|scene| {
                        let scene = scene.as_ref()?;
                        let width = render::default_width(scene);
                        Some(Arc::new(renderer.png(scene, Theme::default(), width)))
                    })
                    .collect()
            })
            .await;
            // A picture that cannot be drawn must not hold a move back: the text stands alone.
            let drawn = drawn.unwrap_or_else(|error| {
                tracing::error!("a picture could not be drawn: {error}");
                vec![None; n]
            });
            let _ = inputs.send(Input::Drawn(token, drawn));
        });
    }

    /// Searches a move for the bot whose turn it is; `Input::Thought` brings it. If the search fails,
    /// the weakest level searches in its place.
    pub(super) fn think(&self, game: &Game, level: u8, ticket: u64) -> Thinking {
        let (no, position) = (game.no, game.position.position_text());
        let cancel = Arc::new(AtomicBool::new(false));
        let (inputs, pool, flag) =
            (self.inputs.clone(), Arc::clone(&self.searches), Arc::clone(&cancel));
        let job = job(game, Limit::Level(level));
        let weakest = Job { limit: Limit::Level(1), ..job.clone() };
        tokio::spawn(async move {
            let _place = pool.acquire_owned().await;
            let thought = match search(job, Arc::clone(&flag)).await {
                Some(thought) => Some(thought),
                None => search(weakest, flag).await,
            };
            let _ = inputs.send(Input::Thought(no, ticket, thought));
        });
        Thinking { ticket, position, answer: Answer::Open, cancel }
    }

    /// Judges a person's draw offer; `Input::DrawAnswer` brings the answer. The bot accepts where it
    /// expects less than an even score, and in even positions where little has happened for long.
    pub(super) fn judge_draw(&self, game: &Game, question: DrawQuestion) {
        let (inputs, pool) = (self.inputs.clone(), Arc::clone(&self.searches));
        let quiet = game.position.positions_since_irreversible().len();
        let bot_to_move = game.bot_to_move().is_some();
        let job = job(game, Limit::Level(JUDGE_LEVEL));
        tokio::spawn(async move {
            let _place = pool.acquire_owned().await;
            let thought = search(job, Arc::new(AtomicBool::new(false))).await;
            let accepts = thought.is_some_and(|thought| {
                let value = if bot_to_move { thought.value } else { 1_000_000 - thought.value };
                value < 450_000 || value <= 550_000 && quiet > QUIET_PLIES
            });
            let _ = inputs.send(Input::DrawAnswer(question, accepts));
        });
    }
}

/// What the engine needs to know of a game.
fn job(game: &Game, limit: Limit) -> Job {
    Job {
        kind: game.kind(),
        options: game.options.clone(),
        positions: game.position.positions_since_irreversible().to_vec(),
        limit,
        // The choice among near-equal moves differs between games and plies, yet is repeatable.
        seed: u64::from(game.no.0) << 32 | u64::from(game.position.ply()),
        ply: game.position.ply(),
    }
}

/// Searches in the blocking pool. A panic is logged and counts as a search that found nothing.
async fn search(job: Job, cancel: Arc<AtomicBool>) -> Option<BestMove> {
    let searched = tokio::task::spawn_blocking(move || {
        let until = clock() + MOST_THINKING;
        engine::best_move(&job, &|| cancel.load(Ordering::Relaxed) || clock() > until)
    });
    searched.await.unwrap_or_else(|error| {
        tracing::error!("a search failed: {error}");
        None
    })
}

/// The time now.
#[expect(clippy::disallowed_methods, reason = "the host is the edge where time comes in")]
fn clock() -> Instant {
    Instant::now()
}
