//! Rendering, verifying, making ratings anew, pairing and searching, on threads beside the loop, in fair turns of
//! the people on whose behalf it is done. The results come back as inputs.

pub(super) mod aside;
pub(super) mod bots;
pub(super) mod draws;
pub(super) mod pairings;
pub(super) mod renewing;
pub(super) mod threads;
pub(super) mod workers;

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chat::{Checked, Drawing, InternalError, Picture, Renewal};
use engine::{BestMove, Job, Limit};
use pairing::history::PairingHistory;
use render::{Renderer, Subject};
use store::LogThrottle;
use table::{EditionNo, Game, GameReplay, PersonId};
use tokio::sync::mpsc;

use super::{
    clock::Clock,
    input::{AsideInput, BotInput, DrawQuestion, Input, SpeechInput},
};
use crate::{
    jobs::workers::{Length, Share, Workers},
    queues::key_queues::Ticket,
};

/// The longest time that a search may take; after that it answers with its deepest finished result.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(3);
/// The time that a search may take however many people wait: the strongest level of most games is
/// done by then.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(250);
/// The levels up to this one answer so quickly that one thread serves many people.
const LAST_QUICK_LEVEL: u8 = 3;
/// How many threads search at these levels only.
const QUICK_THREADS: usize = 1;
/// How many pictures of what changes something are drawn, ratings made anew and rounds paired at a time.
const RENDERINGS: usize = 2;
/// How many pictures of answers are drawn and records verified at a time: nothing depends on them.
const ANSWERS: usize = 1;
/// Returns how many threads searches and pictures have, with so many of [`crate::HostSettings`] for searches.
pub(super) fn threads(bot_threads: usize) -> usize {
    bot_threads.max(1) + QUICK_THREADS + RENDERINGS + ANSWERS
}

/// The level of the search that judges draw offers.
const JUDGE_LEVEL: u8 = 6;
/// After more reversible plies than this the bot accepts a draw in an even position.
const QUIET_PLIES: usize = 20;

/// The person on whose behalf a job is done; `None` if there is nobody.
pub(super) type Beneficiary = Option<PersonId>;

/// The threads on which pictures are rendered, records verified, ratings made anew and moves searched.
#[derive(Debug)]
pub(super) struct Jobs {
    searches: Workers<Beneficiary>,
    renderings: Workers<Beneficiary>,
    /// For what somebody has asked, so that nothing else waits for it.
    answers: Workers<Beneficiary>,
    renderer: Renderer,
    clock: Arc<dyn Clock>,
    throttle: LogThrottle,
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

/// The progress of a search.
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
    /// Makes threads for this many searches and one more for quick ones, for two pictures at a time, and for
    /// one that somebody has asked for.
    ///
    /// # Errors
    /// The system's error if it gives no thread.
    pub(super) fn new(
        bot_threads: usize,
        renderer: Renderer,
        clock: Arc<dyn Clock>,
        throttle: LogThrottle,
        inputs: mpsc::UnboundedSender<Input>,
    ) -> io::Result<Self> {
        Ok(Self {
            searches: Workers::with_kept("search", bot_threads, QUICK_THREADS)?,
            renderings: Workers::by_least_use("picture", RENDERINGS)?,
            answers: Workers::that_give_way("answer", ANSWERS)?,
            renderer,
            clock,
            throttle,
            inputs,
        })
    }

    /// Returns how many searches, pictures of changes, and answers wait for a thread.
    pub(super) fn waiting(&self) -> (usize, usize, usize) {
        (self.searches.waiting(), self.renderings.waiting(), self.answers.waiting())
    }

