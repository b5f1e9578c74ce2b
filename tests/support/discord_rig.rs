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

use chat::{
    Attachment, Choice, Drawing, Incoming, LostThread, Modal, NoThread, OpenedModal, Outgoing,
    Picture, Reply, Typing,
};
use discord::{DiscordError, DiscordToken, Host, Pace, Settings};
use games::{BySeat, Seat};
use host::{Clock, HostEvent, LivePlace, ManualClock, MessageOutcome, ShownMessage, SystemClock};
use scene::{Board, Panel, Scene, Shape, Squares};
use serde_json::json;
use table::{Area, BoardRecipe, GameNo, MessageId, Millis, PersonId, PlaceId, Platform, ServerId};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};

use super::stand_in::{CHANNEL, Post, Said, Shown, Someone, StandIn, TOKEN, World};

/// How long a test waits for what is to happen; it never takes that long.
pub(crate) const SOON: Duration = Duration::from_secs(60);

/// What a fake host keeps over restarts.
pub(crate) type KeptTexts = Arc<Mutex<BTreeMap<String, String>>>;

/// A host cannot stand this.
pub(crate) const UNBEARABLE: &str = "what no host can stand";

/// A host that only notes what it is told.
#[derive(Clone)]
pub(crate) struct FakeHost {
    pub(crate) said: mpsc::UnboundedSender<Incoming>,
    pub(crate) delivered: mpsc::UnboundedSender<(u64, Option<MessageId>)>,
    pub(crate) places: mpsc::UnboundedSender<(ServerId, Vec<PlaceId>)>,
    pub(crate) kept: KeptTexts,
    pub(crate) gone: Arc<Mutex<Vec<PlaceId>>>,
    /// The threads that were opened, or why not, in order.
    pub(crate) opened: Arc<Mutex<Vec<Result<PlaceId, NoThread>>>>,
    /// The threads that take nothing any more.
    pub(crate) lost: Arc<Mutex<Vec<(PlaceId, LostThread)>>>,
    /// Which places took nothing, or something again, in order.
    pub(crate) reach: Arc<Mutex<Vec<(PlaceId, bool)>>>,
    /// Before which instant everything was handed over; 0 before the host was told.
    pub(crate) heard: Arc<AtomicI64>,
    /// Each message gets its end here at once, as talk does; without it none does.
    pub(crate) ends: Option<mpsc::UnboundedSender<HostEvent>>,
    /// Whether nothing becomes durable any more, and no question is answered.
    pub(crate) is_stuck: Arc<AtomicBool>,
    /// Whether it does not say yet where games go on.
    pub(crate) lists_nothing: Arc<AtomicBool>,
    pub(crate) caught_up: mpsc::UnboundedSender<(PlaceId, MessageId)>,
}

impl Host for FakeHost {
    fn receive(&self, incoming: Incoming) {
        // In a line or in the field of a command.
        assert!(!format!("{incoming:?}").contains(UNBEARABLE), "a fault in our own code");
        let message = incoming.id.clone();
        let _ = self.said.send(incoming);
        if let Some(ends) = &self.ends {
            let _ = ends.send(HostEvent::MessageOutcome { message, end: MessageOutcome::Silent });
        }
    }

    fn prefix(&self, _server: Option<&ServerId>) -> Arc<str> {
        "!".into()
    }

    fn delivered(&self, outbox: u64, message: Option<MessageId>, _at: Millis) {
        let _ = self.delivered.send((outbox, message));
    }

    fn lost(&self, outbox: u64, _why: LostThread, _at: Millis) {
        let _ = self.delivered.send((outbox, None));
    }

    fn threaded(
        &self,
        outbox: u64,
        message: MessageId,
        _at: Millis,
        opened: Result<PlaceId, NoThread>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let _ = self.delivered.send((outbox, Some(message)));
        self.opened.lock().unwrap().push(opened);
        std::future::ready(())
    }

    async fn is_thread_needed(&self, _: PlaceId) -> bool {
        false
    }

    fn thread_lost(&self, thread: PlaceId, why: LostThread) {
        self.lost.lock().unwrap().push((thread, why));
    }

    fn posted(&self, _: PlaceId, _: GameNo, _: MessageId) {}

    fn places(&self, server: ServerId, places: Vec<PlaceId>) {
        let _ = self.places.send((server, places));
    }

    fn keep(
        &self,
        key: String,
        value: Option<String>,
    ) -> impl Future<Output = bool> + Send + 'static {
        let is_stuck = self.is_stuck.load(Ordering::SeqCst);
        if !is_stuck {
            let mut kept = self.kept.lock().unwrap();
            match value {
                Some(value) => kept.insert(key, value),
                None => kept.remove(&key),
            };
        }
        async move {
            if is_stuck {
                std::future::pending::<()>().await;
            }
            true
        }
    }

    async fn kept(&self) -> Vec<(String, String)> {
        self.kept.lock().unwrap().clone().into_iter().collect()
    }

    fn caught_up(&self, place: PlaceId, message: MessageId) {
        let _ = self.caught_up.send((place, message));
    }

    async fn live_places(&self) -> Vec<LivePlace> {
        while self.lists_nothing.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Vec::new()
    }

    fn hold(&self, _: Area) {}

    fn release(&self, _: Area) {}

    fn unreachable(&self, place: PlaceId, is_unreachable: bool) {
        self.reach.lock().unwrap().push((place, is_unreachable));
    }

    fn heard(&self, at: Millis) {
        self.heard.store(at, Ordering::SeqCst);
    }

    fn gone(&self, place: PlaceId) {
        self.gone.lock().unwrap().push(place);
    }

    fn content_is_hidden(&self, _: bool) {}

    async fn completions(&self, _: Typing) -> Vec<Choice> {
        if self.is_stuck.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        Vec::new()
    }

    async fn shown_messages(&self, _: GameNo) -> Vec<ShownMessage> {
        Vec::new()
    }

    async fn open_modal(&self, _: Incoming, _: Modal) -> Option<OpenedModal> {
        if self.is_stuck.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        None
    }
}

/// The adapter between a stand-in and a fake host.
pub(crate) struct Rig {
    pub(crate) discord: StandIn,
    pub(crate) said: mpsc::UnboundedReceiver<Incoming>,
    pub(crate) delivered: mpsc::UnboundedReceiver<(u64, Option<MessageId>)>,
    pub(crate) places: mpsc::UnboundedReceiver<(ServerId, Vec<PlaceId>)>,
    pub(crate) caught_up: mpsc::UnboundedReceiver<(PlaceId, MessageId)>,
    pub(crate) kept: KeptTexts,
    pub(crate) is_stuck: Arc<AtomicBool>,
    pub(crate) lists_nothing: Arc<AtomicBool>,
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
        let lists_nothing = Arc::new(AtomicBool::new(false));
        let host = FakeHost {
            said: said_in,
            delivered: delivered_in,
            places: places_in,
            kept: Arc::clone(&kept),
            gone: Arc::default(),
            opened: Arc::default(),
            lost: Arc::default(),
            reach: Arc::default(),
            heard: Arc::default(),
            ends: ends.then(|| out.clone()),
            is_stuck: Arc::clone(&is_stuck),
            lists_nothing: Arc::clone(&lists_nothing),
            caught_up: caught_up_in,
        };
        let gone = Arc::clone(&host.gone);
        let (reach, confirmed) = (Arc::clone(&host.reach), Arc::clone(&host.heard));
        let shutdown = async {
            let _ = stopped.await;
        };
        let run = tokio::spawn(discord::run_with(settings, clock, host, outbox, shutdown));
        let stop = Some(stop);
        Self {
            discord,
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
