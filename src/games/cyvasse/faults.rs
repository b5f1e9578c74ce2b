//! Why a typed text is no legal turn: the reasons as data (rules, section 6); `board` finds which
//! of them holds, `reach` why a man does not get to a hex.

pub(super) mod diagnosis;
mod reach;

use super::{Attack, Hex, HexSet, Kind, sums::Missing};

/// Why a typed text is no legal turn, roughly in the order in which it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// The board has no hex of this name.
    OffBoard(String),
    /// A corner is named, and no fortress has fallen whose centre is to be found.
    NoCornerDue(Hex),
    /// The hex named as the corner is none.
    NotACorner(Hex),
    /// The corner that is named is the own centre (Q20).
    OwnCentre(Hex),
    /// Nobody can be promoted like that.
    Promotion(NoPromotion),
    /// There are other turns than to pass (Q21).
    MayNotPass,
    /// The King is lost: a man of tier 3 must move onto this fortress now (Q18).
    MustCrown(Hex),
    /// Nobody stands on the hex that should be left.
    NoMan(Hex),
    /// The man there is the enemy's.
    Enemy(Hex, Kind),
    /// A mountain stands on the hex that should be left or reached.
    Mountain(Hex),
    /// Another kind stands there than the text names.
    WrongKind {
        /// The hex.
        at: Hex,
        /// What stands there.
        kind: Kind,
        /// What the text says.
        named: Kind,
    },
    /// From and to are the same.
    SameHex(Hex),
    /// An own man stands on the target.
    OwnMan {
        /// The target.
        to: Hex,
        /// Mover stands there.
        by: Kind,
    },
    /// A single hex was named, and an own man stands there.
    OwnManThere(Hex, Kind),
    /// The man bears on an enemy man and is not strong enough.
    TooWeak(Box<Weakness>),
    /// The man does not get there.
    OutOfReach(Box<Unreached>),
    /// The side has no such man on the board.
    NoSuchMan(Kind),
    /// No man of this description gets there.
    NothingReaches {
        /// The hex.
        to: Hex,
        /// The kind that the text names.
        named: Option<Kind>,
    },
    /// The Dragon does not come out there.
    Entry(NoEntry),
    /// The parts are possible one by one, but not together.
    NothingFits,
}

/// Why nobody is promoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPromotion {
    /// The own King stands, so nobody is crowned.
    KingStands,
    /// The own King is lost; a man is crowned, and nobody promoted otherwise.
    KingLost,
    /// The own fortress is ruined.
    Ruined,
    /// No own man stands on this fortress.
    Nobody(Hex),
    /// The man there does not become that.
    NotThat {
        /// The fortress.
        at: Hex,
        /// Mover stands there.
        kind: Kind,
        /// What the text says.
        up: Kind,
    },
    /// Every figure of that kind is on the board (Q16).
    NoneSpare(Kind),
}

/// Why the Dragon does not come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// It is neither in hand nor on the board.
    NoDragon,
    /// The own fortress is ruined.
    Ruined,
    /// It comes out at most four hexes from the fortress.
    TooFar {
        /// The own fortress.
        fortress: Hex,
        /// Where it should come out.
        to: Hex,
    },
    /// Under `dragon_entry=path` no free way of four steps leads there from the fortress.
    Walled {
        /// The own fortress.
        fortress: Hex,
        /// Where it should come out.
        to: Hex,
    },
}

/// A capture that is not strong enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The sums of both sides.
    pub attack: Attack,
    /// What would do.
    pub missing: Missing,
    /// The men that bear on the same hex and are strong enough as movers.
    pub able: Vec<(Hex, Kind)>,
}

/// A man who does not get to a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// Mover.
    pub kind: Kind,
    /// Where he stands.
    pub from: Hex,
    /// Where he does not get.
    pub to: Hex,
    /// Why.
    pub why: Hindrance,
    /// Where he can go in a legal turn.
    pub reach: HexSet,
}

/// Why a man does not get to a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It lies on none of his lines.
    OffLine {
        /// Whether it lies diagonally from one who moves straight, or the other way round.
        is_crosswise: bool,
    },
    /// It lies on one of his lines or within his flight, this many steps away.
    TooFar {
        /// Steps to the hex.
        steps: u8,
        /// The most steps of this kind.
        limit: u8,
    },
    /// Somebody stands between.
    Blocked(Blocker),
    /// A Horse is on no common ring with it: the centres, with the distances of both hexes.
    OffRing(Vec<(Hex, u8, u8)>),
    /// A Horse is on a ring with it; why the walk ends before, for each centre and sense.
    Rides(Vec<Ride>),
    /// A Dragon finds no way between the men in four steps.
    Walled,
}

/// Mover stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// Where.
    pub at: Hex,
    /// Mover, and whether an own man; `None` is a mountain.
    pub man: Option<(Kind, bool)>,
}

/// A walk along a ring that ends too soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// The centre of the ring.
    pub centre: Hex,
    /// How it ends.
    pub end: RideEnd,
}

/// How a walk along a ring ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RideEnd {
    /// Somebody stands in the way.
    Blocked(Blocker),
    /// The ring leaves the board behind this hex.
    Edge(Hex),
    /// The way is free, but this many steps long.
    TooFar(u8),
}
