//! The report of a ply.

use super::{kinds::Kind, moves::Move, squares::Sq};
use crate::{Outcome, Seat};

/// The effects of a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The side that moved.
    pub seat: Seat,
    /// The move that was played.
    pub mv: Move,
    /// The kind of the man that moved, as it was before the move.
    pub kind: Kind,
    /// The kind that it became; `None` if it stayed as it was.
    pub promoted: Option<Kind>,
    /// The men that it took and where they stood, in the order of the path.
    pub taken: Vec<(Sq, Kind)>,
    /// Whether it took in passing.
    pub is_passing: bool,
    /// Whether it went further than one square and is no Knight.
    pub is_long: bool,
    /// How many men stood on the line that a Liner moved along; `None` for other men.
    pub count: Option<u8>,
    /// The men that give check now, with their squares.
    pub checkers: Vec<(Sq, Kind)>,
    /// The square of the King of the side to move next, which the checkers attack.
    pub king: Sq,
    /// The end that stands on the board now, counters left out of account.
    pub outcome: Option<Outcome>,
}
