//! The check-up: whether the program is alive, and whether it is ready.

use std::{
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use host::{Clock, HostHandle, Report, Shards};

use crate::service;

/// How long loop and writer have to answer, together.
const PATIENCE: Duration = Duration::from_secs(5);

/// The one who knows how the program is. A clone is the same.
#[derive(Clone, Debug)]
pub struct Health {
    pub(crate) clock: Arc<dyn Clock>,
    phase: Arc<Mutex<Phase>>,
}

/// The part of its life in which the program is.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// The database is being opened and the games are being loaded.
    Starting,
    /// The loop of this handle runs.
    Running(HostHandle),
    /// The program was asked to end, or has to.
    Ending,
}

/// The result of a check-up.
#[derive(Debug)]
pub(crate) struct Checkup {
    /// The loop's report, if it has given one.
    pub(crate) report: Option<Report>,
    /// Whether loop and writer answer.
    pub(crate) alive: Result<(), Unwell>,
    /// Whether it can be played.
    pub(crate) ready: Result<(), Unwell>,
}

/// The reason why the program is not alive, or not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unwell {
    #[error("the games are being loaded")]
    Starting,
    #[error("the host's loop does not answer")]
    Loop,
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
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, phase: Arc::new(Mutex::new(Phase::Starting)) }
    }

    /// The games are loaded, and this host's loop runs.
    pub fn loaded(&self, host: &HostHandle) {
        *self.lock() = Phase::Running(host.clone());
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

    fn lock(&self) -> std::sync::MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks how the program is, which takes 5 seconds at most.
    pub(crate) async fn check(&self) -> Checkup {
        match self.phase() {
            Phase::Starting => {
                Checkup { report: None, alive: Ok(()), ready: Err(Unwell::Starting) }
            }
            Phase::Ending => Checkup { report: None, alive: Ok(()), ready: Err(Unwell::Ending) },
            Phase::Running(host) => self.check_host(&host).await,
        }
    }

    async fn check_host(&self, host: &HostHandle) -> Checkup {
        let (told, answered) = host.report();
        let mut patience = pin!(self.clock.sleep(PATIENCE));
        let report = tokio::select! {
            biased;
            told = told => told.ok(),
            () = &mut patience => None,
        };
        let writer_answers = tokio::select! {
            biased;
            answered = answered, if report.is_some() => answered.is_ok(),
            () = &mut patience => false,
        };
        let alive = match &report {
            None => Err(Unwell::Loop),
            Some(_) if !writer_answers => Err(Unwell::Writer),
            Some(_) => Ok(()),
        };
        let shards = report.as_ref().and_then(|report| report.shards);
        // It may have been asked to end meanwhile.
        let is_ending = matches!(self.phase(), Phase::Ending);
        let ready = match shards {
            _ if is_ending => Err(Unwell::Ending),
            _ if alive.is_err() => alive,
            Some(Shards { wanted: 0, .. }) => Err(Unwell::Unreached),
            Some(shards) if shards.connected < shards.wanted => Err(Unwell::Disconnected(shards)),
            _ => Ok(()),
        };
        Checkup { report, alive: if is_ending { Ok(()) } else { alive }, ready }
    }
}
