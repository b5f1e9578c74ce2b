//! Decides when a request may go out: it keeps the limits that Discord states in its answers and the
//! limit over all routes, and stays below the number of refusals at which Discord blocks an address.
//! Where the address is blocked all the same, everything waits, and one request at a time finds out
//! whether that is over.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host::Clock;
use tokio::sync::watch;

/// How many requests may go out in any second, over all routes. Discord's limit is 50; the margin is
/// for requests that arrive closer together than they were sent.
const MAX_PER_SECOND: usize = 40;
/// How many refusals (401, 403, 429) there may be within [`REFUSAL_WINDOW`] before everything waits.
/// At 10,000 Discord blocks the address.
const MAX_REFUSALS: usize = 2_000;
const REFUSAL_WINDOW: Duration = Duration::from_secs(600);
/// How many buckets there may be before those that have filled up again are forgotten.
const MAX_BUCKETS: usize = 1_000;
/// The shortest wait after a 429, so that a limit without a time cannot become a busy loop.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);

/// How long everything waits when the address is blocked and the answer does not say how long; it
/// doubles up to the second.
const FIRST_BLOCK: Duration = Duration::from_secs(5);
const LONGEST_BLOCK: Duration = Duration::from_secs(3_600);

/// The basis of the limits of a request: the kind of route and the channel in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Route {
    /// The method and path without ids, as a name.
    pub(super) kind: &'static str,
    /// The channel's id, 0 where the route has none.
    pub(super) major: u64,
}

/// The information that an answer's headers give about the limits.
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
    /// Whether it is a 403 or 429 without Discord's own words: then the address is blocked.
    pub(super) blocked: bool,
    /// With a 429: whether others have used up the limit; then it does not count as our refusal.
    pub(super) shared: bool,
}

/// The limits that every request waits for.
#[derive(Debug)]
pub(super) struct RateLimits {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
    /// Changes when a request that was to find something out is over.
    probed: watch::Sender<()>,
}

impl RateLimits {
    /// Nothing is known of any limit but our own yet.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default(), probed: watch::Sender::new(()) }
    }

    /// Waits until a request on this route may go out, and counts it. Of those that only the limit
    /// over all routes holds up, the one that waits since the earliest time goes first. The request
    /// is under way until what is returned is dropped.
    pub(super) async fn pass(&self, route: Route, since: Instant) -> Pass<'_> {
        let ticket = self.state().ticket(since);
        self.pass_by(ticket, |state, now| state.wait(route, ticket, now)).await
    }

    /// Waits until a request may go out that the limit over all routes does not count: only what its own
    /// route and a blocked address say holds it up.
    pub(super) async fn pass_apart(&self, route: Route) -> Pass<'_> {
        let ticket = self.state().ticket(self.clock.instant());
        self.pass_by(ticket, |state, now| state.wait_apart(route, now)).await
    }

    /// Waits until there is nothing to wait for any more.
    async fn pass_by(
        &self,
        ticket: Ticket,
        wait: impl Fn(&mut State, Instant) -> Wait,
    ) -> Pass<'_> {
        let mut pass = Pass { limits: self, ticket, probes: false };
        let mut probed = self.probed.subscribe();
        loop {
            let wait = wait(&mut self.state(), self.clock.instant());
            match wait {
                Wait::Over { probes } => {
                    pass.probes = probes;
                    return pass;
                }
                Wait::Until(until) => self.clock.sleep_until(until).await,
                // The sender is our own field, so the wait cannot fail.
                Wait::Probe => drop(probed.changed().await),
            }
        }
    }

    /// Learns the limits that an answer states.
    pub(super) fn learn(&self, route: Route, status: u16, limits: &Limits) {
        self.state().learn(route, status, limits, self.clock.instant());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is mere counters, which are usable even after a panic in the middle of a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is waiting for the limits, or under way.
#[derive(Debug)]
pub(super) struct Pass<'a> {
    limits: &'a RateLimits,
    ticket: Ticket,
    probes: bool,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.limits.state();
        state.line.remove(&self.ticket);
        if self.probes {
            state.probing = false;
            drop(state);
            self.limits.probed.send_replace(());
        }
    }
}

