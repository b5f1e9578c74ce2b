//! Why a typed text is no legal move: the reasons as data (rules, section 6). `diagnosis` finds the
//! one that holds, and `reach` why a man cannot get to a hex.

pub(super) mod diagnosis;
mod reach;

use super::{Attack, Hex, HexSet, Kind, sums::Missing};

/// The reasons why a typed text is no legal move, roughly in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// The board has no hex of this name.
    OffBoard(String),
    /// A corner is named although no fortress has just fallen.
    NoCornerDue(Hex),
    /// The hex that is named as the corner is not a corner.
    NotACorner(Hex),
    /// The corner that is named is the centre of the player's own side (Q20).
    OwnCentre(Hex),
    /// The promotion is not possible.
    Promotion(NoPromotion),
    /// The player may not pass because other moves are possible (Q21).
    MayNotPass,
    /// The King is lost: a man of tier 3 must move to this fortress now (Q18).
    MustCrown(Hex),
    /// Nobody stands on the hex that the move would start from.
    NoMan(Hex),
    /// The man on the hex that the move would start from is the enemy's.
    Enemy(Hex, Kind),
    /// A mountain stands on the hex that the move would start from or end on.
    Mountain(Hex),
    /// Another kind stands on the hex than the text names.
    WrongKind {
        /// The hex that the move would start from.
        at: Hex,
        /// The kind that stands there.
        kind: Kind,
        /// The kind that the text names.
        named: Kind,
    },
    /// The move would start from and end on this same hex.
    SameHex(Hex),
    /// A man of the player's own side stands on the target.
    OwnMan {
        /// The target of the move.
        to: Hex,
        /// The kind of the man who stands there.
        by: Kind,
    },
    /// The text names a single hex, and a man of the player's own side stands there.
    OwnManThere(Hex, Kind),
    /// The man attacks an enemy man and is not strong enough.
    TooWeak(Box<Weakness>),
    /// The man cannot get to the hex.
    OutOfReach(Box<Unreached>),
    /// The side has no man of this kind on the board.
    NoSuchMan(Kind),
    /// No man of the kind that the text names can go to the hex.
    NothingReaches {
        /// The target of the move.
        to: Hex,
        /// The kind that the text names; `None` if it names none.
        named: Option<Kind>,
    },
    /// The Dragon cannot come out there.
    Entry(NoEntry),
    /// Each part of the text is possible alone, but not together with the others.
    NothingFits,
}

/// The reason why a promotion is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPromotion {
    /// The player's own King stands, so nobody is crowned.
    KingStands,
    /// The player's own King is lost: a man must be crowned, and nobody can be promoted otherwise.
    KingLost,
    /// The player's own fortress is ruined.
    Ruined,
    /// None of the player's own men stands in this fortress.
    Nobody(Hex),
    /// The man in the fortress does not become that kind.
    NotThat {
        /// The hex of the fortress.
        at: Hex,
        /// The kind of the man who stands there.
        kind: Kind,
        /// The kind that the text names.
        up: Kind,
    },
    /// All men of that kind are on the board (Q16).
    NoneSpare(Kind),
}

/// The reason why the Dragon cannot come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// It is neither in hand nor on the board.
    NoDragon,
    /// The player's own fortress is ruined.
    Ruined,
    /// The hex is more than four steps away from the fortress.
    TooFar {
        /// The hex of the player's own fortress.
        fortress: Hex,
        /// The hex on which the Dragon was to come out.
        to: Hex,
    },
    /// No free way of up to four steps leads there from the fortress, as `dragon_entry=path` asks.
    Walled {
        /// The hex of the player's own fortress.
        fortress: Hex,
        /// The hex on which the Dragon was to come out.
        to: Hex,
    },
}

/// A capture that is not strong enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The sums of both sides.
    pub attack: Attack,
    /// The help that would be enough.
    pub missing: Missing,
    /// The other men that attack the same hex and are strong enough to capture there.
    pub able: Vec<(Hex, Kind)>,
}

/// A man who cannot get to a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The kind of the man.
    pub kind: Kind,
    /// The hex on which he stands.
    pub from: Hex,
    /// The hex that he cannot get to.
    pub to: Hex,
    /// The reason why he cannot.
    pub why: Hindrance,
    /// The hexes that he can go to in a legal move.
    pub reach: HexSet,
}

/// The reason why a man cannot get to a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// The hex lies on none of his lines.
    OffLine {
        /// Whether it lies diagonally from a man who moves straight, or straight from one who moves
        /// diagonally.
        is_crosswise: bool,
    },
    /// The hex lies on one of his lines or within his flight, but too many steps away.
    TooFar {
        /// The number of steps to the hex.
        steps: u8,
        /// The largest number of steps that this kind makes.
        limit: u8,
    },
    /// A man or a mountain stands between.
    Blocked(Blocker),
    /// A Horse has no ring with the hex on it. For each centre there are its hex and the distances
    /// from it to the Horse and to the target.
    OffRing(Vec<(Hex, u8, u8)>),
    /// A Horse has a ring with the hex on it; each walk along it ends too soon.
    Rides(Vec<Ride>),
    /// A Dragon finds no way between the men in four steps.
    Walled,
}

/// A man or a mountain that stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// The hex on which it stands.
    pub at: Hex,
    /// The kind of the man, and whether he is the player's own; `None` for a mountain.
    pub man: Option<(Kind, bool)>,
}

/// A walk along a ring that ends too soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// The hex of the ring's centre.
    pub centre: Hex,
    /// The reason why the walk ends.
    pub end: RideEnd,
}

/// The reason why a walk along a ring ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RideEnd {
    /// A man or a mountain stands in the way.
    Blocked(Blocker),
    /// The ring leaves the board behind this hex.
    Edge(Hex),
    /// The way is free, but it is this many steps long, which is too many.
    TooFar(u8),
}
