//! Decides when a request may go out: it keeps the limits that Discord states in its answers and the
//! limit over all routes, and stays below the number of refusals at which Discord blocks an address.
//! Where the address is blocked all the same, everything waits, and one request at a time finds out
//! whether that is over.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host::Clock;
use tokio::sync::watch;

/// How many requests may go out in any second, over all routes. Discord's limit is 50; the margin is
/// for requests that arrive closer together than they were sent.
const MAX_PER_SECOND: usize = 40;
/// Up to how many there may be in it when an answer on which nothing depends goes out: what is left is for moves.
const MAX_WITH_PASSING: usize = 30;
/// How many such answers a second there may be however many moves wait, so that no question stays unanswered.
const MIN_PASSING: usize = 4;
/// How many refusals (401, 403, 429) there may be within [`REFUSAL_WINDOW`] before everything waits.
/// At 10,000 Discord blocks the address.
const MAX_REFUSALS: usize = 2_000;
const REFUSAL_WINDOW: Duration = Duration::from_secs(600);
/// The kind of the route that opens private chats.
pub(super) const OPEN_DM: &str = "POST /users/@me/channels";
/// How many private chats may be opened at once, before the pace of their own holds the others up. Discord
/// refuses a few dozen at once (code 40003), beside what its headers state, and publishes no figure: this is
/// what it lets a channel take.
const MAX_OPENED: u8 = 5;
/// How many buckets there may be before those that have filled up again are forgotten.
const MAX_BUCKETS: usize = 1_000;
/// The delay with which a window ends for us: Discord states its end in whole milliseconds.
const ROUNDED: Duration = Duration::from_millis(1);
/// The shortest wait after a 429, so that a limit without a time cannot become a busy loop.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);

/// How long everything waits when the address is blocked and the answer does not say how long; it
/// doubles up to the second.
const FIRST_BLOCK: Duration = Duration::from_secs(5);
const LONGEST_BLOCK: Duration = Duration::from_secs(3_600);

/// The route of a request by which it is limited: its kind and the channel in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Route {
    /// The method and path without ids, as a name.
    pub(super) kind: &'static str,
    /// The channel's id, 0 where the route has none.
    pub(super) major: u64,
}

/// The request that goes first when the same limit holds several up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Urgency {
    /// Something depends on it, such as a game.
    Needed,
    /// It answers a question, of which nothing is stored.
    Passing,
    /// It tidies up.
    Last,
}

/// The information that an answer's headers give about the limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Limits {
    /// Which bucket the route belongs to.
    pub(super) bucket: Option<String>,
    /// How many requests are left in it.
    pub(super) remaining: Option<usize>,
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
    /// Changes when a request is over, which makes room for others.
    changed: watch::Sender<()>,
}

impl RateLimits {
    /// Nothing is known of any limit but our own yet. Private chats are opened that far apart, on average.
    pub(super) fn new(clock: Arc<dyn Clock>, dm_gap: Duration) -> Self {
        let state = State { opened_within: dm_gap * u32::from(MAX_OPENED), ..State::default() };
        Self { clock, state: Mutex::new(state), changed: watch::Sender::new(()) }
    }

