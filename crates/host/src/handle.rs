//! The adapters' side of the host: the handle by which messages come in.

use std::{future::Future, sync::Arc};

use chat::{Alarm, Incoming, LostThread, NoThread, Operator};
use table::{Area, GameNo, MessageId, Millis, PersonId, PlaceId, Platform, ServerId};
use tokio::sync::{mpsc, oneshot};

use super::input::{
    AdapterInput, Delivered, HearingInput, Input, IsInServer, PlaceInput, ReplyInput,
};
use crate::{
    messages::{prefixes::Prefixes, query::Query},
    report::{Report, Shards},
};

/// The settings of a host.
#[derive(Clone, Debug)]
pub struct HostSettings {
    /// The prefix of commands in a public channel, where its server has chosen nothing else.
    pub prefix: String,
    /// The platform whose replies this host may send; others wait in the store for their own
    /// adapter.
    pub platform: Platform,
    /// How many searches run at the same time, at least 1.
    pub bot_threads: usize,
    /// Whether the platform has a gateway, so that what is due there waits from the start on until the adapter
    /// [releases](HostHandle::release) it: it has to catch up first with what was said while the program was down.
    pub starts_held: bool,
    /// Whoever runs the bot.
    pub operator: Operator,
    /// The people who own the bot, beside those whom the platform [tells](HostHandle::owners).
    pub owners: Vec<PersonId>,
}

impl HostSettings {
    /// The settings for a platform where nothing is asked for: prefix `!`, one search at a time.
    #[must_use]
    pub fn new(platform: Platform) -> Self {
        Self {
            prefix: "!".to_owned(),
            platform,
            bot_threads: 1,
            starts_held: false,
            operator: Operator::default(),
            owners: Vec::new(),
        }
    }
}

/// The handle by which an adapter talks to the host. All methods but the asynchronous ones return at once: an
/// adapter's heartbeats may wait for them.
#[derive(Clone, Debug)]
pub struct HostHandle {
    pub(super) inputs: mpsc::UnboundedSender<Input>,
    pub(super) queries: mpsc::UnboundedSender<Query>,
    pub(super) prefixes: Prefixes,
}

impl HostHandle {
    /// Hands a message over and returns at once; what has become of it, behind the answers, comes as a
    /// [`MessageOutcome`](super::HostEvent::MessageOutcome) under its id.
    pub fn receive(&self, incoming: Incoming) {
        self.tell(AdapterInput::Message(incoming));
    }

    /// Returns what stands before commands in a server, or where there is none.
    #[must_use]
    pub fn prefix(&self, server: Option<&ServerId>) -> Arc<str> {
        self.prefixes.of(server)
    }

    /// Acknowledges a reply by its outbox number: the platform has it as the message with this id, or
    /// needs it no more or refuses it for good (`None`). That is so since the instant `at`.
    pub fn delivered(&self, outbox: u64, message: Option<MessageId>, at: Millis) {
        self.tell(AdapterInput::Reply(ReplyInput::Delivered(Delivered { outbox, message, at })));
    }

    /// Acknowledges a reply that cannot be said since its place takes nothing any more, as
    /// [`thread_lost`](Self::thread_lost) or [`gone`](Self::gone) has told before. It stays in the outbox until
    /// its game has left that place, and what tells of the end of a game is said elsewhere.
    pub fn lost(&self, outbox: u64, why: LostThread, at: Millis) {
        self.tell(AdapterInput::Reply(ReplyInput::Lost(
            Delivered { outbox, message: None, at },
            why,
        )));
    }

    /// Acknowledges a reply that was to open a thread for its game, which it did, or did not for this
    /// reason: the platform has it since the instant `at` as the message with this id. The future, which
    /// need not be awaited, ends once the game lives in the thread, or it is known that it does not.
    pub fn threaded(
        &self,
        outbox: u64,
        message: MessageId,
        at: Millis,
        opened: Result<PlaceId, NoThread>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let delivered = Delivered { outbox, message: Some(message), at };
        let (done, wait) = oneshot::channel();
        self.tell(AdapterInput::Reply(ReplyInput::Threaded(delivered, opened, Arc::new(done))));
        async {
            let _ = wait.await;
        }
    }

    /// Returns `true` if a game or an offer lives in this thread, or is about to, so that it must not be
    /// archived.
    pub async fn is_thread_needed(&self, thread: PlaceId) -> bool {
        let needed =
            self.ask_loop(|done| AdapterInput::Place(PlaceInput::IsThreadNeeded(thread, done)));
        // After the host has ended nobody knows; the next start asks again.
        needed.await.unwrap_or(true)
    }

    /// Tells that a thread takes nothing any more: the games for which the bot has opened it go back to its
    /// channel. Replies that are [`lost`](Self::lost) after this are said there, if they tell of the end of a
    /// game.
    pub fn thread_lost(&self, thread: PlaceId, why: LostThread) {
        self.tell(AdapterInput::Place(PlaceInput::ThreadLost(thread, why)));
    }

