//! Limits on requests to the page, for each person, each address and all together.
//!
//! Nothing but a guessed code is refused here: who is too quick waits, and what they send meanwhile waits
//! on the wire, where it costs nothing. Under all that lies a pace for everybody together, at which those who
//! come seldom go before those who come again and again.

use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use governor::{Quota, RateLimiter, middleware::NoOpMiddleware, state::keyed::HashMapStateStore};
use host::Clock;
use table::PersonId;

use crate::admission::{Admission, Party};

/// How many messages a person may send at once, from all pages together.
const BURST: NonZeroU32 = NonZeroU32::new(20).expect("it is not zero");
/// How many messages a second may follow.
const MESSAGES: NonZeroU32 = NonZeroU32::new(10).expect("it is not zero");

/// How many names another machine may take at once.
const NAMES: NonZeroU32 = NonZeroU32::new(20).expect("it is not zero");
/// The time then until it may take one more.
const NEW_NAME: Duration = Duration::from_secs(5);

/// The time for which a code for another device is good, and for which the person then can say yes.
pub(super) const CODE_LASTS: Duration = Duration::from_mins(5);
/// How many codes may be tried at once.
const CODES: NonZeroU32 = NonZeroU32::new(10).expect("it is not zero");
/// The time then until one more may be tried.
const NEXT_CODE: Duration = Duration::from_mins(1);

/// The paces of everybody together: how many turns there are at a time, and how long each lasts at
/// least.
const MESSAGE_PACE: (usize, Duration) = (4, Duration::from_millis(16));
const REQUEST_PACE: (usize, Duration) = (16, Duration::from_millis(20));
/// For coming in, and for earlier lines: many rows and their pictures are read.
const HISTORY_PACE: (usize, Duration) = (2, Duration::from_millis(32));

/// How many times something may be asked for before limits that are not used are forgotten.
const TIDY_AFTER: u32 = 1_024;

/// The costs of requests to the page, in units of the cheapest thing.
pub(super) mod cost {
    /// A message, a question or a file.
    pub(crate) const LITTLE: u64 = 1;
    /// A message that comes before its author can have read the answer to the one before.
    pub(crate) const HASTY: u64 = 4;
}

/// The limits of a page.
#[derive(Debug)]
pub(super) struct Limits {
    people: Rates<PersonId>,
    names: Rates<IpAddr>,
    codes: Rates<Party>,
    messages: Pace,
    histories: Pace,
    requests: Pace,
    refusals: Pace,
}

impl Limits {
    pub(super) fn new(clock: &Arc<dyn Clock>) -> Self {
        let messages = Quota::per_second(MESSAGES).allow_burst(BURST);
        let names = Quota::with_period(NEW_NAME).unwrap_or(Quota::per_second(NAMES));
        let codes = Quota::with_period(NEXT_CODE).unwrap_or(Quota::per_minute(CODES));
        Self {
            people: Rates::new(messages, clock),
            names: Rates::new(names.allow_burst(NAMES), clock),
            codes: Rates::new(codes.allow_burst(CODES), clock),
            messages: Pace::new(MESSAGE_PACE, clock),
            histories: Pace::new(HISTORY_PACE, clock),
            requests: Pace::new(REQUEST_PACE, clock),
            refusals: Pace::new(REQUEST_PACE, clock),
        }
    }

    /// Waits until a party may send what it sends over its page's socket.
    pub(super) async fn message(&self, party: Party, cost: u64) {
        if let Party::Person(person) = &party {
            self.people.wait(person).await;
        }
        self.messages.turn(party, cost).await;
    }

    /// Waits until a party may have many lines at once.
    pub(super) async fn history(&self, party: Party) {
        if let Party::Person(person) = &party {
            self.people.wait(person).await;
        }
        self.histories.turn(party, cost::LITTLE).await;
    }

    /// Waits until a party may have the answer to a request.
    pub(super) async fn request(&self, party: Party) {
        self.requests.turn(party, cost::LITTLE).await;
    }

    /// Waits until a party's request may be refused that comes from another page. Browsers send such
    /// requests without the person's will, so they take nothing of what the person may ask for.
    pub(super) async fn refusal(&self, party: Party) {
        self.refusals.turn(party, cost::LITTLE).await;
    }

    /// Waits until somebody on another machine may take a new name.
    pub(super) async fn new_name(&self, address: IpAddr) {
        self.names.wait(&address).await;
    }

    /// Returns `true` if a code may be tried from another machine, or on a connection of this one.
    pub(super) fn may_try_code(&self, from: Party) -> bool {
        self.codes.allows(&from)
    }
}

/// Admission in which each turn lasts a while, so that there are only so many in a second.
#[derive(Debug)]
struct Pace {
    gate: Admission,
    lasts: Duration,
    clock: Arc<dyn Clock>,
}