    /// Renders the picture of a reply; `SpeechInput::Rendered` brings it. One that somebody has asked for keeps no
    /// other waiting.
    pub(super) fn render(&self, whose: Beneficiary, token: u64, picture: Picture, is_asked: bool) {
        let (renderer, clock) = (self.renderer.clone(), Arc::clone(&self.clock));
        let threads = if is_asked { &self.answers } else { &self.renderings };
        let draw = move || {
            let begun = clock.instant();
            let png = drawn(&renderer, &picture);
            metrics::histogram!("martian_cake_picture_seconds").record(clock.instant() - begun);
            png
        };
        // A picture that cannot be rendered must not hold a move back: the text stands alone.
        let rendered =
            move |png: Option<_>| Input::Speech(SpeechInput::Rendered(token, png.flatten()));
        self.aside(threads, whose, "a picture", draw, rendered);
    }

    /// Verifies the record of a person's message by `check`; `AsideInput::Verified` brings what comes of it.
    /// That is done where answers are drawn, since it takes about as long as one: among the
    /// searches it would wait for seconds, and keep them waiting.
    pub(super) fn verify(
        &self,
        whose: PersonId,
        ticket: Ticket,
        check: impl FnOnce() -> Checked + Send + 'static,
    ) {
        let verified = move |checked| Input::Aside(AsideInput::Verified(ticket, checked));
        self.aside(&self.answers, Some(whose), "a verification", check, verified);
    }

    /// Makes ratings anew by `make`; `AsideInput::Renewed` brings what comes of it. That is done where the
    /// pictures are drawn as well, since the ends of rated games wait for it.
    pub(super) fn renew(
        &self,
        whose: Beneficiary,
        ticket: Ticket,
        make: impl FnOnce() -> Result<Renewal, InternalError> + Send + 'static,
    ) {
        let renewed = move |made| Input::Aside(AsideInput::Renewed(ticket, made));
        self.aside(&self.renderings, whose, "making ratings anew", make, renewed);
    }

    /// Pairs the next round of an edition that stands so; `AsideInput::Paired` brings it. That is done where the
    /// pictures are drawn as well: their other thread goes on meanwhile.
    pub(super) fn pair(&self, no: EditionNo, event: PairingHistory) {
        let event = Box::new(event);
        let as_it_stood = event.clone();
        let paired = move |made| Input::Aside(AsideInput::Paired(no, as_it_stood, made));
        let pair = move || event::pairing(&event);
        self.aside(&self.renderings, None, "pairing a round", pair, paired);
    }

    /// Does a job on one of these threads. What comes of it, `None` if it panics, is sent as an input.
    fn aside<T>(
        &self,
        threads: &Workers<Beneficiary>,
        whose: Beneficiary,
        what: &'static str,
        job: impl FnOnce() -> T + Send + 'static,
        input: impl FnOnce(Option<T>) -> Input + Send + 'static,
    ) {
        let (inputs, throttle) = (self.inputs.clone(), self.throttle.clone());
        threads.queue(whose, Length::Long, Arc::default(), move |_| {
            let _ = inputs.send(input(unless_it_panics(&throttle, what, job)));
        });
    }

    /// Searches for the move of the bot whose turn it is; `BotInput::SearchDone` brings it. If the
    /// search fails, a look at each move alone takes its place.
    pub(super) fn think(&self, game: &Game, level: u8, ticket: u64) -> BotSearch {
        let (no, position) = (game.no(), game.position().position_text());
        let cancel = Arc::new(AtomicBool::new(false));
        let (inputs, flag) = (self.inputs.clone(), Arc::clone(&cancel));
        let job = job(game, Limit::Level(level));
        let plainest = Job { limit: Limit::Depth(1), ..job.clone() };
        let (clock, throttle) = (Arc::clone(&self.clock), self.throttle.clone());
        let whose = game.person_before().map(|person| person.id.clone());
        self.searches.queue(whose, length(level), Arc::clone(&cancel), move |share| {
            let search = |job: &Job| search(job, &*clock, share, &flag, &throttle);
            let found = search(&job).or_else(|| search(&plainest));
            let _ = inputs.send(Input::Bot(BotInput::SearchDone(no, ticket, found)));
        });
        BotSearch { ticket, position, state: SearchState::Running, cancel }
    }

