//! Marks on the board in pictures: those of plies, of positions and of legal moves.

use scene::Mark;

use super::{
    ends::{CHECKMATE, CONNECTION, STALEMATE},
    kinds::Kind,
    liner_lines::LinerLine,
    moves::Move,
    position::Position,
    report::Report,
    squares::{Sq, SquareSet},
};
use crate::{Outcome, Rules as _, Seat, marks::focus_marks};

/// The marks of a ply: from and to, an arrow if it went far, the men that were taken on the way, and whether the
/// man became another one.
pub(super) fn of_ply(report: &Report) -> Vec<Mark> {
    let mv = report.mv;
    let mut marks = vec![Mark::From(mv.from().into()), Mark::To(mv.to().into())];
    if mv.is_jump() || report.is_long {
        marks.extend(mv.hops().map(|(a, b)| Mark::Arrow(a.into(), b.into())));
    }
    let taken = report.taken.iter().filter(|(at, _)| *at != mv.to());
    marks.extend(taken.map(|(at, _)| Mark::Taken((*at).into())));
    marks.extend(report.promoted.map(|_| Mark::Raised(mv.to().into())));
    marks
}

/// Returns what the position itself shows: a check, or how the game ended on the board.
pub(super) fn of_position(position: &Position) -> Vec<Mark> {
    let (seat, reason) = (position.turn(), position.outcome());
    let reason = reason.and_then(|outcome| match outcome {
        Outcome::Win(_, reason) | Outcome::Draw(reason) => Some(reason),
        Outcome::Aborted => None,
    });
    let covered = || position.covered_king_steps().map(|at| Mark::Covered(at.into()));
    match reason {
        Some(CHECKMATE) => check(position).into_iter().chain(covered()).collect(),
        Some(CONNECTION) => Seat::all(2)
            .filter(|seat| position.is_connected(*seat))
            .flat_map(|seat| touching_pairs(position.men_of(seat)))
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

/// The King in check and each man that attacks it; nothing without a check.
fn check(position: &Position) -> Vec<Mark> {
    let (king, by) = (position.king(position.turn()), position.checkers_of(position.turn()));
    let shown = Some(Mark::Check(king.into())).filter(|_| !by.is_empty());
    shown.into_iter().chain(by.map(|at| Mark::Threat(at.into(), king.into()))).collect()
}

/// A mark for each pair of these men that touch.
fn touching_pairs(men: SquareSet) -> Vec<Mark> {
    let touching = |a| men.filter(move |b| a < *b && b.distance(a) == 1).map(move |b| (a, b));
    men.flat_map(touching).map(|(a, b)| Mark::Joined(a.into(), b.into())).collect()
}

/// Marks for legal moves: dots for steps and landings, and rings round the men that are taken; for
/// one Liner also the counts of its lines, and for a single move arrows along its way.
pub(super) fn of_moves(position: &Position, moves: &[Move]) -> Vec<Mark> {
    let movers: SquareSet = moves.iter().map(|mv| mv.from()).collect();
    let mut marks = focus_marks(movers);
    marks.extend(ends_and_victims(position, moves));
    if let [only] = moves
        && (only.is_jump() || is_far(position, *only))
    {
        marks.extend(only.hops().map(|(a, b)| Mark::Arrow(a.into(), b.into())));
    }
    if let Some(at) = movers.first().filter(|_| movers.size() == 1)
        && let Some(kind) = position.kind_at(at)
    {
        marks.extend(line_counts(position, at, kind));
    }
    marks
}

/// Returns `true` if a step goes further than one square and is not a Knight's.
fn is_far(position: &Position, mv: Move) -> bool {
    mv.from().distance(mv.to()) > 1 && position.kind_at(mv.from()) != Some(Kind::Knight)
}

/// Dots where moves end, and rings round the men that they take.
pub(super) fn ends_and_victims(position: &Position, moves: &[Move]) -> Vec<Mark> {
    let victims: SquareSet =
        moves.iter().flat_map(|mv| position.taken_by(*mv)).map(|(at, _)| at).collect();
    let ends: SquareSet = moves.iter().map(|mv| mv.to()).collect();
    let steps = ends.without(victims).map(|to| Mark::Step(to.into()));
    steps.chain(victims.map(|at| Mark::Attack(at.into(), None))).collect()
}

/// Returns how many men stand on each line of a Liner, shown at its targets, or beside it if they are off the
/// board; nothing for other men.
pub(super) fn line_counts(position: &Position, from: Sq, kind: Kind) -> Vec<Mark> {
    let lines = if kind == Kind::Liner { LinerLine::all(position, from) } else { Vec::new() };
    let of_line = |line: LinerLine| {
        let (files, ranks) = line.line.step();
        let mut at: Vec<Sq> = line.targets.iter().map(|(to, _)| *to).collect();
        if at.is_empty() {
            at.extend(from.offset(files, ranks).or(from.offset(-files, -ranks)));
        }
        let n = line.men.size() as u8;
        at.into_iter().map(move |at| Mark::Count(at.into(), n))
    };
    lines.into_iter().flat_map(of_line).collect()
}
