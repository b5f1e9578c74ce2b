//! The drawing description: plain data between a game and the renderer.
//!
//! A scene says what is to be seen and never how; it holds nothing that its viewer may not know.

use serde::{Deserialize, Serialize};

pub use crate::games::square::Square;

/// One picture: a board and the panel beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The board.
    pub board: Board,
    /// The panel at its right.
    pub panel: Panel,
}

/// A board of squares with pieces and marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Turned by half a turn: the last rank is at the bottom.
    pub turned: bool,
    /// The pieces, each on its square.
    pub pieces: Vec<Placed>,
    /// Marks, drawn in this order.
    pub marks: Vec<Mark>,
}

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Where.
    pub at: Square,
    /// What.
    pub piece: Piece,
    /// Medallions at its lower right: the heads of pieces whose movement it holds, with the
    /// letters that stand for them.
    pub badges: Vec<Badge>,
}

/// A medallion: the head of a piece, or its letter where a theme wants letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    /// The piece whose head is shown.
    pub piece: Piece,
    /// Its letter.
    pub letter: char,
}

/// A piece picture: the name of a sprite (`lyra/captain`) and which fill it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Path of the sprite below `sprites/`, without `.svg`.
    pub sprite: String,
    /// Light or dark.
    pub shade: Shade,
}

/// The two piece fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shade {
    /// White's.
    Light,
    /// Black's.
    Dark,
}

/// A mark on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// The square that the last move left.
    From(Square),
    /// The square that the last move reached.
    To(Square),
    /// An arrow, for moves of more than one step or over something.
    Arrow(Square, Square),
    /// A pushed attack: attacker's square and target, both as before.
    Push(Square, Square),
    /// An attack in which the attacker was lost: where it stood, and its target.
    Lost(Square, Square),
    /// The piece that is asked about.
    Focus(Square),
    /// A legal step.
    Step(Square),
    /// A legal attack with its chance in percent; `None` where every attack hits.
    Attack(Square, Option<u8>),
    /// A square that blocks a move that was asked about.
    Block(Square),
}

/// The panel at the right of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel {
    /// Who is to move, or the result: `ann`.
    pub headline: String,
    /// What of it: `to move`, `wins`.
    pub note: String,
    /// The side at the top of the board.
    pub far: Side,
    /// The side at the bottom.
    pub near: Side,
    /// Fights of this message, oldest first; the last one is drawn large, one before it paler.
    pub fights: Vec<Fight>,
    /// Game number and ply, `#12 · 31`.
    pub foot: String,
}

/// One side in the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Who plays it.
    pub name: String,
    /// The fill of its pieces.
    pub shade: Shade,
    /// The pieces that it has captured, in order.
    pub captured: Vec<Piece>,
}

/// A fight with dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The attacker's fill.
    pub attacker: Shade,
    /// Attacker's die: sides and face.
    pub attack: (u8, u8),
    /// Defender's die: sides and face.
    pub defence: (u8, u8),
    /// How it ended.
    pub verdict: Verdict,
    /// Chance of a hit beforehand, in whole percent.
    pub percent: u8,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The attacker won.
    Hit,
    /// Nothing moved.
    Push,
    /// The attacker was lost.
    Lost,
}