    /// Waits until a request on this route may go out, and counts it. Of those that the same bucket or only
    /// the limit over all routes holds up, the most urgent one goes first, and of those the one that waits since
    /// the earliest time. The request is under way until what is returned is dropped.
    pub(super) async fn pass(&self, route: Route, urgency: Urgency, since: Instant) -> Pass<'_> {
        let ticket = self.state().ticket(urgency, since);
        self.pass_by(route, ticket, State::wait).await
    }

    /// Waits until a request may go out that the limit over all routes does not count: only what its own
    /// route and a blocked address say holds it up.
    pub(super) async fn pass_apart(&self, route: Route) -> Pass<'_> {
        let ticket = self.state().ticket(Urgency::Needed, self.clock.instant());
        self.pass_by(route, ticket, State::wait_apart).await
    }

    /// Waits until there is nothing to wait for any more.
    async fn pass_by(
        &self,
        route: Route,
        ticket: Ticket,
        wait: fn(&mut State, Route, Ticket, Instant) -> Wait,
    ) -> Pass<'_> {
        let mut pass = Pass { limits: self, route, ticket, probes: false, is_sent: false };
        let mut changes = self.changed.subscribe();
        loop {
            let wait = wait(&mut self.state(), route, ticket, self.clock.instant());
            // The sender of the changes is our own field, so the wait for them cannot fail.
            match wait {
                Wait::Over { probes } => {
                    pass.probes = probes;
                    return pass;
                }
                Wait::Until(until) => self.clock.sleep_until(until).await,
                Wait::Change(None) => drop(changes.changed().await),
                Wait::Change(Some(until)) => tokio::select! {
                    _ = changes.changed() => {}
                    () = self.clock.sleep_until(until) => {}
                },
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
    route: Route,
    ticket: Ticket,
    probes: bool,
    /// Whether it is sent, and no answer has come.
    is_sent: bool,
}

impl Pass<'_> {
    /// Notes that the request is sent now: if its answer is lost, Discord may have counted it.
    pub(super) fn send(&mut self) {
        self.is_sent = true;
    }

    /// Learns the limits that its answer states.
    pub(super) fn learn(&mut self, status: u16, limits: &Limits) {
        self.is_sent = false;
        self.limits.learn(self.route, status, limits);
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.limits.state();
        state.leave_line(&self.ticket);
        state.waiting.remove(&self.ticket);
        state.under_way.remove(&self.ticket);
        if self.is_sent {
            state.spend(self.route);
        }
        if self.probes {
            state.probing = false;
        }
        drop(state);
        self.limits.changed.send_replace(());
    }
}

/// The place of a request in the line: how urgent it is, since when it waits, and a number of its own.
type Ticket = (Urgency, Instant, u64);

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
    /// For the end of another request, or for this time, if it is known.
    Change(Option<Instant>),
}

/// A window of a bucket, which begins with the first request in it. Before that, and as long as nothing is known
/// of the bucket, there is none.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// How many requests it takes still, without those that were answered.
    remaining: usize,
    reset: Instant,
}

#[derive(Debug, Default)]
struct State {
    /// Discord's name of the bucket of a route; with 0 in place of the channel, the one that a route of this kind
    /// was last told, for channels of which nothing is known yet.
    names: HashMap<Route, String>,
    /// By the name of a bucket and the channel. What is known before a bucket has a name, and what a 429 says of
    /// its route, stands by the kind of the route.
    windows: HashMap<(String, u64), Window>,
    /// Everything waits until then.
    held: Option<Instant>,
    /// When the requests of the last second went out.
    sent: VecDeque<Instant>,
    /// When those of them went out that are not needed.
    passed: VecDeque<Instant>,
    /// When the refusals of the last window came.
    refused: VecDeque<Instant>,
    /// Until when the address counts as blocked at least, and how long that pause was; it is blocked
    /// until a request gets through.
    blocked: Option<(Instant, Duration)>,
    /// Whether a request is under way that finds out.
    probing: bool,
    /// When the private chats of the last while were opened, and how long that is.
    opened: VecDeque<Instant>,
    opened_within: Duration,
    /// The requests that were let out and are not over.
    under_way: HashMap<Ticket, Route>,
    /// The requests that their buckets hold up.
    waiting: BTreeMap<Ticket, Route>,
    /// The requests that only the limit over all routes holds up: those that are needed, and the others.
    line: BTreeSet<Ticket>,
    passing_line: BTreeSet<Ticket>,
    last_ticket: u64,
}

impl State {
    fn ticket(&mut self, urgency: Urgency, since: Instant) -> Ticket {
        self.last_ticket += 1;
        (urgency, since, self.last_ticket)
    }

    /// Returns what the request has to wait for; if for nothing, it is counted.
    fn wait(&mut self, route: Route, ticket: Ticket, now: Instant) -> Wait {
        forget(&mut self.sent, now, Duration::from_secs(1));
        forget(&mut self.refused, now, REFUSAL_WINDOW);
        let everything = [
            self.held,
            (self.refused.len() >= MAX_REFUSALS).then(|| self.refused[0] + REFUSAL_WINDOW),
        ];
        let apart = self.held_up(everything, now);
        if let Some(wait) = apart.or_else(|| self.wait_for_bucket(route, ticket, now)) {
            self.leave_line(&ticket);
            return wait;
        }
        if let Some(wait) = self.wait_in_line(ticket, now) {
            return wait;
        }
        self.sent.push_back(now);
        if ticket.0 > Urgency::Needed {
            self.passed.push_back(now);
        }
        self.take(route, ticket, now)
    }

