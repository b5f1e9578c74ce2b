//! Why a capture can be made or not, and what is missing.

use super::{Assault, Hex, HexSet, Kind, Position, View, defence_words, men_words, strength_sum};
use crate::{
    games::{
        Seat,
        cyvasse::{
            assault::WHOLE,
            sums::{self, missing_words, share, tiers},
            words::{seat_name, the, verb},
        },
        text::list,
    },
    scene::Mark,
};

/// The men of a side that bear on a hex.
pub(super) fn bearing(position: &Position, by: Seat, on: Hex) -> HexSet {
    position.men_of(by).filter(|at| position.bears_on(*at).contains(on)).collect()
}

/// The best attack of a side on a man: one that suffices, with the fewest and least men; else the
/// strongest.
pub(super) fn best(position: &Position, by: Seat, on: Hex) -> Option<Assault> {
    let attacks = bearing(position, by, on).filter_map(|at| position.assault(at, on));
    let defence = u32::from(position.defence(on)) * WHOLE;
    let rank = |attack: &Assault| {
        let alone = !attack.needs_help();
        let short = defence.saturating_sub(attack.eighths);
        (short, !alone, attack.mover.1.tier())
    };
    attacks.min_by_key(rank)
}

/// The explanation of the capture of the man on `to` by the one on `from`.
pub(super) fn why(position: &Position, from: Hex, to: Hex) -> (String, Vec<Mark>) {
    let (Some(kind), Some(owner)) = (position.kind_at(from), position.owner(from)) else {
        let words = format!("Nobody stands on {from} who could take anybody on {to}.");
        return (words, vec![Mark::Focus(from.into())]);
    };
    let man = format!("{}'s {} on {from}", seat_name(owner), kind.name());
    let Some(assault) = position.assault(from, to) else {
        return no_attack(position, &man, [from, to], kind, owner);
    };
    let (victim, tier) = (the(assault.victim.1, to), assault.tier);
    let bears = verb(kind, "bears", "bear");
    let mut said = vec![format!("{man} (tier {}) {bears} on {victim}.", kind.tier())];
    if kind == Kind::King && tier > 1 {
        said.push(format!("A King who moves takes the tier of a helper, here {tier}."));
    }
    if !assault.helpers.is_empty() {
        said.push(format!("{}.", super::capital(&helpers(&assault))));
    }
    let verdict = if assault.suffices() { "enough" } else { "too weak" };
    let (sum, defence) = (strength_sum(&assault), defence_words(&assault));
    said.push(format!("The strength is {sum}, {defence}: {verdict}."));
    said.extend(left_out(position, &assault));
    said.extend(better(position, &assault).or_else(|| missing(position, &assault)));
    (said.join(" "), marks(position, &assault))
}

/// `the Spears on f5 (½) and the King on e4 (1) help`
fn helpers(assault: &Assault) -> String {
    let one = |(at, kind): &(Hex, Kind)| {
        format!("{} ({})", the(*kind, *at), tiers(share(assault.tier, *kind)))
    };
    let help = match assault.helpers.as_slice() {
        [(_, kind)] => verb(*kind, "helps", "help"),
        _ => "help",
    };
    format!("{} {help}", list(assault.helpers.iter().map(one)))
}

/// Who else can make the capture that this man cannot.
fn better(position: &Position, assault: &Assault) -> Option<String> {
    let owner = position.owner(assault.mover.0).filter(|_| !assault.suffices())?;
    let other = best(position, owner, assault.victim.0).filter(Assault::suffices)?;
    let ((at, kind), sum) = (other.mover, super::needed_sum(&other));
    Some(format!("But {} can take there: {sum}.", the(kind, at)))
}

/// What would make a weak attack strong enough.
fn missing(position: &Position, assault: &Assault) -> Option<String> {
    let defence = u32::from(assault.defence) * WHOLE;
    let short = defence.checked_sub(assault.eighths).filter(|n| *n > 0)?;
    let would_do = missing_words(sums::missing(position, assault), assault.victim.0);
    Some(format!("{} is missing: {would_do}.", tiers(short)))
}

/// The men that bear on the victim too and do not count.
fn left_out(position: &Position, assault: &Assault) -> Option<String> {
    let names = men_words(&assault.left_out);
    let (_, kind) = assault.left_out.first()?;
    let many = assault.left_out.len() > 1;
    let bears = if many { "bear" } else { verb(*kind, "bears", "bear") };
    let counts = if many { "count" } else { verb(*kind, "counts", "count") };
    // A King who moves has no men above him, unless their help is forbidden.
    let forbidden = !position.options().dragon_flanks() && assault.mover.1 == Kind::King;
    let why = if forbidden && *kind == Kind::Dragon {
        "no Dragon helps in this game (`dragon_flanks=no`)"
    } else {
        "ranked above the mover, who must be the highest"
    };
    Some(format!("{} {bears} on it too but {counts} nothing: {why}.", super::capital(&names)))
}

/// Why there is no attack at all.
fn no_attack(
    position: &Position,
    man: &str,
    [from, to]: [Hex; 2],
    kind: Kind,
    owner: Seat,
) -> (String, Vec<Mark>) {
    let view = View::of(position, from, kind, owner);
    let reaches = position.bears_on(from).contains(to);
    let (name, moves) = (kind.name(), verb(kind, "moves", "move"));
    let how = format!("The {name} {moves} {}.", super::movement(kind));
    let words = match position.kind_at(to) {
        None if reaches => format!("{man} can go to {to}, where nobody stands."),
        Some(other) if position.owner(to) == Some(owner) => {
            let are = verb(other, "it is", "they are");
            format!("{man} cannot take {}: {are} of its own side.", the(other, to))
        }
        _ => format!("{man} {} not reach {to} now.", verb(kind, "does", "do")),
    };
    let between = view.bars.between(kind, to).filter(|_| !reaches);
    let between = between.map(|at| match position.kind_at(at) {
        Some(other) => format!("{} is in between.", super::capital(&the(other, at))),
        None => format!("The mountain on {at} is in between."),
    });
    let said = [Some(words), between, Some(how), view.bars.rings()];
    let words = said.into_iter().flatten().collect::<Vec<_>>().join(" ");
    (words, view.marks())
}

fn marks(position: &Position, assault: &Assault) -> Vec<Mark> {
    let ((from, _), (to, _)) = (assault.mover, assault.victim);
    let mut marks = vec![Mark::Focus(from.into())];
    let way = position.way(from, to);
    marks.extend(
        way.windows(2).filter(|_| way.len() > 2).map(|two| Mark::Way(two[0].into(), two[1].into())),
    );
    if way.len() == 2 && from.distance(to) > 1 {
        marks.push(Mark::Arrow(from.into(), to.into()));
    }
    marks.push(if assault.suffices() {
        Mark::Attack(to.into(), None)
    } else {
        Mark::TooStrong(to.into())
    });
    marks.extend(assault.helpers.iter().map(|(at, _)| Mark::Flank((*at).into(), to.into())));
    marks
}
