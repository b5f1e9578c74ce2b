//! Why a match does not take an action.

use games::PlayError;

/// The reason why a match does not take an action; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// It is no offer, or one that is closed.
    #[error("this is no open offer")]
    Closed,
    /// It is an offer still, or it is over.
    #[error("the match is not being played")]
    NotRunning,
    /// The challenger cannot answer or leave their own offer.
    #[error("the offer is this person's own")]
    OwnOffer,
    /// The person sits already.
    #[error("this person sits already")]
    SitsAlready,
    /// The person has no seat of their own here, and none that is free to take.
    #[error("no seat is meant for this person")]
    NotSeated,
    /// No seat is open.
    #[error("no seat is open")]
    NothingOpen,
    /// Somebody is still to sit down.
    #[error("a seat is empty")]
    NotFull,
    /// The seat has left the match, or it never had one of this number.
    #[error("this seat does not play any more")]
    Gone,
    /// Men are still being arranged.
    #[error("men are still being arranged")]
    StillArranging,
    /// No proposal waits for the answer of this seat.
    #[error("no proposal waits for this seat")]
    NoProposal,
    /// The seat's own proposal is still open.
    #[error("this seat proposes it already")]
    ProposesAlready,
    /// No move of the seat stands.
    #[error("this seat has no move to take back")]
    NothingToTakeBack,
    /// Dice fell or a seat left with the seat's last move or after it.
    #[error("dice fell or a seat left since this seat's last move")]
    CannotGoBack,
    /// The seat has proposed the same before, since its last move.
    #[error("this seat has proposed it since its last move")]
    AskedBefore,
    /// Every seat has moved.
    #[error("every seat has moved")]
    TooLate,
    /// The instant has not come yet.
    #[error("it is not due yet")]
    NotDue,
    /// The rules of the game do not allow it.
    #[error("the rules refuse it: {0}")]
    Rules(#[from] PlayError),
}
