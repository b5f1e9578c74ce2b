//! The receiving half: it finds the gateway, runs the shards, and starts them again where that helps.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use futures_util::StreamExt;
use serenity::{
    async_trait,
    gateway::{
        ConnectionStage, GatewayError, ShardManager, ShardManagerOptions, ShardStageUpdateEvent,
    },
    http::{Http, HttpBuilder},
    model::{
        channel::Message,
        event::{ResumedEvent, ThreadListSyncEvent},
        gateway::Ready,
        guild::Guild,
    },
    prelude::{Context, EventHandler, GatewayIntents, TypeMap},
};
use tokio::{
    runtime,
    sync::{Mutex, Notify, RwLock, oneshot, watch},
};

use super::{
    DiscordError, Host, Settings,
    inbound::Inbound,
    request::ApiCall,
    rest::{RequestError, Rest},
    text,
};
use crate::host::{Clock, timeout};

/// How many threads of its own the adapter has: that of the gateway.
pub const THREADS: usize = 1;

/// How often one shard may identify within [`IDENTIFY_WINDOW`]; more often means that something is
/// wrong for good. Discord allows 1,000 times a day and then resets the token.
const MAX_IDENTIFIES: usize = 5;
const IDENTIFY_WINDOW: Duration = Duration::from_secs(600);
/// The pause after that, which doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);

/// The gateway's address and how to start on it.
pub(super) struct GatewayAddress {
    url: String,
    /// How many shards to start.
    shards: u32,
    /// How long to wait before the first identify.
    wait: Duration,
}

/// Asks for the gateway's address, for as long as `patience` allows.
pub(super) async fn find(rest: &Rest, patience: Duration) -> Result<GatewayAddress, DiscordError> {
    let answer = rest.call(&ApiCall::Gateway, patience).await.map_err(|failure| match failure {
        RequestError::WrongToken => DiscordError::WrongToken,
        failure => unreachable_server(rest, failure.to_string()),
    })?;
    let Some(url) = answer["url"].as_str().filter(|url| url.starts_with("ws")) else {
        return Err(unreachable_server(rest, "its answer has no address".to_owned()));
    };
    if rest.server().is_some() && is_discords(url) {
        return Err(DiscordError::ForeignGateway { gateway: url.to_owned() });
    }
    let mut found = GatewayAddress { url: url.to_owned(), shards: 1, wait: Duration::ZERO };
    // The same address with advice for bots; a compatible server may not offer this.
    match rest.call(&ApiCall::GatewayBot, patience).await {
        Ok(answer) => {
            let shards = answer["shards"].as_u64().and_then(|n| u32::try_from(n).ok());
            found.shards = shards.unwrap_or(1).max(1);
            let limit = &answer["session_start_limit"];
            found.wait = start_wait(
                limit["total"].as_u64().unwrap_or(0),
                limit["remaining"].as_u64().unwrap_or(u64::MAX),
                Duration::from_millis(limit["reset_after"].as_u64().unwrap_or(0)),
            );
        }
        Err(RequestError::WrongToken) => return Err(DiscordError::WrongToken),
        Err(failure) => tracing::warn!("no advice about shards ({failure}): one is started"),
    }
    Ok(found)
}

fn unreachable_server(rest: &Rest, reason: String) -> DiscordError {
    let (server, advice) = match rest.server() {
        Some(url) => (
            format!("the server at DISCORD_API_URL ({url})"),
            "Check the address, or unset DISCORD_API_URL to play on Discord",
        ),
        None => ("Discord".to_owned(), "Check the network and https://discordstatus.com"),
    };
    DiscordError::Unreachable { server, reason, advice }
}

/// Whether an address is Discord's own.
fn is_discords(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url);
    let host = host.split(['/', '?', ':']).next().unwrap_or(host).to_ascii_lowercase();
    ["discord.gg", "discord.com", "discordapp.com"]
        .iter()
        .any(|name| host == *name || host.ends_with(&format!(".{name}")))
}

/// How long to wait before a start, given how many starts Discord still allows today. So a program
/// that crashes and restarts again and again slows down when few starts are left, before Discord
/// resets its token. Discord keeps the count, so it survives our restarts.
fn start_wait(total: u64, remaining: u64, reset_after: Duration) -> Duration {
    match u32::try_from(remaining) {
        Ok(0) => reset_after,
        Ok(left) if remaining < total / 10 => reset_after / left,
        _ => Duration::ZERO,
    }
}

/// How a session of all shards ended.
#[derive(Debug)]
enum SessionEnd {
    /// The program is to stop.
    Stopped,
    /// Discord does not let the bot read the content of messages.
    ContentRefused,
    /// It failed for good: starting over would not help.
    Failed(DiscordError),
    /// The shards started over too often, or their thread is gone.
    Unstable,
}

