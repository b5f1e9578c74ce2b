//! The adapter between a stand-in for Discord and a host that only notes what it is told.
#![allow(clippy::unwrap_used, reason = "a test may panic, helpers included")]

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};

use chat::{Attachment, Drawing, Incoming, Outgoing, Picture, Reply};
use discord::{DiscordError, DiscordToken, Pace, Settings};
use games::{BySeat, Seat};
use host::{
    Clock, HostEvent, HostHandle, ManualClock, MessageOutcome, SystemClock,
    testkit::{AdapterInput, HearingInput, Inputs, KeepingInput, PlaceInput, Query, ReplyInput},
};
use scene::{Board, Panel, Scene, Shape, Squares};
use serde_json::json;
use table::{BoardRecipe, GameNo, MessageId, PersonId, PlaceId, Platform, ServerId};
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::timeout,
};

use super::stand_in::{CHANNEL, Post, Said, Shown, Someone, StandIn, TOKEN, World};

/// How long a test waits for what is to happen; it never takes that long.
pub(crate) const SOON: Duration = Duration::from_secs(60);

/// What a fake host keeps over restarts.
pub(crate) type KeptTexts = Arc<Mutex<BTreeMap<String, String>>>;

/// A host that only notes what it is told: a task at the other ends of the adapter's handle.
struct FakeHost {
    said: mpsc::UnboundedSender<Incoming>,
    delivered: mpsc::UnboundedSender<(u64, Option<MessageId>)>,
    places: mpsc::UnboundedSender<(ServerId, Vec<PlaceId>)>,
    caught_up: mpsc::UnboundedSender<(PlaceId, MessageId)>,
    kept: KeptTexts,
    gone: Arc<Mutex<Vec<PlaceId>>>,
    /// Which places took nothing, or something again, in order.
    reach: Arc<Mutex<Vec<(PlaceId, bool)>>>,
    /// Before which instant everything was handed over; 0 before the host was told.
    heard: Arc<AtomicI64>,
    /// Each message gets its end here at once, as talk does; without it none does.
    ends: Option<mpsc::UnboundedSender<HostEvent>>,
    /// Whether nothing becomes durable any more, and no question is answered.
    is_stuck: Arc<AtomicBool>,
    /// Whether it does not say yet where games go on.
    lists_nothing: watch::Receiver<bool>,
}

impl FakeHost {
    /// Takes what comes in its order, until all handles are gone.
    async fn run(self, mut inputs: Inputs, mut queries: mpsc::UnboundedReceiver<Query>) {
        loop {
            tokio::select! {
                Some(input) = inputs.recv() => self.take(input),
                Some(query) = queries.recv() => self.answer(query),
                else => return,
            }
        }
    }

    fn take(&self, input: AdapterInput) {
        match input {
            AdapterInput::Message(incoming) => self.receive(incoming),
            AdapterInput::Reply(reply) => self.note(reply),
            AdapterInput::Place(place) => self.look_at(place),
            AdapterInput::Hearing(HearingInput::CaughtUp(place, message)) => {
                let _ = self.caught_up.send((place, message));
            }
            AdapterInput::Hearing(HearingInput::Heard(at)) => {
                self.heard.store(at, Ordering::SeqCst);
            }
            AdapterInput::Hearing(
                HearingInput::Hold(_)
                | HearingInput::Release(_)
                | HearingInput::ContentHidden(_)
                | HearingInput::Shards(_),
            ) => {}
            AdapterInput::Keeping(KeepingInput::Keep { key, value, done }) => {
                if self.is_stuck.load(Ordering::SeqCst) {
                    return leave_open(done);
                }
                let mut kept = self.kept.lock().unwrap();
                match value {
                    Some(value) => kept.insert(key, value),
                    None => kept.remove(&key),
                };
                let _ = done.send(true);
            }
            AdapterInput::Keeping(KeepingInput::All(back)) => {
                let _ = back.send(self.kept.lock().unwrap().clone().into_iter().collect());
            }
            AdapterInput::Owners(_)
            | AdapterInput::Alarm(_)
            | AdapterInput::Report(..)
            | AdapterInput::WhoLeft(..) => {}
            AdapterInput::WhenSettled(back) | AdapterInput::Stop(back) => {
                let _ = back.send(());
            }
        }
    }

