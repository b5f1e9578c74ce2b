//! The settings of the connection to Discord: token, server and waiting times.

use std::{fmt, time::Duration};

use host::Voice;

use super::emojis::PiecePictures;

/// A bot's token; `Debug` hides it, so that no log can show it.
#[derive(Clone)]
pub struct DiscordToken(String);

impl fmt::Debug for DiscordToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl DiscordToken {
    /// Wraps a token.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The token itself, to be used for the connection only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// The information that a connection to Discord needs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token.
    pub token: DiscordToken,
    /// The scheme and host of a server to use in place of Discord's: `http://127.0.0.1:4000`.
    pub api_url: Option<String>,
    /// The waiting times.
    pub pace: Pace,
    /// The pictures that stand beside the options of lists.
    pub pictures: PiecePictures,
    /// Permission to speak.
    pub voice: Voice,
    /// Whether a process before this one may have left an edit under way, which then is made again.
    pub edits_again: bool,
    /// The time after which the sessions of the gateway are kept again.
    pub sessions_every: Duration,
}

impl Settings {
    /// The settings for a bot with this token on Discord itself.
    #[must_use]
    pub fn new(token: DiscordToken) -> Self {
        Self {
            token,
            api_url: None,
            pace: Pace::default(),
            pictures: PiecePictures::default(),
            voice: Voice::default(),
            edits_again: false,
            sessions_every: Duration::from_secs(1),
        }
    }

    /// The other server without what the requests bring along themselves.
    pub(super) fn api(&self) -> Option<String> {
        let url = self.api_url.as_deref()?.trim().trim_end_matches('/');
        let url = url.strip_suffix("/api/v10").or_else(|| url.strip_suffix("/api")).unwrap_or(url);
        Some(url.to_owned())
    }
}

/// The waiting times. The defaults suit Discord; tests use shorter ones.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The time between two identifies: Discord takes one in 5 seconds, and what was sent later may take less
    /// time on its way.
    pub identify_gap: Duration,
    /// The longest time for the answer to one request, which may upload a picture over a slow line.
    pub request: Duration,
    /// The time before a failed request is tried again; it doubles with each further try.
    pub first_retry: Duration,
    /// The longest time between two tries.
    pub longest_retry: Duration,
    /// How long the gateway's address is asked for when the program starts.
    pub first_contact: Duration,
    /// How long a request that cannot wait is tried again; and how long one reply may keep the others of
    /// its channel waiting while everything else gets through.
    pub patience: Duration,
    /// The age at which an answer without an outbox number is dropped: by then it was asked again.
    pub transient_patience: Duration,
    /// How long it is tried to open a thread, or to archive one.
    pub thread_patience: Duration,
    /// How long pictures and references are not tried again in a channel that refused them, unless there
    /// is a sign that it has changed.
    pub refused_for: Duration,
    /// How long a shutdown waits for replies on their way and for the shards to log off.
    pub shutdown_grace: Duration,
    /// The time between two private chats that are opened, on average: a few are opened at once.
    pub dm_gap: Duration,
    /// The time between two uploads of an emoji.
    pub emoji_gap: Duration,
    /// The time before emojis are tried again that could not be uploaded; it doubles with each further try.
    pub emoji_pause: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            identify_gap: Duration::from_millis(5_500),
            request: Duration::from_secs(30),
            first_retry: Duration::from_millis(500),
            longest_retry: Duration::from_secs(60),
            first_contact: Duration::from_secs(60),
            patience: Duration::from_secs(15 * 60),
            transient_patience: Duration::from_secs(180),
            thread_patience: Duration::from_secs(120),
            refused_for: Duration::from_secs(5 * 60),
            shutdown_grace: Duration::from_secs(2),
            dm_gap: Duration::from_secs(1),
            emoji_gap: Duration::from_secs(1),
            emoji_pause: Duration::from_secs(60),
        }
    }
}
