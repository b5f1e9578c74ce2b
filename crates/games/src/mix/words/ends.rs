//! The ends of a game in words.

use super::{attackers, checkers, men};
use crate::{
    Outcome, Reason, Seat, SeatSet,
    mix::{
        ends::{CHECKMATE, CONNECTION, MATERIAL, STALEMATE},
        kinds::Kind,
        position::Position,
    },
    text::{count, list, number},
};

/// Returns why the rules ended the game, as a clause; `None` for an end that players or the table made.
pub(in crate::mix) fn words(
    position: &Position,
    outcome: Outcome,
    name: &dyn Fn(Seat) -> String,
) -> Option<String> {
    Some(match outcome {
        Outcome::Win(_, CHECKMATE) => checkmate(position, name),
        Outcome::Win(winners, CONNECTION) => connection(position, winners, name),
        Outcome::Draw(CONNECTION) => {
            format!("one move connected both sides, {}", both_armies(position, name))
        }
        Outcome::Win(_, STALEMATE) => {
            let stuck = name(position.turn());
            format!("{stuck} is not in check and has no legal move; such a stalemate wins")
        }
        Outcome::Draw(STALEMATE) => {
            format!("stalemate: {} is not in check and has no legal move", name(position.turn()))
        }
        Outcome::Draw(MATERIAL) => material(position),
        Outcome::Draw(Reason::Progress) => format!(
            "{} by each side without a capture, Pawn move or Checker move",
            count(position.options().progress().into(), "move")
        ),
        Outcome::Draw(Reason::Repetition) => "the position has come for the third time".to_owned(),
        _ => return None,
    })
}

/// `the King of ben on e1 is mated by the Liner on e6 (five men on file e), and d2 and f2 are covered`
fn checkmate(position: &Position, name: &dyn Fn(Seat) -> String) -> String {
    let (loser, covered) = (position.turn(), position.covered_king_steps());
    let king = position.king(loser);
    let by = attackers(&checkers(position, loser), king);
    let way_out = match covered.size() {
        0 => "it has no square to go to".to_owned(),
        1 => format!("{} is covered", list(covered)),
        _ => format!("{} are covered", list(covered)),
    };
    format!("the King of {} on {king} is mated by {by}, and {way_out}", name(loser))
}

fn connection(position: &Position, winners: SeatSet, name: &dyn Fn(Seat) -> String) -> String {
    let mover = position.turn().other();
    let Some(winner) = winners.iter().next() else { return String::new() };
    if position.is_connected(winner.other()) {
        let armies = both_armies(position, name);
        return format!("one move connected both sides, {armies}, and {} made it", name(mover));
    }
    let group = group(position, winner, name);
    if winner == mover { group } else { format!("{group} since {} moved", name(mover)) }
}

/// `two men of ann and three of ben`
fn both_armies(position: &Position, name: &dyn Fn(Seat) -> String) -> String {
    let size = |seat: Seat| position.men_of(seat).size();
    let (first, second) = (Seat::FIRST, Seat::SECOND);
    format!(
        "{} of {} and {} of {}",
        men(size(first)),
        name(first),
        number(size(second)),
        name(second)
    )
}

/// `all five men of ann stand in one group`
fn group(position: &Position, seat: Seat, name: &dyn Fn(Seat) -> String) -> String {
    let all = match position.men_of(seat).size() {
        1 => return format!("the lone King of {} counts as a group", name(seat)),
        2 => "both".to_owned(),
        n => format!("all {}", number(n)),
    };
    format!("{all} men of {} stand in one group", name(seat))
}

/// Returns which men are left that are too few to win.
fn material(position: &Position) -> String {
    let more = position.men().without(position.of_kind(Kind::King));
    let kinds: Vec<Kind> = more.filter_map(|at| position.kind_at(at)).collect();
    match kinds.as_slice() {
        [] => "only the two Kings are left".to_owned(),
        [one] => format!("a King and a {} cannot win against a bare King", one.name()),
        _ => format!("a King and {} Knights cannot win against a bare King", number(2)),
    }
}
