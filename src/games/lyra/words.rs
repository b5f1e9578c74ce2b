//! Lyra in words: plies, positions, moves, odds and refusals.

use super::{
    Action, Arrival, Deed, Fault, Fight, Held, JumpRule, Kind, Move, Obstacle, Odds, Options,
    Piece, Position, Promotion, Report, Side, Sq, Verdict, combat,
    read::{self, Typed, TypedAction},
};
use crate::games::{Actor, Rules as _, text::list};

/// `Captain`, `Captains`; what a list of pieces is headed with.
pub(super) fn plural(kind: Kind) -> String {
    format!("{}s", kind.name())
}

/// `a Captain`, `an Assassin`.
pub(super) fn a(kind: Kind) -> String {
    let article = if kind == Kind::Assassin { "an" } else { "a" };
    format!("{article} {}", kind.name())
}

/// How a kind moves (sections 3 and 13).
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

/// Why a piece between is in the way, after "the … is in the way:".
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

/// A ply: what happened, then what came of it.
pub(super) fn ply(report: &Report, actor: Actor<'_>) -> String {
    let who = match actor {
        Actor::Named(name) => name,
        Actor::Me => "I",
    };
    let Some(deed) = report.deed else {
        let does =
            if actor == Actor::Me { "have no move and pass" } else { "has no move and passes" };
        return format!("{who} {does}.");
    };
    let Some(fight) = deed.fight else {
        let mut text =
            format!("{who} moved {} ({}{}).", report.mv, deed.kind.name(), over(report, &deed));
        text += &arrival_words(&deed);
        return text;
    };
    let whose = match actor {
        Actor::Named(name) => format!("{name}'s"),
        Actor::Me => "My".to_owned(),
    };
    let head = format!("{whose} {}", deed.kind.name());
    let target = format!("the {} on {}{}", fight.victim.name(), deed.to, over(report, &deed));
    let mut text = match fight.dice.is_empty() {
        true => format!("{head} takes {target}."),
        false => {
            format!("{head} attacks {target}: {} {}", faces(&fight), verdict(report, &deed, &fight))
        }
    };
    if fight.verdict == Verdict::Hit {
        text += &arrival_words(&deed);
        text += &gain(report, &deed, &fight);
    }
    text
}

/// ` over its Soldier`, ` over the enemy Captain`; in an attack, where two pieces are named
/// already, ` over its own Soldier`.
fn over(report: &Report, deed: &Deed) -> String {
    deed.over.map_or_else(String::new, |(_, passed)| {
        let whose = match (passed.side == report.side, deed.fight) {
            (true, None) => "its",
            (true, Some(_)) => "its own",
            (false, _) => "the enemy",
        };
        format!(" over {whose} {}", passed.kind.name())
    })
}

/// ` The Soldier becomes a Lieutenant.`
fn arrival_words(deed: &Deed) -> String {
    match deed.becomes {
        None => String::new(),
        Some(Kind::Reversed) => " It turns round there and goes back from now on.".to_owned(),
        Some(Kind::Soldier) => " It turns round again and goes forward from now on.".to_owned(),
        Some(kind) => format!(" The {} becomes {}.", deed.kind.name(), a(kind)),
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

/// How a fight ended, with the chance that the hit had beforehand.
fn verdict(report: &Report, deed: &Deed, fight: &Fight) -> String {
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
            let attacker = deed.kind.name();
            let held = report.held_before[report.side.index()];
            let with = if deed.kind == Kind::Assassin && !held.is_empty() {
                ", and what it held goes with it"
            } else {
                ""
            };
            format!("Lower loses: the {attacker} is off the board{with} (the hit had {percent} %).")
        }
    }
}

