//! The host's loop: its state, its start and its end, and which method handles which input.

use std::{
    collections::HashMap,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use chat::{Outgoing, World as _};
use pairing::history::PairingHistory;
use render::Renderer;
use store::{Store, StoreError};
use table::{Area, EditionNo, GameNo, Key, PersonId};
use tokio::sync::{mpsc, oneshot};

use super::{
    clock::Clock,
    entropy::Entropy,
    handle::{HostHandle, HostSettings},
    host_event::{HostEvent, Outbox},
    input::{
        AdapterInput, AsideInput, BotInput, Delivered, HearingInput, Input, KeepingInput,
        LinkInput, PlaceInput, ReplyInput, SpeechInput,
    },
    jobs::{BotSearch, Jobs},
    replies::SentReply,
};
use crate::{
    connection::{halt::Halt, outages::Reach, sync_state::SyncState},
    deadlines::{pending_deadlines::PendingDeadlines, timers::Timers},
    messages::{
        asked::AskedMessage,
        late::LateRefusals,
        outcomes::MessageOutcomes,
        prefixes::Prefixes,
        query::{Queries, Query},
        recent::RecentIds,
    },
    queues::{
        backlogs::Backlogs,
        fair_queue::{FairQueue, Order},
        key_queues::{KeyQueues, Ticket},
        pending::{Pending, Renewing, Verifying},
        work::Work,
    },
    replies::{asked_pictures::AskedPictures, outbox, unsent::UnsentReplies},
    state::committed_state::CommittedState,
};

/// The host's loop with its state; only its own task touches it.
#[derive(Debug)]
pub(super) struct HostLoop {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) state: CommittedState,
    pub(super) settings: HostSettings,
    pub(super) jobs: Jobs,
    pub(super) inputs: mpsc::UnboundedSender<Input>,
    pub(super) out: mpsc::UnboundedSender<HostEvent>,
    /// Whose turn it is.
    pub(super) queues: KeyQueues<Key>,
    /// What waits for its turn.
    pub(super) works: HashMap<Ticket, Work>,
    /// How many messages of each person are among that.
    pub(super) backlogs: Backlogs,
    /// Changes that are being committed, by the ticket of the work that has brought them.
    pub(super) pending: HashMap<Ticket, Pending>,
    /// How often the change of some work met what another writer has written.
    pub(super) conflicts: HashMap<Ticket, u8>,
    /// Replies that are not handed over yet.
    pub(super) unsent: UnsentReplies,
    /// What becomes of messages.
    pub(super) ends: MessageOutcomes,
    /// Replies about a game that have been handed over and are not delivered yet, by outbox number.
    pub(super) sent: HashMap<u64, SentReply>,
    /// What is due, and what of it is taken.
    pub(super) deadlines: PendingDeadlines,
    /// What the adapter keeps, how far each place has come, and what is gone.
    pub(super) sync_state: SyncState,
    /// What is known of how the platform and its places can be reached.
    pub(super) reach: Reach,
    /// Refusals of messages that were read back late.
    pub(super) late: LateRefusals,
    /// The messages that were handled last.
    pub(super) recent: RecentIds,
    /// What is to be looked at again in a while.
    pub(super) timers: Timers,
    /// The searches for the bots that are to move.
    pub(super) searches: HashMap<GameNo, BotSearch>,
    /// The questions of surfaces that are not answered yet.
    questions: FairQueue<PersonId, Query>,
    /// The messages that only ask and are not answered yet.
    pub(super) asked: FairQueue<PersonId, AskedMessage>,
    /// The pictures of answers to them.
    pub(super) asked_pictures: AskedPictures,
    /// How many inputs have been taken since a question was answered last.
    taken: u32,
    /// How often in a row the move of each game's bot could not be stored.
    pub(super) bot_failures: HashMap<GameNo, u32>,
    /// Replies that the platform has and that are to be marked once the disk has room.
    pub(super) unmarked: Vec<Delivered>,
    /// What is to be done about threads once the disk has room.
    pub(super) thread_works: Vec<Work>,
    /// What takes a game out of a place once all is looked at that was said there.
    pub(super) held_works: Vec<Work>,
    /// How many draw offers are being judged by bots.
    pub(super) open_judgements: u32,
    /// The messages whose records are being verified.
    pub(super) verifying: HashMap<Ticket, Verifying>,
    /// The changes for which ratings are being made anew, by the ticket of the work that has brought them.
    pub(super) renewing: HashMap<Ticket, Renewing>,
    /// The events of which a round is being paired, as they stood then.
    pub(super) pairing: HashMap<EditionNo, PairingHistory>,
    /// The callers that wait until nothing is under way.
    pub(super) settling: Vec<oneshot::Sender<()>>,
    /// The last number that was given out to a ticket, a reply or a search.
    pub(super) last_number: u64,
    /// The last outbox number that was given out.
    pub(super) last_outbox: u64,
    pub(super) stopping: Option<oneshot::Sender<()>>,
    /// Set once the store has stopped.
    pub(super) halt: Option<Halt>,
}

