//! A tournament as its rounds stand: who plays, what was played and in which colour, and who asked to be left out.

use serde::{Deserialize, Serialize};

/// Points in tenths: a win is 10, a draw 5.
pub type Points = u32;

/// A start number, as printed in pairings: 1 for the first of the list.
pub type Number = u32;

/// The side of a two-player game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Colour {
    /// The opponent's colour.
    #[must_use]
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// The result of a game of two for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// This player won.
    Win,
    /// Neither of them won.
    Draw,
    /// The opponent won, or nobody came.
    Loss,
}

impl Score {
    /// Returns what a game that was played brought to the other player.
    #[must_use]
    pub const fn of_opponent(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }
}

/// A round in which a player has no opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bye {
    /// Given by the pairing to the one who is left over.
    Allocated,
    /// Asked for or granted, with the points of a win.
    Full,
    /// Asked for, with the points of a draw.
    Half,
    /// Asked for, without points.
    Zero,
}

/// One player's part in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Entry {
    /// A game that was played on the board.
    Game {
        /// The opponent's start number.
        opponent: Number,
        /// This player's colour.
        colour: Colour,
        /// This player's result.
        score: Score,
    },
    /// A pairing that was not played: it has no colour and may be paired again.
    Forfeit {
        /// The opponent's start number.
        opponent: Number,
        /// The colour that was meant, for the files alone.
        colour: Option<Colour>,
        /// A win for the one who was there; a loss for both where nobody was.
        score: Score,
    },
    /// A round without an opponent, for a reason.
    Bye {
        /// Why, and for which points.
        bye: Bye,
    },
    /// Not there: not yet entered, withdrawn, or away without a word.
    Absent,
}

impl Entry {
    /// The opponent of a pairing, played or not.
    #[must_use]
    pub fn opponent(&self) -> Option<Number> {
        match *self {
            Entry::Game { opponent, .. } | Entry::Forfeit { opponent, .. } => Some(opponent),
            Entry::Bye { .. } | Entry::Absent => None,
        }
    }

    /// Returns `true` if a game was played on the board.
    #[must_use]
    pub fn played(&self) -> bool {
        matches!(self, Entry::Game { .. })
    }

    /// Returns `true` if the pairing dealt with the player: an opponent, or the bye it allocates.
    #[must_use]
    pub fn paired(&self) -> bool {
        self.opponent().is_some() || matches!(self, Entry::Bye { bye: Bye::Allocated })
    }

    /// The colour of a game that was played.
    #[must_use]
    pub fn colour(&self) -> Option<Colour> {
        match *self {
            Entry::Game { colour, .. } => Some(colour),
            _ => None,
        }
    }
}

/// The worth of each kind of result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PointSystem {
    /// A game that was played and won.
    pub win: Points,
    /// A game that was played and drawn.
    pub draw: Points,
    /// A game that was played and lost.
    pub loss: Points,
    /// A bye without points, and a round in which the player was away.
    pub zero: Points,
    /// A pairing to which the opponent did not come; mostly as much as a win.
    pub forfeit_win: Points,
    /// A pairing to which the player did not come.
    pub forfeit_loss: Points,
    /// The bye that the pairing allocates; mostly as much as a win.
    pub allocated: Points,
    /// A full-point bye; mostly as much as a win.
    pub full: Points,
    /// A half-point bye; mostly as much as a draw.
    pub half: Points,
}

impl Default for PointSystem {
    fn default() -> PointSystem {
        PointSystem {
            win: 10,
            draw: 5,
            loss: 0,
            zero: 0,
            forfeit_win: 10,
            forfeit_loss: 0,
            allocated: 10,
            full: 10,
            half: 5,
        }
    }
}

impl PointSystem {
    /// The points of one round.
    #[must_use]
    pub fn of(&self, entry: &Entry) -> Points {
        match *entry {
            Entry::Game { score: Score::Win, .. } => self.win,
            Entry::Game { score: Score::Loss, .. } => self.loss,
            Entry::Game { score: Score::Draw, .. } | Entry::Forfeit { score: Score::Draw, .. } => {
                self.draw
            }
            Entry::Forfeit { score: Score::Win, .. } => self.forfeit_win,
            Entry::Forfeit { score: Score::Loss, .. } => self.forfeit_loss,
            Entry::Bye { bye: Bye::Allocated } => self.allocated,
            Entry::Bye { bye: Bye::Full } => self.full,
            Entry::Bye { bye: Bye::Half } => self.half,
            Entry::Bye { bye: Bye::Zero } | Entry::Absent => self.zero,
        }
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The start number, unique in the event.
    pub number: Number,
    /// The name as it is to be shown.
    pub name: String,
    /// The rating; 0 where there is none.
    pub rating: u32,
    /// The rounds in order. Where there is one more than the event has played, the player has asked for it and is
    /// not paired in the next round. Rounds that are missing at the end are [`Entry::Absent`].
    pub entries: Vec<Entry>,
    /// Points that count for the pairing of a round alone, round by round; mostly none.
    pub acceleration: Vec<Points>,
}

impl Player {
    /// The entry of a round, counted from 0; [`Entry::Absent`] where there is none.
    #[must_use]
    pub fn entry(&self, round: usize) -> Entry {
        self.entries.get(round).copied().unwrap_or(Entry::Absent)
    }
}

/// People who are not to be paired with each other in some rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forbidden {
    /// The first round, counted from 0.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// Their start numbers.
    pub players: Vec<Number>,
}

/// A tournament with its players and rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairingHistory {
    /// The name that people read.
    pub name: String,
    /// How many rounds it will have; 0 where that is not known.
    pub rounds: usize,
    /// How many have been played (or at least paired and entered).
    pub played: usize,
    /// The colour that was drawn for the first player of the first round.
    pub initial: Option<Colour>,
    /// The players, in the order in which the pairing numbers them.
    pub players: Vec<Player>,
    /// Who must not meet, besides those who have met.
    pub forbidden: Vec<Forbidden>,
    /// The points for results.
    pub points: PointSystem,
}

impl PairingHistory {
    /// A player by start number.
    #[must_use]
    pub fn player(&self, number: Number) -> Option<&Player> {
        // Nearly always the players stand by their numbers.
        let guess = (number as usize).checked_sub(1).and_then(|at| self.players.get(at));
        guess
            .filter(|player| player.number == number)
            .or_else(|| self.players.iter().find(|one| one.number == number))
    }

    /// The points of a player after so many rounds, without acceleration.
    #[must_use]
    pub fn points_after(&self, player: &Player, rounds: usize) -> Points {
        (0..rounds).map(|round| self.points.of(&player.entry(round))).sum()
    }

    /// The points of a player now.
    #[must_use]
    pub fn points_of(&self, player: &Player) -> Points {
        self.points_after(player, self.played)
    }
}
