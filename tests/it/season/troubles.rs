//! What goes wrong in a season: the program is killed, the connection is lost, a channel takes nothing; and
//! people go on vacation.

use std::time::Duration;

use host::{HostEvent, HostHandle, HostSettings};
use table::{Area, DAY, HOUR, MINUTE, Millis, Platform, SECOND};

use super::{
    matches::channel,
    play::{DISCORD, Deed, LOBBY, START, Season},
};
use crate::support::hosted::Hosted;

/// How many things are under way at most when the program is killed.
const UNDER_WAY: usize = 8;

impl Season {
    pub(super) fn arrange_troubles(&mut self) {
        let size = self.size;
        let end = START + size.days * DAY - HOUR;
        for _ in 0..size.kills {
            let at = self.chance.between(START + HOUR, end);
            self.plan(at, Deed::Kill);
        }
        for _ in 0..size.short_outages {
            let (at, time) =
                (self.chance.between(START, end), self.chance.between(2 * MINUTE, HOUR));
            self.plan(at, Deed::Lose(time));
        }
        for n in 0..size.long_outages {
            let n = i64::try_from(n + 1).expect("few");
            let part = size.days * DAY / i64::try_from(size.long_outages + 1).expect("few");
            self.plan(START + n * part, Deed::Lose(2 * DAY));
        }
        for _ in 0..size.closed_channels {
            let n = self.chance.below(size.channels);
            let (at, time) =
                (self.chance.between(START, end), self.chance.between(MINUTE, 2 * HOUR));
            self.plan(at, Deed::Close(n, time));
        }
    }

    /// One of the deeds that are no part of a game.
    pub(super) fn trouble(&mut self, deed: Deed) {
        match deed {
            Deed::Vacation(person) => self.go_on_vacation(person),
            Deed::EndVacation(person) => {
                self.write_mentioning(person, Some(LOBBY), "!vacation off", &[]);
                self.judge.returns(person, self.now());
            }
            Deed::Kill => self.kill(),
            Deed::Restart => self.restart(),
            Deed::CaughtUp => self.catch_up(),
            Deed::CaughtUpIn(n) => self.catch_up_in(n),
            Deed::Lose(time) => self.lose(time),
            Deed::Notice => self.notice(),
            Deed::Back => {
                self.is_connected = true;
                self.catch_up();
            }
            Deed::Close(n, time) => self.close(n, time),
            Deed::Open(n) => self.open(n),
            other => unreachable!("{other:?} is part of a game"),
        }
    }

    fn go_on_vacation(&mut self, person: usize) {
        let (now, days) = (self.now(), self.chance.between(1, 4));
        let days = days.min(self.size.days / 5);
        self.write_mentioning(person, Some(LOBBY), &format!("!vacation {days}d"), &[]);
        self.judge.leaves(person, now, now + days * DAY);
        self.figures.vacations += 1;
        if self.chance.happens(40) {
            let early = self.chance.between(now + HOUR, now + days * DAY - 1);
            self.plan(early, Deed::EndVacation(person));
        }
    }

    fn is_up(&self) -> bool {
        self.hosted.is_some()
    }

