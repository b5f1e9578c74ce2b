//! The receiving half: it finds the gateway, keeps the shards connected, and reads what they receive.
//!
//! serenity 0.12.5 has a gateway of its own, which is switched off: it identifies anew where it could
//! resume, sets no limit to that, and cannot be given a session. On this half's thread nothing waits
//! for the host but an identify, until its time is on disk.
//!
//! - `address`: where the gateway is, and what Discord advises about starting on it.
//! - `identifies`: when a shard may identify. `identify_queue`: the queue of all shards that goes by it.
//! - `pauses`: how long to wait between two connections.
//! - `session`: the session of each shard, kept over restarts.
//! - `shard`: one shard's life. `shards`: all of them together.
//! - `events`: what they receive. `confirmed`: up to when that is everything.

mod address;
mod confirmed;
mod connected;
mod events;
mod identifies;
mod identify_queue;
mod pauses;
mod session;
mod shard;
mod shards;

pub(super) use address::find;
pub(super) use shards::{Receiving, listen};

/// How many threads of its own the adapter has: that of the gateway.
pub const THREADS: usize = 1;
