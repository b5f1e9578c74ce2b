//! The host of all games: one loop, with inputs coming in and replies and jobs going out.
//!
//! A message that changes a game goes through three steps: it is tried on a copy, the copy is
//! committed while its picture is drawn, and only then is the reply released. Meanwhile messages
//! of the same game or the same person wait; all others go on.

mod bots;
mod changes;
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
mod world;

pub use entropy::{Entropy, SystemEntropy};
pub use event_loop::start;
pub use handle::{HostHandle, HostSettings, Outbox};
pub use rows::replay_game;
