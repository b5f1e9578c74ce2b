//! A server in a list of all of them.

use table::ServerId;

/// A server with how much goes on there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSummary {
    /// The server itself, which may be left by now.
    pub server: ServerId,
    /// The number of its running games.
    pub running: u64,
    /// The number of its games that are over.
    pub finished: u64,
}
