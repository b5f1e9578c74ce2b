//! A game as it comes back from the store: its log is replayed.

use dice::Scheme;
use games::PlayError;

use super::{Game, Stage};
use crate::{LogEntry, Millis, NewGame};

/// The stored state of a game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its beginning; its seats are those of now, and its instant is the start once it has started.
    pub new: NewGame,
    /// The version of the dice scheme that it was offered with.
    pub scheme: Scheme,
    /// Its present stage.
    pub stage: Stage,
    /// How many plies were played.
    pub plies: u32,
    /// How many plies have been announced.
    pub announced: u32,
    /// Its version in the store.
    pub version: u64,
    /// When it started, had its last ply, or ended.
    pub moved: Millis,
    /// Since when the days count in which nobody moves; `None`: since the last move.
    pub idle_from: Option<Millis>,
    /// Its whole log.
    pub log: Vec<LogEntry>,
}

/// The reason why what is stored of a game does not fit together. The program or the database is at fault then, never
/// a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// The game has no such options.
    #[error("unreadable options")]
    Options,
    /// The rules do not allow what a line of the log says; lines are numbered from 1.
    #[error("log line {0}: the logged ply does not fit the position: {1}")]
    Line(usize, PlayError),
    /// The log leads to another stage than the stored one.
    #[error("the log ends otherwise than the game's state says")]
    Stage,
    /// The log has another number of plies than the game's row.
    #[error("the log has {log} plies, the game's row {row}")]
    Plies {
        /// The number in the log.
        log: u32,
        /// The number in the row.
        row: u32,
    },
}

impl Game {
    /// The game of which this is stored.
    ///
    /// # Errors
    /// [`RestoreError`].
    pub fn restore(stored: StoredGame) -> Result<Self, RestoreError> {
        let mut game = Self::offer(stored.new).ok_or(RestoreError::Options)?;
        game.scheme = stored.scheme;
        game.offered_until = match stored.stage {
            Stage::Offered(until) => Some(until),
            Stage::Running | Stage::Over(_) => None,
        };
        for (entry, line) in stored.log.into_iter().zip(1..) {
            game.add(entry.at, entry.event).map_err(|error| RestoreError::Line(line, error))?;
        }
        if game.stage() != stored.stage {
            return Err(RestoreError::Stage);
        }
        let plies = game.position().ply();
        if plies != stored.plies {
            return Err(RestoreError::Plies { log: plies, row: stored.plies });
        }
        game.announced = stored.announced;
        game.version = stored.version;
        game.moved = stored.moved;
        game.idle_from = stored.idle_from;
        Ok(game)
    }
}
