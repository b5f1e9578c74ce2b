//! Threads that do jobs beside the loop, in fair turns of those who bring them.
//!
//! All threads are made at the start and none later, so that a machine which has no thread left cannot
//! stop what is running. A job that panics is logged and costs nobody else anything.

use std::{
    fmt,
    hash::Hash,
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::sync::oneshot;

use crate::queues::fair_queue::{FairQueue, Next, Order};

/// How long a person who has come to wait is kept waiting for an answer, as far as the jobs keep to
/// their [`Share`].
const ROUND: Duration = Duration::from_secs(4);

/// Threads for the jobs of people `P`. When it is dropped, jobs that have not begun are dropped too, and
/// the threads end with what they are doing.
pub struct Workers<P> {
    shared: Arc<Shared<P>>,
}

/// The state that the threads share.
struct Shared<P> {
    waiting: Mutex<Waiting<P>>,
    changed: Condvar,
    /// How many threads do every kind of job.
    places: usize,
    /// How many more are kept for quick ones.
    kept: usize,
}

/// The jobs that wait.
struct Waiting<P> {
    long: FairQueue<P, Job>,
    quick: FairQueue<P, Job>,
    is_closed: bool,
}

/// A piece of work that is to be done.
struct Job {
    run: Box<dyn FnOnce(Share<'_>) + Send>,
    /// Set once nobody waits for it any more.
    cancelled: Arc<AtomicBool>,
}

/// The duration of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// So long that others feel it.
    Long,
    /// So short that one thread serves many.
    Quick,
}

/// The part of the threads' time that a job may take: the smaller, the more people wait.
#[derive(Clone, Copy)]
pub(crate) struct Share<'a> {
    /// How many threads there are for jobs of its length.
    places: usize,
    /// The greatest number of people who waited at once while the job did.
    before: usize,
    /// How many people wait now; 0 if nobody does but the job's own person.
    now: &'a dyn Fn() -> usize,
}

impl Share<'_> {
    /// Returns how long the job may take in all by what is known now, between `least` and `greatest`. It falls
    /// when others come to wait, so it is asked for again and again.
    ///
    /// Whoever comes to wait as one of `n` people, for one of `k` threads, has the answer after the time
    /// of `(n + 2k - 1) / k` jobs at most: those that are running, one of each of the others, and their
    /// own. So if every job keeps to its share, that is after [`ROUND`], wherever `least` allows it.
    pub(crate) fn time(self, least: Duration, greatest: Duration) -> Duration {
        // Alone, one only keeps oneself waiting.
        let before = if self.before > 1 { self.before } else { 0 };
        let crowd = before.max((self.now)());
        if crowd == 0 {
            return greatest;
        }
        let part = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let time = ROUND.saturating_mul(part(self.places)) / part(crowd + 2 * self.places - 1);
        time.clamp(least, greatest)
    }
}

/// By how much a thread that gives way is nicer than others: with 5 it has a third of the time that they have
/// where there is too little for all.
#[cfg(target_os = "linux")]
const NICER: i32 = 5;

/// Lets this thread give way to others. Whoever waits for an answer should not wait for a long search, which
/// lasts a moment longer instead. Only Linux has this for single threads; it is no fault if it fails.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Ok(nice) = rustix::process::getpriority_process(None) {
        let _ = rustix::process::setpriority_process(None, nice + NICER);
    }
}

impl<P> fmt::Debug for Workers<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}

impl<P> Drop for Workers<P> {
    fn drop(&mut self) {
        let mut waiting = self.shared.lock();
        waiting.is_closed = true;
        // Dropped outside the lock: what they hold may do anything when it is dropped.
        let dropped = (mem::take(&mut waiting.long), mem::take(&mut waiting.quick));
        drop(waiting);
        self.shared.changed.notify_all();
        drop(dropped);
    }
}

