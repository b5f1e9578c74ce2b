//! One shard's life: a connection, a pause, and the next connection, with the same session for as long as
//! Discord keeps it.
//!
//! Each connection is a `twilight_gateway::Shard` of its own, built from the session, sequence and
//! address that we keep. That library holds the connection, its heartbeats and its end; when and
//! where to connect again is decided here.

use std::{
    borrow::Cow,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{FutureExt as _, StreamExt as _};
use host::{Clock, HostHandle, Voice};
use serde::Deserialize;
use table::Millis;
use tokio::sync::watch;
use twilight_gateway::{
    CloseFrame, Config, ConfigBuilder, Latency, Message, Session as TwilightSession, Shard,
    ShardId, ShardState, error::ReceiveMessageErrorType,
};

use super::{
    address,
    confirmed::Confirmed,
    connected::Connected,
    events::Events,
    pauses::{self, Pauses},
    session::{Session, Sessions},
};
use crate::gateway::identify_queue::{Entry, IdentifyQueue};
use crate::{
    DiscordError,
    catch_up::{self, CatchUp},
    inbound::SharedState,
    raw_message::data,
};

/// How long the server may take to say hello on a new connection.
const HELLO: Duration = Duration::from_secs(15);
/// How long nothing of the session may come until it goes on or begins; an identify also waits for its
/// turn. That heartbeats are answered meanwhile says nothing.
const RESUME: Duration = Duration::from_secs(60);
const IDENTIFY: Duration = Duration::from_secs(300);
/// How long we wait for the answer when we close a connection.
const GOODBYE: Duration = Duration::from_secs(1);
/// So many connections that do not come about in a row make us try the first address in turn with
/// that of the session: some four minutes.
const OTHER_ADDRESS: u32 = 60;
/// So many connections that are closed at once in a row mean that the session is no use any more.
const USELESS: u32 = 15;

/// The state that all shards of a run share.
pub(super) struct Common {
    pub(super) host: HostHandle,
    pub(super) shared: Arc<SharedState>,
    pub(super) gate: IdentifyQueue,
    pub(super) confirmed: Confirmed,
    pub(super) connected: Connected,
    pub(super) sessions: Sessions,
    pub(super) events: Events,
    pub(super) catch_up: Arc<CatchUp>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) voice: Voice,
    /// The server in place of Discord, if there is one.
    pub(super) server: Option<String>,
    pub(super) stopped: watch::Receiver<bool>,
}

/// The reason why a shard is over.
#[derive(Debug)]
pub(super) enum ShardEnd {
    /// The program is to stop.
    Stopped,
    /// Discord does not let the bot read the content of messages.
    ContentRefused,
    /// Discord wants another number of shards.
    Reshard,
    /// It failed for good: starting over would not help.
    Failed(DiscordError),
}

/// The end of a connection.
enum Loss {
    /// It did not come about.
    Unreached,
    /// It was lost or closed, having held for so long.
    Lost(Duration),
    /// The session is over.
    Invalid,
    /// The shard is over.
    Over(ShardEnd),
}

/// The fields that every frame of the gateway has.
#[derive(Deserialize)]
struct Frame<'a> {
    op: u8,
    s: Option<u64>,
    #[serde(borrow)]
    t: Option<Cow<'a, str>>,
}

/// A shard between its connections.
pub(super) struct ShardLife {
    common: Arc<Common>,
    id: ShardId,
    config: Config<IdentifyQueue>,
    pauses: Pauses,
}

/// A connection as it goes on.
struct Link {
    stage: Stage,
    /// When it was begun: what was said before comes with its session, or is read back.
    begun: Millis,
    /// How many of its heartbeats were acknowledged.
    beats: u32,
}

/// The point that a connection has reached.
#[derive(Clone, Copy)]
enum Stage {
    /// It waits for the server's hello.
    Dialling,
    /// It waits for its session, of which it has heard something last then.
    Greeted(Instant),
    /// Its session goes on, since then.
    Live(Instant),
}

impl ShardLife {
    /// The shard of this number, connecting by this configuration.
    pub(super) fn new(common: Arc<Common>, id: ShardId, config: Config<IdentifyQueue>) -> Self {
        Self { common, id, config, pauses: Pauses::default() }
    }

    /// Lives until something ends it.
    pub(super) async fn run(mut self) -> ShardEnd {
        let mut stopped = self.common.stopped.clone();
        loop {
            let address = async {
                // A connection of ours would end that of whoever is the active one.
                self.common.voice.begun().await;
                self.address().await
            };
            let address = tokio::select! {
                biased;
                () = stops(&mut stopped) => return ShardEnd::Stopped,
                address = address => address,
            };
            let loss = match address {
                Ok((address, entry)) => self.connect(address, entry, &mut stopped).await,
                Err(end) => return end,
            };
            self.common.catch_up.gates.lost(self.id.number());
            self.common.connected.is_lost(self.id.number());
            let pause = match self.pause(loss) {
                Ok(pause) => pause,
                Err(end) => return end,
            };
            tokio::select! {
                biased;
                () = stops(&mut stopped) => return ShardEnd::Stopped,
                () = self.common.clock.sleep(pause) => {}
            }
        }
    }

