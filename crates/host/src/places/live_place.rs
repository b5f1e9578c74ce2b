//! A place in which something may have been said while the program was away.

use table::{MessageId, Millis, PlaceId, ServerId};

/// A place in which games go on or are offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivePlace {
    /// Which place it is.
    pub place: PlaceId,
    /// The server to which it belongs, where that is known.
    pub server: Option<ServerId>,
    /// The last message there up to which everything has its end; `None` if none is known.
    pub after: Option<MessageId>,
    /// Since when the game there waits that has waited longest.
    pub since: Millis,
}
