//! Why a typed text is no legal move, as data.

use super::{Arrival, JumpRule, Kind, Piece, Promotion, Sq};

/// Why a typed text is no legal move, in the order in which section 8.4 asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// Only `pass` is possible.
    OnlyPass,
    /// There are moves, so there is no passing.
    MayNotPass,
    /// A roll or an outcome was typed.
    HostRolls,
    /// Nothing stands on the square.
    NoPiece(Sq),
    /// The piece on the square is the opponent's.
    Opponents(Sq, Kind),
    /// Another kind stands on the square than the text names.
    WrongPiece {
        /// The square.
        at: Sq,
        /// What stands there.
        kind: Kind,
        /// What the text says.
        named: Kind,
    },
    /// An own piece stands on the target.
    OwnPiece {
        /// Where the piece that should move stands.
        from: Sq,
        /// The target.
        to: Sq,
        /// What stands on the target.
        kind: Kind,
    },
    /// The piece does not move that way.
    WrongWay {
        /// What should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// Where it does not get.
        to: Sq,
    },
    /// The piece between may not be stepped over.
    Blocked {
        /// What should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// Where it does not get.
        to: Sq,
        /// Where the piece between stands.
        at: Sq,
        /// What it is.
        by: Piece,
        /// Which rule forbids it.
        rule: JumpRule,
    },
    /// The move has no such promotion.
    NoPromotion {
        /// What moves.
        kind: Kind,
        /// From where.
        from: Sq,
        /// To where.
        to: Sq,
        /// What it may become there.
        arrival: Arrival,
        /// What the text says.
        named: Promotion,
    },
    /// The text takes, but the target is empty.
    NothingToTake(Sq),
    /// A single square was named, and an own piece stands there.
    OwnPieceThere(Sq, Kind),
    /// A single square was named with a piece that the side does not have.
    NoSuchPiece(Kind),
    /// A single square was named, and nothing (of this kind) gets there.
    NothingReaches {
        /// The square.
        to: Sq,
        /// The kind that the text names.
        named: Option<Kind>,
    },
}
