//! The queue in which all shards identify: it asks for advice, waits as long as it must, and keeps
//! each identify before it goes out.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host::{Clock, HostHandle, Voice};
use tokio::{
    runtime::Handle,
    sync::{OwnedMutexGuard, oneshot},
};
use twilight_gateway::queue::Queue;

use super::{
    address::{self, Advice},
    identifies::Identifies,
    pauses::Pauses,
};
use crate::{DiscordError, Pace, request::ApiCall, rest::Rest};

/// The key under which identifies are kept.
pub(super) const KEPT: &str = "gateway/identifies";
/// A pause that is worth a line in the log.
const LONG: Duration = Duration::from_secs(30);
/// Advice that is older is asked for anew, since other programs may start with the same token.
const FRESH: Duration = Duration::from_secs(10);

/// The pause before an identify that could not be kept is tried again.
const UNKEPT: Duration = Duration::from_secs(5);

/// The flags of an application that may read the content of messages, in many servers or in few.
const CONTENT_FLAGS: u64 = 1 << 18 | 1 << 19;

/// The queue; a clone is the same one.
#[derive(Clone)]
pub(super) struct IdentifyQueue(Arc<Shared>);

struct Shared {
    host: HostHandle,
    rest: Arc<Rest>,
    clock: Arc<dyn Clock>,
    pace: Pace,
    voice: Voice,
    /// The runtime on which requests are made.
    runtime: Handle,
    /// Held by the shard that is about to identify, so that each asks for its own advice.
    entrance: Arc<tokio::sync::Mutex<()>>,
    state: Mutex<State>,
}

/// A shard's right to identify next. It is dropped once it has identified or given up.
pub(super) struct Entry {
    gate: IdentifyQueue,
    shard: u32,
    since: Instant,
    _entrance: OwnedMutexGuard<()>,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let now = self.gate.0.clock.instant();
        self.gate.state().identifies.arrived(self.shard, self.since, now);
    }
}

struct State {
    identifies: Identifies,
    advice: Advice,
    /// Whether an identify has already gone by this advice.
    is_used: bool,
}

impl IdentifyQueue {
    /// A queue that goes on from the identifies that were kept, and from advice that was just given.
    pub(super) fn new(
        host: HostHandle,
        rest: Arc<Rest>,
        clock: Arc<dyn Clock>,
        (pace, voice): (Pace, Voice),
        kept: Option<&str>,
        advice: Advice,
    ) -> Self {
        let identifies = Identifies::from_kept(kept, pace.identify_gap, &*clock);
        let state = Mutex::new(State { identifies, advice, is_used: false });
        let (runtime, entrance) = (Handle::current(), Arc::default());
        Self(Arc::new(Shared { host, rest, clock, pace, voice, runtime, entrance, state }))
    }

    /// Waits until a shard may connect in order to identify, and gives the advice that holds now. Nobody
    /// else is let in until the shard has identified or given up, and drops what comes with it.
    ///
    /// # Errors
    ///
    /// [`DiscordError`] if trying again would not help.
    pub(super) async fn ready(&self, shard: u32) -> Result<(Advice, Entry), DiscordError> {
        let Shared { clock, entrance, .. } = &*self.0;
        loop {
            let brake = self.state().identifies.brake(shard, clock.instant());
            if brake >= LONG {
                tracing::error!(
                    "shard {shard} cannot hold a session; the next try is in {brake:.0?}"
                );
            }
            clock.sleep(brake).await;
            let entrance = Arc::clone(entrance).lock_owned().await;
            let turn = {
                let state = self.state();
                state.identifies.turn(shard, state.advice.concurrency, clock.instant())
            };
            clock.sleep(turn).await;
            let (gate, since) = (self.clone(), clock.instant());
            let entry = Entry { gate, shard, since, _entrance: entrance };
            let advice = self.advice().await?;
            if advice.wait.is_zero() {
                return Ok((advice, entry));
            }
            tracing::warn!("few starts are left for today; the next one is in {:.0?}", advice.wait);
            clock.sleep(advice.wait).await;
            if advice.remaining > 0 {
                return Ok((advice, entry));
            }
        }
    }

    /// The gateway's address as it was told last.
    pub(super) fn last_address(&self) -> String {
        self.state().advice.url.clone()
    }

    /// The time between two identifies.
    pub(super) fn gap(&self) -> Duration {
        self.0.pace.identify_gap
    }

    /// Asks for advice until it is given; what was just given at the start of the program counts once.
    pub(super) async fn advice(&self) -> Result<Advice, DiscordError> {
        let Shared { rest, clock, pace, runtime, .. } = &*self.0;
        {
            let mut state = self.state();
            let age = clock.instant().saturating_duration_since(state.advice.at);
            if !std::mem::replace(&mut state.is_used, true) && age < FRESH {
                return Ok(state.advice.clone());
            }
        }
        let mut pauses = Pauses::default();
        loop {
            let patience = pace.first_contact.min(FRESH);
            if let Some(advice) = address::ask_again(rest, clock, runtime, patience).await? {
                self.state().advice = advice.clone();
                return Ok(advice);
            }
            clock.sleep(pauses.unreached(false)).await;
        }
    }

    /// Returns `true` if the application may read the content of messages, as far as Discord tells.
    pub(super) async fn content_is_granted(&self) -> bool {
        let Shared { rest, runtime, .. } = &*self.0;
        let rest = Arc::clone(rest);
        let asking = runtime.spawn(async move { rest.call(&ApiCall::Application, FRESH).await });
        let flags = match asking.await {
            Ok(Ok(application)) => application["flags"].as_u64().unwrap_or(0),
            Ok(Err(_)) | Err(_) => 0,
        };
        flags & CONTENT_FLAGS != 0
    }

    /// Waits for a shard's turn among all shards, and counts the identify that follows, unless nobody waits for it any
    /// more.
    async fn pass(&self, shard: u32, go: oneshot::Sender<()>) {
        let Shared { host, clock, .. } = &*self.0;
        loop {
            let wait = {
                let (mut state, now) = (self.state(), clock.instant());
                let turn = state.identifies.turn(shard, state.advice.concurrency, now);
                let wait = turn.max(state.identifies.brake(shard, now));
                if wait.is_zero() {
                    state.identifies.note(shard, now);
                }
                wait
            };
            if wait.is_zero() {
                break;
            }
            clock.sleep(wait).await;
        }
        // On disk before it goes out: a program that crashes over it must not forget it, nor may one that was overtaken
        // begin a session.
        while !host.keep(KEPT.to_owned(), Some(self.kept())).await {
            tracing::warn!("the time of this start cannot be kept, and so it waits");
            clock.sleep(UNKEPT).await;
            if go.is_closed() {
                return;
            }
        }
        self.0.voice.begun().await;
        // A connection that has ended meanwhile asks again.
        let _ = go.send(());
    }

    /// The identifies as they are kept.
    fn kept(&self) -> String {
        self.state().identifies.to_kept(&*self.0.clock)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue for IdentifyQueue {
    fn enqueue(&self, shard: u32) -> oneshot::Receiver<()> {
        let (go, may_go) = oneshot::channel();
        let gate = self.clone();
        tokio::spawn(async move { gate.pass(shard, go).await });
        may_go
    }
}

impl fmt::Debug for IdentifyQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentifyQueue")
    }
}
