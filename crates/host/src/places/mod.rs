//! Games in threads, and games whose place is gone.

pub(super) mod channel_lost;
pub(super) mod game_threads;
pub(super) mod live_place;