/// Receives until the program stops. If Discord refuses the content of messages, it connects again
/// without it; if a session could not be kept, it connects again after a pause.
pub(super) async fn listen<H: Host>(
    settings: &Settings,
    clock: &Arc<dyn Clock>,
    rest: &Rest,
    mut address: GatewayAddress,
    inbound: Inbound<H>,
    mut stopped: watch::Receiver<bool>,
) -> Result<(), DiscordError> {
    let mut intents = every_intent();
    let mut pause = FIRST_PAUSE;
    loop {
        if address.wait >= FIRST_PAUSE {
            tracing::warn!("few starts are left for today; the next one is in {:?}", address.wait);
        }
        if stops_within(&**clock, address.wait, &mut stopped).await {
            return Ok(());
        }
        let session = GatewaySession::new(
            settings,
            Arc::clone(clock),
            &address,
            intents,
            inbound.clone(),
            stopped.clone(),
        );
        match session.run().await? {
            SessionEnd::Stopped => return Ok(()),
            SessionEnd::Failed(error) => return Err(error),
            SessionEnd::ContentRefused if intents.contains(GatewayIntents::MESSAGE_CONTENT) => {
                tracing::warn!("{}", text::NO_CONTENT);
                intents.remove(GatewayIntents::MESSAGE_CONTENT);
                address.wait = settings.pace.identify_gap;
            }
            SessionEnd::ContentRefused => return Err(DiscordError::Intents),
            SessionEnd::Unstable => {
                tracing::error!("the connection does not last; the next one is in {pause:?}");
                if stops_within(&**clock, pause, &mut stopped).await {
                    return Ok(());
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
                address = find(rest, settings.pace.patience).await?;
            }
        }
    }
}

/// All that the bot asks to receive: servers, and messages with their content.
fn every_intent() -> GatewayIntents {
    GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::MESSAGE_CONTENT
}

/// Waits, and returns whether the program stops in the meantime.
async fn stops_within(
    clock: &dyn Clock,
    wait: Duration,
    stopped: &mut watch::Receiver<bool>,
) -> bool {
    tokio::select! {
        // A lost sender means that the adapter itself is gone.
        _ = stopped.wait_for(|stopped| *stopped) => true,
        () = clock.sleep(wait) => false,
    }
}

/// All shards, from their start to their end, on a thread and runtime of their own.
struct GatewaySession<H> {
    http: Arc<Http>,
    url: String,
    shards: u32,
    intents: GatewayIntents,
    inbound: Inbound<H>,
    stopped: watch::Receiver<bool>,
    shutdown_grace: Duration,
    clock: Arc<dyn Clock>,
}

impl<H: Host> GatewaySession<H> {
    fn new(
        settings: &Settings,
        clock: Arc<dyn Clock>,
        address: &GatewayAddress,
        intents: GatewayIntents,
        inbound: Inbound<H>,
        stopped: watch::Receiver<bool>,
    ) -> Self {
        // The shards only take the token from here, but whatever is ever sent with it must not
        // reach Discord when another server is set: serenity minds that with its limiter off.
        let http = HttpBuilder::new(settings.token.reveal()).ratelimiter_disabled(true);
        let http = match settings.api() {
            Some(url) => http.proxy(url),
            None => http,
        };
        Self {
            http: Arc::new(http.build()),
            url: address.url.clone(),
            shards: address.shards,
            intents,
            inbound,
            stopped,
            shutdown_grace: settings.pace.shutdown_grace,
            clock,
        }
    }

    async fn run(self) -> Result<SessionEnd, DiscordError> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let (done, ended) = oneshot::channel();
        std::thread::Builder::new().name("discord-gateway".to_owned()).spawn(move || {
            let how = runtime.block_on(self.run_shards());
            // This happens before the end is reported, so nothing of serenity is left by then.
            runtime.shutdown_background();
            let _ = done.send(how);
        })?;
        Ok(ended.await.unwrap_or(SessionEnd::Unstable))
    }

    /// Runs the shards on this thread until they end or the program stops.
    async fn run_shards(mut self) -> SessionEnd {
        let identifies = Arc::new(IdentifyCounter::new(Arc::clone(&self.clock)));
        let (manager, mut results) = ShardManager::new(self.shard_options(&identifies));
        if let Err(error) = manager.initialize() {
            tracing::error!("the shards do not start: {error}");
            return SessionEnd::Unstable;
        }
        tokio::select! {
            result = results.next() => match result {
                Some(Err(error)) => refused(&error),
                Some(Ok(())) | None => SessionEnd::Unstable,
            },
            () = identifies.too_many.notified() => SessionEnd::Unstable,
            _ = self.stopped.wait_for(|stopped| *stopped) => {
                // Logs off, so that the bot is not shown as present any longer.
                let _ = timeout(&*self.clock, self.shutdown_grace, manager.shutdown_all()).await;
                SessionEnd::Stopped
            }
        }
    }

    /// All shards of this session, with a listener of their own.
    fn shard_options(&self, identifies: &Arc<IdentifyCounter>) -> ShardManagerOptions {
        let listener =
            Listener { inbound: self.inbound.clone(), identifies: Arc::clone(identifies) };
        ShardManagerOptions {
            data: Arc::new(RwLock::new(TypeMap::new())),
            event_handlers: vec![Arc::new(listener)],
            raw_event_handlers: Vec::new(),
            shard_index: 0,
            shard_init: self.shards,
            shard_total: self.shards,
            ws_url: Arc::new(Mutex::new(self.url.clone())),
            http: Arc::clone(&self.http),
            intents: self.intents,
            presence: None,
        }
    }
}

