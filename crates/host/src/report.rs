//! The loop's report about itself, for whoever watches over the program.

use std::time::Duration;

use crate::event_loop::HostLoop;

/// The state of a host at one moment, in counts and times that name nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How much waits, by the name of its queue: messages that may change something, changes that are being
    /// committed, questions, replies that the platform does not have yet, and what is to be searched and drawn.
    pub queues: [(&'static str, usize); 7],
    /// For how long the oldest reply has waited to be taken by the platform, if one waits.
    pub oldest_unsent: Option<Duration>,
    /// The connections to the platform's gateway; `None` if it has none, and is always there.
    pub shards: Option<Shards>,
}

/// The connections to a platform's gateway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shards {
    /// How many of them have a session that goes on.
    pub connected: u32,
    /// How many there are to be; 0 before the platform has said so.
    pub wanted: u32,
}

impl HostLoop {
    /// The report of this moment.
    pub(crate) fn report(&self) -> Report {
        let (searches, pictures, answers) = self.base.jobs.waiting();
        let now = self.base.clock.instant();
        let oldest = self.speech.awaited.first_key_value();
        Report {
            queues: [
                ("messages", self.turns.works.len()),
                ("changes", self.turns.pending.len()),
                ("questions", self.questions.len()),
                ("replies", self.speech.waiting()),
                ("searches", searches),
                ("pictures", pictures),
                ("answers", answers),
            ],
            oldest_unsent: oldest.map(|(_, (_, since))| now.saturating_duration_since(*since)),
            shards: self.link.shards,
        }
    }
}