    fn receive(&self, incoming: Incoming) {
        let message = incoming.id.clone();
        let _ = self.said.send(incoming);
        if let Some(ends) = &self.ends {
            let _ = ends.send(HostEvent::MessageOutcome { message, end: MessageOutcome::Silent });
        }
    }

    fn note(&self, reply: ReplyInput) {
        match reply {
            ReplyInput::Delivered(one)
            | ReplyInput::Lost(one, _)
            | ReplyInput::Threaded(one, ..) => {
                let _ = self.delivered.send((one.outbox, one.message));
            }
            ReplyInput::Posted(..) => {}
            ReplyInput::Shown(_, back) => {
                let _ = back.send(Vec::new());
            }
        }
    }

    fn look_at(&self, place: PlaceInput) {
        match place {
            PlaceInput::OfServer(server, places) => {
                let _ = self.places.send((server, places));
            }
            PlaceInput::Unreachable(place, is_unreachable) => {
                self.reach.lock().unwrap().push((place, is_unreachable));
            }
            PlaceInput::Gone(place) => self.gone.lock().unwrap().push(place),
            PlaceInput::ThreadLost(..) | PlaceInput::Servers(_) => {}
            PlaceInput::IsThreadNeeded(_, back) => {
                let _ = back.send(false);
            }
            PlaceInput::Live(back) => {
                let mut lists_nothing = self.lists_nothing.clone();
                tokio::spawn(async move {
                    let _ = lists_nothing.wait_for(|lists_nothing| !lists_nothing).await;
                    let _ = back.send(Vec::new());
                });
            }
        }
    }

    /// Answers that there is nothing, which is what whoever asks takes a question for that is let go.
    fn answer(&self, query: Query) {
        if self.is_stuck.load(Ordering::SeqCst) {
            leave_open(query);
        }
    }
}

/// Lets whoever waits for the answer to this wait on.
fn leave_open<T>(question: T) {
    std::mem::forget(question);
}

/// The adapter between a stand-in and a fake host.
pub(crate) struct Rig {
    pub(crate) discord: StandIn,
    /// A handle of the fake host: once it has [settled](HostHandle::settled), all is noted that was told before.
    pub(crate) host: HostHandle,
    pub(crate) said: mpsc::UnboundedReceiver<Incoming>,
    pub(crate) delivered: mpsc::UnboundedReceiver<(u64, Option<MessageId>)>,
    pub(crate) places: mpsc::UnboundedReceiver<(ServerId, Vec<PlaceId>)>,
    pub(crate) caught_up: mpsc::UnboundedReceiver<(PlaceId, MessageId)>,
    pub(crate) kept: KeptTexts,
    pub(crate) is_stuck: Arc<AtomicBool>,
    pub(crate) lists_nothing: watch::Sender<bool>,
    pub(crate) out: mpsc::UnboundedSender<HostEvent>,
    pub(crate) gone: Arc<Mutex<Vec<PlaceId>>>,
    pub(crate) reach: Arc<Mutex<Vec<(PlaceId, bool)>>>,
    pub(crate) confirmed: Arc<AtomicI64>,
    pub(crate) stop: Option<oneshot::Sender<()>>,
    pub(crate) run: JoinHandle<Result<(), DiscordError>>,
}

/// Short pauses, for tests by the machine's clock. What is given up when its time is over has time enough
/// on a busy machine.
pub(crate) fn hurry() -> Pace {
    Pace {
        identify_gap: Duration::from_millis(20),
        request: Duration::from_secs(2),
        first_retry: Duration::from_millis(20),
        longest_retry: Duration::from_millis(100),
        first_contact: Duration::from_secs(2),
        patience: Duration::from_secs(3),
        transient_patience: SOON,
        thread_patience: Duration::from_secs(5),
        dm_gap: Duration::from_millis(20),
        emoji_gap: Duration::from_millis(1),
        emoji_pause: Duration::from_millis(50),
        ..Pace::default()
    }
}

