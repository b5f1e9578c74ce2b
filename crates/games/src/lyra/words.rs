//! Lyra in words: plies, positions, moves and odds.

use super::{
    Action, ActionReport, Arrival, Fight, Held, JumpRule, Kind, Move, Odds, Options, Position,
    Report, Side, Verdict, combat,
};
use scene::PlyNote;

use crate::{
    Actor, Rules as _,
    text::{commas, list},
    whose,
};

/// `Captains`.
pub(super) fn plural(kind: Kind) -> String {
    format!("{}s", kind.name())
}

/// `a Captain`, `an Assassin`.
pub(super) fn a(kind: Kind) -> String {
    let article = if kind == Kind::Assassin { "an" } else { "a" };
    format!("{article} {}", kind.name())
}

/// Returns how a kind moves (sections 3 and 13).
pub(super) const fn movement(kind: Kind, options: &Options) -> &'static str {
    match kind {
        Kind::Soldier => "one step forward or sideways",
        Kind::Reversed => "one step back towards its own first rank, or sideways",
        Kind::Lieutenant => "one or two steps diagonally, or one step forward or back",
        Kind::Captain if options.captain_diag_all => {
            "one or two steps straight in any of four directions, or one step diagonally"
        }
        Kind::Captain => {
            "one or two steps straight in any of four directions, or one step diagonally forward"
        }
        Kind::Assassin => "one step diagonally or sideways",
        Kind::General => "one step in any direction",
    }
}

/// Returns why a piece between is in the way, after "the … is in the way:".
pub(super) fn jump_words(rule: JumpRule, jumper: Kind) -> String {
    match rule {
        JumpRule::Enemy => format!("{} never steps over an enemy", a(jumper)),
        JumpRule::SoldiersOnly => {
            "under `jump=soldiers` only Soldiers may be stepped over".to_owned()
        }
        JumpRule::LowerRank => {
            format!("under variant 1 {} steps over lower-ranking friends only", a(jumper))
        }
    }
}

/// A ply in words: what happened, then what came of it.
pub(super) fn ply(report: &Report, actor: Actor<'_>) -> String {
    let who = match actor {
        Actor::Named(name) => name,
        Actor::Me => "I",
    };
    let Some(action) = report.action else {
        let does =
            if actor == Actor::Me { "have no move and pass" } else { "has no move and passes" };
        return format!("{who} {does}.");
    };
    let Some(fight) = action.fight else {
        let mut text =
            format!("{who} moved {} ({}{}).", report.mv, action.kind.name(), over(report, &action));
        text += &arrival_words(&action);
        return text;
    };
    let man = match actor {
        Actor::Named(name) => whose("The", action.kind.name(), name),
        Actor::Me => format!("My {}", action.kind.name()),
    };
    let head = format!("{man} on {}", action.from);
    let target = format!("the {} on {}{}", fight.victim.name(), action.to, over(report, &action));
    let mut text = match fight.dice.is_empty() {
        true => format!("{head} takes {target}."),
        false => {
            format!(
                "{head} attacks {target}: {} {}",
                faces(&fight),
                verdict(report, &action, &fight)
            )
        }
    };
    if fight.verdict == Verdict::Hit {
        text += &arrival_words(&action);
        text += &gain(report, &action, &fight);
    }
    text
}

/// ` over its Soldier`, ` over the enemy Captain`; in an attack, where two pieces are named
/// already, ` over its own Soldier`.
fn over(report: &Report, action: &ActionReport) -> String {
    action.over.map_or_else(String::new, |(_, passed)| {
        let whose = match (passed.side == report.side, action.fight) {
            (true, None) => "its",
            (true, Some(_)) => "its own",
            (false, _) => "the enemy",
        };
        format!(" over {whose} {}", passed.kind.name())
    })
}

/// ` The Soldier becomes a Lieutenant.`
fn arrival_words(action: &ActionReport) -> String {
    match action.becomes {
        None => String::new(),
        Some(Kind::Reversed) => " It turns round there and goes back from now on.".to_owned(),
        Some(Kind::Soldier) => " It turns round again and goes forward from now on.".to_owned(),
        Some(kind) => format!(" The {} becomes {}.", action.kind.name(), a(kind)),
    }
}

/// `**6** (d8) against **3** (d4).`
fn faces(fight: &Fight) -> String {
    let thrown: Vec<String> = fight
        .dice
        .as_slice()
        .iter()
        .zip(fight.roll.as_slice())
        .map(|(die, face)| format!("**{face}** ({die})"))
        .collect();
    format!("{}.", thrown.join(" against "))
}

