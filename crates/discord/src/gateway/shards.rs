//! All shards together, on a thread of their own: how many there are, what they ask for, and what happens
//! when one of them cannot go on.

use std::{sync::Arc, time::Duration};

use host::{Clock, HostHandle};
use rustls::crypto::ring;
use serde_json::{Value, json};
use tokio::{
    runtime,
    sync::{oneshot, watch},
    task::JoinSet,
};
use twilight_gateway::{Config, ConfigBuilder, Intents, ShardId};

use super::{
    address::Advice,
    confirmed::Confirmed,
    connected::Connected,
    events::Events,
    session::Sessions,
    shard::{Common, ShardEnd, ShardLife},
};
use crate::gateway::identify_queue::{self, IdentifyQueue};
use crate::{
    DiscordError, Settings,
    catch_up::{self, CatchUp},
    inbound::{Inbound, SharedState},
    interactions::Interactions,
    rest::Rest,
    text,
};

/// The pause after a shard that failed in our own code.
const AFTER_FAULT: Duration = Duration::from_secs(5);

/// The parts that the receiving half works with.
pub(crate) struct Receiving<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rest: Arc<Rest>,
    pub(crate) host: HostHandle,
    pub(crate) inbound: Inbound,
    pub(crate) catch_up: Arc<CatchUp>,
    pub(crate) interactions: Arc<Interactions>,
    pub(crate) shared: Arc<SharedState>,
    /// Discord's latest advice about its gateway.
    pub(crate) advice: Advice,
}

/// Receives until the program stops, and then waits for what the host still does about what was
/// received, so that the next start goes on from there.
///
/// # Errors
///
/// [`DiscordError`] if connecting again would not help.
pub(crate) async fn listen(
    receiving: Receiving<'_>,
    stopped: watch::Receiver<bool>,
) -> Result<(), DiscordError> {
    let Receiving { settings, clock, rest, host, inbound, catch_up, interactions, shared, advice } =
        receiving;
    let kept = host.kept().await;
    let identifies =
        kept.iter().find(|(key, _)| key == identify_queue::KEPT).map(|(_, kept)| kept.as_str());
    let (pace, advised) = (settings.pace, advice.shards);
    let gate = IdentifyQueue::new(
        host.clone(),
        rest,
        Arc::clone(&clock),
        (pace, settings.voice.clone()),
        identifies,
        advice,
    );
    let common = Common {
        gate,
        host: host.clone(),
        shared: Arc::clone(&shared),
        confirmed: Confirmed::new(host.clone(), Arc::clone(&shared)),
        connected: Connected::new(host.clone()),
        voice: settings.voice.clone(),
        sessions: Sessions::new(host, Arc::clone(&shared), Arc::clone(&clock), kept),
        events: Events::new(
            inbound,
            Arc::clone(&catch_up),
            interactions,
            Arc::clone(&shared),
            Arc::clone(&clock),
        ),
        catch_up,
        clock,
        server: settings.api(),
        stopped,
    };
    let common = Arc::new(common);
    let running = Arc::clone(&common);
    // The library asks for the TLS of the process, even where it connects without any. Another one
    // that stands already is as good.
    let _ = ring::default_provider().install_default();
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let (done, ended) = oneshot::channel();
    let (token, grace) = (settings.token.reveal().trim().to_owned(), settings.pace.shutdown_grace);
    let every = settings.sessions_every;
    std::thread::Builder::new().name("discord-gateway".to_owned()).spawn(move || {
        let how = runtime.block_on(async {
            let shards = Shards { common: running, token, intents: every_intent() };
            let how = tokio::select! {
                how = shards.run(advised) => how,
                () = common.sessions.keep_going(every) => Ok(()),
            };
            shared.progress.stopping();
            common.sessions.keep_last(grace).await;
            how
        });
        runtime.shutdown_background();
        let _ = done.send(how);
    })?;
    // The thread ends without a word only if it panics.
    ended.await.unwrap_or(Err(DiscordError::Gateway))
}

/// All that the bot asks to receive: servers, and messages with their content.
fn every_intent() -> Intents {
    Intents::GUILDS | Intents::GUILD_MESSAGES | Intents::DIRECT_MESSAGES | Intents::MESSAGE_CONTENT
}

