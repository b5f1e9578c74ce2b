//! What people write, what the program says, and how its posts reach the platform.

use chat::{Incoming, Outgoing};
use host::{Clock as _, HostEvent, MessageOutcome};
use table::{Person, PlaceId, SECOND};

use super::{Deed, Simulation, Story};

impl<S: Story> Simulation<S> {
    /// Returns `true` if the program runs, and hears what is written.
    pub(crate) fn is_heard(&self) -> bool {
        self.hosted.is_some() && self.is_caught_up && self.is_connected
    }

    /// Everything is heard that was said so far, if the connection stands.
    pub(crate) fn tell_heard(&mut self) {
        let is_heard = self.is_caught_up && self.is_connected;
        if let Some(hosted) = self.hosted.as_ref().filter(|_| is_heard) {
            self.told_until = self.clock.now();
            hosted.host.heard(self.told_until);
        }
    }

    /// Somebody writes something, which `settle` completes; the program hears it if it can.
    pub(crate) fn write(
        &mut self,
        author: &Person,
        place: PlaceId,
        words: (String, Vec<Person>),
        settle: impl FnOnce(&mut Incoming),
    ) {
        let id = self.page.write(author, place.clone(), words, self.clock.now());
        settle(self.page.open.get_mut(&id).expect("it was written"));
        if self.is_heard() && S::is_read(self, &place) {
            self.tell(id, false);
        }
    }

    /// The program hears what was written.
    fn tell(&mut self, id: u64, late: bool) {
        let Some(hosted) = &self.hosted else { return };
        let incoming = self.page.open.get_mut(&id).expect("it was written");
        incoming.late = late;
        hosted.host.receive(incoming.clone());
        self.page.unheard.remove(&id);
    }

    /// The program hears what was written while it was away, as far as it reads in its place.
    pub(crate) fn tell_missed(&mut self) {
        for id in self.page.unheard.clone() {
            if S::is_read(self, &self.page.open[&id].place) {
                self.tell(id, true);
            }
        }
        self.settle();
    }

    pub(crate) fn settle(&self) {
        if let Some(hosted) = &self.hosted {
            hosted.settle();
        }
    }

    /// Lets the program do everything that is to be done now, hears it, and judges it.
    pub(crate) fn look(&mut self) {
        if self.hosted.is_none() {
            return;
        }
        if self.is_caught_up && self.is_connected {
            if self.chance.happens(80) {
                self.tell_heard();
            } else {
                let at = self.now() + self.chance.between(5 * SECOND, 45 * SECOND);
                self.plan_any(at, Deed::Heartbeat);
            }
        }
        self.settle();
        S::settled(self);
        loop {
            let said = self.take_said();
            if said.is_empty() {
                break;
            }
            for event in said {
                self.hear(event);
            }
            self.settle();
        }
        S::heard(self);
    }

    fn take_said(&mut self) -> Vec<HostEvent> {
        let Some(hosted) = &mut self.hosted else { return Vec::new() };
        std::iter::from_fn(|| hosted.outbox.try_recv().ok()).collect()
    }

    /// The program says something, or what has become of a message.
    pub(super) fn hear(&mut self, event: HostEvent) {
        match event {
            HostEvent::Forgotten { .. } => {}
            HostEvent::MessageOutcome { message, end } => {
                let id: u64 = message.key().parse().expect("a number");
                let written = self.page.open.remove(&id);
                let is_fine = matches!(end, MessageOutcome::Answered | MessageOutcome::Repeated);
                assert!(is_fine, "{end:?} of {written:?}");
            }
            HostEvent::Say(out) => match out.outbox {
                Some(outbox) => self.hear_kept(outbox, &out),
                None => S::hears_unkept(self, out),
            },
            HostEvent::LeaveServer(server) => panic!("nobody keeps {server} out"),
            HostEvent::AskWhoLeft { server, .. } => panic!("nobody claims in {server}"),
        }
    }

    fn hear_kept(&mut self, outbox: u64, out: &Outgoing) {
        if let Some(at) = self.page.posts.get(&outbox).map(|post| post.at) {
            // An earlier run has said it. What stands there is not posted again.
            return match at {
                Some(at) => S::acknowledge(self, outbox, at),
                None => self.plan_post(outbox),
            };
        }
        let about = S::note(self, out);
        self.page.said(outbox, out, about);
        self.plan_post(outbox);
        S::hears(self, outbox, out);
    }

    fn plan_post(&mut self, outbox: u64) {
        let at = self.now() + self.chance.between(0, 3 * SECOND);
        self.plan_any(at, Deed::Post(outbox, self.run));
    }

    /// What could not be posted so far is tried again.
    pub(crate) fn post_the_rest(&mut self) {
        for outbox in self.page.unposted.clone() {
            self.plan_post(outbox);
        }
    }

    /// A reply reaches the platform, unless that or its place cannot be reached.
    pub(super) fn post(&mut self, outbox: u64) {
        let post = &self.page.posts[&outbox];
        if !self.is_connected || !S::is_open(self, &post.place) || post.at.is_some() {
            return;
        }
        self.stand(outbox);
        S::acknowledge(self, outbox, self.now());
    }

    /// A reply stands on the platform.
    pub(super) fn stand(&mut self, outbox: u64) {
        self.page.unposted.remove(&outbox);
        let now = self.now();
        self.page.posts.get_mut(&outbox).expect("it was said").at = Some(now);
        S::stands(self, outbox);
    }
}
