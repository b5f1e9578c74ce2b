//! Sentences said when a typed text is no legal move: what, then why.

use super::{
    Arrival, Fault, Held, Kind, Piece, Position, Promotion, Sq,
    read::{self, TypedAction, TypedMove},
    words::{a, jump_words, movement, movements, plural},
};
use crate::{legal_moves, text::list};

/// Returns what was typed, tidied: only what the grammar of moves can express.
fn said(typed: &str) -> String {
    let Some(TypedMove::Action(typed)) = read::parse(typed) else { return "This".to_owned() };
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

/// Returns why a typed text is no legal move: what, then why.
pub(super) fn words(position: &Position, typed: &str, fault: &Fault) -> String {
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
    let moves = legal_moves(position);
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

/// Returns what the piece can do instead; for an Assassin with what it holds.
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
