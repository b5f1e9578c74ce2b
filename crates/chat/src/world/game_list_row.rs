//! A game in brief: enough to list it, and to find the game that a message is about.

use games::{GameKind, Outcome, Seat};
use table::{GameNo, Millis, Occupant, PersonId, PlaceId, ServerId, Stage};

/// The facts about a game or an offer that are known without replaying its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameListRow {
    /// The number that people call it by.
    pub no: GameNo,
    /// Which game is played.
    pub kind: GameKind,
    /// The place in which it is announced.
    pub place: PlaceId,
    /// The server to which that place belongs; `None` where there is none, or where it is not known.
    pub server: Option<ServerId>,
    /// Who plays or is asked; in an offer the challenger comes first.
    pub seats: Vec<Occupant>,
    /// Its stage: an offer, running or ended.
    pub stage: Stage,
    /// Whose turn it is in a running game; `None` while several arrange their men.
    pub to_move: Option<Seat>,
    /// How many plies have been played.
    pub ply: u32,
    /// Whether a ply stands, so that there is something to replay.
    pub has_plies: bool,
    /// When it was offered.
    pub created: Millis,
    /// When it started, or when its last ply was played.
    pub moved: Millis,
    /// Whether it belongs to an event.
    pub is_of_event: bool,
}

impl GameListRow {
    /// Returns `true` if it has started and not ended.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running)
    }

    /// Returns `true` if it ever started: offers that came to nothing did not.
    #[must_use]
    pub fn was_played(&self) -> bool {
        match self.stage {
            Stage::Offered(_) => false,
            Stage::Running => true,
            Stage::Over(outcome) => self.ply > 0 || outcome != Outcome::Aborted,
        }
    }

    /// Returns `true` if it is this person's turn.
    #[must_use]
    pub fn waits_for(&self, who: &PersonId) -> bool {
        let is_theirs = |occupant: &Occupant| sits(occupant, who);
        self.is_running()
            && match self.to_move {
                Some(seat) => self.seats.get(seat.index()).is_some_and(is_theirs),
                None => self.has(who),
            }
    }

    /// Returns `true` if this person made the offer.
    #[must_use]
    pub fn is_offer_of(&self, who: &PersonId) -> bool {
        self.is_offer() && self.seats.first().is_some_and(|occupant| sits(occupant, who))
    }

    /// Returns `true` if this is an offer of somebody else's in which the person has sat down.
    #[must_use]
    pub fn has_seated(&self, who: &PersonId) -> bool {
        self.is_offer() && !self.is_offer_of(who) && self.has(who)
    }

    /// Returns `true` if this is an offer that the person can take up: they are asked by name, or a seat is
    /// open and they have not sat down yet.
    #[must_use]
    pub fn asks(&self, who: &PersonId) -> bool {
        let welcomes =
            |occupant: &Occupant| *occupant == Occupant::Open || occupant.is_or_asks(who);
        self.is_offer() && !self.has(who) && self.seats.iter().any(welcomes)
    }

    /// Returns `true` if this person sits on one of its seats.
    pub(crate) fn has(&self, who: &PersonId) -> bool {
        self.seats.iter().any(|occupant| sits(occupant, who))
    }

    /// Returns `true` if it has ended.
    pub(crate) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    const fn is_offer(&self) -> bool {
        matches!(self.stage, Stage::Offered(_))
    }
}

/// Returns `true` if this person sits on a seat.
pub(crate) fn sits(occupant: &Occupant, who: &PersonId) -> bool {
    matches!(occupant, Occupant::Person(person) if person.id == *who)
}
