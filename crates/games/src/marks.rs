//! Marks that all games show alike.

use scene::{Mark, Spot};

/// The most pieces that are marked as the ones asked about: marks on more would tell nothing.
const FOCUS_MAX: usize = 4;

/// The marks of the pieces that somebody asks about, on these places; none if there are too many.
pub(super) fn focus_marks<P: Into<Spot>>(places: impl IntoIterator<Item = P>) -> Vec<Mark> {
    let marks: Vec<Mark> = places.into_iter().map(|at| Mark::Focus(at.into())).collect();
    if marks.len() <= FOCUS_MAX { marks } else { Vec::new() }
}
