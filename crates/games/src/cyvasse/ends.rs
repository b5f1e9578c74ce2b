//! The end of a game on the board: by a King (rules, section 7).

use super::Position;
use crate::{Outcome, Reason};

/// The reason of a game that ends because a King was lost and could not be replaced.
pub(super) const KING: Reason = Reason::rule("king", Some("the King is taken"));

impl Position {
    /// The end of the game by a King, if it has come (rules, section 7).
    pub(super) fn end_by_king(&self) -> Option<Outcome> {
        let (us, them) = (self.turn, self.turn.other());
        if !self.has_king(them) {
            return Some(Outcome::win(us, KING));
        }
        let lost = !self.has_king(us) && !self.has_move();
        lost.then_some(Outcome::win(them, KING))
    }
}