pub(crate) fn settings(discord: &StandIn, token: &str) -> Settings {
    let token = DiscordToken::new(token.to_owned());
    Settings { api_url: Some(discord.url.clone()), pace: hurry(), ..Settings::new(token) }
}

impl Rig {
    pub(crate) async fn start() -> Self {
        let rig = Self::launch(StandIn::start().await, TOKEN);
        rig.discord.heard().await;
        rig
    }

    pub(crate) fn launch(discord: StandIn, token: &str) -> Self {
        let settings = settings(&discord, token);
        Self::launch_with(discord, settings, Arc::new(SystemClock), Arc::default())
    }

    /// Starts it with these waiting times, by this clock, and with what an earlier run has kept.
    pub(crate) fn launch_with(
        discord: StandIn,
        settings: Settings,
        clock: Arc<dyn Clock>,
        kept: KeptTexts,
    ) -> Self {
        Self::run(discord, settings, clock, kept, true)
    }

    /// Does the same with a host that ends each message at once, or not at all.
    pub(crate) fn run(
        discord: StandIn,
        settings: Settings,
        clock: Arc<dyn Clock>,
        kept: KeptTexts,
        ends: bool,
    ) -> Self {
        let (said_in, said) = mpsc::unbounded_channel();
        let (delivered_in, delivered) = mpsc::unbounded_channel();
        let (out, outbox) = mpsc::unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let (places_in, places) = mpsc::unbounded_channel();
        let (caught_up_in, caught_up) = mpsc::unbounded_channel();
        let is_stuck = Arc::new(AtomicBool::new(false));
        let lists_nothing = watch::Sender::new(false);
        let fake = FakeHost {
            said: said_in,
            delivered: delivered_in,
            places: places_in,
            caught_up: caught_up_in,
            kept: Arc::clone(&kept),
            gone: Arc::default(),
            reach: Arc::default(),
            heard: Arc::default(),
            ends: ends.then(|| out.clone()),
            is_stuck: Arc::clone(&is_stuck),
            lists_nothing: lists_nothing.subscribe(),
        };
        let gone = Arc::clone(&fake.gone);
        let (reach, confirmed) = (Arc::clone(&fake.reach), Arc::clone(&fake.heard));
        let (host, inputs, queries) = HostHandle::with_ends("!");
        tokio::spawn(fake.run(inputs, queries));
        let shutdown = Box::pin(async {
            let _ = stopped.await;
        });
        let run = discord::run(settings, clock, host.clone(), outbox, shutdown);
        let (run, stop) = (tokio::spawn(run), Some(stop));
        Self {
            discord,
            host,
            said,
            delivered,
            places,
            caught_up,
            kept,
            gone,
            reach,
            confirmed,
            is_stuck,
            lists_nothing,
            out,
            stop,
            run,
        }
    }

    /// Stops the adapter in good order, and gives the stand-in and what was kept.
    pub(crate) async fn stop(mut self) -> (StandIn, KeptTexts) {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(SOON, self.run).await.expect("it stops").unwrap().unwrap();
        self.host.settled().await;
        (self.discord, self.kept)
    }

    /// Ends the adapter at once, as a kill does, and gives the same.
    pub(crate) async fn kill(self) -> (StandIn, KeptTexts) {
        self.run.abort();
        assert!(self.run.await.is_err());
        self.host.settled().await;
        (self.discord, self.kept)
    }

    /// Says something and returns the message that reaches the host.
    pub(crate) async fn hear(&mut self, said: Said) -> Incoming {
        self.discord.say(said);
        self.heard().await
    }

    pub(crate) async fn heard(&mut self) -> Incoming {
        timeout(SOON, self.said.recv()).await.expect("the host hears it").unwrap()
    }

    pub(crate) fn send(&self, outgoing: Outgoing) {
        self.out.send(HostEvent::Say(outgoing)).unwrap();
    }

    pub(crate) async fn delivered(&mut self) -> (u64, Option<MessageId>) {
        timeout(SOON, self.delivered.recv()).await.expect("it is acknowledged").unwrap()
    }

