//! The owner of the bot: what they are told in private, since only they can mend it, and the servers out of which
//! they keep it.

use std::{collections::BTreeMap, time::Duration};

use chat::{Alarm, Audience, Reply, World as _};
use store::{Batch, RowWrite};
use table::{DAY, Millis, PersonId, ServerId, Setting};

use crate::{
    deadlines::timers::Timer, event_loop::HostLoop, host_event::HostEvent, or_log::OrLog as _,
    state::committed_state::CommittedState,
};

/// The scope under which it is kept when the owner was last told of what.
const ALARMS: &str = "owner:alarms";
/// The longest time for which a reply may wait to be taken.
const UNSENT: Duration = Duration::from_secs(10 * 60);

/// The alarms of which the owner was told.
#[derive(Debug, Default)]
pub(crate) struct Alarms {
    /// When they were told of each since the start.
    told: BTreeMap<&'static str, Millis>,
    /// Whether the timer is set that looks at unsent replies.
    is_watching: bool,
}

impl Alarms {
    /// Returns `true` if a day has passed since the owner was told of this last.
    fn is_due(&self, state: &CommittedState, key: &str) -> bool {
        let kept = || state.setting(ALARMS, key).ok().flatten()?.parse().ok();
        let told = self.told.get(key).copied().or_else(kept);
        // A clock that is set back does not silence it for ever.
        told.is_none_or(|at| state.now().abs_diff(at) >= DAY.unsigned_abs())
    }
}

impl HostLoop {
    /// Tells the owner in private of something that only they can mend, if they were not told within a day. What
    /// cannot be kept for want of room is said all the same.
    pub(crate) fn raise(&mut self, alarm: &Alarm) {
        let owners = self.base.state.owners();
        self.base.state.set_now(self.base.clock.now());
        if owners.is_empty() || !self.alarms.is_due(&self.base.state, alarm.key()) {
            return;
        }
        let now = self.base.state.now();
        self.alarms.told.insert(alarm.key(), now);
        let words = chat::text::alarm(alarm);
        let reply = |owner: PersonId| {
            let place = owner.private_place();
            Reply { audience: Audience::Only(owner), ..Reply::new(place, words.clone()) }
        };
        let replies = owners.into_iter().map(reply).collect();
        let (scope, key) = (ALARMS.to_owned(), alarm.key().to_owned());
        let told = Setting { scope, key, value: Some(now.to_string()) };
        let batch = Batch { rows: vec![RowWrite::Setting(told)], ..self.base.batch() };
        self.speech.tell_with(&mut self.base, replies, batch);
    }

    /// Sees to it that it is noticed if a reply waits for too long.
    pub(crate) fn watch_unsent(&mut self) {
        if self.alarms.is_watching {
            return;
        }
        if let Some((_, (_, since))) = self.speech.awaited.first_key_value() {
            self.base.timers.set(*since + UNSENT, Timer::Unsent);
            self.alarms.is_watching = true;
        }
    }

    /// Looks whether a reply waits for too long, but for what the owners themselves do not take.
    pub(crate) fn look_at_unsent(&mut self) {
        let now = self.base.clock.instant();
        let owners = self.base.state.owners();
        let private: Vec<_> = owners.iter().map(PersonId::private_place).collect();
        let awaited = &mut self.speech.awaited;
        awaited.retain(|_, (place, _)| !private.contains(place));
        let is_late = awaited.values().any(|(_, since)| now.duration_since(*since) >= UNSENT);
        self.alarms.is_watching = is_late;
        if is_late {
            self.base.set_timer(UNSENT, Timer::Unsent);
            self.raise(&Alarm::Unsent);
        }
    }

    /// The platform tells of a server in which the bot is.
    pub(crate) fn met_server(&mut self, server: &ServerId) {
        self.base.state.note_met(server);
        let is_banned = chat::is_server_banned(&self.base.state, server);
        if is_banned.or_log("whether a server is kept out is not known").unwrap_or(false) {
            self.speech.tell(HostEvent::LeaveServer(server.clone()));
        }
    }

    /// Leaves the servers out of which the owner keeps the bot: it may have been killed before it did.
    pub(crate) fn leave_banned_servers(&self) {
        let banned = self.base.state.banned_servers();
        let banned = banned.or_log("which servers are kept out is not known").unwrap_or_default();
        banned.into_iter().for_each(|server| self.speech.tell(HostEvent::LeaveServer(server)));
    }
}
