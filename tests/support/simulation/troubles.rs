//! What goes wrong: the program is killed, and the connection is lost.

use std::time::Duration;

use host::{HostEvent, HostSettings};
use render::Renderer;
use table::{Millis, Platform, SECOND};

use super::{DATABASE, DISCORD, Deed, Simulation, Story};
use crate::support::hosted::Hosted;

impl<S: Story> Simulation<S> {
    /// Kills the program wherever it is, to be started again at an instant.
    pub(crate) fn crash(&mut self) {
        let hosted = self.hosted.take().expect("it is up");
        let work = Duration::from_micros(self.chance.below(5_000) as u64);
        hosted.runtime.block_on(async { tokio::time::sleep(work).await });
        let (store, said) = hosted.kill();
        for event in said {
            let outbox = match &event {
                HostEvent::Say(out) => out.outbox,
                HostEvent::MessageOutcome { .. }
                | HostEvent::Forgotten { .. }
                | HostEvent::LeaveServer(_)
                | HostEvent::AskWhoLeft { .. } => None,
            };
            self.hear(event);
            // Some of it has reached the platform, which nobody has told the program.
            let is_new = outbox.filter(|outbox| self.page.unposted.contains(outbox));
            if let Some(outbox) = is_new.filter(|_| self.is_connected && self.chance.happens(50)) {
                self.stand(outbox);
            }
        }
        self.reader = None;
        store.close();
        // The platform tells again whatever has no end.
        self.page.unheard = self.page.open.keys().copied().collect();
        self.is_caught_up = false;
        self.tally.kills += 1;
    }

    /// Starts the program, unless it is up.
    pub(crate) fn restart(&mut self) {
        if self.hosted.is_some() {
            return;
        }
        let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Discord) };
        let chance = Box::new(self.chance.another());
        let database = self.folder.path().join(DATABASE);
        let hosted = Hosted::start(&database, &self.clock, settings, chance, &Renderer::blank());
        self.reader = Some(hosted.store.reader().expect("a reader"));
        self.hosted = Some(hosted);
        self.run += 1;
        S::started(self);
        self.look();
        if self.run == 1 {
            self.catch_up();
        } else if self.is_connected {
            let at = self.now() + self.chance.between(0, S::PACE.reading_back);
            self.plan_any(at, Deed::CaughtUp);
        }
    }

    /// All that was said meanwhile is read back.
    pub(crate) fn catch_up(&mut self) {
        if self.hosted.is_none() || self.is_caught_up || !self.is_connected {
            return;
        }
        S::reads_back(self);
        self.tell_missed();
        self.hosted.as_ref().expect("it is up").host.release(DISCORD);
        self.is_caught_up = true;
        S::caught_up(self);
        self.tell_heard();
        self.post_the_rest();
    }

    /// The connection is lost, which the program notices only when no answer comes.
    pub(super) fn lose(&mut self, time: Millis) {
        let now = self.now();
        if !self.is_heard() {
            return self.plan_any(now + S::PACE.lost_later, Deed::Lose(time));
        }
        self.is_connected = false;
        S::lost(self);
        self.tally.outages += 1;
        let notice = now + self.chance.between(10 * SECOND, S::PACE.unnoticed);
        self.plan_any(notice, Deed::Notice);
        self.plan_any(now + time, Deed::Back);
    }

    pub(super) fn notice(&mut self) {
        let is_lost = self.is_caught_up && !self.is_connected;
        if let Some(hosted) = self.hosted.as_ref().filter(|_| is_lost) {
            hosted.host.hold(DISCORD);
            self.is_caught_up = false;
            S::noticed(self);
        }
    }

    /// Everything is mended.
    pub(crate) fn mend(&mut self) {
        self.is_connected = true;
        self.restart();
        self.catch_up();
        self.look();
        self.tell_heard();
        self.look();
    }
}