impl<P: Clone + Eq + Hash + Send + 'static> Workers<P> {
    /// Makes `places` threads, at least one, for jobs of every kind; the people who wait have their
    /// turns as they came.
    ///
    /// # Errors
    /// The system's error if it gives no thread.
    pub fn new(name: &str, places: usize) -> io::Result<Self> {
        Self::in_order(name, places, 0, Order::Arrival, false)
    }

    /// Like [`new`](Self::new), but those go first who have used the threads least lately.
    pub(crate) fn by_least_use(name: &str, places: usize) -> io::Result<Self> {
        Self::in_order(name, places, 0, Order::LeastLately, false)
    }

    /// Does the same with threads that give way to all others where the processor is busy.
    pub(crate) fn that_give_way(name: &str, places: usize) -> io::Result<Self> {
        Self::in_order(name, places, 0, Order::LeastLately, true)
    }

    /// Makes `places` threads, at least one, and `kept` more for quick jobs alone. People have their
    /// turns as they came, so that the jobs can keep to their [`Share`]. Where the processor is busy the
    /// threads for jobs of every kind give way to all others.
    pub(crate) fn with_kept(name: &str, places: usize, kept: usize) -> io::Result<Self> {
        Self::in_order(name, places, kept, Order::Arrival, kept > 0)
    }

    fn in_order(
        name: &str,
        places: usize,
        kept: usize,
        order: Order,
        gives_way: bool,
    ) -> io::Result<Self> {
        let waiting =
            Waiting { long: FairQueue::new(order), quick: FairQueue::new(order), is_closed: false };
        let (waiting, changed) = (Mutex::new(waiting), Condvar::new());
        let shared = Arc::new(Shared { waiting, changed, places: places.max(1), kept });
        // If one cannot be made, dropping this ends those that could.
        let workers = Self { shared };
        for at in 0..workers.shared.places + kept {
            let shared = Arc::clone(&workers.shared);
            let is_kept = at >= shared.places;
            let gives_way = gives_way && !is_kept;
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                if gives_way {
                    give_way();
                }
                shared.work(is_kept);
            })?;
        }
        Ok(workers)
    }

    /// Lets a job of a person wait for its turn; it is dropped if it is cancelled before.
    pub(crate) fn queue(
        &self,
        whose: P,
        length: Length,
        cancelled: Arc<AtomicBool>,
        run: impl FnOnce(Share<'_>) + Send + 'static,
    ) {
        let job = Job { run: Box::new(run), cancelled };
        let mut waiting = self.shared.lock();
        match length {
            Length::Long => waiting.long.push(whose, job),
            Length::Quick => waiting.quick.push(whose, job),
        }
        drop(waiting);
        self.shared.changed.notify_all();
    }

    /// Returns how many jobs wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        let waiting = self.shared.lock();
        waiting.long.len() + waiting.quick.len()
    }

    /// Does a job of a person when its turn has come, and gives its result; `None` if it panicked or the
    /// threads have ended. A job that nobody waits for any more is not begun.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: P,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        self.queue(whose, Length::Long, Arc::default(), move |_| {
            if !done.is_closed() {
                // The caller may be gone by the end.
                let _ = done.send(job());
            }
        });
        result.await.ok()
    }
}

impl<P> Shared<P> {
    fn lock(&self) -> MutexGuard<'_, Waiting<P>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Clone + Eq + Hash> Shared<P> {
    /// The life of a thread; one that is kept does quick jobs alone.
    fn work(&self, is_kept: bool) {
        while let Some((Next { whose, job, crowd }, length)) = self.next(is_kept) {
            let now = || self.crowd_beside(&whose, length);
            let places = match length {
                Length::Long => self.places,
                Length::Quick => self.kept.max(1),
            };
            let share = Share { places, before: crowd, now: &now };
            if catch_unwind(AssertUnwindSafe(|| (job.run)(share))).is_err() {
                tracing::error!("a job beside the host's loop has panicked");
            }
        }
    }

