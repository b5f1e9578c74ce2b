//! The check-up: whether the program is alive, and whether it is ready.

use std::{
    fmt,
    net::SocketAddr,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host::{Clock, HostHandle, Report, Shards, Voice};
use tokio::sync::Mutex as Queue;

use crate::{HealthError, server, service};

/// The time that loop and writer have to answer, together.
const PATIENCE: Duration = Duration::from_secs(5);
/// After so long without an answer of a shared log, a process is started anew, which costs it nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(300);
/// The time for which the result of a check-up is good.
const SHARED: Duration = Duration::from_secs(1);

/// The one who knows how the program is. A clone is the same.
#[derive(Clone, Debug)]
pub struct Health {
    pub(crate) clock: Arc<dyn Clock>,
    phase: Arc<Mutex<Phase>>,
    /// The last check-up of a host and when it was begun, which all share who ask meanwhile.
    last: Arc<Queue<Option<(Instant, Checkup)>>>,
}

/// The part of its life in which the program is.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// The database is being opened and the games are being loaded.
    Starting,
    /// Another process is the active one, and this one follows it.
    Standby(Lag),
    /// The loop of this handle runs, and speaks as far as it may.
    Running(HostHandle, Voice),
    /// The program was asked to end, or has to.
    Ending,
}

/// How many rows of the shared log a process that follows has not applied, and whether it could take over.
#[derive(Clone)]
pub(crate) struct Lag(Arc<dyn Fn() -> (i64, bool) + Send + Sync>);

impl fmt::Debug for Lag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lag").field(&(self.0)()).finish()
    }
}

/// The result of a check-up.
#[derive(Clone, Debug)]
pub(crate) struct Checkup {
    /// How many rows of the shared log were not applied, of a process that follows.
    pub(crate) lag: Option<i64>,
    /// The loop's report, if it has given one.
    pub(crate) report: Option<Report>,
    /// The reason why loop or writer do not answer, if one does not.
    pub(crate) alive: Result<(), Unwell>,
    /// The reason why it cannot be played with, if it cannot.
    pub(crate) ready: Result<(), Unwell>,
}

/// The reason why the program is not alive, or not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unwell {
    #[error("the games are being loaded")]
    Starting,
    #[error("standby")]
    Standby,
    #[error("standby, which could not take over: its log says why")]
    Unfit,
    #[error("the host's loop does not answer")]
    Loop,
    #[error("the shared log does not answer, and nothing is said until it does")]
    Silent,
    #[error("the writer of the database does not answer")]
    Writer,
    #[error("Discord's gateway has not been reached yet")]
    Unreached,
    #[error("of {} connections to Discord's gateway {} are there", .0.wanted, .0.connected)]
    Disconnected(Shards),
    #[error("the program is ending")]
    Ending,
}

impl Health {
    /// The check-up of a program that is starting, by this clock.
    #[must_use]
    pub fn watching(clock: Arc<dyn Clock>) -> Self {
        Self { clock, phase: Arc::new(Mutex::new(Phase::Starting)), last: Arc::default() }
    }

    /// Takes an address and answers monitors there. Returns it with the port that was really taken: with port 0 the
    /// system chooses a free one.
    ///
    /// # Errors
    /// [`HealthError`] if the address cannot be had.
    pub async fn listen(&self, listen: SocketAddr) -> Result<SocketAddr, HealthError> {
        server::start(listen, self.clone()).await
    }

    /// Another process is the active one, and this one follows its log. `lag` tells how many rows that is ahead, and whether
    /// this process could take over.
    pub fn standby(&self, lag: impl Fn() -> (i64, bool) + Send + Sync + 'static) {
        *self.lock() = Phase::Standby(Lag(Arc::new(lag)));
        service::loaded();
    }

    /// The games are loaded, and this host's loop runs, with this permission to speak.
    pub fn loaded(&self, host: &HostHandle, voice: &Voice) {
        *self.lock() = Phase::Running(host.clone(), voice.clone());
        service::loaded();
    }

    /// The program is about to end.
    pub fn ending(&self) {
        *self.lock() = Phase::Ending;
        service::ending();
    }

    pub(crate) fn phase(&self) -> Phase {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks how the program is, which takes 5 seconds at most, and as long again where somebody else looks already.
    pub(crate) async fn check(&self) -> Checkup {
        let unready = |why, lag| Checkup { lag, report: None, alive: Ok(()), ready: Err(why) };
        match self.phase() {
            Phase::Starting => unready(Unwell::Starting, None),
            Phase::Standby(Lag(lag)) => {
                let (rows, is_fit) = lag();
                unready(if is_fit { Unwell::Standby } else { Unwell::Unfit }, Some(rows))
            }
            Phase::Ending => unready(Unwell::Ending, None),
            Phase::Running(host, voice) => self.check_shared(&host, &voice).await,
        }
    }

    /// Looks how a host is, unless somebody has just done so: each look is a write, for which moves may have to wait.
    async fn check_shared(&self, host: &HostHandle, voice: &Voice) -> Checkup {
        let mut last = self.last.lock().await;
        let now = self.clock.instant();
        if let Some((at, found)) = &*last
            && now.saturating_duration_since(*at) < SHARED
        {
            return found.clone();
        }
        let found = self.check_host(host, voice).await;
        *last = Some((now, found.clone()));
        found
    }

    async fn check_host(&self, host: &HostHandle, voice: &Voice) -> Checkup {
        let (told, answered) = host.report();
        let mut patience = pin!(self.clock.sleep(PATIENCE));
        let report = tokio::select! {
            biased;
            told = told => told.ok(),
            () = &mut patience => None,
        };
        let alive = match &report {
            None => Err(Unwell::Loop),
            // The writer waits for a log that several processes share: to start anew would not help, unless it is the
            // writer that hangs.
            Some(_) if !voice.is_heard() && voice.silent_for() < LONGEST_SILENCE => Ok(()),
            Some(_) => tokio::select! {
                biased;
                answered = answered => answered.map_err(|_| Unwell::Writer),
                () = &mut patience => Err(Unwell::Writer),
            },
        };
        let shards = report.as_ref().and_then(|report| report.shards);
        // It may have been asked to end meanwhile.
        let is_ending = matches!(self.phase(), Phase::Ending);
        let ready = match shards {
            _ if is_ending => Err(Unwell::Ending),
            _ if alive.is_err() => alive,
            _ if !voice.is_heard() => Err(Unwell::Silent),
            Some(Shards { wanted: 0, .. }) => Err(Unwell::Unreached),
            Some(shards) if shards.connected < shards.wanted => Err(Unwell::Disconnected(shards)),
            _ => Ok(()),
        };
        Checkup { lag: None, report, alive: if is_ending { Ok(()) } else { alive }, ready }
    }
}