    /// Tells that the platform has an answer without an outbox number, about a game, as the message
    /// with this id: a reply to it names that game.
    pub fn posted(&self, place: PlaceId, game: GameNo, message: MessageId) {
        self.tell(AdapterInput::Reply(ReplyInput::Posted(place, game, message)));
    }

    /// Tells that these places belong to a server: games that were begun there before the program
    /// knew are seen in that server from now on. The bot is in that server.
    pub fn places(&self, server: ServerId, places: Vec<PlaceId>) {
        self.tell(AdapterInput::Place(PlaceInput::OfServer(server, places)));
    }

    /// Tells who owns the bot on the platform.
    pub fn owners(&self, owners: Vec<PersonId>) {
        self.tell(AdapterInput::Owners(owners));
    }

    /// Lets the owner be told in private of what only they can mend, at most once a day.
    pub fn alarm(&self, alarm: Alarm) {
        self.tell(AdapterInput::Alarm(alarm));
    }

    /// Tells which people are known to have left the server of a message, of those of whom
    /// [`AskWhoLeft`](super::HostEvent::AskWhoLeft) asked; of the others nothing is known, or they are there. Until
    /// this is told, the message waits, and so does what its author has said since.
    pub fn who_left(&self, message: MessageId, left: Vec<PersonId>) {
        self.tell(AdapterInput::WhoLeft(message, left));
    }

    /// Tells in which servers the bot is: what was chosen and decided in a server goes 30 days after the first word
    /// that it is there no more, unless it is there again. `is_in` gives `None` for a server of which it does not
    /// tell.
    pub fn servers(&self, is_in: impl Fn(&ServerId) -> Option<bool> + Send + 'static) {
        self.tell(AdapterInput::Place(PlaceInput::Servers(IsInServer(Box::new(is_in)))));
    }

    /// Lets what is due there wait, because not everything is known that was said there: an offer may
    /// have been accepted before it ended. Everything else goes on.
    pub fn hold(&self, area: Area) {
        self.tell(AdapterInput::Hearing(HearingInput::Hold(area)));
    }

    /// Lets what is due there wait no more, once all that was said there is handed over. What was
    /// held several times waits for as many releases.
    pub fn release(&self, area: Area) {
        self.tell(AdapterInput::Hearing(HearingInput::Release(area)));
    }

    /// Tells whether replies to this place cannot be delivered. While that is so, the clocks of the games
    /// there stand.
    pub fn unreachable(&self, place: PlaceId, is_unreachable: bool) {
        self.tell(AdapterInput::Place(PlaceInput::Unreachable(place, is_unreachable)));
    }

    /// Tells that everything has been handed over that was said on the platform before this instant: what
    /// had to be said by then has been said or not. A platform that never tells this hands everything
    /// over at once.
    pub fn heard(&self, at: Millis) {
        self.tell(AdapterInput::Hearing(HearingInput::Heard(at)));
    }

    /// Tells how many of the connections to the platform's gateway are there.
    pub fn shards(&self, shards: Shards) {
        self.tell(AdapterInput::Hearing(HearingInput::Shards(shards)));
    }

    /// Asks how it all is. The first answer is the loop's; the second comes once the store's writer has answered a
    /// sign of life, be it that it cannot write. Neither comes from a host that has ended.
    #[must_use]
    pub fn report(&self) -> (oneshot::Receiver<Report>, oneshot::Receiver<()>) {
        let (done, answered) = oneshot::channel();
        (self.ask_loop(|told| AdapterInput::Report(told, done)), answered)
    }

    /// Waits until nothing is under way: all messages handed over so far are answered, all commits
    /// and pictures are done, no bot is thinking, and nothing is due by the clock's present reading
    /// but what is held or has failed.
    pub async fn settled(&self) {
        let _ = self.ask_loop(AdapterInput::WhenSettled).await;
    }

    /// Lets what is under way finish, then ends the loop.
    pub async fn stop(&self) {
        let _ = self.ask_loop(AdapterInput::Stop).await;
    }

    /// Puts something into the loop.
    pub(super) fn tell(&self, input: AdapterInput) {
        // A host that has stopped takes nothing more.
        let _ = self.inputs.send(Input::Adapter(input));
    }

    /// Puts a question into the loop, behind all that has come in before.
    pub(super) fn ask_loop<T>(
        &self,
        input: impl FnOnce(oneshot::Sender<T>) -> AdapterInput,
    ) -> oneshot::Receiver<T> {
        let (back, answer) = oneshot::channel();
        // Of a host that has stopped nothing comes back, which the receiver tells.
        self.tell(input(back));
        answer
    }
}
