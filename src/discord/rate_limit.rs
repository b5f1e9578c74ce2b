//! Decides when a request may go out: it keeps the limits that Discord states in its answers and the
//! limit over all routes, and stays below the number of refusals at which Discord blocks an address.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::host::Clock;

/// How many requests may go out in any second, over all routes. Discord's limit is 50; the margin is
/// for requests that arrive closer together than they were sent.
const MAX_PER_SECOND: usize = 40;
/// How many refusals (401, 403, 429) there may be within [`REFUSAL_WINDOW`] before everything waits.
/// At 10,000 Discord blocks the address.
const MAX_REFUSALS: usize = 5_000;
const REFUSAL_WINDOW: Duration = Duration::from_secs(600);
/// How many buckets there may be before those that have filled up again are forgotten.
const MAX_BUCKETS: usize = 1_000;
/// The shortest wait after a 429, so that a limit without a time cannot become a busy loop.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);

/// What the limits of a request depend on: the kind of route and the channel in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Route {
    /// The method and path without ids, as a name.
    pub(super) kind: &'static str,
    /// The channel's id, 0 where the route has none.
    pub(super) major: u64,
}

/// What an answer's headers say about the limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Limits {
    /// Which bucket the route belongs to.
    pub(super) bucket: Option<String>,
    /// How many requests are left in it.
    pub(super) remaining: Option<u32>,
    /// When it fills up again.
    pub(super) reset_after: Option<Duration>,
    /// With a 429: when to try again.
    pub(super) retry_after: Option<Duration>,
    /// With a 429: whether it holds for all routes.
    pub(super) global: bool,
    /// With a 429: whether others have used up the limit; then it does not count as our refusal.
    pub(super) shared: bool,
}

/// The limits that every request waits for.
#[derive(Debug)]
pub(super) struct RateLimits {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

impl RateLimits {
    /// Nothing is known of any limit but our own yet.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default() }
    }

    /// Waits until a request on this route may go out, and counts it.
    pub(super) async fn pass(&self, route: Route) {
        loop {
            let wait = self.state().wait_until(route, self.clock.instant());
            match wait {
                None => return,
                Some(until) => self.clock.sleep_until(until).await,
            }
        }
    }

