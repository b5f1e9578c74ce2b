//! The turn of this process: at once for one that has its games to itself, and once the one before has ended where
//! several share a log.

use std::{pin::Pin, sync::Arc, time::Duration};

use health::Health;
use host::{Clock, Voice};
use store::{LogThrottle, Store, StoreError};
use tokio::sync::watch;

use crate::{cli::Failure, config::Config};

#[cfg(feature = "postgres")]
pub(crate) use with_log::shared;
pub(crate) use with_log::{LogAddress, Share, threads, turn};

/// The words of a program without PostgreSQL for whoever asks it for a shared log.
#[cfg(not(feature = "postgres"))]
pub(crate) const WITHOUT: &str = "this martian-cake was built without PostgreSQL; build it with `--features postgres`, or install a package";

/// The means of a process whose turn it is.
pub(crate) struct Turn {
    pub(crate) store: Store,
    /// Shows no time before what the log has.
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) voice: Voice,
    pub(crate) share: Share,
}

/// The word to end.
type Stop<'a> = Pin<&'a mut (dyn Future<Output = ()> + Send)>;

/// The word to end, for as many as want to hear it.
pub(crate) fn heard_by_many(
    word: impl Future<Output = ()> + Send + 'static,
) -> impl Fn() -> Pin<Box<dyn Future<Output = ()> + Send>> {
    let (told, heard) = watch::channel(false);
    tokio::spawn(async move {
        word.await;
        told.send_replace(true);
    });
    move || {
        let mut heard = heard.clone();
        Box::pin(async move {
            // The task that tells lives as long as the runtime.
            let _ = heard.wait_for(|is_told| *is_told).await;
        })
    }
}

/// A throttle by which what goes wrong again and again is one line a minute in the log.
fn throttle(clock: &Arc<dyn Clock>) -> LogThrottle {
    let (running, began) = (Arc::clone(clock), clock.instant());
    LogThrottle::new(move || running.instant().saturating_duration_since(began))
}

/// Opens the database.
pub(crate) fn open(config: &Config, clock: &Arc<dyn Clock>) -> Result<Store, Failure> {
    Store::open_with(&config.database_path, throttle(clock)).map_err(|err| {
        let told = format!("{}: {err}", config.database_path.display());
        if matches!(err, StoreError::Damaged(_)) {
            Failure::Damaged(told)
        } else {
            Failure::Failed(told)
        }
    })
}