    fn session(&self) -> Option<Session> {
        self.common.sessions.get(self.id.number())
    }

    /// Returns where to connect. Without a session this waits until the shard may identify.
    async fn address(&self) -> Result<(String, Option<Entry>), ShardEnd> {
        let Common { gate, server, .. } = &*self.common;
        if let Some(session) = self.session() {
            let failures = self.pauses.failures();
            let in_turn = failures >= OTHER_ADDRESS && failures % 2 == 1;
            let own = address::resumable(server.as_deref(), &session.url).filter(|_| !in_turn);
            return Ok((own.unwrap_or_else(|| gate.last_address()), None));
        }
        let (advice, entry) = gate.ready(self.id.number()).await.map_err(ShardEnd::Failed)?;
        if advice.shards > self.id.total() {
            return Err(ShardEnd::Reshard);
        }
        Ok((advice.url, Some(entry)))
    }

    /// Connects, and takes what comes until the connection ends.
    async fn connect(
        &self,
        address: String,
        mut entry: Option<Entry>,
        stopped: &mut watch::Receiver<bool>,
    ) -> Loss {
        let clock = &self.common.clock;
        let session = self.session();
        let is_resume = session.is_some();
        let mut shard = self.dial(address, session);
        let mut link = Link { stage: Stage::Dialling, begun: clock.now(), beats: 0 };
        loop {
            let patience = match link.stage {
                Stage::Dialling => HELLO,
                Stage::Greeted(since) => {
                    let whole = if is_resume { RESUME } else { IDENTIFY };
                    whole.saturating_sub(clock.instant().saturating_duration_since(since))
                }
                Stage::Live(_) => {
                    // The next shard may identify.
                    drop(entry.take());
                    Duration::MAX
                }
            };
            let item = tokio::select! {
                biased;
                () = stops(stopped) => {
                    if !matches!(link.stage, Stage::Dialling) {
                        self.say_goodbye(&mut shard).await;
                    }
                    return Loss::Over(ShardEnd::Stopped);
                }
                // The library would ask for the session as soon as the server says hello.
                () = self.common.voice.silenced(), if matches!(link.stage, Stage::Dialling) => {
                    return Loss::Unreached;
                }
                item = shard.next() => item,
                () = clock.sleep(patience) => {
                    tracing::debug!("shard {} waits for the gateway in vain", self.id.number());
                    return link.stage.lost(&**clock);
                }
            };
            let loss = match item {
                Some(Ok(Message::Text(frame))) => {
                    let loss = self.frame(&frame, &mut link);
                    self.note_heartbeat(shard.latency(), &mut link);
                    if loss.is_some() {
                        // The library has a close frame to send, and must not get to connect anew.
                        let _ = shard.next().now_or_never();
                    }
                    loss
                }
                Some(Ok(Message::Close(frame))) => {
                    Some(self.closed(frame.map_or(1_005, |frame| frame.code), link.stage))
                }
                Some(Err(error)) => self.failed(error.kind(), link.stage),
                None => Some(link.stage.lost(&**clock)),
            };
            if let Some(loss) = loss {
                return loss;
            }
        }
    }

    /// A connection that resumes the session, if there is one.
    fn dial(&self, address: String, session: Option<Session>) -> Shard<IdentifyQueue> {
        // Without an address of ours the library would connect to Discord's own.
        let mut config = ConfigBuilder::from(self.config.clone()).proxy_url(address.clone());
        if let Some(session) = session {
            config = config
                .session(TwilightSession::new(session.sequence, session.id))
                .resume_url(address);
        }
        Shard::with_config(self.id, config.build())
    }

    /// Takes a frame of the gateway. Gives the end of the connection if it is over by that.
    fn frame(&self, text: &str, link: &mut Link) -> Option<Loss> {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(text) else { return None };
        match (frame.op, frame.t, frame.s) {
            (0, Some(name), Some(sequence)) => self.dispatch(&name, sequence, text, link),
            (7, ..) => {
                tracing::debug!("Discord asks for a new connection");
                return Some(link.stage.lost(&*self.common.clock));
            }
            (9, ..) if data(text).unwrap_or(false) => {
                return Some(link.stage.lost(&*self.common.clock));
            }
            (9, ..) => return Some(Loss::Invalid),
            (10, ..) => link.stage = Stage::Greeted(self.common.clock.instant()),
            _ => {}
        }
        None
    }

    /// Learns from an acknowledged heartbeat that nothing is still to come that was said before it went out.
    fn note_heartbeat(&self, latency: &Latency, link: &mut Link) {
        let is_new = latency.periods() > link.beats;
        link.beats = latency.periods();
        let took =
            latency.recent().first().filter(|_| is_new && matches!(link.stage, Stage::Live(_)));
        if let Some(took) = took {
            // The library measures by the machine's clock: a length is the same by every clock.
            let took = Millis::try_from(took.as_millis()).unwrap_or(Millis::MAX);
            let sent = self.common.clock.now().saturating_sub(took);
            self.common.confirmed.confirm(self.id.number(), sent);
        }
    }

