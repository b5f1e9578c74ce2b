//! Sentences said when a typed text is no legal move: what was typed, then why not.

use super::{
    faults::{Attacker, Exposure, Fault, LineCount},
    kinds::Kind,
    movement,
    options::MustCapture,
    position::Position,
    squares::{SIZE, Sq},
    tables::{Line, between},
    typed::{self, Typed, TypedMove},
    words::{line_words, men, seat_name, the},
};
use crate::{
    legal_moves,
    text::{commas, list, number},
};

/// Returns why a typed text is no legal move.
pub(super) fn words(position: &Position, typed: &str, fault: &Fault) -> String {
    let said = said(typed);
    let text = match fault {
        Fault::Over => "The game is over, so no move is taken.".to_owned(),
        Fault::NoSuchLetter(letter) => {
            let name = if *letter == 'Q' { "Queen" } else { "Rook" };
            format!(
                "There is no {name} in Game Mix. The letters are K King, D Dama, L Liner, S Silver, \
                 N Knight, P Pawn and C Checker."
            )
        }
        Fault::Castling => {
            "There is no castling in Game Mix: the King moves one square at a time.".to_owned()
        }
        Fault::SameSquare(at) => format!("{said} goes nowhere: it starts and ends on {at}."),
        Fault::Exposes(exposure) => exposes(position, &said, exposure),
        Fault::OwnManThere(at, kind) => {
            let next = if can_go(position, *at) {
                "; say where it should go"
            } else {
                " and cannot move now"
            };
            format!("Your own {} stands on {at}{next}.", kind.name())
        }
        Fault::NoSuchMan { kind, file, rank } => no_such_man(position, *kind, *file, *rank),
        Fault::NothingReaches { to, named, file } => {
            let whose = named.map_or("men".to_owned(), |kind| format!("{}s", kind.name()));
            let from = file.map_or_else(String::new, |file| format!(" on {}", file_name(file)));
            let counts = if *named == Some(Kind::Liner) { aims(position, *to) } else { None };
            format!("None of your {whose}{from} can go to {to} now{}.", counts.unwrap_or_default())
        }
        _ => format!("{said} is not possible: {}", reason(position, fault)),
    };
    match fault {
        Fault::Over | Fault::Exposes(_) | Fault::Promotion { .. } => text,
        _ if position.is_check() => text + " Your King is in check.",
        _ => text,
    }
}

/// Returns what follows "is not possible:"; empty for the faults that have sentences of their own.
fn reason(position: &Position, fault: &Fault) -> String {
    match fault {
        Fault::NoMan(at) => format!("no man stands on {at}."),
        Fault::Opponents(at, kind) => {
            let (mover, owner) = (position.turn(), position.turn().other());
            let (mover, owner) = (seat_name(mover), seat_name(owner));
            format!("{} is {owner}'s, and {mover} is to move.", the(*kind, *at))
        }
        Fault::WrongKind { at, kind, named } => {
            format!("a {} stands on {at}, not a {}.", kind.name(), named.name())
        }
        Fault::OwnMan { kind, from, to, by } => {
            format!("your own {} stands on {to}.{}", by.name(), stuck(position, *kind, *from))
        }
        Fault::EnemyKing(at) => {
            format!("the enemy King stands on {at}, and a King is never taken.")
        }
        Fault::OutOfReach { kind: Kind::Liner, from, to } => format!(
            "{to} is on no line of the Liner on {from}. It goes along its file, its rank and its \
             diagonals, each time as many squares as men stand on that line."
        ),
        Fault::OutOfReach { kind, from, .. } => {
            let how = movement::words(*kind, position.options());
            format!("a {} moves {how}.{}", kind.name(), stuck(position, *kind, *from))
        }
        Fault::Distance { from, line } => distance(position, *from, *line),
        Fault::LeapsEnemy(at, by) => format!(
            "the enemy {} on {at} is in the way; under `liner_leap=friends` a Liner leaps over \
             friends only.",
            by.name()
        ),
        Fault::Promotion { kind, arrives, letter } => promotion(position, *kind, *arrives, *letter),
        Fault::MustTake { kind, from, by } => must_take(position, *kind, *from, by),
        Fault::Unfinished(next) => format!(
            "captures are compulsory in this game, and the chain is not finished there; it goes on \
             to {next}."
        ),
        _ => small_men(position, fault),
    }
}