/// Returns how a fight ended, with the chance that the hit had beforehand.
fn verdict(report: &Report, action: &ActionReport, fight: &Fight) -> String {
    let percent = fight.odds.percent(Verdict::Hit);
    match fight.verdict {
        Verdict::Hit => {
            let victim = fight.victim.name();
            format!("Hit, {percent} % beforehand. The {victim} is off the board.")
        }
        Verdict::Push if fight.roll.as_slice().windows(2).all(|faces| faces[0] == faces[1]) => {
            format!("A tie is a push: nothing moves (the hit had {percent} %).")
        }
        Verdict::Push => format!("Lower is a push: nothing moves (the hit had {percent} %)."),
        Verdict::Lost => {
            let attacker = action.kind.name();
            let held = report.held_before[report.side.index()];
            let with = if action.kind == Kind::Assassin && !held.is_empty() {
                ", and what it held goes with it"
            } else {
                ""
            };
            format!("Lower loses: the {attacker} is off the board{with} (the hit had {percent} %).")
        }
    }
}

/// Returns what an Assassin takes over with a hit, and what it forgets (R8, R9).
fn gain(report: &Report, action: &ActionReport, fight: &Fight) -> String {
    if action.kind != Kind::Assassin || fight.victim == Kind::General {
        return String::new();
    }
    let side = report.side.index();
    let (old, new) = (report.held_before[side], report.held_after[side]);
    let forgotten: Vec<String> =
        movements(old).filter(|kind| !new.contains(*kind)).map(the).collect();
    let forgets = match forgotten.as_slice() {
        [] => String::new(),
        kinds => format!(" (it forgets {})", list(kinds)),
    };
    let like: Vec<String> = movements(new).map(a).collect();
    let moves = if like.is_empty() {
        "gains no movement from an Assassin".to_owned()
    } else if movements(new).all(|kind| old.contains(kind)) {
        format!("still moves like {} too", list(like))
    } else {
        format!("now also moves like {}", list(like))
    };
    let jumps = if new.contains(Kind::Lieutenant) || new.contains(Kind::Captain) {
        " and may jump enemies"
    } else {
        ""
    };
    format!(" The Assassin {moves}{forgets}{jumps}. Badge: {}.", letters(new))
}

fn the(kind: Kind) -> String {
    format!("the {}", kind.name())
}

/// The kinds whose movement a set adds to an Assassin's own.
pub(super) fn movements(held: Held) -> impl Iterator<Item = Kind> {
    held.kinds().filter(|kind| *kind != Kind::Assassin)
}

fn letters(held: Held) -> String {
    commas(held.kinds().map(Kind::letter))
}

/// The position as a list, a line per side.
pub(super) fn position(position: &Position) -> Vec<String> {
    Side::ALL.map(|side| side_words(position, side)).to_vec()
}

fn side_words(position: &Position, side: Side) -> String {
    let mut groups = Vec::new();
    for kind in [
        Kind::General,
        Kind::Assassin,
        Kind::Captain,
        Kind::Lieutenant,
        Kind::Soldier,
        Kind::Reversed,
    ] {
        let squares: Vec<String> = position.pieces(side, kind).map(|at| at.to_string()).collect();
        let name = if squares.len() == 1 { kind.name().to_owned() } else { plural(kind) };
        let held =
            if kind == Kind::Assassin { held_words(position.held(side)) } else { String::new() };
        if squares.is_empty() {
            groups.extend((kind == Kind::General).then(|| "no General".to_owned()));
        } else {
            groups.push(format!("{name} {}{held}", squares.join(", ")));
        }
    }
    format!("{}: {}.", side.name(), groups.join("; "))
}

/// ` (moves like a Captain too)`
fn held_words(held: Held) -> String {
    let like: Vec<String> = movements(held).map(a).collect();
    match (held.is_empty(), like.is_empty()) {
        (true, _) => String::new(),
        (false, true) => " (holds an Assassin's movement)".to_owned(),
        (false, false) => format!(" (moves like {} too)", list(like)),
    }
}

/// `Soldier`, and what becomes of it where two moves differ in that.
pub(super) fn label(position: &Position, mv: Move) -> String {
    let Some(action) = mv.action() else { return "no move".to_owned() };
    let Some(piece) = position.piece_at(action.from) else { return String::new() };
    let name = piece.kind.name();
    match (action.promotion, position.arrival(piece.kind, action.to)) {
        (Some(promotion), _) => format!("{name}, becomes {}", a(promotion.kind())),
        (None, Arrival::MayCaptain) => format!("{name}, stays one"),
        (None, Arrival::Turns(_)) => format!("{name}, turns round"),
        (None, Arrival::Stays | Arrival::Lieutenant) => name.to_owned(),
    }
}

