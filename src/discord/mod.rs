//! The serenity adapter: events in, replies out, the platform's limits. The only module that
//! names serenity.
//!
//! # Layout
//!
//! - `gateway`: the listening half. Finds the gateway, runs the shards on a thread of their own,
//!   and comes back without message content where Discord refuses it.
//! - `hear`: a message of Discord's as an [`Incoming`].
//! - `letter`: a [`crate::chat::Reply`] as what Discord takes: mentions, length, picture, nonce.
//! - `post`: the speaking half. One queue per channel, and what to do when a channel refuses.
//! - `rest`: one request, with its retries. `gate`: when it may go out.
//! - `text`: the sentences that only this platform needs.
//!
//! # Choices
//!
//! **Our own gate instead of serenity's limiter.** serenity 0.12.5 ignores another API address
//! while its limiter is on, does not hold other requests back on a global limit, retries nothing
//! but 429, and gives an error without its headers. So requests are built by serenity (routes,
//! authorisation, multipart, the other address) and sent here, where the headers can be read. The
//! same code runs in the tests and in production.
//!
//! **Shards without serenity's `Client`.** A `Client` falls back to Discord's own gateway when
//! `GET /gateway` fails, whatever address the requests go to. The shard manager below it takes the
//! gateway's address from us, so there is nothing to fall back to.
//!
//! **A thread for the shards.** serenity starts a task for each event, and a runtime of many
//! threads may run two of them in either order: of two moves that arrive together (as after a
//! resume) the second could come first. On a runtime of one thread tasks start in the order in
//! which they were made, nothing else can hold up a heartbeat, and ending the runtime ends every
//! task that serenity would leave behind.

mod gateway;
mod inbound;
mod payload;
mod rate_limit;
mod rest;
mod sender;
mod text;

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use tokio::sync::watch;

use crate::{
    chat::Incoming,
    config::{Config, Token},
    host::{HostHandle, Outbox},
};

pub use text::NO_TOKEN;

/// What the adapter needs of the host. Both return at once: the shards' heartbeats wait for them.
pub trait Host: Clone + Send + Sync + 'static {
    /// Hands a message over.
    fn said(&self, incoming: Incoming);
    /// Acknowledges a reply: Discord has it as the message with this id, or never will.
    fn delivered(&self, outbox: u64, message: Option<String>);
}

impl Host for HostHandle {
    fn said(&self, incoming: Incoming) {
        Self::said(self, incoming);
    }

    fn delivered(&self, outbox: u64, message: Option<String>) {
        Self::delivered(self, outbox, message);
    }
}

/// What a connection to Discord needs to know.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token.
    pub token: Token,
    /// Another server than Discord's, scheme and host: `http://127.0.0.1:4000`.
    pub api_url: Option<String>,
    /// How long to wait for what.
    pub pace: Pace,
}

impl Settings {
    /// The settings for a bot with this token on Discord itself.
    #[must_use]
    pub fn new(token: Token) -> Self {
        Self { token, api_url: None, pace: Pace::default() }
    }

    /// The settings of a run, if there is a token; otherwise say [`NO_TOKEN`].
    #[must_use]
    pub fn of(config: &Config) -> Option<Self> {
        let token = config.discord_token.clone()?;
        Some(Self { api_url: config.discord_api_url.clone(), ..Self::new(token) })
    }

    /// The other server without what serenity's routes bring along themselves.
    fn api(&self) -> Option<String> {
        let url = self.api_url.as_deref()?.trim().trim_end_matches('/');
        let url = url.strip_suffix("/api/v10").or_else(|| url.strip_suffix("/api")).unwrap_or(url);
        Some(url.to_owned())
    }
}

