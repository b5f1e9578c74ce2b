//! The session of each shard, and what is kept of it over restarts.

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host::{Clock, HostHandle};
use serde::{Deserialize, Serialize};
use table::{MessageId, PlaceId, Platform};

use crate::{ack_tracker::Origin, inbound::SharedState};

/// The start of the keys of kept sessions; the number of the shard follows.
const KEPT: &str = "gateway/session/";

/// Completes once something is kept, and tells whether it is.
type Keeping = Pin<Box<dyn Future<Output = bool> + Send>>;

/// The data with which a session is resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Session {
    /// Discord's name of it.
    pub(super) id: String,
    /// Where it is resumed.
    pub(super) url: String,
    /// The number of the last event that was received.
    pub(super) sequence: u64,
}

/// A session as it is kept.
#[derive(Debug, Deserialize, Serialize)]
struct KeptSession {
    id: String,
    url: String,
    sequence: u64,
    shards: u32,
    intents: u64,
    /// Whether something was missed that this session does not bring.
    #[serde(default)]
    has_gaps: bool,
}

/// The sessions of all shards.
pub(super) struct Sessions {
    host: HostHandle,
    shared: Arc<SharedState>,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    sessions: BTreeMap<u32, Session>,
    /// The shards whose session goes on from an earlier run which had not read back all that it missed.
    unread: BTreeSet<u32>,
    /// How many shards there are, and what they asked for.
    shards: u32,
    intents: u64,
    /// The text that was kept last under each key.
    kept: BTreeMap<String, String>,
}

impl Sessions {
    /// Goes on from what was kept, as far as it belongs together.
    pub(super) fn new(
        host: HostHandle,
        shared: Arc<SharedState>,
        clock: Arc<dyn Clock>,
        kept: Vec<(String, String)>,
    ) -> Self {
        let mut state = State::default();
        for (key, value) in kept {
            let Some(shard) = key.strip_prefix(KEPT).and_then(|shard| shard.parse().ok()) else {
                continue;
            };
            if let Ok(kept) = serde_json::from_str::<KeptSession>(&value) {
                let together = (kept.shards, kept.intents) == (state.shards, state.intents);
                if shard < kept.shards && (state.sessions.is_empty() || together) {
                    (state.shards, state.intents) = (kept.shards, kept.intents);
                    let session = Session { id: kept.id, url: kept.url, sequence: kept.sequence };
                    shared.progress.resume(shard, session.sequence);
                    state.sessions.insert(shard, session);
                    if kept.has_gaps {
                        state.unread.insert(shard);
                    }
                }
            }
            state.kept.insert(key, value);
        }
        Self { host, shared, clock, state: Mutex::new(state) }
    }

    /// Returns how many shards have to be run, asking for which intents, so that the sessions can be resumed;
    /// `None` if there are no sessions.
    pub(super) fn resumable(&self) -> Option<(u32, u64)> {
        let state = self.state();
        (!state.sessions.is_empty()).then_some((state.shards, state.intents))
    }

    /// This many shards are run from now on, asking for these intents. Sessions of another number or
    /// with other intents are forgotten.
    pub(super) fn run(&self, shards: u32, intents: u64) {
        let mut state = self.state();
        if (state.shards, state.intents) != (shards, intents) {
            self.forget_all(&mut state);
        }
        (state.shards, state.intents) = (shards, intents);
    }

    /// The session of a shard.
    pub(super) fn get(&self, shard: u32) -> Option<Session> {
        self.state().sessions.get(&shard).cloned()
    }

    /// Returns `true` if the session of a shard goes on from an earlier run which had not read back all that it
    /// missed; that is told once.
    pub(super) fn take_unread(&self, shard: u32) -> bool {
        self.state().unread.remove(&shard)
    }

    /// An event of the session that a shard has now.
    pub(super) fn origin(&self, shard: u32, sequence: u64) -> Origin {
        Origin { shard, session: self.shared.progress.session(shard), sequence }
    }

    /// A shard has a new session.
    pub(super) fn begin(&self, shard: u32, session: Session) {
        self.shared.progress.begin(shard);
        self.state().sessions.insert(shard, session);
    }

    /// All of an event of a shard was handed over.
    pub(super) fn received(&self, origin: Origin) {
        self.shared.progress.received(origin);
        if let Some(session) = self.state().sessions.get_mut(&origin.shard) {
            session.sequence = session.sequence.max(origin.sequence);
        }
    }

    /// A shard has lost its session.
    pub(super) fn drop(&self, shard: u32) {
        self.state().sessions.remove(&shard);
        self.shared.progress.begin(shard);
    }

    /// All shards have lost their sessions.
    pub(super) fn drop_all(&self) {
        self.forget_all(&mut self.state());
    }

    fn forget_all(&self, state: &mut State) {
        // What they have brought and what has no end yet, no other session brings again.
        (0..state.shards).for_each(|shard| self.shared.progress.begin(shard));
        state.sessions.clear();
    }

    /// Keeps the sessions again and again as long as it is waited for.
    pub(super) async fn keep_going(&self, every: Duration) {
        loop {
            self.clock.sleep(every).await;
            self.keep_now();
            self.tell_places();
        }
    }

    /// Keeps the sessions as they are now.
    pub(super) fn keep_now(&self) {
        // Nobody waits for the host: what is not durable yet is resumed from earlier on.
        drop(self.keep());
    }

    /// Keeps the sessions as they are at the end of the program, for which it waits this long at most.
    pub(super) async fn keep_last(&self, patience: Duration) {
        let settled = self.shared.progress.settled();
        let _ = host::timeout(&*self.clock, patience, settled).await;
        self.tell_places();
        let keeping = self.keep();
        let durable = async {
            for kept in keeping {
                kept.await;
            }
        };
        let _ = host::timeout(&*self.clock, patience, durable).await;
    }

    /// Keeps what has changed.
    fn keep(&self) -> Vec<Keeping> {
        let mut state = self.state();
        let mut now = BTreeMap::new();
        for (shard, session) in &state.sessions {
            let Some(handled) = self.shared.progress.kept(*shard) else { continue };
            let kept = KeptSession {
                id: session.id.clone(),
                url: session.url.clone(),
                sequence: handled.sequence,
                has_gaps: handled.has_gaps,
                shards: state.shards,
                intents: state.intents,
            };
            // Texts and numbers can always be written.
            now.insert(format!("{KEPT}{shard}"), serde_json::to_string(&kept).unwrap_or_default());
        }
        let before = std::mem::replace(&mut state.kept, now.clone());
        drop(state);
        let gone: Vec<String> =
            before.keys().filter(|key| !now.contains_key(*key)).cloned().collect();
        let gone = gone.into_iter().map(|key| (key, None));
        let changed = now.into_iter().filter(|(key, value)| before.get(key) != Some(value));
        let changes = gone.chain(changed.map(|(key, value)| (key, Some(value))));
        changes.map(|(key, value)| Box::pin(self.host.keep(key, value)) as Keeping).collect()
    }

    /// Tells the host how far each place has come.
    fn tell_places(&self) {
        for (channel, message) in self.shared.progress.take_caught_up() {
            let message = MessageId::new(Platform::Discord, message.to_string());
            let place = PlaceId::channel(Platform::Discord, channel.to_string());
            // A private chat is also known by its person, who may play there in games of channels.
            let private = self.shared.owner_of(channel).map(|who| who.private_place());
            for place in private.into_iter().chain([place]) {
                self.host.caught_up(place, message.clone());
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
