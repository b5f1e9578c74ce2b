//! Why a capture can be made or not, and what it lacks.

use scene::Mark;

use super::{attack, man::ManView};
use crate::{
    Seat,
    cyvasse::{
        Attack, Hex, Kind, Position,
        attack::WHOLE,
        sums::{self, defence_words, men_words, missing_words, share, strength_sum, tiers},
        words::{movement_words, seat_name, the, verb},
    },
    text::{capitalised, list},
};

/// The explanation of the capture of the man on `to` by the one on `from`.
pub(super) fn why(position: &Position, from: Hex, to: Hex) -> (String, Vec<Mark>) {
    let (Some(kind), Some(owner)) = (position.kind_at(from), position.owner(from)) else {
        let words = format!("Nobody stands on {from} who could take anybody on {to}.");
        return (words, vec![Mark::Focus(from.into())]);
    };
    let man = format!("{}'s {} on {from}", seat_name(owner), kind.name());
    let Some(attack) = position.attack(from, to) else {
        return no_attack(position, &man, [from, to], kind, owner);
    };
    let (victim, tier) = (the(attack.victim.1, to), attack.tier);
    let bears = verb(kind, "bears", "bear");
    let mut said = vec![format!("{man} (tier {}) {bears} on {victim}.", kind.tier())];
    if kind == Kind::King && tier > 1 {
        said.push(format!("A King who moves takes the tier of a helper, here {tier}."));
    }
    if !attack.helpers.is_empty() {
        said.push(format!("{}.", capitalised(&helpers(&attack))));
    }
    let verdict = if attack.suffices() { "enough" } else { "too weak" };
    let (sum, defence) = (strength_sum(&attack), defence_words(&attack));
    said.push(format!("The strength is {sum}, {defence}: {verdict}."));
    said.extend(left_out(position, &attack));
    said.extend(better(position, &attack).or_else(|| missing(position, &attack)));
    (said.join(" "), marks(position, &attack))
}

/// `the Spears on f5 (½) and the King on e4 (1) help`
fn helpers(attack: &Attack) -> String {
    let one = |(at, kind): &(Hex, Kind)| {
        format!("{} ({})", the(*kind, *at), tiers(share(attack.tier, *kind)))
    };
    let help = match attack.helpers.as_slice() {
        [(_, kind)] => verb(*kind, "helps", "help"),
        _ => "help",
    };
    format!("{} {help}", list(attack.helpers.iter().map(one)))
}

/// The sentence about another man who can make the capture that this one cannot.
fn better(position: &Position, attack: &Attack) -> Option<String> {
    let owner = position.owner(attack.mover.0).filter(|_| !attack.suffices())?;
    let other = attack::best(position, owner, attack.victim.0).filter(Attack::suffices)?;
    let ((at, kind), sum) = (other.mover, attack::needed_sum(&other));
    Some(format!("But {} can take there: {sum}.", the(kind, at)))
}

/// The sentence about what would make a weak attack strong enough.
fn missing(position: &Position, attack: &Attack) -> Option<String> {
    let defence = u32::from(attack.defence) * WHOLE;
    let short = defence.checked_sub(attack.eighths).filter(|n| *n > 0)?;
    let would_do = missing_words(sums::missing(position, attack), attack.victim.0);
    Some(format!("{} is missing: {would_do}.", tiers(short)))
}

/// The sentence about men that attack the victim too and do not count.
fn left_out(position: &Position, attack: &Attack) -> Option<String> {
    let names = men_words(&attack.left_out);
    let (_, kind) = attack.left_out.first()?;
    let many = attack.left_out.len() > 1;
    let bears = if many { "bear" } else { verb(*kind, "bears", "bear") };
    let counts = if many { "count" } else { verb(*kind, "counts", "count") };
    // Nobody ranks above a King who moves; he loses a helper only where the options forbid its
    // help.
    let forbidden = !position.options().dragon_flanks() && attack.mover.1 == Kind::King;
    let why = if forbidden && *kind == Kind::Dragon {
        "no Dragon helps in this game (`dragon_flanks=no`)"
    } else {
        "ranked above the mover, who must be the highest"
    };
    Some(format!("{} {bears} on it too but {counts} nothing: {why}.", capitalised(&names)))
}

/// The explanation and marks where there is no attack at all.
fn no_attack(
    position: &Position,
    man: &str,
    [from, to]: [Hex; 2],
    kind: Kind,
    owner: Seat,
) -> (String, Vec<Mark>) {
    let view = ManView::of(position, from, kind, owner);
    let reaches = position.reach(from).contains(to);
    let (name, moves) = (kind.name(), verb(kind, "moves", "move"));
    let how = format!("The {name} {moves} {}.", movement_words(kind));
    let words = match position.kind_at(to) {
        None if reaches => format!("{man} can go to {to}, where nobody stands."),
        Some(other) if position.owner(to) == Some(owner) => {
            let are = verb(other, "it is", "they are");
            format!("{man} cannot take {}: {are} of its own side.", the(other, to))
        }
        _ => format!("{man} {} not reach {to} now.", verb(kind, "does", "do")),
    };
    let between = view.blockers.between(kind, to).filter(|_| !reaches);
    let between = between.map(|at| match position.kind_at(at) {
        Some(other) => format!("{} is in between.", capitalised(&the(other, at))),
        None => format!("The mountain on {at} is in between."),
    });
    let said = [Some(words), between, Some(how), view.blockers.rings()];
    let words = said.into_iter().flatten().collect::<Vec<_>>().join(" ");
    (words, view.marks())
}

fn marks(position: &Position, attack: &Attack) -> Vec<Mark> {
    let ((from, _), (to, _)) = (attack.mover, attack.victim);
    let mut marks = vec![Mark::Focus(from.into())];
    let path = position.path(from, to);
    marks.extend(
        path.windows(2)
            .filter(|_| path.len() > 2)
            .map(|two| Mark::Way(two[0].into(), two[1].into())),
    );
    if path.len() == 2 && from.distance(to) > 1 {
        marks.push(Mark::Arrow(from.into(), to.into()));
    }
    marks.push(if attack.suffices() {
        Mark::Attack(to.into(), None)
    } else {
        Mark::TooStrong(to.into())
    });
    marks.extend(attack.helpers.iter().map(|(at, _)| Mark::Flank((*at).into(), to.into())));
    marks
}
