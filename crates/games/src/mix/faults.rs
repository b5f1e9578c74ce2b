//! Why a typed text is no legal move: the reasons as data. `finder` finds which of them holds, with
//! `reach` for what a man cannot do, and `nearest` the legal moves that come near to the text.

pub(super) mod finder;
mod nearest;
mod reach;

use super::{kinds::Kind, squares::Sq, tables::Line};

/// The reasons why a typed text is no legal move, roughly in the order in which they are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game is over.
    Over,
    /// There is no castling (R17).
    Castling,
    /// No man stands there.
    NoMan(Sq),
    /// This man, which stands there, is the opponent's.
    Opponents(Sq, Kind),
    /// The man there is of another kind than the text names.
    WrongKind {
        /// The square that the text names.
        at: Sq,
        /// The kind of the man that stands there.
        kind: Kind,
        /// The kind that the text names.
        named: Kind,
    },
    /// Start and target are the same.
    SameSquare(Sq),
    /// The text names the man that a jump takes, not the square where it lands.
    TakenByJump {
        /// The kind of the man that jumps.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// Where the man that it takes stands.
        victim: Sq,
        /// The square behind that man, where it lands.
        landing: Sq,
    },
    /// An own man stands on the target.
    OwnMan {
        /// The kind of the man that should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// The square that it should go to.
        to: Sq,
        /// The man on the target.
        by: Kind,
    },
    /// The enemy King stands there; it is never taken (R19).
    EnemyKing(Sq),
    /// The own King would be attacked after the move.
    Exposes(Exposure),
    /// The man cannot get there, however the other men stand.
    OutOfReach {
        /// The kind of the man that should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// The square that it cannot get to.
        to: Sq,
    },
    /// A Liner goes exactly as far as there are men on its line (R18).
    Distance {
        /// Where the Liner stands.
        from: Sq,
        /// The line of the target.
        line: Line,
    },
    /// Under `liner_leap=friends` a Liner does not leap over this enemy.
    LeapsEnemy(Sq, Kind),
    /// A man is in the way of a Pawn that goes straight forward.
    Blocked {
        /// The kind of the man that should move.
        kind: Kind,
        /// Where the man in the way stands.
        at: Sq,
        /// The kind of that man.
        by: Kind,
    },
    /// A Pawn goes two squares only from its own second rank, and this one stands elsewhere.
    DoubleStep(Sq),
    /// A Pawn goes diagonally only to take, and nobody stands on this square.
    NothingToTake(Sq),
    /// The man beside the Pawn cannot be taken in passing, because it has not just made a double
    /// step (R15).
    NotPassing(Sq, Kind),
    /// A Checker takes one man in a turn (R12).
    OneVictim,
    /// A Checker goes back only by taking.
    Backwards,
    /// Under `checker_capture=displace` a Checker does not jump.
    NoJumps,
    /// The square behind the victim is not empty, or not on the board.
    NoLanding {
        /// The kind of the man that jumps.
        kind: Kind,
        /// Where the man to be taken stands.
        victim: Sq,
        /// The occupied square behind it; `None` if the board ends there.
        behind: Option<Sq>,
    },
    /// Nobody stands between the two squares, so a jump there takes nobody.
    TakesNobody(Sq, Sq),
    /// A jump goes over enemies only, and this own man stands on the way.
    OwnInWay(Sq, Kind),
    /// A jump ends right behind its victim.
    MustLand {
        /// Where the man that is taken stands.
        victim: Sq,
        /// Where the jump ends.
        landing: Sq,
    },
    /// A chain goes on in one direction, and on this square it would turn.
    Turns(Sq),
    /// A chain takes at most three men.
    TooManyJumps,
    /// The man on this square is taken already; it stays on the board until the chain ends (R11).
    TakenTwice(Sq),
    /// The man does not become what the text says, or not there.
    Promotion {
        /// The kind of the man that moves.
        kind: Kind,
        /// Whether it arrives on its last rank.
        arrives: bool,
        /// The letter of what the text says that it becomes, a capital.
        letter: char,
    },
    /// Some men can take, and so a move without capture is not allowed (R21).
    MustTake {
        /// The kind of the man that should move.
        kind: Kind,
        /// Where it stands.
        from: Sq,
        /// The squares of the men that can take.
        by: Vec<Sq>,
    },
    /// A chain must be carried to its end (R21); it goes on to this square.
    Unfinished(Sq),
    /// A single square was named, and an own man stands there.
    OwnManThere(Sq, Kind),
    /// The side has no such man, or none where the text says it starts.
    NoSuchMan {
        /// The kind that the text names.
        kind: Kind,
        /// The file that the text names, from 0.
        file: Option<u8>,
        /// The rank that the text names, from 0.
        rank: Option<u8>,
    },
    /// A letter of chess that no man of this game has.
    NoSuchLetter(char),
    /// No man of this description can get there.
    NothingReaches {
        /// The square that is typed.
        to: Sq,
        /// The kind that the text names.
        named: Option<Kind>,
        /// The file that the text names, from 0.
        file: Option<u8>,
    },
}

/// The way a move would leave the own King attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// Whether the King itself moves.
    pub is_king: bool,
    /// Where the King would stand.
    pub king: Sq,
    /// The men that would attack it.
    pub by: Vec<Attacker>,
    /// Whether one of them gives check already.
    pub stays: bool,
}

/// A man that would attack the King.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// Where it would stand.
    pub at: Sq,
    /// The kind of the man.
    pub kind: Kind,
    /// For a Liner, the line that it shares with the King and the men on it.
    pub line: Option<LineCount>,
}

/// A line on which a Liner reaches the King.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCount {
    /// Which of the lines through the King's square.
    pub line: Line,
    /// How many men would stand on it, which is how far the King is.
    pub count: u8,
    /// How many stand on it before the move.
    pub before: u8,
}