/// The reasons about Pawns, Checkers and Damas.
fn small_men(position: &Position, fault: &Fault) -> String {
    match fault {
        Fault::Blocked { at, by, .. } => {
            let whose = whose(position, *at);
            let takes =
                if whose == "the enemy" { "; a Pawn takes diagonally forward only" } else { "" };
            format!("{whose} {} on {at} is in the way{takes}.", by.name())
        }
        Fault::DoubleStep(from) => format!(
            "a Pawn goes two squares only from its own second rank, and this one stands on {from}."
        ),
        Fault::NothingToTake(to) => {
            format!("{to} is empty, and a Pawn goes diagonally only to take.")
        }
        Fault::NotPassing(at, Kind::Pawn) => format!(
            "the Pawn on {at} can be taken in passing only on the very next move after its double \
             step."
        ),
        Fault::NotPassing(at, kind) => {
            format!("only a Pawn can be taken in passing, and on {at} stands a {}.", kind.name())
        }
        Fault::Backwards => "a Checker goes back only to take.".to_owned(),
        _ => jumps(position, fault),
    }
}

/// The reasons about jumps.
fn jumps(position: &Position, fault: &Fault) -> String {
    let man = |at: &Sq| the(position.kind_at(*at).unwrap_or(Kind::Pawn), *at);
    match fault {
        Fault::TakenByJump { kind, from, victim, landing } => format!(
            "a jump is named by where it lands, and {} takes {} by landing on {landing}.",
            the(*kind, *from),
            man(victim)
        ),
        Fault::OneVictim => "a Checker takes one man in a turn, and then its turn ends.".to_owned(),
        Fault::NoJumps => "under `checker_capture=displace` a Checker does not jump; it takes by \
                           stepping onto its victim."
            .to_owned(),
        Fault::NoLanding { victim, behind: None, .. } => format!(
            "{} stands on the rim, and there is no square behind it to land on.",
            man(victim)
        ),
        Fault::NoLanding { kind: Kind::Dama, victim, behind: Some(behind) }
            if whose(position, *behind) == "the enemy" =>
        {
            let (first, second) = (man(victim), man(behind));
            format!("{first} and {second} stand in a row, with no empty square between to land on.")
        }
        Fault::NoLanding { kind, victim, behind: Some(behind) } => format!(
            "{} {} stands on {behind}, right behind {}, where the {} would land.",
            whose(position, *behind),
            position.kind_at(*behind).map_or("man", Kind::name),
            man(victim),
            kind.name()
        ),
        Fault::TakesNobody(from, to) => {
            format!("nobody stands between {from} and {to} to be jumped over.")
        }
        Fault::OwnInWay(at, by) => format!(
            "your own {} on {at} is in the way, and only enemies are jumped over.",
            by.name()
        ),
        Fault::MustLand { victim, landing } => {
            format!("a jump over {} ends on {landing}, right behind it.", man(victim))
        }
        Fault::Turns(at) => format!("a Dama takes in one straight line and does not turn on {at}."),
        Fault::TooManyJumps => "a Dama takes at most three men in a turn.".to_owned(),
        Fault::TakenTwice(at) => format!(
            "{} is taken already; it stays on the board until the chain ends, and nobody is jumped \
             over twice.",
            man(at)
        ),
        _ => String::new(),
    }
}

