//! The clock: what time it is, and waiting. Everything else in the program takes it as a value, so
//! that a test can move the time by hand.

use std::{
    fmt::Debug,
    future::{Future, pending},
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use table::Millis;
use tokio::sync::watch;

/// A pause: completes once its instant has come. Dropping it ends it early.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// Two readings of the time, and pauses.
///
/// The wall clock says when something happened or is due. It may be set forward or back at any time, so
/// nothing is measured by it. The second reading only goes forward: pauses and limits go by it.
pub trait Clock: Debug + Send + Sync {
    /// The wall clock: milliseconds since 1970 UTC.
    fn now(&self) -> Millis;

    /// The reading that only goes forward.
    fn instant(&self) -> Instant;

    /// A pause until [`Clock::instant`] has reached `until`; it is over at once if it has.
    fn sleep_until(&self, until: Instant) -> Sleep;

    /// A pause of this length; one that ends beyond every possible reading never does.
    fn sleep(&self, pause: Duration) -> Sleep {
        match self.instant().checked_add(pause) {
            Some(until) => self.sleep_until(until),
            None => Box::pin(pending()),
        }
    }
}

/// Waits for a future for so long at most; `None` if it has not completed by then.
pub async fn timeout<T>(
    clock: &dyn Clock,
    limit: Duration,
    future: impl Future<Output = T>,
) -> Option<T> {
    tokio::select! {
        biased;
        output = future => Some(output),
        () = clock.sleep(limit) => None,
    }
}

/// The machine's clock. It is the only thing in the program that reads the time or sleeps; its
/// pauses have to be waited for on a tokio runtime.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is where the wall clock comes in")]
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
    }

    #[expect(clippy::disallowed_methods, reason = "this is where the other reading comes in")]
    fn instant(&self) -> Instant {
        Instant::now()
    }

    fn sleep_until(&self, until: Instant) -> Sleep {
        // The timer belongs to the runtime that waits for it, whichever makes the pause.
        Box::pin(async move { tokio::time::sleep_until(until.into()).await })
    }
}

/// The machine's clock, whose wall clock shows no time before the given one: another machine may have seen that already.
#[derive(Clone, Copy, Debug)]
pub struct ClockFrom(pub Millis);

impl Clock for ClockFrom {
    fn now(&self) -> Millis {
        SystemClock.now().max(self.0)
    }

    fn instant(&self) -> Instant {
        SystemClock.instant()
    }

    fn sleep_until(&self, until: Instant) -> Sleep {
        SystemClock.sleep_until(until)
    }
}

/// A clock that stands still until a test moves it. A clone is the same clock.
///
/// ```
/// use std::time::Duration;
///
/// use martian_cake_host::{Clock, ManualClock};
///
/// let clock = ManualClock::new(1_000);
/// let start = clock.instant();
/// clock.advance(Duration::from_secs(2));
/// assert_eq!(clock.now(), 3_000);
/// assert_eq!(clock.instant() - start, Duration::from_secs(2));
/// // Somebody sets the machine's clock back; no time has passed.
/// clock.set(500);
/// assert_eq!(clock.now(), 500);
/// assert_eq!(clock.instant() - start, Duration::from_secs(2));
/// ```
#[derive(Clone, Debug)]
pub struct ManualClock {
    readings: Arc<watch::Sender<Readings>>,
}

/// The two readings that a manual clock shows.
#[derive(Clone, Copy, Debug)]
struct Readings {
    wall: Millis,
    instant: Instant,
}

impl ManualClock {
    /// A clock whose wall clock shows this.
    #[must_use]
    pub fn new(wall: Millis) -> Self {
        let readings = Readings { wall, instant: SystemClock.instant() };
        Self { readings: Arc::new(watch::Sender::new(readings)) }
    }

    /// Lets time pass: both readings go on by this much, and the pauses that end by then are over.
    pub fn advance(&self, by: Duration) {
        let millis = Millis::try_from(by.as_millis()).unwrap_or(Millis::MAX);
        self.readings.send_modify(|readings| {
            readings.wall = readings.wall.saturating_add(millis);
            readings.instant += by;
        });
    }

    /// Sets the wall clock, forward or back, as a machine's clock may jump. No time passes, so no
    /// pause ends by it.
    pub fn set(&self, wall: Millis) {
        self.readings.send_modify(|readings| readings.wall = wall);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Millis {
        self.readings.borrow().wall
    }

    fn instant(&self) -> Instant {
        self.readings.borrow().instant
    }

    fn sleep_until(&self, until: Instant) -> Sleep {
        let mut readings = self.readings.subscribe();
        Box::pin(async move {
            if readings.wait_for(|readings| readings.instant >= until).await.is_err() {
                // Nobody can move the clock any more.
                pending().await
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_pause_is_over_at_its_instant_and_not_before() {
        let clock = ManualClock::new(0);
        let mut pause = clock.sleep(SECOND);
        clock.advance(SECOND.saturating_sub(Duration::from_millis(1)));
        assert_eq!((&mut pause).now_or_never(), None);
        clock.advance(Duration::from_millis(1));
        assert_eq!(pause.now_or_never(), Some(()));
        assert_eq!(clock.sleep_until(clock.instant()).now_or_never(), Some(()));
    }

    #[test]
    fn a_wall_clock_that_is_set_ends_no_pause() {
        let clock = ManualClock::new(5_000);
        let pause = clock.sleep(SECOND);
        clock.set(1_000_000);
        assert_eq!(pause.now_or_never(), None);
        assert_eq!(clock.now(), 1_000_000);
    }

    #[test]
    fn an_endless_pause_and_a_clock_that_is_gone_end_nothing() {
        let clock = ManualClock::new(0);
        assert_eq!(clock.sleep(Duration::MAX).now_or_never(), None);
        let pause = clock.sleep(SECOND);
        drop(clock);
        assert_eq!(pause.now_or_never(), None);
    }

    #[test]
    fn a_limit_ends_what_takes_longer_and_nothing_else() {
        let clock = ManualClock::new(0);
        let mut late = Box::pin(timeout(&clock, SECOND, pending::<()>()));
        assert_eq!((&mut late).now_or_never(), None);
        clock.advance(SECOND);
        assert_eq!(late.now_or_never(), Some(None));
        assert_eq!(timeout(&clock, Duration::ZERO, async { 7 }).now_or_never(), Some(Some(7)));
    }

    #[tokio::test]
    async fn the_machines_clock_goes_on_while_it_sleeps() {
        let (start, wall) = (SystemClock.instant(), SystemClock.now());
        SystemClock.sleep(Duration::from_millis(5)).await;
        assert!(SystemClock.instant() - start >= Duration::from_millis(5));
        // The year 2026 and later: seconds would be far below, microseconds far above.
        assert!((1_760_000_000_000..10_000_000_000_000).contains(&wall), "{wall}");
    }
}
