//! Games in threads, games whose place is gone, and servers in which the bot is no more.

pub(super) mod channel_lost;
pub(super) mod game_threads;
pub(super) mod left_servers;
pub(super) mod live_place;
