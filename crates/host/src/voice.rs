//! Permission to speak. A process that shares its games with others has it only as long as it knows that it is the one
//! that writes them; every other process has it for ever.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::{Clock, SystemClock};

/// The time for which an answer of the shared log lets this process speak, from when the question went out. Whoever
/// takes over is silent for longer.
const ANSWERED: Duration = Duration::from_millis(1_500);

/// Permission to speak. A clone is the same one.
#[derive(Clone, Debug)]
pub struct Voice {
    clock: Arc<dyn Clock>,
    /// `None`: there is nobody else who could.
    span: Arc<watch::Sender<Option<Span>>>,
}

/// The time in which something may be said.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: Instant,
    /// `None` before the first answer.
    until: Option<Instant>,
    is_over: bool,
}

impl Default for Voice {
    fn default() -> Self {
        Self { clock: Arc::new(SystemClock), span: Arc::new(watch::Sender::new(None)) }
    }
}

impl Voice {
    /// That of a process which has to be answered again and again to speak.
    #[must_use]
    pub fn answerable(clock: Arc<dyn Clock>) -> Self {
        let from = clock.instant();
        let span = watch::Sender::new(Some(Span { from, until: None, is_over: false }));
        Self { clock, span: Arc::new(span) }
    }

    /// Nothing may be said before this instant.
    pub fn begins(&self, from: Instant) {
        self.span.send_modify(|span| {
            if let Some(span) = span {
                span.from = from;
            }
        });
    }

    /// A question was answered that went out then.
    pub fn answered(&self, sent: Instant) {
        self.span.send_modify(|span| {
            if let Some(span) = span {
                span.until = span.until.max(Some(sent + ANSWERED));
            }
        });
    }

    /// Nothing may be said any more: somebody else does.
    pub fn end(&self) {
        self.span.send_modify(|span| {
            if let Some(span) = span {
                span.is_over = true;
            }
        });
    }

    /// For how long nothing may be said; zero while something may.
    #[must_use]
    pub fn silent_for(&self) -> Duration {
        let span = *self.span.borrow();
        let silent = span.filter(|span| self.wait(*span).is_some());
        let since = silent.map(|span| span.until.unwrap_or(span.from));
        since.map_or(Duration::ZERO, |since| self.clock.instant().saturating_duration_since(since))
    }

    /// Returns `true` if something may be said now.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        let span = *self.span.borrow();
        span.is_none_or(|span| self.wait(span).is_none())
    }

    /// Completes once something may be said.
    pub async fn begun(&self) {
        let mut changes = self.span.subscribe();
        loop {
            let span = *changes.borrow_and_update();
            let Some(wait) = span.and_then(|span| self.wait(span)) else { return };
            // The sender is our own field, so the wait for changes cannot fail.
            tokio::select! {
                _ = changes.changed() => {}
                () = self.clock.sleep(wait) => {}
            }
        }
    }

    /// Completes once nothing may be said any more.
    pub async fn silenced(&self) {
        let mut changes = self.span.subscribe();
        loop {
            let span = *changes.borrow_and_update();
            let until = match span {
                None => None,
                Some(span) if self.wait(span).is_some() => return,
                Some(span) => span.until,
            };
            let over = async {
                match until {
                    Some(until) => self.clock.sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = changes.changed() => {}
                () = over => {}
            }
        }
    }

    /// The time until something may be said, unless that is now; without an answer nobody knows.
    fn wait(&self, span: Span) -> Option<Duration> {
        let now = self.clock.instant();
        if span.is_over {
            return Some(Duration::MAX);
        }
        if now < span.from {
            return Some(span.from - now);
        }
        let is_answered = span.until.is_some_and(|until| now < until);
        (!is_answered).then_some(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::ManualClock;

    #[test]
    fn it_is_heard_from_its_begin_on_and_as_long_as_it_is_answered() {
        let clock = ManualClock::new(0);
        let voice = Voice::answerable(Arc::new(clock.clone()));
        let began = clock.instant();
        assert!(!voice.is_heard() && voice.begun().now_or_never().is_none());
        voice.begins(began + Duration::from_secs(2));
        voice.answered(began);
        assert!(!voice.is_heard());
        clock.advance(Duration::from_secs(2));
        assert!(!voice.is_heard(), "the answer is too old");
        voice.answered(clock.instant() - Duration::from_secs(1));
        assert!(voice.is_heard() && voice.begun().now_or_never().is_some());
        assert!(voice.silenced().now_or_never().is_none());
        clock.advance(Duration::from_millis(499));
        assert!(voice.is_heard());
        clock.advance(Duration::from_millis(1));
        assert!(!voice.is_heard() && voice.silenced().now_or_never().is_some());
        // An older answer that comes late changes nothing.
        voice.answered(clock.instant());
        voice.answered(began);
        assert!(voice.is_heard());
        clock.advance(Duration::from_secs(9));
        assert_eq!(voice.silent_for(), Duration::from_millis(7_500));
        voice.answered(clock.instant());
        assert_eq!(voice.silent_for(), Duration::ZERO);
        voice.end();
        assert!(!voice.is_heard() && voice.silenced().now_or_never().is_some());
    }

    #[test]
    fn whoever_shares_nothing_is_always_heard() {
        let voice = Voice::default();
        voice.begins(SystemClock.instant() + Duration::from_secs(9));
        assert!(voice.is_heard() && voice.silenced().now_or_never().is_none());
    }
}