    /// Returns what a request waits for that the limit over all routes does not count; if for nothing, its own
    /// route counts it.
    fn wait_apart(&mut self, route: Route, ticket: Ticket, now: Instant) -> Wait {
        let held = self.held_up([None, None], now);
        let held = held.or_else(|| self.wait_for_bucket(route, ticket, now));
        held.unwrap_or_else(|| self.take(route, ticket, now))
    }

    /// Returns what a blocked address and `everything` that holds for all routes let a request wait for.
    fn held_up(&self, everything: [Option<Instant>; 2], now: Instant) -> Option<Wait> {
        let blocked = self.blocked.map(|(until, _)| until);
        let reasons = everything.into_iter().chain([blocked]).flatten();
        if let Some(until) = reasons.filter(|until| *until > now).max() {
            return Some(Wait::Until(until));
        }
        (self.blocked.is_some() && self.probing).then_some(Wait::Change(None))
    }

    /// Returns what its bucket, and those before it there, let a request wait for.
    fn wait_for_bucket(&mut self, route: Route, ticket: Ticket, now: Instant) -> Option<Wait> {
        let (room, until) = self.room(route, now);
        let before = self.waiting.range(..ticket);
        let before = before.filter(|(_, other)| self.are_together(route, **other));
        if before.take(room).count() < room {
            self.waiting.remove(&ticket);
            return None;
        }
        self.waiting.insert(ticket, route);
        Some(Wait::Change(until))
    }

    /// Returns for how many requests there is room in the bucket of a route, and when there may be more, if that
    /// is known. A window is begun by one request, whose answer says how many more it takes.
    fn room(&mut self, route: Route, now: Instant) -> (usize, Option<Instant>) {
        forget(&mut self.opened, now, self.opened_within);
        let by_kind = (route.kind.to_owned(), route.major);
        let windows = [self.key(route), by_kind].map(|key| self.windows.get(&key));
        let open = windows.into_iter().flatten().filter(|window| window.reset > now);
        let window = open.min_by_key(|window| (window.remaining, Reverse(window.reset)));
        let under_way = self.under_way.values();
        let under_way = under_way.filter(|other| self.are_together(route, **other)).count();
        let room = window.map_or(1, |window| window.remaining).saturating_sub(under_way);
        let paced = usize::from(MAX_OPENED).saturating_sub(self.opened.len());
        if route.kind == OPEN_DM && paced < room {
            return (paced, self.opened.front().map(|first| *first + self.opened_within));
        }
        (room, window.map(|window| window.reset))
    }

    /// Returns `true` if two routes share a bucket, as far as is known.
    fn are_together(&self, one: Route, other: Route) -> bool {
        let is_named = || self.name(one).is_some_and(|name| self.name(other) == Some(name));
        one.major == other.major && (one.kind == other.kind || is_named())
    }

    /// Returns what the limit over all routes lets a request wait for.
    fn wait_in_line(&mut self, ticket: Ticket, now: Instant) -> Option<Wait> {
        forget(&mut self.passed, now, Duration::from_secs(1));
        let room = MAX_PER_SECOND.saturating_sub(self.sent.len());
        let assured = MIN_PASSING.saturating_sub(self.passed.len());
        let (line, free) = if ticket.0 == Urgency::Needed {
            let kept = assured.min(self.passing_line.len());
            (&mut self.line, room.saturating_sub(kept))
        } else {
            let spare = MAX_WITH_PASSING.saturating_sub(self.sent.len() + self.line.len());
            (&mut self.passing_line, spare.max(assured.min(room)))
        };
        let known = free + self.sent.len();
        let before = line.range(..ticket).take(known).count();
        if before < free {
            line.remove(&ticket);
            return None;
        }
        line.insert(ticket);
        // Those before it take what is free and what becomes free next. Whoever looked earlier would wake up for
        // nothing, and of a thousand that wait each one at each request.
        let made_room = self.sent.get(before - free).or(self.sent.back());
        Some(Wait::Until(
            made_room.map_or(now + SHORTEST_WAIT, |sent| *sent + Duration::from_secs(1)),
        ))
    }

