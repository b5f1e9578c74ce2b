//! A message about a game that stands on the platform.

use table::{MessageId, PlaceId};

/// A message about a game that the platform has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownMessage {
    /// The place in which it stands.
    pub place: PlaceId,
    /// The id that the platform has given it.
    pub message: MessageId,
    /// Whether it shows the board of the game.
    pub is_board: bool,
}
