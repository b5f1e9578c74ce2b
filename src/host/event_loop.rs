//! The host's loop: its state, its start and its end, and which method handles which input.

use std::{
    collections::{HashMap, HashSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use tokio::sync::{mpsc, oneshot};

use super::{
    clock::Clock,
    committed_state::CommittedState,
    entropy::Entropy,
    handle::{HostHandle, HostSettings, Outbox},
    input::Input,
    jobs::{BotSearch, Jobs},
    outbox,
    pending::Pending,
};
use crate::{
    chat::{Incoming, Outgoing},
    render::Renderer,
    store::{Store, StoreError},
    table::{GameNo, PersonId},
};

/// How often the host looks for offers that are due to close.
const OFFERS_INTERVAL: Duration = Duration::from_secs(60);

/// The host's loop with its state; only its own task touches it.
#[derive(Debug)]
pub(super) struct HostLoop {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) state: CommittedState,
    pub(super) settings: HostSettings,
    pub(super) jobs: Jobs,
    pub(super) inputs: mpsc::UnboundedSender<Input>,
    pub(super) out: mpsc::UnboundedSender<Outgoing>,
    /// Changes that are being committed and rendered, by token.
    pub(super) pending: HashMap<u64, Pending>,
    /// Replies that wait for their pictures but need no commit, by token.
    pub(super) transient_replies: HashMap<u64, Vec<Outgoing>>,
    /// Games with a pending change.
    pub(super) busy_games: HashSet<GameNo>,
    /// People whose message has led to a pending change.
    pub(super) busy_people: HashSet<PersonId>,
    /// Messages that wait for their author or their game.
    pub(super) waiting: Vec<Incoming>,
    /// People who were told that too many of their messages wait; cleared once no message waits.
    pub(super) warned: HashSet<PersonId>,
    /// The searches for the bots that are to move.
    pub(super) searches: HashMap<GameNo, BotSearch>,
    /// How many draw offers are being judged by bots.
    pub(super) open_judgements: u32,
    /// The callers that wait until nothing is under way.
    pub(super) settling: Vec<oneshot::Sender<()>>,
    /// The last token or ticket that was given out.
    pub(super) last_token: u64,
    /// The last outbox number that was given out.
    pub(super) last_outbox: u64,
    pub(super) stopping: Option<oneshot::Sender<()>>,
}

/// Starts the loop as a task of the running tokio runtime. Replies that were committed and not
/// delivered are sent at once, and bots whose turn it is begin to think.
///
/// # Errors
/// [`StoreError`] if the store cannot be read.
pub fn start(
    store: Store,
    settings: HostSettings,
    clock: Arc<dyn Clock>,
    entropy: Box<dyn Entropy>,
    renderer: Renderer,
) -> Result<(HostHandle, Outbox), StoreError> {
    let reader = store.reader()?;
    let (last_no, last_outbox) = reader.greatest_numbers()?;
    let (inputs, inbox) = mpsc::unbounded_channel();
    let (out, outbox) = mpsc::unbounded_channel();
    let host = HostLoop {
        store,
        state: CommittedState::new(reader, last_no, settings.prefix.clone(), entropy),
        jobs: Jobs::new(settings.bot_threads, renderer, Arc::clone(&clock), inputs.clone()),
        clock,
        settings,
        inputs: inputs.clone(),
        out,
        pending: HashMap::new(),
        transient_replies: HashMap::new(),
        busy_games: HashSet::new(),
        busy_people: HashSet::new(),
        waiting: Vec::new(),
        warned: HashSet::new(),
        searches: HashMap::new(),
        open_judgements: 0,
        settling: Vec::new(),
        last_token: 0,
        // One number stays unused at each start: `numbered` adds one before it gives a number out.
        last_outbox: last_outbox + 1,
        stopping: None,
    };
    tokio::spawn(host.run(inbox));
    Ok((HostHandle { inputs }, outbox))
}

/// Sends [`Input::OffersDue`] at once and then at each interval, until the loop has ended.
async fn remind_of_offers(clock: Arc<dyn Clock>, inputs: mpsc::UnboundedSender<Input>) {
    while inputs.send(Input::OffersDue).is_ok() {
        clock.sleep(OFFERS_INTERVAL).await;
    }
}

impl HostLoop {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Input>) {
        self.state.set_now(self.clock.now());
        self.resume();
        let reminder = tokio::spawn(remind_of_offers(Arc::clone(&self.clock), self.inputs.clone()));
        while let Some(input) = inbox.recv().await {
            self.state.set_now(self.clock.now());
            // One input that fails must not end all games.
            if catch_unwind(AssertUnwindSafe(|| self.handle_input(input))).is_err() {
                tracing::error!("an event of the host panicked");
            }
            if self.stopping.is_some() && self.all_is_sent() {
                break;
            }
            self.tell_if_idle();
        }
        reminder.abort();
        self.searches.drain().for_each(|(_, search)| search.cancel());
        let done = self.stopping.take();
        // Whoever waits for the end may want to open the database, so it is released first.
        drop(self);
        if let Some(done) = done {
            let _ = done.send(());
        }
    }

    /// Whether every reply so far has gone out.
    fn all_is_sent(&self) -> bool {
        self.pending.is_empty() && self.transient_replies.is_empty()
    }

    /// If nothing is under way, tells the callers that wait for that.
    fn tell_if_idle(&mut self) {
        let is_idle =
            self.searches.is_empty() && self.waiting.is_empty() && self.open_judgements == 0;
        if is_idle && self.all_is_sent() {
            for done in self.settling.drain(..) {
                // The caller may be gone by now.
                let _ = done.send(());
            }
        }
    }

    /// Handles one input.
    fn handle_input(&mut self, input: Input) {
        match input {
            Input::Message(_) if self.stopping.is_some() => {}
            Input::Message(incoming) => self.handle_or_queue(incoming),
            Input::Delivered(outbox, message) => self.delivered(outbox, message),
            Input::Committed(token, result) => self.committed(token, result),
            Input::Rendered(token, pictures) => self.rendered(token, pictures),
            Input::SearchDone(no, ticket, found) => self.search_done(no, ticket, found),
            Input::DrawAnswer(question, accepts) => self.bot_answers(&question, accepts),
            Input::StillThinking(no, ply) => self.still_thinking(no, ply),
            Input::OffersDue => self.close_due_offers(),
            Input::WhenSettled(done) => self.settling.push(done),
            Input::Stop(done) => self.stopping = Some(done),
        }
    }

    /// Goes on with what was under way when the program last ended.
    fn resume(&mut self) {
        match outbox::undelivered(self.state.reader()) {
            Ok(replies) => {
                for (outbox, reply) in replies {
                    self.say(vec![(Some(outbox), reply)]);
                }
            }
            Err(error) => tracing::error!("unsent replies could not be read: {error}"),
        }
        match self.state.reader().games_awaiting_bot() {
            Ok(games) => games.into_iter().for_each(|no| self.let_bot_think(no)),
            Err(error) => tracing::error!("games of bots could not be read: {error}"),
        }
    }
}
