//! What stands beside a board: the sides, their captures, and fights with dice.

use serde::{Deserialize, Serialize};

use super::{Piece, Shade};

/// The facts that stand beside the board: in a panel at its right, or in the corners that it leaves free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredPanel")]
pub struct Panel {
    /// Who is to move, or the result: `ann`.
    pub headline: String,
    /// What the headline's player does: `to move`, `wins`.
    pub note: String,
    /// The sides: the one at the bottom of the board first, then the others clockwise.
    pub sides: Vec<Side>,
    /// The fights of this message, oldest first; the last one is drawn large, and the one before it
    /// paler.
    pub fights: Vec<Fight>,
    /// The number of the game and of the ply, `#12 · 31`.
    pub foot: String,
    /// The turns that this message tells, in short form, oldest first, for boards without dice beside
    /// them: `g5–g6`.
    pub turns: Vec<String>,
}

/// A panel as it is stored; older ones name the two sides `far` and `near`.
#[derive(Deserialize)]
struct StoredPanel {
    headline: String,
    note: String,
    #[serde(default)]
    sides: Vec<Side>,
    near: Option<Side>,
    far: Option<Side>,
    fights: Vec<Fight>,
    foot: String,
    #[serde(default)]
    turns: Vec<String>,
}

impl From<StoredPanel> for Panel {
    fn from(stored: StoredPanel) -> Self {
        let StoredPanel { headline, note, mut sides, near, far, fights, foot, turns } = stored;
        sides.extend(near.into_iter().chain(far));
        Self { headline, note, sides, fights, foot, turns }
    }
}

/// One side in the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The name of its player.
    pub name: String,
    /// The fill of its pieces.
    pub shade: Shade,
    /// The pieces that it has captured, in order.
    pub captured: Vec<Piece>,
    /// The pieces that it still keeps in its hand.
    #[serde(default)]
    pub hand: Vec<Piece>,
    /// What its zone is called; empty on boards without zones.
    #[serde(default)]
    pub label: String,
    /// Its points, where a game counts them.
    #[serde(default)]
    pub score: Option<u32>,
    /// Whether it is to move.
    #[serde(default)]
    pub to_move: bool,
    /// Whether it has left the game.
    #[serde(default)]
    pub out: bool,
    /// The time that it has left, in a game with clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<SideTime>,
}

/// The time that a side has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTime {
    /// How much that is of the whole, in thousandths.
    pub part: u16,
    /// The same in a few letters: `1d 4h`.
    pub text: String,
}

impl Side {
    /// A side that has captured nothing yet, in a game without zones and points.
    #[must_use]
    pub const fn of(name: String, shade: Shade) -> Self {
        Self {
            name,
            shade,
            captured: Vec::new(),
            hand: Vec::new(),
            label: String::new(),
            score: None,
            to_move: false,
            out: false,
            time: None,
        }
    }
}

/// A fight with dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The attacker's fill.
    pub attacker: Shade,
    /// The attacker's die: its number of sides and the face that it shows.
    pub attack: (u8, u8),
    /// The defender's die: its number of sides and the face that it shows.
    pub defence: (u8, u8),
    /// How it ended.
    pub verdict: FightVerdict,
    /// The chance of a hit before the dice fell, in whole percent.
    pub percent: u8,
    /// The number of its ply, where the picture numbers several; see
    /// [`Scene::earlier`](super::Scene::earlier).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
}

/// The result of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FightVerdict {
    /// The attacker won.
    Hit,
    /// Both stay where they are.
    Push,
    /// The attacker was lost.
    Lost,
}
