//! How the host pairs the rounds of large events beside the loop. Nothing is held meanwhile: the pairing comes back
//! with the event that it was made for, what is due is looked at afresh, and if the event stands otherwise by
//! then, it is paired again.

use pairing::{dutch::Pairing, history::PairingHistory};
use table::{EditionNo, Key};

use super::{event_loop::HostLoop, timers::Timer};

impl HostLoop {
    /// Has the next round of an edition paired aside. Its wake waits for that, unless something else about the
    /// edition is committed first.
    pub(super) fn pair(&mut self, no: EditionNo, event: PairingHistory) {
        self.wakes.set_aside(&Key::Edition(no));
        if self.pairing.get(&no) != Some(&event) {
            self.pairing.insert(no, event.clone());
            self.jobs.pair(no, event);
        }
    }

    /// A round is paired, or that has failed: what is due in its edition is looked at again.
    pub(super) fn paired(&mut self, no: EditionNo, event: PairingHistory, made: Option<Pairing>) {
        if self.pairing.get(&no) == Some(&event) {
            self.pairing.remove(&no);
        }
        let key = Key::Edition(no);
        match made {
            Some(pairing) => {
                self.state.pairings().keep(no, event, pairing);
                self.wakes.retry(&key);
            }
            None => {
                let pause = self.wakes.fail(&key);
                tracing::error!("{no} could not be paired, which is tried again in {pause:?}");
                self.timers.set(self.clock.instant() + pause, Timer::WakeRetry(key));
            }
        }
    }
}