    /// The program is killed wherever it is, with something under way if it has just shown that it lives:
    /// otherwise nobody could say which of it lies before the outage.
    fn kill(&mut self) {
        let now = self.now();
        if !self.is_up() || !self.is_connected && self.is_caught_up {
            return self.plan(now + MINUTE, Deed::Kill);
        }
        if self.alive != now && self.chance.happens(70) {
            return self.plan((self.timer + 10 * SECOND).max(now + 1), Deed::Kill);
        }
        if self.alive == now && self.is_caught_up && self.is_connected {
            self.begin_much();
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
        self.judge.lost(self.alive);
        for held in std::mem::take(&mut self.held) {
            self.judge.open(held, now);
        }
        // The platform tells again whatever has no end.
        self.page.unheard = self.page.open.keys().copied().collect();
        self.is_caught_up = false;
        self.figures.kills += 1;
        let away = if self.chance.happens(10) { DAY } else { 2 * HOUR };
        let back = now + self.chance.between(SECOND, away);
        self.plan(back, Deed::Restart);
    }

    /// Things happen that the program has no time to finish.
    fn begin_much(&mut self) {
        let now = self.now();
        for deed in self.take_planned(now + DAY, UNDER_WAY) {
            self.do_it(deed);
        }
    }

    pub(super) fn restart(&mut self) {
        if self.is_up() {
            return;
        }
        let settings = HostSettings { starts_held: true, ..HostSettings::new(Platform::Discord) };
        let chance = Box::new(self.chance.another());
        let hosted = Hosted::start(&self.database(), &self.clock, settings, chance, &self.renderer);
        self.reader = Some(hosted.store.reader().expect("a reader"));
        self.hosted = Some(hosted);
        self.run += 1;
        self.told_closed.clear();
        let now = self.now();
        (self.timer, self.alive) = (now, now);
        for n in self.closed.clone() {
            self.tell_closed(n, true);
        }
        self.look();
        if self.run == 1 {
            self.catch_up();
        } else if self.is_connected {
            let at = now + self.chance.between(0, 2 * MINUTE);
            self.plan(at, Deed::CaughtUp);
        }
    }

    /// All that was said meanwhile is read back, but in some channels it takes longer.
    pub(super) fn catch_up(&mut self) {
        if !self.is_up() || self.is_caught_up || !self.is_connected {
            return;
        }
        let now = self.now();
        for _ in 0..self.chance.below(3) {
            let n = self.chance.below(self.size.channels);
            if !self.closed.contains(&n) && self.held.insert(n) {
                self.host().hold(Area::Place(channel(n)));
                self.judge.closed(n, now);
                let at = now + self.chance.between(SECOND, 5 * MINUTE);
                self.plan(at, Deed::CaughtUpIn(n));
            }
        }
        let held: Vec<_> = self.held.iter().map(|n| channel(*n)).collect();
        for id in self.page.unheard.clone() {
            if !held.contains(&self.page.open[&id].place) {
                self.tell(id, true);
            }
        }
        self.settle();
        self.host().release(DISCORD);
        self.judge.back(now);
        (self.is_caught_up, self.alive) = (true, now);
        self.hear_all();
        self.post_the_rest();
    }

    fn catch_up_in(&mut self, n: usize) {
        if !self.held.contains(&n) {
            return;
        }
        let now = self.now();
        if !self.is_connected || !self.is_caught_up {
            return self.plan(now + MINUTE, Deed::CaughtUpIn(n));
        }
        for id in self.page.unheard.clone() {
            if self.page.open[&id].place == channel(n) {
                self.tell(id, true);
            }
        }
        self.settle();
        self.host().release(Area::Place(channel(n)));
        self.held.remove(&n);
        self.judge.open(n, now);
        self.alive = now;
    }

    fn host(&self) -> &HostHandle {
        &self.hosted.as_ref().expect("it is up").host
    }

    /// What could not be posted so far is tried again.
    fn post_the_rest(&mut self) {
        for outbox in self.page.unposted.clone() {
            self.plan_post(outbox);
        }
    }

    /// The connection is lost, which the program notices only when no answer comes.
    fn lose(&mut self, time: Millis) {
        let now = self.now();
        if !self.is_up() || !self.is_caught_up || !self.is_connected {
            return self.plan(now + HOUR, Deed::Lose(time));
        }
        self.is_connected = false;
        self.judge.lost(self.heard);
        self.figures.outages += 1;
        let notice = now + self.chance.between(10 * SECOND, MINUTE);
        self.plan(notice, Deed::Notice);
        self.plan(now + time, Deed::Back);
    }

    fn notice(&mut self) {
        if self.is_up() && self.is_caught_up && !self.is_connected {
            self.host().hold(DISCORD);
            (self.is_caught_up, self.alive) = (false, self.now());
        }
    }

    fn close(&mut self, n: usize, time: Millis) {
        let now = self.now();
        let is_played = self.matches.iter().any(|one| {
            one.channel == n && one.no.is_some() && !one.seats.is_empty() && !one.is_over
        });
        let is_open = !self.held.contains(&n) && !self.closed.contains(&n);
        if !self.is_up() || !self.is_caught_up || !self.is_connected || !is_played || !is_open {
            return self.plan(now + 30 * MINUTE, Deed::Close(n, time));
        }
        self.closed.insert(n);
        self.tell_closed(n, true);
        self.judge.closed(n, now);
        self.figures.outages += 1;
        self.plan(now + time, Deed::Open(n));
    }

    /// Tells the program whether a channel takes nothing. It writes that down, with a sign of life, where
    /// something is played.
    fn tell_closed(&mut self, n: usize, is_closed: bool) {
        let is_live =
            self.reader().is_some_and(|reader| reader.is_live(&channel(n)).expect("read"));
        let has_changed = match is_closed {
            true => is_live && self.told_closed.insert(n),
            false => self.told_closed.remove(&n),
        };
        self.host().unreachable(channel(n), is_closed);
        if has_changed {
            self.alive = self.now();
        }
    }

    fn open(&mut self, n: usize) {
        self.closed.remove(&n);
        self.judge.open(n, self.now());
        if self.is_up() {
            self.tell_closed(n, false);
            self.post_the_rest();
        }
    }

    /// Everything is mended: the season is over.
    pub(super) fn mend(&mut self) {
        self.is_connected = true;
        self.restart();
        for n in self.closed.clone() {
            self.open(n);
        }
        self.catch_up();
        for n in self.held.clone() {
            self.catch_up_in(n);
        }
        self.look();
        self.hear_all();
        self.look();
    }
}
