//! Marks of turns and of positions.

use crate::{
    games::{
        Rules as _,
        cyvasse::{Action, Hex, HexSet, Kind, Move, Position, Report, words::lost_fortress},
    },
    scene::Mark,
};

/// The most men that are marked as the ones asked about; more would say nothing.
const FOCUS_MAX: u32 = 4;

/// The marks of a turn: from and to, the way, who helped, who rose.
pub(super) fn of_ply(report: &Report) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(from) = report.mv.action.origin() {
        marks.push(Mark::From(from.into()));
    }
    let promoted = report.promoted.map(|(at, ..)| at);
    let to = report.mv.action.target();
    if let Some(to) = to {
        marks.push(Mark::To(to.into()));
        marks.extend(way(&report.way));
        marks.extend(report.helpers.iter().map(|(at, _)| Mark::Flank((*at).into(), to.into())));
    }
    let crowned = matches!(report.mv.action, Action::Step { crowns: true, .. });
    let moved_on = promoted.is_some() && promoted == report.mv.action.origin();
    let rose = if crowned || moved_on { to } else { promoted };
    marks.extend(rose.map(|at| Mark::Raised(at.into())));
    marks
}

/// The way of a move: an arrow where it is one straight line, else step by step.
pub(super) fn way(way: &[Hex]) -> Vec<Mark> {
    match way {
        [] | [_] => Vec::new(),
        [from, to] if from.distance(*to) == 1 => Vec::new(),
        [from, to] => vec![Mark::Arrow((*from).into(), (*to).into())],
        steps => {
            let pairs = steps.windows(2);
            pairs.map(|pair| Mark::Way(pair[0].into(), pair[1].into())).collect()
        }
    }
}

/// What the position itself shows: where a King must be crowned, and a fortress that must be
/// retaken.
pub(super) fn of_position(position: &Position) -> Vec<Mark> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let lost = lost_fortress(position);
    let crown = position.fortress(position.turn()).filter(|_| !position.has_king(position.turn()));
    let threatened = lost.map(|at| Mark::Check(at.into()));
    threatened.or(crown.map(|at| Mark::Focus(at.into()))).into_iter().collect()
}

/// Marks for legal turns: dots for steps, rings for captures; for one man also who helps in
/// them, who is too strong for him, and for a single turn its way.
pub(super) fn of_moves(position: &Position, moves: &[Move]) -> Vec<Mark> {
    let movers: HexSet = moves.iter().filter_map(|mv| mv.action.origin()).collect();
    let targets: HexSet = moves.iter().filter_map(|mv| mv.action.target()).collect();
    let enemies = position.men_of(position.turn().other());
    let mut marks = Vec::new();
    if movers.size() <= FOCUS_MAX {
        marks.extend(movers.map(|at| Mark::Focus(at.into())));
    }
    marks.extend(targets.without(enemies).map(|to| Mark::Step(to.into())));
    marks.extend((targets & enemies).map(|to| Mark::Attack(to.into(), None)));
    if let [only] = moves {
        let opened = position.with_corner(only.corner).with_promotion(only.promotion);
        if let Action::Step { from, to, .. } = only.action {
            marks.extend(way(&opened.way(from, to)));
        }
    }
    let only = movers.first().filter(|_| movers.size() == 1);
    if let Some(from) = only.filter(|_| moves.iter().all(|mv| mv.action.origin().is_some())) {
        let opening = moves.first().map_or((None, None), |mv| (mv.corner, mv.promotion));
        let opened = position.with_corner(opening.0).with_promotion(opening.1);
        marks.extend(flanks(&opened, from, targets & enemies));
        // Of a single turn that is meant, what else is in reach is beside the point.
        if moves.len() > 1 {
            let strong = (opened.reach(from) & enemies).without(targets);
            marks.extend(strong.map(|at| Mark::TooStrong(at.into())));
        }
    }
    marks
}

/// From each man whose help the captures of a man need to its target.
pub(super) fn flanks(position: &Position, from: Hex, targets: HexSet) -> Vec<Mark> {
    let of_target = |to: Hex| {
        let attack = position.attack(from, to).filter(|attack| attack.needs_help());
        let helpers = attack.map_or_else(Vec::new, |attack| attack.helpers);
        helpers.into_iter().map(move |(at, _): (Hex, Kind)| Mark::Flank(at.into(), to.into()))
    };
    targets.flat_map(of_target).collect()
}
