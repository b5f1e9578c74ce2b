//! Cyvasse in sentences: moves, positions and results. `words/lists.rs` has the lists of moves, and
//! `refusals.rs` the sentences about moves that are not possible.

pub(super) mod lists;

use scene::PlyNote;

use super::{
    Action, Centre, Hex, HexSet, Kind, Position, Report, Terrain,
    sums::{is_plural, men_words},
};
use crate::{
    Actor, Outcome, Reason, Rules as _, Seat,
    text::{commas, count, list, sentence},
};

/// The kinds in the order of lists, the greatest first.
pub(super) const LIST_ORDER: [Kind; 9] = [
    Kind::King,
    Kind::Dragon,
    Kind::Trebuchet,
    Kind::Elephant,
    Kind::HeavyHorse,
    Kind::Crossbows,
    Kind::Spears,
    Kind::LightHorse,
    Kind::Rabble,
];

/// The name of a side, `White`.
pub(super) const fn seat_name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "White" } else { "Black" }
}

/// `the Elephant on c3`
pub(super) fn the(kind: Kind, at: Hex) -> String {
    format!("the {} on {at}", kind.name())
}

/// `an Elephant`, `Crossbows`
pub(super) fn a(kind: Kind) -> String {
    let article = match kind {
        _ if is_plural(kind) => "",
        Kind::Elephant => "an ",
        _ => "a ",
    };
    format!("{article}{}", kind.name())
}

/// The verb of a sentence about a man: Crossbows and Spears take the plural.
pub(super) const fn verb<'v>(kind: Kind, one: &'v str, many: &'v str) -> &'v str {
    if is_plural(kind) { many } else { one }
}

/// The name of several men of a kind, `Elephants`.
pub(super) const fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabble => "Rabble",
        Kind::King => "Kings",
        Kind::Crossbows => "Crossbows",
        Kind::Spears => "Spears",
        Kind::LightHorse => "Light Horses",
        Kind::Trebuchet => "Trebuchets",
        Kind::Elephant => "Elephants",
        Kind::HeavyHorse => "Heavy Horses",
        Kind::Dragon => "Dragons",
    }
}

/// `e4, f5`
pub(super) fn hexes(hexes: HexSet) -> String {
    commas(hexes)
}

/// Returns how a kind moves, as the predicate of a sentence goes on (rules, section 3).
pub(super) const fn movement_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabble | Kind::King => "one step to a neighbouring hex",
        Kind::Crossbows => "up to three steps in a straight line",
        Kind::Trebuchet => "any number of steps in a straight line",
        Kind::Spears => "one or two steps diagonally, from hex to hex of one colour",
        Kind::Elephant => "any number of steps diagonally, from hex to hex of one colour",
        Kind::LightHorse => "up to three steps round a fortress, keeping the distance to it",
        Kind::HeavyHorse => "any number of steps round a fortress, keeping the distance to it",
        Kind::Dragon => "up to four steps with any bends, over mountains but not through men",
    }
}

/// A move in sentences: what was done, in its order, then what came of it.
pub(super) fn ply(report: &Report, actor: Actor<'_>) -> String {
    let who = match actor {
        Actor::Named(name) => name,
        Actor::Me => "I",
    };
    let corner = report.mv.corner.map(|corner| format!("named the corner {corner}"));
    let promoted = report.promoted.map(|(at, from, to)| match to {
        Kind::King => format!("crowned {}", the(from, at)),
        _ => format!("made {} {}", the(from, at), a(to)),
    });
    let parts = corner.into_iter().chain(promoted).chain([action(report)]);
    let mut text = format!("{who} {}.", list(parts));
    let others = seat_name(report.seat.other());
    if let Some((owner, at)) = report.fallen {
        text += &fallen(report, owner, at);
    }
    if report.outcome.is_some() {
        return text;
    }
    if report.must_crown {
        text += &format!(" {others} has one turn to crown another King.");
    }
    if let Some(at) = report.storms {
        let (whose, whom) = (seat_name(report.seat), others);
        text +=
            &format!(" {whose} holds {whom}'s fortress: it falls unless {whom} retakes {at} now.");
    }
    text
}

