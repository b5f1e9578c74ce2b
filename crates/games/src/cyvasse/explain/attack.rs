//! The attackers of a hex, and the best attack on it.

use crate::{
    Seat,
    cyvasse::{Attack, Hex, HexSet, Position, attack::WHOLE, sums::strength_sum},
};

/// The men of a side that attack a hex.
pub(super) fn attackers(position: &Position, by: Seat, on: Hex) -> HexSet {
    position.men_of(by).filter(|at| position.reach(*at).contains(on)).collect()
}

/// The best attack of a side on a man: among those that suffice the one with the fewest and lowest
/// men, otherwise the strongest.
pub(super) fn best(position: &Position, by: Seat, on: Hex) -> Option<Attack> {
    let attacks = attackers(position, by, on).filter_map(|at| position.attack(at, on));
    let defence = u32::from(position.defence(on)) * WHOLE;
    let rank = |attack: &Attack| {
        let alone = !attack.needs_help();
        let short = defence.saturating_sub(attack.eighths);
        (short, !alone, attack.mover.1.tier())
    };
    attacks.min_by_key(rank)
}

/// The sum of an attack, or the mover's own tier where that is enough.
pub(super) fn needed_sum(attack: &Attack) -> String {
    if attack.needs_help() { strength_sum(attack) } else { attack.tier.to_string() }
}
