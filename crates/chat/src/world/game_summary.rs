//! Games at a glance: what a list of many needs to sort, to count and to page, without names and without
//! a replay. What is shown of them one by one comes from their [`GameListRow`](crate::GameListRow).

use games::{GameKind, Outcome, Seat, SeatSet};
use table::{GameNo, Millis, PersonId, PlaceId, ServerId, Stage};

/// A group of games that are looked at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesListed<'a> {
    /// The offers and running games of this person, newest first.
    OpenOf(&'a PersonId),
    /// The offers and running games of this place, newest first.
    OpenAt(&'a PlaceId),
    /// The finished games of this person, the one that ended last first, without those that came to
    /// nothing before their first ply.
    FinishedOf(&'a PersonId),
}

/// A game as lists of many see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The number that people call it by.
    pub no: GameNo,
    /// Which game is played.
    pub kind: GameKind,
    /// The place in which it is played.
    pub place: PlaceId,
    /// The server to which that place belongs; `None` where there is none, or where it is not known.
    pub server: Option<ServerId>,
    /// Its stage: an offer, running or ended.
    pub stage: Stage,
    /// Whose turn it is in a running game; `None` while several arrange their men.
    pub to_move: Option<Seat>,
    /// When it was offered; once it has started, when it started.
    pub created: Millis,
    /// When it last went on, or ended.
    pub moved: Millis,
    /// Whether it has clocks.
    pub is_timed: bool,
    /// The seats on which the person whose games these are sits or is asked to sit; of the games of a
    /// place, those of the other person.
    pub seats: SeatSet,
    /// Whether that person is asked and has not answered.
    pub is_asked: bool,
    /// The seats on which the other person sits or is asked to sit.
    pub others: SeatSet,
}

impl GameSummary {
    /// Returns `true` if it is the turn of the person whose games these are.
    pub(crate) fn waits(&self) -> bool {
        self.is_running()
            && match self.to_move {
                Some(seat) => self.seats.contains(seat),
                None => !self.seats.is_empty(),
            }
    }

    /// Returns `true` if it has started and not ended.
    pub(crate) const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running)
    }

    /// Returns how it ended.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(outcome) => Some(outcome),
            Stage::Offered(_) | Stage::Running => None,
        }
    }

    /// Its place in a list of open games, the least first: what waits for the person, by when their time
    /// `ends` and then by when it went on, then the offers that ask them, other running games, and other
    /// offers.
    pub(crate) fn urgency(&self, ends: Option<Millis>) -> (u8, Millis, Millis) {
        let rank = match self.stage {
            Stage::Running if self.waits() => 0,
            Stage::Offered(_) if self.is_asked => 1,
            Stage::Running => 2,
            Stage::Offered(_) | Stage::Over(_) => 3,
        };
        (rank, ends.unwrap_or(Millis::MAX), self.moved)
    }
}
