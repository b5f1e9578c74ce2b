//! The shards whose session goes on at this moment.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use host::{HostHandle, Shards};

/// The shards that are connected, of which the host is told.
pub(super) struct Connected {
    host: HostHandle,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    wanted: u32,
    connected: BTreeSet<u32>,
}

impl Connected {
    /// No shard is wanted yet.
    pub(super) fn new(host: HostHandle) -> Self {
        Self { host, state: Mutex::default() }
    }

    /// So many shards are about to connect, and no others.
    pub(super) fn run(&self, wanted: u32) {
        self.change(|state| *state = State { wanted, connected: BTreeSet::new() });
    }

    /// The session of a shard goes on.
    pub(super) fn is_live(&self, shard: u32) {
        metrics::counter!("martian_cake_gateway_connections_total").increment(1);
        self.change(|state| {
            state.connected.insert(shard);
        });
    }

    /// A shard has no connection.
    pub(super) fn is_lost(&self, shard: u32) {
        self.change(|state| {
            state.connected.remove(&shard);
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        let connected = u32::try_from(state.connected.len()).unwrap_or(u32::MAX);
        // Told under the lock, so that the last word is the last change.
        self.host.shards(Shards { connected, wanted: state.wanted });
    }
}