/// Returns what was typed, as far as the grammar of moves can say it.
fn said(typed: &str) -> String {
    /// Of more squares than this, which is more than any move has, the rest is not repeated.
    const MOST: usize = 4;
    let Some(Typed::Move(typed_move)) = typed::parse(typed) else { return "This".to_owned() };
    let TypedMove { named, file, rank, path, promotion, takes } = typed_move;
    let file = file.map(|file| char::from(b'a' + file));
    let rank = rank.map(|rank| char::from(b'1' + rank));
    let start: String = [named.map(Kind::letter), file, rank].into_iter().flatten().collect();
    let sign = if takes { "x" } else { "" };
    let mut text = start;
    for at in path.iter().take(MOST) {
        text += &format!("{sign}{at}");
    }
    if path.len() > MOST {
        text.push('…');
    }
    promotion.map_or(text.clone(), |letter| format!("{text}={letter}"))
}

/// ` Your King on e1 cannot move now.`, for a man without any move.
fn stuck(position: &Position, kind: Kind, from: Sq) -> String {
    if can_go(position, from) {
        return String::new();
    }
    format!(" Your {} on {from} cannot move now.", kind.name())
}

fn can_go(position: &Position, from: Sq) -> bool {
    legal_moves(position).iter().any(|mv| mv.from() == from)
}

/// `your own`, `the enemy`
fn whose(position: &Position, at: Sq) -> &'static str {
    if position.men_of(position.turn()).contains(at) { "your own" } else { "the enemy" }
}

/// Returns how far a Liner goes along a line, and where that brings it.
fn distance(position: &Position, from: Sq, line: Line) -> String {
    let on_line = position.men() & line.of(from);
    let n = on_line.size();
    let own = position.men_of(position.turn());
    let target = |at: Sq| match position.kind_at(at) {
        Some(kind) if own.contains(at) => format!("{at} (your own {} stands there)", kind.name()),
        Some(Kind::King) => format!("{at} (a King is never taken)"),
        _ => match leapt_enemy(position, from, at) {
            Some(enemy) => format!("{at} (the enemy on {enemy} is in the way)"),
            None => at.to_string(),
        },
    };
    let targets: Vec<String> = position.liner_targets(line, from).map(target).collect();
    let goes = match targets.as_slice() {
        [] => format!("would go exactly {}, off the board both ways", squares(n)),
        targets => format!("goes exactly {}: {}", squares(n), targets.join(" or ")),
    };
    format!(
        "{} on {} ({}), so the Liner {goes}.",
        stand(n),
        line_words(line, from),
        commas(on_line),
    )
}

/// Returns how far the own Liners go on the lines through a square: `: on file a the one on a1 goes exactly
/// four squares`; `None` if no Liner is on such a line.
fn aims(position: &Position, to: Sq) -> Option<String> {
    let liners = position.pieces(position.turn(), Kind::Liner);
    let aim = |at: Sq| {
        let line = Line::through(at, to)?;
        let n = u32::from(position.count_on(line, at));
        let line = line_words(line, at);
        Some(format!("on {line} the one on {at} goes exactly {}", squares(n)))
    };
    let aims: Vec<String> = liners.filter_map(aim).collect();
    (!aims.is_empty()).then(|| format!(": {}", list(aims)))
}

/// The first enemy over which a Liner would have to leap though it may not (R18).
fn leapt_enemy(position: &Position, from: Sq, to: Sq) -> Option<Sq> {
    let enemies = position.men_of(position.turn().other());
    let mut over = between(from, to) & enemies;
    over.next().filter(|_| position.options().friends_only())
}

/// The sentence about a move that leaves the own King attacked.
fn exposes(position: &Position, said: &str, exposure: &Exposure) -> String {
    let Exposure { is_king, king, by, stays } = exposure;
    if *is_king {
        let by = list(by.iter().map(|attacker| attacker_words(attacker, false)));
        return format!("{said} is not possible: on {king} your King would be in check by {by}.");
    }
    if *stays {
        let by = list(by.iter().map(|attacker| attacker_words(attacker, true)));
        return format!("{said} does not help: your King on {king} is in check by {by}.");
    }
    let by = list(by.iter().map(|attacker| attack_words(position, attacker)));
    format!("{said} leaves your King on {king} in check: {by}.")
}

