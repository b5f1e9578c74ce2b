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
use store::{BackupFolder, Store};
use table::Millis;
use tokio::{sync::watch, task::JoinHandle};

use super::{clock::Clock, handle::HostHandle};
use crate::maintenance::{daily_backup::DailyBackup, scrubber::Scrubber};

/// How long after the start the first look is: a start has enough to do.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
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
    /// backup into this folder once a day, if one is given. If there is none for long, the host tells the owner.
    /// Has to be called on a tokio runtime.
    #[must_use]
    pub fn start(
        store: &Store,
        backups: Option<BackupFolder>,
        clock: &Arc<dyn Clock>,
        host: &HostHandle,
    ) -> Self {
        warn_of_set_aside(store, clock.now());
        let (stop, stopped) = watch::channel(false);
        let is_given_up = Arc::new(AtomicBool::new(false));
        let backup = backups.map(|folder| {
            let given_up = Arc::clone(&is_given_up);
            let mut backup = DailyBackup::new(store.clone(), folder, Arc::clone(clock), given_up);
            let host = host.clone();
            let look = move || {
                let pause = backup.look();
                if backup.is_overdue() {
                    host.alarm(Alarm::NoBackup);
                }
                pause
            };
            tokio::spawn(again_and_again(look, Arc::clone(clock), stopped.clone()))
        });
        let given_up = Arc::clone(&is_given_up);
        let mut scrubber = Scrubber::new(store.clone(), Arc::clone(clock), given_up);
        let look = move || scrubber.look();
        let scrub = tokio::spawn(again_and_again(look, Arc::clone(clock), stopped));
        Self { is_given_up, stop, tasks: backup.into_iter().chain([scrub]).collect() }
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

/// Says in the log which files beside the database may still hold somebody who was forgotten. They are nobody's but the
/// owner's to delete.
fn warn_of_set_aside(store: &Store, now: Millis) {
    match store.set_aside_before_forgetting(now) {
        Ok(files) if files.is_empty() => {}
        Ok(files) => {
            let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            tracing::warn!(
                "set aside before somebody asked to be forgotten, whom they may still hold: {}. Delete these files \
                 as soon as you need them no more; the program never does",
                names.join(", ")
            );
        }
        Err(error) => tracing::warn!("the files beside the database could not be listed: {error}"),
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
