//! A game played by its rules alone: position, history and end.

use std::{collections::HashMap, hash::Hash};

use super::{Dice, Outcome, Reason, Roll, RollError, Rules, Seat};

/// The positions met since the last irreversible ply, the present one included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionHistory<K: Eq + Hash> {
    keys: Vec<K>,
    counts: HashMap<K, u32>,
}

impl<K: Clone + Eq + Hash> PositionHistory<K> {
    /// A history that begins with this position.
    #[must_use]
    pub fn new(key: K) -> Self {
        Self { counts: HashMap::from([(key.clone(), 1)]), keys: vec![key] }
    }

    /// Adds a position and returns how often it has now occurred. With `forget` all earlier
    /// positions are dropped first.
    pub fn push(&mut self, key: K, forget: bool) -> u32 {
        if forget {
            self.keys.clear();
            self.counts.clear();
        }
        let seen = self.counts.entry(key.clone()).or_default();
        *seen += 1;
        self.keys.push(key);
        *seen
    }

    /// The keys of the positions, oldest first, the present one last.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Returns how often the present position has occurred, this time included.
    #[must_use]
    pub fn seen(&self) -> u32 {
        self.keys.last().and_then(|key| self.counts.get(key)).copied().unwrap_or(0)
    }
}

/// A game under way: a position, its history, and the end if it has come. Every ply is checked.
///
/// ```
/// use martian_cake_games::{GameKind, Play, Roll, Rules, legal_moves};
/// use martian_cake_games::with_game;
///
/// with_game!(GameKind::ALL[0], G => {
///     let mut play = Play::new(<G as Rules>::start(&Default::default()));
///     let seat = play.position().to_move();
///     let moves = legal_moves(play.position());
///     let quiet = moves.iter().find(|mv| play.dice(mv).is_empty()).expect("there is a quiet move");
///     assert!(play.play(quiet, &Roll::pair(1, 1)).is_err());
///     assert!(play.play(quiet, &Roll::NONE).is_ok());
///     assert_ne!(play.position().to_move(), seat);
///     assert_eq!(play.outcome(), None);
/// });
/// ```
#[derive(Clone, Debug)]
pub struct Play<G: Rules> {
    position: G,
    history: PositionHistory<G::Key>,
    outcome: Option<Outcome>,
}

impl<G: Rules> Play<G> {
    /// A game that starts from this position.
    #[must_use]
    pub fn new(position: G) -> Self {
        let history = PositionHistory::new(position.key());
        let outcome = position.outcome().or_else(|| position.drawn_by_count(history.seen()));
        Self { position, history, outcome }
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// The positions that a repetition could come back to.
    #[must_use]
    pub const fn history(&self) -> &PositionHistory<G::Key> {
        &self.history
    }

    /// The end by the rules; `None` while the game goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a move with its roll ([`Roll::NONE`] for a move without dice).
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    pub fn play(&mut self, mv: &G::Move, roll: &Roll) -> Result<G::Report, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        if !self.position.is_legal(mv) {
            return Err(PlayError::Illegal);
        }
        self.position.dice(mv).check(roll).map_err(PlayError::Roll)?;
        let report = self.position.apply(mv, roll);
        let seen =
            self.history.push(self.position.key(), self.position.is_after_irreversible_ply());
        self.outcome = self.position.outcome().or_else(|| self.position.drawn_by_count(seen));
        Ok(report)
    }

    /// Lets a seat leave the game for this reason; the game ends if the rules say so.
    ///
    /// # Errors
    /// [`PlayError::Over`], or [`PlayError::Gone`] if the seat has left before; nothing has changed
    /// then.
    pub fn leave(&mut self, seat: Seat, reason: Reason) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        if !self.position.active().contains(seat) {
            return Err(PlayError::Gone);
        }
        self.outcome = self.position.leave(seat).map(|winners| Outcome::Win(winners, reason));
        // No position from before, with one seat more, can come back.
        self.history.push(self.position.key(), true);
        Ok(())
    }

    /// The dice that a legal move throws.
    #[must_use]
    pub fn dice(&self, mv: &G::Move) -> Dice {
        self.position.dice(mv)
    }
}

/// The reason why a ply was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over, so no move is taken")]
    Over,
    /// The move is not legal here.
    #[error("this move is not legal here")]
    Illegal,
    /// The seat has left the game.
    #[error("this seat has left the game")]
    Gone,
    /// The position after that ply cannot stand again.
    #[error(
        "the position after that ply cannot stand again: it stands now, was taken back, or dice fell, a \
         set-up was revealed or a seat left after it"
    )]
    NotBack,
    /// The roll is missing or does not fit.
    #[error("{0}")]
    Roll(RollError),
}
