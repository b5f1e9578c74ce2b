//! The loop's report about itself, for whoever watches over the program.

use std::time::Duration;

/// The state of a host at one moment, in counts and times that name nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The lengths of the queues by their names: messages that may change something, changes that are being
    /// committed, questions, replies that the platform does not have yet, and what is to be searched and drawn.
    pub queues: [(&'static str, usize); 7],
    /// The time for which the oldest reply has waited to be taken by the platform, if one waits to whose place it can go.
    pub oldest_unsent: Option<Duration>,
    /// The connections to the platform's gateway; `None` if it has none, and is always there.
    pub shards: Option<Shards>,
}

/// The connections to a platform's gateway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shards {
    /// The number of those that have a session which goes on.
    pub connected: u32,
    /// The number of those that there are to be; 0 before the platform has said so.
    pub wanted: u32,
}
