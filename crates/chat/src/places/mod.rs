//! Places: channels in which the bot may or may not write, threads of games, and the settings of
//! servers.

pub(super) mod channel_lost;
pub(super) mod closed_channel;
pub(super) mod place_report;
pub(super) mod server_settings;
pub(super) mod threads;
