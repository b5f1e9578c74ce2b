//! The sums of an attack in writing (rules, section 4), which refusals and explanations share.

use super::{
    Attack, Bonus, Hex, Kind, Position, Terrain,
    attack::{AttackForce, WHOLE},
};
use crate::text::{list, number};

/// `3 + ½ + ¼ = 3¾`: the mover's tier and what each helper adds, the strongest first; `3` where
/// nobody helps. Under `flanking=cascade` all that lower men add up to is one number.
pub(super) fn strength_sum(attack: &Attack) -> String {
    let tier = u32::from(attack.tier) * WHOLE;
    let mut parts: Vec<u32> =
        attack.helpers.iter().map(|(_, kind)| share(attack.tier, *kind)).collect();
    parts.sort_by(|a, b| b.cmp(a));
    if tier + parts.iter().sum::<u32>() != attack.eighths {
        parts = vec![attack.eighths.saturating_sub(tier)];
    }
    parts.retain(|part| *part > 0);
    if parts.is_empty() {
        return tiers(attack.eighths);
    }
    let terms: Vec<String> = std::iter::once(tier).chain(parts).map(tiers).collect();
    format!("{} = {}", terms.join(" + "), tiers(attack.eighths))
}

/// Returns what a helper adds to a mover of this tier, in eighths; every fraction is exact (Q9). A King adds as
/// much as the mover's equal (Q10), a man ranked above the mover nothing (Q8).
pub(super) fn share(tier: u8, helper: Kind) -> u32 {
    match (helper, tier.checked_sub(helper.tier())) {
        (Kind::King, _) => WHOLE,
        (_, Some(below)) => WHOLE >> below.min(3),
        (_, None) => 0,
    }
}

/// A number of eighths as people write it: `3`, `½`, `3¾`.
pub(super) fn tiers(eighths: u32) -> String {
    const PARTS: [&str; WHOLE as usize] = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"];
    let (whole, part) = (eighths / WHOLE, PARTS[(eighths % WHOLE) as usize]);
    if whole == 0 && !part.is_empty() { part.to_owned() } else { format!("{whole}{part}") }
}

/// `the Dragon has 4`, `the Crossbows on the hill have 3`.
pub(super) fn defence_words(attack: &Attack) -> String {
    let (_, kind) = attack.victim;
    let place = attack.bonus.map_or("", place);
    format!("the {}{place} {} {}", kind.name(), has(kind), attack.defence)
}

/// The place where a man is stronger in defence: ` on the hill`.
pub(super) const fn place(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Terrain(Terrain::Hill) => " on the hill",
        Bonus::Terrain(Terrain::Forest) => " in the forest",
        Bonus::Terrain(Terrain::Grassland) => " on the grassland",
        Bonus::Fortress => " in the fortress",
    }
}

/// `has`, or `have` for Crossbows and Spears, whose names are plurals.
pub(super) const fn has(kind: Kind) -> &'static str {
    if is_plural(kind) { "have" } else { "has" }
}

/// Returns `true` if the name of one man of this kind is a plural.
pub(super) const fn is_plural(kind: Kind) -> bool {
    matches!(kind, Kind::Crossbows | Kind::Spears)
}

/// `the Elephant on g3 and the Rabble on c5`.
pub(super) fn men_words(men: &[(Hex, Kind)]) -> String {
    list(men.iter().map(|(at, kind)| format!("the {} on {at}", kind.name())))
}

/// The least help that would make an attack strong enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The number of men that are missing.
    pub men: u8,
    /// The lowest tier of men that would be enough.
    pub least: u8,
    /// The highest tier of men that would be enough; men above it would not count.
    pub most: u8,
    /// Whether the King, who does not attack the hex yet, would be enough instead.
    pub king: bool,
}

/// Returns what a weak attack lacks: as few more men as possible, of as low a tier as possible.
pub(super) fn missing(position: &Position, attack: &Attack) -> Missing {
    const OF_TIER: [Kind; 3] = [Kind::Rabble, Kind::Crossbows, Kind::Trebuchet];
    let (mover, options) = (attack.mover.1, position.options());
    let attackers: Vec<Kind> =
        attack.helpers.iter().chain(&attack.left_out).map(|man| man.1).collect();
    let is_enough = |men: u8, kind: Kind| {
        let mut all = AttackForce::default();
        let more = std::iter::repeat_n(kind, men.into());
        attackers
            .iter()
            .copied()
            .chain([mover])
            .chain(more)
            .for_each(|kind| all.add(kind, options));
        let (eighths, _) = all.strength(mover, options.flanking());
        eighths >= u32::from(attack.defence) * WHOLE
    };
    let helps = (1..=3).flat_map(|men| OF_TIER.map(move |kind| (men, kind)));
    // No defence is more than three tiers above any man.
    let (men, kind) =
        helps.into_iter().find(|(men, kind)| is_enough(*men, *kind)).unwrap_or((3, mover));
    let most = OF_TIER.into_iter().filter(|kind| is_enough(men, *kind)).map(Kind::tier).max();
    let has_king = position.owner(attack.mover.0).is_some_and(|seat| position.has_king(seat));
    let is_near = mover == Kind::King || attackers.contains(&Kind::King);
    Missing {
        men,
        least: kind.tier(),
        most: most.unwrap_or(kind.tier()),
        king: has_king && !is_near && men == 1 && is_enough(1, Kind::King),
    }
}

/// `one more man of tier 1 or 2, or the King, aiming at f6 would do`
pub(super) fn missing_words(missing: Missing, target: Hex) -> String {
    let Missing { men, least, most, king } = missing;
    let tiers = list(least..=most).replace(" and ", " or ");
    let king = if king { ", or the King," } else { "" };
    let men = match men {
        1 => "one more man".to_owned(),
        men => format!("{} more men", number(men.into())),
    };
    format!("{men} of tier {tiers}{king} aiming at {target} would do")
}