/// The reason why a host cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no threads to search and to draw with.
    #[error("no threads to search and to draw with: {0}")]
    Threads(#[from] io::Error),
}

/// How many inputs are taken at most before a question is answered that waits.
const MOST_BEFORE_A_QUESTION: u32 = 32;

/// Starts the loop as a task of the running tokio runtime. Replies that were committed and not
/// delivered are sent at once, and bots whose turn it is begin to think.
///
/// # Errors
/// [`StartError`] if the store cannot be read, or the system gives no threads.
pub fn start(
    store: Store,
    settings: HostSettings,
    clock: Arc<dyn Clock>,
    entropy: Box<dyn Entropy>,
    renderer: Renderer,
) -> Result<(HostHandle, Outbox), StartError> {
    let (host, inbox, asked, adapter) = prepare(store, settings, clock, entropy, renderer)?;
    tokio::spawn(host.run(inbox, asked));
    Ok(adapter)
}

/// A loop that does not run yet, the two ways into it, and what its adapter gets.
type Prepared = (HostLoop, mpsc::UnboundedReceiver<Input>, Queries, (HostHandle, Outbox));

/// Makes the loop ready to run.
pub(super) fn prepare(
    store: Store,
    settings: HostSettings,
    clock: Arc<dyn Clock>,
    mut entropy: Box<dyn Entropy>,
    renderer: Renderer,
) -> Result<Prepared, StartError> {
    let key = store.host_key(|| entropy.secret())?;
    if let Some(n) = store.rate_anew(chat::RATING_FORMULAS, chat::all_ratings)? {
        tracing::info!("the formulas of ratings are new: {n} ratings were computed anew");
    }
    let reader = store.reader()?;
    let (last_no, last_outbox) = reader.greatest_numbers()?;
    let last_numbers = (last_no, reader.last_edition()?);
    let (inputs, inbox) = mpsc::unbounded_channel();
    let (out, outbox) = mpsc::unbounded_channel();
    let (throttle, bots) = (store.throttle().clone(), settings.bot_threads);
    let jobs = Jobs::new(bots, renderer, Arc::clone(&clock), throttle, inputs.clone())?;
    let prefixes = Prefixes::new(&settings.prefix, &reader)?;
    let state = CommittedState::new(
        reader,
        last_numbers,
        settings.platform,
        prefixes.clone(),
        key,
        entropy,
    );
    if settings.starts_held {
        state.holds().hold(Area::Platform(settings.platform));
    }
    let host = HostLoop {
        store,
        state,
        jobs,
        clock,
        settings,
        inputs: inputs.clone(),
        out,
        queues: KeyQueues::default(),
        works: HashMap::new(),
        backlogs: Backlogs::default(),
        pending: HashMap::new(),
        conflicts: HashMap::new(),
        unsent: UnsentReplies::default(),
        ends: MessageOutcomes::default(),
        sent: HashMap::new(),
        deadlines: PendingDeadlines::default(),
        sync_state: SyncState::default(),
        reach: Reach::default(),
        late: LateRefusals::default(),
        recent: RecentIds::default(),
        timers: Timers::default(),
        searches: HashMap::new(),
        bot_failures: HashMap::new(),
        unmarked: Vec::new(),
        thread_works: Vec::new(),
        held_works: Vec::new(),
        questions: FairQueue::default(),
        asked: FairQueue::new(Order::LeastLately),
        asked_pictures: AskedPictures::default(),
        taken: 0,
        open_judgements: 0,
        verifying: HashMap::new(),
        renewing: HashMap::new(),
        pairing: HashMap::new(),
        settling: Vec::new(),
        last_number: 0,
        // One number stays unused at each start: `numbered` adds one before it gives a number out.
        last_outbox: last_outbox + 1,
        stopping: None,
        halt: None,
    };
    let halting = host.inputs.clone();
    host.store.on_stop(move |_| {
        let _ = halting.send(Input::StoreStopped);
    });
    let (queries, asked) = mpsc::unbounded_channel();
    Ok((host, inbox, asked, (HostHandle { inputs, queries, prefixes }, outbox)))
}

