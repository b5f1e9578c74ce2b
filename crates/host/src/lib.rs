//! The host of all games: one loop that takes inputs and gives out replies and jobs.
//!
//! A message that changes a game goes through three steps: it is tried on a copy, the copy is
//! committed while its picture is rendered, and only then is the reply released. Meanwhile all work
//! that concerns the same game or the same person waits; everything else goes on.

mod backlogs;
mod bots;
mod catching_up;
mod changes;
mod clock;
mod committed_state;
mod daily_backup;
mod deliveries;
mod draws;
mod due;
mod edition_log;
mod ends;
mod entropy;
mod event_loop;
mod failures;
mod fair_queue;
mod game_threads;
mod halt;
mod halted;
mod handle;
mod holds;
mod homeless;
mod host_event;
mod input;
mod jobs;
mod keeper;
mod kept_replies;
mod key_queues;
mod late;
mod late_refusals;
mod live_place;
mod messages;
mod outage_state;
mod outages;
mod outbox;
mod pairing;
mod pairings;
mod pending;
mod prefixes;
mod query;
mod rating_check;
mod rating_log;
mod recent;
mod renewing;
mod replies;
mod rows;
mod scrubber;
mod shown_message;
mod shown_messages;
#[cfg(test)]
mod tests;
mod threads;
mod timers;
mod touch;
mod touch_state;
mod turns;
mod unsent;
mod verifying;
mod wakes;
mod work;
mod workers;

pub use clock::{Clock, ManualClock, Sleep, SystemClock, timeout};
pub use entropy::{Entropy, SystemEntropy};
pub use event_loop::{StartError, start};
pub use handle::{HostHandle, HostSettings};
pub use host_event::{End, HostEvent, Outbox};
pub use keeper::Keeper;
pub use live_place::LivePlace;
pub use rating_check::RatingCheck;
pub use rows::{board_replay, replay_game};
pub use shown_message::ShownMessage;
pub use threads::{TooFewThreads, probe_threads, threads_of_host};
pub use workers::Workers;
