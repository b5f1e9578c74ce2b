//! The errors that end the connection to Discord.

/// The reason why the connection to Discord is over. Each sentence says what to do about it, and none shows the
/// token.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// Discord does not know the token.
    #[error(
        "Discord does not accept DISCORD_TOKEN. Open https://discord.com/developers/applications, \
         choose your application, Bot, Reset Token, Copy; put the new token into .env as \
         DISCORD_TOKEN=... and start again"
    )]
    WrongToken,
    /// The server did not give the address of its gateway.
    #[error("{server} does not tell its gateway ({reason}). {advice}")]
    Unreachable {
        /// The server that was asked, as a person would call it.
        server: String,
        /// The fault, for the log.
        reason: String,
        /// The remedy, for the reader of the log.
        advice: &'static str,
    },
    /// `DISCORD_API_URL` is set, and its server sends us elsewhere.
    #[error(
        "the server at DISCORD_API_URL names Discord's own gateway ({gateway}). \
         Nothing was sent there; unset DISCORD_API_URL to play on Discord"
    )]
    ForeignGateway {
        /// The address that it named.
        gateway: String,
    },
    /// Discord calls the intents invalid, which only another version of this program can mend.
    #[error(
        "Discord refuses the events this version asks for (close code 4013): update the program"
    )]
    Intents,
    /// Discord no longer speaks to this version of the program.
    #[error("Discord no longer speaks to this version (close code 4012): update the program")]
    Version,
    /// The thread of the gateway is gone, which is a fault of the program.
    #[error("the connection to Discord failed in the program itself; the log says where")]
    Gateway,
    /// The operating system gives no thread or runtime.
    #[error("no thread for the connection to Discord: {0}")]
    Thread(#[from] std::io::Error),
    /// Neither requests nor fetches would go out.
    #[error("no client for HTTPS: {0}")]
    Client(#[from] reqwest::Error),
}
