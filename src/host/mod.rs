//! The host of all games: one loop that takes inputs and gives out replies and jobs.
//!
//! A message that changes a game goes through three steps: it is tried on a copy, the copy is
//! committed while its picture is rendered, and only then is the reply released. Meanwhile messages
//! that concern the same game or come from the same person wait; all others go on.

mod bots;
mod changes;
mod clock;
mod committed_state;
mod entropy;
mod event_loop;
mod handle;
mod input;
mod jobs;
mod messages;
mod offers;
mod outbox;
mod pending;
mod rows;

pub use clock::{Clock, ManualClock, Sleep, SystemClock, timeout};
pub use entropy::{Entropy, SystemEntropy};
pub use event_loop::start;
pub use handle::{HostHandle, HostSettings, Outbox};
pub use rows::replay_game;