/// The place of a request in the line: since when it waits, and a number of its own.
type Ticket = (Instant, u64);

/// The condition that a request has to wait for.
#[derive(Debug, PartialEq, Eq)]
enum Wait {
    /// For nothing any more.
    Over {
        /// Whether it finds out for all others if the address is still blocked.
        probes: bool,
    },
    /// For this time.
    Until(Instant),
    /// For the request that finds out if the address is still blocked.
    Probe,
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
    /// Until when the address counts as blocked at least, and how long that pause was; it is blocked
    /// until a request gets through.
    blocked: Option<(Instant, Duration)>,
    /// Whether a request is under way that finds out.
    probing: bool,
    /// The requests that only the limit over all routes holds up.
    line: BTreeSet<Ticket>,
    last_ticket: u64,
}

impl State {
    fn ticket(&mut self, since: Instant) -> Ticket {
        self.last_ticket += 1;
        (since, self.last_ticket)
    }

    /// Returns what the request has to wait for; if for nothing, it is counted.
    fn wait(&mut self, route: Route, ticket: Ticket, now: Instant) -> Wait {
        forget(&mut self.sent, now, Duration::from_secs(1));
        forget(&mut self.refused, now, REFUSAL_WINDOW);
        let everything = [
            self.held,
            (self.refused.len() >= MAX_REFUSALS).then(|| self.refused[0] + REFUSAL_WINDOW),
        ];
        if let Some(wait) = self.held_up(route, everything, now) {
            self.line.remove(&ticket);
            return wait;
        }
        if let Some(wait) = self.wait_in_line(ticket, now) {
            return wait;
        }
        self.sent.push_back(now);
        self.take(route, now)
    }

    /// Returns what a request waits for that the limit over all routes does not count; if for nothing, its own
    /// route counts it.
    fn wait_apart(&mut self, route: Route, now: Instant) -> Wait {
        match self.held_up(route, [None, None], now) {
            Some(wait) => wait,
            None => self.take(route, now),
        }
    }

    /// What its own route, a blocked address and `everything` that holds for all routes let a request wait
    /// for.
    fn held_up(
        &self,
        route: Route,
        everything: [Option<Instant>; 2],
        now: Instant,
    ) -> Option<Wait> {
        let full = self.buckets.get(&self.key(route)).filter(|bucket| bucket.remaining == 0);
        let here = [full.map(|bucket| bucket.reset), self.blocked.map(|(until, _)| until)];
        let reasons = here.into_iter().chain(everything).flatten();
        if let Some(until) = reasons.filter(|until| *until > now).max() {
            return Some(Wait::Until(until));
        }
        (self.blocked.is_some() && self.probing).then_some(Wait::Probe)
    }

    /// Returns what the limit over all routes lets a request wait for.
    fn wait_in_line(&mut self, ticket: Ticket, now: Instant) -> Option<Wait> {
        let free = MAX_PER_SECOND.saturating_sub(self.sent.len());
        let before = self.line.range(..ticket).take(free).count();
        if before < free {
            self.line.remove(&ticket);
            return None;
        }
        self.line.insert(ticket);
        // Those before it are awake, so their places are taken in a moment.
        let first = self.sent.front().filter(|_| free == 0);
        Some(Wait::Until(first.map_or(now + SHORTEST_WAIT, |sent| *sent + Duration::from_secs(1))))
    }

    /// Lets a request go out now, and its own route counts it. Where the address is blocked it finds out.
    fn take(&mut self, route: Route, now: Instant) -> Wait {
        let key = self.key(route);
        if let Some(bucket) = self.buckets.get_mut(&key) {
            if bucket.reset <= now {
                // The bucket has filled up again; the answer will say how far.
                self.buckets.remove(&key);
            } else {
                bucket.remaining -= 1;
            }
        }
        let probes = self.blocked.is_some();
        self.probing |= probes;
        Wait::Over { probes }
    }

