//! Why conditional moves are not taken, as data. The chat makes the sentences.

use std::fmt;

use games::Seat;
use scene::FightVerdict;

use crate::NotPlayed;

/// The reason why conditional moves are not taken. It repeats what somebody plans in secret, so its debug form says
/// nothing.
#[derive(Clone, PartialEq, Eq)]
pub enum PlanFault {
    /// Nothing stands there.
    Nothing,
    /// There is no reply behind this condition.
    NoReply(String),
    /// There is no condition before this reply.
    NoCondition(String),
    /// A move of a condition or a reply was not taken.
    NotAMove {
        /// Who would move then.
        mover: Seat,
        /// The text as typed.
        typed: String,
        /// Why it was not taken.
        why: NotPlayed,
        /// Whether it was to be a reply, and not a condition.
        is_reply: bool,
    },
    /// No move that can be played then is a fight that ends like this.
    NoSuchFight(FightVerdict),
    /// The move of a condition is no fight that can end like this.
    NotSuchAFight(String, FightVerdict),
    /// Behind `any` stands a reply that a ply of the opponent can make impossible.
    MaybeIllegal {
        /// The reply as it was read.
        reply: String,
        /// The ply after which it is not legal.
        after: String,
        /// The verdict of its fight, if it is one.
        fight: Option<FightVerdict>,
    },
    /// The game is over before this could be played.
    Over,
    /// An earlier condition takes all that this one could.
    Unreachable {
        /// The earlier condition.
        earlier: String,
        /// The one that is never asked.
        later: String,
    },
    /// The same condition has two replies.
    TwoReplies(String),
    /// There are more than [`MAX_PLAN_NODES`](super::MAX_PLAN_NODES) conditions.
    TooMany,
    /// More than [`MAX_PLAN_DEPTH`](super::MAX_PLAN_DEPTH) conditions follow one another.
    TooDeep,
    /// Its text is longer than [`MAX_PLAN_TEXT`](super::MAX_PLAN_TEXT).
    TooLong,
    /// It leaves so much open that not everything can be looked at.
    TooOpen,
}

impl fmt::Debug for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlanFault(…)")
    }
}