    fn dispatch(&self, name: &str, sequence: u64, text: &str, link: &mut Link) {
        let Common { sessions, events, catch_up, confirmed, connected, clock, .. } = &*self.common;
        let shard = self.id.number();
        match name {
            "READY" => {
                let session = catch_up::Session { shard, shards: self.id.total() };
                let Some(ready) = events.ready(session, text) else { return };
                let (id, url) = (ready.session_id, ready.resume_gateway_url);
                sessions.begin(shard, Session { id, url, sequence });
                catch_up.session_began(session);
                sessions.keep_now();
                confirmed.confirm(shard, link.begun);
                link.stage = Stage::Live(clock.instant());
                connected.is_live(shard);
            }
            "RESUMED" => {
                tracing::info!("the connection to Discord is back, and nothing was missed");
                catch_up.gates.resumed(shard);
                confirmed.confirm(shard, link.begun);
                link.stage = Stage::Live(clock.instant());
                connected.is_live(shard);
            }
            _ => {
                if let Stage::Greeted(since) = &mut link.stage {
                    *since = clock.instant();
                }
                events.take(sessions.origin(shard, sequence), name, text);
            }
        }
        sessions.received(sessions.origin(shard, sequence));
    }

    /// The gateway has closed the connection with this code.
    fn closed(&self, code: u16, stage: Stage) -> Loss {
        tracing::info!("the connection to Discord was closed (code {code})");
        match code {
            4_004 => Loss::Over(ShardEnd::Failed(DiscordError::WrongToken)),
            4_010 | 4_011 => Loss::Over(ShardEnd::Reshard),
            4_012 => Loss::Over(ShardEnd::Failed(DiscordError::Version)),
            4_013 => Loss::Over(ShardEnd::Failed(DiscordError::Intents)),
            4_014 => Loss::Over(ShardEnd::ContentRefused),
            // Not authenticated, a sequence that it does not know, a session that has timed out.
            4_003 | 4_007 | 4_009 => Loss::Invalid,
            _ => stage.lost(&*self.common.clock),
        }
    }

    /// The library could not connect, or not read something.
    fn failed(&self, kind: &ReceiveMessageErrorType, stage: Stage) -> Option<Loss> {
        match kind {
            ReceiveMessageErrorType::Reconnect => Some(stage.lost(&*self.common.clock)),
            // It was a frame that the library does not know; the connection holds.
            _ => {
                tracing::debug!("shard {} cannot read a frame", self.id.number());
                None
            }
        }
    }

    /// The pause before the next connection, or the end of the shard.
    fn pause(&mut self, loss: Loss) -> Result<Duration, ShardEnd> {
        let Self { common, id, pauses, .. } = self;
        let sessions = &common.sessions;
        match loss {
            Loss::Over(end) => Err(end),
            Loss::Unreached => {
                let can_resume = sessions.get(id.number()).is_some();
                if pauses.failures() == 0 {
                    tracing::info!(
                        "Discord's gateway cannot be reached; it is tried again and again"
                    );
                }
                Ok(pauses.unreached(can_resume))
            }
            Loss::Lost(held) => {
                let pause = pauses.lost(held);
                if pauses.closures() > USELESS && sessions.get(id.number()).is_some() {
                    tracing::warn!("every connection is closed at once; a new session is begun");
                    sessions.drop(id.number());
                }
                Ok(pause)
            }
            Loss::Invalid => {
                if sessions.get(id.number()).is_some() {
                    tracing::info!("Discord has ended the session of shard {}", id.number());
                }
                sessions.drop(id.number());
                pauses.lost(Duration::ZERO);
                Ok(pauses::after_invalid_session())
            }
        }
    }

    /// Closes the connection in such a way that the session can be resumed.
    async fn say_goodbye(&self, shard: &mut Shard<IdentifyQueue>) {
        shard.close(CloseFrame::RESUME);
        let answered = async {
            loop {
                match shard.next().await {
                    Some(Ok(Message::Text(_)))
                        if matches!(shard.state(), ShardState::Disconnected { .. }) => {}
                    // The answer has come, or the library is about to connect anew.
                    _ => break,
                }
            }
        };
        let _ = host::timeout(&*self.common.clock, GOODBYE, answered).await;
    }
}

/// Completes once the program is to stop; a lost sender means that the adapter itself is gone.
async fn stops(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

impl Stage {
    /// The loss of a connection in this stage.
    fn lost(self, clock: &dyn Clock) -> Loss {
        match self {
            Self::Dialling => Loss::Unreached,
            Self::Greeted(_) => Loss::Lost(Duration::ZERO),
            Self::Live(since) => Loss::Lost(clock.instant().saturating_duration_since(since)),
        }
    }
}
