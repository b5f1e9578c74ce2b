//! The host's loop: its state, its start and its end, and which method handles which input.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use chat::{Outgoing, World as _};
use render::Renderer;
use store::{Store, StoreError};
use table::{Area, PlaceId};
use tokio::sync::mpsc;

use super::{
    base::Base,
    clock::Clock,
    entropy::Entropy,
    handle::{HostHandle, HostSettings},
    host_event::Outbox,
    input::{
        AdapterInput, AsideInput, BotInput, HearingInput, Input, KeepingInput, LinkInput,
        PlaceInput, ReplyInput, SpeechInput,
    },
};
use crate::{
    connection::{contact::Contact, ending::Ending, link::Link},
    deadlines::pending_deadlines::PendingDeadlines,
    jobs::{Jobs, aside::Aside, bots::Bots},
    messages::{
        hearing::Hearing,
        prefixes::Prefixes,
        query::{Queries, Query},
        questions::Questions,
    },
    or_log::OrLog as _,
    owner::Alarms,
    queues::{retries::Retries, turns::Turns, work::Work},
    replies::{outbox, speech::Speech},
    report::Report,
    state::committed_state::CommittedState,
};

/// The host's loop with its parts; only its own task touches it.
#[derive(Debug)]
pub(super) struct HostLoop {
    pub(super) base: Base,
    pub(super) turns: Turns,
    pub(super) speech: Speech,
    pub(super) hearing: Hearing,
    pub(super) questions: Questions,
    pub(super) bots: Bots,
    pub(super) aside: Aside,
    pub(super) retries: Retries,
    /// The deadlines that are taken from their table.
    pub(super) deadlines: PendingDeadlines,
    pub(super) link: Link,
    pub(super) alarms: Alarms,
    pub(super) ending: Ending,
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
    let contact = Arc::new(Contact::new(settings.platform));
    if settings.starts_held {
        contact.holds().hold(Area::Platform(settings.platform));
    }
    let known = Arc::clone(&contact);
    let state = CommittedState::new(
        reader,
        last_numbers,
        known,
        prefixes.clone(),
        (key, settings.operator.clone()),
        entropy,
    );
    let halting = inputs.clone();
    state.add_owners(settings.owners);
    store.on_stop(move |_| {
        let _ = halting.send(Input::StoreStopped);
    });
    let host = HostLoop {
        base: Base::new((store, clock), state, jobs, inputs.clone(), last_outbox),
        turns: Turns::default(),
        speech: Speech::new(out, settings.platform),
        hearing: Hearing::default(),
        questions: Questions::default(),
        bots: Bots::default(),
        aside: Aside::default(),
        retries: Retries::default(),
        deadlines: PendingDeadlines::default(),
        link: Link::new(contact, settings.starts_held),
        alarms: Alarms::default(),
        ending: Ending::default(),
    };
    let (queries, asked) = mpsc::unbounded_channel();
    Ok((host, inbox, asked, (HostHandle { inputs, queries, prefixes }, outbox)))
}

