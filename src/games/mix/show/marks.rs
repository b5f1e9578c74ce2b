//! Marks of plies and of positions.

use crate::{
    games::{
        Outcome, Rules as _, Seat,
        mix::{
            Kind, Position, Report, SquareSet,
            ends::{CHECKMATE, CONNECTION, STALEMATE},
        },
    },
    scene::Mark,
};

/// The marks of a ply: from and to, an arrow where it went far, and what fell on the way.
pub(super) fn of_ply(report: &Report) -> Vec<Mark> {
    let mv = report.mv;
    let mut marks = vec![Mark::From(mv.from().into()), Mark::To(mv.to().into())];
    if mv.is_jump() || report.is_long {
        marks.extend(mv.hops().map(|(a, b)| Mark::Arrow(a.into(), b.into())));
    }
    let fallen = report.taken.iter().filter(|(at, _)| *at != mv.to());
    marks.extend(fallen.map(|(at, _)| Mark::Taken((*at).into())));
    marks
}

/// What the position itself shows: a check, or how the game ended on the board.
pub(super) fn of_position(position: &Position) -> Vec<Mark> {
    let (seat, reason) = (position.turn(), position.outcome());
    let reason = reason.and_then(|outcome| match outcome {
        Outcome::Win(_, reason) | Outcome::Draw(reason) => Some(reason),
        Outcome::Aborted => None,
    });
    let covered = || position.covered(seat).map(|at| Mark::Covered(at.into()));
    match reason {
        Some(CHECKMATE) => check(position).into_iter().chain(covered()).collect(),
        Some(CONNECTION) => Seat::all(2)
            .filter(|seat| position.is_connected(*seat))
            .flat_map(|seat| joined(position.men_of(seat)))
            .collect(),
        Some(STALEMATE) => {
            let king = position.king(seat);
            let others = position.men_of(seat).without(SquareSet::of(king));
            let stuck = others.map(|at| Mark::Block(at.into()));
            [Mark::Focus(king.into())].into_iter().chain(covered()).chain(stuck).collect()
        }
        _ => check(position),
    }
}

/// The King in check and each man that attacks it.
fn check(position: &Position) -> Vec<Mark> {
    let (king, by) = (position.king(position.turn()), position.checkers_of(position.turn()));
    let shown = Some(Mark::Check(king.into())).filter(|_| !by.is_empty());
    shown.into_iter().chain(by.map(|at| Mark::Threat(at.into(), king.into()))).collect()
}

/// Each two of these men that touch, once.
fn joined(men: SquareSet) -> Vec<Mark> {
    let touching = |a| men.filter(move |b| a < *b && b.distance(a) == 1).map(move |b| (a, b));
    men.flat_map(touching).map(|(a, b)| Mark::Joined(a.into(), b.into())).collect()
}

/// Marks for legal moves: dots for steps and landings, rings round what is taken; for one Liner the
/// counts of its lines, and for a single move its way.
pub(super) fn of_moves(position: &Position, moves: &[super::Move]) -> Vec<Mark> {
    use super::explain;
    let movers: SquareSet = moves.iter().map(|mv| mv.from()).collect();
    let mut marks = Vec::new();
    if movers.size() <= super::FOCUS_MAX {
        marks.extend(movers.map(|at| Mark::Focus(at.into())));
    }
    marks.extend(explain::of_moves(position, moves));
    if let [only] = moves
        && (only.is_jump() || is_far(position, *only))
    {
        marks.extend(only.hops().map(|(a, b)| Mark::Arrow(a.into(), b.into())));
    }
    if let Some(at) = movers.first().filter(|_| movers.size() == 1)
        && let Some(kind) = position.kind_at(at)
    {
        marks.extend(explain::counts(position, at, kind));
    }
    marks
}

/// Whether a step goes further than one square and is no Knight's.
fn is_far(position: &Position, mv: super::Move) -> bool {
    mv.from().distance(mv.to()) > 1 && position.kind_at(mv.from()) != Some(Kind::Knight)
}
