//! Care for the database itself while the games go on, off the loop and unnoticed by anybody.

pub(super) mod daily_backup;
pub(super) mod scrubber;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chat::Alarm;
use store::{Store, StoreError};
use tokio::{sync::watch, task::JoinHandle};

use super::{clock::Clock, handle::HostHandle};
pub use daily_backup::Backups;

use crate::maintenance::{daily_backup::DailyBackup, scrubber::Scrubber};

/// How long after the start the first look is: a start has enough to do.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
/// The pause between two looks at what lies beside the database.
const PAUSE_OF_SET_ASIDE: Duration = Duration::from_secs(3_600);
/// The pause after a panic, which is a fault of ours.
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(3_600);

/// The care for a database, until it is [stopped](Maintenance::stop).
#[derive(Debug)]
pub struct Maintenance {
    is_given_up: Arc<AtomicBool>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Maintenance {
    /// Begins to look after a database: with a search for rot in idle time, and with a
    /// backup into this folder once a day, unless none are to be made. If there is none for long, the host tells the
    /// owner, and if files beside the database may hold somebody who was forgotten. Has to be called on a tokio runtime.
    #[must_use]
    pub fn start(
        store: &Store,
        backups: Backups,
        clock: &Arc<dyn Clock>,
        host: &HostHandle,
    ) -> Self {
        let (stop, stopped) = watch::channel(false);
        let is_given_up = Arc::new(AtomicBool::new(false));
        let given_up = || Arc::clone(&is_given_up);
        let mut backup = DailyBackup::new(store.clone(), backups, Arc::clone(clock), given_up());
        let alarms = host.clone();
        let back_up = move || {
            let pause = backup.look();
            if backup.is_overdue() {
                alarms.alarm(Alarm::NoBackup);
            }
            pause
        };
        let mut scrubber = Scrubber::new(store.clone(), Arc::clone(clock), given_up());
        let (set_aside, now, alarms) = (store.clone(), Arc::clone(clock), host.clone());
        let mut is_logged = false;
        let look_aside = move || {
            if let Some(processes) = set_aside.take_known_elsewhere() {
                alarms.alarm(Alarm::Elsewhere(processes));
            }
            match set_aside.set_aside_before_forgetting(now.now()) {
                Ok(names) if names.is_empty() => {}
                Ok(names) => {
                    if !std::mem::replace(&mut is_logged, true) {
                        tracing::warn!(
                            "set aside before somebody asked to be forgotten, whom they may still hold: {}. Delete \
                             these files as soon as you need them no more; the program never does",
                            names.join(", ")
                        );
                    }
                    alarms.alarm(Alarm::SetAside(names));
                }
                Err(StoreError::Stopped) => {}
                Err(error) => {
                    tracing::warn!("the files beside the database could not be listed: {error}");
                }
            }
            PAUSE_OF_SET_ASIDE
        };
        let tasks = vec![
            tokio::spawn(again_and_again(back_up, Arc::clone(clock), stopped.clone())),
            tokio::spawn(again_and_again(look_aside, Arc::clone(clock), stopped.clone())),
            tokio::spawn(again_and_again(move || scrubber.look(), Arc::clone(clock), stopped)),
        ];
        Self { is_given_up, stop, tasks }
    }

    /// Gives up what is under way, and returns once nothing of it touches the database any more.
    pub async fn stop(self) {
        self.is_given_up.store(true, Ordering::Relaxed);
        let _ = self.stop.send(true);
        for task in self.tasks {
            let _ = task.await;
        }
    }
}

/// Calls `look` on a thread where it may block, each time after the pause that it has returned.
async fn again_and_again(
    mut look: impl FnMut() -> Duration + Send + 'static,
    clock: Arc<dyn Clock>,
    mut stopped: watch::Receiver<bool>,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        tokio::select! {
            () = clock.sleep(pause) => {}
            _ = stopped.changed() => return,
        }
        let looked = tokio::task::spawn_blocking(move || {
            let pause = catch_unwind(AssertUnwindSafe(&mut look)).unwrap_or_else(|_| {
                tracing::error!("looking after the database has panicked");
                PAUSE_AFTER_PANIC
            });
            (pause, look)
        });
        // It fails only if the runtime ends.
        let Ok(after) = looked.await else { return };
        (pause, look) = after;
    }
}
