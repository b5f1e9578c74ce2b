//! The marks of an explanation.

use scene::Mark;

use super::view::ManView;
use crate::mix::{
    kinds::Kind,
    marks,
    moves::Move,
    squares::{Sq, SquareSet},
};

impl ManView {
    /// Returns what the picture shows of the man and its moves.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::Focus(self.at.into())];
        marks.extend(marks::ends_and_victims(&self.position, &self.legal));
        marks.extend(hops(&self.legal));
        let attacked: SquareSet = self
            .legal
            .iter()
            .flat_map(|mv| self.position.taken_by(*mv))
            .map(|(at, _)| at)
            .collect();
        marks.extend(self.blocking_men().without(attacked).map(|at| Mark::Block(at.into())));
        marks.extend(marks::line_counts(&self.position, self.at, self.kind));
        let counted = self.lines().iter().fold(SquareSet::EMPTY, |all, line| all | line.men);
        let counted = counted.without(SquareSet::of(self.at));
        marks.extend(counted.map(|at| Mark::Counted(at.into())));
        if self.attacks_king() {
            marks.push(Mark::Threat(self.at.into(), self.enemy_king().into()));
        }
        if self.kind == Kind::King {
            let by = self.position.checkers_of(self.owner);
            marks.extend(by.map(|by| Mark::Threat(by.into(), self.at.into())));
            marks.extend(self.exposing.iter().map(|one| Mark::Covered(one.mv.to().into())));
        } else {
            let sources: SquareSet = self.exposing.iter().map(|one| one.by).collect();
            let king = self.position.king(self.owner);
            marks.extend(sources.map(|by| Mark::Threat(by.into(), king.into())));
        }
        marks
    }
}

/// An arrow for each hop of jumps, each once.
fn hops(moves: &[Move]) -> Vec<Mark> {
    let mut hops: Vec<(Sq, Sq)> =
        moves.iter().filter(|mv| mv.is_jump()).flat_map(|mv| mv.hops()).collect();
    hops.sort_unstable();
    hops.dedup();
    hops.into_iter().map(|(a, b)| Mark::Arrow(a.into(), b.into())).collect()
}
