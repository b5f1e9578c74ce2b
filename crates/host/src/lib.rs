//! The host of all games: one loop that takes inputs and gives out replies and jobs.
//!
//! A message that changes a game goes through three steps: it is tried on a copy, the copy is
//! committed while its picture is rendered, and only then is the reply released. Meanwhile all work
//! that concerns the same game or the same person waits; everything else goes on.
//!
//! # Layout
//! - `event_loop` is the loop, made of parts that each own their state and work on a common `base`;
//!   [`HostHandle`] is what adapters hold of it, and `input` what comes in;
//! - `messages`: what is said to the host; `queues`: where it waits; `state`: what it changes;
//! - `replies`: what is said, until the platform has it; `jobs`: what is done beside the loop;
//! - `deadlines`: what is due; `connection`: outages, restarts and failures; `places`: threads and lost
//!   channels; `maintenance`: what is done for the database; `owner`: what its owner is told, and keeps out;
//!   `report`: how it all is.

mod base;
mod clock;
mod connection;
mod deadlines;
mod entropy;
mod event_loop;
mod handle;
mod host_event;
#[cfg_attr(not(feature = "testkit"), expect(unreachable_pub, reason = "public for tests only"))]
mod input;
mod jobs;
mod maintenance;
mod messages;
mod or_log;
mod owner;
mod places;
mod queues;
mod replies;
mod report;
mod state;
#[cfg(feature = "testkit")]
pub mod testkit;
#[cfg(test)]
mod tests;
mod voice;

pub use chat::{Alarm, Operator};
pub use clock::{Clock, ClockFrom, ManualClock, Sleep, SystemClock, timeout};
pub use entropy::{Entropy, SystemEntropy};
pub use event_loop::{StartError, start};
pub use handle::{HostHandle, HostSettings};
pub use host_event::{HostEvent, MessageOutcome, Outbox};
pub use jobs::subject;
pub use jobs::threads::{TooFewThreads, probe_threads, threads_of_host};
pub use jobs::workers::Workers;
pub use maintenance::{Backups, Maintenance};
pub use places::live_place::LivePlace;
pub use replies::shown_message::ShownMessage;
pub use report::{Report, Shards};
pub use state::rating_check::RatingCheck;
pub use state::rows::{board_replay, replay_game};
pub use voice::Voice;