/// `the Liner on e6 (five men stand on file e, and it is five squares away)`
fn attacker_words(attacker: &Attacker, now: bool) -> String {
    let Attacker { at, kind, line } = attacker;
    let why = line.map_or_else(String::new, |LineCount { line, count, .. }| {
        let n = u32::from(count);
        let men = if now { stand(n) } else { format!("{} would stand", men(n)) };
        format!(" ({men} on {}, and it is {} away)", line_words(line, *at), squares(n))
    });
    format!("{}{why}", the(*kind, *at))
}

/// Returns what an attacker of the King would do, as a clause.
fn attack_words(position: &Position, attacker: &Attacker) -> String {
    let Attacker { at, kind, line } = attacker;
    let does = match kind {
        Kind::Checker if position.options().displace() => "would take it",
        Kind::Checker => "would jump it",
        Kind::Dama if position.options().bishop_check() => {
            "would attack it along the open diagonal"
        }
        Kind::Dama => "would jump it",
        _ => "would take it",
    };
    match line {
        None => format!("{} {does}", the(*kind, *at)),
        Some(LineCount { line, count, before }) => {
            let n = u32::from(*count);
            let line = line_words(*line, *at);
            let change = match (count, before) {
                (count, before) if count < before => {
                    format!("{} {} left on {line}", men(n), if n == 1 { "is" } else { "are" })
                }
                (count, before) if count > before => {
                    format!("{} would stand on {line}", men(n))
                }
                _ => format!("{} on {line}", stand(n)),
            };
            format!("{change}, and the Liner on {at} is {} away", squares(n))
        }
    }
}

fn promotion(position: &Position, kind: Kind, arrives: bool, letter: char) -> String {
    let rank = if position.turn().index() == 0 { SIZE } else { 1 };
    let other = Kind::from_letter(letter).filter(|kind| Kind::PROMOTIONS.contains(kind));
    match (kind, arrives) {
        (Kind::Pawn, true) => {
            let dama = if letter == 'D' { " Only a Checker becomes a Dama." } else { "" };
            format!("a Pawn becomes a Liner (L), a Knight (N) or a Silver (S).{dama}")
        }
        (Kind::Checker, true) => {
            let pawn = if other.is_some() { ", and a Pawn something else" } else { "" };
            format!("a Checker always becomes a Dama{pawn}.")
        }
        (Kind::Pawn, false) => {
            format!("a Pawn becomes a Liner, Knight or Silver on rank {rank} only.")
        }
        (Kind::Checker, false) => format!("a Checker becomes a Dama on rank {rank} only."),
        _ => format!("a {} stays what it is; only Pawns and Checkers promote.", kind.name()),
    }
}

fn must_take(position: &Position, kind: Kind, from: Sq, by: &[Sq]) -> String {
    if by == [from] {
        return format!("{} can take, and in this game it must.", the(kind, from));
    }
    let men = by.iter().filter_map(|at| Some(format!("{} on {at}", position.kind_at(*at)?.name())));
    let binds = match position.options().must_capture() {
        MustCapture::Army => "no Checker or Dama may do anything else",
        MustCapture::Piece | MustCapture::Off => "it must",
    };
    format!("in this game {binds} while one can take, and your {} can.", list(men))
}

fn no_such_man(position: &Position, kind: Kind, file: Option<u8>, rank: Option<u8>) -> String {
    let name = kind.name();
    let place = match (file, rank) {
        (Some(file), _) => file_name(file),
        (None, Some(rank)) => format!("rank {}", rank + 1),
        (None, None) => return format!("You have no {name} on the board."),
    };
    if position.pieces(position.turn(), kind).is_empty() {
        return format!("You have no {name} on the board.");
    }
    format!("You have no {name} on {place}.")
}

fn file_name(file: u8) -> String {
    format!("file {}", char::from(b'a' + file))
}

/// `one man stands`, `four men stand`
fn stand(n: u32) -> String {
    format!("{} stand{}", men(n), if n == 1 { "s" } else { "" })
}

/// `one square`, `four squares`
fn squares(n: u32) -> String {
    format!("{} square{}", number(n), if n == 1 { "" } else { "s" })
}