    /// Sends a reply, checks its acknowledgement, and returns the post.
    pub(crate) async fn posted(&mut self, outgoing: Outgoing) -> Post {
        self.send(outgoing.clone());
        let post = self.discord.post().await;
        if let Some(number) = outgoing.outbox {
            assert_eq!(self.delivered().await, (number, Some(message_id(post.id))));
        }
        post
    }

    pub(crate) async fn ended(self) -> DiscordError {
        timeout(SOON, self.run).await.expect("it ends").unwrap().expect_err("with an error")
    }
}

pub(crate) fn message_id(id: u64) -> MessageId {
    MessageId::new(Platform::Discord, id.to_string())
}

pub(crate) fn text(number: u64, text: &str) -> Outgoing {
    let reply = Reply::new(PlaceId::channel(Platform::Discord, CHANNEL.to_string()), text);
    Outgoing::new(Some(number), reply)
}

pub(crate) fn at(channel: u64, mut outgoing: Outgoing) -> Outgoing {
    outgoing.reply.place = PlaceId::channel(Platform::Discord, channel.to_string());
    outgoing
}

pub(crate) fn answering(message: u64, mut outgoing: Outgoing) -> Outgoing {
    outgoing.reply.reply_to = Some(message_id(message));
    outgoing
}

pub(crate) fn pinging(who: Someone, mut outgoing: Outgoing) -> Outgoing {
    outgoing.reply.ping.push(PersonId::new(Platform::Discord, who.id.to_string()));
    outgoing
}

/// Lets time pass, a second at a time, until an interaction has an answer to be read, and gives that.
pub(crate) async fn answered_in_time(discord: &StandIn, clock: &ManualClock, id: u64) -> Shown {
    loop {
        clock.advance(Duration::from_secs(1));
        let seen = |world: &mut World| {
            world.interactions.iter().find(|one| one.id == id)?.original.clone()
        };
        if let Some(shown) = discord.within(Duration::from_millis(20), seen).await {
            return shown;
        }
    }
}

/// The smallest scene; the fake host draws its own picture.
fn a_scene() -> Scene {
    let shape = Shape::Squares(Squares { files: 1, ranks: 1, turned: 0, zone: None });
    Scene::of(Board::of(shape, Vec::new(), Vec::new()), Panel::default())
}

/// A reply with a picture that the fake host has drawn.
pub(crate) fn with_picture(mut outgoing: Outgoing) -> Outgoing {
    let mut png = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_pixel(6, 4, image::Rgb([200, 30, 30]));
    pixels.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let drawing = Drawing::Board(a_scene());
    let alt = "White: General d1.".into();
    outgoing.reply.attachments.push(Attachment::Picture(Picture::plain(drawing, alt)));
    outgoing.png = Some(Arc::new(png.into_inner()));
    outgoing
}

/// A board of game 12 that shows so many lines of its log.
pub(crate) fn board(number: u64, lines: usize, words: &str) -> Outgoing {
    board_of(12, number, lines, words, false)
}

pub(crate) fn board_of(game: u32, number: u64, lines: usize, words: &str, over: bool) -> Outgoing {
    let names: BySeat<String> = vec!["a".to_owned(), "b".to_owned()];
    let recipe: BoardRecipe = serde_json::from_value(json!({
        "game": game, "lines": lines, "facing": Seat::FIRST.index(), "plies": 1, "over": over,
        "names": names,
    }))
    .unwrap();
    let mut outgoing = with_picture(text(number, words));
    outgoing.reply.game = Some(GameNo(game));
    outgoing.reply.attachments = vec![Attachment::Picture(Picture::plain(
        Drawing::OfGame(recipe),
        "White: General d1.".into(),
    ))];
    outgoing
}

/// The name of a picture or a nonce, with `*` for the tag that nobody can read.
pub(crate) fn without_tags(name: &str) -> String {
    const TAG: usize = 16;
    let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let at = name.as_bytes().windows(TAG).position(|part| part.iter().all(is_hex));
    at.map_or_else(|| name.to_owned(), |at| format!("{}*{}", &name[..at], &name[at + TAG..]))
}