impl Pace {
    fn new((places, lasts): (usize, Duration), clock: &Arc<dyn Clock>) -> Self {
        Self { gate: Admission::new(places), lasts, clock: Arc::clone(clock) }
    }

    /// Waits for a turn.
    async fn turn(&self, party: Party, cost: u64) {
        let pass = self.gate.pass(party, cost).await;
        let over = self.clock.sleep(self.lasts);
        tokio::spawn(async move {
            over.await;
            drop(pass);
        });
    }
}

/// A rate for each key.
#[derive(Debug)]
struct Rates<K: Clone + Eq + std::hash::Hash> {
    limiter: RateLimiter<K, HashMapStateStore<K>, LimiterClock, NoOpMiddleware<Instant>>,
    clock: Arc<dyn Clock>,
    asked: AtomicU32,
}

impl<K: Clone + Eq + std::hash::Hash> Rates<K> {
    fn new(quota: Quota, clock: &Arc<dyn Clock>) -> Self {
        let limiter =
            RateLimiter::new(quota, HashMapStateStore::default(), LimiterClock(Arc::clone(clock)));
        Self { limiter, clock: Arc::clone(clock), asked: AtomicU32::new(0) }
    }

    /// Returns `true` if this key may go on now.
    fn allows(&self, key: &K) -> bool {
        self.tidy();
        self.limiter.check_key(key).is_ok()
    }

    /// Forgets now and then whoever has not come for a while.
    fn tidy(&self) {
        if self.asked.fetch_add(1, Ordering::Relaxed) % TIDY_AFTER == TIDY_AFTER - 1 {
            self.limiter.retain_recent();
        }
    }

    /// Waits until this key may go on.
    async fn wait(&self, key: &K) {
        self.tidy();
        while let Err(early) = self.limiter.check_key(key) {
            self.clock.sleep(early.wait_time_from(self.clock.instant())).await;
        }
    }
}

/// The program's clock as the limiter reads it.
#[derive(Clone, Debug)]
struct LimiterClock(Arc<dyn Clock>);

impl governor::clock::Clock for LimiterClock {
    type Instant = Instant;

    fn now(&self) -> Instant {
        self.0.instant()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use host::ManualClock;
    use table::Platform;

    fn person(name: &str) -> Party {
        Party::Person(PersonId::new(Platform::Local, name))
    }

    /// Lets the tasks run whose pauses are over.
    async fn advance(clock: &ManualClock, by: Duration) {
        clock.advance(by);
        for _ in 0..32 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_person_waits_for_nobody_but_themselves() {
        let clock = ManualClock::new(0);
        let limits = Limits::new(&(Arc::new(clock.clone()) as Arc<dyn Clock>));
        let mut sent = 0;
        // A second passes in steps in which the pace of everybody would let far more through.
        for _ in 0..50 {
            while limits.people.limiter.check_key(&PersonId::new(Platform::Local, "rude")).is_ok() {
                sent += 1;
            }
            advance(&clock, Duration::from_millis(20)).await;
        }
        assert_eq!(sent, BURST.get() + MESSAGES.get() - 1);
        assert!(limits.message(person("rude"), 1).now_or_never().is_some(), "one more by now");
        let mut late = Box::pin(limits.message(person("rude"), 1));
        assert!((&mut late).now_or_never().is_none());
        assert!(limits.message(person("quiet"), 1).now_or_never().is_some());
        advance(&clock, Duration::from_millis(100)).await;
        late.await;
    }

    #[tokio::test]
    async fn everybody_together_has_a_pace() {
        let clock = ManualClock::new(0);
        let limits = Limits::new(&(Arc::new(clock.clone()) as Arc<dyn Clock>));
        let mut crowd: Vec<_> = (0..60)
            .map(|n| Some(Box::pin(limits.message(person(&format!("rude{n}")), cost::HASTY))))
            .collect();
        let mut through = Vec::new();
        for _ in 0..15 {
            let mut passed = 0;
            for one in &mut crowd {
                if one.as_mut().is_some_and(|one| one.as_mut().now_or_never().is_some()) {
                    *one = None;
                    passed += 1;
                }
            }
            through.push(passed);
            advance(&clock, MESSAGE_PACE.1).await;
        }
        assert_eq!(through, [MESSAGE_PACE.0; 15]);
    }

    #[tokio::test]
    async fn what_is_remembered_of_people_is_forgotten() {
        let clock = ManualClock::new(0);
        let rates =
            Rates::new(Quota::per_second(MESSAGES), &(Arc::new(clock.clone()) as Arc<dyn Clock>));
        for n in 0..10 * TIDY_AFTER {
            rates.wait(&n).await;
            clock.advance(Duration::from_millis(10));
        }
        assert!(rates.limiter.len() <= 2 * TIDY_AFTER as usize, "{}", rates.limiter.len());
    }
}
