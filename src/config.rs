//! Every setting, read once from the environment and `.env`.

use std::{net::SocketAddr, path::PathBuf};

/// The settings of a run. `Debug` hides the token.
#[derive(Clone)]
pub struct Config {
    /// `DISCORD_TOKEN`.
    pub discord_token: Option<Token>,
    /// `DISCORD_API_URL`: another server than Discord's, for tests and compatible servers.
    pub discord_api_url: Option<String>,
    /// `COMMAND_PREFIX`, `!` by default.
    pub command_prefix: String,
    /// `DATABASE_PATH`, `data/martian-cake.db` by default.
    pub database_path: PathBuf,
    /// `LOCAL_LISTEN`, `127.0.0.1:8080` by default.
    pub local_listen: SocketAddr,
    /// `BOT_THREADS`: cores − 1 by default, at least 1.
    pub bot_threads: usize,
}

/// A token that no log can show.
#[derive(Clone)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// Wraps a token.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The token itself, for the connection alone.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("discord_api_url", &self.discord_api_url)
            .field("command_prefix", &self.command_prefix)
            .field("database_path", &self.database_path)
            .field("local_listen", &self.local_listen)
            .field("bot_threads", &self.bot_threads)
            .finish_non_exhaustive()
    }
}