/// A ply in a few words for the picture.
pub(super) fn note(report: &Report) -> PlyNote {
    let short = match (report.mv.action, report.taken) {
        (Action::Step { from, to, .. }, None) => format!("{from}–{to}"),
        (Action::Step { from, to, .. }, Some(_)) => format!("{from}×{to}"),
        (Action::Enter(at), _) => format!("enters {at}"),
        (Action::Pass, _) => "pass".to_owned(),
    };
    let words =
        report.kind.map_or_else(|| short.clone(), |kind| format!("{} {short}", kind.name()));
    let plural = report.kind.is_some_and(is_plural);
    let taken = report
        .taken
        .map(|taken| format!("{} the {}", if plural { "take" } else { "takes" }, taken.name()));
    let helped = match report.helpers.as_slice() {
        [] => None,
        [(_, kind)] => Some(format!("helped by {}", kind.name())),
        several => {
            Some(format!("helped by {}", count(several.len() as u64, "man").replace("mans", "men")))
        }
    };
    let promoted = report.promoted.map(|(_, _, to)| match to {
        Kind::King => "crowns a King".to_owned(),
        _ => format!("promotes to {}", a(to)),
    });
    let crowned = matches!(report.mv.action, Action::Step { crowns: true, .. });
    let crowned = crowned.then(|| "is crowned King".to_owned());
    let fallen = report.fallen.map(|_| "a fortress falls".to_owned());
    let came = [taken, crowned, promoted, fallen, helped].into_iter().flatten().collect();
    PlyNote { words, came, short, fight: None }
}

/// `moved d3-d9: the Trebuchet takes the Elephant on d9, helped by the Spears on f8`
fn action(report: &Report) -> String {
    let helped = if report.helpers.is_empty() {
        String::new()
    } else {
        format!(", helped by {}", men_words(&report.helpers))
    };
    match (report.mv.action, report.kind) {
        (Action::Step { from, to, crowns }, Some(kind)) => {
            let name = kind.name();
            let takes = report
                .taken
                .map(|taken| format!("{} {}{helped}", verb(kind, "takes", "take"), the(taken, to)));
            let crowned = crowns.then(|| "is crowned King".to_owned());
            let and = if report.helpers.is_empty() { " and " } else { ", and " };
            let does: Vec<String> = takes.into_iter().chain(crowned).collect();
            if does.is_empty() {
                format!("moved {from}-{to} ({name})")
            } else {
                format!("moved {from}-{to}: the {name} {}", does.join(and))
            }
        }
        (Action::Enter(at), _) => {
            let takes = report.taken.map(|taken| format!(", where it takes the {}", taken.name()));
            format!("brought out the Dragon on {at}{}", takes.unwrap_or_default())
        }
        _ => "passed, as nothing can move".to_owned(),
    }
}

/// The sentence about a fortress that fell, and what that means.
fn fallen(report: &Report, owner: Seat, at: Hex) -> String {
    let (whose, other) = (seat_name(owner), seat_name(owner.other()));
    if owner != report.seat {
        return format!(" {whose}'s fortress falls; Horses still ride round {at}.");
    }
    let next = if report.outcome.is_some() {
        String::new()
    } else {
        format!(", and {other} now names a corner for Horses to ride round in its place")
    };
    format!(" {whose}'s fortress on {at} was not retaken and falls{next}.")
}

/// The position as a list: a line for each side, then the ground, then what else counts. It says
/// all that the picture shows.
pub(super) fn position(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = Seat::all(2).map(|seat| side_words(position, seat)).collect();
    let centres = Seat::all(2).map(|seat| centre_words(position, seat));
    lines.push(format!("{}.", centres.collect::<Vec<_>>().join("; ")));
    lines.extend(ground_words(position));
    lines.extend(standing(position));
    if let Some(n) = turns_to_draw(position) {
        let turns = count(n, "more turn");
        lines.push(format!("Draw after {turns} each without a capture or other progress."));
    }
    lines
}

/// `White: King h2; Elephants f2, j2; Dragon in hand.`
fn side_words(position: &Position, seat: Seat) -> String {
    let group = |kind: Kind| {
        let men = position.pieces(seat, kind);
        let name = if men.size() == 1 { kind.name() } else { plural(kind) };
        (!men.is_empty()).then(|| format!("{name} {}", hexes(men)))
    };
    let hand = position.has_dragon_in_hand(seat).then(|| "Dragon in hand".to_owned());
    let groups: Vec<String> = LIST_ORDER.into_iter().filter_map(group).chain(hand).collect();
    let groups = if groups.is_empty() { "nobody".to_owned() } else { groups.join("; ") };
    format!("{}: {groups}.", seat_name(seat))
}

/// `White's fortress h2`
fn centre_words(position: &Position, seat: Seat) -> String {
    let name = seat_name(seat);
    match position.centre(seat) {
        Centre::Fortress(at) => format!("{name}'s fortress {at}"),
        Centre::Ruin(at) => format!("{name}'s fortress ruined, its centre {at}"),
        Centre::Fallen => format!("{name}'s fortress ruined, its corner not named yet"),
    }
}

