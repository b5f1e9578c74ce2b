//! The panel beside a board: the sides, their captures, and fights with dice.

use serde::{Deserialize, Serialize};

use super::{Piece, Shade};

/// The facts that stand beside the board: in a panel at its right, or in the corners that it leaves free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredPanel")]
pub struct Panel {
    /// The title of the game: `Lyra`.
    pub title: String,
    /// The number of the game, `#12`; empty where it has none.
    pub number: String,
    /// Where the game stands: `move 31`.
    pub moment: String,
    /// Who is to move, or who has won, or what the picture shows: `ann`.
    pub headline: String,
    /// The note on the headline's player: `to move`, `wins`.
    pub note: String,
    /// Other facts that count, in a few words, or why the game is over: `end clock: 5 moves left`, `ben
    /// resigned`.
    pub state: String,
    /// The same in fewer words, for where there is little room: `by resignation`; empty if there are none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub short_state: String,
    /// The headline with the letters of zones, or the beginnings of names, for players: `B`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub short_headline: String,
    /// The effects of the last ply, with the same names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub short_came: Vec<String>,
    /// The sides: the one at the bottom of the board first, then the others clockwise.
    pub sides: Vec<Side>,
    /// The plies that this message tells, oldest first. The last one is told in full.
    pub plies: Vec<PlyNote>,
}

impl Panel {
    /// Returns `true` if a side is to move, so that the game goes on.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.sides.iter().any(|side| side.to_move)
    }

    /// Other facts that count, in as few words as there are for them.
    #[must_use]
    pub fn shortest_state(&self) -> &str {
        if self.short_state.is_empty() { &self.state } else { &self.short_state }
    }

    /// Returns `true` if a side has won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.sides.iter().any(|side| side.won)
    }
}

/// A ply in a few words, for what stands beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlyNote {
    /// Who moved where: `Captain e3×d4`.
    pub words: String,
    /// Its effects, each in a few words, the most important first: `takes the Lieutenant`.
    pub came: Vec<String>,
    /// The move alone, for a ply that is told in one line: `e3×d4`.
    pub short: String,
    /// The fight, if dice were thrown.
    pub fight: Option<Fight>,
}

impl PlyNote {
    /// A ply of which there is no more to say than its move.
    #[must_use]
    pub fn of_move(text: String) -> Self {
        Self { words: text.clone(), came: Vec::new(), short: text, fight: None }
    }
}

/// A panel as it is stored. Older ones have the fights and the moves of their plies apart, and one line for
/// the number of the game and the ply; the oldest name the two sides `far` and `near`.
#[derive(Deserialize)]
struct StoredPanel {
    #[serde(default)]
    title: String,
    #[serde(default)]
    number: String,
    #[serde(default)]
    moment: String,
    headline: String,
    note: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    short_state: String,
    #[serde(default)]
    short_headline: String,
    #[serde(default)]
    short_came: Vec<String>,
    #[serde(default)]
    sides: Vec<Side>,
    #[serde(default)]
    plies: Vec<PlyNote>,
    near: Option<Side>,
    far: Option<Side>,
    #[serde(default)]
    fights: Vec<StoredFight>,
    #[serde(default)]
    foot: String,
    #[serde(default)]
    turns: Vec<String>,
}

/// A fight of an older panel, with the number of its ply where the picture numbers several.
#[derive(Deserialize)]
struct StoredFight {
    #[serde(flatten)]
    fight: Fight,
    #[serde(default)]
    number: Option<u8>,
}

impl From<StoredPanel> for Panel {
    fn from(stored: StoredPanel) -> Self {
        let StoredPanel {
            title,
            mut number,
            moment,
            headline,
            note,
            state,
            short_state,
            short_headline,
            short_came,
            mut sides,
            mut plies,
            ..
        } = stored;
        sides.extend(stored.near.into_iter().chain(stored.far));
        if number.is_empty() {
            number = stored.foot;
        }
        plies.extend(stored.turns.into_iter().map(PlyNote::of_move));
        for (nth, StoredFight { fight, number }) in stored.fights.into_iter().enumerate() {
            let index = number.map_or(nth, |number| usize::from(number.saturating_sub(1)));
            if plies.len() <= index {
                plies.resize(index + 1, PlyNote::default());
            }
            plies[index].fight = Some(fight);
        }
        Self {
            title,
            number,
            moment,
            headline,
            note,
            state,
            short_state,
            short_headline,
            short_came,
            sides,
            plies,
        }
    }
}

/// One side in the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The name of its player.
    pub name: String,
    /// The fill of its pieces.
    pub shade: Shade,
    /// The pieces that it has captured, the most valuable first.
    pub captured: Vec<Piece>,
    /// By how much these are worth more than those of its one opponent; 0 where they are not.
    #[serde(default)]
    pub lead: u32,
    /// The pieces that it still keeps in its hand.
    #[serde(default)]
    pub hand: Vec<Piece>,
    /// The name of its zone; empty on boards without zones.
    #[serde(default)]
    pub label: String,
    /// Its points, where a game counts them.
    #[serde(default)]
    pub score: Option<u32>,
    /// Whether it is to move.
    #[serde(default)]
    pub to_move: bool,
    /// Whether it has won.
    #[serde(default)]
    pub won: bool,
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
    /// The part of the whole, in thousandths.
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
            lead: 0,
            hand: Vec::new(),
            label: String::new(),
            score: None,
            to_move: false,
            won: false,
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
    /// The verdict on it.
    pub verdict: FightVerdict,
    /// The chance of a hit before the dice fell, in whole percent.
    pub percent: u8,
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