    /// Takes a request out of the line for the limit over all routes.
    fn leave_line(&mut self, ticket: &Ticket) {
        self.line.remove(ticket);
        self.passing_line.remove(ticket);
    }

    /// Lets a request go out now, and its own route counts it. Where the address is blocked it finds out.
    fn take(&mut self, route: Route, ticket: Ticket, now: Instant) -> Wait {
        self.under_way.insert(ticket, route);
        if route.kind == OPEN_DM {
            self.opened.push_back(now);
        }
        let probes = self.blocked.is_some();
        self.probing |= probes;
        Wait::Over { probes }
    }

    /// Counts a request of whose limits nothing is told, in the window that is known.
    fn spend(&mut self, route: Route) {
        let key = self.key(route);
        if let Some(window) = self.windows.get_mut(&key) {
            window.remaining = window.remaining.saturating_sub(1);
        }
    }

    /// Learns the window of a bucket at the time `now`. Answers may overtake each other: the one that leaves least
    /// knows most.
    fn learn_window(&mut self, key: (String, u64), learned: Window, now: Instant) {
        if self.windows.len() > MAX_BUCKETS {
            self.windows.retain(|_, window| window.reset > now);
        }
        let known = self.windows.remove(&key).filter(|known| known.reset > now);
        let window = known.map_or(learned, |known| Window {
            remaining: known.remaining.min(learned.remaining),
            reset: known.reset.max(learned.reset),
        });
        self.windows.insert(key, window);
    }

    /// Learns the limits that an answer states at the time `now`.
    fn learn(&mut self, route: Route, status: u16, limits: &Limits, now: Instant) {
        if limits.blocked {
            return self.block(limits.retry_after, now);
        }
        if status < 500 && self.blocked.take().is_some() {
            tracing::info!("Discord answers this address again");
        }
        if matches!(status, 401 | 403) || (status == 429 && !limits.shared) {
            self.refused.push_back(now);
            let refusals =
                metrics::counter!("martian_cake_refusals_total", "status" => status.to_string());
            refusals.increment(1);
        }
        if status == 429 {
            let reset = now + limits.retry_after.unwrap_or_default().max(SHORTEST_WAIT);
            if limits.global {
                self.held = self.held.max(Some(reset));
            }
            // Even a limit for all: it says nothing to requests that it does not count. Its bucket may be another
            // one than that of the route's other answers, which say nothing about this limit.
            let named = limits.bucket.clone().map_or(self.key(route), |name| (name, route.major));
            for key in [named, (route.kind.to_owned(), route.major)] {
                self.learn_window(key, Window { remaining: 0, reset }, now);
            }
            return;
        }
        if let Some(name) = &limits.bucket {
            self.learn_name(route, name);
        }
        if let (Some(remaining), Some(after)) = (limits.remaining, limits.reset_after) {
            let window = Window { remaining, reset: now + after + ROUNDED };
            self.learn_window(self.key(route), window, now);
        } else {
            self.spend(route);
        }
    }

    /// Discord's name of the bucket of a route, as far as it is known.
    fn name(&self, route: Route) -> Option<&str> {
        let of_its_kind = Route { major: 0, ..route };
        self.names.get(&route).or_else(|| self.names.get(&of_its_kind)).map(String::as_str)
    }