/// How long to wait for what. The defaults are for Discord; tests are in more of a hurry.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Between two identifies: Discord takes one in 5 seconds.
    pub identify_gap: Duration,
    /// For the answer to one request, an upload over a slow line included.
    pub request: Duration,
    /// Before the first repetition of a failed request; doubles from then on.
    pub first_retry: Duration,
    /// The longest time between two repetitions.
    pub longest_retry: Duration,
    /// For the gateway's address when the program starts.
    pub first_contact: Duration,
    /// How long a reply with an outbox number is repeated before it is left to the next start. Not
    /// longer, since the next ones of its channel wait behind it.
    pub patience: Duration,
    /// The same for a passing answer.
    pub passing_patience: Duration,
    /// How long a channel that refused us is left alone.
    pub refused_for: Duration,
    /// For saying goodbye when the program stops.
    pub goodbye: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            identify_gap: Duration::from_secs(5),
            request: Duration::from_secs(30),
            first_retry: Duration::from_millis(500),
            longest_retry: Duration::from_secs(60),
            first_contact: Duration::from_secs(60),
            patience: Duration::from_secs(15 * 60),
            passing_patience: Duration::from_secs(60),
            refused_for: Duration::from_secs(5 * 60),
            goodbye: Duration::from_secs(2),
        }
    }
}

/// Why the connection to Discord is over. Each says what to do about it, and none shows the token.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// Discord does not know the token.
    #[error(
        "Discord does not accept DISCORD_TOKEN. Open https://discord.com/developers/applications, \
         choose your application, Bot, Reset Token, Copy; put the new token into .env as \
         DISCORD_TOKEN=... and start again"
    )]
    WrongToken,
    /// The address of the gateway could not be had.
    #[error("{server} does not tell its gateway ({reason}). {advice}")]
    Unreachable {
        /// Which server.
        server: String,
        /// What went wrong.
        reason: String,
        /// What to check.
        advice: &'static str,
    },
    /// `DISCORD_API_URL` is set, and its server sends us elsewhere.
    #[error(
        "the server at DISCORD_API_URL names Discord's own gateway ({gateway}). \
         Nothing was sent there; unset DISCORD_API_URL to play on Discord"
    )]
    ForeignGateway {
        /// The address it named.
        gateway: String,
    },
    /// Discord calls the intents invalid, which only another version of this program can mend.
    #[error(
        "Discord refuses the events this version asks for (close code 4013): update the program"
    )]
    Intents,
    /// The operating system gives no thread or runtime.
    #[error("no thread for the connection to Discord: {0}")]
    Thread(#[from] std::io::Error),
}

/// Connects to Discord, hands every message to the host, and sends what comes out of it, until
/// `shutdown` completes or the host is gone.
///
/// A reply is acknowledged when Discord has it or never will. What could not be sent for want of
/// an answer stays unacknowledged and comes again after a restart.
///
/// # Errors
///
/// [`DiscordError`], where trying again by itself would not help.
pub async fn run<H: Host>(
    settings: Settings,
    host: H,
    outbox: Outbox,
    shutdown: impl Future<Output = ()>,
) -> Result<(), DiscordError> {
    let rest = Arc::new(rest::Rest::new(&settings)?);
    let shared = Arc::new(inbound::SharedState::default());
    let (stop, stopped) = watch::channel(false);
    let mut shutdown = pin!(shutdown);
    // The first look at the gateway finds a wrong token before anything is sent with it.
    let found = tokio::select! {
        found = gateway::find(&rest, settings.pace.first_contact) => found?,
        () = &mut shutdown => return Ok(()),
    };
    let sender =
        sender::Sender::new(&settings, Arc::clone(&rest), Arc::clone(&shared), host.clone());
    let mut sender = tokio::spawn(sender.run(outbox, stopped.clone()));
    let listening =
        gateway::listen(&settings, &rest, found, inbound::Inbound::new(host, shared), stopped);
    let mut listening = pin!(listening);
    let ended = tokio::select! {
        ended = &mut listening => ended,
        () = rest.token_refused() => Err(DiscordError::WrongToken),
        _ = &mut sender => Ok(()),
        () = &mut shutdown => {
            stop.send_replace(true);
            listening.await
        }
    };
    stop.send_replace(true);
    if !sender.is_finished() {
        // What is on its way may arrive; the rest comes again after a restart.
        let _ = tokio::time::timeout(settings.pace.goodbye, &mut sender).await;
        sender.abort();
    }
    ended
}