/// `Hills c4, k4; forests f4, h4; grassland g3, h3; mountains e4, i4.`
fn ground_words(position: &Position) -> Option<String> {
    let terrain = |terrain: Terrain| (several(terrain), position.ground(terrain));
    let grounds =
        Terrain::ALL.map(terrain).into_iter().chain([("mountains", position.mountains())]);
    let named = grounds.filter(|(_, hexes)| !hexes.is_empty());
    let named: Vec<String> = named.map(|(name, at)| format!("{name} {}", hexes(at))).collect();
    (!named.is_empty()).then(|| sentence(&named.join("; ")))
}

/// `hills`
pub(super) const fn several(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Hill => "hills",
        Terrain::Forest => "forests",
        Terrain::Grassland => "grassland",
    }
}

/// Returns what the side to move must see to, or the end that stands on the board.
fn standing(position: &Position) -> Vec<String> {
    let name = |seat: Seat| seat_name(seat).to_owned();
    let ended = position.outcome().and_then(|outcome| end(position, outcome, &name));
    if let Some(ended) = ended {
        return vec![sentence(&ended)];
    }
    let us = seat_name(position.turn());
    let crown = (!position.has_king(position.turn()))
        .then(|| format!("{us} has lost the King and must crown another this turn."));
    let corner = position.owes_corner().then(|| {
        let corners = hexes(position.corners());
        format!("{us} names a corner this turn, one of {corners}.")
    });
    let retake = lost_fortress(position).filter(|_| crown.is_none()).and_then(|at| {
        let (kind, them) = (position.kind_at(at)?, seat_name(position.turn().other()));
        let (enemy, stands) = (kind.name(), verb(kind, "stands", "stand"));
        Some(format!(
            "{them}'s {enemy} {stands} on {us}'s fortress, which falls unless {us} retakes {at} now."
        ))
    });
    corner.into_iter().chain(crown).chain(retake).collect()
}

/// The hex of the side to move's fortress, if an enemy stands on it.
pub(super) fn lost_fortress(position: &Position) -> Option<Hex> {
    let enemies = position.men_of(position.turn().other());
    position.fortress(position.turn()).filter(|at| enemies.contains(*at))
}

/// Returns what counts now, in a few words: `name a corner, draw in 3 turns`.
pub(super) fn state(position: &Position) -> Option<String> {
    if position.outcome().is_some() {
        return None;
    }
    let corner = position.owes_corner().then(|| "name a corner".to_owned());
    let crown = (!position.has_king(position.turn())).then(|| "crown a King now".to_owned());
    let retake = lost_fortress(position).filter(|_| crown.is_none());
    let retake = retake.map(|at| format!("retake {at} now"));
    let draw = turns_to_draw(position).map(|n| format!("draw in {}", count(n, "turn")));
    let words: Vec<String> = corner.into_iter().chain(crown).chain(retake).chain(draw).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Returns how many turns of each side without progress are left until the draw; `None` before three quarters
/// of them are gone.
fn turns_to_draw(position: &Position) -> Option<u64> {
    let (limit, quiet) = (position.options().progress().saturating_mul(2), position.quiet().into());
    let left = limit.checked_sub(quiet).filter(|left| *left > 0 && *left <= limit / 4)?;
    Some(left.div_ceil(2))
}

/// Returns why the rules ended the game.
pub(super) fn end(
    position: &Position,
    outcome: Outcome,
    name: &dyn Fn(Seat) -> String,
) -> Option<String> {
    match outcome {
        Outcome::Win(_, super::ends::KING) => Some(king_lost(position, name)),
        Outcome::Draw(Reason::Progress) => Some(format!(
            "{} by each side without a capture, a promotion, a Dragon brought out or a fortress \
             that fell",
            count(position.options().progress(), "turn")
        )),
        _ => None,
    }
}

/// `the King of ben is taken, and no man of tier 3 can reach the fortress to be crowned`
fn king_lost(position: &Position, name: &dyn Fn(Seat) -> String) -> String {
    let loser = position.turn();
    if !position.has_king(loser.other()) {
        return format!("the King of {} is gone", name(loser.other()));
    }
    let able = Kind::ALL.into_iter().filter(|kind| kind.is_crownable());
    let able = able.fold(HexSet::EMPTY, |all, kind| all | position.pieces(loser, kind));
    let why = match position.fortress(loser) {
        None => "a ruined fortress crowns no other".to_owned(),
        Some(_) if able.is_empty() => {
            "no Trebuchet, Elephant or Heavy Horse is left to be crowned".to_owned()
        }
        Some(at) => {
            format!("no Trebuchet, Elephant or Heavy Horse can go to {at} to be crowned")
        }
    };
    format!("the King of {} is taken, and {why}", name(loser))
}