/// The exact chances of a move.
pub(super) fn odds(position: &Position, mv: Move) -> String {
    let Some(action) = mv.action().filter(|action| action.attack) else {
        return format!("`{mv}` is no fight: no dice are thrown.");
    };
    let kinds = position.piece_at(action.from).zip(position.piece_at(action.to));
    let Some((attacker, victim)) = kinds else { return String::new() };
    let options = position.options();
    let fight = format!("`{mv}`: {} against {}", attacker.kind.name(), victim.kind.name());
    let odds = Odds::of(attacker.kind, victim.kind, options);
    let dice = combat::dice(attacker.kind, victim.kind, options);
    if dice.is_empty() {
        return format!("{fight}: there are no dice in this game, every attack hits.");
    }
    let chance = |name: &str, verdict: Verdict| {
        let (n, total) = odds.fraction(verdict);
        format!("{name} {n}/{total} ({} %)", odds.percent(verdict))
    };
    let mut chances = vec![chance("hit", Verdict::Hit), chance("push", Verdict::Push)];
    if odds.lost > 0 {
        chances.push(chance("attacker lost", Verdict::Lost));
    }
    let (hits, all) = (odds.hit, odds.total());
    format!("{fight}, {dice}: {}. {hits} of {all} rolls hit.", chances.join(", "))
}

/// A ply in a few words for the picture.
pub(super) fn note(report: &Report) -> PlyNote {
    let Some(action) = &report.action else { return PlyNote::of_move("pass".to_owned()) };
    let short = report.mv.to_string().replace('x', "×").replace('-', "–");
    let fight = action.fight.map(|fight| {
        let victim = picture_name(fight.victim);
        match fight.verdict {
            Verdict::Hit if fight.victim == Kind::General => "the General falls".to_owned(),
            Verdict::Hit => format!("takes the {victim}"),
            Verdict::Push => format!("the {victim} holds"),
            Verdict::Lost => format!("falls to the {victim}"),
        }
    });
    let becomes = action.becomes.map(|kind| match kind {
        Kind::Soldier | Kind::Reversed => "turns round".to_owned(),
        _ => format!("becomes {}", a(kind)),
    });
    let side = report.side.index();
    let gains =
        report.held_after[side] != report.held_before[side] && action.kind == Kind::Assassin;
    let gains = action.fight.filter(|fight| gains && fight.verdict == Verdict::Hit);
    let gains = gains.map(|fight| format!("moves like {} now", a(fight.victim)));
    let came = fight.into_iter().chain(becomes).chain(gains).collect();
    PlyNote { words: format!("{} {short}", picture_name(action.kind)), came, short, fight: None }
}

/// The name of a kind where the picture shows which way a Soldier goes.
const fn picture_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Reversed => Kind::Soldier.name(),
        _ => kind.name(),
    }
}

/// Legal moves: of one piece with all details, of several in two lists.
pub(super) fn moves(position: &Position, moves: &[Move]) -> String {
    let actions: Vec<Action> = moves.iter().filter_map(|mv| mv.action()).collect();
    let (Some(first), Some(last)) = (actions.first(), actions.last()) else {
        return match moves.first() {
            Some(_) => "There is no step and no attack; `pass` is the only move.".to_owned(),
            None if position.outcome().is_some() => "The game is over: no moves.".to_owned(),
            None => "No legal move.".to_owned(),
        };
    };
    // A list of one piece's moves starts and ends with its square.
    let one = first.from == last.from;
    let steps: Vec<String> =
        actions.iter().filter(|action| !action.attack).map(|mv| format!("`{mv}`")).collect();
    let fights: Vec<String> = actions
        .iter()
        .filter(|action| action.attack)
        .map(|mv| fight_words(position, mv, one))
        .collect();
    let mut parts = Vec::new();
    if !steps.is_empty() {
        parts.push(format!("steps {}", steps.join(", ")));
    }
    if !fights.is_empty() {
        let what = if position.options().classic() { "attacks" } else { "fights" };
        parts.push(format!("{what} {}", fights.join(", ")));
    }
    let head = if one {
        let name = position.piece_at(first.from).map_or("", |piece| piece.kind.name());
        format!("{name} {}", first.from)
    } else {
        format!("{} moves", actions.len())
    };
    format!("{head}: {}.", parts.join("; "))
}

/// `e3xe4` against the Captain, 25 %
fn fight_words(position: &Position, action: &Action, one: bool) -> String {
    let Some(victim) = position.piece_at(action.to) else { return String::new() };
    let attacker = position.piece_at(action.from).map_or("", |piece| piece.kind.name());
    let percent = position.percent(action.from, action.to);
    let chance = percent.map_or_else(String::new, |percent| format!(", {percent} %"));
    let victim = victim.kind.name();
    if one {
        format!("`{action}` against the {victim}{chance}")
    } else {
        format!("`{action}` ({attacker} against {victim}{chance})")
    }
}
