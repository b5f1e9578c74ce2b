//! The standings of an event: what their picture shows.

use serde::{Deserialize, Serialize};

/// The standings of an event, with words and numbers as people read them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingsSheet {
    /// The title above them: the name of the event.
    pub title: String,
    /// The note below that in small letters: `after round 3 of 5`.
    pub note: String,
    /// One table, or one for each group of a league, the strongest first.
    pub sections: Vec<StandingsSection>,
    /// Lines in small letters below everything: what signs mean, what is not shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foot: Vec<String>,
}

/// A table of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingsSection {
    /// Its title: `Group 1`. Empty where it is alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The heads above the results of each round, the last round last. Where not all have room, the last ones
    /// are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<String>,
    /// The head above the points.
    #[serde(default)]
    pub points: String,
    /// The heads above the tie-breaks. Where not all have room, the first ones are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// The lines, the best first.
    pub rows: Vec<StandingsRow>,
    /// The line below the last one if there are more: `And 5 more.`
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub more: String,
}

/// Somebody's line in the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingsRow {
    /// The place, from 1; `None` for whoever only fills up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The mark of the place.
    #[serde(default, skip_serializing_if = "Honour::is_none")]
    pub honour: Honour,
    /// The name of the player.
    pub name: String,
    /// The result of each round, as many as there are rounds above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<RoundSign>,
    /// The points as people read them: `2½`.
    pub points: String,
    /// The tie-breaks as people read them, in the order of their codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<String>,
}

/// The way a place is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Honour {
    /// Not at all.
    #[default]
    None,
    /// It is one of the first three, or the first one while it may still change.
    Podium,
    /// It is the first one, and the event is over.
    Winner,
}

impl Honour {
    /// Returns `true` if the place is not marked.
    const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// The result that a round brought to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundSign {
    /// A game that was won.
    Won,
    /// A game that was drawn.
    Drawn,
    /// A game that was lost.
    Lost,
    /// A point without a game.
    FreePoint,
    /// Half a point without a game.
    FreeHalf,
    /// Nothing, where a game or a point could have been had.
    FreeNothing,
    /// Nothing yet, or nothing that counts.
    #[serde(other)]
    Open,
}
