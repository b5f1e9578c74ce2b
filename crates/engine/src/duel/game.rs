//! One game of a duel, played by the rules and made for playing many of them fast.

use games::{Outcome, Reason, Roll, Rules, Seat};

use crate::{evaluate::Evaluate, random::SplitMix};

/// The number of random quiet plies from which a round starts.
const OPENING_PLIES: u32 = 4;

/// A game of a duel under way.
pub(crate) struct DuelGame<G: Rules> {
    /// All positions so far, the start first; never empty.
    positions: Vec<G>,
    /// The keys since the last irreversible ply, if the game is drawn by repetition.
    keys: Vec<G::Key>,
    has_repetition: bool,
    outcome: Option<Outcome>,
}

impl<G: Rules> Clone for DuelGame<G> {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone(), keys: self.keys.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.positions.clone_from(&other.positions);
        self.keys.clone_from(&other.keys);
        (self.has_repetition, self.outcome) = (other.has_repetition, other.outcome);
    }
}

impl<G: Rules> DuelGame<G> {
    pub(crate) fn new(start: G) -> Self {
        // Without a rule on repetition the count makes no difference.
        let has_repetition = start.drawn_by_count(u32::MAX).is_some();
        let outcome = start.outcome().or_else(|| start.drawn_by_count(1));
        let keys = if has_repetition { vec![start.key()] } else { Vec::new() };
        Self { positions: vec![start], keys, has_repetition, outcome }
    }

    /// A game after random quiet plies from the start position.
    pub(crate) fn opening<E: Evaluate<G>>(start: G, eval: &E, random: &mut SplitMix) -> Self {
        let mut opening = Self::new(start);
        let mut moves = Vec::new();
        for _ in 0..OPENING_PLIES {
            let position = opening.position();
            moves.clear();
            position.legal_moves(&mut moves);
            moves.retain(|mv| eval.tactical_score(position, mv).is_none());
            let Some(mv) = moves.get(random.below(moves.len() as u64) as usize) else { break };
            if opening.outcome.is_some() || !position.dice(mv).is_empty() {
                break;
            }
            opening.advance(eval, mv, &Roll::NONE);
        }
        opening
    }

    /// The position now.
    pub(crate) fn position(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, the present one last.
    pub(crate) fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The end of the game, if it has come.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The number of plies played.
    pub(crate) fn ply(&self) -> u32 {
        self.positions.len() as u32 - 1
    }

    /// Plays a legal move with a roll that fits.
    pub(crate) fn advance<E: Evaluate<G>>(&mut self, eval: &E, mv: &G::Move, roll: &Roll) {
        let next = eval.play(self.position(), mv, roll);
        let mut seen = 1;
        if self.has_repetition {
            if next.is_after_irreversible_ply() {
                self.keys.clear();
            }
            let key = next.key();
            seen += self.keys.iter().filter(|earlier| **earlier == key).count() as u32;
            self.keys.push(key);
        }
        self.outcome = next.outcome().or_else(|| next.drawn_by_count(seen));
        self.positions.push(next);
    }

    /// A seat leaves the game.
    pub(super) fn leave(&mut self, seat: Seat) {
        let mut next = self.position().clone();
        if let Some(winners) = next.leave(seat) {
            self.outcome = Some(Outcome::Win(winners, Reason::Forfeit));
        } else {
            self.outcome = next.outcome();
            self.positions.push(next);
        }
    }
}
