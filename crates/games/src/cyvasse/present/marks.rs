//! The marks of moves and positions in pictures.

use scene::Mark;

use crate::{
    Rules as _,
    cyvasse::{Action, Hex, HexSet, Kind, Move, Position, Report, words::lost_fortress},
    marks::focus_marks,
};

/// The marks of a move that was played: its two ends, its way, the helpers, and the man who was
/// promoted.
pub(super) fn of_ply(report: &Report) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(from) = report.mv.action.origin() {
        marks.push(Mark::From(from.into()));
    }
    let promoted = report.promoted.map(|(at, ..)| at);
    let to = report.mv.action.target();
    if let Some(to) = to {
        marks.push(Mark::To(to.into()));
        marks.extend(path(&report.path));
        marks.extend(report.helpers.iter().map(|(at, _)| Mark::Flank((*at).into(), to.into())));
    }
    let crowned = matches!(report.mv.action, Action::Step { crowns: true, .. });
    let moved_on = promoted.is_some() && promoted == report.mv.action.origin();
    let rose = if crowned || moved_on { to } else { promoted };
    marks.extend(rose.map(|at| Mark::Raised(at.into())));
    marks
}

/// The way of a move: an arrow if it is one straight line, otherwise each step.
pub(super) fn path(path: &[Hex]) -> Vec<Mark> {
    match path {
        [] | [_] => Vec::new(),
        [from, to] if from.distance(*to) == 1 => Vec::new(),
        [from, to] => vec![Mark::Arrow((*from).into(), (*to).into())],
        steps => {
            let pairs = steps.windows(2);
            pairs.map(|pair| Mark::Way(pair[0].into(), pair[1].into())).collect()
        }
    }
}

/// The marks of a position itself: a fortress that must be retaken, or one in which a King must be
/// crowned.
pub(super) fn of_position(position: &Position) -> Vec<Mark> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let lost = lost_fortress(position);
    let crown = position.fortress(position.turn()).filter(|_| !position.has_king(position.turn()));
    let threatened = lost.map(|at| Mark::Check(at.into()));
    threatened.or(crown.map(|at| Mark::Focus(at.into()))).into_iter().collect()
}

/// The marks of legal moves: dots for steps and rings for captures. If all are moves of one man,
/// also his helpers and the enemies who are too strong for him, and for a single move its way.
pub(super) fn of_moves(position: &Position, moves: &[Move]) -> Vec<Mark> {
    let movers: HexSet = moves.iter().filter_map(|mv| mv.action.origin()).collect();
    let targets: HexSet = moves.iter().filter_map(|mv| mv.action.target()).collect();
    let enemies = position.men_of(position.turn().other());
    let mut marks = focus_marks(movers);
    marks.extend(targets.without(enemies).map(|to| Mark::Step(to.into())));
    marks.extend((targets & enemies).map(|to| Mark::Attack(to.into(), None)));
    if let [only] = moves {
        let opened = position.with_corner(only.corner).with_promotion(only.promotion);
        if let Action::Step { from, to, .. } = only.action {
            marks.extend(path(&opened.path(from, to)));
        }
    }
    let only = movers.first().filter(|_| movers.size() == 1);
    if let Some(from) = only.filter(|_| moves.iter().all(|mv| mv.action.origin().is_some())) {
        let opening = moves.first().map_or((None, None), |mv| (mv.corner, mv.promotion));
        let opened = position.with_corner(opening.0).with_promotion(opening.1);
        marks.extend(flanks(&opened, from, targets & enemies));
        // A single move is meant as such, so what else is within reach does not matter.
        if moves.len() > 1 {
            let strong = (opened.reach(from) & enemies).without(targets);
            marks.extend(strong.map(|at| Mark::TooStrong(at.into())));
        }
    }
    marks
}

/// A mark from each man whose help a man's captures need to the target.
pub(super) fn flanks(position: &Position, from: Hex, targets: HexSet) -> Vec<Mark> {
    let of_target = |to: Hex| {
        let attack = position.attack(from, to).filter(|attack| attack.needs_help());
        let helpers = attack.map_or_else(Vec::new, |attack| attack.helpers);
        helpers.into_iter().map(move |(at, _): (Hex, Kind)| Mark::Flank(at.into(), to.into()))
    };
    targets.flat_map(of_target).collect()
}