    /// Learns Discord's name of the bucket of a route.
    fn learn_name(&mut self, route: Route, name: &str) {
        if self.names.len() > MAX_BUCKETS {
            self.names.retain(|route, _| route.major == 0);
        }
        for route in [route, Route { major: 0, ..route }] {
            if self.names.get(&route).is_none_or(|known| known != name) {
                self.names.insert(route, name.to_owned());
            }
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
        (self.name(route).unwrap_or(route.kind).to_owned(), route.major)
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
    use std::iter;

    use futures_util::FutureExt as _;

    use super::{Urgency::Needed, *};
    use host::{ManualClock, SystemClock};

    const HERE: Route = Route { kind: "send", major: 1 };
    const THERE: Route = Route { kind: "send", major: 2 };

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn limits(clock: &ManualClock) -> RateLimits {
        RateLimits::new(Arc::new(clock.clone()), ms(1_000))
    }

    /// Until when a request that has come just now waits; if it does not, it is over at once.
    fn until(state: &mut State, route: Route, now: Instant) -> Option<Instant> {
        let ticket = state.ticket(Needed, now);
        let wait = state.wait(route, ticket, now);
        state.line.clear();
        state.waiting.clear();
        state.under_way.clear();
        match wait {
            Wait::Over { .. } => None,
            Wait::Until(until) | Wait::Change(Some(until)) => Some(until),
            Wait::Change(None) => panic!("nothing else is under way"),
        }
    }

    #[test]
    fn a_request_passes_when_its_limit_ends_and_not_before() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        let answer = Limits { retry_after: Some(ms(300)), global: true, ..Limits::default() };
        limits.learn(HERE, 429, &answer);
        let mut pass = Box::pin(limits.pass(THERE, Needed, clock.instant()));
        clock.advance(ms(299));
        assert!((&mut pass).now_or_never().is_none());
        clock.advance(ms(1));
        assert!(pass.now_or_never().is_some());
    }

    #[test]
    fn an_empty_bucket_holds_its_channel_alone() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        assert_eq!(until(&mut state, HERE, now), None);
        state.learn(HERE, 200, &left(1, 900), now);
        assert_eq!(until(&mut state, HERE, now), None, "one was left");
        state.learn(HERE, 200, &left(0, 900), now);
        assert_eq!(until(&mut state, HERE, now), Some(now + ms(900) + ROUNDED));
        assert_eq!(until(&mut state, THERE, now), None);
        assert_eq!(until(&mut state, HERE, now + ms(900) + ROUNDED), None, "full again");
    }

    /// The answer that so many requests are left in a window of this length, in Discord's bucket `abcd`.
    fn left(remaining: usize, window: u64) -> Limits {
        Limits {
            bucket: Some("abcd".into()),
            remaining: Some(remaining),
            reset_after: Some(ms(window)),
            ..Limits::default()
        }
    }

