//! What goes wrong: the program is killed, and the connection is lost.

use std::time::Duration;

use host::{HostEvent, HostSettings};
use table::{DAY, HOUR, MINUTE, Millis, Platform, SECOND, WEEK};

use super::{
    events::EVENTS,
    weeks::{DISCORD, Deed, Weeks},
};
use crate::support::hosted::Hosted;

/// How many things are under way at most when the program is killed.
const UNDER_WAY: usize = 8;

impl Weeks {
    pub(super) fn arrange_troubles(&mut self) {
        for n in 0..self.size.kills {
            // Most of them while an evening is being played.
            let at = self.some_instant(n % 3 > 0);
            self.plan(at, Deed::Kill);
        }
        self.arrange_long_outage();
        for n in 0..self.size.outages {
            let at = self.some_instant(n % 2 > 0);
            let time = self.chance.between(MINUTE, 20 * MINUTE);
            self.plan(at, Deed::Lose(time));
        }
    }

    /// When it is lost for longer than a league waits.
    fn arrange_long_outage(&mut self) {
        if let Some(days) = self.size.long_outage {
            self.plan(self.size.start + days * DAY, Deed::Lose(8 * DAY));
        }
    }

    fn some_instant(&mut self, is_evening: bool) -> Millis {
        let (start, weeks) = (self.size.start, self.size.weeks());
        let any = self.chance.between(start + HOUR, start + weeks * WEEK);
        let events = EVENTS.iter().zip(self.size.editions);
        let evenings: Vec<_> = events
            .filter(|(event, n)| !event.is_league() && *n > 0)
            .map(|(event, _)| event)
            .collect();
        if !is_evening || evenings.is_empty() {
            return any;
        }
        let event = *self.chance.one_of(&evenings);
        let begins = event.start_after(any - WEEK);
        self.chance.between(begins - 20 * MINUTE, begins + 70 * MINUTE).max(start + HOUR)
    }

    /// The program is killed wherever it is, with something under way if it hears what is said.
    pub(super) fn kill(&mut self) {
        let now = self.now();
        if self.hosted.is_none() {
            return self.plan(now + MINUTE, Deed::Kill);
        }
        if self.is_heard() {
            for deed in self.take_planned(now + 30 * SECOND, UNDER_WAY) {
                self.do_it(deed);
            }
        }
        let hosted = self.hosted.take().expect("it is up");
        let work = Duration::from_micros(self.chance.below(5_000) as u64);
        hosted.runtime.block_on(async { tokio::time::sleep(work).await });
        let (store, said) = hosted.kill();
        for event in said {
            let outbox = match &event {
                HostEvent::Say(out) => out.outbox,
                HostEvent::MessageOutcome { .. } => None,
            };
            self.hear(event);
            // Some of it has reached the platform, which nobody has told the program.
            let is_new = outbox.filter(|outbox| self.page.unposted.contains(outbox));
            if let Some(outbox) = is_new.filter(|_| self.is_connected && self.chance.happens(50)) {
                self.stands(outbox, now);
            }
        }
        self.reader = None;
        store.close();
        if self.is_caught_up && self.is_connected {
            self.away.push((now, None));
        }
        // The platform tells again whatever has no end.
        self.page.unheard = self.page.open.keys().copied().collect();
        self.is_caught_up = false;
        self.figures.kills += 1;
        let longest = match self.chance.below(10) {
            0 => 2 * HOUR,
            1..4 => 5 * MINUTE,
            _ => 20 * SECOND,
        };
        let back = now + self.chance.between(SECOND, longest);
        self.plan(back, Deed::Restart);
    }

    pub(super) fn restart(&mut self) {
        if self.hosted.is_some() {
            return;
        }
        let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Discord) };
        let chance = Box::new(self.chance.another());
        let database = self.folder.path().join("editions.db");
        let hosted = Hosted::start(&database, self.clock(), settings, chance, &self.renderer);
        self.reader = Some(hosted.store.reader().expect("a reader"));
        self.hosted = Some(hosted);
        self.run += 1;
        self.look();
        if self.run == 1 {
            self.catch_up();
        } else if self.is_connected {
            let at = self.now() + self.chance.between(0, 30 * SECOND);
            self.plan(at, Deed::CaughtUp);
        }
    }

    /// All that was said meanwhile is read back.
    pub(super) fn catch_up(&mut self) {
        if self.hosted.is_none() || self.is_caught_up || !self.is_connected {
            return;
        }
        for id in self.page.unheard.clone() {
            self.tell(id, true);
        }
        self.settle();
        let hosted = self.hosted.as_ref().expect("it is up");
        hosted.host.release(DISCORD);
        self.is_caught_up = true;
        let now = self.now();
        self.away.iter_mut().filter(|(_, to)| to.is_none()).for_each(|(_, to)| *to = Some(now));
        self.hear_all();
        self.post_the_rest();
    }

    /// The connection is lost, which the program notices only when no answer comes.
    pub(super) fn lose(&mut self, time: Millis) {
        let now = self.now();
        if !self.is_heard() {
            return self.plan(now + 5 * MINUTE, Deed::Lose(time));
        }
        self.is_connected = false;
        self.away.push((now, None));
        self.figures.outages += 1;
        let notice = now + self.chance.between(10 * SECOND, 45 * SECOND);
        self.plan(notice, Deed::Notice);
        self.plan(now + time, Deed::Back);
    }

    pub(super) fn notice(&mut self) {
        let is_lost = self.is_caught_up && !self.is_connected;
        if let Some(hosted) = self.hosted.as_ref().filter(|_| is_lost) {
            hosted.host.hold(DISCORD);
            self.is_caught_up = false;
        }
    }

    /// Everything is mended: all is over.
    pub(super) fn mend(&mut self) {
        self.is_connected = true;
        self.restart();
        self.catch_up();
        self.look();
        self.hear_all();
        self.look();
    }
}
