//! The moves of a man now, what is in his way, whom he can capture and who can capture him.

use scene::Mark;

use super::{attack, blockers::Blockers};
use crate::{
    Rules as _, Seat,
    cyvasse::{
        Attack, Bonus, Hex, HexSet, Kind, Position,
        sums::{is_plural, men_words, place, strength_sum},
        words::{a, movement_words, seat_name, the, verb},
    },
    text::{capitalised, list, sentence},
};

/// A man and what he can do, as his own side sees it.
pub(super) struct ManView {
    position: Position,
    at: Hex,
    kind: Kind,
    owner: Seat,
    is_over: bool,
    is_to_move: bool,
    /// The empty hexes that he can go to.
    steps: HexSet,
    /// The attacks on enemies within his reach: those that suffice, and those that do not.
    takes: Vec<Attack>,
    too_strong: Vec<Attack>,
    pub(super) blockers: Blockers,
}

impl ManView {
    pub(super) fn of(position: &Position, at: Hex, kind: Kind, owner: Seat) -> Self {
        let (is_over, is_to_move) = (position.outcome().is_some(), position.turn() == owner);
        let position = if is_to_move { *position } else { position.after_null_move() };
        let (reach, enemies) = (position.reach(at), position.men_of(owner.other()));
        let attacks = (reach & enemies).filter_map(|to| position.attack(at, to));
        let (takes, too_strong) = attacks.partition(Attack::suffices);
        let steps = reach.without(enemies);
        let blockers = Blockers::of(&position, owner, kind, at);
        Self { position, at, kind, owner, is_over, is_to_move, steps, takes, too_strong, blockers }
    }

    pub(super) fn words(&self) -> String {
        let sentences = [
            self.duty(),
            Some(self.moves()),
            self.blockers.rings(),
            self.free(),
            self.weak(),
            self.blockers.words(),
            self.promotes(),
            self.defence(),
            self.attackers(),
        ];
        let said: Vec<String> = sentences.into_iter().flatten().collect();
        said.join(" ")
    }

