//! The one loop: inputs in, replies and jobs out.
//!
//! A message that changes a game goes through three steps: it is tried on a copy, the copy is
//! committed while its picture is drawn, and only then is the reply released. Meanwhile messages
//! of the same game or the same person wait; all others go on.

mod entropy;
mod jobs;
mod outbox;
mod rows;
mod world;

use std::{
    collections::{HashMap, HashSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::sync::{mpsc, oneshot};

use crate::{
    chat::{self, Change, Incoming, InternalError, Outgoing, Reply, Step, World},
    engine::BestMove,
    games::Seat,
    store::{Batch, Store, StoreError},
    table::{Game, GameNo, Millis, PersonId, PlaceId},
};

pub use entropy::{Entropy, SystemEntropy};
use jobs::{Answer, Jobs, Thinking};
pub use rows::replay_game;
use world::State;

/// Messages that wait for one person's earlier message; more are dropped.
const MAX_WAITING: usize = 20;
/// How long a bot may think before the plies so far are told.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often offers are looked through for those that have run out.
const SWEEP: Duration = Duration::from_secs(60);
/// Offers closed in one sweep.
const SWEPT: u32 = 50;

/// How a host runs.
#[derive(Clone, Debug)]
pub struct HostSettings {
    /// What stands before commands in a public channel.
    pub prefix: String,
    /// The platform whose replies this host may send, `local` or `discord`; others wait in the
    /// store for their own adapter.
    pub platform: &'static str,
    /// Searches at the same time.
    pub bot_threads: usize,
}

/// The way for an adapter into the host.
#[derive(Clone, Debug)]
pub struct HostHandle {
    inputs: mpsc::UnboundedSender<Input>,
}

impl HostHandle {
    /// Hands a message over. Returns at once; the answer, if any, comes as an [`Outgoing`].
    pub fn said(&self, incoming: Incoming) {
        // A host that has stopped takes nothing more.
        let _ = self.inputs.send(Input::Message(incoming));
    }

    /// The platform has this reply, as the message with this id (with platform).
    pub fn delivered(&self, outbox: u64, message: Option<String>) {
        let _ = self.inputs.send(Input::Delivered(outbox, message));
    }

    /// Waits until nothing is under way: all messages handed over so far are answered, commits
    /// and pictures done, and no bot thinks.
    pub async fn settled(&self) {
        let (done, wait) = oneshot::channel();
        if self.inputs.send(Input::WhenSettled(done)).is_ok() {
            let _ = wait.await;
        }
    }

    /// Lets what is under way finish, then ends the loop.
    pub async fn stop(&self) {
        let (done, wait) = oneshot::channel();
        if self.inputs.send(Input::Stop(done)).is_ok() {
            let _ = wait.await;
        }
    }
}

/// The way out of the host: replies in the order in which they are to be sent. A reply with an
/// outbox number comes again after a restart until it is acknowledged.
pub type Outbox = mpsc::UnboundedReceiver<Outgoing>;

/// What comes to the loop.
#[derive(Debug)]
pub(crate) enum Input {
    Message(Incoming),
    Delivered(u64, Option<String>),
    Committed(u64, Result<(), StoreError>),
    Drawn(u64, Vec<Option<Arc<Vec<u8>>>>),
    Thought(GameNo, u64, Option<BestMove>),
    DrawAnswer(DrawQuestion, bool),
    StillThinking(GameNo, u32),
    Sweep,
    WhenSettled(oneshot::Sender<()>),
    Stop(oneshot::Sender<()>),
}

/// A person's draw offer that a bot is to answer.
#[derive(Clone, Debug)]
pub(crate) struct DrawQuestion {
    pub(crate) no: GameNo,
    pub(crate) ply: u32,
    pub(crate) seat: Seat,
    pub(crate) source: Incoming,
}

/// A change on its way: committed and drawn at the same time.
#[derive(Debug)]
struct Pending {
    game: Arc<Game>,
    source: Option<Incoming>,
    committed: Option<Result<(), StoreError>>,
    outgoing: Vec<Outgoing>,
    drawn: bool,
}

/// The loop's state.
#[derive(Debug)]
struct Host {
    store: Store,
    state: State,
    settings: HostSettings,
    jobs: Jobs,
    inputs: mpsc::UnboundedSender<Input>,
    out: mpsc::UnboundedSender<Outgoing>,
    pending: HashMap<u64, Pending>,
    passing: HashMap<u64, Vec<Outgoing>>,
    busy_games: HashSet<GameNo>,
    busy_people: HashSet<PersonId>,
    waiting: Vec<Incoming>,
    /// People who were told that too much of theirs waits; forgotten once nothing does.
    warned: HashSet<PersonId>,
    thinking: HashMap<GameNo, Thinking>,
    /// Draw offers that a bot judges.
    judged: u32,
    /// Who waits until nothing is under way.
    settling: Vec<oneshot::Sender<()>>,
    next_token: u64,
    next_outbox: u64,
    stopping: Option<oneshot::Sender<()>>,
}

/// Starts the loop as a task of the running tokio runtime. Replies that were committed but not
/// delivered, and bots whose turn it is, go on at once.
///
/// # Errors
/// [`StoreError`] if the store cannot be read.
pub fn start(
    store: Store,
    settings: HostSettings,
    entropy: Box<dyn Entropy>,
) -> Result<(HostHandle, Outbox), StoreError> {
    let reader = store.reader()?;
    let (last_no, last_outbox) = reader.high_marks()?;
    let (inputs, inbox) = mpsc::unbounded_channel();
    let (out, outbox) = mpsc::unbounded_channel();
    let host = Host {
        store,
        state: State::new(reader, last_no, settings.prefix.clone(), entropy),
        jobs: Jobs::new(settings.bot_threads, inputs.clone()),
        settings,
        inputs: inputs.clone(),
        out,
        pending: HashMap::new(),
        passing: HashMap::new(),
        busy_games: HashSet::new(),
        busy_people: HashSet::new(),
        waiting: Vec::new(),
        warned: HashSet::new(),
        thinking: HashMap::new(),
        judged: 0,
        settling: Vec::new(),
        next_token: 0,
        next_outbox: last_outbox + 1,
        stopping: None,
    };
    tokio::spawn(host.run(inbox));
    Ok((HostHandle { inputs }, outbox))
}

#[expect(clippy::disallowed_methods, reason = "the host is the edge where time comes in")]
fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// A plain answer to a message, where handling it gave none.
fn answer(source: &Incoming, words: String) -> Reply {
    Reply {
        place: source.place.clone(),
        audience: chat::Audience::Place,
        reply_to: Some(source.id.clone()),
        text: words,
        ping: Vec::new(),
        picture: None,
        file: None,
        game: None,
        actions: Vec::new(),
        fallback: None,
    }
}

impl Host {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Input>) {
        self.state.set_now(now());
        self.resume();
        let sweeper = self.inputs.clone();
        let sweeps = tokio::spawn(async move {
            loop {
                if sweeper.send(Input::Sweep).is_err() {
                    return;
                }
                tokio::time::sleep(SWEEP).await;
            }
        });
        while let Some(input) = inbox.recv().await {
            self.state.set_now(now());
            // One input that fails must not end all games.
            if catch_unwind(AssertUnwindSafe(|| self.take_in(input))).is_err() {
                tracing::error!("an event of the host panicked");
            }
            let told = self.pending.is_empty() && self.passing.is_empty();
            if self.stopping.is_some() && told {
                break;
            }
            if told && self.thinking.is_empty() && self.waiting.is_empty() && self.judged == 0 {
                for done in self.settling.drain(..) {
                    // Who asked may have gone away.
                    let _ = done.send(());
                }
            }
        }
        sweeps.abort();
        self.thinking.drain().for_each(|(_, thinking)| thinking.cancel());
        let done = self.stopping.take();
        // Who waits for the end may want the database: it is let go first.
        drop(self);
        if let Some(done) = done {
            let _ = done.send(());
        }
    }

    fn take_in(&mut self, input: Input) {
        match input {
            Input::Message(_) if self.stopping.is_some() => {}
            Input::Message(incoming) => self.admit(incoming),
            Input::Delivered(outbox, message) => self.delivered(outbox, message),
            Input::Committed(token, result) => {
                if let Some(pending) = self.pending.get_mut(&token) {
                    pending.committed = Some(result);
                }
                self.settle(token);
            }
            Input::Drawn(token, pictures) => self.drawn(token, pictures),
            Input::Thought(no, ticket, thought) => {
                if let Some(thinking) = self.thinking.get_mut(&no).filter(|t| t.ticket == ticket) {
                    thinking.answer = Answer::Ready(thought);
                    self.bot_plays(no);
                }
            }
            Input::DrawAnswer(offer, accepts) => {
                self.judged = self.judged.saturating_sub(1);
                self.bot_answers(&offer, accepts);
            }
            Input::StillThinking(no, ply) => self.slow(no, ply),
            Input::Sweep => self.sweep(),
            Input::WhenSettled(done) => self.settling.push(done),
            Input::Stop(done) => self.stopping = Some(done),
        }
    }

    /// What was under way when the program last ended.
    fn resume(&mut self) {
        match outbox::undelivered(self.state.reader()) {
            Ok(replies) => {
                for (outbox, reply) in replies {
                    self.say(vec![(Some(outbox), reply)]);
                }
            }
            Err(error) => tracing::error!("unsent replies could not be read: {error}"),
        }
        match self.state.reader().bot_turns() {
            Ok(games) => games.into_iter().for_each(|no| self.let_bot_think(no)),
            Err(error) => tracing::error!("games of bots could not be read: {error}"),
        }
    }

    fn delivered(&self, outbox: u64, message: Option<String>) {
        let batch = Batch { delivered: vec![(outbox, message)], at: now(), ..Batch::default() };
        self.store.commit(batch, |result| {
            if let Err(error) = result {
                tracing::error!("a delivered reply could not be marked: {error}");
            }
        });
    }

    /// Handles a message now, or keeps it until what it depends on is through.
    fn admit(&mut self, incoming: Incoming) {
        let who = &incoming.author.id;
        let before = self.waiting.iter().filter(|other| other.author.id == *who).count();
        if before > 0 || self.busy_people.contains(who) {
            if before < MAX_WAITING {
                self.waiting.push(incoming);
            } else if self.warned.insert(who.clone()) {
                let words = chat::text::too_fast(MAX_WAITING);
                self.say(vec![(None, answer(&incoming, words))]);
            }
            return;
        }
        // Never what it says: that may be a secret of its writer.
        tracing::debug!(id = incoming.id, "a message comes in");
        match self.state.reader().handled(&incoming.id) {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => return self.internal_error(&incoming, &error.to_string()),
        }
        let step = catch_unwind(AssertUnwindSafe(|| chat::handle(&self.state, &incoming)));
        match step {
            Ok(Ok(step)) => self.take(step, incoming),
            Ok(Err(InternalError(what))) => self.internal_error(&incoming, &what),
            Err(_) => self.internal_error(&incoming, "handling a message panicked"),
        }
    }

    fn take(&mut self, step: Step, source: Incoming) {
        match step {
            Step::Silent => {}
            Step::Say(replies) => {
                self.say(replies.into_iter().map(|reply| (None, reply)).collect());
            }
            Step::Change(change) if self.busy_games.contains(&change.game.no) => {
                self.waiting.push(source);
            }
            Step::Change(change) => self.commit(*change, Some(source)),
            Step::AskBot(no, seat) => self.ask_bot(no, seat, source),
        }
    }

    /// Tells the writer that something of ours failed, with a reference into the log.
    fn internal_error(&mut self, source: &Incoming, what: &str) {
        let reference = format!("{:04x}", rand::random::<u16>());
        tracing::error!(reference, "{what}");
        self.say(vec![(None, answer(source, chat::text::internal_error(&reference)))]);
    }

    /// Draws and sends replies that wait for no commit.
    fn say(&mut self, replies: Vec<(Option<u64>, Reply)>) {
        let outgoing: Vec<Outgoing> = replies
            .into_iter()
            .map(|(outbox, reply)| Outgoing { outbox, reply, png: None })
            .collect();
        if outgoing.iter().all(|out| out.reply.picture.is_none()) {
            outgoing.into_iter().for_each(|out| self.send(out));
            return;
        }
        let token = self.token();
        self.jobs.draw(token, &outgoing);
        self.passing.insert(token, outgoing);
    }

    const fn token(&mut self) -> u64 {
        self.next_token += 1;
        self.next_token
    }

    /// Hands a reply to the adapter, if it is of this platform.
    fn send(&self, outgoing: Outgoing) {
        let platform = outgoing.reply.place.0.split(':').next().unwrap_or_default();
        if platform == self.settings.platform {
            let _ = self.out.send(outgoing);
        }
    }

    /// Commits a change and draws its replies at the same time.
    fn commit(&mut self, change: Change, source: Option<Incoming>) {
        let Change { mut game, added, people, replies } = change;
        let token = self.token();
        let row = rows::row_of(&game);
        game.version = row.version;
        let outgoing: Vec<Outgoing> = replies
            .into_iter()
            .map(|reply| {
                self.next_outbox += 1;
                Outgoing { outbox: Some(self.next_outbox), reply, png: None }
            })
            .collect();
        let batch = Batch {
            people,
            events: rows::event_rows(&game, &added),
            game: Some(row),
            handled: source.as_ref().map(|source| source.id.clone()),
            outbox: outgoing
                .iter()
                .filter_map(|out| Some(outbox::outbox_row(out.outbox?, &out.reply)))
                .collect(),
            delivered: Vec::new(),
            at: self.state.now(),
        };
        let inputs = self.inputs.clone();
        self.store.commit(batch, move |result| {
            let _ = inputs.send(Input::Committed(token, result));
        });
        let drawn = outgoing.iter().all(|out| out.reply.picture.is_none());
        if !drawn {
            self.jobs.draw(token, &outgoing);
        }
        self.busy_games.insert(game.no);
        if let Some(source) = &source {
            self.busy_people.insert(source.author.id.clone());
        }
        let game = Arc::new(game);
        // The bot may think while the disk syncs; it plays only after the commit.
        if game.bot_to_move().is_some() {
            self.think(&game);
        }
        let pending = Pending { game, source, committed: None, outgoing, drawn };
        self.pending.insert(token, pending);
    }

    fn drawn(&mut self, token: u64, pictures: Vec<Option<Arc<Vec<u8>>>>) {
        let place = |outgoing: &mut Vec<Outgoing>| {
            for (out, png) in outgoing.iter_mut().zip(pictures) {
                out.png = png;
            }
        };
        if let Some(mut outgoing) = self.passing.remove(&token) {
            place(&mut outgoing);
            outgoing.into_iter().for_each(|out| self.send(out));
        } else if let Some(pending) = self.pending.get_mut(&token) {
            place(&mut pending.outgoing);
            pending.drawn = true;
            self.settle(token);
        }
    }

    /// A change that is both committed and drawn takes effect and is told.
    fn settle(&mut self, token: u64) {
        let done = self.pending.get(&token).is_some_and(|p| p.committed.is_some() && p.drawn);
        let Some(pending) = done.then(|| self.pending.remove(&token)).flatten() else { return };
        let Pending { game, source, committed, outgoing, .. } = pending;
        self.busy_games.remove(&game.no);
        if let Some(source) = &source {
            self.busy_people.remove(&source.author.id);
        }
        match committed {
            Some(Ok(())) => {
                self.state.keep(Arc::clone(&game));
                outgoing.into_iter().for_each(|out| self.send(out));
                self.after_change(&game);
            }
            // Somebody sent the same message twice; it was answered the first time.
            Some(Err(StoreError::Repeated)) => self.undo(game.no),
            Some(Err(error)) => {
                self.undo(game.no);
                match &source {
                    Some(source) => self.internal_error(source, &error.to_string()),
                    None => tracing::error!("game {} was not stored: {error}", game.no),
                }
            }
            None => {}
        }
        for incoming in std::mem::take(&mut self.waiting) {
            self.admit(incoming);
        }
        if self.waiting.is_empty() {
            self.warned.clear();
        }
    }

    /// A change that did not happen: the store decides what the game is.
    fn undo(&mut self, no: GameNo) {
        self.state.forget(no);
        if let Some(thinking) = self.thinking.remove(&no) {
            thinking.cancel();
        }
        self.let_bot_think_later(no);
    }

    fn after_change(&mut self, game: &Arc<Game>) {
        if game.bot_to_move().is_none() {
            if let Some(thinking) = self.thinking.remove(&game.no) {
                thinking.cancel();
            }
            return;
        }
        self.think(game);
        self.bot_plays(game.no);
    }

    /// Loads a game and lets its bot think, after a start.
    fn let_bot_think(&mut self, no: GameNo) {
        match self.state.game(no) {
            Ok(Some(game)) if game.bot_to_move().is_some() => self.think(&game),
            Ok(_) => {}
            Err(InternalError(what)) => tracing::error!("{what}"),
        }
    }

    /// After a failed commit the bot tries again in a while.
    fn let_bot_think_later(&self, no: GameNo) {
        if let Ok(Some(game)) = self.state.game(no)
            && game.bot_to_move().is_some()
        {
            let (inputs, ply) = (self.inputs.clone(), game.position.ply());
            tokio::spawn(async move {
                tokio::time::sleep(SWEEP).await;
                let _ = inputs.send(Input::StillThinking(no, ply));
            });
        }
    }

    /// Starts a search for the bot to move, unless one is under way for this very position.
    fn think(&mut self, game: &Arc<Game>) {
        let ply = game.position.ply();
        let position = game.position.position_text();
        if self.thinking.get(&game.no).is_some_and(|thinking| thinking.position == position) {
            return;
        }
        let Some(level) = game.bot_to_move() else { return };
        let ticket = self.token();
        if let Some(stale) = self.thinking.insert(game.no, self.jobs.think(game, level, ticket)) {
            stale.cancel();
        }
        let (inputs, no) = (self.inputs.clone(), game.no);
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            let _ = inputs.send(Input::StillThinking(no, ply));
        });
    }

    /// Plays the bot's move if it is found and the ply before it is committed.
    fn bot_plays(&mut self, no: GameNo) {
        if self.busy_games.contains(&no) {
            return;
        }
        let Ok(Some(game)) = self.state.game(no) else { return };
        let ready = self.thinking.get(&no).is_some_and(|thinking| {
            thinking.position == game.position.position_text()
                && matches!(thinking.answer, Answer::Ready(_))
        });
        if !ready {
            return;
        }
        let Some(Thinking { answer: Answer::Ready(thought), .. }) = self.thinking.remove(&no)
        else {
            return;
        };
        // An engine without an answer would be our fault; any legal move goes on with the game.
        let proven = thought.as_ref().and_then(|thought| thought.proven).filter(|end| end.wins);
        // This move is one of those that the engine counts.
        let wins_in = proven.map(|end| end.moves().saturating_sub(1)).filter(|left| *left > 0);
        let mv = thought.map(|thought| thought.mv).or_else(|| game.position.example_move());
        let Some(mv) = mv else { return };
        let p = self.prefix_of(&game.place);
        match chat::bot_ply(&game, &mv, wins_in, self.state.now(), &p) {
            Ok(change) => self.commit(change, None),
            Err(InternalError(what)) => tracing::error!("game {no}: {what}"),
        }
    }

    fn prefix_of(&self, place: &PlaceId) -> String {
        chat::prefix_of(place, &self.settings.prefix).to_owned()
    }

    /// The bot is still thinking about this ply: what is known so far is told. Also the second
    /// try of a bot whose move could not be stored.
    fn slow(&mut self, no: GameNo, ply: u32) {
        let Ok(Some(game)) = self.state.game(no) else { return };
        if game.position.ply() != ply || self.busy_games.contains(&no) {
            return;
        }
        if !self.thinking.contains_key(&no) {
            self.think(&game);
            return;
        }
        // Bots that play on among themselves tell how it ended.
        if game.announced < ply && game.active_people().next().is_some() {
            let change = chat::meanwhile(&game, &self.prefix_of(&game.place));
            self.commit(change, None);
        }
    }

    fn ask_bot(&mut self, no: GameNo, seat: Seat, source: Incoming) {
        if self.busy_games.contains(&no) {
            self.waiting.push(source);
            return;
        }
        if let Ok(Some(game)) = self.state.game(no) {
            let offer = DrawQuestion { no, ply: game.position.ply(), seat, source };
            self.judged += 1;
            self.jobs.judge_draw(&game, offer);
        }
    }

    fn bot_answers(&mut self, offer: &DrawQuestion, accepts: bool) {
        let Ok(Some(game)) = self.state.game(offer.no) else { return };
        let stale = !game.is_running() || game.position.ply() != offer.ply;
        if stale || self.busy_games.contains(&offer.no) {
            return;
        }
        let p = self.prefix_of(&game.place);
        match chat::bot_answers_draw(&game, offer.seat, accepts, self.state.now(), &p) {
            Ok(change) => self.commit(change, Some(offer.source.clone())),
            Err(InternalError(what)) => tracing::error!("game {}: {what}", offer.no),
        }
    }

    /// Closes offers whose time is over.
    fn sweep(&mut self) {
        if self.stopping.is_some() {
            return;
        }
        let expired = match self.state.reader().expired_offers(self.state.now(), SWEPT) {
            Ok(expired) => expired,
            Err(error) => return tracing::error!("offers could not be read: {error}"),
        };
        for no in expired {
            if self.busy_games.contains(&no) {
                continue;
            }
            let Ok(Some(game)) = self.state.game(no) else { continue };
            match chat::expire(&game, self.state.now()) {
                Ok(change) => self.commit(change, None),
                Err(InternalError(what)) => tracing::error!("offer {no}: {what}"),
            }
        }
    }
}