/// What an Assassin takes over with a hit, and what it forgets (R8, R9).
fn gain(report: &Report, deed: &Deed, fight: &Fight) -> String {
    if deed.kind != Kind::Assassin || fight.victim == Kind::General {
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

/// What a set adds to an Assassin's own movement.
pub(super) fn movements(held: Held) -> impl Iterator<Item = Kind> {
    held.kinds().filter(|kind| *kind != Kind::Assassin)
}

fn letters(held: Held) -> String {
    let letters: Vec<String> = held.kinds().map(|kind| kind.letter().to_string()).collect();
    letters.join(", ")
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

/// What was typed, tidied: only what the grammar of moves can say.
fn said(typed: &str) -> String {
    let Some(Typed::Action(typed)) = read::parse(typed) else { return "This".to_owned() };
    let TypedAction { named, from, take, to, promotion, .. } = typed;
    let piece = named.map_or_else(String::new, |kind| kind.letter().to_string());
    let from = from.map_or_else(String::new, |from| from.to_string());
    let sep = match (take, from.is_empty()) {
        (true, _) => "x",
        (false, true) => "",
        (false, false) => "-",
    };
    let promotion = match promotion {
        None => "",
        Some(Promotion::Lieutenant) => "=L",
        Some(Promotion::Captain) => "=C",
    };
    format!("{piece}{from}{sep}{to}{promotion}")
}

/// Why a typed text is no legal move: what, then why.
pub(super) fn fault(position: &Position, typed: &str, fault: &Fault) -> String {
    let said = said(typed);
    let not = |why: String| format!("{said} is not possible: {why}");
    match *fault {
        Fault::Over => "The game is over, so no move is taken.".to_owned(),
        Fault::OnlyPass => {
            not("you have no step and no attack, so `pass` is your only move.".into())
        }
        Fault::MayNotPass => may_not_pass(position),
        Fault::HostRolls if position.options().classic() => {
            "Type the move alone: there are no dice in this game.".to_owned()
        }
        Fault::HostRolls => "Type the move alone: the host rolls the dice.".to_owned(),
        Fault::NoPiece(at) => not(format!("no piece stands on {at}.")),
        Fault::Opponents(at, kind) => {
            let side = position.side().name();
            not(format!("the {} on {at} is the opponent's; you play {side}.", kind.name()))
        }
        Fault::WrongPiece { at, kind, named } => {
            not(format!("{} stands on {at}, not {}.", a(kind), a(named)))
        }
        Fault::OwnPiece { from, to, .. } if from == to => {
            format!("{said} goes nowhere: it starts and ends on {to}.")
        }
        Fault::OwnPiece { from, to, kind } => {
            not(format!("your own {} stands on {to}.{}", kind.name(), stuck(position, from)))
        }
        Fault::WrongWay { kind, from, .. } => not(wrong_way(position, kind, from)),
        Fault::Blocked { kind, from, at, by, rule, .. } => {
            let what = piece_words(position, by);
            let why = jump_words(rule, kind);
            not(format!("{what} on {at} is in the way; {why}.{}", stuck(position, from)))
        }
        Fault::NoPromotion { kind, from, to, arrival, .. } => {
            not(no_promotion(position, kind, from, to, arrival))
        }
        Fault::NothingToTake(at) => not(format!("{at} is empty, so there is nothing to take.")),
        Fault::OwnPieceThere(at, kind) => own_piece_there(position, at, kind),
        Fault::NoSuchPiece(kind) => format!("You have no {} on the board.", kind.name()),
        Fault::NothingReaches { to, named: None } => {
            format!("None of your pieces can go to {to} now.")
        }
        Fault::NothingReaches { to, named: Some(kind) } => {
            format!("None of your {} can go to {to} now.", plural(kind))
        }
    }
}

fn may_not_pass(position: &Position) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    format!(
        "You may not pass: that is only for a side without a move, and you have {}.",
        moves.len()
    )
}

/// `your own Soldier`, `the enemy Captain`, seen by the side to move.
fn piece_words(position: &Position, piece: Piece) -> String {
    let whose = if piece.side == position.side() { "your own" } else { "the enemy" };
    format!("{whose} {}", piece.kind.name())
}

/// ` Your Assassin on d6 has no free square yet.`, for a piece without any move.
fn stuck(position: &Position, from: Sq) -> String {
    match position.piece_at(from) {
        Some(piece) if position.reach(piece.side, piece.kind, from).is_empty() => {
            format!(" Your {} on {from} has no free square yet.", piece.kind.name())
        }
        _ => String::new(),
    }
}

/// What the piece can do instead; for an Assassin with what it holds.
fn wrong_way(position: &Position, kind: Kind, from: Sq) -> String {
    let options = position.options();
    let held = if kind == Kind::Assassin { position.held(position.side()) } else { Held::NONE };
    let more: Vec<String> = movements(held).map(a).collect();
    let more = match more.as_slice() {
        [] => String::new(),
        kinds => format!(", and like {}", list(kinds)),
    };
    let own = if held.is_empty() { a(kind) } else { "your Assassin".to_owned() };
    format!("{own} moves {}{more}.{}", movement(kind, options), stuck(position, from))
}

fn no_promotion(position: &Position, kind: Kind, from: Sq, to: Sq, arrival: Arrival) -> String {
    let sep = if position.piece_at(to).is_some() { 'x' } else { '-' };
    let plain = format!("{from}{sep}{to}");
    match arrival {
        Arrival::Lieutenant => format!("a Soldier becomes a Lieutenant there, `{plain}=L`."),
        Arrival::MayCaptain => {
            format!("`{plain}` stays a Lieutenant, `{plain}=C` makes a Captain.")
        }
        Arrival::Turns(_) => format!(
            "under variant 3 a side with two Lieutenants gets no third, so the Soldier turns round \
             there, `{plain}`."
        ),
        Arrival::Stays => {
            let last = to.rank() == position.side().last_rank();
            let why = match kind {
                Kind::Soldier => "a Soldier becomes a Lieutenant on the last rank",
                Kind::Lieutenant if position.options().v4() => {
                    "a Lieutenant may become a Captain on the last rank"
                }
                Kind::Lieutenant if last => "a Lieutenant becomes a Captain under variant 4 only",
                _ => "only Soldiers promote in this game",
            };
            format!("there is no promotion here; {why}.")
        }
    }
}

fn own_piece_there(position: &Position, at: Sq, kind: Kind) -> String {
    let name = kind.name();
    if stuck(position, at).is_empty() {
        format!("Your own {name} stands on {at}; say where it should go.")
    } else {
        format!("Your own {name} stands on {at} and has no free square yet.")
    }
}

/// Whether a piece on `from` is kept from `to` by a piece between, and which.
pub(super) fn blocked(position: &Position, from: Sq, to: Sq) -> Option<(Sq, Piece, JumpRule)> {
    match position.obstacle(from, to)? {
        Obstacle::WrongWay => None,
        Obstacle::Blocked { at, by, rule } => Some((at, by, rule)),
    }
}