/// What an error of the gateway means for the session.
fn refused(error: &GatewayError) -> SessionEnd {
    match error {
        GatewayError::DisallowedGatewayIntents => SessionEnd::ContentRefused,
        GatewayError::InvalidAuthentication => SessionEnd::Failed(DiscordError::WrongToken),
        GatewayError::InvalidGatewayIntents => SessionEnd::Failed(DiscordError::Intents),
        _ => SessionEnd::Unstable,
    }
}

/// How often each shard had to identify lately.
#[derive(Debug)]
struct IdentifyCounter {
    clock: Arc<dyn Clock>,
    /// When each shard identified within the last window.
    times: std::sync::Mutex<HashMap<u32, VecDeque<Instant>>>,
    /// Notified when a shard identified too often.
    too_many: Notify,
}

impl IdentifyCounter {
    fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, times: std::sync::Mutex::default(), too_many: Notify::new() }
    }

    /// Counts an identify of a shard.
    fn count(&self, shard: u32) {
        let now = self.clock.instant();
        let mut all = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let times = all.entry(shard).or_default();
        times.retain(|time| *time + IDENTIFY_WINDOW > now);
        times.push_back(now);
        if times.len() > MAX_IDENTIFIES {
            self.too_many.notify_one();
        }
    }
}

/// What serenity calls. Nothing in here may wait: the order of events depends on it.
struct Listener<H> {
    inbound: Inbound<H>,
    identifies: Arc<IdentifyCounter>,
}

#[async_trait]
impl<H: Host> EventHandler for Listener<H> {
    async fn ready(&self, _: Context, ready: Ready) {
        self.inbound.learn_own_id(ready.user.id);
        // Discord has forgotten what was said since the last session. Whoever fetches it later
        // starts here; a resume, below, has nothing to fetch.
        if ready.shard.is_none_or(|shard| shard.id.0 == 0) {
            let invite = text::invite(ready.application.id.get());
            tracing::info!("connected to Discord as {}; to invite it: {invite}", ready.user.name);
        }
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        tracing::debug!("the session goes on; what was said meanwhile has been delivered");
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        self.inbound.learn_roles(guild.roles.values());
        let threads = guild.threads.iter().map(|thread| thread.id);
        self.inbound.learn_places(guild.id, guild.channels.keys().copied().chain(threads));
    }

    async fn thread_list_sync(&self, _: Context, threads: ThreadListSyncEvent) {
        let ids = threads.threads.iter().map(|thread| thread.id);
        self.inbound.learn_places(threads.guild_id, ids);
    }

    async fn message(&self, _: Context, message: Message) {
        self.inbound.message(&message);
    }

    async fn shard_stage_update(&self, _: Context, update: ShardStageUpdateEvent) {
        if update.new == ConnectionStage::Identifying {
            self.identifies.count(update.shard_id.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::host::ManualClock;

    #[test]
    fn discords_own_addresses_are_known() {
        for url in ["wss://gateway.discord.gg", "wss://gateway-us-east1.discord.gg/?v=10"] {
            assert!(is_discords(url), "{url}");
        }
        for url in ["ws://127.0.0.1:4000", "wss://discord.gg.example.org", "wss://notdiscord.gg"] {
            assert!(!is_discords(url), "{url}");
        }
    }

    #[test]
    fn starts_slow_down_when_few_are_left() {
        let day = Duration::from_secs(86_400);
        assert_eq!(start_wait(1_000, 999, day), Duration::ZERO);
        assert_eq!(start_wait(1_000, 96, day), Duration::from_secs(900));
        assert_eq!(start_wait(1_000, 0, day), day);
        assert_eq!(start_wait(0, u64::MAX, Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn a_shard_that_starts_over_too_often_is_worn() {
        let clock = ManualClock::new(0);
        let counter = IdentifyCounter::new(Arc::new(clock.clone()));
        for _ in 0..MAX_IDENTIFIES {
            counter.count(0);
            counter.count(1);
        }
        assert!(counter.too_many.notified().now_or_never().is_none());
        counter.count(1);
        assert!(counter.too_many.notified().now_or_never().is_some());
        clock.advance(IDENTIFY_WINDOW);
        counter.count(0);
        assert!(counter.too_many.notified().now_or_never().is_none(), "those are long ago");
    }
}