impl HostLoop {
    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::UnboundedReceiver<Input>,
        mut asked: Queries,
    ) {
        self.look_at_clock();
        self.read_sync_state();
        self.read_outages();
        self.resume();
        loop {
            // However much comes in, other tasks of the same thread have their turn.
            tokio::task::coop::consume_budget().await;
            while let Ok(query) = asked.try_recv() {
                self.questions.push(query.asker().clone(), query);
            }
            let is_asked = !self.questions.is_empty() || self.may_answer();
            let input = match self.next_input(&mut inbox, is_asked) {
                Some(input) => Some(input),
                None if is_asked => {
                    self.answer_one();
                    None
                }
                // What comes in goes first: whoever says something does not wait for all that is due.
                None => tokio::select! {
                    biased;
                    Some(query) = asked.recv() => {
                        self.questions.push(query.asker().clone(), query);
                        continue;
                    }
                    input = inbox.recv() => input,
                    () = self.rest() => None,
                },
            };
            self.look_at_clock();
            // One input that fails must not end all games.
            let handled =
                input.map(|input| catch_unwind(AssertUnwindSafe(|| self.handle_input(input))));
            if matches!(handled, Some(Err(_))) {
                self.log_panic("an input of the host panicked");
            }
            self.fire_timers();
            self.take_deadlines();
            self.take_turns();
            if self.has_halted() || self.stopping.is_some() && self.all_is_sent() {
                break;
            }
            self.tell_if_idle();
        }
        self.give_up_commits();
        self.drop_the_rest(inbox);
        self.searches.drain().for_each(|(_, search)| search.cancel());
        let done = self.stopping.take();
        // Whoever waits for the end may want to open the database, so it is released first.
        drop(self);
        if let Some(done) = done {
            let _ = done.send(());
        }
    }

    /// Returns the input that is handled next, if one is there. Nothing depends on an answer, so a question comes
    /// behind all inputs that are there. A stream of them that never ends keeps none waiting for ever.
    fn next_input(
        &mut self,
        inbox: &mut mpsc::UnboundedReceiver<Input>,
        is_asked: bool,
    ) -> Option<Input> {
        if is_asked && self.taken >= MOST_BEFORE_A_QUESTION {
            return None;
        }
        let input = inbox.try_recv().ok()?;
        self.taken += 1;
        Some(input)
    }

    /// Answers a question of a surface and a message that only asks, one of each.
    fn answer_one(&mut self) {
        self.taken = 0;
        if let Some(question) = self.questions.pop(|_| true) {
            self.answer_safely(question.job);
        }
        if self.may_answer() {
            self.look_at_clock();
            self.answer_next();
        }
    }

    /// Answers a question; one that fails must not end all games.
    fn answer_safely(&self, query: Query) {
        self.state.set_now(self.clock.now());
        if catch_unwind(AssertUnwindSafe(|| self.answer(query))).is_err() {
            self.log_panic("a question to the host panicked");
        }
    }

    /// Puts a line about a panic into the program's log, once a minute.
    fn log_panic(&self, what: &'static str) {
        self.store.throttle().pass(what, &what, |line| tracing::error!("{line}"));
    }

    /// Says of all messages that have no end yet, and of those that were never looked at, that they
    /// are dropped. What platforms have is still marked: they do not tell it again.
    fn drop_the_rest(&mut self, mut inbox: mpsc::UnboundedReceiver<Input>) {
        inbox.close();
        while let Ok(input) = inbox.try_recv() {
            match input {
                Input::Adapter(AdapterInput::Reply(ReplyInput::Delivered(delivered))) => {
                    self.mark_delivered(delivered);
                }
                Input::Adapter(
                    input @ (AdapterInput::Message(_)
                    | AdapterInput::Reply(ReplyInput::Posted(..))
                    | AdapterInput::Hearing(HearingInput::CaughtUp(..))
                    | AdapterInput::Keeping(KeepingInput::Keep { .. })
                    | AdapterInput::Place(PlaceInput::Gone(_))),
                ) => self.hear(input),
                Input::Speech(SpeechInput::AnswerOut(message)) => self.answer_out(message),
                Input::Link(LinkInput::OutagesUnwritten(rows)) => {
                    self.state.outages().not_written(rows)
                }
                _ => {}
            }
        }
        self.write_sync_state_at_end();
        self.write_outages();
        self.ends.drop_all().into_iter().for_each(|end| self.tell(end));
    }

    /// A number that nothing else has, greater than all before.
    pub(super) const fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// The ticket of something that arrives now.
    pub(super) const fn next_ticket(&mut self) -> Ticket {
        Ticket(self.next_number())
    }

    /// Returns `true` if nothing that has begun is left to be written or said.
    fn all_is_sent(&self) -> bool {
        let is_idle = self.works.is_empty() && self.asked.is_empty();
        is_idle && self.pending.is_empty() && self.unsent.is_empty()
    }

    /// If nothing is under way, tells the callers that wait for that.
    fn tell_if_idle(&mut self) {
        let is_idle = self.searches.is_empty() && self.open_judgements == 0;
        let is_idle = is_idle && self.verifying.is_empty() && self.renewing.is_empty();
        let is_idle = is_idle && self.pairing.is_empty();
        if is_idle && self.all_is_sent() && self.deadlines.is_idle(self.state.now()) {
            for done in self.settling.drain(..) {
                // The caller may be gone by now.
                let _ = done.send(());
            }
        }
    }

    /// Handles one input.
    fn handle_input(&mut self, input: Input) {
        match input {
            Input::Adapter(input) => self.hear(input),
            Input::Speech(SpeechInput::Rendered(token, png)) => self.rendered(token, png),
            Input::Speech(SpeechInput::AnswerOut(message)) => self.answer_out(message),
            Input::Speech(SpeechInput::Unmarked(delivered)) => self.mark_later(delivered),
            Input::Speech(SpeechInput::Kept(tokens, result)) => self.reply_kept(tokens, &result),
            Input::Bot(BotInput::SearchDone(no, ticket, found)) => {
                self.search_done(no, ticket, found)
            }
            Input::Bot(BotInput::DrawAnswer(question, accepts)) => {
                self.draw_judged(question, accepts)
            }
            Input::Aside(AsideInput::Verified(ticket, checked)) => self.verified(ticket, checked),
            Input::Aside(AsideInput::Renewed(ticket, made)) => self.renewed(ticket, made),
            Input::Aside(AsideInput::Paired(no, event, made)) => self.paired(no, *event, made),
            Input::Link(LinkInput::OutagesUnwritten(rows)) => {
                self.state.outages().not_written(rows)
            }
            Input::Link(LinkInput::AllWoken(deadlines)) => self.all_woken(&deadlines),
            Input::Link(LinkInput::Woken(deadlines)) => self.woken(&deadlines),
            Input::Link(LinkInput::Written(writes, result)) => {
                self.sync_state_written(writes, result)
            }
            Input::Committed(ticket, result) => self.committed(ticket, result),
            Input::NewcomerKept(person, result) => self.newcomer_kept(&person, result),
            Input::StoreStopped => self.halt(),
        }
    }

    /// Handles what the adapter tells or asks.
    fn hear(&mut self, input: AdapterInput) {
        match input {
            AdapterInput::Message(incoming) => self.receive(incoming),
            AdapterInput::Reply(input) => self.hear_of_reply(input),
            AdapterInput::Place(input) => self.hear_of_place(input),
            AdapterInput::Hearing(HearingInput::Hold(area)) => self.hold_area(area),
            AdapterInput::Hearing(HearingInput::Release(area)) => self.release_area(&area),
            AdapterInput::Hearing(HearingInput::Heard(at)) => self.heard(at),
            AdapterInput::Hearing(HearingInput::CaughtUp(place, message)) => {
                self.caught_up(place, message)
            }
            AdapterInput::Hearing(HearingInput::ContentHidden(is_hidden)) => {
                self.state.set_content_hidden(is_hidden)
            }
            AdapterInput::Keeping(KeepingInput::Keep { key, value, done }) => {
                self.keep(key, value, done)
            }
            AdapterInput::Keeping(KeepingInput::All(done)) => self.kept(done),
            AdapterInput::WhenSettled(done) => self.settling.push(done),
            AdapterInput::Stop(done) => {
                self.stopping = Some(done);
                self.drop_waiting();
            }
        }
    }

    fn hear_of_reply(&mut self, input: ReplyInput) {
        match input {
            ReplyInput::Delivered(delivered) => self.delivered(delivered),
            ReplyInput::Lost(delivered, why) => self.lost(delivered, why),
            ReplyInput::Threaded(delivered, opened, done) => self.threaded(delivered, opened, done),
            ReplyInput::Posted(place, game, message) => self.posted(place, game, message),
            ReplyInput::Shown(game, done) => self.shown_messages(game, done),
        }
    }

    fn hear_of_place(&mut self, input: PlaceInput) {
        match input {
            PlaceInput::OfServer(server, places) => self.learn_server(&server, places),
            PlaceInput::Unreachable(place, is_so) => self.set_unreachable(place, is_so),
            PlaceInput::Gone(place) => self.place_gone(place),
            PlaceInput::ThreadLost(thread, why) => self.leave_thread(&thread, why),
            PlaceInput::IsThreadNeeded(thread, done) => drop(done.send(self.is_needed(&thread))),
            PlaceInput::Live(done) => self.live_places(done),
        }
    }

    /// Goes on with what was under way when the program last ended.
    fn resume(&mut self) {
        match outbox::undelivered(self.state.reader()) {
            Ok(replies) => {
                for (outbox, reply) in replies {
                    let outgoing =
                        Outgoing { may_be_sent: true, ..Outgoing::new(Some(outbox), reply) };
                    let token = self.prepare(outgoing, None);
                    self.release(token);
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
