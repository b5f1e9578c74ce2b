//! What goes wrong in a season: the program is killed, the connection is lost, a channel takes nothing; and
//! people go on vacation.

use host::HostHandle;
use table::{Area, DAY, HOUR, MINUTE, Millis, SECOND};

use super::{
    matches::channel,
    play::{Deed as Own, LOBBY, Playing, START},
};
use crate::support::simulation::Deed;

/// How many things are under way at most when the program is killed.
const UNDER_WAY: usize = 8;

impl Playing {
    pub(super) fn arrange_troubles(&mut self) {
        let size = self.story.size;
        let end = START + size.days * DAY - HOUR;
        for _ in 0..size.kills {
            let at = self.chance.between(START + HOUR, end);
            self.plan_any(at, Deed::Kill);
        }
        for _ in 0..size.short_outages {
            let (at, time) =
                (self.chance.between(START, end), self.chance.between(2 * MINUTE, HOUR));
            self.plan_any(at, Deed::Lose(time));
        }
        for n in 0..size.long_outages {
            let n = i64::try_from(n + 1).expect("few");
            let part = size.days * DAY / i64::try_from(size.long_outages + 1).expect("few");
            self.plan_any(START + n * part, Deed::Lose(2 * DAY));
        }
        for _ in 0..size.closed_channels {
            let n = self.chance.below(size.channels);
            let (at, time) =
                (self.chance.between(START, end), self.chance.between(MINUTE, 2 * HOUR));
            self.plan(at, Own::Close(n, time));
        }
    }

    pub(super) fn end_vacation(&mut self, person: usize) {
        self.write_mentioning(person, Some(LOBBY), "!vacation off", &[]);
        self.story.judge.returns(person, self.now());
    }

    pub(super) fn go_on_vacation(&mut self, person: usize) {
        let (now, days) = (self.now(), self.chance.between(1, 4));
        let days = days.min(self.story.size.days / 5);
        self.write_mentioning(person, Some(LOBBY), &format!("!vacation {days}d"), &[]);
        self.story.judge.leaves(person, now, now + days * DAY);
        self.story.figures.vacations += 1;
        if self.chance.happens(40) {
            let early = self.chance.between(now + HOUR, now + days * DAY - 1);
            self.plan(early, Own::EndVacation(person));
        }
    }

    /// The program is killed wherever it is, with something under way if it has just shown that it lives:
    /// otherwise nobody could say which of it lies before the outage.
    pub(super) fn kill(&mut self) {
        let now = self.now();
        if self.hosted.is_none() || !self.is_connected && self.is_caught_up {
            return self.plan_any(now + MINUTE, Deed::Kill);
        }
        if self.story.alive != now && self.chance.happens(70) {
            let at = (self.story.timer + 10 * SECOND).max(now + 1);
            return self.plan_any(at, Deed::Kill);
        }
        if self.story.alive == now && self.is_heard() {
            self.hurry(DAY, UNDER_WAY);
        }
        self.crash();
        self.story.judge.lost(self.story.alive);
        for held in std::mem::take(&mut self.story.held) {
            self.story.judge.open(held, now);
        }
        let away = if self.chance.happens(10) { DAY } else { 2 * HOUR };
        let back = now + self.chance.between(SECOND, away);
        self.plan_any(back, Deed::Restart);
    }

    /// A run of the program begins.
    pub(super) fn begins_anew(&mut self) {
        self.story.told_closed.clear();
        let now = self.now();
        (self.story.timer, self.story.alive) = (now, now);
        for n in self.story.closed.clone() {
            self.tell_closed(n, true);
        }
    }

    /// Reading back takes longer in some channels.
    pub(super) fn hold_some(&mut self) {
        let now = self.now();
        for _ in 0..self.chance.below(3) {
            let n = self.chance.below(self.story.size.channels);
            if !self.story.closed.contains(&n) && self.story.held.insert(n) {
                self.host().hold(Area::Place(channel(n)));
                self.story.judge.closed(n, now);
                let at = now + self.chance.between(SECOND, 5 * MINUTE);
                self.plan(at, Own::CaughtUpIn(n));
            }
        }
    }

    pub(super) fn catch_up_in(&mut self, n: usize) {
        if !self.story.held.contains(&n) {
            return;
        }
        let now = self.now();
        if !self.is_connected || !self.is_caught_up {
            return self.plan(now + MINUTE, Own::CaughtUpIn(n));
        }
        self.story.held.remove(&n);
        self.tell_missed();
        self.host().release(Area::Place(channel(n)));
        self.story.judge.open(n, now);
        self.story.alive = now;
    }

    fn host(&self) -> &HostHandle {
        &self.hosted.as_ref().expect("it is up").host
    }

    pub(super) fn close(&mut self, n: usize, time: Millis) {
        let now = self.now();
        let is_played = self.story.matches.iter().any(|one| {
            one.channel == n && one.no.is_some() && !one.seats.is_empty() && !one.is_over
        });
        let is_open = !self.story.held.contains(&n) && !self.story.closed.contains(&n);
        if !self.is_heard() || !is_played || !is_open {
            return self.plan(now + 30 * MINUTE, Own::Close(n, time));
        }
        self.story.closed.insert(n);
        self.tell_closed(n, true);
        self.story.judge.closed(n, now);
        self.tally.outages += 1;
        self.plan(now + time, Own::Open(n));
    }

    /// Tells the program whether a channel takes nothing. It writes that down, with a sign of life, where
    /// something is played.
    fn tell_closed(&mut self, n: usize, is_closed: bool) {
        let is_live =
            self.reader.as_ref().is_some_and(|reader| reader.is_live(&channel(n)).expect("read"));
        let has_changed = match is_closed {
            true => is_live && self.story.told_closed.insert(n),
            false => self.story.told_closed.remove(&n),
        };
        self.host().unreachable(channel(n), is_closed);
        if has_changed {
            self.story.alive = self.now();
        }
    }

    pub(super) fn open(&mut self, n: usize) {
        self.story.closed.remove(&n);
        self.story.judge.open(n, self.now());
        if self.hosted.is_some() {
            self.tell_closed(n, false);
            self.post_the_rest();
        }
    }

    /// Everything is mended: the season is over.
    pub(super) fn mend_all(&mut self) {
        self.is_connected = true;
        self.restart();
        for n in self.story.closed.clone() {
            self.open(n);
        }
        self.catch_up();
        for n in self.story.held.clone() {
            self.catch_up_in(n);
        }
        self.mend();
    }
}
