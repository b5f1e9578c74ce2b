//! Why a typed text is no legal move, as data.

use super::{Arrival, JumpRule, Kind, Piece, Promotion, Sq};

/// The reasons why a typed text is no legal move, in the order in which section 8.4 asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// The side to move has no step and no attack, so only `pass` is possible.
    OnlyPass,
    /// The side to move has other moves, so it may not pass.
    MayNotPass,
    /// The text holds a roll or an outcome, which are for the host.
    HostRolls,
    /// No piece stands on the square that the move starts from.
    NoPiece(Sq),
    /// The piece on the square that the move starts from is the opponent's.
    Opponents(Sq, Kind),
    /// Another kind stands on the square than the text names.
    WrongPiece {
        /// The square that the move starts from.
        at: Sq,
        /// The kind of the piece there.
        kind: Kind,
        /// The kind that the text names.
        named: Kind,
    },
    /// An own piece stands on the target.
    OwnPiece {
        /// The square of the piece that is to move.
        from: Sq,
        /// The square that it is to go to.
        to: Sq,
        /// The kind of the piece on the target.
        kind: Kind,
    },
    /// The piece does not move that way.
    WrongWay {
        /// The kind of the piece that is to move.
        kind: Kind,
        /// The square that it stands on.
        from: Sq,
        /// The square that it does not reach.
        to: Sq,
    },
    /// The piece between may not be stepped over.
    Blocked {
        /// The kind of the piece that is to move.
        kind: Kind,
        /// The square that it stands on.
        from: Sq,
        /// The square that it does not reach.
        to: Sq,
        /// Where the piece between stands.
        at: Sq,
        /// The piece between.
        by: Piece,
        /// Which rule forbids it.
        rule: JumpRule,
    },
    /// The move has no such promotion.
    NoPromotion {
        /// The kind of the piece that moves.
        kind: Kind,
        /// The square that the move starts from.
        from: Sq,
        /// The square that the move ends on.
        to: Sq,
        /// The effect of arriving there on the piece.
        arrival: Arrival,
        /// The promotion that the text names.
        named: Promotion,
    },
    /// The text says that something is taken, but the target is empty.
    NothingToTake(Sq),
    /// Only a target was named, and an own piece stands there.
    OwnPieceThere(Sq, Kind),
    /// Only a target was named, with a kind of which the side has no piece.
    NoSuchPiece(Kind),
    /// Only a target was named, and no piece, or none of the named kind, can go there.
    NothingReaches {
        /// The square that the text names.
        to: Sq,
        /// The kind that the text names, if it names one.
        named: Option<Kind>,
    },
}