    /// Learns the limits that an answer states.
    pub(super) fn learn(&self, route: Route, status: u16, limits: &Limits) {
        self.state().learn(route, status, limits, self.clock.instant());
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // The state is mere counters, which are usable even after a panic in the middle of a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
struct Bucket {
    remaining: u32,
    reset: Instant,
}

#[derive(Debug, Default)]
struct State {
    /// Discord's name of the bucket of a kind of route.
    names: HashMap<&'static str, String>,
    buckets: HashMap<(String, u64), Bucket>,
    /// Everything waits until then.
    held: Option<Instant>,
    /// When the requests of the last second went out.
    sent: VecDeque<Instant>,
    /// When the refusals of the last window came.
    refused: VecDeque<Instant>,
}

impl State {
    /// Until when the request has to wait; `None` lets it through now and counts it.
    fn wait_until(&mut self, route: Route, now: Instant) -> Option<Instant> {
        forget(&mut self.sent, now, Duration::from_secs(1));
        forget(&mut self.refused, now, REFUSAL_WINDOW);
        let key = self.key(route);
        let full = self.buckets.get(&key).filter(|bucket| bucket.remaining == 0);
        let reasons = [
            self.held,
            full.map(|bucket| bucket.reset),
            (self.sent.len() >= MAX_PER_SECOND).then(|| self.sent[0] + Duration::from_secs(1)),
            (self.refused.len() >= MAX_REFUSALS).then(|| self.refused[0] + REFUSAL_WINDOW),
        ];
        let until = reasons.into_iter().flatten().filter(|until| *until > now).max();
        if until.is_none() {
            self.take(&key, now);
        }
        until
    }

    /// Counts a request that goes out now.
    fn take(&mut self, key: &(String, u64), now: Instant) {
        self.sent.push_back(now);
        if let Some(bucket) = self.buckets.get_mut(key) {
            if bucket.reset <= now {
                // The bucket has filled up again; the answer will say how far.
                self.buckets.remove(key);
            } else {
                bucket.remaining -= 1;
            }
        }
    }

    /// Learns the limits that an answer states at the time `now`.
    fn learn(&mut self, route: Route, status: u16, limits: &Limits, now: Instant) {
        if let Some(name) = &limits.bucket {
            self.names.insert(route.kind, name.clone());
        }
        if self.buckets.len() > MAX_BUCKETS {
            self.buckets.retain(|_, bucket| bucket.reset > now);
        }
        let key = self.key(route);
        if status == 429 {
            let until = now + limits.retry_after.unwrap_or_default().max(SHORTEST_WAIT);
            if limits.global {
                self.held = self.held.max(Some(until));
            } else {
                self.buckets.insert(key, Bucket { remaining: 0, reset: until });
            }
        } else if let (Some(remaining), Some(after)) = (limits.remaining, limits.reset_after) {
            self.buckets.insert(key, Bucket { remaining, reset: now + after });
        }
        if matches!(status, 401 | 403) || (status == 429 && !limits.shared) {
            self.refused.push_back(now);
        }
    }

    /// The key of a route's bucket: Discord's name of it, once it is known, and the channel.
    fn key(&self, route: Route) -> (String, u64) {
        let name = self.names.get(route.kind).map_or(route.kind, String::as_str);
        (name.to_owned(), route.major)
    }
}

/// Drops the times that are older than a window.
fn forget(times: &mut VecDeque<Instant>, now: Instant, window: Duration) {
    while times.front().is_some_and(|time| *time + window <= now) {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::host::{ManualClock, SystemClock};

    const HERE: Route = Route { kind: "send", major: 1 };
    const THERE: Route = Route { kind: "send", major: 2 };

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_request_passes_when_its_limit_ends_and_not_before() {
        let clock = ManualClock::new(0);
        let limits = RateLimits::new(Arc::new(clock.clone()));
        let answer = Limits { retry_after: Some(ms(300)), global: true, ..Limits::default() };
        limits.learn(HERE, 429, &answer);
        let mut pass = Box::pin(limits.pass(THERE));
        clock.advance(ms(299));
        assert_eq!((&mut pass).now_or_never(), None);
        clock.advance(ms(1));
        assert_eq!(pass.now_or_never(), Some(()));
    }

    #[test]
    fn an_empty_bucket_holds_its_channel_alone() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        assert_eq!(state.wait_until(HERE, now), None);
        let limits = Limits {
            bucket: Some("abcd".into()),
            remaining: Some(1),
            reset_after: Some(ms(900)),
            ..Limits::default()
        };
        state.learn(HERE, 200, &limits, now);
        assert_eq!(state.wait_until(HERE, now), None, "one was left");
        assert_eq!(state.wait_until(HERE, now), Some(now + ms(900)));
        assert_eq!(state.wait_until(THERE, now), None);
        assert_eq!(state.wait_until(HERE, now + ms(900)), None, "full again");
    }

    #[test]
    fn a_global_limit_holds_everything() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let limits = Limits { retry_after: Some(ms(300)), global: true, ..Limits::default() };
        state.learn(HERE, 429, &limits, now);
        assert_eq!(state.wait_until(THERE, now), Some(now + ms(300)));
        assert_eq!(state.wait_until(THERE, now + ms(300)), None);
    }

    #[test]
    fn a_limit_without_a_time_still_holds() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        state.learn(HERE, 429, &Limits::default(), now);
        assert_eq!(state.wait_until(HERE, now), Some(now + SHORTEST_WAIT));
    }

    #[test]
    fn a_second_holds_so_many_requests() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        for channel in 0..MAX_PER_SECOND as u64 {
            assert_eq!(state.wait_until(Route { kind: "send", major: channel }, now), None);
        }
        assert_eq!(state.wait_until(HERE, now + ms(10)), Some(now + ms(1_000)));
        assert_eq!(state.wait_until(HERE, now + ms(1_000)), None);
    }

    #[test]
    fn refusals_are_counted_but_not_those_that_others_caused() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let shared = Limits { shared: true, ..Limits::default() };
        for n in 0..MAX_REFUSALS as u64 {
            state.learn(Route { kind: "send", major: n }, 429, &shared, now);
        }
        assert!(state.refused.is_empty());
        for _ in 0..MAX_REFUSALS {
            state.learn(HERE, 403, &Limits::default(), now);
        }
        assert_eq!(state.wait_until(HERE, now + ms(60)), Some(now + REFUSAL_WINDOW));
        assert_eq!(state.wait_until(HERE, now + REFUSAL_WINDOW), None);
    }
}