    fn it(&self) -> &'static str {
        if is_plural(self.kind) { "they" } else { "it" }
    }

    fn them(&self) -> &'static str {
        if is_plural(self.kind) { "them" } else { "it" }
    }

    /// Returns what the side has to do first, whatever this man can do.
    fn duty(&self) -> Option<String> {
        if self.is_over {
            return Some("The game is over.".to_owned());
        }
        if !self.is_to_move {
            return None;
        }
        let name = seat_name(self.owner);
        if !self.position.has_king(self.owner) {
            return Some(format!(
                "{name} must crown a King this turn: `legal` lists the turns that do."
            ));
        }
        let other = seat_name(self.owner.other());
        self.position.owes_corner().then(|| {
            format!(
                "{name} first names the corner of {other}'s ruined fortress, round which Horses \
                 then ride too."
            )
        })
    }

    fn moves(&self) -> String {
        let (whose, name, at) = (seat_name(self.owner), self.kind.name(), self.at);
        let (tier, how) = (self.kind.tier(), movement_words(self.kind));
        let moves = verb(self.kind, "moves", "move");
        let ports = if self.position.options().ports() {
            "; from a port within reach it may sail on to the next"
        } else {
            ""
        };
        format!("{whose}'s {name} on {at} (tier {tier}) {moves} {how}{ports}.")
    }

    /// The hexes that he can go to, and the enemies that he can capture, with those who help.
    fn free(&self) -> Option<String> {
        let it = self.it();
        let mut parts = Vec::new();
        if !self.steps.is_empty() {
            parts.push(format!("go to {}", list(self.steps)));
        }
        if !self.takes.is_empty() {
            parts.push(format!("take {}", list(self.takes.iter().map(taken))));
        }
        Some(match parts.is_empty() {
            true => format!("{} cannot move now.", capitalised(it)),
            false => format!("From here {it} can {}.", parts.join(", or ")),
        })
    }

    /// The enemies within reach who are too strong.
    fn weak(&self) -> Option<String> {
        let words = |attack: &Attack| {
            let (to, kind) = attack.victim;
            let (sum, defence) = (strength_sum(attack), attack.defence);
            let place = attack.bonus.map_or("", place);
            format!("{}{place} ({sum} against {defence})", the(kind, to))
        };
        let strong = list(self.too_strong.iter().map(words));
        let first = self.too_strong.first()?;
        let is = if self.too_strong.len() > 1 { "are" } else { verb(first.victim.1, "is", "are") };
        Some(sentence(&format!("{strong} {is} within reach but too strong for {}", self.them())))
    }

    /// Returns what he can become in his fortress.
    fn promotes(&self) -> Option<String> {
        if self.position.fortress(self.owner) != Some(self.at) || self.is_over {
            return None;
        }
        let ups: Vec<String> = self
            .position
            .promotions()
            .iter()
            .map(|up| format!("{} (`={}`)", a(*up), up.letter()))
            .collect();
        let name = seat_name(self.owner);
        if !ups.is_empty() {
            let ups = list(ups).replace(" and ", " or ");
            return Some(format!(
                "On the fortress {} may become {ups} before {name}'s move.",
                self.it()
            ));
        }
        let all = self.kind.ranks_up();
        let wanted = all.first().filter(|up| !self.kind.is_crownable() && **up != Kind::King)?;
        let names = if all.len() > 1 { "any kind of tier 2".to_owned() } else { a(*wanted) };
        let it = capitalised(self.it());
        Some(format!("{it} cannot become {names} now: none of {name}'s has been lost."))
    }

    /// Returns what makes him stronger in defence.
    fn defence(&self) -> Option<String> {
        let bonus = self.position.bonus(self.at)?;
        let (tier, defence) = (self.kind.tier(), self.position.defence(self.at));
        let what = match bonus {
            Bonus::Terrain(terrain) => format!("The {}", terrain.name()),
            Bonus::Fortress => "The fortress".to_owned(),
        };
        Some(format!("{what} helps {} in defence: {tier} + 1 = {defence}.", self.them()))
    }

    /// The enemies who attack him, and whether they can capture him.
    fn attackers(&self) -> Option<String> {
        let attack = attack::best(&self.position, self.owner.other(), self.at)?;
        let (from, kind) = attack.mover;
        let by = format!("{}'s {} on {from}", seat_name(self.owner.other()), kind.name());
        let help = match (attack.suffices(), attack.needs_help()) {
            (true, false) => String::new(),
            _ if attack.helpers.is_empty() => String::new(),
            _ => format!(" with {}", men_words(&attack.helpers)),
        };
        let (it, sum, defence) = (self.them(), attack::needed_sum(&attack), attack.defence);
        if attack.suffices() {
            return Some(format!("{by} can take {it}{help}: {sum} against {defence}."));
        }
        let (bears, is) = (verb(kind, "bears", "bear"), verb(kind, "is", "are"));
        Some(format!("{by} {bears} on {it}{help}, but {is} too weak: {sum} against {defence}."))
    }

    pub(super) fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::Focus(self.at.into())];
        marks.extend(self.blockers.paths());
        marks.extend(self.steps.map(|to| Mark::Step(to.into())));
        for attack in &self.takes {
            let to = attack.victim.0;
            marks.push(Mark::Attack(to.into(), None));
            let helpers = attack.helpers.iter().filter(|_| attack.needs_help());
            marks.extend(helpers.map(|(at, _)| Mark::Flank((*at).into(), to.into())));
        }
        marks.extend(self.too_strong.iter().map(|it| Mark::TooStrong(it.victim.0.into())));
        marks.extend(self.blockers.hexes().map(|at| Mark::Block(at.into())));
        // Whoever asks about an enemy wants to know how to capture it.
        if !self.is_to_move {
            let attackers = attack::attackers(&self.position, self.owner.other(), self.at);
            marks.extend(attackers.map(|at| Mark::Flank(at.into(), self.at.into())));
        }
        marks
    }
}

/// `the Dragon on d9 (3 + 1 = 4 with the Spears on f5)`
fn taken(attack: &Attack) -> String {
    let (to, kind) = attack.victim;
    let victim = the(kind, to);
    if !attack.needs_help() {
        return victim;
    }
    format!("{victim} ({} with {})", strength_sum(attack), men_words(&attack.helpers))
}
