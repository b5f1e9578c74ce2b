//! Which man may capture which: strength against defence (rules, section 4).

use super::{Flanking, Hex, HexSet, Kind, Options, Position, Terrain, movement::Movement};

/// One tier in the unit of strength. Strength is counted in eighths because a helper three tiers
/// below the mover counts an eighth.
pub(super) const WHOLE: u32 = 8;
const TIERS: usize = 5;

/// The men that attack a hex, counted by tier (from 1), with the King counted apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackForce {
    tiers: [u8; TIERS],
    king: bool,
}

impl AttackForce {
    /// Adds a man; a Dragon only where the options let it help.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind, options: &Options) {
        match kind {
            Kind::King => self.king = true,
            Kind::Dragon if options.no_dragon_flanks => {}
            _ => self.tiers[usize::from(kind.tier())] += 1,
        }
    }

    #[inline]
    fn without(mut self, kind: Kind) -> Self {
        if kind == Kind::King {
            self.king = false;
        } else {
            let of_tier = &mut self.tiers[usize::from(kind.tier())];
            *of_tier = of_tier.saturating_sub(1);
        }
        self
    }

    /// The strength in eighths with which a man of this kind, one of those counted, captures, and
    /// the tier that he counts as.
    #[inline]
    pub(super) fn strength(self, mover: Kind, flanking: Flanking) -> (u32, u8) {
        let helpers = self.without(mover);
        if mover != Kind::King {
            return (helpers.sum(mover.tier(), flanking), mover.tier());
        }
        let equal_to = |tier: &u8| *tier == 1 || helpers.tiers[usize::from(*tier)] > 0;
        let tiers = (1..=4).filter(equal_to).map(|tier| (helpers.sum(tier, flanking), tier));
        // Among equal sums the lowest tier wins, since it needs the fewest men.
        tiers.max_by_key(|(sum, tier)| (*sum, u8::MAX - *tier)).unwrap_or((WHOLE, 1))
    }

    /// The strength in eighths of a mover of tier `h` with these helpers.
    #[inline]
    fn sum(self, h: u8, flanking: Flanking) -> u32 {
        let king = u32::from(self.king);
        let top = usize::from(h);
        if flanking == Flanking::Halves {
            let lower = (1..=top).map(|tier| u32::from(self.tiers[tier]) * (WHOLE >> (top - tier)));
            return (u32::from(h) + king) * WHOLE + lower.sum::<u32>();
        }
        let carried = (1..top)
            .fold(0, |carried, tier| (u32::from(self.tiers[tier]) + carried).saturating_sub(1));
        let equals = u32::from(self.tiers[top]) + 1 + king + carried;
        (u32::from(h) + equals - 1) * WHOLE
    }
}

/// A circumstance that makes a man stronger in defence, by one tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// He stands on the terrain that helps his kind.
    Terrain(Terrain),
    /// He stands in a fortress.
    Fortress,
}

/// An attack of one man on an enemy man, with the sums of both sides, whether or not it suffices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The man who would capture: where he stands, and his kind.
    pub mover: (Hex, Kind),
    /// The man who would be captured.
    pub victim: (Hex, Kind),
    /// The tier that the mover counts as; a King may borrow that of a helper.
    pub tier: u8,
    /// The other men that attack the victim and count.
    pub helpers: Vec<(Hex, Kind)>,
    /// The men that attack the victim and do not count: those ranked above the mover, and a Dragon
    /// that may not help.
    pub left_out: Vec<(Hex, Kind)>,
    /// The strength of the attack, in eighths of a tier.
    pub eighths: u32,
    /// The defence in whole tiers, the bonus included.
    pub defence: u8,
    /// The bonus that makes the victim stronger, if there is one.
    pub bonus: Option<Bonus>,
}

impl Attack {
    /// Returns `true` if the strength is enough for the capture.
    #[must_use]
    pub fn suffices(&self) -> bool {
        self.eighths >= u32::from(self.defence) * WHOLE
    }

    /// Returns `true` if the mover alone would be too weak.
    #[must_use]
    pub fn needs_help(&self) -> bool {
        self.mover.1.tier() < self.defence
    }
}

impl Position {
    /// Returns what makes the man on a hex stronger in defence; `None` where nobody stands.
    #[must_use]
    #[inline]
    pub fn bonus(&self, at: Hex) -> Option<Bonus> {
        let kind = self.kind_at(at).filter(|kind| *kind != Kind::Dragon)?;
        let home = kind.home().filter(|terrain| self.ground(*terrain).contains(at));
        if let Some(terrain) = home {
            return Some(Bonus::Terrain(terrain));
        }
        let owner = self.owner(at)?;
        let own = self.fortress(owner) == Some(at);
        let other = self.options.bonus_for_any && self.fortress(owner.other()) == Some(at);
        (own || other).then_some(Bonus::Fortress)
    }

    /// The tier at which the man on a hex is defended, 1 to 4; 0 where nobody stands.
    #[must_use]
    #[inline]
    pub fn defence(&self, at: Hex) -> u8 {
        let tier = self.kind_at(at).map_or(0, Kind::tier);
        tier + u8::from(self.bonus(at).is_some())
    }

    /// The attack of the man on `from` on the one on `target`; `None` where the two are not enemies
    /// or the first does not reach the second.
    #[must_use]
    pub fn attack(&self, from: Hex, target: Hex) -> Option<Attack> {
        let (seat, kind) = (self.owner(from)?, self.kind_at(from)?);
        let victim = self.kind_at(target).filter(|_| self.owner(target) == Some(seat.other()))?;
        let movement = Movement::of(self, seat);
        if !movement.reach(kind, from).contains(target) {
            return None;
        }
        let men = self.men_of(seat).filter_map(|at| Some((at, self.kind_at(at)?)));
        let bears = |(at, kind): &(Hex, Kind)| movement.reach(*kind, *at).contains(target);
        let others: Vec<(Hex, Kind)> = men.filter(|(at, _)| *at != from).filter(bears).collect();
        let mut force = AttackForce::default();
        for (_, kind) in &others {
            force.add(*kind, &self.options);
        }
        force.add(kind, &self.options);
        let (eighths, tier) = force.strength(kind, self.options.flanking);
        let counts = |(_, helper): &(Hex, Kind)| {
            let strikes_dragon = *helper == Kind::Dragon && self.options.no_dragon_flanks;
            *helper == Kind::King || (helper.tier() <= tier && !strikes_dragon)
        };
        let (helpers, left_out) = others.into_iter().partition(counts);
        Some(Attack {
            mover: (from, kind),
            victim: (target, victim),
            tier,
            helpers,
            left_out,
            eighths,
            defence: self.defence(target),
            bonus: self.bonus(target),
        })
    }

    /// The hexes of the enemy men that the man on `from` can capture with the help of all others.
    #[must_use]
    pub fn captures_by(&self, from: Hex) -> HexSet {
        let Some(seat) = self.owner(from) else { return HexSet::EMPTY };
        let targets = self.reach(from) & self.men_of(seat.other());
        targets.filter(|to| self.attack(from, *to).is_some_and(|it| it.suffices())).collect()
    }
}