    /// Lets requests on a route go out until one has to wait, and gives those that are under way.
    fn burst(limits: &RateLimits, route: Route) -> Vec<Pass<'_>> {
        let next = || limits.pass(route, Needed, limits.clock.instant()).now_or_never();
        let mut sent: Vec<_> = iter::from_fn(next).take(100).collect();
        sent.iter_mut().for_each(Pass::send);
        sent
    }

    #[test]
    fn a_window_takes_as_many_as_its_limit_and_is_begun_by_one() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        for limit in [5, 2, 9] {
            let mut first = burst(&limits, HERE);
            assert_eq!(first.len(), 1, "nothing is known of the window yet");
            first[0].learn(200, &left(limit - 1, 900));
            drop(first);
            let mut sent = burst(&limits, HERE);
            assert_eq!(sent.len(), limit - 1);
            // Their answers overtake each other, and one is lost.
            for (pass, n) in sent.iter_mut().skip(1).zip(0..) {
                pass.learn(200, &left(n, 900 - 100 * n as u64));
            }
            drop(sent);
            assert_eq!(burst(&limits, HERE).len(), 0, "all are spent");
            clock.advance(ms(900) + ROUNDED);
        }
    }

    #[test]
    fn what_is_under_way_when_a_window_ends_counts_in_the_next_one() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        burst(&limits, HERE)[0].learn(200, &left(2, 900));
        let mut slow = burst(&limits, HERE);
        clock.advance(ms(900) + ROUNDED);
        assert_eq!((slow.len(), burst(&limits, HERE).len()), (2, 0));
        slow.pop().expect("two").learn(200, &left(2, 900));
        assert_eq!(burst(&limits, HERE).len(), 1);
    }

    #[test]
    fn an_answer_that_says_nothing_or_is_lost_holds_nothing_up_for_good() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        for _ in 0..3 {
            let mut silent = burst(&limits, HERE);
            assert_eq!(silent.len(), 1, "one at a time");
            silent[0].learn(200, &Limits::default());
            drop(silent);
            assert_eq!(burst(&limits, HERE).len(), 1, "this one is lost");
        }
        burst(&limits, HERE)[0].learn(200, &left(4, 900));
        assert_eq!(burst(&limits, HERE).len(), 4, "those are lost as well");
        assert_eq!(burst(&limits, HERE).len(), 0, "Discord may have counted them");
        clock.advance(ms(900) + ROUNDED);
        burst(&limits, HERE)[0].learn(200, &left(4, 900));
        // What is not wanted any more when its turn comes is not sent, and not spent.
        for _ in 0..9 {
            let pass = limits.pass(HERE, Needed, clock.instant()).now_or_never();
            assert!(pass.is_some());
        }
    }

    #[test]
    fn routes_with_one_bucket_are_counted_together() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        let edit = Route { kind: "edit", major: 1 };
        for route in [HERE, edit] {
            burst(&limits, route)[0].learn(200, &left(9, 900));
        }
        clock.advance(ms(900) + ROUNDED);
        burst(&limits, HERE)[0].learn(200, &left(4, 900));
        let sent = burst(&limits, edit);
        assert_eq!((sent.len(), burst(&limits, HERE).len()), (4, 0));
        drop(sent);
        assert_eq!(burst(&limits, HERE).len(), 0);
        assert_eq!(burst(&limits, Route { kind: "edit", major: 2 }).len(), 1);
    }

    #[test]
    fn a_bucket_that_gets_its_name_later_stays_as_it_was() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let limited = Limits { retry_after: Some(ms(700)), shared: true, ..Limits::default() };
        state.learn(THERE, 429, &limited, now);
        state.learn(HERE, 200, &left(4, 900), now);
        assert_eq!(until(&mut state, THERE, now), Some(now + ms(700)));
    }

    #[test]
    fn a_limit_of_another_bucket_holds_whatever_is_answered_elsewhere() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        state.learn(HERE, 200, &left(4, 300), now);
        let limited = Limits {
            bucket: Some("other".into()),
            retry_after: Some(ms(2_500)),
            ..Limits::default()
        };
        state.learn(HERE, 429, &limited, now);
        // Here too an answer comes that was under way.
        for route in [THERE, HERE] {
            state.learn(route, 200, &left(4, 300), now);
        }
        for later in [0, 300, 2_499] {
            assert_eq!(until(&mut state, HERE, now + ms(later)), Some(now + ms(2_500)));
        }
        assert_eq!(until(&mut state, HERE, now + ms(2_500)), None);
        assert_eq!(until(&mut state, THERE, now), None, "it is a limit of that channel");
    }

    #[test]
    fn a_channel_keeps_its_bucket_when_another_one_has_another() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        state.learn(HERE, 200, &left(0, 900), now);
        let private = Limits { bucket: Some("private".into()), ..left(4, 300) };
        state.learn(THERE, 200, &private, now);
        assert_eq!(until(&mut state, HERE, now), Some(now + ms(900) + ROUNDED));
    }

    #[test]
    fn those_that_wait_for_a_bucket_go_in_their_order() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        burst(&limits, HERE)[0].learn(200, &left(0, 900));
        let now = clock.instant();
        let mut waiting: Vec<_> =
            [3, 1, 2].map(|n| (n, Box::pin(limits.pass(HERE, Needed, now + ms(n))))).into();
        for (_, pass) in &mut waiting {
            assert!(pass.now_or_never().is_none());
        }
        clock.advance(ms(900) + ROUNDED);
        for first in 1..=3 {
            let mut went = Vec::new();
            for (n, pass) in &mut waiting {
                went.extend(pass.now_or_never().map(|pass| (*n, pass)));
            }
            assert!(matches!(&went[..], [(n, _)] if *n == first), "{went:?}");
            waiting.retain(|(n, _)| *n != first);
        }
    }

    #[test]
    fn private_chats_are_opened_at_a_pace_of_their_own() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        let open = Route { kind: OPEN_DM, major: 0 };
        burst(&limits, open)[0].learn(200, &left(1_000, 900_000));
        let mut opened = 1 + burst(&limits, open).len();
        assert_eq!(opened, usize::from(MAX_OPENED));
        for _ in 0..10 {
            clock.advance(ms(5_000));
            assert!(burst(&limits, HERE).len() == 1, "nothing else waits for that");
            opened += burst(&limits, open).len();
        }
        assert_eq!(opened, 11 * usize::from(MAX_OPENED));
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
        let (late, early) = (state.ticket(Needed, now + ms(2)), state.ticket(Needed, now));
        for ticket in [late, early] {
            assert_eq!(state.wait(HERE, ticket, now + ms(5)), Wait::Until(now + ms(1_000)));
        }
        // One place is free again; both ask, the later one first.
        state.sent.truncate(MAX_PER_SECOND - 1);
        let soon = now + ms(6);
        assert_eq!(state.wait(HERE, late, soon), Wait::Until(now + ms(1_000)), "not its place");
        assert_eq!(state.wait(THERE, early, soon), Wait::Over { probes: false });
    }

    /// Requests of channels of their own that wait since a time.
    fn sixty(state: &mut State, urgency: Urgency, since: Instant) -> Vec<Ticket> {
        (0..60).map(|_| state.ticket(urgency, since)).collect()
    }

    /// Lets those go out that may, in the order in which they stand here, and returns how many went.
    fn go(state: &mut State, waiting: &mut Vec<Ticket>, now: Instant) -> usize {
        let before = waiting.len();
        waiting.retain(|ticket| {
            let route = Route { kind: "send", major: ticket.2 };
            state.wait(route, *ticket, now) != Wait::Over { probes: false }
        });
        before - waiting.len()
    }

    #[test]
    fn answers_on_which_nothing_depends_leave_room_for_moves() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let mut tidying = sixty(&mut state, Urgency::Last, now);
        let mut answers = sixty(&mut state, Urgency::Passing, now);
        assert_eq!(go(&mut state, &mut answers, now), MAX_WITH_PASSING);
        assert_eq!(go(&mut state, &mut tidying, now), 0);
        let soon = now + ms(10);
        let mut moves = sixty(&mut state, Urgency::Needed, soon);
        assert_eq!(go(&mut state, &mut moves, soon), MAX_PER_SECOND - MAX_WITH_PASSING);
        // Moves go before what has waited for longer, but for a few.
        let next = now + ms(1_000);
        assert_eq!(go(&mut state, &mut tidying, next), 0);
        assert_eq!(go(&mut state, &mut answers, next), MIN_PASSING);
        assert_eq!(go(&mut state, &mut moves, next), MAX_WITH_PASSING - MIN_PASSING);
    }

    #[test]
    fn a_few_questions_are_answered_however_many_moves_wait() {
        let (mut state, now) = (State::default(), SystemClock.instant());
        let mut moves = sixty(&mut state, Urgency::Needed, now);
        moves.extend(sixty(&mut state, Urgency::Needed, now));
        let mut answers = sixty(&mut state, Urgency::Passing, now);
        assert_eq!(go(&mut state, &mut moves, now), MAX_PER_SECOND);
        assert_eq!(go(&mut state, &mut answers, now), 0);
        let next = now + ms(1_000);
        assert_eq!(go(&mut state, &mut moves, next), MAX_PER_SECOND - MIN_PASSING);
        assert_eq!(go(&mut state, &mut answers, next), MIN_PASSING);
    }

    #[test]
    fn a_blocked_address_holds_everything_and_one_request_probes() {
        let clock = ManualClock::new(0);
        let limits = limits(&clock);
        let blocked = Limits { blocked: true, ..Limits::default() };
        let pass = |route| Box::pin(limits.pass(route, Needed, clock.instant()));
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
        let limits = limits(&clock);
        let blocked = Limits { blocked: true, ..Limits::default() };
        limits.learn(HERE, 403, &blocked);
        let mut apart = Box::pin(limits.pass_apart(THERE));
        clock.advance(FIRST_BLOCK);
        let probe =
            limits.pass(HERE, Needed, clock.instant()).now_or_never().expect("it finds out");
        assert!((&mut apart).now_or_never().is_none(), "one at a time");
        limits.learn(HERE, 200, &Limits::default());
        drop(probe);
        assert!(apart.now_or_never().is_some(), "it is over");

        limits.learn(HERE, 403, &blocked);
        clock.advance(FIRST_BLOCK);
        let probe = limits.pass_apart(THERE).now_or_never().expect("it finds out as well");
        let mut other = Box::pin(limits.pass(HERE, Needed, clock.instant()));
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
