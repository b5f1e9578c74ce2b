//! The receiving half: it finds the gateway, keeps the shards connected, and reads what they receive.
//!
//! - `address`: where the gateway is, and what Discord advises about starting on it.
//! - `identifies`: when a shard may identify. `gate`: the gate for all shards that goes by it.
//! - `pauses`: how long to wait between two connections.
//! - `session`: the session of each shard, kept over restarts.
//! - `shard`: one shard's life. `shards`: all of them together.
//! - `events`: what they receive. `confirmed`: up to when that is everything.

mod address;
mod confirmed;
mod events;
mod gate;
mod identifies;
mod pauses;
mod session;
mod shard;
mod shards;

pub(super) use address::find;
pub(super) use shards::{Receiving, listen};

/// How many threads of its own the adapter has: that of the gateway.
pub const THREADS: usize = 1;
