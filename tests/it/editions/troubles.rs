//! What goes wrong: the program is killed, and the connection is lost.

use table::{DAY, HOUR, MINUTE, Millis, SECOND, WEEK};

use super::{events::EVENTS, weeks::Playing};
use crate::support::simulation::Deed;

/// How many things are under way at most when the program is killed.
const UNDER_WAY: usize = 8;

impl Playing {
    pub(super) fn arrange_troubles(&mut self) {
        for n in 0..self.story.size.kills {
            // Most of them while an evening is being played.
            let at = self.some_instant(n % 3 > 0);
            self.plan_any(at, Deed::Kill);
        }
        self.arrange_long_outage();
        for n in 0..self.story.size.outages {
            let at = self.some_instant(n % 2 > 0);
            let time = self.chance.between(MINUTE, 20 * MINUTE);
            self.plan_any(at, Deed::Lose(time));
        }
    }

    /// When it is lost until after the end of a league.
    fn arrange_long_outage(&mut self) {
        if let Some(days) = self.story.size.long_outage {
            self.plan_any(self.story.size.start + days * DAY, Deed::Lose(8 * DAY));
        }
    }

    fn some_instant(&mut self, is_evening: bool) -> Millis {
        let (start, weeks) = (self.story.size.start, self.story.size.weeks());
        let any = self.chance.between(start + HOUR, start + weeks * WEEK);
        let events = EVENTS.iter().zip(self.story.size.editions);
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
            return self.plan_any(now + MINUTE, Deed::Kill);
        }
        if self.is_heard() {
            self.hurry(30 * SECOND, UNDER_WAY);
        }
        let was_heard = self.is_heard();
        self.crash();
        if was_heard {
            self.story.away.push((now, None));
        }
        let longest = match self.chance.below(10) {
            0 => 2 * HOUR,
            1..4 => 5 * MINUTE,
            _ => 20 * SECOND,
        };
        let back = now + self.chance.between(SECOND, longest);
        self.plan_any(back, Deed::Restart);
    }
}