/// The presence with these words below the bot's name.
fn presence(words: &str) -> Value {
    // A custom status is of type 4, and shows its state alone.
    let status = json!({ "type": 4, "name": "Custom Status", "state": words });
    json!({ "activities": [status], "afk": false, "since": null, "status": "online" })
}

/// All shards.
struct Shards {
    common: Arc<Common>,
    token: String,
    intents: Intents,
}

impl Shards {
    /// Runs the shards until the program stops: as many as have a session to resume, or else as many
    /// as were advised.
    async fn run(mut self, advised: u32) -> Result<(), DiscordError> {
        let Common { gate, sessions, .. } = &*Arc::clone(&self.common);
        let mut count = advised;
        if let Some((shards, intents)) = sessions.resumable() {
            count = shards;
            // A session keeps what it asked for. One without content is given up as soon as the
            // application may read it.
            let without = self.intents - Intents::MESSAGE_CONTENT;
            if intents == without.bits() && !gate.content_is_granted().await {
                self.go_without_content();
            }
        }
        loop {
            sessions.run(count, self.intents.bits());
            match self.run_all(count).await {
                Ok(ShardEnd::Stopped) => return Ok(()),
                Ok(ShardEnd::Failed(error)) => return Err(error),
                Ok(ShardEnd::ContentRefused) if self.intents.contains(Intents::MESSAGE_CONTENT) => {
                    self.go_without_content();
                }
                Ok(ShardEnd::ContentRefused) => return Err(DiscordError::Intents),
                Ok(ShardEnd::Reshard) => {
                    sessions.drop_all();
                    self.common.clock.sleep(gate.gap()).await;
                    let advice = gate.advice().await?;
                    tracing::info!("Discord asks for {} shards; they are started", advice.shards);
                    count = advice.shards;
                }
                Err(fault) => {
                    tracing::error!("a shard failed and is started again: {fault}");
                    self.common.clock.sleep(AFTER_FAULT).await;
                }
            }
        }
    }

    /// Asks for the content of messages no longer, and says what to click.
    fn go_without_content(&mut self) {
        tracing::warn!("{}", text::NO_CONTENT);
        self.intents.remove(Intents::MESSAGE_CONTENT);
        self.common.shared.learn_content_is_hidden();
        self.common.host.content_is_hidden(true);
    }

    /// Runs so many shards until the first of them ends, and tells how it did. Where the program stops,
    /// all of them end.
    async fn run_all(&self, count: u32) -> Result<ShardEnd, tokio::task::JoinError> {
        let config = self.config();
        self.common.catch_up.gates.shards(count);
        self.common.confirmed.run(count);
        self.common.connected.run(count);
        for shard in (0..count).filter(|shard| self.common.sessions.take_unread(*shard)) {
            // What an earlier run has missed is read back before anything that the session brings.
            self.common.catch_up.session_began(catch_up::Session { shard, shards: count });
            self.common.catch_up.gates.lost(shard);
        }
        let mut shards = JoinSet::new();
        for number in 0..count {
            let id = ShardId::new(number, count);
            let life = ShardLife::new(Arc::clone(&self.common), id, config.clone());
            shards.spawn(life.run());
        }
        let mut end = ShardEnd::Stopped;
        while let Some(ended) = shards.join_next().await {
            end = ended?;
            if !matches!(end, ShardEnd::Stopped) {
                break;
            }
        }
        shards.shutdown().await;
        Ok(end)
    }

    fn config(&self) -> Config<IdentifyQueue> {
        let config = ConfigBuilder::new(self.token.clone(), self.intents);
        let config = config.queue(self.common.gate.clone());
        let sees_content = self.intents.contains(Intents::MESSAGE_CONTENT);
        let status = text::status(&self.common.host.prefix(None), sees_content);
        // Its type has a name in the library's own models only.
        match serde_json::from_value(presence(&status)) {
            Ok(presence) => config.presence(presence).build(),
            Err(error) => {
                tracing::error!("the bot's status cannot be set: {error}");
                config.build()
            }
        }
    }
}
