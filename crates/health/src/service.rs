//! Words for the service manager that has started the program (systemd's `Type=notify`, with its watchdog). Where none
//! has, they go nowhere.

use std::{sync::Arc, time::Duration};

use sd_notify::NotifyState;

use crate::checkup::{Health, Phase};

/// The pause between two words, unless the watchdog wants them more often.
const EVERY: Duration = Duration::from_secs(10);
/// The time that a start may go on after each word: a large database is brought up to date for as long as it takes.
const MORE_TIME: Duration = Duration::from_secs(60);

/// The longest time for which a start is given more.
const LONGEST_START: Duration = Duration::from_secs(3_600);

/// Begins to tell how the program is.
pub(crate) fn start(health: Health) {
    if std::env::var_os("NOTIFY_SOCKET").is_some() {
        // Several words come within the time of the watchdog, so that one that is late does not matter.
        let every = sd_notify::watchdog_enabled().map_or(EVERY, |within| EVERY.min(within / 4));
        tokio::spawn(tell_again_and_again(health, every));
    }
}

/// The games are loaded: the start is over, whatever Discord does.
pub(crate) fn loaded() {
    tell(&[NotifyState::Ready]);
}

/// The program is about to end.
pub(crate) fn ending() {
    tell(&[NotifyState::Stopping, NotifyState::Status("ending")]);
}

/// Feeds the watchdog for as long as loop and writer answer.
async fn tell_again_and_again(health: Health, every: Duration) {
    let clock = Arc::clone(&health.clock);
    let begun = clock.instant();
    loop {
        let found = health.check().await;
        match health.phase() {
            Phase::Starting if clock.instant() - begun > LONGEST_START => {}
            Phase::Starting => {
                let more = u32::try_from(MORE_TIME.as_micros()).unwrap_or(u32::MAX);
                tell(&[NotifyState::ExtendTimeoutUsec(more)]);
            }
            Phase::Standby(_) | Phase::Running(..) => {
                let status = match found.ready {
                    Ok(()) => "ready".to_owned(),
                    Err(why) => why.to_string(),
                };
                tell(&[NotifyState::Status(&status)]);
                if found.alive.is_ok() {
                    tell(&[NotifyState::Watchdog]);
                }
            }
            Phase::Ending => return,
        }
        clock.sleep(every).await;
    }
}

fn tell(words: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(words) {
        tracing::debug!("the service manager could not be told: {error}");
    }
}
