//! The attention of a weak player, who overlooks a share of the attacks that are hard to see, so that its mistakes
//! have a reason.

use games::{Roll, Rules};

use super::{
    evaluate::Evaluate,
    random::{SplitMix, stir},
};

/// The attention of a player to attacks, its own and those of others. An attack that is overlooked once stays
/// overlooked in the whole match, as long as the same place attacks the same target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attention {
    /// How many of a hundred attacks that are hard to see ([`Evaluate::hard_to_see`]) are overlooked.
    pub overlooked: u8,
    /// Whether an attack that may end the game at once can be overlooked as well.
    pub misses_ends: bool,
    /// The seed of the match, and of the seat in it.
    pub seed: u64,
}

impl Attention {
    /// Nothing is overlooked.
    pub const FULL: Self = Self { overlooked: 0, misses_ends: false, seed: 0 };

    /// Removes the moves that are overlooked, unless none would be left.
    pub(crate) fn retain_seen<G: Rules, E: Evaluate<G>>(
        self,
        eval: &E,
        position: &G,
        moves: &mut Vec<G::Move>,
    ) {
        if self.overlooked == 0 {
            return;
        }
        let is_seen = |mv: &G::Move| !self.overlooks(eval, position, mv);
        if moves.iter().any(is_seen) {
            moves.retain(is_seen);
        }
    }

    fn overlooks<G: Rules, E: Evaluate<G>>(self, eval: &E, position: &G, mv: &G::Move) -> bool {
        eval.hard_to_see(position, mv).is_some_and(|attack| {
            let lot = SplitMix::new(stir(self.seed ^ stir(attack.into()))).below(100);
            lot < self.overlooked.into() && (self.misses_ends || !may_end(eval, position, mv))
        })
    }
}

/// Returns `true` if a move can end the game at once.
fn may_end<G: Rules, E: Evaluate<G>>(eval: &E, position: &G, mv: &G::Move) -> bool {
    if position.dice(mv).is_empty() {
        return eval.play(position, mv, &Roll::NONE).outcome().is_some();
    }
    let mut branches = Vec::new();
    position.branches(mv, &mut branches);
    branches.iter().any(|branch| eval.ending_value(position, mv, branch).is_some())
}