impl HostLoop {
    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::UnboundedReceiver<Input>,
        mut asked: Queries,
    ) {
        self.link.look_at_clock(&self.base);
        self.link.read_sync_state(&mut self.base);
        if self.link.read_outages(&mut self.base) {
            self.deadlines.word_came();
        }
        self.resume();
        loop {
            // However much comes in, other tasks of the same thread have their turn.
            tokio::task::coop::consume_budget().await;
            while let Ok(query) = asked.try_recv() {
                self.questions.ask(query);
            }
            let is_asked = self.questions.has_queries() || self.may_answer();
            let input = match self.questions.next_input(&mut inbox, is_asked) {
                Some(input) => Some(input),
                None if is_asked => {
                    self.answer_one();
                    None
                }
                // What comes in goes first: whoever says something does not wait for all that is due.
                None => tokio::select! {
                    biased;
                    Some(query) = asked.recv() => {
                        self.questions.ask(query);
                        continue;
                    }
                    input = inbox.recv() => input,
                    () = self.rest() => None,
                },
            };
            self.link.look_at_clock(&self.base);
            // One input that fails must not end all games.
            let handled =
                input.map(|input| catch_unwind(AssertUnwindSafe(|| self.handle_input(input))));
            if matches!(handled, Some(Err(_))) {
                self.base.log_panic("an input of the host panicked");
            }
            self.fire_timers();
            self.watch_unsent();
            self.take_deadlines();
            self.take_turns();
            if self.has_halted() || self.ending.stopping.is_some() && self.all_is_sent() {
                break;
            }
            if self.is_idle() {
                self.ending.tell_settled();
            }
        }
        self.give_up_commits();
        self.drop_the_rest(inbox);
        self.bots.stop_all();
        let done = self.ending.stopping.take();
        // Whoever waits for the end may want to open the database, so it is released first.
        drop(self);
        if let Some(done) = done {
            let _ = done.send(());
        }
    }

    /// Answers a question of a surface and a message that only asks, one of each.
    fn answer_one(&mut self) {
        if let Some(query) = self.questions.next_query() {
            self.answer_safely(query);
        }
        if self.may_answer() {
            self.link.look_at_clock(&self.base);
            self.answer_next();
        }
    }

    /// Answers a question; one that fails must not end all games.
    fn answer_safely(&self, query: Query) {
        self.base.state.set_now(self.base.clock.now());
        if catch_unwind(AssertUnwindSafe(|| self.base.state.answer(query))).is_err() {
            self.base.log_panic("a question to the host panicked");
        }
    }

    /// Says of all messages that have no end yet, and of those that were never looked at, that they
    /// are dropped. What platforms have is still marked: they do not tell it again.
    fn drop_the_rest(&mut self, mut inbox: mpsc::UnboundedReceiver<Input>) {
        inbox.close();
        while let Ok(input) = inbox.try_recv() {
            match input {
                Input::Adapter(AdapterInput::Reply(ReplyInput::Delivered(delivered))) => {
                    self.base.mark_delivered(delivered);
                }
                Input::Adapter(
                    input @ (AdapterInput::Message(_)
                    | AdapterInput::Reply(ReplyInput::Posted(..))
                    | AdapterInput::Hearing(HearingInput::CaughtUp(..))
                    | AdapterInput::Keeping(KeepingInput::Keep { .. })
                    | AdapterInput::Place(PlaceInput::Gone(_))),
                ) => self.hear(input),
                Input::Speech(SpeechInput::AnswerOut(message)) => self.base.answer_out(message),
                Input::Link(LinkInput::OutagesUnwritten(rows)) => {
                    self.link.contact.outages().not_written(rows)
                }
                _ => {}
            }
        }
        self.link.write_sync_state_at_end(&self.base);
        self.link.write_outages(&self.base);
        self.speech.drop_all();
    }

    /// Returns `true` if nothing that has begun is left to be written or said.
    fn all_is_sent(&self) -> bool {
        self.turns.is_idle() && !self.questions.has_messages() && self.speech.is_idle()
    }

    /// Returns `true` if nothing is under way, and nothing is due by now.
    fn is_idle(&self) -> bool {
        self.all_is_sent()
            && self.bots.is_idle()
            && self.aside.is_idle()
            && self.deadlines.is_idle(self.base.state.now())
    }

    /// Returns `true` if a message that only asks can be answered now.
    fn may_answer(&self) -> bool {
        self.questions.has_messages() && self.speech.has_room()
    }

    /// Answers the message whose turn it is among those that only ask.
    fn answer_next(&mut self) {
        let Some((ticket, message)) = self.questions.next_message() else { return };
        let work = Work::Message(message);
        self.turns.queues.let_go(ticket);
        self.turns.queues.queue(ticket, work.keys());
        self.take_up(ticket, work);
    }

    /// The report of this moment.
    fn report(&self) -> Report {
        let (searches, pictures, answers) = self.base.jobs.waiting();
        let now = self.base.clock.instant();
        // What a place does not take waits for whoever has closed it.
        let is_awaited = |place: &PlaceId| !self.link.is_cut_off(place);
        let oldest = self.speech.awaited.values().find(|(place, _)| is_awaited(place));
        Report {
            queues: [
                ("messages", self.turns.works.len()),
                ("changes", self.turns.pending.len()),
                ("questions", self.questions.len()),
                ("replies", self.speech.waiting()),
                ("searches", searches),
                ("pictures", pictures),
                ("answers", answers),
            ],
            oldest_unsent: oldest.map(|(_, since)| now.saturating_duration_since(*since)),
            shards: self.link.shards,
        }
    }

    /// Handles one input.
    fn handle_input(&mut self, input: Input) {
        match input {
            Input::Adapter(input) => self.hear(input),
            Input::Speech(SpeechInput::Rendered(token, png)) => {
                self.speech.rendered(&self.base, token, png)
            }
            Input::Speech(SpeechInput::AnswerOut(message)) => self.base.answer_out(message),
            Input::Speech(SpeechInput::Unmarked(delivered)) => {
                self.retries.mark_later(&mut self.base, delivered)
            }
            Input::Speech(SpeechInput::Kept(tokens, result)) => {
                self.speech.reply_kept(&self.base, tokens, &result)
            }
            Input::Bot(BotInput::SearchDone(no, ticket, found)) => {
                if self.bots.search_done(no, ticket, found) {
                    self.turns.arrive(&mut self.base, Work::BotPly(no));
                }
            }
            Input::Bot(BotInput::DrawAnswer(question, accepts)) => {
                self.draw_judged(question, accepts)
            }
            Input::Aside(AsideInput::Verified(ticket, checked)) => {
                self.aside.verified(&mut self.turns, ticket, checked)
            }
            Input::Aside(AsideInput::Renewed(ticket, made)) => self.renewed(ticket, made),
            Input::Aside(AsideInput::Paired(no, event, made)) => {
                let round = (no, *event);
                self.aside.paired(&mut self.base, &mut self.deadlines, round, made)
            }
            Input::Link(LinkInput::OutagesUnwritten(rows)) => {
                self.link.contact.outages().not_written(rows)
            }
            Input::Link(LinkInput::AllWoken(deadlines)) => {
                self.link.all_woken();
                self.deadlines.all_written(&deadlines)
            }
            Input::Link(LinkInput::Woken(deadlines)) => self.deadlines.all_written(&deadlines),
            Input::Link(LinkInput::Written(writes, result)) => {
                self.link.sync_state_written(&mut self.base, writes, result)
            }
            Input::Link(LinkInput::ServerDropped(server)) => self.base.state.prefix_gone(&server),
            Input::Committed(ticket, result) => self.committed(ticket, result),
            Input::NewcomerKept(person, result) => self.base.newcomer_kept(&person, result),
            Input::StoreStopped => self.halt(),
        }
    }

    /// Handles what the adapter tells or asks.
    fn hear(&mut self, input: AdapterInput) {
        match input {
            AdapterInput::Message(incoming) => self.receive(incoming),
            AdapterInput::Reply(input) => self.hear_of_reply(input),
            AdapterInput::Place(input) => self.hear_of_place(input),
            AdapterInput::Hearing(HearingInput::Hold(area)) => self.link.hold(&self.base, area),
            AdapterInput::Hearing(HearingInput::Release(area)) => self.release_area(&area),
            AdapterInput::Hearing(HearingInput::Heard(at)) => {
                if self.link.heard(&self.base, at) {
                    self.deadlines.word_came();
                }
            }
            AdapterInput::Hearing(HearingInput::CaughtUp(place, message)) => {
                let waits = self.hearing.late.waits_in(&place);
                self.link.caught_up(&self.base, waits, place, message)
            }
            AdapterInput::Hearing(HearingInput::Shards(shards)) => self.link.shards = Some(shards),
            AdapterInput::Hearing(HearingInput::ContentHidden(is_hidden)) => {
                self.base.state.set_content_hidden(is_hidden)
            }
            AdapterInput::Keeping(KeepingInput::Keep { key, value, done }) => {
                self.link.keep(&self.base, (key, value), done)
            }
            AdapterInput::Keeping(KeepingInput::All(done)) => {
                drop(done.send(self.link.kept(&self.base)))
            }
            AdapterInput::Owners(owners) => self.base.state.add_owners(owners),
            AdapterInput::Alarm(alarm) => self.raise(&alarm),
            AdapterInput::Report(told, answered) => {
                drop(told.send(self.report()));
                self.link.write_life(&self.base, move || {
                    // Whoever asked may wait no more.
                    let _ = answered.send(());
                });
            }
            AdapterInput::WhoLeft(message, left) => {
                self.aside.who_left(&mut self.turns, &message, left)
            }
            AdapterInput::WhenSettled(done) => self.ending.settling.push(done),
            AdapterInput::Stop(done) => {
                self.ending.stopping = Some(done);
                self.drop_waiting();
            }
        }
    }

    /// Hears what has become of a reply. Whoever asks for something may be gone by now.
    fn hear_of_reply(&mut self, input: ReplyInput) {
        if let ReplyInput::Delivered(reply)
        | ReplyInput::Lost(reply, _)
        | ReplyInput::Threaded(reply, ..) = &input
        {
            self.speech.awaited.remove(&reply.outbox);
        }
        match input {
            ReplyInput::Delivered(delivered) => self.delivered(delivered),
            ReplyInput::Lost(delivered, why) => self.lost(delivered, why),
            ReplyInput::Threaded(delivered, opened, done) => self.threaded(delivered, opened, done),
            ReplyInput::Posted(place, game, message) => self.base.posted(place, game, message),
            ReplyInput::Shown(game, done) => drop(done.send(self.base.shown_messages(game))),
        }
    }

    /// Hears of a place. Whoever asks for something may be gone by now.
    fn hear_of_place(&mut self, input: PlaceInput) {
        match input {
            PlaceInput::OfServer(server, places) => {
                self.base.is_in_server(&server);
                self.met_server(&server);
                self.base.learn_server(&server, places);
            }
            PlaceInput::Servers(is_in) => self.link.hear_of_servers(&self.base, &is_in),
            PlaceInput::Unreachable(place, is_so) => {
                self.link.set_unreachable(&self.base, place, is_so)
            }
            PlaceInput::Gone(place) => self.place_gone(place),
            PlaceInput::ThreadLost(thread, why) => self.leave_thread(&thread, why),
            PlaceInput::IsThreadNeeded(thread, done) => drop(done.send(self.is_needed(&thread))),
            PlaceInput::Live(done) => drop(done.send(self.link.live_places(&self.base))),
        }
    }

    /// Goes on with what was under way when the program last ended.
    fn resume(&mut self) {
        let unsent = outbox::undelivered(self.base.state.reader());
        for (outbox, reply) in
            unsent.or_log("unsent replies could not be read").into_iter().flatten()
        {
            let outgoing = Outgoing { may_be_sent: true, ..Outgoing::new(Some(outbox), reply) };
            let token = self.speech.prepare(&mut self.base, outgoing, None, &[]);
            self.speech.release(&self.base, token);
        }
        self.leave_banned_servers();
        let awaiting = self.base.state.reader().games_awaiting_bot();
        for no in awaiting.or_log("games of bots could not be read").into_iter().flatten() {
            self.bots.think_at_start(&mut self.base, no);
        }
    }
}