    /// Judges a person's draw offer; `BotInput::DrawAnswer` brings the answer. The bot accepts where it
    /// expects less than an even score, and in even positions where little has happened for long.
    pub(super) fn judge_draw(&self, game: &Game, question: DrawQuestion) {
        let inputs = self.inputs.clone();
        let quiet = game.position().positions_since_irreversible().len();
        let bot_to_move = game.bot_to_move().is_some();
        let job = job(game, Limit::Level(JUDGE_LEVEL));
        let (clock, throttle) = (Arc::clone(&self.clock), self.throttle.clone());
        let whose = Some(question.source.author.id.clone());
        self.searches.queue(whose, length(JUDGE_LEVEL), Arc::default(), move |share| {
            let found = search(&job, &*clock, share, &AtomicBool::new(false), &throttle);
            let accepts = found.is_some_and(|found| {
                let value = if bot_to_move { found.value } else { 1_000_000 - found.value };
                value < 450_000 || value <= 550_000 && quiet > QUIET_PLIES
            });
            let _ = inputs.send(Input::Bot(BotInput::DrawAnswer(question, accepts)));
        });
    }
}

/// Returns how long a search at this level takes.
const fn length(level: u8) -> Length {
    if level <= LAST_QUICK_LEVEL { Length::Quick } else { Length::Long }
}

/// Returns what a drawing shows, ready to be drawn; `None` for one of a game that was stored, and not drawn since.
#[must_use]
pub fn subject(drawing: &Drawing) -> Option<Subject> {
    Some(match drawing {
        Drawing::Curve(curve) => Subject::Curve(curve.clone()),
        Drawing::Standings(sheet) => Subject::Standings(sheet.clone()),
        Drawing::Replay(recipe) if recipe.is_still() => Subject::Board(recipe.still()?),
        Drawing::Replay(recipe) => Subject::Replay(Arc::<GameReplay>::clone(recipe.replay()?)),
        Drawing::Card(recipe) => Subject::Card(Arc::clone(recipe.sheet()?)),
        Drawing::Board(_) | Drawing::OfGame(_) => Subject::Board(drawing.scene()?.clone()),
    })
}

/// The file of a picture, in the style in which it is sent.
fn drawn(renderer: &Renderer, picture: &Picture) -> Option<Arc<Vec<u8>>> {
    let (subject, style) = (subject(&picture.drawing)?, picture.style);
    Some(Arc::new(subject.file(renderer, style.theme, subject.styled_width(style))))
}

/// A search of the game's present position, in the texts that the engine takes.
fn job(game: &Game, limit: Limit) -> Job {
    Job {
        kind: game.kind(),
        options: game.options().to_owned(),
        positions: game.position().positions_since_irreversible().to_vec(),
        limit,
        // What a weak level overlooks is the same in a whole game; the choice among moves adds the ply.
        seed: game.no().0.into(),
        ply: game.position().ply(),
    }
}

/// Searches until the job's limit, the end of its share, or the cancellation. A panic is logged and
/// counts as a search that found nothing.
fn search(
    job: &Job,
    clock: &dyn Clock,
    share: Share<'_>,
    cancel: &AtomicBool,
    throttle: &LogThrottle,
) -> Option<BestMove> {
    let begun = clock.instant();
    let is_over = || clock.instant() - begun > share.time(MIN_SEARCH_TIME, MAX_SEARCH_TIME);
    let stop = || cancel.load(Ordering::Relaxed) || is_over();
    let found = unless_it_panics(throttle, "a search", || engine::best_move(job, &stop)).flatten();
    metrics::histogram!("martian_cake_search_seconds").record(clock.instant() - begun);
    found
}

/// The result of what may panic; then `None`, and a line in the program's log that names it.
fn unless_it_panics<T>(
    throttle: &LogThrottle,
    what: &'static str,
    job: impl FnOnce() -> T,
) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(job));
    let log = |line: &str| tracing::error!("{line}");
    done.inspect_err(|_| throttle.pass(what, &format_args!("{what} failed: it has panicked"), log))
        .ok()
}
