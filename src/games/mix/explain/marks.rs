//! The marks of an explanation.

use super::{Aim, View};
use crate::{
    games::mix::{Kind, Move, Position, Sq, SquareSet, words::lists},
    scene::Mark,
};

impl View {
    pub(super) fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::Focus(self.at.into())];
        marks.extend(of_moves(&self.position, &self.legal));
        marks.extend(hops(&self.legal));
        let attacked: SquareSet = self
            .legal
            .iter()
            .flat_map(|mv| lists::victims(&self.position, *mv))
            .map(|(at, _)| at)
            .collect();
        marks.extend(self.blockers().without(attacked).map(|at| Mark::Block(at.into())));
        marks.extend(counts(&self.position, self.at, self.kind));
        let counted = self.aims().iter().fold(SquareSet::EMPTY, |all, aim| all | aim.men);
        let counted = counted.without(SquareSet::of(self.at));
        marks.extend(counted.map(|at| Mark::Counted(at.into())));
        if self.attacks_king() {
            marks.push(Mark::Threat(self.at.into(), self.enemy_king().into()));
        }
        if self.kind == Kind::King {
            let by = self.position.checkers_of(self.owner);
            marks.extend(by.map(|by| Mark::Threat(by.into(), self.at.into())));
            marks.extend(self.dangers.iter().map(|danger| Mark::Covered(danger.mv.to().into())));
        } else {
            let sources: SquareSet = self.dangers.iter().map(|danger| danger.by).collect();
            let king = self.position.king(self.owner);
            marks.extend(sources.map(|by| Mark::Threat(by.into(), king.into())));
        }
        marks
    }
}

/// Dots where moves end, rings round what they take.
pub(in crate::games::mix) fn of_moves(position: &Position, moves: &[Move]) -> Vec<Mark> {
    let victims: SquareSet =
        moves.iter().flat_map(|mv| lists::victims(position, *mv)).map(|(at, _)| at).collect();
    let ends: SquareSet = moves.iter().map(|mv| mv.to()).collect();
    let steps = ends.without(victims).map(|to| Mark::Step(to.into()));
    steps.chain(victims.map(|at| Mark::Attack(at.into(), None))).collect()
}

/// An arrow for each hop of jumps, each once.
fn hops(moves: &[Move]) -> Vec<Mark> {
    let mut hops: Vec<(Sq, Sq)> =
        moves.iter().filter(|mv| mv.is_jump()).flat_map(|mv| mv.hops()).collect();
    hops.sort_unstable();
    hops.dedup();
    hops.into_iter().map(|(a, b)| Mark::Arrow(a.into(), b.into())).collect()
}

/// How many men stand on each line of a Liner: at its targets, or beside it where they are off the
/// board.
pub(in crate::games::mix) fn counts(position: &Position, from: Sq, kind: Kind) -> Vec<Mark> {
    let aims = if kind == Kind::Liner { Aim::all(position, from) } else { Vec::new() };
    let of_line = |aim: Aim| {
        let (files, ranks) = aim.line.step();
        let mut at: Vec<Sq> = aim.targets.iter().map(|(to, _)| *to).collect();
        if at.is_empty() {
            at.extend(from.offset(files, ranks).or(from.offset(-files, -ranks)));
        }
        let n = aim.men.size() as u8;
        at.into_iter().map(move |at| Mark::Count(at.into(), n))
    };
    aims.into_iter().flat_map(of_line).collect()
}