    /// Learns the limits that an answer states at the time `now`.
    fn learn(&mut self, route: Route, status: u16, limits: &Limits, now: Instant) {
        if limits.blocked {
            return self.block(limits.retry_after, now);
        }
        if status < 500 && self.blocked.take().is_some() {
            tracing::info!("Discord answers this address again");
        }
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
            }
            // Even a limit for all: it says nothing to requests that it does not count.
            self.buckets.insert(key, Bucket { remaining: 0, reset: until });
        } else if let (Some(remaining), Some(after)) = (limits.remaining, limits.reset_after) {
            self.buckets.insert(key, Bucket { remaining, reset: now + after });
        }
        if matches!(status, 401 | 403) || (status == 429 && !limits.shared) {
            self.refused.push_back(now);
        }
    }

    /// The address is blocked: everything waits, longer each time.
    fn block(&mut self, retry_after: Option<Duration>, now: Instant) {
        let growing = match self.blocked {
            // The answer to a request that was under way already says nothing new.
            Some((until, pause)) if until > now => pause,
            Some((_, pause)) => (pause * 2).min(LONGEST_BLOCK),
            None => FIRST_BLOCK,
        };
        let pause = retry_after.map_or(growing, |stated| stated.max(SHORTEST_WAIT));
        if self.blocked.is_none() {
            tracing::error!(
                "Discord, or what stands before it, has blocked this address for a while: nothing \
                 is sent for {pause:?}, then one request at a time until it is over. Nothing is \
                 lost. If it comes again, see what else uses this address"
            );
        }
        self.blocked = Some((now + pause, growing));
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
    use host::{ManualClock, SystemClock};

    const HERE: Route = Route { kind: "send", major: 1 };
    const THERE: Route = Route { kind: "send", major: 2 };

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// Until when a request that has come just now waits.
    fn until(state: &mut State, route: Route, now: Instant) -> Option<Instant> {
        let ticket = state.ticket(now);
        let wait = state.wait(route, ticket, now);
        state.line.clear();
        match wait {
            Wait::Over { .. } => None,
            Wait::Until(until) => Some(until),
            Wait::Probe => panic!("nothing is blocked"),
        }
    }

    #[test]
    fn a_request_passes_when_its_limit_ends_and_not_before() {
        let clock = ManualClock::new(0);
        let limits = RateLimits::new(Arc::new(clock.clone()));
        let answer = Limits { retry_after: Some(ms(300)), global: true, ..Limits::default() };
        limits.learn(HERE, 429, &answer);
        let mut pass = Box::pin(limits.pass(THERE, clock.instant()));
        clock.advance(ms(299));
        assert!((&mut pass).now_or_never().is_none());
        clock.advance(ms(1));
        assert!(pass.now_or_never().is_some());
    }

    #[test]
    fn an_empty_bucket_holds_its_channel_alone() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        assert_eq!(until(&mut state, HERE, now), None);
        let limits = Limits {
            bucket: Some("abcd".into()),
            remaining: Some(1),
            reset_after: Some(ms(900)),
            ..Limits::default()
        };
        state.learn(HERE, 200, &limits, now);
        assert_eq!(until(&mut state, HERE, now), None, "one was left");
        assert_eq!(until(&mut state, HERE, now), Some(now + ms(900)));
        assert_eq!(until(&mut state, THERE, now), None);
        assert_eq!(until(&mut state, HERE, now + ms(900)), None, "full again");
    }

    #[test]
    fn a_global_limit_holds_everything() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let limits = Limits { retry_after: Some(ms(300)), global: true, ..Limits::default() };
        state.learn(HERE, 429, &limits, now);
        assert_eq!(until(&mut state, THERE, now), Some(now + ms(300)));
        assert_eq!(until(&mut state, THERE, now + ms(300)), None);
    }

    #[test]
    fn a_limit_without_a_time_still_holds() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        state.learn(HERE, 429, &Limits::default(), now);
        assert_eq!(until(&mut state, HERE, now), Some(now + SHORTEST_WAIT));
    }

    #[test]
    fn a_second_holds_so_many_requests() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        for channel in 0..MAX_PER_SECOND as u64 {
            assert_eq!(until(&mut state, Route { kind: "send", major: channel }, now), None);
        }
        assert_eq!(until(&mut state, HERE, now + ms(10)), Some(now + ms(1_000)));
        assert_eq!(until(&mut state, HERE, now + ms(1_000)), None);
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
        assert_eq!(until(&mut state, HERE, now + ms(60)), Some(now + REFUSAL_WINDOW));
        assert_eq!(until(&mut state, HERE, now + REFUSAL_WINDOW), None);
    }

    #[test]
    fn whoever_waits_longest_goes_first_when_the_limit_over_all_routes_is_reached() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        for channel in 0..MAX_PER_SECOND as u64 {
            assert_eq!(until(&mut state, Route { kind: "send", major: channel }, now), None);
        }
        let (late, early) = (state.ticket(now + ms(2)), state.ticket(now));
        for ticket in [late, early] {
            assert_eq!(state.wait(HERE, ticket, now + ms(5)), Wait::Until(now + ms(1_000)));
        }
        // One place is free again; both ask, the later one first.
        state.sent.truncate(MAX_PER_SECOND - 1);
        let soon = now + ms(6);
        assert_eq!(state.wait(HERE, late, soon), Wait::Until(soon + SHORTEST_WAIT));
        assert_eq!(state.wait(THERE, early, soon), Wait::Over { probes: false });
    }

    #[test]
    fn a_blocked_address_holds_everything_and_one_request_probes() {
        let clock = ManualClock::new(0);
        let limits = RateLimits::new(Arc::new(clock.clone()));
        let blocked = Limits { blocked: true, ..Limits::default() };
        let pass = |route| Box::pin(limits.pass(route, clock.instant()));
        limits.learn(HERE, 403, &blocked);
        let (mut one, mut other) = (pass(HERE), pass(THERE));
        clock.advance(FIRST_BLOCK - ms(1));
        assert!((&mut one).now_or_never().is_none());
        clock.advance(ms(1));
        let probe = (&mut one).now_or_never().expect("it finds out");
        assert!((&mut other).now_or_never().is_none(), "one at a time");
        limits.learn(HERE, 429, &blocked);
        drop(probe);
        assert!((&mut other).now_or_never().is_none());
        clock.advance(FIRST_BLOCK * 2);
        let probe = (&mut other).now_or_never().expect("the other one finds out");
        limits.learn(THERE, 200, &Limits::default());
        drop(probe);
        assert!(pass(HERE).now_or_never().is_some(), "it is over");
    }

    #[test]
    fn a_request_apart_waits_for_the_one_that_finds_out_too() {
        let clock = ManualClock::new(0);
        let limits = RateLimits::new(Arc::new(clock.clone()));
        let blocked = Limits { blocked: true, ..Limits::default() };
        limits.learn(HERE, 403, &blocked);
        let mut apart = Box::pin(limits.pass_apart(THERE));
        clock.advance(FIRST_BLOCK);
        let probe = limits.pass(HERE, clock.instant()).now_or_never().expect("it finds out");
        assert!((&mut apart).now_or_never().is_none(), "one at a time");
        limits.learn(HERE, 200, &Limits::default());
        drop(probe);
        assert!(apart.now_or_never().is_some(), "it is over");

        limits.learn(HERE, 403, &blocked);
        clock.advance(FIRST_BLOCK);
        let probe = limits.pass_apart(THERE).now_or_never().expect("it finds out as well");
        let mut other = Box::pin(limits.pass(HERE, clock.instant()));
        assert!((&mut other).now_or_never().is_none());
        drop(probe);
        assert!(other.now_or_never().is_some(), "its turn to find out");
    }

    #[test]
    fn a_block_lasts_as_long_as_it_says_or_else_longer_each_time_up_to_an_hour() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let blocked = Limits { blocked: true, ..Limits::default() };
        let mut at = now;
        let doubling = (0..10).map(|n| 5 << n);
        for seconds in doubling.chain([3_600, 3_600]) {
            state.learn(HERE, 403, &blocked, at);
            // Another one was under way already.
            state.learn(THERE, 403, &blocked, at);
            at += Duration::from_secs(seconds);
            assert_eq!(state.blocked.map(|(until, _)| until), Some(at));
        }
        let mut state = State::default();
        let stated = Limits { retry_after: Some(Duration::from_secs(900)), ..blocked };
        state.learn(HERE, 429, &stated, now);
        assert_eq!(until(&mut state, THERE, now), Some(now + Duration::from_secs(900)));
    }
}