    /// Waits for the next job; `None` when there will be none.
    fn next(&self, is_kept: bool) -> Option<(Next<P, Job>, Length)> {
        let is_wanted = |job: &Job| !job.cancelled.load(Ordering::Relaxed);
        let mut waiting = self.lock();
        while !waiting.is_closed {
            let long = if is_kept { None } else { waiting.long.pop(is_wanted) };
            let next = long.map(|next| (next, Length::Long));
            let next = next.or_else(|| Some((waiting.quick.pop(is_wanted)?, Length::Quick)));
            if next.is_some() {
                return next;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Returns how many people wait, if somebody does beside this person.
    fn crowd_beside(&self, whose: &P, length: Length) -> usize {
        let waiting = self.lock();
        let queue = match length {
            Length::Long => &waiting.long,
            Length::Quick => &waiting.quick,
        };
        if queue.others_wait(whose) { queue.people() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    const LEAST: Duration = Duration::from_millis(100);
    const GREATEST: Duration = Duration::from_secs(3);

    /// A pool of which the first place is taken until something is sent.
    fn busy(places: usize, kept: usize) -> (Workers<char>, Sender<()>) {
        let workers = Workers::with_kept("test", places, kept).unwrap();
        let (go_on, wait) = channel::<()>();
        let (tell, begun) = channel();
        workers.queue('z', Length::Long, Arc::default(), move |_| {
            tell.send(()).unwrap();
            let _ = wait.recv();
        });
        begun.recv().unwrap();
        (workers, go_on)
    }

    /// Lets a job of a person wait that tells its number.
    fn queue(workers: &Workers<char>, whose: char, length: Length, n: u32, tell: &Sender<u32>) {
        let tell = tell.clone();
        workers.queue(whose, length, Arc::default(), move |_| tell.send(n).unwrap());
    }

    fn told(told: &Receiver<u32>, n: usize) -> Vec<u32> {
        told.iter().take(n).collect()
    }

    #[test]
    fn fifty_jobs_of_one_person_come_before_another_ones_first_only_once() {
        let (workers, go_on) = busy(1, 0);
        let (tell, order) = channel();
        (0..50).for_each(|n| queue(&workers, 'a', Length::Long, n, &tell));
        queue(&workers, 'b', Length::Long, 100, &tell);
        queue(&workers, 'c', Length::Long, 200, &tell);
        queue(&workers, 'b', Length::Long, 101, &tell);
        go_on.send(()).unwrap();
        assert_eq!(told(&order, 6), [0, 100, 200, 1, 101, 2]);
        assert_eq!(told(&order, 47), (3..50).collect::<Vec<_>>());
    }

    #[test]
    fn by_least_use_a_quiet_person_waits_for_what_is_under_way() {
        let workers = Workers::by_least_use("test", 1).unwrap();
        let (tell, order) = channel();
        // Each of a crowd has had a turn, and comes again.
        let crowd = || ('a'..='p').zip(0..);
        crowd().for_each(|(whose, n)| queue(&workers, whose, Length::Long, n, &tell));
        assert_eq!(told(&order, 16).len(), 16);
        let (go_on, wait) = channel::<()>();
        workers.queue('z', Length::Long, Arc::default(), move |_| {
            let _ = wait.recv();
        });
        crowd().for_each(|(whose, n)| queue(&workers, whose, Length::Long, n, &tell));
        queue(&workers, 'q', Length::Long, 100, &tell);
        go_on.send(()).unwrap();
        assert_eq!(told(&order, 3), [100, 0, 1]);
    }

    #[test]
    fn a_quick_job_waits_for_no_long_one() {
        let (workers, _go_on) = busy(1, 1);
        let (tell, order) = channel();
        queue(&workers, 'a', Length::Long, 1, &tell);
        queue(&workers, 'b', Length::Quick, 2, &tell);
        assert_eq!(told(&order, 1), [2], "the only other place is taken for good");
    }

    #[test]
    fn quick_jobs_use_a_free_place_and_long_ones_no_kept_place() {
        let (workers, go_on) = busy(2, 0);
        let (tell, order) = channel();
        queue(&workers, 'b', Length::Quick, 2, &tell);
        assert_eq!(told(&order, 1), [2]);
        drop((workers, go_on));
        let (workers, _go_on) = busy(1, 1);
        queue(&workers, 'a', Length::Long, 1, &tell);
        queue(&workers, 'b', Length::Quick, 2, &tell);
        queue(&workers, 'b', Length::Quick, 3, &tell);
        assert_eq!(told(&order, 2), [2, 3]);
        assert!(order.try_recv().is_err(), "the long one waits on");
    }

    #[test]
    fn what_is_cancelled_before_its_turn_is_not_begun() {
        let (workers, go_on) = busy(1, 0);
        let (tell, order) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let told_early = tell.clone();
        workers.queue('a', Length::Long, Arc::clone(&cancelled), move |_| {
            told_early.send(1).unwrap();
        });
        queue(&workers, 'a', Length::Long, 2, &tell);
        cancelled.store(true, Ordering::Relaxed);
        go_on.send(()).unwrap();
        assert_eq!(told(&order, 1), [2]);
    }

    #[tokio::test]
    async fn a_panic_costs_its_own_job_alone() {
        let workers = Workers::new("test", 1).unwrap();
        assert_eq!(workers.run('a', || -> u32 { panic!("a fault") }).await, None);
        assert_eq!(workers.run('a', || 7).await, Some(7));
    }

    #[tokio::test]
    async fn what_waits_when_the_pool_is_dropped_has_no_result() {
        let (workers, _go_on) = busy(1, 0);
        let workers = Arc::new(workers);
        let waiting = Arc::clone(&workers);
        let waiting = tokio::spawn(async move {
            let (done, result) = oneshot::channel::<u32>();
            waiting.queue('a', Length::Long, Arc::default(), move |_| {
                let _ = done.send(1);
            });
            drop(waiting);
            result.await
        });
        tokio::task::yield_now().await;
        drop(workers);
        assert!(waiting.await.unwrap().is_err());
    }

    #[test]
    fn a_share_falls_with_those_who_wait_and_stays_within_its_bounds() {
        let share = |places, before, now: usize| {
            Share { places, before, now: &|| now }.time(LEAST, GREATEST).as_millis()
        };
        assert_eq!(share(1, 1, 0), 3_000, "nobody else is there");
        assert_eq!([share(1, 1, 1), share(1, 0, 1)], [2_000, 2_000]);
        // Whoever waits longest has waited with as many, even if few are left behind.
        assert_eq!([share(1, 4, 0), share(1, 2, 4)], [800, 800]);
        assert_eq!(share(3, 4, 2), 1_333);
        assert_eq!(share(1, 1_000, 3), 100, "some strength is left to everybody");
        assert_eq!(share(64, 2, 0), 1_984);
    }
}