/// The turn of a process that has its games to itself.
fn alone(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<Turn>, Failure> {
    let store = open(config, clock)?;
    let (clock, voice, share) = (Arc::clone(clock), Voice::default(), Share::default());
    Ok(Some(Turn { store, clock, voice, share }))
}

#[cfg(not(feature = "postgres"))]
mod with_log {
    use super::*;

    /// Nothing can be shared.
    #[derive(Clone, Debug)]
    pub(crate) enum LogAddress {}

    impl LogAddress {
        pub(crate) fn new(_: &str, _: Option<&std::path::Path>, _: bool) -> Result<Self, String> {
            Err(WITHOUT.to_owned())
        }
    }

    /// The share of this process in a log.
    #[derive(Debug, Default)]
    pub(crate) struct Share(());

    impl Share {
        pub(crate) const fn is_in_log(&self) -> bool {
            false
        }

        pub(crate) const fn sessions_every(&self, usual: Duration) -> Duration {
            usual
        }

        pub(crate) fn ends_with(
            &self,
            _: impl Future<Output = ()> + Send + 'static,
            _: Arc<dyn Clock>,
        ) {
        }

        pub(crate) fn is_ending(&self, _: Arc<dyn Clock>) {}

        pub(crate) fn close(self, store: &Store) -> bool {
            store.close();
            false
        }
    }

    pub(crate) const fn threads(_: &Config) -> usize {
        0
    }

    pub(crate) async fn turn(
        config: &Config,
        clock: &Arc<dyn Clock>,
        _: &Health,
        _: Stop<'_>,
    ) -> Result<Option<Turn>, Failure> {
        alone(config, clock)
    }
}

#[cfg(feature = "postgres")]
mod with_log {
    use std::sync::atomic::{AtomicBool, Ordering};

    use host::ClockFrom;
    use store::{Active, Ending, Formats, Lag, SharedLog, Times};
    use tokio::sync::oneshot;

    use super::*;

    pub(crate) use store::LogAddress;

    /// The time without any answer after which a question to the database is given up, with the process.
    const HANGS: Duration = Duration::from_secs(60);
    /// How often the sessions of the gateway go to a shared log; what a successor gets again is known by its ids.
    const SESSIONS_EVERY: Duration = Duration::from_secs(5);
    /// The time for which a process that is to end waits for a database that does not answer.
    const PATIENCE: Duration = Duration::from_secs(3);
    /// The time for which it waits for the end of the writer, while the database answers and while it does not.
    const CLOSED_WITHIN: Duration = Duration::from_secs(30);
    const LEFT_WITHIN: Duration = Duration::from_secs(1);
    /// The time without an answer of the log after which its silence is told.
    const SILENT: Duration = Duration::from_secs(5);

    /// The share of this process in a log, if it has one.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Share(Option<Shared>);

    #[derive(Clone, Debug)]
    struct Shared {
        store: Store,
        ending: Ending,
        voice: Voice,
        was_asked: Arc<AtomicBool>,
        is_closing: Arc<AtomicBool>,
    }

    impl Share {
        /// Returns `true` if there is a log.
        pub(crate) const fn is_in_log(&self) -> bool {
            self.0.is_some()
        }

        /// How often the sessions of the gateway are kept.
        pub(crate) fn sessions_every(&self, usual: Duration) -> Duration {
            if self.0.is_some() { SESSIONS_EVERY } else { usual }
        }

        /// Lets the word to end also end, after a while, what waits for a database that does not answer.
        pub(crate) fn ends_with(
            &self,
            stop: impl Future<Output = ()> + Send + 'static,
            clock: Arc<dyn Clock>,
        ) {
            if let Some(shared) = self.0.clone() {
                tokio::spawn(async move {
                    stop.await;
                    shared.was_asked.store(true, Ordering::Relaxed);
                    shared.give_up_later(clock).await;
                });
            }
        }

        /// The same for a process that ends by itself.
        pub(crate) fn is_ending(&self, clock: Arc<dyn Clock>) {
            if let Some(shared) = self.0.clone() {
                tokio::spawn(shared.give_up_later(clock));
            }
        }

        /// Releases the database. Returns `true` if this process was asked to end while it shared a log.
        pub(crate) fn close(self, store: &Store) -> bool {
            let Some(Shared { ending, voice, was_asked, is_closing, .. }) = self.0 else {
                store.close();
                return false;
            };
            is_closing.store(true, Ordering::Relaxed);
            let within = if voice.is_heard() { CLOSED_WITHIN } else { LEFT_WITHIN };
            // Whoever comes next may speak at once.
            voice.end();
            ending.end();
            let (done, closed) = std::sync::mpsc::sync_channel(1);
            let store = store.clone();
            let close = move || {
                store.close();
                // Whoever waits may have given up.
                let _ = done.send(());
            };
            if std::thread::Builder::new().spawn(close).is_ok() {
                // A writer that hangs over an answer ends with the process.
                let _ = closed.recv_timeout(within);
            }
            was_asked.load(Ordering::Relaxed)
        }
    }

    impl Shared {
        /// Gives up what is not in the log, as soon as that has not answered for a while.
        async fn give_up_later(self, clock: Arc<dyn Clock>) {
            clock.sleep(PATIENCE).await;
            self.voice.silenced().await;
            if self.is_closing.load(Ordering::Relaxed) {
                return;
            }
            self.ending.end();
            self.store.give_up();
            clock.sleep(PATIENCE).await;
            // A thread that waits for an answer hears nothing of all that. Whatever the instant, the next start goes on.
            if !self.is_closing.load(Ordering::Relaxed) {
                tracing::warn!("this process ends in the middle of a question to the database");
                std::process::exit(if self.was_asked.load(Ordering::Relaxed) { 0 } else { 75 });
            }
        }
    }

    /// Tells whenever the log has not let this process speak for a while, and when it does again. A server that waits for
    /// a lost standby answers nothing, be it an error.
    async fn tell_of_silence(voice: Voice, clock: Arc<dyn Clock>, tell: impl Fn(bool)) {
        loop {
            voice.begun().await;
            voice.silenced().await;
            tokio::select! {
                () = voice.begun() => {}
                () = clock.sleep(SILENT) => {
                    tell(false);
                    voice.begun().await;
                    tell(true);
                }
            }
        }
    }

    fn log_silence(speaks: bool) {
        if speaks {
            tracing::info!("the log has answered again");
        } else {
            tracing::error!(
                "nothing is said, since the log has not answered for {} seconds: look whether its server and the \
                 standby of that are there",
                SILENT.as_secs()
            );
        }
    }

    /// How many threads there are beside, for the turn and then for snapshots, and for the end.
    pub(crate) fn threads(config: &Config) -> usize {
        if config.log_address.is_some() { 2 } else { 0 }
    }

    /// The log in which this process takes part.
    pub(crate) fn shared(
        config: &Config,
        clock: &Arc<dyn Clock>,
        voice: Voice,
    ) -> Option<SharedLog> {
        let (instant, now) = (Arc::clone(clock), Arc::clone(clock));
        Some(SharedLog {
            address: config.log_address.clone()?,
            database: config.database_path.clone(),
            backups: config.backup_folder(),
            formats: Formats::default(),
            times: Times {
                instant: Arc::new(move || instant.instant()),
                now: Arc::new(move || now.now()),
            },
            throttle: throttle(clock),
            answered: Arc::new(move |sent| voice.answered(sent)),
            ending: Ending::default(),
            lag: Lag::default(),
        })
    }

    /// Completes once the database has not answered for long, be it that it cannot be reached.
    async fn without_answer(address: &LogAddress, clock: &dyn Clock) {
        let mut before = None;
        loop {
            let answers = address.answers();
            if before == Some(answers) {
                return;
            }
            before = Some(answers);
            clock.sleep(HANGS).await;
        }
    }

    /// Waits until it is the turn of this process.
    pub(crate) async fn turn(
        config: &Config,
        clock: &Arc<dyn Clock>,
        health: &Health,
        stop: Stop<'_>,
    ) -> Result<Option<Turn>, Failure> {
        let voice = Voice::answerable(Arc::clone(clock));
        let Some(log) = shared(config, clock, voice.clone()) else { return alone(config, clock) };
        let lag = log.lag.clone();
        health.standby(move || (lag.rows(), lag.is_fit()));
        tracing::info!("this process is on standby until it has the lock of the log");
        let (ending, address) = (log.ending.clone(), log.address.clone());
        let (done, followed) = oneshot::channel();
        let follow = move || drop(done.send(log.follow()));
        let thread = std::thread::Builder::new().name("standby".to_owned()).spawn(follow);
        thread.map_err(|error| Failure::Failed(format!("no thread to follow with: {error}")))?;
        let active = tokio::select! {
            biased;
            () = stop => {
                ending.end();
                return Ok(None);
            }
            () = without_answer(&address, &**clock) => {
                let why = "the database server hangs; this process is to be started anew, to try every server";
                return Err(Failure::HandedOver(why.to_owned()));
            }
            // The thread ends without a word only if it panics.
            active = followed => active.map_err(|_| Failure::Failed("following has failed".to_owned()))?,
        };
        let Some(Active { store, at, speaks_from, keeper }) = active? else {
            return Ok(None);
        };
        voice.begins(speaks_from);
        tokio::spawn(tell_of_silence(voice.clone(), Arc::clone(clock), log_silence));
        let clock = Arc::new(ClockFrom(at));
        // Nobody waits for a snapshot when the process ends.
        std::mem::forget(keeper);
        let silenced = voice.clone();
        store.on_stop(move |_| silenced.end());
        let (was_asked, voice_of_share) = (Arc::default(), voice.clone());
        let (store, is_closing) = (store, Arc::default());
        let shared =
            Shared { store: store.clone(), ending, voice: voice_of_share, was_asked, is_closing };
        let share = Share(Some(shared));
        Ok(Some(Turn { store, clock, voice, share }))
    }

    #[cfg(test)]
    mod tests {
        use std::sync::Mutex;

        use host::ManualClock;

        use super::*;

        #[tokio::test]
        async fn a_long_silence_is_told_and_its_end() {
            let clock = ManualClock::new(0);
            let voice = Voice::answerable(Arc::new(clock.clone()));
            let told = Arc::new(Mutex::new(Vec::new()));
            let (tell, times) = (Arc::clone(&told), Arc::new(clock.clone()));
            tokio::spawn(tell_of_silence(voice.clone(), times, move |speaks| {
                tell.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(speaks);
            }));
            let settled = || async {
                for _ in 0..100 {
                    tokio::task::yield_now().await;
                }
                told.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
            };
            // A short silence is none.
            for _ in 0..3 {
                voice.answered(clock.instant());
                assert_eq!(settled().await, [false; 0]);
                clock.advance(Duration::from_secs(2));
                assert_eq!(settled().await, [false; 0]);
            }
            clock.advance(SILENT);
            assert_eq!(settled().await, [false]);
            voice.answered(clock.instant());
            assert_eq!(settled().await, [false, true]);
        }
    }
}
